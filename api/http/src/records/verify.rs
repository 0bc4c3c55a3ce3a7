//! Verification of records.

use axum::extract::Request;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::record;

use crate::request::admission::Admission;
use crate::request::bodies::MAX_RECORD_BYTES;
use crate::request::extract::{json_bytes, parse_json};
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Maximum number of JSON objects and arrays in a record. A real record has one in about 47 bytes.
/// An object takes at least 8 bytes, and 80 times as many in memory.
const MAX_NODES: usize = MAX_RECORD_BYTES / 32;

/// Limit of one verification at a time, because anyone can ask without a token. A verification
/// takes at most about 40 times the bytes of the record in memory.
static ADMISSION: Admission =
    Admission::new(1, 11, "too many records are being verified: try again in a few seconds");

/// Verify a record
///
/// Replays the record of a finished game and reports everything that does not hold. Does not check
/// that the game was played on this server: to check that, compare the commitments in the record
/// with those that you were shown. A record may have 512 KiB. One record is verified at a time; if
/// too many are waiting, the answer is 503. Needs no token.
#[utoipa::path(post, path = "/v1/verify", tag = "fair play", operation_id = "verify_record", request_body = broadside_engine::record::Record,
    responses((status = 200, description = "The result of the verification", body = broadside_engine::record::Verdict)))]
pub(crate) async fn verify(request: Request) -> Result<JsonResponse, Problem> {
    let bytes = json_bytes(request).await?;
    if bytes.iter().filter(|byte| matches!(byte, b'{' | b'[')).count() > MAX_NODES {
        let detail =
            format!("a record may have {MAX_NODES} JSON objects and arrays, but this one has more");
        return Err(AppError::new(ErrorKind::TooLarge, detail).into());
    }
    let turn = ADMISSION.enter().await?;
    let verdict = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        Ok::<_, AppError>(record::verify_value(parse_json(&bytes)?))
    });
    Ok(JsonResponse::ok(&verdict.await.map_err(AppError::internal)??))
}
