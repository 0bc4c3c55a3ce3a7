//! Incoming mail.

mod queries;
mod rows;
mod writes;

pub use self::rows::{
    Channel, InboundMailJob, InboundMailRow, InboundMailState, MailOrder, NewInboundMail,
    ReplyClass, ReplyCounts,
};
pub use self::writes::{DeleteOld, Finish, Plan, Receive};
