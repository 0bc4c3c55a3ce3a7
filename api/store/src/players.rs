//! Players: their rows, and the erasure of accounts.

use broadside_domain::player::PlayerRow;
use broadside_domain::time_control::vacations_text;

use crate::idempotency::{existing_keys, save_response};
use crate::mail::insert_mail;
use crate::sql::{Connection, Dialect, Record, Row, query, query_text};
use crate::{Backend, Done, Farewell, StoreError, Vacations};

/// Columns of a player.
const COLUMNS: &str = "id, name, created_at, vacations, is_bot";
/// Reminders of a player, which are a setting of the mailbox.
const REMINDERS: &str = "coalesce((SELECT m.reminders FROM mailboxes m WHERE m.player_id = players.id), '[]') AS reminders";

impl Record for PlayerRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.get("id")?,
            name: row.get("name")?,
            created_at: row.get("created_at")?,
            vacations: crate::decode::parse_json("vacations", &row.get::<String>("vacations")?)?,
            is_bot: row.get("is_bot")?,
            reminders: crate::decode::parse_json("reminders", &row.get::<String>("reminders")?)?,
        })
    }
}

impl Backend {
    /// Returns a player.
    pub async fn player(&self, id: &str) -> Result<Option<PlayerRow>, StoreError> {
        // The id is user input; PostgreSQL text cannot contain NUL.
        if id.contains('\0') {
            return Ok(None);
        }
        let sql = format!("SELECT {COLUMNS}, {REMINDERS} FROM players WHERE id = $1");
        Ok(query_text(sql).bind(id).fetch_optional(self.readers()).await?)
    }
}

/// Statements that erase a player whose account is deleted: everything except that the player sat
/// in games. They lock other rows before the counter of the player's feed, as steps do.
const ERASE_PLAYER: [&str; 26] = [
    "DELETE FROM tokens WHERE player_id = $1",
    "DELETE FROM stream_tickets WHERE player_id = $1",
    "DELETE FROM idempotency_responses WHERE player_id = $1",
    "DELETE FROM notes WHERE player_id = $1",
    "DELETE FROM move_queues WHERE player_id = $1",
    "DELETE FROM blocks WHERE player_id = $1 OR blocked_id = $1",
    // Lock these rows first, as the sender does: a delivery in progress is recorded before the
    // deletion, or not at all.
    "UPDATE webhooks SET lease = NULL WHERE player_id = $1",
    "DELETE FROM jobs WHERE queue = 'webhooks' AND key IN (SELECT id FROM webhooks WHERE player_id = $1)",
    "DELETE FROM webhooks WHERE player_id = $1",
    "UPDATE mailboxes SET lease = NULL WHERE player_id = $1",
    "DELETE FROM jobs WHERE player_id = $1",
    // Also mail that only claims to be from there, and requests of others.
    "DELETE FROM jobs WHERE queue IN ('mail_in', 'recoveries') AND key IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    // Mail that others sent to the address before its owner was known, and mail with invitations by
    // the player.
    "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id IS NULL AND lower(recipient) IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id IS NULL AND mail_kind = 'invitation' \
     AND game_id IN (SELECT game_id FROM mail_invitations WHERE invited_by = $1)",
    "DELETE FROM mail_invitations WHERE player_id = $1 OR invited_by = $1",
    // Invitations by others lose only the address: their seats must become free again one day.
    "UPDATE mail_invitations SET address = '', address_normalized = '', address_hash = 'forgotten ' || key_hash \
     WHERE address_normalized IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mail_threads WHERE player_id = $1",
    "DELETE FROM mail_keys WHERE player_id = $1",
    "DELETE FROM mail_codes WHERE player_id = $1",
    "DELETE FROM mailboxes WHERE player_id = $1",
    // Others still see that there was a message, and its number stays.
    "UPDATE messages SET text = NULL WHERE player_id = $1",
    // The score keeps its revision.
    "UPDATE score_changes SET text = '' WHERE player_id = $1 AND kind = 'direct'",
    "UPDATE players SET vacations = '[]' WHERE id = $1",
    "UPDATE seats SET decline_message = NULL WHERE reserved_for = $1 AND decline_message IS NOT NULL",
    // The counter first: this waits for a step that has locked it, and what that step added is
    // deleted with the rest.
    "DELETE FROM feed_heads WHERE player_id = $1",
    "DELETE FROM feed WHERE player_id = $1",
];

/// Adds a player, with a feed that is not enabled.
pub(crate) async fn insert(db: &mut Connection<'_>, player: &PlayerRow) -> Result<(), sqlx::Error> {
    query_text(format!("INSERT INTO players ({COLUMNS}) VALUES ($1, $2, $3, $4, $5)"))
        .bind(&player.id)
        .bind(&player.name)
        .bind(player.created_at)
        .bind(vacations_text(&player.vacations))
        .bind(player.is_bot)
        .execute(&mut *db)
        .await?;
    query("INSERT INTO feed_heads (player_id, last_seq, enabled) VALUES ($1, 0, FALSE)")
        .bind(&player.id)
        .execute(&mut *db)
        .await?;
    Ok(())
}

/// Deletes the account of a player, and adds the mail that says so.
pub(crate) async fn delete(
    db: &mut Connection<'_>,
    id: &str,
    farewell: Option<&Farewell>,
) -> Result<Done, sqlx::Error> {
    if set_name(db, id, None).await? == Done::Conflict {
        return Ok(Done::Conflict);
    }
    for statement in ERASE_PLAYER {
        query(statement).bind(id).execute(&mut *db).await?;
    }
    // Not before: it is a mail to the address of the player.
    if let Some(Farewell { mail, at }) = farewell {
        insert_mail(db, mail, *at).await?;
    }
    Ok(Done::Yes)
}

/// Renames a player.
pub(crate) async fn rename(
    db: &mut Connection<'_>,
    id: &str,
    name: &str,
) -> Result<Done, sqlx::Error> {
    set_name(db, id, Some(name)).await
}

/// Sets the name of a player; a deleted account has none.
async fn set_name(
    db: &mut Connection<'_>,
    id: &str,
    name: Option<&str>,
) -> Result<Done, sqlx::Error> {
    let renamed = query("UPDATE players SET name = $2 WHERE id = $1 AND name IS NOT NULL")
        .bind(id)
        .bind(name)
        .execute(&mut *db)
        .await?;
    if renamed == 0 {
        return Ok(Done::Conflict);
    }
    bump_games(db, id).await?;
    Ok(Done::Yes)
}

/// Marks the account of a player as a bot, or removes the mark.
pub(crate) async fn mark_bot(
    db: &mut Connection<'_>,
    id: &str,
    is_bot: bool,
) -> Result<Done, sqlx::Error> {
    let marked = query("UPDATE players SET is_bot = $2 WHERE id = $1 AND name IS NOT NULL")
        .bind(id)
        .bind(is_bot)
        .execute(&mut *db)
        .await?;
    if marked == 0 {
        return Ok(Done::Conflict);
    }
    bump_games(db, id).await?;
    Ok(Done::Yes)
}

/// Replaces the vacations of a player.
pub(crate) async fn replace_vacations(
    db: &mut Connection<'_>,
    vacations: &Vacations,
) -> Result<Done, sqlx::Error> {
    let Vacations { player_id, before, after, answer } = vacations;
    // If two nodes process the same request, the second finds the response of the first.
    if !lock_player(db, player_id).await?
        || !existing_keys(db, answer.iter().collect()).await?.is_empty()
    {
        return Ok(Done::Conflict);
    }
    let replaced = query(
        "UPDATE players SET vacations = $3 WHERE id = $1 AND vacations = $2 AND name IS NOT NULL",
    )
    .bind(player_id)
    .bind(vacations_text(before))
    .bind(vacations_text(after))
    .execute(&mut *db)
    .await?;
    if replaced == 0 {
        return Ok(Done::Conflict);
    }
    reschedule_games(db, player_id).await?;
    save_response(db, answer.as_ref()).await?;
    Ok(Done::Yes)
}

/// Makes the games of a player with a clock due for a check, because their deadlines or reminders
/// may have changed.
pub(crate) async fn reschedule_games(
    db: &mut Connection<'_>,
    player_id: &str,
) -> Result<(), sqlx::Error> {
    // Locks games in the same order as steps do, to avoid deadlocks.
    let reschedule = match db.dialect() {
        Dialect::Sqlite => {
            "UPDATE games SET meta_version = meta_version + 1, next_check_at = 0 \
             WHERE clock IS NOT NULL AND id IN (SELECT game_id FROM seats WHERE player_id = $1 AND NOT game_over)"
        }
        Dialect::Postgres => {
            "UPDATE games SET meta_version = meta_version + 1, next_check_at = 0 FROM (\
             SELECT g.id FROM games g WHERE g.clock IS NOT NULL \
             AND g.id IN (SELECT game_id FROM seats WHERE player_id = $1 AND NOT game_over) ORDER BY g.id FOR UPDATE\
             ) AS mine WHERE games.id = mine.id"
        }
    };
    query(reschedule).bind(player_id).execute(&mut *db).await?;
    Ok(())
}

/// Gives the games of a player a new meta version, without locking them in an order.
const BUMP_GAMES: &str = "UPDATE games SET meta_version = meta_version + 1 WHERE id IN \
    (SELECT game_id FROM seats WHERE player_id = $1 UNION SELECT game_id FROM seats WHERE reserved_for = $1)";

/// Gives the games of a player a new meta version, because they show the player's name and mark.
async fn bump_games(db: &mut Connection<'_>, player_id: &str) -> Result<(), sqlx::Error> {
    // Locks games in the same order as steps do, to avoid deadlocks.
    let bump = match db.dialect() {
        Dialect::Sqlite => BUMP_GAMES,
        Dialect::Postgres => {
            "UPDATE games SET meta_version = meta_version + 1 FROM (\
             SELECT g.id FROM games g WHERE g.id IN (SELECT game_id FROM seats WHERE player_id = $1 \
             UNION SELECT game_id FROM seats WHERE reserved_for = $1) ORDER BY g.id FOR UPDATE\
             ) AS mine WHERE games.id = mine.id"
        }
    };
    query(bump).bind(player_id).execute(&mut *db).await?;
    Ok(())
}

/// Returns true if the account of a player exists. It then stays until this transaction ends.
pub(crate) async fn player_exists(
    db: &mut Connection<'_>,
    player_id: &str,
) -> Result<bool, sqlx::Error> {
    let for_share = db.dialect().for_share();
    find(db, player_id, for_share).await
}

/// Does the same as [`player_exists`], and locks the player exclusively: what is counted for the
/// player does not grow until this transaction ends.
pub(crate) async fn lock_player(
    db: &mut Connection<'_>,
    player_id: &str,
) -> Result<bool, sqlx::Error> {
    let for_update = db.dialect().for_update();
    find(db, player_id, for_update).await
}

async fn find(
    db: &mut Connection<'_>,
    player_id: &str,
    locking: &str,
) -> Result<bool, sqlx::Error> {
    let sql = format!("SELECT id FROM players WHERE id = $1 AND name IS NOT NULL{locking}");
    let found: Option<(String,)> = query_text(sql).bind(player_id).fetch_optional(&mut *db).await?;
    Ok(found.is_some())
}
