//! Limits of a text with commands.

/// Maximum number of commands in a text. The largest placement has fewer.
pub const MAX_COMMANDS: usize = 300;
/// Maximum number of characters in a line. It is enough for the largest map.
pub const LONGEST_LINE: usize = 2_000;
/// Maximum number of characters in all lines with commands together: several times the size of the
/// largest placement.
pub const LONGEST_TEXT: usize = 20_000;
/// Maximum number of errors reported for a text. The lines below the last one are not read.
pub const MAX_ERRORS: usize = 20;
