//! Changes of the seats by a step: players who take or leave seats, and the states of challenges.

use broadside_domain::challenge::ChallengeState;
use broadside_domain::game::{SeatKind, SeatRow};
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
    /// Message with it.
    pub words: Option<String>,
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

/// Returns true if a challenge to this seat waits for an answer, provided that the game waits for players.
pub fn is_challenged(seat: &SeatRow) -> bool {
    let open = seat.challenge.as_ref().is_some_and(|challenge| challenge.state == ChallengeState::Open);
    open && seat.player.is_none() && matches!(seat.kind, SeatKind::Kept(_))
}

/// Updates the challenges that a step answers, and returns the changes of the seats. The seats in `after` already have
/// their new players.
pub(super) fn apply_seat_changes(
    before: &LiveGame,
    after: &mut [SeatRow],
    over: bool,
    off: &CancelReason,
    at: Time,
) -> Vec<SeatUpdate> {
    for (was, seat) in before.seats.iter().zip(&mut *after) {
        let waits = is_challenged(seat);
        let Some(challenge) = &mut seat.challenge else { continue };
        match (was.player.is_some(), seat.player.is_some()) {
            (false, true) => challenge.becomes(ChallengeState::Accepted, at),
            (true, false) => challenge.becomes(ChallengeState::Open, at),
            _ => {}
        }
        if !(over && waits) {
            continue;
        }
        match off {
            CancelReason::Declined(Decline { seat: by, reason, words }) if *by == seat.seat => {
                challenge.becomes(ChallengeState::Declined, at);
                challenge.reason = Some(reason.clone());
                challenge.words.clone_from(words);
            }
            CancelReason::Expired => challenge.becomes(ChallengeState::Expired, at),
            CancelReason::Withdrawn | CancelReason::Declined(_) => {
                challenge.becomes(ChallengeState::Withdrawn, at)
            }
        }
    }
    let ends = over && !before.game.status().is_over();
    let changed = before.seats.iter().zip(&*after).filter(|(was, seat)| ends || was != seat);
    changed
        .map(|(_, SeatRow { seat, player, challenge, kind: _ })| SeatUpdate {
            seat: *seat,
            player_id: player.as_ref().map(|player| player.id.clone()),
            challenge: challenge.clone(),
            ended: over,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_domain::challenge::Challenge;

    #[test]
    fn a_seat_that_is_taken_or_not_kept_is_no_open_challenge() {
        let seat = Seat::new(2).unwrap();
        let kept = SeatKind::Kept("ben".to_owned());
        let open = SeatRow { seat, kind: kept, player: None, challenge: Some(Challenge::by("ada")) };
        assert!(is_challenged(&open));
        let mut declined = open.clone();
        declined.challenge.as_mut().unwrap().becomes(ChallengeState::Declined, Time(7));
        assert_eq!(declined.challenge.as_ref().unwrap().answered_at, Some(Time(7)));
        assert!(!is_challenged(&declined));
        assert!(!is_challenged(&SeatRow { kind: SeatKind::Open, challenge: None, ..open }));
    }
}
