//! Rows of new games and of their seats.

use broadside_domain::game::{SeatKind, SeatRow};

use crate::NewGame;
use crate::append::GameAppend;
use crate::sql::{Connection, Dialect, Value, insert_rows, query, query_text};

/// Gives the games that these are rematches of a new meta version, since they now show their
/// rematch.
pub(crate) async fn link_rematches(
    db: &mut Connection<'_>,
    rematches: &[&NewGame],
) -> Result<(), sqlx::Error> {
    for before in rematches.iter().filter_map(|game| game.row.rematch_of.as_ref()) {
        query("UPDATE games SET meta_version = meta_version + 1 WHERE id = $1")
            .bind(before)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

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
    let rematch_of: Vec<&str> =
        new_games.iter().filter_map(|(_, game)| game.row.rematch_of.as_deref()).collect();
    if !rematch_of.is_empty() {
        let (is_asked, for_update) =
            (db.dialect().is_one_of("id", "$1"), db.dialect().for_update());
        let ids = rematch_of.into_iter().chain(appends.iter().map(|append| append.game_id));
        query_text(format!("SELECT id FROM games WHERE {is_asked} ORDER BY id{for_update}"))
            .bind(ids.collect::<Value<'_>>())
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

/// Adds the rows of new games and of their seats, without events.
pub(crate) async fn insert_games(
    db: &mut Connection<'_>,
    games: &[&NewGame],
) -> Result<(), sqlx::Error> {
    insert_rows(
        db,
        "INSERT INTO games (id, ruleset, visibility, clock, created_at, meta_version, created_by, rematch_of, facets, \
         clock_kind, clock_days, version, status, open, to_move)",
        games.iter().copied().map(game_values).collect(),
    )
    .await?;
    let mut seats = Vec::new();
    for game in games {
        seats.extend(game.seats.iter().map(|seat| seat_values(&game.row.id, seat)));
    }
    insert_rows(
        db,
        "INSERT INTO seats (game_id, seat, kind, reserved_for, code_hash, player_id, challenger_id, challenge)",
        seats,
    )
    .await
}

fn game_values(game: &NewGame) -> [Value<'_>; 15] {
    let NewGame { row, traits, .. } = game;
    [
        (&row.id).into(),
        (&row.ruleset).into(),
        (&row.visibility).into(),
        (&row.clock).into(),
        row.created_at.into(),
        (row.meta_version as i64).into(),
        (&row.created_by).into(),
        (&row.rematch_of).into(),
        (&traits.options).into(),
        traits.clock_kind.into(),
        traits.clock_days.map(i64::from).into(),
        0.into(),
        "".into(),
        false.into(),
        0.into(),
    ]
}

fn seat_values<'g>(game_id: &'g str, seat: &'g SeatRow) -> [Value<'g>; 8] {
    let (kind, reserved_for, code_hash) = match &seat.kind {
        SeatKind::Open => ("open", None, None),
        SeatKind::Invite(hash) => ("invite", None, Some(hash)),
        SeatKind::Reserved(player) => ("player", Some(player), None),
        SeatKind::Bot => ("bot", None, None),
    };
    [
        game_id.into(),
        i64::from(seat.seat.number()).into(),
        kind.into(),
        reserved_for.into(),
        code_hash.into(),
        seat.player.as_ref().map(|player| &player.id).into(),
        seat.challenge.as_ref().map(|challenge| &challenge.challenger_id).into(),
        seat.challenge.as_ref().map(|challenge| challenge.state.as_str()).into(),
    ]
}
