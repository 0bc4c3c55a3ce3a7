//! Mail: what one is and says. Nothing here knows of HTTP or of the store.

pub mod read;
