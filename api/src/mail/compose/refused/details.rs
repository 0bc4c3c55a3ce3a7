//! What HTTP refuses in words that fit the case, and the same in those of letters.

use super::Lang;

/// What HTTP says, with `{}` for what is filled in there, and the text that says so in a letter.
pub(super) const DETAILS: &[(&str, &str)] = &[
    ("you have a seat in this game: leave it, or resign, instead", "refused-seated"),
    ("there is no challenge to you in this game", "refused-no-challenge"),
    ("the creator does not leave a game: call it off with `abort` instead", "refused-creator"),
    (
        "a seat is free, so only the creator calls the game off: leave your seat instead",
        "refused-not-creator",
    ),
    ("a game has a rematch once it is finished; one that was called off has none", "refused-no-rematch"),
    ("a player of this game has no account any more: create a game with others", "refused-rematch-gone"),
    (
        "a player of this game takes no challenges from you: create a game with others",
        "refused-rematch-blocked",
    ),
    (
        "the rematch of this game was called off, and there is one alone: create another game",
        "refused-rematch-off",
    ),
    (
        "there is nobody else in a game for one: write a note, with `PUT` to the `notes` of the game",
        "refused-alone",
    ),
    ("the player who made this game does not play with you: look for another game", "refused-unwelcome"),
    ("a player may write {} messages in a game within 24 hours: write the next in {} s", "refused-messages"),
    ("write 1 to {} characters, no control characters among them but line ends", "refused-prose"),
    (
        "{} games that you have made have not begun, which is the most: wait for players, or call some off",
        "refused-games",
    ),
    (
        "{} challenges a day can be made, called off or not: wait, or make a game with open seats",
        "refused-challenges",
    ),
    ("{} invitations a day can be sent by mail: send the next in {} s", "refused-invitations"),
    ("a game for one has no opponents: leave `opponents` out", "refused-no-opponents"),
    ("a game of {} seats has {} {} at most, not {}", "refused-opponents"),
    (
        "nobody could find an open seat of a private game: invite or name an opponent for each seat, or make the game public",
        "refused-private",
    ),
    ("a player has one seat in a game: name another player", "refused-same-player"),
    ("there is no such player: check the id", "refused-no-player"),
    ("this player takes no challenges from you: name another player", "refused-blocked"),
    ("this is where mail comes from: name the address of somebody who plays", "refused-our-address"),
    ("this address is your own: name the one of another player", "refused-own-address"),
    ("a player has one seat in a game: name another address", "refused-same-address"),
];

/// What a letter is told, if there is a text for it.
pub(super) fn told(lang: Lang, detail: &str) -> Option<String> {
    DETAILS.iter().find_map(|(said, key)| {
        let filled_in = holes(said, detail)?;
        let at = |n: usize| filled_in.get(n).copied().unwrap_or_default();
        Some(lang.fill(key, &[("first", at(0)), ("second", at(1))]))
    })
}

/// What is filled in.
fn holes<'a>(said: &str, detail: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = said.split("{}");
    let mut rest = detail.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    for part in parts {
        // The last hole goes to the end.
        let (hole, behind) = if part.is_empty() { (rest, "") } else { rest.split_once(part)? };
        found.push(hole);
        rest = behind;
    }
    rest.is_empty().then_some(found)
}
