//! `browser bench [PART]…` measures the client; `browser serve PORT DATA` is the server that the tests and the benchmark start.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["serve", port, data] => match port.parse() {
            Ok(port) => browser::serve(port, data.into()),
            Err(error) => Err(browser::Failure::new(format!("{port}: {error}"))),
        },
        ["bench", ref parts @ ..] => browser::bench(parts),
        _ => Err(browser::Failure::new("browser bench [PART]… | browser serve PORT DATA")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
