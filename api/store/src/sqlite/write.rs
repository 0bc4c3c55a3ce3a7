//! Writes many changes in one transaction.

use std::collections::{BTreeSet, HashMap, HashSet};

use broadside_domain::bot::BotTurn;
use broadside_domain::feed::FeedAppend;
use broadside_domain::game::{EventRow, GameProgress, SeatKind};
use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_domain::player::TokenRow;
use broadside_domain::time::Time;
use broadside_domain::time_control::{ClockState, Outage, vacations_text};
use serde::Serialize;
use sqlx::{Connection, SqliteConnection};

use super::batch::{Parameter, StatementBatch};
use crate::append::GameAppend;
use crate::error::sqlite_code;
use crate::mail::{forget_keys, forget_mails};
use crate::newly_seated::{NewlySeated, unbegun};
use crate::outages::{self, Beat};
use crate::scores::EntryColumns;
use crate::{
    Acceptance, AddressChange, AddressQuota, Alive, Attempted, Cadence, Change, ClockUpdate, CodeAsked,
    CommitFailed, DeliveryAttempt, Done, FeedBatch, InboxChange, KeyRow, MOST_ASKED_FOR, MOST_BLOCKS,
    MOST_TOKENS, MOST_WEBHOOKS, MailChange, NewDelivery, NewGame, NewInvitation, NewMail, ScoreAppend,
    SeatUpdate, SocialChange, ThreadCursorUpdate, ThreadRow, UpsertMailbox, Vacations, WebhookChange,
    WebhookRow, WebhookState,
};

/// Inserts new games and their seats, without events. Each parameter is a list of rows.
const OPEN: &str = "
    INSERT INTO games (id, ruleset, visibility, clock, created_at, edition, created_by, rematch_of, traits, clock_kind,
        clock_days, version, status, open, to_move)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
        value ->> 8, value ->> 9, value ->> 10, 0, '', 0, 0
    FROM json_each(?);

    INSERT INTO seats (game_id, seat, kind, kept_for, code_hash, player_id, kept_by, challenge)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
    FROM json_each(?)";

/// A batch that was not committed.
pub(super) struct Failed {
    pub(super) error: sqlx::Error,
    /// True if the failure may be that of the commit, and false if an earlier statement failed.
    at_commit: bool,
}

impl Failed {
    fn before_commit(error: sqlx::Error) -> Self {
        Self { error, at_commit: false }
    }

    fn at_commit(error: sqlx::Error) -> Self {
        Self { error, at_commit: true }
    }
}

impl From<Failed> for CommitFailed {
    /// Decides if the outcome is unknown. After an I/O error at the commit, the log may contain the whole transaction:
    /// if the process is killed before the next commit, SQLite finds it there. Other errors are reported before that.
    fn from(failed: Failed) -> Self {
        const IOERR: u32 = 10;
        let code = failed.error.as_database_error().and_then(sqlite_code);
        match failed.at_commit && code.is_none_or(|code| code == IOERR) {
            true => Self::Unknown(failed.error.into()),
            false => Self::Nothing(failed.error.into()),
        }
    }
}

/// Applies a batch of changes in one transaction. If that fails, the connection must not be used again.
pub(super) async fn commit(db: &mut SqliteConnection, changes: &[Change]) -> Result<Vec<Done>, Failed> {
    let steps = changes.iter().enumerate().map_while(|(at, change)| match change {
        Change::Step(step) if step.arrivals.is_empty() => Some(GameAppend::of_step(at, step)),
        _ => None,
    });
    let steps: Vec<_> = steps.collect();
    if steps.len() == changes.len() {
        let mut done = vec![Done::Yes; changes.len()];
        let answers = steps.iter().filter_map(|append| append.answer).collect();
        let taken = taken_keys(db, answers).await.map_err(Failed::before_commit)?;
        let steps = GameAppend::admit(steps, &taken, &mut done);
        // The last statement of the script commits.
        append_games(db, TxScope::OneOfItsOwn, steps, &mut done).await.map_err(Failed::at_commit)?;
        return Ok(done);
    }
    let mut transaction = db.begin_with("BEGIN IMMEDIATE").await.map_err(Failed::before_commit)?;
    let done = write(&mut transaction, changes).await.map_err(Failed::before_commit)?;
    transaction.commit().await.map_err(Failed::at_commit)?;
    Ok(done)
}

/// Applies a batch of changes: everything that is added to games in one command, the rest one by one.
async fn write(db: &mut SqliteConnection, changes: &[Change]) -> Result<Vec<Done>, sqlx::Error> {
    let mut done = vec![Done::Yes; changes.len()];
    let mut appends = Vec::new();
    let mut new_games = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        match change {
            Change::Step(step) => appends.push(GameAppend::of_step(at, step)),
            Change::NewGame(game) => {
                appends.push(GameAppend::of_new_game(at, game));
                new_games.push((at, &**game));
            }
            other => done[at] = write_one(db, other).await?,
        }
    }
    let arrivals = NewlySeated::all(changes);
    let held = hold_arrivals(db, &arrivals).await?;
    let taken = taken_keys(db, appends.iter().filter_map(|append| append.answer).collect()).await?;
    let mut appends = GameAppend::admit(appends, &taken, &mut done);
    turn_away(db, &arrivals, &held, &mut done).await?;
    turn_away_hosts(db, &new_games, &mut done).await?;
    appends.retain(|append| done[append.at] == Done::Yes);
    new_games.retain(|(at, _)| done[*at] == Done::Yes);
    if !new_games.is_empty() {
        let new_games: Vec<&NewGame> = new_games.into_iter().map(|(_, game)| game).collect();
        point_to(db, &new_games).await?;
        let invitations: Vec<_> = new_games.iter().flat_map(|game| game.invitations.clone()).collect();
        open(db, new_games).await?;
        invite(db, &invitations).await?;
    }
    if !appends.is_empty() {
        append_games(db, TxScope::Transaction, appends, &mut done).await?;
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

/// The writer is exclusive, so no lock is needed.
const PLAYER_HELD: &str = PLAYER_THERE;

/// The writer is exclusive, so no lock is needed.
const GAME_HELD: &str = "SELECT id FROM games WHERE id = $1";

const PLAYERS_HELD: &str = "SELECT id, name, vacations, is_bot FROM players WHERE id IN (SELECT value FROM json_each(?1)) AND name IS NOT NULL";

const UNBEGUN: &str = unbegun!("p.value", "json_each(?1) p");

/// The writer is exclusive, so no lock is needed.
const ADDRESS_HELD: &str = "SELECT $1";

const FORGET_MAILS: &str = forget_mails!("");

const FORGET_KEYS: &str = forget_keys!("");

/// SQLite has no clock.
const DATABASE_CLOCK: &str = "SELECT NULL";

/// The writer is exclusive, so no lock is needed.
const ALIVE_HELD: &str = "SELECT name, value FROM settings WHERE name IN ('alive_at', 'alive_database_at')";

const OUTAGE_HELD: &str =
    "SELECT number, from_at, until_at FROM outages WHERE NOT moved ORDER BY number LIMIT 1";

const GAMES_OF_OUTAGE: &str = outages::games_of_outage!("SELECT id FROM chunk");

crate::newly_seated::write_arrivals!(SqliteConnection);
crate::writes::write_one!(SqliteConnection);
crate::outages::write_alive!(SqliteConnection);
crate::talk::write_saying!(SqliteConnection);
crate::scores::write_score!(SqliteConnection);
crate::webhooks::write_webhook!(SqliteConnection);
crate::mail::write_mail!(SqliteConnection);
crate::inbox::write_inbox!(SqliteConnection);

async fn open(db: &mut SqliteConnection, games: Vec<&NewGame>) -> Result<(), sqlx::Error> {
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
                SeatKind::Bot => ("bot", None, None),
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

/// Transaction that a script runs in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TxScope {
    /// A transaction that has begun already.
    Transaction,
    /// A transaction that the script begins and commits.
    OneOfItsOwn,
}

/// Appends to the games that are unchanged since the decision. The writer is exclusive, so a first command finds these
/// games, and a second one writes without another check. Any error rolls back the whole transaction: `OR FAIL` tells
/// SQLite that no statement needs to record how to undo it alone.
async fn append_games<'a>(
    db: &mut SqliteConnection,
    within: TxScope,
    mut appends: Vec<GameAppend<'a>>,
    done: &mut [Done],
) -> Result<(), sqlx::Error> {
    let Found { lost, restated, awake } = Found::of(db, within, &appends).await?;
    appends.retain(|append| {
        let won = !lost.contains(append.game_id);
        if !won {
            done[append.at] = Done::Conflict;
        }
        won
    });
    if appends.is_empty() && within == TxScope::Transaction {
        return Ok(());
    }
    let mut script = StatementBatch::default();
    script.add_rows(
        "INSERT OR FAIL INTO events (game_id, seq, at, audience, body) SELECT * FROM ROWS WHERE column1 IS NOT NULL",
        appends.iter().flat_map(|append| {
            let row = |event: &'a EventRow| {
                [
                    append.game_id.into(),
                    event.seq.into(),
                    event.at.into(),
                    event.audience.0.into(),
                    event.body.text().into(),
                ]
            };
            append.events.iter().map(row)
        }),
    );
    script.add_rows(
        "INSERT OR FAIL INTO snapshots (game_id, version, body) SELECT * FROM ROWS WHERE column1 IS NOT NULL \
         ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, body = excluded.body",
        appends.iter().filter_map(|append| {
            Some([append.game_id.into(), append.progress.version.into(), append.snapshot?.text().into()])
        }),
    );
    script.add_rows(
        "INSERT OR FAIL INTO answers (player_id, route, key, payload_hash, status, headers, body, at) \
         SELECT * FROM ROWS WHERE column1 IS NOT NULL",
        appends.iter().filter_map(|append| {
            let IdempotencyRecord {
                key: IdempotencyKey { player_id, route, key },
                payload_hash,
                status,
                headers,
                body,
                at,
            } = append.answer?;
            let headers = serde_json::to_string(headers).expect("headers are plain data");
            Some([
                player_id.into(),
                route.into(),
                key.into(),
                payload_hash.into(),
                i64::from(*status).into(),
                headers.into(),
                body.into(),
                (*at).into(),
            ])
        }),
    );
    script.add_rows(
        "UPDATE OR FAIL seats SET player_id = column3, challenge = column4, reason = column5, words = column6, \
         answered_at = column7, ended = column8 FROM ROWS WHERE game_id = column1 AND seat = column2",
        appends.iter().flat_map(|append| {
            let row = |seating: &'a SeatUpdate| {
                let SeatUpdate { seat, player_id, challenge, ended } = seating;
                let challenge = challenge.as_ref();
                [
                    append.game_id.into(),
                    i64::from(seat.number()).into(),
                    player_id.as_deref().into(),
                    challenge.map(|challenge| challenge.state.as_str()).into(),
                    challenge.and_then(|challenge| challenge.reason.as_deref()).into(),
                    challenge.and_then(|challenge| challenge.words.as_deref()).into(),
                    challenge.and_then(|challenge| challenge.answered_at).into(),
                    i64::from(*ended).into(),
                ]
            };
            append.seatings.iter().map(row)
        }),
    );
    let (heads, told) = feed_rows(&appends, awake);
    script.add_rows(
        "UPDATE OR FAIL feed_heads SET number = column2 FROM ROWS WHERE player_id = column1",
        heads.into_iter().map(|(player_id, number)| [player_id.into(), number.into()]),
    );
    script.add_rows(
        "INSERT OR FAIL INTO feed (player_id, number, game_id, seq, events, at) SELECT * FROM ROWS WHERE column1 IS NOT NULL",
        told,
    );
    script.add_rows(
        "UPDATE OR FAIL games SET version = column2, deadline = column3, to_move = column4, times = column5 \
         FROM ROWS WHERE id = column1",
        appends.iter().map(|append| {
            let GameProgress { version, deadline, times, to_move, attend_at: _, status: _, open: _ } =
                append.progress;
            [
                append.game_id.into(),
                (*version).into(),
                (*deadline).into(),
                to_move.0.into(),
                times.as_ref().map(ClockState::text).into(),
            ]
        }),
    );
    // Few steps change the columns that games are found by. These columns have a statement of their own, because SQLite
    // updates the indexes of every column that is named, changed or not.
    script.add_rows(
        "UPDATE OR FAIL games SET status = column2, open = column3, attend_at = column4 FROM ROWS WHERE id = column1",
        appends.iter().filter(|append| restated.contains(append.game_id)).map(|append| {
            let GameProgress { status, open, attend_at, .. } = append.progress;
            [append.game_id.into(), status.into(), i64::from(*open).into(), (*attend_at).into()]
        }),
    );
    script.add_rows(
        "INSERT OR FAIL INTO bot_turns (game_id, due_at, dues) SELECT * FROM ROWS WHERE column1 IS NOT NULL \
         ON CONFLICT (game_id) DO UPDATE SET due_at = excluded.due_at, dues = excluded.dues",
        appends.iter().filter_map(|append| {
            let (due_at, dues) = append.bot_due()?;
            Some([append.game_id.into(), due_at.into(), dues.into()])
        }),
    );
    script.add_rows(
        "DELETE FROM bot_turns WHERE game_id IN (SELECT column1 FROM ROWS)",
        appends
            .iter()
            .filter(|append| *append.bot_turn == BotTurn::Idle)
            .map(|append| [append.game_id.into()]),
    );
    if within == TxScope::OneOfItsOwn {
        script.add("COMMIT");
    }
    script.query().execute(&mut *db).await?;
    Ok(())
}

/// State that is read before anything is written.
#[derive(Default)]
struct Found {
    /// Games that have changed since the decision, or do not exist.
    lost: HashSet<String>,
    /// Games whose status, time of the next check or openness for players changes.
    restated: HashSet<String>,
    /// Players whose feeds have had a listener, with the last numbers of these feeds.
    awake: HashMap<String, u64>,
}

impl Found {
    async fn of(
        db: &mut SqliteConnection,
        within: TxScope,
        appends: &[GameAppend<'_>],
    ) -> Result<Self, sqlx::Error> {
        let mut script = StatementBatch::default();
        if within == TxScope::OneOfItsOwn {
            script.add("BEGIN IMMEDIATE");
        }
        script.add_rows(
            "SELECT CASE WHEN g.id IS NULL THEN 'lost' ELSE 'restated' END, column1, NULL FROM ROWS \
             LEFT JOIN games g ON g.id = column1 AND g.version = column2 AND g.edition = column3 \
             WHERE column1 IS NOT NULL AND (g.id IS NULL OR g.status <> column4 OR g.open <> column5 \
             OR g.attend_at IS NOT column6)",
            appends.iter().map(|append| {
                let GameProgress { status, open, attend_at, .. } = append.progress;
                [
                    append.game_id.into(),
                    append.from.into(),
                    append.edition.into(),
                    status.into(),
                    i64::from(*open).into(),
                    (*attend_at).into(),
                ]
            }),
        );
        script.add_rows(
            "SELECT 'awake', h.player_id, h.number FROM ROWS CROSS JOIN feed_heads h ON h.player_id = column1 AND h.awake",
            appends.iter().flat_map(|append| append.feed_appends.iter().map(|item| [(&item.player_id).into()])),
        );
        let rows: Vec<(String, String, Option<i64>)> = script.query_as().fetch_all(&mut *db).await?;
        let mut found = Self::default();
        for (what, id, number) in rows {
            match &*what {
                "lost" => drop(found.lost.insert(id)),
                "restated" => drop(found.restated.insert(id)),
                _ => drop(found.awake.insert(id, number.unwrap_or_default() as u64)),
            }
        }
        Ok(found)
    }
}

/// Returns the new last numbers of feeds, and the rows to add, for players whose feeds have had a listener. The rows
/// are in the order of the steps.
fn feed_rows<'a>(
    appends: &[GameAppend<'a>],
    mut awake: HashMap<String, u64>,
) -> (HashMap<String, u64>, Vec<[Parameter<'a>; 6]>) {
    let mut told: Vec<[Parameter<'_>; 6]> = Vec::new();
    for append in appends {
        for FeedAppend { player_id, seq, events, at } in append.feed_appends {
            if let Some(number) = awake.get_mut(player_id) {
                *number += events;
                told.push([
                    player_id.into(),
                    (*number).into(),
                    append.game_id.into(),
                    (*seq).into(),
                    (*events).into(),
                    (*at).into(),
                ]);
            }
        }
    }
    awake.retain(|player_id, _| told.iter().any(|[player, ..]| player.is(player_id)));
    (awake, told)
}

/// Encodes rows as one statement parameter: a JSON array of arrays, which `json_each` splits.
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

/// Encodes ids as one statement parameter.
fn list<'a>(ids: impl IntoIterator<Item = &'a str>) -> String {
    rows(ids)
}

/// Returns the keys of these answers that are already stored.
async fn taken_keys(
    db: &mut SqliteConnection,
    answers: Vec<&IdempotencyRecord>,
) -> Result<HashSet<IdempotencyKey>, sqlx::Error> {
    let mut taken = HashSet::new();
    for IdempotencyRecord { key, .. } in answers {
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
