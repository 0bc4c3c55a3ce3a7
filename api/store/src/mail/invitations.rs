//! Invitations by mail.

use broadside_domain::time::Time;

use super::outbox::{NewMail, insert_mail};
use super::quotas::{AddressQuota, count_mail, lock_quota};
use super::sign_up::{SignUp, insert_account, is_taken};
use crate::backend::Backend;
use crate::error::StoreError;
use crate::retention::DeleteOld;
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

/// Row of an invitation sent by mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationRow {
    /// Hash of the key in the address that the invitation is answered to.
    pub key_hash: String,
    pub game_id: String,
    pub seat: u8,
    /// Hash of the code in the invitation; empty once it has expired.
    pub code_hash: String,
    /// Address as written; empty once its owner has had it forgotten.
    pub address: String,
    /// Normalized address; empty in the same case.
    pub address_normalized: String,
    /// Keyed hash of the address; a placeholder in the same case.
    pub address_hash: String,
    pub invited_by: String,
    pub lang: String,
    /// Player who has accepted.
    pub player_id: Option<String>,
    pub created_at: Time,
}

/// Invitation by mail to a seat of a new game.
#[derive(Clone, Debug)]
pub struct NewInvitation {
    pub row: InvitationRow,
    /// Quota entry.
    pub quota: AddressQuota,
    /// The email, if it may be sent.
    pub mail: Option<NewMail>,
}

const COLUMNS: &str = "key_hash, game_id, seat, code_hash, address, address_normalized, address_hash, invited_by, \
                       lang, player_id, created_at";

pub(crate) const TABLE: Table = Table {
    erase_player: &[
        "DELETE FROM mail_invitations WHERE player_id = $1 OR invited_by = $1",
        // Invitations by others lose only the address: their seats must become free again one day.
        "UPDATE mail_invitations SET address = '', address_normalized = '', address_hash = 'forgotten ' || key_hash \
         WHERE address_normalized IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    ],
    erase_mailbox: &[
        "DELETE FROM mail_invitations WHERE address_normalized IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1) \
         AND (player_id IS NOT NULL OR code_hash = '')",
        // Open invitations only lose the address: their seats become free when they expire.
        "UPDATE mail_invitations SET address = '', address_normalized = '', address_hash = 'forgotten ' || key_hash \
         WHERE address_normalized IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    ],
    age_columns: &["created_at"],
    ..Table::new("mail_invitations")
};

impl Record for InvitationRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            key_hash: row.get("key_hash")?,
            game_id: row.get("game_id")?,
            seat: row.get("seat")?,
            code_hash: row.get("code_hash")?,
            address: row.get("address")?,
            address_normalized: row.get("address_normalized")?,
            address_hash: row.get("address_hash")?,
            invited_by: row.get("invited_by")?,
            lang: row.get("lang")?,
            player_id: row.get("player_id")?,
            created_at: row.get("created_at")?,
        })
    }
}

impl Backend {
    /// Returns the invitation whose key has this hash.
    pub async fn mail_invitation(
        &self,
        key_hash: &str,
    ) -> Result<Option<InvitationRow>, StoreError> {
        let row =
            query_text(format!("SELECT {COLUMNS} FROM mail_invitations WHERE key_hash = $1",))
                .bind(key_hash)
                .fetch_optional(self.readers())
                .await?;
        Ok(row)
    }

    /// Returns invitations from before a time that were not accepted and have not expired, oldest
    /// first.
    pub async fn unanswered_invitations(
        &self,
        before: Time,
        limit: u32,
    ) -> Result<Vec<InvitationRow>, StoreError> {
        let rows = query_text(format!(
            "SELECT {COLUMNS} FROM mail_invitations WHERE created_at < $1 AND player_id IS NULL AND code_hash <> '' \
             ORDER BY created_at, key_hash LIMIT $2",
        ))
        .bind(before)
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }
}

/// Sends the invitations to a new game. A conflict if their sender would send more in a day than
/// they may.
#[derive(Clone, Debug)]
pub struct Send {
    /// The invitations: at least one.
    pub invitations: Vec<NewInvitation>,
    /// Maximum number of invitations in a day, including these.
    pub max: u32,
}

impl Write for Send {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let mut invitations: Vec<_> = self.invitations.iter().collect();
        // Sort by address, because the addresses are locked one after another.
        invitations.sort_by(|a, b| a.quota.address_hash.cmp(&b.quota.address_hash));
        let Some(first) = invitations.first() else { return Ok(WriteResult::Applied) };
        // Concurrent counts for a player wait for each other.
        lock_quota(db, &first.quota.player_id).await?;
        let sent: i64 =
            query("SELECT count(*) FROM mail_address_quota WHERE player_id = $1 AND at > $2")
                .bind(&first.quota.player_id)
                .bind(first.quota.since)
                .fetch_value(&mut *db)
                .await?;
        if sent + invitations.len() as i64 > i64::from(self.max) {
            return Ok(WriteResult::Conflict);
        }
        for invitation in invitations {
            insert_invitation(db, invitation).await?;
        }
        Ok(WriteResult::Applied)
    }
}

async fn insert_invitation(
    db: &mut Connection<'_>,
    invitation: &NewInvitation,
) -> Result<(), sqlx::Error> {
    let NewInvitation { row, quota, mail } = invitation;
    query_text(format!(
        "INSERT INTO mail_invitations ({COLUMNS}, answer_count) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0)"
    ))
    .bind(&row.key_hash)
    .bind(&row.game_id)
    .bind(i64::from(row.seat))
    .bind(&row.code_hash)
    .bind(&row.address)
    .bind(&row.address_normalized)
    .bind(&row.address_hash)
    .bind(&row.invited_by)
    .bind(&row.lang)
    .bind(&row.player_id)
    .bind(row.created_at)
    .execute(db)
    .await?;
    let is_allowed = count_mail(db, quota, row.created_at).await?;
    if is_allowed && let Some(mail) = mail {
        insert_mail(db, mail, row.created_at).await?;
    }
    Ok(())
}

/// Accepts an invitation for a person who reads the mail of its address, and creates the account if
/// needed. A conflict if the invitation is gone, another player has accepted it, or the address now
/// belongs to a player.
#[derive(Clone, Debug)]
pub struct Accept {
    /// Hash of the invitation's key.
    pub key_hash: String,
    /// Player who accepts.
    pub player_id: String,
    /// Account to create if none has this address: its name, and the address as written and
    /// normalized.
    pub new: Option<(String, String, String)>,
    /// Language of the new account's mailbox.
    pub lang: String,
    pub at: Time,
}

impl Write for Accept {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { key_hash, player_id, new, lang, at } = self;
        if let Some((_, _, address_normalized)) = new
            && is_taken(db, address_normalized).await?
        {
            return Ok(WriteResult::Conflict);
        }
        let accepted = query(
            "UPDATE mail_invitations SET player_id = $2 WHERE key_hash = $1 AND (player_id IS NULL OR player_id = $2)",
        )
        .bind(key_hash)
        .bind(player_id)
        .execute(db)
        .await?;
        if accepted == 0 {
            return Ok(WriteResult::Conflict);
        }
        let Some((name, address, address_normalized)) = new else {
            return Ok(WriteResult::Applied);
        };
        let account = SignUp {
            player_id: player_id.clone(),
            name: name.clone(),
            address: address.clone(),
            address_normalized: address_normalized.clone(),
            lang: lang.clone(),
            at: *at,
        };
        insert_account(db, &account).await?;
        Ok(WriteResult::Applied)
    }
}

/// Expires an invitation, once its seat is free: its code becomes invalid. A conflict if it is
/// gone, or was accepted.
#[derive(Clone, Debug)]
pub struct Expire {
    /// Hash of the invitation's key.
    pub key_hash: String,
}

impl Write for Expire {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let expired = query(
            "UPDATE mail_invitations SET code_hash = '' WHERE key_hash = $1 AND player_id IS NULL \
             AND code_hash <> ''",
        )
        .bind(&self.key_hash)
        .execute(db)
        .await?;
        Ok(WriteResult::if_any(expired))
    }
}

/// Counts a corrective answer to an email with an invitation's key. A conflict if the maximum is
/// reached.
#[derive(Clone, Debug)]
pub struct CountCorrection {
    /// Hash of the invitation's key.
    pub key_hash: String,
    pub max: u32,
}

impl Write for CountCorrection {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let rows = query(
            "UPDATE mail_invitations SET answer_count = answer_count + 1 WHERE key_hash = $1 AND answer_count < $2",
        )
        .bind(&self.key_hash)
        .bind(self.max)
        .execute(db)
        .await?;
        Ok(WriteResult::if_any(rows))
    }
}

/// Deletes invitations from before a time that have expired, or whose games have ended.
pub fn delete_old(before: Time) -> DeleteOld {
    DeleteOld::new(
        "DELETE FROM mail_invitations WHERE created_at < $1 AND (code_hash = '' OR EXISTS (SELECT 1 FROM games g \
         WHERE g.id = mail_invitations.game_id AND g.status IN ('finished', 'cancelled')))",
        before,
    )
}
