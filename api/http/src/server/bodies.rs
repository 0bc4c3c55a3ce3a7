//! Bodies of requests and answers, which record on the deadline of their connection what the client
//! does.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};

use super::connections::{CLIENT_TIMEOUT, Deadline, IDLE_TIMEOUT};

/// Maximum number of bytes passed on at once: the connection would buffer more for a client that
/// takes nothing.
const MAX_PIECE: usize = 16 * 1024;

/// Body of a request. While it arrives, the connection is not idle: if it were, clients that never
/// send the rest would outlast others on a full node.
pub(super) struct RequestBody {
    body: Incoming,
    deadline: Arc<Deadline>,
}

impl RequestBody {
    pub(super) fn new(body: Incoming, deadline: Arc<Deadline>) -> Self {
        deadline.set(if body.is_end_stream() { IDLE_TIMEOUT } else { CLIENT_TIMEOUT });
        Self { body, deadline }
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        self.deadline.set(IDLE_TIMEOUT);
    }
}

/// Body of an answer. It is asked for its next piece once the client has taken what came before.
pub(super) struct ResponseBody {
    body: Body,
    /// Rest of a frame that is passed on in pieces.
    rest: Bytes,
    deadline: Arc<Deadline>,
}

impl ResponseBody {
    pub(super) fn new(body: Body, deadline: Arc<Deadline>) -> Self {
        deadline.set(CLIENT_TIMEOUT);
        Self { body, rest: Bytes::new(), deadline }
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.deadline.set(IDLE_TIMEOUT);
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                end => return Poll::Ready(end),
            }
        }
        self.deadline.set(CLIENT_TIMEOUT);
        let length = self.rest.len().min(MAX_PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.len() as u64;
        let body = self.body.size_hint();
        let mut hint = SizeHint::new();
        hint.set_lower(rest + body.lower());
        if let Some(upper) = body.upper() {
            hint.set_upper(rest + upper);
        }
        hint
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.deadline.set(IDLE_TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use http_body_util::BodyExt;
    use tokio::time::timeout;

    use super::*;

    async fn passes_within(seconds: u64, deadline: &Deadline) -> bool {
        timeout(Duration::from_secs(seconds), deadline.passed()).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_is_not_taken_ends_the_connection() {
        let deadline = Arc::new(Deadline::default());
        let mut body = ResponseBody::new(Body::from(vec![1; 3 * MAX_PIECE]), Arc::clone(&deadline));
        assert_eq!(body.size_hint().exact(), Some(3 * MAX_PIECE as u64));
        for _ in 0..3 {
            assert!(!passes_within(29, &deadline).await);
            let piece = body.frame().await.unwrap().unwrap().into_data().unwrap();
            assert_eq!(piece.len(), MAX_PIECE);
        }
        assert!(passes_within(31, &deadline).await, "the client takes nothing");
        drop(body);
        assert!(!passes_within(59, &deadline).await);
        assert!(passes_within(2, &deadline).await, "idle");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_waits_for_more_has_taken_everything() {
        let deadline = Arc::new(Deadline::default());
        let endless = futures_util::stream::pending::<Result<Bytes, axum::Error>>();
        let mut body = ResponseBody::new(Body::from_stream(endless), Arc::clone(&deadline));
        assert!(timeout(Duration::from_secs(10), body.frame()).await.is_err());
        assert!(!passes_within(49, &deadline).await);
    }
}
