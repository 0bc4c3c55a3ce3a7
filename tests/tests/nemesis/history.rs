//! The history of a run: the requests of each client, the answers, and the final state.

use std::collections::BTreeMap;
use std::fmt;

/// A kind of operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Registers a player; the value is its name.
    Register,
    /// Makes a game; the value is a mark that no other game of its creator has.
    Create,
    /// Takes a seat.
    Join,
    /// Places a fleet.
    Place,
    /// Acts; the value is the cell that is fired at, if the action names one.
    Act,
    /// Writes a message; the value is its text, which no other message has.
    Message,
    /// Writes notes; the value is the text.
    Note,
    /// Makes a stream ticket.
    Ticket,
    /// Opens a stream with a ticket that has not been sent before.
    Spend,
    /// Reads a game.
    ReadGame,
    /// Reads events of a game.
    ReadEvents,
    /// Reads the legal actions of a game.
    ReadLegal,
    /// Reads messages.
    ReadMessages,
    /// Reads notes.
    ReadNotes,
}

/// The result of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It was acknowledged.
    Ok,
    /// It was definitely not done, for this reason.
    Fail(String),
    /// It may have been done, or may still take effect: there was no answer, or one that says so.
    Unknown(String),
}

/// An event as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// The number of the event for the viewer.
    pub(crate) seq: u64,
    /// The ruleset of the game, the time and the content, as JSON.
    pub(crate) content: String,
}

/// The content of an acknowledgement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The hash of the body.
    pub(crate) body: u64,
    /// The version of the game, or the number of its last message.
    pub(crate) version: Option<u64>,
    /// Events.
    pub(crate) events: Vec<Event>,
    /// The id or the text.
    pub(crate) text: String,
}

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Op {
    /// The client.
    pub(crate) process: usize,
    /// The node.
    pub(crate) node: usize,
    pub(crate) kind: Kind,
    /// The game; empty for operations without a game.
    pub(crate) game: String,
    pub(crate) value: String,
    /// The `Idempotency-Key`.
    pub(crate) key: Option<String>,
    /// The time at which it was sent, in milliseconds since the start.
    pub(crate) invoked: u64,
    /// The time at which it was answered or given up.
    pub(crate) ended: u64,
    pub(crate) outcome: Outcome,
    pub(crate) seen: Seen,
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { process, node, kind, game, value, key, invoked, ended, outcome, seen } = self;
        write!(
            f,
            "{invoked:>8}-{ended} ms  client {process} node {node}  {kind:?} {game} {value:?}"
        )?;
        if let Some(key) = key {
            write!(f, " key {key}")?;
        }
        write!(f, "  {outcome:?}")?;
        if let Some(version) = seen.version {
            write!(f, " version {version}")?;
        }
        for event in &seen.events {
            write!(f, "\n{:>12} {}", event.seq, event.content)?;
        }
        Ok(())
    }
}

/// A message of a stream, or one event of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heard {
    /// The client.
    pub(crate) process: usize,
    /// The stream; it may use several connections.
    pub(crate) stream: usize,
    /// The game of the stream; `None` for all games of the client.
    pub(crate) of: Option<String>,
    /// The number of the connection of this stream.
    pub(crate) connection: u64,
    /// The id with which the connection was opened.
    pub(crate) after: Option<u64>,
    /// The node.
    pub(crate) node: usize,
    pub(crate) at: u64,
    /// The kind of message.
    pub(crate) event: String,
    /// The number in the id of the message. For an event of a step: the number in the id if the
    /// step ended with this event.
    pub(crate) id: u64,
    /// The game; empty for a snapshot of all games.
    pub(crate) game: String,
    /// The number of the event or of the message in the game.
    pub(crate) seq: u64,
    /// The content, as in [`Event`].
    pub(crate) content: String,
}

impl fmt::Display for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { process, stream, connection, after, node, at, event, id, game, seq, .. } = self;
        write!(
            f,
            "{at:>8} ms  client {process} node {node}  stream {stream} connection {connection}"
        )?;
        write!(f, " after {after:?}: {event} id {id} {game} {seq}")
    }
}

/// A period in which the clock of a node was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrongClock {
    pub(crate) node: usize,
    /// The offset of the clock.
    pub(crate) seconds: i64,
    /// The begin, in milliseconds since the start.
    pub(crate) from: u64,
    /// The end; `None` while the clock is wrong.
    pub(crate) until: Option<u64>,
}

impl fmt::Display for WrongClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { node, seconds, from, until } = self;
        write!(f, "{from:>8}-")?;
        if let Some(until) = until {
            write!(f, "{until}")?;
        }
        write!(f, " ms  the clock of node {node} is {seconds:+} s off")
    }
}

/// The final log of a game, as a node shows it to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) process: usize,
    /// The seat of the client.
    pub(crate) seat: u64,
    pub(crate) node: usize,
    pub(crate) game: String,
    pub(crate) events: Vec<Event>,
}

/// A message in a game in the final state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) number: u64,
    /// The client that wrote it.
    pub(crate) by: usize,
    pub(crate) text: String,
}

/// The final messages of a game, as a node shows them to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Talk {
    pub(crate) process: usize,
    pub(crate) node: usize,
    pub(crate) game: String,
    pub(crate) messages: Vec<Said>,
}

/// The games that a client has created, as a node lists them in the final state: ids and marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    pub(crate) process: usize,
    pub(crate) node: usize,
    pub(crate) games: Vec<(String, String)>,
}

/// The final state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) views: Vec<View>,
    pub(crate) talks: Vec<Talk>,
    pub(crate) made: Vec<Made>,
    /// The client in the second seat of each game.
    pub(crate) joined: BTreeMap<String, Option<usize>>,
    /// The number of registrations of each name.
    pub(crate) names: BTreeMap<String, usize>,
}

/// A complete history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct History {
    /// Operations in the order in which they ended.
    pub(crate) ops: Vec<Op>,
    /// Messages in order of arrival for each stream.
    pub(crate) heard: Vec<Heard>,
    /// Clock errors in the order in which they began.
    pub(crate) wrong_clocks: Vec<WrongClock>,
    pub(crate) end: End,
}
