//! Whether what a letter asks for would be done, before any of it is.

use broadside_engine::game::{Rejection, Request};
use broadside_engine::notation::{Command, Said};
use broadside_engine::ruleset::Seat;

use super::plan::{Deed, Plan};
use crate::play::Loaded;
use crate::problem::Problem;
use crate::store::SeatKind;

/// Judges the step of a plan, from what the player knows alone.
///
/// # Errors
/// What is wrong, with the line that it is in.
pub(super) fn judge(loaded: &Loaded, player_id: &str, plan: &Plan, said: &[Said]) -> Result<(), String> {
    let mut seat = loaded.seat_of(player_id);
    let mut game = loaded.game.clone();
    for deed in &plan.deeds {
        let judged = match (deed, seat) {
            (Deed::Accept, None) => {
                let Some(kept) = kept(loaded, player_id) else { continue };
                seat = Some(kept);
                game.apply(&Request::Join(kept)).map(|step| game = step.game)
            }
            (Deed::Place(body), Some(seat)) => {
                let placement = body.get("placement");
                game.apply(&Request::Place { seat, placement, seed: None }).map(|_| ())
            }
            (Deed::Act(_, actions), Some(seat)) => game.preview(seat, actions),
            _ => Ok(()),
        };
        judged.map_err(|rejection| told(rejection, deed, said))?;
    }
    Ok(())
}

/// The seat that is kept for a player.
fn kept(loaded: &Loaded, player_id: &str) -> Option<Seat> {
    let kept = |kind: &SeatKind| matches!(kind, SeatKind::Kept(id) if id == player_id);
    loaded.seats.iter().find(|seat| seat.player.is_none() && kept(&seat.kind)).map(|seat| seat.seat)
}

/// A refusal, with the line that it is about.
fn told(rejection: Rejection, deed: &Deed, said: &[Said]) -> String {
    let problem = Problem::from(rejection);
    let (field, detail) = (problem.field_name(), problem.detail());
    let line = match deed {
        Deed::Act(..) => {
            let acts = said.iter().filter(|one| matches!(one.command, Command::Act(_)));
            let number =
                field.strip_prefix("actions[").and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
            acts.skip(number.unwrap_or(0)).map(|one| one.line_of("")).next()
        }
        Deed::Place(_) => {
            let place = said.iter().find(|one| matches!(one.command, Command::Place(_)));
            place.map(|one| one.line_of(field))
        }
        _ => None,
    };
    match line {
        Some(line) => format!("line {line}: {detail}"),
        None => detail.to_owned(),
    }
}
