//! Health probe. Checks the database files each second. While the database fails, it also writes to
//! the database, to notice when it works again. While the database works, a failure is noticed by
//! requests or by the timekeeper's heartbeats.

use std::time::Duration;

use broadside_domain::env::Env;
use broadside_store::{CommitError, Store, probe};

use crate::driver::{Pause, Task, TaskError};

const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// Number of probes without a failure after which an outage of some changes is over.
const QUIET_PROBES: u32 = 60;

/// Outage that the log has reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outage {
    /// Nothing can be written.
    Whole,
    /// Some changes fail, but not the probe: on a full disk of PostgreSQL, a row may still be
    /// replaced. The number of probes since the last failure.
    OfSome(u32),
}

#[derive(Clone)]
pub(super) struct Probe {
    store: Store,
    env: Env,
    outage: Option<Outage>,
}

impl Probe {
    pub(super) fn new(store: Store, env: Env) -> Self {
        Self { store, env, outage: None }
    }

    /// Returns true if the database was failing, and is still if it cannot be written now.
    async fn probe(&self) -> (bool, bool) {
        let health = self.store.health();
        if let Err(error) = self.store.check_files() {
            health.failed(error);
            return (true, true);
        }
        if !health.is_failing() {
            return (false, false);
        }
        let probed = self.store.check(probe::Probe { at: self.env.now() }).await;
        (true, matches!(probed, Err(CommitError::Failed(_))))
    }
}

/// Returns the outage after a probe, from that before it.
fn after_probe(outage: Option<Outage>, was_failing: bool, is_failing: bool) -> Option<Outage> {
    match (outage, was_failing, is_failing) {
        (_, _, true) => Some(Outage::Whole),
        (None | Some(Outage::OfSome(_)), true, false) => Some(Outage::OfSome(0)),
        (Some(Outage::OfSome(quiet)), false, false) if quiet < QUIET_PROBES => {
            Some(Outage::OfSome(quiet + 1))
        }
        _ => None,
    }
}

impl Task for Probe {
    const NAME: &'static str = "probe";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        let before = self.outage;
        let cause = self.store.health().cause();
        let (was_failing, is_failing) = self.probe().await;
        self.outage = after_probe(before, was_failing, is_failing);
        match (before, self.outage) {
            (None | Some(Outage::OfSome(_)), Some(Outage::Whole)) => {
                let error = self.store.health().cause();
                tracing::error!(
                    error,
                    "the database does not serve: requests are answered with 503 until it does"
                );
            }
            (None, Some(Outage::OfSome(_))) => {
                tracing::error!(
                    error = cause,
                    "the database refuses some changes: they are answered with 503"
                );
            }
            (Some(_), None) => {
                let failed_requests = self.store.health().take_failed_requests();
                tracing::info!(failed_requests, "the database serves again");
            }
            _ => {}
        }
        Ok(Pause::Fixed(PROBE_INTERVAL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_ends_with_a_write_and_one_of_some_changes_with_a_quiet_minute() {
        let whole = after_probe(None, true, true);
        assert_eq!(whole, Some(Outage::Whole));
        assert_eq!(after_probe(whole, true, true), whole);
        assert_eq!(after_probe(whole, true, false), None);
        assert_eq!(after_probe(whole, false, false), None);
        let of_some = after_probe(None, true, false);
        assert_eq!(of_some, Some(Outage::OfSome(0)));
        assert_eq!(after_probe(Some(Outage::OfSome(9)), true, false), of_some);
        assert_eq!(after_probe(Some(Outage::OfSome(9)), true, true), whole);
        let quiet = (0..60).fold(of_some, |outage, _| after_probe(outage, false, false));
        assert_eq!(quiet, Some(Outage::OfSome(60)));
        assert_eq!(after_probe(quiet, false, false), None);
        assert_eq!(after_probe(None, false, false), None);
    }
}
