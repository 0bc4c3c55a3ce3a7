//! Players that a change seats: creators of games, and players who take a seat. The change was
//! decided on their name, their mark as a bot, their vacations, and the numbers of games that they
//! created and that they play with bots. These are checked again when the change is written.

use std::collections::{BTreeSet, HashMap, HashSet};

use broadside_domain::bot::BotTurn;
use broadside_domain::game::SeatKind;
use broadside_domain::player::PlayerRow;
use broadside_domain::time_control::vacations_text;

use crate::games::new_game::NewGame;
use crate::games::step::Step;
use crate::sql::{Connection, Value, query, query_text};
use crate::write::WriteResult;

/// Player that a change seats.
#[derive(Clone, Copy)]
pub(crate) struct NewlySeated<'a> {
    /// Index of the change in the batch.
    pub(crate) index: usize,
    pub(crate) game_id: &'a str,
    /// The player as known at the decision.
    pub(crate) player: &'a PlayerRow,
    /// The new game, if this player creates it.
    pub(crate) new_game: Option<&'a NewGame>,
}

impl<'a> NewlySeated<'a> {
    /// Returns all players that the steps and the new games of a batch seat, each with its index.
    pub(crate) fn all(
        steps: &[(usize, &'a Step)],
        new_games: &[(usize, &'a NewGame)],
    ) -> Vec<Self> {
        let mut all = Vec::new();
        for (index, step) in steps {
            for player in &step.joined {
                let game_id = &step.game_id;
                all.push(Self { index: *index, game_id, player, new_game: None });
            }
        }
        for (index, game) in new_games {
            for seat in game.seats.iter().filter(|seat| seat.kind != SeatKind::Bot) {
                if let Some(player) = &seat.player {
                    let game_id = &game.row.id;
                    let new_game = (player.id == game.row.created_by).then_some(*game);
                    all.push(Self { index: *index, game_id, player, new_game });
                }
            }
        }
        all
    }
}

/// Counts the games with bots in which a player has a seat and that are not over.
pub(super) const BOT_GAMES: &str = "SELECT count(*) FROM seats s WHERE s.player_id = $1 AND NOT s.game_over \
    AND EXISTS (SELECT 1 FROM seats b WHERE b.game_id = s.game_id AND b.kind = 'bot')";

pub(crate) struct StoredPlayer {
    name: String,
    /// Column `vacations`.
    vacations: String,
    is_bot: bool,
}

impl StoredPlayer {
    /// Returns true if nothing has changed that a decision depends on.
    fn is_unchanged(&self, known: &PlayerRow) -> bool {
        known.name.as_ref() == Some(&self.name)
            && vacations_text(&known.vacations) == self.vacations
            && known.is_bot == self.is_bot
    }
}

/// Locks the players that are seated. Returns them by id, without deleted accounts.
pub(crate) async fn lock_newly_seated(
    db: &mut Connection<'_>,
    seated: &[NewlySeated<'_>],
) -> Result<HashMap<String, StoredPlayer>, sqlx::Error> {
    let mut stored = HashMap::new();
    if seated.is_empty() {
        return Ok(stored);
    }
    let ids: BTreeSet<&str> = seated.iter().map(|seated| &*seated.player.id).collect();
    let condition = db.dialect().is_one_of("id", "$1");
    let for_update = db.dialect().for_update();
    let sql = format!(
        "SELECT id, name, vacations, is_bot FROM players WHERE {condition} AND name IS NOT NULL ORDER BY id{for_update}"
    );
    let rows: Vec<(String, String, String, bool)> =
        query_text(sql).bind(ids.into_iter().collect::<Value<'_>>()).fetch_all(&mut *db).await?;
    for (id, name, vacations, is_bot) in rows {
        stored.insert(id, StoredPlayer { name, vacations, is_bot });
    }
    Ok(stored)
}

/// Rejects changes that seat a player with a deleted account, new games of creators who have
/// reached a limit, and rematches of games that already have one. The players and the games that
/// get a rematch are locked.
pub(crate) async fn reject_players(
    db: &mut Connection<'_>,
    seated: &[NewlySeated<'_>],
    stored: &HashMap<String, StoredPlayer>,
    results: &mut [WriteResult],
) -> Result<(), sqlx::Error> {
    for deleted in seated.iter().filter(|seated| !stored.contains_key(&seated.player.id)) {
        results[deleted.index] = WriteResult::Conflict;
    }
    let new_games: Vec<_> = seated
        .iter()
        .filter(|seated| results[seated.index] == WriteResult::Applied)
        .filter_map(|seated| Some((seated.index, &seated.player.id, seated.new_game?)))
        .collect();
    if new_games.is_empty() {
        return Ok(());
    }
    let mut not_started =
        count_unbegun(db, new_games.iter().map(|(_, creator_id, _)| creator_id.as_str()).collect())
            .await?;
    let mut challenges: HashMap<&str, i64> = HashMap::new();
    let mut bot_games: HashMap<&str, i64> = HashMap::new();
    let mut rematches = HashSet::new();
    for (index, creator_id, game) in new_games {
        let not_started = not_started.entry(creator_id.clone()).or_default();
        let mut is_allowed = *not_started < i64::from(game.max_not_started);
        let in_game = game.seats.iter().filter(|seat| seat.challenge.is_some()).count() as i64;
        if is_allowed && in_game > 0 {
            let (max, since) = &game.max_challenges;
            let before: i64 =
                query("SELECT count(*) FROM seats WHERE challenger_id = $1 AND game_id > $2")
                    .bind(creator_id)
                    .bind(since)
                    .fetch_value(&mut *db)
                    .await?;
            let in_batch = challenges.entry(creator_id).or_default();
            is_allowed = before + *in_batch + in_game <= i64::from(*max);
            if is_allowed {
                *in_batch += in_game;
            }
        }
        if is_allowed && game.bot_turn != BotTurn::NoBot {
            let before: i64 = query(BOT_GAMES).bind(creator_id).fetch_value(&mut *db).await?;
            let in_batch = bot_games.entry(creator_id).or_default();
            is_allowed = before + *in_batch < i64::from(game.max_bot_games);
            if is_allowed {
                *in_batch += 1;
            }
        }
        if let Some(rematch_of) = game.row.rematch_of.as_deref().filter(|_| is_allowed) {
            let rematch: Option<String> = query("SELECT id FROM games WHERE rematch_of = $1")
                .bind(rematch_of)
                .fetch_optional_value(&mut *db)
                .await?;
            is_allowed = rematch.is_none() && rematches.insert(rematch_of);
        }
        if is_allowed {
            *not_started += 1;
        } else {
            results[index] = WriteResult::Conflict;
        }
    }
    Ok(())
}

/// Counts the games of each creator that have not begun.
async fn count_unbegun(
    db: &mut Connection<'_>,
    creator_ids: BTreeSet<&str>,
) -> Result<HashMap<String, i64>, sqlx::Error> {
    // The creator of a game has a seat in it until it is over.
    let sql = format!(
        "SELECT value, (SELECT count(*) FROM seats s JOIN games g ON g.id = s.game_id WHERE s.player_id = value \
         AND NOT s.game_over AND g.created_by = s.player_id AND g.status IN ('waiting', 'placing')) FROM {}",
        db.dialect().rows_of("$1")
    );
    let ids: Value<'_> = creator_ids.into_iter().collect();
    let counts: Vec<(String, i64)> = query_text(sql).bind(ids).fetch_all(&mut *db).await?;
    Ok(counts.into_iter().collect())
}

/// Gives games a new meta version if a seated player was renamed, marked as a bot or changed
/// vacations after the decision. Games with a clock are also marked to be processed immediately.
pub(crate) async fn bump_stale(
    db: &mut Connection<'_>,
    seated: &[NewlySeated<'_>],
    stored: &HashMap<String, StoredPlayer>,
    results: &[WriteResult],
) -> Result<(), sqlx::Error> {
    for NewlySeated { index, game_id, player, new_game: _ } in seated {
        let is_unchanged = stored.get(&player.id).is_some_and(|stored| stored.is_unchanged(player));
        if results[*index] == WriteResult::Applied && !is_unchanged {
            query(
                "UPDATE games SET meta_version = meta_version + 1, \
                 next_check_at = CASE WHEN clock IS NULL THEN next_check_at ELSE 0 END WHERE id = $1",
            )
            .bind(*game_id)
            .execute(db)
            .await?;
        }
    }
    Ok(())
}
