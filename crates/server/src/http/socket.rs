//! A room's WebSocket: events out, requests in.

use super::App;
use super::Standing;
use super::auth::{self, Speaker};
use super::error::{Failure, Path, Query, failure, read};
use super::feed::{Feed, Next, away};
use super::rooms::{Base, again, full_view, seat};
use crate::limits::{Address, Connected, What};
use crate::metrics::Present;
use crate::room::{Done, Request};
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::{Instant, timeout};
use wire::server::{
    Act, Acted, ApiErrorCode, Chat, FrameAnswer, FrameRequest, Join, Kick, PlayerView, Presence, SeatKind, Start, Undo,
    token_of_first_frame,
};

/// The longest message.
const MAX_MESSAGE: usize = super::error::MAX_BODY;
/// Thousands of connections each have buffers.
const BUFFER: usize = 1024;
/// How often the other side is asked whether it is still there.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// How long it may be silent.
const SILENCE: Duration = Duration::from_secs(60);
/// How long it may take to read what it is sent.
const PATIENCE: Duration = Duration::from_secs(20);
/// So many messages that are no requests are forgiven.
const NONSENSE: u32 = 20;

/// Where to begin and what else to tell.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SocketQuery {
    #[serde(default)]
    after: u64,
    #[serde(default)]
    presence: u8,
}

/// Whether a page of this origin may speak to the server: its own pages, those that are allowed, and programs, which
/// have none.
fn origin_is_good(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").is_some_and(|(scheme, rest)| {
        matches!(scheme, "http" | "https") && host.is_some_and(|host| host.eq_ignore_ascii_case(rest))
    });
    let allowed = app.config.origins.iter().chain(&app.config.address);
    own || allowed.into_iter().any(|allowed| allowed.trim_end_matches('/').eq_ignore_ascii_case(origin))
}

/// `GET /rooms/ID/ws`
#[expect(clippy::too_many_arguments, reason = "each is a part of the request that the framework takes out")]
pub(crate) async fn socket(
    State(app): State<Arc<App>>,
    address: Address,
    headers: HeaderMap,
    base: Base,
    speaker: Option<Speaker>,
    Path(id): Path,
    Query(query): Query<SocketQuery>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Failure> {
    let upgrade = upgrade.map_err(|error| failure(ApiErrorCode::BadRequest, error.body_text()))?;
    if !origin_is_good(&app, &headers) {
        return Err(failure(ApiErrorCode::Forbidden, "pages of other places may not connect here"));
    }
    let connected = app.limits.connect(address).await?;
    let player = speaker.map(|Speaker(player)| player);
    let feed = Feed::new(Arc::clone(&app), id.clone(), player.as_ref(), query.after).await?;
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20);
    let presence = query.presence != 0;
    let limit = app.limits.frames();
    let talk =
        Talk { app, address, base, id, player, feed, presence, limit, first: true, nonsense: 0, _connected: connected };
    Ok(upgrade.on_upgrade(move |socket| Box::pin(talk.run(socket))))
}

struct Talk {
    app: Arc<App>,
    address: Address,
    base: Base,
    id: String,
    player: Option<PlayerView>,
    feed: Feed,
    presence: bool,
    limit: Option<governor::DefaultDirectRateLimiter>,
    /// Whether nothing has been said yet.
    first: bool,
    nonsense: u32,
    _connected: Connected,
}

/// Why a conversation ends, as WebSockets say it.
type Goodbye = (u16, &'static str);

fn goodbye(error: axum::Error) -> Goodbye {
    tracing::debug!(%error, "a connection is lost");
    // The library says it in words only.
    match error.to_string().contains("too long") {
        true => (close_code::SIZE, "too long"),
        false => (close_code::AWAY, ""),
    }
}

impl Talk {
    async fn run(mut self, mut socket: WebSocket) {
        let app = Arc::clone(&self.app);
        let _present = Present::new(&app.metrics.sockets);
        let (code, reason) = match self.talk(&mut socket).await {
            Ok(()) => return,
            Err(goodbye) => goodbye,
        };
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = timeout(Duration::from_secs(1), socket.send(close)).await;
    }

    async fn talk(&mut self, socket: &mut WebSocket) -> Result<(), Goodbye> {
        let mut standing = self.app.standing.clone();
        let mut heard = Instant::now();
        let mut heartbeat = tokio::time::interval_at(heard + HEARTBEAT, HEARTBEAT);
        loop {
            tokio::select! {
                message = socket.recv() => {
                    heard = Instant::now();
                    match message {
                        None | Some(Ok(Message::Close(_))) => return Ok(()),
                        // Boxed: most connections only listen, most of the time.
                        Some(Ok(Message::Text(text))) => Box::pin(self.hear(socket, &text)).await?,
                        Some(Ok(Message::Binary(_))) => return Err((close_code::UNSUPPORTED, "text frames only")),
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Err(error)) => return Err(goodbye(error)),
                    }
                }
                next = self.feed.next() => match next {
                    Ok(Next::Event(text)) => self.send(socket, (*text).into()).await?,
                    Ok(Next::Presence | Next::UpToDate) if self.presence => Box::pin(self.tell_presence(socket)).await?,
                    Ok(Next::Presence | Next::UpToDate) => {}
                    Ok(Next::End) => return Err((close_code::NORMAL, "the room is gone")),
                    Err(_) => return Err((close_code::ERROR, "storage failed")),
                },
                _ = heartbeat.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Err((close_code::POLICY, "nobody there"));
                    }
                    let ping = timeout(PATIENCE, socket.send(Message::Ping(axum::body::Bytes::new()))).await;
                    ping.map_err(|_| (close_code::POLICY, "too slow"))?.map_err(goodbye)?;
                }
                standing = away(&mut standing) => return Err(match standing {
                    Standing::Closing => (close_code::RESTART, "the server restarts"),
                    _ => (close_code::RESTART, "this node is cut off"),
                }),
            }
        }
    }

    async fn send(&self, socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), Goodbye> {
        let sent = timeout(PATIENCE, socket.send(Message::Text(text))).await;
        sent.map_err(|_| (close_code::POLICY, "too slow"))?.map_err(goodbye)
    }

    async fn tell_presence(&self, socket: &mut WebSocket) -> Result<(), Goodbye> {
        let Ok(view) = full_view(&self.app, &self.base, &self.id).await else { return Ok(()) };
        let presence = Presence {
            present: view.seats.iter().map(|seat| seat.present || seat.kind == SeatKind::Bot).collect(),
            spectators: view.spectators,
            client: self.app.client.clone(),
            now: self.app.now(),
        };
        self.send(socket, text(&presence)).await
    }

    /// Somebody said something.
    async fn hear(&mut self, socket: &mut WebSocket, said: &str) -> Result<(), Goodbye> {
        let first = std::mem::take(&mut self.first);
        if let Some(token) = token_of_first_frame(said).filter(|_| first) {
            match auth::player(&self.app, &token).await {
                Ok(player) => {
                    self.feed.identify(&player).await;
                    self.player = Some(player);
                    return Ok(());
                }
                Err(error) => {
                    self.refuse(socket, None, error).await?;
                    return Err((close_code::POLICY, "unauthorised"));
                }
            }
        }
        self.app.metrics.frames.fetch_add(1, Ordering::Relaxed);
        let request = match read::<FrameRequest>(said.as_bytes()) {
            Ok(request) => request,
            Err(error) => {
                self.nonsense += 1;
                self.refuse(socket, frame_id(said), error).await?;
                return if self.nonsense > NONSENSE { Err((close_code::POLICY, "nonsense")) } else { Ok(()) };
            }
        };
        let id = request.id().to_owned();
        if self.limit.as_ref().is_some_and(|limit| limit.check().is_err()) {
            self.app.metrics.refused.fetch_add(1, Ordering::Relaxed);
            return self.refuse(socket, Some(id), failure(ApiErrorCode::TooMany, "too many requests")).await;
        }
        match self.answer(&id, request).await {
            Ok(answer) => self.send(socket, answer).await,
            Err(error) => self.refuse(socket, Some(id), error).await,
        }
    }

    async fn refuse(&self, socket: &mut WebSocket, id: Option<String>, Failure(error): Failure) -> Result<(), Goodbye> {
        self.send(socket, text(&FrameAnswer::<()>::Failed { id, ok: false, error })).await
    }

    async fn answer(&self, id: &str, request: FrameRequest) -> Result<Utf8Bytes, Failure> {
        let app = &self.app;
        let request = match request {
            FrameRequest::Ping { .. } => return Ok(done(id, true)),
            FrameRequest::Room { .. } => return Ok(done(id, full_view(app, &self.base, &self.id).await?)),
            FrameRequest::State { .. } => return Ok(done(id, app.rooms.state(&self.id).await?)),
            FrameRequest::Rematch { .. } => {
                return Ok(done(id, again(app, &self.base, self.player()?, &self.id).await?));
            }
            FrameRequest::Join { seat: wish, contribution, .. } => {
                let join = Request::Join(Join { seat: wish, contribution });
                return Ok(done(id, seat(app.rooms.act(&self.id, self.player()?, join).await)?));
            }
            FrameRequest::Action { id, after, action } => Request::Act(Act { id, after, action }),
            FrameRequest::Chat { text, .. } => {
                app.limits.check(What::Chat, self.address).await?;
                Request::Chat(Chat { text })
            }
            FrameRequest::Undo { accept, to, .. } => Request::Undo(Undo { accept, to }),
            FrameRequest::Start { level, .. } => Request::Start(Start { level }),
            FrameRequest::Kick { seat, .. } => Request::Kick(Kick { seat }),
            FrameRequest::Leave { .. } => Request::Leave,
            FrameRequest::Resign { .. } => Request::Resign,
        };
        match app.rooms.act(&self.id, self.player()?, request).await? {
            Done::Number(n) => Ok(done(id, Acted { n })),
            Done::Seat(seat) => Ok(done(id, wire::server::SeatAnswer { seat })),
        }
    }

    fn player(&self) -> Result<&PlayerView, Failure> {
        let missing =
            || failure(ApiErrorCode::Unauthorised, "say who you are in the first frame: `Authorization: Bearer TOKEN`");
        self.player.as_ref().ok_or_else(missing)
    }
}

fn text(value: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(value).unwrap_or_default().into()
}

fn done<T: Serialize>(id: &str, ok: T) -> Utf8Bytes {
    text(&FrameAnswer::Done { id: id.to_owned(), ok })
}

/// The `id` of a frame that is no request otherwise.
fn frame_id(said: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(said).ok()?;
    Some(value.get("id")?.as_str()?.chars().take(wire::server::MAX_REQUEST_ID).collect())
}
