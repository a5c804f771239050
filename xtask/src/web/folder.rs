//! The folder with the finished client: what lies in it, packed copies, and how large it is.

use crate::shell::Failure;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Files that are too small to be worth packing are sent as they are.
const LEAST_PACKED: usize = 1024;
/// What is packed already.
const PACKED: [&str; 4] = ["br", "gz", "woff2", "png"];

/// A fingerprint of contents (FNV-1a): it only has to tell builds apart.
pub(super) struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    pub(super) fn add(&mut self, content: &[u8]) {
        self.0 = content.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }

    /// Adds names and contents of files.
    pub(super) fn add_files(&mut self, files: &[PathBuf]) -> Result<(), Failure> {
        for file in files {
            self.add(file.file_name().unwrap_or_default().as_encoded_bytes());
            self.add(&read(file)?);
        }
        Ok(())
    }

    pub(super) fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// All files of a folder and of those in it, in order.
pub(super) fn files_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| trouble(folder, &error))?;
    let mut files = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(files_of(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

pub(super) fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(|error| trouble(file, &error))
}

pub(super) fn read_text(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(|error| trouble(file, &error))
}

pub(super) fn write(file: &Path, content: &[u8]) -> Result<(), Failure> {
    fs::write(file, content).map_err(|error| trouble(file, &error))
}

/// Puts a packed copy beside every file.
pub(super) fn pack(folder: &Path) -> Result<(), Failure> {
    let files = Mutex::new(files_of(folder)?);
    let next = || files.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let work = || std::iter::from_fn(next).try_for_each(|file| pack_file(&file));
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let stopped = |_| Err(Failure::new(format!("packing {} stopped", folder.display())));
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(stopped))
    })
}

fn pack_file(file: &Path) -> Result<(), Failure> {
    let content = read(file)?;
    if content.len() < LEAST_PACKED || is_packed(file) {
        return Ok(());
    }
    let beside = |end: &str| PathBuf::from(format!("{}{end}", file.display()));
    let mut small = Vec::new();
    let settings = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    brotli::BrotliCompress(&mut content.as_slice(), &mut small, &settings)
        .and_then(|_| fs::write(beside(".br"), &small))
        .map_err(|error| trouble(file, &error))?;
    write(&beside(".gz"), &gzip(&content)?)
}

/// Contents as every browser can unpack them.
pub(crate) fn gzip(content: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let packed = packer.write_all(content).and_then(|()| packer.finish());
    packed.map_err(|error| Failure::new(format!("cannot pack: {error}")))
}

fn is_packed(file: &Path) -> bool {
    file.extension().is_some_and(|end| PACKED.iter().any(|packed| end == *packed))
}

/// Bytes of a file: as it is, and as it is sent.
pub(super) fn sizes(file: &Path) -> (u64, u64) {
    let size = |path: PathBuf| fs::metadata(path).map(|data| data.len()).ok();
    let plain = size(file.to_owned()).unwrap_or(0);
    (plain, size(PathBuf::from(format!("{}.br", file.display()))).unwrap_or(plain))
}

pub(super) fn trouble(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}
