//! Results of a load as a table and as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::load::{Plan, ReplyClass};

/// A row of a report.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// Kind of request.
    pub(crate) what: String,
    pub(crate) connections: usize,
    /// Number of games that each connection used in rotation.
    pub(crate) games_each: usize,
    /// Requests per second in an open loop; `None` in a closed loop.
    pub(crate) rate: Option<f64>,
    /// Correct answers per second.
    pub(crate) per_second: f64,
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
    pub(crate) p999_ms: f64,
    pub(crate) max_ms: f64,
    /// Mean size of a response body.
    pub(crate) bytes: u64,
    /// Processor time of the server for each answer, if known.
    pub(crate) server_cpu_us: Option<f64>,
    /// Processor time of the load generator for each answer, if known.
    pub(crate) client_cpu_us: Option<f64>,
    pub(crate) errors: BTreeMap<String, u64>,
}

impl Row {
    pub(crate) fn of(what: &str, plan: &Plan, reply_class: ReplyClass, seconds: f64) -> Self {
        let at = |quantile| reply_class.latency.value_at_quantile(quantile) as f64 / 1000.0;
        let count = reply_class.latency.len();
        Self {
            what: what.to_owned(),
            connections: plan.connections,
            games_each: plan.width,
            rate: plan.rate,
            per_second: count as f64 / seconds,
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            max_ms: reply_class.latency.max() as f64 / 1000.0,
            bytes: reply_class.bytes.checked_div(count).unwrap_or_default(),
            server_cpu_us: None,
            client_cpu_us: None,
            errors: reply_class.errors,
        }
    }

    pub(crate) fn failed(&self) -> u64 {
        self.errors.values().sum()
    }
}

/// Returns `true` if a report contains errors or a row without answers.
pub(crate) fn spoilt(rows: &[Row]) -> bool {
    rows.iter().any(|row| row.failed() > 0 || row.per_second == 0.0)
}

/// Formats a report as a table, followed by the errors.
pub(crate) fn table(rows: &[Row]) -> String {
    let heads = [
        "what",
        "connections",
        "games each",
        "rate",
        "per second",
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "max ms",
        "bytes",
        "server µs",
        "client µs",
        "errors",
    ];
    let micros =
        |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.0}"));
    let cells = |row: &Row| {
        vec![
            row.what.clone(),
            row.connections.to_string(),
            row.games_each.to_string(),
            row.rate.map_or_else(|| "closed".to_owned(), |rate| format!("{rate:.0}/s")),
            thousands(row.per_second),
            format!("{:.2}", row.p50_ms),
            format!("{:.2}", row.p99_ms),
            format!("{:.2}", row.p999_ms),
            format!("{:.1}", row.max_ms),
            row.bytes.to_string(),
            micros(row.server_cpu_us),
            micros(row.client_cpu_us),
            row.failed().to_string(),
        ]
    };
    let mut text = markdown(&heads, rows.iter().map(cells).collect());
    for row in rows {
        for (word, count) in &row.errors {
            text.push_str(&format!(
                "{}, {} connections: {count} × {word}\n",
                row.what, row.connections
            ));
        }
    }
    text
}

/// Formats a Markdown table with aligned columns; all columns but the first are right-aligned.
pub(crate) fn markdown(heads: &[&str], rows: Vec<Vec<String>>) -> String {
    let length = |cell: &str| cell.chars().count();
    let width = |n: usize| {
        rows.iter().map(|row| length(&row[n])).chain([length(heads[n])]).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..heads.len()).map(width).collect();
    let line = |cells: &[String]| {
        let pad = |(n, cell): (usize, &String)| {
            let space = " ".repeat(widths[n] - length(cell));
            if n == 0 { format!("| {cell}{space} ") } else { format!("| {space}{cell} ") }
        };
        cells.iter().enumerate().map(pad).collect::<String>() + "|\n"
    };
    let mut text = line(&heads.iter().map(ToString::to_string).collect::<Vec<_>>());
    for (n, width) in widths.iter().enumerate() {
        text.push_str(&if n == 0 {
            format!("|{}", "-".repeat(width + 2))
        } else {
            format!("|{}:", "-".repeat(width + 1))
        });
    }
    text.push_str("|\n");
    text.extend(rows.iter().map(|row| line(row)));
    text
}

/// Formats a number with commas between thousands.
pub(crate) fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
