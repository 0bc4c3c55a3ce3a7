//! Incoming mail.

mod queries;
mod rows;
mod writes;

pub use self::rows::{
    Channel, MailInFound, MailInRow, MailInState, MailOrder, NewMailIn, ReplyClass, ReplyCounts,
};
pub use self::writes::{Finish, Forget, Plan, Receive};
