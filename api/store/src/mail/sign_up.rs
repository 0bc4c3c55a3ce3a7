//! Accounts that are created by mail.

use broadside_domain::player::PlayerRow;

use super::outbox::insert_mail;
use super::quotas::count_mail;
use super::{SignUp, SignUpOffer};
use crate::sql::{Connection, query};
use crate::{Done, feeds, players};

/// Writes an offer, unless a quota forbids it. A message that is processed again does not count
/// twice.
pub(super) async fn offer_sign_up(
    db: &mut Connection<'_>,
    offer: &SignUpOffer,
) -> Result<Done, sqlx::Error> {
    let SignUpOffer { counted, mail, at } = offer;
    let there: Option<(i64,)> =
        query("SELECT created_at FROM jobs WHERE queue = 'mail_out' AND dedup_id = $1")
            .bind(&mail.message_id)
            .fetch_optional(&mut *db)
            .await?;
    if there.is_some() {
        return Ok(Done::Yes);
    }
    if !count_mail(db, counted, *at).await? {
        return Ok(Done::Conflict);
    }
    insert_mail(db, mail, *at).await?;
    Ok(Done::Yes)
}

/// Creates an account with a mailbox, unless the address belongs to a player.
pub(super) async fn sign_up(db: &mut Connection<'_>, new: &SignUp) -> Result<Done, sqlx::Error> {
    if is_taken(db, &new.address_normalized).await? {
        return Ok(Done::Conflict);
    }
    insert_account(db, new).await?;
    Ok(Done::Yes)
}

/// Returns true if an address belongs to a player.
pub(super) async fn is_taken(db: &mut Connection<'_>, normal: &str) -> Result<bool, sqlx::Error> {
    let taken: Option<(String,)> =
        query("SELECT player_id FROM mailboxes WHERE address_normalized = $1")
            .bind(normal)
            .fetch_optional(&mut *db)
            .await?;
    Ok(taken.is_some())
}

/// Inserts a player with a confirmed mailbox and a feed.
pub(super) async fn insert_account(
    db: &mut Connection<'_>,
    new: &SignUp,
) -> Result<(), sqlx::Error> {
    let SignUp { player_id, name, address, address_normalized, lang, at } = new;
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
    .bind(at.0)
    .execute(&mut *db)
    .await?;
    feeds::enable(db, player_id).await?;
    Ok(())
}
