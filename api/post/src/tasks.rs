//! Tasks of mail.

use std::sync::Arc;
use std::time::Duration;

use broadside_worker::driver::{Driver, Pause, Task, TaskError, Wake};
use broadside_worker::jobs::JobRunner;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::Post;
use crate::imap::ImapTask;
use crate::inbound::{InboundProcessor, InvitationExpiry};
use crate::recovery_requests::RecoveryRequests;
use crate::retention::{AddressChanges, MailRetention};
use crate::send::MailSender;

/// Minimum and maximum time between two searches for news.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(100);
const MAX_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Starts the tasks of mail on a set. A server that sends no mail writes none.
pub fn start(driver: &Driver, tasks: &mut JoinSet<()>, post: &Arc<Post>) {
    let post = Arc::clone(post);
    if post.transport.is_enabled() {
        let writer = Arc::clone(&post);
        driver.spawn(tasks, move || MailWriter::new(&writer));
        let sender = MailSender(Arc::clone(&post));
        let written = Arc::clone(&post.written);
        driver.spawn(tasks, move || {
            JobRunner::new(sender.clone(), Wake::Notified(Arc::clone(&written)))
        });
    }
    if let Some(mailbox) = &post.config.fetch {
        let poller = ImapTask::new(&post, mailbox.clone());
        driver.spawn(tasks, move || poller.clone());
    }
    let processor = InboundProcessor::new(Arc::clone(&post));
    let expiry = InvitationExpiry(processor.clone());
    driver.spawn(tasks, move || expiry.clone());
    driver.spawn(tasks, move || JobRunner::new(processor.clone(), Wake::Never));
    let requests = RecoveryRequests(Arc::clone(&post));
    driver.spawn(tasks, move || JobRunner::new(requests.clone(), Wake::Never));
    let changes = AddressChanges(Arc::clone(&post));
    driver.spawn(tasks, move || changes.clone());
    driver.spawn(tasks, move || MailRetention(Arc::clone(&post)));
}

/// Task that writes mails about the news in the players' feeds.
struct MailWriter {
    post: Arc<Post>,
    wake: Wake,
}

impl MailWriter {
    fn new(post: &Arc<Post>) -> Self {
        let wake = Wake::Changed(post.app.play.notifier().subscribe_all());
        Self { post: Arc::clone(post), wake }
    }
}

impl Task for MailWriter {
    const NAME: &'static str = "mail writer";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        let started_at = Instant::now();
        Ok(match self.post.write_due().await? {
            0 => Pause::poll(MIN_POLL_INTERVAL, MAX_POLL_INTERVAL, started_at),
            // There may be more than one batch.
            _ => Pause::None,
        })
    }

    async fn woken(&mut self) {
        tokio::select! {
            () = self.wake.wait() => {}
            () = self.post.holds.released() => {}
        }
    }
}
