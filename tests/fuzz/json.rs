//! Fuzzes JSON of settings, placements and actions, for a game of each ruleset.

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::seat::Seat;
use serde_json::{Value, json};

/// Games of each ruleset, before and after both players have placed.
fn games() -> Vec<Game> {
    let mut games = Vec::new();
    for &ruleset in RulesetId::ALL {
        let opened = Game::open("g", Seed::new([7; 32]), ruleset, &json!({}));
        let mut game = opened.expect("a game has defaults");
        let seats: Vec<_> = game.seats().iter().map(|seat| seat.seat).collect();
        for &seat in &seats {
            game = game.apply(&Request::Join(seat)).map_or(game, |done| done.game);
        }
        games.push(game.clone());
        for &seat in &seats {
            let place = Request::Place { seat, placement: None, seed: None };
            game = game.apply(&place).map_or(game, |done| done.game);
        }
        games.push(game);
    }
    games
}

fn main() {
    let (games, seat) = (games(), Seat::new(1).expect("there is a first seat"));
    afl::fuzz!(|data: &[u8]| {
        let Some((which, text)) = data.split_first() else { return };
        let Ok(value) = serde_json::from_slice::<Value>(text) else { return };
        let game = &games[usize::from(*which) % games.len()];
        let check_message =
            |text: String| assert!(!text.is_empty() && text.chars().count() < 1_000, "{text}");
        match Game::open("g", Seed::new([1; 32]), game.ruleset(), &value) {
            // The settings that `open` returns, with defaults filled in, are valid settings.
            Ok(open) => {
                let again = Game::open("g", Seed::new([1; 32]), open.ruleset(), &open.options());
                assert_eq!(again.expect("they are whole").options(), open.options());
            }
            Err(rejection) => check_message(rejection.to_string()),
        }
        let actions = match &value {
            Value::Array(actions) => actions.clone(),
            one => vec![one.clone()],
        };
        for request in [
            Request::Place { seat, placement: Some(&value), seed: None },
            Request::Act { seat, actions: &actions },
        ] {
            match game.apply(&request) {
                Ok(step) => {
                    assert_eq!(step.game.version(), game.version() + step.entries.len() as u64)
                }
                Err(rejection) => check_message(rejection.to_string()),
            }
        }
        if game.preview(seat, &actions).is_err() {
            assert!(game.apply(&Request::Act { seat, actions: &actions }).is_err(), "{value}");
        }
    });
}
