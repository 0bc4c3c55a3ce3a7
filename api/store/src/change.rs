//! Changes that are not writes of their own yet.

use crate::MailChange;
use crate::mail::write_mail;
use crate::sql::Connection;
use crate::write::{Done, Write};

/// Change to the database.
pub enum Change {
    /// Changes a mailbox or mail.
    Mail(Box<MailChange>),
}

impl Write for Change {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<Done, sqlx::Error> {
        let Self::Mail(change) = self;
        write_mail(db, change).await
    }
}
