//! Replies to mails.

use crate::ReplyKey;
use crate::compose::{self, Block, MessageHeaders, NotUnderstood, Threading};
use crate::read::ParsedMessage;
use broadside_domain::command::Command;
use broadside_i18n::Lang;
use broadside_notation::AccountCommand;
use broadside_pdf::GameKind;
use broadside_store::mail::outbox;
use broadside_store::{CommitError, MailInState, MailKind, Page, ReplyClass, retry_conflicts};

use super::context::{GameContext, SenderContext};
use super::refusal_reply::RefusalReply;
use super::reply_policy::{Intent, ReplyPolicy};
use super::workflow::{InboundWorkflow, MailRefusal, Queries, SkippedStep, Task};
use super::{InboundProcessor, Processed};
use crate::game_update::{GameUpdate, UpdateError, key_games, sort_by_urgency};
use crate::mail_message::{Envelope, collect_attachments};
use crate::texts::LetterTexts;
use broadside_worker::jobs::JobError;

/// Maximum number of games in a reply with the state of all games, and maximum number of the
/// player's games that are searched for them.
const MAX_GAMES: usize = 12;
const MAX_GAMES_SEARCHED: u32 = 300;

impl RefusalReply {
    /// Returns the kind of mail that gets this reply.
    fn intent(&self) -> Intent {
        match self {
            Self::Errors(_)
            | Self::TurnIsOver
            | Self::OldKey
            | Self::Fine(_)
            | Self::UnclearGame(..) => Intent::Commands,
            Self::NotUnderstood(told) if !told.is_prose => Intent::Commands,
            _ => Intent::Nothing,
        }
    }

    /// Renders the reply. `off` is the unsubscribe link.
    fn render(&self, lang: Lang, off: &str) -> Vec<Block> {
        let text = |key: &str| Block::Text(lang.text(key));
        match self {
            Self::Nothing => vec![text("answer-nothing"), text("answer-help")],
            Self::Errors(errors) => {
                vec![
                    text("answer-errors"),
                    Block::List(errors.clone()),
                    text("answer-nothing-done"),
                ]
            }
            Self::NotUnderstood(NotUnderstood { lines, below, is_prose: _ }) => {
                let below = below.iter().cloned().map(Block::Text);
                let lines = [text("answer-errors"), Block::List(lines.clone())];
                lines.into_iter().chain(below).chain([text("answer-nothing-done")]).collect()
            }
            Self::UnknownKey => vec![text("answer-unknown-key"), text("answer-nothing-done")],
            Self::SeveralKeys => vec![text("answer-several-keys"), text("answer-nothing-done")],
            Self::NoKey(false) => vec![text("answer-no-key")],
            Self::NoKey(true) => {
                let (url, label) = (off.to_owned(), lang.text("answer-off"));
                vec![
                    text("answer-no-key"),
                    text("answer-no-more"),
                    Block::Link { url, label, main: false },
                ]
            }
            Self::Struck => vec![text("answer-struck"), text("answer-nothing-done")],
            Self::TurnIsOver => vec![text("answer-turn-over")],
            Self::OldKey => {
                let (url, label) = (off.to_owned(), lang.text("answer-off"));
                vec![
                    text("answer-old-key"),
                    text("answer-no-more"),
                    Block::Link { url, label, main: false },
                ]
            }
            Self::UnclearGame(why, games) => compose::unclear_game(lang, *why, games),
            Self::Fine(lines) => vec![text("answer-fine"), Block::Code(lines.clone())],
        }
    }
}

/// Renders what was done and what was not.
pub(super) fn render_results(plan: &InboundWorkflow, lang: Lang) -> Vec<Block> {
    let text = |key: &str| Block::Text(lang.text(key));
    let lines = plan.executed_lines();
    let mut blocks =
        if lines.is_empty() { Vec::new() } else { vec![text("answer-taken"), Block::Code(lines)] };
    if !plan.missed.is_empty() {
        let told =
            |SkippedStep { lines, why }: &SkippedStep| format!("{}: {why}", lines.join("; "));
        blocks.extend([text("answer-missed"), Block::List(plan.missed.iter().map(told).collect())]);
    }
    blocks
}

/// Content of a reply, above the states of the games.
pub(super) struct ReplyContent {
    pub(super) blocks: Vec<Block>,
    /// True if nothing that the mail asks for was done.
    pub(super) refused: bool,
}

impl From<Vec<Block>> for ReplyContent {
    fn from(blocks: Vec<Block>) -> Self {
        Self { blocks, refused: false }
    }
}

/// Game whose state a reply shows.
#[derive(Clone, Debug)]
pub(super) struct StatusRequest {
    /// Id of the game.
    pub(super) game_id: String,
    /// Shows the events after this sequence number, even if another mail has reported them.
    pub(super) since: Option<u64>,
    /// Sheets that are attached.
    pub(super) sheets: Vec<GameKind>,
}

impl From<UpdateError> for JobError {
    fn from(failure: UpdateError) -> Self {
        Self::Failed(failure.to_string())
    }
}

impl InboundProcessor {
    /// Tells the sender why nothing was done.
    pub(super) async fn reply_with_refusal(
        &self,
        writer: &SenderContext<'_>,
        game: Option<&GameContext>,
        MailRefusal { why, answer }: &MailRefusal,
    ) -> Result<Processed, JobError> {
        // What the mail asks for needs no game, so the new reply key is for no game either.
        let game = game.filter(|_| *answer != RefusalReply::OldKey);
        let lang = Lang::from_code(&writer.mailbox.lang);
        let off =
            self.post.envelope(&writer.mailbox).map(|envelope| envelope.off).unwrap_or_default();
        let blocks = answer.render(lang, &off);
        // Show the game, so that the sender can reply to this mail.
        let standings = match answer {
            RefusalReply::TurnIsOver => status_requests(game, None, Vec::new()),
            _ => Vec::new(),
        };
        let may = writer.reply_policy(answer.intent());
        // The sender of a preview got what they asked for.
        let refused = !matches!(answer, RefusalReply::Fine(_));
        let reply_class = self
            .reply_if_allowed(writer, game, ReplyContent { blocks, refused }, &standings, may)
            .await?;
        Ok(processed(MailInState::Refused, why, game, reply_class))
    }

    /// Replies to a mail after its steps were executed: with what was done, and with what the
    /// sender asked for.
    pub(super) async fn reply_with_results(
        &self,
        writer: &SenderContext<'_>,
        game: Option<&GameContext>,
        plan: &InboundWorkflow,
    ) -> Result<Processed, JobError> {
        let may =
            writer.reply_policy(if plan.has_acted() { Intent::Moves } else { Intent::Commands });
        let lang = Lang::from_code(&writer.mailbox.lang);
        let mut blocks = render_results(plan, lang);
        if plan.is_unsubscribe() {
            // The word may have been meant for another player. If the sender's game goes on,
            // explain its effect once.
            let reply_class = match game.filter(|game| game.has_active_seat()) {
                None => may.without_reply(),
                Some(_) => {
                    blocks.push(Block::Text(lang.text("answer-never")));
                    self.reply_if_allowed(writer, game, blocks.into(), &[], may).await?
                }
            };
            return Ok(processed(MailInState::Taken, "never", game, reply_class));
        }
        if plan.has_executed(&Task::Account(AccountCommand::Token)) {
            blocks.push(Block::Text(lang.text("answer-code-sent")));
        }
        blocks.extend(self.render_information(writer, game, &plan.asked, lang).await?);
        let mut standings = match game {
            Some(_)
                if plan.changes_game() || plan.asked.status || !plan.asked.sheets.is_empty() =>
            {
                let seen = plan.aim.as_ref().map(|aim| aim.seen);
                status_requests(
                    game,
                    seen,
                    self.requested_sheets(lang, game, &plan.asked).unwrap_or_default(),
                )
            }
            None if plan.asked.status => {
                let standings = self.unfinished_games(writer).await?;
                if standings.is_empty() {
                    blocks.push(Block::Text(lang.text("answer-no-games")));
                }
                standings
            }
            _ => Vec::new(),
        };
        let made =
            |id: &String| StatusRequest { game_id: id.clone(), since: Some(0), sheets: Vec::new() };
        standings.extend(plan.made.iter().map(made));
        if let Some((told, id)) = self.rematch_result(writer, game, plan, lang).await? {
            blocks.push(told);
            standings.push(made(&id));
        }
        let reply_class =
            self.reply_if_allowed(writer, game, blocks.into(), &standings, may).await?;
        Ok(processed(MailInState::Taken, "", game, reply_class))
    }

    /// Returns the text about a requested rematch, and the id of that game.
    async fn rematch_result(
        &self,
        writer: &SenderContext<'_>,
        game: Option<&GameContext>,
        plan: &InboundWorkflow,
        lang: Lang,
    ) -> Result<Option<(Block, String)>, JobError> {
        let Some(before) = game.filter(|_| plan.has_executed(&Task::Game(Command::Rematch))) else {
            return Ok(None);
        };
        let me = &writer.mailbox.player_id;
        let Some(id) = self.post.app.store.rematch_of(&before.loaded.row.id).await? else {
            return Ok(None);
        };
        let there = self.post.app.play.game(&id).await?;
        let Some(there) = there else { return Ok(None) };
        let players = before.loaded.seats.iter().filter_map(|seat| seat.player.as_ref());
        let others: Vec<_> = players
            .filter(|player| player.id != *me)
            .filter_map(|player| player.display_name())
            .collect();
        Ok(Some((compose::rematch_result(lang, &others, there.row.created_by == *me), id)))
    }

    /// Returns the sheets that the sender asks for.
    ///
    /// # Errors
    /// If a sheet does not exist: a text that lists those that do.
    pub(super) fn requested_sheets(
        &self,
        lang: Lang,
        game: Option<&GameContext>,
        asked: &Queries,
    ) -> Result<Vec<GameKind>, String> {
        let Some(game) = game.filter(|_| !asked.sheets.is_empty()) else { return Ok(Vec::new()) };
        let all = GameKind::of(game.loaded.game.ruleset());
        let all: Vec<_> =
            all.iter().filter(|kind| game.viewer.seat().is_some() || !kind.needs_seat()).collect();
        let mut sheets = Vec::new();
        for wanted in &asked.sheets {
            let found: Vec<_> = match wanted {
                None => all.clone(),
                Some(name) => all.iter().copied().filter(|kind| kind.name() == name).collect(),
            };
            if found.is_empty() {
                let names: Vec<_> = all.iter().map(|kind| kind.name().to_uppercase()).collect();
                let wanted = wanted.as_deref().unwrap_or_default().to_uppercase();
                let parts = [("wanted", &*wanted), ("names", &*names.join(", "))];
                return Err(lang.fill("answer-no-sheet", &parts));
            }
            sheets.extend(
                found
                    .into_iter()
                    .filter(|kind| !sheets.contains(*kind))
                    .copied()
                    .collect::<Vec<_>>(),
            );
        }
        Ok(sheets)
    }

    /// Returns the unfinished games of the sender, the most urgent first, then the newest.
    async fn unfinished_games(
        &self,
        writer: &SenderContext<'_>,
    ) -> Result<Vec<StatusRequest>, JobError> {
        let Self { post, .. } = self;
        let page = Page { before: None, limit: MAX_GAMES_SEARCHED };
        let mut games = Vec::new();
        for game_id in post.app.store.games_of(&writer.mailbox.player_id, &page).await? {
            if let Some(urgency) = post.urgency(&writer.mailbox, &game_id).await? {
                games.push((urgency, game_id));
            }
        }
        games.sort_by_key(|(urgency, _)| *urgency);
        games.truncate(MAX_GAMES);
        let standing = |(_, game_id)| StatusRequest { game_id, since: None, sheets: Vec::new() };
        Ok(games.into_iter().map(standing).collect())
    }

    /// Replies, if the mail may be answered. Returns the class in which the mail counts.
    pub(super) async fn reply_if_allowed(
        &self,
        writer: &SenderContext<'_>,
        game: Option<&GameContext>,
        mut told: ReplyContent,
        standings: &[StatusRequest],
        may: ReplyPolicy,
    ) -> Result<ReplyClass, JobError> {
        let ReplyPolicy::Answer { reply_class, last } = may else { return Ok(may.without_reply()) };
        told.blocks
            .extend(last.map(|last| Block::Text(Lang::from_code(&writer.mailbox.lang).text(last))));
        self.send_reply(writer, game, &told, standings).await?;
        Ok(reply_class)
    }

    /// Writes a reply: its content, and the states of games below it. No other mail reports these
    /// events again.
    pub(super) async fn send_reply(
        &self,
        writer: &SenderContext<'_>,
        game: Option<&GameContext>,
        told: &ReplyContent,
        standings: &[StatusRequest],
    ) -> Result<(), JobError> {
        if !self.post.transport.is_enabled() {
            return Ok(());
        }
        let hash = self.post.keys.address_hash(&writer.address);
        // A player who opted out of mail may still play by mail, and gets replies. A mail without a
        // key gets none, because others may have sent it in the player's name.
        if !writer.keyed && self.post.app.store.mail_is_refused(&hash).await? {
            return Ok(());
        }
        let Some(envelope) = self.post.envelope(&writer.mailbox) else { return Ok(()) };
        retry_conflicts(|| async {
            let mut all = Vec::new();
            for StatusRequest { game_id, since, sheets } in standings {
                all.extend(
                    self.post.current_state(&writer.mailbox, game_id, *since, sheets).await?,
                );
            }
            sort_by_urgency(&mut all);
            let subject = self.reply_subject(writer, game, &all, told.refused).await?;
            let change = self.compose_reply(writer, game, subject, &told.blocks, all, &envelope);
            match self.post.app.store.commit(change).await {
                Ok(()) => {
                    self.post.written.notify_one();
                    Ok(Some(()))
                }
                // Another mail has reported on the game at the same moment, or the mailbox is gone.
                Err(CommitError::Conflict) => {
                    let there = self.post.app.store.mailbox_at(writer.address.normalized()).await?;
                    let is_gone =
                        there.is_none_or(|there| there.player_id != writer.mailbox.player_id);
                    Ok(is_gone.then_some(()))
                }
                Err(CommitError::Failed(error)) => Err(error.into()),
            }
        })
        .await
    }

    /// Returns the subject of the reply, or `None` if the games that it shows determine the
    /// subject. Nothing is repeated from a mail without a key, which anybody may have sent.
    async fn reply_subject(
        &self,
        writer: &SenderContext<'_>,
        game: Option<&GameContext>,
        shown: &[GameUpdate],
        refused: bool,
    ) -> Result<Option<String>, JobError> {
        let Self { post, .. } = self;
        let service = post.config.from.name();
        Ok(match game {
            _ if !shown.is_empty() => None,
            _ if !writer.keyed => Some(service.to_owned()),
            None => Some(subject_of_reply(writer.letter, service)),
            Some(game) => {
                let id = &game.loaded.row.id;
                let look = post.snapshot(&writer.mailbox, id, None, None).await?;
                let lang = Lang::from_code(&writer.mailbox.lang);
                Some(look.map_or_else(
                    || service.to_owned(),
                    |look| compose::reply_subject(lang, &look.seen, refused),
                ))
            }
        })
    }

    fn compose_reply(
        &self,
        writer: &SenderContext<'_>,
        game: Option<&GameContext>,
        subject: Option<String>,
        blocks: &[Block],
        all: Vec<GameUpdate>,
        envelope: &Envelope,
    ) -> outbox::Add {
        let Self { post, .. } = self;
        let game_id = game.map(|game| &*game.loaded.row.id);
        let (config, now) = (&post.config, post.app.env.now());
        let player_id = &writer.mailbox.player_id;
        let news: Vec<_> = all.iter().map(|written| written.news.clone()).collect();
        let around = post.render_context(&writer.mailbox, &envelope.off, now);
        let mut letter =
            compose::reply(&around, subject, blocks.to_vec(), &news, game_id.is_none());
        let mut keys: Vec<_> = all.iter().map(|written| written.key.clone()).collect();
        // If the reply shows one game, answers to it are for the turn shown. Otherwise they are for
        // the turn of the inbound mail, because its sender has seen no other.
        let reply_to = match (&all[..], game_id) {
            ([one], _) => one.news.reply_to.clone(),
            (all, game_id) => {
                let key = ReplyKey::generate(&post.app.env);
                keys.push(match (game, all) {
                    (Some(game), _) => {
                        post.key_row(&key, player_id, game_id.unwrap_or_default(), game.turn)
                    }
                    // A reply to this mail can name the same games as the inbound mail.
                    (None, []) => post.key_row_of_games(&key, player_id, writer.games.clone()),
                    (None, all) => post.key_row_of_games(&key, player_id, key_games(all)),
                });
                config.from.reply_to(&key)
            }
        };
        if all.is_empty() {
            letter.foot = vec![Block::Text(
                letter.lang.fill("answer-foot", &[("service", config.from.name())]),
            )];
        }
        let answers = writer.letter.message_id.clone();
        let of_game = match &all[..] {
            [one] => Some(one.news.seen.id.clone()),
            _ => game_id.map(str::to_owned),
        };
        let thread = match &of_game {
            Some(id) => Some(post.threading(player_id, id, answers)),
            None => {
                answers.clone().map(|root| Threading { root, answers, list: "answers".to_owned() })
            }
        };
        // The id is the same for each attempt, so a second one finds the stored mail.
        let message_id = post.keys.message_id(&["answer", &writer.message.row.job.id]);
        let head = MessageHeaders {
            from: &config.from,
            to: &envelope.address,
            reply_to: Some(reply_to),
            date: now,
            message_id: &post.with_domain(&message_id),
            thread,
            unsubscribe: Some(envelope.off.clone()),
            files: collect_attachments(&all),
        };
        let sender = envelope.sender.clone();
        let mail = post.new_mail(player_id, of_game, MailKind::Answer, &letter, head, sender);
        let threads = all.into_iter().map(|written| written.thread).collect();
        outbox::Add { mail, keys, threads, at: now }
    }
}

/// Returns the state to show of the game of a mail.
fn status_requests(
    game: Option<&GameContext>,
    since: Option<u64>,
    sheets: Vec<GameKind>,
) -> Vec<StatusRequest> {
    let of = |game: &GameContext| StatusRequest {
        game_id: game.loaded.row.id.clone(),
        since,
        sheets: sheets.clone(),
    };
    game.map(of).into_iter().collect()
}

/// Returns the subject of the reply to a mail about no game: that of the mail.
pub(super) fn subject_of_reply(letter: &ParsedMessage, service: &str) -> String {
    match &*letter.subject {
        "" => service.to_owned(),
        subject if subject.to_lowercase().starts_with("re:") => subject.to_owned(),
        subject => format!("Re: {subject}"),
    }
}

pub(super) fn processed(
    state: MailInState,
    why: &str,
    game: Option<&GameContext>,
    reply_class: ReplyClass,
) -> Processed {
    let game_id = game.map(|game| game.loaded.row.id.clone());
    Processed { state, why: why.to_owned(), player_id: None, game_id, reply_class, declined: None }
}
