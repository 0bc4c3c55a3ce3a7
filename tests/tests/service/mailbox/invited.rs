//! Invitations to addresses: a guest can play with a mailbox alone, or opt out of mail.

use broadside_tests::client::Client;
use broadside_tests::mail::Mail;
use serde_json::{Value, json};

use crate::games::deadlines::days_later;
use crate::mailbox::begin::Post;
use crate::mailbox::settings::{page, press};

const MAILBOX: &str = "/v1/players/me/mailbox";

/// Invites an address to a game for two; returns the path of the game.
pub(crate) fn invite(host: &Client, address: &str) -> String {
    let body = json!({"ruleset": "classic", "visibility": "private",
        "opponents": [{"kind": "mail", "address": address}]});
    format!("/v1/games/{}", host.post("/v1/games", &body).is(201)["id"].as_str().unwrap())
}

/// Returns a text with line breaks normalized to spaces.
pub(crate) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_invited_player_can_play_by_mail_only() {
    let mut post = Post::new();
    let ada = post.player("Ada");
    let (me, other) = ("ada@example.org", "ben@example.com");
    let desk = post.desk(me);
    assert_eq!(post.write(me, &desk, "NEW CLASSIC WITH ben@example.com DAYS 3 PRIVATE"), "taken");
    let mail = post.mail(me, "NEW CLASSIC WITH ben@example.com");
    let invitation = post.mail(other, "Ada invites you");
    assert!(invitation.text.contains("3 days a turn"), "{}", invitation.text);
    assert!(!invitation.raw.contains(me) && !invitation.unsubscribe().is_empty());
    let key = invitation.reply_to();

    // Another sender or another word does not take the seat.
    assert_eq!(post.write("eve@example.org", &key, "ACCEPT"), "ignored stranger");
    assert_eq!(post.write(me, &key, "ACCEPT"), "refused unknown key");
    assert_eq!(post.write(other, &key, "FIRE A5"), "refused not yet");
    assert!(post.mail(other, "reply to the invitation").text.contains("ACCEPT"));
    assert_eq!(post.write(other, "play@localhost", "ACCEPT"), "ignored stranger");
    assert_eq!(post.write(other, &key, "ACCEPT\r\nNAME Ben of the Sea"), "taken");
    let seated = post.mail(other, "Place your fleet, and the game begins");
    assert_eq!(post.write(other, &seated.reply_to(), "PLACE RANDOM"), "taken");
    // A repetition has no further effect.
    assert_eq!(post.write(other, &key, "ACCEPT"), "taken");
    assert_eq!(post.write(me, &mail.reply_to(), "PLACE RANDOM"), "taken");

    let games = ada.get("/v1/games").is(200);
    let game = &games["games"][0];
    assert_eq!(game["seats"][1]["player"]["name"], "Ben of the Sea");
    assert_eq!(game["status"], "playing");
    let ben_begins = game["to_move"] == json!([2]);
    let mover = if ben_begins { other } else { me };
    let turn = post.mail(mover, "    FIRE ");
    assert_eq!(
        post.write(mover, &post.newest(mover).unwrap_or(turn).reply_to(), "FIRE A5"),
        "taken"
    );
    post.mail(mover, "You fired at A5");

    // An account has no token until its owner asks for one.
    assert_eq!(post.write(other, &seated.reply_to(), "TOKEN"), "refused past turn");
    let desk = post.desk(other);
    assert_eq!(post.write(other, &desk, "TOKEN"), "taken");
    let code = post.mail(other, "A new token").word("brl_");
    let recovered =
        post.server.client().post("/v1/token-recovery/redeem", &json!({"code": code})).is(201);
    assert_eq!(recovered["player"]["name"], "Ben of the Sea");
    let client = post.server.client();
    let request = client.request("GET", "/v1/players/me");
    let token = recovered["token"].as_str().unwrap();
    let me = request.header("Authorization", format!("Bearer {token}")).send().is(200);
    assert_eq!(me["name"], "Ben of the Sea");
    post.server
        .client()
        .post("/v1/token-recovery/redeem", &json!({"code": code}))
        .problem("invalid_field");
}

#[test]
fn an_invitation_is_in_the_language_that_its_reader_has_set() {
    let post = Post::new();
    let (ada, ben) = (post.player("Ada"), post.player("Ben"));
    ben.put(MAILBOX, &json!({"address": "ben@example.org", "language": "it"})).is(200);
    let body = json!({"ruleset": "classic", "options": {"mode": "salvo"},
        "opponents": [{"kind": "mail", "address": "ben@example.org"}]});
    ada.post("/v1/games", &body).is(201);
    let invitation = post.mail("ben@example.org", "Ada ti invita");
    assert!(
        words(&invitation.text).contains("i due giocatori scrivono una salva segreta"),
        "{}",
        invitation.text
    );
    // Of a stranger, only the language of the host is known.
    invite(&ada, "cleo@example.com");
    post.mail("cleo@example.com", "Ada invites you");
}

#[test]
fn an_invitation_is_declined_and_its_seat_is_free_again() {
    let mut post = Post::new();
    let ada = post.player("Ada");
    let body = json!({"ruleset": "classic", "visibility": "private",
        "opponents": [{"kind": "mail", "address": "ben@example.com"}]});
    let created = ada.post("/v1/games", &body).is(201);
    let game = format!("/v1/games/{}", created["id"].as_str().unwrap());
    assert_eq!(
        (&created["seats"][1]["access"], &created["invitations"]),
        (&json!("invite"), &Value::Null)
    );
    let invitation = post.mail("ben@example.com", "Ada invites you");
    let decline = "DECLINE LATER: after the holidays";
    assert_eq!(post.write("ben@example.com", &invitation.reply_to(), decline), "taken declined");
    let mail = post.mail("ada@example.org", "ben@example.com does not want to play");
    assert!(
        mail.text.contains("no time now") && mail.text.contains("“after the holidays”"),
        "{}",
        mail.text
    );
    post.mail("ben@example.com", "You have declined");
    assert_eq!(post.write("ben@example.com", &invitation.reply_to(), "ACCEPT"), "ignored stranger");
    // The code in the mail is no longer valid, but a new one is.
    let code = invitation.word("bri_");
    let eve = post.server.player("Eve");
    eve.post(&format!("{game}/seats"), &json!({"code": code})).is(404);
    let code = ada.post(&format!("{game}/seats/2/invitation"), &json!({})).is(201)["code"].clone();
    eve.post(&format!("{game}/seats"), &json!({"code": code})).is(201);
}

#[test]
fn an_unclear_answer_to_an_invitation_gets_instructions() {
    let mut post = Post::new();
    let (ada, me) = (post.player("Ada"), "ben@example.com");
    invite(&ada, me);
    let key = post.mail(me, "Ada invites you").reply_to();
    assert_eq!(post.write(me, &key, "Yes, I'd love to play!"), "refused not understood");
    let answer = words(&post.mail(me, "begins with a yes").text);
    assert!(answer.contains("write ACCEPT or YES alone on the line"), "{answer}");
    assert!(!answer.contains("is not a command here") && !answer.contains("SAY"), "{answer}");
    assert_eq!(post.write(me, &key, "No, sorry, I have no time"), "refused not understood");
    post.mail(me, "begins with a no");
    assert_eq!(post.write(me, &key, "Yes, gladly!\r\nName: Ben"), "taken");
    post.mail(me, "    ACCEPT");
}

#[test]
fn the_code_of_an_invitation_takes_the_seat_in_a_program_too() {
    let post = Post::new();
    let (ada, ben) = (post.player("Ada"), post.player("Ben"));
    let body = json!({"ruleset": "classic", "opponents": [{"kind": "mail", "address": "ben@example.org"}]});
    let created = ada.post("/v1/games", &body).is(201);
    let code = post.mail("ben@example.org", "Ada invites you").word("bri_");
    let seats = format!("/v1/games/{}/seats", created["id"].as_str().unwrap());
    ben.post(&seats, &json!({"code": code})).is(201);
}

#[test]
fn invitations_are_limited_and_respect_refusals() {
    let mut post = Post::with(&["--limits", "normal", "--test-limits", "token_rate=10000"]);
    let (ada, cleo) = (post.player("Ada"), post.player("Cleo"));
    // Make the accounts older.
    let age = format!("UPDATE players SET created_at = created_at - {}", 20 * 86_400_000_i64);
    post.server.database().run(post.server.directory(), &age);
    let invite = |by: &Client, address: &str| {
        let body =
            json!({"ruleset": "classic", "opponents": [{"kind": "mail", "address": address}]});
        by.post("/v1/games", &body)
    };
    // Only a player with a mailbox can invite.
    invite(&post.server.player("Dan"), "ben@example.com").problem("not_now");
    for (address, says) in [
        ("ada@example.org", "your own"),
        ("ada+games@example.org", "your own"),
        ("play@localhost", "an address of the server"),
        ("nobody", "not a mail address"),
    ] {
        let refused = invite(&ada, address).problem("invalid_field");
        assert!(refused.detail.contains(says), "{refused:?}");
    }
    let twice = json!({"ruleset": "voices", "options": {"seats": 3},
        "opponents": [{"kind": "mail", "address": "x@example.com"}, {"kind": "mail", "address": "X+a@example.com"}]});
    ada.post("/v1/games", &twice).problem("invalid_field");

    // After an opt-out, the answer to the host does not reveal it.
    invite(&ada, "ben@example.com").is(201);
    let invitation = post.mail("ben@example.com", "Ada invites you");
    assert_eq!(post.write("ben@example.com", &invitation.reply_to(), "NEVER"), "taken never");
    let again = invite(&cleo, "ben@example.com").is(201);
    let other = invite(&cleo, "dora@example.com").is(201);
    for field in ["status", "seats", "you", "visibility"] {
        let text = |game: &Value| game[field].to_string();
        assert_eq!(text(&again).replace("ben", "dora"), text(&other), "{field}");
    }
    post.mail("dora@example.com", "Cleo invites you");
    // An address receives three invitations a day in total.
    for n in 0..4 {
        invite(&ada, &format!("fay+{n}@example.com")).is(201);
    }
    invite(&ada, "gus@example.com").is(201);
    post.mail("gus@example.com", "Ada invites you");
    let count = |address: &str| post.server.mail_to(address).len();
    assert_eq!(count("ben@example.com"), 1);
    // Mails are sent at the same time, and in any order.
    post.wait_for_count("jobs WHERE queue = 'mail_out' AND state = 'pending'", 0);
    assert_eq!((0..4).map(|n| count(&format!("fay+{n}@example.com"))).sum::<usize>(), 3);
}

#[test]
fn an_invitation_to_a_taken_seat_creates_no_account() {
    let mut post = Post::new();
    let (ada, cleo) = (post.player("Ada"), post.player("Cleo"));
    let body = json!({"ruleset": "classic", "opponents": [{"kind": "mail", "address": "ben@example.com"}]});
    let created = ada.post("/v1/games", &body).is(201);
    let invitation = post.mail("ben@example.com", "Ada invites you");
    let seats = format!("/v1/games/{}/seats", created["id"].as_str().unwrap());
    cleo.post(&seats, &json!({"code": invitation.word("bri_")})).is(201);
    let players = post.count("players");
    let accept = "ACCEPT\r\nNAME Ben of the Sea";
    assert_eq!(
        post.write("ben@example.com", &invitation.reply_to(), accept),
        "refused not allowed"
    );
    post.mail("ben@example.com", "no longer valid");
    assert_eq!((post.count("players"), post.count("mailboxes")), (players, 2));
    assert_eq!(post.write("ben@example.com", "play@localhost", "HELP"), "ignored stranger");
    // A cancelled game has no seat either.
    let created = ada.post(
        "/v1/games",
        &json!({"ruleset": "classic", "opponents": [{"kind": "mail", "address": "dora@example.com"}]}),
    );
    let invitation = post.mail("dora@example.com", "Ada invites you");
    let abort = format!("/v1/games/{}/abort", created.is(201)["id"].as_str().unwrap());
    ada.request("POST", &abort).send().is(200);
    assert_eq!(
        post.write("dora@example.com", &invitation.reply_to(), "ACCEPT"),
        "refused not allowed"
    );
    assert_eq!(post.count("players"), players);
}

#[test]
fn never_stands_while_its_writer_plays_on() {
    let mut post = Post::new();
    post.player("Ada");
    let (cleo, me) = (post.player("Cleo"), "ada@example.org");
    let desk = post.desk(me);
    let invite = || {
        let body = json!({"ruleset": "classic", "opponents": [{"kind": "mail", "address": me}]});
        cleo.post("/v1/games", &body).is(201);
    };
    invite();
    let invitation = post.mail(me, "Cleo invites you");
    assert_eq!(post.write(me, &invitation.reply_to(), "NEVER"), "taken never");
    assert_eq!(post.write(me, &invitation.reply_to(), "ACCEPT"), "refused unknown key");
    // Her own letters are answered, and she receives what she asks for.
    assert_eq!(post.write(me, &desk, "NEW SOLO"), "taken");
    post.mail(me, "    NEW SOLO\n");
    assert_eq!(post.write(me, &desk, "TOKEN"), "taken");
    post.mail(me, "A new token");
    assert_eq!(post.write(me, &desk, "SET MAIL OFF"), "taken");
    invite();
    post.server.wait_for_all_mail();
    let invited = |mail: &&Mail| mail.text.contains("Cleo invites you");
    assert_eq!(post.server.mail_to(me).iter().filter(invited).count(), 1);
    assert_eq!(post.count("mail_suppressions"), 1);
    // Until she turns mail on again.
    assert_eq!(post.write(me, &desk, "SET MAIL EACH"), "taken");
    assert_eq!(post.count("mail_suppressions"), 0);
}

#[test]
fn repeated_acceptances_get_a_limited_number_of_answers() {
    let mut post = Post::with(&["--test-limits", "mail.letters=3"]);
    let ada = post.player("Ada");
    let body = json!({"ruleset": "classic", "opponents": [{"kind": "mail", "address": "ben@example.com"}]});
    ada.post("/v1/games", &body).is(201);
    let key = post.mail("ben@example.com", "Ada invites you").reply_to();
    for _ in 0..3 {
        assert_eq!(post.write("ben@example.com", &key, "ACCEPT"), "taken");
    }
    assert_eq!(post.write("ben@example.com", &key, "ACCEPT"), "ignored too many");
    assert_eq!(
        post.count("jobs WHERE queue = 'mail_in' AND reply_class = 'moved'"),
        1,
        "he took the seat once"
    );
    assert_eq!(post.count("jobs WHERE queue = 'mail_in' AND reply_class = 'answered'"), 2);
}

#[test]
fn never_confirms_that_mail_about_own_games_continues() {
    let post = Post::new();
    let (ada, cleo, me) = (post.player("Ada"), post.player("Cleo"), "ada@example.org");
    invite(&cleo, me);
    let invitation = post.mail(me, "Cleo invites you");
    let offered = words(&invitation.text);
    assert!(
        offered.contains("mail about your own games continues until you send SET MAIL OFF"),
        "{offered}"
    );
    let path = invitation.unsubscribe();
    for said in
        [page(&post.server, &path), press(&post.server, &path, "List-Unsubscribe=One-Click")]
    {
        assert_eq!(said.status(), 200);
        assert!(
            said.0.contains("you still get mail about your own games. To stop that, reply"),
            "{}",
            said.0
        );
    }
    assert_eq!(
        (post.count("mail_suppressions"), &ada.get(MAILBOX).is(200)["cadence"]),
        (1, &json!("each"))
    );
    let challenge = json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": ada.id}]});
    cleo.post("/v1/games", &challenge).is(201);
    post.mail(me, "Cleo challenges you");
}

#[test]
fn a_seat_that_is_the_invitation_s_no_more_cannot_be_declined() {
    let mut post = Post::new();
    let ada = post.player("Ada");
    let (ben, cleo) = (post.server.player("Ben"), post.server.player("Cleo"));
    // He has joined with the code over HTTP.
    let game = invite(&ada, "ben@example.com");
    let invitation = post.mail("ben@example.com", "Ada invites you");
    ben.post(&format!("{game}/seats"), &json!({"code": invitation.word("bri_")})).is(201);
    assert_eq!(
        post.write("ben@example.com", &invitation.reply_to(), "DECLINE"),
        "refused not allowed"
    );
    post.mail("ben@example.com", "no longer valid");
    assert_eq!(ada.get(&game).is(200)["seats"][1]["player"]["name"], "Ben");
    // The invitation has a new code, which somebody else uses later.
    let game = invite(&ada, "dora@example.com");
    let key = post.mail("dora@example.com", "Ada invites you").reply_to();
    let code = ada.post(&format!("{game}/seats/2/invitation"), &json!({})).is(201)["code"].clone();
    assert_eq!(post.write("dora@example.com", &key, "DECLINE"), "refused not allowed");
    cleo.post(&format!("{game}/seats"), &json!({"code": code})).is(201);
    assert_eq!(post.write("dora@example.com", &key, "DECLINE LATER"), "refused not allowed");
    assert_eq!(post.write("dora@example.com", &key, "NEVER"), "taken never");
    assert_eq!(post.count("mail_suppressions"), 1);
    assert_eq!(ada.get(&game).is(200)["seats"][1]["player"]["name"], "Cleo");
    // The invitation was revoked and the seat is free, so a decline works as before.
    let game = invite(&ada, "fay@example.com");
    let key = post.mail("fay@example.com", "Ada invites you").reply_to();
    ada.delete(&format!("{game}/seats/2/invitation")).is(204);
    assert_eq!(post.write("fay@example.com", &key, "DECLINE"), "taken declined");
    post.mail("ada@example.org", "fay@example.com does not want to play");
    let mails = post.server.mail_to("ada@example.org");
    assert_eq!(
        mails.iter().filter(|mail| words(&mail.text).contains("does not want to play")).count(),
        1
    );
}

#[test]
fn commands_beside_an_acceptance_are_executed_for_existing_accounts_too() {
    let mut post = Post::new();
    let (ada, ben) = (post.player("Ada"), post.player("Ben"));
    let game = invite(&ada, "ben@example.org");
    let key = post.mail("ben@example.org", "Ada invites you").reply_to();
    let letter = "ACCEPT\r\nNAME Ben of the Sea\r\nSET LANGUAGE ITALIAN";
    assert_eq!(post.write("ben@example.org", &key, letter), "taken");
    let answer = post.mail("ben@example.org", "Ben of the Sea").text;
    for line in ["È stato fatto:", "    ACCEPT\n", "    NAME ", "    SET LANGUAGE ITALIAN\n"] {
        assert!(answer.contains(line), "{line}: {answer}");
    }
    assert_eq!(ben.get("/v1/players/me").is(200)["name"], "Ben of the Sea");
    assert_eq!(ben.get(MAILBOX).is(200)["language"], "it");
    assert_eq!(ada.get(&game).is(200)["seats"][1]["player"]["name"], "Ben of the Sea");
}

#[test]
fn an_invitation_whose_address_is_forgotten_expires_as_others_do() {
    let mut post = Post::with(&["--challenge-days", "5"]);
    let (ada, ben) = (post.player("Ada"), post.player("Ben"));
    let game = invite(&ada, "ben@example.org");
    let invitation = post.mail("ben@example.org", "Ada invites you");
    ben.delete(MAILBOX).is(200);
    post.server.end_address_waits();
    assert_eq!(
        post.count(
            "mail_invitations WHERE address = '' AND address_normalized = '' AND code_hash <> ''"
        ),
        1
    );
    assert_eq!(post.write("ben@example.org", &invitation.reply_to(), "ACCEPT"), "ignored stranger");
    days_later(&mut post.server, "+6d");
    let ada = ada.at(post.server.url());
    let text = words(&post.mail("ada@example.org", "did not answer").text);
    assert!(
        text.contains("The person you invited did not answer your invitation within 5 days")
            && text.contains("Seat 2 is free again")
            && !text.contains("ben@example.org"),
        "{text}"
    );
    assert!(ada.get(&game).is(200)["seats"][1]["player"].is_null());
}

#[test]
fn a_host_with_a_failing_mailbox_gets_no_mail() {
    let mut post = Post::new();
    let ada = post.player("Ada");
    let game = invite(&ada, "ben@example.com");
    let key = post.mail("ben@example.com", "Ada invites you").reply_to();
    post.server.database().run(post.server.directory(), "UPDATE mailboxes SET state = 'failing'");
    assert_eq!(post.write("ben@example.com", &key, "DECLINE"), "taken declined");
    post.mail("ben@example.com", "You have declined");
    assert!(ada.get(&game).is(200)["seats"][1]["player"].is_null());
    assert_eq!(post.count("jobs WHERE queue = 'mail_out' AND mail_kind = 'game'"), 0);
}

#[test]
fn a_placement_beside_an_acceptance_is_checked_before_the_seat_is_taken() {
    let mut post = Post::new();
    let ada = post.player("Ada");
    for (ruleset, options) in [
        ("classic", json!({})),
        ("voices", json!({})),
        ("satellite", json!({})),
        ("advanced", json!({})),
    ] {
        let address = format!("{ruleset}@example.com");
        let body = json!({"ruleset": ruleset, "options": options, "visibility": "private",
            "opponents": [{"kind": "mail", "address": address}]});
        let created = ada.post("/v1/games", &body).is(201);
        let game = format!("/v1/games/{}", created["id"].as_str().unwrap());
        let key = post.mail(&address, "Ada invites you").reply_to();
        let players = post.count("players");
        // An invalid placement prevents the acceptance.
        let wrong =
            if ruleset == "satellite" { "PLACE OUTPOST A1 A2" } else { "PLACE SUBMARINE A1 DOWN" };
        let letter = format!("ACCEPT\r\nNAME Ben\r\nSAY hello\r\n{wrong}");
        assert_eq!(post.write(&address, &key, &letter), "refused not allowed", "{ruleset}");
        let mail = post.mail(&address, "Your email was not carried out");
        assert!(
            mail.text.contains("line 4, `PLACE ") && mail.text.contains("Nothing was done"),
            "{}",
            mail.text
        );
        assert_eq!(post.count("players"), players);
        assert!(ada.get(&game).is(200)["seats"][1]["player"].is_null());
        assert_eq!(ada.get(&format!("{game}/messages")).is(200)["last"], 0);

        let letter = "NAME Ben\r\nPLACE RANDOM\r\nSAY hello\r\nNOTE at random\r\nACCEPT";
        assert_eq!(post.write(&address, &key, letter), "taken", "{ruleset}");
        let mail = post.mail(&address, "This was done");
        for line in ["    ACCEPT\n", "    NAME Ben\n", "    PLACE RANDOM\n", "    SAY hello\n"] {
            assert!(mail.text.contains(line), "{line}: {}", mail.text);
        }
        let messages = ada.get(&format!("{game}/messages")).is(200);
        assert_eq!(messages["messages"][0]["text"], "hello");
        let game = ada.get(&game).is(200);
        assert_eq!(
            (&game["seats"][1]["player"]["name"], &game["seats"][1]["placed"]),
            (&json!("Ben"), &json!(true))
        );
    }
    // Other moves are not possible before the game begins.
    ada.post(
        "/v1/games",
        &json!({"ruleset": "classic", "opponents": [{"kind": "mail", "address": "dora@example.com"}]}),
    )
    .is(201);
    let key = post.mail("dora@example.com", "Ada invites you").reply_to();
    for letter in [
        "ACCEPT\r\nFIRE A5",
        "ACCEPT\r\nDECLINE",
        "ACCEPT\r\nNEVER",
        "DECLINE\r\nSAY no",
        "PLACE RANDOM",
    ] {
        assert_eq!(post.write("dora@example.com", &key, letter), "refused not yet", "{letter}");
    }
}

#[test]
fn a_challenged_player_can_place_beside_the_acceptance() {
    let mut post = Post::new();
    let (ada, ben, me) = (post.player("Ada"), post.player("Ben"), "ben@example.org");
    let body = json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": ben.id}]});
    let game =
        format!("/v1/games/{}", ada.post("/v1/games", &body).is(201)["id"].as_str().unwrap());
    let key = post.mail(me, "Ada challenges you").reply_to();
    assert_eq!(post.write(me, &key, "ACCEPT\r\nPLACE BATTLESHIP A1 DOWN"), "refused not allowed");
    assert!(ada.get(&game).is(200)["seats"][1]["player"].is_null());
    assert_eq!(post.write(me, &key, "PLACE RANDOM\r\nACCEPT"), "taken");
    let mail = post.mail(me, "This was done");
    assert!(mail.text.contains("    ACCEPT\n    PLACE RANDOM\n"), "{}", mail.text);
    assert_eq!(ada.get(&game).is(200)["seats"][1]["placed"], true);
}

#[test]
fn a_mail_can_decline_and_refuse_further_invitations() {
    let mut post = Post::new();
    let ada = post.player("Ada");
    let game = invite(&ada, "ben@example.com");
    let key = post.mail("ben@example.com", "Ada invites you").reply_to();
    assert_eq!(
        post.write("ben@example.com", &key, "DECLINE TOO FAST: I am old\r\nNEVER"),
        "taken never"
    );
    let mail = post.mail("ada@example.org", "ben@example.com does not want to play");
    assert!(
        words(&mail.text).contains("the clock leaves too little time. - “I am old”"),
        "{}",
        mail.text
    );
    assert!(ada.get(&game).is(200)["seats"][1]["player"].is_null());
    assert_eq!(post.count("mail_suppressions"), 1);
    // A guest who has accepted cannot decline, and is told so.
    invite(&ada, "dora@example.com");
    let key = post.mail("dora@example.com", "Ada invites you").reply_to();
    assert_eq!(post.write("dora@example.com", &key, "ACCEPT"), "taken");
    assert_eq!(post.write("dora@example.com", &key, "NEVER\r\nDECLINE"), "refused accepted");
    assert_eq!(post.count("mail_suppressions"), 1);
}
