//! Timelines: each restore begins one.

use broadside_domain::env::Env;

/// Setting with the id of the timeline.
pub const TIMELINE: &str = "timeline";
/// Setting with the time of the last restore. A database that was never restored does not have it.
pub const RESTORED_AT: &str = "restored_at";

/// Generates the id of a new timeline.
pub fn new_timeline(env: &Env) -> String {
    data_encoding::HEXLOWER.encode(&env.random_bytes::<4>())
}
