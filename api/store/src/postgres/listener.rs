//! Listens to the notifications of nodes, on a dedicated connection.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::time::timeout;

use super::connector::{Connector, Need};
use super::{CHANNEL, EXCHANGE};

/// Time without a notification after which the connection is checked.
const CHECKED_AFTER: Duration = Duration::from_secs(5);

fn silent<T>(_: T) -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())
}

/// Passes notifications to `on_notification` until the connection is too old, or breaks, which is
/// an error. Calls `on_notification` with `None` when it begins to listen.
pub(super) async fn listen(
    connector: &Arc<Connector>,
    on_notification: &(dyn for<'a> Fn(Option<&'a str>) + Send + Sync),
) -> Result<(), sqlx::Error> {
    // `PgListener` opens its own connection. This one only finds the host.
    let (found, host) = connector.connect_to(Need::Read).await?;
    found.close_in_background();
    let opened = Instant::now();
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(EXCHANGE);
    let pool = pool.idle_timeout(None).max_lifetime(None).connect_lazy_with(host);
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.eager_reconnect(false);
    timeout(EXCHANGE, listener.listen(CHANNEL)).await.map_err(silent)??;
    on_notification(None);
    while connector.is_current(opened) {
        match timeout(CHECKED_AFTER, listener.try_recv()).await {
            Ok(Ok(Some(told))) => on_notification(Some(told.payload())),
            Ok(Ok(None)) => {
                return Err(sqlx::Error::Io(std::io::ErrorKind::ConnectionAborted.into()));
            }
            Ok(Err(error)) => return Err(error),
            Err(_) => {
                let check = sqlx::query("SELECT 1").execute(&mut listener);
                timeout(EXCHANGE, check).await.map_err(silent)??;
            }
        }
    }
    Ok(())
}
