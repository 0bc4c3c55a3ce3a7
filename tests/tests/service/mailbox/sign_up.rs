//! Accounts by mail: a stranger gets one and ends it with a mail program alone.

use broadside_tests::mail::Mail;

use super::begin::Post;

const SERVICE: &str = "play@localhost";
/// Turns offers on although no server checks senders.
const OFFER_PREFIX: [&str; 2] = ["--mail-sign-up", "true"];

/// Returns the mails to an address that offer an account.
fn offers(post: &Post, address: &str) -> Vec<Mail> {
    let offers = |mail: &Mail| mail.subject.contains("Do you want to play");
    post.server.mail_to(address).into_iter().filter(offers).collect()
}

/// Plays a game against the computer to its end, by mail.
fn plays_to_the_end(post: &mut Post, me: &str, key: &str) {
    assert_eq!(
        post.write(me, key, "NEW CLASSIC WITH BOT RANDOM mode=single first=creator"),
        "taken"
    );
    let mail = post.mail(me, "PLACE RANDOM");
    assert_eq!(post.write(me, &mail.reply_to(), "PLACE RANDOM"), "taken");
    let turn = post.mail(me, "    FIRE ");
    assert_eq!(post.write(me, &turn.reply_to(), "FIRE A5"), "taken");
    let fired = post.mail(me, "You fired at A5");
    // The bot may have moved, so the key may be that of an earlier turn. The answer has a new one.
    assert_eq!(post.write(me, &fired.reply_to(), "STATUS"), "taken");
    while !post.write(me, &post.newest(me).unwrap().reply_to(), "RESIGN").starts_with("taken") {}
    let end = post.mail(me, "record-");
    assert!(end.text.contains("You lost. You resigned."), "{}", end.text);
}

#[test]
fn repeated_sign_ups_get_a_limited_number_of_welcomes() {
    let mut post = Post::with(&OFFER_PREFIX);
    let me = "eve@example.org";
    assert_eq!(post.write(me, SERVICE, "PLAY CLASSIC"), "refused no account");
    let key = post.mail(me, "Do you want to play").reply_to();
    for _ in 0..32 {
        assert_eq!(post.write(me, &key, "YES"), "taken signed up");
    }
    let welcomes: Vec<_> = post
        .server
        .mail_to(me)
        .into_iter()
        .filter(|mail| mail.text.contains("Welcome, "))
        .collect();
    assert_eq!(welcomes.len(), 30);
    let last = welcomes.iter().filter(|mail| {
        mail.text.contains("very many replies") || mail.text.contains("many replies today")
    });
    assert_eq!(last.count(), 1);
    // Commands are still answered.
    assert_eq!(post.write(me, &welcomes[0].reply_to(), "LIST"), "taken");
    post.mail(me, "no game that you could join");
}

#[test]
fn a_stranger_signs_up_and_leaves_for_good_by_mail_alone() {
    let mut post = Post::with(&OFFER_PREFIX);
    let me = "eve@example.org";
    let people = "players WHERE name IS NOT NULL AND NOT is_bot";
    assert_eq!(post.write(me, SERVICE, "PLAY CLASSIC"), "refused no account");
    let offer = post.mail(me, "Do you want to play");
    assert!(offer.text.contains("YES") && offer.text.contains("Se vuoi giocare"), "{}", offer.text);
    assert!(
        !offer.raw.contains("CLASSIC") && offer.reply_to().starts_with("play+s"),
        "{}",
        offer.raw
    );
    // The server has no account and no mailbox before the address is confirmed.
    assert_eq!((post.count(people), post.count("mailboxes")), (0, 0));

    // Others cannot use the key, and nothing but a yes does anything. An absence notice gets no
    // answer.
    assert_eq!(post.write("ben@example.org", &offer.reply_to(), "YES"), "ignored stranger");
    assert_eq!(post.write(me, &offer.reply_to(), "I am away until Monday."), "ignored stranger");
    assert_eq!(post.count(people), 0);

    let reply = "Yes!\r\nNAME Eve\r\nNEW CLASSIC WITH OPEN\r\nI like ships.";
    assert_eq!(post.write(me, &offer.reply_to(), reply), "taken signed up");
    let welcome = post.mail(me, "Welcome, Eve!");
    assert!(welcome.text.contains("\nNEW CLASSIC WITH OPEN\nI like ships.\n"), "{}", welcome.text);
    assert_eq!(post.count("games"), 0);
    assert_eq!((post.count(people), post.count("mailboxes")), (1, 1));
    // A repetition has no further effect.
    assert_eq!(post.write(me, &offer.reply_to(), "Yes!\r\nNAME Eve"), "taken signed up");
    assert_eq!(post.count(people), 1);
    assert_eq!(post.write(me, &offer.reply_to(), "NEW SOLO"), "refused no key");

    plays_to_the_end(&mut post, me, &welcome.reply_to());

    // STOP needs the code of its answer.
    assert_eq!(post.write(me, SERVICE, "STOP"), "refused no key");
    assert_eq!(post.write(me, &welcome.reply_to(), "STOP aaaaaaaaaaaaaaaa"), "refused not allowed");
    assert_eq!(post.write(me, &welcome.reply_to(), "STOP"), "taken");
    let mail = post.mail(me, "ends your account for good");
    let line = mail.text.lines().find(|line| line.starts_with("    STOP ")).unwrap().trim();
    let code = line.split_whitespace().nth(1).unwrap().to_owned();
    let both = format!("STOP {code}\r\nNAME Ben");
    assert_eq!(post.write(me, &mail.reply_to(), &both), "refused too much at once");
    assert_eq!(post.count("mailboxes"), 1);
    post.hand_over(me, &mail.reply_to(), &format!("STOP {code}"));
    let farewell = post.mail(me, "Your account is deleted");
    assert!(!farewell.raw.contains("Reply-To: Broadside <play+"), "{}", farewell.raw);
    assert_eq!(
        (
            post.count("mailboxes"),
            post.count("jobs WHERE queue = 'mail_in' AND player_id IS NOT NULL")
        ),
        (0, 0)
    );
    assert_eq!(post.count(people), 0);
    post.wait_for_count(&format!("jobs WHERE queue = 'mail_out' AND recipient = '{me}'"), 0);
    // The keys of old mails are worth nothing.
    assert_eq!(post.write(me, &welcome.reply_to(), "NEW SOLO"), "ignored stranger");
}

#[test]
fn a_reply_to_an_offer_without_a_yes_gets_an_answer_at_most_twice() {
    let mut post = Post::with(&OFFER_PREFIX);
    let me = "eve@example.org";
    assert_eq!(post.write(me, SERVICE, "HELP"), "refused no account");
    let offer = post.mail(me, "Do you want to play");
    assert!(offer.text.contains("reply NEVER"), "{}", offer.text);
    let key = offer.reply_to();
    // A refusal and an absence notice need no answer.
    for silent in ["No, thanks", "Hello,\r\nI am out of office until Monday."] {
        assert_eq!(post.write(me, &key, silent), "ignored stranger");
    }
    // The language of the reply is unknown, so the answer is in all.
    assert_eq!(post.write(me, &key, "Yes, I want to play!"), "refused no yes");
    let hint = post.mail(me, "was not a plain YES");
    assert!(
        hint.text.contains("non era un semplice SÌ") && !hint.text.contains("want to play!"),
        "{}",
        hint.text
    );
    assert!(!hint.text.contains("last such answer"), "{}", hint.text);
    assert_eq!(hint.reply_to(), key);
    assert_eq!(post.write(me, &hint.reply_to(), "Ja, ich will mitspielen!"), "refused no yes");
    let hint = post.mail(me, "letzte Antwort dieser Art");
    assert!(!hint.text.contains("was not a plain YES"), "{}", hint.text);
    assert_eq!(post.write(me, &key, "HELP"), "ignored stranger");
    assert_eq!(post.count("mailboxes"), 0);
    // The key is still valid, and a name may stand above the yes.
    assert_eq!(post.write(me, &hint.reply_to(), "Name: Eve\r\nJa, gerne!"), "taken signed up");
    post.mail(me, "Willkommen, Eve!");
}

#[test]
fn a_yes_and_a_name_may_share_a_line() {
    let mut post = Post::with(&OFFER_PREFIX);
    let me = "ada@example.org";
    assert_eq!(post.write(me, SERVICE, "HELP"), "refused no account");
    let key = post.mail(me, "Do you want to play").reply_to();
    assert_eq!(post.write(me, &key, "YES NAME Ada"), "taken signed up");
    post.mail(me, "Welcome, Ada!");
}

#[test]
fn an_offer_goes_to_people_once_a_day_and_within_the_limits() {
    // Offers have a fifth of the limit.
    let mut post = Post::with(
        &[
            &OFFER_PREFIX[..],
            &[
                "--test-limits",
                "mail.to_domain=10",
                "--limits",
                "normal",
                "--test-limits",
                "address_rate=10000",
            ],
        ]
        .concat(),
    );
    let stranger = |n: u32| format!("eve{n}@example.net");
    assert_eq!(post.write(&stranger(1), SERVICE, "HELP"), "refused no account");
    assert_eq!(post.write(&stranger(1), SERVICE, "HELP"), "ignored stranger");
    assert_eq!(post.write("eve1+games@example.net", SERVICE, "HELP"), "ignored stranger");
    assert_eq!(post.write(&stranger(2), SERVICE, "HELP"), "refused no account");
    assert_eq!(offers(&post, &stranger(1)).len(), 1);
    // The domain has had as many as it gets, but confirmations are counted apart.
    assert_eq!(post.write(&stranger(3), SERVICE, "HELP"), "ignored stranger");
    let ada = post.server.player("Ada");
    ada.put("/v1/players/me/mailbox", &serde_json::json!({"address": "ada@example.net"})).is(200);
    post.mail("ada@example.net", "Is this your address?");

    // NEVER in a reply ends it.
    let offer = post.mail(&stranger(2), "Do you want to play");
    assert_eq!(post.write(&stranger(2), &offer.reply_to(), "NEVER"), "taken never");
    assert_eq!(post.count("mail_suppressions"), 1);
    // Ada's alone.
    assert_eq!(post.count("mailboxes"), 1);
    // Nothing goes to machines, or to those who write to unknown keys.
    let key = "play+k3y5abcdefghijklmnopqrstuv@localhost";
    assert_eq!(post.write("dora@example.com", key, "HELP"), "ignored stranger");
    assert!(post.write("mailer-daemon@example.com", SERVICE, "HELP").starts_with("ignored"));
    assert!(offers(&post, "dora@example.com").is_empty());
}

#[test]
fn a_server_can_have_no_accounts_by_mail() {
    // By default a server that nobody checks senders for makes no offers.
    let mut post = Post::new();
    assert_eq!(post.write("eve@example.org", SERVICE, "HELP"), "ignored stranger");
    assert!(post.server.mail_to("eve@example.org").is_empty());
}

#[test]
fn only_a_genuine_sender_gets_an_offer() {
    let mut post = Post::with(&["--mail-authserv-id", "mx.example.org"]);
    let says = |results: &str| format!("Authentication-Results: mx.example.org; {results}\r\n");
    let mut write = |n: u32, header: &str| {
        post.write_with(&format!("eve{n}@example.org"), SERVICE, header, "HELP")
    };
    assert_eq!(write(1, ""), "ignored stranger");
    assert_eq!(write(2, &says("dmarc=none; dkim=none; spf=fail")), "ignored stranger");
    assert!(write(3, &says("dmarc=fail header.from=example.org")).starts_with("ignored"));
    assert_eq!(write(4, &says("dmarc=pass header.from=example.org")), "refused no account");
    assert_eq!(write(5, &says("dkim=pass header.d=example.org")), "refused no account");
}

#[test]
fn a_yes_in_italian_gives_italian_mail() {
    let mut post = Post::with(&OFFER_PREFIX);
    let me = "eva@example.org";
    assert_eq!(post.write(me, SERVICE, "aiuto"), "refused no account");
    let offer = post.mail(me, "Do you want to play");
    assert_eq!(post.write(me, &offer.reply_to(), "Va bene, grazie\r\nNOME Eva"), "taken signed up");
    assert!(post.mail(me, "Ti diamo il benvenuto, Eva!").text.contains("LIST"));
}
