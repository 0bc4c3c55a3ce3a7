//! Closing of a connection so that its last response arrives.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// Time for which a closed connection is read, because the client may have sent data before it
/// learned of the close. Closing a socket with unread data resets the connection, and the client's
/// system may then discard the response.
const LINGER: Duration = Duration::from_millis(250);

/// Stream that ends its own side first, and closes when the other side has ended too, or after a
/// moment.
pub(super) struct Lingering<S> {
    stream: S,
    /// Set once its own side has ended.
    until: Option<Pin<Box<Sleep>>>,
}

impl<S> Lingering<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, until: None }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Lingering<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Lingering<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let until = match &mut this.until {
            Some(until) => until,
            until => {
                ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
                until.insert(Box::pin(sleep(LINGER)))
            }
        };
        let mut bytes = [0; 1024];
        loop {
            if until.as_mut().poll(context).is_ready() {
                return Poll::Ready(Ok(()));
            }
            let mut buffer = ReadBuf::new(&mut bytes);
            match ready!(Pin::new(&mut this.stream).poll_read(context, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => {}
                // The other side has ended too, or is gone.
                Ok(()) | Err(_) => return Poll::Ready(Ok(())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    #[tokio::test]
    async fn what_is_left_unread_does_not_cost_the_last_answer() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        client.write_all(b"too late").await.unwrap();
        client.shutdown().await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = Lingering::new(stream);
        stream.write_all(b"the last answer").await.unwrap();
        stream.shutdown().await.unwrap();
        drop(stream);
        let mut answer = Vec::new();
        let read = client.read_to_end(&mut answer).await;
        assert_eq!(read.map_err(|error| error.kind()), Ok::<_, ErrorKind>(15));
    }
}
