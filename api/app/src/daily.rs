//! Limits for the amount that requests may store in a day: per account, address and network, and
//! in total. They are counted in memory only, so addresses are not stored.
//!
//! Moves are limited only by the amount of their own account: nobody can use up an amount to make
//! others time out. What moves store is bounded by the number of new games and by the rules.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::limits::{DailyLimit, Limits};
use broadside_domain::network::network;

use crate::rate::{Rate, Remaining};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Amounts that a request may store.
#[derive(Clone, Debug)]
pub struct Storing {
    /// Thing that it creates, apart from the change.
    pub creates: Option<Creates>,
    /// Number of changes that it counts as.
    pub changes: NonZeroU32,
    /// Address that it comes from, if it is known.
    pub from: Option<IpAddr>,
    /// True if only the amount of the account applies.
    pub account_only: bool,
}

/// Thing with a limit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Creates {
    Account,
    Game,
}

/// Amounts of a day.
pub struct DailyRates {
    accounts: Levels,
    games: Levels,
    changes: Levels,
}

/// Amounts of one kind of thing.
struct Levels {
    account: Rate<String>,
    address: Rate<IpAddr>,
    network: Rate<IpAddr>,
    total: Rate<()>,
}

impl Levels {
    fn new(limit: &DailyLimit) -> Self {
        Self {
            account: Rate::new(limit.account, DAY),
            address: Rate::new(limit.address, DAY),
            network: Rate::new(limit.network, DAY),
            total: Rate::new(limit.total, DAY),
        }
    }
}

/// Kind of thing that a request stores: its amounts, its name, and how often it counts.
type Stored<'a> = (&'a Levels, &'static str, NonZeroU32);

impl Storing {
    /// Returns the amounts of a request that creates something and comes from no network address,
    /// as an email does.
    pub fn without_address(creates: Creates) -> Self {
        Self { creates: Some(creates), changes: NonZeroU32::MIN, from: None, account_only: false }
    }
}

impl DailyRates {
    /// Creates rates with their whole amounts.
    pub fn new(limits: &Limits) -> Self {
        Self {
            accounts: Levels::new(&limits.accounts),
            games: Levels::new(&limits.games),
            changes: Levels::new(&limits.changes),
        }
    }

    /// Counts what a request may store, before it does: first for the account, so that who has used
    /// up an amount of their own takes nothing from others.
    ///
    /// # Errors
    /// 429 if an amount is used up.
    pub fn count(&self, storing: &Storing, account: Option<&str>) -> Result<(), AppError> {
        let one = NonZeroU32::MIN;
        let created = match storing.creates {
            Some(Creates::Account) => Some((&self.accounts, "new accounts", one)),
            Some(Creates::Game) => Some((&self.games, "new games", one)),
            None => None,
        };
        let all: Vec<Stored<'_>> =
            created.into_iter().chain([(&self.changes, "changes", storing.changes)]).collect();
        if let Some(account) = account {
            take(&all, |levels| &levels.account, &account.to_owned(), "your account")?;
        }
        if storing.account_only {
            return Ok(());
        }
        if let Some(address) = storing.from {
            take(&all, |levels| &levels.address, &address, "your address")?;
            take(&all, |levels| &levels.network, &network(address), "your network")?;
        }
        take(&all, |levels| &levels.total, &(), "this server")
    }
}

/// Takes the amounts of a request from one level: that of the account, of the address, of the
/// network, or in total. `whose` names it in the refusal.
fn take<K: Hash + Eq + Clone>(
    all: &[Stored<'_>],
    level: fn(&Levels) -> &Rate<K>,
    key: &K,
    whose: &str,
) -> Result<(), AppError> {
    for (levels, what, amount) in all {
        if let Err(remaining) = level(levels).take(key, *amount) {
            let Remaining { max, seconds, .. } = remaining;
            let detail =
                format!("{whose} has used up its {max} {what} a day: try again in {seconds} s");
            return Err(AppError::new(ErrorKind::TooManyRequests, detail).with_retry_after(seconds));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates() -> DailyRates {
        let [account, address, network, total] =
            [2, 3, 4, 6].map(|number| NonZeroU32::new(number).unwrap());
        let limit = DailyLimit { account, address, network, total };
        DailyRates::new(&Limits { accounts: limit, games: limit, changes: limit, ..Limits::NORMAL })
    }

    /// Counts a change from an account and an address; returns the refusal, or an empty text.
    fn change(rates: &DailyRates, account: &str, from: &str) -> String {
        refusal(rates, account, from, false)
    }

    /// Counts a move, which counts only for its own account.
    fn make_move(rates: &DailyRates, account: &str, from: &str) -> String {
        refusal(rates, account, from, true)
    }

    fn refusal(rates: &DailyRates, account: &str, from: &str, account_only: bool) -> String {
        let from = from.parse().ok();
        let storing = Storing { creates: None, changes: NonZeroU32::MIN, from, account_only };
        let refusal = rates.count(&storing, Some(account)).err();
        refusal.map_or_else(String::new, |refusal| refusal.detail().to_owned())
    }

    #[test]
    fn each_account_address_and_network_has_an_amount_and_all_together() {
        let rates = rates();
        assert_eq!(change(&rates, "a", "192.0.2.1"), "");
        assert_eq!(change(&rates, "a", "192.0.2.1"), "");
        let refusal = change(&rates, "a", "192.0.2.1");
        let right = "your account has used up its 2 changes a day: try";
        assert!(refusal.starts_with(right), "{refusal}");
        assert_eq!(change(&rates, "b", "192.0.2.1"), "");
        assert!(
            change(&rates, "b", "192.0.2.1").starts_with("your address has used up its 3 changes")
        );
        assert_eq!(change(&rates, "c", "192.0.2.2"), "");
        assert!(
            change(&rates, "d", "192.0.2.3").starts_with("your network has used up its 4 changes")
        );
        assert_eq!(change(&rates, "d", "2001:db8:1:1::"), "");
        assert_eq!(change(&rates, "e", "2001:db8:1:2::"), "");
        assert!(
            change(&rates, "f", "198.51.100.1")
                .starts_with("this server has used up its 6 changes")
        );
    }

    #[test]
    fn an_account_without_amount_takes_nothing_from_others() {
        let rates = rates();
        for _ in 0..10 {
            change(&rates, "a", "192.0.2.1");
        }
        assert_eq!(change(&rates, "b", "198.51.100.1"), "");
        // Games that one account is refused do not count for the address, network and server.
        let game = Storing::without_address(Creates::Game);
        let created = (0..10).filter(|_| rates.count(&game, Some("d")).is_ok()).count();
        assert_eq!(created, 2);
        assert!(rates.count(&game, Some("e")).is_ok());
    }

    #[test]
    fn moves_are_refused_for_their_own_account_alone() {
        let rates = rates();
        for n in 0..6 {
            assert_eq!(change(&rates, &format!("{n}"), &format!("192.0.{n}.1")), "");
        }
        assert!(change(&rates, "a", "198.51.100.1").starts_with("this server"));
        assert_eq!(make_move(&rates, "b", "198.51.100.1"), "");
        assert_eq!(make_move(&rates, "b", "198.51.100.1"), "");
        assert!(make_move(&rates, "b", "198.51.100.1").starts_with("your account"));
        assert_eq!(make_move(&rates, "c", "198.51.100.1"), "");
    }

    #[test]
    fn accounts_have_amounts_of_their_own_and_a_larger_request_counts_more() {
        let rates = rates();
        let address = "192.0.2.1".parse().ok();
        let account = Storing { from: address, ..Storing::without_address(Creates::Account) };
        assert!(rates.count(&account, None).is_ok());
        let large = Storing { creates: None, changes: NonZeroU32::new(3).unwrap(), ..account };
        let refusal = rates.count(&large, None).unwrap_err();
        assert!(refusal.detail().starts_with("your address has used up its 3 changes"));
    }
}
