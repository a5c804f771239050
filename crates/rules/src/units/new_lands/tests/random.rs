//! Random whole games: what must hold at every step.

use super::*;
use crate::action::Animal;
use crate::geometry::Corner;
use crate::tiles::{MAX_SEGMENTS, TileSet};

/// Numbers that are random enough to choose among actions.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// One of the actions; when the dealer acts, as likely as its tile is.
fn choose(game: &NewLandsGame, listed: &[Action], numbers: &mut Numbers) -> Action {
    if game.phase() != Phase::Deal {
        return listed[numbers.below(listed.len())];
    }
    let mut ticket = numbers.below(game.bag().total().into()) as u32;
    let drawn = listed.iter().find(|&&action| {
        let weight = game.weight(action);
        let found = ticket < weight;
        ticket = ticket.wrapping_sub(weight);
        found
    });
    *drawn.expect("the weights add up to the bag")
}

/// Everything that somebody might try: possible here or not.
fn candidates(game: &NewLandsGame, numbers: &mut Numbers) -> Vec<Action> {
    let kinds: Vec<TileKind> = TileSet::NewLands.kinds().collect();
    let mut tiles: Vec<TileKind> = (0..3).map(|_| kinds[numbers.below(kinds.len())]).collect();
    tiles.extend(game.tile());
    tiles.extend(hands(game).into_iter().flatten());
    tiles.sort_unstable();
    tiles.dedup();
    let board = game.board();
    let laid: Vec<Pos> = (0..board.tile_count()).filter_map(|index| board.laid(index)).map(|tile| tile.pos).collect();
    let mut cells: Vec<Pos> = laid.iter().flat_map(|pos| pos.around()).chain(laid.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    let segments = (0..=MAX_SEGMENTS as u8).map(Segment);

    let mut all: Vec<Action> = kinds.iter().map(|&tile| Action::Draw { tile }).collect();
    for &pos in &cells {
        for &tile in &tiles {
            all.extend(Rotation::ALL.map(|rotation| Action::Place { tile, pos, rotation }));
        }
        all.extend(segments.clone().map(|segment| Action::Recall { pos, segment }));
    }
    for segment in segments {
        all.extend(PieceKind::ALL.map(|piece| Action::Follower { segment, with: None, piece }));
        all.push(Action::Hut { segment });
    }
    let (pos, animal) = (Pos::ORIGIN, Animal::Lion);
    all.extend([
        Action::Pass,
        Action::ReturnFarmer,
        Action::Token { animal },
        Action::DrawToken { animal },
        Action::Ranger { from: None, to: pos },
        Action::Waterhole { pos, corner: Corner::NorthEast, animal },
    ]);
    all
}

fn tiles_everywhere(game: &NewLandsGame) -> usize {
    let held = hands(game).into_iter().flatten().count();
    let waits = usize::from(game.phase() == Phase::Place && game.tile().is_some());
    game.board().tile_count() + usize::from(game.bag().total()) + game.discarded().len() + held + waits
}

fn play_through(setup: &Setup, numbers: &mut Numbers) -> NewLandsGame {
    let mut game = NewLandsGame::new(setup);
    let mut copy = NewLandsGame::new(setup);
    let mut told = vec![0; setup.players().into()];
    let total = tiles_everywhere(&game);
    while game.phase() != Phase::Over {
        let listed = actions(&game);
        assert!(!listed.is_empty(), "somebody can always act");
        assert!(game.phase() != Phase::Act || listed.len() > 1, "nobody is asked who can only pass");
        if numbers.below(6) == 0 {
            let mut accepted = candidates(&game, numbers);
            accepted.retain(|action| game.check(*action).is_ok());
            let mut sorted = listed.clone();
            accepted.sort_unstable();
            sorted.sort_unstable();
            assert_eq!(accepted, sorted);
        }
        if game.phase() == Phase::Deal {
            let sum: u32 = listed.iter().map(|action| game.weight(*action)).sum();
            assert_eq!(sum, game.bag().total().into());
        }
        let action = choose(&game, &listed, numbers);
        copy.copy_from(&game);
        for event in play(&mut game, action) {
            if let Event::Scored(score) = event {
                assert!(score.points > 0);
                told[score.seat.index()] += score.points;
            }
        }
        copy.play_unchecked(action, &mut ());
        assert_eq!(actions(&copy), actions(&game));
        assert_eq!(copy.scores(), game.scores());

        assert_eq!(game.scores(), told, "no points from nowhere");
        assert_eq!(tiles_everywhere(&game), total, "no tile is lost");
        for seat in setup.seats() {
            let on_map = game.pieces().iter().filter(|piece| piece.seat == seat).count();
            assert_eq!(on_map + usize::from(game.supply(seat).count(PieceKind::Follower)), usize::from(FOLLOWERS));
        }
    }
    assert!(actions(&game).is_empty());
    assert!(game.bag().is_empty());
    assert_eq!(usize::from(game.turn()), (game.board().tile_count() - 1).max(1), "each turn lays one tile");
    game
}

#[test]
fn random_games_hold_together_in_every_variant() {
    let mut numbers = Numbers(2005);
    for options in Options::combinations(GameId::NewLands) {
        for players in GameId::NewLands.players(options) {
            for first in 0..players {
                let setup = Setup::new(GameId::NewLands, options, players, seat(first)).unwrap();
                play_through(&setup, &mut numbers);
            }
        }
    }
}

#[test]
fn short_bags_of_any_tiles_hold_together() {
    let mut numbers = Numbers(1492);
    for _ in 0..200 {
        let combinations: Vec<Options> = Options::combinations(GameId::NewLands).collect();
        let options = combinations[numbers.below(combinations.len())];
        let players = 2 + numbers.below(4) as u8;
        let full = Setup::new(GameId::NewLands, options, players, seat(0)).unwrap();
        let mut tiles: Vec<TileKind> = full.bag().iter().flat_map(|(kind, n)| vec![kind; n.into()]).collect();
        for index in (1..tiles.len()).rev() {
            tiles.swap(index, numbers.below(index + 1));
        }
        tiles.truncate(numbers.below(25));
        play_through(&full.with_tiles(tiles).unwrap(), &mut numbers);
    }
}
