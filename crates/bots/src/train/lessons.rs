//! Lessons by playouts: decisions of self-play in which moves were played out over the same draws, for a net that is to
//! see by itself what playouts find.
//!
//! # The file of lessons
//!
//! Little-endian. A head of 16 bytes: `BLES`, the version, the number of players and eight bytes of nothing. Then the
//! decisions, each with the way to it, so that other inputs can be found for the same lessons later: the number of steps
//! (`u16`), and for each the number of the action among those possible (`u16`), for a player's step followed by that of
//! the action in the phase `act` (`u16`, 65535 if there is none); small decisions that follow are the judge's. Then the
//! number of moves (`u16`), and for each its two numbers, and for each seat the mean score after the playouts of the even
//! draws and of the odd ones (`f32`).

use super::{Harvest, SelfPlay, sample, searched, searched_move};
use crate::choice::Budget;
use crate::judge::{Desk, Judge, Scores, margin};
use crate::net::{DENSE, MOST, Net, View, inputs};
use crate::search::{Depth, Effort, Hope, Plan, Ranked, Thinker, judge_with};
use crate::turn::{Move, play_move};
use crate::weights::Weights;
use rules::{Action, Actor, Game, MAX_SEATS, Phase, Seat};
use std::io::{self, Read, Write};
use std::sync::Arc;
use table::Random;
use web_time::Instant;

/// How moves are played out for lessons.
#[derive(Clone, Copy, Debug)]
pub struct Lessons {
    /// How many of the net's best moves.
    pub best: usize,
    /// How many of the others that the net has looked at.
    pub others: usize,
    /// Over how many draws.
    pub draws: u32,
    /// How many turns each.
    pub turns: usize,
    /// How many playouts a search has for each of these turns; with none the net's best move is played.
    pub think: u32,
}

/// No action follows.
const NONE: u16 = u16::MAX;
const MAGIC: [u8; 4] = *b"BLES";
const VERSION: u16 = 1;
/// How many playouts a search has for the moves of the game where playouts search, too.
const SEARCH_FIRST: u32 = 100;
/// How many of the best moves exploration chooses from.
const EXPLORED: usize = 6;

impl SelfPlay {
    /// Plays games like this one and writes lessons of a share of their decisions.
    pub fn teach<J: Judge>(
        &self,
        fresh: &J::Game,
        lessons: Lessons,
        out: &mut (impl Write + Send),
    ) -> io::Result<Harvest> {
        let mut head = MAGIC.to_vec();
        head.extend(VERSION.to_le_bytes());
        head.extend(u16::from(fresh.setup().players()).to_le_bytes());
        head.extend([0; 8]);
        out.write_all(&head)?;
        let setup = *fresh.setup();
        self.on_threads(out, || {
            let fresh = J::Game::new(&setup);
            let mut teacher = Teacher::<J>::new(&fresh, self, lessons);
            move |number, buffer: &mut Vec<u8>| teacher.play(&fresh, number, buffer)
        })
    }
}

/// What one thread needs.
struct Teacher<'a, J: Judge> {
    plan: &'a SelfPlay,
    lessons: Lessons,
    thinker: Thinker<J>,
    /// Who searches in playouts.
    other: Thinker<J>,
    game: J::Game,
    line: J::Game,
    actions: Vec<Action>,
    way: Vec<u8>,
}

impl<'a, J: Judge> Teacher<'a, J> {
    fn new(fresh: &J::Game, plan: &'a SelfPlay, lessons: Lessons) -> Teacher<'a, J> {
        let thinker = || Thinker::new(fresh, J::Weights::tuned(), plan.net.clone());
        let (game, line) = (fresh.clone(), fresh.clone());
        let (thinker, other) = (thinker(), thinker());
        Teacher { plan, lessons, thinker, other, game, line, actions: Vec::new(), way: Vec::new() }
    }

    fn play(&mut self, fresh: &J::Game, number: u64, buffer: &mut Vec<u8>) -> u64 {
        let mut random = Random::stream(self.plan.seed, number);
        let chance = |random: &mut Random, share: f32| ((random.next_u64() >> 40) as f32) < share * (1u64 << 24) as f32;
        self.game.copy_from(fresh);
        self.way.clear();
        let (mut steps, mut written) = (0u16, 0);
        loop {
            match self.game.to_act() {
                Actor::Nobody => return written,
                Actor::Dealer => {
                    let Some(outcome) = self.game.outcome(random.below(self.game.ways())) else { return written };
                    let index = self.index(outcome);
                    self.way.extend(index.to_le_bytes());
                    self.game.play_unchecked(outcome, &mut ());
                }
                Actor::Player(seat) => {
                    let ranked = match self.lessons.think {
                        0 => self.thinker.rank(&self.game, seat),
                        _ => searched(&mut self.thinker, &self.game, seat, SEARCH_FIRST, random.next_u64()),
                    };
                    if ranked.len() > 1 && chance(&mut random, self.plan.keep) {
                        buffer.extend(steps.to_le_bytes());
                        buffer.extend(&self.way);
                        self.lesson(&ranked, &mut random, buffer);
                        written += 1;
                    }
                    let lot = match ranked.len().min(EXPLORED) {
                        0 => return written,
                        near if chance(&mut random, self.plan.explore) => random.below(near as u32) as usize,
                        _ => 0,
                    };
                    let chosen = ranked[lot].chosen;
                    let indices = self.indices(chosen);
                    self.way.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
                    let worker = &mut self.thinker.worker;
                    play_move(&mut worker.judge, &mut self.game, chosen, &mut worker.desk);
                }
            }
            steps += 1;
        }
    }

    /// Plays out some moves of the position and writes what came of it.
    fn lesson(&mut self, ranked: &[Ranked], random: &mut Random, buffer: &mut Vec<u8>) {
        let Lessons { best, others, draws, turns, think } = self.lessons;
        let looked_at = ranked.len().min(crate::search::NET_LOOKS_AT);
        let mut moves: Vec<Move> = ranked[..looked_at].iter().map(|ranked| ranked.chosen).collect();
        let first = best.min(moves.len());
        random.shuffle(&mut moves[first..]);
        moves.truncate(first + others);
        let order = self.thinker.first_draws(&self.game, moves[0], random.next_u64());
        let plan = Plan { seed: random.next_u64(), turns, reach: self.plan.reach, scale: 1.0, order, experience: None };
        let players = self.game.setup().players();
        buffer.extend((moves.len() as u16).to_le_bytes());
        for chosen in moves {
            let mut sums = [[0.0; MAX_SEATS]; 2];
            for draw in 0..draws {
                let hope = match think {
                    0 => self.thinker.worker.playout(&self.game, chosen, &plan, draw),
                    _ => self.thoughtful_playout(chosen, &plan, draw),
                };
                for (sum, score) in sums[draw as usize % 2].iter_mut().zip(hope.scores) {
                    *sum += score;
                }
            }
            let indices = self.indices(chosen);
            buffer.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
            for (sums, count) in sums.iter().zip([draws.div_ceil(2), draws / 2]) {
                for sum in &sums[..usize::from(players)] {
                    buffer.extend((sum / count.max(1) as f32).to_le_bytes());
                }
            }
        }
    }

    /// A playout in which everybody searches before each move.
    fn thoughtful_playout(&mut self, chosen: Move, plan: &Plan, number: u32) -> Hope {
        let Teacher { other, game, line, .. } = self;
        let mut random = Random::stream(plan.seed, number.into());
        line.copy_from(game);
        other.worker.judge.prepare(line);
        play_move(&mut other.worker.judge, line, chosen, &mut other.worker.desk);
        let mut first = true;
        for _ in 0..plan.turns {
            while line.to_act() == Actor::Dealer {
                let ways = line.ways();
                let way = match plan.order.get(number as usize % plan.order.len().max(1)) {
                    Some(&way) if first && plan.order.len() == ways as usize => way,
                    _ => random.below(ways),
                };
                first = false;
                let Some(outcome) = line.outcome(way) else { break };
                line.play_unchecked(outcome, &mut ());
            }
            let Actor::Player(seat) = line.to_act() else { break };
            let seed = plan.seed ^ (u64::from(number) << 32) ^ u64::from(line.turn());
            let Some((reply, _)) = searched_move(other, line, seat, self.lessons.think, seed) else { break };
            play_move(&mut other.worker.judge, line, reply, &mut other.worker.desk);
        }
        other.worker.judge.prepare(line);
        judge_with(&mut other.worker.judge, &mut other.worker.eye, line, plan.scale)
    }

    fn index(&mut self, action: Action) -> u16 {
        index_of(&self.game, action, &mut self.actions)
    }

    fn indices(&mut self, chosen: Move) -> [u16; 2] {
        let first = self.index(chosen.first);
        let then = chosen.then.map(|act| {
            let line = &mut self.thinker.worker.line;
            line.copy_from(&self.game);
            line.play_unchecked(chosen.first, &mut ());
            index_of(line, act, &mut self.actions)
        });
        [first, then.unwrap_or(NONE)]
    }
}

fn index_of<G: Game>(game: &G, action: Action, actions: &mut Vec<Action>) -> u16 {
    game.actions(actions);
    actions.iter().position(|&other| other == action).map_or(NONE, |index| index as u16)
}

/// A decision with what playouts found of some of its moves: for each the mean scores of the even draws and of the odd ones.
struct Lesson {
    seat: Seat,
    moves: Vec<(Move, [Scores; 2])>,
}

/// Finds the decisions of a file of lessons again.
struct Classroom<'a, J: Judge, R> {
    reader: Reader<'a, R>,
    fresh: &'a J::Game,
    judge: J,
    desk: Desk<J::Game>,
    /// The position of the lesson read last.
    game: J::Game,
    after: J::Game,
}

impl<'a, J: Judge, R: Read> Classroom<'a, J, R> {
    fn new(fresh: &'a J::Game, file: &'a mut R) -> io::Result<Classroom<'a, J, R>> {
        let mut reader = Reader(file);
        let head: [u8; 16] = reader.take()?.ok_or_else(|| broken("the file of lessons is too short"))?;
        let expected = [VERSION, fresh.setup().players().into()].map(u16::to_le_bytes);
        if head[..4] != MAGIC || head[4..8] != *expected.as_flattened() {
            return Err(broken("this is no file of lessons for so many players"));
        }
        let (game, after) = (fresh.clone(), fresh.clone());
        let judge = J::new(fresh, J::Weights::tuned());
        Ok(Classroom { reader, fresh, judge, desk: Desk::new(fresh), game, after })
    }

    /// Goes to the next decision; nothing if there is none.
    fn next(&mut self) -> io::Result<Option<Lesson>> {
        let Some(steps) = self.reader.take()?.map(u16::from_le_bytes) else { return Ok(None) };
        let Classroom { reader, fresh, judge, desk, game, after } = self;
        game.copy_from(fresh);
        for _ in 0..steps {
            let first = reader.u16()?;
            match game.to_act() {
                Actor::Player(_) => {
                    judge.prepare(game);
                    let chosen = named(game, after, [first, reader.u16()?])?;
                    play_move(judge, game, chosen, desk);
                }
                _ => game.play_unchecked(action_at(game, first)?, &mut ()),
            }
        }
        let Actor::Player(seat) = game.to_act() else { return Err(broken("a lesson for nobody")) };
        judge.prepare(game);
        let mut moves = Vec::new();
        for _ in 0..reader.u16()? {
            let chosen = named(game, after, [reader.u16()?, reader.u16()?])?;
            let mut values = [[0.0; MAX_SEATS]; 2];
            for values in &mut values {
                for value in &mut values[..usize::from(game.setup().players())] {
                    *value = f32::from_le_bytes(reader.four()?);
                }
            }
            moves.push((chosen, values));
        }
        Ok(Some(Lesson { seat, moves }))
    }
}

/// Reads lessons and writes the inputs of the positions after their moves, as a net sees them now.
///
/// A head of 16 bytes like that of samples, with `BROW`. Then a row for each move: the sparse and the dense inputs and the
/// judge's scores as in samples, the scores of the even and the odd draws, the number of the decision (`u32`), who
/// decided and the own turns left (`u16` each).
pub fn rows<J: Judge>(fresh: &J::Game, lessons: &mut impl Read, out: &mut impl Write) -> io::Result<u64> {
    let mut classroom = Classroom::<J, _>::new(fresh, lessons)?;
    let players = fresh.setup().players();
    let id = fresh.setup().game();
    out.write_all(b"BROW")?;
    for number in [1, usize::from(players), inputs(id), MOST, DENSE, 0] {
        out.write_all(&(number as u16).to_le_bytes())?;
    }
    let mut view = View::new(id);
    let mut written = 0;
    let mut decision = 0u32;
    while let Some(Lesson { seat, moves }) = classroom.next()? {
        let Classroom { judge, desk, game, after, .. } = &mut classroom;
        for (chosen, values) in moves {
            after.copy_from(game);
            play_move(judge, after, chosen, desk);
            if after.phase() == Phase::Over {
                continue;
            }
            let judged: Scores = judge.look(after, &mut view);
            view.finish(after);
            let mut row = sample(&view, players, inputs(id));
            for scores in [&judged, &values[0], &values[1]] {
                row.extend(scores[..usize::from(players)].iter().flat_map(|score| score.to_le_bytes()));
            }
            row.extend(decision.to_le_bytes());
            row.extend((seat.index() as u16).to_le_bytes());
            row.extend((after.bag().total() / u16::from(players.max(1))).to_le_bytes());
            out.write_all(&row)?;
            written += 1;
        }
        decision += 1;
    }
    Ok(written)
}

/// Lets a search choose among the moves of lessons, and compares with what the playouts of the lessons say of them. The best
/// by one half of the draws counts by the other half, and the other way round: so luck makes no move the best. Returns for each decision what the chosen move
/// gives away, in points of the margin; less than nothing where it is better than half of the draws could tell.
pub fn grade<J: Judge>(
    fresh: &J::Game,
    lessons: &mut impl Read,
    net: Option<Arc<Net>>,
    (depth, budget): (&Depth, Budget),
    limit: usize,
) -> io::Result<Vec<f32>> {
    let mut classroom = Classroom::<J, _>::new(fresh, lessons)?;
    let mut thinker = Thinker::<J>::new(fresh, J::Weights::tuned(), net);
    let players = fresh.setup().players();
    let mut losses = Vec::new();
    while let Some(Lesson { seat, moves }) = classroom.next()? {
        if losses.len() == limit {
            break;
        }
        let game = &classroom.game;
        let effort = Effort { depth, budget, seed: losses.len() as u64, begin: Instant::now() };
        let mut ranked = thinker.rank(game, seat);
        ranked.retain(|ranked| moves.iter().any(|(chosen, _)| *chosen == ranked.chosen));
        if ranked.len() < 2 {
            continue;
        }
        if depth.ahead > 0 {
            thinker.look_ahead(game, seat, &mut ranked, depth.ahead);
        }
        if budget != Budget::Playouts(0) {
            thinker.halve(game, seat, &mut ranked, &effort);
        }
        let lead = |half: usize, of: &(Move, [Scores; 2])| f64::from(margin(&of.1[half], seat, players));
        let Some(taken) = moves.iter().find(|(chosen, _)| *chosen == ranked[0].chosen) else { continue };
        let best = |half: usize| moves.iter().max_by(|a, b| lead(half, a).total_cmp(&lead(half, b)));
        let (Some(even), Some(odd)) = (best(0), best(1)) else { continue };
        let loss = (lead(1, even) + lead(0, odd) - lead(0, taken) - lead(1, taken)) / 2.0;
        losses.push(loss as f32);
    }
    Ok(losses)
}

fn broken(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn action_at<G: Game>(game: &G, index: u16) -> io::Result<Action> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.get(usize::from(index)).copied().ok_or_else(|| broken("an action of a lesson is not possible"))
}

/// The move with these numbers.
fn named<G: Game>(game: &G, after: &mut G, [first, then]: [u16; 2]) -> io::Result<Move> {
    let first = action_at(game, first)?;
    if then == NONE {
        return Ok(Move { first, then: None });
    }
    after.copy_from(game);
    after.play_unchecked(first, &mut ());
    Ok(Move { first, then: Some(action_at(after, then)?) })
}

struct Reader<'a, R>(&'a mut R);

impl<R: Read> Reader<'_, R> {
    /// The next bytes; nothing at the end of the file.
    fn take<const N: usize>(&mut self) -> io::Result<Option<[u8; N]>> {
        let mut bytes = [0; N];
        let mut filled = 0;
        while filled < N {
            match self.0.read(&mut bytes[filled..])? {
                0 if filled == 0 => return Ok(None),
                0 => return Err(broken("the file of lessons breaks off")),
                count => filled += count,
            }
        }
        Ok(Some(bytes))
    }

    fn u16(&mut self) -> io::Result<u16> {
        let bytes = self.take()?.ok_or_else(|| broken("the file of lessons breaks off"))?;
        Ok(u16::from_le_bytes(bytes))
    }

    fn four(&mut self) -> io::Result<[u8; 4]> {
        self.take()?.ok_or_else(|| broken("the file of lessons breaks off"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{JudgeVisitor, visit_judge};
    use rules::{AnyGame, GameId, Options, Setup};
    use std::time::Duration;

    struct Round;

    impl JudgeVisitor for Round {
        type Output = ();

        fn visit<J: Judge>(self, fresh: &J::Game) {
            let id = fresh.setup().game();
            let players = usize::from(fresh.setup().players());
            let plan = SelfPlay {
                net: Net::of(id),
                games: 2,
                time: Duration::from_secs(600),
                seed: 3,
                threads: 1,
                explore: 0.3,
                lambda: 0.9,
                keep: 0.1,
                reach: 3,
                odd: 0.0,
                think: 0,
            };
            let lessons = Lessons { best: 2, others: 1, draws: 3, turns: 2, think: 0 };
            let taught = || {
                let mut file = Vec::new();
                let harvest = plan.teach::<J>(fresh, lessons, &mut file).expect("memory can be written to");
                (file, harvest)
            };
            let (file, harvest) = taught();
            assert!(harvest.games == 2 && harvest.samples > 3, "{id}: {harvest:?}");
            assert_eq!(file, taught().0, "{id}: the same seed gives the same lessons");
            let mut out = Vec::new();
            let count = rows::<J>(fresh, &mut file.as_slice(), &mut out).expect("it was just written");
            let size = 2 * players * (MOST + DENSE) + 3 * 4 * players + 8;
            assert_eq!(out.len(), 16 + size * count as usize, "{id}");
            assert!(count > harvest.samples && count <= 3 * harvest.samples, "{id}: {count} of {harvest:?}");
            let error = |file: &[u8]| rows::<J>(fresh, &mut &*file, &mut io::sink()).expect_err("broken").to_string();
            assert!(error(&file[..file.len() - 1]).contains("breaks off"));
            assert!(error(&file[..9]).contains("breaks off"));
            assert!(error(b"").contains("too short"));
            assert!(error(&[b"BSAM", &file[4..]].concat()).contains("no file of lessons"));
            let mut other = file.clone();
            (other[18], other[19]) = (0xfe, 0xff);
            assert!(error(&other).contains("not possible"));
        }
    }

    #[test]
    fn lessons_repeat_and_are_found_again_by_the_way_to_them() {
        for id in GameId::ALL {
            let all: Options = id.options().iter().copied().collect();
            for (options, players) in [(Options::NONE, 2), (all, 3)] {
                let setup = Setup::new(id, options, players, Seat::default()).expect("a setup");
                visit_judge(&AnyGame::new(&setup), Round);
            }
        }
    }
}
