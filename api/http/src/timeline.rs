//! Timelines: the histories of a database. After a restore, numbers of events and messages are
//! assigned again, so each number travels with the id of its timeline.

use std::fmt::Display;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName};
use broadside_domain::env::Env;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_store::{RESTORED_AT, Store, StoreError, TIMELINE, new_timeline};

use crate::stream::check_sequence;

/// Interval at which a node checks that the database is still on its timeline.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Timeline of a database. Each restore begins another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    id: String,
    /// True if the database was never restored.
    is_first: bool,
}

impl Timeline {
    /// Reads the timeline of a database. Begins the first one if it has none.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn load(store: &Store, env: &Env) -> Result<Self, StoreError> {
        let id = store.setting(TIMELINE, &new_timeline(env)).await?;
        let is_first = store.stored_setting(RESTORED_AT).await?.is_none();
        Ok(Self { id, is_first })
    }

    /// Waits until the database is on another timeline. That means that it was restored while this
    /// node ran, so the memory of this node is wrong.
    pub async fn changed(&self, store: &Store) {
        if !store.shared() {
            // `restore` refuses a file that a server has open.
            return std::future::pending().await;
        }
        loop {
            tokio::time::sleep(CHECK_INTERVAL).await;
            // `pg_restore` empties the database for a while.
            if let Ok(Some(now)) = store.stored_setting(TIMELINE).await
                && now != self.id
            {
                tracing::error!(
                    was = self.id,
                    now,
                    "the database was restored while this node ran, so the node stops"
                );
                return;
            }
        }
    }

    /// Timeline of the examples in the document.
    #[cfg(test)]
    pub(super) fn example() -> Self {
        Self { id: "9f3a61c2".to_owned(), is_first: true }
    }

    /// Id of the timeline.
    pub fn as_str(&self) -> &str {
        &self.id
    }

    /// Puts the timeline before a number or a position in a list.
    pub(super) fn format_cursor(&self, position: impl Display) -> String {
        format!("{}.{position}", self.id)
    }

    /// Reads the number after which a stream continues; `None` if the stream begins with a
    /// snapshot. The header takes precedence over the query: a client that reconnects by itself
    /// sends it, so it is newer. A position of another timeline gives a snapshot. So does a number
    /// without a timeline after a restore, except 0, which is the beginning of all timelines.
    ///
    /// # Errors
    /// Fails if the header or the query is malformed.
    pub(super) fn resume_position(
        &self,
        headers: &HeaderMap,
        after: Option<u64>,
        timeline: Option<&str>,
    ) -> Result<Option<u64>, AppError> {
        after.map(check_sequence).transpose()?;
        let (timeline, number) = match headers.get(LAST_EVENT_ID) {
            Some(last) => {
                let last =
                    last.to_str().ok().and_then(parse_event_id).ok_or_else(invalid_event_id)?;
                (last.0, Some(last.1))
            }
            None => (timeline, after),
        };
        let number = number.filter(|number| match timeline {
            Some(timeline) => timeline == self.id,
            None => self.is_first || *number == 0,
        });
        Ok(number)
    }

    /// Checks the timeline that a client sends with a number in a list. A number without a timeline
    /// belongs to this one.
    ///
    /// # Errors
    /// Fails if it is another timeline.
    pub(super) fn check(&self, timeline: Option<&str>) -> Result<(), AppError> {
        match timeline {
            Some(timeline) if timeline != self.id => {
                Err(AppError::from_kind(ErrorKind::TimelineChanged))
            }
            _ => Ok(()),
        }
    }

    /// Parses a cursor of this timeline. Returns the position that follows the timeline.
    ///
    /// # Errors
    /// Fails if the text is not a cursor, or belongs to another timeline.
    pub(super) fn parse_cursor<T>(
        &self,
        text: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, AppError> {
        let (timeline, position) = text.split_once('.').ok_or_else(wrong_cursor)?;
        if !is_timeline_id(timeline) {
            return Err(wrong_cursor());
        }
        let position = read(position).ok_or_else(wrong_cursor)?;
        self.check(Some(timeline)).map(|()| position)
    }
}

fn wrong_cursor() -> AppError {
    AppError::new(ErrorKind::BadRequest, "cursor: send the `next` of the previous page, unchanged")
}

/// Parses the id of a message: a number, with or without a timeline before it.
fn parse_event_id(id: &str) -> Option<(Option<&str>, u64)> {
    let (timeline, number) = match id.split_once('.') {
        Some((timeline, number)) => (Some(timeline), number),
        None => (None, id),
    };
    let number = number.parse().ok().filter(|number| check_sequence(*number).is_ok())?;
    timeline.is_none_or(is_timeline_id).then_some((timeline, number))
}

/// True if a text can be the id of a timeline.
fn is_timeline_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn invalid_event_id() -> AppError {
    let detail = "Last-Event-ID: send the `id` of the last message that you have, unchanged, or leave it out";
    AppError::new(ErrorKind::BadRequest, detail)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};
    use broadside_domain::error::AppError;

    use super::Timeline;

    fn headers(last: &'static str) -> HeaderMap {
        [(super::LAST_EVENT_ID, HeaderValue::from_static(last))].into_iter().collect()
    }

    #[test]
    fn a_position_of_another_timeline_is_none() {
        let timeline = Timeline::example();
        let none = HeaderMap::new();
        for (headers, after, timeline_id, position) in [
            (&none, None, None, None),
            (&none, Some(4), None, Some(4)),
            (&none, Some(4), Some("9f3a61c2"), Some(4)),
            (&none, Some(4), Some("00000000"), None),
            (&headers("7"), Some(4), Some("00000000"), Some(7)),
            (&headers("9f3a61c2.7"), None, None, Some(7)),
            (&headers("00000000.7"), Some(4), Some("9f3a61c2"), None),
        ] {
            assert_eq!(
                timeline.resume_position(headers, after, timeline_id).unwrap(),
                position,
                "{headers:?} {after:?}"
            );
        }
        for wrong in [
            "",
            "x",
            ".7",
            "9f3a61c2.",
            "9f3a61c2.x",
            "9f3a61c2.7.1",
            "-1",
            "9223372036854775808",
            "x.1",
        ] {
            assert!(timeline.resume_position(&headers(wrong), None, None).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_number_without_a_timeline_is_ambiguous_after_a_restore() {
        let restored = Timeline { is_first: false, ..Timeline::example() };
        let none = HeaderMap::new();
        for (headers, after, timeline, position) in [
            (&none, Some(4), None, None),
            (&headers("7"), None, None, None),
            (&none, Some(0), None, Some(0)),
            (&none, Some(4), Some("9f3a61c2"), Some(4)),
            (&headers("9f3a61c2.7"), None, None, Some(7)),
        ] {
            assert_eq!(
                restored.resume_position(headers, after, timeline).unwrap(),
                position,
                "{headers:?} {after:?}"
            );
        }
    }

    /// Parses a cursor of the timeline of the examples.
    fn parse_number(cursor: &str) -> Result<u64, AppError> {
        Timeline::example().parse_cursor(cursor, |position| position.parse().ok())
    }

    #[test]
    fn a_list_continues_in_its_own_timeline() {
        let timeline = Timeline::example();
        assert!(timeline.check(None).is_ok() && timeline.check(Some("9f3a61c2")).is_ok());
        assert_eq!(timeline.check(Some("00000000")).unwrap_err().kind().name(), "timeline_changed");
        assert_eq!(parse_number(&timeline.format_cursor(17)).unwrap(), 17);
        for (cursor, error) in [
            ("00000000.17", "timeline_changed"),
            ("", "bad_request"),
            ("17", "bad_request"),
            ("x.17", "bad_request"),
            ("9f3a61c2.", "bad_request"),
            ("9f3a61c2.x", "bad_request"),
            ("00000000.x", "bad_request"),
        ] {
            assert_eq!(parse_number(cursor).unwrap_err().kind().name(), error, "{cursor}");
        }
    }
}
