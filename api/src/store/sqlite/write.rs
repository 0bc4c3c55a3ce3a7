//! Writing changes, many in one transaction.

use std::collections::HashSet;

use serde_json::{Value, json};
use sqlx::SqliteConnection;

use crate::store::{
    Answer, AnswerKey, Change, Course, Done, EventRow, NewGame, SeatKind, Step, StoreError, TokenRow, enter,
};

/// Makes the changes of a batch: the steps of games in a handful of statements whatever their number, the rest one by
/// one.
pub(super) async fn write(db: &mut SqliteConnection, changes: &[Change]) -> Result<Vec<Done>, StoreError> {
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

async fn write_one(db: &mut SqliteConnection, change: &Change) -> Result<Done, StoreError> {
    match change {
        Change::NewPlayer(player, token) => {
            sqlx::query("INSERT INTO players (id, name, created_at) VALUES (?1, ?2, ?3)")
                .bind(&player.id)
                .bind(&player.name)
                .bind(player.created_at.0)
                .execute(&mut *db)
                .await?;
            write_token(db, token).await?;
        }
        Change::Rename(id, name) => {
            let renamed = sqlx::query("UPDATE players SET name = ?2 WHERE id = ?1 AND name IS NOT NULL")
                .bind(id)
                .bind(name)
                .execute(&mut *db)
                .await?;
            if renamed.rows_affected() == 0 {
                return Ok(Done::Conflict);
            }
            sqlx::query(
                "UPDATE games SET edition = edition + 1 WHERE id IN (SELECT game_id FROM seats WHERE player_id = ?1)",
            )
            .bind(id)
            .execute(&mut *db)
            .await?;
            if name.is_none() {
                sqlx::query("DELETE FROM tokens WHERE player_id = ?1").bind(id).execute(&mut *db).await?;
                sqlx::query("DELETE FROM answers WHERE player_id = ?1").bind(id).execute(&mut *db).await?;
            }
        }
        Change::NewToken(token) => {
            let there: Option<(i64,)> =
                sqlx::query_as("SELECT 1 FROM players WHERE id = ?1 AND name IS NOT NULL")
                    .bind(&token.player_id)
                    .fetch_optional(&mut *db)
                    .await?;
            if there.is_none() {
                return Ok(Done::Conflict);
            }
            write_token(db, token).await?;
        }
        Change::RevokeToken(id) => {
            sqlx::query("DELETE FROM tokens WHERE id = ?1").bind(id).execute(&mut *db).await?;
        }
        Change::NewGame(game) => return write_game(db, game).await,
        Change::ForgetAnswers(before) => {
            sqlx::query("DELETE FROM answers WHERE at < ?1").bind(before.0).execute(&mut *db).await?;
        }
        Change::Step(_) => unreachable!("steps are written together"),
    }
    Ok(Done::Yes)
}

async fn write_token(db: &mut SqliteConnection, token: &TokenRow) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO tokens (id, player_id, hash, name, scopes, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
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

async fn write_game(db: &mut SqliteConnection, game: &NewGame) -> Result<Done, StoreError> {
    if !taken_keys(db, game.answer.iter().collect()).await?.is_empty() {
        return Ok(Done::Conflict);
    }
    let row = &game.row;
    sqlx::query(
        "INSERT INTO games (id, ruleset, visibility, clock, created_at, version, status, deadline, open, to_move) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )
    .bind(&row.id)
    .bind(&row.ruleset)
    .bind(&row.visibility)
    .bind(&row.clock)
    .bind(row.created_at.0)
    .bind(row.course.version as i64)
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
            "INSERT INTO seats (game_id, seat, kind, kept_for, code_hash, player_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )
        .bind(&row.id)
        .bind(seat.seat.number())
        .bind(kind)
        .bind(kept_for)
        .bind(code_hash)
        .bind(seat.player.as_ref().map(|player| &player.id))
        .execute(&mut *db)
        .await?;
    }
    write_events(db, event_rows(&row.id, &game.events)).await?;
    write_snapshots(db, vec![json!([row.id, row.course.version, game.snapshot.text()])]).await?;
    write_answers(db, answer_rows(game.answer.as_slice())).await?;
    Ok(Done::Yes)
}

/// Writes steps of games: those win whose game is still as they were decided on.
async fn write_steps(
    db: &mut SqliteConnection,
    steps: Vec<(usize, &Step)>,
    done: &mut [Done],
) -> Result<(), StoreError> {
    let taken = taken_keys(db, steps.iter().filter_map(|(_, step)| step.answer.as_ref()).collect()).await?;
    let entered = enter(steps, &taken, done);
    let courses: Vec<Value> = entered
        .iter()
        .map(|(_, step)| {
            let Course { version, status, deadline, open, to_move } = &step.course;
            json!([
                step.game_id,
                step.from,
                version,
                status,
                deadline.map(|deadline| deadline.0),
                open,
                to_move.0
            ])
        })
        .collect();
    let won: Vec<(String,)> = sqlx::query_as(
        "UPDATE games SET version = j.value ->> 2, status = j.value ->> 3, deadline = j.value ->> 4, \
         open = j.value ->> 5, to_move = j.value ->> 6 \
         FROM json_each(?1) j WHERE games.id = j.value ->> 0 AND games.version = j.value ->> 1 RETURNING games.id",
    )
    .bind(Value::Array(courses).to_string())
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
    let events = winners.iter().flat_map(|step| event_rows(&step.game_id, &step.events)).collect();
    write_events(db, events).await?;
    let snapshot =
        |step: &&Step| Some(json!([step.game_id, step.course.version, step.snapshot.as_ref()?.text()]));
    write_snapshots(db, winners.iter().filter_map(snapshot).collect()).await?;
    write_answers(db, winners.iter().flat_map(|step| answer_rows(step.answer.as_slice())).collect()).await?;
    for step in winners {
        for seating in &step.seatings {
            sqlx::query("UPDATE seats SET player_id = ?3 WHERE game_id = ?1 AND seat = ?2")
                .bind(&step.game_id)
                .bind(seating.seat.number())
                .bind(&seating.player_id)
                .execute(&mut *db)
                .await?;
        }
    }
    Ok(())
}

fn event_rows(game: &str, events: &[EventRow]) -> Vec<Value> {
    let row = |event: &EventRow| json!([game, event.seq, event.at.0, event.audience.0, event.body.text()]);
    events.iter().map(row).collect()
}

async fn write_events(db: &mut SqliteConnection, rows: Vec<Value>) -> Result<(), StoreError> {
    if !rows.is_empty() {
        sqlx::query(
            "INSERT INTO events (game_id, seq, at, audience, body) \
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1)",
        )
        .bind(Value::Array(rows).to_string())
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

async fn write_snapshots(db: &mut SqliteConnection, rows: Vec<Value>) -> Result<(), StoreError> {
    if !rows.is_empty() {
        sqlx::query(
            "INSERT INTO snapshots (game_id, version, body) \
             SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1) WHERE true \
             ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, body = excluded.body",
        )
        .bind(Value::Array(rows).to_string())
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Which of the keys of these answers are taken.
async fn taken_keys(
    db: &mut SqliteConnection,
    answers: Vec<&Answer>,
) -> Result<HashSet<AnswerKey>, StoreError> {
    let mut taken = HashSet::new();
    for Answer { key, .. } in answers {
        let found: Option<(i64,)> =
            sqlx::query_as("SELECT 1 FROM answers WHERE player_id = ?1 AND route = ?2 AND key = ?3")
                .bind(&key.player_id)
                .bind(&key.route)
                .bind(&key.key)
                .fetch_optional(&mut *db)
                .await?;
        if found.is_some() {
            taken.insert(key.clone());
        }
    }
    Ok(taken)
}

fn answer_rows(answers: &[Answer]) -> Vec<Value> {
    let row = |answer: &Answer| {
        let AnswerKey { player_id, route, key } = &answer.key;
        let headers = serde_json::to_string(&answer.headers).expect("headers are plain data");
        json!([player_id, route, key, answer.payload_hash, answer.status, headers, answer.body, answer.at.0])
    };
    answers.iter().map(row).collect()
}

async fn write_answers(db: &mut SqliteConnection, rows: Vec<Value>) -> Result<(), StoreError> {
    if !rows.is_empty() {
        sqlx::query(
            "INSERT INTO answers (player_id, route, key, payload_hash, status, headers, body, at) \
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, \
             value ->> 7 FROM json_each(?1)",
        )
        .bind(Value::Array(rows).to_string())
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}
