//! SQL of sending and accepting invitations, shared by SQLite and PostgreSQL.

/// Defines the functions that write invitations. See `write_mail`.
macro_rules! write_invitations {
    ($connection:ty) => {
        /// Rejects new games whose players invite more by mail than they may in a day. Holds a lock for each player, so
        /// that concurrent counts for a player wait for each other.
        async fn turn_away_hosts(
            db: &mut $connection,
            new_games: &[(usize, &NewGame)],
            done: &mut [Done],
        ) -> Result<(), sqlx::Error> {
            let by_mail = |(at, game): &&(usize, &NewGame)| done[*at] == Done::Yes && !game.invitations.is_empty();
            let by_mail: Vec<_> = new_games.iter().filter(by_mail).copied().collect();
            let hosts: BTreeSet<&str> =
                by_mail.iter().flat_map(|(_, game)| &game.invitations).map(|one| &*one.counted.player_id).collect();
            // Lock in a fixed order, so that two batches cannot deadlock.
            for host in hosts {
                sqlx::query(ADDRESS_HELD).bind(host).execute(&mut *db).await?;
            }
            let mut admitted: HashMap<&str, usize> = HashMap::new();
            for (at, game) in by_mail {
                let Some(NewInvitation { counted, .. }) = game.invitations.first() else { continue };
                let most = usize::try_from(game.most_invitations).unwrap_or(usize::MAX);
                let (before,): (i64,) =
                    sqlx::query_as("SELECT count(*) FROM mail_asked WHERE player_id = $1 AND at > $2")
                        .bind(&counted.player_id)
                        .bind(counted.since.0)
                        .fetch_one(&mut *db)
                        .await?;
                let of_batch = admitted.entry(&*counted.player_id).or_default();
                if before as usize + *of_batch + game.invitations.len() > most {
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
            // Sort by address, because the addresses are locked one after another.
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
    };
}
pub(crate) use write_invitations;
