//! A position as a list of features.

use crate::observer::{Observer, relative};
use crate::planes::just_placed;
use crate::sink::{Names, Sink, Values};
use rules::{
    Animal, AnyGame, FeatureId, Game as _, GameOption, Goods, Hand, HuntersGatherers, MAX_SEGMENTS, Phase, Safari,
    Seat, Segment, TradersBuilders,
};

/// The phases in which players decide.
const PHASES: [Phase; 5] = [Phase::Place, Phase::Act, Phase::Token, Phase::Ranger, Phase::Pig];
/// Points are divided by this, so that all features are small numbers.
pub(crate) const POINTS: f32 = 50.0;
/// Sizes of features are divided by this.
const TILES: f32 = 10.0;

/// What a feature is to a seat.
pub(crate) struct Stake {
    pub(crate) tiles: f32,
    pub(crate) open: f32,
    pub(crate) mine: f32,
    pub(crate) others: f32,
    pub(crate) worth: f32,
    pub(crate) complete: f32,
}

impl Stake {
    pub(crate) const NONE: Stake = Stake { tiles: 0.0, open: 0.0, mine: 0.0, others: 0.0, worth: 0.0, complete: 0.0 };

    pub(crate) fn of(game: &AnyGame, id: FeatureId, seat: Seat) -> Stake {
        let feature = game.board().feature(id);
        let others = game.setup().seats().filter(|other| *other != seat).map(|other| feature.strength(other)).max();
        let worth = game.worth(id);
        Stake {
            tiles: f32::from(feature.tile_count()) / TILES,
            open: f32::from(feature.open()) / TILES,
            mine: feature.strength(seat).into(),
            others: others.unwrap_or(0).into(),
            worth: worth.map_or(0.0, |worth| f32::from(worth.at_end)) / TILES,
            complete: worth.and_then(|worth| worth.complete).map_or(0.0, f32::from) / TILES,
        }
    }

    pub(crate) fn put(&self, who: &str, sink: &mut impl Sink) {
        let Stake { tiles, open, mine, others, worth, complete } = self;
        sink.put(format_args!("{who} tiles"), *tiles);
        sink.put(format_args!("{who} open"), *open);
        sink.put(format_args!("{who} mine"), *mine);
        sink.put(format_args!("{who} others"), *others);
        sink.put(format_args!("{who} worth"), *worth);
        sink.put(format_args!("{who} worth complete"), *complete);
    }
}

impl Observer {
    /// Writes the features as a seat sees them to `out`, which has room for as many as [`Observer::features`] names.
    pub fn write_features(&self, game: &AnyGame, seat: Seat, out: &mut [f32]) {
        self.tell(game, seat, &mut Values::new(out));
    }

    pub(crate) fn name_features(&self, game: &AnyGame) -> Vec<String> {
        let mut names = Names::default();
        self.tell(game, Seat::default(), &mut names);
        names.0
    }

    fn tell(&self, game: &AnyGame, seat: Seat, sink: &mut impl Sink) {
        sink.one_of(&PHASES, Some(game.phase()), |phase| format!("phase {}", phase.name()));
        let first = f32::from(self.setup.bag().total()).max(1.0);
        sink.put(format_args!("tiles left"), f32::from(game.bag().total()) / first);
        let active = game.active().and_then(|active| self.seats_from(seat).position(|other| other == active));
        let seats: Vec<usize> = (0..self.setup.players().into()).collect();
        sink.one_of(&seats, active, |index| format!("active {}", relative(index)));
        self.tell_seats(game, seat, sink);
        self.tell_tiles(game, seat, sink);
        let placed = just_placed(game);
        for number in 0..MAX_SEGMENTS {
            let segment = Segment(number as u8);
            let def = placed.and_then(|(tile, ..)| tile.def().segment(segment));
            let kind = def.map(|def| def.kind);
            sink.one_of(&self.kinds, kind, |kind| format!("segment {number} {}", kind.name()));
            let id = placed.filter(|_| def.is_some()).and_then(|(_, pos, _)| game.board().feature_at(pos, segment));
            let stake = id.map_or(Stake::NONE, |id| Stake::of(game, id, seat));
            let who = if sink.names() { format!("segment {number}") } else { String::new() };
            stake.put(&who, sink);
        }
    }

    fn tell_seats(&self, game: &AnyGame, seat: Seat, sink: &mut impl Sink) {
        let projection = game.projection();
        let goods = game.unit::<TradersBuilders>();
        let safari = game.unit::<Safari>();
        for (index, other) in self.seats_from(seat).enumerate() {
            let who = if sink.names() { relative(index) } else { String::new() };
            let points = |list: &[u16]| list.get(other.index()).map_or(0.0, |&points| f32::from(points)) / POINTS;
            sink.put(format_args!("{who} points"), points(game.scores()));
            sink.put(format_args!("{who} points if it ended now"), points(&projection));
            for &kind in &self.pieces {
                let most = self.setup.pieces().find(|(known, _)| *known == kind).map_or(1, |(_, count)| count.max(1));
                let left = f32::from(game.supply(other).count(kind)) / f32::from(most);
                sink.put(format_args!("{who} {kind} left"), left);
            }
            if self.setup.has(GameOption::TradersBuilders) {
                let counts = goods.map_or([0; 3], |traders| traders.goods(other));
                for (kind, count) in Goods::ALL.into_iter().zip(counts) {
                    sink.put(format_args!("{who} {}", kind.name()), f32::from(count) / TILES);
                }
            }
            if self.setup.tokens().iter().any(|&count| count > 0) {
                let counts = safari.map_or([0; 5], |safari| safari.tokens(other));
                for (animal, count) in Animal::ALL.into_iter().zip(counts) {
                    sink.put(format_args!("{who} {animal}"), f32::from(count) / 4.0);
                }
            }
        }
        if self.setup.has(GameOption::TradersBuilders) {
            let waits = goods.is_some_and(TradersBuilders::builder_waits);
            sink.put(format_args!("builder waits"), f32::from(u8::from(waits)));
        }
    }

    fn tell_tiles(&self, game: &AnyGame, seat: Seat, sink: &mut impl Sink) {
        sink.one_of(&self.tiles, game.tile(), |tile| format!("tile {tile}"));
        if self.setup.has(GameOption::Hand) {
            let hands = game.unit::<Hand>();
            for (index, other) in self.seats_from(seat).enumerate() {
                let held = hands.map_or(&[][..], |hands| hands.of(other));
                for &kind in &self.tiles {
                    let count = held.iter().filter(|&&tile| tile == kind).count();
                    sink.put(format_args!("{} holds {kind}", Who(index)), count as f32);
                }
            }
        }
        let bonus = game.unit::<HuntersGatherers>().map(HuntersGatherers::bonus);
        for (&kind, &copies) in self.tiles.iter().zip(&self.copies) {
            let left = game.bag().count(kind) + bonus.map_or(0, |bonus| bonus.count(kind));
            sink.put(format_args!("left {kind}"), f32::from(left) / f32::from(copies.max(1)));
        }
    }
}

/// A seat's name, made only when it is printed.
struct Who(usize);

impl std::fmt::Display for Who {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&relative(self.0))
    }
}
