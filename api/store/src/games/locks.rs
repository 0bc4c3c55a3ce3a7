//! Locks of games.

use super::append::GameAppend;
use super::new_game::NewGame;
use crate::sql::{Connection, Dialect, Value, query_text};

/// Locks the games that a batch changes and the games that its new games are rematches of, if there
/// are rematches. Without rematches, the statement that changes the games locks them.
pub(crate) async fn lock_games(
    db: &mut Connection<'_>,
    appends: &[GameAppend<'_>],
    new_games: &[(usize, &NewGame)],
) -> Result<(), sqlx::Error> {
    if db.dialect() == Dialect::Sqlite {
        return Ok(());
    }
    let mut ids: Vec<&str> =
        new_games.iter().filter_map(|(_, game)| game.row.rematch_of.as_deref()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    ids.extend(appends.iter().map(|append| append.game_id));
    let condition = db.dialect().is_one_of("id", "$1");
    let for_update = db.dialect().for_update();
    query_text(format!("SELECT id FROM games WHERE {condition} ORDER BY id{for_update}"))
        .bind(ids.into_iter().collect::<Value<'_>>())
        .execute(db)
        .await?;
    Ok(())
}
