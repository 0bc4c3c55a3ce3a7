//! Replies to mails.

use broadside_domain::command::Command;
use broadside_i18n::Lang;
use broadside_notation::AccountCommand;
use broadside_pdf::GameKind;
use broadside_store::mail::outbox;
use broadside_store::{InboundMailState, MailKind, Page, ReplyClass, retry_conflicts};
use broadside_worker::jobs::JobError;

use super::context::{GameContext, SenderContext};
use super::plan::{MailPlan, MailRefusal, Questions, SkippedStep, StepAction};
use super::refusal_reply::RefusalReply;
use super::reply_policy::{MailContent, ReplyPolicy};
use super::{InboundProcessor, Processed};
use crate::ReplyKey;
use crate::compose::{self, Block, MessageHeaders, NotUnderstood, Threading};
use crate::game_update::{GameUpdate, UpdateError, key_games, sort_by_urgency};
use crate::mail_message::{Envelope, collect_attachments};
use crate::read::ParsedMessage;
use crate::texts::LetterTexts;

/// Maximum number of games in a reply with the state of all games, and maximum number of the
/// player's games that are searched for them.
const MAX_GAMES: usize = 12;
const MAX_GAMES_SEARCHED: u32 = 300;

impl RefusalReply {
    /// Returns the content of a mail that gets this reply.
    fn mail_content(&self) -> MailContent {
        match self {
            Self::Errors(_)
            | Self::TurnIsOver
            | Self::OldKey
            | Self::Preview(_)
            | Self::UnclearGame(..) => MailContent::Commands,
            Self::NotUnderstood(explanation) if !explanation.is_prose => MailContent::Commands,
            _ => MailContent::Nothing,
        }
    }

    /// Renders the reply. `unsubscribe` is the unsubscribe link.
    fn render(&self, lang: Lang, unsubscribe: &str) -> Vec<Block> {
        let nothing_done = text_block(lang, "answer-nothing-done");
        match self {
            Self::Nothing => {
                vec![text_block(lang, "answer-nothing"), text_block(lang, "answer-help")]
            }
            Self::Errors(errors) => {
                vec![text_block(lang, "answer-errors"), Block::List(errors.clone()), nothing_done]
            }
            Self::NotUnderstood(NotUnderstood { lines, below, is_prose: _ }) => {
                let mut blocks =
                    vec![text_block(lang, "answer-errors"), Block::List(lines.clone())];
                blocks.extend(below.iter().cloned().map(Block::Text));
                blocks.push(nothing_done);
                blocks
            }
            Self::UnknownKey => vec![text_block(lang, "answer-unknown-key"), nothing_done],
            Self::SeveralKeys => vec![text_block(lang, "answer-several-keys"), nothing_done],
            Self::NoKey(false) => vec![text_block(lang, "answer-no-key")],
            Self::NoKey(true) => with_unsubscribe_link(lang, "answer-no-key", unsubscribe),
            Self::Struck => vec![text_block(lang, "answer-struck"), nothing_done],
            Self::TurnIsOver => vec![text_block(lang, "answer-turn-over")],
            Self::OldKey => with_unsubscribe_link(lang, "answer-old-key", unsubscribe),
            Self::UnclearGame(problem, games) => compose::unclear_game(lang, *problem, games),
            Self::Preview(lines) => {
                vec![text_block(lang, "answer-fine"), Block::Code(lines.clone())]
            }
        }
    }
}

/// Returns the paragraph with this key.
pub(super) fn text_block(lang: Lang, key: &str) -> Block {
    Block::Text(lang.text(key))
}

/// Returns the paragraph with this key, and below it the link that stops all mail.
fn with_unsubscribe_link(lang: Lang, key: &str, unsubscribe: &str) -> Vec<Block> {
    let link =
        Block::Link { url: unsubscribe.to_owned(), label: lang.text("answer-off"), main: false };
    vec![text_block(lang, key), text_block(lang, "answer-no-more"), link]
}

/// Renders what was done and what was not.
pub(super) fn render_results(plan: &MailPlan, lang: Lang) -> Vec<Block> {
    let mut blocks = Vec::new();
    let lines = plan.executed_lines();
    if !lines.is_empty() {
        blocks.extend([text_block(lang, "answer-taken"), Block::Code(lines)]);
    }
    if !plan.skipped_steps.is_empty() {
        let skipped = plan
            .skipped_steps
            .iter()
            .map(|SkippedStep { lines, reason }| format!("{}: {reason}", lines.join("; ")));
        blocks.extend([text_block(lang, "answer-missed"), Block::List(skipped.collect())]);
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
    pub(super) game_id: String,
    /// Shows the events after this sequence number, even if another mail has reported them.
    pub(super) since: Option<u64>,
    /// Sheets to attach.
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
        sender: &SenderContext<'_>,
        game: Option<&GameContext>,
        MailRefusal { reason, reply }: &MailRefusal,
    ) -> Result<Processed, JobError> {
        // What the mail asks for needs no game, so the new reply key is for no game either.
        let game = game.filter(|_| *reply != RefusalReply::OldKey);
        let lang = Lang::from_code(&sender.mailbox.lang);
        let envelope = self.post.envelope(&sender.mailbox);
        let unsubscribe = envelope.map(|envelope| envelope.unsubscribe).unwrap_or_default();
        let blocks = reply.render(lang, &unsubscribe);
        // Show the game, so that the sender can reply to this mail.
        let statuses = match reply {
            RefusalReply::TurnIsOver => game_status(game, None, Vec::new()),
            _ => Vec::new(),
        };
        let policy = sender.reply_policy(reply.mail_content());
        // The sender of a preview got what they asked for.
        let refused = !matches!(reply, RefusalReply::Preview(_));
        let reply_class = self
            .reply_if_allowed(sender, game, ReplyContent { blocks, refused }, &statuses, policy)
            .await?;
        Ok(processed(InboundMailState::Refused, reason, game, reply_class))
    }

    /// Replies to a mail after its steps were executed: with what was done, and with what the
    /// sender asked for.
    pub(super) async fn reply_with_results(
        &self,
        sender: &SenderContext<'_>,
        game: Option<&GameContext>,
        plan: &MailPlan,
    ) -> Result<Processed, JobError> {
        let content = if plan.has_acted() { MailContent::Moves } else { MailContent::Commands };
        let policy = sender.reply_policy(content);
        let lang = Lang::from_code(&sender.mailbox.lang);
        let mut blocks = render_results(plan, lang);
        if plan.is_unsubscribe() {
            // The word may have been meant for another player. If the sender's game goes on,
            // explain its effect once.
            let reply_class = match game.filter(|game| game.has_active_seat()) {
                None => policy.without_reply(),
                Some(_) => {
                    blocks.push(Block::Text(lang.text("answer-never")));
                    self.reply_if_allowed(sender, game, blocks.into(), &[], policy).await?
                }
            };
            return Ok(processed(InboundMailState::Taken, "never", game, reply_class));
        }
        if plan.has_executed(&StepAction::Account(AccountCommand::Token)) {
            blocks.push(Block::Text(lang.text("answer-code-sent")));
        }
        blocks.extend(self.render_answers(sender, game, &plan.questions, lang).await?);
        let mut statuses = match game {
            Some(_)
                if plan.changes_game()
                    || plan.questions.status
                    || !plan.questions.sheets.is_empty() =>
            {
                let version = plan.game.as_ref().map(|plan_game| plan_game.version);
                let sheets = self.requested_sheets(lang, game, &plan.questions);
                game_status(game, version, sheets.unwrap_or_default())
            }
            None if plan.questions.status => {
                let statuses = self.unfinished_games(sender).await?;
                if statuses.is_empty() {
                    blocks.push(Block::Text(lang.text("answer-no-games")));
                }
                statuses
            }
            _ => Vec::new(),
        };
        let mut new_games = plan.created_games.clone();
        if let Some((result, id)) = self.rematch_result(sender, game, plan, lang).await? {
            blocks.push(result);
            new_games.push(id);
        }
        statuses.extend(new_games.into_iter().map(|game_id| StatusRequest {
            game_id,
            since: Some(0),
            sheets: Vec::new(),
        }));
        let reply_class =
            self.reply_if_allowed(sender, game, blocks.into(), &statuses, policy).await?;
        Ok(processed(InboundMailState::Taken, "", game, reply_class))
    }

    /// Returns the text about a requested rematch, and the id of that game.
    async fn rematch_result(
        &self,
        sender: &SenderContext<'_>,
        game: Option<&GameContext>,
        plan: &MailPlan,
        lang: Lang,
    ) -> Result<Option<(Block, String)>, JobError> {
        let Some(earlier) = game.filter(|_| plan.has_executed(&StepAction::Game(Command::Rematch)))
        else {
            return Ok(None);
        };
        let player_id = &sender.mailbox.player_id;
        let Some(id) = self.post.app.store.rematch_of(&earlier.loaded.row.id).await? else {
            return Ok(None);
        };
        let Some(rematch) = self.post.app.play.game(&id).await? else { return Ok(None) };
        let players = earlier.loaded.seats.iter().filter_map(|seat| seat.player.as_ref());
        let others: Vec<_> = players
            .filter(|player| player.id != *player_id)
            .filter_map(|player| player.display_name())
            .collect();
        let is_new = rematch.row.created_by == *player_id;
        Ok(Some((compose::rematch_result(lang, &others, is_new), id)))
    }

    /// Returns the sheets that the sender asks for.
    ///
    /// # Errors
    /// If a sheet does not exist: a text that lists those that do.
    pub(super) fn requested_sheets(
        &self,
        lang: Lang,
        game: Option<&GameContext>,
        questions: &Questions,
    ) -> Result<Vec<GameKind>, String> {
        let Some(game) = game.filter(|_| !questions.sheets.is_empty()) else {
            return Ok(Vec::new());
        };
        let kinds = GameKind::of(game.loaded.game.ruleset());
        let available: Vec<_> = kinds
            .iter()
            .filter(|kind| game.viewer.seat().is_some() || !kind.needs_seat())
            .collect();
        let mut sheets = Vec::new();
        for wanted in &questions.sheets {
            let matching: Vec<_> = match wanted {
                None => available.clone(),
                Some(name) => {
                    available.iter().copied().filter(|kind| kind.name() == name).collect()
                }
            };
            if matching.is_empty() {
                let names: Vec<_> =
                    available.iter().map(|kind| kind.name().to_uppercase()).collect();
                let wanted = wanted.as_deref().unwrap_or_default().to_uppercase();
                let parts = [("wanted", &*wanted), ("names", &*names.join(", "))];
                return Err(lang.fill("answer-no-sheet", &parts));
            }
            for kind in matching {
                if !sheets.contains(kind) {
                    sheets.push(*kind);
                }
            }
        }
        Ok(sheets)
    }

    /// Returns the unfinished games of the sender, the most urgent first, then the newest.
    async fn unfinished_games(
        &self,
        sender: &SenderContext<'_>,
    ) -> Result<Vec<StatusRequest>, JobError> {
        let post = &self.post;
        let page = Page { before: None, limit: MAX_GAMES_SEARCHED };
        let mut games = Vec::new();
        for game_id in post.app.store.games_of(&sender.mailbox.player_id, &page).await? {
            if let Some(urgency) = post.urgency(&sender.mailbox, &game_id).await? {
                games.push((urgency, game_id));
            }
        }
        games.sort_by_key(|(urgency, _)| *urgency);
        games.truncate(MAX_GAMES);
        let requests = games.into_iter().map(|(_, game_id)| StatusRequest {
            game_id,
            since: None,
            sheets: Vec::new(),
        });
        Ok(requests.collect())
    }

    /// Replies, if the mail may be answered. Returns the class in which the mail counts.
    pub(super) async fn reply_if_allowed(
        &self,
        sender: &SenderContext<'_>,
        game: Option<&GameContext>,
        mut content: ReplyContent,
        statuses: &[StatusRequest],
        policy: ReplyPolicy,
    ) -> Result<ReplyClass, JobError> {
        let ReplyPolicy::Reply { reply_class, last_text } = policy else {
            return Ok(policy.without_reply());
        };
        let lang = Lang::from_code(&sender.mailbox.lang);
        content.blocks.extend(last_text.map(|key| text_block(lang, key)));
        self.send_reply(sender, game, &content, statuses).await?;
        Ok(reply_class)
    }

    /// Writes a reply: its content, and the states of games below it. No other mail reports these
    /// events again.
    pub(super) async fn send_reply(
        &self,
        sender: &SenderContext<'_>,
        game: Option<&GameContext>,
        content: &ReplyContent,
        statuses: &[StatusRequest],
    ) -> Result<(), JobError> {
        if !self.post.transport.is_enabled() {
            return Ok(());
        }
        let hash = self.post.keys.address_hash(&sender.address);
        // A player who opted out of mail may still play by mail, and gets replies. A mail without a
        // key gets none, because others may have sent it in the player's name.
        if !sender.has_key && self.post.app.store.is_suppressed(&hash).await? {
            return Ok(());
        }
        let Some(envelope) = self.post.envelope(&sender.mailbox) else { return Ok(()) };
        retry_conflicts(|| async {
            let mut updates = Vec::new();
            for StatusRequest { game_id, since, sheets } in statuses {
                updates.extend(
                    self.post.current_state(&sender.mailbox, game_id, *since, sheets).await?,
                );
            }
            sort_by_urgency(&mut updates);
            let subject = self.reply_subject(sender, game, &updates, content.refused).await?;
            let change =
                self.compose_reply(sender, game, subject, &content.blocks, updates, &envelope);
            if self.post.app.store.try_commit(change).await? {
                self.post.written.notify_one();
                return Ok(Some(()));
            }
            // Another mail has reported on the game at the same moment, or the mailbox is gone.
            let mailbox =
                self.post.app.store.mailbox_by_address(sender.address.normalized()).await?;
            let is_gone =
                mailbox.is_none_or(|mailbox| mailbox.player_id != sender.mailbox.player_id);
            Ok(is_gone.then_some(()))
        })
        .await
    }

    /// Returns the subject of the reply, or `None` if the games that it shows determine the
    /// subject. Nothing is repeated from a mail without a key, which anybody may have sent.
    async fn reply_subject(
        &self,
        sender: &SenderContext<'_>,
        game: Option<&GameContext>,
        updates: &[GameUpdate],
        refused: bool,
    ) -> Result<Option<String>, JobError> {
        let post = &self.post;
        let service = post.config.from.name();
        Ok(match game {
            _ if !updates.is_empty() => None,
            _ if !sender.has_key => Some(service.to_owned()),
            None => Some(subject_of_reply(sender.message, service)),
            Some(game) => {
                let id = &game.loaded.row.id;
                let snapshot = post.snapshot(&sender.mailbox, id, None, None).await?;
                let lang = Lang::from_code(&sender.mailbox.lang);
                Some(match snapshot {
                    Some(snapshot) => compose::reply_subject(lang, &snapshot.view, refused),
                    None => service.to_owned(),
                })
            }
        })
    }

    fn compose_reply(
        &self,
        sender: &SenderContext<'_>,
        game: Option<&GameContext>,
        subject: Option<String>,
        blocks: &[Block],
        updates: Vec<GameUpdate>,
        envelope: &Envelope,
    ) -> outbox::Add {
        let post = &self.post;
        let game_id = game.map(|game| &*game.loaded.row.id);
        let config = &post.config;
        let now = post.app.env.now();
        let player_id = &sender.mailbox.player_id;
        let news: Vec<_> = updates.iter().map(|update| update.news.clone()).collect();
        let context = post.render_context(&sender.mailbox, &envelope.unsubscribe, now);
        let mut document =
            compose::reply(&context, subject, blocks.to_vec(), &news, game_id.is_none());
        let mut keys: Vec<_> = updates.iter().map(|update| update.key.clone()).collect();
        // If the reply shows one game, answers to it are for the turn shown. Otherwise they are for
        // the turn of the inbound mail, because its sender has seen no other.
        let reply_to = if let [update] = &updates[..] {
            update.news.reply_to.clone()
        } else {
            let key = ReplyKey::generate(&post.app.env);
            keys.push(match game {
                Some(game) => post.key_row(&key, player_id, game_id.unwrap_or_default(), game.turn),
                // An answer to this reply can name the same games as the inbound mail.
                None if updates.is_empty() => {
                    post.key_row_of_games(&key, player_id, sender.key_games.clone())
                }
                None => post.key_row_of_games(&key, player_id, key_games(&updates)),
            });
            config.from.with_key(key.reveal())
        };
        if updates.is_empty() {
            document.foot = vec![Block::Text(
                document.lang.fill("answer-foot", &[("service", config.from.name())]),
            )];
        }
        let answers = sender.message.message_id.clone();
        let thread_game = match &updates[..] {
            [update] => Some(update.news.game.id.clone()),
            _ => game_id.map(str::to_owned),
        };
        let thread = match &thread_game {
            Some(id) => Some(post.threading(player_id, id, answers)),
            None => {
                answers.clone().map(|root| Threading { root, answers, list: "answers".to_owned() })
            }
        };
        // The id is the same for each attempt, so a second one finds the stored mail.
        let message_id = post.message_id(&["answer", &sender.mail.row.job.id]);
        let headers = MessageHeaders {
            from: &config.from,
            to: &envelope.address,
            reply_to: Some(reply_to),
            date: now,
            message_id: &message_id,
            thread,
            unsubscribe: Some(envelope.unsubscribe.clone()),
            files: collect_attachments(&updates),
        };
        let return_path = envelope.return_path.clone();
        let mail = post.new_mail(
            player_id,
            thread_game,
            MailKind::Answer,
            &document,
            headers,
            return_path,
        );
        let threads = updates.into_iter().map(|update| update.thread).collect();
        outbox::Add { mail, keys, threads, at: now }
    }
}

/// Returns the request for the state of the game of a mail, if it has one.
fn game_status(
    game: Option<&GameContext>,
    since: Option<u64>,
    sheets: Vec<GameKind>,
) -> Vec<StatusRequest> {
    match game {
        Some(game) => vec![StatusRequest { game_id: game.loaded.row.id.clone(), since, sheets }],
        None => Vec::new(),
    }
}

/// Returns the subject of the reply to a mail about no game: that of the mail.
pub(super) fn subject_of_reply(message: &ParsedMessage, service: &str) -> String {
    match &*message.subject {
        "" => service.to_owned(),
        subject if subject.to_lowercase().starts_with("re:") => subject.to_owned(),
        subject => format!("Re: {subject}"),
    }
}

pub(super) fn processed(
    state: InboundMailState,
    reason: &str,
    game: Option<&GameContext>,
    reply_class: ReplyClass,
) -> Processed {
    let game_id = game.map(|game| game.loaded.row.id.clone());
    Processed {
        state,
        reason: reason.to_owned(),
        player_id: None,
        game_id,
        reply_class,
        declined: None,
    }
}
