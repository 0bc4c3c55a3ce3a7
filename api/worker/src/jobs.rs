//! Task that runs the jobs of a queue. A node leases a job while it works on it. If the node dies,
//! the lease runs out, and another node repeats the job; receivers recognise the repetition by the
//! id of the job.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use broadside_domain::backoff;
use broadside_domain::env::Env;
use broadside_domain::error::AppError;
use broadside_domain::time::Time;
use broadside_store::{
    CommitError, JobRow, JobState, JobUpdate, LeaseTerm, Queue, QueueRow, Store, StoreError, jobs,
};
use futures_util::FutureExt;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::driver::{Pause, Task, TaskError, Wake};

/// Minimum and maximum time between two searches for jobs.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(20);
const MAX_POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum delay that a receiver can ask for.
const MAX_DELAY: Duration = Duration::from_hours(24);
/// Time after which a node begins no other job of a key.
const MAX_TURN: Duration = Duration::from_secs(20);
/// Maximum number of attempts in the log of a job.
const MAX_LOGGED_ATTEMPTS: usize = 20;

/// Queue whose jobs this node runs.
pub trait JobHandler: Clone + Send + Sync + 'static {
    /// A job with its content.
    type Job: QueueRow + Send + Sync + 'static;

    const QUEUE: Queue;
    /// Name of the task in logs and metrics.
    const NAME: &'static str;
    /// Duration of a lease, in milliseconds. It is longer than an attempt can take.
    const LEASE: i64;
    /// Maximum number of jobs that run at once on a node.
    const MAX_RUNNING: usize;

    fn store(&self) -> &Store;

    /// Returns the clock and the source of randomness.
    fn env(&self) -> &Env;

    fn lease(
        &self,
        term: LeaseTerm<'_>,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Self::Job>, StoreError>> + Send;

    /// Returns the log entry of a failure that was not recorded otherwise, or `None` if the log is
    /// for what others did.
    fn failure_entry(at: Time, why: &str) -> Option<Value> {
        Some(json!({"at": at, "error": why}))
    }

    /// Leases the job that follows another one of the same key, if the key is served in turns.
    fn lease_next(
        &self,
        _term: LeaseTerm<'_>,
        _done: &Self::Job,
    ) -> impl Future<Output = Result<Option<Self::Job>, StoreError>> + Send {
        std::future::ready(Ok(None))
    }

    /// Returns the delay after a failure without a result, and true if it counts as an attempt.
    fn failure_delay(job: &JobRow, attempt: &Attempt) -> (Option<Duration>, bool) {
        (attempt.retry_delay(job, None), true)
    }

    /// Runs a job, and records the result.
    ///
    /// # Errors
    /// If no result was recorded. The job is tried again later.
    fn run(
        &self,
        job: &Self::Job,
        attempt: &Attempt,
    ) -> impl Future<Output = Result<(), JobError>> + Send;
}

/// Reason why a job has no result.
#[derive(Debug)]
pub enum JobError {
    /// The lease is lost, or the job was cancelled.
    Lost,
    /// A failure that may be over at the next attempt.
    Failed(String),
}

impl From<StoreError> for JobError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<AppError> for JobError {
    fn from(error: AppError) -> Self {
        Self::Failed(error.kind().name().to_owned())
    }
}

impl From<CommitError> for JobError {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Conflict => Self::Lost,
            CommitError::Failed(error) => error.into(),
        }
    }
}

pub struct Attempt {
    pub lease: String,
    pub at: Time,
    /// Jitter of the delay after a failure: the number of 255ths of a tenth by which it is longer.
    pub jitter: u8,
}

impl Attempt {
    /// Creates the first of the attempts that are made under a new lease.
    fn new(env: &Env) -> Self {
        let [jitter] = env.random_bytes();
        Self { lease: env.new_id(), at: env.now(), jitter }
    }

    /// Creates another attempt under the same lease.
    fn another(&self, env: &Env) -> Self {
        let [jitter] = env.random_bytes();
        Self { lease: self.lease.clone(), at: self.at, jitter }
    }

    /// Returns the term of the lease, of this duration in milliseconds.
    fn term(&self, duration: i64) -> LeaseTerm<'_> {
        LeaseTerm { now: self.at, until: Time(self.at.0 + duration), lease: &self.lease }
    }

    /// Returns the delay before the next attempt, if this one has failed, or `None` to give up. The
    /// jitter keeps jobs that failed together from being repeated together. If the receiver has
    /// asked for a longer delay, that is used.
    pub fn retry_delay(&self, job: &JobRow, retry_after: Option<Duration>) -> Option<Duration> {
        let delay = backoff::JOBS.delay(job.attempts + 1)?;
        let lengthened = delay + delay * u32::from(self.jitter) / (10 * u32::from(u8::MAX));
        Some(lengthened.max(retry_after.unwrap_or_default().min(MAX_DELAY)))
    }

    /// Returns the result of a job that is done.
    pub fn done(&self, job: &JobRow, now: Time, log: String) -> JobUpdate {
        self.update(job, now, JobState::Done, None, log)
    }

    /// Returns the result of a job that is given up.
    pub fn failed(&self, job: &JobRow, now: Time, log: String) -> JobUpdate {
        self.update(job, now, JobState::Failed, None, log)
    }

    /// Returns the result of a job that is repeated after a delay, or given up without one.
    pub fn retry(
        &self,
        job: &JobRow,
        now: Time,
        delay: Option<Duration>,
        log: String,
    ) -> JobUpdate {
        match delay {
            Some(delay) => {
                let run_at = Time(now.0 + delay.as_millis() as i64);
                self.update(job, now, JobState::Pending, Some(run_at), log)
            }
            None => self.failed(job, now, log),
        }
    }

    fn update(
        &self,
        job: &JobRow,
        at: Time,
        state: JobState,
        run_at: Option<Time>,
        log: String,
    ) -> JobUpdate {
        JobUpdate {
            id: job.id.clone(),
            lease: self.lease.clone(),
            previous: (job.attempts, job.run_at),
            state,
            run_at,
            attempts: job.attempts + 1,
            log,
            at,
        }
    }
}

/// Appends an entry to the log of a job, and drops the oldest ones beyond the maximum.
pub fn append_to_log(log: &str, entry: Value) -> String {
    let mut entries: Vec<Value> = serde_json::from_str(log).unwrap_or_default();
    entries.push(entry);
    let surplus = entries.len().saturating_sub(MAX_LOGGED_ATTEMPTS);
    entries.drain(..surplus);
    json!(entries).to_string()
}

/// Task that runs the jobs of a queue.
pub struct JobRunner<H> {
    handler: H,
    running: JoinSet<()>,
    wake: Wake,
}

impl<H: JobHandler> JobRunner<H> {
    /// Creates the task. It looks for jobs when it is woken, when a job has ended, and each second.
    pub fn new(handler: H, wake: Wake) -> Self {
        Self { handler, running: JoinSet::new(), wake }
    }
}

impl<H: JobHandler> Task for JobRunner<H> {
    const NAME: &'static str = H::NAME;

    async fn run(&mut self) -> Result<Pause, TaskError> {
        let begun = Instant::now();
        while self.running.try_join_next().is_some() {}
        let free = H::MAX_RUNNING.saturating_sub(self.running.len());
        let due = lease_due(&self.handler, free as u32).await?;
        // More jobs may be due than there was room for. They must not wait for as long as a slow
        // query suggests.
        let is_full = free > 0 && due.len() == free;
        for (job, attempt) in due {
            let handler = self.handler.clone();
            self.running.spawn(async move { run_turn(&handler, job, attempt).await });
        }
        Ok(if is_full {
            Pause::Fixed(MIN_POLL_INTERVAL)
        } else {
            Pause::poll(MIN_POLL_INTERVAL, MAX_POLL_INTERVAL, begun)
        })
    }

    async fn woken(&mut self) {
        tokio::select! {
            () = self.wake.wait() => {}
            Some(_) = self.running.join_next() => {}
        }
    }
}

/// Runs jobs of a queue until none is due any more. Returns their number.
///
/// # Errors
/// If the store fails.
pub async fn run_due<H: JobHandler>(handler: &H) -> Result<usize, StoreError> {
    let mut count = 0;
    loop {
        let due = lease_due(handler, H::MAX_RUNNING as u32).await?;
        if due.is_empty() {
            return Ok(count);
        }
        count += due.len();
        futures_util::future::join_all(
            due.iter().map(|(job, attempt)| run_job(handler, job, attempt)),
        )
        .await;
    }
}

async fn lease_due<H: JobHandler>(
    handler: &H,
    limit: u32,
) -> Result<Vec<(H::Job, Attempt)>, StoreError> {
    if limit == 0 {
        return Ok(Vec::new());
    }
    let attempt = Attempt::new(handler.env());
    let jobs = handler.lease(attempt.term(H::LEASE), limit).await?;
    Ok(jobs.into_iter().map(|job| (job, attempt.another(handler.env()))).collect())
}

/// Runs a job, and then those that follow it, until the turn is over.
async fn run_turn<H: JobHandler>(handler: &H, mut job: H::Job, mut attempt: Attempt) {
    let begun = Instant::now();
    loop {
        run_job(handler, &job, &attempt).await;
        if begun.elapsed() >= MAX_TURN {
            return;
        }
        attempt = Attempt::new(handler.env());
        match handler.lease_next(attempt.term(H::LEASE), &job).await {
            Ok(Some(next)) => job = next,
            Ok(None) => return,
            Err(error) => {
                error.log(format_args!(
                    "the next job of {} cannot be leased",
                    <&str>::from(H::QUEUE)
                ));
                return;
            }
        }
    }
}

/// Runs a job. If it fails without a result, or panics, schedules the next attempt.
async fn run_job<H: JobHandler>(handler: &H, row: &H::Job, attempt: &Attempt) {
    let job = row.job();
    let why = match AssertUnwindSafe(handler.run(row, attempt)).catch_unwind().await {
        Ok(Ok(()) | Err(JobError::Lost)) => return,
        Ok(Err(JobError::Failed(why))) => why,
        // The text of the panic could contain words of a mail.
        Err(_) => "the work on it panicked".to_owned(),
    };
    let queue: &str = H::QUEUE.into();
    tracing::error!(queue, job = job.id, error = why, "a job failed");
    let now = handler.env().now();
    let log = H::failure_entry(attempt.at, &why).map(|entry| append_to_log(&job.log, entry));
    let (delay, counts) = H::failure_delay(job, attempt);
    let mut update = attempt.retry(job, now, delay, log.unwrap_or_else(|| job.log.clone()));
    if !counts {
        update.attempts = job.attempts;
    }
    if let Err(error) = handler.store().try_commit(jobs::Finish { update }).await {
        // The job is repeated when the lease runs out.
        error.log(format_args!("the failure of job {} of {queue} cannot be recorded", job.id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(attempts: u32) -> JobRow {
        JobRow {
            id: "a".to_owned(),
            key: "a".to_owned(),
            number: 0,
            state: JobState::Pending,
            run_at: Some(Time(0)),
            attempts,
            log: "[]".to_owned(),
            created_at: Time(0),
        }
    }

    fn attempt(jitter: u8) -> Attempt {
        Attempt { lease: "lease".to_owned(), at: Time(0), jitter }
    }

    #[test]
    fn a_job_waits_longer_each_time_and_is_given_up_after_days() {
        let mut total = Duration::ZERO;
        for attempts in 0..9 {
            let min = attempt(0).retry_delay(&job(attempts), None).unwrap();
            let max = attempt(u8::MAX).retry_delay(&job(attempts), None).unwrap();
            assert_eq!(max, min + min / 10);
            total += min;
        }
        assert!(total > Duration::from_hours(3 * 24));
        assert_eq!(attempt(0).retry_delay(&job(9), Some(MAX_DELAY)), None);
        let given_up = attempt(0).retry(&job(9), Time(5), None, String::new());
        assert_eq!(
            (given_up.state, given_up.run_at, given_up.attempts),
            (JobState::Failed, None, 10)
        );
    }

    #[test]
    fn a_receiver_may_ask_for_a_longer_delay_but_not_without_end() {
        for (retry_after, delay) in [(1, 5), (60, 60), (u64::MAX, 24 * 60 * 60)] {
            let retry_after = Some(Duration::from_secs(retry_after));
            let delay = Some(Duration::from_secs(delay));
            assert_eq!(attempt(0).retry_delay(&job(0), retry_after), delay);
        }
    }

    #[test]
    fn the_log_keeps_the_last_attempts() {
        let log =
            (0..30).fold("[]".to_owned(), |log, n| append_to_log(&log, json!({"at": Time(n)})));
        let read: Vec<Value> = serde_json::from_str(&log).unwrap();
        assert_eq!((read.len(), &read[19]), (20, &json!({"at": "1970-01-01T00:00:00.029Z"})));
        assert_eq!(read[0], json!({"at": "1970-01-01T00:00:00.010Z"}));
    }
}
