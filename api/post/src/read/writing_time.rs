//! Evidence of when a message was written, from its header. `Date` has whole seconds. Of the
//! messages of one second, the receiving server shows the order: Postfix accepts one after another,
//! and its queue ids contain microseconds.

use broadside_domain::time::Time;
use mail_parser::HeaderValue;
use mail_parser::parsers::MessageStream;

use super::headers::Headers;

/// Digits of a long queue id of Postfix (postconf(5), `enable_long_queue_ids`), with the lowest
/// first.
const DIGITS: &[u8; 52] = b"0123456789BCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz";
const MICROS: i64 = 1_000_000;

/// Evidence of when a message was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WritingTime {
    /// Date that the author's program has set.
    pub date: Option<Time>,
    /// Time in microseconds at which the receiving server accepted the message, according to the
    /// topmost `Received` field. It has whole seconds unless that server is Postfix.
    pub accepted_at: Option<i64>,
    /// Number of messages that it names as earlier ones of its thread.
    pub thread_depth: u32,
}

impl WritingTime {
    pub(super) fn read(headers: &Headers<'_>) -> Self {
        let earlier =
            headers.message_ids("References").len().max(headers.message_ids("In-Reply-To").len());
        let date = headers.first_value("Date").and_then(|date| seconds(&date));
        Self {
            date: date.map(|seconds| Time(seconds * 1000)),
            accepted_at: headers.first_value("Received").and_then(|field| accepted_at(&field)),
            thread_depth: earlier as u32,
        }
    }
}

/// Reads a date and time, in seconds since 1970.
fn seconds(date: &str) -> Option<i64> {
    // The parser needs the end of the line.
    let date = format!("{date}\n");
    match MessageStream::new(date.as_bytes()).parse_date() {
        HeaderValue::DateTime(date) if date.is_valid() => Some(date.to_timestamp()),
        _ => None,
    }
}

/// Reads the time at which the server that added a `Received` field accepted the message.
fn accepted_at(field: &str) -> Option<i64> {
    let (trace, date) = field.rsplit_once(';')?;
    let date = seconds(date)?;
    let id = trace.contains("(Postfix").then(|| queue_id(trace)).flatten();
    Some(id.and_then(|id| queue_time(id, date)).unwrap_or(date * MICROS))
}

fn queue_id(trace: &str) -> Option<&str> {
    let mut words = trace.split_whitespace();
    words.find(|word| *word == "id")?;
    words.next()
}

/// Returns the time in a queue id of Postfix, in microseconds. A short id has only the microseconds
/// of a second.
fn queue_time(id: &str, date: i64) -> Option<i64> {
    let is_short = id.len() > 5 && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F'));
    let (seconds, micros) = if is_short {
        (date, i64::from_str_radix(id.get(..5)?, 16).ok()?)
    } else {
        let (time, _) = id.rsplit_once('z')?;
        let (seconds, micros) = time.split_at_checked(time.len().checked_sub(4)?)?;
        (long_number(seconds)?, long_number(micros)?)
    };
    ((0..MICROS).contains(&micros) && (seconds - date).abs() <= 2)
        .then_some(seconds * MICROS + micros)
}

fn long_number(digits: &str) -> Option<i64> {
    digits.bytes().try_fold(0_i64, |number, byte| {
        let digit = DIGITS.iter().position(|digit| *digit == byte)?;
        number.checked_mul(52)?.checked_add(digit as i64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the time in a `Received` field of Postfix with this queue id.
    fn accepted_by_postfix(id: &str) -> Option<i64> {
        let from = "from mx.example.org (mx.example.org [192.0.2.1]) by mail.example.org (Postfix) with ESMTPS";
        accepted_at(&format!(
            "{from} id {id} for <play@example.org>; Fri, 27 Nov 2026 21:30:07 +0100 (CET)"
        ))
    }

    #[test]
    fn the_receiving_server_shows_the_order_within_a_second() {
        let second = 1_795_811_407 * MICROS;
        // C3CD2 are hexadecimal digits for 802002.
        assert_eq!(accepted_by_postfix("C3CD21F3E90"), Some(second + 802_002));
        assert_eq!(accepted_by_postfix("000011F3E90"), Some(second + 1));
        // Not microseconds, and not of Postfix.
        for id in ["FFFFF1F3E90", "1rXyz0-0001Ab-2C", "ABC", "zzzzz", "é", ""] {
            assert_eq!(accepted_by_postfix(id), Some(second), "{id}");
        }
        let elsewhere =
            "by mx.example.org with ESMTPS id C3CD21F3E90; Fri, 27 Nov 2026 20:30:07 +0000";
        assert_eq!(accepted_at(elsewhere), Some(second));
        for field in ["", "by mx.example.org", "by mx.example.org; yesterday", ";"] {
            assert_eq!(accepted_at(field), None, "{field}");
        }
    }

    #[test]
    fn a_long_queue_id_has_its_own_seconds() {
        // The example of postconf(5).
        let id = "3Pt2mN2VXxznjll";
        let seconds = long_number("3Pt2mN").unwrap();
        let micros = long_number("2VXx").unwrap();
        assert_eq!((seconds, micros), (1_300_631_508, 353_025));
        assert_eq!(queue_time(id, seconds), Some(seconds * MICROS + micros));
        // The field was written in the second before.
        assert_eq!(queue_time(id, seconds - 1), Some(seconds * MICROS + micros));
        assert_eq!(queue_time(id, seconds - 3), None);
    }
}
