//! Tiles and places in words, for those who cannot see them: from the tile data alone.

use super::draft::{Anchor, Choice};
use super::state::TableState;
use super::telling;
use crate::lang::Lang;
use crate::session::Session;
use leptos::prelude::*;
use rules::{Corner, LaidTile, Lane, Pos, Rotation, Seat, Segment, Side, TileKind};

/// A side in words.
pub(crate) fn side_name(lang: Lang, side: Side) -> &'static str {
    match side {
        Side::North => lang.north(),
        Side::East => lang.east(),
        Side::South => lang.south(),
        Side::West => lang.west(),
    }
}

/// The tile as it would lie: each place on it with the sides that it joins, and what is printed on it.
pub(crate) fn tile(lang: Lang, kind: TileKind, rotation: Rotation) -> String {
    let parts = kind.def().printed_segments().map(|(segment, _)| part(lang, kind, segment, rotation));
    parts.collect::<Vec<_>>().join("; ")
}

/// A part of a tile: "town: north, joined to east, shields: 1".
fn part(lang: Lang, kind: TileKind, segment: Segment, rotation: Rotation) -> String {
    let Some(piece) = kind.def().segment(segment) else { return String::new() };
    let mut text = telling::feature(lang, piece.kind).to_owned();
    let sides = joined(lang, kind, segment, rotation);
    if !sides.is_empty() {
        text = lang.told_of(text, sides);
    }
    for &(symbol, count) in piece.symbols {
        text.push_str(&format!(", {}: {count}", telling::symbol(lang, symbol)));
    }
    text
}

/// The sides that a part of a tile joins, in words.
fn joined(lang: Lang, kind: TileKind, segment: Segment, rotation: Rotation) -> String {
    let sides: Vec<&str> = sides(kind, segment, rotation).into_iter().map(|side| side_name(lang, side)).collect();
    match sides.split_first() {
        None => String::new(),
        Some((first, [])) => (*first).to_owned(),
        Some((first, others)) => lang.side_joined(first, others.join(", ")),
    }
}

/// Where a choice is: on which part of the tile, at which corner, on which cell.
pub(crate) fn place_of_choice(lang: Lang, choice: &Choice, tried: Option<LaidTile>) -> String {
    match (choice.anchor, tried) {
        (Some(Anchor::Segment(pos, segment)), Some(tried)) if tried.pos == pos => {
            part(lang, tried.kind, segment, tried.rotation)
        }
        (Some(Anchor::Corner(pos, corner)), _) => {
            let sides = match corner {
                Corner::NorthWest => [Side::North, Side::West],
                Corner::NorthEast => [Side::North, Side::East],
                Corner::SouthEast => [Side::South, Side::East],
                Corner::SouthWest => [Side::South, Side::West],
            };
            let corner = lang.corner_at(sides.map(|side| side_name(lang, side)).join(" "));
            format!("{}, {corner}", place(lang, pos))
        }
        (Some(Anchor::Segment(pos, _) | Anchor::Cell(pos) | Anchor::Ranger(pos)), _) => place(lang, pos),
        (None, _) => String::new(),
    }
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

/// What the tiles beside a cell show towards it, and who stands there.
fn neighbours(lang: Lang, session: &dyn Session, pos: Pos) -> String {
    let board = session.game().board();
    let beside = |side: Side| {
        let at = pos.step(side);
        let laid = board.laid_at(at)?;
        let def = laid.kind.def();
        let reaches = |lane: Lane| def.segment_at(side.opposite(), lane, laid.rotation);
        let segment = reaches(Lane::Middle).or_else(|| reaches(Lane::Left))?;
        let mut text = telling::feature(lang, def.segment(segment)?.kind).to_owned();
        let strength = board.feature_at(at, segment).map(|id| board.feature_info(id).strength).unwrap_or_default();
        let owners: Vec<&str> = Seat::ALL
            .into_iter()
            .filter(|seat| strength[seat.index()] > 0)
            .filter_map(|seat| session.seat(seat).map(|info| info.name.as_str()))
            .collect();
        if !owners.is_empty() {
            text.push_str(&format!(" ({})", owners.join(", ")));
        }
        Some(lang.told_of(side_name(lang, side), text))
    };
    Side::ALL.into_iter().filter_map(beside).collect::<Vec<_>>().join(", ")
}

/// A cell for the tile: where it is, and what lies beside it.
pub(crate) fn cell(lang: Lang, session: &dyn Session, pos: Pos) -> String {
    format!("{}. {}", place(lang, pos), lang.told_of(lang.beside_it(), neighbours(lang, session, pos)))
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
            let tried =
                draft.trial.map(|trial| LaidTile { kind: trial.tile, pos: trial.pos, rotation: trial.rotation });
            let name = telling::choice(lang, outlook.phase, choice);
            return lang.told_of(name, place_of_choice(lang, choice, tried));
        }
        let Some(pos) = state.cursor.get() else { return String::new() };
        let rotation = draft.trial.map(|trial| trial.rotation).or_else(|| outlook.fitting(pos, state.wish.get()));
        let lies = outlook.tile.zip(rotation).map(|(kind, rotation)| tile(lang, kind, rotation)).unwrap_or_default();
        let cell = state.read_untracked(|session| cell(lang, session, pos));
        format!("{cell}. {lies}")
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
        assert!(plain.contains("town: north; ") && plain.contains("road: east, joined to west"), "{plain}");
        assert!(turned.contains("road: north, joined to south") || turned.contains("road: south"), "{turned}");
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
