//! A tile by what its sides look like.

use rules::{Action, AnyGame, Game as _, Pos, Rotation, Side, Terrain, TileKind, sort_by_key};
use std::cmp::Reverse;

/// What is known of the four sides of a tile, in the order of [`Side::ALL`].
pub(super) type Sides = [Option<Terrain>; 4];

/// A tile that may be meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    pub(super) kind: TileKind,
    /// How many of it are left.
    pub(super) left: u32,
    /// How it is turned so that its sides are as they should be.
    pub(super) rotation: Rotation,
}

/// What the tiles beside a cell demand of its sides (C3).
pub(super) fn demanded(game: &AnyGame, pos: Option<Pos>) -> Sides {
    let at = |side: Side| {
        let laid = game.board().laid_at(pos?.step(side))?;
        Some(laid.kind.def().side(side.opposite(), laid.rotation))
    };
    Side::ALL.map(at)
}

/// Tiles with how many of each are left.
pub(super) type Stock = Vec<(TileKind, u32)>;

/// What the sides of tiles look like, each once.
pub(super) fn terrains(stock: &Stock) -> Vec<Terrain> {
    let mut found = Vec::new();
    for (kind, _) in stock {
        for terrain in Side::ALL.map(|side| kind.def().side(side, Rotation::NONE)) {
            if !found.contains(&terrain) {
                found.push(terrain);
            }
        }
    }
    sort_by_key(&mut found, |terrain| *terrain);
    found
}

/// The tiles that may come now.
pub(super) fn coming(game: &AnyGame) -> Stock {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let tile = |action: Action| match action {
        Action::Draw { tile } => Some((tile, game.weight(action))),
        _ => None,
    };
    actions.into_iter().filter_map(tile).collect()
}

/// The tiles that do not lie on a board yet, those that are only a bonus included.
pub(super) fn left(game: &AnyGame) -> Stock {
    let board = game.board();
    let is = |index: usize, kind: TileKind| board.laid(index).is_some_and(|laid| laid.kind == kind);
    let laid = |kind: TileKind| (0..board.tile_count()).filter(|index| is(*index, kind)).count() as u32;
    let bonus = game.setup().bonus().iter().map(|(kind, count)| (kind, u32::from(count).saturating_sub(laid(kind))));
    let land = game.bag().iter().map(|(kind, count)| (kind, u32::from(count)));
    land.chain(bonus).filter(|(_, count)| *count > 0).collect()
}

/// The tiles with such sides, the common ones first; with a cell, those that can lie there.
pub(super) fn candidates(game: &AnyGame, stock: Stock, sides: Sides, pos: Option<Pos>) -> Vec<Candidate> {
    let looks = |kind: TileKind, rotation: Rotation| {
        let so = |(side, wanted): (Side, Option<Terrain>)| {
            wanted.is_none_or(|wanted| kind.def().side(side, rotation) == wanted)
        };
        Side::ALL.into_iter().zip(sides).all(so) && pos.is_none_or(|pos| game.board().accepts(kind, pos, rotation))
    };
    let turned = |(kind, left): (TileKind, u32)| {
        let rotation = Rotation::ALL.into_iter().find(|rotation| looks(kind, *rotation))?;
        Some(Candidate { kind, left, rotation })
    };
    let mut found: Vec<Candidate> = stock.into_iter().filter_map(turned).collect();
    sort_by_key(&mut found, |candidate| (Reverse(candidate.left), candidate.kind));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{GameId, Options, Seat, Setup};

    fn game(id: GameId) -> AnyGame {
        AnyGame::new(&Setup::new(id, Options::NONE, 2, Seat::ALL[0]).expect("two can play"))
    }

    #[test]
    fn each_game_has_its_own_sides() {
        let of = |id| terrains(&coming(&game(id)));
        assert_eq!(of(GameId::Base), [Terrain::City, Terrain::Road, Terrain::Field]);
        assert_eq!(of(GameId::HuntersGatherers), [Terrain::River, Terrain::Meadow, Terrain::Forest]);
        assert_eq!(of(GameId::NewLands), [Terrain::Grass, Terrain::Mountain, Terrain::Sea]);
        let mut safari = game(GameId::Safari);
        assert_eq!(terrains(&coming(&safari)), [], "tokens come first");
        for _ in 0..4 {
            let mut actions = Vec::new();
            safari.actions(&mut actions);
            safari.play(actions[0]).expect("a token comes");
        }
        assert_eq!(terrains(&coming(&safari)), [Terrain::Savanna, Terrain::Bush, Terrain::Path]);
    }

    #[test]
    fn four_sides_leave_few_tiles_as_they_are_seen() {
        let game = game(GameId::Base);
        let all = candidates(&game, coming(&game), [None; 4], None);
        assert_eq!(all.iter().map(|candidate| candidate.left).sum::<u32>(), 71);
        // A road from north to south.
        let sides = [Terrain::Road, Terrain::Field, Terrain::Road, Terrain::Field].map(Some);
        let found = candidates(&game, coming(&game), sides, None);
        let [road] = found[..] else { panic!("{found:?}") };
        assert_eq!((road.kind.name(), road.left), ("base/U", 8));
        for (side, terrain) in Side::ALL.into_iter().zip(sides) {
            assert_eq!(Some(road.kind.def().side(side, road.rotation)), terrain);
        }
    }

    #[test]
    fn a_cell_demands_what_its_neighbours_show() {
        let game = game(GameId::Base);
        let above = Pos::new(0, -1);
        assert_eq!(demanded(&game, Some(above)), [None, None, Some(Terrain::City), None]);
        assert_eq!(demanded(&game, None), [None; 4]);
        for candidate in candidates(&game, coming(&game), [None; 4], Some(above)) {
            assert!(game.board().accepts(candidate.kind, above, candidate.rotation));
        }
        let roads = candidates(&game, coming(&game), [None, None, Some(Terrain::Road), None], Some(above));
        assert!(roads.is_empty(), "a road cannot meet the town");
    }
}
