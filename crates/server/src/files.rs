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
    let kind = kind_of(path).filter(|_| is_inside(path))?;
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

/// Whether a path stays inside the folder of the client. In a program built for development the files are read from there, so
/// a path that leads out would be found.
fn is_inside(path: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    path.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && part.bytes().all(plain))
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
        "woff2" => "font/woff2",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_the_folder() {
        for path in ["index.html", "pkg/client_bg.wasm", "a-b_c.1.js"] {
            assert!(is_inside(path), "{path}");
        }
        for path in
            ["../index.html", "a/../../b.html", "/etc/a.html", "a//b.js", "..\\b.js", "%2e%2e/b.js", ".git/a.js", ""]
        {
            assert!(!is_inside(path), "{path}");
        }
        // A file that is there, of a kind that is served, beside the folder.
        assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/static/index.html").exists());
        assert!(find("../../crates/web/static/index.html", "").is_none());
    }

    #[test]
    fn the_best_packing_that_is_understood_comes_first() {
        let names = |encodings| understood(encodings).map(|(name, _)| name.unwrap_or("plain")).collect::<Vec<_>>();
        assert_eq!(names("gzip, deflate, br;q=0.9"), ["br", "gzip", "plain"]);
        assert_eq!(names("gzip;q=0, br;q=0"), ["plain"]);
        assert_eq!(names(""), ["plain"]);
    }
}
