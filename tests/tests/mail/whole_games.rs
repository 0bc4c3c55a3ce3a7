//! Whole games between people who use only mail programs. Each ruleset is played in each language.

use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use serde_json::{Value, json};

use crate::person::{MAILBOX, Person, Program};
use crate::post;

/// Plays a game for two from the challenge to the end; returns its final state.
fn play(
    server: &Server,
    host: &str,
    ruleset: &str,
    options: &Value,
    programs: [Program; 2],
) -> Value {
    let mut ada = Person::new(server, host, "Ada", programs[0]);
    let mut ben = Person::new(server, host, "Ben", programs[1]);
    ada.challenge(ruleset, options, &ben);
    play_out(server, &mut ada, &mut ben)
}

/// Plays the newest game of two people to the end; returns its final state.
fn play_out(server: &Server, ada: &mut Person, ben: &mut Person) -> Value {
    let [first, second] = std::thread::scope(|scope| {
        let both = [&mut *ada, &mut *ben].map(|person| scope.spawn(|| person.play()));
        both.map(|play| play.join().unwrap_or_else(|why| std::panic::resume_unwind(why)))
    });
    assert_ne!(first.raw, second.raw);
    let game = newest(ada);
    assert_eq!(game["status"], "finished");
    // A guest who was invited by mail has an account now.
    ben.client.id = game["seats"][1]["player"]["id"].as_str().unwrap().to_owned();
    // Both have received the same record by mail as over HTTP.
    let record = ada
        .client
        .request("GET", &format!("/v1/games/{}/record", game["id"].as_str().unwrap()))
        .send();
    for over in [&first, &second] {
        let records: Vec<_> =
            over.files.iter().filter(|(name, _)| name.ends_with(".json")).collect();
        assert!(
            matches!(&records[..], [(_, bytes)] if *bytes == record.text().into_bytes()),
            "{}",
            over.text
        );
    }
    // No letter was refused or lost.
    for person in [&*ada, &*ben] {
        all_taken(server, person);
        assert!(person.sent > 3, "{} letters of {}", person.sent, person.address);
    }
    println!("{}: {} events by {} letters", game["ruleset"], game["version"], ada.sent + ben.sent);
    game
}

/// The newest game of a person.
fn newest(person: &Person) -> Value {
    let games = person.client.get("/v1/games").is(200);
    let id = games["games"][0]["id"].as_str().unwrap();
    person.client.get(&format!("/v1/games/{id}")).is(200)
}

/// Waits until every letter of a person has been carried out. Asserts that no letter was refused or
/// lost.
#[track_caller]
fn all_taken(server: &Server, person: &Person) {
    let (address, sent) = (&person.address, person.sent);
    wait_until(format_args!("the end of {sent} letters of {address}"), || {
        let mut log = broadside_tests::server::command(server.directory());
        log.args(["mail", "log", "--limit", "500", "--player", &person.client.id]);
        let output = log.args(["--database", &server.database().url()]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().all(|line| line.contains(" taken")), "{text}");
        // The state of the last letter is written after its effects.
        text.lines().count() == sent
    });
}

/// Options with a small grid, because one shot per letter is slow.
fn small() -> Value {
    json!({"mode": "single", "first": "creator", "fleet": "custom", "grid": {"columns": 6, "rows": 6},
        "ships": [{"class": "cog", "length": 3}, {"class": "hulk", "length": 2}]})
}

#[test]
fn classic() {
    let server = post::server("classic", &[]);
    let game = play(&server, "classic", "classic", &small(), [Program::Quoting, Program::Html]);
    assert_eq!(game["outcome"]["reason"], "fleet_sunk", "{game}");
}

#[test]
fn classic_from_a_mailbox() {
    let settings = post::fetching("fetched", "");
    let server = post::server("fetched", &settings.each_ref().map(String::as_str));
    let game = play(&server, "fetched", "classic", &small(), [Program::Italian, Program::German]);
    assert_eq!(game["outcome"]["reason"], "fleet_sunk", "{game}");
}

#[test]
fn advanced() {
    let server = post::server("advanced", &[]);
    play(&server, "advanced", "advanced", &json!({}), [Program::Plain, Program::Italian]);
}

#[test]
fn advanced_in_german() {
    let server = post::server("advanced-de", &[]);
    play(
        &server,
        "advanced-de",
        "advanced",
        &json!({"points": 20}),
        [Program::German, Program::Html],
    );
}

#[test]
fn classic_by_salvos() {
    let server = post::server("salvos", &[]);
    let mut ada = Person::new(&server, "salvos", "Ada", Program::Html);
    // Ben has an address, but no account.
    let mut ben = Person::stranger(&server, "salvos", "Ben", Program::Quoting);
    // Only a reply may contain commands that change something.
    ada.write("play@salvos.play.test", "HELP");
    let help = ada.read("the commands");
    ada.answer(&help, &format!("NEW CLASSIC WITH {} mode=salvo", ben.address));
    let game = play_out(&server, &mut ada, &mut ben);
    assert_eq!(game["options"]["mode"], "salvo");
    assert_eq!(game["seats"][1]["player"]["name"], "Ben");
    assert!(game["outcome"]["reason"].as_str().unwrap().contains("sunk"), "{game}");
}

#[test]
fn voices() {
    let server = post::server("voices", &[]);
    let options = json!({"rounds": 4});
    play(&server, "voices", "voices", &options, [Program::Italian, Program::Quoting]);
}

#[test]
fn voices_in_german() {
    let server = post::server("voices-de", &[]);
    play(&server, "voices-de", "voices", &json!({"rounds": 2}), [Program::German, Program::Plain]);
}

#[test]
fn satellite() {
    let server = post::server("satellite", &[]);
    play(&server, "satellite", "satellite", &json!({}), [Program::Html, Program::German]);
}

#[test]
fn satellite_in_italian() {
    let server = post::server("satellite-it", &[]);
    play(&server, "satellite-it", "satellite", &json!({}), [Program::Italian, Program::Plain]);
}

#[test]
fn solo_in_italian_and_german() {
    let server = post::server("solo-it", &[]);
    for (name, program) in [("Ada", Program::Italian), ("Ben", Program::German)] {
        let mut person = Person::new(&server, "solo-it", name, program);
        person.write("play@solo-it.play.test", "HELP");
        let help = person.read("the commands");
        person.answer(&help, "NEW SOLO");
        person.play();
        assert_eq!(newest(&person)["status"], "finished");
        all_taken(&server, &person);
    }
}

#[test]
fn solo() {
    let server = post::server("solo", &[]);
    let mut ada = Person::new(&server, "solo", "Ada", Program::Plain);
    ada.write("play@solo.play.test", "HELP");
    let help = ada.read("the commands");
    ada.answer(&help, "NEW SOLO");
    let finished = ada.play();
    assert_eq!(newest(&ada)["status"], "finished");

    // Ask for a sheet.
    ada.answer(&finished, "SHEET");
    let sheet = ada.read("the sheet");
    let [(name, pdf)] = &sheet.files[..] else { panic!("no sheet in\n{}", sheet.text) };
    assert_eq!(name, "solo.pdf");
    assert!(pdf.starts_with(b"%PDF"));

    // Change the language and the kinds of mail. These settings belong to the account, which a mail
    // of a finished game does not give access to. Answers are sent anyway.
    ada.answer(&help, "SET LANGUAGE ITALIAN\nSET MAIL REMINDERS");
    let set = ada.read("what was set");
    assert!(set.text.contains("È stato fatto:"), "{}", set.text);
    let mailbox = ada.client.get(MAILBOX).is(200);
    assert_eq!((&mailbox["language"], &mailbox["cadence"]), (&json!("it"), &json!("reminders")));

    // A game that is not finished.
    ada.answer(&set, "NEW SOLO");
    let created = ada.read("the second game");
    assert!(created.text.contains("PLACE RANDOM"), "{}", created.text);
    ada.answer(&created, "LEAVE");
    let left = ada.read("that the game is left");
    assert!(left.text.contains("Annullata."), "{}", left.text);
    assert_eq!(newest(&ada)["status"], "cancelled");

    // Opt out of mail.
    ada.answer(&set, "NEVER");
    all_taken(&server, &ada);
    assert_eq!(ada.client.get(MAILBOX).is(200)["cadence"], "off");
}
