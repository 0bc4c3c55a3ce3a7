//! Moves by mail: a letter is carried out completely or not at all, only for its author, and is
//! answered.

use std::io::Write;
use std::process::Stdio;

use broadside_tests::client::Client;
use broadside_tests::games::Pair;
use broadside_tests::mail::Mail;
use broadside_tests::server::Server;
use broadside_tests::wait::wait_for;
use jiff::Timestamp;
use mail_parser::DateTime;
use serde_json::{Value, json};

use crate::games::voices::Table;

const SECRET: &str = "the-secret-of-the-operator";
const MAILBOX: &str = "/v1/players/me/mailbox";

/// A player with a mailbox.
struct Writer {
    client: Client,
    address: String,
}

/// Two players who play by mail.
struct Game {
    server: Server,
    pair: Pair,
    /// The player to move, and the other one.
    mover: Writer,
    other: Writer,
    letters: u32,
}

impl Game {
    fn begun() -> Self {
        Self::begun_with(&[])
    }

    fn begun_with(settings: &[&str]) -> Self {
        let mut game = Self::placing_with(settings);
        game.pair.place();
        if game.pair.game()["to_move"] != json!([1]) {
            std::mem::swap(&mut game.mover, &mut game.other);
        }
        game
    }

    /// Creates a game in the placement phase. The mover is its creator.
    fn placing_with(settings: &[&str]) -> Self {
        let server = Server::start_with(&[&["--mail-inbound-secret", SECRET], settings].concat());
        let writers = ["Ada", "Ben"].map(|name| {
            let address = format!("{}@example.org", name.to_lowercase());
            Writer { client: server.player_at(name, &address), address }
        });
        let pair = Pair::of(writers.each_ref().map(|writer| writer.client.clone()), &json!({}));
        let [mover, other] = writers;
        Self { server, pair, mover, other, letters: 0 }
    }

    /// Returns an address for this turn of the player to move. A player who was the last to place
    /// and begins gets no mail about the turn, because no one else has acted since; so this asks
    /// for one.
    fn key(&mut self) -> String {
        let me = self.mover.address.clone();
        let newest = self.server.wait_for_mail(&me, 2).pop().unwrap();
        assert_eq!(self.write(&me, &newest.reply_to(), "", "STATUS"), "taken");
        self.mail(&me, "It is your turn").reply_to()
    }

    /// Waits for a mail to an address with this text, and returns the newest.
    #[track_caller]
    fn mail(&self, address: &str, says: &str) -> Mail {
        self.server.wait_for_mail_with(address, says)
    }

    /// Sends a letter, and returns its final state.
    fn write(&mut self, from: &str, to: &str, headers: &str, words: &str) -> String {
        self.letters += 1;
        let raw = format!(
            "From: {from}\r\nTo: {to}\r\nSubject: Re: your turn\r\nMessage-ID: <letter.{}@example.org>\r\n{headers}\r\n{words}\r\n",
            self.letters
        );
        let id = self.hand_over(&raw)["id"].as_str().unwrap().to_owned();
        self.server.letter_state(&id)
    }

    fn hand_over(&self, raw: &str) -> Value {
        let client = self.server.client();
        let request = client.request("POST", "/v1/mail/inbound").bytes(raw);
        let request = request.header("Content-Type", "message/rfc822");
        request.header("Authorization", format!("Bearer {SECRET}")).send().is(202)
    }

    fn shots(&self) -> usize {
        let events = self.pair.ada.get(&self.pair.path("/events?limit=200")).is(200);
        let fired = |event: &&Value| event["type"] == "fired";
        events["events"].as_array().unwrap().iter().filter(fired).count()
    }
}

#[test]
fn a_mail_makes_its_move_once() {
    let mut game = Game::begun();
    let (me, other) = (game.mover.address.clone(), game.other.address.clone());
    let to = game.key();
    assert!(to.starts_with("play+") && to.ends_with("@localhost"), "{to}");

    // Letters that are not from the player have no effect, regardless of the sender.
    assert_eq!(game.write("eve@example.org", &to, "", "FIRE A5"), "ignored stranger");
    assert_eq!(
        game.write(&me, &to, "Auto-Submitted: auto-replied\r\n", "FIRE A5"),
        "ignored automatic"
    );
    assert_eq!(game.write(&other, &to, "", "FIRE A5"), "refused unknown key");
    let mail = game.mail(&other, "is not one of yours");
    // The mail could be from anybody, so the answer does not quote it, but offers a reply address.
    assert_eq!(mail.subject, "Broadside");
    assert!(!mail.text.contains("FIRE") && mail.reply_to().contains('+'), "{}", mail.raw);
    let quoted = format!("On Monday, Broadside <{to}> wrote:\r\n> FIRE A5\r\n");
    assert_eq!(game.write(&me, &to, "", &quoted), "refused nothing said");
    assert_eq!(game.write(&me, &to, "", "FIRE A5\r\nFIER B6"), "refused not understood");
    let mail = game.mail(&me, "FIER");
    assert!(
        mail.text.contains("line 2: `FIER`") && mail.text.contains("FIRE meant?"),
        "{}",
        mail.text
    );
    // Two shots are too many, and neither is fired.
    assert_eq!(game.write(&me, &to, "", "SAY hello\r\nFIRE A5 B6"), "refused not allowed");
    assert_eq!(game.write(&me, &to, "", "FIRE A5\r\nPREVIEW"), "refused preview");
    let mail = game.mail(&me, "This would be done");
    assert!(mail.subject.starts_with("Your turn: "), "{}", mail.subject);
    assert_eq!(game.shots(), 0);
    let messages = game.pair.ada.get(&game.pair.path("/messages")).is(200);
    assert_eq!(messages["last"], 0);

    // A shot with a message.
    assert_eq!(game.write(&me, &to, "", "fire a5\r\nSAY Good luck!\r\n-- \r\nFIRE B6"), "taken");
    assert_eq!(game.shots(), 1);
    let messages = game.pair.ada.get(&game.pair.path("/messages")).is(200);
    assert_eq!(messages["messages"][0]["text"], "Good luck!");
    let mail = game.mail(&me, "This was done");
    assert!(mail.text.contains("    FIRE A5\n"), "{}", mail.text);
    assert!(
        mail.subject.starts_with("Waiting for others: Salvo on paper with "),
        "{}",
        mail.subject
    );
    // The answer is the next mail about the game: it contains the result of the shot and the state
    // of the game.
    assert!(
        mail.text.contains("You fired at A5: ") && mail.text.contains("The game is waiting for "),
        "{}",
        mail.text
    );
    assert!(mail.text.contains("A B C D"), "{}", mail.text);
    assert_eq!(mail.header("In-Reply-To"), format!("<letter.{}@example.org>", game.letters));

    // A repeated mail is a duplicate, and another one with the same key is too late.
    let letters = game.letters;
    game.letters -= 1;
    assert_eq!(game.write(&me, &to, "", "FIRE A6"), "taken", "it is the mail from before");
    assert_eq!(game.letters, letters);
    assert_eq!(game.write(&me, &to, "", "FIRE A6"), "refused past turn");
    // The answer shows the state of the game and can be answered immediately.
    let late = game.mail(&me, "That turn is over");
    assert!(
        late.text.contains("The game is waiting for ") && late.text.contains("A B C D"),
        "{}",
        late.text
    );
    assert_eq!(game.write(&me, &late.reply_to(), "", "NOTE too late"), "taken");
    // An error message without the state of the game belongs to the turn of the letter, so a
    // corrected letter is late as well.
    assert_eq!(game.write(&me, &to, "", "FIER A6"), "refused not understood");
    let mended = game.mail(&me, "`FIER` is not a command here");
    assert!(
        mended.subject.starts_with("Nothing was done: Salvo on paper with "),
        "{}",
        mended.subject
    );
    let mended = mended.reply_to();
    assert_eq!(game.write(&me, &mended, "", "FIRE A6"), "refused past turn");
    assert_eq!(game.shots(), 1);
    assert_eq!(game.pair.game()["to_move"], json!([if me.starts_with("ada") { 2 } else { 1 }]));

    // The opponent gets a single mail about both, and answers it.
    let turn = game.mail(&other, "Your turn");
    assert!(
        turn.text.contains("fired at A5") && turn.text.contains("“Good luck!”"),
        "{}",
        turn.text
    );
    assert!(turn.text.contains("A B C D"), "{}", turn.text);
    let is_about_move =
        |mail: &&Mail| mail.text.contains("Good luck!") || mail.text.contains("fired at A5");
    assert_eq!(game.server.mail_to(&other).iter().filter(is_about_move).count(), 1);
    let to = turn.reply_to();
    assert_eq!(game.write(&other, &to, "", "FIRE C3"), "taken");
    assert_eq!(game.shots(), 2);
    // The next mail does not repeat the content of the answer.
    let turn = game.mail(&me, "fired at C3");
    assert!(!turn.text.contains("A5:"), "{}", turn.text);
    assert!(!game.server.log().contains(&to), "keys are not logged");
}

#[test]
fn settings_and_farewells_are_written_too() {
    let mut game = Game::begun();
    let me = game.mover.address.clone();
    let to = game.key();
    assert_eq!(game.write(&me, &to, "", "SET LANGUAGE ITALIAN\r\nSET MAIL REMINDERS"), "taken");
    let mailbox = game.mover.client.get(MAILBOX).is(200);
    assert_eq!((&mailbox["language"], &mailbox["cadence"]), (&json!("it"), &json!("reminders")));
    game.mail(&me, "È stato fatto");
    assert_eq!(game.write(&me, &to, "", "NOTE the rim first\r\nNOTE then the middle"), "taken");
    let notes = game.mover.client.get(&game.pair.path("/notes")).is(200);
    assert_eq!(notes["text"], "the rim first\nthen the middle");
    // Text by the server is in the language of the mailbox.
    assert_eq!(game.write(&me, &to, "", "NOTE"), "taken");
    let notes = game.mail(&me, "I tuoi appunti:");
    assert!(notes.text.contains("- “the rim first\n  then the middle”"), "{}", notes.text);
    assert_eq!(notes.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    for (words, says) in [
        ("SHEET NOTHING", "- SHEET NOTHING: questa partita ha"),
        ("NEW CLASSIC WITH Zoe", "- non hai giocato con nessuno che si chiami Zoe"),
        (&format!("NAME {}", "x".repeat(41)), "- un nome ha da 1 a 40 caratteri"),
    ] {
        assert_eq!(game.write(&me, &to, "", words), "refused not allowed");
        game.mail(&me, says);
    }
    assert_eq!(game.write(&me, &to, "", "abbandono"), "taken");
    assert_eq!(game.pair.game()["outcome"]["reason"], "resigned");
    game.mail(&me, "    RESIGN\n");
    let mails = game.server.wait_for_mail(&me, 1).len();
    // After the end of the game its keys have expired. With a new key the player can turn off mail,
    // without an answer.
    assert_eq!(game.write(&me, &to, "", "NEVER"), "refused old key");
    let new = game.mail(&me, "troppo vecchia").reply_to();
    let mails = mails + 1;
    assert_eq!(game.write(&me, &new, "", "NEVER"), "taken never");
    assert_eq!(game.mover.client.get(MAILBOX).is(200)["cadence"], "off");
    assert_eq!(game.write(&me, "play@localhost", "", "HELP"), "taken");
    assert_eq!(game.server.wait_for_mail(&me, 1).len(), mails, "nothing more is sent");
    // A letter with a key is always answered.
    assert_eq!(game.write(&me, &to, "", "HELP"), "taken");
    game.server.wait_for_mail(&me, mails + 1);
}

#[test]
fn never_with_a_mark_behind_it_does_not_turn_mail_off() {
    let mut game = Game::begun();
    let me = game.mover.address.clone();
    let to = game.key();
    for words in ["Never!", "Never.", "Mai!", "mai"] {
        assert_eq!(game.write(&me, &to, "", words), "refused not understood");
    }
    game.mail(&me, "would end all mail to you");
    assert_eq!(game.mover.client.get(MAILBOX).is(200)["cadence"], "each");
    // During a game, it turns off mail with an answer.
    assert_eq!(game.write(&me, &to, "", "SAY no\r\nNever"), "taken never");
    assert_eq!(game.mover.client.get(MAILBOX).is(200)["cadence"], "off");
    let mail = game.mail(&me, "you get only mail that you ask for");
    assert!(mail.text.contains("    SAY no\n    NEVER\n"), "{}", mail.text);
    assert_eq!(game.write(&me, &mail.reply_to(), "", "SET MAIL EACH"), "taken");
    assert_eq!(game.mover.client.get(MAILBOX).is(200)["cadence"], "each");
    let refused = game
        .server
        .database()
        .count(game.server.directory(), "SELECT count(*) FROM mail_suppressions");
    assert_eq!(refused, 0);
}

#[test]
fn without_a_key_a_letter_is_from_anybody() {
    let mut game = Game::begun();
    let me = game.mover.address.clone();
    let own = game.key();
    let before = game.mover.client.get(MAILBOX).is(200);
    let anybody = |game: &mut Game, words: &str| game.write(&me, "play@localhost", "", words);
    assert_eq!(anybody(&mut game, "SET MAIL OFF\r\nSET LANGUAGE ITALIAN"), "refused no key");
    let told = game.mail(&me, "not a reply to one of ours");
    assert_eq!(told.subject, "Broadside");
    assert!(!told.text.contains("SET MAIL"), "{}", told.text);
    assert_eq!(anybody(&mut game, "NEVER"), "refused no key");
    game.mail(&me, "/mail/unsubscribe/");
    assert_eq!(anybody(&mut game, "Buy cheap pills at http://pills.example.net"), "refused no key");
    assert_eq!(anybody(&mut game, "FIRE A5"), "refused no key");
    assert_eq!(anybody(&mut game, "HELP CLASSIC"), "taken");
    assert!(game.mail(&me, "one command per line").text.contains("PLACE"));
    assert_eq!(game.mover.client.get(MAILBOX).is(200), before, "nothing is set");
    assert_eq!(game.shots(), 0);
    for mail in game.server.wait_for_mail(&me, 1) {
        assert!(!mail.raw.contains("pills"), "{}", mail.raw);
    }
    // Five letters without a key are answered each day, regardless of their content.
    let mails = game.server.wait_for_mail(&me, 1).len();
    game.mail(&me, "get no reply until tomorrow");
    assert_eq!(anybody(&mut game, "HELP"), "taken");
    assert_eq!(anybody(&mut game, "NEVER"), "refused no key");
    assert_eq!(game.server.wait_for_mail(&me, 1).len(), mails);

    // These do not count for letters with a key. An answer about no game can be answered too.
    let to = told.reply_to();
    assert_eq!(game.write(&me, &to, "", "SET MAIL DIGEST"), "taken");
    assert_eq!(game.mover.client.get(MAILBOX).is(200)["cadence"], "digest");
    assert_eq!(
        game.write(&me, &to, "", "FIRE A5"),
        "refused not understood",
        "it is a key of no game"
    );
    assert_eq!(game.write(&me, &own, "", "FIRE A5"), "taken");
    assert_eq!(game.shots(), 1);
}

#[test]
fn a_rematch_by_mail_notifies_all_its_players() {
    let mut game = Game::begun();
    let (me, other) = (game.mover.address.clone(), game.other.address.clone());
    let to = game.key();
    let before = game.pair.game()["id"].as_str().unwrap().to_owned();
    assert_eq!(game.write(&me, &to, "", "RESIGN"), "taken");
    let [mine, over] = [me.as_str(), other.as_str()].map(|of| game.mail(of, "REMATCH"));
    assert!(over.text.contains("for the same game again"), "{}", over.text);

    assert_eq!(game.write(&me, &mine.reply_to(), "", "REMATCH"), "taken");
    let mail = game.mail(&me, "The same game was created again");
    assert!(!mail.text.contains(&before), "it tells of the new game alone: {}", mail.text);
    let mail = game.mail(&other, "asks for a rematch");
    assert!(mail.text.contains(&before) && mail.text.contains("ACCEPT"), "{}", mail.text);
    // The second player who asks joins the same game.
    assert_eq!(game.write(&other, &over.reply_to(), "", "REMATCH"), "taken");
    let joined = game.mail(&other, "rematch was created before you asked");
    assert!(joined.text.contains("PLACE RANDOM"), "{}", joined.text);
    // A game in progress has no rematch; the answer quotes the command.
    assert_eq!(game.write(&other, &joined.reply_to(), "", "REMATCH"), "refused not allowed");
    game.mail(&other, "line 1, `REMATCH`: only a finished game can have a rematch");
}

#[test]
fn a_mail_is_executed_completely_or_not_at_all() {
    let mut game = Game::begun();
    let me = game.mover.address.clone();
    let to = game.key();
    let notes = game.pair.path("/notes");
    game.mover.client.put(&notes, &json!({"text": "x".repeat(19_995)})).is(200);
    assert_eq!(game.write(&me, &to, "", "FIRE A5\r\nNOTE first"), "refused not allowed");
    game.mover.client.put(&notes, &json!({"text": ""})).is(200);
    assert_eq!(game.write(&me, &to, "", "SAY sorry, I must go\r\nLEAVE"), "refused not allowed");
    assert_eq!(game.write(&me, &to, "", "ACCEPT\r\nSAY here I am"), "refused not allowed");
    assert_eq!(
        game.write(&me, &to, "", "REMATCH\r\nNOTE again\r\nSET MAIL OFF"),
        "refused not allowed"
    );
    assert_eq!(game.write(&me, &to, "", "FIRE A5\r\nRESIGN"), "refused not allowed");
    assert_eq!(game.write(&me, &to, "", "FIRE A5\r\nABORT"), "refused too much at once");
    let wrapped = "SAY If you sink my carrier on the next turn I shall have no other choice but to\r\nresign.";
    assert_eq!(game.write(&me, &to, "", wrapped), "refused not understood");
    assert!(game.mail(&me, "leave a line empty").text.contains("line 2: `resign.`"));
    let messages = game.pair.ada.get(&game.pair.path("/messages")).is(200);
    let notes = game.mover.client.get(&game.pair.path("/notes")).is(200);
    assert_eq!((&messages["last"], &notes["text"], game.shots()), (&json!(0), &json!(""), 0));
    assert_eq!(game.mover.client.get(MAILBOX).is(200)["cadence"], "each");

    // The action is done first, then the rest.
    let letter =
        "NOTE first\r\nSET LANGUAGE ITALIAN\r\nSAY one\r\nFIRE A5\r\nSAY one\r\nNOTE first";
    assert_eq!(game.write(&me, &to, "", letter), "taken");
    let messages = game.pair.ada.get(&game.pair.path("/messages")).is(200);
    let texts: Vec<_> =
        messages["messages"].as_array().unwrap().iter().map(|one| &one["text"]).collect();
    assert_eq!(texts, ["one", "one"]);
    let notes = game.mover.client.get(&game.pair.path("/notes")).is(200);
    assert_eq!((&notes["text"], game.shots()), (&json!("first\nfirst"), 1));
    // After the shot the turn is over, and the other commands are not carried out either.
    assert_eq!(game.write(&me, &to, "", "ABORT\r\nSAY gone"), "refused past turn");
    assert_eq!(game.pair.ada.get(&game.pair.path("/messages")).is(200)["last"], 2);

    // Deleting the mailbox deletes its incoming mail.
    assert_eq!(game.write("eve@example.org", &to, "", "RESIGN"), "ignored stranger");
    assert_eq!(
        game.write(&me, &to, "Auto-Submitted: auto-replied\r\n", "RESIGN"),
        "ignored automatic"
    );
    game.mover.client.delete(MAILBOX).is(200);
    game.server.end_address_waits();
    let count_query =
        |says: &str| format!("SELECT count(*) FROM jobs WHERE queue = 'mail_in' AND {says}");
    let count =
        |says: &str| game.server.database().count(game.server.directory(), &count_query(says));
    assert_eq!(count(&format!("key = '{me}'")), 0);
    assert_eq!(count("key = 'eve@example.org'"), 1);
}

#[test]
fn an_old_key_shows_how_a_game_stands_and_changes_nothing() {
    let mut game = Game::begun();
    let (me, other) = (game.mover.address.clone(), game.other.address.clone());
    let old = game.key();
    assert_eq!(game.write(&me, &old, "", "FIRE A5"), "taken");
    let turn = game.mail(&other, "Your turn").reply_to();
    assert_eq!(game.write(&other, &turn, "", "FIRE C3"), "taken");
    let before = |game: &Game| {
        let games = game.mover.client.get("/v1/games?which=mine").is(200)["games"]
            .as_array()
            .unwrap()
            .len();
        let messages = game.pair.ada.get(&game.pair.path("/messages")).is(200)["last"].clone();
        let notes = game.mover.client.get(&game.pair.path("/notes")).is(200)["text"].clone();
        let name = game.mover.client.get("/v1/players/me").is(200)["name"].clone();
        let mailbox = game.mover.client.get(MAILBOX).is(200);
        (games, messages, notes, name, mailbox, game.shots(), game.pair.game()["status"].clone())
    };
    let stood = before(&game);
    let changes = [
        "NAME Mallory",
        "SET MAIL OFF",
        "SET LANGUAGE ITALIAN",
        "SAY I give up",
        "NOTE mine",
        "NEW CLASSIC WITH OPEN",
        "TOKEN",
        "NEVER",
        "RESIGN",
        "FIRE A6",
        "REMATCH",
        "NAME Mallory\r\nPREVIEW",
    ];
    for change in changes {
        assert_eq!(game.write(&me, &old, "", change), "refused past turn", "{change}");
    }
    assert_eq!(before(&game), stood);
    // The key allows reading, and the answer has a key for the current turn.
    for read in ["STATUS", "HELP", "NOTE", "SHEET"] {
        assert_eq!(game.write(&me, &old, "", read), "taken", "{read}");
    }
    let newest = game.mail(&me, "That turn is over").reply_to();
    assert_eq!(game.write(&me, &newest, "", "SAY still here\r\nNAME Countess"), "taken");

    // The key of a finished game allows a rematch, but no changes of the account.
    assert_eq!(game.write(&me, &newest, "", "RESIGN"), "taken");
    let last = game.mail(&me, "You lost").reply_to();
    let stood = before(&game);
    for change in ["NAME Mallory", "SET MAIL OFF", "NEW CLASSIC WITH OPEN", "TOKEN", "NEVER"] {
        for key in [&last, &newest] {
            assert_eq!(game.write(&me, key, "", change), "refused old key", "{change}");
        }
        assert_eq!(game.write(&me, &old, "", change), "refused past turn", "{change}");
    }
    assert_eq!(before(&game), stood);
    let new = game.mail(&me, "too old for that");
    assert!(
        new.text.contains("/mail/unsubscribe/"),
        "a click ends mail all the same: {}",
        new.text
    );
    assert_eq!(game.write(&me, &new.reply_to(), "", "NAME Duchess"), "taken");
    assert_eq!(game.write(&me, &last, "", "SAY well played"), "taken");
    assert_eq!(game.write(&me, &last, "", "REMATCH"), "taken");

    // After two weeks, keys that do not end with a turn have expired too.
    let sql =
        format!("UPDATE mail_keys SET created_at = created_at - {}", 15_i64 * 24 * 60 * 60 * 1000);
    game.server.database().run(game.server.directory(), &sql);
    let (no_game, aged) = (new.reply_to(), "refused old key");
    assert_eq!(game.write(&me, &no_game, "", "NAME Mallory"), aged);
    assert_eq!(game.write(&me, &last, "", "SAY one more thing"), "refused past turn");
    assert_eq!(game.mover.client.get("/v1/players/me").is(200)["name"], "Duchess");
    assert_eq!(game.write(&me, &no_game, "", "HELP"), "taken");
}

#[test]
fn the_key_of_a_game_that_waits_long_is_good_for_that_game_alone() {
    let mut game = Game::placing_with(&[]);
    let me = game.mover.address.clone();
    let key = game.mail(&me, "Place your fleet").reply_to();
    assert_eq!(game.write(&me, &key, "", "NAME Countess"), "taken");
    let sql =
        format!("UPDATE mail_keys SET created_at = created_at - {}", 15_i64 * 24 * 60 * 60 * 1000);
    game.server.database().run(game.server.directory(), &sql);
    for change in ["NAME Mallory", "SET MAIL OFF", "NEW CLASSIC WITH OPEN", "TOKEN", "NEVER"] {
        assert_eq!(game.write(&me, &key, "", change), "refused old key", "{change}");
    }
    assert_eq!(game.mover.client.get("/v1/players/me").is(200)["name"], "Countess");
    assert_eq!(game.write(&me, &key, "", "SAY still here\r\nPLACE RANDOM"), "taken");
}

#[test]
fn a_sender_needs_the_exact_domain_of_its_address() {
    let mut game = Game::begun_with(&["--mail-authserv-id", "mx.example.com"]);
    let to = game.key();
    let name = game.mover.address.split('@').next().unwrap().to_owned();
    let checked = |results: &str| format!("Authentication-Results: mx.example.com; {results}\r\n");
    for domain in [
        "ｅxample.org",
        "example。org",
        "exam\u{ad}ple.org",
        "exam\u{200b}ple.org",
        "exam\u{2060}ple.org",
        "ex%61mple.org",
        "example.org.",
    ] {
        let from = format!("{name}@{domain}");
        let none = checked("dmarc=none header.from=elsewhere.example");
        for head in ["", &none] {
            assert_eq!(game.write(&from, &to, head, "FIRE A5"), "ignored look_alike", "{domain}");
        }
    }
    // Neither a check of another sender nor a header added by the sender makes a mail authentic.
    let me = game.mover.address.clone();
    let failed = checked("dkim=fail header.d=example.org");
    let passed = "mx.example.com; dmarc=pass header.from=example.org\r\n";
    for head in [
        checked("dmarc=none header.from=elsewhere.example"),
        checked("dmarc=pass header.from=elsewhere.example"),
        checked("dkim=fail header.d=example.org; dkim=pass header.d=elsewhere.example"),
        format!("{failed}Authentication-Results: {passed}"),
        format!("{failed}Authentication-Results : {passed}"),
        format!("{failed}authentication-results \t: {passed}"),
    ] {
        assert_eq!(game.write(&me, &to, &head, "FIRE A5"), "ignored not_authentic", "{head}");
    }
    for second in ["From : eve@example.net\r\n", "from\t: eve@example.net\r\n"] {
        assert_eq!(game.write(&me, &to, second, "FIRE A5"), "ignored no_sender", "{second}");
    }
    assert_eq!(game.shots(), 0);
    let from = me.replace("example.org", "EXAMPLE.ORG");
    let head = checked("dmarc=pass header.from=example.org");
    assert_eq!(game.write(&from, &to, &head, "FIRE A5"), "taken");
    assert_eq!(game.shots(), 1);
}

#[test]
fn v7_v17_a_letter_after_the_end_changes_the_score_and_is_not_announced() {
    let mut game = Game::placing_with(&[]);
    let players = [&game.mover, &game.other].map(|writer| writer.client.clone()).to_vec();
    let table = Table::of(players, json!({"aim": "choice", "rounds": 1}));
    table.play_out();
    let call = |table: &Table| {
        let score = table.score(1);
        score["items"]
            .as_array()
            .unwrap()
            .iter()
            .rev()
            .find(|item| item["type"] == "call")
            .unwrap()
            .clone()
    };
    let (writer, other) = if call(&table)["seat"] == 1 {
        (&game.mover, &game.other)
    } else {
        (&game.other, &game.mover)
    };
    let [me, other] = [writer, other].map(|writer| writer.address.clone());
    let to = game.mail(&me, "The agreed rounds are over.").reply_to();
    game.mail(&other, "The agreed rounds are over.");
    let heard = game.server.mail_to(&other).len();
    assert_eq!(game.write(&me, &to, "", "DIRECT CALL 10 dying away"), "taken");
    assert_eq!(call(&table)["direction"], "dying away");
    assert_eq!(game.write(&me, &to, "", "VOICE LEFT TOP"), "refused not allowed");
    game.mail(&me, "only its score can still");
    assert_eq!(game.write(&me, &to, "", "VOICE LEFT TOP FOR 10"), "refused not allowed");
    table.players[usize::from(call(&table)["seat"] == 2)]
        .request("POST", &table.path("/score/close"))
        .send()
        .is(204);
    assert_eq!(game.write(&me, &to, "", "DIRECT CALL 9 late"), "refused not allowed");
    game.mail(&me, "you have closed your part");
    assert_eq!(table.score(1)["revision"], 2);
    assert_eq!(game.server.mail_to(&other).len(), heard, "the other player gets no mail");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the server takes the time from the machine, too")]
fn letters_are_carried_out_in_the_order_in_which_they_were_written() {
    const LETTERS: i64 = 12;
    let mut game = Game::begun_with(&["--test-limits", "mail.delay_seconds=8"]);
    let to = game.key();
    let now = Timestamp::now().as_second();
    let letter = |n: i64| {
        // Two letters of each second: the queue id shows which of them the receiving server has
        // accepted first.
        let (date, micros) =
            (DateTime::from_timestamp(now - LETTERS + n / 2).to_rfc822(), 400_000 * (n % 2));
        let received =
            format!("Received: by mx.example.org (Postfix) id {micros:05X}1F3E90; {date}");
        let ids = format!("Date: {date}\r\nMessage-ID: <order.{n}@example.org>");
        let from = &game.mover.address;
        format!("{received}\r\nFrom: {from}\r\nTo: {to}\r\n{ids}\r\n\r\nSAY letter {n}\r\n")
    };
    let deliver = |_| {
        let mut command = broadside_tests::server::command(game.server.directory());
        command.args([
            "mail",
            "deliver",
            "--server",
            game.server.url(),
            "--mail-inbound-secret",
            SECRET,
        ]);
        command.stdin(Stdio::piped()).spawn().unwrap()
    };
    let mut pipes: Vec<_> = (0..LETTERS).map(deliver).collect();
    for (at, pipe) in pipes.iter_mut().enumerate() {
        let shuffled = (at as i64 * 5 + 7) % LETTERS;
        pipe.stdin.take().unwrap().write_all(letter(shuffled).as_bytes()).unwrap();
    }
    for mut pipe in pipes {
        assert!(pipe.wait().unwrap().success());
    }
    let messages = wait_for("all messages", || {
        let messages = game.pair.ada.get(&game.pair.path("/messages")).is(200);
        let texts = messages["messages"].as_array().unwrap().iter().map(|one| one["text"].clone());
        Some(texts.collect::<Vec<_>>()).filter(|texts| texts.len() as i64 >= LETTERS)
    });
    let written: Vec<_> = (0..LETTERS).map(|n| json!(format!("letter {n}"))).collect();
    assert_eq!(messages, written);
}
