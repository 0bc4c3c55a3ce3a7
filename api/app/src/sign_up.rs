//! Accounts by mail: their offer to strangers who write, their creation, and the code that ends them.

use broadside_domain::error::AppError;
use broadside_mail::config::MailOut;
use broadside_mail::{Address, IntentKind, MailIntent};
use broadside_store::{
    AddressQuota, Change, CommitError, MailChange, MailKind, NewMail, OFFERS, SignUp, SignUpOffer,
};

use super::App;
use super::account::validate_name;
use super::address::address_quota;
use super::quotas::{QuotaKind, QuotaOutcome};

/// Part of the limits for a domain and in total, as a divisor, that offers have.
const OFFERS_SHARE: u32 = 5;

impl App {
    /// Offers an account to a stranger. Returns false if nothing is sent: the server
    /// sends no mail or makes no offers, the address wants no mail, or a limit is reached.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn offer_sign_up(&self, address: &Address, message_id: String) -> Result<bool, AppError> {
        let (mail, at) = (&self.mail, self.env.now());
        let address_hash = mail.keys.address_hash(address);
        if !mail.config.sign_up
            || mail.config.out == MailOut::Off
            || self.store.mail_is_refused(&address_hash).await.map_err(AppError::from)?
        {
            return Ok(false);
        }
        // The offer is in all languages.
        let intent = MailIntent { lang: String::new(), at, what: IntentKind::SignUpOffer };
        let mail = NewMail {
            id: self.env.new_id(),
            player_id: None,
            game_id: None,
            caused_by: None,
            kind: MailKind::Confirm,
            message_id,
            recipient: address.as_str().to_owned(),
            sender: mail.config.from.address(),
            message: intent.to_json(),
        };
        // Nothing is offered to an address that has got such a mail, a confirmation or an invitation within a day.
        let quota = address_quota(self, address, String::new(), at);
        // Anybody can cause offers, so they have quotas of their own: they must not use up those of confirmations.
        let counted = AddressQuota {
            most: quota.most.min(1),
            domain_hash: format!("{OFFERS}{}", quota.domain_hash),
            most_of_domain: quota.most_of_domain.div_ceil(OFFERS_SHARE),
            most_of_all: quota.most_of_all.div_ceil(OFFERS_SHARE),
            ..quota
        };
        let offer = MailChange::OfferSignUp(Box::new(SignUpOffer { counted, mail, at }));
        let written = self.store.commit(Change::Mail(Box::new(offer))).await;
        Ok(CommitError::unless_conflict(written, ())?.is_some())
    }

    /// Creates an account with a confirmed mailbox, and a generated name if the given one is not valid. Returns false
    /// if the address belongs to a player.
    ///
    /// # Errors
    /// If the daily quota of accounts is exhausted, or the store fails.
    pub async fn sign_up(&self, address: &Address, name: Option<&str>, lang: &str) -> Result<bool, AppError> {
        let (player_id, at) = (self.env.new_id(), self.env.now());
        let name = match name {
            Some(name) if validate_name(name).is_ok() => name.to_owned(),
            // A generated name does not reveal the identity of its owner.
            _ => format!("Player {}", &player_id[player_id.len() - 6..]),
        };
        let kinds = vec![QuotaKind::Account, QuotaKind::Change];
        let reservation =
            self.daily.as_ref().map(|daily| daily.admit(kinds, 1, false, None, at)).transpose()?;
        let new = SignUp {
            player_id,
            name,
            address: address.as_str().to_owned(),
            normal: address.normalized().to_owned(),
            lang: lang.to_owned(),
            at,
        };
        let created = self.store.commit(Change::Mail(Box::new(MailChange::SignUp(Box::new(new))))).await;
        let is_new = CommitError::unless_conflict(created, ())?.is_some();
        if let Some(reservation) = reservation {
            reservation.settle(if is_new { QuotaOutcome::Created } else { QuotaOutcome::Nothing });
        }
        Ok(is_new)
    }
}
