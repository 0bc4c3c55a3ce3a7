//! Faults between nodes and PostgreSQL: each exchange of a scripted session is refused, cut,
//! silenced and delayed, connections go silent, the primary is switched, and the server becomes
//! read-only. Every kind of request works again after the end of the fault.
//!
//! Needs a server: `tests/postgres.sh cargo test -p broadside-tests --test postgres_faults`. With
//! `FAULTS=all` every fault is injected at every exchange, with `FAULTS=1/4` to `FAULTS=4/4` in
//! four runs. By default each exchange gets a part of the faults.

mod every_exchange;
mod lane;
mod pooler;
mod refused_sessions;
mod silence;
mod switch;

use std::sync::atomic::{AtomicBool, Ordering};

/// Tells other threads on drop, and so also after a panic, that they are to end.
struct Over<'o>(&'o AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}
