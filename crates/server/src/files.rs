//! The client's files.

use rust_embed::RustEmbed;
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../target/dist"]
#[allow_missing = true]
struct Dist;

/// A file as it is sent.
pub(crate) struct File {
    pub(crate) content: Cow<'static, [u8]>,
    pub(crate) kind: &'static str,
    /// How it is packed: `br`, `gzip` or nothing.
    pub(crate) encoding: Option<&'static str>,
    /// Changes with the content.
    pub(crate) tag: String,
}

/// The file at a path, packed in the best way that the browser understands.
pub(crate) fn find(path: &str, encodings: &str) -> Option<File> {
    let kind = kind_of(path)?;
    let understands = |name: &str| encodings.split(',').any(|word| word.split(';').next().map(str::trim) == Some(name));
    let packed = [("br", ".br"), ("gzip", ".gz")].into_iter().filter(|(name, _)| understands(name));
    let found = packed.map(|(name, end)| (Some(name), format!("{path}{end}"))).chain([(None, path.to_owned())]);
    found.into_iter().find_map(|(encoding, name)| {
        let file = Dist::get(&name)?;
        let hash: String = file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        Some(File { content: file.data, kind, encoding, tag: format!("\"{hash}\"") })
    })
}

/// What a browser calls the kind of a file; only these kinds are served.
fn kind_of(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}
