//! Listening, and stopping in good order.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{SignalKind, signal};

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
///
/// # Errors
/// If the listener fails.
pub async fn run(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let (stopping, mut stopped) = tokio::sync::watch::channel(false);
    let stop = async move {
        stop.await;
        // Nobody listens once everything is answered.
        let _ = stopping.send(true);
    };
    let late = async move {
        // An error means that the server has ended by itself.
        if stopped.wait_for(|&stopped| stopped).await.is_ok() {
            tokio::time::sleep(GRACE).await;
        } else {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        served = axum::serve(listener, router).with_graceful_shutdown(stop) => served,
        () = late => {
            tracing::warn!("some connections were still open");
            Ok(())
        }
    }
}
