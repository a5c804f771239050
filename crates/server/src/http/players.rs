//! Players: who they are and how well they play.

use super::App;
use super::auth::Speaker;
use super::error::{Created, Failure, Good, Json, Path, Query, failure};
use super::rooms::{Base, dress_listed};
use crate::limits::{Address, What};
use crate::ratings::Rating;
use crate::secret::{self, Secret};
use crate::store::{Change, Hashed, RoomFilter, Written};
use crate::text;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use wire::server::{
    ApiErrorCode, BotsView, Claim, CreateGuest, GuestAnswer, LeaderView, LeadersAnswer, LinkAnswer, MeAnswer, Nothing,
    PlayerAnswer, PlayerView, RatingView, Rename, RoomState,
};

/// How long a one-time link works.
const LINK_LIFE: u64 = 10 * 60 * 1000;
/// The most rooms in a player's own list.
const OWN_ROOMS: u32 = 200;
/// The most points of a rating curve.
const CURVE: u32 = 500;
/// The longest leaderboard.
const LEADERS: u32 = 100;

fn hashed(secret: &Secret) -> Hashed {
    Hashed { id: secret.id.clone(), hash: secret.hash }
}

/// `POST /guests`
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    address: Address,
    Json(wish): Json<CreateGuest>,
) -> Result<Created<GuestAnswer>, Failure> {
    let name = text::name(&wish.name)?;
    app.limits.check(What::Guest, address).await?;
    let player = PlayerView { id: secret::random_id(), name, bot: wish.bot };
    let token = Secret::new();
    app.store.write(Change::Guest { player: player.clone(), token: hashed(&token), now: app.now() }).await?;
    Ok(Created(GuestAnswer { player, token: token.text }))
}

/// `GET /me`
pub(crate) async fn me(
    State(app): State<Arc<App>>,
    base: Base,
    Speaker(player): Speaker,
) -> Result<Good<MeAnswer>, Failure> {
    let filter =
        RoomFilter { player: Some(player.id.clone()), hidden: true, limit: OWN_ROOMS, ..RoomFilter::default() };
    let listed = app.store.rooms(filter).await?;
    let mut rooms = dress_listed(&app, &base, listed).await?;
    let seat = |room: &wire::server::RoomView| {
        room.seats.iter().position(|seat| seat.player.as_ref().is_some_and(|sitting| sitting.id == player.id))
    };
    // Those that wait for the player, then the other running ones, then those that have not begun, then the past.
    rooms.sort_by_key(|room| match room.state {
        RoomState::Playing if room.to_act.map(usize::from) == seat(room) => 0,
        RoomState::Playing => 1,
        RoomState::Waiting => 2,
        RoomState::Over => 3,
    });
    Ok(Good(MeAnswer { player, rooms }))
}

/// `POST /me/name`
pub(crate) async fn rename(
    State(app): State<Arc<App>>,
    Speaker(mut player): Speaker,
    Json(wish): Json<Rename>,
) -> Result<Good<PlayerView>, Failure> {
    player.name = text::name(&wish.name)?;
    app.store.write(Change::Rename { player: player.id.clone(), name: player.name.clone() }).await?;
    app.known.forget(&player.id);
    if let Some(nodes) = &app.nodes {
        nodes.carrier.notice("renamed", &player.id).await;
    }
    Ok(Good(player))
}

/// `POST /me/link`
pub(crate) async fn link(
    State(app): State<Arc<App>>,
    Speaker(player): Speaker,
    Json(Nothing {}): Json<Nothing>,
) -> Result<Created<LinkAnswer>, Failure> {
    let code = Secret::new();
    let expires = app.now() + LINK_LIFE;
    app.store.write(Change::Link { player: player.id, link: hashed(&code), expires }).await?;
    Ok(Created(LinkAnswer { code: code.text, expires }))
}

/// `POST /guests/claim`
pub(crate) async fn claim(
    State(app): State<Arc<App>>,
    address: Address,
    Json(wish): Json<Claim>,
) -> Result<Created<GuestAnswer>, Failure> {
    app.limits.check(What::Guest, address).await?;
    let unknown = || failure(ApiErrorCode::NotFound, "this link is used up or too old");
    let (id, hash) = secret::split(&wish.code).ok_or_else(unknown)?;
    let token = Secret::new();
    let link = Hashed { id: id.to_owned(), hash };
    let written = app.store.write(Change::Claim { link, token: hashed(&token), now: app.now() }).await?;
    let Written::Claimed(Some(player)) = written else { return Err(unknown()) };
    let player = app.store.player(player).await?.ok_or_else(unknown)?;
    Ok(Created(GuestAnswer { player, token: token.text }))
}

fn rating_view(game: String, rating: &Rating) -> RatingView {
    let (games, won) = (rating.games, rating.won);
    RatingView { game, rating: rating.shown(), deviation: rating.shown_deviation(), games, won }
}

/// `GET /players/ID`
pub(crate) async fn show(State(app): State<Arc<App>>, Path(id): Path) -> Result<Good<PlayerAnswer>, Failure> {
    let player = app.store.player(id).await?;
    let player = player.ok_or_else(|| failure(ApiErrorCode::NotFound, "there is no such player"))?;
    let (ratings, curve) = app.store.rating_history(player.id.clone(), CURVE).await?;
    let ratings = ratings.into_iter().map(|(game, rating)| rating_view(game, &rating)).collect();
    Ok(Good(PlayerAnswer { player, ratings, curve }))
}

/// Whose leaders.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeadersQuery {
    game: String,
    #[serde(default)]
    limit: Option<u32>,
}

/// `GET /leaders`
pub(crate) async fn leaders(
    State(app): State<Arc<App>>,
    Query(query): Query<LeadersQuery>,
) -> Result<Good<LeadersAnswer>, Failure> {
    if rules::GameId::from_name(&query.game).is_none() {
        return Err(failure(ApiErrorCode::BadRequest, format!("unknown game {:?}", query.game)));
    }
    let limit = query.limit.unwrap_or(LEADERS).clamp(1, LEADERS);
    let leaders = app.store.leaders(query.game.clone(), limit).await?;
    let leader = |(player, rating)| LeaderView { player, rating: rating_view(query.game.clone(), &rating) };
    Ok(Good(LeadersAnswer { leaders: leaders.into_iter().map(leader).collect() }))
}

/// `GET /bots`
pub(crate) async fn bots() -> Good<BotsView> {
    Good(BotsView { levels: bots::Level::ALL.map(|level| level.name().to_owned()).to_vec() })
}
