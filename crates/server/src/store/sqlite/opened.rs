//! Whether the files that were opened are still the ones in the data folder. Who deletes them, or mounts something over them, leaves
//! a server that writes to where nobody finds it again: nothing may be acknowledged then.

use crate::store::StoreError;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a file is, whatever its name. Where open files cannot be deleted its name is enough.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

#[cfg(unix)]
fn identity(file: &Path) -> std::io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(file).map(|found| (found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(file: &Path) -> std::io::Result<Identity> {
    std::fs::metadata(file).map(drop)
}

/// The files of an open database, as they were then.
pub(super) struct Opened(Vec<(PathBuf, Identity)>);

impl Opened {
    /// The database and its log, which is there once something was written.
    pub(super) fn new(database: &Path) -> Opened {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        let files = [database.to_owned(), log.into()].into_iter();
        Opened(files.filter_map(|file| identity(&file).ok().map(|identity| (file, identity))).collect())
    }

    /// An error if one of them is gone, or another has its name.
    pub(super) fn are_there(&self) -> Result<(), StoreError> {
        for (file, opened) in &self.0 {
            let gone = match identity(file) {
                Ok(found) => found != *opened,
                // Whoever may not look any more can still write.
                Err(error) => error.kind() == ErrorKind::NotFound,
            };
            if gone {
                return Err(StoreError(format!("{} was taken away from the running server", file.display())));
            }
        }
        Ok(())
    }
}
