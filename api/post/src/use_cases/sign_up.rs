//! Accounts by mail: their offer to strangers who write, their creation, and the code that ends
//! them.

use broadside_app::{Creates, Storing, validate_name};
use broadside_domain::error::AppError;
use broadside_domain::time::{DAY, Time};
use broadside_store::mail::sign_up::{Offer, SignUp};
use broadside_store::{AddressQuota, MailKind, NewMail, OFFER_PREFIX};

use super::confirmation::address_quota;
use crate::{Address, DeferredMail, DeferredMailKind, Post};

/// Part of the limits for a domain and in total, as a divisor, that offers have.
const OFFERS_SHARE: u32 = 5;

/// Number of replies to an offer that get an answer although they do not agree. A program that
/// answers by itself, without a mark, stops there.
const MAX_ANSWERS: u32 = 2;
/// Number of days in which these answers are counted: more than an offer is valid.
const ANSWER_DAYS: u32 = 9;

/// Answer to a reply to an offer that does not agree.
pub struct SignUpAnswer<'a> {
    /// Recipient of the offer, and of the answer.
    pub address: &'a Address,
    /// Key of the offer, which stays the key of the answer.
    pub key: String,
    /// Language of the reply; `None` if it is unknown.
    pub lang: Option<&'static str>,
    /// Message-ID of the reply, if it has one.
    pub answers: Option<String>,
    /// Message-ID of the answer.
    pub message_id: String,
}

/// Returns the name of an account that is created by mail: the chosen one if it is valid, or else a
/// generated one, which does not reveal the identity of its owner.
pub(super) fn chosen_or_generated_name(chosen: Option<&str>, player_id: &str) -> String {
    let chosen = chosen.and_then(|name| validate_name(name).ok());
    chosen.unwrap_or_else(|| format!("Player {}", &player_id[player_id.len() - 6..]))
}

impl Post {
    /// Offers an account to a stranger. Returns false if nothing is sent: the server
    /// sends no mail or makes no offers, the address wants no mail, or a limit is reached.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn offer_sign_up(
        &self,
        address: &Address,
        message_id: String,
    ) -> Result<bool, AppError> {
        let at = self.app.env.now();
        if !self.may_offer_sign_up(address).await? {
            return Ok(false);
        }
        // The offer is in all languages.
        let deferred =
            DeferredMail { lang: String::new(), at, kind: DeferredMailKind::SignUpOffer };
        let mail = self.mail_to_stranger(address, &deferred, message_id);
        // Nothing is offered to an address that has got such a mail, a confirmation or an
        // invitation within a day.
        let quota = address_quota(self, address, String::new(), at);
        // Anybody can cause offers, so they have quotas of their own: they must not use up those of
        // confirmations.
        let quota = AddressQuota {
            max: quota.max.min(1),
            domain_hash: format!("{OFFER_PREFIX}{}", quota.domain_hash),
            max_to_domain: quota.max_to_domain.div_ceil(OFFERS_SHARE),
            max_to_all: quota.max_to_all.div_ceil(OFFERS_SHARE),
            ..quota
        };
        self.commit_mail_change(Offer { quota, mail, at }).await
    }

    /// Answers a reply to an offer that does not agree. Returns false if nothing is sent: the
    /// server sends no mail or makes no offers, the address wants no mail, or the offer has had its
    /// answers.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn answer_sign_up(&self, answer: SignUpAnswer<'_>) -> Result<bool, AppError> {
        let at = self.app.env.now();
        let SignUpAnswer { address, key, lang, answers, message_id } = answer;
        if !self.may_offer_sign_up(address).await? {
            return Ok(false);
        }
        for max in 1..=MAX_ANSWERS {
            let last = max == MAX_ANSWERS;
            let kind =
                DeferredMailKind::SignUpHint { key: key.clone(), last, answers: answers.clone() };
            let deferred = DeferredMail { lang: lang.unwrap_or_default().to_owned(), at, kind };
            let quota = AddressQuota {
                address_hash: self.keys.sign_up_answers_key(&key),
                // The reader has shown that the address is theirs, so the other limits do not
                // apply.
                domain_hash: String::new(),
                max,
                since: Time(at.0 - i64::from(ANSWER_DAYS) * DAY),
                ..address_quota(self, address, String::new(), at)
            };
            let mail = self.mail_to_stranger(address, &deferred, message_id.clone());
            if self.commit_mail_change(Offer { quota, mail, at }).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true if mail about offers may go to an address.
    async fn may_offer_sign_up(&self, address: &Address) -> Result<bool, AppError> {
        let is_on = self.config.sign_up && self.config.sends_mail();
        let address_hash = self.keys.address_hash(address);
        Ok(is_on && !self.app.store.is_suppressed(&address_hash).await?)
    }

    /// Returns a mail to an address without an account, which is composed when it is sent.
    fn mail_to_stranger(
        &self,
        address: &Address,
        deferred: &DeferredMail,
        message_id: String,
    ) -> NewMail {
        NewMail {
            message_id,
            ..self.new_deferred_mail(MailKind::Confirm, address.as_str(), deferred)
        }
    }

    /// Creates an account with a confirmed mailbox, and a generated name if the given one is not
    /// valid. Returns false if the address belongs to a player.
    ///
    /// # Errors
    /// If the accounts of a day are used up, or the store fails.
    pub async fn sign_up(
        &self,
        address: &Address,
        name: Option<&str>,
        lang: &str,
    ) -> Result<bool, AppError> {
        let player_id = self.app.env.new_id();
        let at = self.app.env.now();
        let name = chosen_or_generated_name(name, &player_id);
        self.app.daily.count(&Storing::without_address(Creates::Account), None)?;
        let sign_up = SignUp {
            player_id,
            name,
            address: address.as_str().to_owned(),
            address_normalized: address.normalized().to_owned(),
            lang: lang.to_owned(),
            at,
        };
        self.commit_mail_change(sign_up).await
    }
}
