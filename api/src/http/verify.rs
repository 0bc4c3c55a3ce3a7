//! Verifying a record.

use axum::extract::Request;
use broadside_engine::record::{self, Record, Verdict};

use super::admission::Admission;
use super::extract::{discard, json_bytes, parse};
use super::reply::Reply;
use crate::problem::{Kind, Problem};

/// The most bytes a record may have.
const LIMIT: usize = 512 * 1024;

/// The most JSON objects and arrays a record may have. A real record has one in about 47 bytes. An object takes 8 bytes or more,
/// and 80 times as many in memory.
const PARTS: usize = LIMIT / 32;

/// One record is verified at a time, because nobody needs a token for this. It takes at most about 40 times its bytes in memory;
/// with the records that wait that is less than 100 MB.
static VERIFYING: Admission =
    Admission::new(1, 11, "too many records are being verified: send yours again in some seconds");

/// Verify a record
///
/// Replays the record of a finished game and says what of it does not hold. Needs no token, and does not ask whether
/// the game was played here: compare its commitments with those that you were shown.
#[utoipa::path(post, path = "/v1/verify", tag = "fair play", operation_id = "verify_record", request_body = Record,
    responses((status = 200, description = "What was found", body = Verdict)))]
pub(super) async fn verify(request: Request) -> Result<Reply, Problem> {
    // Before the body is read: those that wait are in memory.
    let place = match VERIFYING.place() {
        Ok(place) => place,
        Err(busy) => {
            discard(request.into_body(), LIMIT).await;
            return Err(busy);
        }
    };
    let bytes = json_bytes(request, LIMIT).await?;
    if bytes.iter().filter(|byte| matches!(byte, b'{' | b'[')).count() > PARTS {
        let detail = format!("a record may have {PARTS} JSON objects and arrays, and this one has more");
        return Err(Problem::new(Kind::TooLarge, detail));
    }
    let turn = place.turn().await?;
    let verdict = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        Ok::<_, Problem>(record::verify_value(parse(&bytes)?))
    });
    Ok(Reply::ok(&verdict.await.map_err(Problem::internal)??))
}
