//! Transaction of a restore: begins a timeline, drops leases and everything that waits to be sent,
//! and notifies the players of games in progress.

use broadside_domain::env::Env;
use broadside_domain::feed::{Notification, NotificationKind};
use broadside_domain::game::Restored;
use broadside_domain::time::Time;
use broadside_engine::seat::Seat;

use super::report::{Report, RestoredGame, RestoredToken};
use super::timeline::{RESTORED_AT, TIMELINE, new_timeline};
use crate::feeds::insert_notice;
use crate::settings;
use crate::sql::{Connection, query};
use crate::tables::TABLES;

// Mail and messages that wait may have been sent or carried out since the backup.
const DROP_MAIL: &str =
    "DELETE FROM jobs WHERE queue IN ('mail_in', 'mail_out') AND state = 'pending'";
const DROP_DELIVERIES: &str = "DELETE FROM jobs WHERE queue = 'webhooks' AND state = 'pending'";

/// Marks a database as restored now.
pub(super) async fn mark(db: &mut Connection<'_>, env: &Env) -> Result<Report, sqlx::Error> {
    let timeline = new_timeline(env);
    let now = env.now();
    query("BEGIN").execute(db).await?;
    for table in &TABLES {
        for statement in table.left_behind.iter().chain(table.restored) {
            query(statement).execute(db).await?;
        }
    }
    let letters = query(DROP_MAIL).execute(db).await?;
    let messages = query(DROP_DELIVERIES).execute(db).await?;
    for (name, value) in [(TIMELINE, &timeline), (RESTORED_AT, &now.to_string())] {
        query(settings::REPLACE).bind(name).bind(value).execute(db).await?;
    }
    let in_progress: Vec<(String, String, String, i64)> = query(
        "SELECT id, ruleset, status, created_at FROM games WHERE status NOT IN ('finished', 'cancelled') ORDER BY id",
    )
    .fetch_all(&mut *db)
    .await?;
    let mut games = Vec::new();
    for (id, ruleset, status, created_at) in in_progress {
        games.push(mark_game(db, now, id, ruleset, status, created_at).await?);
    }
    let tokens = valid_tokens(db, now).await?;
    query("COMMIT").execute(db).await?;
    Ok(Report { timeline, games, tokens, letters, messages, before: None })
}

/// Returns the tokens that are valid, oldest first.
async fn valid_tokens(
    db: &mut Connection<'_>,
    now: Time,
) -> Result<Vec<RestoredToken>, sqlx::Error> {
    let rows: Vec<(String, String, Option<String>, i64)> = query(
        "SELECT t.id, t.name, p.name, t.created_at FROM tokens t JOIN players p ON p.id = t.player_id \
         WHERE (t.expires_at IS NULL OR t.expires_at > $1) AND (t.ends_at IS NULL OR t.ends_at > $1) ORDER BY t.id",
    )
    .bind(now)
    .fetch_all(db)
    .await?;
    let mut tokens = Vec::new();
    for (id, name, player, created_at) in rows {
        let player = player.unwrap_or_default();
        tokens.push(RestoredToken { id, name, player, created_at: Time(created_at) });
    }
    Ok(tokens)
}

/// Marks a game as reset to the backup, and notifies its players.
async fn mark_game(
    db: &mut Connection<'_>,
    now: Time,
    id: String,
    ruleset: String,
    status: String,
    created_at: i64,
) -> Result<RestoredGame, sqlx::Error> {
    let audiences: Vec<AudienceEvents> = query(
        "SELECT audience, count(*), max(at) FROM events WHERE game_id = $1 GROUP BY audience",
    )
    .bind(&id)
    .fetch_all(&mut *db)
    .await?;
    let (events, last_at) = sum_events(&audiences, created_at);
    let mut seen = Vec::new();
    for viewer in 0..=Seat::MAX {
        let mut visible = audiences.clone();
        visible.retain(|(audience, ..)| audience & (1 << viewer) != 0);
        seen.push(sum_events(&visible, created_at));
    }
    let restored = Restored { at: now, events, seen };
    let text = serde_json::to_string(&restored).expect("it is plain data");
    query("UPDATE games SET meta_version = meta_version + 1, restored = $2 WHERE id = $1")
        .bind(&id)
        .bind(&text)
        .execute(db)
        .await?;
    // A challenged player sees what the public sees.
    let players: Vec<(i64, String, Option<String>)> = query(
        "SELECT CASE WHEN s.player_id IS NULL THEN 0 ELSE CAST(s.seat AS BIGINT) END, p.id, p.name FROM seats s \
         JOIN players p ON p.id = coalesce(s.player_id, s.reserved_for) WHERE s.game_id = $1 ORDER BY s.seat",
    )
    .bind(&id)
    .fetch_all(&mut *db)
    .await?;
    let mut notified: Vec<&str> = Vec::new();
    for (viewer, player_id, name) in &players {
        if name.is_some() && !notified.contains(&&**player_id) {
            notified.push(player_id);
            let seen = usize::try_from(*viewer).ok().and_then(|viewer| restored.seen.get(viewer));
            let notice = Notification {
                player_id: player_id.clone(),
                game_id: id.clone(),
                about: NotificationKind::Restored(seen.map_or(0, |(version, _)| *version)),
                at: now,
            };
            notify(db, &notice).await?;
        }
    }
    let players = players
        .into_iter()
        .map(|(.., name)| name.unwrap_or_else(|| "(deleted)".to_owned()))
        .collect();
    Ok(RestoredGame { id, ruleset, status, players, events, last_at: Time(last_at) })
}

/// Audience of events, their number, and the time of the last of them.
type AudienceEvents = (i64, i64, i64);

/// Returns the number of events and the time of the last of them, or else that of the creation of
/// the game.
fn sum_events(audiences: &[AudienceEvents], created_at: i64) -> (u64, i64) {
    let count = audiences.iter().map(|(_, count, _)| count.unsigned_abs()).sum();
    let last_at = audiences.iter().map(|(.., at)| *at).max();
    (count, last_at.unwrap_or(created_at))
}

/// Adds a notice to the feed of its player, if the feed is enabled.
async fn notify(db: &mut Connection<'_>, notice: &Notification) -> Result<(), sqlx::Error> {
    let number: Option<i64> = query(
        "UPDATE feed_heads SET last_seq = last_seq + 1 WHERE player_id = $1 AND enabled RETURNING last_seq",
    )
    .bind(&notice.player_id)
    .fetch_optional_value(&mut *db)
    .await?;
    let Some(number) = number else { return Ok(()) };
    insert_notice(db, notice, number).await
}
