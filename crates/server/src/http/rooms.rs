//! Rooms over HTTP.

use super::App;
use super::auth::Speaker;
use super::error::{Created, Failure, Good, Json, Path, Query, failure};
use crate::limits::{Address, What};
use crate::room::{self, Done, Request};
use crate::store::postgres::Here;
use crate::store::{ListedRoom, RoomFilter};
use axum::extract::{FromRequestParts, State};
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::Arc;
use wire::server::{
    Act, Acted, ApiError, ApiErrorCode, Chat, CreateRoom, Join, Kick, Nothing, PlayerView, RematchAnswer, RoomAnswer,
    RoomState, RoomView, RoomsAnswer, RoomsQuery, SeatAnswer, SeatKind, Start, Undo, room_link,
};

/// How many rooms a list has if nothing is said.
const SOME: u32 = 50;
/// After so long without news a running game leaves the public list, in milliseconds.
const ABANDONED: u64 = 3 * 24 * 60 * 60 * 1000;
/// The most rooms of a list.
const MOST: u32 = 200;

/// The address by which whoever asks reaches the server, with a slash at its end.
pub(crate) struct Base(pub(crate) String);

impl FromRequestParts<Arc<App>> for Base {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Base, Failure> {
        if let Some(address) = &app.config.address {
            return Ok(Base(format!("{}/", address.trim_end_matches('/'))));
        }
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
        let plain = |host: &&str| host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".:-[]".contains(&byte));
        // A trusted proxy says how people reach it.
        let forwarded = parts.headers.get("x-forwarded-proto").filter(|_| app.config.trusted_hops > 0);
        let scheme = if forwarded.is_some_and(|scheme| scheme == "https") { "https" } else { "http" };
        Ok(Base(host.filter(plain).map_or_else(|| "/".to_owned(), |host| format!("{scheme}://{host}/"))))
    }
}

/// Adds to views what the rooms themselves do not know: links, who is there, ratings.
pub(crate) async fn dress(app: &App, base: &Base, views: &mut [RoomView]) -> Result<(), Failure> {
    let mut players: HashMap<String, Vec<String>> = HashMap::new();
    let ids: Vec<String> = views.iter().map(|view| view.id.clone()).collect();
    let mut everybody = app.hub.present(&ids).await?;
    for view in views.iter_mut() {
        view.link = room_link(&base.0, &view.id);
        let Here { players: present, anonymous } = everybody.remove(&view.id).unwrap_or_default();
        let mut seated = 0;
        for seat in &mut view.seats {
            let Some(player) = &seat.player else { continue };
            let is_there = present.contains(&player.id);
            seated += u32::from(is_there);
            seat.present = is_there || seat.kind == SeatKind::Bot;
            players.entry(view.game.clone()).or_default().push(player.id.clone());
        }
        view.spectators = anonymous + (present.len() as u32).saturating_sub(seated);
    }
    for (game, players) in players {
        let ratings: HashMap<String, crate::ratings::Rating> =
            app.store.ratings(game.clone(), players).await?.into_iter().collect();
        for view in views.iter_mut().filter(|view| view.game == game) {
            for seat in &mut view.seats {
                let Some(player) = &seat.player else { continue };
                seat.rating = Some(ratings.get(&player.id).copied().unwrap_or_default().shown());
            }
        }
    }
    Ok(())
}

/// The views of rooms from a list; those in memory know more.
pub(crate) async fn dress_listed(app: &App, base: &Base, listed: Vec<ListedRoom>) -> Result<Vec<RoomView>, Failure> {
    let lively = listed.iter().map(|found| async move {
        match found.state {
            RoomState::Over => None,
            _ => app.rooms.live_view(&found.config.id, found.owner.as_deref()).await,
        }
    });
    let lively = futures_util::future::join_all(lively).await;
    let mut views = Vec::with_capacity(listed.len());
    for (found, live) in listed.into_iter().zip(lively) {
        views.push(match live {
            Some(view) => *view,
            None => {
                let mut view = room::view(&found.config, &found.summary, found.state);
                view.last = found.last;
                view.changed = found.changed;
                view.to_act = found.to_act.filter(|_| found.state == RoomState::Playing);
                view
            }
        });
    }
    dress(app, base, &mut views).await?;
    Ok(views)
}

async fn dressed(app: &App, base: &Base, view: RoomView) -> Result<RoomView, Failure> {
    let mut views = [view];
    dress(app, base, &mut views).await?;
    let [view] = views;
    Ok(view)
}

/// `POST /rooms`
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    address: Address,
    base: Base,
    Speaker(player): Speaker,
    Json(wish): Json<CreateRoom>,
) -> Result<Created<RoomAnswer>, Failure> {
    app.limits.check(What::Room, address).await?;
    let view = app.rooms.create(&wish, &player).await?;
    Ok(Created(RoomAnswer { room: dressed(&app, &base, *view).await? }))
}

/// `GET /rooms`
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    base: Base,
    Query(query): Query<RoomsQuery>,
) -> Result<Good<RoomsAnswer>, Failure> {
    let wrong = |message: String| failure(ApiErrorCode::BadRequest, message);
    let state = match &query.state {
        None => None,
        Some(name) => Some(
            RoomState::from_name(name)
                .ok_or_else(|| wrong(format!("a state is waiting, playing or over, not {name:?}")))?,
        ),
    };
    if let Some(game) = query.game.as_ref().filter(|game| rules::GameId::from_name(game).is_none()) {
        return Err(wrong(format!("unknown game {game:?}")));
    }
    if let Some(before) = &query.before
        && app.store.room_key(before.clone()).await?.is_none()
    {
        return Err(failure(ApiErrorCode::NotFound, "`before` is no room"));
    }
    let RoomsQuery { game, player, name, before, .. } = query;
    let name = name.filter(|name| !name.trim().is_empty());
    let limit = query.limit.unwrap_or(SOME).min(MOST);
    // A game that nobody goes on with is not lost, but it is nothing to watch. Where days pass between moves the clock ends it.
    let lively_since = Some(app.now().saturating_sub(ABANDONED));
    let filter = RoomFilter { state, game, player, name, before, hidden: false, lively_since, limit };
    let listed = app.store.rooms(filter).await?;
    Ok(Good(RoomsAnswer { rooms: dress_listed(&app, &base, listed).await? }))
}

/// `GET /rooms/ID`
pub(crate) async fn show(State(app): State<Arc<App>>, base: Base, Path(id): Path) -> Result<Good<RoomAnswer>, Failure> {
    let view = app.rooms.view(&id).await?;
    Ok(Good(RoomAnswer { room: dressed(&app, &base, *view).await? }))
}

/// `GET /rooms/ID/state`
pub(crate) async fn state(State(app): State<Arc<App>>, Path(id): Path) -> Result<Good<Box<RawValue>>, Failure> {
    Ok(Good(app.rooms.state(&id).await?))
}

/// `GET /rooms/ID/record`
pub(crate) async fn record(State(app): State<Arc<App>>, Path(id): Path) -> Result<Response, Failure> {
    let record = app.rooms.record(&id).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], record).into_response())
}

async fn number(app: &App, id: &str, player: &PlayerView, request: Request) -> Result<Good<Acted>, Failure> {
    match app.rooms.act(id, player, request).await? {
        Done::Number(n) => Ok(Good(Acted { n })),
        Done::Seat(_) => Err(failure(ApiErrorCode::Unavailable, "no number")),
    }
}

/// `POST /rooms/ID/join`
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Speaker(player): Speaker,
    Path(id): Path,
    Json(wish): Json<Join>,
) -> Result<Good<SeatAnswer>, Failure> {
    seat(app.rooms.act(&id, &player, Request::Join(wish)).await).map(Good)
}

/// Where somebody sits.
pub(crate) fn seat(done: Result<Done, ApiError>) -> Result<SeatAnswer, Failure> {
    match done? {
        Done::Seat(seat) => Ok(SeatAnswer { seat }),
        Done::Number(_) => Err(failure(ApiErrorCode::Unavailable, "no seat")),
    }
}

/// `POST /rooms/ID/start`
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    Speaker(player): Speaker,
    Path(id): Path,
    Json(wish): Json<Start>,
) -> Result<Good<Acted>, Failure> {
    number(&app, &id, &player, Request::Start(wish)).await
}

/// `POST /rooms/ID/kick`
pub(crate) async fn kick(
    State(app): State<Arc<App>>,
    Speaker(player): Speaker,
    Path(id): Path,
    Json(wish): Json<Kick>,
) -> Result<Good<Acted>, Failure> {
    number(&app, &id, &player, Request::Kick(wish)).await
}

/// `POST /rooms/ID/change`
pub(crate) async fn change(
    State(app): State<Arc<App>>,
    address: Address,
    Speaker(player): Speaker,
    Path(id): Path,
    Json(wish): Json<CreateRoom>,
) -> Result<Good<Acted>, Failure> {
    // As often as people say something: everybody is told.
    app.limits.check(What::Chat, address).await?;
    number(&app, &id, &player, Request::Change(Box::new(wish))).await
}

/// `POST /rooms/ID/leave`
pub(crate) async fn leave(
    State(app): State<Arc<App>>,
    Speaker(player): Speaker,
    Path(id): Path,
    Json(Nothing {}): Json<Nothing>,
) -> Result<Good<Acted>, Failure> {
    number(&app, &id, &player, Request::Leave).await
}

/// `POST /rooms/ID/resign`
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Speaker(player): Speaker,
    Path(id): Path,
    Json(Nothing {}): Json<Nothing>,
) -> Result<Good<Acted>, Failure> {
    number(&app, &id, &player, Request::Resign).await
}

/// `POST /rooms/ID/rematch`
pub(crate) async fn rematch(
    State(app): State<Arc<App>>,
    base: Base,
    Speaker(player): Speaker,
    Path(id): Path,
    Json(Nothing {}): Json<Nothing>,
) -> Result<Created<RematchAnswer>, Failure> {
    again(&app, &base, &player, &id).await.map(Created)
}

/// The room where the same people play again, with the player on the old seat.
pub(crate) async fn again(app: &App, base: &Base, player: &PlayerView, id: &str) -> Result<RematchAnswer, Failure> {
    let answer = app.rooms.rematch(id, player).await?;
    let seat = seat(app.rooms.act(&answer.room.id, player, Request::Join(Join::default())).await)?.seat;
    let view = app.rooms.view(&answer.room.id).await?;
    Ok(RematchAnswer { room: dressed(app, base, *view).await?, seat })
}

/// A room's view with everything.
pub(crate) async fn full_view(app: &App, base: &Base, id: &str) -> Result<RoomView, Failure> {
    let view = app.rooms.view(id).await?;
    dressed(app, base, *view).await
}

/// `POST /rooms/ID/undo`
pub(crate) async fn undo(
    State(app): State<Arc<App>>,
    Speaker(player): Speaker,
    Path(id): Path,
    Json(wish): Json<Undo>,
) -> Result<Good<Acted>, Failure> {
    number(&app, &id, &player, Request::Undo(wish)).await
}

/// `POST /rooms/ID/chat`
pub(crate) async fn chat(
    State(app): State<Arc<App>>,
    address: Address,
    Speaker(player): Speaker,
    Path(id): Path,
    Json(wish): Json<Chat>,
) -> Result<Good<Acted>, Failure> {
    app.limits.check(What::Chat, address).await?;
    number(&app, &id, &player, Request::Chat(wish)).await
}

/// `POST /rooms/ID/actions`
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    Speaker(player): Speaker,
    Path(id): Path,
    Json(wish): Json<Act>,
) -> Result<Good<Acted>, Failure> {
    number(&app, &id, &player, Request::Act(wish)).await
}
