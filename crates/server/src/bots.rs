//! Bots as players: a few threads that think, and a queue that is fair to those who wait.
//!
//! A bot is asked only when it has to decide, and is given the game as everybody sees it.

use bots::{Budget, Depth, Manner};
use rules::{Action, AnyGame};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long the strongest level thinks about one decision.
const THINKS: Duration = Duration::from_millis(400);

/// After so many decisions for people, one for bots that play among themselves.
const PATIENCE: u32 = 4;

/// A decision to be made.
pub(crate) struct Job {
    /// For whom: jobs of one owner wait for each other, not for those of others.
    pub(crate) owner: String,
    /// Whether a person waits for it.
    pub(crate) people: bool,
    pub(crate) manner: Manner,
    pub(crate) seed: u64,
    pub(crate) game: AnyGame,
    /// Is told what the bot does.
    pub(crate) reply: Box<dyn FnOnce(Option<Action>) + Send>,
}

/// Jobs of many owners, one of each in turn.
#[derive(Default)]
struct Lanes {
    jobs: HashMap<String, VecDeque<Job>>,
    turns: VecDeque<String>,
}

impl Lanes {
    fn push(&mut self, job: Job) {
        let lane = self.jobs.entry(job.owner.clone()).or_default();
        if lane.is_empty() {
            self.turns.push_back(job.owner.clone());
        }
        lane.push_back(job);
    }

    fn pop(&mut self) -> Option<Job> {
        let owner = self.turns.pop_front()?;
        let lane = self.jobs.get_mut(&owner)?;
        let job = lane.pop_front();
        if lane.is_empty() {
            self.jobs.remove(&owner);
        } else {
            self.turns.push_back(owner);
        }
        job
    }
}

#[derive(Default)]
struct Queue {
    people: Lanes,
    others: Lanes,
    /// How often people came first.
    streak: u32,
    closed: bool,
}

impl Queue {
    fn push(&mut self, job: Job) {
        let lanes = if job.people { &mut self.people } else { &mut self.others };
        lanes.push(job);
    }

    fn pop(&mut self) -> Option<Job> {
        if self.streak >= PATIENCE
            && let Some(job) = self.others.pop()
        {
            self.streak = 0;
            return Some(job);
        }
        if let Some(job) = self.people.pop() {
            self.streak += 1;
            return Some(job);
        }
        self.streak = 0;
        self.others.pop()
    }
}

/// The threads and their queue.
pub(crate) struct Pool {
    shared: Arc<(Mutex<Queue>, Condvar)>,
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// So many threads.
    pub(crate) fn start(threads: usize) -> Pool {
        let shared = Arc::new((Mutex::new(Queue::default()), Condvar::new()));
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("bot-{number}")).spawn(move || work(&shared));
            if let Err(error) = thread {
                tracing::error!(%error, "no thread for bots");
            }
        }
        Pool { shared }
    }

    /// Puts a decision into the queue.
    pub(crate) fn ask(&self, job: Job) {
        let (queue, wake) = &*self.shared;
        lock(queue).push(job);
        wake.notify_one();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let (queue, wake) = &*self.shared;
        lock(queue).closed = true;
        wake.notify_all();
    }
}

fn work((queue, wake): &(Mutex<Queue>, Condvar)) {
    loop {
        let mut waiting = lock(queue);
        let job = loop {
            if waiting.closed {
                return;
            }
            match waiting.pop() {
                Some(job) => break job,
                None => waiting = wake.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(waiting);
        (job.reply)(decide(job.manner, job.seed, &job.game));
    }
}

fn decide(manner: Manner, seed: u64, game: &AnyGame) -> Option<Action> {
    let mut bot = manner.bot(Depth { threads: 1, ..Depth::default() }, seed);
    bot.choose(game, Budget::Time(THINKS)).ok().map(|choice| choice.action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{GameId, Options, Seat, Setup};

    fn job(owner: &str, people: bool) -> Job {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).unwrap();
        let game = <AnyGame as rules::Game>::new(&setup);
        Job {
            owner: owner.to_owned(),
            people,
            manner: bots::Level::Random.into(),
            seed: 0,
            game,
            reply: Box::new(|_| ()),
        }
    }

    #[test]
    fn nobody_waits_for_the_many_games_of_another() {
        let mut queue = Queue::default();
        for _ in 0..100 {
            queue.push(job("many", true));
        }
        queue.push(job("one", true));
        let order: Vec<String> = std::iter::from_fn(|| queue.pop()).map(|job| job.owner).collect();
        assert_eq!(order.len(), 101);
        assert_eq!(order[1], "one");
    }

    #[test]
    fn people_come_first_and_bots_come_too() {
        let mut queue = Queue::default();
        for _ in 0..20 {
            queue.push(job("bots", false));
            queue.push(job("person", true));
        }
        let order: Vec<bool> = std::iter::from_fn(|| queue.pop()).map(|job| job.people).collect();
        assert_eq!(order[..6], [true, true, true, true, false, true]);
        assert_eq!(order.len(), 40);
    }
}
