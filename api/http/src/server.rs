//! Listening, and graceful shutdown.
//!
//! A stop has two steps. While the server drains, it serves requests as before, and announces the
//! end of the connection with each HTTP/1 response (`Connection: close`): clients that use their
//! connections often learn of the stop from a response. Then it closes the connections that are
//! still idle. Closing them at once would leave requests unanswered that are on their way.

mod bodies;
pub(crate) mod connections;
mod linger;

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Version, header};
use broadside_domain::limits::Limits;
use hyper::body::{Body as _, Incoming};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

pub use self::bodies::BodyTimeout;
use self::bodies::{AnswerBody, RequestBody};
use self::connections::{Connections, Place, most_connections, record_writes};
use self::linger::Lingering;

/// Maximum number of connections that wait to be accepted. With the usual 128, a burst of players
/// waits a whole second.
const BACKLOG: u32 = 1024;

/// Error: the server cannot listen on an address.
#[derive(Debug, thiserror::Error)]
#[error("{0} cannot be listened on: {1}; name another with --listen, port 0 takes a free one")]
pub struct ListenError(SocketAddr, std::io::Error);

/// Listens on an address.
///
/// # Errors
/// If the address is in use, or does not belong to this machine.
pub fn listen(address: SocketAddr) -> Result<TcpListener, ListenError> {
    let listen = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    listen().map_err(|error| ListenError(address, error))
}

/// Silence after which an HTTP/2 connection gets a ping, and time in which it must answer the ping.
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// Maximum number of concurrent requests on one HTTP/2 connection.
const MAX_STREAMS: u32 = 100;

/// Maximum number of bytes of responses that wait on an HTTP/2 stream, in addition to those of its
/// body.
const SEND_BUFFER: usize = 32 * 1024;

/// Time for the graceful shutdown of an idle connection.
const IDLE_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Time in which a client must take some of the data that is sent to it. After that, the connection
/// is closed.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// Time in which a stopping server accepts the connections that wait in the backlog. They are
/// already there.
const BACKLOG_TIMEOUT: Duration = Duration::from_millis(20);

/// Duration of draining: longer than an active client waits between two requests.
const DRAIN_TIME: Duration = Duration::from_millis(500);

/// Time for requests in progress after draining. Together with the closing of the database, this is
/// less than the 35 seconds that a stop may take.
const GRACE_PERIOD: Duration = Duration::from_secs(31);

/// Phase in the life of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Serving,
    Draining,
    Closing,
}

/// Registers for the signals that stop the process. The returned future is ready when one arrives.
///
/// # Errors
/// If signals cannot be received.
pub fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping: finishing open requests");
    })
}

/// Serves until `stop` is ready, within the shares of connections that limits set for peers other
/// than proxies, then answers the requests in progress, and returns.
pub async fn run(
    listener: TcpListener,
    limits: &Limits,
    proxies: &[IpAddr],
    router: Router,
    stop: impl Future<Output = ()> + Send + 'static,
) {
    let server = Server::new(limits, proxies, router);
    tokio::select! {
        () = server.accept(&listener) => {}
        () = stop => {}
    }
    server.phase.send_replace(Phase::Draining);
    // Connections that wait to be accepted are also served.
    let _ = timeout(BACKLOG_TIMEOUT, server.accept(&listener)).await;
    if server.phase.receiver_count() > 0 {
        tokio::select! {
            () = server.accept(&listener) => {}
            () = server.phase.closed() => {}
            () = sleep(DRAIN_TIME) => {}
        }
    }
    drop(listener);
    server.phase.send_replace(Phase::Closing);
    if timeout(GRACE_PERIOD, server.phase.closed()).await.is_err() {
        tracing::warn!("some connections were still open");
    }
}

struct Server {
    router: Router,
    http: auto::Builder<TokioExecutor>,
    connections: Arc<Connections>,
    /// Current phase. Each connection has a receiver of it.
    phase: watch::Sender<Phase>,
}

impl Server {
    fn new(limits: &Limits, proxies: &[IpAddr], router: Router) -> Self {
        let mut http = auto::Builder::new(TokioExecutor::new());
        // `connections` limits the time between two requests. The time-out of hyper would begin
        // before an answer is written, and so cut off a client that reads slowly.
        http.http1().timer(TokioTimer::new()).header_read_timeout(None);
        http.http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(PING_INTERVAL)
            .keep_alive_timeout(PING_INTERVAL)
            .max_concurrent_streams(MAX_STREAMS)
            .max_send_buf_size(SEND_BUFFER);
        Self {
            router,
            http,
            connections: Connections::new(most_connections(), limits, proxies.to_vec()),
            phase: watch::Sender::new(Phase::Serving),
        }
    }

    /// Accepts connections, until it is dropped.
    async fn accept(&self, listener: &TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    if let Some(place) = self.connections.admit(peer.ip()).await {
                        self.serve(stream, peer, place);
                    }
                }
                Err(error) => {
                    // The connection is already gone, or the process is out of file descriptors.
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    /// Serves a connection in its own task.
    fn serve(&self, stream: TcpStream, peer: SocketAddr, place: Place) {
        // Disable Nagle's algorithm: responses are small, and clients wait for them.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIMEOUT));
        let stream = record_writes(Lingering::new(Box::pin(stream)), Arc::clone(&place.activity));
        let stream = TokioIo::new(stream);
        let (router, phase) = (self.router.clone(), self.phase.subscribe());
        let mut closing = phase.clone();
        let activity = Arc::clone(&place.activity);
        let service = tower::service_fn(move |request: Request<Incoming>| {
            let (router, phase) = (router.clone(), phase.clone());
            let is_http1 = request.version() < Version::HTTP_2;
            let answering = activity.answer(is_http1);
            let receiving = (!request.body().is_end_stream()).then(|| activity.receive());
            async move {
                let mut request = request.map(|body| match receiving {
                    Some(receiving) => Body::new(RequestBody::new(body, receiving)),
                    None => Body::empty(),
                });
                request.extensions_mut().insert(ConnectInfo(peer));
                let mut response = router.oneshot(request).await?;
                if is_http1 && *phase.borrow() != Phase::Serving {
                    response
                        .headers_mut()
                        .insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(
                    response.map(|body| AnswerBody::new(body, answering, !is_http1)),
                )
            }
        });
        let connection =
            self.http.serve_connection(stream, TowerToHyperService::new(service)).into_owned();
        tokio::spawn(async move {
            let mut connection = Box::pin(connection);
            // Keep this order: data that has arrived is read before an idle connection is closed.
            let end = tokio::select! {
                biased;
                _ = connection.as_mut() => ConnectionEnd::Closed,
                () = async { drop(closing.wait_for(|phase| *phase == Phase::Closing).await) } => ConnectionEnd::Stopping,
                is_idle = place.activity.expired() => ConnectionEnd::Expired { is_idle },
            };
            // A client that disconnects is not an error.
            match end {
                ConnectionEnd::Closed => {}
                ConnectionEnd::Stopping => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
                ConnectionEnd::Expired { is_idle } => {
                    if is_idle {
                        connection.as_mut().graceful_shutdown();
                        let _ = timeout(IDLE_SHUTDOWN_TIMEOUT, connection).await;
                    }
                }
            }
            drop(place);
        });
    }
}

/// Reason why a connection is no longer served.
enum ConnectionEnd {
    Closed,
    Stopping,
    /// The client has sent or taken nothing for too long, or another connection needs the place.
    Expired {
        is_idle: bool,
    },
}
