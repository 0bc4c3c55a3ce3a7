//! Invitation codes: their renewal and revocation by the creator of a game.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::SeatKind;
use broadside_domain::secret::{Purpose, Secret};
use broadside_engine::seat::Seat;

use super::{App, InvitationCode, require_seat};
use crate::play::LiveGame;

impl App {
    /// Gives a free seat of a game a new invitation code. The previous one is no longer valid.
    ///
    /// # Errors
    /// If the seat takes no invitation or is taken, the player is not the creator of the game, the
    /// game is over, or the store fails.
    pub async fn renew_invitation(
        &self,
        player_id: &str,
        game_id: &str,
        seat: u8,
    ) -> Result<InvitationCode, AppError> {
        let code = Secret::generate(&self.env, Purpose::Invitation);
        let seat = self
            .play
            .replace_invite_code(game_id, |game| {
                Ok((invitation_seat(game, player_id, seat)?, code.hash()))
            })
            .await?;
        Ok(InvitationCode { seat, code })
    }

    /// Revokes the invitation code of a free seat of a game.
    ///
    /// # Errors
    /// As for [`Self::renew_invitation`].
    pub async fn revoke_code(
        &self,
        player_id: &str,
        game_id: &str,
        seat: u8,
    ) -> Result<(), AppError> {
        self.play
            .replace_invite_code(game_id, |game| {
                Ok((invitation_seat(game, player_id, seat)?, String::new()))
            })
            .await
            .map(drop)
    }
}

/// Returns the seat whose invitation a player may change: a free seat of a game that they created
/// and that is not over.
fn invitation_seat(game: &LiveGame, player_id: &str, seat: u8) -> Result<Seat, AppError> {
    let player_seat = require_seat(game, player_id)?;
    let row = game.seats.iter().find(|row| row.seat.number() == seat);
    let Some(row) = row.filter(|row| matches!(row.kind, SeatKind::Invite(_))) else {
        let detail =
            "no seat with this number takes an invitation: see `access` in the `seats` of the game";
        return Err(AppError::new(ErrorKind::NotFound, detail));
    };
    if game.creator() != Some(player_seat) {
        return Err(AppError::new(
            ErrorKind::NotNow,
            "only the creator of the game can change its invitations",
        ));
    }
    if game.game.status().is_over() {
        return Err(AppError::from_kind(ErrorKind::GameOver));
    }
    if row.player.is_some() {
        return Err(AppError::new(
            ErrorKind::NotNow,
            "the seat is taken: its invitation cannot change",
        ));
    }
    Ok(row.seat)
}
