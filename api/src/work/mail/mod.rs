//! Mail: what comes in is kept, and then carried out.

mod ingest;

pub use ingest::{Ingest, Receipt, Unkept};
