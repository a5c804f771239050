//! What points are given for, game by game: cities, roads and so on.

use rules::{Event, FeatureKind, GameId, Goods, Log, MAX_SEATS, Source};

/// The most sources of points that a game has.
pub(crate) const SOURCES: usize = 6;

/// What a game gives points for, in the order in which nets and samples have them. Goods are one source, whatever their kind.
pub(crate) const fn sources(game: GameId) -> &'static [Source] {
    use Source::Feature;
    match game {
        GameId::Base => &[
            Feature(FeatureKind::City),
            Feature(FeatureKind::Road),
            Feature(FeatureKind::Cloister),
            Feature(FeatureKind::Field),
            Source::Pig,
            Source::Goods(Goods::Chicken),
        ],
        GameId::HuntersGatherers => &[
            Feature(FeatureKind::Forest),
            Feature(FeatureKind::River),
            Feature(FeatureKind::Meadow),
            Feature(FeatureKind::System),
        ],
        GameId::NewLands => &[Feature(FeatureKind::Grass), Feature(FeatureKind::Mountain), Feature(FeatureKind::Sea)],
        GameId::Safari => {
            &[Feature(FeatureKind::Path), Feature(FeatureKind::Bush), Source::Ranger, Source::Waterhole, Source::Tokens]
        }
    }
}

/// Adds up the points of each seat by their source while a game is played.
#[derive(Clone)]
pub(crate) struct Takings {
    sources: &'static [Source],
    points: [[u16; SOURCES]; MAX_SEATS],
}

impl Takings {
    pub(crate) fn new(game: GameId) -> Takings {
        Takings { sources: sources(game), points: [[0; SOURCES]; MAX_SEATS] }
    }

    /// The points so far, for each seat.
    pub(crate) fn points(&self) -> &[[u16; SOURCES]; MAX_SEATS] {
        &self.points
    }
}

impl Log for Takings {
    fn tell(&mut self, event: Event) {
        let Event::Scored(score) = event else { return };
        let same = |source: &Source| match (source, score.source) {
            (Source::Goods(_), Source::Goods(_)) => true,
            (source, given) => *source == given,
        };
        if let Some(place) = self.sources.iter().position(same) {
            self.points[score.seat.index()][place] += score.points;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Level};
    use rules::{Actor, AnyGame, Game, Options, Seat, Setup};
    use table::Random;

    #[test]
    fn every_point_of_every_game_has_a_source() {
        for id in GameId::ALL {
            let all: Options = id.options().iter().copied().collect();
            for (options, players) in [(Options::NONE, 2), (all, 3)] {
                let setup = Setup::new(id, options, players, Seat::default()).expect("a setup");
                let mut game = AnyGame::new(&setup);
                let mut takings = Takings::new(id);
                let mut random = Random::new(7);
                let mut bot = Level::Greedy.bot(7);
                loop {
                    let action = match game.to_act() {
                        Actor::Nobody => break,
                        Actor::Dealer => game.outcome(random.below(game.ways())).expect("an outcome"),
                        Actor::Player(_) => bot.choose(&game, Budget::Playouts(1)).expect("a choice").action,
                    };
                    game.play_unchecked(action, &mut takings);
                }
                let sums: Vec<u16> =
                    takings.points()[..players.into()].iter().map(|points| points.iter().sum()).collect();
                assert_eq!(sums, game.scores(), "{id}");
                assert!(sources(id).len() <= SOURCES);
            }
        }
    }
}
