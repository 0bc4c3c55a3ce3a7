//! Games that begin by mail, and commands in letters other than moves.

use broadside_tests::client::Client;
use broadside_tests::mail::Mail;
use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use serde_json::json;

use crate::games::deadlines::days_later;
use crate::mailbox::settings::{page, press};

const SECRET: &str = "the-secret-of-the-operator";
const MAILBOX: &str = "/v1/players/me/mailbox";

/// Returns the text of a mail in one line.
pub(crate) fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A server that receives mail, and the number of letters sent to it.
pub(crate) struct Post {
    pub(crate) server: Server,
    letters: u32,
}

impl Post {
    pub(crate) fn new() -> Self {
        Self::with(&[])
    }

    pub(crate) fn with(settings: &[&str]) -> Self {
        let settings = [&["--mail-inbound-secret", SECRET], settings].concat();
        Self { server: Server::start_with(&settings), letters: 0 }
    }

    /// Counts rows.
    pub(crate) fn count(&self, what: &str) -> u64 {
        self.server
            .database()
            .count(self.server.directory(), &format!("SELECT count(*) FROM {what}"))
    }

    /// Waits until this number of rows is there.
    #[track_caller]
    pub(crate) fn wait_for_count(&self, what: &str, count: u64) {
        wait_until(format_args!("{count} {what}"), || self.count(what) == count);
    }

    /// Creates a player with a confirmed mailbox.
    pub(crate) fn player(&self, name: &str) -> Client {
        self.server.player_at(name, &format!("{}@example.org", name.to_lowercase()))
    }

    /// Waits for a mail to an address with this text, and returns the newest.
    #[track_caller]
    pub(crate) fn mail(&self, address: &str, says: &str) -> Mail {
        self.server.wait_for_mail_with(address, says)
    }

    /// Returns the newest mail to an address.
    pub(crate) fn newest(&self, address: &str) -> Option<Mail> {
        self.server.mail_to(address).pop()
    }

    /// Sends a letter, and returns its final state.
    pub(crate) fn write(&mut self, from: &str, to: &str, words: &str) -> String {
        let id = self.hand_over(from, to, words);
        self.became(&id)
    }

    /// Sends a letter with more header fields, each with its line ending; returns its state.
    pub(crate) fn write_with(&mut self, from: &str, to: &str, fields: &str, words: &str) -> String {
        let id = self.hand_over_with(from, to, fields, words);
        self.became(&id)
    }

    /// Sends a letter; returns its id.
    pub(crate) fn hand_over(&mut self, from: &str, to: &str, words: &str) -> String {
        self.hand_over_with(from, to, "", words)
    }

    fn hand_over_with(&mut self, from: &str, to: &str, fields: &str, words: &str) -> String {
        self.letters += 1;
        let number = self.letters;
        let raw = format!(
            "{fields}From: {from}\r\nTo: {to}\r\nSubject: a game\r\nMessage-ID: <begin.{number}@example.org>\r\n\r\n{words}\r\n"
        );
        let client = self.server.client();
        let request = client.request("POST", "/v1/mail/inbound").bytes(raw);
        let request = request.header("Content-Type", "message/rfc822");
        let receipt = request.header("Authorization", format!("Bearer {SECRET}")).send().is(202);
        receipt["id"].as_str().unwrap().to_owned()
    }

    /// Waits until a letter is processed and its reply is delivered, and returns its state.
    #[track_caller]
    pub(crate) fn became(&self, id: &str) -> String {
        let state = self.server.letter_state(id);
        // Older mails may contain the same words, so the reply must be there when a test looks for
        // it.
        self.wait_for_count(
            "jobs WHERE queue = 'mail_out' AND state = 'pending' AND attempts = 0",
            0,
        );
        state
    }

    /// Returns the address to which a player can write without a game.
    pub(crate) fn desk(&mut self, from: &str) -> String {
        assert_eq!(self.write(from, "play@localhost", "HELP"), "taken");
        self.mail(from, "one command per line").reply_to()
    }
}

#[test]
fn a_game_with_a_bot_begins_by_mail_and_the_bot_is_named_in_mail() {
    let mut post = Post::new();
    post.player("Ada");
    let me = "ada@example.org";
    let desk = post.desk(me);
    assert_eq!(
        post.write(me, &desk, "NEW CLASSIC WITH BOT CASUAL mode=single first=opponent"),
        "taken"
    );
    let mail = post.mail(me, "NEW CLASSIC WITH BOT CASUAL");
    assert!(mail.text.contains("PLACE RANDOM"), "{}", mail.text);
    assert_eq!(post.write(me, &mail.reply_to(), "PLACE RANDOM"), "taken");
    let turn = post.mail(me, "    FIRE ");
    assert!(turn.text.contains("Casual (bot)"), "{}", turn.text);
}

#[test]
fn a_letter_makes_a_game_for_one_and_plays_it_to_the_end() {
    let mut post = Post::new();
    let ada = post.player("Ada");
    let me = "ada@example.org";
    let desk = post.desk(me);
    assert_eq!(post.write(me, &desk, "NEW SOLO\r\nNEW CLASSIC"), "refused not understood");
    assert_eq!(post.write(me, &desk, "NEW SOLO PUBLIC"), "taken");
    let mail = post.mail(me, "NEW SOLO PUBLIC");
    assert!(mail.text.contains("PLACE RANDOM"), "{}", mail.text);
    let games = ada.get("/v1/games").is(200);
    let game = format!("/v1/games/{}", games["games"][0]["id"].as_str().unwrap());
    assert_eq!(games["games"].as_array().unwrap().len(), 1);

    assert_eq!(post.write(me, &mail.reply_to(), "PLACE RANDOM"), "taken");
    let placed = post.mail(me, "    PLACE RANDOM\n");
    assert!(placed.text.contains("PREDICT"), "{}", placed.text);
    assert_eq!(post.write(me, &placed.reply_to(), "PREDICT SUNS"), "taken");
    let mut last = post.mail(me, "You predicted that the suns will survive.");
    assert!(last.text.contains("VOLLEY"), "{}", last.text);
    // The dice determine the number of volleys; a long game is run out.
    for volley in 1..=40 {
        if ada.get(&game).is(200)["status"] == "finished" {
            break;
        }
        let mails = post.server.mail_to(me).len();
        let words = if volley < 40 { "VOLLEY" } else { "RUN OUT" };
        assert_eq!(post.write(me, &last.reply_to(), words), "taken");
        post.server.wait_for_mail(me, mails + 1);
        last = post.server.mail_to(me).pop().unwrap();
        // Each mail reports only its own volley.
        assert!(volley == 40 || last.text.matches("Volley ").count() == 1, "{}", last.text);
    }
    assert_eq!(ada.get(&game).is(200)["status"], "finished");
    assert!(last.text.contains("You won") || last.text.contains("You lost"), "{}", last.text);
    post.server.wait_for_all_mail();
    assert_eq!(post.server.mail_to(me).pop().unwrap(), last, "nothing is told twice");
}

#[test]
fn a_game_for_one_is_placed_and_played_in_one_letter() {
    let mut post = Post::new();
    let ada = post.player("Ada");
    let me = "ada@example.org";
    let desk = post.desk(me);
    assert_eq!(post.write(me, &desk, "NEW SOLO"), "taken");
    let mail = post.mail(me, "NEW SOLO");
    let game = ada.get("/v1/games").is(200)["games"][0]["id"].as_str().unwrap().to_owned();
    let state = || ada.get(&format!("/v1/games/{game}")).is(200);
    // An error at the end undoes the beginning.
    let wrong = "PLACE RANDOM\r\nVOLLEY\r\nPREDICT SUNS";
    assert_eq!(post.write(me, &mail.reply_to(), wrong), "refused not allowed");
    assert_eq!(state()["seats"][0]["placed"], false);
    assert_eq!(
        post.write(me, &mail.reply_to(), "PREDICT SUNS\r\nPLACE RANDOM"),
        "refused too much at once"
    );
    assert_eq!(
        post.write(me, &mail.reply_to(), "PLACE RANDOM\r\nPREDICT SUNS\r\nRUN OUT"),
        "taken"
    );
    assert_eq!(state()["status"], "finished");
    let last = post.mail(me, "RUN OUT");
    assert!(last.text.contains("You won") || last.text.contains("You lost"), "{}", last.text);
}

#[test]
fn the_status_and_sheets_are_sent_on_request() {
    let mut post = Post::new();
    post.player("Ada");
    let me = "ada@example.org";
    let desk = post.desk(me);
    assert_eq!(post.write(me, &desk, "STATUS"), "taken");
    assert!(post.mail(me, "no games in progress").text.contains("NEW"));
    assert_eq!(post.write(me, &desk, "NEW SATELLITE WITH OPEN DAYS 3"), "taken");
    let mail = post.mail(me, "NEW SATELLITE WITH OPEN DAYS 3");
    let before = post.server.mail_to(me).len();
    assert_eq!(post.write(me, &mail.reply_to(), "SHEET"), "taken");
    // The mail about the new game has the same subject.
    let sheets = post.server.wait_for_mail(me, before + 1).remove(before);
    assert_eq!(sheets.subject, "Waiting for others: Satellite Salvo");
    assert_eq!(sheets.files.len(), 1, "{}", sheets.raw);
    assert!(sheets.files[0].0 == "satellite.pdf" && sheets.files[0].1.starts_with(b"%PDF"));
    assert_eq!(post.write(me, &mail.reply_to(), "SHEET SCORE"), "refused not allowed");
    assert!(
        post.mail(me, "SHEET SCORE").text.contains("this game has SATELLITE"),
        "which there are"
    );
    assert_eq!(post.write(me, &desk, "NEW CLASSIC WITH OPEN"), "taken");
    assert_eq!(post.write(me, &desk, "STATUS"), "taken");
    let all = post.mail(me, "Satellite Salvo\n=====");
    assert!(
        all.text.contains("Salvo on paper") || all.text.matches("=====").count() >= 2,
        "{}",
        all.text
    );
    assert_eq!(post.write(me, &desk, "NEW CLASSIC WITH Nobody"), "refused not allowed");
    assert!(post.mail(me, "played with nobody called Nobody").text.contains("address"));
    assert_eq!(post.write(me, &desk, "SHEET"), "refused not understood");
}

#[test]
fn a_lost_token_is_replaced_through_the_mailbox() {
    let post = Post::new();
    let ada = post.player("Ada");
    let client = post.server.client();
    let lost =
        |address: &str| client.post("/v1/token-recovery", &json!({"address": address})).is(202);
    assert_eq!(lost("eve@example.org"), json!({"address": "eve@example.org"}));
    assert_eq!(lost("ada@example.org"), json!({"address": "ada@example.org"}));
    let code = post.mail("ada@example.org", "A new token").word("brl_");
    client.post("/v1/token-recovery", &json!({"address": "nobody"})).problem("invalid_field");

    // The page asks for confirmation, so that programs that follow links do not use up the code.
    let path = format!("/mail/token?code={code}");
    for _ in 0..2 {
        assert_eq!(page(&post.server, &path).status(), 200);
    }
    let text = press(&post.server, "/mail/token", &format!("code={code}")).0;
    let token =
        text.split(['>', '<']).find(|part| part.starts_with("brs_")).expect(&text).to_owned();
    let mine = client
        .request("GET", "/v1/players/me")
        .header("Authorization", format!("Bearer {token}"))
        .send();
    assert_eq!(mine.is(200)["id"], json!(ada.id));
    assert_eq!(page(&post.server, &path).status(), 404);
    // The first token is still valid.
    assert_eq!(ada.get("/v1/tokens").is(200)["tokens"].as_array().unwrap().len(), 2);
    for _ in 0..4 {
        lost("ada@example.org");
    }
    let codes = || {
        post.server
            .mail_to("ada@example.org")
            .iter()
            .filter(|mail| mail.subject.contains("token"))
            .count()
    };
    post.server.wait_for_all_mail();
    assert_eq!(codes(), 3, "three a day");
    assert_eq!(post.server.mail_to("eve@example.org").len(), 0);
}

#[test]
fn a_requested_code_is_not_lost_with_the_server() {
    let mut post = Post::new();
    post.player("Ada");
    let client = post.server.client();
    for address in ["ada@example.org", "nobody@example.org"] {
        client.post("/v1/token-recovery", &json!({"address": address})).is(202);
    }
    post.wait_for_count("mail_codes", 1);
    // Requests are deleted once they are processed.
    post.wait_for_count("jobs WHERE queue = 'recoveries'", 0);
    assert_eq!(post.count("jobs WHERE queue = 'mail_out' AND mail_kind = 'code'"), 1);
    client.post("/v1/token-recovery", &json!({"address": "ada@example.org"})).is(202);
    post.server.kill_9();
    post.server.launch();
    post.wait_for_count("mail_codes", 2);
}

#[test]
fn no_codes_go_to_addresses_that_refuse_them() {
    let mut post = Post::new();
    let ada = post.player("Ada");
    let me = "ada@example.org";
    let client = post.server.client();
    let lost = || client.post("/v1/token-recovery", &json!({"address": me})).is(202);
    let codes = |post: &Post| {
        let mails = post.server.mail_to(me);
        mails.into_iter().filter(|mail| mail.subject.contains("A new token")).collect::<Vec<_>>()
    };
    lost();
    let code = post.mail(me, "A new token");
    assert_eq!(code.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    // Opening the page changes nothing.
    let shown = page(&post.server, &code.unsubscribe());
    assert!(shown.status() == 200 && shown.0.contains("No more codes"), "{}", shown.0);
    assert_eq!(
        press(&post.server, &code.unsubscribe(), "List-Unsubscribe=One-Click").status(),
        200
    );
    for _ in 0..3 {
        lost();
    }
    post.server.wait_for_all_mail();
    assert_eq!(codes(&post).len(), 1, "whoever asks on the web has none sent");
    assert_eq!(ada.get(MAILBOX).is(200)["cadence"], "each", "all else goes on");
    // The owner of the address can request a code, no matter how many requests others have made.
    let desk = post.desk(me);
    assert_eq!(post.write(me, &desk, "TOKEN"), "taken");
    wait_until("a code", || codes(&post).len() == 2);
    let secret = codes(&post).pop().unwrap().word("brl_");
    client.post("/v1/token-recovery/redeem", &json!({"code": secret})).is(201);
}

#[test]
fn a_request_over_the_limit_of_codes_is_refused_with_a_reason() {
    let mut post = Post::new();
    post.player("Ada");
    let me = "ada@example.org";
    let desk = post.desk(me);
    for _ in 0..3 {
        assert_eq!(post.write(me, &desk, "TOKEN"), "taken");
    }
    assert_eq!(post.write(me, &desk, "TOKEN"), "refused not allowed");
    post.mail(me, "an address gets three codes a day");
    assert_eq!(post.write(me, &desk, "NEW SOLO\r\nTOKEN"), "taken");
    assert!(
        post.mail(me, "This was not done after all")
            .text
            .contains("- TOKEN: an address gets three codes a day")
    );
    post.wait_for_count("mail_codes", 3);
    let says =
        |says: &str| post.server.mail_to(me).iter().filter(|mail| mail.text.contains(says)).count();
    assert_eq!(says("An email with a code is on its way"), 3);
}

#[test]
fn codes_that_were_sent_to_an_address_of_before_give_nothing() {
    let post = Post::new();
    let ada = post.player("Ada");
    let client = post.server.client();
    client.post("/v1/token-recovery", &json!({"address": "ada@example.org"})).is(202);
    let code = post.mail("ada@example.org", "A new token").word("brl_");
    ada.put(MAILBOX, &json!({"address": "new@example.org"})).is(200);
    let confirmation = post.mail("new@example.org", "Is this your address?").word("bra_");
    ada.post(&format!("{MAILBOX}/confirm"), &json!({"code": confirmation})).is(200);
    post.server.end_address_waits();
    client.post("/v1/token-recovery/redeem", &json!({"code": code})).problem("invalid_field");
    assert_eq!(page(&post.server, &format!("/mail/token?code={code}")).status(), 404);
}

#[test]
fn an_unanswered_invitation_expires_and_its_host_is_notified() {
    let mut post = Post::with(&["--challenge-days", "5"]);
    let ada = post.player("Ada");
    let invite = |address: &str| {
        let body = json!({"ruleset": "classic", "visibility": "private",
            "opponents": [{"kind": "mail", "address": address}]});
        format!("/v1/games/{}", ada.post("/v1/games", &body).is(201)["id"].as_str().unwrap())
    };
    let games = ["ben@example.com", "cleo@example.com"].map(invite);
    let [to_ben, to_cleo] = ["ben@example.com", "cleo@example.com"]
        .map(|address| post.mail(address, "Ada invites you"));
    assert!(to_ben.text.contains("valid for 5 days"), "{}", to_ben.text);
    assert_eq!(post.write("cleo@example.com", &to_cleo.reply_to(), "ACCEPT"), "taken");
    days_later(&mut post.server, "+4d");
    post.server.wait_for_time_outs();
    post.server.wait_for_all_mail();
    assert!(
        post.server
            .mail_to("ada@example.org")
            .iter()
            .all(|mail| !mail.text.contains("did not answer"))
    );

    days_later(&mut post.server, "+6d");
    let ada = ada.at(post.server.url());
    let mail = post.mail("ada@example.org", "ben@example.com did not answer");
    assert!(
        mail.text.contains("within 5 days") && mail.text.contains("Seat 2 is free again"),
        "{}",
        mail.text
    );
    // The old code and key no longer give the seat, but a new code does.
    let (eve, seats) = (post.server.player("Eve"), format!("{}/seats", games[0]));
    eve.post(&seats, &json!({"code": to_ben.word("bri_")})).is(404);
    assert_eq!(post.write("ben@example.com", &to_ben.reply_to(), "ACCEPT"), "refused not allowed");
    post.mail("ben@example.com", "no longer valid");
    let code = ada.post(&format!("{seats}/2/invitation"), &json!({})).is(201)["code"].clone();
    eve.post(&seats, &json!({"code": code})).is(201);
    // Players who have accepted stay seated, and nobody is notified twice.
    assert!(ada.get(&games[1]).is(200)["seats"][1]["player"]["name"].is_string());
    days_later(&mut post.server, "+7d");
    post.server.wait_for_time_outs();
    post.server.wait_for_all_mail();
    let mails = post.server.mail_to("ada@example.org");
    assert_eq!(mails.iter().filter(|mail| mail.text.contains("did not answer")).count(), 1);
}

#[test]
fn without_a_public_address_links_lead_to_where_the_server_listens() {
    let post = Post::new();
    let ada = post.player("Ada");
    let confirmation = post.server.mail_to("ada@example.org").remove(0);
    let invite = json!({"ruleset": "classic", "opponents": [{"kind": "mail", "address": "ben@example.com"}]});
    ada.post("/v1/games", &invite).is(201);
    post.server.client().post("/v1/token-recovery", &json!({"address": "ada@example.org"})).is(202);
    let (invitation, code) = (
        post.mail("ben@example.com", "Ada invites you"),
        post.mail("ada@example.org", "A new token"),
    );
    let begin = format!("{}/mail/", post.server.url());
    for mail in [&confirmation, &invitation, &code] {
        // The rules are served under another path than those pages.
        let rules = format!("{}/rules/classic?lang=en", post.server.url());
        let links =
            || mail.html.split('"').filter(|part| part.starts_with("http") && **part != rules);
        assert!(
            links().count() > 0 && links().all(|link| link.starts_with(&begin)),
            "{}",
            mail.html
        );
        assert!(
            mail.text.contains(&begin) && mail.header("List-Unsubscribe").contains(&begin),
            "{}",
            mail.raw
        );
        for link in links() {
            let path = link.strip_prefix(post.server.url()).unwrap().replace("&amp;", "&");
            let answer = page(&post.server, &path);
            // The address is already confirmed, so its code is no longer valid.
            assert!(
                [200, 404].contains(&answer.status()) && answer.0.contains("<h1>"),
                "{link}: {}",
                answer.0
            );
        }
        assert_eq!(page(&post.server, &mail.unsubscribe()).status(), 200);
    }
}

#[test]
fn a_stored_mail_names_other_players_by_their_ids() {
    let mut post = Post::new();
    let (ada, ben) = (post.player("Ada"), post.player("Ben"));
    let game = ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    ben.post(&format!("/v1/games/{}/seats", game["id"].as_str().unwrap()), &json!({})).is(201);
    let desk = post.desk("ada@example.org");
    // After a name has been resolved, a retry of the letter uses the same player.
    assert_eq!(post.write("ada@example.org", &desk, "NEW CLASSIC WITH Ben"), "taken");
    assert_eq!(
        post.count(&format!(
            "jobs WHERE queue = 'mail_in' AND plan LIKE '%\"Player\":\"{}\"%'",
            ben.id
        )),
        1
    );
    assert_eq!(post.count("jobs WHERE queue = 'mail_in' AND plan LIKE '%\"Named\":\"Ben\"%'"), 0);
}

#[test]
fn games_that_letters_make_count_too() {
    let settings = ["--mail-inbound-secret", SECRET, "--test-limits", "games.account=2"];
    let mut post = Post { server: Server::start_with(&settings), letters: 0 };
    let ada = post.player("Ada");
    let me = "ada@example.org";
    let desk = post.desk(me);
    assert_eq!(post.write(me, &desk, "NEW CLASSIC WITH OPEN"), "taken");
    ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    post.write(me, &desk, "NEW CLASSIC WITH OPEN");
    post.mail(me, "too many requests");
    ada.post("/v1/games", &json!({"ruleset": "classic"})).problem("too_many_requests");
    assert_eq!(ada.get("/v1/games?which=mine").is(200)["games"].as_array().unwrap().len(), 2);
}

#[test]
fn the_head_of_a_long_mail_is_stored() {
    let mut post = Post::new();
    post.player("Ada");
    let me = "ada@example.org";
    let desk = post.desk(me);
    let large = format!("END\r\n{}", "It is a long story.\r\n".repeat(2_000));
    assert_eq!(post.write(me, "play@localhost", &format!("FIRE A5\r\n{large}")), "refused no key");
    let cut = "jobs WHERE queue = 'mail_in' AND size > 40000 AND length(payload) = 16384";
    assert_eq!(post.count(cut), 1);
    assert_eq!(post.write(me, &desk, &format!("STATUS\r\n{large}")), "taken");
    assert_eq!(post.count(cut), 2);
}

#[test]
fn errors_are_in_the_language_of_the_mailbox() {
    let mut post = Post::new();
    post.player("Ada");
    let me = "ada@example.org";
    let desk = post.desk(me);
    assert_eq!(post.write(me, &desk, "STATSU"), "refused not understood");
    post.mail(me, "line 1: `STATSU` is not a command here: was STATUS meant?");
    assert_eq!(post.write(me, &desk, "SET LANGUAGE ITALIAN"), "taken");
    assert_eq!(post.write(me, &desk, "STATSU"), "refused not understood");
    let mail = post.mail(me, "riga 1: `STATSU` qui non è un comando");
    assert!(!mail.text.contains("line 1"), "{}", mail.text);
}

#[test]
fn the_answer_to_a_confirmation_confirms() {
    let mut post = Post::new();
    let (ada, me) = (post.server.player("Ada"), "ada@example.org");
    ada.put(MAILBOX, &json!({"address": me})).is(200);
    let asked = post.mail(me, "Is this your address?");
    let key = asked.reply_to();
    assert!(
        asked.text.contains("reply to this email with YES") && key.starts_with("play+a"),
        "{}",
        asked.raw
    );
    assert!(key.len() < 64 && !post.server.log().contains(&key));
    // Another sender or other text does not confirm the address, and there is no answer.
    assert_eq!(post.write("eve@example.org", &key, "yes"), "ignored stranger");
    assert_eq!(post.write(me, "play@localhost", "yes"), "ignored stranger");
    for words in ["Who is this?", "I am away until Monday.", "NEW SOLO", "yes and no"] {
        assert_eq!(post.write(me, &key, words), "ignored unconfirmed", "{words}");
    }
    assert_eq!(ada.get(MAILBOX).is(200)["address"], serde_json::Value::Null);
    assert_eq!(post.write(me, &key, "Yes\r\n\r\nAda"), "taken confirmed");
    assert_eq!(ada.get(MAILBOX).is(200)["address"], me);
    let mail = post.mail(me, "This address is confirmed");
    assert_eq!(post.server.mail_to(me).len(), 2);
    // A reply to that mail needs no other key. The code is used up, and the key of the first mail
    // serves no other purpose.
    assert_eq!(post.write(me, &mail.reply_to(), "NEW SOLO"), "taken");
    let code = asked.word("bra_");
    ada.post(&format!("{MAILBOX}/confirm"), &json!({"code": code})).problem("invalid_field");
    assert_eq!(
        post.write(me, &key, "ok"),
        "taken confirmed",
        "it says that it is, and does no more"
    );
    assert_eq!(post.write(me, &key, "NEW SOLO"), "refused no key");
    // A replaced code confirms nothing.
    let (ben, other) = (post.server.player("Ben"), "ben@example.org");
    ben.put(MAILBOX, &json!({"address": other})).is(200);
    let key = post.mail(other, "Is this your address?").reply_to();
    ben.put(MAILBOX, &json!({"address": "ben@example.com"})).is(200);
    assert_eq!(post.write(other, &key, "yes"), "ignored stranger");
    assert_eq!(
        post.write(other, &post.mail("ben@example.com", "Is this your address?").reply_to(), "yes"),
        "ignored stranger"
    );
    // An address belongs to one player, and the other one is told so.
    ben.put(MAILBOX, &json!({"address": "ADA@example.org"})).is(200);
    let key = post.mail("ADA@example.org", "Is this your address?").reply_to();
    assert_eq!(post.write(me, &key, "yes"), "refused taken");
    post.mail(me, "It belongs to another account");
    // A player who wants no mail is not asked again.
    let key = post.mail("ben@example.com", "Is this your address?").reply_to();
    ben.put(MAILBOX, &json!({"address": "ben@example.com"})).is(200);
    let key =
        post.server.wait_for_mail("ben@example.com", 2).pop().map_or(key, |mail| mail.reply_to());
    assert_eq!(post.write("ben@example.com", &key, "NEVER"), "taken never");
    assert_eq!(post.count("mail_suppressions"), 1);
}

#[test]
fn a_mailed_sheet_is_the_same_as_over_http_with_a_public_address_and_without() {
    for settings in [&[][..], &["--public-url", "https://play.example.org"]] {
        let mut post = Post::with(settings);
        let ada = post.player("Ada");
        let me = "ada@example.org";
        let desk = post.desk(me);
        assert_eq!(post.write(me, &desk, "NEW SATELLITE WITH OPEN DAYS 3"), "taken");
        let mail = post.mail(me, "NEW SATELLITE WITH OPEN DAYS 3");
        let (_, id) = mail.text.split_once("about game ").unwrap();
        let id = id.split_whitespace().next().unwrap();
        let before = post.server.mail_to(me).len();
        assert_eq!(post.write(me, &mail.reply_to(), "SHEET"), "taken");
        let sheet = post.server.wait_for_mail(me, before + 1).remove(before).files.remove(0).1;
        let same = ada.get(&format!("/v1/games/{id}/sheets/satellite.pdf?lang=en"));
        assert_eq!(same.status, 200);
        assert!(sheet == same.body, "{settings:?}: the sheets have different links");
    }
}
