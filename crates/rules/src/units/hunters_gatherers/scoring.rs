//! What rivers, forests, river systems and meadows are worth (H5 to H8, H13 to H17), and who finds gold (H9).

use crate::board::{Feature, FeatureId};
use crate::event::{Counted, Facts};
use crate::position::Position;
use crate::seat::SeatSet;
use crate::stack::Stack;
use crate::terrain::{FeatureKind, Symbol, Tally};

/// The animals of a meadow that count: those that are hunted and those that scare deer away.
#[derive(Clone, Copy)]
struct Herd {
    deer: u16,
    others: [(Symbol, u16); 2],
    /// Deer that tigers have scared away (H15); none when there is fire (H16).
    gone: u16,
}

impl Herd {
    fn of(meadow: Tally) -> Herd {
        let tigers = if meadow.count(Symbol::Fire) > 0 { 0 } else { meadow.count(Symbol::Tiger) };
        let deer = meadow.count(Symbol::Deer);
        let left = deer.saturating_sub(tigers);
        Herd {
            deer: left.into(),
            others: [Symbol::Mammoth, Symbol::Aurochs].map(|symbol| (symbol, meadow.count(symbol).into())),
            gone: (deer - left).into(),
        }
    }

    fn hunted(self) -> u16 {
        self.deer + self.others[0].1 + self.others[1].1
    }
}

/// The points of a feature: rivers and forests when they are complete, systems and meadows at the end.
pub(super) fn value(position: &Position, id: FeatureId) -> Option<u16> {
    let feature = position.board.feature(id);
    let tally = feature.tally();
    match feature.kind() {
        FeatureKind::Forest => Some(2 * (tally.segments() + u16::from(tally.count(Symbol::Mushroom)))),
        FeatureKind::River => Some(tally.segments() + fish_at_ends(position, id)),
        FeatureKind::System => Some(tally.count(Symbol::Fish).into()),
        FeatureKind::Meadow => Some(2 * Herd::of(tally).hunted()),
        _ => None,
    }
}

pub(super) fn facts(position: &Position, id: FeatureId, facts: Facts) -> Facts {
    let feature = position.board.feature(id);
    let tally = feature.tally();
    let symbol = |facts: Facts, symbol: Symbol| facts.and(Counted::Symbol(symbol), tally.count(symbol).into());
    match feature.kind() {
        FeatureKind::Forest => symbol(facts.and(Counted::Parts, tally.segments()), Symbol::Mushroom),
        FeatureKind::River => {
            let fish = fish_at_ends(position, id);
            facts.and(Counted::Parts, tally.segments()).and(Counted::Symbol(Symbol::Fish), fish)
        }
        FeatureKind::System => symbol(facts, Symbol::Fish),
        FeatureKind::Meadow => {
            let herd = Herd::of(tally);
            let facts = facts.and(Counted::Symbol(Symbol::Deer), herd.deer);
            let facts =
                herd.others.into_iter().fold(facts, |facts, (symbol, count)| facts.and(Counted::Symbol(symbol), count));
            facts.and(Counted::Symbol(Symbol::Tiger), herd.gone)
        }
        _ => facts,
    }
}

/// The fish in the lakes at the ends of a river, each lake once (H5).
fn fish_at_ends(position: &Position, river: FeatureId) -> u16 {
    let board = &position.board;
    let mut lakes = Stack::<_, 2>::new(FeatureId::default());
    let mut fish = 0;
    for node in board.members(river) {
        let (tile, segment) = board.place_of(node);
        let Some(lake) = board.kind(tile).def().segment(segment).and_then(|def| def.lake) else { continue };
        let lake = board.feature_of(board.node(tile, lake));
        if !lakes.contains(&lake) {
            lakes.push(lake);
            fish += u16::from(board.feature(lake).tally().count(Symbol::Fish));
        }
    }
    fish
}

/// Whether the tile just placed completed a forest with a nugget, whoever owns it (H9).
pub(super) fn nugget_found(position: &Position) -> bool {
    let gold = |forest: &Feature| forest.kind() == FeatureKind::Forest && forest.tally().count(Symbol::Nugget) > 0;
    position.board.closed().iter().any(|&id| gold(position.board.feature(id)))
}

/// The hunter in the shrine of a meadow scores it alone (H17); else it is the majority (H15).
pub(super) fn hunter_in_shrine(position: &Position, meadow: FeatureId) -> Option<SeatSet> {
    let board = &position.board;
    let feature = board.feature(meadow);
    if feature.kind() != FeatureKind::Meadow || feature.tally().count(Symbol::Shrine) == 0 {
        return None;
    }
    let hunter = position.figures().iter().find(|hunter| {
        let (tile, segment) = board.place_of(hunter.node);
        let def = board.kind(tile).def().segment(segment);
        board.feature_of(hunter.node) == meadow && def.is_some_and(|def| def.has(Symbol::Shrine))
    })?;
    Some(SeatSet::EMPTY.with(hunter.seat))
}
