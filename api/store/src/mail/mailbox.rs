//! SQL of creating, confirming, changing and deleting mailboxes, shared by SQLite and PostgreSQL.

/// Defines the functions that write mailboxes. See `write_mail`.
macro_rules! write_mailbox {
    ($connection:ty) => {
        async fn want(db: &mut $connection, wish: &UpsertMailbox) -> Result<Done, sqlx::Error> {
            let UpsertMailbox {
                player_id, cadence, sheets, strangers, lang, before, asked, keeps_next, counted, mail, at,
            } = wish;
            if !is_there(db, player_id).await? {
                return Ok(Done::Conflict);
            }
            let wanted = match before {
                // A mailbox that is turned on starts with events from now on.
                Some(_) => {
                    "UPDATE mailboxes SET position = CASE WHEN $2 <> 'off' AND (cadence = 'off' OR state <> 'active') THEN \
                     coalesce((SELECT h.number FROM feed_heads h WHERE h.player_id = mailboxes.player_id), 0) \
                     ELSE position END, cadence = $2, sheets = $3, lang = $4, asked_address = $5, asked_normal = $6, \
                     code_hash = $7, asked_at = $8, state = 'active', failing_since = NULL, bounces = 0, \
                     bounced_since = NULL, changed_at = $9, strangers = $11, \
                     strangers_waiting = (strangers_waiting AND $11), \
                     next_address = CASE WHEN $12 THEN next_address END, \
                     next_normal = CASE WHEN $12 THEN next_normal END, next_at = CASE WHEN $12 THEN next_at END \
                     WHERE player_id = $1 AND changed_at = $10"
                }
                None => {
                    "INSERT INTO mailboxes (player_id, cadence, sheets, lang, asked_address, asked_normal, code_hash, \
                     asked_at, changed_at, state, position, digest_at, leased_until, bounces, strangers) \
                     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', 0, 0, 0, 0, $11 \
                     WHERE CAST($10 AS BIGINT) IS NULL AND NOT $12 ON CONFLICT (player_id) DO NOTHING"
                }
            };
            let done = sqlx::query(wanted)
                .bind(player_id)
                .bind(cadence.as_str())
                .bind(sheets)
                .bind(lang)
                .bind(asked.as_ref().map(|asked| &asked.address))
                .bind(asked.as_ref().map(|asked| &asked.normal))
                .bind(asked.as_ref().map(|asked| &asked.code_hash))
                .bind(asked.as_ref().map(|asked| asked.at.0))
                .bind(at.0)
                .bind(before.map(|before| before.0))
                .bind(strangers)
                .bind(keeps_next)
                .execute(&mut *db)
                .await?;
            if done.rows_affected() == 0 {
                return Ok(Done::Conflict);
            }
            if *cadence == Cadence::Off {
                give_up_mail(db, player_id).await?;
            }
            let may = match counted {
                Some(counted) => count(db, counted, *at).await?,
                None => true,
            };
            if !may {
                // Mark the code as not sent. The player is told, and does not wait for a code that was never sent.
                sqlx::query("UPDATE mailboxes SET code_hash = $2 WHERE player_id = $1")
                    .bind(player_id)
                    .bind(format!("{}{player_id}", $crate::mail::UNSENT))
                    .execute(&mut *db)
                    .await?;
            }
            if let Some(mail) = mail.as_ref().filter(|_| may) {
                append_mail(db, mail, *at).await?;
            }
            Ok(Done::Yes)
        }

        /// Counts a mail to an address, and returns true if the quotas allow it. Concurrent counts for the same address
        /// wait for each other. A mail that is not sent counts only for the player who asked for it: otherwise repeated
        /// requests could keep an address from ever getting mail.
        async fn count(db: &mut $connection, counted: &AddressQuota, at: Time) -> Result<bool, sqlx::Error> {
            let AddressQuota { id, address_hash, domain_hash, player_id, most, most_of_domain, most_of_all, since } = counted;
            sqlx::query(ADDRESS_HELD).bind(address_hash).execute(&mut *db).await?;
            let (before,): (i64,) =
                sqlx::query_as("SELECT count(*) FROM mail_asked WHERE address_hash = $1 AND at > $2")
                    .bind(address_hash)
                    .bind(since.0)
                    .fetch_one(&mut *db)
                    .await?;
            let mut may = before < i64::from(*most);
            // Other nodes may count for the same domain at the same moment, so the domain quota can be exceeded by
            // their mails.
            if may && !domain_hash.is_empty() {
                let (of_domain, of_all): (i64, i64) = sqlx::query_as(
                    "SELECT (SELECT count(*) FROM mail_asked WHERE domain_hash = $1 AND domain_hash <> '' AND at > $2), \
                     (SELECT count(*) FROM mail_asked WHERE domain_hash <> '' AND at > $2)",
                )
                .bind(domain_hash)
                .bind(since.0)
                .fetch_one(&mut *db)
                .await?;
                may = of_domain < i64::from(*most_of_domain) && of_all < i64::from(*most_of_all);
            }
            if may || !player_id.is_empty() {
                sqlx::query("INSERT INTO mail_asked (id, address_hash, player_id, at, domain_hash) VALUES ($1, $2, $3, $4, $5)")
                    .bind(id)
                    .bind(if may { address_hash.as_str() } else { "" })
                    .bind(player_id)
                    .bind(at.0)
                    .bind(if may { domain_hash.as_str() } else { "" })
                    .execute(&mut *db)
                    .await?;
            }
            Ok(may)
        }

        async fn confirm(db: &mut $connection, code_hash: &str, at: Time) -> Result<Done, sqlx::Error> {
            let confirmed: Option<(String, String)> = sqlx::query_as(
                "UPDATE mailboxes SET address = asked_address, normal = asked_normal, confirmed_at = $2, \
                 asked_address = NULL, asked_normal = NULL, code_hash = NULL, asked_at = NULL, state = 'active', \
                 failing_since = NULL, bounces = 0, bounced_since = NULL, \
                 changed_at = CASE WHEN changed_at >= $2 THEN changed_at + 1 ELSE $2 END \
                 WHERE code_hash = $1 AND normal IS NULL AND NOT EXISTS (SELECT 1 FROM mailboxes o \
                 WHERE o.normal = mailboxes.asked_normal AND o.player_id <> mailboxes.player_id) \
                 RETURNING player_id, normal",
            )
            .bind(code_hash)
            .bind(at.0)
            .fetch_optional(&mut *db)
            .await?;
            let Some((player_id, normal)) = confirmed else { return Ok(Done::Conflict) };
            let number = begin_at(db, &player_id, &normal).await?;
            sqlx::query("UPDATE mailboxes SET position = $2 WHERE player_id = $1")
                .bind(&player_id)
                .bind(number)
                .execute(&mut *db)
                .await?;
            Ok(Done::Yes)
        }

        /// Cancels what was meant for the previous address, and enables the player's feed. Returns the number of its
        /// last entry.
        async fn begin_at(db: &mut $connection, player_id: &str, normal: &str) -> Result<i64, sqlx::Error> {
            // Codes sent to the previous address become invalid.
            sqlx::query("DELETE FROM mail_codes WHERE player_id = $1").bind(player_id).execute(&mut *db).await?;
            // Pending mail to the previous address is cancelled, because it contains keys. It is not written again: the
            // reminder repeats that it is the player's turn, and the next mail about a game shows its state, but only
            // the game itself shows the events that the cancelled mail reported.
            sqlx::query(
                "UPDATE mail_out SET state = 'failed', next_at = NULL, message = '' WHERE player_id = $1 AND state = 'pending' \
                 AND (kind = 'code' OR (kind NOT IN ('confirm', 'notice') AND lower(recipient) <> $2))",
            )
            .bind(player_id)
            .bind(normal)
            .execute(&mut *db)
            .await?;
            // Waits for moves in progress that saw the feed disabled.
            let (number,): (i64,) = sqlx::query_as(
                "INSERT INTO feed_heads (player_id, number, awake) VALUES ($1, 0, TRUE) \
                 ON CONFLICT (player_id) DO UPDATE SET awake = TRUE RETURNING number",
            )
            .bind(player_id)
            .fetch_one(&mut *db)
            .await?;
            Ok(number)
        }

        async fn change_address(db: &mut $connection, change: &AddressChange) -> Result<Done, sqlx::Error> {
            let AddressChange { player_id, from, code_hash, at, takes_effect, counted, notice } = change;
            // Lock the mailbox before counting the notice. A conflict does not roll back earlier writes, so write
            // nothing before all checks.
            let held = sqlx::query(
                "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND normal = $2 \
                 AND (CAST($3 AS TEXT) IS NULL OR (code_hash = $3 AND NOT EXISTS (SELECT 1 FROM mailboxes o \
                 WHERE o.normal = mailboxes.asked_normal AND o.player_id <> mailboxes.player_id)))",
            )
            .bind(player_id)
            .bind(from)
            .bind(code_hash)
            .execute(&mut *db)
            .await?;
            // The change requires the notice.
            if held.rows_affected() == 0 || !count(db, counted, *at).await? {
                return Ok(Done::Conflict);
            }
            // Without a code the change deletes the mailbox. Until then nothing more about games is written to it.
            sqlx::query(
                "UPDATE mailboxes SET next_address = CASE WHEN CAST($2 AS TEXT) IS NOT NULL THEN asked_address END, \
                 next_normal = CASE WHEN CAST($2 AS TEXT) IS NOT NULL THEN asked_normal END, next_at = $3, \
                 asked_address = NULL, asked_normal = NULL, code_hash = NULL, asked_at = NULL, \
                 changed_at = CASE WHEN changed_at >= $4 THEN changed_at + 1 ELSE $4 END WHERE player_id = $1",
            )
            .bind(player_id)
            .bind(code_hash)
            .bind(takes_effect.0)
            .bind(at.0)
            .execute(&mut *db)
            .await?;
            append_mail(db, notice, *at).await?;
            Ok(Done::Yes)
        }

        async fn take_address(
            db: &mut $connection,
            player_id: &str,
            removes: bool,
            at: Time,
        ) -> Result<Done, sqlx::Error> {
            let due: Option<(Option<String>,)> = sqlx::query_as(
                "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND next_at <= $2 RETURNING next_normal",
            )
            .bind(player_id)
            .bind(at.0)
            .fetch_optional(&mut *db)
            .await?;
            let Some((normal,)) = due.filter(|(normal,)| normal.is_none() == removes) else {
                return Ok(Done::Conflict);
            };
            let Some(normal) = normal else {
                remove_mailbox(db, player_id).await?;
                return Ok(Done::Yes);
            };
            let taken = sqlx::query(
                "UPDATE mailboxes SET address = next_address, normal = next_normal, confirmed_at = $2, state = 'active', \
                 failing_since = NULL, bounces = 0, bounced_since = NULL \
                 WHERE player_id = $1 AND NOT EXISTS (SELECT 1 FROM mailboxes o \
                 WHERE o.normal = mailboxes.next_normal AND o.player_id <> mailboxes.player_id)",
            )
            .bind(player_id)
            .bind(at.0)
            .execute(&mut *db)
            .await?;
            sqlx::query(
                "UPDATE mailboxes SET next_address = NULL, next_normal = NULL, next_at = NULL, \
                 changed_at = CASE WHEN changed_at >= $2 THEN changed_at + 1 ELSE $2 END WHERE player_id = $1",
            )
            .bind(player_id)
            .bind(at.0)
            .execute(&mut *db)
            .await?;
            if taken.rows_affected() > 0 {
                begin_at(db, player_id, &normal).await?;
            }
            Ok(Done::Yes)
        }

        /// Deletes a mailbox with everything that belongs to it. Returns the number of mailboxes deleted.
        async fn remove_mailbox(db: &mut $connection, player_id: &str) -> Result<u64, sqlx::Error> {
            let mut removed = 0;
            for statement in $crate::mail::ERASE_MAILBOX {
                removed = sqlx::query(statement).bind(player_id).execute(&mut *db).await?.rows_affected();
            }
            Ok(removed)
        }

        /// Cancels pending mail to a player who wants none, except for confirmations, codes and notices.
        async fn give_up_mail(db: &mut $connection, player_id: &str) -> Result<(), sqlx::Error> {
            sqlx::query($crate::mail::GIVE_UP_MAIL).bind(player_id).execute(&mut *db).await?;
            Ok(())
        }
    };
}
pub(crate) use write_mailbox;
