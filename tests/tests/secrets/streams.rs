//! Streams that include the game: live, opened with a ticket, and cut and resumed at every point.
//! Both seats and a spectator listen. Each of them receives the same in both worlds, except for the
//! player who may know the difference.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::probes::{MINIMAL, Met, mask, shots, show};
use super::world::{How, Template, World};
use super::{
    Scenario, assert_same, both, bottom, fire, left, scenarios, seated, sounding, voices_seated,
};

/// The messages to each player, masked.
type Told = BTreeMap<&'static str, Vec<String>>;

/// Plays a scenario in one of the worlds while all players follow it. Then a seat makes its
/// actions, if any, with a preference for an answer without the game.
fn follow(template: &Template, scenario: &Scenario, actor: &'static str, other: bool) -> Told {
    let mut world = template.following();
    (scenario.play)(&mut world, other);
    let mut told = Told::new();
    let mut met: BTreeMap<&str, Met> = BTreeMap::new();
    if !scenario.then.is_empty() {
        let game = world.ask("GET", &world.path(""), actor, &[], None).json();
        let actions = shots(&game, scenario.then);
        let answer = world.ask("POST", &world.path("/actions"), actor, MINIMAL, Some(actions));
        let json = answer.json();
        assert!(answer.status.is_success(), "{json}");
        assert_eq!(answer.headers["preference-applied"], "return=minimal");
        assert!(json["events"][0].is_object() && json["game"].is_null(), "{json}");
        let shown = show("submit_actions", answer, met.entry(actor).or_default());
        told.entry(actor).or_default().push(shown);
    }
    for player in ["ada", "ben", "eve"] {
        let met = met.entry(player).or_default();
        let messages = listen(&world, player);
        told.entry(player).or_default().extend(messages.iter().map(|text| mask(text, met)));
        // The tag in a step is that of the game.
        let game = world.ask("GET", &world.path(""), player, &[], None);
        told.entry(player).or_default().push(show("get_game", game, met));
    }
    told
}

/// The messages to a player, live and when its streams are resumed after each number. Asserts that
/// each message arrives once.
fn listen(world: &World, player: &'static str) -> Vec<String> {
    let all = world.followed(player);
    assert_eq!(all.len(), 6, "{player}");
    let mut messages = Vec::new();
    for (path, how, text) in &all {
        messages.push(format!("{path} {how:?}\n{text}"));
        let (path_of_token, _, whole) = all
            .iter()
            .find(|(other, how, _)| other == path && *how == How::Token)
            .expect("there is one with a token");
        match how {
            How::Ticket => assert_eq!(text, whole, "{player} {path}: with a ticket"),
            How::Cut => assert_eq!(events(text), events(whole), "{player} {path}: cut and resumed"),
            How::Token => {
                let (first, last) = ends(whole);
                let timeline = last.split_once('.').expect("it has a timeline").0;
                let to = number(last);
                let own_events = events(whole);
                for after in 0..=to {
                    let resumed =
                        world.resumed(player, path_of_token, &format!("{timeline}.{after}"));
                    if after >= number(first) {
                        let rest: Vec<_> =
                            own_events.iter().filter(|(n, _)| *n > after).cloned().collect();
                        assert_eq!(events(&resumed), rest, "{player} {path}: behind {after}");
                    }
                    messages.push(format!("{path} behind {after}\n{resumed}"));
                }
            }
        }
    }
    messages
}

/// The ids of the first and last message of a stream.
fn ends(text: &str) -> (&str, &str) {
    let mut ids = text.lines().filter_map(|line| line.strip_prefix("id: "));
    let first = ids.next().expect("it begins with a snapshot");
    (first, ids.next_back().unwrap_or(first))
}

fn number(id: &str) -> u64 {
    id.split_once('.')
        .and_then(|(_, number)| number.parse().ok())
        .expect("an id ends with a number")
}

/// The messages of a stream other than snapshots, each with its number.
fn events(text: &str) -> Vec<(u64, Value)> {
    let mut events = Vec::new();
    for message in text.split("\n\n") {
        let field = |name: &str| message.lines().find_map(|line| line.strip_prefix(name));
        let (Some(event), Some(id), Some(data)) =
            (field("event: "), field("id: "), field("data: "))
        else {
            continue;
        };
        let (id, data): (u64, Value) =
            (number(id), serde_json::from_str(data).expect("it is JSON"));
        match event {
            "snapshot" => {}
            "step" => {
                let of_step = data["events"].as_array().expect("a step has events");
                let first = id + 1 - of_step.len() as u64;
                events.extend((first..).zip(of_step.iter().cloned()));
            }
            _ => events.push((id, data)),
        }
    }
    events
}

/// Asserts that a viewer is told the same in both worlds.
fn compare(scenario: &Scenario, viewer: &str, worlds: &[Told; 2]) {
    let both = worlds.each_ref().map(|told| told[viewer].clone());
    assert_same(&both, format_args!("{}: told {viewer}", scenario.name));
}

#[test]
fn streams_with_games_tell_seat_1_and_a_stranger_nothing_that_they_may_not_know() {
    let template = Template::new();
    let (mut all, mut shown) = (0, 0);
    for scenario in scenarios() {
        let worlds = both(|other| follow(&template, scenario, "ada", other));
        for viewer in ["ada", "eve"] {
            compare(scenario, viewer, &worlds);
        }
        all += 1;
        shown += usize::from(worlds[0]["ben"] != worlds[1]["ben"]);
    }
    // Planned vacations, notes and similar secrets are not part of the game.
    assert!(shown > all / 2, "in {shown} of {all} scenarios there is a difference to be hidden");
}

/// Scenarios in which seat 1 has the secrets, and seat 2 is the viewer.
const MIRRORED: &[Scenario] = &[
    Scenario {
        name: "seat 1's ships lie elsewhere, in the middle of shot against shot",
        play: |world, other| {
            seated(world, json!({"first": "opponent"}));
            world.ada_places(if other { bottom() } else { left() });
            world.ben_places(left());
            for (ben, ada) in [("J1", "A1"), ("C1", "A2"), ("C3", "J10")] {
                world.ben_acts(fire(&[ben]));
                world.ada_acts(fire(&[ada]));
            }
        },
        then: &["C2"],
    },
    Scenario {
        name: "seat 1 has placed elsewhere and anew, before play",
        play: |world, other| {
            seated(world, json!({}));
            world.ada_places(left());
            if other {
                world.hidden(|world| world.ada_places(bottom()));
            }
        },
        then: &[],
    },
    Scenario {
        name: "seat 1 has written another salvo, and rewritten it",
        play: |world, other| {
            seated(world, json!({"mode": "salvo"}));
            world.ada_places(left());
            world.ben_places(left());
            let quiet = ["J1", "J2", "J3", "J4", "J5", "J6", "J7"];
            world.ada_acts(fire(if other {
                &["A1", "A2", "A3", "A4", "A5", "A6", "A7"]
            } else {
                &quiet
            }));
            if other {
                world.hidden(|world| {
                    world.ada_acts(fire(&["B1", "B2", "B3", "B4", "B5", "B6", "B7"]))
                });
            }
        },
        then: &[],
    },
    Scenario {
        name: "in `voices` seat 1 has changed its voice and its axes",
        play: |world, other| {
            voices_seated(world, json!({}));
            world.ben_places(sounding("across", 3));
            if other {
                let voice = json!({"type": "set_voice", "row": "right", "column": "dice"});
                let axes = json!({"type": "choose_axes", "first_die": "y"});
                let actions = json!({"ruleset": "voices", "actions": [voice, axes]});
                world.hidden(|world| world.ada_acts(actions));
            }
        },
        then: &[],
    },
];

#[test]
fn streams_with_games_tell_seat_2_and_a_stranger_nothing_that_they_may_not_know() {
    let template = Template::new();
    for scenario in MIRRORED {
        let worlds = both(|other| follow(&template, scenario, "ben", other));
        for viewer in ["ben", "eve"] {
            compare(scenario, viewer, &worlds);
        }
        let [one, two] = worlds;
        assert_ne!(one["ada"], two["ada"], "{}: nothing is to be hidden", scenario.name);
    }
}
