//! Questions by mail: the rules of a game, what has happened in it, and its maps at an earlier
//! time.

use broadside_tests::games::{Pair, fire, placement, standard_fleet};
use serde_json::json;

use super::begin::{Post, in_line};

const BEN: &str = "ben@example.org";

#[test]
fn the_rules_of_a_game_come_by_mail_in_the_language_of_the_reader() {
    let mut post = Post::new();
    post.player("Ada");
    let me = "ada@example.org";
    let desk = post.desk(me);
    assert_eq!(post.write(me, &desk, "RULES"), "taken");
    assert!(post.mail(me, "RULES SATELLITE").text.contains("Solo Salvo"));
    assert_eq!(post.write(me, &desk, "RULES SATELLITE"), "taken");
    let rules = in_line(&post.mail(me, "Desperation.").text);
    for part in
        ["two steps along each diagonal", "a player whose time runs out is out", "HELP SATELLITE"]
    {
        assert!(rules.contains(part), "{part}: {rules}");
    }
    assert_eq!(post.write(me, &desk, "HELP SATELLITE"), "taken");
    let help = in_line(&post.mail(me, "What the cartridges need").text);
    assert!(
        help.contains("two steps along each diagonal") && help.contains("RULES SATELLITE"),
        "{help}"
    );

    // Anybody may ask for rules, so this needs no key.
    assert_eq!(post.write(me, "play@localhost", "RULES SOLO"), "taken");
    post.mail(me, "Eric Witt");

    assert_eq!(post.write(me, &desk, "SET LANGUAGE ITALIAN\r\nRULES SATELLITE"), "taken");
    let rules = in_line(&post.mail(me, "Cessate il fuoco").text);
    assert!(rules.contains("Su questo server") && !rules.contains("Ceasefire"), "{rules}");
    assert_eq!(post.write(me, &desk, "regole classic"), "taken");
    post.mail(me, "gioco tradizionale");
    // The links in Italian lead to Italian pages.
    assert_eq!(post.write(me, &desk, "NEW CLASSIC WITH OPEN"), "taken");
    let mail = post.mail(me, "/rules/classic");
    assert!(
        mail.text.contains("/rules/classic?lang=it") && !mail.text.contains("inglese"),
        "{}",
        mail.text
    );
    // In reply to an email of a game, the name is not needed.
    assert_eq!(post.write(me, &mail.reply_to(), "RULES"), "taken");
}

#[test]
fn the_history_and_its_maps_are_sent_by_mail() {
    let mut post = Post::new();
    let (ada, ben) = (post.player("Ada"), post.player("Ben"));
    let pair = Pair::of([ada, ben], &json!({"first": "creator"}));
    let placing = post.mail(BEN, "PLACE RANDOM");
    assert_eq!(post.write(BEN, &placing.reply_to(), "HISTORY\r\nBOARD 1"), "taken");
    let before = post.mail(BEN, "play has not begun");
    assert!(before.text.contains("1. Ada") && before.text.contains("2. You"), "{}", before.text);

    for player in [&pair.ada, &pair.ben] {
        player.put(&pair.path("/seats/me/placement"), &placement(&standard_fleet())).is(200);
    }
    let events = pair.ben.get(&pair.path("/events")).is(200)["events"].clone();
    let began =
        events.as_array().unwrap().iter().rev().find(|event| event["type"] == "began").unwrap();
    let began = began["seq"].as_u64().unwrap();
    for (player, cell) in
        [(&pair.ada, "A1"), (&pair.ben, "J10"), (&pair.ada, "J9"), (&pair.ben, "A1")]
    {
        pair.act(player, &fire(&[cell])).is(200);
    }
    let last = pair.ben.get(&pair.path("")).is(200)["version"].as_u64().unwrap();
    // If all moves are made before mail is written, no mail says that it was Ben's turn. An old key
    // can ask.
    assert_eq!(post.write(BEN, &placing.reply_to(), "STATUS"), "taken");
    let key = post.mail(BEN, "Waiting for").reply_to();

    assert_eq!(post.write(BEN, &key, &format!("HISTORY\r\nBOARD {}", last - 2)), "taken");
    let text = post.mail(BEN, &format!("BOARD {last}")).text;
    let line = in_line(&text);
    assert!(line.contains(&format!("{last}. You fired at A1: hit")), "{text}");
    assert!(line.contains(&format!("The maps after event {} of {last}", last - 2)), "{text}");
    let shots = |text: &str| text.matches(['X', 'o']).count();
    assert!(shots(&text) > 0, "{text}");
    assert_eq!(post.write(BEN, &key, &format!("HISTORY {last}")), "taken");
    let end = in_line(&post.mail(BEN, "The events before number").text);
    assert!(!end.contains("You fired at J10"), "{end}");
    assert_eq!(post.write(BEN, &key, &format!("BOARD {}\r\nBOARD 99999", began - 1)), "taken");
    let none = in_line(&post.mail(BEN, "There is no board after event 99999").text);
    assert!(
        none.contains(&format!("play began with event {began}, and the newest is {last}")),
        "{none}"
    );
    let boards = format!("BOARD {last}\r\n").repeat(10);
    assert_eq!(post.write(BEN, &key, &boards), "taken");
    let text = post.mail(BEN, "2 lines with BOARD are left out").text;
    assert_eq!(text.matches("The maps after event").count(), 8, "{text}");
    assert_eq!(post.write(BEN, &key, "BOARD"), "refused not understood");
    assert_eq!(post.write(BEN, &key, "BOARD 0"), "refused not understood");
    assert_eq!(post.write(BEN, &key, "HISTORY 999"), "taken");
    post.mail(BEN, "There is no such event");
}
