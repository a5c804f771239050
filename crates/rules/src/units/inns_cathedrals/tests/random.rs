//! Whole games at random, with every combination of options: what must hold at every step.

use super::*;
use crate::action::Animal;
use crate::event::{Score, Source};
use crate::geometry::Corner;
use crate::setup::Options;
use crate::terrain::FeatureKind;
use crate::tiles::MAX_SEGMENTS;
use std::collections::BTreeSet;

/// Numbers that are random enough to choose among actions.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Everything that somebody might try with this tile, possible here or not.
fn candidates(game: &BaseGame) -> Vec<Action> {
    let mut all: Vec<Action> = game.setup().bag().iter().map(|(tile, _)| Action::Draw { tile }).collect();
    let board = game.board();
    let laid = (0..board.tile_count()).filter_map(|index| board.laid(index)).map(|tile| tile.pos);
    let mut cells: Vec<Pos> = laid.flat_map(Pos::around).collect();
    cells.sort_unstable();
    cells.dedup();
    for (tile, pos) in game.tile().into_iter().flat_map(|tile| cells.iter().map(move |&pos| (tile, pos))) {
        all.extend(Rotation::ALL.map(|rotation| Action::Place { tile, pos, rotation }));
    }
    for segment in (0..=MAX_SEGMENTS as u8).map(Segment) {
        all.push(Action::Hut { segment });
        for piece in PieceKind::ALL {
            all.push(Action::Follower { segment, with: None, piece });
            all.extend(PieceKind::ALL.map(|with| Action::Follower { segment, with: Some(with), piece }));
        }
    }
    let (pos, animal) = (Pos::ORIGIN, Animal::Lion);
    all.extend([
        Action::Pass,
        Action::ReturnFarmer,
        Action::DrawToken { animal },
        Action::Token { animal },
        Action::Recall { pos, segment: Segment(0) },
        Action::Ranger { from: None, to: pos },
        Action::Waterhole { pos, corner: Corner::NorthEast, animal },
    ]);
    all
}

fn check_listed(game: &BaseGame) {
    let (mut listed, mut accepted) = (actions(game), candidates(game));
    accepted.retain(|action| game.check(*action).is_ok());
    listed.sort_unstable();
    accepted.sort_unstable();
    assert_eq!(listed, accepted);
    assert!(game.phase() != Phase::Act || listed.len() > 1, "nobody is asked who can only pass");
}

/// No piece and no tile gets lost or comes from nowhere.
fn check_conservation(game: &BaseGame) {
    let pieces = game.pieces();
    for seat in game.setup().seats() {
        for (kind, count) in game.setup().pieces() {
            let on_map = pieces.iter().filter(|piece| piece.seat == seat && piece.kind == kind).count();
            let called = game.unit::<TradersBuilders>().is_some_and(TradersBuilders::builder_waits);
            let at_stacks = kind == PieceKind::Builder && called && game.active() == Some(seat);
            assert_eq!(on_map + usize::from(game.supply(seat).count(kind)) + usize::from(at_stacks), count.into());
        }
    }
    let in_hand = usize::from(game.phase() == Phase::Place);
    let tiles = game.board().tile_count() + game.discarded().len() + in_hand + usize::from(game.bag().total());
    assert_eq!(tiles, usize::from(game.setup().bag().total()) + 1);
}

/// What a road or city brings by the bare text of B2, B3, B7, I7, I8, I11 and I12.
fn by_the_text(game: &BaseGame, score: &Score) -> Option<u16> {
    let (pos, segment) = score.at?;
    let info = game.board().feature_info(game.board().feature_at(pos, segment)?);
    let shields = u16::from(info.tally.count(Symbol::Shield));
    match (score.source, score.end) {
        (Source::Feature(FeatureKind::Road), false) => {
            Some(if info.tally.count(Symbol::Inn) > 0 { 2 * info.tiles } else { info.tiles })
        }
        (Source::Feature(FeatureKind::City), false) => {
            Some((info.tiles + shields) * if info.tally.count(Symbol::Cathedral) > 0 { 3 } else { 2 })
        }
        (Source::Feature(FeatureKind::Road), true) => {
            assert_eq!(info.tally.count(Symbol::Inn), 0);
            Some(info.tiles)
        }
        (Source::Feature(FeatureKind::City), true) => {
            assert_eq!(info.tally.count(Symbol::Cathedral), 0);
            Some(info.tiles + shields)
        }
        _ => None,
    }
}

/// Plays a game at random and checks it on the way; tells what was met.
fn wander(setup: &Setup, seed: u64, met: &mut BTreeSet<&'static str>) {
    let mut numbers = Numbers(seed);
    let mut game = BaseGame::new(setup);
    let mut told = vec![0; setup.players().into()];
    while game.phase() != Phase::Over {
        check_conservation(&game);
        if numbers.below(12) == 0 {
            check_listed(&game);
        }
        let listed = actions(&game);
        let mut action = listed[numbers.below(listed.len())];
        if action == Action::Pass {
            action = listed[numbers.below(listed.len())];
        }
        for event in play(&mut game, action) {
            match event {
                Event::Scored(score) => {
                    told[score.seat.index()] += score.points;
                    let expected = by_the_text(&game, &score);
                    assert!(expected.is_none_or(|points| points == score.points), "{score:?}, not {expected:?}");
                    for (what, name) in [(Symbol::Inn, "inn"), (Symbol::Cathedral, "cathedral")] {
                        met.extend((score.facts.count(Counted::Symbol(what)) > 0).then_some(name));
                    }
                }
                Event::Returned { piece, .. } if piece.kind == PieceKind::LargeFollower => {
                    met.insert("large follower");
                }
                _ => {}
            }
        }
        assert_eq!(game.scores(), told, "no points from nowhere");
    }
    check_conservation(&game);
}

#[test]
fn random_games_hold_together_with_every_combination_of_options() {
    let mut met = BTreeSet::new();
    for (index, options) in Options::combinations(GameId::Base).enumerate() {
        let mut here = BTreeSet::new();
        for players in GameId::Base.players(options) {
            let first = seat(index as u8 % players);
            let setup = Setup::new(GameId::Base, options, players, first).unwrap();
            wander(&setup, 31 * index as u64 + u64::from(players), &mut here);
        }
        assert!(options.has(GameOption::InnsCathedrals) || here.is_empty(), "{here:?} without the option");
        met.extend(here);
    }
    assert!(met.contains("inn") && met.contains("large follower"), "{met:?}");
}
