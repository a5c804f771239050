//! New Lands: every follower for itself, and the right moment to leave.

use crate::fit::FitTable;
use crate::horizon::{Chances, Followers, Horizon, Prospect, add_gains, at_least};
use crate::judge::{Desk, Judge, Scores, final_scores};
use crate::net::{Seen, View, Witness};
use crate::weights::{Weights, weights};
use rules::{
    Action, AnyGame, Feature, FeatureId, FeatureKind, Game, MAX_SEATS, NewLandsGame, Phase, PieceKind, Seat, Symbol,
    Terrain, TileKind, TileSet, When,
};
use std::sync::OnceLock;

weights! {
    /// Weights of New Lands.
    LandsWeights from "new_lands.toml" {
        /// chance that a hole is capped, for each tile that would
        cap,
        /// the same for each tile that fits without capping
        extend,
        /// factor for each hole beyond the first
        hole,
        /// worth of a point for completing a grassland
        grass_done,
        /// points an open grassland still grows by, for each hole
        grass_grow,
        /// worth of a point for completing mountains
        mountain_done,
        /// points open mountains still grow by, for each hole
        mountain_grow,
        /// worth of a point for completing a sea
        sea_done,
        /// points an open sea still grows by, for each hole
        sea_grow,
        /// points complete mountains may still gain by new cities, a share of their worth
        city_grow,
        /// own turns left at which the bonus for a complete feature is still half sure
        recall_turns,
        /// own turns left at which growth counts half
        future_turns,
        /// what each further follower in one feature loses, as a share
        crowd,
        /// worth of the first free follower
        follower_1,
        /// of the second
        follower_2,
        /// of the third
        follower_3,
        /// of the fourth
        follower_4,
        /// own turns left at which a free follower is worth half
        follower_turns,
    }
}

fn table() -> &'static FitTable {
    static TABLE: OnceLock<FitTable> = OnceLock::new();
    TABLE.get_or_init(|| FitTable::new(&[TileSet::NewLands], [Terrain::Mountain, Terrain::Sea, Terrain::Grass]))
}

/// Judges New Lands.
#[derive(Clone)]
pub struct LandsJudge {
    weights: LandsWeights,
    horizon: Horizon,
    followers: Followers,
    /// Where followers stand in the position whose actions are judged.
    stands: Vec<Stand>,
}

/// A feature with followers.
#[derive(Clone, Copy)]
struct Stand {
    id: FeatureId,
    value: f32,
    counts: [u8; MAX_SEATS],
    /// What it brings to whoever acts.
    gain: f32,
}

impl LandsJudge {
    /// What a follower on the feature is worth: what it scores at the end if it stays, and what it can hope for.
    fn promise(&self, game: &NewLandsGame, id: FeatureId) -> f32 {
        let board = game.board();
        let feature = board.feature(id);
        let weights = &self.weights;
        let tiles = f32::from(feature.tile_count());
        let future = self.horizon.phase(weights.future_turns);
        let open = f32::from(game.value(id, When::End));
        let (open, bonus, done, grow) = match feature.kind() {
            FeatureKind::Grass => (open, open, weights.grass_done, weights.grass_grow),
            FeatureKind::Mountain => (open, open, weights.mountain_done, weights.mountain_grow),
            _ => (open, tiles, weights.sea_done, weights.sea_grow),
        };
        // Who does not think of it in time gets nothing for having completed something.
        let fetched = self.horizon.phase(weights.recall_turns) * weights.habits().late;
        if feature.is_closed() {
            // The bonus must be fetched before the end (N11).
            let bonus = f32::from(game.value(id, When::Complete)) - open;
            let more = if feature.kind() == FeatureKind::Mountain { weights.city_grow * open * future } else { 0.0 };
            return open + bonus * fetched + more;
        }
        let Prospect { closes, holes, .. } = self.horizon.prospect(board, id);
        open + grow * holes * future + closes * done * (bonus + holes) * fetched
    }
}

impl LandsJudge {
    fn followers_worth(&self, free: u8) -> f32 {
        self.followers.worth(free.into()) * self.horizon.phase(self.weights.follower_turns)
    }

    /// What so many followers on a feature are worth together.
    #[inline]
    fn gain(&self, value: f32, count: u8) -> f32 {
        let count = f32::from(count);
        value * count * (1.0 - self.weights.crowd * at_least(0.0, count - 1.0))
    }

    /// The same for each seat.
    fn gains(&self, value: f32, counts: &[u8; MAX_SEATS]) -> Scores {
        let mut gains = [0.0; MAX_SEATS];
        for seat in Seat::of(self.horizon.players()) {
            gains[seat.index()] = self.gain(value, counts[seat.index()]);
        }
        gains
    }

    /// Judges, and tells the witness what it finds.
    fn walk<W: Witness>(&mut self, game: &NewLandsGame, witness: &mut W) -> Scores {
        let mut points = final_scores(game);
        if game.phase() == Phase::Over {
            return points;
        }
        for (id, feature) in game.board().occupied() {
            let value = self.promise(game, id);
            let counts = Seat::ALL.map(|seat| feature.strength(seat));
            let gains = self.gains(value, &counts);
            add_gains(&mut points, &gains);
            if W::SEES {
                let seen = self.seen(game, id, value);
                witness.feature((game.board(), &self.horizon), id, &counts, &gains, seen);
            }
        }
        if W::SEES {
            // What nobody has taken yet: grassland and mountains, and sea.
            let unclaimed =
                |feature: &Feature| !feature.is_occupied() && !feature.is_closed() && feature.tile_count() > 1;
            for (id, feature) in game.board().features().filter(|(_, feature)| unclaimed(feature)) {
                let worth = f32::from(game.value(id, When::Complete));
                let sort = usize::from(feature.kind() == FeatureKind::Sea);
                witness.unclaimed(sort, worth, self.horizon.prospect(game.board(), id).closes);
            }
        }
        for seat in Seat::of(self.horizon.players()) {
            let worth = self.followers_worth(game.supply(seat).count(PieceKind::Follower));
            points[seat.index()] += worth;
            witness.followers(seat, worth);
        }
        points
    }

    /// What a net sees of a feature: complete ones, from which followers can be called back, are kinds of their own.
    fn seen(&self, game: &NewLandsGame, id: FeatureId, worth: f32) -> Seen {
        let feature = game.board().feature(id);
        let kind = match feature.kind() {
            FeatureKind::Grass => 0,
            FeatureKind::Mountain => 1,
            _ => 2,
        };
        let extra = feature.tally().count(Symbol::Port).min(7);
        if feature.is_closed() {
            let closes = self.horizon.phase(self.weights.recall_turns);
            return Seen { kind: 3 + kind, worth, closes, holes: 1.0, tight: 0, extra };
        }
        let Prospect { closes, holes, tight } = self.horizon.prospect(game.board(), id);
        Seen { kind, worth, closes, holes, tight, extra }
    }
}

impl Judge for LandsJudge {
    type Game = NewLandsGame;
    type Weights = LandsWeights;

    fn game_of(game: &AnyGame) -> Option<&NewLandsGame> {
        match game {
            AnyGame::NewLands(game) => Some(game),
            _ => None,
        }
    }

    fn new(game: &NewLandsGame, weights: &LandsWeights) -> LandsJudge {
        let LandsWeights { cap, extend, hole, .. } = *weights;
        let LandsWeights { follower_1, follower_2, follower_3, follower_4, .. } = *weights;
        LandsJudge {
            weights: weights.clone(),
            horizon: Horizon::new(
                table(),
                game.setup(),
                Chances { cap, extend, hole, fill: 0.0, counts: weights.habits().counts },
            ),
            followers: Followers::new(&[follower_1, follower_2, follower_3, follower_4]),
            stands: Vec::new(),
        }
    }

    fn prepare(&mut self, game: &NewLandsGame) {
        self.horizon.prepare(game.bag());
    }

    fn drawn(&mut self, game: &NewLandsGame, tile: TileKind) {
        self.horizon.drawn(game.bag(), tile);
    }

    fn acts(&mut self, desk: &mut Desk<NewLandsGame>, each: &mut dyn FnMut(Action, &Scores)) {
        let Some(seat) = desk.placed.active().filter(|_| !desk.placed.bag().is_empty()) else {
            // The game may be over after it.
            return self.try_acts(desk, each);
        };
        // An action moves one follower to or from one feature: features are judged once.
        let Desk { placed: game, acts, .. } = desk;
        let mut stands = std::mem::take(&mut self.stands);
        stands.clear();
        stands.extend(game.board().occupied().map(|(id, feature)| {
            let value = self.promise(game, id);
            let counts = Seat::ALL.map(|seat| feature.strength(seat));
            Stand { id, value, counts, gain: self.gain(value, counts[seat.index()]) }
        }));
        // What it changes is the active player's: what the others have is the same whatever is done.
        let own = seat.index();
        let mut others = final_scores(game);
        let scored = others[own];
        for stand in &stands {
            add_gains(&mut others, &self.gains(stand.value, &stand.counts));
        }
        for seat in Seat::of(self.horizon.players()) {
            others[seat.index()] += self.followers_worth(game.supply(seat).count(PieceKind::Follower));
        }
        let supply = game.supply(seat).count(PieceKind::Follower);
        game.actions(acts);
        for &act in acts.iter() {
            let (mut points, mut supply) = (scored, supply);
            let (mut gone, mut come) = (None, None);
            match act {
                Action::Follower { segment, .. } => {
                    let Some(id) = game.board().last_feature(segment) else { continue };
                    come = Some((id, self.gain(self.promise(game, id), 1)));
                    supply -= 1;
                }
                Action::Recall { pos, segment } => {
                    let Some(id) = game.board().feature_at(pos, segment) else { continue };
                    let when = if game.board().feature(id).is_closed() { When::Complete } else { When::End };
                    points += f32::from(game.value(id, when));
                    gone = Some(id);
                    supply += 1;
                }
                _ => {}
            }
            // In the order in which a whole board is judged.
            for stand in &stands {
                if let Some((_, gain)) = come.take_if(|(id, _)| *id < stand.id) {
                    points += gain;
                }
                points += match stand.counts[own] {
                    count if gone == Some(stand.id) => self.gain(stand.value, count - 1),
                    _ => stand.gain,
                };
            }
            points += come.map_or(0.0, |(_, gain)| gain);
            let mut scores = others;
            scores[own] = points + self.followers_worth(supply);
            each(act, &scores);
        }
        self.stands = stands;
    }

    fn evaluate(&mut self, game: &NewLandsGame) -> Scores {
        self.walk(game, &mut ())
    }

    fn look(&mut self, game: &NewLandsGame, view: &mut View) -> Scores {
        view.begin(game, self.horizon.turns());
        self.walk(game, view)
    }
}
