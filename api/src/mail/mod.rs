//! Contents of mail, without HTTP and SQL. [`work::mail`](crate::work::mail) decides when mail is written.

mod address;
pub mod compose;
mod key;
pub mod limits;
pub mod read;
mod send;

pub use address::{Address, Sender};
pub use key::{BounceKey, CodeKey, Link, LinkKind, MailKeys, ReplyKey};
pub use send::{MailTransport, SendOutcome};
