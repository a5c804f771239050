//! Many games at a time, on all cores.

use crate::SizeError;
use crate::actions::{ActionSpace, Legal};
use crate::candidates::Candidates;
use crate::observer::Observer;
use crate::reward::Reward;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rules::{Action, Actor, AnyGame, Game as _, MAX_SEATS, Seat, Setup, SetupError};
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use table::Random;

/// Pieces of work for each thread in a step.
const PIECES: usize = 8;
/// How often the thread that asked looks whether the others are done before it sleeps: some hundred microseconds.
const PATIENCE: u32 = 20_000;

/// Why a batch does not begin or does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BatchError {
    /// The grid.
    Size(SizeError),
    /// The setup.
    Setup(SetupError),
    /// No games, or so many actions for other so many games.
    Count {
        /// How many there should be.
        games: usize,
        /// How many there are.
        given: usize,
    },
    /// An action that is not possible in one of the games. Nothing was played in any.
    Illegal {
        /// Which game.
        game: usize,
        /// The number of the action.
        number: i64,
    },
    /// Threads could not be started.
    Threads(String),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Size(error) => error.fmt(f),
            BatchError::Setup(error) => error.fmt(f),
            BatchError::Count { games: 0, .. } => f.write_str("a batch has at least one game"),
            BatchError::Count { games, given } => write!(f, "{games} games want {games} actions, not {given}"),
            BatchError::Illegal { game, number } => {
                write!(f, "action {number} is not possible in game {game}; nothing was played")
            }
            BatchError::Threads(error) => write!(f, "cannot start threads: {error}"),
        }
    }
}

impl std::error::Error for BatchError {}

impl From<SizeError> for BatchError {
    fn from(error: SizeError) -> BatchError {
        BatchError::Size(error)
    }
}

impl From<SetupError> for BatchError {
    fn from(error: SetupError) -> BatchError {
        BatchError::Setup(error)
    }
}

/// One of the games.
struct Lane {
    game: AnyGame,
    /// What the dealer turns up.
    draws: Random,
    /// Random players.
    choices: Random,
    legal: Legal,
    /// Which of them the next lot would fall on.
    lot: usize,
    /// The action that is about to be played, if it is not that one.
    next: Option<Action>,
}

/// Where a step writes what came of it: one row for each game. What is `None` is not computed.
#[derive(Default)]
pub struct Views<'a> {
    /// [`Observer::plane_cells`] each.
    pub planes: Option<&'a mut [u8]>,
    /// As many as [`Observer::features`] each.
    pub features: Option<&'a mut [f32]>,
    /// Whether each action of the space is possible.
    pub mask: Option<&'a mut [bool]>,
    /// What each seat is paid.
    pub rewards: Option<&'a mut [f32]>,
    /// The points of each seat after the step; at the end of a game the final ones, though the next has begun.
    pub points: Option<&'a mut [u16]>,
    /// Whether a game ended with this step.
    pub done: Option<&'a mut [bool]>,
    /// Who decides next.
    pub to_act: Option<&'a mut [u8]>,
}

/// Takes the first rows off something that may be missing.
fn take<'a, T>(rest: &mut Option<&'a mut [T]>, rows: usize, width: usize) -> Option<&'a mut [T]> {
    let all = std::mem::take(rest)?;
    let (first, others) = all.split_at_mut((rows * width).min(all.len()));
    *rest = Some(others);
    Some(first)
}

/// One row of something that may be missing.
fn row<'a, T>(rows: &'a mut Option<&mut [T]>, index: usize, width: usize) -> Option<&'a mut [T]> {
    rows.as_mut()?.get_mut(index * width..(index + 1) * width)
}

/// Games that are played side by side, each with draws of its own. A game that ends begins anew in the same step.
pub struct Batch {
    space: ActionSpace,
    observer: Observer,
    candidates: Candidates,
    /// The beginning, for each seat that may begin.
    fresh: Vec<AnyGame>,
    lanes: Vec<Lane>,
    /// The number of the action in every game that the next lot would fall on: whoever plays by lot needs to look into no game.
    lots: Vec<i64>,
    /// Whether those are not given out yet.
    untouched: bool,
    /// Whether they were, and the games' lots do not know of it yet.
    owed: bool,
    /// Whether somebody asked for more numbers of actions than those since the last step: then the next step computes all.
    asked: bool,
    reward: Reward,
    /// The threads that help the one that asks.
    pool: Option<ThreadPool>,
    threads: usize,
    finished: u64,
}

impl Batch {
    /// So many games; `threads` of 0 means all cores. Whoever begins is drawn for every game. The same seed gives the same
    /// draws, however many threads there are.
    pub fn new(
        setup: &Setup,
        size: usize,
        games: usize,
        seed: u64,
        reward: Reward,
        threads: usize,
    ) -> Result<Batch, BatchError> {
        if games == 0 {
            return Err(BatchError::Count { games, given: 0 });
        }
        let observer = Observer::new(setup, size)?;
        let starts = setup.seats().map(|first| Setup::new(setup.game(), setup.options(), setup.players(), first));
        let fresh: Vec<AnyGame> = starts.map(|setup| Ok(AnyGame::new(&setup?))).collect::<Result<_, SetupError>>()?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        let threads = if threads == 0 { cores } else { threads }.min(games);
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads - 1).build()).transpose();
        let lane = |_| Lane {
            game: AnyGame::new(setup),
            draws: Random::new(seed),
            choices: Random::new(seed),
            legal: Legal::default(),
            lot: 0,
            next: None,
        };
        let mut batch = Batch {
            space: ActionSpace::new(setup, size)?,
            candidates: Candidates::new(&observer),
            observer,
            fresh,
            lanes: (0..games).map(lane).collect(),
            lots: vec![0; games],
            untouched: false,
            owed: false,
            asked: false,
            reward,
            pool: pool.map_err(|error| BatchError::Threads(error.to_string()))?,
            threads,
            finished: 0,
        };
        batch.reset(seed, Views::default());
        Ok(batch)
    }

    /// The numbers of actions.
    pub fn space(&self) -> &ActionSpace {
        &self.space
    }

    /// The observer behind planes and features.
    pub fn observer(&self) -> &Observer {
        &self.observer
    }

    /// What looks at single actions.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// How many games are played at a time.
    pub fn games(&self) -> usize {
        self.lanes.len()
    }

    /// How many threads play.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// How many games have ended since the beginning.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// One of the games.
    pub fn game(&self, index: usize) -> Option<&AnyGame> {
        self.lanes.get(index).map(|lane| &lane.game)
    }

    /// The possible actions of a game.
    pub fn legal(&mut self, index: usize) -> Option<&Legal> {
        self.asked = true;
        let lane = self.lanes.get_mut(index)?;
        self.space.number_all(&lane.game, &mut lane.legal);
        Some(&lane.legal)
    }

    /// Numbers all possible actions, unless the last step did.
    fn number_all(&mut self) {
        self.asked = true;
        self.lanes.iter_mut().for_each(|lane| self.space.number_all(&lane.game, &mut lane.legal));
    }

    /// All games begin anew, with the draws of this seed.
    pub fn reset(&mut self, seed: u64, views: Views) {
        for (index, lane) in self.lanes.iter_mut().enumerate() {
            let stream = 2 * index as u64;
            (lane.draws, lane.choices) = (Random::stream(seed, stream), Random::stream(seed, stream + 1));
            lane.next = None;
        }
        self.owed = false;
        self.run(views, Lane::begin);
    }

    /// Plays one action in every game, and goes on up to the next decision. If one of them is not possible, nothing is
    /// played.
    pub fn step(&mut self, actions: &[i64], views: Views) -> Result<(), BatchError> {
        if actions.len() != self.lanes.len() {
            return Err(BatchError::Count { games: self.lanes.len(), given: actions.len() });
        }
        for (game, (&number, &lot)) in actions.iter().zip(&self.lots).enumerate() {
            if number == lot {
                continue;
            }
            let lane = &mut self.lanes[game];
            self.space.number_all(&lane.game, &mut lane.legal);
            self.asked = true;
            lane.next = u32::try_from(number).ok().and_then(|number| lane.legal.find(number));
            if lane.next.is_none() {
                self.lanes.iter_mut().for_each(|lane| lane.next = None);
                return Err(BatchError::Illegal { game, number });
            }
        }
        self.run(views, Lane::go_on);
        Ok(())
    }

    /// Plays so many decisions in every game by lot: the very ones that as many times [`Batch::sample`] and [`Batch::step`] would
    /// play, but faster, because each game is played in one go. Rewards are sums, and `done` says whether any game ended.
    pub fn play_random(&mut self, decisions: u32, views: Views) {
        self.run(views, |lane, work| lane.wander(decisions, work));
    }

    /// Writes one of the possible actions of every game, all with equal chances.
    pub fn sample(&mut self, out: &mut [i64]) {
        if std::mem::take(&mut self.untouched) {
            out.iter_mut().zip(&self.lots).for_each(|(slot, lot)| *slot = *lot);
            self.owed = true;
            return;
        }
        let owed = std::mem::take(&mut self.owed);
        for (lane, slot) in self.lanes.iter_mut().zip(out) {
            lane.catch_up(owed);
            let chosen = lane.choices.below(lane.legal.actions.len() as u32) as usize;
            *slot = self.space.number_one(&lane.game, &mut lane.legal, chosen).map_or(-1, i64::from);
        }
    }

    /// The features of all possible actions of all games, one row each, with the numbers of the actions; and where the rows of
    /// each game begin, with the end of the last as one more entry.
    pub fn look(&mut self) -> (Vec<f32>, Vec<i64>, Vec<i64>) {
        let (numbers, begins) = self.list();
        let each = |lanes: &[Lane]| {
            let mut rows = Vec::new();
            let mut scratch: Option<AnyGame> = None;
            for lane in lanes {
                let scratch = scratch.get_or_insert_with(|| lane.game.clone());
                self.candidates.write(&lane.game, &lane.legal, scratch, &mut rows);
            }
            rows
        };
        let parts = spread(self.pool.as_ref(), self.lanes.chunks(self.share()).collect(), each);
        (parts.concat(), numbers, begins)
    }

    /// The numbers of all possible actions of all games, and where those of each game begin, with the end of the last as one
    /// more entry.
    pub fn list(&mut self) -> (Vec<i64>, Vec<i64>) {
        self.number_all();
        let mut numbers = Vec::new();
        let mut begins = vec![0];
        for lane in &self.lanes {
            numbers.extend(lane.legal.numbers().iter().copied().map(i64::from));
            begins.push(numbers.len() as i64);
        }
        (numbers, begins)
    }

    /// How many games are one piece of work: whoever has done one takes the next, so that nobody waits long for the others.
    fn share(&self) -> usize {
        let pieces = if self.threads > 1 { PIECES * self.threads } else { 1 };
        self.lanes.len().div_ceil(pieces)
    }

    fn run(&mut self, mut views: Views, play: impl Fn(&mut Lane, &mut Work) + Sync) {
        let share = self.share();
        let players = self.fresh.len();
        let owed = std::mem::take(&mut self.owed);
        let numbered = std::mem::take(&mut self.asked) || views.mask.is_some();
        self.untouched = true;
        let Batch { space, observer, fresh, lanes, lots, reward, pool, .. } = self;
        let (planes, features, numbers) = (observer.plane_cells(), observer.features().len(), space.count());
        let mut parts: Vec<(&mut [Lane], &mut [i64], Views)> = Vec::new();
        for (lanes, lots) in lanes.chunks_mut(share).zip(lots.chunks_mut(share)) {
            let rows = lanes.len();
            let own = Views {
                planes: take(&mut views.planes, rows, planes),
                features: take(&mut views.features, rows, features),
                mask: take(&mut views.mask, rows, numbers),
                rewards: take(&mut views.rewards, rows, players),
                points: take(&mut views.points, rows, players),
                done: take(&mut views.done, rows, 1),
                to_act: take(&mut views.to_act, rows, 1),
            };
            parts.push((lanes, lots, own));
        }
        let (space, observer, fresh, reward) = (&*space, &*observer, &fresh[..], *reward);
        let each = |(lanes, lots, mut views): (&mut [Lane], &mut [i64], Views)| {
            let mut ended = 0;
            for (index, (lane, lot)) in lanes.iter_mut().zip(lots).enumerate() {
                lane.catch_up(owed);
                let mut work = Work { fresh, reward, ended: 0, rewards: [0.0; MAX_SEATS], points: [0; MAX_SEATS] };
                play(lane, &mut work);
                space.list_unnumbered(&lane.game, &mut lane.legal);
                if numbered {
                    space.number_all(&lane.game, &mut lane.legal);
                }
                *lot = lane.draw_lot(space);
                ended += work.ended;
                show(lane, &work, observer, space, index, &mut views);
            }
            ended
        };
        let ended: u64 = spread(pool.as_ref(), parts, each).into_iter().sum();
        self.finished += ended;
    }
}

/// What one thread does first, piece by piece, and where the results go.
type Share<'a, T, R> = Mutex<VecDeque<(T, &'a mut Option<R>)>>;

/// Does all parts of the work, each thread its own share of them first, which is the same every time: what it needs is still in
/// the caches near it. Whoever is done helps the others from the end of their shares on.
fn spread<T: Send, R: Send>(pool: Option<&ThreadPool>, parts: Vec<T>, each: impl Fn(T) -> R + Sync) -> Vec<R> {
    let Some(pool) = pool else { return parts.into_iter().map(each).collect() };
    let mut results: Vec<Option<R>> = parts.iter().map(|_| None).collect();
    let left = AtomicUsize::new(parts.len());
    let threads = pool.current_num_threads() + 1;
    let share = parts.len().div_ceil(threads);
    let mut parts = parts.into_iter();
    let shares: Vec<Share<T, R>> = results
        .chunks_mut(share.max(1))
        .map(|slots| Mutex::new(parts.by_ref().take(slots.len()).zip(slots).collect()))
        .collect();
    let next = |own: usize| {
        let of = |share: usize| shares.get(share).map(|share| share.lock().unwrap_or_else(PoisonError::into_inner));
        let others = || (1..threads).find_map(|further| of((own + further) % threads)?.pop_back());
        of(own).and_then(|mut own| own.pop_front()).or_else(others)
    };
    let take_part = |own: usize| {
        while let Some((part, slot)) = next(own) {
            *slot = Some(each(part));
            left.fetch_sub(1, Ordering::Release);
        }
    };
    pool.in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| take_part(rayon::current_thread_index().map_or(0, |index| index + 1)));
        }
        take_part(0);
        // The last pieces are done in microseconds; sleeping and being woken takes longer.
        for _ in 0..PATIENCE {
            if left.load(Ordering::Acquire) == 0 {
                break;
            }
            std::hint::spin_loop();
        }
    });
    drop(shares);
    results.into_iter().flatten().collect()
}

/// Writes what came of a step in one game.
fn show(lane: &Lane, work: &Work, observer: &Observer, space: &ActionSpace, index: usize, views: &mut Views) {
    let players = work.fresh.len();
    let seat = match lane.game.to_act() {
        Actor::Player(seat) => seat,
        Actor::Dealer | Actor::Nobody => Seat::default(),
    };
    if let Some(planes) = row(&mut views.planes, index, observer.plane_cells()) {
        observer.write_planes(&lane.game, seat, planes);
    }
    if let Some(features) = row(&mut views.features, index, observer.features().len()) {
        observer.write_features(&lane.game, seat, features);
    }
    if let Some(mask) = row(&mut views.mask, index, space.count()) {
        mask.fill(false);
        for &number in lane.legal.numbers() {
            if let Some(slot) = mask.get_mut(number as usize) {
                *slot = true;
            }
        }
    }
    if let Some(rewards) = row(&mut views.rewards, index, players) {
        rewards.copy_from_slice(&work.rewards[..players]);
    }
    if let Some(points) = row(&mut views.points, index, players) {
        points.copy_from_slice(&work.points[..players]);
    }
    if let Some([done]) = row(&mut views.done, index, 1) {
        *done = work.ended > 0;
    }
    if let Some([to_act]) = row(&mut views.to_act, index, 1) {
        *to_act = seat.number();
    }
}

/// What a step in one game needs and brings.
struct Work<'a> {
    fresh: &'a [AnyGame],
    reward: Reward,
    /// How many games ended.
    ended: u64,
    rewards: [f32; MAX_SEATS],
    points: [u16; MAX_SEATS],
}

impl Work<'_> {
    fn note(&mut self, game: &AnyGame) {
        for (slot, points) in self.points.iter_mut().zip(game.scores()) {
            *slot = *points;
        }
    }
}

impl Lane {
    /// Forgets a lot that was given out.
    fn catch_up(&mut self, owed: bool) {
        if owed {
            self.choices.below(self.legal.actions.len() as u32);
        }
    }

    /// Looks on which action the next lot will fall, and says its number.
    fn draw_lot(&mut self, space: &ActionSpace) -> i64 {
        self.lot = self.choices.clone().below(self.legal.actions.len() as u32) as usize;
        space.number_one(&self.game, &mut self.legal, self.lot).map_or(-1, i64::from)
    }

    /// A new game up to its first decision.
    fn begin(&mut self, work: &mut Work) {
        let first = self.draws.below(work.fresh.len() as u32) as usize;
        if let Some(fresh) = work.fresh.get(first) {
            self.game.copy_from(fresh);
        }
        self.deal();
    }

    fn deal(&mut self) {
        while self.game.to_act() == Actor::Dealer {
            let Some(outcome) = self.game.outcome(self.draws.below(self.game.ways())) else { return };
            self.game.play_unchecked(outcome, &mut ());
        }
    }

    /// Plays so many decisions by lot.
    fn wander(&mut self, decisions: u32, work: &mut Work) {
        for _ in 0..decisions {
            self.game.actions(&mut self.legal.actions);
            let chosen = self.choices.below(self.legal.actions.len() as u32) as usize;
            self.next = self.legal.actions.get(chosen).copied();
            self.go_on(work);
        }
    }

    /// Plays what was decided, up to the next decision.
    fn go_on(&mut self, work: &mut Work) {
        let lot = || self.legal.actions.get(self.lot).copied();
        let Some(action) = self.next.take().or_else(lot) else { return };
        let players = work.fresh.len();
        let mut before = [0; MAX_SEATS];
        before[..players].copy_from_slice(self.game.scores());
        self.game.play_unchecked(action, &mut ());
        self.deal();
        let mut paid = [0.0; MAX_SEATS];
        work.reward.pay(&before[..players], &self.game, &mut paid[..players]);
        work.rewards.iter_mut().zip(paid).for_each(|(sum, paid)| *sum += paid);
        work.note(&self.game);
        if !matches!(self.game.to_act(), Actor::Player(_)) {
            work.ended += 1;
            self.begin(work);
        }
    }
}
