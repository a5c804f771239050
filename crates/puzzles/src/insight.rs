//! What a turn does, as facts of the position before and after it.

use crate::turn::{Turn, is_land};
use rules::{
    Action, Actor, AnyGame, Bag, Demand, Event, FeatureId, FeatureKind, Game, HuntersGatherers, Phase, PieceKind, Pos,
    Rotation, Score, Seat, SeatSet, Segment, Source, Supply, TileKind, Worth,
};

/// Somebody else's feature in which the player has the majority now, alone or shared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// What it is.
    pub kind: FeatureKind,
    /// Its first segment in reading order.
    pub at: (Pos, Segment),
    /// Who had it before.
    pub from: SeatSet,
    /// What it was worth to them at the end, as it lay; when complete, if that alone counts.
    pub was_worth: u16,
    /// What it brings the player: the points scored, or what it would be worth at the end as it lies now.
    pub now_worth: u16,
    /// Whether those who had it before still share it.
    pub shared: bool,
    /// Whether it was scored in this turn.
    pub scored: bool,
}

/// Somebody else's feature that became harder to complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// What it is.
    pub kind: FeatureKind,
    /// Its first segment in reading order.
    pub at: (Pos, Segment),
    /// Whose it is.
    pub of: SeatSet,
    /// What it would bring when it is complete as it lies.
    pub worth: u16,
    /// How many of the tiles to come fit the place that is hardest to fill, before and now.
    pub fit_before: u16,
    /// See above.
    pub fit_now: u16,
}

/// A follower close to something that belongs to somebody else: one tile would join them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Approach {
    /// What both are.
    pub kind: FeatureKind,
    /// The first segment of the other's in reading order.
    pub at: (Pos, Segment),
    /// Whose it is.
    pub of: SeatSet,
    /// What it is worth to them: when it is complete as it lies.
    pub worth: u16,
    /// The cell between.
    pub cell: Pos,
    /// How many of the tiles to come would join them there.
    pub joining: u16,
}

/// A piece that was placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// What it stands on; a hut in a river system.
    pub on: FeatureKind,
    /// Where.
    pub at: (Pos, Segment),
    /// Whether it is a follower.
    pub follower: bool,
    /// What the feature would be worth at the end as it lies now; nothing if it was scored at once.
    pub worth: u16,
}

/// What a turn does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insight {
    /// Whose turn it is.
    pub seat: Seat,
    /// The points of the turn itself, everybody's.
    pub points: Vec<Score>,
    /// What was somebody else's.
    pub taken: Vec<Taken>,
    /// What somebody else can hardly complete any more.
    pub blocked: Vec<Blocked>,
    /// What could be joined next.
    pub approach: Option<Approach>,
    /// What was placed.
    pub placed: Option<Placed>,
    /// How many followers the player had in the supply before the turn, of all kinds together.
    pub followers_before: u8,
    /// How many after it.
    pub followers_after: u8,
    /// How many of the player's followers came home.
    pub home: u8,
    /// Whether nothing was placed although a follower could have been.
    pub waits: bool,
}

/// How many of the tiles to come, bonus tiles included, are such.
fn to_come(game: &AnyGame, such: impl Fn(TileKind) -> bool) -> u16 {
    let bonus = game.unit::<HuntersGatherers>().map(HuntersGatherers::bonus);
    let all = game.bag().iter().chain(bonus.into_iter().flat_map(Bag::iter));
    all.filter(|(tile, _)| such(*tile)).map(|(_, count)| u16::from(count)).sum()
}

/// How many of the tiles to come fit a cell.
pub fn fitting(game: &AnyGame, demand: Demand) -> u16 {
    to_come(game, |tile| Rotation::ALL.into_iter().any(|rotation| demand.accepts(tile, rotation)))
}

/// What a feature is worth as it lies: at the end, or when complete where nothing else counts.
fn lain(worth: &Worth) -> u16 {
    match worth.at_end {
        0 => worth.complete.unwrap_or(0),
        points => points,
    }
}

fn followers(supply: Supply) -> u8 {
    supply.followers().map(|kind| supply.count(kind)).sum()
}

impl Insight {
    /// What a turn does; nothing if it is not possible.
    pub fn of(before: &AnyGame, turn: Turn) -> Option<Insight> {
        let Actor::Player(seat) = before.to_act() else { return None };
        let Action::Place { pos, .. } = turn.place else { return None };
        let mut after = before.clone();
        let mut events: Vec<Event> = Vec::new();
        after.play_logged(turn.place, &mut events).ok()?;
        let mut could = Vec::new();
        if after.phase() == Phase::Act {
            after.actions(&mut could);
        }
        if let Some(then) = turn.then {
            after.play_logged(then, &mut events).ok()?;
        }
        // What the dealer would do next is not part of the turn: nothing of it is in the events yet.
        let points: Vec<Score> = events
            .iter()
            .filter_map(|event| match event {
                Event::Scored(score) if !score.end => Some(*score),
                _ => None,
            })
            .collect();
        let home = events.iter().filter(|event| match event {
            Event::Returned { piece, to_stacks: false } => {
                piece.seat == seat && PieceKind::FOLLOWERS.contains(&piece.kind)
            }
            _ => false,
        });
        let home = home.count() as u8;
        let places = |action: &Action| matches!(action, Action::Follower { .. });
        let supply = before.supply(seat);
        let look = Look { before, after: &after, seat, pos };
        let placed = look.placed(turn);
        Some(Insight {
            seat,
            taken: look.taken(&points),
            blocked: look.blocked(),
            approach: placed.filter(|placed| placed.follower).and_then(|placed| look.approach(placed)),
            placed,
            followers_before: followers(supply),
            followers_after: followers(after.supply(seat)),
            home,
            waits: matches!(turn.then, Some(Action::Pass)) && could.iter().any(places),
            points,
        })
    }

    /// The points that a seat gets in the turn.
    pub fn points_of(&self, seat: Seat) -> u16 {
        self.points.iter().filter(|score| score.seat == seat).map(|score| score.points).sum()
    }
}

/// A turn from both sides.
struct Look<'a> {
    before: &'a AnyGame,
    after: &'a AnyGame,
    seat: Seat,
    /// The cell of the tile that was laid.
    pos: Pos,
}

impl Look<'_> {
    /// The features on the tile that was laid, each once.
    fn on_tile(&self) -> Vec<FeatureId> {
        let board = self.after.board();
        let parts = board.laid_at(self.pos).map_or(0, |laid| laid.kind.def().segments().len());
        let mut found = Vec::new();
        for number in 0..parts {
            if let Some(id) = board.feature_at(self.pos, Segment(number as u8))
                && !found.contains(&id)
            {
                found.push(id);
            }
        }
        found
    }

    /// What belonged to a feature before the tile was laid.
    fn parts_before(&self, id: FeatureId) -> Vec<FeatureId> {
        let mut found = Vec::new();
        for (pos, segment) in self.after.board().segments_of(id) {
            if let Some(part) = self.before.board().feature_at(pos, segment)
                && !found.contains(&part)
            {
                found.push(part);
            }
        }
        found
    }

    fn taken(&self, points: &[Score]) -> Vec<Taken> {
        let mut all = Vec::new();
        for id in self.on_tile() {
            let kind = self.after.board().feature(id).kind();
            let Some(at) = self.after.board().segments_of(id).first().copied() else { continue };
            let here = |score: &&Score| {
                score.source == Source::Feature(kind)
                    && score.at.and_then(|(pos, segment)| self.after.board().feature_at(pos, segment)) == Some(id)
            };
            let scored: Vec<&Score> = points.iter().filter(here).collect();
            let owners: SeatSet = match scored.is_empty() {
                true => self.after.board().feature(id).owners(),
                false => scored.iter().map(|score| score.seat).collect(),
            };
            if !owners.contains(self.seat) {
                continue;
            }
            let parts = self.parts_before(id);
            let theirs = parts.iter().filter_map(|part| {
                let owners = self.before.board().feature(*part).owners();
                let worth = self.before.worth(*part)?;
                (!owners.is_empty() && !owners.contains(self.seat)).then_some((owners, lain(&worth)))
            });
            let Some((from, was_worth)) = theirs.max_by_key(|(_, worth)| *worth) else { continue };
            let mine = scored.iter().filter(|score| score.seat == self.seat).map(|score| score.points).sum();
            all.push(Taken {
                kind,
                at,
                from,
                was_worth,
                now_worth: match scored.is_empty() {
                    true => self.after.worth(id).map_or(0, |worth| worth.at_end),
                    false => mine,
                },
                shared: from.iter().any(|other| owners.contains(other)),
                scored: !scored.is_empty(),
            });
        }
        all
    }

    /// How many tiles fit the place of a feature that is hardest to fill.
    fn hardest(&self, game: &AnyGame, id: FeatureId) -> Option<u16> {
        let mut least: Option<u16> = None;
        let mut take = |demand: Demand| {
            let fit = fitting(game, demand);
            least = Some(least.map_or(fit, |least| least.min(fit)));
        };
        match game.board().feature(id).kind() {
            FeatureKind::Cloister | FeatureKind::Baobab => {
                game.board().holes_around(id, |demand| demand.into_iter().for_each(&mut take));
            }
            _ => game.board().open_ends(id, |end| take(end.demand)),
        }
        least
    }

    fn blocked(&self) -> Vec<Blocked> {
        let mut all = Vec::new();
        for (id, feature) in self.before.board().occupied() {
            let of = feature.owners();
            if feature.is_closed() || is_land(feature.kind()) || of.contains(self.seat) {
                continue;
            }
            let Some(at) = self.before.board().segments_of(id).first().copied() else { continue };
            let Some(now) = self.after.board().feature_at(at.0, at.1) else { continue };
            let Some(worth) = self.after.worth(now).and_then(|worth| worth.complete) else { continue };
            if self.after.board().feature(now).is_closed() || self.after.board().feature(now).owners() != of {
                continue;
            }
            let (Some(fit_before), Some(fit_now)) = (self.hardest(self.before, id), self.hardest(self.after, now))
            else {
                continue;
            };
            // Dead now, or nearly so.
            if fit_before > 0 && (fit_now == 0 || fit_now <= 2 && fit_before >= fit_now + 4) {
                all.push(Blocked { kind: feature.kind(), at, of, worth, fit_before, fit_now });
            }
        }
        all.sort_by_key(|blocked| (blocked.fit_now, std::cmp::Reverse(blocked.worth)));
        all
    }

    fn placed(&self, turn: Turn) -> Option<Placed> {
        let (segment, follower) = match turn.then? {
            Action::Follower { segment, .. } => (segment, true),
            Action::Hut { segment } => (segment, false),
            _ => return None,
        };
        let laid = self.after.board().laid_at(self.pos)?;
        let segment = match follower {
            true => segment,
            false => laid.kind.def().segment(segment)?.system?,
        };
        let id = self.after.board().feature_at(self.pos, segment)?;
        let feature = self.after.board().feature(id);
        let worth = self.after.worth(id).filter(|_| feature.is_occupied()).map_or(0, |worth| worth.at_end);
        Some(Placed { on: feature.kind(), at: (self.pos, segment), follower, worth })
    }

    fn approach(&self, placed: Placed) -> Option<Approach> {
        let board = self.after.board();
        let own = board.feature_at(placed.at.0, placed.at.1)?;
        if board.feature(own).is_closed()
            || !matches!(placed.on, FeatureKind::City | FeatureKind::Forest | FeatureKind::Bush)
        {
            return None;
        }
        let mut mine = Vec::new();
        board.open_ends(own, |end| mine.push(end));
        let mut best: Option<Approach> = None;
        for (id, feature) in board.occupied() {
            let of = feature.owners();
            if id == own || feature.kind() != placed.on || feature.is_closed() || of.contains(self.seat) {
                continue;
            }
            let Some(worth) = self.after.worth(id).and_then(|worth| worth.complete.or(Some(worth.at_end))) else {
                continue;
            };
            let Some(at) = board.segments_of(id).first().copied() else { continue };
            board.open_ends(id, |end| {
                let Some(near) = mine.iter().find(|near| near.cell == end.cell && near.side != end.side) else {
                    return;
                };
                let joins = |tile: TileKind| {
                    Rotation::ALL.into_iter().filter(|rotation| end.demand.accepts(tile, *rotation)).any(|rotation| {
                        tile.def().segments().iter().any(|def| {
                            let ports = def.ports[rotation.index()];
                            def.kind == placed.on && ports.touches(near.side) && ports.touches(end.side)
                        })
                    })
                };
                let joining = to_come(self.after, joins);
                let cell = board.open_positions().get(usize::from(end.cell)).copied();
                if let Some(cell) = cell
                    && best.is_none_or(|best| best.worth < worth)
                {
                    best = Some(Approach { kind: placed.on, at, of, worth, cell, joining });
                }
            });
        }
        best
    }
}
