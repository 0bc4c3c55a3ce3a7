//! Listens to the notifications of nodes, on a dedicated connection.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::postgres::PgListener;
use tokio::time::timeout;

use super::connector::{Connector, QUERY_TIMEOUT, in_time};

/// Channel for notifications between nodes.
pub(super) const CHANNEL: &str = "broadside";
/// Time without a notification after which the connection is checked.
const CHECK_AFTER: Duration = Duration::from_secs(5);

/// Passes notifications to `on_notification` until the connection is not to be used any more, or
/// breaks, which is an error. Calls `on_notification` with `None` when it begins to listen.
pub(super) async fn listen(
    connector: &Arc<Connector>,
    on_notification: &(dyn for<'a> Fn(Option<&'a str>) + Send + Sync),
) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(&connector.pool(1)).await?;
    let opened = Instant::now();
    listener.eager_reconnect(false);
    in_time(QUERY_TIMEOUT, listener.listen(CHANNEL)).await?;
    on_notification(None);
    while connector.trusts(opened.elapsed()) {
        match timeout(CHECK_AFTER, listener.try_recv()).await {
            Ok(Ok(Some(notification))) => on_notification(Some(notification.payload())),
            Ok(Ok(None)) => {
                return Err(sqlx::Error::Io(std::io::ErrorKind::ConnectionAborted.into()));
            }
            Ok(Err(error)) => return Err(error),
            Err(_) => {
                let check = sqlx::query("SELECT 1").execute(&mut listener);
                in_time(QUERY_TIMEOUT, check).await?;
            }
        }
    }
    Ok(())
}
