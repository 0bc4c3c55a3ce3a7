//! A game that another session of the database has locked does not block changes of other games.

use std::thread::scope;

use broadside_tests::games::{Pair, placement, standard_fleet};
use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use serde_json::json;

#[test]
fn a_game_that_another_session_holds_does_not_fail_the_changes_of_others() {
    let server = Server::start();
    let held = Pair::seated(&server, &json!({}));
    let free = Pair::seated(&server, &json!({}));
    let place = |pair: &Pair, is_ada: bool| {
        let player = if is_ada { &pair.ada } else { &pair.ben };
        player.put(&pair.path("/seats/me/placement"), &placement(&standard_fleet()))
    };
    let lock = server.database().hold_game(server.directory(), &held.id);
    scope(|scope| {
        // The writer waits for the locked game; the next two changes share a batch.
        let first = scope.spawn(|| place(&held, true));
        let waits = "SELECT count(*) FROM pg_stat_activity \
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        wait_until("the writer to wait", || server.database().count(server.directory(), waits) > 0);
        let second = scope.spawn(|| place(&held, false));
        let third = scope.spawn(|| place(&free, true));
        let [first, second, third] =
            [first, second, third].map(|done| done.join().expect("no client panics"));
        first.problem("unavailable");
        second.problem("unavailable");
        third.is(200);
    });
    drop(lock);
    for is_ada in [true, false] {
        place(&held, is_ada).is(200);
    }
}
