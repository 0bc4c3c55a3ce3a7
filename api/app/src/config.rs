//! Settings of the use cases, and the quotas among them.

use std::str::FromStr;

use broadside_mail::config::MailConfig;

/// Settings of the use cases.
#[derive(Clone, Debug)]
pub struct AppConfig {
    /// Days that a player has to answer a challenge.
    pub challenge_days: u32,
    /// Quotas of a player for things that affect other players.
    pub quotas: Quotas,
    /// Daily quotas; `None` if nothing is limited.
    pub daily: Option<Daily>,
    /// Settings of mail.
    pub mail: MailConfig,
    /// Days of vacation that a player may take in a calendar year; 0 for none.
    pub vacation_days: u32,
    /// True if webhooks may lead to private addresses.
    pub webhook_allow_private: bool,
}

/// Quotas of a player for things that affect other players.
#[derive(Clone, Debug)]
pub struct Quotas {
    /// Maximum number of created games that have not begun.
    pub open_games: u32,
    /// Maximum number of games with bots that are not over.
    pub bot_games: u32,
    /// Maximum number of messages in a game within a day.
    pub messages: u32,
}

/// Quota of one kind, per UTC day and node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// For each account; `u32::MAX` where there is no account yet.
    pub account: u32,
    /// For each IPv4 address, and for each IPv6 network of 64 bits.
    pub address: u32,
    /// For each IPv4 network of 24 bits, and for each IPv6 network of 48 bits.
    pub network: u32,
    /// In total.
    pub total: u32,
}

/// Quotas of all kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Daily {
    /// New accounts.
    pub accounts: Quota,
    /// New games, rematches included.
    pub games: Quota,
    /// Requests that change something, including the two kinds above. One with a long body counts
    /// once for each 4 KiB.
    pub changes: Quota,
}

impl Default for Daily {
    fn default() -> Self {
        Self {
            accounts: Quota { account: u32::MAX, address: 100, network: 1_000, total: 10_000 },
            games: Quota { account: 200, address: 1_000, network: 5_000, total: 20_000 },
            changes: Quota { account: 10_000, address: 20_000, network: 50_000, total: 500_000 },
        }
    }
}

/// Parses numbers as in `200,1000,5000,20000`: for an account, an address, a network and in total.
impl FromStr for Quota {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            let numbers = "four numbers, for an account, an address, a network and in total";
            format!("`{text}` are not {numbers}: write them as in 200,1000,5000,20000")
        };
        let [account, address, network, total] = numbers(text).ok_or_else(wrong)?;
        Ok(Self { account, address, network, total })
    }
}

impl Quota {
    /// Parses the quota of a kind that needs no account, as in `100,1000,10000`.
    ///
    /// # Errors
    /// If the text is not three numbers, with the right form.
    pub fn without_account(text: &str) -> Result<Self, String> {
        let [address, network, total] = numbers(text).ok_or_else(|| {
            let numbers = "three numbers, for an address, a network and in total";
            format!("`{text}` are not {numbers}: write them as in 100,1000,10000")
        })?;
        Ok(Self { account: u32::MAX, address, network, total })
    }
}

fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers =
        text.split(',').map(|number| number.trim().parse().ok()).collect::<Option<Vec<u32>>>()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotas_are_numbers_with_commas() {
        let quota = Quota { account: 1, address: 2, network: 3, total: 4 };
        assert_eq!("1,2, 3,4".parse(), Ok(quota));
        assert_eq!(Quota::without_account("2,3,4"), Ok(Quota { account: u32::MAX, ..quota }));
        for wrong in ["", "1", "1,2,3", "1,2,3,4,5", "1,2,3,-4", "1,2,3,x", "1,2,3,99999999999"] {
            assert!(wrong.parse::<Quota>().unwrap_err().contains("200,1000,5000,20000"), "{wrong}");
        }
        assert!(Quota::without_account("1,2").unwrap_err().contains("100,1000,10000"));
    }
}
