//! Fuzzes the parser of text commands, for a game of each ruleset and without a game. A parsed
//! command is written and parsed again with the same result, and an error is short and quotes the
//! text.

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId, View};
use broadside_engine::seat::{Seat, Viewer};
use broadside_notation as notation;
use serde_json::json;

/// Views of seat 1 before and after both players have placed, and `None` for text without a game.
fn views() -> Vec<Option<View>> {
    let mut views = vec![None];
    for &ruleset in RulesetId::ALL {
        let opened = Game::open("g", Seed::new([7; 32]), ruleset, &json!({}));
        let mut game = opened.expect("a game has defaults");
        let seats: Vec<_> = (1..=2).filter_map(|seat| Seat::new(seat)).collect();
        for &seat in &seats {
            game = game.apply(&Request::Join(seat)).map_or(game, |done| done.game);
        }
        views.push(Some(game.view(Viewer::Seat(seats[0]))));
        for &seat in &seats {
            let place = Request::Place { seat, placement: None, seed: None };
            game = game.apply(&place).map_or(game, |done| done.game);
        }
        views.push(Some(game.view(Viewer::Seat(seats[0]))));
    }
    views
}

/// Removes invisible characters: the parser joins lines of a command with other white space.
fn without_invisible(text: &str) -> String {
    text.chars()
        .filter(|c| {
            !c.is_whitespace()
                && !c.is_control()
                && !matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}')
        })
        .collect()
}

fn main() {
    let views = views();
    afl::fuzz!(|data: &[u8]| {
        let Some((which, text)) = data.split_first() else { return };
        let Ok(text) = std::str::from_utf8(text) else { return };
        let view = views[usize::from(*which) % views.len()].as_ref();
        match notation::read(text, view) {
            Ok(said) => {
                let commands: Vec<_> = said.iter().map(|said| said.statement.clone()).collect();
                let written: Vec<_> = commands.iter().map(ToString::to_string).collect();
                let written = written.join("\n\n");
                let again = notation::read(&written, view).expect("what is written can be read");
                let again: Vec<_> = again.into_iter().map(|said| said.statement).collect();
                assert_eq!(again, commands, "it is written `{written}`");
            }
            Err(errors) => {
                assert!((1..=20).contains(&errors.len()));
                for error in errors {
                    let from = text.lines().skip(error.line - 1).collect::<String>();
                    assert!(
                        without_invisible(&from).starts_with(&without_invisible(&error.text)),
                        "it is about lines that are there"
                    );
                    assert!(error.text.contains(error.word()));
                    assert!(error.to_string().chars().count() < 1_000, "{error}");
                }
            }
        }
    });
}
