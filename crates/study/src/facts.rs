//! Why a move was bad: facts, not opinions. Every number is read from the position after the move that was played, or after
//! the best one.

use bots::Move;
use rules::{
    Action, AnyGame, Board, Chance, Event, FeatureId, FeatureKind, Game, GameId, Hand, Pos, Seat, Segment, Side,
};
use serde::{Deserialize, Serialize};

/// A segment of a tile on the board: a feature is named by one of its places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Column, growing to the east.
    pub x: i16,
    /// Row, growing to the south.
    pub y: i16,
    /// The segment of the tile there.
    pub segment: u8,
}

impl Place {
    /// The place of a segment.
    pub const fn new(pos: Pos, segment: Segment) -> Place {
        Place { x: pos.x, y: pos.y, segment: segment.0 }
    }

    /// The cell.
    pub const fn pos(self) -> Pos {
        Pos::new(self.x, self.y)
    }

    /// The segment.
    pub const fn segment(self) -> Segment {
        Segment(self.segment)
    }
}

/// What a move does with a feature, for whoever makes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Nobody owned it; now the mover does.
    Claims,
    /// Others owned a part of it; now the mover owns it with others.
    Shares,
    /// Others owned a part of it; now the mover alone owns it.
    Takes,
    /// The mover owned it before and does now, and it is worth more.
    Grows,
    /// The mover owned a part of it and does not own it any more.
    Loses,
    /// Others own it, and it is worth more.
    Feeds,
}

/// Something that holds in the position after a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fact {
    /// The move brings points at once.
    Points {
        /// To whom.
        seat: u8,
        /// How many.
        points: u16,
        /// What for, by the name in score sheets.
        source: String,
        /// Where, for what lies somewhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
    },
    /// A feature of the tile just placed, not complete.
    Feature {
        /// What the move does with it.
        role: Role,
        /// What it is, by its name in the tile files.
        kind: String,
        /// One of its places.
        at: Place,
        /// On how many tiles it lies.
        tiles: u16,
        /// What it brings when it is complete, or at the end for what never is or cannot be any more, as it lies there.
        points: u16,
        /// Who would get that.
        owners: Vec<u8>,
        /// Who owned parts of it before.
        before: Vec<u8>,
        /// How many of the tiles left close it by themselves, where that can be said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closers: Option<u16>,
        /// How many tiles are left.
        left: u16,
    },
    /// The mover has no follower left.
    NoFollower {
        /// The mover.
        seat: u8,
    },
}

impl Fact {
    /// How much it says.
    fn weight(&self) -> u16 {
        match self {
            Fact::Points { points, .. } => points * 2,
            Fact::Feature { points, role: Role::Grows | Role::Feeds, .. } => *points,
            Fact::Feature { points, .. } => points * 2,
            Fact::NoFollower { .. } => 3,
        }
    }
}

/// A fact, and of which move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Told {
    /// Whether it holds after the best move; otherwise after the one that was played.
    pub best: bool,
    /// What holds.
    pub fact: Fact,
}

/// How many facts are told of each move.
const MOST: usize = 2;
/// What weighs less explains nothing.
const LEAST: u16 = 3;

/// What is different after two moves of whoever is to act.
pub(crate) fn compare(game: &AnyGame, played: Move, best: Move) -> Vec<Told> {
    let (done, wanted) = (facts(game, played), facts(game, best));
    let only = |own: &[Fact], other: &[Fact], best: bool| -> Vec<Told> {
        let mut own: Vec<Fact> =
            own.iter().filter(|fact| !other.contains(fact) && fact.weight() >= LEAST).cloned().collect();
        own.sort_by_key(|fact| std::cmp::Reverse(fact.weight()));
        own.into_iter().take(MOST).map(|fact| Told { best, fact }).collect()
    };
    let mut told = only(&wanted, &done, true);
    told.extend(only(&done, &wanted, false));
    told
}

/// What holds after a move.
fn facts(game: &AnyGame, chosen: Move) -> Vec<Fact> {
    let rules::Actor::Player(mover) = game.to_act() else { return Vec::new() };
    let mut after = game.clone();
    let mut events: Vec<Event> = Vec::new();
    for action in [Some(chosen.first), chosen.then].into_iter().flatten() {
        if after.play_logged(action, &mut events).is_err() {
            return Vec::new();
        }
    }
    let scored = events.iter().filter_map(|event| match event {
        Event::Scored(score) if !score.end => Some(Fact::Points {
            seat: score.seat.number(),
            points: score.points,
            source: score.source.name().to_owned(),
            at: score.at.map(|(pos, segment)| Place::new(pos, segment)),
        }),
        _ => None,
    });
    let mut facts: Vec<Fact> = scored.collect();
    if after.phase() == rules::Phase::Over {
        return facts;
    }
    if let Action::Place { pos, .. } = chosen.first
        && let Some(laid) = after.board().laid_at(pos)
    {
        let mut seen: Vec<FeatureId> = Vec::new();
        for (segment, _) in laid.kind.def().printed_segments() {
            let Some(id) = after.board().feature_at(pos, segment) else { continue };
            if !seen.contains(&id) {
                seen.push(id);
                facts.extend(feature(game, &after, Place::new(pos, segment), id, mover));
            }
        }
    }
    if game.supply(mover).has_follower() && !after.supply(mover).has_follower() {
        facts.push(Fact::NoFollower { seat: mover.number() });
    }
    facts
}

fn feature(before: &AnyGame, after: &AnyGame, at: Place, id: FeatureId, mover: Seat) -> Option<Fact> {
    let info = after.board().feature_info(id);
    let worth = after.worth(id)?;
    if info.kind == FeatureKind::Lake || worth.complete.is_some() && info.open == 0 {
        return None;
    }
    let closers = worth.complete.and_then(|_| closers(after, at));
    let left = after.bag().total();
    let hopeless = hopeless(after, id, closers);
    let points = worth.complete.filter(|_| !hopeless).unwrap_or(worth.at_end);
    // What it was made of: the features of its segments before the tile came.
    let mut parts: Vec<FeatureId> = Vec::new();
    for (pos, segment) in after.board().segments_of(id) {
        if let Some(part) = before.board().feature_at(pos, segment)
            && !parts.contains(&part)
        {
            parts.push(part);
        }
    }
    let had = |part: &FeatureId| {
        before.worth(*part).map_or(0, |worth| worth.complete.filter(|_| !hopeless).unwrap_or(worth.at_end))
    };
    let most = parts.iter().map(had).max().unwrap_or(0);
    let owned: Vec<Vec<Seat>> = parts.iter().map(|part| owners(before, *part)).collect();
    let now = owners(after, id);
    let of_others = owned.iter().any(|owners| !owners.is_empty() && !owners.contains(&mover));
    let role = match (now.contains(&mover), owned.iter().any(|owners| owners.contains(&mover))) {
        (true, _) if of_others && now.len() == 1 => Role::Takes,
        (true, _) if of_others => Role::Shares,
        (true, false) => Role::Claims,
        (true, true) if points > most => Role::Grows,
        (false, true) => Role::Loses,
        (false, false) if !now.is_empty() && points > most => Role::Feeds,
        _ => return None,
    };
    let mut parties: Vec<u8> = owned.iter().flatten().map(|seat| seat.number()).collect();
    parties.sort_unstable();
    parties.dedup();
    Some(Fact::Feature {
        role,
        kind: info.kind.name().to_owned(),
        at,
        tiles: info.tiles,
        points,
        owners: now.iter().map(|seat| seat.number()).collect(),
        before: parties,
        closers,
        left,
    })
}

/// Whether too few tiles are left to complete a feature, whatever comes.
fn hopeless(game: &AnyGame, id: FeatureId, closers: Option<u16>) -> bool {
    let left = game.bag().total();
    // Bonus tiles come beside those of the bag.
    let counts = game.setup().game().unit().bonus.is_none();
    let hopeless = |count| count == 0 && left <= 1 || holes(game.board(), id).len() > usize::from(left);
    counts && closers.is_some_and(hopeless)
}

/// Who would get the points of a feature: those with the most followers on it (C13), or whoever the game says.
pub fn owners(game: &AnyGame, id: FeatureId) -> Vec<Seat> {
    let scorers = game.worth(id).map(|worth| worth.scorers).filter(|_| game.setup().game() != GameId::Safari);
    let scorers: Vec<Seat> = scorers.map(|scorers| scorers.iter().collect()).unwrap_or_default();
    if !scorers.is_empty() {
        return scorers;
    }
    let strength = game.board().feature_info(id).strength;
    let most = strength.iter().copied().max().unwrap_or(0);
    Seat::of(game.players()).filter(|seat| most > 0 && u32::from(strength[seat.index()]) == u32::from(most)).collect()
}

/// The empty cells that keep a feature open.
pub(crate) fn holes(board: &Board, id: FeatureId) -> Vec<Pos> {
    let info = board.feature_info(id);
    let mut holes: Vec<Pos> = Vec::new();
    for (pos, segment) in board.segments_of(id) {
        let Some(laid) = board.laid_at(pos) else { continue };
        if matches!(info.kind, FeatureKind::Cloister | FeatureKind::Baobab) {
            holes.extend(pos.around().into_iter().filter(|cell| board.laid_at(*cell).is_none()));
            continue;
        }
        let Some(def) = laid.kind.def().segment(segment) else { continue };
        let ports = def.ports[laid.rotation.index()];
        let open = Side::ALL.into_iter().filter(|side| ports.touches(*side)).map(|side| pos.step(side));
        holes.extend(open.filter(|cell| board.laid_at(*cell).is_none()));
    }
    holes.sort_unstable();
    holes.dedup();
    holes
}

/// How many of the tiles left close a feature by themselves; nothing where the next tile is not simply the next from the
/// bag.
pub fn closers(game: &AnyGame, at: Place) -> Option<u16> {
    if game.chance() != Some(Chance::Tile) || game.unit::<Hand>().is_some() {
        return None;
    }
    let id = game.board().feature_at(at.pos(), at.segment())?;
    let holes = holes(game.board(), id);
    let (mut drawn, mut laid) = (game.clone(), game.clone());
    let mut actions = Vec::new();
    let mut count = 0;
    for (tile, copies) in game.bag().iter() {
        drawn.copy_from(game);
        if drawn.play(Action::Draw { tile }).is_err() {
            continue;
        }
        drawn.actions(&mut actions);
        let closes = actions.iter().any(|&action| {
            let Action::Place { tile: other, pos, .. } = action else { return false };
            if other != tile || !holes.contains(&pos) {
                return false;
            }
            laid.copy_from(&drawn);
            laid.play_unchecked(action, &mut ());
            let board = laid.board();
            board.feature_at(at.pos(), at.segment()).is_some_and(|id| board.feature_info(id).open == 0)
        });
        count += if closes { u16::from(copies) } else { 0 };
    }
    Some(count)
}
