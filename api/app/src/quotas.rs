//! Daily quotas for the amount that requests may store: per account, address and network, and in
//! total.
//!
//! A request reserves quota for everything it may create before it runs, and returns the
//! reservation if it fails. The counters are in memory only, so addresses are not stored.
//!
//! Moves are limited only by the quota of their own account: nobody can exhaust a quota to make
//! others time out. The amount that moves store is bounded by the number of new games and by the
//! rules.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::time::{DAY, Time};

use super::create::GameAnswer;
use super::{App, IdempotencyRequest};
use crate::config::{Daily, Quota};

/// Maximum number of counters. Beyond that, new accounts and addresses count only in their network
/// and in total.
const MAX_COUNTERS: usize = 200_000;

/// Kind of thing that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuotaKind {
    /// New account.
    Account,
    /// New game.
    Game,
    /// Request that changes something.
    Change,
}

/// Outcome of a request that reserved quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotaOutcome {
    /// The request created what it asked for.
    Created,
    /// The request changed something.
    Changed,
    /// The request failed.
    Nothing,
}

/// Owner of a counter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum QuotaOwner {
    Account(String),
    Address(IpAddr),
    Network(IpAddr),
    All,
}

/// Key of a counter: the kind and the owner.
type Key = (QuotaKind, QuotaOwner);

/// Counters of a day.
#[derive(Default)]
struct Counters {
    /// Number of days since 1970-01-01.
    day: i64,
    counts: HashMap<Key, u32>,
}

/// Quotas, with the counters of today.
pub struct DailyQuotas {
    daily: Daily,
    counters: Mutex<Counters>,
}

/// Reservation of quota for a request. It is returned unless [`Reservation::settle`] says that the
/// request succeeded.
pub struct Reservation {
    quotas: Arc<DailyQuotas>,
    made: Vec<QuotaKind>,
    cost: u32,
    /// True if only the quota of the account applies.
    is_own: bool,
    from: Option<IpAddr>,
    at: Time,
    /// Counters with quota reserved at the moment.
    reserved: Mutex<Vec<Key>>,
}

impl App {
    /// Creates a game, or joins a rematch, within the daily quotas of the account and of the whole
    /// service. HTTP reserves quota for each request; this is for all other callers.
    ///
    /// # Errors
    /// If a quota is exhausted, or `create` fails.
    pub async fn create_within_quota(
        &self,
        player_id: &str,
        idempotency: &IdempotencyRequest,
        create: impl Future<Output = Result<GameAnswer, AppError>>,
    ) -> Result<GameAnswer, AppError> {
        let admitted = self
            .daily
            .as_ref()
            .map(|daily| daily.admit_game(player_id, self.env.now()))
            .transpose();
        let reservation = match admitted {
            Ok(reservation) => reservation,
            // The game may already exist: then the stored answer is repeated.
            Err(_) if self.is_answered(player_id, idempotency).await? => None,
            Err(exhausted) => return Err(exhausted),
        };
        let answer = create.await?;
        if let Some(reservation) = reservation {
            reservation.settle(if answer.is_new {
                QuotaOutcome::Created
            } else {
                QuotaOutcome::Changed
            });
        }
        Ok(answer)
    }
}

impl DailyQuotas {
    /// Creates counters at zero.
    pub fn new(daily: Daily) -> Self {
        Self { daily, counters: Mutex::default() }
    }

    fn quota(&self, made: QuotaKind) -> &Quota {
        match made {
            QuotaKind::Account => &self.daily.accounts,
            QuotaKind::Game => &self.daily.games,
            QuotaKind::Change => &self.daily.changes,
        }
    }

    fn counters_at(&self, now: Time) -> MutexGuard<'_, Counters> {
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let day = now.0.div_euclid(DAY);
        // A request that began yesterday counts for today. After a jump of the clock the counters
        // are reset.
        if !(counters.day - 1..=counters.day).contains(&day) {
            *counters = Counters { day, counts: HashMap::new() };
        }
        counters
    }

    /// Admits a new game that an account asks for by mail.
    ///
    /// # Errors
    /// Fails if a quota is exhausted.
    fn admit_game(self: &Arc<Self>, player_id: &str, now: Time) -> Result<Reservation, AppError> {
        let reservation =
            self.new_reservation(vec![QuotaKind::Game, QuotaKind::Change], 1, false, None, now);
        reservation.reserve_for_account(player_id)?;
        Ok(reservation)
    }

    /// Admits a request that may create things of these kinds. A change counts `cost` times. If
    /// `is_own`, only the quota of the account applies. Nothing is reserved yet, unless the request
    /// creates an account.
    ///
    /// # Errors
    /// Fails if the request creates an account and a quota for accounts is exhausted.
    pub fn admit(
        self: &Arc<Self>,
        made: Vec<QuotaKind>,
        cost: u32,
        is_own: bool,
        from: Option<IpAddr>,
        at: Time,
    ) -> Result<Arc<Reservation>, AppError> {
        let reservation = self.new_reservation(made, cost, is_own, from, at);
        if reservation.made.contains(&QuotaKind::Account) {
            reservation.reserve(&reservation.shared_owners())?;
        }
        Ok(Arc::new(reservation))
    }

    /// Returns the number of counters in use.
    pub fn counter_count(&self, now: Time) -> usize {
        self.counters_at(now).counts.len()
    }

    /// Returns a reservation of nothing yet, for things that a request may create.
    fn new_reservation(
        self: &Arc<Self>,
        made: Vec<QuotaKind>,
        cost: u32,
        is_own: bool,
        from: Option<IpAddr>,
        at: Time,
    ) -> Reservation {
        Reservation {
            quotas: Arc::clone(self),
            made,
            cost,
            is_own,
            from,
            at,
            reserved: Mutex::default(),
        }
    }
}

impl Reservation {
    /// Reserves quota for a request of an account. Requests without an account store nothing, or
    /// have limits of their own, as mail has.
    ///
    /// # Errors
    /// Fails if a quota is exhausted. Then nothing is reserved.
    pub fn reserve_for_account(&self, player_id: &str) -> Result<(), AppError> {
        let account = QuotaOwner::Account(player_id.to_owned());
        self.reserve(&[vec![account], self.shared_owners()].concat())
    }

    /// Settles the request: returns the quota for everything that it did not create.
    pub fn settle(&self, outcome: QuotaOutcome) {
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
    fn shared_owners(&self) -> Vec<QuotaOwner> {
        if self.is_own {
            return Vec::new();
        }
        let from = self
            .from
            .into_iter()
            .flat_map(|from| [QuotaOwner::Address(from), QuotaOwner::Network(network(from))]);
        from.chain([QuotaOwner::All]).collect()
    }

    fn reserve(&self, all: &[QuotaOwner]) -> Result<(), AppError> {
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
    let detail =
        format!("{whose} has used up its {most} {what} for today: try again after {tomorrow}");
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

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time(100 * DAY + 1);
    const QUOTA: Quota = Quota { account: 2, address: 3, network: 4, total: 6 };

    fn quotas() -> Arc<DailyQuotas> {
        Arc::new(DailyQuotas::new(Daily { accounts: QUOTA, games: QUOTA, changes: QUOTA }))
    }

    /// Request of an account: what it may create, its cost, and whether only the quota of the
    /// account applies.
    struct Sent<'a> {
        account: &'a str,
        from: &'a str,
        made: &'a [QuotaKind],
        cost: u32,
        is_own: bool,
        at: Time,
    }

    /// Sends a request that is answered with success. Returns the refusal, or an empty text.
    fn send(quotas: &Arc<DailyQuotas>, sent: &Sent<'_>) -> String {
        let done = || {
            let made = sent.made.to_vec();
            let reservation =
                quotas.admit(made, sent.cost, sent.is_own, sent.from.parse().ok(), sent.at)?;
            if !sent.account.is_empty() {
                reservation.reserve_for_account(sent.account)?;
            }
            reservation.settle(QuotaOutcome::Changed);
            Ok(())
        };
        let refused: Result<(), AppError> = done();
        refused.map_or_else(|problem| problem.detail().to_owned(), |()| String::new())
    }

    fn change<'a>(account: &'a str, from: &'a str) -> Sent<'a> {
        Sent { account, from, made: &[QuotaKind::Change], cost: 1, is_own: false, at: NOW }
    }

    #[test]
    fn each_account_address_and_network_has_a_quota_and_all_together() {
        let quotas = quotas();
        let sends = |account: &str, from: &str| send(&quotas, &change(account, from));
        assert_eq!(sends("a", "192.0.2.1"), "");
        assert_eq!(sends("a", "192.0.2.1"), "");
        let told = sends("a", "192.0.2.1");
        assert_eq!(
            told,
            "your account has used up its 2 changes for today: try again after 1970-04-12T00:00:00.000Z"
        );
        assert_eq!(sends("b", "192.0.2.1"), "");
        assert!(sends("b", "192.0.2.1").starts_with("your address has used up its 3 changes"));
        assert_eq!(sends("b", "192.0.2.2"), "");
        assert!(sends("c", "192.0.2.3").starts_with("your network has used up its 4 changes"));
        assert_eq!(sends("c", "2001:db8:1:1::"), "");
        assert_eq!(sends("c", "2001:db8:1:2::"), "");
        assert!(sends("d", "198.51.100.1").starts_with("this server has used up its 6 changes"));
        // Requests without an account are still accepted.
        assert_eq!(sends("", "192.0.2.1"), "");
        // A request that began before midnight does not reset the counters of the next day.
        let (today, tomorrow) = (quotas.counter_count(NOW), Time(NOW.0 + DAY));
        assert_eq!(quotas.counter_count(Time(NOW.0 - DAY)), today);
        assert_eq!(quotas.counter_count(Time(NOW.0 - 2 * DAY)), 0, "the clock was wrong");
        assert_eq!(quotas.counter_count(tomorrow), 0);
        assert_eq!(send(&quotas, &Sent { at: tomorrow, ..change("a", "192.0.2.1") }), "");
    }

    #[test]
    fn moves_are_refused_for_their_own_account_alone() {
        let quotas = quotas();
        for n in 0..6 {
            assert_eq!(send(&quotas, &change(&format!("{n}"), &format!("192.0.{n}.1"))), "");
        }
        assert!(send(&quotas, &change("a", "198.51.100.1")).starts_with("this server"));
        let act = |account: &str| {
            send(&quotas, &Sent { is_own: true, ..change(account, "198.51.100.1") })
        };
        assert_eq!(act("a"), "");
        assert_eq!(act("a"), "");
        assert!(act("a").starts_with("your account"));
        assert_eq!(act("b"), "");
        assert_eq!(act("b"), "");
    }

    #[test]
    fn requests_at_the_same_moment_stay_within_a_quota_and_give_back_what_they_did_not_make() {
        let quotas = quotas();
        let begin = || {
            let reservation = quotas.admit(vec![QuotaKind::Change], 1, false, None, NOW).unwrap();
            reservation.reserve_for_account("a").map(|()| reservation)
        };
        let (first, second) = (begin().unwrap(), begin().unwrap());
        assert!(begin().is_err());
        first.settle(QuotaOutcome::Nothing);
        let third = begin().unwrap();
        // The drop simulates a request that panics and is never settled.
        drop(second);
        third.settle(QuotaOutcome::Created);
        let fourth = begin().unwrap();
        assert!(begin().is_err());
        fourth.settle(QuotaOutcome::Created);
        assert!(begin().is_err());
    }

    #[test]
    fn games_that_letters_make_count_for_the_account_and_in_total() {
        let quotas = quotas();
        let game = [QuotaKind::Game, QuotaKind::Change];
        for _ in 0..2 {
            quotas.admit_game("a", NOW).unwrap().settle(QuotaOutcome::Created);
        }
        assert!(quotas.admit_game("a", NOW).is_err());
        assert_ne!(send(&quotas, &Sent { made: &game, ..change("a", "192.0.2.1") }), "");
        // Joining an existing rematch creates no game.
        for _ in 0..3 {
            quotas.admit_game("b", NOW).unwrap().settle(QuotaOutcome::Changed);
            let key = (QuotaKind::Change, QuotaOwner::Account("b".to_owned()));
            quotas.counters.lock().unwrap().counts.remove(&key);
        }
        assert_eq!(quotas.counters_at(NOW).counts[&(QuotaKind::Game, QuotaOwner::All)], 2);
    }

    #[test]
    fn accounts_have_quotas_of_their_own_and_a_larger_cost_counts_more() {
        let quotas = quotas();
        let account = [QuotaKind::Account, QuotaKind::Change];
        assert_eq!(send(&quotas, &Sent { made: &account, ..change("", "192.0.2.1") }), "");
        assert_eq!(send(&quotas, &change("a", "192.0.2.1")), "");
        let told = send(&quotas, &Sent { cost: 2, ..change("b", "192.0.2.1") });
        assert!(told.starts_with("your address has used up its 3 changes"), "{told}");
    }

    #[test]
    fn counters_are_bounded() {
        let quotas = quotas();
        let counts =
            (0..MAX_COUNTERS).map(|n| ((QuotaKind::Change, QuotaOwner::Account(n.to_string())), 1));
        *quotas.counters_at(NOW) = Counters { day: NOW.0 / DAY, counts: counts.collect() };
        assert_eq!(send(&quotas, &change("0", "192.0.2.1")), "");
        assert_eq!(send(&quotas, &change("new", "192.0.2.2")), "");
        let counters = quotas.counters_at(NOW);
        assert_eq!(counters.counts[&(QuotaKind::Change, QuotaOwner::Account("0".to_owned()))], 2);
        assert_eq!(counters.counts[&(QuotaKind::Change, QuotaOwner::All)], 2);
        assert_eq!(counters.counts.len(), MAX_COUNTERS + 2);
    }
}
