//! A Debian package: the program, the unit for systemd, licences.

use super::trouble;
use crate::shell::{self, Failure, project_root, succeeds};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Makes the package of a program, where `dpkg-deb` is there to do it.
pub(super) fn make(program: &Path, system: &str, version: &str, folder: &Path) -> Result<(), Failure> {
    if !succeeds(Command::new("dpkg-deb").arg("--version")) {
        println!("{system}: no Debian package, dpkg-deb is missing (it is in the package dpkg of most systems)");
        return Ok(());
    }
    let processor = if system.ends_with("arm64") { "arm64" } else { "amd64" };
    let root = project_root().join("target/deb").join(processor);
    let _ = fs::remove_dir_all(&root);
    let unit = root.join("usr/lib/systemd/system/bastide.service");
    let documents = root.join("usr/share/doc/bastide");
    for (from, to) in [
        (program.to_owned(), root.join("usr/bin/bastide")),
        (project_root().join("deploy/bastide.service"), unit.clone()),
        (project_root().join("README.md"), documents.join("README.md")),
        (project_root().join("LICENSE-MIT"), documents.join("LICENSE-MIT")),
        (project_root().join("LICENSE-APACHE"), documents.join("LICENSE-APACHE")),
        (project_root().join("CHANGELOG.md"), documents.join("CHANGELOG.md")),
    ] {
        let place = to.parent().unwrap_or(&root);
        fs::create_dir_all(place).map_err(|error| trouble(place, &error))?;
        fs::copy(&from, &to).map_err(|error| trouble(&from, &error))?;
    }
    // Packages put programs where the system has its own.
    let text = fs::read_to_string(&unit).map_err(|error| trouble(&unit, &error))?;
    fs::write(&unit, text.replace("/usr/local/bin/", "/usr/bin/")).map_err(|error| trouble(&unit, &error))?;
    let kilobytes = fs::metadata(program).map_err(|error| trouble(program, &error))?.len() / 1024;
    for (name, text) in [
        ("DEBIAN/control", control(version, processor, kilobytes)),
        ("usr/share/doc/bastide/copyright", COPYRIGHT.to_owned()),
    ] {
        let file = root.join(name);
        let place = file.parent().unwrap_or(&root);
        fs::create_dir_all(place).map_err(|error| trouble(place, &error))?;
        fs::write(&file, text).map_err(|error| trouble(&file, &error))?;
    }
    for (name, text) in [("postinst", AFTER), ("prerm", BEFORE_REMOVAL), ("postrm", AFTER)] {
        let file = root.join("DEBIAN").join(name);
        fs::write(&file, text).and_then(|()| make_executable(&file)).map_err(|error| trouble(&file, &error))?;
    }
    let package = folder.join(format!("bastide_{version}_{processor}.deb"));
    let mut command = Command::new("dpkg-deb");
    command.args(["--build", "--root-owner-group"]).arg(&root).arg(&package);
    shell::run(&mut command, "The package cannot be made, see above.")
}

#[cfg(unix)]
fn make_executable(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// The server is started by whoever wants one, so installing only tells systemd that there is a unit.
const AFTER: &str = "\
#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
";

/// What is removed does not go on running; an upgrade leaves it to whoever runs the server when it is started again.
const BEFORE_REMOVAL: &str = "\
#!/bin/sh
set -e
if [ \"$1\" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now bastide.service || true; fi
";

const COPYRIGHT: &str = "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Bastide

Files: *
Copyright: the contributors of Bastide
License: MIT or Apache-2.0
 The whole texts are beside this file. What is used of others is listed in the release's CycloneDX file.
";

fn control(version: &str, processor: &str, kilobytes: u64) -> String {
    format!(
        "Package: bastide\nVersion: {version}\nArchitecture: {processor}\nMaintainer: the contributors of Bastide <bastide@localhost>\n\
         Installed-Size: {kilobytes}\nSection: games\nPriority: optional\nRecommends: ca-certificates\n\
         Description: tile-laying games of the Carcassonne family, with bots and a server\n \
         One program: the game in a browser, a server for many, computer players, an engine for other\n programs. \
         `bastide serve` begins on this machine; `systemctl enable --now bastide` for everybody.\n"
    )
}
