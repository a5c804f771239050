//! What is told of the end before it comes: the projection and the worth of features agree with the final scoring.

use bastide_rules::{
    Action, Actor, AnyGame, FeatureKind, Game, GameId, GameOption, Goods, Options, Phase, Rotation, Safari, Seat,
    Setup, TileKind, TradersBuilders,
};

/// Numbers that are random enough to choose among actions.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % bound
    }
}

fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for game in GameId::ALL {
        for options in Options::combinations(game) {
            setups.push(Setup::new(game, options, 3, Seat::ALL[1]).expect("three can play"));
        }
    }
    setups
}

/// The scores with what every feature is worth to whoever scores it, goods and tokens.
fn by_features(game: &AnyGame) -> Vec<u16> {
    let mut sums = game.scores().to_vec();
    let board = game.board();
    for id in board.feature_ids() {
        let Some(worth) = game.worth(id) else { continue };
        for seat in worth.scorers.iter() {
            let each = u16::from(board.feature_info(id).strength[seat.index()]);
            let times = if game.setup().game() == GameId::NewLands { each } else { 1 };
            sums[seat.index()] += times * worth.at_end;
        }
    }
    for seat in game.setup().seats() {
        sums[seat.index()] +=
            game.unit::<Safari>().map_or(0, |safari| safari.tokens(seat).iter().map(|&count| u16::from(count)).sum());
        for goods in Goods::ALL {
            let count =
                |seat: Seat| game.unit::<TradersBuilders>().map_or(0, |traders| traders.goods(seat)[goods.index()]);
            let most = game.setup().seats().map(count).max().unwrap_or(0);
            sums[seat.index()] += if most > 0 && count(seat) == most { 10 } else { 0 };
        }
    }
    sums
}

/// Whether the cell takes one of these tiles.
fn takes(game: &AnyGame, pos: bastide_rules::Pos, kinds: &[TileKind]) -> bool {
    kinds.iter().any(|&kind| Rotation::ALL.into_iter().any(|turn| game.board().accepts(kind, pos, turn)))
}

#[test]
fn a_projection_is_the_scores_with_the_final_scoring_of_the_board() {
    for setup in setups() {
        let mut numbers = Numbers(7);
        let mut game = AnyGame::new(&setup);
        let mut actions = Vec::new();
        while game.phase() != Phase::Over {
            if matches!(game.phase(), Phase::Deal | Phase::Place) && game.chance() != Some(bastide_rules::Chance::Token)
            {
                assert_eq!(game.projection(), by_features(&game), "{:?} turn {}", setup.game(), game.turn());
            }
            let action = if game.to_act() == Actor::Dealer {
                game.outcome(numbers.below(game.ways())).unwrap()
            } else {
                game.actions(&mut actions);
                // Pieces on the board make it interesting.
                let pick = numbers.below(actions.len() as u32) as usize;
                if actions[pick] == Action::Pass { actions[0] } else { actions[pick] }
            };
            game.play(action).unwrap();
        }
        assert_eq!(game.projection(), game.scores(), "{:?}", setup.game());
    }
}

#[test]
fn no_tile_is_ever_laid_on_a_dead_cell() {
    for setup in setups() {
        let mut numbers = Numbers(11);
        let mut game = AnyGame::new(&setup);
        let mut dead = Vec::new();
        let mut actions = Vec::new();
        let mut seen = 0;
        while game.phase() != Phase::Over {
            let action = if game.to_act() == Actor::Dealer {
                game.outcome(numbers.below(game.ways())).unwrap()
            } else {
                game.actions(&mut actions);
                actions[numbers.below(actions.len() as u32) as usize]
            };
            if let Action::Place { pos, .. } = action {
                assert!(!dead.contains(&pos), "{pos}");
            }
            game.play(action).unwrap();
            let left: Vec<TileKind> = game.bag().iter().map(|(kind, _)| kind).collect();
            for pos in game.dead_cells() {
                assert!(!takes(&game, pos, &left));
                if !dead.contains(&pos) {
                    dead.push(pos);
                }
            }
            seen += dead.len();
        }
        assert!(seen > 0, "{:?}: the test should see dead cells", setup.game());
    }
}

#[test]
fn what_is_complete_is_never_worth_less_in_the_base_game() {
    let mut gambles = 0;
    for options in Options::combinations(GameId::Base) {
        let setup = Setup::new(GameId::Base, options, 2, Seat::ALL[0]).unwrap();
        let here = never_worth_less(&setup);
        assert!(here == 0 || options.has(GameOption::InnsCathedrals), "{options:?}");
        gambles += here;
    }
    assert!(gambles > 0, "the test should see roads with inns or cities with cathedrals");
}

/// Plays a game at random; says how often a feature would have brought nothing unless completed (I8, I12).
fn never_worth_less(setup: &Setup) -> u32 {
    let mut gambles = 0;
    let mut numbers = Numbers(3);
    let mut game = AnyGame::new(setup);
    let mut actions = Vec::new();
    while game.phase() != Phase::Over {
        game.actions(&mut actions);
        let action = actions[numbers.below(actions.len() as u32) as usize];
        game.play(action).expect("a listed action");
        for id in game.board().feature_ids() {
            let kind = game.board().feature_info(id).kind;
            match (kind, game.worth(id)) {
                (FeatureKind::River, worth) => assert_eq!(worth, None),
                (FeatureKind::Field, worth) => assert_eq!(worth.and_then(|worth| worth.complete), None),
                (_, worth) => {
                    let worth = worth.expect("roads, cities and cloisters score");
                    assert!(worth.complete >= Some(worth.at_end), "{kind:?}");
                    gambles += u32::from(worth.at_end == 0);
                }
            }
        }
    }
    gambles
}
