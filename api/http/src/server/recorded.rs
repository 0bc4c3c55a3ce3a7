//! Stream that records what is written to it as activity of its connection.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::connections::Activity;

/// Stream of a connection.
pub(super) struct Recorded<S> {
    stream: S,
    activity: Arc<Activity>,
}

impl<S> Recorded<S> {
    pub(super) fn new(stream: S, activity: Arc<Activity>) -> Self {
        Self { stream, activity }
    }

    fn record(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(count)) if count > 0) {
            self.activity.wrote();
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Recorded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Recorded<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.record(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.record(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::{sleep, timeout};

    use super::*;

    /// Writes an answer to a client that takes 4 of 100 bytes every 5 seconds. Returns true if the connection expires
    /// before the client has the answer.
    async fn expires_while_it_is_read(is_http1: bool) -> bool {
        let activity = Arc::new(Activity::new());
        let (mut client, server) = duplex(4);
        let mut server = Recorded::new(server, Arc::clone(&activity));
        drop(activity.answer(is_http1));
        let reading = async {
            let mut bytes = [0; 4];
            for _ in 0..25 {
                sleep(Duration::from_secs(5)).await;
                client.read_exact(&mut bytes).await.unwrap();
            }
        };
        let written = async { tokio::join!(server.write_all(&[0; 100]), reading) };
        tokio::select! {
            _ = written => {
                assert!(timeout(Duration::from_secs(61), activity.expired()).await.is_ok(), "it is never idle");
                false
            }
            _ = activity.expired() => true,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_is_not_idle_while_an_answer_is_read_slowly() {
        assert!(!expires_while_it_is_read(true).await);
        // Over HTTP/2 the server also writes pings.
        assert!(expires_while_it_is_read(false).await);
    }
}
