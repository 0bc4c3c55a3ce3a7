//! What a step does to the seats beside the game: who sits there, and what becomes of challenges.

use broadside_engine::ruleset::Seat;

use super::Loaded;
use crate::ambient::Time;
use crate::store::{ChallengeState, SeatKind, SeatRow, Seating};

/// Why a player does not want to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// The seat that is kept for the player.
    pub seat: Seat,
    /// Why: a word of a closed list.
    pub reason: String,
    /// What is said with it.
    pub words: Option<String>,
}

/// What calls a game off, if a step does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CalledOff {
    /// Whoever may.
    #[default]
    Withdrawn,
    /// Whoever a seat is kept for.
    Declined(Decline),
    /// Its time.
    Expired,
}

/// Whether a challenge to this seat waits for its answer, while the game waits for players.
pub fn is_challenged(seat: &SeatRow) -> bool {
    let open = seat.challenge.as_ref().is_some_and(|challenge| challenge.state == ChallengeState::Open);
    open && seat.player.is_none() && matches!(seat.kind, SeatKind::Kept(_))
}

/// Answers the challenges that a step has answered, and tells what is new of the seats. Those of `after` have their
/// players already.
pub(super) fn settle(
    before: &Loaded,
    after: &mut [SeatRow],
    over: bool,
    off: &CalledOff,
    at: Time,
) -> Vec<Seating> {
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
            CalledOff::Declined(Decline { seat: by, reason, words }) if *by == seat.seat => {
                challenge.becomes(ChallengeState::Declined, at);
                challenge.reason = Some(reason.clone());
                challenge.words.clone_from(words);
            }
            CalledOff::Expired => challenge.becomes(ChallengeState::Expired, at),
            CalledOff::Withdrawn | CalledOff::Declined(_) => challenge.becomes(ChallengeState::Withdrawn, at),
        }
    }
    let ends = over && !before.game.status().is_over();
    let changed = before.seats.iter().zip(&*after).filter(|(was, seat)| ends || was != seat);
    changed
        .map(|(_, SeatRow { seat, player, challenge, kind: _ })| Seating {
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
    use crate::store::Challenge;

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
