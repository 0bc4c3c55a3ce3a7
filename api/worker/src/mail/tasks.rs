//! Tasks that write and send mail.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::Instant;

use super::MailService;
use super::send::MailSender;
use crate::driver::{Driver, Pause, Task, TaskError, Wake};
use crate::jobs::JobRunner;

/// Minimum and maximum time between two searches for news.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(100);
const MAX_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Starts the tasks that write and send mail.
pub fn start(driver: &Driver, tasks: &mut JoinSet<()>, mail_service: &MailService) {
    if !mail_service.transport.is_enabled() {
        return;
    }
    let writer = mail_service.clone();
    driver.spawn(tasks, move || MailWriter {
        wake: Wake::Changed(writer.play.notifier().subscribe_all()),
        mail_service: writer.clone(),
    });
    let sender = mail_service.clone();
    driver.spawn(tasks, move || {
        JobRunner::new(MailSender(sender.clone()), Wake::Notified(Arc::clone(&sender.written)))
    });
}

/// Task that writes mails about the news in the players' feeds.
struct MailWriter {
    mail_service: MailService,
    wake: Wake,
}

impl Task for MailWriter {
    const NAME: &'static str = "mail writer";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        let begun = Instant::now();
        Ok(match self.mail_service.write_due().await? {
            0 => Pause::poll(MIN_POLL_INTERVAL, MAX_POLL_INTERVAL, begun),
            // There may be more than one batch.
            _ => Pause::None,
        })
    }

    async fn woken(&mut self) {
        tokio::select! {
            () = self.wake.wait() => {}
            () = self.mail_service.answering.released() => {}
        }
    }
}
