//! Daily quotas for the amount that requests may store: per account, address and network, and in total.
//!
//! A request reserves quota for everything it may create before it runs, and returns the reservation if it fails. The
//! counters are in memory only, so addresses are not stored.
//!
//! Moves are limited only by the quota of their own account: nobody can exhaust a quota to make others time out. The
//! amount that moves store is bounded by the number of new games and by the rules.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::create::GameAnswer;
use super::{App, IdempotencyRequest};
use crate::config::{Daily, Quota};
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::time::{DAY, Time};

/// Maximum number of counters. Beyond that, new accounts and addresses count only in their network and in total.
pub(crate) const MAX_COUNTERS: usize = 200_000;

/// Kind of thing that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum QuotaKind {
    Account,
    Game,
    Change,
}

/// Outcome of a request that reserved quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuotaOutcome {
    /// The request created what it asked for.
    Created,
    /// The request changed something.
    Changed,
    /// The request failed.
    Nothing,
}

/// Owner of a counter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum QuotaOwner {
    Account(String),
    Address(IpAddr),
    Network(IpAddr),
    All,
}

/// Key of a counter: the kind and the owner.
pub(crate) type Key = (QuotaKind, QuotaOwner);

/// Counters of a day.
#[derive(Default)]
pub(crate) struct Counters {
    /// Number of days since 1970-01-01.
    pub(crate) day: i64,
    pub(crate) counts: HashMap<Key, u32>,
}

/// Quotas, with the counters of today.
pub(crate) struct DailyQuotas {
    daily: Daily,
    pub(crate) counters: Mutex<Counters>,
}

/// Reservation of quota for a request. It is returned unless [`Reservation::settle`] says that the request succeeded.
pub(crate) struct Reservation {
    quotas: Arc<DailyQuotas>,
    pub(crate) made: Vec<QuotaKind>,
    cost: u32,
    /// True if only the quota of the account applies.
    is_own: bool,
    from: Option<IpAddr>,
    at: Time,
    /// Counters with quota reserved at the moment.
    reserved: Mutex<Vec<Key>>,
}

impl App {
    /// Creates a game, or joins a rematch, within the daily quotas of the account and of the whole service. HTTP
    /// reserves quota for each request; this is for all other callers.
    ///
    /// # Errors
    /// If a quota is exhausted, or `create` fails.
    pub async fn create_within_quota(
        &self,
        player_id: &str,
        idempotency: &IdempotencyRequest,
        create: impl Future<Output = Result<GameAnswer, AppError>>,
    ) -> Result<GameAnswer, AppError> {
        let admitted =
            self.daily.as_ref().map(|daily| daily.admit_game(player_id, self.env.now())).transpose();
        let reservation = match admitted {
            Ok(reservation) => reservation,
            // The game may already exist: then the stored answer is repeated.
            Err(_) if self.is_answered(player_id, idempotency).await? => None,
            Err(exhausted) => return Err(exhausted),
        };
        let answer = create.await?;
        if let Some(reservation) = reservation {
            reservation.settle(if answer.is_new { QuotaOutcome::Created } else { QuotaOutcome::Changed });
        }
        Ok(answer)
    }
}

impl DailyQuotas {
    pub(crate) fn new(daily: Daily) -> Self {
        Self { daily, counters: Mutex::default() }
    }

    fn quota(&self, made: QuotaKind) -> &Quota {
        match made {
            QuotaKind::Account => &self.daily.accounts,
            QuotaKind::Game => &self.daily.games,
            QuotaKind::Change => &self.daily.changes,
        }
    }

    pub(crate) fn counters_at(&self, now: Time) -> MutexGuard<'_, Counters> {
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let day = now.0.div_euclid(DAY);
        // A request that began yesterday counts for today. After a jump of the clock the counters are reset.
        if !(counters.day - 1..=counters.day).contains(&day) {
            *counters = Counters { day, counts: HashMap::new() };
        }
        counters
    }

    /// Admits a new game that an account asks for by mail.
    ///
    /// # Errors
    /// Fails if a quota is exhausted.
    pub(crate) fn admit_game(self: &Arc<Self>, player_id: &str, now: Time) -> Result<Reservation, AppError> {
        let reservation = self.new_reservation(vec![QuotaKind::Game, QuotaKind::Change], 1, false, None, now);
        reservation.reserve_for_account(player_id)?;
        Ok(reservation)
    }

    /// Returns a reservation of nothing yet, for things that a request may create.
    pub(crate) fn new_reservation(
        self: &Arc<Self>,
        made: Vec<QuotaKind>,
        cost: u32,
        is_own: bool,
        from: Option<IpAddr>,
        at: Time,
    ) -> Reservation {
        Reservation { quotas: Arc::clone(self), made, cost, is_own, from, at, reserved: Mutex::default() }
    }
}

impl Reservation {
    /// Reserves quota for a request of an account. Requests without an account store nothing, or have limits of their
    /// own, as mail has.
    ///
    /// # Errors
    /// Fails if a quota is exhausted. Then nothing is reserved.
    pub(crate) fn reserve_for_account(&self, player_id: &str) -> Result<(), AppError> {
        let account = QuotaOwner::Account(player_id.to_owned());
        self.reserve(&[vec![account], self.shared_owners()].concat())
    }

    /// Settles the request: returns the quota for everything that it did not create.
    pub(crate) fn settle(&self, outcome: QuotaOutcome) {
        let reserved = std::mem::take(&mut *self.lock_reserved());
        // Joining an existing rematch creates no game.
        let is_made = |made: QuotaKind| match outcome {
            QuotaOutcome::Created => true,
            QuotaOutcome::Changed => made != QuotaKind::Game,
            QuotaOutcome::Nothing => false,
        };
        self.refund(reserved.into_iter().filter(|(made, _)| !is_made(*made)));
    }

    fn lock_reserved(&self) -> MutexGuard<'_, Vec<Key>> {
        self.reserved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cost(&self, made: QuotaKind) -> u32 {
        if made == QuotaKind::Change { self.cost } else { 1 }
    }

    /// Returns the owners of counters other than the account.
    pub(crate) fn shared_owners(&self) -> Vec<QuotaOwner> {
        if self.is_own {
            return Vec::new();
        }
        let from = self
            .from
            .into_iter()
            .flat_map(|from| [QuotaOwner::Address(from), QuotaOwner::Network(network(from))]);
        from.chain([QuotaOwner::All]).collect()
    }

    pub(crate) fn reserve(&self, all: &[QuotaOwner]) -> Result<(), AppError> {
        let mut counters = self.quotas.counters_at(self.at);
        let keys: Vec<Key> =
            self.made.iter().flat_map(|made| all.iter().map(|of| (*made, of.clone()))).collect();
        for key in &keys {
            let (made, of) = key;
            let quota = self.quotas.quota(*made);
            let (most, whose) = match of {
                QuotaOwner::Account(_) => (quota.account, "your account"),
                QuotaOwner::Address(_) => (quota.address, "your address"),
                QuotaOwner::Network(_) => (quota.network, "your network"),
                QuotaOwner::All => (quota.total, "this server"),
            };
            let count = counters.counts.get(key).copied().unwrap_or(0);
            if count.saturating_add(self.cost(*made)) > most {
                return Err(quota_exceeded(*made, most, whose, self.at));
            }
        }
        let mut reserved = self.lock_reserved();
        for key in keys {
            let is_full = counters.counts.len() >= MAX_COUNTERS
                && matches!(key.1, QuotaOwner::Account(_) | QuotaOwner::Address(_));
            if !is_full || counters.counts.contains_key(&key) {
                let count = counters.counts.entry(key.clone()).or_default();
                *count = count.saturating_add(self.cost(key.0));
                reserved.push(key);
            }
        }
        Ok(())
    }

    fn refund(&self, keys: impl Iterator<Item = Key>) {
        let mut counters = self.quotas.counters_at(self.at);
        for key in keys {
            // A new day may have begun.
            if let Some(count) = counters.counts.get_mut(&key) {
                *count = count.saturating_sub(self.cost(key.0));
                if *count == 0 {
                    counters.counts.remove(&key);
                }
            }
        }
    }
}

/// Returns a reservation that was never settled, because the request panicked.
impl Drop for Reservation {
    fn drop(&mut self) {
        let reserved = std::mem::take(&mut *self.lock_reserved());
        if !reserved.is_empty() {
            self.refund(reserved.into_iter());
        }
    }
}

fn quota_exceeded(made: QuotaKind, most: u32, whose: &str, now: Time) -> AppError {
    let what = match made {
        QuotaKind::Account => "new accounts",
        QuotaKind::Game => "new games",
        QuotaKind::Change => "changes",
    };
    let tomorrow = Time((now.0.div_euclid(DAY) + 1) * DAY);
    let detail = format!("{whose} has used up its {most} {what} for today: try again after {tomorrow}");
    let seconds = (tomorrow.0 - now.0).unsigned_abs().div_ceil(1000);
    AppError::new(ErrorKind::TooManyRequests, detail).with_retry_after(seconds)
}

/// Returns the network of an address: 24 bits of IPv4, 48 bits of IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(address) => Ipv4Addr::from_bits(address.to_bits() & !0xff).into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (!0 << 80)).into(),
    }
}
