//! A card for the feature that is pointed at: whose it is, how large, and what it brings.

use crate::app::App;
use crate::board::{BoardView, cell_at, corner_of, place_on, tile_art};
use crate::lang::Lang;
use crate::session::SeatInfo;
use crate::settings::Switch;
use crate::table::{TableState, feature_name, piece_picture, symbol_name, symbol_picture};
use art::{Figurine, Point};
use leptos::prelude::*;
use rules::{AnyGame, FeatureId, FeatureInfo, FeatureKind, Game as _, PieceKind, Seat, Segment, Symbol, Worth};

/// What the card says of one feature.
#[derive(Clone, PartialEq, Debug)]
struct Part {
    info: FeatureInfo,
    worth: Option<Worth>,
}

/// The features under a point: the printed one and, for water, the river system it belongs to.
fn parts(game: &AnyGame, point: Point) -> Vec<Part> {
    let board = game.board();
    let Some(laid) = board.laid_at(cell_at(point)) else { return Vec::new() };
    let Some(segment) = tile_art(laid.kind).segment_at(point - corner_of(laid.pos), laid.rotation) else {
        return Vec::new();
    };
    let system = laid.kind.def().segment(segment).and_then(|def| def.system);
    let ids = [Some(segment), system].into_iter().flatten().filter_map(|segment| board.feature_at(laid.pos, segment));
    let part = |id: FeatureId| Part { info: board.feature_info(id), worth: game.worth(id) };
    // A lake is worth something only as a part of its river system.
    ids.map(part).filter(|part| part.info.kind != FeatureKind::Lake).collect()
}

/// A point of the next feature with pieces on it, in reading order; the first one if none is pointed at, and nothing
/// after the last.
pub(crate) fn next_occupied(game: &AnyGame, now: Option<Point>) -> Option<Point> {
    let board = game.board();
    let mut places: Vec<(FeatureId, rules::Pos, Segment)> = Vec::new();
    for piece in game.pieces() {
        let Some(id) = board.feature_at(piece.pos, piece.segment) else { continue };
        if !places.iter().any(|place| place.0 == id) {
            places.push((id, piece.pos, piece.segment));
        }
    }
    let points = places.into_iter().filter_map(|(_, pos, segment)| place_on(&board.laid_at(pos)?, segment));
    let points: Vec<Point> = points.collect();
    match now.and_then(|now| points.iter().position(|point| *point == now)) {
        Some(index) => points.get(index + 1).copied(),
        None => points.first().copied(),
    }
}

/// How many of the symbol lie on the feature, for those of which there are some.
fn symbols(info: &FeatureInfo) -> impl Iterator<Item = (Symbol, u8)> + use<> {
    let tally = info.tally;
    info.kind.symbols().iter().map(move |&symbol| (symbol, tally.count(symbol))).filter(|(_, count)| *count > 0)
}

#[component]
pub(crate) fn FeatureCard(state: TableState, view: BoardView) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let shown = Memo::new(move |_| {
        let tried = state.draft.with(|draft| draft.trial.is_some());
        let point = state.hover.get().filter(|_| app.settings.is_on(Switch::Outline) && !tried);
        point.map(|point| state.read_game(|game| parts(game, point))).unwrap_or_default()
    });
    let seats = state.read_untracked(|session| session.seats().to_vec());
    // Never under the pointer: on the other side of the board.
    let side = Memo::new(move |_| {
        let point = state.hover.get()?;
        Some((view.is_left(point), view.is_low(point)))
    });
    view! {
        <div
            class="feature-cards"
            class:right=move || side.get().is_some_and(|side| side.0)
            class:above=move || side.get().is_some_and(|side| side.1)
            aria-live="polite"
        >
            {move || shown.get().into_iter().map(|part| part_view(lang, &part, &seats)).collect_view()}
        </div>
    }
}

fn part_view(lang: Lang, part: &Part, seats: &[SeatInfo]) -> impl IntoView + use<> {
    let info = part.info;
    let piece = match info.kind {
        FeatureKind::System => Figurine::Hut,
        kind => Figurine::on(PieceKind::Follower, kind),
    };
    let scorers = part.worth.map(|worth| worth.scorers);
    let most = info.strength.iter().copied().max().unwrap_or(0);
    let owner = |(seat, seat_info): (Seat, &SeatInfo)| {
        let count = info.strength[seat.index()];
        let owns = scorers.is_some_and(|scorers| scorers.contains(seat)) || count == most;
        (count > 0).then(|| {
            view! {
                <li class:owns=owns>{piece_picture(seat_info.colour, piece)} <b>{count}</b> " " {seat_info.name.clone()}</li>
            }
        })
    };
    let owners: Vec<_> = Seat::ALL.into_iter().zip(seats).filter_map(owner).collect();
    let nobody = owners.is_empty() && part.worth.is_some();
    let symbol = |(symbol, count): (Symbol, u8)| {
        view! {
            <span class="count" title=symbol_name(lang, symbol)>
                {symbol_picture(symbol.name())} <span class="unseen">{symbol_name(lang, symbol)}</span> {count}
            </span>
        }
    };
    view! {
        <article class="feature-card">
            <h3>{Lang::capital(feature_name(lang, info.kind))}</h3>
            <p class="size">{size(lang, &info)} {symbols(&info).map(symbol).collect_view()}</p>
            <ul>{owners}</ul>
            {nobody.then(|| view! { <p class="size">{lang.card_nobody()}</p> })}
            {values(lang, part)}
        </article>
    }
}

/// How large the feature is, in what the rules count: a cloister or baobab counts the cells around it, a forest or river
/// its parts (H7).
fn size(lang: Lang, info: &FeatureInfo) -> String {
    match info.kind {
        FeatureKind::Cloister | FeatureKind::Baobab => lang.card_cells(9 - info.open.min(9)),
        FeatureKind::Forest | FeatureKind::River => lang.counted_parts(info.tally.segments().into()),
        _ => lang.counted_tiles(info.tiles.into()),
    }
}

fn values(lang: Lang, part: &Part) -> impl IntoView + use<> {
    let row = |label: &'static str, points: u16| {
        view! { <div><dt>{label}</dt><dd>{lang.points(points.into())}</dd></div> }
    };
    let baobab = (part.info.kind == FeatureKind::Baobab).then(|| view! { <p class="size">{lang.card_baobab()}</p> });
    let rows = part.worth.map(|worth| {
        let closed = part.info.open == 0 && worth.complete.is_some();
        let now = (!closed || worth.complete != Some(worth.at_end)).then(|| row(lang.card_now(), worth.at_end));
        let label = if closed { lang.card_is_complete() } else { lang.card_complete() };
        view! { <dl>{now} {worth.complete.map(|points| row(label, points))}</dl> }
    });
    view! { {baobab} {rows} }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Actor, GameId, Options, Setup};

    /// A game in which everybody places followers wherever they can.
    fn game(id: GameId) -> AnyGame {
        let mut game = AnyGame::new(&Setup::new(id, Options::NONE, 2, Seat::ALL[0]).expect("two can play"));
        let mut actions = Vec::new();
        for step in 0..40_u32 {
            game.actions(&mut actions);
            let action = match game.to_act() {
                Actor::Dealer => game.outcome(step * 7 % game.ways()).expect("a way"),
                _ => actions[0],
            };
            game.play(action).expect("a listed action is possible");
        }
        game
    }

    #[test]
    fn going_through_the_occupied_features_meets_each_once_and_ends() {
        for id in GameId::ALL {
            let game = game(id);
            let mut now = None;
            let mut seen = 0;
            while let Some(point) = next_occupied(&game, now) {
                let parts = parts(&game, point);
                assert!(parts.iter().any(|part| part.info.strength.iter().any(|count| *count > 0)), "{id:?}");
                seen += 1;
                now = Some(point);
                assert!(seen < 50, "{id:?}: no end");
            }
            assert!(seen > 0, "{id:?}");
        }
    }

    /// The symbols of a feature, counted on the printed tiles.
    fn printed(game: &AnyGame, feature: FeatureId) -> Vec<(Symbol, u8)> {
        let mut counts: Vec<(Symbol, u8)> = Vec::new();
        for (pos, segment) in game.board().segments_of(feature) {
            let laid = game.board().laid_at(pos).expect("a feature lies on tiles");
            let Some(def) = laid.kind.def().segment(segment) else { continue };
            for &(symbol, count) in def.symbols {
                match counts.iter_mut().find(|known| known.0 == symbol) {
                    Some(known) => known.1 += count,
                    None => counts.push((symbol, count)),
                }
            }
        }
        counts
    }

    #[test]
    fn the_symbols_on_the_card_are_those_printed_on_the_feature() {
        for id in GameId::ALL {
            let game = game(id);
            let mut with_symbols = 0;
            for feature in game.board().feature_ids() {
                let info = game.board().feature_info(feature);
                if info.kind == FeatureKind::System {
                    // It is printed as rivers and lakes.
                    continue;
                }
                let mut shown: Vec<(Symbol, u8)> = symbols(&info).collect();
                let mut wanted = printed(&game, feature);
                // A sea counts the ports on its shores, which are printed on the land.
                shown.retain(|(symbol, _)| (info.kind, *symbol) != (FeatureKind::Sea, Symbol::Port));
                shown.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(shown, wanted, "{id:?} {:?}", info.kind);
                with_symbols += usize::from(!wanted.is_empty());
            }
            assert!(with_symbols > 0, "{id:?}: nothing to show");
        }
    }
}
