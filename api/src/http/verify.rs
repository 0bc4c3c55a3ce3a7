//! Verifying a record.

use axum::extract::Request;
use broadside_engine::record::{self, Record, Verdict};

use super::extract::{json_bytes, parse};
use super::reply::Reply;
use crate::problem::Problem;

/// The most bytes a record may have.
const LIMIT: usize = 4 * 1024 * 1024;

/// Verify a record
///
/// Replays the record of a finished game and says what of it does not hold. Needs no token, and does not ask whether
/// the game was played here: compare its commitments with those that you were shown.
#[utoipa::path(post, path = "/verify", tag = "fair play", operation_id = "verify_record", request_body = Record,
    responses((status = 200, description = "What was found", body = Verdict)))]
pub(super) async fn verify(request: Request) -> Result<Reply, Problem> {
    let bytes = json_bytes(request, LIMIT).await?;
    let verdict = tokio::task::spawn_blocking(move || {
        let text = parse(&bytes)?.to_string();
        Ok::<_, Problem>(record::verify(&text))
    });
    Ok(Reply::ok(&verdict.await.map_err(Problem::internal)??))
}
