//! Changes of the seats by a step: players who take or leave seats, and the states of challenges.

use broadside_domain::challenge::ChallengeState;
use broadside_domain::game::SeatRow;
use broadside_domain::time::Time;
use broadside_engine::seat::Seat;
use broadside_store::SeatUpdate;

use super::LiveGame;

/// Answer of a player who declines a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// Seat that is reserved for the player.
    pub seat: Seat,
    /// Reason, from a closed list.
    pub reason: String,
    /// Message to the challenger.
    pub text: Option<String>,
}

/// Reason why a step cancels a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CancelReason {
    /// A player who may cancel the game did so.
    #[default]
    Withdrawn,
    /// A player with a reserved seat declined.
    Declined(Decline),
    /// The time ran out.
    Expired,
}

/// Updates the challenges that a step answers, and returns the changes of the seats. The seats in
/// `after` already have their new players.
pub(super) fn apply_seat_changes(
    before: &LiveGame,
    after: &mut [SeatRow],
    is_over: bool,
    cancel_reason: &CancelReason,
    at: Time,
) -> Vec<SeatUpdate> {
    for (seat_before, seat) in before.seats.iter().zip(&mut *after) {
        let was_challenged = seat.is_challenged();
        let Some(challenge) = &mut seat.challenge else { continue };
        match (seat_before.player.is_some(), seat.player.is_some()) {
            (false, true) => challenge.set_state(ChallengeState::Accepted, at),
            (true, false) => challenge.set_state(ChallengeState::Open, at),
            _ => {}
        }
        if !(is_over && was_challenged) {
            continue;
        }
        match cancel_reason {
            CancelReason::Declined(Decline { seat: by, reason, text }) if *by == seat.seat => {
                challenge.set_state(ChallengeState::Declined, at);
                challenge.reason = Some(reason.clone());
                challenge.decline_message.clone_from(text);
            }
            CancelReason::Expired => challenge.set_state(ChallengeState::Expired, at),
            CancelReason::Withdrawn | CancelReason::Declined(_) => {
                challenge.set_state(ChallengeState::Withdrawn, at)
            }
        }
    }
    let ends = is_over && !before.game.status().is_over();
    let pairs = before.seats.iter().zip(&*after);
    let changed = pairs.filter(|(seat_before, seat)| ends || seat_before != seat);
    changed
        .map(|(_, SeatRow { seat, player, challenge, kind: _ })| SeatUpdate {
            seat: *seat,
            player_id: player.as_ref().map(|player| player.id.clone()),
            challenge: challenge.clone(),
            ended: is_over,
        })
        .collect()
}
