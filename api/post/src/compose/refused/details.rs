//! Specific error details of the HTTP API, with their translations for mails.

use super::Lang;
use crate::texts::LetterTexts;

/// Details of HTTP errors, with `{}` for inserted values, and the keys of the texts for mails.
pub(super) const DETAILS: &[(&str, &str)] = &[
    ("you already have a seat in this game: leave it, or resign", "refused-seated"),
    ("this game has no open challenge to you: check the id", "refused-no-challenge"),
    ("the creator cannot leave a game: call it off with `abort` instead", "refused-creator"),
    (
        "while a seat is free, only the creator may abort the game: leave your seat instead",
        "refused-not-creator",
    ),
    ("a queue holds at most {} moves, not {}", "refused-queue"),
    (
        "only a finished game can have a rematch; a game that was called off cannot",
        "refused-no-rematch",
    ),
    (
        "a player of this game has deleted their account: create a game with other players",
        "refused-rematch-gone",
    ),
    (
        "a player of this game does not accept challenges from you: create a game with other players",
        "refused-rematch-blocked",
    ),
    (
        "the rematch of this game was called off, and a game can have only one: create another game",
        "refused-rematch-off",
    ),
    (
        "a game for one has no messages: write a note instead, with `PUT` to the `notes` of the game",
        "refused-alone",
    ),
    (
        "the creator of this game does not accept you as a player: look for another game",
        "refused-unwelcome",
    ),
    (
        "a player may write {} messages in a game within 24 hours: write the next in {} s",
        "refused-messages",
    ),
    ("write 1 to {} characters, without control characters except line feeds", "refused-prose"),
    (
        "{} games that you created have not begun, which is the maximum: wait for players, or abort some",
        "refused-games",
    ),
    (
        "you have {} games with bots that are not over, which is the maximum: finish one first",
        "refused-bot-games",
    ),
    ("this server has no games with bots: choose another game", "refused-no-bots"),
    ("there are no bots for `{}`: leave this one out", "refused-no-bot"),
    (
        "you can make {} challenges a day, cancelled games included: wait, or create a game with open seats",
        "refused-challenges",
    ),
    ("you can send {} invitations a day by mail: send the next in {} s", "refused-invitations"),
    ("a game for one player has no opponents: leave `opponents` out", "refused-no-opponents"),
    ("a game of {} seats has at most {} {}, not {}: leave the others out", "refused-opponents"),
    (
        "a private game has no open seats: invite or name an opponent for each seat, or make it public",
        "refused-private",
    ),
    ("a player has one seat in a game: name another player", "refused-same-player"),
    ("no player has this id: check it", "refused-no-player"),
    ("this player does not accept challenges from you: name another player", "refused-blocked"),
    ("this is an address of the server: name the address of a player", "refused-our-address"),
    ("this is your own address: name the address of another player", "refused-own-address"),
    ("a player has one seat in a game: name another address", "refused-same-address"),
    (
        "the score could be changed for {} days after the end of the game, until {}: it is final now",
        "refused-score-late",
    ),
    ("you have closed your part of the score: it is final now", "refused-score-closed"),
    (
        "a player may make {} changes to the score after the end of the game: you may make {} more",
        "refused-score-changes",
    ),
];

/// Translates an error detail, if there is a text for it.
pub(super) fn translate(lang: Lang, detail: &str) -> Option<String> {
    DETAILS.iter().find_map(|(template, key)| {
        let values = extract_values(template, detail)?;
        let first = values.first().copied().unwrap_or_default();
        let second = values.get(1).copied().unwrap_or_default();
        Some(lang.fill(key, &[("first", first), ("second", second)]))
    })
}

/// Extracts the values inserted into a detail.
fn extract_values<'a>(template: &str, detail: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = template.split("{}");
    let mut rest = detail.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    for part in parts {
        // The last placeholder matches up to the end.
        let (value, after) = if part.is_empty() { (rest, "") } else { rest.split_once(part)? };
        values.push(value);
        rest = after;
    }
    rest.is_empty().then_some(values)
}
