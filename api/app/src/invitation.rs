//! Invitations by mail.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::player::PlayerRow;
use broadside_domain::secret::Secret;
use broadside_domain::time::{DAY, Time};
use broadside_engine::seat::Seat;
use broadside_mail::{Address, IntentKind, MailIntent, ReplyKey};
use broadside_store::mail::invitations;
use broadside_store::{
    InvitationRow, MailKind, MailboxRow, NewInvitation, NewMail, retry_conflicts,
};

use super::App;
use super::account::chosen_or_generated_name;
use super::address::address_quota;
use crate::play::LiveGame;

/// Invitation to a seat by mail.
pub(super) struct Invitee {
    /// The seat.
    pub(super) seat: Seat,
    /// Address of the recipient.
    pub(super) address: Address,
    /// Code of the seat.
    pub(super) code: Secret,
}

/// Acceptance of an invitation by a reader of its address.
pub struct InvitationAcceptance<'a> {
    /// The invitation.
    pub invitation: &'a InvitationRow,
    /// Address of the invitation, as the reader writes it.
    pub address: &'a Address,
    /// Name for the account, if it is new.
    pub name: Option<&'a str>,
    /// Code of the language for the account, if it is new; `None` for that of the invitation.
    pub lang: Option<&'a str>,
}

impl App {
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
        let new_id = self.env.new_id();
        retry_conflicts(|| async {
            let there = self.store.mailbox_at(address.normalized()).await?;
            let row = self.store.mail_invitation(&invitation.key_hash).await?;
            match (&there, row.map(|row| row.player_id)) {
                (Some(there), Some(Some(player_id))) if there.player_id == player_id => {
                    return Ok(Some(Some((there.clone(), player_id == new_id))));
                }
                (_, Some(None)) => {}
                (_, _) => return Ok(Some(None)),
            }
            let (player_id, new) = match there {
                Some(there) => (there.player_id, None),
                None => {
                    // Read the game again: the seat may have been lost since the mail was parsed.
                    let game = self.play.game(&invitation.game_id).await?;
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
                at: self.env.now(),
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

/// Mailbox of a player who sends `count` invitations by mail.
///
/// # Errors
/// If the server sends no mail, the player has no confirmed address, or they would exceed `most`
/// invitations in a day.
pub(super) async fn inviter_mailbox(
    app: &App,
    player_id: &str,
    count: usize,
    most: u32,
) -> Result<MailboxRow, AppError> {
    if !app.mail.config.sends_mail() {
        return Err(AppError::new(
            ErrorKind::NotNow,
            "this server does not send mail: invite with a code instead",
        ));
    }
    let mailbox = app.store.mailbox(player_id).await?;
    let Some(mailbox) = mailbox.filter(|mailbox| mailbox.confirmed.is_some()) else {
        let detail = "invitations by mail need a confirmed address of your own: set your mailbox and confirm it, or \
                      invite with a code";
        return Err(AppError::new(ErrorKind::NotNow, detail));
    };
    let now = app.env.now();
    let (_, sent, first) =
        app.store.mail_asked("", &quota_key(player_id), Time(now.0 - DAY)).await?;
    if sent + count as u64 > u64::from(most) {
        let seconds = first.map_or(DAY, |first| first.0 + DAY - now.0).max(1000) / 1000;
        let detail =
            format!("you can send {most} invitations a day by mail: send the next in {seconds} s");
        return Err(AppError::new(ErrorKind::TooManyRequests, detail)
            .with_retry_after(seconds.unsigned_abs()));
    }
    Ok(mailbox)
}

/// Address of an opponent.
///
/// # Errors
/// Detail of the problem, if the address is malformed or cannot be invited.
pub(super) fn parse_invitee_address(
    app: &App,
    host: &MailboxRow,
    before: &[Invitee],
    text: &str,
) -> Result<Address, String> {
    let address = Address::parse(text)?;
    if app.mail.config.from.key_of(address.normalized()).is_some() {
        return Err("this is an address of the server: name the address of a player".to_owned());
    }
    let own = host
        .confirmed
        .as_ref()
        .map(|own| app.mail.keys.normalized_address_hash(&own.address_normalized));
    if own == Some(app.mail.keys.address_hash(&address)) {
        return Err("this is your own address: name the address of another player".to_owned());
    }
    if before.iter().any(|other| other.address.canonical() == address.canonical()) {
        return Err("a player has one seat in a game: name another address".to_owned());
    }
    Ok(address)
}

/// Invitations to a new game.
///
/// # Errors
/// If the store fails.
pub(super) async fn build_invitations(
    app: &App,
    host: &MailboxRow,
    me: &PlayerRow,
    loaded: &LiveGame,
    invited: &[Invitee],
) -> Result<Vec<NewInvitation>, AppError> {
    let mut all = Vec::new();
    for one in invited {
        all.push(build_invitation(app, host, me, loaded, one).await?);
    }
    Ok(all)
}

async fn build_invitation(
    app: &App,
    host: &MailboxRow,
    me: &PlayerRow,
    loaded: &LiveGame,
    invited: &Invitee,
) -> Result<NewInvitation, AppError> {
    let Invitee { seat, address, code } = invited;
    let (mail, at) = (&app.mail, app.env.now());
    let hash = mail.keys.address_hash(address);
    let refused = app.store.mail_is_refused(&hash).await?;
    let whose = app.store.mailbox_at(address.normalized()).await?;
    let blocked = match &whose {
        Some(whose) => app.store.blocks(&whose.player_id, &me.id).await?,
        None => false,
    };
    let key = ReplyKey::generate(&app.env);
    // A player who has chosen a language is written to in it. Of anybody else, only the language of
    // the host is known.
    let lang = whose.as_ref().map_or(&host.lang, |whose| &whose.lang).clone();
    let what = IntentKind::Invitation {
        inviter_id: me.id.clone(),
        inviter: me.display_name().unwrap_or_default(),
        code: code.reveal().to_owned(),
        key: key.reveal().to_owned(),
    };
    let row = InvitationRow {
        key_hash: key.hash(),
        game_id: loaded.row.id.clone(),
        seat: seat.number(),
        code_hash: code.hash(),
        address: address.as_str().to_owned(),
        address_normalized: address.normalized().to_owned(),
        address_hash: hash.clone(),
        invited_by: me.id.clone(),
        lang: lang.clone(),
        player_id: None,
        created_at: at,
    };
    // The recipient is an address, even if a player has it.
    let intent = MailIntent { lang, at, what };
    let new = NewMail {
        game_id: Some(loaded.row.id.clone()),
        ..app.intent_mail(MailKind::Invitation, address.as_str(), &intent)
    };
    let counted = address_quota(app, address, quota_key(&me.id), at);
    Ok(NewInvitation { row, counted, mail: (!refused && !blocked).then_some(new) })
}
