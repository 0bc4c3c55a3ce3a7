//! Composition of deferred mails, when they are sent.

use broadside_domain::error::AppError;
use broadside_domain::secret::{Purpose, Secret};
use broadside_i18n::Lang;
use broadside_store::NewMail;

use crate::compose::{self, Invitation, MailDocument, MessageHeaders, Threading};
use crate::game_update::public_view;
use crate::{Address, CodeKey, DeferredMail, DeferredMailKind, Link, LinkKind, Post, ReplyKey};

/// Composed mail, with the headers that depend on its kind.
struct ComposedMail {
    document: MailDocument,
    reply_to: Option<String>,
    unsubscribe: Option<String>,
    thread: Option<Threading>,
}

/// Id in links of mail to people without an account: that of no player.
const NO_PLAYER: &str = "00000000-0000-0000-0000-000000000000";

/// Returns the thread of a mail about an account that answers the mail with this Message-ID.
fn account_thread(id: &str) -> Threading {
    Threading { root: id.to_owned(), answers: Some(id.to_owned()), list: "accounts".to_owned() }
}

impl Post {
    /// Returns the message of a mail, composed if it is deferred.
    ///
    /// # Errors
    /// If what the mail says cannot be read, or the game that it is about cannot be loaded.
    pub async fn compose_message(&self, mail: &NewMail) -> Result<String, AppError> {
        let parsed = DeferredMail::parse(&mail.message).map_err(AppError::internal)?;
        let Some(deferred) = parsed else { return Ok(mail.message.clone()) };
        let to = Address::parse(&mail.recipient).map_err(AppError::internal)?;
        let composed = self.compose_deferred(mail, &to, &deferred).await?;
        let headers = MessageHeaders {
            from: &self.config.from,
            to: &to,
            reply_to: composed.reply_to,
            date: deferred.at,
            message_id: &mail.message_id,
            thread: composed.thread,
            unsubscribe: composed.unsubscribe,
            files: Vec::new(),
        };
        Ok(compose::render(&composed.document, headers))
    }

    async fn compose_deferred(
        &self,
        mail: &NewMail,
        to: &Address,
        deferred: &DeferredMail,
    ) -> Result<ComposedMail, AppError> {
        let config = &self.config;
        let lang = Lang::from_code(&deferred.lang);
        let service = config.from.name();
        let links = &*config.links;
        let player_id = mail.player_id.as_deref().unwrap_or_default();
        Ok(match &deferred.kind {
            DeferredMailKind::Confirmation { code } => {
                let never = self.url_of_link(LinkKind::Never, player_id, to)?;
                let secret = Secret::parse(code, Purpose::Address)
                    .ok_or_else(|| AppError::internal("the code of a confirmation is malformed"))?;
                ComposedMail {
                    document: compose::confirmation(lang, service, code, links, &never),
                    reply_to: Some(config.from.with_key(&CodeKey::new(&secret).reveal())),
                    unsubscribe: Some(never),
                    thread: None,
                }
            }
            DeferredMailKind::AddressChange { to: new_address, takes_effect } => {
                let keep = self.url_of_link(LinkKind::Keep, player_id, to)?;
                let document = compose::address_change(
                    lang,
                    service,
                    new_address.as_deref(),
                    *takes_effect,
                    &keep,
                );
                ComposedMail { document, reply_to: None, unsubscribe: None, thread: None }
            }
            DeferredMailKind::TokenCode { code } => {
                let never = self.url_of_link(LinkKind::Codes, player_id, to)?;
                let document = compose::token_code(lang, service, code, links, &never);
                ComposedMail { document, reply_to: None, unsubscribe: Some(never), thread: None }
            }
            DeferredMailKind::Invitation { inviter_id, inviter, code, key } => {
                let never = self.url_of_link(LinkKind::Never, inviter_id, to)?;
                let key = ReplyKey::parse(key)
                    .ok_or_else(|| AppError::internal("the key of an invitation is malformed"))?;
                let reply_to = config.from.with_key(key.reveal());
                let game_id = mail.game_id.as_deref().unwrap_or_default();
                let game = self
                    .app
                    .play
                    .game(game_id)
                    .await?
                    .ok_or_else(|| AppError::internal("the game of an invitation is gone"))?;
                let invitation = Invitation {
                    service,
                    inviter,
                    game: &public_view(&game),
                    days: self.app.play.challenge_days,
                    code,
                    reply_to: &reply_to,
                    never: &never,
                    links,
                };
                ComposedMail {
                    document: compose::invitation(lang, &invitation),
                    reply_to: Some(reply_to),
                    unsubscribe: Some(never),
                    thread: None,
                }
            }
            DeferredMailKind::SignUpOffer => {
                let never = self.url_of_link(LinkKind::Never, NO_PLAYER, to)?;
                let key = self.keys.sign_up_key(to.normalized(), deferred.at);
                let reply_to = config.from.with_key(&key);
                ComposedMail {
                    document: compose::sign_up_offer(service, &reply_to, &never),
                    reply_to: Some(reply_to),
                    unsubscribe: Some(never),
                    // A reference would contain text that the stranger has chosen.
                    thread: None,
                }
            }
            DeferredMailKind::SignUpHint { key, last, answers } => {
                let never = self.url_of_link(LinkKind::Never, NO_PLAYER, to)?;
                let reply_to = config.from.with_key(key);
                // Without a language, the answer is in all of them, as the offer is.
                let lang = Some(lang).filter(|_| !deferred.lang.is_empty());
                ComposedMail {
                    document: compose::sign_up_hint(lang, service, &reply_to, &never, *last),
                    reply_to: Some(reply_to),
                    unsubscribe: Some(never),
                    thread: answers.as_deref().map(account_thread),
                }
            }
            DeferredMailKind::Farewell { answers } => ComposedMail {
                document: compose::farewell(lang, service),
                reply_to: None,
                unsubscribe: None,
                thread: answers.as_deref().map(account_thread),
            },
        })
    }

    /// Returns the URL of a link in a mail to an address.
    fn url_of_link(
        &self,
        kind: LinkKind,
        player_id: &str,
        to: &Address,
    ) -> Result<String, AppError> {
        let link = Link {
            kind,
            player_id: player_id.to_owned(),
            address_hash: self.keys.address_hash(to),
        };
        self.link_url(&link).ok_or_else(|| AppError::internal("the id of a player is malformed"))
    }
}
