//! Shares of a node: how many of its connections, or of its streams, one address and one network
//! may hold.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use broadside_domain::limits::Limits;

/// Bound that no share is below.
const LEAST: usize = 64;

/// Numbers of things that addresses and networks hold.
pub(crate) struct Shares {
    of_address: usize,
    of_network: usize,
    held: Mutex<HashMap<Prefix, usize>>,
}

/// First bits of an address, and their number.
pub(crate) type Prefix = (IpAddr, u8);

/// Returns the prefix of an address that counts as one client: 64 bits of IPv6.
pub(crate) fn address_prefix(address: IpAddr) -> Prefix {
    match address {
        IpAddr::V4(_) => (address, 32),
        IpAddr::V6(address) => (Ipv6Addr::from_bits(address.to_bits() & (!0 << 64)).into(), 64),
    }
}

/// Returns the prefix of an address that counts as one network: 48 bits of IPv6, 16 of IPv4.
pub(crate) fn network_prefix(address: IpAddr) -> Prefix {
    match address {
        IpAddr::V4(address) => (Ipv4Addr::from_bits(address.to_bits() & (!0 << 16)).into(), 16),
        IpAddr::V6(address) => (Ipv6Addr::from_bits(address.to_bits() & (!0 << 80)).into(), 48),
    }
}

/// Thing that an address holds, until it is dropped.
pub(crate) struct Held {
    shares: Arc<Shares>,
    address: Option<IpAddr>,
}

impl Shares {
    /// Creates shares of this number of things.
    pub(crate) fn new(most: usize, limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            of_address: (most / limits.address_share.get()).max(LEAST),
            of_network: (most / limits.network_share.get()).max(LEAST),
            held: Mutex::default(),
        })
    }

    /// Takes one for an address; `None` if the address or its network holds as many as it may. An
    /// unknown address has no limit.
    pub(crate) fn take(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Held> {
        if let Some(address) = address {
            let mut held = self.held();
            let prefixes = [address_prefix(address), network_prefix(address)];
            let counts = prefixes.map(|prefix| held.get(&prefix).copied().unwrap_or(0));
            if counts[0] >= self.of_address || counts[1] >= self.of_network {
                return None;
            }
            for prefix in prefixes {
                *held.entry(prefix).or_default() += 1;
            }
        }
        Some(Held { shares: Arc::clone(self), address })
    }

    /// Returns the number that a network holds.
    pub(crate) fn of_network(&self, network: Prefix) -> usize {
        self.held().get(&network).copied().unwrap_or(0)
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Prefix, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut held = self.shares.held();
        for prefix in [address_prefix(address), network_prefix(address)] {
            if let Some(count) = held.get_mut(&prefix) {
                *count -= 1;
                if *count == 0 {
                    held.remove(&prefix);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_holds_a_twentieth_and_a_network_a_fifth() {
        let shares = Shares::new(2_000, &Limits::NORMAL);
        let take = |address: String| shares.take(address.parse().ok());
        let mut held: Vec<_> = (0..100).map_while(|_| take("192.0.2.1".to_owned())).collect();
        assert_eq!(held.len(), 100);
        assert!(take("192.0.2.1".to_owned()).is_none());
        held.extend((0..400).map_while(|n| take(format!("192.0.{}.2", n % 200))));
        assert_eq!(held.len(), 400);
        assert_eq!(shares.of_network(network_prefix([192, 0, 9, 9].into())), 400);
        assert!(take("192.1.0.1".to_owned()).is_some());
        held.clear();
        assert!(shares.held().is_empty());
        // An IPv6 address counts with its network of 64 bits.
        let held: Vec<_> = (0..101).map_while(|n| take(format!("2001:db8:1:1::{n}"))).collect();
        assert_eq!(held.len(), 100);
        assert!(take("2001:db8:1:2::1".to_owned()).is_some());
        assert!(shares.take(None).is_some());
    }

    #[test]
    fn no_share_is_below_64_and_that_of_a_school_is_a_half() {
        let count = |most, limits: &Limits| {
            let shares = Shares::new(most, limits);
            let held: Vec<_> =
                (0..most).map_while(|_| shares.take("192.0.2.1".parse().ok())).collect();
            held.len()
        };
        assert_eq!(count(864, &Limits::NORMAL), 64);
        assert_eq!(count(20_000, &Limits::NORMAL), 1_000);
        assert_eq!(count(20_000, &Limits::SCHOOL), 10_000);
    }
}
