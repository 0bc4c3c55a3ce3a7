//! Sessions that PostgreSQL ends, and refuses to begin.

use std::time::{Duration, Instant};

use broadside_tests::server::Server;
use broadside_tests::session::{self, SETTINGS, Stage};
use broadside_tests::wait::wait_until;

use crate::silence::ask_until;

/// Ends all sessions of the database.
const END: &str =
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'";

/// Lets the database refuse sessions for a while.
fn comes_back_after(refuse: &[&str], accept: &[&str]) {
    let server = Server::start_with(&SETTINGS);
    let [stage, next] = [0, 1].map(|round| Stage::prepare(&server.client(), round));
    assert_eq!(session::read(&stage, false), [""; 0]);
    for statement in refuse {
        server.database().run_beside(statement);
    }
    wait_until("/readyz says 503", || server.client().get("/readyz").status == 503);
    let until = Instant::now() + Duration::from_secs(5);
    std::thread::scope(|scope| {
        for (client, writes) in [(&stage.ada, false), (&stage.ben, true)] {
            scope.spawn(move || ask_until(client, until, writes));
        }
    });
    for statement in accept {
        server.database().run_beside(statement);
    }
    let recovery = session::recover(&next, "recovery-");
    assert_eq!(recovery.faults, [""; 0], "{}", server.log());
    assert_eq!(session::read(&next, false), [""; 0]);
}

#[test]
fn a_database_that_accepts_no_connections() {
    comes_back_after(
        &["ALTER DATABASE {name} ALLOW_CONNECTIONS false", END],
        &["ALTER DATABASE {name} ALLOW_CONNECTIONS true"],
    );
}

#[test]
fn a_database_with_another_name() {
    comes_back_after(
        &[
            "ALTER DATABASE {name} ALLOW_CONNECTIONS false",
            END,
            "ALTER DATABASE {name} RENAME TO {name}_moved",
        ],
        &[
            "ALTER DATABASE {name}_moved RENAME TO {name}",
            "ALTER DATABASE {name} ALLOW_CONNECTIONS true",
        ],
    );
}
