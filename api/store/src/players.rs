//! Players: names, marks and vacations.

use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::player::PlayerRow;
use broadside_domain::time_control::{Vacation, vacations_text};

use crate::backend::Backend;
use crate::error::StoreError;
use crate::idempotency::{existing_keys, save_response};
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

const COLUMNS: &str = "id, name, created_at, vacations, is_bot";
/// Reminders of a player, which are a setting of the mailbox.
const REMINDERS: &str = "coalesce((SELECT m.reminders FROM mailboxes m WHERE m.player_id = players.id), '[]') AS reminders";

/// Table of players. The name is erased first ([`set_name`]).
pub(crate) const TABLE: Table = Table {
    erase_player: &["UPDATE players SET vacations = '[]' WHERE id = $1"],
    ..Table::new("players")
};

impl Record for PlayerRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.get("id")?,
            name: row.get("name")?,
            created_at: row.get("created_at")?,
            vacations: row.json("vacations")?,
            is_bot: row.get("is_bot")?,
            reminders: row.json("reminders")?,
        })
    }
}

impl Backend {
    pub async fn player(&self, id: &str) -> Result<Option<PlayerRow>, StoreError> {
        // The id is user input; PostgreSQL text cannot contain NUL.
        if id.contains('\0') {
            return Ok(None);
        }
        let sql = format!("SELECT {COLUMNS}, {REMINDERS} FROM players WHERE id = $1");
        Ok(query_text(sql).bind(id).fetch_optional(self.readers()).await?)
    }
}

/// Renames a player. A conflict if the account is deleted.
#[derive(Clone)]
pub struct Rename {
    pub id: String,
    pub name: String,
}

impl Write for Rename {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        set_name(db, &self.id, Some(&self.name)).await
    }
}

/// Marks the account of a player as a bot, or removes the mark. A conflict if the account is
/// deleted.
#[derive(Clone)]
pub struct MarkBot {
    pub id: String,
    /// True to mark the account.
    pub is_bot: bool,
}

impl Write for MarkBot {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let marked = query("UPDATE players SET is_bot = $2 WHERE id = $1 AND name IS NOT NULL")
            .bind(&self.id)
            .bind(self.is_bot)
            .execute(db)
            .await?;
        if marked == 0 {
            return Ok(WriteResult::Conflict);
        }
        bump_games(db, &self.id).await?;
        Ok(WriteResult::Applied)
    }
}

/// Replaces the vacations of a player. The player's games with a clock get a new meta version, and
/// are processed immediately. A conflict if the vacations have changed since the decision.
#[derive(Clone)]
pub struct ReplaceVacations {
    pub id: String,
    /// Vacations that the change was decided on.
    pub before: Vec<Vacation>,
    pub after: Vec<Vacation>,
    /// Response to store.
    pub response: Option<IdempotencyRecord>,
}

impl Write for ReplaceVacations {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { id, before, after, response } = self;
        // If two nodes process the same request, the second finds the response of the first.
        if !lock_player(db, id).await?
            || !existing_keys(db, response.iter().collect()).await?.is_empty()
        {
            return Ok(WriteResult::Conflict);
        }
        let replaced = query(
            "UPDATE players SET vacations = $3 WHERE id = $1 AND vacations = $2 AND name IS NOT NULL",
        )
        .bind(id)
        .bind(vacations_text(before))
        .bind(vacations_text(after))
        .execute(db)
        .await?;
        if replaced == 0 {
            return Ok(WriteResult::Conflict);
        }
        reschedule_games(db, id).await?;
        save_response(db, response.as_ref()).await?;
        Ok(WriteResult::Applied)
    }
}

/// Adds a player, with a feed that is not enabled.
pub(crate) async fn insert(db: &mut Connection<'_>, player: &PlayerRow) -> Result<(), sqlx::Error> {
    query_text(format!("INSERT INTO players ({COLUMNS}) VALUES ($1, $2, $3, $4, $5)"))
        .bind(&player.id)
        .bind(&player.name)
        .bind(player.created_at)
        .bind(vacations_text(&player.vacations))
        .bind(player.is_bot)
        .execute(db)
        .await?;
    query("INSERT INTO feed_heads (player_id, last_seq, enabled) VALUES ($1, 0, FALSE)")
        .bind(&player.id)
        .execute(db)
        .await?;
    Ok(())
}

/// Sets the name of a player; a deleted account has none.
pub(crate) async fn set_name(
    db: &mut Connection<'_>,
    id: &str,
    name: Option<&str>,
) -> Result<WriteResult, sqlx::Error> {
    let renamed = query("UPDATE players SET name = $2 WHERE id = $1 AND name IS NOT NULL")
        .bind(id)
        .bind(name)
        .execute(db)
        .await?;
    if renamed == 0 {
        return Ok(WriteResult::Conflict);
    }
    bump_games(db, id).await?;
    Ok(WriteResult::Applied)
}

/// Makes the games of a player with a clock due for a check, because their deadlines or reminders
/// may have changed.
pub(crate) async fn reschedule_games(
    db: &mut Connection<'_>,
    player_id: &str,
) -> Result<(), sqlx::Error> {
    // Locks games in the same order as steps do, to avoid deadlocks.
    let for_update = db.dialect().for_update();
    query_text(format!(
        "UPDATE games SET meta_version = meta_version + 1, next_check_at = 0 FROM (\
         SELECT g.id FROM games g WHERE g.clock IS NOT NULL \
         AND g.id IN (SELECT game_id FROM seats WHERE player_id = $1 AND NOT game_over) ORDER BY g.id{for_update}\
         ) AS mine WHERE games.id = mine.id"
    ))
    .bind(player_id)
    .execute(db)
    .await?;
    Ok(())
}

/// Gives the games of a player a new meta version, because they show the player's name and mark.
async fn bump_games(db: &mut Connection<'_>, player_id: &str) -> Result<(), sqlx::Error> {
    // Locks games in the same order as steps do, to avoid deadlocks.
    let for_update = db.dialect().for_update();
    query_text(format!(
        "UPDATE games SET meta_version = meta_version + 1 FROM (\
         SELECT g.id FROM games g WHERE g.id IN (SELECT game_id FROM seats WHERE player_id = $1 \
         UNION SELECT game_id FROM seats WHERE reserved_for = $1) ORDER BY g.id{for_update}\
         ) AS mine WHERE games.id = mine.id"
    ))
    .bind(player_id)
    .execute(db)
    .await?;
    Ok(())
}

/// Returns true if the account of a player exists. It then stays until this transaction ends.
pub(crate) async fn player_exists(
    db: &mut Connection<'_>,
    player_id: &str,
) -> Result<bool, sqlx::Error> {
    let for_share = db.dialect().for_share();
    exists_locked(db, player_id, for_share).await
}

/// Does the same as [`player_exists`], and locks the player exclusively: what is counted for the
/// player does not grow until this transaction ends.
pub(crate) async fn lock_player(
    db: &mut Connection<'_>,
    player_id: &str,
) -> Result<bool, sqlx::Error> {
    let for_update = db.dialect().for_update();
    exists_locked(db, player_id, for_update).await
}

/// Returns true if the account of a player exists, and locks the player with a clause.
async fn exists_locked(
    db: &mut Connection<'_>,
    player_id: &str,
    locking: &str,
) -> Result<bool, sqlx::Error> {
    let sql = format!("SELECT id FROM players WHERE id = $1 AND name IS NOT NULL{locking}");
    let row: Option<String> =
        query_text(sql).bind(player_id).fetch_optional_value(&mut *db).await?;
    Ok(row.is_some())
}
