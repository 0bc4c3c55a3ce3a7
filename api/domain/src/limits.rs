//! Limits of the service, so that one address or network cannot stop others from playing, fill the
//! disk, or have mail sent to people who did not ask for it. The setting `limits` chooses one of
//! four sets.

use std::num::{NonZeroU32, NonZeroUsize};

use serde::{Deserialize, Serialize};

use crate::time::{DAY, Time};

/// Limits. Counts that are kept in memory are those of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Requests in a minute with one token.
    pub token_rate: NonZeroU32,
    /// Requests in a minute from one address.
    pub address_rate: NonZeroU32,
    /// New accounts.
    pub accounts: DailyLimit,
    /// New games, rematches included.
    pub games: DailyLimit,
    /// Requests that change something. One with a long body counts once for each 4 KiB.
    pub changes: DailyLimit,
    /// Games that a player has created and that have not begun.
    pub open_games: u32,
    /// Messages of a player in a game within 24 hours.
    pub messages: u32,
    /// Challenges of an account within 24 hours, however they end.
    pub challenges: AccountLimit,
    /// Event streams of a player on a node.
    pub streams: usize,
    /// Part of the connections, of the streams and of the memory for bodies of a node that an
    /// address may hold: 20 for a twentieth.
    pub address_share: NonZeroUsize,
    /// Part that a network (16 bits of IPv4, 48 of IPv6) may hold.
    pub network_share: NonZeroUsize,
    /// Seconds between two heartbeats of a stream, which also check its token.
    pub heartbeat_seconds: u64,
    /// Days for which the stream of all games of a player can be resumed.
    pub feed_days: u32,
    pub mail: MailLimits,
}

/// Limit of a kind of thing within a day. The whole amount may be used at once; it comes back
/// evenly over 24 hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyLimit {
    /// For each account. New accounts do not count here.
    pub account: NonZeroU32,
    /// For each IPv4 address, and for each IPv6 network of 64 bits.
    pub address: NonZeroU32,
    /// For each IPv4 network of 24 bits, and for each IPv6 network of 48 bits.
    pub network: NonZeroU32,
    /// For everybody together.
    pub total: NonZeroU32,
}

/// Limit of an account within 24 hours, which is lower on the first day of the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountLimit {
    /// On the first day.
    pub first_day: u32,
    /// From the second day on.
    pub later: u32,
}

/// Limits of mail within 24 hours. Mail that nobody has asked for yet (confirmations, invitations,
/// offers of accounts) is dropped above its limits. Mail about games is put together, or waits, and
/// is never lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailLimits {
    /// Confirmations and invitations to one address.
    pub to_address: u32,
    /// Confirmations and invitations to all addresses of one domain; 20 times as many to a provider
    /// that gives addresses to everybody.
    pub to_domain: u32,
    /// Confirmations and invitations in total.
    pub unasked: u32,
    /// Confirmations that an account asks for.
    pub confirmations: AccountLimit,
    /// Invitations that an account sends.
    pub invitations: AccountLimit,
    /// Emails about games to one player. Above that, news is put together in one email an hour.
    pub to_player: u32,
    /// Emails to one player about games with strangers that have not begun. Above that, it is put
    /// together too.
    pub of_strangers: u32,
    /// All emails. Above that, emails about games wait.
    pub total: u32,
    /// Emails of a player that are carried out.
    pub letters: u32,
    /// Bytes of an email.
    pub letter_bytes: usize,
    /// Seconds for which an email waits before it is carried out, so that one that was written
    /// before it and is delivered after it comes first.
    pub delay_seconds: u64,
    /// Hours after which a new address replaces a confirmed one.
    pub change_hours: u32,
}

const fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("a limit is not 0")
}

const fn part(divisor: usize) -> NonZeroUsize {
    NonZeroUsize::new(divisor).expect("a part is not 0")
}

const fn daily(account: u32, address: u32, network: u32, total: u32) -> DailyLimit {
    DailyLimit {
        account: number(account),
        address: number(address),
        network: number(network),
        total: number(total),
    }
}

impl Limits {
    /// Limits of a public server.
    pub const NORMAL: Self = Self {
        token_rate: number(600),
        address_rate: number(3_000),
        accounts: daily(u32::MAX, 100, 1_000, 10_000),
        games: daily(200, 1_000, 5_000, 20_000),
        changes: daily(10_000, 20_000, 50_000, 500_000),
        open_games: 100,
        messages: 100,
        challenges: AccountLimit { first_day: 20, later: 100 },
        streams: 20,
        address_share: part(20),
        network_share: part(5),
        heartbeat_seconds: 15,
        feed_days: 30,
        mail: MailLimits {
            to_address: 3,
            to_domain: 50,
            unasked: 2_000,
            confirmations: AccountLimit { first_day: 3, later: 5 },
            invitations: AccountLimit { first_day: 3, later: 20 },
            to_player: 200,
            of_strangers: 20,
            total: 20_000,
            letters: 500,
            letter_bytes: 5_000_000,
            delay_seconds: 2,
            change_hours: 24,
        },
    };

    /// Limits of a server for friends, whose mail goes through a mailbox of a large provider.
    pub const SMALL: Self = Self {
        accounts: daily(u32::MAX, 20, 50, 100),
        games: daily(100, 300, 500, 1_000),
        changes: daily(5_000, 10_000, 20_000, 50_000),
        mail: MailLimits { to_domain: 20, unasked: 100, total: 400, ..Self::NORMAL.mail },
        ..Self::NORMAL
    };

    /// Limits of a server on which a thousand pupils play behind one address, with mailboxes in one
    /// domain.
    pub const SCHOOL: Self = Self {
        address_rate: number(60_000),
        accounts: daily(u32::MAX, 5_000, 5_000, 10_000),
        games: daily(200, 20_000, 20_000, 40_000),
        changes: daily(10_000, 500_000, 500_000, 1_000_000),
        address_share: part(2),
        network_share: part(2),
        mail: MailLimits { to_domain: 2_000, ..Self::NORMAL.mail },
        ..Self::NORMAL
    };

    /// No limits of requests, challenges and mail, for tests and benchmarks.
    pub const NONE: Self = Self {
        token_rate: NonZeroU32::MAX,
        address_rate: NonZeroU32::MAX,
        accounts: DailyLimit::NONE,
        games: DailyLimit::NONE,
        changes: DailyLimit::NONE,
        challenges: AccountLimit::NONE,
        address_share: part(1),
        network_share: part(1),
        mail: MailLimits {
            to_address: u32::MAX,
            to_domain: u32::MAX,
            unasked: u32::MAX,
            confirmations: AccountLimit::NONE,
            invitations: AccountLimit::NONE,
            to_player: u32::MAX,
            of_strangers: u32::MAX,
            total: u32::MAX,
            ..Self::NORMAL.mail
        },
        ..Self::NORMAL
    };
}

impl DailyLimit {
    const NONE: Self = daily(u32::MAX, u32::MAX, u32::MAX, u32::MAX);
}

impl AccountLimit {
    pub const NONE: Self = Self { first_day: u32::MAX, later: u32::MAX };

    /// Returns the limit of an account that was created at a time.
    pub fn at(self, created_at: Time, now: Time) -> u32 {
        if now.0 - created_at.0 < DAY { self.first_day } else { self.later }
    }
}

/// Domains that give addresses to everybody.
const PUBLIC_DOMAINS: [&str; 16] = [
    "aol.com",
    "gmail.com",
    "gmx.de",
    "gmx.net",
    "hotmail.com",
    "icloud.com",
    "libero.it",
    "live.com",
    "mail.ru",
    "orange.fr",
    "outlook.com",
    "proton.me",
    "qq.com",
    "web.de",
    "yahoo.com",
    "yandex.ru",
];

impl MailLimits {
    /// Returns the number of confirmations and invitations that may go to a domain.
    pub fn of_domain(&self, domain: &str) -> u32 {
        if PUBLIC_DOMAINS.contains(&domain) {
            self.to_domain.saturating_mul(20)
        } else {
            self.to_domain
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_of_an_account_is_higher_after_its_first_day() {
        let limit = AccountLimit { first_day: 3, later: 20 };
        let now = Time(100 * DAY);
        assert_eq!(limit.at(Time(99 * DAY + 1), now), 3);
        assert_eq!(limit.at(Time(99 * DAY), now), 20);
        // The clock may be set back.
        assert_eq!(limit.at(Time(105 * DAY), now), 3);
    }

    #[test]
    fn more_goes_to_domains_whose_addresses_are_given_to_everybody() {
        let limits = Limits::NORMAL.mail;
        assert_eq!(limits.of_domain("example.org"), 50);
        assert_eq!(limits.of_domain("gmail.com"), 1_000);
        assert_eq!(limits.of_domain("gmail.com.example.org"), 50);
        assert_eq!(Limits::NONE.mail.of_domain("gmail.com"), u32::MAX);
    }
}
