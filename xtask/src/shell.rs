//! Running other programs.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Why a task stopped, in words for the person who started it.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The folder that holds the workspace.
pub(crate) fn project_root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// The cargo that started this program, in the root of the project.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.args(arguments).current_dir(project_root());
    command
}

/// Shows the command, runs it with its output on this terminal, and demands success; `advice` says what to do else.
pub(crate) fn run(command: &mut Command, advice: &str) -> Result<(), Failure> {
    println!("$ {}", shown(command));
    let status = command
        .status()
        .map_err(|error| Failure::new(format!("cannot start {:?}: {error}\n{advice}", command.get_program())))?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("failed ({status}).\n{advice}"))) }
}

/// Whether a program can be started and says that all is well; its output is thrown away.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// What a program prints on standard output.
pub(crate) fn output(command: &mut Command) -> Result<String, Failure> {
    match command.stdin(Stdio::null()).stderr(Stdio::inherit()).output() {
        Ok(result) if result.status.success() => Ok(String::from_utf8_lossy(&result.stdout).into_owned()),
        Ok(result) => Err(Failure::new(format!("`{}` failed ({})", shown(command), result.status))),
        Err(error) => Err(Failure::new(format!("cannot start `{}`: {error}", shown(command)))),
    }
}

/// Installs packages where the system is Debian's and this may be done without a question; says whether it was.
pub(crate) fn install_packages(packages: &[&str]) -> bool {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"));
    let (program, before): (&str, &[&str]) = if root { ("apt-get", &[]) } else { ("sudo", &["-n", "apt-get"]) };
    let apt = |arguments: &[&str]| {
        let mut command = Command::new(program);
        succeeds(command.args(before).args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let wanted = [&["install", "-y", "--no-install-recommends"], packages].concat();
    apt(&wanted) || (apt(&["update"]) && apt(&wanted))
}

/// The command as a person would type it, with what it changes in the environment.
fn shown(command: &Command) -> String {
    // A path is long, and nobody would type it.
    let told = command.get_envs().filter(|(name, _)| *name != "PATH");
    let environment = told.filter_map(|(name, value)| {
        value.map(|value| format!("{}={}", name.to_string_lossy(), quoted(&value.to_string_lossy())))
    });
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args()).map(|word| quoted(&word.to_string_lossy()));
    environment.chain(words).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    if word.contains(char::is_whitespace) { format!("'{word}'") } else { word.to_owned() }
}
