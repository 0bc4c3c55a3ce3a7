//! List of the tables.

use crate::games::challenges;
use crate::mail::{codes, invitations, keys, mailboxes, quotas, threads};
use crate::table::Table;
use crate::{
    blocks, feeds, idempotency, jobs, leases, messages, move_queues, notes, players, scores,
    tickets, tokens, webhooks,
};

/// Tables to which something is done in changes that concern many tables, in the order in which the
/// erasure of a player changes them. As in steps, the counters of feeds come last.
pub(crate) const TABLES: [Table; 21] = [
    tokens::TABLE,
    tickets::TABLE,
    idempotency::TABLE,
    notes::TABLE,
    move_queues::TABLE,
    blocks::TABLE,
    webhooks::TABLE,
    jobs::TABLE,
    invitations::TABLE,
    threads::TABLE,
    keys::TABLE,
    codes::TABLE,
    mailboxes::TABLE,
    quotas::TABLE,
    messages::TABLE,
    scores::TABLE,
    players::TABLE,
    challenges::TABLE,
    leases::TABLE,
    feeds::HEADS,
    feeds::TABLE,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Database;
    use crate::open::open;
    use crate::sql::query;

    /// Tables to which nothing is done, with the reason.
    const OTHERS: [(&str, &str); 8] = [
        ("settings", "they are about the server"),
        ("games", "they stay when a player goes, and the clock moves their turns by its own rules"),
        ("events", "a log never changes"),
        ("snapshots", "they are made from the log"),
        ("bot_turns", "a time in the far future is found, because it comes from a wrong clock"),
        ("mail_suppressions", "an address that asked for no mail gets none, even from a new owner"),
        ("outages", "the clock moves them by its own rules"),
        ("heartbeat", "it is written after the clock was moved"),
    ];

    #[tokio::test]
    async fn each_table_is_in_the_list_or_has_a_reason_not_to_be() {
        let directory = tempfile::tempdir().unwrap();
        let database = Database::Sqlite(directory.path().join("broadside.db"));
        let backend = open(&database).await.unwrap();
        let mut stored: Vec<String> = query(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\'",
        )
        .fetch_values(backend.readers())
        .await
        .unwrap();
        stored.sort();
        let mut listed: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        listed.extend(OTHERS.iter().map(|(name, _)| *name));
        listed.sort_unstable();
        assert_eq!(listed, stored);
    }
}
