//! Leases for work that only one node may do at a time.

use async_trait::async_trait;
use broadside_domain::time::Time;

use super::StoreError;

/// Part of a database that stores leases.
#[async_trait]
pub trait Leases: Send + Sync {
    /// Acquires or renews the lease `name` for the holder `lease` until a time. Returns true unless another holder has
    /// it. The holder must renew it before that time.
    async fn hold(&self, name: &str, lease: &str, now: Time, until: Time) -> Result<bool, StoreError>;
}

/// Acquires or renews a lease that no other holder has: `$1` is the name of the lease, `$2` the holder, `$3` the
/// expiry, `$4` the current time.
pub(super) const HOLD: &str = "INSERT INTO leases (name, lease, leased_until) VALUES ($1, $2, $3) ON CONFLICT (name) \
    DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until \
    WHERE leases.lease = excluded.lease OR leases.leased_until <= $4";
