//! Pages of lists.

/// Page of ids before a cursor, newest first.
#[derive(Clone, Debug)]
pub struct Page {
    /// Exclusive upper bound of the ids.
    pub before: Option<String>,
    pub limit: u32,
}

/// Text that sorts after every id.
pub(crate) const LAST: &str = "~";
