//! Serves the browser client over HTTP. The client's files are part of the program (`cargo xtask web` makes them first).

mod files;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::Response;
use axum::routing::get;
use files::File;
use std::io;
use std::net::{Ipv4Addr, TcpListener};

/// A server that listens, and does not answer yet.
pub struct Server(TcpListener);

impl Server {
    /// Listens on this machine only. Port 0 takes any free one.
    pub fn local(port: u16) -> io::Result<Server> {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map(Server)
    }

    /// The port it listens on.
    pub fn port(&self) -> io::Result<u16> {
        self.0.local_addr().map(|address| address.port())
    }

    /// Whether the client's files are in this program.
    pub fn has_client() -> bool {
        files::find("index.html", "").is_some()
    }

    /// Answers until the program ends.
    pub fn run(self) -> io::Result<()> {
        self.0.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.0)?;
            axum::serve(listener, router()).await
        })
    }
}

fn router() -> Router {
    Router::new().fallback_service(get(file))
}

/// A file of the client; the page itself at the root.
async fn file(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = files::find(path, text(request.headers(), ACCEPT_ENCODING)) else {
        return status(StatusCode::NOT_FOUND);
    };
    if text(request.headers(), IF_NONE_MATCH) == file.tag {
        return status(StatusCode::NOT_MODIFIED);
    }
    send(file)
}

fn text(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn status(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

fn send(file: File) -> Response {
    let mut response = Response::builder()
        .header(CONTENT_TYPE, file.kind)
        .header(ETAG, file.tag)
        // The service worker decides what is kept; the browser only asks whether something is new.
        .header(CACHE_CONTROL, "no-cache")
        .header(VARY, "Accept-Encoding")
        .header(X_CONTENT_TYPE_OPTIONS, "nosniff");
    if let Some(encoding) = file.encoding {
        response = response.header(CONTENT_ENCODING, encoding);
    }
    response.body(Body::from(file.content)).unwrap_or_else(|_| status(StatusCode::INTERNAL_SERVER_ERROR))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Method;
    use tower::ServiceExt;

    fn ask(method: Method, path: &str) -> StatusCode {
        let request = Request::builder().method(method).uri(path).body(Body::empty()).expect("a plain request");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(router().oneshot(request)).expect("the router always answers").status()
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for path in ["/nothing", "/nothing.js", "/../Cargo.toml", "//etc/passwd", "/%2e%2e/Cargo.toml"] {
            assert_eq!(ask(Method::GET, path), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn only_reading_is_allowed() {
        assert_eq!(ask(Method::POST, "/"), StatusCode::METHOD_NOT_ALLOWED);
    }
}
