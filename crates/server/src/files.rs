//! The client's files.

use axum::body::Bytes;
use rust_embed::RustEmbed;
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "../../target/dist"]
#[allow_missing = true]
struct Dist;

/// A file as it is sent.
pub(crate) struct File {
    pub(crate) content: Bytes,
    pub(crate) kind: &'static str,
    /// How it is packed: `br`, `gzip` or nothing.
    pub(crate) encoding: Option<&'static str>,
    /// Changes with the content.
    pub(crate) tag: String,
}

/// The file at a path, packed in the best way that the browser understands.
pub(crate) fn find(path: &str, encodings: &str) -> Option<File> {
    let kind = kind_of(path)?;
    understood(encodings).find_map(|(encoding, end)| {
        let file = Dist::get(&format!("{path}{end}"))?;
        let hash: String = file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let content = match file.data {
            Cow::Borrowed(content) => Bytes::from_static(content),
            Cow::Owned(content) => Bytes::from(content),
        };
        Some(File { content, kind, encoding, tag: format!("\"{hash}\"") })
    })
}

/// The packings that a browser understands, best first, with how the names of packed files end.
fn understood(encodings: &str) -> impl Iterator<Item = (Option<&'static str>, &'static str)> {
    let said = |name: &str| {
        encodings.split(',').any(|word| {
            let mut parts = word.split(';').map(str::trim);
            parts.next() == Some(name) && parts.next() != Some("q=0")
        })
    };
    let packed = [("br", ".br"), ("gzip", ".gz")].map(|(name, end)| said(name).then_some((Some(name), end)));
    packed.into_iter().flatten().chain([(None, "")])
}

/// What a browser calls the kind of a file; only these kinds are served.
fn kind_of(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_packing_that_is_understood_comes_first() {
        let names = |encodings| understood(encodings).map(|(name, _)| name.unwrap_or("plain")).collect::<Vec<_>>();
        assert_eq!(names("gzip, deflate, br;q=0.9"), ["br", "gzip", "plain"]);
        assert_eq!(names("gzip;q=0, br;q=0"), ["plain"]);
        assert_eq!(names(""), ["plain"]);
    }
}
