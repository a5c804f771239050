//! What an image for containers is built from: `target/image`, with the recipe and the programs for both processors.

use super::{Program, trouble};
use crate::shell::{Failure, project_root};
use std::fs;

/// Where the recipe finds everything.
const FOLDER: &str = "target/image";
const RECIPE: &str = "deploy/Dockerfile";

/// Lays out the folder from which an image is built, if there are programs for it.
pub(super) fn lay_out(programs: &[Program]) -> Result<(), Failure> {
    let folder = project_root().join(FOLDER);
    let _ = fs::remove_dir_all(&folder);
    let mut copies = vec![(project_root().join(RECIPE), folder.join("Dockerfile"))];
    for Program { file, system } in programs {
        if let Some(processor) = processor(system) {
            copies.push((file.clone(), folder.join(processor).join("bastide")));
        }
    }
    if copies.len() == 1 {
        return Ok(());
    }
    let empty = folder.join("empty");
    fs::create_dir_all(&empty).map_err(|error| trouble(&empty, &error))?;
    for (from, to) in copies {
        let place = to.parent().unwrap_or(&folder);
        fs::create_dir_all(place).map_err(|error| trouble(place, &error))?;
        fs::copy(&from, &to).map_err(|error| trouble(&from, &error))?;
    }
    println!("An image: docker build -t bastide {FOLDER} (or podman, buildah)");
    Ok(())
}

/// What containers and Debian call the processor of a Linux.
pub(super) fn processor(system: &str) -> Option<&'static str> {
    match system {
        "linux-x86_64" => Some("amd64"),
        "linux-arm64" => Some("arm64"),
        _ => None,
    }
}
