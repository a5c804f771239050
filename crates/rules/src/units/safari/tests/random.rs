//! Whole games with random choices: what must hold in every position.

use super::*;
use crate::board::LaidTile;
use crate::geometry::Side;
use crate::terrain::FeatureKind;
use crate::tiles::{Lane, TileSet};
use std::collections::HashSet;
use std::mem::discriminant;

/// A small generator of random numbers (Knuth's constants), good enough to choose moves.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    /// A random kind of action first, then one of that kind: otherwise nearly all would be ranger moves.
    fn choose(&mut self, actions: &[Action]) -> Action {
        let wanted = discriminant(&actions[self.below(actions.len())]);
        let mut kinds: Vec<_> = Vec::new();
        for action in actions {
            if !kinds.contains(&discriminant(action)) {
                kinds.push(discriminant(action));
            }
        }
        let wanted = if self.below(8) == 0 { wanted } else { kinds[self.below(kinds.len())] };
        let of_kind: Vec<&Action> = actions.iter().filter(|action| discriminant(*action) == wanted).collect();
        *of_kind[self.below(of_kind.len())]
    }
}

/// Plays a game to its end and shows every position before its action is chosen.
fn playout(setup: &Setup, seed: u64, mut look: impl FnMut(&SafariGame, &[Action])) -> SafariGame {
    let mut random = Lcg(seed);
    let mut game = SafariGame::new(setup);
    let mut list = Vec::new();
    while game.phase() != Phase::Over {
        game.actions(&mut list);
        look(&game, &list);
        let before: u32 = game.scores().iter().map(|&points| u32::from(points)).sum();
        let events = play(&mut game, random.choose(&list));
        let after: u32 = game.scores().iter().map(|&points| u32::from(points)).sum();
        let told: u32 = points(&events).iter().map(|&(_, points, _)| u32::from(points)).sum();
        assert_eq!(after - before, told);
    }
    look(&game, &[]);
    game
}

/// Setups with full and short bags and token stacks.
fn setups() -> impl Iterator<Item = (Setup, u64)> {
    (0..60u64).map(|seed| {
        let players = 2 + seed as u8 % 4;
        let options = if seed % 2 == 0 { Options::NONE } else { Options::NONE.with(GameOption::WideCorners) };
        let full = Setup::new(GameId::Safari, options, players, seat(seed as u8 % players)).unwrap();
        let setup = match seed % 3 {
            0 => full,
            1 => full.with_tokens(Animal::ALL.repeat(1 + seed as usize % 4)).unwrap(),
            _ => full.with_tiles(TileSet::Safari.kinds().skip(3 + seed as usize % 7).step_by(2)).unwrap(),
        };
        (setup, seed)
    })
}

#[test]
fn tokens_and_followers_are_never_lost_and_rangers_stand_on_open_cells() {
    let mut laid = 0;
    let mut refilled = false;
    for (setup, seed) in setups() {
        let mut pile = 0;
        playout(&setup, seed, |game, _| {
            let waterholes = game.rules.waterholes();
            let mut tokens = game.rules.token_stack();
            for &animal in game.rules.discarded_tokens().iter().chain(waterholes.iter().map(|token| &token.animal)) {
                tokens[animal.index()] += 1;
            }
            for seat in setup.seats() {
                for (sum, count) in tokens.iter_mut().zip(game.rules.tokens(seat)) {
                    *sum += count;
                }
                let on_map = game.pieces().iter().filter(|piece| piece.seat == seat).count();
                let at_water = waterholes.iter().filter(|token| token.follower == Some(seat)).count();
                assert_eq!(usize::from(game.supply(seat).count(PieceKind::Follower)) + on_map + at_water, 6);
            }
            assert_eq!(tokens, setup.tokens());
            let rangers = rangers(game);
            assert_eq!(rangers.len() + usize::from(game.rules.ranger_is_held()), 2);
            assert!(rangers.iter().all(|&cell| game.position.board.is_open(cell)));
            assert!(rangers.windows(2).all(|pair| pair[0] != pair[1]));
            refilled |= game.rules.discarded_tokens().len() < pile;
            pile = game.rules.discarded_tokens().len();
            laid = laid.max(waterholes.len());
        });
    }
    assert!(laid >= 20 && refilled, "the games must come to waterholes ({laid}) and empty stacks");
}

#[test]
fn weights_sum_to_the_bag_or_the_tokens() {
    for (setup, seed) in setups() {
        playout(&setup, seed, |game, list| {
            let weights: u32 = list.iter().map(|&action| game.weight(action)).sum();
            let stack: u32 = game.rules.token_stack().iter().map(|&count| u32::from(count)).sum();
            let expected = match game.chance() {
                None => 0,
                Some(Chance::Token) if stack == 0 => game.rules.discarded_tokens().len() as u32,
                Some(Chance::Token) => stack,
                Some(_) => game.bag().total().into(),
            };
            assert_eq!(weights, expected);
        });
    }
}

/// Every action that somebody might think of in this position.
fn candidates(game: &SafariGame) -> Vec<Action> {
    let laid: Vec<_> = (0..game.position.board.len()).filter_map(|index| game.position.board.laid(index)).collect();
    let mut cells: Vec<Pos> =
        laid.iter().map(|tile| tile.pos).chain(game.position.board.open_cells().iter().copied()).collect();
    cells.extend([Pos::new(100, 0), Pos::new(i16::MAX, i16::MIN), Pos::new(-128, 127)]);
    let mut all = vec![Action::Pass, Action::ReturnFarmer];
    for tile in TileSet::Safari.kinds() {
        all.push(Action::Draw { tile });
    }
    for animal in Animal::ALL {
        all.extend([Action::DrawToken { animal }, Action::Token { animal }]);
    }
    for segment in (0..5).map(Segment) {
        all.push(Action::Hut { segment });
        for piece in PieceKind::ALL {
            all.extend([None, Some(PieceKind::Pig)].map(|with| Action::Follower { segment, with, piece }));
        }
    }
    let rangers = rangers(game);
    for &pos in &cells {
        all.push(Action::Recall { pos, segment: Segment(0) });
        all.push(Action::Ranger { from: None, to: pos });
        all.extend(rangers.iter().map(|&from| Action::Ranger { from: Some(from), to: pos }));
        all.push(Action::Ranger { from: Some(pos), to: cells[0] });
        for rotation in Rotation::ALL {
            all.extend(game.tile().map(|tile| Action::Place { tile, pos, rotation }));
            all.push(Action::Place { tile: testkit::tile(&sets(), "05"), pos, rotation });
        }
        for corner in Corner::ALL {
            all.extend(Animal::ALL.map(|animal| Action::Waterhole { pos, corner, animal }));
        }
    }
    all
}

#[test]
fn listed_actions_are_exactly_those_accepted() {
    for (setup, seed) in setups().step_by(4) {
        let mut step = 0;
        playout(&setup, seed, |game, list| {
            step += 1;
            if step % 3 != 0 {
                return;
            }
            let listed: HashSet<Action> = list.iter().copied().collect();
            assert_eq!(listed.len(), list.len(), "an action is listed twice");
            let accepted: HashSet<Action> =
                candidates(game).into_iter().filter(|&action| game.check(action).is_ok()).collect();
            assert_eq!(listed, accepted);
        });
    }
}

/// Whether the corner shows bush, by what lies at the sides that meet there (S12).
fn is_bush(game: &SafariGame, tile: LaidTile, corner: Corner) -> bool {
    let def = tile.kind.def();
    let bush_at = |side: Side| {
        let segment = def.segment_at(side, Lane::Middle, tile.rotation)?;
        def.segment(segment).filter(|def| def.kind == FeatureKind::Bush).map(|_| segment)
    };
    let [first, second] = match corner {
        NW => [Side::North, Side::West],
        NE => [Side::North, Side::East],
        SE => [Side::South, Side::East],
        SW => [Side::South, Side::West],
    };
    if game.setup().has(GameOption::WideCorners) {
        bush_at(first).is_some() && bush_at(first) == bush_at(second)
    } else {
        bush_at(first).is_some() || bush_at(second).is_some()
    }
}

/// The waterhole actions by the bare text of S12 to S16, from what everyone sees.
fn waterholes_by_the_text(game: &SafariGame) -> HashSet<Action> {
    let seat = game.active().unwrap();
    let supply = game.supply(seat);
    let tokens = game.rules.waterholes();
    // Grid points in half cells, so that corners are points.
    let point = |pos: Pos, corner: Corner| {
        let (east, south) = (matches!(corner, NE | SE), matches!(corner, SE | SW));
        (pos.x + i16::from(east), pos.y + i16::from(south))
    };
    let mut found = HashSet::new();
    for index in 0..game.position.board.len() {
        let tile = game.position.board.laid(index).unwrap();
        for corner in Corner::ALL {
            let here: Vec<_> =
                tokens.iter().filter(|token| point(token.pos, token.corner) == point(tile.pos, corner)).collect();
            if is_bush(game, tile, corner) || here.iter().any(|token| token.pos == tile.pos) {
                continue;
            }
            let touches = here.iter().any(|token| token.pos.x == tile.pos.x || token.pos.y == tile.pos.y);
            for animal in Animal::ALL.into_iter().filter(|animal| game.rules.tokens(seat)[animal.index()] > 0) {
                let new_kind = here.iter().all(|token| token.animal != animal);
                if if touches { new_kind } else { supply.count(PieceKind::Follower) > 0 } {
                    found.insert(Action::Waterhole { pos: tile.pos, corner, animal });
                }
            }
        }
    }
    found
}

#[test]
fn waterholes_are_kept_up_to_date() {
    for (setup, seed) in setups() {
        playout(&setup, seed, |game, list| {
            if game.phase() == Phase::Act {
                let listed: HashSet<Action> =
                    list.iter().copied().filter(|action| matches!(action, Action::Waterhole { .. })).collect();
                assert_eq!(listed, waterholes_by_the_text(game));
            }
        });
    }
}

#[test]
fn a_phase_without_a_choice_is_never_asked() {
    for (setup, seed) in setups() {
        playout(&setup, seed, |game, list| {
            let only = list.len() == 1 && matches!(game.phase(), Phase::Act | Phase::Token);
            assert!(!only, "asked for nothing but {list:?}");
        });
    }
}

#[test]
fn a_copy_goes_on_like_the_original() {
    let (setup, seed) = setups().next().unwrap();
    let mut copy = SafariGame::new(&setup);
    let end = playout(&setup, 99, |_, _| {});
    copy.copy_from(&end);
    assert_eq!(copy.scores(), end.scores());
    let mut list = Vec::new();
    playout(&setup, seed, |game, expected| {
        copy.copy_from(game);
        copy.actions(&mut list);
        assert_eq!(list, expected);
        assert_eq!(copy.pieces(), game.pieces());
        assert_eq!(copy.rules.waterholes(), game.rules.waterholes());
    });
}
