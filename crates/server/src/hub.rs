//! The seam to everybody who watches: what a room tells goes to all its listeners, on this node or another. One node
//! keeps the listeners in memory; several tell each other over NATS, and who is there is written down where all of them look.
//!
//! Queues are short. A listener that does not keep up is cut off; it notices, and reads what it missed from storage. NATS may
//! lose messages, too: a number that is missing shows it, and rooms that are silent are compared with storage now and then.

use crate::nodes::{Carrier, Said};
use crate::store::StoreError;
use crate::store::postgres::{Here, process};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc, watch};

/// How many events may wait for a listener.
const QUEUE: usize = 32;
/// How often it is looked whether events were missed.
const ROUND: Duration = Duration::from_millis(500);
/// How long a room of another node may be silent before it is compared with storage.
const SILENCE: Duration = Duration::from_secs(5);
/// How many rooms are compared at once.
const CHUNK: usize = 1000;
/// How long a listener waits until it is known to be there.
const ARRIVAL: Duration = Duration::from_secs(2);

/// Something that listeners are told.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// An event of the room, durable by now.
    Event(u64, Arc<str>),
    /// Somebody came or went.
    Presence,
    /// There are events that did not come.
    Behind,
}

#[derive(Default)]
struct Channel {
    listeners: Vec<(u64, mpsc::Sender<News>)>,
    /// Who is connected, and how often.
    present: Vec<(String, u32)>,
    anonymous: u32,
    /// The number of the last event that was told.
    last: u64,
    /// When the room is to be compared with storage.
    check: Option<Instant>,
}

/// The other nodes where somebody listens to a room that this node has. Too many do no harm; one that is missing here is found
/// by that node, when it compares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Audience(Arc<Mutex<Vec<String>>>);

impl Audience {
    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, process: &str, listening: bool) {
        let mut nodes = self.lock();
        match (nodes.iter().position(|known| known == process), listening) {
            (None, true) => nodes.push(process.to_owned()),
            (Some(place), false) => drop(nodes.swap_remove(place)),
            _ => {}
        }
    }
}

/// Who listens to which room.
#[derive(Default)]
pub(crate) struct Hub {
    inner: Mutex<Inner>,
    /// The way to other nodes.
    carrier: Option<Arc<Carrier>>,
    changed: Notify,
    /// Up to which change it is written down who is there.
    written: watch::Sender<u64>,
}

#[derive(Default)]
struct Inner {
    rooms: HashMap<String, Channel>,
    /// Of the rooms that this node has, or is about to have.
    audiences: HashMap<String, Audience>,
    next: u64,
    /// Rooms and players whose number of connections has changed, and how many changes there were.
    dirty: HashSet<(String, String)>,
    changes: u64,
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
    /// One of several, which reach each other that way.
    pub(crate) fn shared(carrier: Arc<Carrier>) -> Hub {
        Hub { carrier: Some(carrier), ..Hub::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to listen to a room, as a player or as somebody unknown.
    pub(crate) async fn subscribe(self: &Arc<Hub>, room: &str, player: Option<&str>) -> Subscription {
        let (sender, news) = mpsc::channel(QUEUE);
        let (number, change) = {
            let mut inner = self.lock();
            inner.next += 1;
            let number = inner.next;
            let channel = inner.rooms.entry(room.to_owned()).or_default();
            channel.listeners.push((number, sender));
            channel.check = Some(Instant::now());
            match player {
                None => channel.anonymous += 1,
                Some(player) => match channel.present.iter_mut().find(|(known, _)| known == player) {
                    Some((_, count)) => *count += 1,
                    None => channel.present.push((player.to_owned(), 1)),
                },
            }
            (number, self.note(&mut inner, room, player))
        };
        let player = player.map(str::to_owned);
        let subscription = Subscription { hub: Arc::clone(self), room: room.to_owned(), player, number, news };
        if self.carrier.is_some() {
            let mut written = self.written.subscribe();
            let _ = tokio::time::timeout(ARRIVAL, written.wait_for(|written| *written >= change)).await;
        }
        subscription
    }

    /// Somebody came or went: says so, or notes that it is to be written down and said then.
    fn note(&self, inner: &mut Inner, room: &str, player: Option<&str>) -> u64 {
        inner.changes += 1;
        if self.carrier.is_some() {
            inner.dirty.insert((room.to_owned(), player.unwrap_or_default().to_owned()));
            self.changed.notify_one();
        } else if let Some(channel) = inner.rooms.get_mut(room) {
            channel.tell(&News::Presence);
        }
        inner.changes
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
        }
        self.note(&mut inner, room, player);
    }

    /// This node has a room from now on, or is about to: who listens elsewhere is noted.
    pub(crate) fn own(&self, room: &str) -> Audience {
        let audience = Audience::default();
        if self.carrier.is_some() {
            self.lock().audiences.insert(room.to_owned(), audience.clone());
        }
        audience
    }

    /// Finds out who listens to a room elsewhere. The room has to be this node's by then: whoever comes later says so here.
    pub(crate) async fn learn(&self, room: &str, audience: &Audience) -> Result<(), StoreError> {
        if let Some(carrier) = &self.carrier {
            for node in carrier.store.listeners(room).await? {
                audience.note(process(&node), true);
            }
        }
        Ok(())
    }

    /// This node does not have a room any more.
    pub(crate) fn disown(&self, room: &str, audience: &Audience) {
        let mut inner = self.lock();
        if inner.audiences.get(room).is_some_and(|known| Arc::ptr_eq(&known.0, &audience.0)) {
            inner.audiences.remove(room);
        }
    }

    /// Somebody listens to a room at another node, or nobody any more.
    pub(crate) fn note_interest(&self, room: &str, process: &str, listening: bool) {
        if let Some(audience) = self.lock().audiences.get(room) {
            audience.note(process, listening);
        }
    }

    /// A node is gone.
    pub(crate) fn lose_interest(&self, process: &str) {
        for audience in self.lock().audiences.values() {
            audience.note(process, false);
        }
    }

    /// Tells all listeners of a room, at all nodes.
    pub(crate) fn publish(&self, room: &str, audience: &Audience, events: impl IntoIterator<Item = (u64, Arc<str>)>) {
        let events: Vec<(u64, Arc<str>)> = events.into_iter().collect();
        self.tell(room, &events);
        let Some(carrier) = &self.carrier else { return };
        for node in audience.lock().iter() {
            for (n, text) in &events {
                carrier.tell(node, &Said::Event { room, n: *n, text });
            }
        }
    }

    /// Tells the listeners at this node; false if there are none.
    pub(crate) fn tell(&self, room: &str, events: &[(u64, Arc<str>)]) -> bool {
        let mut inner = self.lock();
        let Some(channel) = inner.rooms.get_mut(room) else { return false };
        for (n, text) in events {
            channel.last = channel.last.max(*n);
            channel.tell(&News::Event(*n, Arc::clone(text)));
        }
        channel.check = Some(Instant::now() + SILENCE);
        true
    }

    /// Whether anybody at this node listens to a room.
    pub(crate) fn has_listeners(&self, room: &str) -> bool {
        self.lock().rooms.contains_key(room)
    }

    /// Tells the listeners at this node that somebody came or went.
    pub(crate) fn tell_presence(&self, room: &str) {
        if let Some(channel) = self.lock().rooms.get_mut(room) {
            channel.tell(&News::Presence);
        }
    }

    /// Cuts all listeners of a room off: it is gone.
    pub(crate) fn close(&self, room: &str, audience: &Audience) {
        self.cut_off(room);
        let Some(carrier) = &self.carrier else { return };
        for node in audience.lock().iter() {
            carrier.tell(node, &Said::Gone { room });
        }
    }

    /// Cuts the listeners at this node off.
    pub(crate) fn cut_off(&self, room: &str) {
        if let Some(channel) = self.lock().rooms.get_mut(room) {
            channel.listeners.clear();
        }
    }

    /// Which players are connected to rooms, and how many others.
    pub(crate) async fn present(&self, rooms: &[String]) -> Result<HashMap<String, Here>, StoreError> {
        if let Some(carrier) = &self.carrier {
            return carrier.store.present(rooms).await;
        }
        let inner = self.lock();
        let here = |room: &String| {
            let channel = inner.rooms.get(room)?;
            let players = channel.present.iter().map(|(player, _)| player.clone()).collect();
            Some((room.clone(), Here { players, anonymous: channel.anonymous }))
        };
        Ok(rooms.iter().filter_map(here).collect())
    }

    /// How many listen to all rooms together.
    pub(crate) fn listeners(&self) -> usize {
        self.lock().rooms.values().map(|channel| channel.listeners.len()).sum()
    }

    /// Everything has to be compared and written down again: messages may be lost, or what was written.
    pub(crate) fn doubt(&self) {
        let mut inner = self.lock();
        let Inner { rooms, dirty, .. } = &mut *inner;
        for (room, channel) in rooms {
            channel.check = Some(Instant::now());
            dirty.extend(channel.present.iter().map(|(player, _)| (room.clone(), player.clone())));
            if channel.anonymous > 0 {
                dirty.insert((room.clone(), String::new()));
            }
        }
        self.changed.notify_one();
    }

    /// Writes down who is there, and looks for what was missed, until the server stops.
    pub(crate) async fn keep(self: Arc<Hub>, owned: impl Fn(&str) -> bool) {
        let Some(carrier) = self.carrier.clone() else { return };
        let mut round = tokio::time::interval(ROUND);
        loop {
            tokio::select! {
                () = self.changed.notified() => self.write_down(&carrier).await,
                _ = round.tick() => self.compare(&carrier, &owned).await,
            }
        }
    }

    async fn write_down(&self, carrier: &Arc<Carrier>) {
        let (rows, upto) = {
            let mut inner = self.lock();
            let dirty = std::mem::take(&mut inner.dirty);
            let count = |room: &String, player: &String| {
                let Some(channel) = inner.rooms.get(room) else { return 0 };
                match player.is_empty() {
                    true => channel.anonymous,
                    false => channel.present.iter().find(|(known, _)| known == player).map_or(0, |(_, count)| *count),
                }
            };
            let rows: Vec<_> = dirty
                .into_iter()
                .map(|(room, player)| {
                    let count = count(&room, &player);
                    (room, player, count)
                })
                .collect();
            (rows, inner.changes)
        };
        let rooms: HashSet<&String> = rows.iter().map(|(room, _, _)| room).collect();
        let rooms: Vec<String> = rooms.into_iter().cloned().collect();
        let written = async {
            carrier.store.write_presence(&rows).await?;
            // Read afterwards: whoever takes one of these rooms from now on sees what was written.
            carrier.store.concerned(&rooms).await
        };
        let concerned = written.await.inspect_err(|error| tracing::warn!(%error, "cannot write down who is there"));
        let Ok(concerned) = concerned else {
            tokio::time::sleep(ROUND).await;
            self.lock().dirty.extend(rows.into_iter().map(|(room, player, _)| (room, player)));
            self.changed.notify_one();
            return;
        };
        for (room, node) in &concerned {
            carrier.tell(node, &Said::Here { room, listening: self.has_listeners(room) });
        }
        self.written.send_replace(upto);
        rooms.iter().for_each(|room| self.tell_presence(room));
    }

    async fn compare(&self, carrier: &Carrier, owned: &impl Fn(&str) -> bool) {
        let now = Instant::now();
        let silent: Vec<String> = {
            let mut inner = self.lock();
            let silent = inner
                .rooms
                .iter_mut()
                .filter(|(room, channel)| channel.check.is_some_and(|check| check <= now) && !owned(room));
            let due = |(room, channel): (&String, &mut Channel)| {
                channel.check = Some(now + SILENCE);
                room.clone()
            };
            silent.map(due).collect()
        };
        for chunk in silent.chunks(CHUNK) {
            match carrier.store.lasts(chunk).await {
                Ok(lasts) => {
                    let mut inner = self.lock();
                    let Inner { rooms, dirty, .. } = &mut *inner;
                    for (room, last) in lasts {
                        let Some(channel) = rooms.get_mut(&room).filter(|channel| channel.last < last) else {
                            continue;
                        };
                        // Who has the room does not know that somebody listens here.
                        if std::mem::replace(&mut channel.last, last) > 0 {
                            dirty.insert((room, String::new()));
                            self.changed.notify_one();
                        }
                        channel.tell(&News::Behind);
                    }
                }
                Err(error) => tracing::warn!(%error, "cannot look for missed events"),
            }
        }
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
        let mut slow = block_on(hub.subscribe("r", None));
        let mut quick = block_on(hub.subscribe("r", Some("ann")));
        let present = || block_on(hub.present(&["r".to_owned()])).unwrap().remove("r").unwrap_or_default();
        block_on(async {
            let mut got = Vec::new();
            for n in 1..=2 * QUEUE as u64 {
                hub.publish("r", &Audience::default(), [(n, Arc::from("{}"))]);
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
        assert_eq!(present(), Here { players: vec!["ann".to_owned()], anonymous: 1 });
        drop((slow, quick));
        assert_eq!(present(), Here::default());
        assert!(hub.lock().rooms.is_empty());
    }
}
