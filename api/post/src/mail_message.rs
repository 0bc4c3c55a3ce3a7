//! Mails to players: their headers, and composition from the news of games.

use broadside_domain::time::Time;
use broadside_i18n::Lang;
use broadside_store::{KeyRow, MailKind, MailboxRow, NewMail};

use crate::compose::{self, AttachedFile, MailDocument, MessageHeaders, RenderContext, Threading};
use crate::game_update::{GameUpdate, key_games};
use crate::{Address, Link, LinkKind, Post, ReplyKey};

/// Values that all mails to a player share.
pub(super) struct Envelope {
    pub(super) address: Address,
    /// Unsubscribe link.
    pub(super) unsubscribe: String,
    /// Address to which undeliverable mail is returned.
    pub(super) return_path: String,
}

impl Post {
    /// Returns the values that all mails to a player share, or `None` if the player cannot be
    /// sent mail.
    pub(super) fn envelope(&self, mailbox: &MailboxRow) -> Option<Envelope> {
        let confirmed = mailbox.confirmed.as_ref()?;
        let address = Address::parse(&confirmed.address).ok()?;
        let unsubscribe = self.player_unsubscribe_link(LinkKind::Off, mailbox, &address)?;
        let bounce = self.keys.bounce_key(&mailbox.player_id, &confirmed.address_normalized)?;
        Some(Envelope {
            address,
            unsubscribe,
            return_path: self.config.from.with_key(bounce.reveal()),
        })
    }

    /// Returns the link in a mail to a player that stops mail of a kind.
    fn player_unsubscribe_link(
        &self,
        kind: LinkKind,
        mailbox: &MailboxRow,
        address: &Address,
    ) -> Option<String> {
        let link = Link {
            kind,
            player_id: mailbox.player_id.clone(),
            address_hash: self.keys.address_hash(address),
        };
        self.link_url(&link)
    }

    /// Returns the render context of all mails to a player.
    pub(super) fn render_context<'a>(
        &'a self,
        mailbox: &MailboxRow,
        unsubscribe: &'a str,
        now: Time,
    ) -> RenderContext<'a> {
        RenderContext {
            lang: Lang::from_code(&mailbox.lang),
            service: self.config.from.name(),
            now,
            unsubscribe,
            links: &self.config.links,
        }
    }

    /// Returns the threading headers of a game.
    pub(super) fn threading(
        &self,
        player_id: &str,
        game_id: &str,
        answers: Option<String>,
    ) -> Threading {
        let root = self.message_id(&["thread", player_id, game_id]);
        Threading { root, answers, list: format!("{game_id}.games") }
    }

    /// Renders the mail about a game.
    pub(super) fn render_game_mail(
        &self,
        mailbox: &MailboxRow,
        update: &GameUpdate,
        now: Time,
    ) -> Option<NewMail> {
        let Envelope { address, unsubscribe, return_path } = self.envelope(mailbox)?;
        let document =
            compose::game_mail(&self.render_context(mailbox, &unsubscribe, now), &update.news);
        let id = &update.news.game.id;
        let (number, at) = update.last_row;
        let id_parts = ["mail", &mailbox.player_id, id, &number.to_string(), &at.0.to_string()];
        let headers = MessageHeaders {
            from: &self.config.from,
            to: &address,
            reply_to: Some(update.news.reply_to.clone()),
            date: now,
            message_id: &self.message_id(&id_parts),
            thread: Some(self.threading(&mailbox.player_id, id, None)),
            unsubscribe: Some(unsubscribe),
            files: update.files.clone(),
        };
        let kind = if update.news.strangers { MailKind::Lobby } else { MailKind::Game };
        let mail = self.new_mail(
            &mailbox.player_id,
            Some(id.clone()),
            kind,
            &document,
            headers,
            return_path,
        );
        Some(mail)
    }

    /// Renders the mail about several games. Returns it with its reply key.
    pub(super) fn render_digest(
        &self,
        mailbox: &MailboxRow,
        updates: &[GameUpdate],
        now: Time,
    ) -> Option<(NewMail, Option<KeyRow>)> {
        if let [update] = updates {
            return Some((self.render_game_mail(mailbox, update, now)?, None));
        }
        let Envelope { address, unsubscribe, return_path } = self.envelope(mailbox)?;
        let news: Vec<_> = updates.iter().map(|update| update.news.clone()).collect();
        let document =
            compose::digest_mail(&self.render_context(mailbox, &unsubscribe, now), &news);
        let last_row = updates.iter().map(|update| update.last_row).max();
        let (number, at) = last_row.unwrap_or((0, Time(0)));
        let id_parts = ["digest", &mailbox.player_id, &number.to_string(), &at.0.to_string()];
        let key = ReplyKey::generate(&self.app.env);
        let headers = MessageHeaders {
            from: &self.config.from,
            to: &address,
            reply_to: Some(self.config.from.with_key(key.reveal())),
            date: now,
            message_id: &self.message_id(&id_parts),
            thread: None,
            unsubscribe: Some(unsubscribe),
            files: collect_attachments(updates),
        };
        let mail = self.new_mail(
            &mailbox.player_id,
            None,
            MailKind::Digest,
            &document,
            headers,
            return_path,
        );
        Some((mail, Some(self.key_row_of_games(&key, &mailbox.player_id, key_games(updates)))))
    }

    /// Renders the mail about challenges by strangers. `more` is the number of challenges that it
    /// does not show. Returns it with its reply key, unless that is the key of a challenge. Its
    /// unsubscribe link stops all mail of this kind.
    pub(super) fn render_stranger_challenges(
        &self,
        mailbox: &MailboxRow,
        updates: &[GameUpdate],
        more: usize,
        now: Time,
    ) -> Option<(NewMail, Option<KeyRow>)> {
        let Envelope { address, unsubscribe, return_path } = self.envelope(mailbox)?;
        let stop = self.player_unsubscribe_link(LinkKind::Strangers, mailbox, &address)?;
        let news: Vec<_> = updates.iter().map(|update| update.news.clone()).collect();
        let document = compose::stranger_challenges(
            &self.render_context(mailbox, &unsubscribe, now),
            &news,
            more,
            &stop,
        );
        // A single challenge uses its own reply key, as it would in a mail of its own.
        let key = ReplyKey::generate(&self.app.env);
        let (reply_to, row) = match updates {
            [update] => (update.news.reply_to.clone(), None),
            _ => {
                let row = self.key_row_of_games(&key, &mailbox.player_id, key_games(updates));
                (self.config.from.with_key(key.reveal()), Some(row))
            }
        };
        let id_parts = [
            "strangers",
            &mailbox.player_id,
            &mailbox.strangers_at.0.to_string(),
            &news.first()?.game.id,
        ];
        let headers = MessageHeaders {
            from: &self.config.from,
            to: &address,
            reply_to: Some(reply_to),
            date: now,
            message_id: &self.message_id(&id_parts),
            thread: None,
            unsubscribe: Some(stop),
            files: Vec::new(),
        };
        let mail = self.new_mail(
            &mailbox.player_id,
            None,
            MailKind::Strangers,
            &document,
            headers,
            return_path,
        );
        Some((mail, row))
    }

    /// Renders a composed mail, ready to be sent.
    pub(super) fn new_mail(
        &self,
        player_id: &str,
        game_id: Option<String>,
        mail_kind: MailKind,
        document: &MailDocument,
        headers: MessageHeaders<'_>,
        return_path: String,
    ) -> NewMail {
        NewMail {
            id: self.app.env.new_id(),
            player_id: Some(player_id.to_owned()),
            game_id,
            mail_kind,
            message_id: headers.message_id.to_owned(),
            recipient: headers.to.as_str().to_owned(),
            sender: return_path,
            message: compose::render(document, headers),
        }
    }

    /// Returns a Message-ID, which is the same for the same parts.
    pub(super) fn message_id(&self, parts: &[&str]) -> String {
        format!("{}@{}", self.keys.message_id(parts), self.config.from.domain())
    }
}

/// Returns the files of several games. Adds a number to names that occur more than once.
pub(super) fn collect_attachments(updates: &[GameUpdate]) -> Vec<AttachedFile> {
    let mut files: Vec<AttachedFile> = Vec::new();
    for file in updates.iter().flat_map(|update| &update.files) {
        let (stem, extension) = file.name.rsplit_once('.').unwrap_or((&file.name, ""));
        let count = files.iter().filter(|other| other.name.starts_with(stem)).count();
        let name = match count {
            0 => file.name.clone(),
            _ => format!("{stem}-{}.{extension}", count + 1),
        };
        files.push(AttachedFile { name, ..file.clone() });
    }
    files
}
