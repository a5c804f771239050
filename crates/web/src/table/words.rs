//! Tiles and places in words, for those who cannot see them: from the tile data alone.

use super::state::TableState;
use super::telling;
use crate::lang::Lang;
use leptos::prelude::*;
use rules::{AnyGame, Lane, Pos, Rotation, Segment, Side, TileKind};

fn side_name(lang: Lang, side: Side) -> &'static str {
    match side {
        Side::North => lang.north(),
        Side::East => lang.east(),
        Side::South => lang.south(),
        Side::West => lang.west(),
    }
}

/// The tile as it would lie: each feature with the sides that it reaches, and what is printed on it.
pub(crate) fn tile(lang: Lang, kind: TileKind, rotation: Rotation) -> String {
    let def = kind.def();
    let mut parts = Vec::new();
    for (segment, piece) in def.printed_segments() {
        let sides: Vec<&str> = sides(kind, segment, rotation).into_iter().map(|side| side_name(lang, side)).collect();
        let name = telling::feature(lang, piece.kind);
        let mut text = if sides.is_empty() { name.to_owned() } else { lang.told_of(name, sides.join(" + ")) };
        for &(symbol, count) in piece.symbols {
            text.push_str(&format!(", {}: {count}", telling::symbol(lang, symbol)));
        }
        parts.push(text);
    }
    parts.join("; ")
}

/// The sides of the board that a segment of a turned tile reaches.
fn sides(kind: TileKind, segment: Segment, rotation: Rotation) -> Vec<Side> {
    let at = |side: Side, lane: Lane| kind.def().segment_at(side, lane, rotation);
    let reaches =
        |side: &Side| [Lane::Left, Lane::Middle, Lane::Right].into_iter().any(|lane| at(*side, lane) == Some(segment));
    Side::ALL.into_iter().filter(reaches).collect()
}

/// Where a cell lies, from the start tile.
pub(crate) fn place(lang: Lang, pos: Pos) -> String {
    let part = |by: i16, low: fn(Lang, u32) -> String, high: fn(Lang, u32) -> String| match by {
        0 => None,
        by if by < 0 => Some(low(lang, u32::from(by.unsigned_abs()))),
        by => Some(high(lang, u32::from(by.unsigned_abs()))),
    };
    let parts = [part(pos.x, Lang::cells_left, Lang::cells_right), part(pos.y, Lang::cells_up, Lang::cells_down)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { lang.cell_start().to_owned() } else { lang.cell_from_start(parts.join(", ")) }
}

/// What the tiles beside a cell show towards it.
fn neighbours(lang: Lang, game: &AnyGame, pos: Pos) -> String {
    let beside = |side: Side| {
        let laid = game.board().laid_at(pos.step(side))?;
        let def = laid.kind.def();
        let at = |lane: Lane| def.segment_at(side.opposite(), lane, laid.rotation);
        let piece = def.segment(at(Lane::Middle).or_else(|| at(Lane::Left))?)?;
        Some(lang.told_of(side_name(lang, side), telling::feature(lang, piece.kind)))
    };
    Side::ALL.into_iter().filter_map(beside).collect::<Vec<_>>().join(", ")
}

/// The tile to be placed, once it is there.
pub(crate) fn in_hand(state: TableState, lang: Lang) -> String {
    state.outlook.with(|outlook| {
        let kind = outlook.as_ref().filter(|outlook| !outlook.cells.is_empty()).and_then(|outlook| outlook.tile);
        kind.map(|kind| lang.told_of(lang.your_tile(), tile(lang, kind, Rotation::NONE))).unwrap_or_default()
    })
}

/// Where the keyboard's cursor is, how the tile lies, and what is chosen.
pub(crate) fn aimed(state: TableState, lang: Lang) -> String {
    let draft = state.draft.get();
    state.outlook.with(|outlook| {
        let Some(outlook) = outlook else { return String::new() };
        let chosen = outlook.choices.iter().find(|choice| Some(choice.action) == draft.act);
        if let Some(choice) = chosen {
            return telling::choice(lang, outlook.phase, choice);
        }
        let Some(pos) = state.cursor.get() else { return String::new() };
        let rotation = draft.trial.map(|trial| trial.rotation).or_else(|| outlook.fitting(pos, state.wish.get()));
        let lies = outlook.tile.zip(rotation).map(|(kind, rotation)| tile(lang, kind, rotation)).unwrap_or_default();
        let beside = state.read_untracked(|session| neighbours(lang, session.game(), pos));
        [place(lang, pos), lies, lang.told_of(lang.beside_it(), beside)].join(". ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_is_told_as_it_lies() {
        let lang = Lang::english();
        let start = TileKind::from_name("base/D").expect("the start tile");
        let plain = tile(lang, start, Rotation::NONE);
        let turned = tile(lang, start, Rotation::ALL[1]);
        assert!(plain.contains(lang.city()) && plain.contains(lang.road()), "{plain}");
        assert_ne!(plain, turned);
        let shield = tile(lang, TileKind::from_name("base/M").expect("a tile with a shield"), Rotation::NONE);
        assert!(shield.contains(lang.shield()), "{shield}");
    }

    #[test]
    fn places_are_told_from_the_start_tile() {
        let lang = Lang::english();
        assert_eq!(place(lang, Pos::new(2, 1)), lang.cell_from_start("2 right, 1 down"));
        assert_eq!(place(lang, Pos::new(-1, 0)), lang.cell_from_start("1 left"));
        assert_eq!(place(lang, Pos::ORIGIN), lang.cell_start());
    }
}
