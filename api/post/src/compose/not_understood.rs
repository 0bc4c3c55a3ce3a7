//! Reply to a mail that was not understood: the errors of its lines, and below them, once,
//! examples of commands.

use broadside_engine::game::Game;
use broadside_engine::grid::shorten;
use broadside_engine::seat::Viewer;
use broadside_engine::table::Status;
use broadside_i18n::Lang;
use broadside_notation::{self as notation, Error, Problem};
use serde::{Deserialize, Serialize};

use super::wrong::explain_error;
use crate::texts::LetterTexts;

/// Maximum number of unknown commands that are reported. More would not help somebody who writes
/// prose.
const MAX_REPORTED: usize = 5;

/// Explanation of what was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NotUnderstood {
    /// Error of each line.
    pub lines: Vec<String>,
    /// Hints below the errors.
    pub below: Vec<String>,
    /// True if no line is a command, and at most half of the lines resemble one.
    pub is_prose: bool,
}

/// Explains the errors of a text. `possible` are examples of valid lines.
pub(crate) fn not_understood(
    lang: Lang,
    text: &str,
    errors: &[Error],
    possible: &[String],
) -> NotUnderstood {
    let (unknown, others): (Vec<&Error>, Vec<&Error>) =
        errors.iter().partition(|error| is_unknown(error));
    let left_out = unknown.len() > MAX_REPORTED;
    let mut shown: Vec<&Error> = unknown.iter().take(MAX_REPORTED).copied().chain(others).collect();
    shown.sort_by_key(|error| error.line);
    let mut lines: Vec<String> =
        shown.into_iter().map(|error| explain_error(lang, error)).collect();
    lines.extend(left_out.then(|| lang.text("wrong-further")));
    let mut below = Vec::new();
    if !unknown.is_empty() && !possible.is_empty() {
        below.push(lang.fill("wrong-possible", &[("lines", &possible.join(", "))]));
    }
    // A single line that resembles a command was probably a typing error.
    let has_words = !unknown.is_empty() && !matches!(unknown[..], [only] if is_slip(only));
    if let Some(position) = prose_position(text, errors).filter(|_| has_words) {
        below.push(lang.fill("wrong-words", &[("place", position)]));
    }
    // In very long texts the last lines are not parsed.
    let lines_in_all =
        text.lines().filter(|line| !line.trim().is_empty()).count().min(notation::MAX_ERRORS);
    let slips = errors.iter().filter(|error| is_slip(error)).count();
    // A few lines may resemble commands by chance: "Please" resembles PLACE.
    let is_prose = unknown.len() >= lines_in_all && 2 * slips <= lines_in_all;
    NotUnderstood { lines, below, is_prose }
}

/// Explains a line of an answer to an invitation that begins with a yes or a no and says more.
pub(crate) fn unclear_answer(lang: Lang, line: usize, text: &str, is_yes: bool) -> String {
    let problem = lang.text(if is_yes { "wrong-more-than-yes" } else { "wrong-more-than-no" });
    let parts = [("line", &*line.to_string()), ("word", &*shorten(text)), ("problem", &*problem)];
    lang.fill("wrong-line", &parts)
}

/// Returns true if the line begins with no known command.
fn is_unknown(error: &Error) -> bool {
    matches!(error.problem, Problem::UnknownCommand { .. })
}

/// Returns true if the line begins with a word that resembles a command.
fn is_slip(error: &Error) -> bool {
    matches!(error.problem, Problem::UnknownCommand { nearest: Some(_), .. })
}

/// Returns `above` or `below` if all wrong lines stand together on that side of the commands, like
/// text that people write around commands.
fn prose_position(text: &str, errors: &[Error]) -> Option<&'static str> {
    let last = errors.last()?.line;
    let mut wrong = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() {
            continue;
        }
        // In a text with very many wrong lines, the last lines were not parsed.
        let is_unread = number > last && errors.len() >= notation::MAX_ERRORS;
        wrong.push(is_unread || errors.iter().any(|error| error.line == number));
    }
    let right_after_wrong = wrong.windows(2).filter(|pair| pair[0] && !pair[1]).count();
    match (wrong.first()?, wrong.last()?, right_after_wrong) {
        (_, true, 0) => Some("below"),
        (true, false, 1) => Some("above"),
        _ => None,
    }
}

/// Returns lines that a player could write now, one of each kind, the most likely first. With
/// `game`, they fit a reply to a mail about the given turn; otherwise they need no game. `invited`
/// is true if a reader without a seat is invited to take one.
pub(crate) fn possible_lines(game: Option<(&Game, Viewer, u32)>, invited: bool) -> Vec<String> {
    let Some((game, viewer, turn)) = game else {
        let lines =
            ["NEW CLASSIC WITH ben@example.org", "STATUS", "NAME Ada", "SET MAIL DIGEST", "HELP"];
        return lines.map(str::to_owned).to_vec();
    };
    let is_for_one = game.ruleset().is_for_one();
    let status = game.status();
    let has_begun = !matches!(status, Status::Waiting | Status::Placing);
    let mut lines = match viewer.seat() {
        Some(_) if !has_begun => vec!["PLACE RANDOM".to_owned()],
        None if invited => vec!["ACCEPT".to_owned(), "DECLINE".to_owned()],
        _ => Vec::new(),
    };
    // A reply to a mail about another turn cannot contain a move.
    let mover = viewer.seat().filter(|_| turn == game.turn());
    let legal = mover.map(|seat| notation::examples(&game.legal(seat))).unwrap_or_default();
    // Directions of a performance are long, and not what a confused player looks for.
    lines.extend(
        legal.into_iter().filter(|example| example.kind != "direct").map(|example| example.line),
    );
    if status == Status::Finished && !is_for_one {
        lines.push("REMATCH".to_owned());
    }
    if !is_for_one {
        lines.push("SAY …".to_owned());
    }
    if viewer.seat().is_some() {
        lines.push("NOTE …".to_owned());
    }
    lines.extend(["SHEET", "STATUS", "HELP"].map(str::to_owned));
    lines
}

#[cfg(test)]
mod tests {
    use broadside_engine::chance::Seed;
    use broadside_engine::game::RulesetId;
    use broadside_engine::seat::Seat;

    use super::*;

    fn explain(text: &str) -> NotUnderstood {
        let game =
            Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &serde_json::json!({}))
                .unwrap();
        let viewer = Viewer::Seat(Seat::new(1).unwrap());
        let errors = notation::read(text, Some(&game.view(viewer))).unwrap_err();
        not_understood(
            Lang::En,
            text,
            &errors,
            &possible_lines(Some((&game, viewer, game.turn())), false),
        )
    }

    #[test]
    fn hints_are_given_once_below_the_errors() {
        let possible = "Examples of what you can write here now: PLACE RANDOM, SAY …, NOTE …, SHEET, STATUS, HELP";
        let below = "Text below a line END is not read";
        for (text, lines, words) in [
            ("STATUS\nWell aimed\nBen", 2, Some(below)),
            (
                "My dear friend\nI place at random\n\nPLACE RANDOM",
                2,
                Some("Write the commands first"),
            ),
            ("STATUS\nSTATSU", 1, None),
            ("STATUS\nWell aimed\nHELP\nand so on", 2, None),
            ("STATUS\nWell aimed\nHELP", 1, None),
        ] {
            let NotUnderstood { lines: explanations, below, .. } = explain(text);
            assert_eq!(explanations.len(), lines, "{explanations:?}");
            assert!(
                explanations.iter().all(|line| !line.contains("PLACE RANDOM")),
                "{explanations:?}"
            );
            assert!(below[0].starts_with(possible), "{below:?}");
            match words {
                Some(words) => assert!(below[1].contains(words), "{below:?}"),
                None => assert_eq!(below.len(), 1, "{below:?}"),
            }
        }
    }

    #[test]
    fn a_few_lines_of_prose_are_explained() {
        let NotUnderstood { lines, below, .. } =
            explain(&format!("STATUS\n{}", "and so on\n".repeat(100)));
        assert_eq!((lines.len(), below.len()), (MAX_REPORTED + 1, 2));
        assert!(lines[0].starts_with("line 2: `and`"), "{}", lines[0]);
        // Errors in actual commands are always reported.
        let NotUnderstood { lines, .. } =
            explain(&format!("{}PLACE Z\n", "and so on\n".repeat(10)));
        assert_eq!(lines.len(), MAX_REPORTED + 2);
        assert!(lines[MAX_REPORTED].starts_with("line 11: `Z`"), "{lines:?}");
    }

    #[test]
    fn a_mail_with_a_command_or_something_like_one_is_no_prose() {
        for (text, is_prose) in [
            ("We have got your mail.\nPlease wait.", true),
            ("Guten Tag", true),
            ("STATSU", false),
            ("FIER A5\nSYA well aimed", false),
            ("STATUS\nWe have got your mail.", false),
            ("PLACE Z", false),
        ] {
            assert_eq!(explain(text).is_prose, is_prose, "{text}");
        }
        assert!(explain(&"We have got your mail.\n".repeat(50)).is_prose);
    }
}
