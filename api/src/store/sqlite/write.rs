//! Writing changes, many in one transaction.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::Serialize;
use sqlx::{Connection, SqliteConnection};

use crate::ambient::Time;
use crate::store::arrivals::{Arrival, unbegun};
use crate::store::growth::Growth;
use crate::store::mail::{forget_keys, forget_mails};
use crate::store::times::vacations_text;
use crate::store::{
    Acceptance, Answer, AnswerKey, Attempted, Attention, Cadence, Change, CodeAsked, Composed, Counted,
    Course, Done, Heard, InboxChange, KeyRow, MOST_ASKED_FOR, MOST_BLOCKS, MOST_TOKENS, MOST_WEBHOOKS,
    MailChange, MailTried, MailboxWish, NewDelivery, NewGame, NewInvitation, NewMail, Saying, SeatKind,
    Seating, StoreError, ThreadRow, ThreadStep, Times, TokenRow, Vacations, WebhookChange, WebhookRow,
    WebhookState,
};

/// Writes new games, before anything has happened in them. Each parameter is a list of rows.
const OPEN: &str = "
    INSERT INTO games (id, ruleset, visibility, clock, created_at, edition, created_by, rematch_of, traits, clock_kind,
        clock_days, version, status, open, to_move)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
        value ->> 8, value ->> 9, value ->> 10, 0, '', 0, 0
    FROM json_each(?);

    INSERT INTO seats (game_id, seat, kind, kept_for, code_hash, player_id, kept_by, challenge)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
    FROM json_each(?)";

/// Writes what is added to games that are still as it was decided on, and names those that are not. Each parameter is a
/// list of rows, which begin with a game and the version that it must have; the games' own rows are changed last. One
/// command with one row of an answer, for each of either is handed to another thread and back.
macro_rules! grow {
    () => {
        "
    INSERT INTO events (game_id, seq, at, audience, body)
    SELECT g.id, e.value ->> 2, e.value ->> 3, e.value ->> 4, e.value ->> 5
    FROM json_each(?) e CROSS JOIN games g ON g.id = e.value ->> 0 AND g.version = e.value ->> 1;

    INSERT INTO snapshots (game_id, version, body)
    SELECT g.id, s.value ->> 2, s.value ->> 3
    FROM json_each(?) s CROSS JOIN games g ON g.id = s.value ->> 0 AND g.version = s.value ->> 1
    WHERE true ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, body = excluded.body;

    INSERT INTO answers (player_id, route, key, payload_hash, status, headers, body, at)
    SELECT a.value ->> 2, a.value ->> 3, a.value ->> 4, a.value ->> 5, a.value ->> 6, a.value ->> 7, a.value ->> 8,
        a.value ->> 9
    FROM json_each(?) a CROSS JOIN games g ON g.id = a.value ->> 0 AND g.version = a.value ->> 1;

    UPDATE seats SET player_id = t.value ->> 3, challenge = t.value ->> 4, reason = t.value ->> 5,
        words = t.value ->> 6, answered_at = t.value ->> 7, ended = t.value ->> 8
    FROM json_each(?) t CROSS JOIN games g ON g.id = t.value ->> 0 AND g.version = t.value ->> 1
    WHERE seats.game_id = g.id AND seats.seat = t.value ->> 2;

    UPDATE feed_heads SET number = number + t.events
    FROM (
        SELECT f.value ->> 2 AS player_id, sum(f.value ->> 4) AS events
        FROM json_each(?) f CROSS JOIN games g ON g.id = f.value ->> 0 AND g.version = f.value ->> 1
        GROUP BY 1
    ) AS t
    WHERE feed_heads.player_id = t.player_id AND awake;

    INSERT INTO feed (player_id, number, game_id, seq, events, at)
    SELECT h.player_id, h.number - sum(f.value ->> 4) OVER (PARTITION BY h.player_id ORDER BY f.key DESC)
        + (f.value ->> 4), g.id, f.value ->> 3, f.value ->> 4, f.value ->> 5
    FROM json_each(?) f CROSS JOIN games g ON g.id = f.value ->> 0 AND g.version = f.value ->> 1
        CROSS JOIN feed_heads h ON h.player_id = f.value ->> 2 AND h.awake;

    SELECT json_group_array(j.value ->> 0) FROM json_each(?) j
    WHERE NOT EXISTS (SELECT 1 FROM games g WHERE g.id = j.value ->> 0 AND g.version = j.value ->> 1);

    UPDATE games SET version = j.value ->> 2, status = j.value ->> 3, deadline = j.value ->> 4,
        open = j.value ->> 5, to_move = j.value ->> 6, attend_at = j.value ->> 7, times = j.value ->> 8
    FROM json_each(?) j WHERE games.id = j.value ->> 0 AND games.version = j.value ->> 1"
    };
}

/// In a transaction.
const GROW: &str = grow!();

/// As a transaction.
const GROW_ALONE: &str = concat!("BEGIN IMMEDIATE;", grow!(), "; COMMIT");

/// Makes the changes of a batch, in one transaction.
pub(super) async fn commit(db: &mut SqliteConnection, changes: &[Change]) -> Result<Vec<Done>, StoreError> {
    let steps = changes.iter().enumerate().map_while(|(at, change)| match change {
        Change::Step(step) if step.arrivals.is_empty() => Some(Growth::of_step(at, step)),
        _ => None,
    });
    let steps: Vec<_> = steps.collect();
    if steps.len() == changes.len() {
        let mut done = vec![Done::Yes; changes.len()];
        let taken = taken_keys(db, steps.iter().filter_map(|growth| growth.answer).collect()).await?;
        let steps = Growth::admit(steps, &taken, &mut done);
        let steps = of_their_edition(db, steps, &mut done).await?;
        if let Err(error) = grow(db, GROW_ALONE, steps, &mut done).await {
            // It may have failed before it began.
            let _ = sqlx::query("ROLLBACK").execute(db).await;
            return Err(error);
        }
        return Ok(done);
    }
    let mut transaction = db.begin_with("BEGIN IMMEDIATE").await?;
    let done = write(&mut transaction, changes).await?;
    transaction.commit().await?;
    Ok(done)
}

/// Makes the changes of a batch: what is added to games in one command whatever their number, the rest one by one.
async fn write(db: &mut SqliteConnection, changes: &[Change]) -> Result<Vec<Done>, StoreError> {
    let mut done = vec![Done::Yes; changes.len()];
    let mut growths = Vec::new();
    let mut new_games = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        match change {
            Change::Step(step) => growths.push(Growth::of_step(at, step)),
            Change::NewGame(game) => {
                growths.push(Growth::of_new_game(at, game));
                new_games.push((at, &**game));
            }
            other => done[at] = write_one(db, other).await?,
        }
    }
    let arrivals = Arrival::all(changes);
    let held = hold_arrivals(db, &arrivals).await?;
    let taken = taken_keys(db, growths.iter().filter_map(|growth| growth.answer).collect()).await?;
    let mut growths = Growth::admit(growths, &taken, &mut done);
    turn_away(db, &arrivals, &held, &mut done).await?;
    growths.retain(|growth| done[growth.at] == Done::Yes);
    let growths = of_their_edition(db, growths, &mut done).await?;
    new_games.retain(|(at, _)| done[*at] == Done::Yes);
    if !new_games.is_empty() {
        let new_games: Vec<&NewGame> = new_games.into_iter().map(|(_, game)| game).collect();
        point_to(db, &new_games).await?;
        let invitations: Vec<_> = new_games.iter().flat_map(|game| game.invitations.clone()).collect();
        open(db, new_games).await?;
        invite(db, &invitations).await?;
    }
    if !growths.is_empty() {
        grow(db, GROW, growths, &mut done).await?;
    }
    look_again(db, &arrivals, &held, &done).await?;
    notify(db, changes, &done).await?;
    Ok(done)
}

const GAMES_OF_RENAMED: &str = "UPDATE games SET edition = edition + 1 WHERE id IN \
    (SELECT game_id FROM seats WHERE player_id = $1 UNION SELECT game_id FROM seats WHERE kept_for = $1)";

const GAMES_OF_AWAY: &str = "
    UPDATE games SET edition = edition + 1, attend_at = 0
    WHERE clock IS NOT NULL AND id IN (SELECT game_id FROM seats WHERE player_id = $1 AND NOT ended)";

const PLAYER_THERE: &str = "SELECT id FROM players WHERE id = $1 AND name IS NOT NULL";

/// Nobody else writes meanwhile.
const PLAYER_HELD: &str = PLAYER_THERE;

const PLAYERS_HELD: &str = "SELECT id, name, vacations FROM players WHERE id IN (SELECT value FROM json_each(?1)) AND name IS NOT NULL";

const UNBEGUN: &str = unbegun!("p.value", "json_each(?1) p");

/// Nobody else writes meanwhile.
const ADDRESS_HELD: &str = "SELECT $1";

const FORGET_MAILS: &str = forget_mails!("");

const FORGET_KEYS: &str = forget_keys!("");

crate::store::arrivals::write_arrivals!(SqliteConnection);
crate::store::writes::write_one!(SqliteConnection);
crate::store::talk::write_saying!(SqliteConnection);
crate::store::webhooks::write_webhook!(SqliteConnection);
crate::store::mail::write_mail!(SqliteConnection);
crate::store::inbox::write_inbox!(SqliteConnection);

async fn open(db: &mut SqliteConnection, games: Vec<&NewGame>) -> Result<(), StoreError> {
    let game = |game: &&NewGame| {
        let (row, traits) = (game.row.clone(), game.traits.clone());
        (
            row.id,
            row.ruleset,
            row.visibility,
            row.clock,
            row.created_at.0,
            row.edition,
            row.created_by,
            row.rematch_of,
            traits.options,
            traits.clock_kind,
            traits.clock_days,
        )
    };
    let mut seats = Vec::new();
    for NewGame { row, seats: of_game, .. } in &games {
        for seat in of_game.iter() {
            let (kind, kept_for, code_hash) = match &seat.kind {
                SeatKind::Open => ("open", None, None),
                SeatKind::Invite(hash) => ("invite", None, Some(hash)),
                SeatKind::Kept(player) => ("player", Some(player), None),
            };
            let player_id = seat.player.as_ref().map(|player| &player.id);
            let challenge =
                seat.challenge.as_ref().map(|challenge| (&challenge.by, challenge.state.as_str()));
            let (kept_by, challenge) = challenge.unzip();
            seats.push((
                &row.id,
                seat.seat.number(),
                kind,
                kept_for,
                code_hash,
                player_id,
                kept_by,
                challenge,
            ));
        }
    }
    sqlx::query(OPEN).bind(rows(games.iter().map(game))).bind(rows(seats)).execute(&mut *db).await?;
    Ok(())
}

async fn grow<'a>(
    db: &mut SqliteConnection,
    statement: &'static str,
    growths: Vec<Growth<'a>>,
    done: &mut [Done],
) -> Result<(), StoreError> {
    let courses = rows(growths.iter().map(|growth| {
        let Course { version, status, deadline, attend_at, times, open, to_move } = growth.course;
        let (deadline, attend_at) = (deadline.map(|time| time.0), attend_at.map(|time| time.0));
        let times = times.as_ref().map(Times::text);
        (growth.game_id, growth.from, version, status, deadline, open, to_move.0, attend_at, times)
    }));
    let heard = rows(growths.iter().flat_map(|growth| {
        let row = |heard: &'a Heard| {
            (growth.game_id, growth.from, &heard.player_id, heard.seq, heard.events, heard.at.0)
        };
        growth.heard.iter().map(row)
    }));
    let answered: Vec<(String,)> = sqlx::query_as(statement)
        .bind(rows(growths.iter().flat_map(|growth| {
            growth.events.iter().map(|event| {
                (growth.game_id, growth.from, event.seq, event.at.0, event.audience.0, event.body.text())
            })
        })))
        .bind(rows(growths.iter().filter_map(|growth| {
            Some((growth.game_id, growth.from, growth.course.version, growth.snapshot?.text()))
        })))
        .bind(rows(growths.iter().filter_map(|growth| {
            let Answer { key: AnswerKey { player_id, route, key }, payload_hash, status, headers, body, at } =
                growth.answer?;
            let headers = serde_json::to_string(headers).expect("headers are plain data");
            let row = (
                growth.game_id,
                growth.from,
                player_id,
                route,
                key,
                payload_hash,
                status,
                headers,
                body,
                at.0,
            );
            Some(row)
        })))
        .bind(rows(growths.iter().flat_map(|growth| {
            let seat = |seating: &'a Seating| {
                let Seating { seat, player_id, challenge, ended } = seating;
                let challenge = challenge.as_ref();
                (
                    growth.game_id,
                    growth.from,
                    seat.number(),
                    player_id,
                    challenge.map(|challenge| challenge.state.as_str()),
                    challenge.and_then(|challenge| challenge.reason.as_deref()),
                    challenge.and_then(|challenge| challenge.words.as_deref()),
                    challenge.and_then(|challenge| challenge.answered_at).map(|at| at.0),
                    ended,
                )
            };
            growth.seatings.iter().map(seat)
        })))
        .bind(heard.clone())
        .bind(heard)
        .bind(courses.clone())
        .bind(courses)
        .fetch_all(&mut *db)
        .await?;
    let [(others,)] = &*answered else { return Err(StoreError("a step was not answered".to_owned())) };
    let others: Vec<String> = serde_json::from_str(others).map_err(|error| StoreError(error.to_string()))?;
    for growth in growths.iter().filter(|growth| others.iter().any(|other| other == growth.game_id)) {
        done[growth.at] = Done::Conflict;
    }
    Ok(())
}

/// Rows as one parameter of a statement: a JSON array of arrays, which `json_each` takes apart.
fn rows(rows: impl IntoIterator<Item = impl Serialize>) -> String {
    let mut text = Vec::from(*b"[");
    for row in rows {
        if text.len() > 1 {
            text.push(b',');
        }
        serde_json::to_writer(&mut text, &row).expect("a row is plain data");
    }
    text.push(b']');
    String::from_utf8(text).expect("JSON is text")
}

/// Those whose games are of the edition that they were decided on, if that matters. Nobody else writes meanwhile.
async fn of_their_edition<'a>(
    db: &mut SqliteConnection,
    growths: Vec<Growth<'a>>,
    done: &mut [Done],
) -> Result<Vec<Growth<'a>>, StoreError> {
    let wanted = rows(growths.iter().filter_map(|growth| Some((growth.game_id, growth.edition?))));
    if wanted == "[]" {
        return Ok(growths);
    }
    let others: Vec<(String,)> = sqlx::query_as(
        "SELECT g.id FROM json_each(?1) j CROSS JOIN games g ON g.id = j.value ->> 0 WHERE g.edition <> j.value ->> 1",
    )
    .bind(wanted)
    .fetch_all(&mut *db)
    .await?;
    let mut may = |growth: &Growth<'_>| {
        let may = !others.iter().any(|(other,)| other == growth.game_id);
        if !may {
            done[growth.at] = Done::Conflict;
        }
        may
    };
    Ok(growths.into_iter().filter(|growth| may(growth)).collect())
}

/// Ids as one parameter of a statement.
fn list<'a>(ids: impl IntoIterator<Item = &'a str>) -> String {
    rows(ids)
}

/// Which of the keys of these answers are taken.
async fn taken_keys(
    db: &mut SqliteConnection,
    answers: Vec<&Answer>,
) -> Result<HashSet<AnswerKey>, sqlx::Error> {
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
