//! Verifying a record.

use axum::extract::Request;
use broadside_engine::record::{self, Record, Verdict};
use tokio::sync::Semaphore;

use super::extract::{json_bytes, parse};
use super::reply::Reply;
use crate::problem::Problem;

/// The most bytes a record may have.
const LIMIT: usize = 4 * 1024 * 1024;

static ONE_AT_A_TIME: Semaphore = Semaphore::const_new(1);

/// Verify a record
///
/// Replays the record of a finished game and says what of it does not hold. Needs no token, and does not ask whether
/// the game was played here: compare its commitments with those that you were shown.
#[utoipa::path(post, path = "/v1/verify", tag = "fair play", operation_id = "verify_record", request_body = Record,
    responses((status = 200, description = "What was found", body = Verdict)))]
pub(super) async fn verify(request: Request) -> Result<Reply, Problem> {
    let bytes = json_bytes(request, LIMIT).await?;
    // A record of many small parts takes far more memory than it has bytes, and nobody needs a token for this.
    let _turn = ONE_AT_A_TIME.acquire().await.map_err(Problem::internal)?;
    let verdict = tokio::task::spawn_blocking(move || Ok::<_, Problem>(record::verify_value(parse(&bytes)?)));
    Ok(Reply::ok(&verdict.await.map_err(Problem::internal)??))
}
