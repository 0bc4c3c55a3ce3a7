//! Accounts: how they begin, and what is erased when they are deleted.

use broadside_domain::player::{PlayerRow, TokenRow};
use broadside_domain::time::Time;

use crate::mail::outbox::{NewMail, insert_mail};
use crate::sql::{Connection, query};
use crate::tables::TABLES;
use crate::write::{Done, Write};
use crate::{players, tokens};

/// Creates a player with a first token.
#[derive(Clone)]
pub struct Create {
    pub player: PlayerRow,
    pub token: TokenRow,
}

impl Write for Create {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<Done, sqlx::Error> {
        players::insert(db, &self.player).await?;
        tokens::insert_token(db, &self.token).await?;
        Ok(Done::Yes)
    }
}

/// Mail that tells a player that their account is deleted.
#[derive(Clone, Debug)]
pub struct Farewell {
    pub mail: NewMail,
    pub at: Time,
}

/// Deletes the account of a player, for good, and everything about the player except that they sat
/// in games. A conflict if it is already deleted.
#[derive(Clone)]
pub struct Delete {
    pub id: String,
    /// Mail that says so, if any.
    pub farewell: Option<Farewell>,
}

impl Write for Delete {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<Done, sqlx::Error> {
        if players::set_name(db, &self.id, None).await? == Done::Conflict {
            return Ok(Done::Conflict);
        }
        for table in &TABLES {
            for statement in table.erase_player {
                query(statement).bind(&self.id).execute(&mut *db).await?;
            }
        }
        // Not before: it is an email to the address of the player.
        if let Some(Farewell { mail, at }) = &self.farewell {
            insert_mail(db, mail, *at).await?;
        }
        Ok(Done::Yes)
    }
}
