//! Games of `voices` over HTTP, and their score.

use std::io::Write;
use std::process::{Command, Stdio};

use broadside_tests::client::Client;
use broadside_tests::server::Server;
use serde_json::{Value, json};

/// A game of `voices` in play, with random fleets.
pub(crate) struct Table {
    pub(crate) players: Vec<Client>,
    pub(crate) id: String,
}

impl Table {
    fn playing(server: &Server, options: Value) -> Self {
        let seats = options["seats"].as_u64().unwrap_or(2);
        let players = (1..=seats).map(|seat| server.player(&format!("Voice {seat}"))).collect();
        Self::of(players, options)
    }

    /// Creates a game of these players in play, with random fleets.
    pub(crate) fn of(players: Vec<Client>, options: Value) -> Self {
        let game =
            players[0].post("/v1/games", &json!({"ruleset": "voices", "options": options})).is(201);
        let table = Self { id: game["id"].as_str().unwrap().to_owned(), players };
        for player in &table.players[1..] {
            player.post(&table.path("/seats"), &json!({})).is(201);
        }
        for player in &table.players {
            player.put(&table.path("/seats/me/placement"), &json!({"random": true})).is(200);
        }
        table
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    pub(crate) fn act(&self, seat: usize, actions: Value) -> Value {
        let body = json!({"ruleset": "voices", "actions": actions});
        self.players[seat - 1].post(&self.path("/actions"), &body).is(200)
    }

    /// Makes an action of the player to move, from `/legal`; returns the game afterwards.
    pub(crate) fn go_on(&self) -> Value {
        let game = self.players[0].get(&self.path("")).is(200);
        let Some(seat) = game["to_move"][0].as_u64() else { return game };
        let legal = self.players[seat as usize - 1].get(&self.path("/legal")).is(200);
        let choices = legal["actions"].as_array().unwrap();
        let choice_of = |kind: &str| choices.iter().find(|choice| choice["type"] == kind);
        let action = match (choice_of("fire"), choice_of("choose_axes"), choice_of("roll_all")) {
            (Some(fire), _, _) => json!({"type": "fire", "cell": fire["cells"]["from"][0]}),
            (None, _, Some(_)) => json!({"type": "roll_all"}),
            (None, Some(_), None) => json!({"type": "choose_axes", "first_die": "x"}),
            _ => panic!("whoever is to move may do so: {legal}"),
        };
        self.act(seat as usize, json!([action]))["game"].clone()
    }

    pub(crate) fn play_out(&self) -> Value {
        for _ in 0..2_000 {
            let game = self.go_on();
            if game["status"] == "finished" {
                return game;
            }
        }
        panic!("the game does not end");
    }

    pub(crate) fn score(&self, seat: usize) -> Value {
        self.players[seat - 1].get(&self.path("/score")).is(200)
    }
}

#[test]
fn games_are_played_to_their_ends_and_their_records_hold() {
    let server = Server::start();
    for options in [
        json!({}),
        json!({"axes": "after_roll", "rounds": 3}),
        json!({"aim": "choice", "interludes": true, "rounds": 4}),
        json!({"seats": 3, "engagement": "round_robin", "rounds": 3}),
        json!({"seats": 4, "engagement": "simultaneous", "rounds": 2}),
    ] {
        let table = Table::playing(&server, options.clone());
        let game = table.play_out();
        assert!(
            ["win", "draw"].contains(&game["outcome"]["kind"].as_str().unwrap()),
            "{options} {game}"
        );
        let record = table.players[0].get(&table.path("/record")).is(200);
        let verdict = server.client().post("/v1/verify", &record).is(200);
        assert_eq!(verdict["valid"], true, "{options} {verdict}");
    }
}

/// Parses a document of the Speech Synthesis Markup Language. Asserts that it is well formed and
/// has only known elements.
fn elements(ssml: &str) -> Value {
    let script = "import json, sys, xml.etree.ElementTree as tree\n\
        root = tree.fromstring(sys.stdin.buffer.read())\n\
        print(json.dumps([[e.tag.split('}')[1], dict(e.attrib)] for e in root.iter()]))";
    let mut python = Command::new("python3")
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`python3` is installed");
    python.stdin.take().unwrap().write_all(ssml.as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success(), "this is no XML: {ssml}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_score_grows_shot_by_shot_and_comes_as_data_text_and_speech() {
    let server = Server::start();
    let table = Table::playing(&server, json!({"interludes": true, "rounds": 4}));
    assert_eq!(table.score(1)["items"], json!([]));
    let mut before = Vec::new();
    loop {
        let finished = table.go_on()["status"] == "finished";
        let (ours, theirs) = (table.score(1), table.score(2));
        // All viewers get the same sounds; the maps are private until the end.
        assert_eq!(ours["items"], theirs["items"]);
        assert_eq!(ours["maps"] == theirs["maps"], finished);
        let items = ours["items"].as_array().unwrap().clone();
        assert_eq!(items[..before.len()], before, "what has been sounded stays");
        // A throw that leaves a choice adds no sound yet.
        before = items;
        if finished {
            break;
        }
    }
    assert!(before.len() > 60, "{} utterances in four rounds", before.len());
    let ada = &table.players[0];
    let as_type =
        |accept: &str| ada.request("GET", &table.path("/score")).header("Accept", accept).send();
    let text = as_type("text/plain");
    assert!(text.header("content-type").starts_with("text/plain"));
    assert_eq!(text.text(), ada.get(&table.path("/score.txt")).text());
    let ssml = as_type("application/ssml+xml");
    assert_eq!(ssml.text(), ada.get(&table.path("/score.ssml")).text());
    as_type("image/png").problem("not_acceptable");

    // Every phone of the score is in the text and is spoken.
    let phones: Vec<&str> = before
        .iter()
        .flat_map(|item| match item["type"].as_str() {
            Some("call") => vec![item["phone"].as_str().unwrap()],
            Some("answer") => [&item["row"]["phones"], &item["column"]["phones"]]
                .into_iter()
                .flat_map(|line| line.as_array().unwrap())
                .map(|phone| phone.as_str().unwrap())
                .collect(),
            _ => Vec::new(),
        })
        .collect();
    let elements = elements(&ssml.text());
    let known = [
        "speak", "p", "s", "voice", "phoneme", "break", "desc", "meta", "prosody", "say-as", "mark",
    ];
    let mut spoken = String::new();
    for element in elements.as_array().unwrap() {
        let (name, attributes) = (element[0].as_str().unwrap(), &element[1]);
        assert!(known.contains(&name), "{element}");
        if name == "phoneme" {
            assert_eq!(attributes["alphabet"], "ipa");
            spoken += attributes["ph"].as_str().unwrap();
        }
    }
    let letters =
        |text: &str| text.chars().filter(|c| !c.is_whitespace() && *c != '.').collect::<String>();
    assert_eq!(letters(&spoken), letters(&phones.concat()));

    // The tag belongs to the viewer; a game of another ruleset has no score.
    let tag = ada.get(&table.path("/score")).header("etag").to_owned();
    let again = ada.request("GET", &table.path("/score")).header("If-None-Match", &tag).send();
    assert_eq!((again.status, again.body.len()), (304, 0));
    let classic = ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    ada.get(&format!("/v1/games/{}/score", classic["id"].as_str().unwrap())).problem("not_found");
}
