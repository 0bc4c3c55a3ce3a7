//! Threads for work that may wait for everything else.

use thread_priority::ThreadPriority;
#[cfg(target_os = "linux")]
use thread_priority::{
    NormalThreadSchedulePolicy, ThreadSchedulePolicy, set_thread_priority_and_policy, thread_native_id,
};

/// Lets the current thread run only when no other thread needs its core. On Linux, this is a policy of the scheduler.
/// Elsewhere it is the lowest priority that the system offers.
pub fn lower_priority() {
    #[cfg(target_os = "linux")]
    let lowered = set_thread_priority_and_policy(
        thread_native_id(),
        ThreadPriority::Min,
        ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle),
    );
    #[cfg(not(target_os = "linux"))]
    let lowered = ThreadPriority::Min.set_for_current();
    if let Err(error) = lowered {
        tracing::warn!(?error, "a thread cannot run at a lower priority");
    }
}
