//! Mail that is stored before it is composed. A request stores what to say, and the mail is
//! composed when it is sent (`compose_deferred.rs`).

use broadside_domain::time::Time;
use serde::{Deserialize, Serialize};

/// Content of a mail that is not composed yet. It may contain codes and keys, so it does not
/// implement `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeferredMail {
    /// Code of the language; empty for a mail in all languages.
    pub lang: String,
    /// Date of the mail.
    #[serde(with = "broadside_domain::time::millis")]
    pub at: Time,
    pub kind: DeferredMailKind,
}

/// Kind of a mail, with its variable parts.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum DeferredMailKind {
    /// Asks the reader to confirm their address.
    Confirmation {
        /// Code that confirms the address.
        code: String,
    },
    /// Tells the reader that their address will be replaced or deleted.
    AddressChange {
        /// New address; `None` if the mailbox will be deleted.
        to: Option<String>,
        /// Time of the change.
        #[serde(with = "broadside_domain::time::millis")]
        takes_effect: Time,
    },
    /// Has a code that can be redeemed for a token.
    TokenCode {
        /// Code, in the form that the reader sends.
        code: String,
    },
    /// Invites the reader to a game.
    Invitation {
        /// Player who invites, by id.
        inviter_id: String,
        /// Name of that player; empty if they have none.
        inviter: String,
        /// Code of the seat.
        code: String,
        /// Key in the address that the invitation is answered to.
        key: String,
    },
    /// Offers an account to a stranger.
    SignUpOffer,
    /// Tells a stranger that their reply to an offer has not created an account.
    SignUpHint {
        /// Key in the reply address of the offer.
        key: String,
        /// True if further replies get no such answer.
        last: bool,
        /// Message-ID of the reply, if it has one.
        answers: Option<String>,
    },
    /// Tells the reader that their account has ended.
    Farewell {
        /// Message-ID of the mail that asked for the end, if it has one.
        answers: Option<String>,
    },
}

impl DeferredMail {
    /// Returns the text that is stored. No composed mail begins like it.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a deferred mail is plain data")
    }

    /// Parses a stored text. Returns `None` if it is a composed mail.
    ///
    /// # Errors
    /// If it is a deferred mail of a kind that this version does not know.
    pub(crate) fn parse(text: &str) -> Result<Option<Self>, serde_json::Error> {
        text.starts_with('{').then(|| serde_json::from_str(text)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deferred_mail_is_told_from_a_composed_one() {
        let kind = DeferredMailKind::TokenCode { code: "brl_a".to_owned() };
        let deferred = DeferredMail { lang: "en".to_owned(), at: Time(0), kind };
        assert!(DeferredMail::parse(&deferred.to_json()).unwrap() == Some(deferred));
        assert!(DeferredMail::parse("From: Broadside <play@example.org>").unwrap().is_none());
    }
}
