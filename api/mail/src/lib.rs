//! Contents of mail, without HTTP and SQL. The crate `broadside-worker` decides when mail is
//! written.

mod address;
pub mod compose;
pub mod config;
mod intent;
mod key;
pub mod read;
mod send;
mod texts;

pub use address::{Address, Sender};
pub use intent::{IntentKind, MailIntent};
pub use key::{BounceKey, CodeKey, Link, LinkKind, MailKeys, ReplyKey};
pub use send::{MailTransport, OutboundMail, SendOutcome};
pub use texts::LetterTexts;
