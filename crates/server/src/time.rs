//! What time it is; tests can decide it.

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

impl Time {
    /// A clock that tests set.
    pub fn manual(now: Millis) -> (Time, Hands) {
        let (sender, receiver) = watch::channel(now);
        (Time::Manual(receiver), Hands(sender))
    }

    /// What time it is.
    pub fn now(&self) -> Millis {
        match self {
            Time::System => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                since.as_millis() as Millis
            }
            Time::Manual(receiver) => *receiver.borrow(),
        }
    }

    /// Waits until it is that late; for ever if there is no such time.
    pub(crate) async fn until(&self, when: Option<Millis>) {
        let Some(when) = when else { return std::future::pending().await };
        match self {
            Time::System => tokio::time::sleep(Duration::from_millis(when.saturating_sub(self.now()))).await,
            Time::Manual(receiver) => {
                let mut receiver = receiver.clone();
                if receiver.wait_for(|now| *now >= when).await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}
