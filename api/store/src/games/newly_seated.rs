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
use crate::write::Done;

/// Player that a change seats.
#[derive(Clone, Copy)]
pub(crate) struct NewlySeated<'a> {
    /// Index of the change in the batch.
    pub(crate) at: usize,
    pub(crate) game_id: &'a str,
    /// The player as known at the decision.
    pub(crate) player: &'a PlayerRow,
    /// The new game, if this player creates it.
    pub(crate) makes: Option<&'a NewGame>,
}

impl<'a> NewlySeated<'a> {
    /// Returns all players that the steps and the new games of a batch seat, each with its index.
    pub(crate) fn all(
        steps: &[(usize, &'a Step)],
        new_games: &[(usize, &'a NewGame)],
    ) -> Vec<Self> {
        let mut all = Vec::new();
        for (at, step) in steps {
            for player in &step.arrivals {
                all.push(Self { at: *at, game_id: &step.game_id, player, makes: None });
            }
        }
        for (at, game) in new_games {
            for seat in game.seats.iter().filter(|seat| seat.kind != SeatKind::Bot) {
                if let Some(player) = &seat.player {
                    let makes = (player.id == game.row.created_by).then_some(*game);
                    all.push(Self { at: *at, game_id: &game.row.id, player, makes });
                }
            }
        }
        all
    }
}

/// Counts the games with bots in which a player has a seat and that are not over.
pub(super) const BOT_GAMES: &str = "SELECT count(*) FROM seats s WHERE s.player_id = $1 AND NOT s.game_over \
    AND EXISTS (SELECT 1 FROM seats b WHERE b.game_id = s.game_id AND b.kind = 'bot')";

/// Players as they are stored: the name, the column `vacations` and the mark as a bot, by id.
type StoredPlayers = HashMap<String, (String, String, bool)>;

/// Locks the players that are seated. Returns the name, the `vacations` column and the mark as a
/// bot of each by id. Leaves out deleted accounts.
pub(crate) async fn lock_newly_seated(
    db: &mut Connection<'_>,
    arrivals: &[NewlySeated<'_>],
) -> Result<StoredPlayers, sqlx::Error> {
    if arrivals.is_empty() {
        return Ok(StoredPlayers::new());
    }
    let ids: BTreeSet<&str> = arrivals.iter().map(|arrival| &*arrival.player.id).collect();
    let is_seated = db.dialect().is_one_of("id", "$1");
    let for_update = db.dialect().for_update();
    let sql = format!(
        "SELECT id, name, vacations, is_bot FROM players WHERE {is_seated} AND name IS NOT NULL ORDER BY id{for_update}"
    );
    let held: Vec<(String, String, String, bool)> =
        query_text(sql).bind(ids.into_iter().collect::<Value<'_>>()).fetch_all(&mut *db).await?;
    Ok(held.into_iter().map(|(id, name, away, is_bot)| (id, (name, away, is_bot))).collect())
}

/// Rejects changes that seat a player with a deleted account, new games of creators who have
/// reached a limit, and rematches of games that already have one. The players and the games that
/// get a rematch are locked.
pub(crate) async fn reject_players(
    db: &mut Connection<'_>,
    arrivals: &[NewlySeated<'_>],
    held: &StoredPlayers,
    done: &mut [Done],
) -> Result<(), sqlx::Error> {
    for gone in arrivals.iter().filter(|arrival| !held.contains_key(&arrival.player.id)) {
        done[gone.at] = Done::Conflict;
    }
    let makers = arrivals.iter().filter_map(|arrival| Some((arrival, arrival.makes?)));
    let makers: Vec<_> = makers.filter(|(arrival, _)| done[arrival.at] == Done::Yes).collect();
    if makers.is_empty() {
        return Ok(());
    }
    let ids: BTreeSet<&str> = makers.iter().map(|(arrival, _)| &*arrival.player.id).collect();
    // The creator of a game has a seat in it until it is over.
    let sql = format!(
        "SELECT value, (SELECT count(*) FROM seats s JOIN games g ON g.id = s.game_id WHERE s.player_id = value \
         AND NOT s.game_over AND g.created_by = s.player_id AND g.status IN ('waiting', 'placing')) FROM {}",
        db.dialect().rows_of("$1")
    );
    let unbegun: Vec<(String, i64)> =
        query_text(sql).bind(ids.into_iter().collect::<Value<'_>>()).fetch_all(&mut *db).await?;
    let mut unbegun: HashMap<String, i64> = unbegun.into_iter().collect();
    let mut challenges: HashMap<String, i64> = HashMap::new();
    let mut bot_games: HashMap<String, i64> = HashMap::new();
    let mut rematches = HashSet::new();
    for (arrival, game) in makers {
        let count = unbegun.entry(arrival.player.id.clone()).or_default();
        let mut room = *count < i64::from(game.most_unbegun);
        let of_game = game.seats.iter().filter(|seat| seat.challenge.is_some()).count() as i64;
        if room && of_game > 0 {
            let (most, since) = &game.most_challenges;
            let (before,): (i64,) =
                query("SELECT count(*) FROM seats WHERE challenger_id = $1 AND game_id > $2")
                    .bind(&arrival.player.id)
                    .bind(since)
                    .fetch_one(&mut *db)
                    .await?;
            let of_batch = challenges.entry(arrival.player.id.clone()).or_default();
            room = before + *of_batch + of_game <= i64::from(*most);
            *of_batch += if room { of_game } else { 0 };
        }
        if room && game.bot_turn != BotTurn::NoBot {
            let (before,): (i64,) =
                query(BOT_GAMES).bind(&arrival.player.id).fetch_one(&mut *db).await?;
            let of_batch = bot_games.entry(arrival.player.id.clone()).or_default();
            room = before + *of_batch < i64::from(game.most_bot_games);
            *of_batch += i64::from(room);
        }
        if let Some(before) = game.row.rematch_of.as_deref().filter(|_| room) {
            let there: Option<(String,)> = query("SELECT id FROM games WHERE rematch_of = $1")
                .bind(before)
                .fetch_optional(&mut *db)
                .await?;
            room = there.is_none() && rematches.insert(before);
        }
        if room {
            *count += 1;
        } else {
            done[arrival.at] = Done::Conflict;
        }
    }
    Ok(())
}

/// Gives games a new meta version if a seated player was renamed, marked as a bot or changed
/// vacations after the decision. Games with a clock are also marked to be processed immediately.
pub(crate) async fn bump_stale(
    db: &mut Connection<'_>,
    arrivals: &[NewlySeated<'_>],
    held: &StoredPlayers,
    done: &[Done],
) -> Result<(), sqlx::Error> {
    for NewlySeated { at, game_id, player, makes: _ } in arrivals {
        let as_known = |(name, away, is_bot): &(String, String, bool)| {
            player.name.as_ref() == Some(name)
                && *away == vacations_text(&player.vacations)
                && *is_bot == player.is_bot
        };
        if done[*at] == Done::Yes && !held.get(&player.id).is_some_and(as_known) {
            query(
                "UPDATE games SET meta_version = meta_version + 1, \
                 next_check_at = CASE WHEN clock IS NULL THEN next_check_at ELSE 0 END WHERE id = $1",
            )
            .bind(*game_id)
            .execute(&mut *db)
            .await?;
        }
    }
    Ok(())
}
