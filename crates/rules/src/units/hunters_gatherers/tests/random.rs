//! Whole games at random.

use super::*;
use crate::action::Phase;
use std::collections::BTreeSet;

/// A small generator of numbers, good enough to wander through games.
struct Wander(u64);

impl Wander {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

/// No piece and no tile gets lost or comes from nowhere.
fn check_conservation(game: &HuntersGatherersGame) {
    let pieces = game.pieces();
    for seat in game.setup().seats() {
        let on_map = |kind| pieces.iter().filter(|piece| piece.seat == seat && piece.kind == kind).count();
        let supply = game.supply(seat);
        assert_eq!(on_map(PieceKind::Follower) + usize::from(supply.count(PieceKind::Follower)), 5);
        assert_eq!(on_map(PieceKind::Hut) + usize::from(supply.count(PieceKind::Hut)), 2);
    }
    let in_hand = usize::from(game.phase() == Phase::Place);
    let coming = usize::from(game.bag().total() + game.rules.bonus().total());
    assert_eq!(game.board().tile_count() + game.discarded().len() + in_hand + coming, 79 + 12);
}

/// Plays a game at random, checking it at every step; returns what happened.
fn wander(players: u8, seed: u64) -> Vec<Event> {
    let mut wander = Wander(seed);
    let mut game = HuntersGatherersGame::new(&setup(players));
    let (mut listed, mut events) = (Vec::new(), Vec::new());
    while game.phase() != Phase::Over {
        check_conservation(&game);
        game.actions(&mut listed);
        events.extend(play(&mut game, listed[wander.below(listed.len())]));
    }
    check_conservation(&game);
    events
}

#[test]
fn random_games_conserve_pieces_and_tiles_and_meet_every_kind_of_score() {
    let mut sources = BTreeSet::new();
    let mut bonus_moves = 0;
    for seed in 0..200 {
        let events = wander(2 + (seed % 4) as u8, seed);
        sources.extend(testkit::points(&events).into_iter().map(|(_, _, source)| source));
        bonus_moves += events.iter().filter(|event| matches!(event, Event::BonusMove { .. })).count();
    }
    assert_eq!(Vec::from_iter(sources), ["forest", "meadow", "river", "system"]);
    assert!(bonus_moves > 200, "{bonus_moves}");
}
