//! What time it is; tests can decide it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// Milliseconds since 1970.
pub type Millis = u64;

/// A source of time.
#[derive(Clone, Debug, Default)]
pub enum Time {
    /// The machine's clock.
    #[default]
    System,
    /// The machine's clock, put right by so many milliseconds: several machines agree on one.
    Corrected(Arc<AtomicI64>),
    /// A clock that stands still until it is set.
    Manual(watch::Receiver<Millis>),
}

/// Sets a manual clock.
#[derive(Debug)]
pub struct Hands(watch::Sender<Millis>);

impl Hands {
    /// Time goes on by so many milliseconds.
    pub fn advance(&self, millis: Millis) {
        self.0.send_modify(|now| *now += millis);
    }
}

fn machine() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as Millis
}

impl Time {
    /// A clock that tests set.
    pub fn manual(now: Millis) -> (Time, Hands) {
        let (sender, receiver) = watch::channel(now);
        (Time::Manual(receiver), Hands(sender))
    }

    /// The machine's clock becomes one that can be put right; a manual one stays as it is.
    pub(crate) fn correctable(&self) -> Time {
        match self {
            Time::System => Time::Corrected(Arc::default()),
            other => other.clone(),
        }
    }

    /// Puts the clock right: somewhere between `sent` and now it was `there` where everybody looks.
    pub(crate) fn correct(&self, sent: Millis, there: Millis) {
        if let Time::Corrected(by) = self {
            let here = sent.midpoint(self.now());
            by.fetch_add(there as i64 - here as i64, Ordering::Relaxed);
        }
    }

    /// What time it is.
    pub fn now(&self) -> Millis {
        match self {
            Time::System => machine(),
            Time::Corrected(by) => machine().saturating_add_signed(by.load(Ordering::Relaxed)),
            Time::Manual(receiver) => *receiver.borrow(),
        }
    }

    /// Waits until it is that late; for ever if there is no such time.
    pub(crate) async fn until(&self, when: Option<Millis>) {
        let Some(when) = when else { return std::future::pending().await };
        match self {
            Time::System | Time::Corrected(_) => {
                tokio::time::sleep(Duration::from_millis(when.saturating_sub(self.now()))).await;
            }
            Time::Manual(receiver) => {
                let mut receiver = receiver.clone();
                if receiver.wait_for(|now| *now >= when).await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}
