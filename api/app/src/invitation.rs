//! Invitations by mail.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::player::PlayerRow;
use broadside_domain::secret::Secret;
use broadside_domain::time::{DAY, Time};
use broadside_engine::seat::Seat;
use broadside_mail::config::MailOut;
use broadside_mail::{Address, IntentKind, MailIntent, ReplyKey};
use broadside_store::{InvitationRow, MailKind, MailboxRow, NewInvitation, NewMail};

use super::App;
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

/// Key under which the invitations of a player are counted, apart from the mails that they request for themselves.
fn quota_key(player_id: &str) -> String {
    format!("{player_id} invites")
}

/// Mailbox of a player who sends `count` invitations by mail.
///
/// # Errors
/// If the server sends no mail, the player has no confirmed address, or they would exceed `most` invitations in a day.
pub(super) async fn inviter_mailbox(
    app: &App,
    player_id: &str,
    count: usize,
    most: u32,
) -> Result<MailboxRow, AppError> {
    if app.mail.config.out == MailOut::Off {
        return Err(AppError::new(
            ErrorKind::NotNow,
            "this server does not send mail: invite with a code instead",
        ));
    }
    let mailbox = app.store.mailbox(player_id).await.map_err(AppError::from)?;
    let Some(mailbox) = mailbox.filter(|mailbox| mailbox.confirmed.is_some()) else {
        let detail = "invitations by mail need a confirmed address of your own: set your mailbox and confirm it, or \
                      invite with a code";
        return Err(AppError::new(ErrorKind::NotNow, detail));
    };
    let now = app.env.now();
    let counted = app.store.mail_asked("", &quota_key(player_id), Time(now.0 - DAY)).await;
    let (_, sent, first) = counted.map_err(AppError::from)?;
    if sent + count as u64 > u64::from(most) {
        let seconds = first.map_or(DAY, |first| first.0 + DAY - now.0).max(1000) / 1000;
        let detail = format!("you can send {most} invitations a day by mail: send the next in {seconds} s");
        return Err(
            AppError::new(ErrorKind::TooManyRequests, detail).with_retry_after(seconds.unsigned_abs())
        );
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
    let own = host.confirmed.as_ref().map(|own| app.mail.keys.normalized_address_hash(&own.normal));
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
    let refused = app.store.mail_is_refused(&hash).await.map_err(AppError::from)?;
    let whose = app.store.mailbox_at(address.normalized()).await.map_err(AppError::from)?;
    let blocked = match &whose {
        Some(whose) => app.store.blocks(&whose.player_id, &me.id).await.map_err(AppError::from)?,
        None => false,
    };
    let key = ReplyKey::generate(&app.env);
    // A player who has chosen a language is written to in it. Of anybody else, only the language of the host is known.
    let lang = whose.as_ref().map_or(&host.lang, |whose| &whose.lang).clone();
    let id = app.env.new_id();
    let message_id = format!("{id}@{}", mail.config.from.domain());
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
        normal: address.normalized().to_owned(),
        address_hash: hash.clone(),
        made_by: me.id.clone(),
        lang: lang.clone(),
        player_id: None,
        made_at: at,
    };
    let new = NewMail {
        id,
        // The recipient is an address, even if a player has it.
        player_id: None,
        game_id: Some(loaded.row.id.clone()),
        caused_by: None,
        kind: MailKind::Invitation,
        message_id,
        recipient: address.as_str().to_owned(),
        sender: mail.config.from.address(),
        message: MailIntent { lang, at, what }.to_json(),
    };
    let counted = address_quota(app, address, quota_key(&me.id), at);
    Ok(NewInvitation { row, counted, mail: (!refused && !blocked).then_some(new) })
}
