//! Invitations by mail.

use std::sync::Arc;

use broadside_app::{GameDraft, Invitee};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::player::PlayerRow;
use broadside_domain::time::{DAY, Time};
use broadside_store::mail::invitations;
use broadside_store::{
    AnyWrite, InvitationRow, MailKind, MailboxRow, NewInvitation, NewMail, retry_conflicts,
};

use super::confirmation::address_quota;
use super::sign_up::chosen_or_generated_name;
use crate::{Address, DeferredMail, DeferredMailKind, Post, ReplyKey};

/// Acceptance of an invitation by a reader of its address.
pub struct InvitationAcceptance<'a> {
    pub invitation: &'a InvitationRow,
    /// Address of the invitation, as the reader writes it.
    pub address: &'a Address,
    /// Name for the account, if it is new.
    pub name: Option<&'a str>,
    /// Code of the language for the account, if it is new; `None` for that of the invitation.
    pub lang: Option<&'a str>,
}

/// Invitee whose address is valid.
struct Recipient<'a> {
    invitee: &'a Invitee,
    address: Address,
}

impl Post {
    /// Creates a game from its draft, with the invitations to it by mail and the answer to store.
    ///
    /// # Errors
    /// If somebody cannot be invited, the store fails, or as for
    /// [`broadside_app::App::commit_game`].
    pub async fn commit_game(
        &self,
        draft: &GameDraft,
        answer: Option<IdempotencyRecord>,
    ) -> Result<(), AppError> {
        let creator_id = &draft.game.row.created_by;
        let count = draft.invitees.len();
        let mut invite = None;
        if count > 0 {
            let creator = self.app.require_player(creator_id).await?;
            let mailbox = self.inviter_mailbox(&creator, count).await?;
            invite = Some(self.build_invitations(draft, &creator, &mailbox).await?);
        }
        retry_conflicts(|| async {
            if self.app.commit_game(draft, invite.clone(), answer.clone()).await? {
                return Ok(Some(()));
            }
            if count > 0 {
                let creator = self.app.require_player(creator_id).await?;
                self.inviter_mailbox(&creator, count).await?;
            }
            Ok(None)
        })
        .await
    }

    /// Returns the mailbox of a player who sends `count` invitations by mail.
    ///
    /// # Errors
    /// If the server sends no mail, the player has no confirmed address, or they would send too
    /// many invitations in a day.
    async fn inviter_mailbox(
        &self,
        inviter: &PlayerRow,
        count: usize,
    ) -> Result<MailboxRow, AppError> {
        if !self.config.sends_mail() {
            return Err(AppError::new(
                ErrorKind::NotNow,
                "this server does not send mail: invite with a code instead",
            ));
        }
        let mailbox = self.app.store.mailbox(&inviter.id).await?;
        let Some(mailbox) = mailbox.filter(|mailbox| mailbox.confirmed.is_some()) else {
            let detail = "invitations by mail need a confirmed address of your own: set your mailbox and confirm it, or \
                          invite with a code";
            return Err(AppError::new(ErrorKind::NotNow, detail));
        };
        let now = self.app.env.now();
        let max = self.max_invitations(inviter);
        let (_, sent, first) = self
            .app
            .store
            .address_quota_used("", &quota_key(&inviter.id), Time(now.0 - DAY))
            .await?;
        if sent + count as u64 > u64::from(max) {
            let seconds = first.map_or(DAY, |first| first.0 + DAY - now.0).max(1000) / 1000;
            let detail = format!(
                "you can send {max} invitations a day by mail: send the next in {seconds} s"
            );
            return Err(AppError::new(ErrorKind::TooManyRequests, detail)
                .with_retry_after(seconds.unsigned_abs()));
        }
        Ok(mailbox)
    }

    /// Returns the maximum number of invitations that a player may send in a day, which depends on
    /// the age of the account.
    fn max_invitations(&self, inviter: &PlayerRow) -> u32 {
        self.config.limits.invitations.at(inviter.created_at, self.app.env.now())
    }

    /// Builds the write that sends the invitations to a new game.
    ///
    /// # Errors
    /// If an address cannot be invited, or the store fails.
    async fn build_invitations(
        &self,
        draft: &GameDraft,
        inviter: &PlayerRow,
        mailbox: &MailboxRow,
    ) -> Result<Arc<dyn AnyWrite>, AppError> {
        let mut recipients: Vec<Recipient<'_>> = Vec::new();
        for invitee in &draft.invitees {
            let address = self.parse_invitee_address(mailbox, &recipients, &invitee.address);
            let address = address.map_err(|detail| {
                AppError::field(format!("opponents[{}].address", invitee.opponent), detail)
            })?;
            recipients.push(Recipient { invitee, address });
        }
        let mut invitations = Vec::new();
        for recipient in recipients {
            let game_id = &draft.game.row.id;
            let lang = &mailbox.lang;
            invitations.push(self.build_invitation(game_id, inviter, lang, &recipient).await?);
        }
        Ok(Arc::new(invitations::Send { invitations, max: self.max_invitations(inviter) }))
    }

    /// Returns the address of an opponent.
    ///
    /// # Errors
    /// Detail of the problem, if the address is malformed or cannot be invited.
    fn parse_invitee_address(
        &self,
        inviter: &MailboxRow,
        others: &[Recipient<'_>],
        text: &str,
    ) -> Result<Address, String> {
        let address = Address::parse(text)?;
        if self.config.from.key_of(address.normalized()).is_some() {
            return Err("this is an address of the server: name the address of a player".to_owned());
        }
        let own_hash = inviter
            .confirmed
            .as_ref()
            .map(|own| self.keys.normalized_address_hash(&own.address_normalized));
        if own_hash == Some(self.keys.address_hash(&address)) {
            return Err("this is your own address: name the address of another player".to_owned());
        }
        if others.iter().any(|other| other.address.canonical() == address.canonical()) {
            return Err("a player has one seat in a game: name another address".to_owned());
        }
        Ok(address)
    }

    async fn build_invitation(
        &self,
        game_id: &str,
        inviter: &PlayerRow,
        inviter_lang: &str,
        recipient: &Recipient<'_>,
    ) -> Result<NewInvitation, AppError> {
        let Recipient { invitee: Invitee { seat, code, .. }, address } = recipient;
        let at = self.app.env.now();
        let address_hash = self.keys.address_hash(address);
        let is_refused = self.app.store.is_suppressed(&address_hash).await?;
        let invited = self.app.store.mailbox_by_address(address.normalized()).await?;
        let is_blocked = match &invited {
            Some(invited) => self.app.store.blocks(&invited.player_id, &inviter.id).await?,
            None => false,
        };
        let key = ReplyKey::generate(&self.app.env);
        // A player who has chosen a language is written to in it. Of anybody else, only the
        // language of the inviter is known.
        let lang = invited.map_or_else(|| inviter_lang.to_owned(), |invited| invited.lang);
        let kind = DeferredMailKind::Invitation {
            inviter_id: inviter.id.clone(),
            inviter: inviter.display_name().unwrap_or_default(),
            code: code.reveal().to_owned(),
            key: key.reveal().to_owned(),
        };
        let row = InvitationRow {
            key_hash: key.hash(),
            game_id: game_id.to_owned(),
            seat: seat.number(),
            code_hash: code.hash(),
            address: address.as_str().to_owned(),
            address_normalized: address.normalized().to_owned(),
            address_hash,
            invited_by: inviter.id.clone(),
            lang: lang.clone(),
            player_id: None,
            created_at: at,
        };
        // The recipient is an address, even if a player has it.
        let deferred = DeferredMail { lang, at, kind };
        let mail = NewMail {
            game_id: Some(game_id.to_owned()),
            ..self.new_deferred_mail(MailKind::Invitation, address.as_str(), &deferred)
        };
        let quota = address_quota(self, address, quota_key(&inviter.id), at);
        Ok(NewInvitation { row, quota, mail: (!is_refused && !is_blocked).then_some(mail) })
    }

    /// Accepts an invitation for the player whose confirmed address it was sent to. If there is no
    /// such player and the seat is free, creates an account with a mailbox. The player is not
    /// seated yet. Idempotent.
    ///
    /// Returns the mailbox, and true if it is new; `None` if somebody else has accepted, if the
    /// address is another one, or if there is no seat for a new account.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn accept_invitation(
        &self,
        acceptance: &InvitationAcceptance<'_>,
    ) -> Result<Option<(MailboxRow, bool)>, AppError> {
        let InvitationAcceptance { invitation, address, name, lang } = acceptance;
        if address.normalized() != invitation.address_normalized {
            return Ok(None);
        }
        // Id of the account that an attempt creates.
        let new_id = self.app.env.new_id();
        retry_conflicts(|| async {
            let mailbox = self.app.store.mailbox_by_address(address.normalized()).await?;
            let row = self.app.store.mail_invitation(&invitation.key_hash).await?;
            match (&mailbox, row.map(|row| row.player_id)) {
                (Some(mailbox), Some(Some(player_id))) if mailbox.player_id == player_id => {
                    return Ok(Some(Some((mailbox.clone(), player_id == new_id))));
                }
                (_, Some(None)) => {}
                (_, _) => return Ok(Some(None)),
            }
            let (player_id, new) = match mailbox {
                Some(mailbox) => (mailbox.player_id, None),
                None => {
                    // Read the game again: the seat may have been lost since the mail was parsed.
                    let game = self.app.play.game(&invitation.game_id).await?;
                    if game.and_then(|game| game.invited_seat(&invitation.code_hash)).is_none() {
                        return Ok(Some(None));
                    }
                    let name = chosen_or_generated_name(*name, &new_id);
                    let account =
                        (name, address.as_str().to_owned(), address.normalized().to_owned());
                    (new_id.clone(), Some(account))
                }
            };
            let accept = invitations::Accept {
                key_hash: invitation.key_hash.clone(),
                player_id,
                new,
                lang: lang.unwrap_or(&invitation.lang).to_owned(),
                at: self.app.env.now(),
            };
            // After a success and after a conflict, the next attempt finds what was written.
            self.commit_mail_change(accept).await?;
            Ok(None)
        })
        .await
    }
}

/// Key under which the invitations of a player are counted, apart from the mails that they request
/// for themselves.
fn quota_key(player_id: &str) -> String {
    format!("{player_id} invites")
}
