//! The client's files, and the few things that are not part of the API.

use super::{App, Standing};
use crate::files::{self, File};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A file of the client; the page itself at the root.
pub(crate) async fn file(request: Request) -> Response {
    if request.uri().path().starts_with("/api/") {
        let error = super::error::failure(wire::server::ApiErrorCode::NotFound, "there is nothing here");
        return error.into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return status(StatusCode::METHOD_NOT_ALLOWED);
    }
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
        .header(VARY, "Accept-Encoding");
    if let Some(encoding) = file.encoding {
        response = response.header(CONTENT_ENCODING, encoding);
    }
    response.body(Body::from(file.content)).unwrap_or_else(|_| status(StatusCode::INTERNAL_SERVER_ERROR))
}

/// `GET /healthz`: the program answers.
pub(crate) async fn healthy() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: storage answers and keeps what it is given, and the server is not about to stop.
pub(crate) async fn ready(State(app): State<Arc<App>>) -> Response {
    let unwilling = match *app.standing.borrow() {
        Standing::Closing => Some("closing\n"),
        Standing::Away => Some("cut off from PostgreSQL or NATS\n"),
        Standing::Open if app.lame.load(Ordering::Relaxed) => Some("about to stop\n"),
        Standing::Open => (!app.rooms.can_keep()).then_some("storage keeps nothing\n"),
    };
    if let Some(why) = unwilling {
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    }
    match app.store.room_key(String::new()).await {
        Ok(_) => "ready\n".into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "storage does not answer\n").into_response(),
    }
}

/// `GET /metrics`
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let mut text = app.metrics.text(app.rooms.live(), app.hub.listeners());
    if let Some(nodes) = &app.nodes {
        nodes.write_metrics(&mut text);
    }
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
