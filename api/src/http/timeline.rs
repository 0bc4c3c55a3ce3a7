//! Timelines: which of the histories of a database a number belongs to. Numbers of events and of messages are given again
//! after a restore, so each travels with the id of its timeline.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderName};

use super::stream::in_range;
use crate::ambient::Ambient;
use crate::problem::{Kind, Problem};
use crate::store::{Store, StoreError, TIMELINE, new_timeline};

/// How often a node looks whether the database is still on its timeline.
const LOOK_EVERY: Duration = Duration::from_secs(1);
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// The id of the timeline that a database is on. Every restore begins another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline(String);

/// Where a stream goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// Nowhere in particular: it begins with a snapshot.
    Snapshot,
    /// Behind this number.
    After(u64),
}

impl Position {
    /// The number, if there is one.
    pub(super) fn number(self) -> Option<u64> {
        match self {
            Self::Snapshot => None,
            Self::After(number) => Some(number),
        }
    }
}

impl Timeline {
    /// The timeline of a database, which gets one if it has none.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn of(store: &Store, ambient: &Ambient) -> Result<Self, StoreError> {
        Ok(Self(store.setting(TIMELINE, &new_timeline(ambient)).await?))
    }

    /// Waits until the database is on another timeline: it was restored underneath this node, whose memory is then wrong.
    pub async fn left(&self, store: &Store) {
        if !store.shared() {
            // A file that a server has cannot be restored.
            return std::future::pending().await;
        }
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            // A database that does not answer, or has been emptied for a moment, says nothing.
            if let Ok(Some(now)) = store.setting_now(TIMELINE).await
                && now != self.0
            {
                tracing::error!(was = self.0, now, "the database was restored while this node ran: it stops");
                return;
            }
        }
    }

    /// The timeline of the examples in the document.
    pub(super) fn example() -> Self {
        Self("9f3a61c2".to_owned())
    }

    /// Its id.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id of a message of a stream.
    pub(super) fn id(&self, number: u64) -> String {
        format!("{}.{number}", self.0)
    }

    /// Judges the position that a client asks a stream for. The header comes from a client that reconnects by itself, so it is
    /// newer than the query. A position of another timeline means nothing any more: the stream begins with a snapshot.
    ///
    /// # Errors
    /// If the header or the query cannot be read.
    pub(super) fn position(
        &self,
        headers: &HeaderMap,
        after: Option<u64>,
        timeline: Option<&str>,
    ) -> Result<Position, Problem> {
        after.map(in_range).transpose()?;
        let (timeline, number) = match headers.get(LAST_EVENT_ID) {
            Some(last) => {
                let last = last.to_str().ok().and_then(read).ok_or_else(unreadable)?;
                (last.0, Some(last.1))
            }
            None => (timeline, after),
        };
        let is_here = timeline.is_none_or(|timeline| timeline == self.0);
        Ok(number.filter(|_| is_here).map_or(Position::Snapshot, Position::After))
    }

    /// Judges the number that a list is asked to go on behind. Without a timeline it belongs to this one.
    ///
    /// # Errors
    /// If it belongs to another.
    pub(super) fn check(&self, timeline: Option<&str>) -> Result<(), Problem> {
        match timeline {
            Some(timeline) if timeline != self.0 => Err(Problem::plain(Kind::TimelineChanged)),
            _ => Ok(()),
        }
    }

    /// Reads a cursor that is a number with its timeline.
    ///
    /// # Errors
    /// If it is none, or belongs to another timeline.
    pub(super) fn cursor(&self, text: &str) -> Result<u64, Problem> {
        let wrong =
            || Problem::new(Kind::BadRequest, "cursor: send the `next` of the page before, unchanged");
        let (timeline, number) = read(text).ok_or_else(wrong)?;
        self.check(timeline).map(|()| number)
    }
}

/// Reads the id of a message: a number, with its timeline before it or alone.
fn read(id: &str) -> Option<(Option<&str>, u64)> {
    let (timeline, number) = match id.split_once('.') {
        Some((timeline, number)) => (Some(timeline), number),
        None => (None, id),
    };
    let number = number.parse().ok().filter(|number| in_range(*number).is_ok())?;
    let is_id =
        |timeline: &str| !timeline.is_empty() && timeline.bytes().all(|byte| byte.is_ascii_hexdigit());
    timeline.is_none_or(is_id).then_some((timeline, number))
}

fn unreadable() -> Problem {
    let detail = "Last-Event-ID: send the `id` of the last message that you have, unchanged, or leave it out";
    Problem::new(Kind::BadRequest, detail)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::{Position, Timeline};

    fn headers(last: &'static str) -> HeaderMap {
        [(super::LAST_EVENT_ID, HeaderValue::from_static(last))].into_iter().collect()
    }

    #[test]
    fn a_position_of_another_timeline_is_none() {
        let here = Timeline::example();
        let none = HeaderMap::new();
        for (headers, after, timeline, position) in [
            (&none, None, None, Position::Snapshot),
            (&none, Some(4), None, Position::After(4)),
            (&none, Some(4), Some("9f3a61c2"), Position::After(4)),
            (&none, Some(4), Some("00000000"), Position::Snapshot),
            (&headers("7"), Some(4), Some("00000000"), Position::After(7)),
            (&headers("9f3a61c2.7"), None, None, Position::After(7)),
            (&headers("00000000.7"), Some(4), Some("9f3a61c2"), Position::Snapshot),
        ] {
            assert_eq!(here.position(headers, after, timeline).unwrap(), position, "{headers:?} {after:?}");
        }
        for wrong in
            ["", "x", ".7", "9f3a61c2.", "9f3a61c2.x", "9f3a61c2.7.1", "-1", "9223372036854775808", "x.1"]
        {
            assert!(here.position(&headers(wrong), None, None).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_list_goes_on_in_its_own_timeline() {
        let here = Timeline::example();
        assert!(here.check(None).is_ok() && here.check(Some("9f3a61c2")).is_ok());
        assert_eq!(here.check(Some("00000000")).unwrap_err().kind().name(), "timeline_changed");
    }
}
