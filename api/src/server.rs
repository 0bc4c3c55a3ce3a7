//! Listening, and stopping in good order.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower::Layer;

/// How many connections may wait to be accepted. The usual 128 makes a burst of players wait a whole second.
const BACKLOG: u32 = 1024;

/// An address that cannot be listened on.
#[derive(Debug, thiserror::Error)]
#[error("{0} cannot be listened on: {1}; name another with --listen, port 0 takes a free one")]
pub struct ListenError(SocketAddr, std::io::Error);

/// Listens on an address.
///
/// # Errors
/// If it is taken, or not this machine's.
pub fn listen(address: SocketAddr) -> Result<TcpListener, ListenError> {
    let listen = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    listen().map_err(|error| ListenError(address, error))
}

/// How many connections there may be at once; more wait to be accepted.
const MOST_CONNECTIONS: usize = 20_000;

/// How long a connection may take to say what it wants, and how long it may be idle.
const HEADERS_WITHIN: Duration = Duration::from_secs(20);

/// How long a connection may take none of what is sent to it, until it is given up.
const READ_WITHIN: Duration = Duration::from_secs(10);

/// How long those who are being answered may take once the process is told to stop.
const GRACE: Duration = Duration::from_secs(35);

/// Hears from now on when the process is told to stop; the future is ready when it is.
///
/// # Errors
/// If signals cannot be heard.
pub fn stop() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping: answering what has been asked");
    })
}

/// Serves until `stop` is ready; then takes no new connections and answers what has been asked.
pub async fn run(listener: TcpListener, router: Router, stop: impl Future<Output = ()> + Send + 'static) {
    let mut http = auto::Builder::new(TokioExecutor::new());
    http.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS_WITHIN);
    http.http2().timer(TokioTimer::new()).keep_alive_interval(HEADERS_WITHIN);
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    tokio::pin!(stop);
    loop {
        let place = Arc::clone(&places).acquire_owned();
        let accepted = tokio::select! {
            (place, accepted) = async { (place.await, listener.accept().await) } => accepted.map(|(stream, peer)| (place, stream, peer)),
            () = &mut stop => break,
        };
        let (place, stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // The connection has gone already, or there are no more descriptors: then others must end first.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Answers are small and wanted now.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(READ_WITHIN));
        let service = TowerToHyperService::new(Extension(ConnectInfo(peer)).layer(router.clone()));
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service).into_owned();
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // A caller that breaks off is no business of ours.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(GRACE, connections.shutdown()).await.is_err() {
        tracing::warn!("some connections were still open");
    }
}
