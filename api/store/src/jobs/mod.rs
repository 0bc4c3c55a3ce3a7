//! Queues of jobs: messages to webhooks, outgoing mail, incoming mail, and requests for recovery
//! codes. All have the same states, leases and retries; their content and what their results change
//! is in [`webhooks`](crate::webhooks), [`mail`](crate::mail) and [`inbox`](crate::inbox).

mod queries;

use broadside_domain::time::Time;

use crate::sql::Word;

pub(crate) use queries::{CANCEL_MAIL, COLUMNS, NewJob, finish, forget, insert_job, write_job};

/// Queue of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Queue {
    /// Messages to webhooks. The messages of a webhook are sent in the order of their due times.
    Webhooks,
    /// Outgoing mail.
    MailOut,
    /// Incoming mail. The mails of a sender are processed in the order in which they were written.
    MailIn,
    /// Requests for codes to recover an account. A request is deleted once it is processed.
    Recoveries,
}

impl Queue {
    /// Returns the word that is stored.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// State of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum JobState {
    /// Waiting for its next attempt.
    Pending,
    /// Done: delivered, sent or processed.
    Done,
    /// Given up.
    Failed,
}

impl JobState {
    /// Returns the word that is stored.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Word for JobState {}

/// Row of a job, without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRow {
    /// Id of the job.
    pub id: String,
    /// Key: of the jobs of a queue with the same key, one runs at a time.
    pub key: String,
    /// Number among the jobs of its webhook, or among all incoming mail.
    pub number: u64,
    /// State of the job.
    pub state: JobState,
    /// Time of the next attempt, while it is pending.
    pub run_at: Option<Time>,
    /// Number of attempts since it was created or requested again.
    pub attempts: u32,
    /// Log of the last attempts, as JSON.
    pub log: String,
    /// Time of creation.
    pub created_at: Time,
}

/// Row of a queue: a job with its content.
pub trait QueueRow {
    /// Returns the job.
    fn job(&self) -> &JobRow;
}

/// Result of an attempt at a leased job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobUpdate {
    /// Id of the job.
    pub id: String,
    /// Id of the lease.
    pub lease: String,
    /// Number of attempts and due time before this attempt. If they have changed by now, another
    /// attempt was requested, and the job stays pending.
    pub was: (u32, Option<Time>),
    /// New state.
    pub state: JobState,
    /// Time of the next attempt, if it is pending.
    pub run_at: Option<Time>,
    /// New number of attempts.
    pub attempts: u32,
    /// New log.
    pub log: String,
    /// Time of the result.
    pub at: Time,
}
