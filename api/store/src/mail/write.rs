//! SQL that writes mail, shared by SQLite and PostgreSQL. A change of a mailbox locks its row first, so that two
//! changes of one mailbox run one after the other. It locks the mails next, and the player's feed counter last.

/// Statements that delete a player's mailbox, by the player's id, with everything that contains its address or gives it
/// access to games.
pub(crate) const ERASE_MAILBOX: [&str; 10] = [
    // Lock the mailbox first, as senders do: a mail is written before the deletion, or not at all.
    "UPDATE mailboxes SET lease = NULL WHERE player_id = $1",
    "DELETE FROM mail_in WHERE player_id = $1 OR queue IN (SELECT normal FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mail_out WHERE player_id = $1",
    "DELETE FROM mail_threads WHERE player_id = $1",
    "DELETE FROM mail_keys WHERE player_id = $1",
    "DELETE FROM mail_codes WHERE player_id = $1",
    // Others may have sent mail to the address before it was known to be the player's.
    "DELETE FROM mail_out WHERE player_id IS NULL \
     AND lower(recipient) IN (SELECT normal FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mail_invitations WHERE normal IN (SELECT normal FROM mailboxes WHERE player_id = $1) \
     AND (player_id IS NOT NULL OR code_hash = '')",
    // Open invitations only lose the address: their seats become free when they expire.
    "UPDATE mail_invitations SET address = '', normal = '', address_hash = 'forgotten ' || key_hash \
     WHERE normal IN (SELECT normal FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mailboxes WHERE player_id = $1",
];

/// Cancels a player's pending mail, by the player's id, except for mail that the player has just asked for.
pub(crate) const GIVE_UP_MAIL: &str = "UPDATE mail_out SET state = 'failed', next_at = NULL, message = '' \
     WHERE player_id = $1 AND state = 'pending' AND kind NOT IN ('confirm', 'code', 'notice')";

/// Defines the function that writes a change of mail. See `writes::write_one`, which defines `is_there`.
macro_rules! write_mail {
    ($connection:ty) => {
        async fn write_mail(db: &mut $connection, change: &MailChange) -> Result<Done, sqlx::Error> {
            let done = match change {
                MailChange::Upsert(wish) => return want(db, wish).await,
                MailChange::Confirm { code_hash, at } => return confirm(db, code_hash, *at).await,
                MailChange::ChangeAddress(change) => return change_address(db, change).await,
                MailChange::KeepAddress { player_id, normal, at } => sqlx::query(
                    "UPDATE mailboxes SET next_address = NULL, next_normal = NULL, next_at = NULL, \
                     changed_at = CASE WHEN changed_at >= $3 THEN changed_at + 1 ELSE $3 END \
                     WHERE player_id = $1 AND normal = $2 AND next_at IS NOT NULL",
                )
                .bind(player_id)
                .bind(normal)
                .bind(at.0)
                .execute(&mut *db)
                .await?
                .rows_affected(),
                MailChange::TakeAddress { player_id, removes, at } => {
                    return take_address(db, player_id, *removes, *at).await;
                }
                MailChange::Remove(player_id) => remove_mailbox(db, player_id).await?,
                MailChange::TurnOff { player_id, normal, at } => {
                    let off = sqlx::query(
                        "UPDATE mailboxes SET cadence = 'off', changed_at = CASE WHEN changed_at >= $3 \
                         THEN changed_at + 1 ELSE $3 END WHERE player_id = $1 AND normal = $2",
                    )
                    .bind(player_id)
                    .bind(normal)
                    .bind(at.0)
                    .execute(&mut *db)
                    .await?;
                    if off.rows_affected() > 0 {
                        give_up_mail(db, player_id).await?;
                    }
                    off.rows_affected()
                }
                MailChange::StopStrangers { player_id, normal, at } => {
                    let off = sqlx::query(
                        "UPDATE mailboxes SET strangers = $4, strangers_waiting = $4, \
                         changed_at = CASE WHEN changed_at >= $3 THEN changed_at + 1 ELSE $3 END \
                         WHERE player_id = $1 AND normal = $2",
                    )
                    .bind(player_id)
                    .bind(normal)
                    .bind(at.0)
                    .bind(false)
                    .execute(&mut *db)
                    .await?;
                    if off.rows_affected() > 0 {
                        sqlx::query(
                            "UPDATE mail_out SET state = 'failed', next_at = NULL, message = '' \
                             WHERE player_id = $1 AND state = 'pending' AND kind = 'strangers'",
                        )
                        .bind(player_id)
                        .execute(&mut *db)
                        .await?;
                    }
                    off.rows_affected()
                }
                MailChange::Suppress { address_hash, player_id, normal, at } => {
                    sqlx::query(
                        "UPDATE mailboxes SET asked_address = NULL, asked_normal = NULL, code_hash = NULL, asked_at = NULL \
                         WHERE player_id = $1 AND asked_normal = $2",
                    )
                    .bind(player_id)
                    .bind(normal)
                    .execute(&mut *db)
                    .await?;
                    // Cancel pending mail to the address: confirmations and invitations.
                    sqlx::query(
                        "UPDATE mail_out SET state = 'failed', next_at = NULL, message = '' WHERE state = 'pending' \
                         AND ((kind = 'confirm' AND lower(recipient) = $2) OR (player_id IS NULL AND lower(recipient) IN \
                         (SELECT i.normal FROM mail_invitations i WHERE i.address_hash = $1)))",
                    )
                    .bind(address_hash)
                    .bind(normal)
                    .execute(&mut *db)
                    .await?;
                    sqlx::query("INSERT INTO mail_refused (address_hash, at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                        .bind(address_hash)
                        .bind(at.0)
                        .execute(&mut *db)
                        .await?;
                    1
                }
                MailChange::Unsuppress(address_hash) => {
                    sqlx::query("DELETE FROM mail_refused WHERE address_hash = $1")
                        .bind(address_hash)
                        .execute(&mut *db)
                        .await?;
                    1
                }
                MailChange::Compose(composed) => return write_composed(db, composed).await,
                MailChange::Release { player_id, lease, at } => sqlx::query(
                    "UPDATE mailboxes SET lease = NULL, leased_until = $3 WHERE player_id = $1 AND lease = $2",
                )
                .bind(player_id)
                .bind(lease)
                .bind(at.0)
                .execute(&mut *db)
                .await?
                .rows_affected(),
                MailChange::Write(mail, keys, threads, at) => {
                    if let Some(player_id) = &mail.player_id {
                        let held = sqlx::query(
                            "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND address = $2",
                        )
                        .bind(player_id)
                        .bind(&mail.recipient)
                        .execute(&mut *db)
                        .await?;
                        if held.rows_affected() == 0 {
                            return Ok(Done::Conflict);
                        }
                        let there: Option<(i64,)> = sqlx::query_as("SELECT made_at FROM mail_out WHERE message_id = $1")
                            .bind(&mail.message_id)
                            .fetch_optional(&mut *db)
                            .await?;
                        if there.is_some() {
                            return Ok(Done::Yes);
                        }
                        if !are_told_so_far(db, player_id, threads).await? {
                            return Ok(Done::Conflict);
                        }
                        tell(db, player_id, threads).await?;
                    }
                    append_keys(db, keys).await?;
                    append_mail(db, mail, *at).await?;
                    1
                }
                MailChange::Accept(acceptance) => return accept(db, acceptance).await,
                MailChange::Expire(key_hash) => {
                    sqlx::query(
                        "UPDATE mail_invitations SET code_hash = '' WHERE key_hash = $1 AND player_id IS NULL \
                         AND code_hash <> ''",
                    )
                    .bind(key_hash)
                    .execute(&mut *db)
                    .await?
                    .rows_affected()
                }
                MailChange::CountCorrection(key_hash, most) => {
                    sqlx::query("UPDATE mail_invitations SET answers = answers + 1 WHERE key_hash = $1 AND answers < $2")
                        .bind(key_hash)
                        .bind(i64::from(*most))
                        .execute(&mut *db)
                        .await?
                        .rows_affected()
                }
                MailChange::AskCode(asked) => return ask_code(db, asked).await,
                MailChange::TakeCode { code_hash, token, since } => {
                    return take_code(db, code_hash, token, *since).await;
                }
                MailChange::RecordAttempt(tried) => return write_tried(db, tried).await,
                MailChange::Bounced { player_id, normal, at, most, since } => sqlx::query(
                    "UPDATE mailboxes SET bounces = bounces + 1, bounced_since = coalesce(bounced_since, $3), \
                     state = CASE WHEN bounces + 1 >= $4 AND bounced_since <= $5 THEN 'failing' ELSE state END \
                     WHERE player_id = $1 AND normal = $2",
                )
                .bind(player_id)
                .bind(normal)
                .bind(at.0)
                .bind(i64::from(*most))
                .bind(since.0)
                .execute(&mut *db)
                .await?
                .rows_affected(),
                MailChange::ResetBounces(player_id) => sqlx::query(
                    "UPDATE mailboxes SET bounces = 0, bounced_since = NULL WHERE player_id = $1 AND bounces > 0",
                )
                .bind(player_id)
                .execute(&mut *db)
                .await?
                .rows_affected()
                .max(1),
                MailChange::Forget(before) => {
                    for statement in [
                        FORGET_MAILS,
                        FORGET_KEYS,
                        "DELETE FROM mail_asked WHERE at < $1",
                        "DELETE FROM mail_codes WHERE made_at < $1",
                        "DELETE FROM mail_invitations WHERE made_at < $1 AND (code_hash = '' OR EXISTS (SELECT 1 FROM games g \
                         WHERE g.id = mail_invitations.game_id AND g.status IN ('finished', 'cancelled')))",
                    ] {
                        sqlx::query(statement).bind(before.0).execute(&mut *db).await?;
                    }
                    1
                }
            };
            Ok(if done == 0 { Done::Conflict } else { Done::Yes })
        }

        crate::mail::write_mailbox!($connection);
        crate::mail::write_invitations!($connection);
        crate::mail::write_codes!($connection);
        crate::mail::write_out!($connection);
    };
}
pub(crate) use write_mail;
