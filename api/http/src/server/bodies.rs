//! Bodies of requests and responses that record the activity of their connection.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::{Sleep, sleep};

use super::connections::{Answering, Receiving};

/// Time in which the body of a request must arrive. A request may take a little longer, so that the
/// client gets this error.
const BODY_WITHIN: Duration = Duration::from_secs(25);
/// Maximum number of bytes passed on at once on HTTP/2: the connection would buffer more for a
/// client that takes nothing.
const PIECE: usize = 16 * 1024;

/// Error: the body of a request has not arrived in time.
#[derive(Debug, thiserror::Error)]
#[error("the body has not arrived within {} s", BODY_WITHIN.as_secs())]
pub struct BodyTimeout;

/// Body of a request, which must arrive in time.
pub(super) struct RequestBody<B> {
    body: B,
    /// `None` once the body has arrived.
    receiving: Option<Receiving>,
    deadline: Pin<Box<Sleep>>,
}

impl<B: HttpBody> RequestBody<B> {
    pub(super) fn new(body: B, receiving: Receiving) -> Self {
        Self { body, receiving: Some(receiving), deadline: Box::pin(sleep(BODY_WITHIN)) }
    }
}

impl<B> HttpBody for RequestBody<B>
where
    B: HttpBody<Data = Bytes, Error: Into<axum::BoxError>> + Unpin,
{
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) else {
            ready!(self.deadline.as_mut().poll(context));
            self.receiving = None;
            return Poll::Ready(Some(Err(BodyTimeout.into())));
        };
        if self.body.is_end_stream() || !matches!(frame, Some(Ok(_))) {
            self.receiving = None;
        }
        Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Body of a response.
pub(super) struct AnswerBody {
    body: Body,
    answering: Answering,
    /// Rest of a frame that is passed on in pieces.
    rest: Bytes,
    in_pieces: bool,
}

impl AnswerBody {
    pub(super) fn new(body: Body, answering: Answering, in_pieces: bool) -> Self {
        // Until the first frame is polled, the client has not even taken the head.
        answering.given();
        Self { body, answering, rest: Bytes::new(), in_pieces }
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.answering.taken();
        if self.rest.is_empty() {
            let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
            match frame.map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) => self.rest = data,
                Some(Ok(Err(frame))) => return Poll::Ready(Some(Ok(frame))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let length = if self.in_pieces { self.rest.len().min(PIECE) } else { self.rest.len() };
        let piece = self.rest.split_to(length);
        self.answering.given();
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, body) = (self.rest.len() as u64, self.body.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(rest + body.lower());
        if let Some(upper) = body.upper() {
            hint.set_upper(rest + upper);
        }
        hint
    }
}
