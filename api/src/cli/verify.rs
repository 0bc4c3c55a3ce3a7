//! `broadside verify`: prints the verdict on a record.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use broadside_engine::record::{self, BotSeat, FORMAT, Fault};
use serde_json::Value;

/// Exit status if there was no record to verify.
const EX_NO_RECORD: u8 = 2;

/// Verifies the record in a file. Exits with 0 if it is valid, with 1 if it is not, and with 2 if
/// there is no record.
pub(super) fn verify(file: &Path) -> ExitCode {
    let (read, name) = if file == Path::new("-") {
        (std::io::read_to_string(std::io::stdin()), "standard input".to_owned())
    } else {
        (std::fs::read_to_string(file), file.display().to_string())
    };
    let found = match read {
        Ok(text) => parse_record(&text).map_err(|why| format!("{name} is {why}")),
        Err(error) => Err(format!("{name} cannot be read: {error}")),
    };
    let record = match found {
        Ok(found) => found,
        Err(why) => {
            eprintln!("broadside: {why}");
            return ExitCode::from(EX_NO_RECORD);
        }
    };
    let compare = comparison_advice(&record);
    let verdict = record::verify_value(record);
    let mut report = String::new();
    for fault in &verdict.faults {
        report += &format!("does not hold: {}\n", format_fault(fault));
    }
    if verdict.valid {
        report += &format!(
            "everything holds: {} events of game {} replayed, every roll, report and commitment is right\n{compare}\n",
            verdict.events,
            verdict.game.unwrap_or_default()
        );
        for BotSeat { seat, bot } in verdict.bots {
            report +=
                &format!("seat {seat} was a bot: level {}, version {}\n", bot.level, bot.version);
        }
    }
    // A reader that has closed standard output still gets the exit status.
    let _ = std::io::stdout().write_all(report.as_bytes());
    if verdict.valid { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Parses a text as JSON. If the text does not claim to be a record, the error says what it is.
fn parse_record(text: &str) -> Result<Value, String> {
    const ADVICE: &str = "save the answer of GET /v1/games/{id}/record, with the game's id";
    let value: Value = serde_json::from_str(text)
        .map_err(|error| format!("not a record, for it is not JSON ({error}): {ADVICE}"))?;
    if value["format"].is_string() {
        return Ok(value);
    }
    Err(match (&value["type"], &value["detail"]) {
        (Value::String(kind), Value::String(detail)) if kind.contains("/problems/") => {
            format!("not a record but what the server answered instead of one: {detail}")
        }
        _ => format!("not a record, for it has no `format` such as {FORMAT}: {ADVICE}"),
    })
}

/// Formats a fault with its place. Events have their numbers in the log, from 1.
fn format_fault(Fault { field, detail, .. }: &Fault) -> String {
    match event_in(field) {
        Some((number, "")) => format!("event {number}: {detail}"),
        Some((number, rest)) => format!("event {number}: {rest}: {detail}"),
        None if field.is_empty() => detail.clone(),
        None => format!("{field}: {detail}"),
    }
}

/// Splits the path of a fault into the number of its event, and the path in this event.
fn event_in(path: &str) -> Option<(u64, &str)> {
    let (index, rest) = path.strip_prefix("events[")?.split_once(']')?;
    Some((index.parse::<u64>().ok()? + 1, rest.strip_prefix('.').unwrap_or_default()))
}

/// Lists the values that the reader of a valid record must compare with what they were shown.
fn comparison_advice(record: &Value) -> String {
    let seats = record["revealed"]["seats"].as_array().map(Vec::as_slice).unwrap_or_default();
    let commitments: Vec<_> =
        seats.iter().map(|seat| seat["commitment"].as_str().unwrap_or_default()).collect();
    format!(
        "This shows that the record is consistent. Compare with what you were shown: seed commitment {}, placement \
         commitments {}, and your own shots.",
        record["seed_commitment"].as_str().unwrap_or_default(),
        commitments.join(" and ")
    )
}

#[cfg(test)]
mod tests {
    use broadside_engine::check_kind::CheckKind;

    use super::*;

    #[test]
    fn a_fault_says_where_it_is() {
        for (field, said) in [
            ("", "it is wrong"),
            ("digest", "digest: it is wrong"),
            ("events[6]", "event 7: it is wrong"),
            ("events[6].body.result", "event 7: body.result: it is wrong"),
        ] {
            let part = CheckKind::Form;
            let field = field.to_owned();
            let detail = "it is wrong".to_owned();
            assert_eq!(format_fault(&Fault { part, field, detail }), said);
        }
    }

    #[test]
    fn what_is_no_record_is_told_from_one() {
        let why = |text| parse_record(text).unwrap_err();
        assert!(why("# Read me").contains("not JSON"));
        for text in ["{}", "[]", "null", "\"format\""] {
            assert!(why(text).contains("no `format`"), "{text}");
        }
        let problem =
            r#"{"type": "/problems/not_now", "detail": "a game has a record once it is finished"}"#;
        assert!(why(problem).ends_with("a game has a record once it is finished"));
        assert!(parse_record(r#"{"format": "another"}"#).is_ok());
    }
}
