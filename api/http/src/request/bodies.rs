//! Bodies of requests: the time and the memory that they may take.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::Request;
use axum::http::Version;
use broadside_domain::error::{AppError, ErrorKind};
use http_body_util::BodyExt;
use tokio::time::timeout;

use crate::request::shares::{Held, Holder, Shares};

/// Maximum number of bytes in a body.
const MAX_BODY_BYTES: usize = 64 * 1024;
/// Maximum number of bytes in a record to verify.
pub(crate) const MAX_RECORD_BYTES: usize = 512 * 1024;
/// Number of KiB that the server holds of bodies that arrive, and of bodies that wait for their
/// handlers.
pub(crate) const MAX_HELD_KIB: usize = 64 * 1024;
/// Time in which a body must arrive. A request may take a little longer, so that the client gets
/// this error.
const BODY_TIMEOUT: Duration = Duration::from_secs(25);
/// Maximum number of bytes to read and discard of a body that is refused.
const MAX_DISCARDED_BYTES: usize = 100_000_000;

/// Reads the body of a request before the request is checked. Otherwise a refused request would
/// leave its body on the connection, which would have to be closed. What counts depends on the
/// length of the body. The body counts for its client until its handler has the request.
///
/// # Errors
/// If too many bodies are held, or the body is too large, does not arrive in time, breaks off or is
/// malformed.
pub(crate) async fn buffer_body(
    request: Request,
    client: Option<IpAddr>,
    shares: &Arc<Shares>,
) -> Result<Request, AppError> {
    let max_bytes = match request.uri().path() {
        // The operation reads a mail itself, once it has seen the secret of the operator.
        "/v1/mail/inbound" => return Ok(request),
        "/v1/verify" => MAX_RECORD_BYTES,
        _ => MAX_BODY_BYTES,
    };
    if request.body().is_end_stream() {
        return Ok(request);
    }
    let (mut head, mut body) = request.into_parts();
    match hold_body(&mut body, max_bytes, client, shares).await {
        Ok((bytes, held)) => {
            head.extensions.insert(Arc::new(held));
            Ok(Request::from_parts(head, bytes.into()))
        }
        Err(error) => {
            if error.kind() != ErrorKind::Timeout {
                discard(head.version, body).await;
            }
            Err(error)
        }
    }
}

/// Reads a body whose memory is available. Never waits for memory.
async fn hold_body(
    body: &mut Body,
    max_bytes: usize,
    client: Option<IpAddr>,
    shares: &Arc<Shares>,
) -> Result<(Bytes, Held), AppError> {
    let length = declared_length(body).unwrap_or(max_bytes).min(max_bytes);
    let held = shares.take(shares.holders(client), length.div_ceil(1024).max(1));
    let held = held.map_err(|holder| {
        let detail = match holder {
            Holder::Everybody => "the server is receiving too many bodies: try again in a few seconds",
            _ => "your address or its network is sending too many bodies at once: send fewer, or try again in a few seconds",
        };
        AppError::new(ErrorKind::Unavailable, detail)
    })?;
    Ok((read_body(body, max_bytes).await?, held))
}

/// Returns the length of a body; `None` for a chunked body, and for some over HTTP/2.
fn declared_length(body: &Body) -> Option<usize> {
    body.size_hint().exact().map(|length| usize::try_from(length).unwrap_or(usize::MAX))
}

/// Reads a body of at most `max_bytes` bytes.
///
/// # Errors
/// If the body is larger, does not arrive in time, breaks off or is malformed.
pub(crate) async fn read_body(body: &mut Body, max_bytes: usize) -> Result<Bytes, AppError> {
    let length = declared_length(body).unwrap_or(max_bytes);
    if length > max_bytes {
        return Err(AppError::from_kind(ErrorKind::TooLarge));
    }
    let read = async {
        let mut bytes = Vec::with_capacity(length.min(MAX_RECORD_BYTES));
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| {
                let detail =
                    "the body cannot be read: it ends too early, or its chunks are malformed";
                AppError::new(ErrorKind::BadRequest, detail)
            })?;
            let Ok(data) = frame.into_data() else { continue };
            if bytes.len() + data.len() > max_bytes {
                return Err(AppError::from_kind(ErrorKind::TooLarge));
            }
            // A copy: each frame, even of one byte, would keep the buffer that it was received in.
            bytes.extend_from_slice(&data);
        }
        Ok(Bytes::from(bytes))
    };
    timeout(BODY_TIMEOUT, read).await.unwrap_or_else(|_| {
        let detail =
            format!("the body has not arrived within {} s: send it again", BODY_TIMEOUT.as_secs());
        Err(AppError::new(ErrorKind::Timeout, detail))
    })
}

/// Reads and discards a body that is refused, since a client that is still sending would not read
/// the answer. Over HTTP/2, the client reads the answer while it sends.
pub(crate) async fn discard(version: Version, mut body: Body) {
    if version == Version::HTTP_2 {
        return;
    }
    let read = async {
        let mut bytes = 0;
        while let Some(Ok(frame)) = body.frame().await {
            bytes += frame.data_ref().map_or(0, Bytes::len);
            if bytes > MAX_DISCARDED_BYTES {
                return;
            }
        }
    };
    let _ = timeout(BODY_TIMEOUT, read).await;
}

#[cfg(test)]
mod tests {
    use broadside_domain::limits::Limits;

    use super::*;

    const CLIENT: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1)));

    async fn buffer(
        shares: &Arc<Shares>,
        path: &str,
        bytes: usize,
    ) -> Result<Request, (ErrorKind, Option<u64>)> {
        let request = Request::builder().uri(path).body(Body::from(vec![1; bytes])).unwrap();
        let buffered = buffer_body(request, CLIENT, shares).await;
        buffered.map_err(|error| (error.kind(), error.retry_after()))
    }

    #[tokio::test]
    async fn bodies_count_for_their_client_until_the_requests_are_dropped() {
        // No share is below 64 KiB.
        let shares = Shares::new(1_000, &Limits::NORMAL);
        let refused = Some((ErrorKind::Unavailable, Some(5)));
        let first = buffer(&shares, "/v1/games", 63 * 1024).await.unwrap();
        let second = buffer(&shares, "/v1/games", 1).await.unwrap();
        assert_eq!(buffer(&shares, "/v1/games", 1).await.err(), refused);
        drop(first);
        assert!(buffer(&shares, "/v1/games", 1).await.is_ok());
        drop(second);
        assert!(buffer(&shares, "/v1/games", 64 * 1024).await.is_ok());
    }

    #[tokio::test]
    async fn only_a_record_may_be_longer_than_64_kib() {
        let shares = Shares::new(MAX_HELD_KIB, &Limits::NORMAL);
        let too_large = Some((ErrorKind::TooLarge, None));
        assert_eq!(buffer(&shares, "/v1/games", 64 * 1024 + 1).await.err(), too_large);
        assert!(buffer(&shares, "/v1/verify", 512 * 1024).await.is_ok());
        assert_eq!(buffer(&shares, "/v1/verify", 512 * 1024 + 1).await.err(), too_large);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_arrive_times_out_and_no_longer_counts() {
        let shares = Shares::new(1_000, &Limits::NORMAL);
        let endless = futures_util::stream::pending::<Result<Bytes, axum::Error>>();
        let request = Request::new(Body::from_stream(endless));
        let error = buffer_body(request, CLIENT, &shares).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout);
        assert!(buffer(&shares, "/v1/games", 64 * 1024).await.is_ok());
    }
}
