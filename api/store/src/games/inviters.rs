//! Limit of the invitations by mail that come with new games.

use std::collections::{BTreeSet, HashMap};

use crate::games::new_game::NewGame;
use crate::mail::invitations::NewInvitation;
use crate::mail::quotas::lock_quota;
use crate::sql::{Connection, query};
use crate::write::Done;

/// Rejects new games whose players invite more by mail than they may in a day. Holds a lock for
/// each player, so that concurrent counts for a player wait for each other.
pub(crate) async fn reject_inviters(
    db: &mut Connection<'_>,
    new_games: &[(usize, &NewGame)],
    done: &mut [Done],
) -> Result<(), sqlx::Error> {
    let mut games = new_games.to_vec();
    games.retain(|(index, _)| done[*index] == Done::Yes);
    let inviters: BTreeSet<&str> = games
        .iter()
        .flat_map(|(_, game)| &game.invitations)
        .map(|invitation| &*invitation.counted.player_id)
        .collect();
    // Lock in a fixed order, so that two batches cannot deadlock.
    for inviter in inviters {
        lock_quota(db, inviter).await?;
    }
    let mut counts_in_batch: HashMap<&str, usize> = HashMap::new();
    for (index, game) in games {
        let Some(NewInvitation { counted, .. }) = game.invitations.first() else { continue };
        let max = usize::try_from(game.most_invitations).unwrap_or(usize::MAX);
        let (before,): (i64,) =
            query("SELECT count(*) FROM mail_address_quota WHERE player_id = $1 AND at > $2")
                .bind(&counted.player_id)
                .bind(counted.since.0)
                .fetch_one(&mut *db)
                .await?;
        let in_batch = counts_in_batch.entry(&*counted.player_id).or_default();
        if before as usize + *in_batch + game.invitations.len() > max {
            done[index] = Done::Conflict;
        } else {
            *in_batch += game.invitations.len();
        }
    }
    Ok(())
}
