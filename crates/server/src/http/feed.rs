//! The events of a room, one after the other, each once: first those that are stored, then new ones as they come.

use super::auth::Speaker;
use super::error::{Failure, Path, Query, failure};
use super::{App, Standing};
use crate::hub::{News, Subscription};
use crate::limits::{Address, Connected};
use crate::metrics::Present;
use crate::store::{RoomKey, StoreError};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::watch;
use wire::server::{ApiErrorCode, PlayerView};

/// How many stored events are read at once.
const CHUNK: u32 = 128;

/// How long nothing may be said before an empty line shows that the connection stands.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// What comes next.
pub(crate) enum Next {
    /// An event.
    Event(Arc<str>),
    /// Somebody came or went.
    Presence,
    /// Everything that is stored has been told, for the first time.
    UpToDate,
    /// The room is gone.
    End,
}

/// Somebody's way through the events of a room.
pub(crate) struct Feed {
    app: Arc<App>,
    room: String,
    key: RoomKey,
    player: Option<String>,
    news: Subscription,
    waiting: VecDeque<(u64, Arc<str>)>,
    /// The number of the last event that was told.
    last: u64,
    behind: bool,
    fresh: bool,
}

impl Feed {
    /// Begins after an event.
    pub(crate) async fn new(
        app: Arc<App>,
        room: String,
        player: Option<&PlayerView>,
        after: u64,
    ) -> Result<Feed, Failure> {
        let key = app.store.room_key(room.clone()).await?;
        let key = key.ok_or_else(|| failure(ApiErrorCode::NotFound, "there is no such room"))?;
        let player = player.map(|player| player.id.clone());
        let news = app.hub.subscribe(&room, player.as_deref()).await;
        Ok(Feed { app, room, key, player, news, waiting: VecDeque::new(), last: after, behind: true, fresh: true })
    }

    /// The one who listens has said who they are.
    pub(crate) async fn identify(&mut self, player: &PlayerView) {
        self.player = Some(player.id.clone());
        self.listen().await;
    }

    /// Listens anew; what was missed is read from storage.
    async fn listen(&mut self) {
        self.news = self.app.hub.subscribe(&self.room, self.player.as_deref()).await;
        self.behind = true;
    }

    /// Waits for what comes next. Nothing is lost when the wait is given up.
    pub(crate) async fn next(&mut self) -> Result<Next, StoreError> {
        loop {
            if let Some((n, text)) = self.waiting.pop_front() {
                if n == self.last + 1 {
                    self.last = n;
                    return Ok(Next::Event(text));
                }
                if n > self.last + 1 {
                    self.waiting.clear();
                    self.behind = true;
                }
                continue;
            }
            if self.behind {
                let lines = self.app.store.lines(self.key, self.last, CHUNK).await?;
                self.behind = !lines.is_empty();
                self.waiting = lines.into();
                if !self.behind && std::mem::take(&mut self.fresh) {
                    return Ok(Next::UpToDate);
                }
                continue;
            }
            match self.news.next().await {
                Some(News::Event(n, text)) => self.waiting.push_back((n, text)),
                Some(News::Presence) => return Ok(Next::Presence),
                Some(News::Behind) => self.behind = true,
                None if self.app.store.room_key(self.room.clone()).await?.is_none() => return Ok(Next::End),
                None => {
                    self.app.metrics.cut_off.fetch_add(1, Ordering::Relaxed);
                    self.listen().await;
                }
            }
        }
    }
}

/// Waits until the server is about to stop.
pub(crate) async fn closed(standing: &mut watch::Receiver<Standing>) {
    if standing.wait_for(|standing| *standing == Standing::Closing).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Waits until people should go elsewhere.
pub(crate) async fn away(standing: &mut watch::Receiver<Standing>) -> Standing {
    let reached = standing.wait_for(|standing| *standing != Standing::Open).await.map(|standing| *standing);
    match reached {
        Ok(standing) => standing,
        Err(_) => std::future::pending().await,
    }
}

/// Where to begin and whether to wait.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventsQuery {
    #[serde(default)]
    after: u64,
    #[serde(default)]
    wait: Option<u8>,
}

struct Stream {
    feed: Feed,
    wait: bool,
    over: bool,
    app: Arc<App>,
    _connected: Connected,
}

/// `GET /rooms/ID/events`
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    address: Address,
    speaker: Option<Speaker>,
    Path(id): Path,
    Query(query): Query<EventsQuery>,
) -> Result<Response, Failure> {
    let connected = app.limits.connect(address).await?;
    let player = speaker.map(|Speaker(player)| player);
    let feed = Feed::new(Arc::clone(&app), id, player.as_ref(), query.after).await?;
    let stream = Stream { feed, wait: query.wait != Some(0), over: false, app, _connected: connected };
    let body = Body::from_stream(futures_util::stream::unfold(stream, next_line));
    let headers = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    Ok((headers, body).into_response())
}

async fn next_line(mut stream: Stream) -> Option<(Result<Bytes, StoreError>, Stream)> {
    if stream.over {
        return None;
    }
    let app = Arc::clone(&stream.app);
    let mut standing = app.standing.clone();
    let _present = Present::new(&app.metrics.streams);
    // Who comes and goes is told to nobody here, and keeps nothing alive.
    let keep_alive = tokio::time::sleep(KEEP_ALIVE);
    tokio::pin!(keep_alive);
    loop {
        let next = tokio::select! {
            next = stream.feed.next() => next,
            () = &mut keep_alive => return Some((Ok(Bytes::from_static(b"\n")), stream)),
            _ = away(&mut standing) => return None,
        };
        match next {
            Ok(Next::Event(text)) => return Some((Ok(Bytes::from(format!("{text}\n"))), stream)),
            Ok(Next::UpToDate) if !stream.wait => return None,
            Ok(Next::UpToDate | Next::Presence) => {}
            Ok(Next::End) => return None,
            Err(error) => {
                tracing::warn!(%error, "a stream of events breaks off");
                stream.over = true;
                return Some((Err(error), stream));
            }
        }
    }
}
