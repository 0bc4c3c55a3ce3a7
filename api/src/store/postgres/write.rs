//! Writing changes, many in one transaction.

use std::collections::HashSet;

use sqlx::PgConnection;

use crate::store::{Answer, AnswerKey, Change, Done, EventRow, NewGame, SeatKind, Step, TokenRow, enter};

/// Makes the changes of a batch: the steps of games in a handful of statements whatever their number, the rest one by
/// one.
pub(super) async fn write(db: &mut PgConnection, changes: &[Change]) -> Result<Vec<Done>, sqlx::Error> {
    let mut done = vec![Done::Yes; changes.len()];
    let mut steps = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        match change {
            Change::Step(step) => steps.push((at, &**step)),
            other => done[at] = write_one(db, other).await?,
        }
    }
    if !steps.is_empty() {
        write_steps(db, steps, &mut done).await?;
    }
    Ok(done)
}

async fn write_one(db: &mut PgConnection, change: &Change) -> Result<Done, sqlx::Error> {
    match change {
        Change::NewPlayer(player, token) => {
            sqlx::query("INSERT INTO players (id, name, created_at) VALUES ($1, $2, $3)")
                .bind(&player.id)
                .bind(&player.name)
                .bind(player.created_at.0)
                .execute(&mut *db)
                .await?;
            write_token(db, token).await?;
        }
        Change::Rename(id, name) => {
            let renamed = sqlx::query("UPDATE players SET name = $2 WHERE id = $1 AND name IS NOT NULL")
                .bind(id)
                .bind(name)
                .execute(&mut *db)
                .await?;
            if renamed.rows_affected() == 0 {
                return Ok(Done::Conflict);
            }
            // In the order in which steps take their games, so that the two cannot wait for each other.
            sqlx::query(
                "UPDATE games SET edition = edition + 1 FROM \
                 (SELECT g.id FROM games g WHERE g.id IN (SELECT game_id FROM seats WHERE player_id = $1) \
                 ORDER BY g.id FOR UPDATE) AS mine WHERE games.id = mine.id",
            )
            .bind(id)
            .execute(&mut *db)
            .await?;
            if name.is_none() {
                sqlx::query("DELETE FROM tokens WHERE player_id = $1").bind(id).execute(&mut *db).await?;
                sqlx::query("DELETE FROM answers WHERE player_id = $1").bind(id).execute(&mut *db).await?;
            }
        }
        Change::NewToken(token) => {
            // Shared: an account that is being deleted on another node is waited for.
            let there: Option<(i32,)> =
                sqlx::query_as("SELECT 1 FROM players WHERE id = $1 AND name IS NOT NULL FOR SHARE")
                    .bind(&token.player_id)
                    .fetch_optional(&mut *db)
                    .await?;
            if there.is_none() {
                return Ok(Done::Conflict);
            }
            write_token(db, token).await?;
        }
        Change::RevokeToken(id) => {
            sqlx::query("DELETE FROM tokens WHERE id = $1").bind(id).execute(&mut *db).await?;
        }
        Change::NewGame(game) => return write_game(db, game).await,
        Change::ForgetAnswers(before) => {
            sqlx::query("DELETE FROM answers WHERE at < $1").bind(before.0).execute(&mut *db).await?;
        }
        Change::Step(_) => unreachable!("steps are written together"),
    }
    Ok(Done::Yes)
}

async fn write_token(db: &mut PgConnection, token: &TokenRow) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO tokens (id, player_id, hash, name, scopes, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&token.id)
    .bind(&token.player_id)
    .bind(&token.hash)
    .bind(&token.name)
    .bind(&token.scopes)
    .bind(token.created_at.0)
    .execute(&mut *db)
    .await?;
    Ok(())
}

async fn write_game(db: &mut PgConnection, game: &NewGame) -> Result<Done, sqlx::Error> {
    if !taken_keys(db, game.answer.iter().collect()).await?.is_empty() {
        return Ok(Done::Conflict);
    }
    let row = &game.row;
    sqlx::query(
        "INSERT INTO games (id, ruleset, visibility, clock, created_at, version, edition, status, deadline, open, to_move) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(&row.id)
    .bind(&row.ruleset)
    .bind(&row.visibility)
    .bind(&row.clock)
    .bind(row.created_at.0)
    .bind(row.course.version as i64)
    .bind(row.edition as i64)
    .bind(&row.course.status)
    .bind(row.course.deadline.map(|deadline| deadline.0))
    .bind(row.course.open)
    .bind(row.course.to_move.0)
    .execute(&mut *db)
    .await?;
    for seat in &game.seats {
        let (kind, kept_for, code_hash) = match &seat.kind {
            SeatKind::Open => ("open", None, None),
            SeatKind::Invite(hash) => ("invite", None, Some(hash)),
            SeatKind::Kept(player) => ("player", Some(player), None),
        };
        sqlx::query(
            "INSERT INTO seats (game_id, seat, kind, kept_for, code_hash, player_id) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&row.id)
        .bind(i64::from(seat.seat.number()))
        .bind(kind)
        .bind(kept_for)
        .bind(code_hash)
        .bind(seat.player.as_ref().map(|player| &player.id))
        .execute(&mut *db)
        .await?;
    }
    write_events(db, game.events.iter().map(|event| (&*row.id, event)).collect()).await?;
    write_snapshots(db, vec![(&*row.id, row.course.version, game.snapshot.text())]).await?;
    write_answers(db, game.answer.iter().collect()).await?;
    Ok(Done::Yes)
}

/// Writes steps of games: those win whose game is still as they were decided on.
async fn write_steps<'a>(
    db: &mut PgConnection,
    steps: Vec<(usize, &'a Step)>,
    done: &mut [Done],
) -> Result<(), sqlx::Error> {
    let taken = taken_keys(db, steps.iter().filter_map(|(_, step)| step.answer.as_ref()).collect()).await?;
    let mut entered = enter(steps, &taken, done);
    // Two nodes take the games they share in the same order, so that they cannot wait for each other.
    entered.sort_by(|(_, one), (_, other)| one.game_id.cmp(&other.game_id));
    let course = |of: fn(&Step) -> i64| entered.iter().map(|(_, step)| of(step)).collect::<Vec<_>>();
    let won: Vec<(String,)> = sqlx::query_as(
        "WITH wanted AS ( \
           SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bool[], $7::bigint[]) \
           AS w (id, before, version, status, deadline, open, to_move) \
         ), held AS ( \
           SELECT id FROM games WHERE id = ANY($1) ORDER BY id FOR UPDATE \
         ) \
         UPDATE games SET version = w.version, status = w.status, deadline = w.deadline, open = w.open, \
         to_move = w.to_move FROM wanted w JOIN held ON held.id = w.id \
         WHERE games.id = w.id AND games.version = w.before RETURNING games.id",
    )
    .bind(entered.iter().map(|(_, step)| &*step.game_id).collect::<Vec<_>>())
    .bind(course(|step| step.from as i64))
    .bind(course(|step| step.course.version as i64))
    .bind(entered.iter().map(|(_, step)| &*step.course.status).collect::<Vec<_>>())
    .bind(entered.iter().map(|(_, step)| step.course.deadline.map(|deadline| deadline.0)).collect::<Vec<_>>())
    .bind(entered.iter().map(|(_, step)| step.course.open).collect::<Vec<_>>())
    .bind(course(|step| step.course.to_move.0))
    .fetch_all(&mut *db)
    .await?;
    let won: HashSet<String> = won.into_iter().map(|row| row.0).collect();
    let mut winners = Vec::new();
    for (at, step) in entered {
        if won.contains(&step.game_id) {
            winners.push(step);
        } else {
            done[at] = Done::Conflict;
        }
    }
    let events = |step: &&'a Step| step.events.iter().map(|event| (&*step.game_id, event));
    write_events(db, winners.iter().flat_map(events).collect()).await?;
    let snapshot =
        |step: &&'a Step| Some((&*step.game_id, step.course.version, step.snapshot.as_ref()?.text()));
    write_snapshots(db, winners.iter().filter_map(snapshot).collect()).await?;
    write_answers(db, winners.iter().filter_map(|step| step.answer.as_ref()).collect()).await?;
    for step in winners {
        for seating in &step.seatings {
            sqlx::query("UPDATE seats SET player_id = $3 WHERE game_id = $1 AND seat = $2")
                .bind(&step.game_id)
                .bind(i64::from(seating.seat.number()))
                .bind(&seating.player_id)
                .execute(&mut *db)
                .await?;
        }
    }
    Ok(())
}

async fn write_events(db: &mut PgConnection, events: Vec<(&str, &EventRow)>) -> Result<(), sqlx::Error> {
    if !events.is_empty() {
        sqlx::query(
            "INSERT INTO events (game_id, seq, at, audience, body) \
             SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])",
        )
        .bind(events.iter().map(|(game, _)| *game).collect::<Vec<_>>())
        .bind(events.iter().map(|(_, event)| event.seq as i64).collect::<Vec<_>>())
        .bind(events.iter().map(|(_, event)| event.at.0).collect::<Vec<_>>())
        .bind(events.iter().map(|(_, event)| event.audience.0).collect::<Vec<_>>())
        .bind(events.iter().map(|(_, event)| event.body.text()).collect::<Vec<_>>())
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

async fn write_snapshots(
    db: &mut PgConnection,
    snapshots: Vec<(&str, u64, &str)>,
) -> Result<(), sqlx::Error> {
    if !snapshots.is_empty() {
        sqlx::query(
            "INSERT INTO snapshots (game_id, version, body) \
             SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]) \
             ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, body = excluded.body",
        )
        .bind(snapshots.iter().map(|(game, ..)| *game).collect::<Vec<_>>())
        .bind(snapshots.iter().map(|(_, version, _)| *version as i64).collect::<Vec<_>>())
        .bind(snapshots.iter().map(|(.., body)| *body).collect::<Vec<_>>())
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Which of the keys of these answers are taken.
async fn taken_keys(db: &mut PgConnection, answers: Vec<&Answer>) -> Result<HashSet<AnswerKey>, sqlx::Error> {
    if answers.is_empty() {
        return Ok(HashSet::new());
    }
    let part = |of: fn(&AnswerKey) -> &str| answers.iter().map(|answer| of(&answer.key)).collect::<Vec<_>>();
    let rows: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT player_id, route, key FROM answers WHERE (player_id, route, key) IN \
         (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))",
    )
    .bind(part(|key| &key.player_id))
    .bind(part(|key| &key.route))
    .bind(part(|key| &key.key))
    .fetch_all(&mut *db)
    .await?;
    Ok(rows.into_iter().map(|(player_id, route, key)| AnswerKey { player_id, route, key }).collect())
}

async fn write_answers(db: &mut PgConnection, answers: Vec<&Answer>) -> Result<(), sqlx::Error> {
    for Answer { key: AnswerKey { player_id, route, key }, payload_hash, status, headers, body, at } in
        answers
    {
        sqlx::query(
            "INSERT INTO answers (player_id, route, key, payload_hash, status, headers, body, at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(player_id)
        .bind(route)
        .bind(key)
        .bind(payload_hash)
        .bind(i64::from(*status))
        .bind(serde_json::to_string(headers).expect("headers are plain data"))
        .bind(body)
        .bind(at.0)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}
