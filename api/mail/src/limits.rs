//! Mail limits. Decides if a mail may be sent at once, in a digest, later, or not at all. Pure
//! functions: counters come in, a decision comes out. `docs/operators.md` calculates the worst day.
//!
//! There are three kinds of mail. Mail that somebody has asked for (mail about games, replies) is
//! delayed and folded into digests, and never lost. Mail that nobody has asked for yet
//! (confirmations, invitations) is dropped above the limit. Challenges by strangers are sent in one
//! mail a day.

use broadside_domain::mail::MailCounts;
use broadside_domain::time::{DAY, HOUR, Time};

/// Initial daily limits of a new account: invitations, confirmations, and challenges.
const INITIAL_INVITATIONS: u32 = 3;
const INITIAL_CONFIRMATIONS: u32 = 3;
const INITIAL_CHALLENGES: u32 = 20;
/// Increase of the limits of an account for each day of its age, and for each finished game against
/// others.
const INVITATIONS_PER_STEP: u32 = 1;
const CHALLENGES_PER_STEP: u32 = 10;
/// Maximum number of steps of either kind. The limits of an account do not rise after that.
const MAX_STEPS: u32 = 10;
/// Domains that offer addresses to everybody. Mail to them goes to many people, so their limit is
/// higher.
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
const PUBLIC_DOMAIN_FACTOR: u32 = 20;

/// Minimum time between two mails with challenges by strangers.
pub const STRANGER_MAIL_INTERVAL: i64 = DAY;
/// Time for which folded mail waits for more.
pub const BATCH_DELAY: i64 = HOUR;

/// Limits, each for 24 hours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Confirmations and invitations to one address.
    pub to_address: u32,
    /// Confirmations and invitations to all addresses of one domain.
    pub to_domain: u32,
    /// Confirmations and invitations in total.
    pub unasked: u32,
    /// Confirmations that an account may request.
    pub confirmations: u32,
    /// Invitations that an account may send.
    pub invitations: u32,
    /// Challenges that an account may make.
    pub challenges: u32,
    /// Mails about games to one player. Above that they are folded into an hourly digest.
    pub to_player: u32,
    /// Mails to one player about games with strangers that have not begun.
    pub of_strangers: u32,
    /// Mails about games that one player causes another.
    pub of_pair: u32,
    /// Mails about games that one player causes all others together.
    pub by_player: u32,
    /// All mail.
    pub total: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            to_address: 3,
            to_domain: 50,
            unasked: 2_000,
            confirmations: 5,
            invitations: 20,
            challenges: 100,
            to_player: 200,
            of_strangers: 20,
            of_pair: 100,
            by_player: 1_000,
            total: 20_000,
        }
    }
}

/// Data of an account that its limits depend on.
#[derive(Clone, Copy, Debug)]
pub struct AccountStanding {
    /// Time at which the account was created.
    pub created_at: Time,
    /// Number of finished games against others.
    pub finished: u32,
}

/// Time at which a mail about a game is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SendTiming {
    /// Now, as a separate mail.
    AtOnce,
    /// In one mail with all other news: with the next mail that is sent at once, or within an hour.
    Folded,
    /// As soon as the limit allows, in one mail with all news up to then.
    Later,
}

impl AccountStanding {
    /// Maximum number of finished games that counts.
    pub const MAX_FINISHED: u32 = MAX_STEPS;
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self {
        to_address: u32::MAX,
        to_domain: u32::MAX,
        unasked: u32::MAX,
        confirmations: u32::MAX,
        invitations: u32::MAX,
        challenges: u32::MAX,
        to_player: u32::MAX,
        of_strangers: u32::MAX,
        of_pair: u32::MAX,
        by_player: u32::MAX,
        total: u32::MAX,
    };

    /// Returns the number of confirmations and invitations that may go to a domain.
    pub fn domain_limit(&self, domain: &str) -> u32 {
        match PUBLIC_DOMAINS.contains(&domain) {
            true => self.to_domain.saturating_mul(PUBLIC_DOMAIN_FACTOR),
            false => self.to_domain,
        }
    }

    /// Returns the number of confirmations that an account may request.
    pub fn confirmation_limit(&self, account: AccountStanding, now: Time) -> u32 {
        self.rising_limit(
            self.confirmations,
            account,
            now,
            INITIAL_CONFIRMATIONS,
            INVITATIONS_PER_STEP,
        )
    }

    /// Returns the number of invitations that an account may send.
    pub fn invitation_limit(&self, account: AccountStanding, now: Time) -> u32 {
        self.rising_limit(self.invitations, account, now, INITIAL_INVITATIONS, INVITATIONS_PER_STEP)
    }

    /// Returns the number of challenges that an account may make, whether they are accepted or not.
    pub fn challenge_limit(&self, account: AccountStanding, now: Time) -> u32 {
        self.rising_limit(self.challenges, account, now, INITIAL_CHALLENGES, CHALLENGES_PER_STEP)
    }

    /// Returns a limit that starts low and rises with age and finished games. It does not rise on
    /// the first day, since games against oneself are finished quickly.
    fn rising_limit(
        &self,
        most: u32,
        account: AccountStanding,
        now: Time,
        first: u32,
        step: u32,
    ) -> u32 {
        if most == u32::MAX {
            return most;
        }
        let days = u32::try_from((now.0 - account.created_at.0) / DAY).unwrap_or(0);
        let steps = match days {
            0 => 0,
            days => days.min(MAX_STEPS) + account.finished.min(MAX_STEPS),
        };
        most.min(first + step * steps)
    }

    /// Decides when a mail about a game is sent to a player. `strangers` is true if the game has
    /// not begun and has a player unknown to the recipient.
    pub fn timing(&self, sent: MailCounts, strangers: bool) -> SendTiming {
        let has_room = |count: u64, most: u32| count < u64::from(most);
        let of_strangers = if strangers { sent.of_strangers } else { 0 };
        let rooms = [
            (sent.to_player, self.to_player),
            (of_strangers, self.of_strangers),
            (sent.of_pair, self.of_pair),
            (sent.by_player, self.by_player),
        ];
        match has_room(sent.total, self.total) {
            false => SendTiming::Later,
            true if rooms.into_iter().all(|(count, most)| has_room(count, most)) => {
                SendTiming::AtOnce
            }
            true => SendTiming::Folded,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time(100 * DAY);

    fn account(days: i64, finished: u32) -> AccountStanding {
        AccountStanding { created_at: Time(NOW.0 - days * DAY), finished }
    }

    #[test]
    fn the_limits_of_an_account_rise_with_its_age_and_finished_games() {
        let limits = Limits::default();
        for (days, finished, invitations, challenges) in [
            (0, 0, 3, 20),
            (0, 500, 3, 20),
            (1, 0, 4, 30),
            (1, 3, 7, 60),
            (10, 0, 13, 100),
            (10, 10, 20, 100),
            (90, 500, 20, 100),
        ] {
            let of = account(days, finished);
            let is = (limits.invitation_limit(of, NOW), limits.challenge_limit(of, NOW));
            assert_eq!(is, (invitations, challenges), "{days} days, {finished} games");
        }
        assert_eq!(limits.confirmation_limit(account(0, 9), NOW), 3);
        assert_eq!(limits.confirmation_limit(account(2, 0), NOW), 5);
        // The clock may be set back.
        assert_eq!(limits.invitation_limit(account(-5, 0), NOW), 3);
        let few = Limits { invitations: 2, ..limits };
        assert_eq!(few.invitation_limit(account(90, 500), NOW), 2);
        assert_eq!(Limits::NONE.challenge_limit(account(0, 0), NOW), u32::MAX);
    }

    #[test]
    fn mail_about_games_is_folded_and_delayed_but_never_dropped() {
        let limits = Limits::default();
        let sent = |to_player, of_pair, by_player, total| {
            let of_strangers = if to_player < 100 { to_player } else { 0 };
            MailCounts { to_player, of_strangers, of_pair, by_player, total }
        };
        for (sent, strangers, when) in [
            (sent(0, 0, 0, 0), false, SendTiming::AtOnce),
            (sent(199, 99, 999, 19_999), false, SendTiming::AtOnce),
            (sent(200, 0, 0, 200), false, SendTiming::Folded),
            (sent(100, 100, 100, 200), false, SendTiming::Folded),
            (sent(0, 0, 1_000, 1_000), false, SendTiming::Folded),
            (sent(19, 19, 19, 19), true, SendTiming::AtOnce),
            // The limit for games with strangers counts only mail about them, and applies only to
            // such mail.
            (sent(150, 0, 0, 150), true, SendTiming::AtOnce),
            (sent(30, 0, 0, 30), false, SendTiming::AtOnce),
            (sent(20, 0, 0, 20), true, SendTiming::Folded),
            (sent(0, 0, 0, 20_000), false, SendTiming::Later),
            (sent(500, 500, 5_000, 20_000), true, SendTiming::Later),
        ] {
            assert_eq!(limits.timing(sent, strangers), when, "{sent:?}");
            assert_eq!(Limits::NONE.timing(sent, strangers), SendTiming::AtOnce);
        }
    }

    #[test]
    fn more_goes_to_domains_whose_addresses_are_given_to_everybody() {
        let limits = Limits::default();
        assert_eq!(limits.domain_limit("example.org"), 50);
        assert_eq!(limits.domain_limit("gmail.com"), 1_000);
        assert_eq!(limits.domain_limit("gmail.com.example.org"), 50);
        assert_eq!(Limits::NONE.domain_limit("gmail.com"), u32::MAX);
    }
}
