//! Two maps with a price list to keep accounts in, and a log.

use super::log::Log;
use super::map::Map;

/// Maps, accounts and log.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The own map and the other's. They share a page where both fit.
    pub maps: [Map; 2],
    /// The price list.
    pub ledger: Ledger,
    /// The log.
    pub log: Log,
}

/// A price list with boxes to tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    /// What it is called.
    pub title: String,
    /// What is said beside that.
    pub note: String,
    /// The headings: what is sold, its price, what was bought.
    pub columns: [String; 3],
    /// What is sold.
    pub rows: Vec<Row>,
}

/// Something that is sold.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// How it is marked on a map; empty if it is not.
    pub mark: String,
    /// What it is called.
    pub name: String,
    /// What it does.
    pub effect: String,
    /// What it costs.
    pub price: String,
    /// How many boxes there are to tick.
    pub boxes: usize,
    /// How many of them are crossed out.
    pub crossed: usize,
    /// What is said of those that are left.
    pub note: String,
}
