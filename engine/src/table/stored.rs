//! Stored form of a table and of its log entries.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::event::Entry;
use super::event::{Fact, SeatSeed};
use super::state::{Offer, SeatData, Table, battle};
use crate::chance::Seed;
use crate::ruleset::{Outcome, Ruleset};
use crate::shape;

/// Value of `ruleset` in the stored form of events that all games share.
const SHARED: &str = "game";
/// Current version of the format of stored events. [`upcast`] converts older ones.
const SCHEMA: u16 = 1;

/// Stored form of a log entry: its type, the version of its format, its body, and the position of
/// the stream `battle` after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredEntry {
    pub(crate) ruleset: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) schema: u16,
    pub(crate) drawn: u64,
    pub(crate) body: Value,
}

/// Converts a stored entry to the current version of its format.
fn upcast(entry: StoredEntry) -> Result<StoredEntry, String> {
    if entry.schema != SCHEMA {
        let StoredEntry { ruleset, kind, schema, .. } = entry;
        return Err(format!(
            "`{ruleset}/{kind}` of version {schema} is not known here: it is newer than {SCHEMA}"
        ));
    }
    Ok(entry)
}

impl<R: Ruleset> Entry<R> {
    pub(crate) fn store(&self) -> StoredEntry {
        let (ruleset, kind, body) = match &self.fact {
            Fact::Rules(event) => {
                let (kind, body) = R::store_event(event);
                (R::ID, kind, body)
            }
            Fact::Shared(shared) => {
                let mut stored = serde_json::to_value(shared).expect("an event is plain data");
                (SHARED, self.kind(), stored["body"].take())
            }
        };
        StoredEntry {
            ruleset: ruleset.to_owned(),
            kind: kind.to_owned(),
            schema: SCHEMA,
            drawn: self.drawn,
            body,
        }
    }

    pub(crate) fn restore(stored: StoredEntry) -> Result<Self, String> {
        let StoredEntry { ruleset, kind, drawn, body, .. } = upcast(stored)?;
        let fact = match ruleset.as_str() {
            SHARED => {
                let value = serde_json::json!({"type": kind, "body": body});
                Fact::Shared(shape::from_value(&value).map_err(|fault| fault.to_string())?)
            }
            own if own == R::ID => Fact::Rules(R::restore_event(&kind, body)?),
            other => return Err(format!("an event of `{other}` in a game of `{}`", R::ID)),
        };
        Ok(Self { fact, drawn })
    }
}

/// Stored form of a table, with the stored state of its ruleset: text that is written, or the value
/// that was read.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredTable<O, D, S> {
    schema: u16,
    id: String,
    seed: String,
    options: O,
    rules: S,
    chairs: Vec<SeatData<D>>,
    seat_seeds: Vec<SeatSeed>,
    commitments: Vec<String>,
    offer: Option<Offer>,
    outcome: Option<Outcome>,
    cancelled: bool,
    departures: u32,
    drawn: u64,
    version: u64,
    public: u64,
    own: Vec<u64>,
}

impl<R: Ruleset> Table<R> {
    pub(crate) fn store(&self) -> StoredTable<R::Options, R::Draft, Box<RawValue>> {
        StoredTable {
            schema: SCHEMA,
            id: self.id.clone(),
            seed: self.seed.to_hex(),
            options: self.options.clone(),
            rules: self.rules.store_state(),
            chairs: self.chairs.clone(),
            seat_seeds: self.seat_seeds.clone(),
            commitments: self.commitments.clone(),
            offer: self.offer,
            outcome: self.outcome.clone(),
            cancelled: self.cancelled,
            departures: self.departures,
            drawn: self.drawn,
            version: self.version,
            public: self.public,
            own: self.own.clone(),
        }
    }

    pub(crate) fn restore(
        stored: StoredTable<R::Options, R::Draft, Value>,
    ) -> Result<Self, String> {
        if stored.schema != SCHEMA {
            return Err(format!("a snapshot of version {} is not known here", stored.schema));
        }
        let seed = Seed::from_hex(&stored.seed).ok_or("the seed cannot be read")?;
        Ok(Self {
            battle: battle(&seed, &stored.id, &stored.seat_seeds),
            id: stored.id,
            seed,
            rules: R::restore_state(&stored.options, &stored.rules)?,
            options: stored.options,
            chairs: stored.chairs,
            seat_seeds: stored.seat_seeds,
            commitments: stored.commitments,
            offer: stored.offer,
            outcome: stored.outcome,
            cancelled: stored.cancelled,
            departures: stored.departures,
            drawn: stored.drawn,
            version: stored.version,
            public: stored.public,
            own: stored.own,
        })
    }
}
