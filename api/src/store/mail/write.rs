//! How mail is written: in the same words to either kind of database. A change of a mailbox begins with its row, so that two
//! changes of one cannot pass each other, and takes its mails after it and the player's counter last.

/// Makes a function that writes a change of mail. See `writes::write_one`, which has `is_there`.
macro_rules! write_mail {
    ($connection:ty) => {
        async fn write_mail(db: &mut $connection, change: &MailChange) -> Result<Done, sqlx::Error> {
            let done = match change {
                MailChange::Want(wish) => return want(db, wish).await,
                MailChange::Confirm { code_hash, at } => return confirm(db, code_hash, *at).await,
                MailChange::Remove(player_id) => {
                    let removed: Option<(Option<String>,)> =
                        sqlx::query_as("DELETE FROM mailboxes WHERE player_id = $1 RETURNING normal")
                            .bind(player_id)
                            .fetch_optional(&mut *db)
                            .await?;
                    for statement in [
                        "DELETE FROM mail_out WHERE player_id = $1",
                        "DELETE FROM mail_threads WHERE player_id = $1",
                        "DELETE FROM mail_keys WHERE player_id = $1",
                        "DELETE FROM mail_codes WHERE player_id = $1",
                    ] {
                        sqlx::query(statement).bind(player_id).execute(&mut *db).await?;
                    }
                    // Others may have written to the address before it was known whose it is. Of invitations that stand the address
                    // alone is forgotten: their seats are to be free again one day.
                    for statement in [
                        "DELETE FROM mail_out WHERE player_id IS NULL AND lower(recipient) = $1",
                        "DELETE FROM mail_invitations WHERE normal = $1 AND (player_id IS NOT NULL OR code_hash = '')",
                        "UPDATE mail_invitations SET address = '', normal = '', address_hash = 'forgotten ' || key_hash WHERE normal = $1",
                    ] {
                        let normal = removed.as_ref().and_then(|(normal,)| normal.as_deref());
                        sqlx::query(statement).bind(normal).execute(&mut *db).await?;
                    }
                    // What came in names the address too.
                    let normal = removed.as_ref().and_then(|(normal,)| normal.as_deref());
                    sqlx::query("DELETE FROM mail_in WHERE player_id = $1 OR queue = $2")
                        .bind(player_id)
                        .bind(normal)
                        .execute(&mut *db)
                        .await?;
                    u64::from(removed.is_some())
                }
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
                MailChange::Refuse { address_hash, player_id, normal, at } => {
                    sqlx::query(
                        "UPDATE mailboxes SET asked_address = NULL, asked_normal = NULL, code_hash = NULL, asked_at = NULL \
                         WHERE player_id = $1 AND asked_normal = $2",
                    )
                    .bind(player_id)
                    .bind(normal)
                    .execute(&mut *db)
                    .await?;
                    // What is on its way there is given up: what asks whether the address is right, and invitations.
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
                MailChange::Welcome(address_hash) => {
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
                MailChange::Correct(key_hash, most) => {
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
                MailChange::Tried(tried) => return write_tried(db, tried).await,
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
                MailChange::Heard(player_id) => sqlx::query(
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

        async fn want(db: &mut $connection, wish: &MailboxWish) -> Result<Done, sqlx::Error> {
            let MailboxWish { player_id, cadence, sheets, lang, before, asked, counted, mail, at } = wish;
            if !is_there(db, player_id).await? {
                return Ok(Done::Conflict);
            }
            let wanted = match before {
                // One that is turned on begins with what happens from then on.
                Some(_) => {
                    "UPDATE mailboxes SET position = CASE WHEN $2 <> 'off' AND (cadence = 'off' OR state <> 'active') THEN \
                     coalesce((SELECT h.number FROM feed_heads h WHERE h.player_id = mailboxes.player_id), 0) \
                     ELSE position END, cadence = $2, sheets = $3, lang = $4, asked_address = $5, asked_normal = $6, \
                     code_hash = $7, asked_at = $8, state = 'active', failing_since = NULL, bounces = 0, \
                     bounced_since = NULL, changed_at = $9 WHERE player_id = $1 AND changed_at = $10"
                }
                None => {
                    "INSERT INTO mailboxes (player_id, cadence, sheets, lang, asked_address, asked_normal, code_hash, \
                     asked_at, changed_at, state, position, digest_at, leased_until, bounces) \
                     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', 0, 0, 0, 0 \
                     WHERE CAST($10 AS BIGINT) IS NULL ON CONFLICT (player_id) DO NOTHING"
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
                // Its player is told, and would otherwise wait for a code that nobody has.
                sqlx::query("UPDATE mailboxes SET code_hash = $2 WHERE player_id = $1")
                    .bind(player_id)
                    .bind(format!("{}{player_id}", $crate::store::mail::UNSENT))
                    .execute(&mut *db)
                    .await?;
            }
            if let Some(mail) = mail.as_ref().filter(|_| may) {
                append_mail(db, mail, *at).await?;
            }
            Ok(Done::Yes)
        }

        /// Counts that something is to be sent to an address, and says whether it may be: whoever counts for the same address at
        /// the same moment is waited for. What is not sent counts for its player alone: otherwise whoever keeps asking would keep
        /// an address from ever getting anything.
        async fn count(db: &mut $connection, counted: &Counted, at: Time) -> Result<bool, sqlx::Error> {
            let Counted { id, address_hash, player_id, most, since } = counted;
            sqlx::query(ADDRESS_HELD).bind(address_hash).execute(&mut *db).await?;
            let (before,): (i64,) =
                sqlx::query_as("SELECT count(*) FROM mail_asked WHERE address_hash = $1 AND at > $2")
                    .bind(address_hash)
                    .bind(since.0)
                    .fetch_one(&mut *db)
                    .await?;
            let may = before < i64::from(*most);
            if may || !player_id.is_empty() {
                sqlx::query("INSERT INTO mail_asked (id, address_hash, player_id, at) VALUES ($1, $2, $3, $4)")
                    .bind(id)
                    .bind(if may { address_hash.as_str() } else { "" })
                    .bind(player_id)
                    .bind(at.0)
                    .execute(&mut *db)
                    .await?;
            }
            Ok(may)
        }

        /// Turns away new games whose players invite more by mail than they may in a day: whoever counts for the same player at the
        /// same moment is waited for.
        async fn turn_away_hosts(
            db: &mut $connection,
            new_games: &[(usize, &NewGame)],
            done: &mut [Done],
        ) -> Result<(), sqlx::Error> {
            let by_mail = |(at, game): &&(usize, &NewGame)| done[*at] == Done::Yes && !game.invitations.is_empty();
            let by_mail: Vec<_> = new_games.iter().filter(by_mail).copied().collect();
            let hosts: BTreeSet<&str> =
                by_mail.iter().flat_map(|(_, game)| &game.invitations).map(|one| &*one.counted.player_id).collect();
            // In one order, so that no two batches wait for each other.
            for host in hosts {
                sqlx::query(ADDRESS_HELD).bind(host).execute(&mut *db).await?;
            }
            let mut admitted: HashMap<&str, usize> = HashMap::new();
            for (at, game) in by_mail {
                let Some(NewInvitation { counted, .. }) = game.invitations.first() else { continue };
                let (before,): (i64,) =
                    sqlx::query_as("SELECT count(*) FROM mail_asked WHERE player_id = $1 AND at > $2")
                        .bind(&counted.player_id)
                        .bind(counted.since.0)
                        .fetch_one(&mut *db)
                        .await?;
                let of_batch = admitted.entry(&*counted.player_id).or_default();
                if before as usize + *of_batch + game.invitations.len() > MOST_INVITATIONS {
                    done[at] = Done::Conflict;
                } else {
                    *of_batch += game.invitations.len();
                }
            }
            Ok(())
        }

        /// Writes the invitations to new games.
        async fn invite(db: &mut $connection, invitations: &[NewInvitation]) -> Result<(), sqlx::Error> {
            let mut invitations: Vec<_> = invitations.iter().collect();
            // In the order of the addresses, which are held one after the other.
            invitations.sort_by(|a, b| a.counted.address_hash.cmp(&b.counted.address_hash));
            for NewInvitation { row, counted, mail } in invitations {
                sqlx::query(
                    "INSERT INTO mail_invitations (key_hash, game_id, seat, code_hash, address, normal, address_hash, made_by, lang, \
                     answers, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10)",
                )
                .bind(&row.key_hash)
                .bind(&row.game_id)
                .bind(i64::from(row.seat))
                .bind(&row.code_hash)
                .bind(&row.address)
                .bind(&row.normal)
                .bind(&row.address_hash)
                .bind(&row.made_by)
                .bind(&row.lang)
                .bind(row.made_at.0)
                .execute(&mut *db)
                .await?;
                let may = count(db, counted, row.made_at).await?;
                if let Some(mail) = mail.as_ref().filter(|_| may) {
                    append_mail(db, mail, row.made_at).await?;
                }
            }
            Ok(())
        }

        async fn accept(db: &mut $connection, acceptance: &Acceptance) -> Result<Done, sqlx::Error> {
            let Acceptance { key_hash, player_id, new, lang, at } = acceptance;
            if let Some((_, _, normal)) = new {
                let taken: Option<(String,)> = sqlx::query_as("SELECT player_id FROM mailboxes WHERE normal = $1")
                    .bind(normal)
                    .fetch_optional(&mut *db)
                    .await?;
                if taken.is_some() {
                    return Ok(Done::Conflict);
                }
            }
            let there = sqlx::query(
                "UPDATE mail_invitations SET player_id = $2 WHERE key_hash = $1 AND (player_id IS NULL OR player_id = $2)",
            )
            .bind(key_hash)
            .bind(player_id)
            .execute(&mut *db)
            .await?;
            if there.rows_affected() == 0 {
                return Ok(Done::Conflict);
            }
            let Some((name, address, normal)) = new else { return Ok(Done::Yes) };
            sqlx::query("INSERT INTO players (id, name, created_at) VALUES ($1, $2, $3)")
                .bind(player_id)
                .bind(name)
                .bind(at.0)
                .execute(&mut *db)
                .await?;
            sqlx::query(
                "INSERT INTO mailboxes (player_id, cadence, sheets, lang, address, normal, confirmed_at, changed_at, state, \
                 position, digest_at, leased_until, bounces) VALUES ($1, 'each', $2, $3, $4, $5, $6, $6, 'active', 0, 0, 0, 0)",
            )
            .bind(player_id)
            .bind(false)
            .bind(lang)
            .bind(address)
            .bind(normal)
            .bind(at.0)
            .execute(&mut *db)
            .await?;
            sqlx::query("INSERT INTO feed_heads (player_id, number, awake) VALUES ($1, 0, TRUE)")
                .bind(player_id)
                .execute(&mut *db)
                .await?;
            Ok(Done::Yes)
        }

        async fn ask_code(db: &mut $connection, asked: &CodeAsked) -> Result<Done, sqlx::Error> {
            let CodeAsked { counted, code, at } = asked;
            let mut is_its = false;
            if let Some((player_id, _, mail)) = code {
                // Its row first, as every change of it does. The address may have become another since it was looked at.
                let held = sqlx::query(
                    "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND normal = $2",
                )
                .bind(player_id)
                .bind(mail.recipient.to_ascii_lowercase())
                .execute(&mut *db)
                .await?;
                is_its = held.rows_affected() > 0;
            }
            let may = count(db, counted, *at).await? && is_its;
            let Some((player_id, code_hash, mail)) = code.as_ref().filter(|_| may) else { return Ok(Done::Yes) };
            sqlx::query("INSERT INTO mail_codes (code_hash, player_id, made_at) VALUES ($1, $2, $3)")
                .bind(code_hash)
                .bind(player_id)
                .bind(at.0)
                .execute(&mut *db)
                .await?;
            append_mail(db, mail, *at).await?;
            Ok(Done::Yes)
        }

        async fn take_code(
            db: &mut $connection,
            code_hash: &str,
            token: &TokenRow,
            since: Time,
        ) -> Result<Done, sqlx::Error> {
            if !hold_player(db, &token.player_id).await? {
                return Ok(Done::Conflict);
            }
            let taken = sqlx::query("DELETE FROM mail_codes WHERE code_hash = $1 AND player_id = $2 AND made_at > $3")
                .bind(code_hash)
                .bind(&token.player_id)
                .bind(since.0)
                .execute(&mut *db)
                .await?;
            if taken.rows_affected() == 0 {
                return Ok(Done::Conflict);
            }
            // Whoever has lost its token cannot make room for another: the oldest go.
            sqlx::query(
                "DELETE FROM tokens WHERE id IN (SELECT id FROM tokens WHERE player_id = $1 ORDER BY created_at DESC, id DESC \
                 LIMIT 1000 OFFSET $2)",
            )
            .bind(&token.player_id)
            .bind(MOST_TOKENS as i64 - 1)
            .execute(&mut *db)
            .await?;
            write_token(db, token).await?;
            Ok(Done::Yes)
        }

        async fn confirm(db: &mut $connection, code_hash: &str, at: Time) -> Result<Done, sqlx::Error> {
            let confirmed: Option<(String, String, bool)> = sqlx::query_as(
                "UPDATE mailboxes SET address = asked_address, normal = asked_normal, confirmed_at = $2, \
                 asked_address = NULL, asked_normal = NULL, code_hash = NULL, asked_at = NULL, state = 'active', \
                 failing_since = NULL, bounces = 0, bounced_since = NULL, \
                 changed_at = CASE WHEN changed_at >= $2 THEN changed_at + 1 ELSE $2 END, \
                 position = CASE WHEN normal IS NULL THEN -1 ELSE position END \
                 WHERE code_hash = $1 AND NOT EXISTS (SELECT 1 FROM mailboxes o \
                 WHERE o.normal = mailboxes.asked_normal AND o.player_id <> mailboxes.player_id) \
                 RETURNING player_id, normal, position < 0",
            )
            .bind(code_hash)
            .bind(at.0)
            .fetch_optional(&mut *db)
            .await?;
            let Some((player_id, normal, begins)) = confirmed else { return Ok(Done::Conflict) };
            // Whoever reads the address of before gives no token any more.
            sqlx::query("DELETE FROM mail_codes WHERE player_id = $1").bind(&player_id).execute(&mut *db).await?;
            // Nor does it get what is still on its way there: there are keys in it. It is not written anew: that it is one's turn is said
            // again by the reminder, and how a game stands by its next mail, but what the lost one told of stands in the game alone.
            sqlx::query(
                "UPDATE mail_out SET state = 'failed', next_at = NULL, message = '' WHERE player_id = $1 AND state = 'pending' \
                 AND (kind = 'code' OR (kind <> 'confirm' AND lower(recipient) <> $2))",
            )
            .bind(&player_id)
            .bind(&normal)
            .execute(&mut *db)
            .await?;
            // From now on its player's feed is kept up. Steps under way that have found nobody listening are waited for.
            let (number,): (i64,) = sqlx::query_as(
                "INSERT INTO feed_heads (player_id, number, awake) VALUES ($1, 0, TRUE) \
                 ON CONFLICT (player_id) DO UPDATE SET awake = TRUE RETURNING number",
            )
            .bind(&player_id)
            .fetch_one(&mut *db)
            .await?;
            if begins {
                sqlx::query("UPDATE mailboxes SET position = $2 WHERE player_id = $1")
                    .bind(&player_id)
                    .bind(number)
                    .execute(&mut *db)
                    .await?;
            }
            Ok(Done::Yes)
        }

        async fn write_composed(db: &mut $connection, composed: &Composed) -> Result<Done, sqlx::Error> {
            let Composed { player_id, lease, changed_at, from, to, digest_at, threads, keys, mails, at } = composed;
            let there = sqlx::query(
                "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND lease = $2 AND position = $3 \
                 AND changed_at = $4 AND normal IS NOT NULL AND state = 'active'",
            )
            .bind(player_id)
            .bind(lease)
            .bind(*from as i64)
            .bind(changed_at.0)
            .execute(&mut *db)
            .await?;
            if there.rows_affected() == 0 || !are_told_so_far(db, player_id, threads).await? {
                return Ok(Done::Conflict);
            }
            sqlx::query("UPDATE mailboxes SET position = $2, digest_at = $3 WHERE player_id = $1")
                .bind(player_id)
                .bind(*to as i64)
                .bind(digest_at.0)
                .execute(&mut *db)
                .await?;
            tell(db, player_id, threads).await?;
            append_keys(db, keys).await?;
            for mail in mails {
                append_mail(db, mail, *at).await?;
            }
            Ok(Done::Yes)
        }

        /// Whether mails have told a player of games as far as they had when it was looked, and no further. Its mailbox is held.
        async fn are_told_so_far(
            db: &mut $connection,
            player_id: &str,
            threads: &[ThreadStep],
        ) -> Result<bool, sqlx::Error> {
            for ThreadStep { before, thread } in threads {
                let told: Option<(i64,)> =
                    sqlx::query_as("SELECT told FROM mail_threads WHERE player_id = $1 AND game_id = $2")
                        .bind(player_id)
                        .bind(&thread.game_id)
                        .fetch_optional(&mut *db)
                        .await?;
                if told.map(|(told,)| told as u64) != *before {
                    return Ok(false);
                }
            }
            Ok(true)
        }

        /// Notes how far mails tell a player of games.
        async fn tell(db: &mut $connection, player_id: &str, threads: &[ThreadStep]) -> Result<(), sqlx::Error> {
            for ThreadStep { before: _, thread: ThreadRow { game_id, told, turn } } in threads {
                sqlx::query(
                    "INSERT INTO mail_threads (player_id, game_id, told, turn) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (player_id, game_id) DO UPDATE SET told = excluded.told, turn = excluded.turn",
                )
                .bind(player_id)
                .bind(game_id)
                .bind(*told as i64)
                .bind(turn.map_or(-1, i64::from))
                .execute(&mut *db)
                .await?;
            }
            Ok(())
        }

        async fn append_keys(db: &mut $connection, keys: &[KeyRow]) -> Result<(), sqlx::Error> {
            for KeyRow { hash, player_id, game_id, turn, made_at } in keys {
                sqlx::query(
                    "INSERT INTO mail_keys (hash, player_id, game_id, turn, made_at) VALUES ($1, $2, $3, $4, $5) \
                     ON CONFLICT DO NOTHING",
                )
                .bind(hash)
                .bind(player_id)
                .bind(game_id)
                .bind(i64::from(*turn))
                .bind(made_at.0)
                .execute(&mut *db)
                .await?;
            }
            Ok(())
        }

        async fn append_mail(db: &mut $connection, mail: &NewMail, at: Time) -> Result<(), sqlx::Error> {
            let NewMail { id, player_id, game_id, kind, message_id, recipient, sender, message } = mail;
            sqlx::query(
                "INSERT INTO mail_out (id, player_id, game_id, kind, message_id, recipient, sender, message, state, next_at, \
                 attempts, log, leased_until, made_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, 0, '[]', 0, $9) ON CONFLICT DO NOTHING",
            )
            .bind(id)
            .bind(player_id)
            .bind(game_id)
            .bind(kind.as_str())
            .bind(message_id)
            .bind(recipient)
            .bind(sender)
            .bind(message)
            .bind(at.0)
            .execute(&mut *db)
            .await?;
            Ok(())
        }

        async fn write_tried(db: &mut $connection, tried: &MailTried) -> Result<Done, sqlx::Error> {
            let MailTried { id, lease, player_id, recipient, state, next_at, attempts, log, at, tells, patience } = tried;
            if let Some(player_id) = player_id {
                // Its row first, as every change of it does.
                sqlx::query("UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1")
                    .bind(player_id)
                    .execute(&mut *db)
                    .await?;
            }
            let noted = sqlx::query(
                "UPDATE mail_out SET state = $3, next_at = $4, attempts = $5, log = $6, lease = NULL, leased_until = $7, \
                 message = CASE WHEN $3 = 'pending' THEN message ELSE '' END \
                 WHERE id = $1 AND lease = $2 AND state = 'pending'",
            )
            .bind(id)
            .bind(lease)
            .bind(state.as_str())
            .bind(next_at.map(|at| at.0))
            .bind(i64::from(*attempts))
            .bind(log)
            .bind(at.0)
            .execute(&mut *db)
            .await?;
            if noted.rows_affected() == 0 {
                return Ok(Done::Conflict);
            }
            let Some(player_id) = player_id.as_ref().filter(|_| *tells) else { return Ok(Done::Yes) };
            // Only what went to the mailbox itself says something of it.
            sqlx::query(
                "UPDATE mailboxes SET failing_since = CASE WHEN $3 = 'sent' THEN NULL ELSE coalesce(failing_since, $4) END, \
                 state = CASE WHEN $3 <> 'sent' AND coalesce(failing_since, $4) <= $5 THEN 'failing' ELSE state END \
                 WHERE player_id = $1 AND address = $2",
            )
            .bind(player_id)
            .bind(recipient)
            .bind(state.as_str())
            .bind(at.0)
            .bind(patience.0)
            .execute(&mut *db)
            .await?;
            Ok(Done::Yes)
        }

        /// Gives up what is on its way to a player who wants no more, but for what asks whether an address is right.
        async fn give_up_mail(db: &mut $connection, player_id: &str) -> Result<(), sqlx::Error> {
            sqlx::query(
                "UPDATE mail_out SET state = 'failed', next_at = NULL, message = '' \
                 WHERE player_id = $1 AND state = 'pending' AND kind NOT IN ('confirm', 'code')",
            )
            .bind(player_id)
            .execute(&mut *db)
            .await?;
            Ok(())
        }
    };
}
pub(in crate::store) use write_mail;
