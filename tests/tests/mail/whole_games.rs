//! Whole games between people who have nothing but their mail programs.

use std::time::Duration;

use broadside_tests::server::Server;
use serde_json::{Value, json};

use crate::person::{Person, Program};
use crate::post;

/// Plays a game of two to its end, from the challenge on, and answers with it as it is then.
fn play(server: &Server, host: &str, ruleset: &str, options: &Value, programs: [Program; 2]) -> Value {
    let mut ada = Person::new(server, host, "Ada", programs[0]);
    let mut ben = Person::new(server, host, "Ben", programs[1]);
    let game = ada.challenge(ruleset, options, &ben);
    let [first, second] = std::thread::scope(|scope| {
        let both = [&mut ada, &mut ben].map(|person| scope.spawn(|| person.play()));
        both.map(|play| play.join().unwrap_or_else(|why| std::panic::resume_unwind(why)))
    });
    assert_ne!(first.raw, second.raw);
    // Nothing that they wrote was refused, and nothing was lost.
    for person in [&ada, &ben] {
        assert_eq!(taken(server, person), person.sent, "{}", person.address);
        assert!(person.sent > 3, "{} letters of {}", person.sent, person.address);
    }
    let game = ada.client.get(&format!("/v1/games/{game}")).is(200);
    assert_eq!(game["status"], "finished");
    println!("{ruleset}: {} events by {} letters", game["version"], ada.sent + ben.sent);
    game
}

/// How many letters of somebody were carried out; none may have been refused.
fn taken(server: &Server, person: &Person) -> usize {
    // What became of the last one is written after what it brought about.
    let waiting = "SELECT count(*) FROM mail_in WHERE state = 'waiting'";
    while server.database().count(server.directory(), waiting) > 0 {
        std::thread::sleep(Duration::from_millis(100));
    }
    let mut log = broadside_tests::server::command(server.directory());
    log.args(["mail", "log", "--limit", "500", "--player", &person.client.id]);
    let output = log.args(["--database", &server.database().url()]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().all(|line| line.contains(" taken")), "{text}");
    text.lines().count()
}

/// A small sea: a shot a letter takes its time.
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
    let game = play(&server, "fetched", "classic", &small(), [Program::Italian, Program::Plain]);
    assert_eq!(game["outcome"]["reason"], "fleet_sunk", "{game}");
}

#[test]
#[ignore = "until answers tell what came of a move"]
fn advanced() {
    let server = post::server("advanced", &[]);
    play(&server, "advanced", "advanced", &json!({}), [Program::Plain, Program::Italian]);
}

#[test]
#[ignore = "until answers tell what came of a move"]
fn classic_by_salvos() {
    let server = post::server("salvos", &[]);
    let game =
        play(&server, "salvos", "classic", &json!({"mode": "salvo"}), [Program::Html, Program::Quoting]);
    assert!(game["outcome"]["reason"].as_str().unwrap().contains("sunk"), "{game}");
}

#[test]
#[ignore = "until answers tell what came of a move"]
fn voices() {
    let server = post::server("voices", &[]);
    let options = json!({"rounds": 4});
    play(&server, "voices", "voices", &options, [Program::Italian, Program::Quoting]);
}

#[test]
#[ignore = "until answers tell what came of a move"]
fn satellite() {
    let server = post::server("satellite", &[]);
    play(&server, "satellite", "satellite", &json!({}), [Program::Html, Program::Plain]);
}

#[test]
#[ignore = "until answers tell what came of a move"]
fn solo() {
    let server = post::server("solo", &[]);
    let mut ada = Person::new(&server, "solo", "Ada", Program::Plain);
    // Whatever does something has to answer a mail.
    ada.write("play@solo.play.test", "HELP");
    let help = ada.read();
    ada.answer(&help, "NEW SOLO");
    ada.play();
    assert_eq!(taken(&server, &ada), ada.sent);
    let games = ada.client.get("/v1/games?which=mine").is(200);
    assert_eq!(games["games"][0]["status"], "finished", "{games}");
}
