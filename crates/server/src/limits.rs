//! How much one address may ask for.

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

type Keyed = DefaultKeyedRateLimiter<Address>;

/// All limits; none at all in tests and under load.
pub(crate) struct Limits {
    rates: Option<[Keyed; 4]>,
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
    pub(crate) fn new(on: bool, most_connections: u32) -> Limits {
        let keyed = |rate, burst| RateLimiter::keyed(Quota::per_second(some(rate)).allow_burst(some(burst)));
        let rates = on.then(|| [keyed(200, 1000), keyed(1, 60), keyed(1, 60), keyed(2, 20)]);
        let most_connections = if on { most_connections } else { u32::MAX };
        Limits { rates, connections: Mutex::default(), most_connections }
    }

    /// Counts something; an error if it is too much.
    pub(crate) fn check(&self, what: What, address: Address) -> Result<(), ApiError> {
        let Some(rates) = &self.rates else { return Ok(()) };
        let (index, message) = match what {
            What::Request => (0, "too many requests"),
            What::Guest => (1, "too many new players"),
            What::Room => (2, "too many new rooms"),
            What::Chat => (3, "too many messages"),
        };
        rates[index].check_key(&address).map_err(|_| too_many(message))
    }

    /// Forgets addresses that have not been seen for a while.
    pub(crate) fn tidy(&self) {
        for rate in self.rates.iter().flatten() {
            rate.retain_recent();
            rate.shrink_to_fit();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Address, u32>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection that stays open.
    pub(crate) fn connect(self: &Arc<Limits>, address: Address) -> Result<Connected, ApiError> {
        let mut connections = self.lock();
        let count = connections.entry(address).or_default();
        if *count >= self.most_connections {
            return Err(too_many("too many connections"));
        }
        *count += 1;
        Ok(Connected { limits: Arc::clone(self), address })
    }

    /// The limit of frames on one connection; none if there are no limits.
    pub(crate) fn frames(&self) -> Option<DefaultDirectRateLimiter> {
        self.rates.as_ref().map(|_| RateLimiter::direct(Quota::per_second(some(20)).allow_burst(some(100))))
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut connections = self.limits.lock();
        if let Some(count) = connections.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                connections.remove(&self.address);
            }
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

    #[test]
    fn an_address_has_its_limits_and_others_have_theirs() {
        let limits = Arc::new(Limits::new(true, 2));
        let (one, other) = (Address::from(ip("1.1.1.1")), Address::from(ip("2.2.2.2")));
        let refused = (0..1000).filter(|_| limits.check(What::Guest, one).is_err()).count();
        assert!(refused > 900);
        assert!(limits.check(What::Guest, other).is_ok());
        let open = [limits.connect(one).ok().unwrap(), limits.connect(one).ok().unwrap()];
        assert!(limits.connect(one).is_err());
        drop(open);
        assert!(limits.connect(one).is_ok());
        assert!(limits.lock().is_empty());
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one() {
        assert_eq!(Address::from(ip("2001:db8:1:2:3::4")), Address::from(ip("2001:db8:1:2:ffff::1")));
        assert_eq!(Address::from(ip("::ffff:1.2.3.4")), Address::from(ip("1.2.3.4")));
        let free = Limits::new(false, 1);
        assert!((0..10_000).all(|_| free.check(What::Room, Address::from(ip("::1"))).is_ok()));
    }
}
