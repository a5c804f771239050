//! The project's tasks: `cargo play`, `cargo verify`, and the rest as `cargo xtask <task>`.

mod chromium;
mod cluster;
mod crash;
mod deny;
mod dist;
mod fuzz;
mod golden;
mod language;
#[expect(dead_code, reason = "the client's build script needs more of it")]
#[path = "../../crates/web/build/messages.rs"]
mod messages;
mod pictures;
mod play;
mod python;
mod shell;
mod site;
mod tidy;
mod verify;
mod web;

use shell::Failure;
use std::process::ExitCode;

const USAGE: &str = "\
cargo play [--dev] [--port N]    builds the browser client, serves it on this machine and opens it
cargo verify [--quick]           runs every check; --quick leaves out Python, the browser and fuzzing

cargo xtask web [--dev]          builds the browser client into target/dist
cargo xtask language new CODE    begins a language of the client
cargo xtask language check [CODE]  what a language lacks, or all
cargo xtask bench-web [PART]...  measures the browser client in a real Chromium
cargo xtask pictures             draws the pictures in the README and the documents
cargo xtask site                 builds the documentation site into target/site and checks its links
cargo xtask python               builds the Python package and runs its tests
cargo xtask wheel                builds the Python package as a wheel into target/wheels
cargo xtask tidy                 the checks that rustc and clippy do not know
cargo xtask deny                 licences and advisories of everything that is used
cargo xtask fuzz                 fuzzes every target, 20 seconds each
cargo xtask fuzz --seconds N     ... N seconds each
cargo xtask fuzz TARGET [--seconds N]
cargo xtask fuzz TARGET FILE...  runs a target once on each file, to reproduce a finding
cargo xtask crash [--kills N]    kills the server N times (1000) while people play, and compares what is there
cargo xtask cluster [--nodes N] [--workers N] [--port N] [--dev] [--built]
                                 starts PostgreSQL, NATS, N nodes (3) and a proxy before them; Ctrl+C stops everything
cargo xtask cluster --load GAMES [--seconds S] [--every S] [--nodes N] [--together]
                                 ... and measures what an action costs
cargo xtask dist [--quick]       makes what a release needs into target/release-files; --quick: with slower programs, to look at it
cargo xtask golden [ARGS]        runs the tests (cargo test ARGS) and rewrites their golden files";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.split_first() {
        Some((task, rest)) => run(task, rest),
        None => Err(Failure::new(USAGE)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &str, arguments: &[String]) -> Result<(), Failure> {
    match (task, arguments) {
        ("play", arguments) => play::play(arguments),
        ("verify", []) => verify::verify(verify::Extent::Full),
        ("verify", [flag]) if flag == "--quick" => verify::verify(verify::Extent::Quick),
        ("web", arguments) => web::web(web::Build::parse(arguments)?),
        ("language", arguments) => language::language(arguments),
        ("bench-web", parts) => chromium::bench(parts),
        ("pictures", []) => pictures::pictures(),
        ("site", []) => site::site(),
        ("python", []) => python::test(),
        ("wheel", []) => python::wheel(),
        ("tidy", []) => tidy::tidy(),
        ("fuzz", arguments) => fuzz::fuzz(fuzz::Request::parse(arguments)?),
        ("crash", []) => crash::crash("1000"),
        ("crash", [flag, kills]) if flag == "--kills" => crash::crash(kills),
        ("cluster", arguments) => cluster::cluster(arguments),
        ("deny", []) => deny::deny(),
        ("dist", []) => dist::dist(dist::Care::Full),
        ("dist", [flag]) if flag == "--quick" => dist::dist(dist::Care::Quick),
        ("golden", arguments) => golden::golden(arguments),
        ("help" | "--help" | "-h", []) => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(Failure::new(format!("`{task}` with these arguments is not a task. The tasks are:\n\n{USAGE}"))),
    }
}
