//! How much one address may ask for, at all nodes together.

use crate::store::postgres::Postgres;
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wire::server::{ApiError, ApiErrorCode};

const fn some(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

/// Whom limits count for. IPv6 gives everybody a whole network, so that counts as one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Address {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Address(IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0)))
            }
            address => Address(address),
        }
    }
}

/// A kind of thing that is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// Any request.
    Request,
    /// A new player, or a try to become one.
    Guest,
    /// A new room.
    Room,
    /// A chat message.
    Chat,
}

/// So many a second, and so many at once, of each kind.
const RATES: [(u32, u32); 4] = [(200, 1000), (1, 60), (1, 60), (2, 20)];

/// So many requests a node takes out of the common bucket at once, and may spend for so long. Addresses can ask for at most so
/// many more at each node than at one alone.
const PURSE: u32 = 50;
const PURSE_LIFE: Duration = Duration::from_secs(5);

type Keyed = DefaultKeyedRateLimiter<Address>;

/// All limits; none at all in tests and under load.
pub(crate) struct Limits {
    rates: Option<[Keyed; 4]>,
    /// Where all nodes count.
    shared: Option<Arc<Postgres>>,
    purses: Mutex<HashMap<Address, (u32, Instant)>>,
    connections: Mutex<HashMap<Address, u32>>,
    most_connections: u32,
}

/// A connection that is counted as long as this value is there.
pub(crate) struct Connected {
    limits: Arc<Limits>,
    address: Address,
}

fn too_many(message: &str) -> ApiError {
    ApiError::new(ApiErrorCode::TooMany, message)
}

impl Limits {
    /// The usual limits, or none.
    pub(crate) fn new(on: bool, most_connections: u32, shared: Option<Arc<Postgres>>) -> Limits {
        let keyed = |(rate, burst)| RateLimiter::keyed(Quota::per_second(some(rate)).allow_burst(some(burst)));
        let rates = on.then(|| RATES.map(keyed));
        let most_connections = if on { most_connections } else { u32::MAX };
        let shared = shared.filter(|_| on);
        Limits { rates, shared, purses: Mutex::default(), connections: Mutex::default(), most_connections }
    }

    /// Counts something; an error if it is too much.
    pub(crate) async fn check(&self, what: What, address: Address) -> Result<(), ApiError> {
        let Some(rates) = &self.rates else { return Ok(()) };
        let (index, message) = match what {
            What::Request => (0, "too many requests"),
            What::Guest => (1, "too many new players"),
            What::Room => (2, "too many new rooms"),
            What::Chat => (3, "too many messages"),
        };
        // What one node finds too much is too much.
        rates[index].check_key(&address).map_err(|_| too_many(message))?;
        let Some(shared) = &self.shared else { return Ok(()) };
        let drops = match what {
            What::Request if self.spend(address) => return Ok(()),
            What::Request => PURSE,
            _ => 1,
        };
        let (rate, burst) = RATES[index];
        match shared.take_drops(&address.0.to_string(), index as i64, drops, rate, burst).await {
            Ok(true) => {
                if what == What::Request {
                    let purse = (drops - 1, Instant::now() + PURSE_LIFE);
                    self.purses.lock().unwrap_or_else(PoisonError::into_inner).insert(address, purse);
                }
                Ok(())
            }
            Ok(false) => Err(too_many(message)),
            // Storage has other troubles: the limits of this node have to do.
            Err(error) => {
                tracing::debug!(%error, "limits of all nodes together cannot be looked up");
                Ok(())
            }
        }
    }

    /// Spends what was taken out of the common bucket before.
    fn spend(&self, address: Address) -> bool {
        let mut purses = self.purses.lock().unwrap_or_else(PoisonError::into_inner);
        let purse = purses.get_mut(&address).filter(|(left, until)| *left > 0 && Instant::now() < *until);
        purse.map(|(left, _)| *left -= 1).is_some()
    }

    /// Forgets addresses that have not been seen for a while.
    pub(crate) async fn tidy(&self) {
        if let Some(shared) = &self.shared {
            let now = Instant::now();
            self.purses.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, (_, until)| now < *until);
            if let Err(error) = shared.tidy_buckets().await {
                tracing::debug!(%error, "old limits stay");
            }
        }
        for rate in self.rates.iter().flatten() {
            rate.retain_recent();
            rate.shrink_to_fit();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Address, u32>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection that stays open.
    pub(crate) async fn connect(self: &Arc<Limits>, address: Address) -> Result<Connected, ApiError> {
        let full = || too_many("too many connections");
        let count = {
            let mut connections = self.lock();
            let count = connections.entry(address).or_default();
            if *count >= self.most_connections {
                return Err(full());
            }
            *count += 1;
            *count
        };
        let connected = Connected { limits: Arc::clone(self), address };
        if let Some(shared) = &self.shared {
            // First it is written down and then it is looked what others wrote: never too many, whoever comes at the same time.
            let name = address.0.to_string();
            let noted = shared.note_connections(&name, count).await;
            let elsewhere = shared.connections_elsewhere(&name).await;
            if let (Ok(()), Ok(elsewhere)) = (noted, elsewhere)
                && count.saturating_add(elsewhere) > self.most_connections
            {
                return Err(full());
            }
        }
        Ok(connected)
    }

    /// Writes down all connections: what was written is not there any more.
    pub(crate) async fn note_all(&self) {
        let Some(shared) = &self.shared else { return };
        let counts: Vec<(Address, u32)> = self.lock().iter().map(|(address, count)| (*address, *count)).collect();
        for (address, count) in counts {
            if let Err(error) = shared.note_connections(&address.0.to_string(), count).await {
                tracing::debug!(%error, "connections are not written down");
                return;
            }
        }
    }

    /// The limit of frames on one connection; none if there are no limits.
    pub(crate) fn frames(&self) -> Option<DefaultDirectRateLimiter> {
        self.rates.as_ref().map(|_| RateLimiter::direct(Quota::per_second(some(20)).allow_burst(some(100))))
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut connections = self.limits.lock();
        let Some(count) = connections.get_mut(&self.address) else { return };
        *count -= 1;
        let count = *count;
        if count == 0 {
            connections.remove(&self.address);
        }
        drop(connections);
        if let (Some(shared), Ok(runtime)) = (&self.limits.shared, tokio::runtime::Handle::try_current()) {
            let (shared, name) = (Arc::clone(shared), self.address.0.to_string());
            runtime.spawn(async move {
                if let Err(error) = shared.note_connections(&name, count).await {
                    tracing::debug!(%error, "a connection that ended still counts");
                }
            });
        }
    }
}

/// The address of whoever asks: what connected, or, behind proxies that are trusted, what the outermost of them saw.
pub(crate) fn client(peer: IpAddr, forwarded: &[&str], hops: usize) -> IpAddr {
    if hops == 0 {
        return peer;
    }
    let seen: Vec<&str> = forwarded.iter().flat_map(|header| header.split(',')).map(str::trim).collect();
    let place = seen.len().checked_sub(hops);
    place.and_then(|place| seen[place].parse().ok()).unwrap_or(peer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn only_trusted_hops_are_believed() {
        let peer = ip("10.0.0.1");
        assert_eq!(client(peer, &["6.6.6.6"], 0), peer);
        assert_eq!(client(peer, &["6.6.6.6, 1.2.3.4"], 1), ip("1.2.3.4"));
        assert_eq!(client(peer, &["6.6.6.6", "1.2.3.4, 5.5.5.5"], 2), ip("1.2.3.4"));
        assert_eq!(client(peer, &[], 1), peer);
        assert_eq!(client(peer, &["nonsense"], 1), peer);
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    #[test]
    fn an_address_has_its_limits_and_others_have_theirs() {
        let limits = Arc::new(Limits::new(true, 2, None));
        let (one, other) = (Address::from(ip("1.1.1.1")), Address::from(ip("2.2.2.2")));
        let refused = (0..1000).filter(|_| block_on(limits.check(What::Guest, one)).is_err()).count();
        assert!(refused > 900);
        assert!(block_on(limits.check(What::Guest, other)).is_ok());
        let connect = || block_on(limits.connect(one));
        let open = [connect().ok().unwrap(), connect().ok().unwrap()];
        assert!(connect().is_err());
        drop(open);
        assert!(connect().is_ok());
        assert!(limits.lock().is_empty());
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one() {
        assert_eq!(Address::from(ip("2001:db8:1:2:3::4")), Address::from(ip("2001:db8:1:2:ffff::1")));
        assert_eq!(Address::from(ip("::ffff:1.2.3.4")), Address::from(ip("1.2.3.4")));
        let free = Limits::new(false, 1, None);
        assert!((0..10_000).all(|_| block_on(free.check(What::Room, Address::from(ip("::1")))).is_ok()));
    }
}
