//! Whole games are analysed: the numbers are always the same, and nothing is claimed that the position does not hold.

use bastide_study as study;
use bots::{Budget as BotBudget, Level};
use rules::{
    Action, Actor, AnyGame, Chance, Dealing, Event, FeatureKind, Game, GameId, GameOption, Options, Phase, PieceKind,
    Record, Seat, Setup, TileKind,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use study::{Budget, Decision, Fact, Place, Report, Role, Step, Study};
use table::{Random, Table};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// A game with the first tiles of a set, so that it is over soon; one player plays by lot.
fn short(id: GameId, options: Options, players: u8, tiles: usize, seed: u64) -> Record {
    played(id, options, players, tiles, seed, Level::Greedy)
}

/// The same, and how the others play.
fn played(id: GameId, options: Options, players: u8, tiles: usize, seed: u64, others: Level) -> Record {
    let full = Setup::new(id, options, players, Seat::default()).expect("a setup");
    let mut kinds: Vec<TileKind> =
        full.bag().iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into())).collect();
    Random::new(seed).shuffle(&mut kinds);
    kinds.truncate(tiles);
    let setup = full.with_tiles(kinds).unwrap_or(full);
    let mut table = Table::new(&setup, Dealing::seeded(seed)).expect("the bag can be shuffled");
    let (mut other, mut any) = (others.bot(seed), Level::Random.bot(seed));
    let mut count = 0;
    while let Actor::Player(seat) = table.game().to_act() {
        let bot = if seat.number() == 0 { &mut any } else { &mut other };
        let choice = bot.choose(table.game(), BotBudget::Playouts(1)).expect("a choice");
        table.play(choice.action).expect("it is possible");
        count += 1;
        if count > 3 * tiles {
            break;
        }
    }
    table.record()
}

fn analysed(study: &Study) -> Report {
    let mut report = Report::new(study);
    for &task in study.tasks() {
        report.add(study.solve(task));
    }
    report
}

#[test]
fn a_fixed_game_gives_the_same_numbers() {
    let refresh = std::env::var_os("BASTIDE_REFRESH").is_some();
    let (game, golden) = (folder().join("game.txt"), folder().join("game.json"));
    if refresh {
        let record = short(GameId::Base, Options::NONE, 2, 24, 5).with_name(Seat::ALL[0], "Anna");
        std::fs::create_dir_all(folder()).expect("the folder can be made");
        std::fs::write(&game, record.to_string()).expect("the game can be written");
    }
    let record: Record = std::fs::read_to_string(&game).expect("the game").parse().expect("a record");
    assert_eq!(record.result().map(<[u16]>::len), Some(2), "the game is over");
    let study = Study::new(record, Budget::Playouts(40));
    let report = analysed(&study);
    assert!(report.is_complete());
    assert!(report.steps.iter().any(|step| step.decision().is_some_and(|found| !found.facts.is_empty())));
    let text = report.json();
    if refresh {
        std::fs::write(&golden, &text).expect("the golden file can be written");
    }
    let wanted = std::fs::read_to_string(&golden).expect("the golden file");
    assert!(text == wanted, "other numbers than in {}", golden.display());
    assert_eq!(Report::parse(&text).as_ref(), Some(&report), "what is kept comes back");
    assert!(report.suits(&study) && !report.suits(&Study::new(study.record().clone(), Budget::Playouts(41))));

    // In any order, and after anything else.
    let mut backwards = Report::new(&study);
    for &task in study.tasks().iter().rev() {
        let step = study.solve(task);
        assert_eq!(Step::parse(&step.json()).as_ref(), Some(&step));
        backwards.add(step);
    }
    assert_eq!(backwards, report);
}

#[test]
fn losses_luck_and_summaries_add_up_in_every_game() {
    for (number, id) in GameId::ALL.into_iter().enumerate() {
        let all: Options = id.options().iter().copied().collect();
        for (options, players) in [(Options::NONE, 2), (all, 3)] {
            let study = Study::new(short(id, options, players, 12, 3 + number as u64), Budget::Playouts(12));
            let report = analysed(&study);
            assert!(report.is_complete(), "{id:?}");
            let count: usize = report.steps.iter().map(|step| step.length).sum();
            assert!(count <= study.record().actions().count());
            for step in &report.steps {
                match (step.decision(), step.draw()) {
                    (Some(decision), _) => check_decision(&study, step, decision),
                    (_, Some(draw)) => {
                        assert!(draw.weight <= draw.ways && draw.luck.len() == usize::from(players));
                        if players == 2 {
                            assert!(
                                (draw.luck[0] + draw.luck[1]).abs() <= 1,
                                "what is good for one is bad for the other"
                            );
                        }
                    }
                    _ => {}
                }
            }
            let course = report.course();
            for summary in report.summaries() {
                let last = course.last().expect("somebody decided");
                assert_eq!(last.skill[usize::from(summary.seat)], summary.skill);
                assert_eq!(last.luck[usize::from(summary.seat)], summary.luck);
                assert!((0..=1000).contains(&summary.accuracy) && summary.loss >= 0);
            }
            assert!(report.moments(5).len() <= 5);
        }
    }
}

fn check_decision(study: &Study, step: &Step, decision: &Decision) {
    let game = study.position(step.at);
    for line in [Some(&decision.played), Some(&decision.best), decision.second.as_ref()].into_iter().flatten() {
        let mut after = game.clone();
        after.play(line.first).expect("the move is possible");
        if let Some(then) = line.then {
            after.play(then).expect("what follows is possible");
        }
        let sum: i32 = line.value.chances.iter().sum();
        assert!((990..=1010).contains(&sum), "somebody wins: {sum}");
    }
    let lead = |line: &study::Line| line.value.lead(step.seat);
    assert!(decision.loss >= 0 && decision.chance_loss >= 0);
    if decision.loss > 0 {
        assert_eq!(decision.loss, lead(&decision.best) - lead(&decision.played));
    }
}

#[test]
fn luck_is_what_the_draw_was_worth_against_all_that_could_come() {
    let study = Study::new(short(GameId::Base, Options::NONE, 2, 12, 9), Budget::Playouts(4));
    // All draws of a position together bring nothing: drawn in place of the one that came, each its luck.
    let task = study.tasks().iter().filter(|task| study.position(task.at).to_act() == Actor::Dealer).nth(4);
    let task = *task.expect("a draw");
    let game = study.position(task.at);
    let prefix: Vec<Action> = study.record().actions().take(task.at).collect();
    let mut sum = 0_i64;
    let mut ways = 0;
    for (tile, count) in game.bag().iter() {
        let actions = prefix.iter().copied().chain([Action::Draw { tile }]);
        let record = Record::new(*game.setup(), Dealing::default(), actions).expect("it can come");
        let other = Study::new(record, Budget::Playouts(4));
        let step = other.solve(task);
        let draw = step.draw().expect("a draw");
        assert_eq!(draw.weight, u32::from(count));
        sum += i64::from(count) * i64::from(draw.luck[0]);
        ways += i64::from(count);
    }
    assert!(sum.abs() <= ways, "the mean of luck is none: {sum} of {ways}");
}

/// How much every seat's pieces count on the feature at a place: pieces one by one.
fn majority(game: &AnyGame, at: Place) -> Vec<u8> {
    let board = game.board();
    let id = board.feature_at(at.pos(), at.segment()).expect("a feature");
    let segments = board.segments_of(id);
    let mut strength = vec![0_u32; usize::from(game.players())];
    for piece in game.pieces() {
        if segments.contains(&(piece.pos, piece.segment)) {
            strength[piece.seat.index()] += match piece.kind {
                PieceKind::LargeFollower => 2,
                PieceKind::Follower => 1,
                _ => 0,
            };
        }
    }
    let most = strength.iter().copied().max().unwrap_or(0);
    let counts = |seat: &u8| {
        let own = strength[usize::from(*seat)];
        // In New Lands everybody with a follower scores.
        own > 0 && (own == most || game.setup().game() == GameId::NewLands)
    };
    (0..game.players()).filter(counts).collect()
}

/// What a feature of the base game brings, counted on the tiles.
fn counted(game: &AnyGame, at: Place) -> Option<u16> {
    let board = game.board();
    let id = board.feature_at(at.pos(), at.segment())?;
    let segments = board.segments_of(id);
    let mut cells: Vec<_> = segments.iter().map(|(pos, _)| *pos).collect();
    cells.dedup();
    let tiles = cells.len() as u16;
    Some(match board.feature_info(id).kind {
        FeatureKind::City => {
            let shields = segments.iter().map(|(pos, segment)| {
                let laid = board.laid_at(*pos).expect("a tile");
                let def = laid.kind.def().segment(*segment).expect("a segment");
                def.symbols
                    .iter()
                    .filter(|(symbol, _)| *symbol == rules::Symbol::Shield)
                    .map(|(_, count)| *count)
                    .sum::<u8>()
            });
            2 * (tiles + u16::from(shields.sum::<u8>()))
        }
        FeatureKind::Road => tiles,
        FeatureKind::Cloister => 9,
        _ => return None,
    })
}

/// How many tiles of the bag close the feature: all placements of all tiles are tried.
fn closing_tiles(game: &AnyGame, at: Place) -> u16 {
    let mut count = 0;
    for (tile, copies) in game.bag().iter() {
        let mut drawn = game.clone();
        if drawn.play(Action::Draw { tile }).is_err() {
            continue;
        }
        let mut actions = Vec::new();
        drawn.actions(&mut actions);
        let closes = |action: &&Action| {
            let mut laid = drawn.clone();
            let Action::Place { tile: other, .. } = action else { return false };
            laid.play(**action).expect("a listed action is possible");
            let id = laid.board().feature_at(at.pos(), at.segment()).expect("it is still there");
            *other == tile && laid.board().feature_info(id).open == 0
        };
        count += if actions.iter().any(|action| closes(&action)) { u16::from(copies) } else { 0 };
    }
    count
}

/// Whether what is left may still close a feature: one tile fills one cell, and the last one has to do it alone.
fn can_be_closed(game: &AnyGame, at: Place, left: u16) -> bool {
    // With bonus tiles or tiles in hands nobody knows what else comes.
    let known = matches!(game.setup().game(), GameId::Base | GameId::Safari | GameId::NewLands);
    if !known || game.setup().has(GameOption::Hand) || game.chance() != Some(Chance::Tile) {
        return true;
    }
    let needed = study::closing(game, at, Seat::ALL[0]).expect("a feature").holes.len();
    needed <= usize::from(left) && (left > 1 || closing_tiles(game, at) > 0)
}

fn check_fact(before: &AnyGame, line: &study::Line, fact: &Fact, mover: u8) {
    let mut after = before.clone();
    let mut events = Vec::new();
    after.play_logged(line.first, &mut events).expect("the move is possible");
    if let Some(then) = line.then {
        after.play_logged(then, &mut events).expect("what follows is possible");
    }
    let plain = before.setup().game() == GameId::Base && before.setup().options() == Options::NONE;
    match fact {
        Fact::Points { seat, points, source, at } => {
            let gained = after.scores()[usize::from(*seat)] - before.scores()[usize::from(*seat)];
            assert!(*points > 0 && *points <= gained, "{points} of {gained} points");
            let place = at.map(|at| (at.pos(), at.segment()));
            let scored = |event: &Event| matches!(event, Event::Scored(score) if score.seat.number() == *seat && score.points == *points && score.source.name() == source && score.at == place);
            assert!(events.iter().any(scored), "{source} {place:?} for {seat}: {points}");
            if let Some(at) = at.filter(|_| plain) {
                assert_eq!(counted(&after, at), Some(*points), "{source} {place:?}");
            }
        }
        Fact::NoFollower { seat } => {
            assert_eq!(*seat, mover);
            assert!(!after.supply(Seat::ALL[usize::from(*seat)]).has_follower());
        }
        Fact::Feature { role, kind, at, tiles, points, owners, before: parties, closers, left } => {
            let board = after.board();
            let id = board.feature_at(at.pos(), at.segment()).expect("the feature is there");
            assert_eq!(board.feature_info(id).kind.name(), kind);
            let mut cells: Vec<_> = board.segments_of(id).iter().map(|(pos, _)| *pos).collect();
            cells.dedup();
            assert_eq!(usize::from(*tiles), cells.len());
            assert_eq!(*left, after.bag().total());
            // Shrines of Hunters & Gatherers have an order of their own, which the rules' tests prove.
            let shrine = matches!(board.feature_info(id).kind, FeatureKind::Meadow);
            if !shrine {
                assert_eq!(owners, &majority(&after, *at), "{kind} {at:?}");
            }
            let worth = after.worth(id).expect("it is worth something");
            let closable = can_be_closed(&after, *at, *left);
            assert_eq!(*points, worth.complete.filter(|_| closable).unwrap_or(worth.at_end), "{kind} {at:?}");
            if plain && closable {
                assert!(counted(&after, *at).is_none_or(|counted| counted == *points), "{kind} {points}");
            }
            if let Some(closers) = closers {
                assert_eq!(*closers, closing_tiles(&after, *at), "{kind} {at:?}");
            }
            let mine = owners.contains(&mover);
            let others = parties.iter().any(|seat| *seat != mover);
            match role {
                Role::Claims => assert!(mine && parties.is_empty()),
                Role::Shares => assert!(mine && owners.len() > 1 && others),
                Role::Takes => assert!(owners == &[mover] && others),
                Role::Grows => assert!(mine && parties.contains(&mover)),
                Role::Loses => assert!(!mine && parties.contains(&mover)),
                Role::Feeds => assert!(!mine && !owners.is_empty()),
            }
        }
    }
}

/// Every number of an English sentence is one of the fact's.
fn check_words(step: &Step, fact: &Fact) {
    let single = |fact: &Fact| study::Told { best: true, fact: fact.clone() };
    let mut alone = step.clone();
    if let study::What::Decision(decision) = &mut alone.what {
        decision.facts = vec![single(fact)];
    }
    let text = study::sentence(&alone, &|seat| ["A", "B", "C", "D", "E", "F"][usize::from(seat)].to_owned());
    let allowed: Vec<i64> = match fact {
        Fact::Points { points, at, .. } => {
            let place = at.map_or([0, 0], |at| [at.x.into(), at.y.into()]);
            [i64::from(*points)].into_iter().chain(place).collect()
        }
        Fact::Feature { at, points, closers, left, .. } => {
            vec![(*points).into(), at.x.into(), at.y.into(), closers.unwrap_or(0).into(), (*left).into()]
        }
        Fact::NoFollower { .. } => Vec::new(),
    };
    let numbers = text.split(|letter: char| !letter.is_ascii_digit() && letter != '-');
    for number in numbers.filter_map(|word| word.trim_end_matches('-').parse::<i64>().ok()) {
        assert!(allowed.contains(&number), "{number} in {text:?}, but {fact:?}");
    }
}

/// What kind of sentence a fact makes.
fn kind_of(fact: &Fact) -> String {
    match fact {
        Fact::Feature { role, .. } => format!("{role:?}"),
        Fact::Points { .. } => "Points".to_owned(),
        Fact::NoFollower { .. } => "NoFollower".to_owned(),
    }
}

/// The numbers of a sentence about a draw: how many of the tiles there were, of how many, and what it was worth.
fn check_draw(before: &AnyGame, step: &Step) {
    let Some(draw) = step.draw() else { return };
    assert_eq!((draw.weight, draw.ways), (before.weight(draw.outcome), before.ways()));
    let text = study::sentence(step, &|_| "A".to_owned());
    let luck = f64::from(draw.luck[usize::from(step.seat)].abs()) / 100.0;
    let told = format!("({} of {}): {luck:.1} points ", draw.weight, draw.ways);
    assert!(text.contains(&told), "{text:?} lacks {told:?}");
}

/// Checks every sentence about the decisions of a game and some about its draws; counts them by their kinds.
fn check_game(record: Record, told: &mut BTreeMap<String, usize>) -> usize {
    let study = Study::new(record, Budget::Playouts(8));
    let mut here = 0;
    for (number, &task) in study.tasks().iter().enumerate() {
        let before = study.position(task.at);
        // Draws are all told alike.
        if before.to_act() == Actor::Dealer && number % 8 != 0 {
            continue;
        }
        let step = study.solve(task);
        check_draw(&before, &step);
        let Some(decision) = step.decision() else { continue };
        for fact in &decision.facts {
            let line = if fact.best { &decision.best } else { &decision.played };
            check_fact(&before, line, &fact.fact, step.seat);
            check_words(&step, &fact.fact);
            *told.entry(kind_of(&fact.fact)).or_default() += 1;
            here += 1;
        }
    }
    here
}

#[test]
fn explanations_claim_only_what_the_position_holds() {
    let mut told = BTreeMap::new();
    for (number, id) in GameId::ALL.into_iter().enumerate() {
        let all: Options = id.options().iter().copied().collect();
        for options in [Options::NONE, all] {
            let here = check_game(short(id, options, 2, 30, 20 + number as u64), &mut told);
            assert!(here > 3, "{id:?} with {options:?}: there is something to say");
        }
    }
    // Until each kind of sentence was looked at: fights for a feature are rare, less so with large followers.
    let large = Options::NONE.with(GameOption::InnsCathedrals);
    let kinds = ["Points", "NoFollower", "Claims", "Shares", "Takes", "Grows", "Loses", "Feeds"];
    for seed in [40, 42, 54].into_iter().chain(60..80) {
        if kinds.iter().all(|kind| told.contains_key(*kind)) {
            return;
        }
        check_game(played(GameId::Base, large, 2, 89, seed, Level::Random), &mut told);
    }
    panic!("some sentences never come: {told:?}");
}

#[test]
fn what_closing_needs_is_counted_tile_by_tile() {
    for id in GameId::ALL {
        let all: Options = id.options().iter().copied().collect();
        ask_everything(&Study::new(short(id, Options::NONE, 2, 30, 11), Budget::Playouts(1)));
        if all != Options::NONE {
            ask_everything(&Study::new(short(id, all, 2, 30, 11), Budget::Playouts(1)));
        }
    }
}

/// Asks about every piece in some positions of a game.
fn ask_everything(study: &Study) {
    let setup = study.record().setup();
    let plain = setup.game() == GameId::Base && setup.options() == Options::NONE;
    let draws = study.tasks().iter().filter(|task| study.position(task.at).to_act() == Actor::Dealer);
    let mut asked = 0;
    for task in draws.step_by(5) {
        let game = study.position(task.at);
        for piece in game.pieces() {
            let at = Place::new(piece.pos, piece.segment);
            let Some(closing) = study::closing(&game, at, piece.seat) else { continue };
            assert_eq!(closing.left, game.bag().total());
            assert!(closing.own <= closing.left.div_ceil(2));
            asked += 1;
            let Some(points) = closing.points else {
                assert!(closing.holes.is_empty(), "a field is never closed");
                continue;
            };
            if plain {
                assert_eq!(counted(&game, at), Some(points));
                assert!(!closing.holes.is_empty(), "with a follower on it, it is not complete");
                assert!(closing.closers.is_some(), "the next tile comes from the bag");
            }
            if let Some(closers) = closing.closers {
                assert_eq!(closers, closing_tiles(&game, at), "{} {at:?}", closing.kind);
            }
            assert!((0..=1000).contains(&closing.chance));
            if closing.holes.len() > usize::from(closing.own) {
                assert_eq!(closing.chance, 0, "too few draws for {:?}", closing.holes);
            }
            if closing.holes.iter().any(|hole| hole.fits == 0) {
                assert_eq!(closing.chance, 0, "a hole that nothing fits stays");
            }
        }
        let hurts = study::hurts(&game, Seat::ALL[1]);
        assert!(hurts.is_sorted_by(|a, b| a.cost >= b.cost));
        if game.chance() == Some(Chance::Tile) {
            assert_eq!(hurts.iter().map(|hurt| hurt.count).sum::<u32>(), game.ways());
        }
    }
    assert!(asked > 5, "{:?}: {asked}", setup.game());
    // Also while somebody is to act, and after the end.
    let acting = study.tasks().iter().map(|task| study.position(task.at)).find(|game| game.phase() == Phase::Place);
    assert!(!study::hurts(&acting.expect("a placement"), Seat::ALL[0]).is_empty());
    assert!(study::hurts(&study.position(usize::MAX), Seat::ALL[0]).is_empty());
    assert!(study::explore(&study.position(usize::MAX), Budget::Playouts(1)).is_empty());
}
