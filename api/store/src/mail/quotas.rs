//! Numbers of emails that the limits of mail depend on.

use broadside_domain::mail::MailCounts;
use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::retention::DeleteOld;
use crate::sql::{Connection, Dialect, query};
use crate::table::Table;

/// Table of quota entries. They count for the player who named an address even if the account is
/// deleted.
pub(crate) const TABLE: Table = Table { age_columns: &["at"], ..Table::new("mail_address_quota") };

/// Quota entry of an email to an address that somebody has named. The entry counts for the player
/// who named the address even if the email is not sent.
#[derive(Clone, Debug)]
pub struct AddressQuota {
    pub id: String,
    /// Keyed hash of the address.
    pub address_hash: String,
    /// Keyed hash of its domain; empty if no domain quota applies.
    pub domain_hash: String,
    /// Player who named the address; empty if no player is counted.
    pub player_id: String,
    /// Maximum number of emails to the address since `since`.
    pub max: u32,
    /// Maximum number of emails to its domain since `since`.
    pub max_to_domain: u32,
    /// Maximum number of emails to all domains together since `since`.
    pub max_to_all: u32,
    /// Start of the period that is counted.
    pub since: Time,
}

impl Backend {
    /// Counts the requests after a time for mail to an address, given by its hash, and the requests
    /// by a player. Also returns the time of the player's first one.
    pub async fn address_quota_used(
        &self,
        address_hash: &str,
        player_id: &str,
        after: Time,
    ) -> Result<(u64, u64, Option<Time>), StoreError> {
        Ok(query(
            "SELECT (SELECT count(*) FROM mail_address_quota WHERE address_hash = $1 AND at > $3), \
             (SELECT count(*) FROM mail_address_quota WHERE player_id = $2 AND at > $3), \
             (SELECT min(at) FROM mail_address_quota WHERE player_id = $2 AND at > $3)",
        )
        .bind(address_hash)
        .bind(player_id)
        .bind(after)
        .fetch_one(self.readers())
        .await?)
    }

    /// Counts emails after a time: emails about games to a player, those of them about games with
    /// strangers that have not begun, and all emails in total.
    pub async fn sent_count(&self, player_id: &str, after: Time) -> Result<MailCounts, StoreError> {
        let (to_player, of_strangers, total) = query(
            "SELECT (SELECT count(*) FROM jobs WHERE queue = 'mail_out' AND player_id = $1 AND created_at > $2 AND mail_kind IN ('game', 'lobby', 'digest')), \
             (SELECT count(*) FROM jobs WHERE queue = 'mail_out' AND player_id = $1 AND created_at > $2 AND mail_kind = 'lobby'), \
             (SELECT count(*) FROM jobs WHERE queue = 'mail_out' AND created_at > $2)",
        )
        .bind(player_id)
        .bind(after)
        .fetch_one(self.readers())
        .await?;
        Ok(MailCounts { to_player, of_strangers, total })
    }

    /// Returns true if two players know each other: they have begun a game together, or one has
    /// accepted a challenge or an invitation by mail from the other.
    pub async fn are_acquainted(&self, player_id: &str, other: &str) -> Result<bool, StoreError> {
        Ok(query(
            "SELECT EXISTS (SELECT 1 FROM seats a JOIN seats b ON b.game_id = a.game_id AND b.player_id = $2 \
             JOIN games g ON g.id = a.game_id WHERE a.player_id = $1 AND g.status IN ('playing', 'finished')) \
             OR EXISTS (SELECT 1 FROM seats s WHERE s.challenge = 'accepted' \
             AND ((s.challenger_id = $2 AND s.reserved_for = $1) OR (s.challenger_id = $1 AND s.reserved_for = $2))) \
             OR EXISTS (SELECT 1 FROM mail_invitations i WHERE (i.invited_by = $1 AND i.player_id = $2) \
             OR (i.invited_by = $2 AND i.player_id = $1))",
        )
        .bind(player_id)
        .bind(other)
        .fetch_value(self.readers())
        .await?)
    }
}

/// Prefix of the hash of a domain in the quotas of offers of accounts, which are counted
/// separately.
pub const OFFER_PREFIX: &str = "offers ";

/// Counts an email to an address, and returns true if the quotas allow it. Concurrent counts for
/// the same address wait for each other. An email that is not sent counts only for the player who
/// asked for it: otherwise repeated requests could keep an address from ever getting mail.
pub(super) async fn count_mail(
    db: &mut Connection<'_>,
    quota: &AddressQuota,
    at: Time,
) -> Result<bool, sqlx::Error> {
    let AddressQuota {
        id,
        address_hash,
        domain_hash,
        player_id,
        max,
        max_to_domain,
        max_to_all,
        since,
    } = quota;
    lock_quota(db, address_hash).await?;
    let before: i64 =
        query("SELECT count(*) FROM mail_address_quota WHERE address_hash = $1 AND at > $2")
            .bind(address_hash)
            .bind(*since)
            .fetch_value(&mut *db)
            .await?;
    let mut is_allowed = before < i64::from(*max);
    // Other nodes may count for the same domain at the same moment, so the domain quota can be
    // exceeded by their emails.
    if is_allowed && !domain_hash.is_empty() {
        let (of_domain, of_all): (i64, i64) = query(
            "SELECT (SELECT count(*) FROM mail_address_quota WHERE domain_hash = $1 AND domain_hash <> '' AND at > $2), \
             (SELECT count(*) FROM mail_address_quota WHERE domain_hash <> '' AND at > $2 \
             AND (substr(domain_hash, 1, 7) = 'offers ') = $3)",
        )
        .bind(domain_hash)
        .bind(*since)
        .bind(domain_hash.starts_with(OFFER_PREFIX))
        .fetch_one(&mut *db)
        .await?;
        is_allowed = of_domain < i64::from(*max_to_domain) && of_all < i64::from(*max_to_all);
    }
    if is_allowed || !player_id.is_empty() {
        query("INSERT INTO mail_address_quota (id, address_hash, player_id, at, domain_hash) VALUES ($1, $2, $3, $4, $5)")
            .bind(id)
            .bind(if is_allowed { address_hash.as_str() } else { "" })
            .bind(player_id)
            .bind(at)
            .bind(if is_allowed { domain_hash.as_str() } else { "" })
            .execute(db)
            .await?;
    }
    Ok(is_allowed)
}

/// Waits for other transactions that count mail to the same address or by the same player: `key` is
/// the hash of the address, or the id of the player. The lock is held until the end of the
/// transaction.
pub(crate) async fn lock_quota(db: &mut Connection<'_>, key: &str) -> Result<(), sqlx::Error> {
    if db.dialect() == Dialect::Postgres {
        query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
            .bind(key)
            .execute(db)
            .await?;
    }
    Ok(())
}

/// Deletes entries from before a time.
pub fn delete_old(before: Time) -> DeleteOld {
    DeleteOld::new("DELETE FROM mail_address_quota WHERE at < $1", before)
}
