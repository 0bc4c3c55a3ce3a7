//! Nodes with different clocks: the clock of the database counts.

use broadside_tests::games::{self, Pair};
use broadside_tests::stream::Stream;
use serde_json::{Value, json};

use super::nodes;

fn time(value: &Value) -> jiff::Timestamp {
    value.as_str().unwrap_or_else(|| panic!("{value} is no time")).parse().expect("it is a time")
}

#[test]
fn nodes_whose_clocks_are_a_day_apart_keep_the_same_time() {
    let mut nodes = nodes();
    let pair = Pair::clocked(&nodes[0], &json!({"first": "creator"}), &json!({"days_per_turn": 1}));
    for (node, ahead) in nodes.iter_mut().zip(["-12h", "+12h"]) {
        node.stop();
        node.jump_to(ahead);
        node.launch();
    }
    // They keep it while their clocks are set, too.
    let hand = nodes[1].clock();
    hand.set("+400d");
    for node in &nodes {
        node.wait_for_round("timekeeper");
        node.wait_for_round("deadlines");
    }
    let mut last = time(&pair.at(nodes[0].url()).events()[0]["occurred_at"]);
    for (n, cell) in ["A1", "A2", "A3", "A4", "A5"].into_iter().enumerate() {
        let (here, there) = (pair.at(nodes[n % 2].url()), pair.at(nodes[(n + 1) % 2].url()));
        let who = if n % 2 == 0 { &here.ada } else { &here.ben };
        here.act(who, &games::fire(&[cell])).is(200);
        let (game, at) =
            (there.game(), time(&here.events().last().expect("a move")["occurred_at"]));
        assert_eq!((&game["status"], &game), (&json!("playing"), &here.game()));
        assert!(at >= last && at.duration_since(last).as_mins() < 2, "{last} {at}");
        let left = time(&game["deadline_at"]).duration_since(at);
        assert!((left.as_secs() - 24 * 60 * 60).abs() <= 1, "{left}");
        last = at;
    }
}

#[test]
fn a_ticket_opens_a_stream_on_a_node_whose_clock_is_a_day_ahead_and_the_other_way_round() {
    let mut nodes = nodes();
    let ada = nodes[0].player("Ada");
    nodes[1].stop();
    nodes[1].jump_to("+1d");
    nodes[1].launch();
    for (makes, opens) in [(0, 1), (1, 0)] {
        let ticket =
            ada.at(nodes[makes].url()).request("POST", "/v1/stream-tickets").send().is(201);
        let target =
            format!("/v1/events?ticket={}", ticket["ticket"].as_str().expect("it is shown once"));
        Stream::open(&nodes[opens].client(), &target, None).message();
        nodes[makes].client().get(&target).problem("unauthorized");
    }
}
