//! `bastide puzzles`: positions with one clearly best move, found in games that bots play.
//!
//! A position is looked at ever more closely as long as one move stands out: by the net alone, by some playouts, by many,
//! and by many more with other draws. What remains is measured: the expected margin after each move, and which levels of
//! bots miss the best.

use crate::chosen::Seated;
use bots::{Assessor, Bot, Budget, Depth, Level, Move, Skill, Weighed};
use clap::Args as ClapArgs;
use puzzles::{Insight, Puzzle, Theme, Turn, canonical, turns};
use rules::{Action, Actor, AnyGame, Dealing, Game, GameId, Phase, Record, Setup};
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use table::{Dealer, Random, Table};

/// By how many points the best move must be better than any other.
const GAP: f32 = 4.0;
/// How far one move must stand out when positions are only looked over.
const FIRST_GAPS: [f32; 3] = [1.8, 2.2, 3.2];
/// How many playouts decide whether a position is looked at any more.
const GLANCE: u32 = 96;
/// Before this turn there is too little on the board.
const FIRST_TURN: u16 = 8;
/// With fewer tiles to come there is only something to count.
const LEAST_TILES: u16 = 2;
/// With fewer moves to choose from there is nothing to find.
const LEAST_MOVES: usize = 12;
/// So many turns lie at least between two puzzles of one game.
const APART: u16 = 6;
/// One in so many moves is not the best, as people play: any of the next so many.
const SLIPS: u32 = 3;
/// See above.
const SLIP_AMONG: u32 = 10;
/// How many playouts the strategist has when it is asked whether it misses a puzzle: about what it has in a hurry.
const QUICK: u32 = 150;
/// How often each level is asked, each time with other lots: it misses what it does not find most of the time.
const ASKED: u64 = 3;

/// Which games, and how closely to look.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    seated: Seated,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: u64,
    /// The seed of the first game; the next one has the next
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Playouts of the deep setting; before it a fifth of them look the position over, after it three times as many, with
    /// other draws, must come to the same
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u32).range(50..=1_000_000))]
    playouts: u32,
    /// End when there are so many
    #[arg(long, value_name = "N")]
    enough: Option<usize>,
    /// Keep so many: of themes and difficulties that occur most, the least clear go
    #[arg(long, value_name = "N")]
    keep: Option<usize>,
    /// Only puzzles that are about one of these first of all, separated by commas: steal, block, field, last, close, wait
    #[arg(long, value_delimiter = ',', value_parser = parse_theme)]
    themes: Vec<Theme>,
    /// Only puzzles that at least so many levels of bots miss, of the seven that people are offered
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=7))]
    missed: u8,
    /// Look at each position with every tile that could have come, not only with the one that came
    #[arg(long)]
    every_tile: bool,
    /// Ask the bots again which of the puzzles in the file they miss
    #[arg(long)]
    again: bool,
    /// The file; puzzles that it holds already are looked through with the new ones
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

/// Finds puzzles.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let Seated { chosen, players } = &args.seated;
    if fs::metadata(&args.out).is_ok_and(|there| !there.is_file()) {
        return Err(format!("{}: this is no file", args.out.display()).into());
    }
    let mut found = match fs::read_to_string(&args.out) {
        Ok(text) => puzzles::read(&text).map_err(|error| format!("{}: {error}", args.out.display()))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(format!("{}: {error}", args.out.display()).into()),
    };
    let known = found.len();
    // Better to know before hours of thinking.
    write_all(&args.out, chosen.game, &mut found)?;
    let mut finder = Finder {
        playouts: args.playouts,
        themes: args.themes.clone(),
        least_missed: args.missed.into(),
        every_tile: args.every_tile,
        looked_at: [0; 5],
        bots: HashMap::new(),
        assessor: Assessor::new(0),
    };
    if args.again {
        for puzzle in &mut found {
            puzzle.missed = finder.missed(&puzzle.game(), puzzle.best)?;
            writeln!(io::stdout(), "{}: {}", puzzle.name, told(puzzle))?;
        }
        write_all(&args.out, chosen.game, &mut found)?;
    }
    for seed in args.seed..args.seed.saturating_add(args.games) {
        let setup = Setup::new(chosen.game, chosen.options(), *players, Dealer::first_seat(seed, *players))
            .map_err(|error| error.to_string())?;
        for puzzle in finder.play(&setup, seed)? {
            if found.iter().all(|other| other.name != puzzle.name) {
                writeln!(io::stdout(), "{}: {}", puzzle.name, told(&puzzle))?;
                found.push(puzzle);
                write_all(&args.out, chosen.game, &mut found)?;
            }
        }
        if args.enough.is_some_and(|enough| found.len() >= enough) {
            break;
        }
    }
    if let Some(keep) = args.keep {
        thin_out(&mut found, keep);
        write_all(&args.out, chosen.game, &mut found)?;
    }
    let [seen, first, second, third, last] = finder.looked_at;
    writeln!(
        io::stdout(),
        "{} puzzles, {} of them new; of {seen} positions {first} stood out at once, {second} after some playouts, {third} \
         after many, {last} after many more",
        found.len(),
        found.len().saturating_sub(known)
    )?;
    Ok(())
}

fn told(puzzle: &Puzzle) -> String {
    let themes: Vec<_> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    let [best, second] = puzzle.expected;
    format!("{}, {best:+.1} against {second:+.1}, missed by {}", themes.join(" "), puzzle.missed.len())
}

/// What puzzles are sorted by: how hard, and what about.
fn group(puzzle: &Puzzle) -> (usize, Option<Theme>) {
    (puzzle.difficulty(), puzzle.themes.first().copied())
}

/// Leaves so many puzzles, of as many kinds as there are.
fn thin_out(found: &mut Vec<Puzzle>, keep: usize) {
    let clear = |puzzle: &Puzzle| puzzle.expected[0] - puzzle.expected[1];
    while found.len() > keep {
        let size = |puzzle: &Puzzle| found.iter().filter(|other| group(other) == group(puzzle)).count();
        let worst = found.iter().enumerate().max_by(|(_, left), (_, right)| {
            size(left).cmp(&size(right)).then_with(|| clear(right).total_cmp(&clear(left)))
        });
        let Some((index, _)) = worst else { return };
        found.remove(index);
    }
}

/// Writes the puzzles, the easiest first, those that equally many miss by theme.
fn write_all(path: &Path, game: GameId, found: &mut [Puzzle]) -> Result<(), Box<dyn Error>> {
    let order = |puzzle: &Puzzle| (puzzle.missed.len(), puzzle.themes.first().copied(), puzzle.name.clone());
    found.sort_by_cached_key(order);
    let mut text =
        format!("# Puzzles of {game}, found by `bastide puzzles`; the format is told in crates/puzzles/src/file.rs.\n");
    for puzzle in found {
        text.push_str(&format!("\n{puzzle}"));
    }
    // Whoever stops the search keeps what was found.
    let part = path.with_extension("part");
    fs::write(&part, text)
        .and_then(|()| fs::rename(&part, path))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(())
}

fn parse_theme(name: &str) -> Result<Theme, String> {
    Theme::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
        format!("no such theme: {name:?}; known are {}", known.join(", "))
    })
}

struct Finder {
    playouts: u32,
    /// What puzzles may be about; anything if there is none.
    themes: Vec<Theme>,
    least_missed: usize,
    every_tile: bool,
    /// How many positions there were, and how many passed each look.
    looked_at: [u64; 5],
    bots: HashMap<(Level, u64), Box<dyn Bot + Send>>,
    assessor: Assessor,
}

/// How far the best of distinct moves is ahead of the second.
struct Lead {
    best: Turn,
    second: Turn,
    margins: [f32; 2],
}

impl Finder {
    /// Plays a game and looks for puzzles in it.
    fn play(&mut self, setup: &Setup, seed: u64) -> Result<Vec<Puzzle>, Box<dyn Error>> {
        let mut table = Table::new(setup, Dealing::seeded(seed)).map_err(|error| error.to_string())?;
        let mut random = Random::stream(seed, 77);
        let mut answers = Skill::Reader.bot(Depth::default(), seed, None);
        let mut found = Vec::new();
        let mut last: Option<u16> = None;
        while let Actor::Player(_) = table.game().to_act() {
            let game = table.game();
            if game.phase() != Phase::Place {
                let choice = answers.choose(game, Budget::Playouts(1))?;
                table.play(choice.action)?;
                continue;
            }
            let opinion = self.assessor.seeded(seed).weigh(game, &Depth::default(), None);
            let turn = game.turn();
            let apart = last.is_none_or(|last| turn >= last + APART);
            if apart && turn >= FIRST_TURN && game.bag().total() >= LEAST_TILES {
                let actions: Vec<Action> = table.history().iter().map(|entry| entry.action).collect();
                let record = || Record::new(*setup, Dealing::default(), actions.iter().copied());
                let mut puzzle = self.look(game, &opinion, seed, record)?;
                if puzzle.is_none() && self.every_tile {
                    puzzle = self.look_at_other_tiles(game, &actions, seed)?;
                }
                if let Some(puzzle) = puzzle {
                    last = Some(turn);
                    found.push(puzzle);
                }
            }
            let slip = random.below(SLIPS) == 0 && opinion.len() > 1;
            let index = if slip { 1 + random.below(SLIP_AMONG) as usize } else { 0 };
            let Some(Weighed { chosen, .. }) = opinion.get(index).or(opinion.last()).copied() else { break };
            table.play(chosen.first)?;
            if let Some(then) = chosen.then {
                table.play(then)?;
            }
        }
        Ok(found)
    }

    /// Looks at a position as it would be if another tile had come.
    fn look_at_other_tiles(
        &mut self,
        game: &AnyGame,
        actions: &[Action],
        seed: u64,
    ) -> Result<Option<Puzzle>, Box<dyn Error>> {
        let Some((Action::Draw { .. }, before)) = actions.split_last() else { return Ok(None) };
        for (tile, _) in game.bag().iter() {
            let others = before.iter().copied().chain([Action::Draw { tile }]);
            // A tile that fits nowhere, or may not come yet, makes no position.
            let Ok(record) = Record::new(*game.setup(), Dealing::default(), others) else { continue };
            let position = record.replay(&mut (), |_, _, _| ());
            if position.to_act() != game.to_act() || position.phase() != Phase::Place {
                continue;
            }
            let opinion = self.assessor.seeded(seed).weigh(&position, &Depth::default(), None);
            let found = self.look(&position, &opinion, seed, || Ok(record.clone()))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Looks at a position, closer and closer.
    fn look(
        &mut self,
        game: &AnyGame,
        opinion: &[Weighed],
        seed: u64,
        record: impl Fn() -> Result<Record, rules::Illegal>,
    ) -> Result<Option<Puzzle>, Box<dyn Error>> {
        self.looked_at[0] += 1;
        let playouts = [self.playouts / 5, self.playouts, self.playouts * 3];
        let depth = Depth { kept: 16, ..Depth::default() };
        let deeper = Depth { kept: 24, turns: 5, ..Depth::default() };
        let Some(first) = lead(game, opinion).filter(|lead| lead.gap() >= FIRST_GAPS[0]) else { return Ok(None) };
        if turns(game).len() < LEAST_MOVES || !self.wants(game, first.best) {
            return Ok(None);
        }
        self.looked_at[1] += 1;
        let glance = self.assessor.seeded(seed).weigh(game, &Depth::default(), Some(GLANCE));
        if lead(game, &glance).is_none_or(|lead| lead.gap() < FIRST_GAPS[1]) {
            return Ok(None);
        }
        let second = self.assessor.seeded(seed).weigh(game, &depth, Some(playouts[0]));
        let Some(second) = lead(game, &second).filter(|lead| lead.gap() >= FIRST_GAPS[2]) else { return Ok(None) };
        let Some(insight) = Insight::of(game, second.best) else { return Ok(None) };
        let themes = Theme::of(&insight);
        if themes.is_empty() || !self.wants(game, second.best) || is_plain(game, second.best, &insight) {
            return Ok(None);
        }
        // What has to be hard is asked of the bots first: that takes less time than looking closer.
        if self.least_missed > 0 && self.missed(game, second.best)?.len() < self.least_missed {
            return Ok(None);
        }
        self.looked_at[2] += 1;
        let third = self.assessor.seeded(seed.wrapping_add(1)).weigh(game, &depth, Some(playouts[1]));
        let Some(third) = lead(game, &third).filter(|lead| lead.gap() >= GAP) else { return Ok(None) };
        if third.best != second.best {
            return Ok(None);
        }
        self.looked_at[3] += 1;
        let values = self.assessor.seeded(seed.wrapping_add(2)).weigh(game, &deeper, Some(playouts[2]));
        let Some(last) = lead(game, &values).filter(|lead| lead.gap() >= GAP) else { return Ok(None) };
        if last.best != third.best {
            return Ok(None);
        }
        let missed = self.missed(game, last.best)?;
        self.looked_at[4] += 1;
        let puzzle = Puzzle {
            name: format!("{}-{seed}-{}", short(game.setup()), game.turn()),
            themes,
            missed,
            best: last.best,
            second: last.second,
            expected: last.margins,
            playouts: [playouts[1], playouts[2]],
            losses: losses(game, &last, &values),
            record: record()?,
        };
        puzzle.check()?;
        Ok(Some(puzzle))
    }

    /// Whether a move is about what is looked for.
    fn wants(&self, game: &AnyGame, best: Turn) -> bool {
        let about = || Insight::of(game, best).and_then(|insight| Theme::of(&insight).first().copied());
        self.themes.is_empty() || about().is_some_and(|theme| self.themes.contains(&theme))
    }

    /// The levels that play something else.
    fn missed(&mut self, game: &AnyGame, best: Turn) -> Result<Vec<String>, Box<dyn Error>> {
        let mut missed = Vec::new();
        for level in Level::LADDER {
            let mut times = 0;
            for seed in 0..ASKED {
                times += u64::from(self.plays(level, seed, game)? != best);
            }
            if times * 2 > ASKED {
                missed.push(level.name().to_owned());
            }
        }
        Ok(missed)
    }

    /// What a level plays.
    fn plays(&mut self, level: Level, seed: u64, game: &AnyGame) -> Result<Turn, Box<dyn Error>> {
        let bot = self.bots.entry((level, seed)).or_insert_with(|| level.bot(seed));
        let choice = bot.choose(game, Budget::Playouts(QUICK))?;
        let mut after = game.clone();
        after.play(choice.action)?;
        let then = match choice.then {
            None if after.phase() == Phase::Act => Some(bot.choose(&after, Budget::Playouts(QUICK))?.action),
            then => then,
        };
        Ok(canonical(game, Turn { place: choice.action, then }))
    }
}

impl Lead {
    fn gap(&self) -> f32 {
        self.margins[0] - self.margins[1]
    }
}

/// The game with its options in a few letters.
fn short(setup: &Setup) -> String {
    let name = |name: &str| name.split('_').filter_map(|word| word.chars().next()).collect::<String>();
    let mut text = setup.game().name().split('_').next().unwrap_or_default().to_owned();
    for option in setup.options().iter() {
        text.push('-');
        text.push_str(&name(option.name()));
    }
    text
}

fn turn_of(chosen: Move) -> Turn {
    Turn { place: chosen.first, then: chosen.then }
}

/// The best move and the best of those that are really different.
fn lead(game: &AnyGame, weighed: &[Weighed]) -> Option<Lead> {
    let (first, rest) = weighed.split_first()?;
    let best = canonical(game, turn_of(first.chosen));
    let others = rest.iter().filter(|other| canonical(game, turn_of(other.chosen)) != best);
    let second = others.max_by(|left, right| left.margin.total_cmp(&right.margin))?;
    let margins = [first.margin, second.margin];
    Some(Lead { best, second: canonical(game, turn_of(second.chosen)), margins })
}

/// Whether there is nothing to find: the best move brings many more points at once than any other, and nothing else.
fn is_plain(game: &AnyGame, best: Turn, insight: &Insight) -> bool {
    let points = |insight: &Insight| i32::from(insight.points_of(insight.seat));
    let others = turns(game).into_iter().filter(|turn| turn.place != best.place);
    let most = others.filter_map(|turn| Insight::of(game, turn)).map(|other| points(&other)).max().unwrap_or(0);
    points(insight) >= most + GAP as i32 && insight.taken.is_empty() && insight.blocked.is_empty()
}

/// How much worse each possible move is.
fn losses(game: &AnyGame, lead: &Lead, values: &[Weighed]) -> Vec<u8> {
    let mut known: HashMap<Turn, f32> = HashMap::new();
    for Weighed { chosen, margin } in values {
        let best = known.entry(canonical(game, turn_of(*chosen))).or_insert(f32::NEG_INFINITY);
        *best = best.max(*margin);
    }
    let loss = |turn: Turn| match known.get(&turn) {
        _ if turn == lead.best => 0.0,
        Some(margin) => (lead.margins[0] - margin).max(GAP),
        None => f32::INFINITY,
    };
    Puzzle::kept_losses(turns(game).into_iter().map(loss))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped(game: GameId) -> Vec<Puzzle> {
        puzzles::read(puzzles::text(game)).expect("the project's own puzzles")
    }

    #[test]
    fn what_is_left_is_of_all_kinds() {
        let mut all = shipped(GameId::HuntersGatherers);
        let mut kinds: Vec<_> = all.iter().map(group).collect();
        kinds.sort_unstable();
        kinds.dedup();
        thin_out(&mut all, kinds.len());
        assert_eq!(all.len(), kinds.len());
        let mut left: Vec<_> = all.iter().map(group).collect();
        left.sort_unstable();
        assert_eq!(left, kinds);
    }

    /// Nets change, and what was measured with one need not be what another thinks at first sight; but a solution that it
    /// thinks poor is none any more.
    #[test]
    fn solutions_are_still_good_at_first_sight() {
        for game in GameId::ALL {
            for puzzle in shipped(game).iter().step_by(8) {
                let position = puzzle.game();
                let opinion = Assessor::new(1).weigh(&position, &Depth::default(), None);
                let best = canonical(&position, puzzle.best);
                let rank = opinion.iter().position(|it| canonical(&position, turn_of(it.chosen)) == best);
                let rank = rank.unwrap_or_else(|| panic!("{}: the solution is not weighed", puzzle.name));
                assert!(rank < opinion.len() / 2, "{}: number {rank} of {}", puzzle.name, opinion.len());
            }
        }
    }

    #[test]
    fn the_best_of_really_different_moves_leads() {
        let puzzle = shipped(GameId::Base).remove(0);
        let position = puzzle.game();
        let opinion = Assessor::new(1).weigh(&position, &Depth::default(), None);
        let lead = lead(&position, &opinion).expect("there are moves");
        assert_ne!(lead.best, lead.second);
        assert!(lead.gap() <= opinion[0].margin - opinion.iter().map(|it| it.margin).fold(f32::MAX, f32::min));
        let mut assessor = Assessor::new(9);
        let again = assessor.weigh(&position, &Depth::default(), Some(64));
        assert_eq!(again, assessor.weigh(&position, &Depth::default(), Some(64)), "the same draws give the same");
    }
}
