//! SQL that writes mail, shared by SQLite and PostgreSQL. A change of a mailbox locks its row
//! first, so that two changes of one mailbox run one after the other. It locks the mails next, and
//! the player's feed counter last.

use super::MailChange;
use super::codes::{insert_request, redeem_code, request_code};
use super::invitations::accept_invitation;
use super::keys::insert_keys;
use super::mailboxes::{
    cancel_mail, change_address, confirm, remove_mailbox, take_address, upsert,
};
use super::outbox::{insert_mail, write_attempt, write_feed_batch};
use super::sign_up::{offer_sign_up, sign_up};
use super::threads::{threads_are_unchanged, update_threads};
use crate::Done;
use crate::jobs::{self, CANCEL_MAIL, Queue};
use crate::sql::{Connection, query, query_text};

/// Writes a change of a mailbox or of mail.
pub(crate) async fn write_mail(
    db: &mut Connection<'_>,
    change: &MailChange,
) -> Result<Done, sqlx::Error> {
    let done = match change {
        MailChange::Upsert(wish) => return upsert(db, wish).await,
        MailChange::Confirm { code_hash, at } => return confirm(db, code_hash, *at).await,
        MailChange::ChangeAddress(change) => return change_address(db, change).await,
        MailChange::KeepAddress { player_id, address_normalized, at } => {
            query(
                "UPDATE mailboxes SET next_address = NULL, next_address_normalized = NULL, next_address_at = NULL, \
             revision = CASE WHEN revision >= $3 THEN revision + 1 ELSE $3 END \
             WHERE player_id = $1 AND address_normalized = $2 AND next_address_at IS NOT NULL",
            )
            .bind(player_id)
            .bind(address_normalized)
            .bind(at.0)
            .execute(&mut *db)
            .await?
        }
        MailChange::TakeAddress { player_id, removes, at } => {
            return take_address(db, player_id, *removes, *at).await;
        }
        MailChange::Remove(player_id) => remove_mailbox(db, player_id).await?,
        MailChange::TurnOff { player_id, address_normalized, at } => {
            let off = query(
                "UPDATE mailboxes SET frequency = 'off', revision = CASE WHEN revision >= $3 \
                 THEN revision + 1 ELSE $3 END WHERE player_id = $1 AND address_normalized = $2",
            )
            .bind(player_id)
            .bind(address_normalized)
            .bind(at.0)
            .execute(&mut *db)
            .await?;
            if off > 0 {
                cancel_mail(db, player_id).await?;
            }
            off
        }
        MailChange::StopStrangers { player_id, address_normalized, at } => {
            let off = query(
                "UPDATE mailboxes SET strangers = $4, strangers_waiting = $4, \
                 revision = CASE WHEN revision >= $3 THEN revision + 1 ELSE $3 END \
                 WHERE player_id = $1 AND address_normalized = $2",
            )
            .bind(player_id)
            .bind(address_normalized)
            .bind(at.0)
            .bind(false)
            .execute(&mut *db)
            .await?;
            if off > 0 {
                query_text(format!("{CANCEL_MAIL} AND player_id = $1 AND mail_kind = 'strangers'"))
                    .bind(player_id)
                    .execute(&mut *db)
                    .await?;
            }
            off
        }
        MailChange::Suppress { address_hash, player_id, address_normalized, at } => {
            query(
                "UPDATE mailboxes SET pending_address = NULL, pending_address_normalized = NULL, code_hash = NULL, pending_since = NULL \
                 WHERE player_id = $1 AND pending_address_normalized = $2",
            )
            .bind(player_id)
            .bind(address_normalized)
            .execute(&mut *db)
            .await?;
            // Cancel pending mail to the address: confirmations and invitations.
            query_text(format!(
                "{CANCEL_MAIL} AND ((mail_kind = 'confirm' AND lower(recipient) = $2) OR (player_id IS NULL \
                 AND lower(recipient) IN (SELECT i.address_normalized FROM mail_invitations i WHERE i.address_hash = $1)))"
            ))
            .bind(address_hash)
            .bind(address_normalized)
            .execute(&mut *db)
            .await?;
            query("INSERT INTO mail_suppressions (address_hash, at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(address_hash)
                .bind(at.0)
                .execute(&mut *db)
                .await?;
            1
        }
        MailChange::Unsuppress(address_hash) => {
            query("DELETE FROM mail_suppressions WHERE address_hash = $1")
                .bind(address_hash)
                .execute(&mut *db)
                .await?;
            1
        }
        MailChange::Compose(composed) => return write_feed_batch(db, composed).await,
        MailChange::Write(mail, keys, threads, at) => {
            if let Some(player_id) = &mail.player_id {
                let held = query(
                    "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND address = $2",
                )
                .bind(player_id)
                .bind(&mail.recipient)
                .execute(&mut *db)
                .await?;
                if held == 0 {
                    return Ok(Done::Conflict);
                }
                let there: Option<(i64,)> = query("SELECT created_at FROM jobs WHERE queue = 'mail_out' AND dedup_id = $1")
                    .bind(&mail.message_id)
                    .fetch_optional(&mut *db)
                    .await?;
                if there.is_some() {
                    return Ok(Done::Yes);
                }
                if !threads_are_unchanged(db, player_id, threads).await? {
                    return Ok(Done::Conflict);
                }
                update_threads(db, player_id, threads).await?;
            }
            insert_keys(db, keys).await?;
            insert_mail(db, mail, *at).await?;
            1
        }
        MailChange::Accept(acceptance) => return accept_invitation(db, acceptance).await,
        MailChange::OfferSignUp(offer) => return offer_sign_up(db, offer).await,
        MailChange::SignUp(new) => return sign_up(db, new).await,
        MailChange::Expire(key_hash) => {
            query(
                "UPDATE mail_invitations SET code_hash = '' WHERE key_hash = $1 AND player_id IS NULL \
                 AND code_hash <> ''",
            )
            .bind(key_hash)
            .execute(&mut *db)
            .await?
        }
        MailChange::CountCorrection(key_hash, most) => {
            query("UPDATE mail_invitations SET answer_count = answer_count + 1 WHERE key_hash = $1 AND answer_count < $2")
                .bind(key_hash)
                .bind(i64::from(*most))
                .execute(&mut *db)
                .await?
        }
        MailChange::RequestCode(request) => return insert_request(db, request).await,
        MailChange::AskCode(asked) => return request_code(db, asked).await,
        MailChange::TakeCode { code_hash, token, since } => {
            return redeem_code(db, code_hash, token, *since).await;
        }
        MailChange::RecordAttempt(tried) => return write_attempt(db, tried).await,
        MailChange::Bounced { player_id, address_normalized, at, most, since } => {
            query(
                "UPDATE mailboxes SET bounce_count = bounce_count + 1, bounced_since = coalesce(bounced_since, $3), \
             state = CASE WHEN bounce_count + 1 >= $4 AND bounced_since <= $5 THEN 'failing' ELSE state END \
             WHERE player_id = $1 AND address_normalized = $2",
            )
            .bind(player_id)
            .bind(address_normalized)
            .bind(at.0)
            .bind(i64::from(*most))
            .bind(since.0)
            .execute(&mut *db)
            .await?
        }
        MailChange::ResetBounces(player_id) => query(
            "UPDATE mailboxes SET bounce_count = 0, bounced_since = NULL WHERE player_id = $1 AND bounce_count > 0",
        )
        .bind(player_id)
        .execute(&mut *db)
        .await?
        .max(1),
        MailChange::Forget(before) => {
            jobs::forget(db, Queue::MailOut, *before).await?;
            jobs::forget(db, Queue::Recoveries, *before).await?;
            // Rows that others have locked are left for the next time: the erasure of a player
            // locks them in another order.
            let skip_locked = db.dialect().skip_locked();
            let keys = format!(
                "DELETE FROM mail_keys WHERE hash IN (SELECT k.hash FROM mail_keys k WHERE k.created_at < $1 \
                 AND (k.game_id = '' OR EXISTS (SELECT 1 FROM games g WHERE g.id = k.game_id \
                 AND g.status IN ('finished', 'cancelled'))) ORDER BY k.hash{skip_locked})"
            );
            query_text(keys).bind(*before).execute(&mut *db).await?;
            for statement in [
                "DELETE FROM mail_address_quota WHERE at < $1",
                "DELETE FROM mail_codes WHERE created_at < $1",
                "DELETE FROM mail_invitations WHERE created_at < $1 AND (code_hash = '' OR EXISTS (SELECT 1 FROM games g \
                 WHERE g.id = mail_invitations.game_id AND g.status IN ('finished', 'cancelled')))",
            ] {
                query(statement).bind(before.0).execute(&mut *db).await?;
            }
            1
        }
    };
    Ok(if done == 0 { Done::Conflict } else { Done::Yes })
}
