//! List of all commands, with their syntax and an example of each.

use broadside_engine::dispatch_by_id;
use broadside_engine::game::RulesetId;

use super::grammar::Notation;

/// Form of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Word or words at the beginning of the command, as in `give_up`.
    pub verb: &'static str,
    /// Syntax: words in capitals are literal, words in lower case are replaced by words of the
    /// game, and parts in brackets are optional.
    pub form: &'static str,
    /// Example of the command.
    pub example: &'static str,
    /// Effect of the command.
    pub does: &'static str,
}

macro_rules! usages {
    ($($verb:literal: $form:literal, $example:literal, $does:literal;)*) => {
        &[$($crate::Usage { verb: $verb, form: $form, example: $example, does: $does }),*]
    };
}
pub(super) use usages;

/// Commands that are possible with and without a game.
const ANYWHERE: &[Usage] = usages! {
    "new": "NEW game [WITH address, name, OPEN, or BOT RANDOM, CASUAL or STRONG] [option=value] [DAYS 1 to 14] [PUBLIC or PRIVATE]",
        "NEW CLASSIC WITH ben@example.org mode=salvo DAYS 3", "makes a game";
    "status": "STATUS", "STATUS", "asks how things stand";
    "help": "HELP [game]", "HELP CLASSIC", "asks for the commands";
    "rules": "RULES [game]", "RULES CLASSIC", "asks for the rules of a game";
    "list": "LIST [game]", "LIST", "lists the games that you can join";
    "join": "JOIN number or code", "JOIN 7c2f90ab", "takes a seat in a game of LIST, or the seat of a code";
    "vacation": "VACATION", "VACATION", "asks for your vacations, and how much you have left";
    "vacation": "VACATION [FROM date] UNTIL date", "VACATION UNTIL 2027-08-20", "stops your clocks until the end of a day";
    "vacation": "VACATION [FROM date] DAYS number", "VACATION DAYS 7", "stops your clocks for some days";
    "vacation": "VACATION OFF", "VACATION OFF", "ends your vacation";
    "set": "SET MAIL EACH, DIGEST, REMINDERS or OFF", "SET MAIL DIGEST", "says how often to be written to";
    "set": "SET SHEETS ON or OFF", "SET SHEETS ON", "says whether sheets are sent";
    "set": "SET REMINDERS hours or DEFAULT", "SET REMINDERS 24 6 1", "says how many hours before a deadline to be reminded";
    "set": "SET LANGUAGE ENGLISH, GERMAN or ITALIAN", "SET LANGUAGE ITALIAN", "says in which language to be written to";
    "never": "NEVER", "NEVER", "asks never to be written to again";
    "stop": "STOP [code]", "STOP", "ends your account, after you have confirmed it";
    "name": "NAME text", "NAME Ada", "says what you are called";
    "token": "TOKEN", "TOKEN", "asks for a new token for programs";
    "preview": "PREVIEW", "PREVIEW", "asks what the other lines would do, and does nothing of it";
    "end": "END", "END", "ends the commands: what follows is not read";
};

/// Commands that are possible in every game.
const GAME: &[Usage] = usages! {
    "accept": "ACCEPT", "ACCEPT", "takes the seat of an invitation";
    "decline": "DECLINE [LATER, TOO FAST, TOO SLOW, OTHER RULESET, OTHER OPTIONS or OTHER] [: words]",
        "DECLINE LATER: after the holidays", "declines an invitation";
    "place": "PLACE RANDOM", "PLACE RANDOM", "places everything at random";
    "seed": "SEED text", "SEED my own luck", "adds a seed of one's own to a placement";
    "abort": "ABORT", "ABORT", "calls a game off before its first move";
    "rematch": "REMATCH", "REMATCH", "asks for the same game again";
    "sheet": "SHEET [kind]", "SHEET", "asks for the sheets of the game";
    "history": "HISTORY [number]", "HISTORY", "asks for what has happened, the newest or from an event on";
    "board": "BOARD number", "BOARD 12", "asks for the maps as they were after an event of HISTORY";
    "say": "SAY text", "SAY well aimed", "writes to the other players";
    "note": "NOTE text", "NOTE the cruiser must be in row 7", "keeps a note for oneself";
    "note": "NOTE", "NOTE", "asks for what you have noted";
};

/// Commands that are possible in games for two or more.
const TOGETHER: &[Usage] = usages! {
    "draw": "DRAW", "DRAW", "offers a draw";
    "accept": "ACCEPT DRAW", "ACCEPT DRAW", "agrees to a draw";
    "decline": "DECLINE DRAW", "DECLINE DRAW", "turns a draw down";
    "offer": "OFFER DRAW", "OFFER DRAW", "offers a draw";
    "leave": "LEAVE", "LEAVE", "leaves a game before play begins";
    "resign": "RESIGN", "RESIGN", "gives the game up";
    "queue": "QUEUE", "QUEUE", "asks for the moves that you have written ahead";
    "queue": "QUEUE OFF", "QUEUE OFF", "takes back the moves that you have written ahead";
};

/// Commands that are possible in one-player games.
const ALONE: &[Usage] = usages! {
    "leave": "LEAVE", "LEAVE", "leaves the game, which calls it off";
};

/// Returns the commands of one ruleset only.
pub(super) fn own(ruleset: Option<RulesetId>) -> &'static [Usage] {
    ruleset.map_or(&[], |ruleset| dispatch_by_id!(ruleset, R => R::FORMS))
}

/// Lists the commands that are possible in a game of a ruleset, or without a game. Those of the
/// ruleset come first.
pub fn forms(ruleset: Option<RulesetId>) -> impl Iterator<Item = &'static Usage> + Clone {
    let shared = match ruleset {
        None => &[],
        Some(ruleset) if ruleset.is_for_one() => ALONE,
        Some(_) => TOGETHER,
    };
    let game: &[Usage] = if ruleset.is_some() { GAME } else { &[] };
    own(ruleset).iter().chain(shared).chain(game).chain(ANYWHERE)
}

/// Lists the words that begin commands in a game of a ruleset, or without a game, each once.
pub(super) fn verbs(ruleset: Option<RulesetId>) -> Vec<&'static str> {
    let mut verbs = Vec::new();
    for form in forms(ruleset) {
        if !verbs.contains(&form.verb) {
            verbs.push(form.verb);
        }
    }
    verbs
}

/// Returns an example of a command that begins with this word.
pub(super) fn usage(ruleset: Option<RulesetId>, verb: &str) -> &'static str {
    forms(ruleset).find(|form| form.verb == verb).map_or("HELP", |form| form.example)
}
