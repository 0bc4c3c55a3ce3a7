//! Explains in a mail why a command was refused, translated. Each error of the rules has a text. Of
//! the other errors of the HTTP API, those have a text that a mail is likely to cause.

mod details;
pub(super) mod rules;
#[cfg(test)]
mod tests;

use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::dispatch_typed;
use broadside_engine::game::{MAX_ACTIONS, Refusal};
use broadside_engine::ruleset::Ruleset;
use broadside_engine::solo::Solo;
use broadside_engine::table::{MAX_DEPARTURES, MAX_PLACEMENTS, TableRefusal};
use broadside_i18n::Lang;

use super::rulesets::RulesetMail as _;
use crate::texts::LetterTexts;

/// Maximum number of characters of a quoted line. The longest command with one argument of each
/// kind is shorter.
const MAX_QUOTED: usize = 60;

/// Explains why a command was refused, and what would be right.
pub(crate) fn explain_refusal(lang: Lang, problem: &AppError) -> String {
    if let Some(refusal) = problem.refusal() {
        return explain_game_refusal(lang, refusal);
    }
    if let Some(text) = details::translate(lang, problem.detail()) {
        return text;
    }
    match (problem.kind(), problem.field_name()) {
        (ErrorKind::NotLast, _) => lang.text("refused-last"),
        (ErrorKind::GameOver, _) => lang.text("refused-over"),
        (ErrorKind::OutOfTurn, _) => lang.text("refused-turn"),
        (ErrorKind::NotSeated, _) => lang.text("refused-not-seated"),
        (ErrorKind::AlreadySeated, _) => lang.text("refused-already-seated"),
        (ErrorKind::NoFreeSeat, _) => lang.text("refused-no-free-seat"),
        (ErrorKind::NotFound, _) => lang.text("refused-not-found"),
        (ErrorKind::TooManyRequests | ErrorKind::TooManyMessages, _) => {
            lang.text("refused-too-often")
        }
        (ErrorKind::InvalidField, field) if field == "actions" || field.ends_with("].actions") => {
            lang.fill("refused-actions", &[("most", &MAX_ACTIONS.to_string())])
        }
        // Rare: the detail of the HTTP error is better than nothing, and is marked as such.
        _ => lang.fill("refused-otherwise", &[("detail", problem.detail())]),
    }
}

/// Reports a refused line, with its number if that is known.
pub(crate) fn format_refused_line(
    lang: Lang,
    number: Option<usize>,
    words: &str,
    why: &str,
) -> String {
    let words = shown_words(words);
    match number {
        Some(number) => {
            let parts = [("line", &*number.to_string()), ("words", &*words), ("why", why)];
            lang.fill("refused-line", &parts)
        }
        None => lang.fill("refused-words", &[("words", &words), ("why", why)]),
    }
}

/// Returns a line of a mail as it is shown to its author: without control characters, and
/// shortened.
pub(super) fn shown_words(words: &str) -> String {
    let shown: String = words.trim().chars().filter(|c| !c.is_control()).collect();
    if shown.chars().count() <= MAX_QUOTED {
        return shown;
    }
    shown.chars().take(MAX_QUOTED).chain(['…']).collect()
}

/// Translates an error of a game.
fn explain_game_refusal(lang: Lang, refusal: &Refusal) -> String {
    dispatch_typed!(
        Refusal, refusal, R, own => R::explain_refusal(lang, own),
        Refusal::Table(shared) => explain_table_refusal(lang, shared)
    )
}

/// Translates an error that every ruleset has.
fn explain_table_refusal(lang: Lang, refusal: &TableRefusal) -> String {
    match refusal {
        TableRefusal::Over => lang.text("refused-over"),
        // A player who plays alone begins the game themselves.
        TableRefusal::NotBegun(how) if *how == Solo::BEGINS => lang.text("refused-not-begun-alone"),
        TableRefusal::NotBegun(_) => lang.text("refused-not-begun"),
        TableRefusal::Begun => lang.text("refused-begun"),
        TableRefusal::Out => lang.text("refused-out"),
        TableRefusal::Lost => lang.text("refused-lost"),
        TableRefusal::NoSuchSeat(last) => {
            lang.fill("refused-no-such-seat", &[("last", &last.to_string())])
        }
        TableRefusal::SeatTaken => lang.text("refused-seat-taken"),
        TableRefusal::SeatFree => lang.text("refused-not-seated"),
        TableRefusal::OfferedAlready => lang.text("refused-draw-offered"),
        TableRefusal::OfferStands => lang.text("refused-draw-stands"),
        TableRefusal::NoOffer => lang.text("refused-no-draw"),
        TableRefusal::OwnOffer => lang.text("refused-own-draw"),
        TableRefusal::NotLate => lang.text("refused-not-late"),
        TableRefusal::Moved => lang.text("refused-moved"),
        TableRefusal::MovedAlone => lang.text("refused-moved-alone"),
        TableRefusal::Unknown => lang.text("refused-unknown-move"),
        TableRefusal::TooManyPlacements => {
            lang.fill("refused-placements", &[("most", &MAX_PLACEMENTS.to_string())])
        }
        TableRefusal::TooManyDepartures => {
            lang.fill("refused-departures", &[("most", &MAX_DEPARTURES.to_string())])
        }
    }
}

/// Converts a name to the form that commands use.
pub(super) fn command_name(name: &str) -> String {
    name.to_uppercase().replace('_', " ")
}
