//! Nodes with different clocks: a small difference does no harm, and a large one suspends time-outs
//! on all nodes.

use broadside_tests::games::Pair;
use broadside_tests::server::Server;
use broadside_tests::stream::Stream;
use broadside_tests::wait::wait_until;
use serde_json::json;

use super::nodes;

fn count(server: &Server, statement: &str) -> u64 {
    server.database().count(server.directory(), statement)
}

#[test]
fn a_ticket_opens_a_stream_on_a_node_two_minutes_fast_and_on_one_two_minutes_slow() {
    let mut nodes = nodes();
    let ada = nodes[0].player("Ada");
    nodes[1].stop();
    nodes[1].jump_to("+2m");
    nodes[1].launch();
    for (makes, opens) in [(0, 1), (1, 0)] {
        let made = ada.at(nodes[makes].url()).request("POST", "/v1/stream-tickets").send().is(201);
        let target =
            format!("/v1/events?ticket={}", made["ticket"].as_str().expect("it is shown once"));
        Stream::open(&nodes[opens].client(), &target, None).message();
        nodes[makes].client().get(&target).problem("unauthorized");
    }
    for node in &nodes {
        assert!(!node.log().contains("suspended"), "{}", node.log());
    }
}

#[test]
fn while_the_clock_of_one_node_is_in_doubt_none_times_anybody_out() {
    let mut nodes = nodes();
    let pair = Pair::clocked(&nodes[0], &json!({"first": "creator"}), &json!({"days_per_turn": 1}));
    nodes[1].stop();
    let hand = nodes[1].clock();
    nodes[1].launch();
    hand.set("+400d");
    nodes[1].wait_for_log("time-outs are suspended: the clock");
    let waits = |node: &Server| node.log().matches("another node's clock is in doubt").count();
    wait_until("node 0 to hear of it", || waits(&nodes[0]) > 0);
    let status = nodes[0].command(&["clock"]);
    let status = String::from_utf8_lossy(&status.stdout).into_owned();
    assert!(status.contains("is in doubt"), "{status}");
    // The deadline has passed, but the node must wait while another clock is in doubt.
    nodes[0].stop();
    nodes[0].believe_in("+25h");
    let in_doubt = "SELECT count(*) FROM node_clocks WHERE suspended IS NOT NULL";
    wait_until("node 1 to say so again", || count(&nodes[0], in_doubt) == 1);
    nodes[0].launch();
    wait_until("node 0 to hear of it again", || waits(&nodes[0]) > 1);
    // A read of a game whose deadline has passed ends it.
    let here = pair.at(nodes[0].url());
    assert_eq!(here.game()["status"], "playing", "{}", nodes[0].log());
    hand.set("+0d");
    wait_until("the time-out", || here.game()["status"] == "finished");
    assert_eq!(here.game()["outcome"]["reason"], "timed_out");
}

#[test]
fn a_node_on_another_machine_settles_what_a_database_on_the_same_one_cannot() {
    let mut nodes = nodes();
    let pair = Pair::clocked(&nodes[0], &json!({"first": "creator"}), &json!({"days_per_turn": 1}));
    for node in &mut nodes {
        node.stop();
    }
    // The machine and its database start after three days. The game began before that.
    let [server, _] = &mut nodes;
    let ago = |name: &str| {
        format!(
            "UPDATE {name} = (CAST(value AS BIGINT) - 259200000)::TEXT WHERE name IN ('alive_at', 'alive_database_at')"
        )
    };
    server.database().run(server.directory(), &ago("settings SET value"));
    server.forget_machines();
    server.launch();
    server.wait_for_log("the newest time in the database is");
    server.database().run(
        server.directory(),
        "INSERT INTO node_clocks (node, boot_id, at, uptime, wall_at, database_at) \
         SELECT 'peer', 'elsewhere', now, 5, now, now \
         FROM (SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS now) AS clock",
    );
    server.wait_for_log("time-outs go on");
    assert_eq!(
        count(server, "SELECT count(*) FROM outages WHERE until_at - from_at > 259100000"),
        1
    );
    assert_eq!(pair.at(server.url()).game()["status"], "playing");
}
