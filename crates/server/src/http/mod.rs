//! HTTP: which address does what.

mod auth;
mod docs;
mod error;
mod feed;
mod pages;
mod players;
mod rooms;
mod socket;

use crate::config::Config;
use crate::hub::Hub;
use crate::limits::{Limits, What};
use crate::metrics::Metrics;
use crate::nodes::Nodes;
use crate::room::Rooms;
use crate::secret;
use crate::store::Store;
use crate::time::Millis;
use auth::Known;
use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use error::{Failure, failure};
pub(crate) use feed::closed;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tokio::sync::watch;
use tracing::Instrument;
use wire::server::{ApiErrorCode, BASE_PATH};

/// How the server stands towards those who come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Standing {
    /// All is well.
    #[default]
    Open,
    /// It is cut off from what it needs: people should come back, to another node if there is one.
    Away,
    /// It stops.
    Closing,
}

/// What every request can use.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) rooms: Rooms,
    pub(crate) known: Known,
    pub(crate) limits: Arc<Limits>,
    pub(crate) metrics: Arc<Metrics>,
    /// The other nodes, if there may be any.
    pub(crate) nodes: Option<Arc<Nodes>>,
    /// Whether the server takes people, and keeps them.
    pub(crate) standing: watch::Receiver<Standing>,
    /// Whether it was asked to take nobody new: it will stop soon.
    pub(crate) lame: AtomicBool,
    /// Which version of the client is served.
    pub(crate) client: String,
}

impl App {
    /// Puts the parts together.
    pub(crate) fn new(
        config: Config,
        store: Arc<dyn Store>,
        hub: Arc<Hub>,
        rooms: Rooms,
        metrics: Arc<Metrics>,
        nodes: Option<Arc<Nodes>>,
        standing: watch::Receiver<Standing>,
    ) -> App {
        let shared = nodes.as_ref().map(|nodes| Arc::clone(&nodes.store));
        let limits = Arc::new(Limits::new(config.limits, config.connections, shared));
        let client = crate::files::find("index.html", "").map_or_else(String::new, |file| file.tag);
        let (known, lame) = (Known::default(), AtomicBool::new(false));
        App { config, store, hub, rooms, known, limits, metrics, nodes, standing, lame, client }
    }

    /// What time it is.
    pub(crate) fn now(&self) -> Millis {
        self.config.time.now()
    }
}

/// Nothing comes from elsewhere, nothing is framed, no script is written into the page. Tiles are drawn with styles of their
/// own, and compiled code needs its permission.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; media-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// All addresses of the server.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/guests", post(players::create))
        .route("/guests/claim", post(players::claim))
        .route("/me", get(players::me))
        .route("/me/name", post(players::rename))
        .route("/me/link", post(players::link))
        .route("/players/{id}", get(players::show))
        .route("/leaders", get(players::leaders))
        .route("/bots", get(players::bots))
        .route("/rooms", post(rooms::create).get(rooms::list))
        .route("/rooms/{id}", get(rooms::show))
        .route("/rooms/{id}/join", post(rooms::join))
        .route("/rooms/{id}/start", post(rooms::start))
        .route("/rooms/{id}/kick", post(rooms::kick))
        .route("/rooms/{id}/change", post(rooms::change))
        .route("/rooms/{id}/leave", post(rooms::leave))
        .route("/rooms/{id}/resign", post(rooms::resign))
        .route("/rooms/{id}/rematch", post(rooms::rematch))
        .route("/rooms/{id}/undo", post(rooms::undo))
        .route("/rooms/{id}/chat", post(rooms::chat))
        .route("/rooms/{id}/actions", post(rooms::act))
        .route("/rooms/{id}/state", get(rooms::state))
        .route("/rooms/{id}/record", get(rooms::record))
        .route("/rooms/{id}/events", get(feed::events))
        .route("/rooms/{id}/ws", get(socket::socket))
        .method_not_allowed_fallback(wrong_method);
    Router::new()
        .nest(BASE_PATH, api)
        .route("/api/openapi.json", get(docs::openapi))
        .route("/api/docs", get(docs::page))
        .route("/healthz", get(pages::healthy))
        .route("/readyz", get(pages::ready))
        .route("/metrics", get(pages::metrics))
        .fallback(pages::file)
        .layer(from_fn_with_state(Arc::clone(&app), around))
        .with_state(app)
}

async fn wrong_method() -> Response {
    failure(ApiErrorCode::BadRequest, "this address is not asked like that").with(StatusCode::METHOD_NOT_ALLOWED)
}

/// What happens around every request: a number, limits, headers, a line in the log.
async fn around(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let id = request_id(&request);
    let path = request.uri().path();
    let api = path.starts_with("/api/");
    // The path names rooms and players, never secrets; what comes after `?` is not logged.
    let span = tracing::info_span!("request", id = %id, method = %request.method(), path = %path);
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = auth::address(&app, request.headers(), peer);
    let cut_off = || api && *app.standing.borrow() == Standing::Away;
    let mut response = match app.limits.check(What::Request, address).await {
        Ok(()) if cut_off() => {
            failure(ApiErrorCode::Unavailable, "this node cannot reach the others; try again").into_response()
        }
        // No text that is kept anywhere has it, and PostgreSQL cannot even be asked for it.
        Ok(()) if path.contains("%00") => failure(ApiErrorCode::NotFound, "there is nothing here").into_response(),
        Ok(()) if request.uri().query().is_some_and(|query| query.contains("%00")) => {
            failure(ApiErrorCode::BadRequest, "no name has a zero in it").into_response()
        }
        Ok(()) => next.run(request).instrument(span.clone()).await,
        Err(error) => {
            app.metrics.refused.fetch_add(1, Ordering::Relaxed);
            Failure(error).into_response()
        }
    };
    let took = begun.elapsed();
    let status = response.status().as_u16();
    app.metrics.answered(status, took);
    span.in_scope(|| match status {
        500.. => tracing::warn!(status, micros = took.as_micros() as u64, "answered"),
        _ => tracing::debug!(status, micros = took.as_micros() as u64, "answered"),
    });
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", CONTENT_SECURITY_POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if api {
        headers.entry("cache-control").or_insert(HeaderValue::from_static("no-store"));
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert("x-request-id", id);
    }
    response
}

/// The number that a proxy gave the request, or a new one.
fn request_id(request: &Request) -> String {
    let given = request.headers().get("x-request-id").and_then(|id| id.to_str().ok());
    let plain =
        |id: &&str| (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    given.filter(plain).map_or_else(|| secret::hex(&secret::random::<8>()), str::to_owned)
}
