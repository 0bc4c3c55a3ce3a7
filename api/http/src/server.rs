//! Listening, and graceful shutdown.
//!
//! A stop has two steps. While the server drains, it serves requests as before, and announces the
//! end of the connection with each HTTP/1 response (`Connection: close`): clients that use their
//! connections often learn of the stop from a response. Then it closes the connections that are
//! still idle. Closing them at once would leave requests unanswered that are on their way.

mod bodies;
pub(crate) mod connections;

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, Version, header};
use broadside_domain::limits::Limits;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use self::bodies::{RequestBody, ResponseBody};
use self::connections::{Connections, Deadline, max_connections};

/// Maximum number of connections that wait to be accepted. With the usual 128, a burst of players
/// waits a whole second.
const BACKLOG: u32 = 1024;

/// Error: the server cannot listen on an address.
#[derive(Debug, thiserror::Error)]
#[error("{0} cannot be listened on: {1}; name another with --listen, port 0 takes a free one")]
pub struct ListenError(SocketAddr, io::Error);

/// Listens on an address.
///
/// # Errors
/// If the address is in use, or does not belong to this machine.
pub fn listen(address: SocketAddr) -> Result<TcpListener, ListenError> {
    bind(address).map_err(|error| ListenError(address, error))
}

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Silence after which an HTTP/2 connection gets a ping, and time in which it must answer the ping.
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// Maximum number of concurrent requests on one HTTP/2 connection.
const MAX_STREAMS: u32 = 100;

/// Maximum number of bytes of responses that wait on an HTTP/2 stream, in addition to those of its
/// body.
const STREAM_BUFFER: usize = 32 * 1024;

/// Maximum number of bytes that wait on an HTTP/1 connection: of the head of a request, or of a
/// response. A client that reads slowly has a minute for the last of them.
const CONNECTION_BUFFER: usize = 64 * 1024;

/// Time for the graceful shutdown of a connection on which nothing happens.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Time in which a stopping server accepts the connections that wait in the backlog. They are
/// already there.
const BACKLOG_TIMEOUT: Duration = Duration::from_millis(20);

/// Duration of draining: longer than an active client waits between two requests.
const DRAIN_TIME: Duration = Duration::from_millis(500);

/// Time for requests in progress after draining. Together with the closing of the database, this is
/// less than the 35 seconds that a stop may take.
const GRACE_PERIOD: Duration = Duration::from_secs(31);

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
pub fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
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
    let mut server = Server::new(limits, proxies, router);
    tokio::select! {
        () = server.accept(&listener) => {}
        () = stop => {}
    }
    let phase = server.phase.clone();
    phase.send_replace(Phase::Draining);
    // Connections that wait to be accepted are also served.
    let _ = timeout(BACKLOG_TIMEOUT, server.accept(&listener)).await;
    tokio::select! {
        () = server.accept(&listener) => {}
        () = phase.closed() => {}
        () = sleep(DRAIN_TIME) => {}
    }
    drop(listener);
    phase.send_replace(Phase::Closing);
    if timeout(GRACE_PERIOD, phase.closed()).await.is_err() {
        tracing::warn!("some connections were still open");
    }
}

struct Server {
    router: Router,
    http: auto::Builder<TokioExecutor>,
    connections: Connections,
    /// Current phase. Each connection has a receiver of it.
    phase: watch::Sender<Phase>,
}

impl Server {
    fn new(limits: &Limits, proxies: &[IpAddr], router: Router) -> Self {
        let mut http = auto::Builder::new(TokioExecutor::new());
        // The deadline of a connection limits the time between two requests. The time-out of hyper
        // would begin before an answer is written.
        http.http1()
            .timer(TokioTimer::new())
            .header_read_timeout(None)
            .max_buf_size(CONNECTION_BUFFER);
        http.http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(PING_INTERVAL)
            .keep_alive_timeout(PING_INTERVAL)
            .max_concurrent_streams(MAX_STREAMS)
            .max_send_buf_size(STREAM_BUFFER);
        Self {
            router,
            http,
            connections: Connections::new(max_connections(), limits, proxies.to_vec()),
            phase: watch::Sender::new(Phase::Serving),
        }
    }

    /// Accepts connections, until it is dropped.
    async fn accept(&mut self, listener: &TcpListener) {
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = self.connections.ended() => continue,
            };
            match accepted {
                Ok((stream, peer)) => {
                    if let Some(slot) = self.connections.admit(peer.ip()).await {
                        let connection = self.serve(stream, peer, Arc::clone(&slot.deadline));
                        self.connections.spawn(slot, connection);
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

    /// Serves a connection to its end.
    fn serve(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        deadline: Arc<Deadline>,
    ) -> impl Future<Output = ()> + Send + 'static {
        // Disable Nagle's algorithm: responses are small, and clients wait for them.
        let _ = stream.set_nodelay(true);
        let router = self.router.clone();
        let phase = self.phase.subscribe();
        let mut closing = phase.clone();
        let progress = Arc::clone(&deadline);
        let service = service_fn(move |request: Request<Incoming>| {
            respond(router.clone(), peer, phase.clone(), Arc::clone(&progress), request)
        });
        let connection = self.http.serve_connection(TokioIo::new(stream), service).into_owned();
        async move {
            let mut connection = pin!(connection);
            // Keep this order: data that has arrived is read before an idle connection is closed.
            // A client that disconnects is not an error.
            tokio::select! {
                biased;
                _ = connection.as_mut() => return,
                () = async { drop(closing.wait_for(|phase| *phase == Phase::Closing).await) } => {}
                () = deadline.passed() => deadline.set(CLOSE_TIMEOUT),
            }
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                _ = connection => {}
                () = deadline.passed() => {}
            }
        }
    }
}

/// Answers a request, and records on the deadline of its connection that something happens.
async fn respond(
    router: Router,
    peer: SocketAddr,
    phase: watch::Receiver<Phase>,
    deadline: Arc<Deadline>,
    request: Request<Incoming>,
) -> Result<Response<ResponseBody>, Infallible> {
    let is_http1 = request.version() < Version::HTTP_2;
    let mut request = request.map(|body| Body::new(RequestBody::new(body, Arc::clone(&deadline))));
    request.extensions_mut().insert(ConnectInfo(peer));
    let mut response = router.oneshot(request).await?;
    if is_http1 && *phase.borrow() != Phase::Serving {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response.map(|body| ResponseBody::new(body, deadline)))
}
