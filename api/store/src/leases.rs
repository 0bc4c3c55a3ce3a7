//! Leases: rows, and work of other kinds, that only one node works on at a time.

use broadside_domain::time::Time;

use crate::backend::{Backend, Engine};
use crate::error::StoreError;
use crate::sql::{Connection, Dialect, Query, Record, query, query_text};
use crate::table::Table;

/// Term of a lease.
#[derive(Clone, Copy, Debug)]
pub struct LeaseTerm<'l> {
    pub now: Time,
    pub until: Time,
    pub lease: &'l str,
}

/// Rows of a table that can be leased. The table has the columns `lease`, the id of the lease, and
/// `leased_until`.
pub(crate) struct LeaseQuery<'q> {
    /// The table. Other fields call it `t`.
    pub(crate) table: &'static str,
    /// Column with the id of a row.
    pub(crate) id: &'static str,
    pub(crate) columns: &'q str,
    /// Condition that there is something to do for a row at `$1`.
    pub(crate) condition: &'q str,
    pub(crate) order: &'static str,
}

impl LeaseQuery<'_> {
    /// Condition that a row can be leased at `$1`. A row without a lease is free regardless of
    /// `leased_until`, because a clock may be set back.
    fn is_due(&self) -> String {
        let condition = self.condition;
        format!("{condition} AND (t.lease IS NULL OR t.leased_until <= $1)")
    }

    /// Statement that leases rows. `$1` is the current time, `$2` the end of the lease, `$3` its
    /// id, `$4` the maximum number of rows.
    fn statement(&self, dialect: Dialect) -> String {
        let Self { table, id, columns, order, condition: _ } = self;
        let is_due = self.is_due();
        let skip_locked = dialect.skip_locked();
        format!(
            "WITH due AS MATERIALIZED (SELECT t.{id} FROM {table} t WHERE {is_due} ORDER BY {order} LIMIT $4{skip_locked}) \
             UPDATE {table} SET lease = $3, leased_until = $2 WHERE {id} IN (SELECT {id} FROM due) RETURNING {columns}"
        )
    }
}

/// Table of leases of work that is about no row.
pub(crate) const TABLE: Table = Table {
    left_behind: &["DELETE FROM leases"],
    due_columns: &["leased_until"],
    ..Table::new("leases")
};

impl Backend {
    /// Leases up to `limit` rows.
    pub(crate) async fn lease<T: Record>(
        &self,
        rows: &LeaseQuery<'_>,
        term: LeaseTerm<'_>,
        limit: u32,
    ) -> Result<Vec<T>, StoreError> {
        let exists =
            format!("SELECT EXISTS (SELECT 1 FROM {} t WHERE {})", rows.table, rows.is_due());
        let take = query_text(rows.statement(self.dialect()));
        let take = take.bind(term.now).bind(term.until).bind(term.lease).bind(limit);
        self.take_leases(query_text(exists).bind(term.now), take).await
    }

    /// Runs a statement that leases rows, if there is something to lease.
    pub(crate) async fn take_leases<T: Record>(
        &self,
        exists: Query<'_>,
        take: Query<'_>,
    ) -> Result<Vec<T>, StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => {
                // Asks a reader first, because a write waits for other writes.
                let exists: bool = exists.fetch_value(self.readers()).await?;
                if !exists {
                    return Ok(Vec::new());
                }
                let mut writer = sqlite.writer().await?;
                let leased = take.fetch_all(&mut Connection::Sqlite(&mut writer)).await?;
                writer.put_back();
                Ok(leased)
            }
            Engine::Postgres(_) => Ok(take.fetch_all(self.readers()).await?),
        }
    }

    /// Acquires or renews the lease `name` for the holder `lease` until a time. Returns true unless
    /// another holder has it. The holder must renew it before that time.
    pub async fn acquire_lease(
        &self,
        name: &str,
        lease: &str,
        now: Time,
        until: Time,
    ) -> Result<bool, StoreError> {
        let acquire = query(
            "INSERT INTO leases (name, lease, leased_until) VALUES ($1, $2, $3) ON CONFLICT (name) \
             DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until \
             WHERE leases.lease = excluded.lease OR leases.leased_until <= $4",
        );
        let acquired = self.execute(acquire.bind(name).bind(lease).bind(until).bind(now)).await?;
        Ok(acquired > 0)
    }
}
