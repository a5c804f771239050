//! A Debian package: the program, its manual page, the unit for systemd, licences.

use super::trouble;
use crate::shell::{self, Failure, output, project_root, succeeds};
use crate::web;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Makes the package of a program, where `dpkg-deb` is there to do it.
pub(super) fn make(program: &Path, processor: &str, version: &str, folder: &Path) -> Result<(), Failure> {
    if !succeeds(Command::new("dpkg-deb").arg("--version")) {
        println!("{processor}: no Debian package, dpkg-deb is missing (it is in the package dpkg of most systems)");
        return Ok(());
    }
    let root = project_root().join("target/deb").join(processor);
    let _ = fs::remove_dir_all(&root);
    let source = |name: &str| read(&project_root().join(name));
    let text = |name: &str| Ok(String::from_utf8_lossy(&source(name)?).into_owned());
    let documents = "usr/share/doc/bastide";
    let mut files: Vec<(String, Vec<u8>)> = vec![
        ("usr/bin/bastide".to_owned(), read(program)?),
        // Packages put programs where the system has its own.
        (
            "usr/lib/systemd/system/bastide.service".to_owned(),
            text("deploy/bastide.service")?.replace("/usr/local/bin/", "/usr/bin/").into(),
        ),
        ("usr/share/man/man1/bastide.1.gz".to_owned(), web::gzip(&source("deploy/bastide.1")?)?),
        (format!("{documents}/README.md"), source("README.md")?),
        (format!("{documents}/CHANGELOG.md.gz"), web::gzip(&source("CHANGELOG.md")?)?),
        (format!("{documents}/changelog.gz"), web::gzip(changelog(version)?.as_bytes())?),
        (format!("{documents}/copyright"), copyright(&text("LICENSE-MIT")?).into()),
        ("usr/share/lintian/overrides/bastide".to_owned(), OVERRIDES.into()),
    ];
    let kilobytes = files.iter().map(|(_, content)| content.len().div_ceil(1024)).sum();
    let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    files.push(("DEBIAN/control".to_owned(), control(version, processor, kilobytes).into()));
    for (name, text) in [("postinst", AFTER), ("prerm", BEFORE_REMOVAL), ("postrm", AFTER)] {
        files.push((format!("DEBIAN/{name}"), text.into()));
    }
    for (name, content) in files {
        let file = root.join(&name);
        let place = file.parent().unwrap_or(&root);
        fs::create_dir_all(place).map_err(|error| trouble(place, &error))?;
        fs::write(&file, content).map_err(|error| trouble(&file, &error))?;
    }
    // With these `dpkg --verify` finds damaged files; a package without them can be installed as well.
    if let Ok(sums) = output(Command::new("md5sum").args(&names).current_dir(&root)) {
        let file = root.join("DEBIAN/md5sums");
        fs::write(&file, sums).map_err(|error| trouble(&file, &error))?;
    }
    for name in ["usr/bin/bastide", "DEBIAN/postinst", "DEBIAN/prerm", "DEBIAN/postrm"] {
        let file = root.join(name);
        make_executable(&file).map_err(|error| trouble(&file, &error))?;
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

/// What lintian would say about a program like this one, and why it is so.
const OVERRIDES: &str = "\
# One program for every release of every distribution.
bastide: statically-linked-binary [usr/bin/bastide]
# The project has no address of its own; whoever distributes the package puts in theirs.
bastide: bogus-mail-host Maintainer bastide@localhost
bastide: bogus-mail-host-in-debian-changelog *
";

/// The changes as Debian's tools read them. The same for the same sources: the date is that of the last commit, if it is known.
fn changelog(version: &str) -> Result<String, Failure> {
    let mut date = Command::new("git");
    date.args(["log", "-1", "--format=%cD"]).current_dir(project_root());
    let date = output(&mut date).unwrap_or_default();
    let date = if date.trim().is_empty() { output(Command::new("date").arg("-R"))? } else { date };
    Ok(format!(
        "bastide ({version}) unstable; urgency=medium\n\n  * What is new is told in CHANGELOG.md.gz beside this file.\n\n \
         -- {MAINTAINER}  {}\n",
        date.trim()
    ))
}

/// Under which terms everything stands, in Debian's form.
fn copyright(mit: &str) -> String {
    let (holder, terms) = mit.split_once("\n\nPermission").unwrap_or(("", mit));
    let holder = holder.lines().last().unwrap_or_default().trim_start_matches("Copyright (c)").trim();
    let terms: String = format!("Permission{terms}")
        .lines()
        .map(|line| if line.trim().is_empty() { " .\n".to_owned() } else { format!(" {line}\n") })
        .collect();
    format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Bastide\n\
         Comment: What is used of others is listed in the release's CycloneDX file.\n\n\
         Files: *\nCopyright: {holder}\nLicense: Expat or Apache-2.0\n\n\
         License: Expat\n{terms}\n\
         License: Apache-2.0\n On Debian systems the whole text is in /usr/share/common-licenses/Apache-2.0.\n"
    )
}

/// Who answers for the package.
const MAINTAINER: &str = "The Bastide authors <bastide@localhost>";

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(|error| trouble(file, &error))
}

fn control(version: &str, processor: &str, kilobytes: usize) -> String {
    format!(
        "Package: bastide\nVersion: {version}\nArchitecture: {processor}\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {kilobytes}\nSection: net\nPriority: optional\nRecommends: ca-certificates\n\
         Description: tile-laying games of the Carcassonne family, with bots and a server\n \
         One program: the game in a browser, a server for many, computer players,\n \
         an engine for other programs. `bastide serve` begins on this machine,\n \
         `systemctl enable --now bastide` for everybody.\n"
    )
}
