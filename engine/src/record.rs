//! The stored form of games, and the record of a finished one: replayed and verified by anyone, offline.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chance::{Seed, digest};
use crate::game::{Closed, Entry, Game, RulesetId, by_type, each};
use crate::ruleset::{Outcome, Ruleset};
use crate::shape::{self, Misshapen, join};
use crate::table::{self, Revelation, SeatSeed, Table};

/// The stored form of a game or of an entry of its log: text for the store alone. It holds secrets, so it can be
/// neither printed nor serialized.
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed(String);

impl std::fmt::Debug for Sealed {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Sealed")
    }
}

impl Sealed {
    /// A text that has come from the store.
    pub fn from_store(text: String) -> Self {
        Self(text)
    }

    /// The text. Whoever takes it writes it into the store and shows it to nobody.
    pub fn text(&self) -> &str {
        &self.0
    }

    fn of<T: Serialize>(value: &T) -> Self {
        Self(serde_json::to_string(value).expect("it is plain data"))
    }
}

/// A stored text that cannot be read back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stored game cannot be read: {0}")]
pub struct Unreadable(String);

fn unreadable(error: impl ToString) -> Unreadable {
    Unreadable(error.to_string())
}

impl Game {
    /// The whole game, as it is stored in a snapshot.
    pub fn store(&self) -> Sealed {
        each!(Self, self, table => Sealed::of(&table.store()))
    }

    /// Reads a snapshot back.
    ///
    /// # Errors
    /// If it is none, or of a newer version than this.
    pub fn restore(ruleset: RulesetId, Sealed(text): &Sealed) -> Result<Self, Unreadable> {
        fn restore<R: Closed>(text: &str) -> Result<Game, Unreadable> {
            let stored = serde_json::from_str(text).map_err(unreadable)?;
            Table::<R>::restore(stored).map(R::into_game).map_err(unreadable)
        }
        by_type!(ruleset, R => restore::<R>(text))
    }
}

impl Entry {
    /// The entry as it is stored.
    pub fn store(&self) -> Sealed {
        each!(Self, self, entry => Sealed::of(&entry.store()))
    }

    /// Reads a stored entry back.
    ///
    /// # Errors
    /// If it is none, or of a newer version than this.
    pub fn restore(ruleset: RulesetId, Sealed(text): &Sealed) -> Result<Self, Unreadable> {
        fn restore<R: Closed>(text: &str) -> Result<Entry, Unreadable> {
            let stored = serde_json::from_str(text).map_err(unreadable)?;
            table::Entry::<R>::restore(stored).map(R::into_entry).map_err(unreadable)
        }
        by_type!(ruleset, R => restore::<R>(text))
    }
}

/// What the format of a record is called.
pub const FORMAT: &str = "broadside-record/1";

/// An entry of the log in a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(example = json!({
    "seq": 7, "at": "2026-05-01T10:00:00.000Z", "ruleset": "classic", "type": "fired", "schema": 1, "drawn": 2,
    "body": {"seat": 1, "cell": "F7", "result": "miss", "sunk": null}
})))]
pub struct RecordEvent {
    /// Its number in the whole log, from 1, hidden entries included.
    pub seq: u64,
    /// When it was decided (RFC 3339, UTC).
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub at: String,
    /// `game` for what all games share, or the ruleset.
    pub ruleset: String,
    /// What kind of event.
    #[serde(rename = "type")]
    pub kind: String,
    /// The version of the form of its body.
    pub schema: u16,
    /// How many numbers the stream `battle` has given up to and including it.
    pub drawn: u64,
    /// What happened, with everything that was secret at the time.
    pub body: Value,
}

/// A finished game with every secret of it: enough to replay it and to check every roll, report and commitment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Record {
    /// `broadside-record/1`.
    #[cfg_attr(feature = "openapi", schema(example = "broadside-record/1"))]
    pub format: String,
    /// The game's id, to which every hash is bound.
    pub game: String,
    /// The ruleset.
    pub ruleset: RulesetId,
    /// The settings, defaults filled in.
    pub options: Value,
    /// What was published of the server's seed before the game.
    pub seed_commitment: String,
    /// What was revealed at the end: the server's seed, and the seats' placements with their salts.
    pub revealed: Revelation<Value>,
    /// The seats' seeds.
    pub seat_seeds: Vec<SeatSeed>,
    /// How it ended.
    pub outcome: Outcome,
    /// The whole log.
    pub events: Vec<RecordEvent>,
    /// SHA-256 over all of the above: shows damage, but no forgery, for whoever changes a record can hash it anew.
    pub digest: String,
}

impl Record {
    /// The record of a finished game, from its log with the time of each entry; `None` if it is not finished.
    pub fn of(game: &Game, log: &[(String, Entry)]) -> Option<Self> {
        let outcome = game.outcome()?.clone();
        let fairness = game.fairness();
        let event = |(n, (at, entry)): (usize, &(String, Entry))| {
            let stored = each!(Entry, entry, entry => entry.store());
            RecordEvent {
                seq: n as u64 + 1,
                at: at.clone(),
                ruleset: stored.ruleset,
                kind: stored.kind,
                schema: stored.schema,
                drawn: stored.drawn,
                body: stored.body,
            }
        };
        let events: Vec<_> = log.iter().enumerate().map(event).collect();
        let revealed = serde_json::from_value(events.last()?.body.clone()).ok()?;
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

/// Writes JSON in the one way that is hashed: no white space, the fields of an object in the order of their names.
fn canonical(value: &Value, text: &mut String) {
    let plain = |value: &Value| serde_json::to_string(value).expect("it is plain data");
    match value {
        Value::Object(fields) => {
            let mut names: Vec<_> = fields.keys().collect();
            names.sort();
            text.push('{');
            for (n, name) in names.into_iter().enumerate() {
                if n > 0 {
                    text.push(',');
                }
                text.push_str(&plain(&Value::String(name.clone())));
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
        scalar => text.push_str(&plain(scalar)),
    }
}

/// What part of a record a fault lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Part {
    /// The form of the record.
    Form,
    /// The digest over the whole.
    Digest,
    /// The commitment to the server's seed.
    SeedCommitment,
    /// A seat's seed.
    SeatSeed,
    /// A seat's placement, its salt or its commitment.
    PlacementCommitment,
    /// A roll.
    Roll,
    /// A report of what was hit and sunk.
    Report,
    /// The phones with which a shot was called or answered.
    Sound,
    /// An event that the rules do not allow where it stands.
    Event,
    /// How the game ended.
    Outcome,
    /// The time of an event.
    Time,
}

/// Something in a record that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fault {
    /// In what part of the record.
    pub part: Part,
    /// Where, as deep as can be told, as in `events[6].body.result`; empty for the whole.
    pub field: String,
    /// What does not hold, and what would.
    pub detail: String,
}

/// What a verification found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Verdict {
    /// Whether everything holds.
    pub holds: bool,
    /// What does not; empty if everything holds. At most 100 such faults, and one more that says where the search ended.
    pub faults: Vec<Fault>,
    /// The game's id, if the record could be read.
    pub game: Option<String>,
    /// How many events were replayed.
    pub events: usize,
}

impl Verdict {
    fn misshapen(Misshapen { field, detail }: Misshapen) -> Self {
        let faults = vec![Fault { part: Part::Form, field, detail }];
        Self { holds: false, faults, game: None, events: 0 }
    }
}

/// Replays a record and says what of it does not hold. Needs nothing but the record.
///
/// ```
/// let verdict = broadside_engine::record::verify("{}");
/// assert!(!verdict.holds);
/// assert_eq!(verdict.faults[0].detail, "`format` is missing");
/// ```
pub fn verify(text: &str) -> Verdict {
    match serde_json::from_str(text) {
        Ok(value) => verify_value(value),
        Err(error) => Verdict::misshapen(Misshapen { field: String::new(), detail: error.to_string() }),
    }
}

/// [`verify`] for a record that has been read as JSON.
pub fn verify_value(value: Value) -> Verdict {
    let record: Record = match shape::read(&value) {
        Ok(record) => record,
        Err(misshapen) => return Verdict::misshapen(misshapen),
    };
    // It can be large, and is not needed any more.
    drop(value);
    let mut faults = Faults::default();
    faults.expect(Part::Form, "format", &record.format, &FORMAT.to_owned());
    faults.expect(Part::Digest, "digest", &record.digest, &record.compute_digest());
    for (n, event) in record.events.iter().enumerate() {
        let field = format!("events[{n}].at");
        if !is_time(&event.at) {
            let detail = "a time is written as in 2026-05-01T10:00:00.000Z".to_owned();
            faults.add(Part::Time, &field, detail);
        } else if n > 0 && event.at < record.events[n - 1].at {
            faults.add(Part::Time, &field, "it is before the event before it".to_owned());
        }
        faults.expect(Part::Form, &format!("events[{n}].seq"), &event.seq, &(n as u64 + 1));
    }
    let events = match Seed::from_hex(&record.revealed.server_seed) {
        None => {
            faults.add(Part::Form, "revealed.server_seed", "it is not 64 hexadecimal digits".to_owned());
            0
        }
        Some(seed) => by_type!(record.ruleset, R => replay::<R>(&record, seed, &mut faults)),
    };
    Verdict { holds: faults.0.is_empty(), faults: faults.0, game: Some(record.game), events }
}

/// Whether a text has the one form in which times are written: RFC 3339 in UTC, to the millisecond. Such texts are in
/// the order of their times.
fn is_time(text: &str) -> bool {
    const FORM: &[u8] = b"0000-00-00T00:00:00.000Z";
    let fits = |(found, form): (&u8, &u8)| if *form == b'0' { found.is_ascii_digit() } else { found == form };
    text.len() == FORM.len() && text.as_bytes().iter().zip(FORM).all(fits)
}

/// How many faults are looked for. Every one of them can cost as much as a move, and whoever asks may have made up
/// thousands.
const MOST_FAULTS: usize = 100;

#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    /// Whether no more are looked for.
    fn enough(&self) -> bool {
        self.0.len() > MOST_FAULTS
    }

    fn add(&mut self, part: Part, field: &str, detail: String) {
        if self.enough() {
            return;
        }
        let detail = if self.0.len() == MOST_FAULTS {
            format!("{MOST_FAULTS} faults were found before this, and no more are looked for")
        } else {
            detail
        };
        self.0.push(Fault { part, field: field.to_owned(), detail });
    }

    fn expect<T: PartialEq + Serialize>(&mut self, part: Part, field: &str, found: &T, right: &T) {
        if found != right {
            let value = |value| serde_json::to_value(value).expect("it is plain data");
            self.differ(part, field, &value(found), &value(right));
        }
    }

    /// Names each place in which two values differ, as deep as it lies.
    fn differ(&mut self, part: Part, field: &str, found: &Value, right: &Value) {
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
            _ => self.add(part, field, format!("it is {}, and should be {}", brief(found), brief(right))),
        }
    }
}

/// A value as JSON, cut short if it is long.
fn brief(value: &Value) -> String {
    const MOST: usize = 200;
    let text = value.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Plays the game again from what its players did, and compares every entry and everything derived.
fn replay<R: Ruleset>(record: &Record, seed: Seed, faults: &mut Faults) -> usize {
    let options = match shape::read::<R::Options>(&record.options) {
        Ok(options) => options,
        Err(error) => {
            faults.add(Part::Form, &join("options", &error.field), error.detail);
            return 0;
        }
    };
    let mut table = match Table::<R>::open(&record.game, seed, options) {
        Ok(table) => table,
        Err(refusal) => {
            faults.add(Part::Form, "options", refusal.to_string());
            return 0;
        }
    };
    let filled_in = serde_json::to_value(table.options()).expect("it is plain data");
    faults.expect(Part::Form, "options", &record.options, &filled_in);
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
                faults.add(Part::Form, &field, error);
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
                faults.add(Part::Event, &field, detail);
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
                        faults.expect(Part::Form, &join(&field, "schema"), &found.schema, &right.schema);
                    } else {
                        let detail = format!("a `{}` stands where a `{}` follows", found.kind, right.kind);
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

/// Compares what stands beside the log with what the log leads to.
fn conclude<R: Ruleset>(record: &Record, table: &Table<R>, faults: &mut Faults) {
    let fairness = table.fairness();
    faults.expect(
        Part::SeedCommitment,
        "seed_commitment",
        &record.seed_commitment,
        &fairness.seed_commitment,
    );
    faults.expect(Part::SeatSeed, "seat_seeds", &record.seat_seeds, &fairness.seat_seeds);
    match table.outcome() {
        None => faults.add(Part::Outcome, "outcome", "the events do not lead to an end".to_owned()),
        Some(outcome) => faults.expect(Part::Outcome, "outcome", &record.outcome, outcome),
    }
    let right = serde_json::to_value(table.revelation()).expect("it is plain data");
    let found = serde_json::to_value(&record.revealed).expect("it is plain data");
    faults.expect(Part::PlacementCommitment, "revealed", &found, &right);
}

/// What part of a record an event belongs to, given how it was found and how it should be.
fn part_in<R: Ruleset>(ruleset: &str, kind: &str, found: &Value, right: &Value) -> Part {
    match kind {
        _ if ruleset == R::ID => R::part(kind, found, right),
        "began" | "revealed" => Part::PlacementCommitment,
        "finished" => Part::Outcome,
        _ => Part::Event,
    }
}
