//! The board as planes of small numbers, one for each cell of a grid.

use crate::observer::{Observer, relative};
use rules::{Action, Actor, AnyGame, Corner, Game as _, GameId, Lane, Phase, Pos, Safari, Seat, Side, TileKind};

/// What is told of the feature at the middle of each side of a tile.
const FACTS: [&str; 4] = ["tiles", "open", "mine", "others"];

/// The planes of an observer, in order. [`Observer::write_planes`] goes through them in the same order.
pub(crate) fn names(observer: &Observer) -> Vec<String> {
    let mut names: Vec<String> = ["tile", "open", "placed", "centre"].map(str::to_owned).to_vec();
    for side in Side::ALL {
        names.extend(observer.terrains.iter().map(|terrain| format!("{} {}", side.letter(), terrain.name())));
    }
    for side in Side::ALL {
        names.extend(FACTS.map(|fact| format!("{} feature {fact}", side.letter())));
    }
    for index in 0..observer.setup.players().into() {
        let who = relative(index);
        names.extend(observer.kinds.iter().map(|kind| format!("{who} follower on {}", kind.name())));
        let others = observer.pieces.iter().filter(|kind| !kind.is_follower());
        names.extend(others.map(|kind| format!("{who} {kind}")));
    }
    if observer.setup.game() == GameId::Safari {
        names.push("ranger".to_owned());
        names.extend(Corner::ALL.map(|corner| format!("token {corner}")));
        names
            .extend((0..observer.setup.players().into()).map(|index| format!("{} follower on token", relative(index))));
    }
    names
}

fn byte(value: u16) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

impl Observer {
    /// Writes the planes as a seat sees them to `out`, which has room for [`Observer::plane_cells`] numbers: plane by plane, row by
    /// row. Cells are where [`crate::ActionSpace`] has them; of a board wider than the grid, what was laid last is seen.
    pub fn write_planes(&self, game: &AnyGame, seat: Seat, out: &mut [u8]) {
        out.fill(0);
        let cells = self.grid.cells();
        let mut put = |plane: usize, pos: Pos, value: u8| {
            if let Some(slot) = out.get_mut(plane * cells + self.grid.index(pos)) {
                *slot = value;
            }
        };
        let board = game.board();
        let facts = 4 + Side::ALL.len() * self.terrains.len();
        let seats = facts + Side::ALL.len() * FACTS.len();
        for laid in (0..board.tile_count()).filter_map(|index| board.laid(index)) {
            let def = laid.kind.def();
            put(0, laid.pos, 1);
            put(3, laid.pos, u8::from(def.centre().is_some()));
            for side in Side::ALL {
                let terrain = def.side(side, laid.rotation);
                if let Ok(index) = self.terrains.binary_search(&terrain) {
                    put(4 + side.index() * self.terrains.len() + index, laid.pos, 1);
                }
                let feature = def
                    .segment_at(side, Lane::Middle, laid.rotation)
                    .and_then(|segment| board.feature_at(laid.pos, segment))
                    .map(|id| board.feature(id));
                let Some(feature) = feature else { continue };
                let others = self.seats_from(seat).skip(1).map(|other| feature.strength(other)).max().unwrap_or(0);
                let values = [byte(feature.tile_count()), byte(feature.open()), feature.strength(seat), others];
                for (index, value) in values.into_iter().enumerate() {
                    put(facts + side.index() * FACTS.len() + index, laid.pos, value);
                }
            }
        }
        for pos in board.open_positions() {
            put(1, pos, 1);
        }
        if let Some(laid) = just_placed(game) {
            put(2, laid.1, 1);
        }
        let others = self.pieces.iter().filter(|kind| !kind.is_follower()).count();
        let each = self.kinds.len() + others;
        let index_of = |owner: Seat| self.seats_from(seat).position(|other| other == owner).unwrap_or(0);
        for piece in game.pieces() {
            let first = seats + index_of(piece.seat) * each;
            if piece.kind.is_follower() {
                if let Ok(kind) = self.kinds.binary_search(&piece.on) {
                    put(first + kind, piece.pos, piece.strength);
                }
            } else {
                let mut others = self.pieces.iter().filter(|kind| !kind.is_follower());
                if let Some(kind) = others.position(|kind| *kind == piece.kind) {
                    put(first + self.kinds.len() + kind, piece.pos, 1);
                }
            }
        }
        if let Some(safari) = game.unit::<Safari>() {
            let ranger = seats + usize::from(self.setup.players()) * each;
            safari.rangers().iter().for_each(|&pos| put(ranger, pos, 1));
            for token in safari.waterholes() {
                put(ranger + 1 + token.corner.index(), token.pos, token.animal.index() as u8 + 1);
                if let Some(owner) = token.follower {
                    put(ranger + 1 + Corner::ALL.len() + index_of(owner), token.pos, 1);
                }
            }
        }
    }
}

/// The tile just placed and its cell, while the turn is not over.
pub(crate) fn just_placed(game: &AnyGame) -> Option<(TileKind, Pos, rules::Rotation)> {
    let Actor::Player(_) = game.to_act() else { return None };
    if game.phase() == Phase::Place {
        return None;
    }
    let last = game.board().laid(game.board().tile_count().checked_sub(1)?)?;
    Some((last.kind, last.pos, last.rotation))
}

/// Where an action happens, if it happens at a cell.
pub(crate) fn cell_of(action: Action) -> Option<Pos> {
    match action {
        Action::Place { pos, .. } | Action::Recall { pos, .. } | Action::Waterhole { pos, .. } => Some(pos),
        Action::Ranger { to, .. } => Some(to),
        _ => None,
    }
}
