//! Budget of memory for the bodies that the server holds: those that arrive, and those that wait
//! for their handlers.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::{Body, Bytes};
use broadside_domain::error::{AppError, ErrorKind};
use http_body_util::BodyExt;

use super::extract::body_error;

/// Maximum number of bytes of all bodies together.
const MAX_TOTAL: usize = 64 * 1024 * 1024;
/// Maximum number of bytes of the bodies of one client. One client alone, within its rate limit,
/// could otherwise use up the budget with slow bodies, and everybody else would get 503.
const MAX_OF_CLIENT: usize = MAX_TOTAL / 8;
/// Number of bytes by which the part of a body grows. A body takes one unit before its first byte
/// arrives, which limits the number of bodies too.
const UNIT: usize = 1024;

/// Budget of the bodies of this process.
pub(crate) static BODIES: BodyBudget = BodyBudget::new(MAX_TOTAL, MAX_OF_CLIENT);

/// Number of bytes that bodies may take, in total and for each client.
pub(crate) struct BodyBudget {
    total: usize,
    of_client: usize,
    used: Mutex<Used>,
}

struct Used {
    total: usize,
    clients: BTreeMap<IpAddr, usize>,
}

impl BodyBudget {
    const fn new(total: usize, of_client: usize) -> Self {
        Self { total, of_client, used: Mutex::new(Used { total: 0, clients: BTreeMap::new() }) }
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a body of at most `limit` bytes. It keeps its part of the budget until the last copy
    /// of the bytes is dropped. Never waits for a part: a body that gets none is refused.
    ///
    /// # Errors
    /// If the budget is used up, or the body is larger, does not arrive in time, breaks off or is
    /// malformed.
    pub(crate) async fn read(
        &'static self,
        body: &mut Body,
        client: Option<IpAddr>,
        limit: usize,
    ) -> Result<Bytes, AppError> {
        let mut part = BudgetPart { budget: self, client, bytes: 0 };
        part.grow(UNIT)?;
        let mut bytes = Vec::new();
        while let Some(frame) = body.frame().await {
            let Ok(data) = frame.map_err(|error| body_error(&error))?.into_data() else { continue };
            let length = bytes.len() + data.len();
            if length > limit {
                return Err(AppError::from_kind(ErrorKind::TooLarge));
            }
            if length > bytes.capacity() {
                part.grow(length)?;
                bytes.reserve_exact(part.bytes - bytes.len());
            }
            // A copy: each frame, even of one byte, would keep the buffer that it was received in.
            bytes.extend_from_slice(&data);
        }
        Ok(Bytes::from_owner(BudgetedBytes { bytes, _part: part }))
    }
}

/// Part of the budget that one body takes, until it is dropped.
struct BudgetPart {
    budget: &'static BodyBudget,
    client: Option<IpAddr>,
    bytes: usize,
}

impl BudgetPart {
    /// Takes as many whole units as this many bytes need.
    fn grow(&mut self, bytes: usize) -> Result<(), AppError> {
        let more = bytes.next_multiple_of(UNIT).saturating_sub(self.bytes);
        let mut used = self.budget.used();
        if used.total + more > self.budget.total {
            let detail = "the server is receiving too many bodies: try again in a few seconds";
            return Err(AppError::new(ErrorKind::Unavailable, detail));
        }
        if let Some(client) = self.client {
            let of_client = used.clients.get(&client).map_or(0, |bytes| *bytes) + more;
            if of_client > self.budget.of_client {
                let detail = "your address is sending too many bodies at once: send fewer, or try again in a few seconds";
                return Err(AppError::new(ErrorKind::Unavailable, detail));
            }
            used.clients.insert(client, of_client);
        }
        used.total += more;
        self.bytes += more;
        Ok(())
    }
}

impl Drop for BudgetPart {
    fn drop(&mut self) {
        let mut used = self.budget.used();
        used.total -= self.bytes;
        let Some(client) = self.client else { return };
        let rest = used.clients.get(&client).map_or(0, |bytes| *bytes).saturating_sub(self.bytes);
        match rest {
            0 => used.clients.remove(&client),
            rest => used.clients.insert(client, rest),
        };
    }
}

/// Bytes with their part of the budget.
struct BudgetedBytes {
    bytes: Vec<u8>,
    _part: BudgetPart,
}

impl AsRef<[u8]> for BudgetedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Budget of four units, three of them for a client.
    const fn budget() -> BodyBudget {
        BodyBudget::new(4 * UNIT, 3 * UNIT)
    }

    async fn read(
        budget: &'static BodyBudget,
        client: u8,
        units: usize,
    ) -> Result<Bytes, (ErrorKind, Option<u64>)> {
        let mut body = Body::from(vec![client; units * UNIT]);
        let read = budget.read(&mut body, Some([192, 0, 2, client].into()), 8 * UNIT).await;
        read.map_err(|error| (error.kind(), error.retry_after()))
    }

    #[tokio::test]
    async fn bodies_over_the_budget_are_refused_until_others_are_dropped() {
        static BUDGET: BodyBudget = budget();
        let refused = Err((ErrorKind::Unavailable, Some(5)));
        let first = read(&BUDGET, 1, 2).await.unwrap();
        assert_eq!(first, vec![1; 2 * UNIT]);
        assert_eq!(read(&BUDGET, 1, 2).await, refused, "the client has one unit left");
        let second = read(&BUDGET, 2, 2).await.unwrap();
        assert_eq!(read(&BUDGET, 3, 0).await, refused, "even an empty body takes a unit");
        let copy = first.clone();
        drop(first);
        assert_eq!(read(&BUDGET, 3, 1).await, refused, "a copy is left");
        drop((copy, second));
        assert!(BUDGET.used().total == 0 && BUDGET.used().clients.is_empty());
        read(&BUDGET, 1, 3).await.unwrap();
    }

    #[tokio::test]
    async fn a_body_that_fails_or_is_given_up_returns_its_part() {
        static BUDGET: BodyBudget = budget();
        assert_eq!(read(&BUDGET, 1, 9).await, Err((ErrorKind::TooLarge, None)));
        let mut body =
            Body::from_stream(futures_util::stream::pending::<Result<Bytes, axum::Error>>());
        let reading = BUDGET.read(&mut body, None, 8 * UNIT);
        // The body is read once, and never ends.
        let given_up = tokio::time::timeout(std::time::Duration::ZERO, reading).await;
        assert!(given_up.is_err() && BUDGET.used().total == 0);
    }
}
