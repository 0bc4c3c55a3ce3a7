//! Lists of blocked players. Seats are refused in `join.rs`, challenges in `create.rs` and
//! `rematch.rs`, and invitations by email in `api/post`; the store leaves out games of blocked
//! players in lists. A refusal says what it is: a misleading one would be discovered with a second
//! account, and would leave honest people guessing.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_store::{BlockRow, MAX_BLOCKS, blocks, retry_conflicts};
use uuid::Uuid;

use super::App;
use super::account::account_deleted;

impl App {
    /// Returns the players that a player blocks, ordered by id.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn blocks(&self, player_id: &str) -> Result<Vec<BlockRow>, AppError> {
        self.store.blocks_of(player_id).await.map_err(AppError::from)
    }

    /// Blocks a player.
    ///
    /// # Errors
    /// If the players are the same, there is no such player, the list is full, or the store fails.
    pub async fn block_player(&self, player_id: &str, other: &str) -> Result<(), AppError> {
        if other == player_id {
            let detail = "player_id: this is your own id: name another player";
            return Err(AppError::new(ErrorKind::BadRequest, detail));
        }
        retry_conflicts(|| async {
            self.find_player(other)
                .await?
                .ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?;
            let blocked = self.blocks(player_id).await?;
            if blocked.len() >= MAX_BLOCKS && blocked.iter().all(|row| row.blocked_id != other) {
                let detail = format!(
                    "you block {MAX_BLOCKS} players, which is the maximum: unblock one first"
                );
                return Err(AppError::new(ErrorKind::NotNow, detail));
            }
            let block = blocks::Block {
                player_id: player_id.to_owned(),
                blocked_id: other.to_owned(),
                at: self.env.now(),
            };
            if self.store.try_commit(block).await? {
                return Ok(Some(()));
            }
            if self.find_player(player_id).await?.is_none() {
                return Err(account_deleted());
            }
            // The other account has just been deleted, or other players have been blocked.
            Ok(None)
        })
        .await
    }

    /// Unblocks a player. Does nothing if they are not blocked.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn unblock_player(&self, player_id: &str, other: &str) -> Result<(), AppError> {
        // Ids of players are UUIDs, and PostgreSQL refuses some other texts.
        if Uuid::try_parse(other).is_ok() {
            let unblock =
                blocks::Unblock { player_id: player_id.to_owned(), blocked_id: other.to_owned() };
            self.store.commit(unblock).await?;
        }
        Ok(())
    }
}
