//! Accounts that are created by mail.

use broadside_domain::player::PlayerRow;
use broadside_domain::time::Time;

use super::outbox::{NewMail, insert_mail, is_written};
use super::quotas::{AddressQuota, count_mail};
use crate::sql::{Connection, query};
use crate::write::{Write, WriteResult};
use crate::{feeds, players};

/// Writes an email that offers an account to a stranger, or answers a reply to that. A conflict if
/// a quota forbids it. A message that is processed again does not count twice.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Quotas of the address and its domain.
    pub quota: AddressQuota,
    pub mail: NewMail,
    pub at: Time,
}

impl Write for Offer {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { quota, mail, at } = self;
        if is_written(db, mail).await? {
            return Ok(WriteResult::Applied);
        }
        if !count_mail(db, quota, *at).await? {
            return Ok(WriteResult::Conflict);
        }
        insert_mail(db, mail, *at).await?;
        Ok(WriteResult::Applied)
    }
}

/// Creates an account with a confirmed mailbox. A conflict if the address belongs to a player.
#[derive(Clone, Debug)]
pub struct SignUp {
    pub player_id: String,
    /// Name of the player.
    pub name: String,
    pub address: String,
    pub address_normalized: String,
    pub lang: String,
    pub at: Time,
}

impl Write for SignUp {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        if is_taken(db, &self.address_normalized).await? {
            return Ok(WriteResult::Conflict);
        }
        insert_account(db, self).await?;
        Ok(WriteResult::Applied)
    }
}

/// Returns true if an address belongs to a player.
pub(super) async fn is_taken(
    db: &mut Connection<'_>,
    address_normalized: &str,
) -> Result<bool, sqlx::Error> {
    let owner: Option<String> =
        query("SELECT player_id FROM mailboxes WHERE address_normalized = $1")
            .bind(address_normalized)
            .fetch_optional_value(&mut *db)
            .await?;
    Ok(owner.is_some())
}

/// Inserts a player with a confirmed mailbox and a feed.
pub(super) async fn insert_account(
    db: &mut Connection<'_>,
    account: &SignUp,
) -> Result<(), sqlx::Error> {
    let SignUp { player_id, name, address, address_normalized, lang, at } = account;
    let player = PlayerRow {
        id: player_id.clone(),
        name: Some(name.clone()),
        created_at: *at,
        reminders: Vec::new(),
        vacations: Vec::new(),
        is_bot: false,
    };
    players::insert(db, &player).await?;
    query(
        "INSERT INTO mailboxes (player_id, frequency, sheets, lang, address, address_normalized, confirmed_at, revision, state, \
         feed_cursor, next_digest_at, leased_until, bounce_count) VALUES ($1, 'each', $2, $3, $4, $5, $6, $6, 'active', 0, 0, 0, 0)",
    )
    .bind(player_id)
    .bind(false)
    .bind(lang)
    .bind(address)
    .bind(address_normalized)
    .bind(*at)
    .execute(db)
    .await?;
    feeds::enable(db, player_id).await?;
    Ok(())
}
