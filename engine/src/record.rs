//! Stored form of games, and records of finished games, which anyone can replay and verify offline.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chance::{Seed, digest};
use crate::check_kind::CheckKind;
use crate::game::{Dispatch, Entry, Game, RulesetId, dispatch, dispatch_by_id};
use crate::ruleset::{Outcome, Ruleset};
use crate::seat::Seat;
use crate::shape::{self, ShapeError, join};
use crate::table::{self, Revelation, SeatBot, SeatSeed, Table};

/// Stored form of a game or of a log entry, as text for the store only. It holds secrets, so it
/// cannot be printed or serialized.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredSecret(String);

impl std::fmt::Debug for StoredSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Sealed")
    }
}

impl StoredSecret {
    /// Wraps a text that comes from the store.
    pub fn from_store(text: String) -> Self {
        Self(text)
    }

    /// Returns the text. It may be written to the store, and must not be shown to anyone.
    pub fn text(&self) -> &str {
        &self.0
    }

    fn of<T: Serialize>(value: &T) -> Self {
        Self(serde_json::to_string(value).expect("it is plain data"))
    }
}

/// Error for a stored text that cannot be read back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stored game cannot be read: {0}")]
pub struct Unreadable(String);

fn unreadable(error: impl ToString) -> Unreadable {
    Unreadable(error.to_string())
}

impl Game {
    /// Returns the whole game as stored in a snapshot.
    pub fn store(&self) -> StoredSecret {
        dispatch!(Self, self, table => StoredSecret::of(&table.store()))
    }

    /// Reads a snapshot back.
    ///
    /// # Errors
    /// Returns an error if the text is not a snapshot, or was written by a newer version.
    pub fn restore(
        ruleset: RulesetId,
        StoredSecret(text): &StoredSecret,
    ) -> Result<Self, Unreadable> {
        fn restore<R: Dispatch>(text: &str) -> Result<Game, Unreadable> {
            let stored = shape::from_text(text).map_err(unreadable)?;
            Table::<R>::restore(stored).map(R::into_game).map_err(unreadable)
        }
        dispatch_by_id!(ruleset, R => restore::<R>(text))
    }
}

impl Entry {
    /// Returns the entry as it is stored.
    pub fn store(&self) -> StoredSecret {
        dispatch!(Self, self, entry => StoredSecret::of(&entry.store()))
    }

    /// Reads a stored entry back.
    ///
    /// # Errors
    /// Returns an error if the text is not an entry, or was written by a newer version.
    pub fn restore(
        ruleset: RulesetId,
        StoredSecret(text): &StoredSecret,
    ) -> Result<Self, Unreadable> {
        fn restore<R: Dispatch>(text: &str) -> Result<Entry, Unreadable> {
            let stored = shape::from_text(text).map_err(unreadable)?;
            table::Entry::<R>::restore(stored).map(R::into_entry).map_err(unreadable)
        }
        dispatch_by_id!(ruleset, R => restore::<R>(text))
    }
}

/// Name of the record format.
pub const FORMAT: &str = "broadside-record/1";

/// Entry of the log in a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "seq": 7, "at": "2026-05-01T10:00:00.000Z", "ruleset": "classic", "type": "fired", "schema": 1, "drawn": 2,
    "body": {"seat": 1, "cell": "F7", "result": "miss", "sunk": null}
}))]
pub struct RecordEvent {
    /// Number of the entry in the whole log, from 1. Hidden entries count too.
    pub seq: u64,
    /// Time of the decision (RFC 3339, UTC).
    #[schema(format = DateTime)]
    pub at: String,
    /// Ruleset of the event, or `game` for an event that all games share.
    pub ruleset: String,
    /// Type of the event.
    #[serde(rename = "type")]
    pub kind: String,
    /// Version of the format of the body.
    pub schema: u16,
    /// Total of random draws from the stream `battle` up to and including this entry.
    pub drawn: u64,
    /// Data of the event, including everything that was secret at the time.
    pub body: Value,
}

/// Finished game with all its secrets. It is enough to replay the game and to check every roll,
/// report and commitment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GameRecord)]
pub struct Record {
    /// Format of the record: always `broadside-record/1`.
    #[schema(example = "broadside-record/1")]
    pub format: String,
    /// Id of the game. Every hash is bound to it.
    pub game: String,
    /// Ruleset of the game.
    pub ruleset: RulesetId,
    /// Settings of the game, with defaults filled in.
    pub options: Value,
    /// Commitment to the server's seed, published before the game.
    pub seed_commitment: String,
    /// Secrets revealed at the end: the server's seed, and the placements of the seats with their
    /// salts.
    pub revealed: Revelation<Value>,
    /// Seeds of the seats.
    pub seat_seeds: Vec<SeatSeed>,
    /// Outcome of the game.
    pub outcome: Outcome,
    /// Complete log.
    pub events: Vec<RecordEvent>,
    /// SHA-256 digest of all other fields. It detects damage but not forgery: anyone who changes a
    /// record can compute the digest again.
    pub digest: String,
}

impl Record {
    /// Creates the record of a finished game from its log, in which each entry has its time; `None`
    /// if the game is not finished.
    pub fn of(game: &Game, log: &[(String, Entry)]) -> Option<Self> {
        let outcome = game.outcome()?.clone();
        let fairness = game.fairness();
        let mut events = Vec::with_capacity(log.len());
        for (seq, (at, entry)) in (1..).zip(log) {
            let stored = dispatch!(Entry, entry, entry => entry.store());
            events.push(RecordEvent {
                seq,
                at: at.clone(),
                ruleset: stored.ruleset,
                kind: stored.kind,
                schema: stored.schema,
                drawn: stored.drawn,
                body: stored.body,
            });
        }
        let revealed = shape::from_value(&events.last()?.body).ok()?;
        let mut record = Self {
            format: FORMAT.to_owned(),
            game: game.id().to_owned(),
            ruleset: game.ruleset(),
            options: game.options(),
            seed_commitment: fairness.seed_commitment,
            revealed,
            seat_seeds: fairness.seat_seeds,
            outcome,
            events,
            digest: String::new(),
        };
        record.digest = record.compute_digest();
        Some(record)
    }

    fn compute_digest(&self) -> String {
        let mut value = serde_json::to_value(self).expect("a record is plain data");
        if let Value::Object(fields) = &mut value {
            fields.remove("digest");
        }
        let mut text = String::new();
        canonical(&value, &mut text);
        digest("broadside/v1/record", [text.as_bytes()])
    }
}

/// Writes JSON in the canonical form that is hashed: no white space, and object fields sorted by
/// name.
fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut names: Vec<_> = fields.keys().collect();
            names.sort();
            text.push('{');
            for (n, name) in names.into_iter().enumerate() {
                if n > 0 {
                    text.push(',');
                }
                text.push_str(&compact(&Value::String(name.clone())));
                text.push(':');
                canonical(&fields[name], text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (n, item) in items.iter().enumerate() {
                if n > 0 {
                    text.push(',');
                }
                canonical(item, text);
            }
            text.push(']');
        }
        scalar => text.push_str(&compact(scalar)),
    }
}

fn compact(value: &Value) -> String {
    serde_json::to_string(value).expect("it is plain data")
}

/// Fault in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = RecordFault)]
pub struct Fault {
    /// Part of the record with the fault.
    pub part: CheckKind,
    /// Path of the fault, as deep as it is known, as in `events[6].body.result`; empty for the
    /// whole record.
    pub field: String,
    /// Description of the fault, with the value that would be right.
    pub detail: String,
}

/// Result of a verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = VerificationResult)]
pub struct Verdict {
    /// True if the record is valid.
    pub valid: bool,
    /// Faults; empty if the record is valid. There are at most 100, plus one that says that the
    /// search was stopped.
    pub faults: Vec<Fault>,
    /// Id of the game; null if the record could not be read.
    pub game: Option<String>,
    /// Number of events that were replayed.
    pub events: usize,
    /// Seats of bots; left out if there were none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub bots: Vec<BotSeat>,
}

/// Seat that a bot had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct BotSeat {
    /// Seat.
    pub seat: Seat,
    /// Bot in the seat.
    pub bot: SeatBot,
}

/// Returns the seats of bots, as the log names them.
fn bot_seats(events: &[RecordEvent]) -> Vec<BotSeat> {
    let joined = events.iter().filter(|event| event.kind == "joined");
    let bots = joined.filter_map(|event| {
        let seat = shape::from_value(&event.body["seat"]).ok()?;
        Some(BotSeat { seat, bot: shape::from_value(&event.body["bot"]).ok()? })
    });
    bots.collect()
}

impl Verdict {
    fn misshapen(ShapeError { field, detail }: ShapeError) -> Self {
        let faults = vec![Fault { part: CheckKind::Form, field, detail }];
        Self { valid: false, faults, game: None, events: 0, bots: Vec::new() }
    }
}

/// Verifies a record by replaying it. Needs nothing but the record.
///
/// ```
/// let verdict = broadside_engine::record::verify("{}");
/// assert!(!verdict.valid);
/// assert_eq!(verdict.faults[0].detail, "`format` is missing");
/// ```
pub fn verify(text: &str) -> Verdict {
    match serde_json::from_str(text) {
        Ok(value) => verify_value(value),
        Err(error) => {
            Verdict::misshapen(ShapeError { field: String::new(), detail: error.to_string() })
        }
    }
}

/// Does the same as [`verify`] for a record that is already parsed as JSON.
pub fn verify_value(value: Value) -> Verdict {
    let record: Record = match shape::read(&value) {
        Ok(record) => record,
        Err(misshapen) => return Verdict::misshapen(misshapen),
    };
    // Free the value early: it can be large, and it is not needed any more.
    drop(value);
    let mut faults = Faults::default();
    faults.expect(CheckKind::Form, "format", &record.format, &FORMAT.to_owned());
    faults.expect(CheckKind::Digest, "digest", &record.digest, &record.compute_digest());
    for (n, event) in record.events.iter().enumerate() {
        let field = format!("events[{n}].at");
        if !is_time(&event.at) {
            let detail = "a time is written as in 2026-05-01T10:00:00.000Z".to_owned();
            faults.add(CheckKind::Time, &field, detail);
        } else if n > 0 && event.at < record.events[n - 1].at {
            faults.add(CheckKind::Time, &field, "it is before the event before it".to_owned());
        }
        faults.expect(CheckKind::Form, &format!("events[{n}].seq"), &event.seq, &(n as u64 + 1));
    }
    let events = match Seed::from_hex(&record.revealed.server_seed) {
        None => {
            faults.add(
                CheckKind::Form,
                "revealed.server_seed",
                "it is not 64 hexadecimal digits".to_owned(),
            );
            0
        }
        Some(seed) => dispatch_by_id!(record.ruleset, R => replay::<R>(&record, seed, &mut faults)),
    };
    let bots = bot_seats(&record.events);
    Verdict { valid: faults.0.is_empty(), faults: faults.0, game: Some(record.game), events, bots }
}

/// Returns true if a text is a time in the one permitted form: RFC 3339 in UTC, to the millisecond.
/// Such texts sort in the order of their times.
fn is_time(text: &str) -> bool {
    const FORM: &[u8] = b"0000-00-00T00:00:00.000Z";
    text.len() == FORM.len()
        && text.bytes().zip(FORM).all(|(found, form)| {
            if *form == b'0' { found.is_ascii_digit() } else { found == *form }
        })
}

/// Maximum number of faults to report. Finding a fault can cost as much as a move, and a crafted
/// record may have thousands.
const MAX_FAULTS: usize = 100;

#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    /// Returns true if the limit of faults is reached.
    fn enough(&self) -> bool {
        self.0.len() > MAX_FAULTS
    }

    fn add(&mut self, part: CheckKind, field: &str, detail: String) {
        if self.enough() {
            return;
        }
        let detail = if self.0.len() == MAX_FAULTS {
            format!("{MAX_FAULTS} faults were found before this one, and the rest was not checked")
        } else {
            detail
        };
        self.0.push(Fault { part, field: field.to_owned(), detail });
    }

    fn expect<T: PartialEq + Serialize>(
        &mut self,
        part: CheckKind,
        field: &str,
        found: &T,
        right: &T,
    ) {
        if found != right {
            let found = serde_json::to_value(found).expect("it is plain data");
            let right = serde_json::to_value(right).expect("it is plain data");
            self.differ(part, field, &found, &right);
        }
    }

    /// Reports each difference between two values at the deepest path possible.
    fn differ(&mut self, part: CheckKind, field: &str, found: &Value, right: &Value) {
        match (found, right) {
            _ if found == right => {}
            (Value::Object(found), Value::Object(right)) => {
                for (name, found) in found {
                    let field = join(field, name);
                    match right.get(name) {
                        Some(right) => self.differ(part, &field, found, right),
                        None => self.add(part, &field, "it should not be there".to_owned()),
                    }
                }
                for (name, right) in right.iter().filter(|(name, _)| !found.contains_key(*name)) {
                    self.add(
                        part,
                        &join(field, name),
                        format!("it is missing, and should be {}", brief(right)),
                    );
                }
            }
            (Value::Array(found), Value::Array(right)) if found.len() == right.len() => {
                for (n, (found, right)) in found.iter().zip(right).enumerate() {
                    self.differ(part, &format!("{field}[{n}]"), found, right);
                }
            }
            _ => self.add(
                part,
                field,
                format!("it is {}, and should be {}", brief(found), brief(right)),
            ),
        }
    }
}

/// Formats a value as JSON, cut short if it is long.
fn brief(value: &Value) -> String {
    const MAX_LENGTH: usize = 200;
    let text = value.to_string();
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Replays the game from the actions of its players, and compares every entry and everything
/// derived from it.
fn replay<R: Ruleset>(record: &Record, seed: Seed, faults: &mut Faults) -> usize {
    let options = match shape::read::<R::Options>(&record.options) {
        Ok(options) => options,
        Err(error) => {
            faults.add(CheckKind::Form, &join("options", &error.field), error.detail);
            return 0;
        }
    };
    let mut table = match Table::<R>::open(&record.game, seed, options) {
        Ok(table) => table,
        Err(refusal) => {
            faults.add(CheckKind::Form, "options", refusal.to_string());
            return 0;
        }
    };
    let filled_in = serde_json::to_value(table.options()).expect("it is plain data");
    faults.expect(CheckKind::Form, "options", &record.options, &filled_in);
    let mut at = 0;
    while at < record.events.len() {
        if faults.enough() {
            return at;
        }
        let field = format!("events[{at}]");
        let event = &record.events[at];
        let entry = match table::Entry::<R>::restore(stored(event)) {
            Ok(entry) => entry,
            Err(error) => {
                faults.add(CheckKind::Form, &field, error);
                return at;
            }
        };
        let Some(command) = table.cause(&entry) else {
            let detail = format!("a `{}` does not follow from the event before it", event.kind);
            let part = part_in::<R>(&event.ruleset, &event.kind, &event.body, &event.body);
            faults.add(part, &field, detail);
            at += 1;
            continue;
        };
        let produced = match table.apply(&command) {
            Ok(produced) => produced,
            Err(refusal) => {
                let detail = format!("a `{}` cannot have happened here: {refusal}", event.kind);
                faults.add(CheckKind::Event, &field, detail);
                return at;
            }
        };
        for entry in produced {
            let right = entry.store();
            let field = format!("events[{at}]");
            match record.events.get(at) {
                None => {
                    let part = part_in::<R>(&right.ruleset, &right.kind, &right.body, &right.body);
                    faults.add(part, &field, format!("a `{}` is missing", right.kind));
                }
                Some(found) => {
                    let found = stored(found);
                    let part = part_in::<R>(&right.ruleset, &right.kind, &found.body, &right.body);
                    if (&found.ruleset, &found.kind) == (&right.ruleset, &right.kind) {
                        faults.expect(part, &join(&field, "body"), &found.body, &right.body);
                        faults.expect(part, &join(&field, "drawn"), &found.drawn, &right.drawn);
                        faults.expect(
                            CheckKind::Form,
                            &join(&field, "schema"),
                            &found.schema,
                            &right.schema,
                        );
                    } else {
                        let detail =
                            format!("a `{}` stands where a `{}` follows", found.kind, right.kind);
                        faults.add(part, &field, detail);
                    }
                }
            }
            at += 1;
        }
    }
    conclude(record, &table, faults);
    at.min(record.events.len())
}

fn stored(event: &RecordEvent) -> table::StoredEntry {
    table::StoredEntry {
        ruleset: event.ruleset.clone(),
        kind: event.kind.clone(),
        schema: event.schema,
        drawn: event.drawn,
        body: event.body.clone(),
    }
}

/// Compares the fields of the record outside the log with the state that the log leads to.
fn conclude<R: Ruleset>(record: &Record, table: &Table<R>, faults: &mut Faults) {
    let fairness = table.fairness();
    faults.expect(
        CheckKind::SeedCommitment,
        "seed_commitment",
        &record.seed_commitment,
        &fairness.seed_commitment,
    );
    faults.expect(CheckKind::SeatSeed, "seat_seeds", &record.seat_seeds, &fairness.seat_seeds);
    match table.outcome() {
        None => {
            faults.add(CheckKind::Outcome, "outcome", "the events do not lead to an end".to_owned())
        }
        Some(outcome) => faults.expect(CheckKind::Outcome, "outcome", &record.outcome, outcome),
    }
    let right = serde_json::to_value(table.revelation()).expect("it is plain data");
    let found = serde_json::to_value(&record.revealed).expect("it is plain data");
    faults.expect(CheckKind::PlacementCommitment, "revealed", &found, &right);
}

/// Returns the part of a record that an event belongs to, given its body as found and its body as
/// expected.
fn part_in<R: Ruleset>(ruleset: &str, kind: &str, found: &Value, right: &Value) -> CheckKind {
    match kind {
        _ if ruleset == R::ID => R::check_kind(kind, found, right),
        "began" | "revealed" => CheckKind::PlacementCommitment,
        "finished" => CheckKind::Outcome,
        _ => CheckKind::Event,
    }
}
