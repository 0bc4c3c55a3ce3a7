//! Logging. A log line names the operation and its result, but never the caller, their token, or
//! the content of a game.

use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};

use crate::config::LogFormat;

/// Maximum number of log lines that wait for a slow reader; more are dropped.
const MAX_BUFFERED_LINES: usize = 10_000;

/// Starts logging to standard error. Logging never waits for the reader: a thread writes the lines,
/// and drops them if standard error cannot be written. Dropping the returned guard writes the
/// waiting lines.
pub fn init(format: LogFormat, filter: &str) -> WorkerGuard {
    let (writer, guard) = NonBlockingBuilder::default()
        .buffered_lines_limit(MAX_BUFFERED_LINES)
        .finish(std::io::stderr());
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(writer)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()));
    match format {
        LogFormat::Text => logs.init(),
        LogFormat::Json => logs.json().init(),
    }
    guard
}
