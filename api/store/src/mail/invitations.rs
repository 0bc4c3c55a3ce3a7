//! Queries and statements of invitations by mail.

use std::collections::{BTreeSet, HashMap};

use broadside_domain::time::Time;

use super::outbox::insert_mail;
use super::quotas::{count_mail, lock_quota};
use super::sign_up::{insert_account, is_taken};
use super::{Acceptance, InvitationRow, NewInvitation, SignUp};
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::{Backend, Done, NewGame, StoreError};

/// Columns of an invitation.
const COLUMNS: &str = "key_hash, game_id, seat, code_hash, address, address_normalized, address_hash, invited_by, \
                       lang, player_id, created_at";

impl Record for InvitationRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            key_hash: row.get("key_hash")?,
            game_id: row.get("game_id")?,
            seat: row.get("seat")?,
            code_hash: row.get("code_hash")?,
            address: row.get("address")?,
            address_normalized: row.get("address_normalized")?,
            address_hash: row.get("address_hash")?,
            invited_by: row.get("invited_by")?,
            lang: row.get("lang")?,
            player_id: row.get("player_id")?,
            created_at: row.get("created_at")?,
        })
    }
}

impl Backend {
    /// Returns the invitation whose key has this hash.
    pub async fn mail_invitation(
        &self,
        key_hash: &str,
    ) -> Result<Option<InvitationRow>, StoreError> {
        let row =
            query_text(format!("SELECT {COLUMNS} FROM mail_invitations WHERE key_hash = $1",))
                .bind(key_hash)
                .fetch_optional(self.readers())
                .await?;
        Ok(row)
    }

    /// Returns invitations from before a time that were not accepted and have not expired, oldest
    /// first.
    pub async fn unanswered_invitations(
        &self,
        before: Time,
        limit: u32,
    ) -> Result<Vec<InvitationRow>, StoreError> {
        let rows = query_text(format!(
            "SELECT {COLUMNS} FROM mail_invitations WHERE created_at < $1 AND player_id IS NULL AND code_hash <> '' \
             ORDER BY created_at, key_hash LIMIT $2",
        ))
        .bind(before.0)
        .bind(i64::from(limit))
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }
}

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

/// Writes the invitations to new games.
pub(crate) async fn insert_invitations(
    db: &mut Connection<'_>,
    invitations: &[NewInvitation],
) -> Result<(), sqlx::Error> {
    let mut invitations: Vec<_> = invitations.iter().collect();
    // Sort by address, because the addresses are locked one after another.
    invitations.sort_by(|a, b| a.counted.address_hash.cmp(&b.counted.address_hash));
    for NewInvitation { row, counted, mail } in invitations {
        query_text(format!(
            "INSERT INTO mail_invitations ({COLUMNS}, answer_count) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0)"
        ))
        .bind(&row.key_hash)
        .bind(&row.game_id)
        .bind(i64::from(row.seat))
        .bind(&row.code_hash)
        .bind(&row.address)
        .bind(&row.address_normalized)
        .bind(&row.address_hash)
        .bind(&row.invited_by)
        .bind(&row.lang)
        .bind(&row.player_id)
        .bind(row.created_at)
        .execute(&mut *db)
        .await?;
        let may = count_mail(db, counted, row.created_at).await?;
        if may && let Some(mail) = mail {
            insert_mail(db, mail, row.created_at).await?;
        }
    }
    Ok(())
}

/// Records that a player has accepted an invitation, and creates the player if the account is new.
pub(super) async fn accept_invitation(
    db: &mut Connection<'_>,
    acceptance: &Acceptance,
) -> Result<Done, sqlx::Error> {
    let Acceptance { key_hash, player_id, new, lang, at } = acceptance;
    if let Some((_, _, normal)) = new
        && is_taken(db, normal).await?
    {
        return Ok(Done::Conflict);
    }
    let there = query(
        "UPDATE mail_invitations SET player_id = $2 WHERE key_hash = $1 AND (player_id IS NULL OR player_id = $2)",
    )
    .bind(key_hash)
    .bind(player_id)
    .execute(&mut *db)
    .await?;
    if there == 0 {
        return Ok(Done::Conflict);
    }
    let Some((name, address, normal)) = new else { return Ok(Done::Yes) };
    let (player_id, name) = (player_id.clone(), name.clone());
    let (address, address_normalized, lang) = (address.clone(), normal.clone(), lang.clone());
    insert_account(db, &SignUp { player_id, name, address, address_normalized, lang, at: *at })
        .await?;
    Ok(Done::Yes)
}
