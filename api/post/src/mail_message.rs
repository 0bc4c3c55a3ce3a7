//! Rendering of mail content as messages.

use crate::compose::{self, AttachedFile, MailDocument, MessageHeaders, RenderContext, Threading};
use crate::{Address, Link, LinkKind, ReplyKey};
use broadside_domain::time::Time;
use broadside_i18n::Lang;
use broadside_store::{KeyRow, MailKind, MailboxRow, NewMail};

use super::Post;
use super::game_update::{GameUpdate, key_games};

/// Values that all messages to a player share.
pub(super) struct Envelope {
    pub(super) address: Address,
    /// Unsubscribe link.
    pub(super) off: String,
    /// Address to which undeliverable mail is returned.
    pub(super) sender: String,
}

impl Post {
    /// Returns the values that all messages to a player share, or `None` if the player cannot be
    /// sent mail.
    pub(super) fn envelope(&self, mailbox: &MailboxRow) -> Option<Envelope> {
        let confirmed = mailbox.confirmed.as_ref()?;
        let address = Address::parse(&confirmed.address).ok()?;
        let (player_id, address_hash) =
            (mailbox.player_id.clone(), self.keys.address_hash(&address));
        let off = self.keys.sign_link(&Link { kind: LinkKind::Off, player_id, address_hash })?;
        let off = format!("{}/mail/unsubscribe/{off}", self.config.links);
        let bounce = self.keys.bounce_key(&mailbox.player_id, &confirmed.address_normalized)?;
        Some(Envelope { address, off, sender: self.config.from.return_path(&bounce) })
    }

    /// Returns the render context of all mails to a player.
    pub(super) fn render_context<'a>(
        &'a self,
        mailbox: &MailboxRow,
        off: &'a str,
        now: Time,
    ) -> RenderContext<'a> {
        let (lang, service, links) =
            (Lang::from_code(&mailbox.lang), self.config.from.name(), &*self.config.links);
        RenderContext { lang, service, now, off, links }
    }

    /// Returns the threading headers of a game.
    pub(super) fn threading(
        &self,
        player_id: &str,
        game_id: &str,
        answers: Option<String>,
    ) -> Threading {
        let root = self.keys.message_id(&["thread", player_id, game_id]);
        Threading { root: self.with_domain(&root), answers, list: format!("{game_id}.games") }
    }

    /// Renders the mail about a game.
    pub(super) fn render_game_mail(
        &self,
        mailbox: &MailboxRow,
        written: &GameUpdate,
        now: Time,
    ) -> Option<NewMail> {
        let Envelope { address, off, sender } = self.envelope(mailbox)?;
        let letter = compose::game_mail(&self.render_context(mailbox, &off, now), &written.news);
        let id = &written.news.seen.id;
        let (number, at) = written.of;
        let of = ["mail", &mailbox.player_id, id, &number.to_string(), &at.0.to_string()];
        let head = MessageHeaders {
            from: &self.config.from,
            to: &address,
            reply_to: Some(written.news.reply_to.clone()),
            date: now,
            message_id: &self.with_domain(&self.keys.message_id(&of)),
            thread: Some(self.threading(&mailbox.player_id, id, None)),
            unsubscribe: Some(off),
            files: written.files.clone(),
        };
        let kind = if written.news.strangers { MailKind::Lobby } else { MailKind::Game };
        let mail = self.new_mail(&mailbox.player_id, Some(id.clone()), kind, &letter, head, sender);
        Some(mail)
    }

    /// Renders the mail about several games. Returns it with its reply key.
    pub(super) fn render_digest(
        &self,
        mailbox: &MailboxRow,
        all: &[GameUpdate],
        now: Time,
    ) -> Option<(NewMail, Option<KeyRow>)> {
        if let [one] = all {
            return Some((self.render_game_mail(mailbox, one, now)?, None));
        }
        let Envelope { address, off, sender } = self.envelope(mailbox)?;
        let news: Vec<_> = all.iter().map(|written| written.news.clone()).collect();
        let letter = compose::digest_mail(&self.render_context(mailbox, &off, now), &news);
        let last = all.iter().map(|written| written.of).max().unwrap_or((0, Time(0)));
        let of = ["digest", &mailbox.player_id, &last.0.to_string(), &last.1.0.to_string()];
        let key = ReplyKey::generate(&self.app.env);
        let head = MessageHeaders {
            from: &self.config.from,
            to: &address,
            reply_to: Some(self.config.from.reply_to(&key)),
            date: now,
            message_id: &self.with_domain(&self.keys.message_id(&of)),
            thread: None,
            unsubscribe: Some(off),
            files: collect_attachments(all),
        };
        let mail = self.new_mail(&mailbox.player_id, None, MailKind::Digest, &letter, head, sender);
        Some((mail, Some(self.key_row_of_games(&key, &mailbox.player_id, key_games(all)))))
    }

    /// Renders the mail about challenges by strangers. `more` is the number of challenges that it
    /// does not show. Returns it with its reply key, unless that is the key of a challenge. Its
    /// unsubscribe link stops all mail of this kind.
    pub(super) fn render_stranger_challenges(
        &self,
        mailbox: &MailboxRow,
        all: &[GameUpdate],
        more: usize,
        now: Time,
    ) -> Option<(NewMail, Option<KeyRow>)> {
        let Envelope { address, off, sender } = self.envelope(mailbox)?;
        let (player_id, address_hash) =
            (mailbox.player_id.clone(), self.keys.address_hash(&address));
        let stop =
            self.keys.sign_link(&Link { kind: LinkKind::Strangers, player_id, address_hash })?;
        let stop = format!("{}/mail/unsubscribe/{stop}", self.config.links);
        let news: Vec<_> = all.iter().map(|written| written.news.clone()).collect();
        let letter = compose::stranger_challenges(
            &self.render_context(mailbox, &off, now),
            &news,
            more,
            &stop,
        );
        // A single challenge uses its own reply key, as it would in a mail of its own.
        let one = if let [one] = all { Some(one.news.reply_to.clone()) } else { None };
        let key = ReplyKey::generate(&self.app.env);
        let row =
            one.is_none().then(|| self.key_row_of_games(&key, &mailbox.player_id, key_games(all)));
        let of = [
            "strangers",
            &mailbox.player_id,
            &mailbox.strangers_at.0.to_string(),
            &news.first()?.seen.id,
        ];
        let head = MessageHeaders {
            from: &self.config.from,
            to: &address,
            reply_to: Some(one.unwrap_or_else(|| self.config.from.reply_to(&key))),
            date: now,
            message_id: &self.with_domain(&self.keys.message_id(&of)),
            thread: None,
            unsubscribe: Some(stop),
            files: Vec::new(),
        };
        let mail =
            self.new_mail(&mailbox.player_id, None, MailKind::Strangers, &letter, head, sender);
        Some((mail, row))
    }

    /// Renders a mail that is ready to be sent.
    pub(super) fn new_mail(
        &self,
        player_id: &str,
        game_id: Option<String>,
        mail_kind: MailKind,
        letter: &MailDocument,
        head: MessageHeaders<'_>,
        sender: String,
    ) -> NewMail {
        NewMail {
            id: self.app.env.new_id(),
            player_id: Some(player_id.to_owned()),
            game_id,
            mail_kind,
            message_id: head.message_id.to_owned(),
            recipient: head.to.as_str().to_owned(),
            sender,
            message: compose::render(letter, head),
        }
    }

    pub(super) fn with_domain(&self, hash: &str) -> String {
        format!("{hash}@{}", self.config.from.domain())
    }
}

/// Returns the files of several games. Adds a number to names that occur more than once.
pub(super) fn collect_attachments(all: &[GameUpdate]) -> Vec<AttachedFile> {
    let mut files: Vec<AttachedFile> = Vec::new();
    for file in all.iter().flat_map(|written| &written.files) {
        let (stem, end) = file.name.rsplit_once('.').unwrap_or((&file.name, ""));
        let again = files.iter().filter(|there| there.name.starts_with(stem)).count();
        let name =
            if again == 0 { file.name.clone() } else { format!("{stem}-{}.{end}", again + 1) };
        files.push(AttachedFile { name, ..file.clone() });
    }
    files
}
