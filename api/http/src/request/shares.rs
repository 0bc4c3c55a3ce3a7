//! Shares of a node: how many of its connections, of its streams, or how much of its memory for
//! bodies, one client and one network may hold.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use broadside_domain::limits::Limits;
use broadside_domain::network;

const MIN_SHARE: usize = 64;

/// Holder of a part of something.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Holder {
    Everybody,
    /// Wide network, by its first address.
    Network(IpAddr),
    /// Client, by the first of its addresses.
    Address(IpAddr),
    Player(String),
}

/// Amounts of one thing, by their holders.
pub(crate) struct Shares {
    total: usize,
    max_per_network: usize,
    max_per_address: usize,
    held: Mutex<HashMap<Holder, usize>>,
}

/// Amount that is held until it is dropped.
pub(crate) struct Held {
    shares: Arc<Shares>,
    holders: Vec<Holder>,
    amount: usize,
}

impl Shares {
    /// Creates shares of this amount.
    pub(crate) fn new(total: usize, limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            total,
            max_per_network: (total / limits.network_share.get()).max(MIN_SHARE),
            max_per_address: (total / limits.address_share.get()).max(MIN_SHARE),
            held: Mutex::default(),
        })
    }

    /// Returns the holders that an address counts for, with their bounds. An unknown address counts
    /// for everybody only.
    pub(crate) fn holders(&self, address: Option<IpAddr>) -> Vec<(Holder, usize)> {
        let mut holders = Vec::new();
        if let Some(address) = address {
            holders.push((Holder::Address(network::client(address)), self.max_per_address));
            holders.push((Holder::Network(network::wide_network(address)), self.max_per_network));
        }
        holders.push((Holder::Everybody, self.total));
        holders
    }

    /// Takes an amount for each of these holders.
    ///
    /// # Errors
    /// The first holder that would be over its bound.
    pub(crate) fn take(
        self: &Arc<Self>,
        holders: Vec<(Holder, usize)>,
        amount: usize,
    ) -> Result<Held, Holder> {
        let mut held = self.held();
        for (holder, bound) in &holders {
            if held.get(holder).copied().unwrap_or(0) + amount > *bound {
                return Err(holder.clone());
            }
        }
        let holders: Vec<Holder> = holders.into_iter().map(|(holder, _)| holder).collect();
        for holder in &holders {
            *held.entry(holder.clone()).or_default() += amount;
        }
        Ok(Held { shares: Arc::clone(self), holders, amount })
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Holder, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.shares.held();
        for holder in &self.holders {
            if let Some(amount) = held.get_mut(holder) {
                *amount -= self.amount;
                if *amount == 0 {
                    held.remove(holder);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(shares: &Arc<Shares>, address: &str, amount: usize) -> Result<Held, Holder> {
        shares.take(shares.holders(address.parse().ok()), amount)
    }

    #[test]
    fn an_address_holds_a_twentieth_and_a_network_a_fifth() {
        let shares = Shares::new(2_000, &Limits::NORMAL);
        let mut held: Vec<_> = (0..100).map_while(|_| take(&shares, "192.0.2.1", 1).ok()).collect();
        assert_eq!(held.len(), 100);
        assert_eq!(
            take(&shares, "192.0.2.1", 1).err(),
            Some(Holder::Address([192, 0, 2, 1].into()))
        );
        held.extend((0..400).map_while(|n| take(&shares, &format!("192.0.{}.2", n % 200), 1).ok()));
        assert_eq!(held.len(), 400);
        assert_eq!(
            take(&shares, "192.0.2.3", 1).err(),
            Some(Holder::Network([192, 0, 0, 0].into()))
        );
        assert!(take(&shares, "192.1.0.1", 1).is_ok());
        held.clear();
        assert!(shares.held().is_empty());
        // An IPv6 address counts with its network of 64 bits.
        let held: Vec<_> =
            (0..101).map_while(|n| take(&shares, &format!("2001:db8:1:1::{n}"), 1).ok()).collect();
        assert_eq!(held.len(), 100);
        assert!(take(&shares, "2001:db8:1:2::1", 1).is_ok());
        // An unknown address has no share.
        let held: Vec<_> = (0..2_000).map_while(|_| take(&shares, "", 1).ok()).collect();
        assert_eq!(held.len(), 1_900);
        assert_eq!(take(&shares, "", 1).err(), Some(Holder::Everybody));
    }

    #[test]
    fn no_share_is_below_64_and_that_of_a_school_is_a_half() {
        for (total, limits, share) in [
            (864, Limits::NORMAL, 64),
            (20_000, Limits::NORMAL, 1_000),
            (20_000, Limits::SCHOOL, 10_000),
        ] {
            let shares = Shares::new(total, &limits);
            let held: Vec<_> =
                (0..total).map_while(|_| take(&shares, "192.0.2.1", 1).ok()).collect();
            assert_eq!(held.len(), share, "{total}");
        }
    }

    #[test]
    fn amounts_are_returned_and_every_holder_has_its_bound() {
        let shares = Shares::new(1_000, &Limits::NORMAL);
        let first = take(&shares, "192.0.2.1", 60).ok();
        assert!(take(&shares, "192.0.2.1", 5).is_err());
        assert!(take(&shares, "192.0.2.1", 4).is_ok());
        let player = (Holder::Player("Ada".to_owned()), 1);
        let streams = vec![player.clone(), (Holder::Everybody, 1_000)];
        let stream = shares.take(streams.clone(), 1).ok();
        assert_eq!(shares.take(streams, 1).err(), Some(player.0));
        drop((first, stream));
        assert!(shares.held().is_empty());
    }
}
