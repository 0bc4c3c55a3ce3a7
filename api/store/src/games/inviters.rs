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
    let by_mail =
        |(at, game): &&(usize, &NewGame)| done[*at] == Done::Yes && !game.invitations.is_empty();
    let by_mail: Vec<_> = new_games.iter().filter(by_mail).copied().collect();
    let hosts: BTreeSet<&str> = by_mail
        .iter()
        .flat_map(|(_, game)| &game.invitations)
        .map(|one| &*one.counted.player_id)
        .collect();
    // Lock in a fixed order, so that two batches cannot deadlock.
    for host in hosts {
        lock_quota(db, host).await?;
    }
    let mut admitted: HashMap<&str, usize> = HashMap::new();
    for (at, game) in by_mail {
        let Some(NewInvitation { counted, .. }) = game.invitations.first() else { continue };
        let most = usize::try_from(game.most_invitations).unwrap_or(usize::MAX);
        let (before,): (i64,) =
            query("SELECT count(*) FROM mail_address_quota WHERE player_id = $1 AND at > $2")
                .bind(&counted.player_id)
                .bind(counted.since.0)
                .fetch_one(&mut *db)
                .await?;
        let of_batch = admitted.entry(&*counted.player_id).or_default();
        if before as usize + *of_batch + game.invitations.len() > most {
            done[at] = Done::Conflict;
        } else {
            *of_batch += game.invitations.len();
        }
    }
    Ok(())
}
