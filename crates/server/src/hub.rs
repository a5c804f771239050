//! The seam to everybody who watches: what a room tells goes to all its listeners, on this node or another. One node
//! keeps the listeners in memory.
//!
//! Queues are short. A listener that does not keep up is cut off; it notices, and reads what it missed from storage.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc;

/// How many events may wait for a listener.
const QUEUE: usize = 32;

/// Something that listeners are told.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// An event of the room, durable by now.
    Event(u64, Arc<str>),
    /// Somebody came or went.
    Presence,
}

#[derive(Default)]
struct Channel {
    listeners: Vec<(u64, mpsc::Sender<News>)>,
    /// Who is connected, and how often.
    present: Vec<(String, u32)>,
    anonymous: u32,
}

/// Who listens to which room.
#[derive(Default)]
pub(crate) struct Hub(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    rooms: HashMap<String, Channel>,
    next: u64,
}

/// One listener. Dropping it ends it.
pub(crate) struct Subscription {
    hub: Arc<Hub>,
    room: String,
    player: Option<String>,
    number: u64,
    news: mpsc::Receiver<News>,
}

impl Subscription {
    /// What comes next; `None` when the listener was cut off.
    pub(crate) async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.hub.leave(&self.room, self.number, self.player.as_deref());
    }
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to listen to a room, as a player or as somebody unknown.
    pub(crate) fn subscribe(self: &Arc<Hub>, room: &str, player: Option<&str>) -> Subscription {
        let (sender, news) = mpsc::channel(QUEUE);
        let mut inner = self.lock();
        inner.next += 1;
        let number = inner.next;
        let channel = inner.rooms.entry(room.to_owned()).or_default();
        channel.listeners.push((number, sender));
        match player {
            None => channel.anonymous += 1,
            Some(player) => match channel.present.iter_mut().find(|(known, _)| known == player) {
                Some((_, count)) => *count += 1,
                None => channel.present.push((player.to_owned(), 1)),
            },
        }
        channel.tell(&News::Presence);
        drop(inner);
        Subscription { hub: Arc::clone(self), room: room.to_owned(), player: player.map(str::to_owned), number, news }
    }

    fn leave(&self, room: &str, number: u64, player: Option<&str>) {
        let mut inner = self.lock();
        let Some(channel) = inner.rooms.get_mut(room) else { return };
        channel.listeners.retain(|(other, _)| *other != number);
        match player {
            None => channel.anonymous = channel.anonymous.saturating_sub(1),
            Some(player) => {
                if let Some((_, count)) = channel.present.iter_mut().find(|(known, _)| known == player) {
                    *count -= 1;
                }
                channel.present.retain(|(_, count)| *count > 0);
            }
        }
        if channel.listeners.is_empty() && channel.present.is_empty() && channel.anonymous == 0 {
            inner.rooms.remove(room);
        } else {
            channel.tell(&News::Presence);
        }
    }

    /// Tells all listeners of a room.
    pub(crate) fn publish(&self, room: &str, events: impl IntoIterator<Item = (u64, Arc<str>)>) {
        let mut inner = self.lock();
        let Some(channel) = inner.rooms.get_mut(room) else { return };
        for (n, text) in events {
            channel.tell(&News::Event(n, text));
        }
    }

    /// Cuts all listeners of a room off: it is gone.
    pub(crate) fn close(&self, room: &str) {
        if let Some(channel) = self.lock().rooms.get_mut(room) {
            channel.listeners.clear();
        }
    }

    /// Which players are connected to a room, and how many others.
    pub(crate) fn present(&self, room: &str) -> (Vec<String>, u32) {
        let inner = self.lock();
        let Some(channel) = inner.rooms.get(room) else { return (Vec::new(), 0) };
        (channel.present.iter().map(|(player, _)| player.clone()).collect(), channel.anonymous)
    }

    /// How many listen to all rooms together.
    pub(crate) fn listeners(&self) -> usize {
        self.lock().rooms.values().map(|channel| channel.listeners.len()).sum()
    }
}

impl Channel {
    fn tell(&mut self, news: &News) {
        self.listeners.retain(|(_, sender)| match (sender.try_send(news.clone()), news) {
            (Ok(()), _) => true,
            // Who misses that somebody came sees it later.
            (Err(mpsc::error::TrySendError::Full(_)), News::Presence) => true,
            (Err(_), _) => false,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    #[test]
    fn a_slow_listener_is_cut_off_and_the_others_go_on() {
        let hub = Arc::new(Hub::default());
        let mut slow = hub.subscribe("r", None);
        let mut quick = hub.subscribe("r", Some("ann"));
        block_on(async {
            let mut got = Vec::new();
            for n in 1..=2 * QUEUE as u64 {
                hub.publish("r", [(n, Arc::from("{}"))]);
                loop {
                    if let Some(News::Event(n, _)) = quick.next().await {
                        got.push(n);
                        break;
                    }
                }
            }
            assert_eq!(got, (1..=2 * QUEUE as u64).collect::<Vec<_>>());
            let mut count = 0;
            while slow.next().await.is_some() {
                count += 1;
            }
            assert!(count <= QUEUE);
        });
        assert_eq!(hub.present("r"), (vec!["ann".to_owned()], 1));
        drop((slow, quick));
        assert_eq!(hub.present("r"), (Vec::new(), 0));
        assert!(hub.lock().rooms.is_empty());
    }
}
