//! Changes of games other than steps: new games, processed clocks, and invitation codes.

use broadside_domain::game::{SeatKind, SeatRow};
use broadside_domain::time_control::ClockState;
use broadside_engine::seat::Seat;

use crate::append::GameAppend;
use crate::feeds::append_notices;
use crate::sql::{Connection, Dialect, Value, insert_rows, query, query_text};
use crate::{ClockUpdate, Done, NewGame};

/// Records that the clocks of a game were processed.
pub(crate) async fn process_clocks(
    db: &mut Connection<'_>,
    update: &ClockUpdate,
) -> Result<Done, sqlx::Error> {
    let ClockUpdate { game_id, from, deadline, next_check_at, clock_state, notices } = update;
    let updated = query(
        "UPDATE games SET meta_version = meta_version + 1, deadline = $4, next_check_at = $5, clock_state = $6 \
         WHERE id = $1 AND version = $2 AND meta_version = $3",
    )
    .bind(game_id)
    .bind(from.version as i64)
    .bind(from.meta_version as i64)
    .bind(*deadline)
    .bind(*next_check_at)
    .bind(clock_state.as_ref().map(ClockState::text))
    .execute(&mut *db)
    .await?;
    if updated == 0 {
        return Ok(Done::Conflict);
    }
    append_notices(db, notices).await?;
    Ok(Done::Yes)
}

/// Replaces the invitation code of a seat.
pub(crate) async fn replace_invitation(
    db: &mut Connection<'_>,
    game_id: &str,
    from: u64,
    seat: Seat,
    code_hash: &str,
) -> Result<Done, sqlx::Error> {
    let updated =
        query("UPDATE games SET meta_version = meta_version + 1 WHERE id = $1 AND version = $2")
            .bind(game_id)
            .bind(from as i64)
            .execute(&mut *db)
            .await?;
    if updated == 0 {
        return Ok(Done::Conflict);
    }
    query("UPDATE seats SET code_hash = $3 WHERE game_id = $1 AND seat = $2")
        .bind(game_id)
        .bind(i64::from(seat.number()))
        .bind(code_hash)
        .execute(&mut *db)
        .await?;
    Ok(Done::Yes)
}

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
