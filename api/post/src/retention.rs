//! Changes of mail that are due after a time: changed addresses take effect, and old mail is
//! deleted.

use std::sync::Arc;
use std::time::Duration;

use broadside_domain::time::{DAY, Time};
use broadside_store::mail::{address_changes, codes, invitations, keys, quotas};
use broadside_store::{CommitError, Queue, QueuedWrite, StoreError, inbox, jobs};
use broadside_worker::driver::{Pause, Task, TaskError};

use crate::Post;

/// Interval between checks for changed mailbox addresses that take effect.
const ADDRESS_CHANGE_INTERVAL: Duration = Duration::from_secs(5);
const CLEANUP_INTERVAL: Duration = Duration::from_mins(10);
/// Retention of inbound mail that was ignored or has no reply key of a player, if the setting is
/// not shorter.
const KEYLESS_MAIL_RETENTION: i64 = 7 * DAY;
/// Maximum number of mailboxes per query.
const BATCH_SIZE: u32 = 100;

/// Task that puts changed mailbox addresses into effect.
#[derive(Clone)]
pub(crate) struct AddressChanges(pub(crate) Arc<Post>);

impl Task for AddressChanges {
    const NAME: &'static str = "mailbox addresses";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        self.0.apply_address_changes().await?;
        Ok(Pause::Fixed(ADDRESS_CHANGE_INTERVAL))
    }
}

/// Task that deletes mail that is older than its retention.
pub(crate) struct MailRetention(pub(crate) Arc<Post>);

impl Task for MailRetention {
    const NAME: &'static str = "retention of mail";
    const FAILURE_PAUSE: Duration = CLEANUP_INTERVAL;

    async fn run(&mut self) -> Result<Pause, TaskError> {
        self.0.delete_old_mail().await?;
        Ok(Pause::Fixed(CLEANUP_INTERVAL))
    }
}

impl Post {
    /// Applies pending changes of mailbox addresses whose waiting period is over.
    async fn apply_address_changes(&self) -> Result<(), StoreError> {
        let env = &self.app.env;
        for (player_id, removes) in self.app.store.due_addresses(env.age_time(), BATCH_SIZE).await?
        {
            let apply = address_changes::Apply { player_id, removes, at: env.now() };
            // A conflict: the change was cancelled, or another node was faster.
            self.app.store.try_commit(apply).await?;
        }
        Ok(())
    }

    /// Deletes mail that is older than its retention. What is independent of a failure is deleted
    /// anyway.
    async fn delete_old_mail(&self) -> Result<(), CommitError> {
        let now = self.app.env.age_time();
        let before = Time(now.0 - i64::from(self.config.keep_days) * DAY);
        let keyless_before = Time(now.0 - KEYLESS_MAIL_RETENTION);
        let writes: [QueuedWrite; 7] = [
            inbox::DeleteOld { before, keyless_before }.into(),
            jobs::DeleteOld { queue: Queue::MailOut, before }.into(),
            jobs::DeleteOld { queue: Queue::Recoveries, before }.into(),
            codes::delete_old(before).into(),
            keys::DeleteOld { before }.into(),
            quotas::delete_old(before).into(),
            invitations::delete_old(before).into(),
        ];
        let mut result = Ok(());
        for write in writes {
            result = result.and(self.app.store.commit(write).await);
        }
        result
    }
}
