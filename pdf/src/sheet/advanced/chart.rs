//! Two maps with a price list, a legend and a log.

use crate::sheet::log::Log;
use crate::sheet::map::Map;

/// Maps, price list, legend and log.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The player's own map and the opponent's. They share a page if both fit.
    pub maps: [Map; 2],
    /// The price list.
    pub ledger: Ledger,
    /// Explanation of the marks on the maps.
    pub legend: Legend,
    /// The log.
    pub log: Log,
    /// Number of rows of the log that must be printed. Further rows are printed only where a page
    /// has room for them.
    pub operations: usize,
}

/// Explanation of marks.
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// Title.
    pub title: String,
    /// Marks: maps on which only the first square is drawn, and their meaning.
    pub signs: Vec<(Map, String)>,
}

/// Price list with boxes to tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    /// Title.
    pub title: String,
    /// Note next to the title.
    pub note: String,
    /// Column headings: item, price, number bought.
    pub columns: [String; 3],
    /// Items.
    pub rows: Vec<Row>,
}

/// Item of the price list.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Mark on a map; empty if the item is not marked.
    pub mark: String,
    /// Name.
    pub name: String,
    /// Description of its effect.
    pub effect: String,
    /// Price.
    pub price: String,
    /// Number of boxes to tick.
    pub boxes: usize,
    /// Number of boxes crossed out.
    pub crossed: usize,
    /// Note on those that remain.
    pub note: String,
    /// Text below the boxes if there is no room for all of them.
    pub more: String,
}
