//! List of all commands, with their syntax and an example of each.

use broadside_engine::game::RulesetId;

/// Form of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Word or words at the beginning of the command, as in `give_up`.
    pub verb: &'static str,
    /// Syntax: words in capitals are literal, words in lower case are replaced by words of the game, and parts in
    /// brackets are optional.
    pub form: &'static str,
    /// Example of the command.
    pub example: &'static str,
    /// Effect of the command.
    pub does: &'static str,
}

macro_rules! forms {
    ($($verb:literal: $form:literal, $example:literal, $does:literal;)*) => {
        &[$(Usage { verb: $verb, form: $form, example: $example, does: $does }),*]
    };
}

/// Commands that are possible with and without a game.
const ANYWHERE: &[Usage] = forms! {
    "new": "NEW game [WITH address, name or OPEN] [option=value] [DAYS 1 to 14] [PUBLIC or PRIVATE]",
        "NEW CLASSIC WITH ben@example.org mode=salvo DAYS 3", "makes a game";
    "status": "STATUS", "STATUS", "asks how things stand";
    "help": "HELP [game]", "HELP CLASSIC", "asks for the commands";
    "set": "SET MAIL EACH, DIGEST, REMINDERS or OFF", "SET MAIL DIGEST", "says how often to be written to";
    "set": "SET SHEETS ON or OFF", "SET SHEETS ON", "says whether sheets are sent";
    "set": "SET LANGUAGE ENGLISH or ITALIAN", "SET LANGUAGE ITALIAN", "says in which language to be written to";
    "never": "NEVER", "NEVER", "asks never to be written to again";
    "name": "NAME text", "NAME Ada", "says what you are called";
    "token": "TOKEN", "TOKEN", "asks for a new token for programs";
    "preview": "PREVIEW", "PREVIEW", "asks what the other lines would do, and does nothing of it";
    "end": "END", "END", "ends the commands: what follows is not read";
};

/// Commands that are possible in every game.
const GAME: &[Usage] = forms! {
    "accept": "ACCEPT", "ACCEPT", "takes the seat of an invitation";
    "decline": "DECLINE [LATER, TOO FAST, TOO SLOW, OTHER RULESET, OTHER OPTIONS or OTHER] [: words]",
        "DECLINE LATER: after the holidays", "declines an invitation";
    "place": "PLACE RANDOM", "PLACE RANDOM", "places everything at random";
    "seed": "SEED text", "SEED my own luck", "adds a seed of one's own to a placement";
    "abort": "ABORT", "ABORT", "calls a game off before its first move";
    "rematch": "REMATCH", "REMATCH", "asks for the same game again";
    "sheet": "SHEET [kind]", "SHEET", "asks for the sheets of the game";
    "say": "SAY text", "SAY well aimed", "writes to the other players";
    "note": "NOTE text", "NOTE the cruiser must be in row 7", "keeps a note for oneself";
    "note": "NOTE", "NOTE", "asks for what you have noted";
};

/// Commands that are possible in games for two or more.
const TOGETHER: &[Usage] = forms! {
    "draw": "DRAW", "DRAW", "offers a draw";
    "accept": "ACCEPT DRAW", "ACCEPT DRAW", "agrees to a draw";
    "decline": "DECLINE DRAW", "DECLINE DRAW", "turns a draw down";
    "offer": "OFFER DRAW", "OFFER DRAW", "offers a draw";
    "leave": "LEAVE", "LEAVE", "leaves a game before play begins";
    "resign": "RESIGN", "RESIGN", "gives the game up";
};

/// Commands that are possible in one-player games.
const ALONE: &[Usage] = forms! {
    "leave": "LEAVE", "LEAVE", "leaves the game, which calls it off";
};

const CLASSIC: &[Usage] = forms! {
    "place": "PLACE class cell ACROSS or DOWN", "PLACE BATTLESHIP A1 DOWN", "places a ship by its first cell";
    "fire": "FIRE cells [ROUND n]", "FIRE A5 B6 C4", "fires at one cell, or at as many as a salvo has shots";
};

const VOICES: &[Usage] = forms! {
    "place": "PLACE class cell ACROSS or DOWN", "PLACE CARRIER A1 DOWN", "places a ship by its first cell";
    "place": "PLACE BATTLE matrix", "PLACE BATTLE 3", "chooses the matrix of the battle map";
    "place": "PLACE TACTICAL matrix", "PLACE TACTICAL v1:10:j3,i2,u3,p2:herring", "chooses that of the tactical map";
    "place": "PLACE VOICE LEFT, RIGHT or DICE, and TOP, BOTTOM or DICE", "PLACE VOICE LEFT DICE",
        "places a standing voice";
    "roll": "ROLL", "ROLL", "rolls for a shot";
    "roll": "ROLL ALL", "ROLL ALL", "rolls for all shots that are left";
    "fire": "FIRE cell", "FIRE C4", "fires at a cell that is yours to choose";
    "axes": "AXES X or Y", "AXES X", "says which axis the first die gives";
    "voice": "VOICE LEFT, RIGHT or DICE, and TOP, BOTTOM or DICE [FOR shot]", "VOICE LEFT TOP FOR 3",
        "says from which edges to answer, from now on or a shot";
    "direct": "DIRECT CALL or ANSWER shot text", "DIRECT CALL 3 falling, very slowly",
        "says how it is performed; with \"\" for the text it takes that back";
    "offer": "OFFER END", "OFFER END", "offers to end the game here and count";
    "accept": "ACCEPT END", "ACCEPT END", "agrees to that";
    "decline": "DECLINE END", "DECLINE END", "turns it down";
};

const SOLO: &[Usage] = forms! {
    "place": "PLACE suit class cell ACROSS, DOWN, DIAGONAL DOWN or DIAGONAL UP",
        "PLACE SUNS CRUISER SUNS/UPPER/N DIAGONAL DOWN", "places a ship by its leftmost or topmost cell";
    "predict": "PREDICT suit", "PREDICT SUNS", "says which suit will survive, which begins the game";
    "volley": "VOLLEY", "VOLLEY", "rolls and fires once";
    "run_out": "RUN OUT", "RUN OUT", "fires to the end";
};

const SATELLITE: &[Usage] = forms! {
    "place": "PLACE building sectors", "PLACE BUNKER B4 C4 C5", "places a building";
    "roll": "ROLL", "ROLL", "rolls all five dice";
    "keep": "KEEP values", "KEEP 3 3 5", "rolls again all dice but some of these values";
    "keep": "KEEP DICE positions", "KEEP DICE 1 3", "rolls again all dice but those in these places";
    "use": "USE cartridge [ROW or COLUMN] AT sectors", "USE BARRAGE 3 AT A1 A2", "fires a cartridge";
    "give_up": "GIVE UP cartridge AT sector", "GIVE UP SALVO AT C4", "gives a cartridge up for one shot";
    "shoot": "SHOOT sector", "SHOOT C4", "shoots at a sector";
    "destruct": "DESTRUCT sectors", "DESTRUCT A1 B7 C4", "strikes the last blow";
};

const ADVANCED: &[Usage] = forms! {
    "place": "PLACE class square ACROSS or DOWN", "PLACE CARRIER A1 DOWN", "places a ship by its first square";
    "place": "PLACE weapon square [ORDER ANY, BOMBERS, RECCE or HOLD]", "PLACE GUN K9 ORDER BOMBERS",
        "buys a weapon and places it";
    "fire": "FIRE squares", "FIRE A5 B7 C9", "fires a salvo of three shots";
    "send": "SEND [weapon] [square] TO square", "SEND BOMBER R2 TO F7", "sends a plane";
    "buy": "BUY weapon square [ORDER ANY, BOMBERS, RECCE or HOLD]", "BUY GUN K9 ORDER HOLD", "buys a weapon";
    "order": "ORDER square ANY, BOMBERS, RECCE or HOLD", "ORDER K9 HOLD", "gives a gun an order";
    "pass": "PASS", "PASS", "does nothing";
};

/// Returns the commands of one ruleset only.
pub(super) fn own(ruleset: Option<RulesetId>) -> &'static [Usage] {
    match ruleset {
        None => &[],
        Some(RulesetId::Classic) => CLASSIC,
        Some(RulesetId::Voices) => VOICES,
        Some(RulesetId::Solo) => SOLO,
        Some(RulesetId::Satellite) => SATELLITE,
        Some(RulesetId::Advanced) => ADVANCED,
    }
}

/// Lists the commands that are possible in a game of a ruleset, or without a game. Those of the ruleset come first.
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
