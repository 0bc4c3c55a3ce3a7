//! What a letter is answered with.

use broadside_engine::notation::{self, Said};

use super::letter::{About, Writer, passing};
use super::plan::Plan;
use super::{Clerk, Done, MOST_REFUSALS, Undone};
use crate::mail::ReplyKey;
use crate::mail::compose::{self, Block, Head, Lang, Offer, Thread};
use crate::store::{KeyRow, MailChange, MailInState, MailKind, NewMail};

/// What is to be answered.
pub(super) enum Answer {
    /// Nothing was said.
    Nothing,
    /// What is wrong, each with what would be right.
    Errors(Vec<String>),
    /// The address has a key that is none of the writer's.
    UnknownKey,
    /// There are several addresses with keys.
    SeveralKeys,
    /// It was meant for a turn that is over.
    TurnIsOver,
    /// These lines would be done.
    Fine(Vec<String>),
    /// These lines were done.
    Taken(Vec<String>),
    /// The commands.
    Help(Vec<Offer>),
}

impl Answer {
    fn blocks(self, lang: Lang) -> Vec<Block> {
        let text = |key: &str| Block::Text(lang.text(key));
        match self {
            Self::Nothing => vec![text("answer-nothing"), text("answer-help")],
            Self::Errors(errors) => {
                vec![text("answer-errors"), Block::List(errors), text("answer-nothing-done")]
            }
            Self::UnknownKey => vec![text("answer-unknown-key"), text("answer-nothing-done")],
            Self::SeveralKeys => vec![text("answer-several-keys"), text("answer-nothing-done")],
            Self::TurnIsOver => vec![text("answer-turn-over"), text("answer-nothing-done")],
            Self::Fine(lines) => vec![text("answer-fine"), Block::Lines(indented(lines))],
            Self::Taken(lines) if lines.is_empty() => vec![text("answer-done")],
            Self::Taken(lines) => vec![text("answer-taken"), Block::Lines(indented(lines))],
            Self::Help(offers) => vec![text("answer-commands"), Block::Commands(offers)],
        }
    }
}

fn indented(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().map(|line| format!("    {line}")).collect()
}

impl Clerk {
    /// Nothing is done, and the writer is told why.
    pub(super) async fn refuse(
        &self,
        writer: &Writer<'_>,
        game: Option<&About>,
        why: &str,
        answer: Answer,
    ) -> Result<Done, Undone> {
        if self.refused_of_late(&writer.mailbox.player_id).await? < MOST_REFUSALS {
            self.answer(writer, game, answer).await?;
        }
        Ok(done(MailInState::Refused, why, game))
    }

    /// Something was done, and the writer is told what.
    pub(super) async fn accept(
        &self,
        writer: &Writer<'_>,
        game: Option<&About>,
        lines: &[String],
    ) -> Result<Done, Undone> {
        self.answer(writer, game, Answer::Taken(lines.to_vec())).await?;
        Ok(done(MailInState::Taken, "", game))
    }

    /// The writer is told what can be said; and what was done besides.
    pub(super) async fn help(
        &self,
        writer: &Writer<'_>,
        game: Option<&About>,
        plan: &Plan,
        said: &[Said],
    ) -> Result<Done, Undone> {
        let named = said.iter().find_map(|one| match &one.command {
            notation::Command::Wish(notation::Wish::Help(ruleset)) => *ruleset,
            _ => None,
        });
        let ruleset = named.or_else(|| game.map(|game| game.loaded.game.ruleset()));
        let offer = |form: &notation::Form| Offer {
            lines: vec![form.example.to_owned()],
            does: form.does.to_owned(),
            to: String::new(),
        };
        let offers = notation::forms(ruleset).map(offer).collect();
        self.answer(writer, game, Answer::Help(offers)).await?;
        debug_assert!(plan.help, "it is asked for");
        Ok(done(MailInState::Taken, "", game))
    }

    async fn answer(&self, writer: &Writer<'_>, game: Option<&About>, answer: Answer) -> Result<(), Undone> {
        let hash = self.postmaster.keys.address_hash(&writer.address);
        // Whoever asked never to be written to may still play.
        if !self.postmaster.carrier.goes() || self.postmaster.store.mail_is_refused(&hash).await? {
            return Ok(());
        }
        let (config, keys, now) =
            (&self.postmaster.config, &self.postmaster.keys, self.postmaster.ambient.now());
        let player_id = &writer.mailbox.player_id;
        let lang = Lang::of(&writer.mailbox.lang);
        let mut made = Vec::new();
        // An answer to the answer is for the turn that it is then.
        let reply_to = match game {
            None => config.from.address(),
            Some(game) => {
                let key = ReplyKey::mint(&self.postmaster.ambient);
                let now_it_is = self.postmaster.play.game(&game.loaded.row.id).await.map_err(passing)?;
                let turn = now_it_is.map_or(game.turn, |loaded| loaded.game.turn());
                let (hash, game_id) = (key.hash(), game.loaded.row.id.clone());
                made.push(KeyRow { hash, player_id: player_id.clone(), game_id, turn, made_at: now });
                config.from.reply_to(&key)
            }
        };
        let subject = match &*writer.letter.subject {
            "" => config.from.name().to_owned(),
            subject if subject.to_lowercase().starts_with("re:") => subject.to_owned(),
            subject => format!("Re: {subject}"),
        };
        let letter = compose::Letter {
            lang,
            subject,
            blocks: answer.blocks(lang),
            foot: vec![Block::Text(lang.fill("answer-foot", &[("service", config.from.name())]))],
        };
        // The same whenever it is written again: one with it is there already.
        let message_id = format!("{}.answer@{}", writer.message.row.id, config.from.domain());
        let answers = writer.letter.message_id.clone();
        let thread = match game {
            Some(game) => {
                let id = &game.loaded.row.id;
                let root = self.postmaster.hash(&["thread", player_id, id]);
                let list = format!("{id}.games");
                Some(Thread { root: self.postmaster.with_domain(&root), answers, list })
            }
            None => answers.clone().map(|root| Thread { root, answers, list: "answers".to_owned() }),
        };
        let head = Head {
            from: &config.from,
            to: &writer.address,
            reply_to: Some(reply_to),
            date: now,
            message_id: &message_id,
            thread,
            unsubscribe: None,
            sheets: Vec::new(),
        };
        let message = compose::message(&letter, head);
        let bounce = keys.bounce(player_id, writer.address.normal());
        let mail = NewMail {
            id: self.postmaster.ambient.id(),
            player_id: Some(player_id.clone()),
            game_id: game.map(|game| game.loaded.row.id.clone()),
            kind: MailKind::Answer,
            message_id,
            recipient: writer.address.as_str().to_owned(),
            sender: bounce.map_or_else(|| config.from.address(), |bounce| config.from.returns_to(&bounce)),
            message,
        };
        self.change(MailChange::Write(mail, made, now)).await?;
        self.postmaster.written.notify_one();
        Ok(())
    }
}

fn done(state: MailInState, why: &str, game: Option<&About>) -> Done {
    let game_id = game.map(|game| game.loaded.row.id.clone());
    Done { state, why: why.to_owned(), player_id: None, game_id }
}
