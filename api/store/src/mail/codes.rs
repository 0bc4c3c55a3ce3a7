//! SQL of codes that can be redeemed for a token, shared by SQLite and PostgreSQL.

/// Defines the functions that write codes. See `write_mail`.
macro_rules! write_codes {
    ($connection:ty) => {
        async fn ask_code(db: &mut $connection, asked: &CodeAsked) -> Result<Done, sqlx::Error> {
            let CodeAsked { counted, code, at } = asked;
            let mut is_its = false;
            if let Some((player_id, _, mail)) = code {
                // Lock the mailbox first, as every change of it does. Its address may have changed since it was read.
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
            let Some((player_id, code_hash, mail)) = code.as_ref().filter(|_| may) else {
                return Ok(Done::Yes);
            };
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
            let taken = sqlx::query(
                "DELETE FROM mail_codes WHERE code_hash = $1 AND player_id = $2 AND made_at > $3",
            )
            .bind(code_hash)
            .bind(&token.player_id)
            .bind(since.0)
            .execute(&mut *db)
            .await?;
            if taken.rows_affected() == 0 {
                return Ok(Done::Conflict);
            }
            // Recovery has one place more than the maximum of tokens. If that place is taken too, a recovered token
            // took it: delete the oldest one.
            let most = MOST_TOKENS as i64;
            let more = (tokens_at(db, &token.player_id, token.created_at).await? - most).max(0);
            sqlx::query(
                "DELETE FROM tokens WHERE id IN (SELECT id FROM tokens WHERE player_id = $1 AND recovered \
                 ORDER BY created_at, id LIMIT $2)",
            )
            .bind(&token.player_id)
            .bind(more)
            .execute(&mut *db)
            .await?;
            write_token(db, token).await?;
            Ok(Done::Yes)
        }
    };
}
pub(crate) use write_codes;
