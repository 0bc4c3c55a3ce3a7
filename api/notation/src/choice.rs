//! Choice of a game in the reply to a mail about several games.

use super::expected::Expected;
use super::words::Words;

/// Largest number of a game that a line can name.
const MAX_GAME: u32 = 9_999;

/// Game that a text is about, and its other lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChoice {
    /// Number of the game in the mail that the text replies to, if a line names one.
    pub number: Option<u32>,
    /// Text in which the lines that name a game are empty, so that the numbers of the other lines
    /// stay the same.
    pub text: String,
}

/// Error for a text that names several games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeveralGames;

/// Reads the lines `GAME 2` of a text.
///
/// # Errors
/// If the text names several games.
pub fn choose_game(text: &str) -> Result<GameChoice, SeveralGames> {
    let mut number = None;
    let mut has_ended = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        has_ended |= is_end(line);
        let named = game_of(line).filter(|_| !has_ended);
        if named.is_some() && number.is_some() && named != number {
            return Err(SeveralGames);
        }
        number = number.or(named);
        lines.push(if named.is_some() { "" } else { line });
    }
    Ok(GameChoice { number, text: lines.join("\n") })
}

/// Returns the number of the game that a line names.
fn game_of(line: &str) -> Option<u32> {
    let mut words = Words::of(line).ok()?;
    words.name(&[("game", ())])?;
    words.trim_next(':');
    let number = words.number(Expected::Event, 1..=MAX_GAME).ok()?;
    words.is_over().then_some(number)
}

/// Returns true if a line ends the text.
fn is_end(line: &str) -> bool {
    Words::of(line).is_ok_and(|mut words| words.name(&[("end", ())]).is_some() && words.is_over())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_the_game_of_the_others() {
        for (text, number, rest) in [
            ("GAME 2\nFIRE A1", Some(2), "\nFIRE A1"),
            ("game 12.\nFIRE A1", Some(12), "\nFIRE A1"),
            ("FIRE A1\nPartie 3:", Some(3), "FIRE A1\n"),
            ("partita 1\nGAME 1\nSAY hi", Some(1), "\n\nSAY hi"),
            ("FIRE A1", None, "FIRE A1"),
            ("GAME two", None, "GAME two"),
            ("GAME 0", None, "GAME 0"),
            ("GAME 2 FIRE A1", None, "GAME 2 FIRE A1"),
            ("SAY game 2", None, "SAY game 2"),
            ("FIRE A1\nEND\nGAME 2", None, "FIRE A1\nEND\nGAME 2"),
        ] {
            assert_eq!(
                choose_game(text),
                Ok(GameChoice { number, text: rest.to_owned() }),
                "{text}"
            );
        }
        assert_eq!(choose_game("GAME 1\nFIRE A1\nGAME 2\nFIRE A1"), Err(SeveralGames));
    }
}
