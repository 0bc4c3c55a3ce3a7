//! Composition of the mails that requests have asked for.

use crate::compose::{self, Invitation, MailDocument, MessageHeaders, ReaderView, Threading};
use crate::{Address, CodeKey, IntentKind, Link, LinkKind, MailIntent, ReplyKey};
use broadside_domain::error::AppError;
use broadside_domain::secret::{Purpose, Secret};
use broadside_engine::seat::Viewer;
use broadside_i18n::Lang;
use broadside_store::NewMail;

use super::Post;

/// A composed mail, with the header fields that depend on what it says.
struct Composed {
    document: MailDocument,
    reply_to: Option<String>,
    unsubscribe: Option<String>,
    thread: Option<Threading>,
}

/// Id in links of mail to people without an account: that of no player.
const NO_PLAYER: &str = "00000000-0000-0000-0000-000000000000";

/// Returns the place of a mail about an account below the mail that it answers, given by its
/// Message-ID.
fn thread_about_account(id: &str) -> Threading {
    Threading { root: id.to_owned(), answers: Some(id.to_owned()), list: "accounts".to_owned() }
}

impl Post {
    /// Returns the message of a mail, composed if it is stored as an intent.
    ///
    /// # Errors
    /// If what the mail says cannot be read, or the game that it is about cannot be loaded.
    pub async fn compose_message(&self, mail: &NewMail) -> Result<String, AppError> {
        let parsed = MailIntent::parse(&mail.message).map_err(AppError::internal)?;
        let Some(intent) = parsed else { return Ok(mail.message.clone()) };
        let to = Address::parse(&mail.recipient).map_err(AppError::internal)?;
        let composed = self.compose_intent(mail, &to, &intent).await?;
        let headers = MessageHeaders {
            from: &self.config.from,
            to: &to,
            reply_to: composed.reply_to,
            date: intent.at,
            message_id: &mail.message_id,
            thread: composed.thread,
            unsubscribe: composed.unsubscribe,
            files: Vec::new(),
        };
        Ok(compose::render(&composed.document, headers))
    }

    async fn compose_intent(
        &self,
        mail: &NewMail,
        to: &Address,
        intent: &MailIntent,
    ) -> Result<Composed, AppError> {
        let (lang, config) = (Lang::from_code(&intent.lang), &self.config);
        let (service, links) = (config.from.name(), &*config.links);
        let player_id = mail.player_id.as_deref().unwrap_or_default();
        Ok(match &intent.what {
            IntentKind::Confirmation { code } => {
                let never = self.unsubscribe_link(LinkKind::Never, player_id, to)?;
                let secret = Secret::parse(code, Purpose::Address)
                    .ok_or_else(|| AppError::internal("the code of a confirmation is malformed"))?;
                Composed {
                    document: compose::confirmation(lang, service, code, links, &never),
                    reply_to: Some(config.from.confirmation_address(&CodeKey::new(&secret))),
                    unsubscribe: Some(never),
                    thread: None,
                }
            }
            IntentKind::AddressChange { to: new, takes_effect } => {
                let keep =
                    format!("{links}/mail/keep/{}", self.sign(LinkKind::Keep, player_id, to)?);
                let document =
                    compose::address_change(lang, service, new.as_deref(), *takes_effect, &keep);
                Composed { document, reply_to: None, unsubscribe: None, thread: None }
            }
            IntentKind::TokenCode { code } => {
                let never = self.unsubscribe_link(LinkKind::Codes, player_id, to)?;
                let document = compose::token_code(lang, service, code, links, &never);
                Composed { document, reply_to: None, unsubscribe: Some(never), thread: None }
            }
            IntentKind::Invitation { inviter_id, inviter, code, key } => {
                let never = self.unsubscribe_link(LinkKind::Never, inviter_id, to)?;
                let key = ReplyKey::parse(key)
                    .ok_or_else(|| AppError::internal("the key of an invitation is malformed"))?;
                let reply_to = config.from.reply_to(&key);
                let seen = self.public_view(mail.game_id.as_deref().unwrap_or_default()).await?;
                let invitation = Invitation {
                    service,
                    who: inviter,
                    seen: &seen,
                    days: self.app.play.challenge_days,
                    code,
                    reply_to: &reply_to,
                    never: &never,
                    links,
                };
                Composed {
                    document: compose::invitation(lang, &invitation),
                    reply_to: Some(reply_to),
                    unsubscribe: Some(never),
                    thread: None,
                }
            }
            IntentKind::SignUpOffer => {
                let never = self.unsubscribe_link(LinkKind::Never, NO_PLAYER, to)?;
                let key = self.keys.sign_up_key(to.normalized(), intent.at);
                let reply_to = format!("{}+{key}@{}", config.from.local(), config.from.domain());
                Composed {
                    document: compose::sign_up_offer(service, &reply_to, &never),
                    reply_to: Some(reply_to),
                    unsubscribe: Some(never),
                    // A reference would contain text that the stranger has chosen.
                    thread: None,
                }
            }
            IntentKind::SignUpHint { key, last, answers } => {
                let never = self.unsubscribe_link(LinkKind::Never, NO_PLAYER, to)?;
                let reply_to = format!("{}+{key}@{}", config.from.local(), config.from.domain());
                // Without a language, the answer is in all of them, as the offer is.
                let lang = Some(lang).filter(|_| !intent.lang.is_empty());
                Composed {
                    document: compose::sign_up_hint(lang, service, &reply_to, &never, *last),
                    reply_to: Some(reply_to),
                    unsubscribe: Some(never),
                    thread: answers.as_deref().map(thread_about_account),
                }
            }
            IntentKind::Farewell { answers } => Composed {
                document: compose::farewell(lang, service),
                reply_to: None,
                unsubscribe: None,
                thread: answers.as_deref().map(thread_about_account),
            },
        })
    }

    fn unsubscribe_link(
        &self,
        kind: LinkKind,
        player_id: &str,
        to: &Address,
    ) -> Result<String, AppError> {
        Ok(format!("{}/mail/unsubscribe/{}", self.config.links, self.sign(kind, player_id, to)?))
    }

    /// Returns the signed part of a link in a mail to an address.
    fn sign(&self, kind: LinkKind, player_id: &str, to: &Address) -> Result<String, AppError> {
        let (player_id, address_hash) = (player_id.to_owned(), self.keys.address_hash(to));
        let signed = self.keys.sign_link(&Link { kind, player_id, address_hash });
        signed.ok_or_else(|| AppError::internal("the id of a player is malformed"))
    }

    /// Returns a game as everybody can see it.
    async fn public_view(&self, game_id: &str) -> Result<ReaderView, AppError> {
        let game = self.app.play.game(game_id).await?;
        let game = game.ok_or_else(|| AppError::internal("the game of an invitation is gone"))?;
        let names = game
            .seats
            .iter()
            .map(|seat| seat.player.as_ref().and_then(|player| player.display_name()));
        let seen = ReaderView::new(&game.game, Viewer::Public, names.collect(), None, Vec::new());
        Ok(ReaderView { clock: game.clock, ..seen })
    }
}
