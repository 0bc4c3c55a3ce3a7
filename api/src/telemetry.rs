//! Logging. A log line names the operation and its result, but never the caller, their token, or
//! the content of a game.

use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::LogFormat;

/// Maximum number of log lines that wait for a slow reader; more are dropped.
const MAX_BUFFERED_LINES: usize = 10_000;

/// Starts logging to standard error. Logging never waits for the reader: a thread writes the lines,
/// and drops them if standard error cannot be written. Dropping the returned guard writes the
/// waiting lines.
pub fn init(format: LogFormat, filter: Targets) -> WorkerGuard {
    let (writer, guard) = NonBlockingBuilder::default()
        .buffered_lines_limit(MAX_BUFFERED_LINES)
        .finish(std::io::stderr());
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(writer)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()));
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
    guard
}

/// Parses a filter of log lines. Level `debug` is that of this program: libraries log at `info`, and
/// the driver of the database not at all, unless they are named. Its errors are logged here.
pub(crate) fn parse_filter(text: &str) -> Result<Targets, String> {
    let advice = "write error, warn, info, debug, trace or off, also by module, as in \
                  info,broadside_http=debug";
    let given: Targets = text.parse().map_err(|error| format!("{error}: {advice}"))?;
    // A word that is no level would be taken for the name of a module.
    if let Some(word) = text
        .split(',')
        .map(str::trim)
        .find(|word| word.is_empty() || !word.contains('=') && word.parse::<LevelFilter>().is_err())
    {
        return Err(format!("`{word}` is not a level: {advice}"));
    }
    match given.default_level() {
        Some(level) if level < LevelFilter::TRACE => {
            let own = Targets::new()
                .with_default(level.min(LevelFilter::INFO))
                .with_target("sqlx", LevelFilter::OFF)
                .with_target("broadside", level);
            Ok(own.with_targets(given.iter().map(|(target, level)| (target.to_owned(), level))))
        }
        _ => Ok(given),
    }
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn a_filter_has_levels_and_modules() {
        for filter in ["info", "WARN", "off", "info,broadside=debug", "warn, sqlx=trace"] {
            assert!(parse_filter(filter).is_ok(), "{filter}");
        }
        for filter in ["", "loud", "a=b=c", "info,broadside=loud", "info,broadside"] {
            let error = parse_filter(filter).unwrap_err();
            assert!(error.contains("info,broadside_http=debug"), "{error}");
        }
    }

    #[test]
    fn debug_is_the_level_of_this_program_alone() {
        let filter = parse_filter("debug").unwrap();
        assert!(filter.would_enable("broadside_http::request::log", &Level::DEBUG));
        assert!(!filter.would_enable("hyper", &Level::DEBUG));
        assert!(filter.would_enable("tower_http::catch_panic", &Level::ERROR));
        assert!(!filter.would_enable("sqlx::query", &Level::ERROR));
        let filter = parse_filter("debug,sqlx=debug").unwrap();
        assert!(filter.would_enable("sqlx::query", &Level::DEBUG));
        assert!(parse_filter("trace").unwrap().would_enable("sqlx::query", &Level::TRACE));
    }
}
