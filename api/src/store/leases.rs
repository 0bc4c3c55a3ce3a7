//! What one node at a time does.

use async_trait::async_trait;

use super::StoreError;
use crate::ambient::Time;

/// The part of a database that knows what one node at a time does.
#[async_trait]
pub trait Leases: Send + Sync {
    /// Whether whoever calls itself `lease` is to do this from now until a time: if nobody else does. Whoever does it asks again
    /// before that time.
    async fn hold(&self, name: &str, lease: &str, now: Time, until: Time) -> Result<bool, StoreError>;
}

/// Takes what nobody else holds: `$1` is what, `$2` by whom, `$3` until when, `$4` is now.
pub(super) const HOLD: &str = "INSERT INTO leases (name, lease, leased_until) VALUES ($1, $2, $3) ON CONFLICT (name) \
    DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until \
    WHERE leases.lease = excluded.lease OR leases.leased_until <= $4";
