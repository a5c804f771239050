//! Somebody's page: how well they play, how that came about, and their games.

use super::games::{Games, path_of};
use super::json::Json;
use super::lobby::Frame;
use super::message::PlayerView;
use super::{api, guest};
use crate::app::App;
use crate::browser;
use crate::lang::Lang;
use crate::start::game_name;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::GameId;
use std::fmt::Write;

const WIDTH: f32 = 320.0;
const HEIGHT: f32 = 150.0;
/// Room for the numbers beside the line, and for its ends.
const LEFT: f32 = 40.0;
const RIGHT: f32 = 10.0;
const EDGE: f32 = 14.0;
/// Where everybody begins.
const BEGIN: i32 = 1500;
/// The smallest range of a chart, so that a few points do not look like a mountain.
const RANGE: i32 = 100;

/// How well somebody plays a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    pub(super) game: GameId,
    pub(super) rating: i32,
    pub(super) deviation: i32,
    pub(super) games: u32,
    pub(super) won: u32,
}

impl Standing {
    pub(super) fn read(json: &Json) -> Option<Standing> {
        Some(Standing {
            game: GameId::from_name(json.get("game").text()?)?,
            rating: json.get("rating").number()?,
            deviation: json.get("deviation").number()?,
            games: json.get("games").number()?,
            won: json.get("won").number()?,
        })
    }

    /// The rating, and how sure it is.
    pub(super) fn text(&self) -> String {
        format!("{} ± {}", self.rating, self.deviation)
    }
}

/// A rating after a game.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Mark {
    game: GameId,
    room: String,
    at: u64,
    rating: i32,
}

impl Mark {
    fn read(json: &Json) -> Option<Mark> {
        Some(Mark {
            game: GameId::from_name(json.get("game").text()?)?,
            room: json.get("room").text()?.to_owned(),
            at: json.get("at").number()?,
            rating: json.get("rating").number()?,
        })
    }
}

/// What the server tells of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Card {
    player: PlayerView,
    program: bool,
    standings: Vec<Standing>,
    marks: Vec<Mark>,
}

impl Card {
    fn read(json: &Json) -> Option<Card> {
        Some(Card {
            player: PlayerView::read(json.get("player"))?,
            program: json.get("player").get("bot").is_true(),
            standings: json.get("ratings").list().iter().filter_map(Standing::read).collect(),
            marks: json.get("curve").list().iter().filter_map(Mark::read).collect(),
        })
    }
}

/// A rating, and how high it is drawn.
type Height = (i32, f32);

/// The points of a curve on its picture, and the levels across it: the line through them tells more than numbers do.
fn course(ratings: &[i32]) -> (Vec<(f32, f32)>, Vec<Height>) {
    let all = || ratings.iter().copied();
    let (low, high) = (all().min().unwrap_or(BEGIN), all().max().unwrap_or(BEGIN));
    let spare = (RANGE - (high - low)).max(0) / 2;
    let (low, high) = (low - spare, (high + spare).max(low - spare + RANGE));
    let y = |rating: i32| EDGE + (HEIGHT - 2.0 * EDGE) * (high - rating) as f32 / (high - low) as f32;
    let steps = ratings.len().saturating_sub(1).max(1) as f32;
    let x = |index: usize| LEFT + (WIDTH - LEFT - RIGHT) * index as f32 / steps;
    let step = [25, 50, 100, 200].into_iter().find(|step| (high - low) / step <= 4).unwrap_or(500);
    let levels = (low.div_euclid(step) + 1..=high.div_euclid(step)).map(|level| (level * step, y(level * step)));
    (ratings.iter().enumerate().map(|(index, rating)| (x(index), y(*rating))).collect(), levels.collect())
}

/// The rating over the games, each a point that leads to it.
fn curve(lang: Lang, standing: &Standing, marks: &[Mark]) -> impl IntoView + use<> {
    let whole = marks.len() as u32 == standing.games;
    // Older points are not told: then the curve begins somewhere.
    let ratings: Vec<i32> = whole.then_some(BEGIN).into_iter().chain(marks.iter().map(|mark| mark.rating)).collect();
    let (points, levels) = course(&ratings);
    let mut path = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    }
    let levels = levels.into_iter().map(|(level, y)| {
        view! {
            <path class="level" d=format!("M{LEFT} {y:.1}H{}", WIDTH - RIGHT)></path>
            <text x=LEFT - 5.0 y=y + 3.5>{level}</text>
        }
    });
    let levels = levels.collect_view();
    let dots = points.iter().skip(usize::from(whole)).zip(marks).map(|((x, y), mark)| {
        let told = format!("{} · {}", mark.rating, browser::date(mark.at, lang.code()));
        view! { <circle cx=*x cy=*y r="3.5"><title>{told}</title></circle> }
    });
    let dots = dots.collect_view();
    let label = lang.rating_course(standing.games, standing.rating);
    view! {
        <svg class="curve" viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=label>
            {levels}
            <path class="line" d=path></path>
            {dots}
        </svg>
    }
}

/// A player.
#[component]
pub(crate) fn PlayerPage(id: String) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let card: RwSignal<Option<Card>> = RwSignal::new(None);
    let trouble = RwSignal::new(None);
    let address = format!("players/{id}");
    spawn_local(async move {
        match api::get(&address).await.map(|json| Card::read(&json)) {
            Ok(Some(found)) => {
                card.try_set(Some(found));
            }
            Err(api::Trouble::Offline) => {
                trouble.try_set(Some(lang.not_reached()));
            }
            _ => {
                trouble.try_set(Some(lang.no_such_player()));
            }
        }
    });
    // One's own games are all there, also those that only people with the link find.
    let mine = guest::id().as_ref() == Some(&id);
    let path = if mine { "me".to_owned() } else { path_of(&[("player", &id)]) };
    let about = move || {
        let Card { player, program, standings, marks } = card.get()?;
        let part = move |standing: Standing| {
            let own: Vec<Mark> = marks.iter().filter(|mark| mark.game == standing.game).cloned().collect();
            view! {
                <section class="standing panel">
                    <h2>{game_name(lang, standing.game)}</h2>
                    <dl>
                        <div><dt>{lang.rating()}</dt><dd>{standing.text()}</dd></div>
                        <div><dt>{lang.rated_games()}</dt><dd>{standing.games}</dd></div>
                        <div><dt>{lang.games_won()}</dt><dd>{standing.won}</dd></div>
                    </dl>
                    {curve(lang, &standing, &own)}
                </section>
            }
        };
        let none = standings.is_empty();
        let parts = standings.into_iter().map(part).collect_view();
        Some(view! {
            <div class="headline"><h1><bdi>{player.name}</bdi></h1>{program.then(|| view! { <p>{lang.is_program()}</p> })}</div>
            {none.then(|| view! { <p class="panel notice">{lang.not_rated_yet()}</p> })}
            <div class="standings">{parts}</div>
        })
    };
    let path = StoredValue::new(path);
    view! {
        <Frame class="player">
            <Show when=move || trouble.get().is_some()><p class="panel notice" role="alert">{move || trouble.get()}</p></Show>
            {about}
            <Show when=move || card.with(Option::is_some)>
                <section class="rooms panel"><h2>{lang.games_played()}</h2><Games path=path.get_value()/></section>
            </Show>
        </Frame>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::server::{self, PlayerAnswer};

    #[test]
    fn players_are_understood_as_the_server_writes_them() {
        let rating = server::RatingView { game: "base".to_owned(), rating: 1612, deviation: 80, games: 2, won: 1 };
        let mark = |at, rating| server::RatingPoint { game: "base".to_owned(), room: format!("r{at}"), at, rating };
        let answer = PlayerAnswer {
            player: server::PlayerView { id: "a1".to_owned(), name: "Ann".to_owned(), bot: true },
            ratings: vec![rating],
            curve: vec![mark(1, 1550), mark(2, 1612)],
        };
        let text = serde_json::to_string(&answer).expect("it can be written");
        let card = Card::read(&Json::parse(&text).expect("JSON")).expect("a player");
        assert!(card.program && card.player.name == "Ann");
        assert_eq!(card.standings[0].text(), "1612 ± 80");
        assert_eq!((card.marks[1].rating, card.marks[1].room.as_str()), (1612, "r2"));
    }

    #[test]
    fn a_curve_stays_on_its_picture_and_rises_with_the_rating() {
        for ratings in [&[1500][..], &[1500, 1510], &[1500, 1900, 900, 1500]] {
            let (points, levels) = course(ratings);
            assert_eq!(points.len(), ratings.len());
            assert!((1..=6).contains(&levels.len()), "{levels:?}");
            let inside = |(x, y): &(f32, f32)| (LEFT..=WIDTH - RIGHT).contains(x) && (EDGE..=HEIGHT - EDGE).contains(y);
            assert!(points.iter().all(inside), "{points:?}");
        }
        let (points, _) = course(&[1500, 1600, 1550]);
        assert!(points[1].1 < points[2].1 && points[2].1 < points[0].1 && points[0].0 < points[1].0);
    }
}
