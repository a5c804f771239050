//! `browser bench` measures the client; `browser serve` is the server that the tests and the benchmark start.

use std::process::ExitCode;

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let done = match task.as_str() {
        "serve" => browser::serve(),
        "bench" => browser::bench(),
        _ => Err(browser::Failure::new("browser bench | browser serve")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
