//! Listening, and stopping in good order.
//!
//! A stop has two steps. While the server drains, it serves as before, and says with each HTTP/1 answer that the connection ends
//! (`Connection: close`): clients that use their connections often learn of the stop by an answer. Then it closes the connections
//! that are still idle. Closing them at once would leave the requests unanswered that are on their way.

mod linger;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderValue, Version, header};
use axum::response::Response;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use self::linger::Lingering;

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

/// How long the server drains: longer than a client that is at work waits between two requests.
const DRAIN: Duration = Duration::from_millis(500);

/// How long those who are being answered may take after that. With the closing of the database it is less than the 35 seconds that
/// a stop may take.
const GRACE: Duration = Duration::from_secs(31);

/// What the server does with its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Serving,
    Draining,
    Closing,
}

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

/// Serves until `stop` is ready; then answers what has been asked, and ends.
pub async fn run(listener: TcpListener, router: Router, stop: impl Future<Output = ()> + Send + 'static) {
    let server = Server::new(router);
    tokio::select! {
        () = server.accept(&listener) => {}
        () = stop => {}
    }
    server.phase.send_replace(Phase::Draining);
    if server.phase.receiver_count() > 0 {
        tokio::select! {
            () = server.accept(&listener) => {}
            () = server.phase.closed() => {}
            () = sleep(DRAIN) => {}
        }
    }
    drop(listener);
    server.phase.send_replace(Phase::Closing);
    if timeout(GRACE, server.phase.closed()).await.is_err() {
        tracing::warn!("some connections were still open");
    }
}

struct Server {
    router: Router,
    http: auto::Builder<TokioExecutor>,
    places: Arc<Semaphore>,
    /// Each connection has a receiver of it.
    phase: watch::Sender<Phase>,
}

impl Server {
    fn new(router: Router) -> Self {
        let mut http = auto::Builder::new(TokioExecutor::new());
        http.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS_WITHIN);
        http.http2().timer(TokioTimer::new()).keep_alive_interval(HEADERS_WITHIN);
        let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        Self { router, http, places, phase: watch::Sender::new(Phase::Serving) }
    }

    /// Accepts connections, until it is dropped.
    async fn accept(&self, listener: &TcpListener) {
        loop {
            let place = Arc::clone(&self.places).acquire_owned().await;
            let Ok(place) = place else { return };
            match listener.accept().await {
                Ok((stream, peer)) => self.serve(stream, peer, place),
                Err(error) => {
                    // The connection has gone already, or there are no more descriptors: then others must end first.
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    /// Serves a connection, in a task of its own.
    fn serve(&self, stream: TcpStream, peer: SocketAddr, place: OwnedSemaphorePermit) {
        // Answers are small and wanted now.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(READ_WITHIN));
        let stream = TokioIo::new(Lingering::new(Box::pin(stream)));
        let (router, phase) = (self.router.clone(), self.phase.subscribe());
        let mut closing = phase.clone();
        let service = tower::service_fn(move |request: Request<_>| {
            let (router, phase) = (router.clone(), phase.clone());
            async move {
                let mut request = request.map(axum::body::Body::new);
                request.extensions_mut().insert(ConnectInfo(peer));
                let has_goaway = request.version() >= Version::HTTP_2;
                let mut response: Response = router.oneshot(request).await?;
                if !has_goaway && *phase.borrow() != Phase::Serving {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response)
            }
        });
        let connection = self.http.serve_connection(stream, TowerToHyperService::new(service)).into_owned();
        tokio::spawn(async move {
            let mut connection = Box::pin(connection);
            // In this order: what has arrived is read before an idle connection is closed.
            let ended = tokio::select! {
                biased;
                _ = connection.as_mut() => true,
                () = async { drop(closing.wait_for(|phase| *phase == Phase::Closing).await) } => false,
            };
            if !ended {
                connection.as_mut().graceful_shutdown();
                // A caller that breaks off is no business of ours.
                let _ = connection.await;
            }
            drop(place);
        });
    }
}
