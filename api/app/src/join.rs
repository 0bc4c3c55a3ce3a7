//! Taking and leaving seats.

use broadside_domain::command::SeatClaim;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::{SeatKind, SeatRow};
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::player::PlayerRow;
use broadside_domain::secret::{Purpose, Secret};
use broadside_engine::game::Request;
use broadside_engine::seat::{Seat, Viewer};

use super::App;
use super::access::require_seat;
use crate::play::{self, CommandOutcome, LiveGame, StepRequest, TimedEvent};

/// Player who takes a seat.
pub(crate) struct JoiningPlayer {
    pub player: PlayerRow,
    /// True if the creator of the game blocks the player, who then gets only a seat that is
    /// reserved for them, or one that the creator invites to by mail.
    pub is_blocked: bool,
    /// Refusal if the game has bots and the player already has too many games with bots.
    pub bot_games: Result<(), AppError>,
}

impl App {
    /// Reads the player who takes a seat, and if the creator of the game blocks them.
    ///
    /// # Errors
    /// 401 if the account is deleted, or if the store fails.
    pub(super) async fn joining_player(
        &self,
        player_id: &str,
        game_id: &str,
    ) -> Result<JoiningPlayer, AppError> {
        let player = self.require_player(player_id).await?;
        let game = self.play.game(game_id).await?;
        let bot_games = if game.as_ref().is_some_and(|game| game.has_bots()) {
            self.check_bot_games(player_id).await
        } else {
            Ok(())
        };
        // The creator of a game never changes.
        let creator = game.map(|game| game.row.created_by.clone());
        let is_blocked = match creator {
            Some(creator) => self.store.blocks(&creator, player_id).await?,
            None => false,
        };
        Ok(JoiningPlayer { player, is_blocked, bot_games })
    }

    /// Seats a player on the seat of an invitation by mail. A player who already has a seat keeps
    /// it.
    ///
    /// # Errors
    /// If the seat is taken, the code is no longer valid, or the game is over.
    pub async fn take_invited_seat(
        &self,
        player_id: &str,
        game_id: &str,
        code_hash: &str,
    ) -> Result<(), AppError> {
        // The creator invited this address, so their blocks do not matter.
        let joining = JoiningPlayer {
            player: self.require_player(player_id).await?,
            is_blocked: false,
            bot_games: Ok(()),
        };
        let claim = SeatClaim::Invitation(code_hash.to_owned());
        match self.play.step(game_id, &InvitedSeat { joining, claim }).await {
            Err(problem) if problem.kind() == ErrorKind::AlreadySeated => Ok(()),
            taken => taken,
        }
    }

    /// Revokes the code of the seat of an invitation by mail. The seat stays free, and the creator
    /// of the game can renew the invitation.
    ///
    /// # Errors
    /// If the seat is taken, or the code is no longer valid.
    pub async fn revoke_invitation(&self, game_id: &str, code_hash: &str) -> Result<(), AppError> {
        self.play
            .replace_invite_code(game_id, |game| {
                Ok((invited_seat(game, code_hash)?, String::new()))
            })
            .await
            .map(drop)
    }
}

/// Step of an invited player who takes a seat.
struct InvitedSeat {
    joining: JoiningPlayer,
    claim: SeatClaim,
}

impl StepRequest for InvitedSeat {
    type Response = ();

    fn decide(&self, game: &LiveGame) -> Result<CommandOutcome, AppError> {
        decide_join(game, &self.joining, &self.claim)
    }

    fn response(&self, _: &LiveGame, _: &[TimedEvent]) -> ((), Option<IdempotencyRecord>) {
        ((), None)
    }
}

/// Decides if a player may sit down, and where. If the player may not know of the game and has no
/// invitation to it by mail, the response is always 404, before any other error.
///
/// # Errors
/// If the player already has a seat, the code is wrong, or no seat is free for them.
pub(crate) fn decide_join(
    game: &LiveGame,
    joining: &JoiningPlayer,
    claim: &SeatClaim,
) -> Result<CommandOutcome, AppError> {
    let player = &joining.player;
    let seat = match claim {
        SeatClaim::Invitation(code_hash) => {
            if game.seat_of(&player.id).is_some() {
                return Err(AppError::from_kind(ErrorKind::AlreadySeated));
            }
            return seat_player(game, player, invited_seat(game, code_hash)?);
        }
        SeatClaim::Code(code) => {
            let code = Secret::parse(code, Purpose::Invitation);
            let seat = code.and_then(|code| seat_of_code(game, &code));
            check_newcomer(game.viewer(&player.id).or(seat.map(|_| Viewer::Public)))?;
            Some(seat.ok_or_else(|| AppError::from_kind(ErrorKind::WrongCode))?)
        }
        SeatClaim::Free => {
            check_newcomer(game.viewer(&player.id))?;
            free_seat_for(game, &player.id)
        }
    };
    let Some(seat) = seat.filter(|seat| seat.player.is_none()) else {
        return Err(no_free_seat(game));
    };
    let outcome = seat_player(game, player, seat.seat)?;
    if joining.is_blocked && !seat.is_reserved_for(&player.id) {
        let detail =
            "the creator of this game does not accept you as a player: look for another game";
        return Err(AppError::new(ErrorKind::NoFreeSeat, detail));
    }
    joining.bot_games.clone()?;
    Ok(outcome)
}

/// Returns the free seat that a player gets without a code: one that is reserved for them, or else
/// an open one.
fn free_seat_for<'a>(game: &'a LiveGame, player_id: &str) -> Option<&'a SeatRow> {
    let free: Vec<_> = game.seats.iter().filter(|seat| seat.player.is_none()).collect();
    let reserved = free.iter().find(|seat| seat.is_reserved_for(player_id));
    reserved.or_else(|| free.iter().find(|seat| seat.kind == SeatKind::Open)).copied()
}

/// Returns the seat that an invitation code opens.
fn seat_of_code<'a>(game: &'a LiveGame, code: &Secret) -> Option<&'a SeatRow> {
    game.seats
        .iter()
        .find(|seat| matches!(&seat.kind, SeatKind::Invite(hash) if code.matches(hash)))
}

/// Checks that a player may know of a game, and has no seat in it.
fn check_newcomer(viewer: Option<Viewer>) -> Result<(), AppError> {
    match viewer {
        None => Err(AppError::from_kind(ErrorKind::NotFound)),
        Some(Viewer::Seat(_)) => Err(AppError::from_kind(ErrorKind::AlreadySeated)),
        Some(Viewer::Public) => Ok(()),
    }
}

fn seat_player(
    game: &LiveGame,
    player: &PlayerRow,
    seat: Seat,
) -> Result<CommandOutcome, AppError> {
    let mut outcome = play::apply(&game.game, &Request::Join(seat))?;
    outcome.seat_updates.push((seat, Some(player.clone())));
    Ok(outcome)
}

/// Returns the error for a game without a free seat. If the game is over, the error says that.
fn no_free_seat(game: &LiveGame) -> AppError {
    let first = Seat::new(1).expect("seats are numbered from 1");
    match game.game.apply(&Request::Join(first)).map_err(AppError::from) {
        Err(refusal) if refusal.kind() == ErrorKind::GameOver => refusal,
        _ => AppError::from_kind(ErrorKind::NoFreeSeat),
    }
}

/// Returns the free seat that has a code with this hash.
fn invited_seat(game: &LiveGame, code_hash: &str) -> Result<Seat, AppError> {
    game.invited_seat(code_hash).ok_or_else(|| {
        if game.game.status().is_over() {
            AppError::from_kind(ErrorKind::GameOver)
        } else {
            AppError::from_kind(ErrorKind::NoFreeSeat)
        }
    })
}

/// Decides to free the seat of a player.
pub(super) fn decide_leave(game: &LiveGame, player_id: &str) -> Result<CommandOutcome, AppError> {
    let seat = require_seat(game, player_id)?;
    let mut outcome = play::apply(&game.game, &Request::Leave(seat))?;
    if game.creator() == Some(seat) {
        let detail = "the creator cannot leave a game: call it off with `abort` instead";
        return Err(AppError::new(ErrorKind::NotNow, detail));
    }
    outcome.seat_updates.push((seat, None));
    Ok(outcome)
}
