//! Execution of the steps of a mail. Each step is recorded with the mail after it is executed, and
//! is idempotent. After a crash at any point, execution continues at the same step.

use broadside_app::{
    Call, Creates, GameId, GameResponse, Idempotency, IdempotencyRequest, NoResponse, Precondition,
    RenderCreated, Storing,
};
use broadside_domain::command::{Command, GameCommand};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::mail::Frequency;
use broadside_engine::seat::Viewer;
use broadside_engine::shape;
use broadside_i18n::Lang;
use broadside_notation::{AccountCommand, NewGame, Setting};
use broadside_store::{InboundMailJob, inbox};
use broadside_worker::jobs::JobError;
use broadside_worker::move_queues::try_queue;

use super::context::{GameContext, SenderContext};
use super::plan::{MailPlan, MailRefusal, SkippedStep, StepAction};
use super::refusal_reply::RefusalReply;
use super::{InboundProcessor, Processed, opponents};
use crate::MailboxUpdate;
use crate::compose;
use crate::notification_hold::HoldScope;
use crate::texts::LetterTexts;

/// Reason why a step was not executed.
enum StepError {
    /// Permanent failure, with the kind of problem and the text for the sender.
    Refused(ErrorKind, String),
    /// Temporary failure. The step is retried.
    Temporary(JobError),
}

impl From<JobError> for StepError {
    fn from(error: JobError) -> Self {
        Self::Temporary(error)
    }
}

impl InboundProcessor {
    /// Stores the plan of a mail, with its progress.
    pub(super) async fn save_plan(
        &self,
        mail: &InboundMailJob,
        lease: &str,
        plan: &MailPlan,
    ) -> Result<(), JobError> {
        let save = inbox::Plan {
            id: mail.row.job.id.clone(),
            lease: lease.to_owned(),
            plan: plan.to_json(),
        };
        Ok(self.post.app.store.commit(save).await?)
    }

    /// Executes the remaining steps of a mail, and replies.
    pub(super) async fn resume(
        &self,
        mut sender: SenderContext<'_>,
        mut plan: MailPlan,
    ) -> Result<Processed, JobError> {
        let game = plan.game.as_ref().map(|game| HoldScope::Game(game.game_id.clone()));
        let player = (game.is_none() || plan.creates_game())
            .then(|| HoldScope::Player(sender.mailbox.player_id.clone()));
        let _hold = self.post.holds.acquire(game.into_iter().chain(player).collect());
        if plan.refusal.is_none() && plan.ends_account() {
            return self.end_account(&sender).await;
        }
        while plan.refusal.is_none() && plan.next_step < plan.steps.len() {
            match Box::pin(self.execute_step(&sender, &plan)).await {
                Ok(created) => {
                    plan.created_games.extend(created);
                    plan.next_step += 1;
                }
                Err(StepError::Temporary(error)) => return Err(error),
                // The check succeeded before, but another change came first.
                Err(StepError::Refused(kind, explanation)) if plan.next_step == 0 => {
                    let lines = plan.steps[plan.next_step].lines.join("; ");
                    let lang = Lang::from_code(&sender.mailbox.lang);
                    let (reason, reply) = match kind {
                        ErrorKind::Stale => ("past turn", RefusalReply::TurnIsOver),
                        _ => {
                            let error =
                                compose::format_refused_line(lang, None, &lines, &explanation);
                            ("not allowed", RefusalReply::Errors(vec![error]))
                        }
                    };
                    plan.refusal = Some(MailRefusal { reason: reason.to_owned(), reply });
                }
                Err(StepError::Refused(_, reason)) => {
                    let lines = plan.steps[plan.next_step].lines.clone();
                    plan.skipped_steps.push(SkippedStep { lines, reason });
                    plan.next_step += 1;
                }
            }
            self.save_plan(sender.mail, sender.lease, &plan).await?;
        }
        // A step may have changed the mailbox.
        let Some(mailbox) = self.post.app.store.mailbox(&sender.mailbox.player_id).await? else {
            return Ok(Processed::ignored("stranger"));
        };
        sender.mailbox = mailbox;
        let game = self.game_context(&sender, &plan).await?;
        match &plan.refusal {
            Some(refusal) => self.reply_with_refusal(&sender, game.as_ref(), refusal).await,
            None => self.reply_with_results(&sender, game.as_ref(), &plan).await,
        }
    }

    /// Loads the current game of a mail. A player who has left it is a spectator.
    async fn game_context(
        &self,
        sender: &SenderContext<'_>,
        plan: &MailPlan,
    ) -> Result<Option<GameContext>, JobError> {
        let Some(plan_game) = &plan.game else { return Ok(None) };
        let loaded = self.post.app.play.game(&plan_game.game_id).await?;
        Ok(loaded.map(|loaded| {
            let viewer = loaded.viewer(&sender.mailbox.player_id).unwrap_or(Viewer::Public);
            GameContext { loaded, viewer, turn: plan_game.turn }
        }))
    }

    /// Executes the next step. Returns the id of the game that it created, if any.
    async fn execute_step(
        &self,
        sender: &SenderContext<'_>,
        plan: &MailPlan,
    ) -> Result<Option<String>, StepError> {
        let Some(step) = plan.steps.get(plan.next_step) else { return Ok(None) };
        let key = format!("mail {} {}", sender.mail.row.job.id, plan.next_step);
        let player_id = &sender.mailbox.player_id;
        let lang = Lang::from_code(&sender.mailbox.lang);
        match &step.action {
            StepAction::Account(command) => {
                self.execute_account_command(sender, command, key).await
            }
            StepAction::Game(command) => {
                let plan_game = plan.game.as_ref();
                let game_id = step.other_game.as_ref().or(plan_game.map(|game| &game.game_id));
                // The step accepts an invitation that is gone. A plan without a game has no other
                // commands in a game.
                let Some(game_id) = game_id else {
                    let gone = lang.text("invite-gone");
                    return Err(StepError::Refused(ErrorKind::NotFound, gone));
                };
                // Only actions are bound to their turn. Placements, messages and leaving are valid
                // in any turn.
                let is_bound = matches!(command, Command::Game(GameCommand::Act { .. }));
                let turn = plan_game.filter(|_| is_bound).map(|game| game.turn);
                self.execute_command(player_id, game_id, command, turn, key)
                    .await
                    .map_err(|problem| refused(lang, problem))?;
                Ok(step.other_game.clone())
            }
        }
    }

    /// Executes a command about the account or the mailbox. Returns the id of the game that it
    /// created, if any.
    async fn execute_account_command(
        &self,
        sender: &SenderContext<'_>,
        command: &AccountCommand,
        key: String,
    ) -> Result<Option<String>, StepError> {
        let player_id = &sender.mailbox.player_id;
        let lang = Lang::from_code(&sender.mailbox.lang);
        let result = match command {
            AccountCommand::New(game) => {
                let created = self.create_game(player_id, game, key).await;
                return created.map(Some).map_err(|problem| refused(lang, problem));
            }
            AccountCommand::Set(setting) => self.change_setting(sender, setting).await,
            AccountCommand::Never => self.post.unsubscribe(player_id, &sender.address).await,
            AccountCommand::Vacation(command) => {
                self.execute_vacation(player_id, *command, key).await
            }
            AccountCommand::Name(name) => {
                self.post.app.update_player(player_id, Some(name), None).await.map(drop)
            }
            AccountCommand::Token => match self.post.send_token_code(&sender.address).await {
                Ok(true) => Ok(()),
                Ok(false) => {
                    let detail = lang.text("answer-no-code");
                    return Err(StepError::Refused(ErrorKind::NotNow, detail));
                }
                Err(problem) => Err(problem),
            },
            // `resume` ends the account, because nothing follows it. A plan has the command that
            // takes the seat, and not this one.
            AccountCommand::Stop(_) | AccountCommand::Join(_) => Ok(()),
        };
        result.map(|()| None).map_err(|problem| refused(lang, problem))
    }

    /// Changes a setting of the mailbox. Asking for mail undoes NEVER.
    async fn change_setting(
        &self,
        sender: &SenderContext<'_>,
        setting: &Setting,
    ) -> Result<(), AppError> {
        let mut update = MailboxUpdate::default();
        match setting {
            Setting::Mail(frequency) => update.frequency = Some(*frequency),
            Setting::Sheets(sheets) => update.sheets = Some(*sheets),
            Setting::Reminders(hours) => update.reminders = Some(hours.clone()),
            Setting::Language(lang) => update.lang = Some(lang.code().to_owned()),
        }
        self.post.update_mailbox(&sender.mailbox.player_id, &update).await?;
        // NEVER is undone by asking for mail, and not by playing on.
        if update.frequency.is_some_and(|frequency| frequency != Frequency::Off) {
            let address_hash = self.post.keys.address_hash(&sender.address);
            self.post.unsuppress(&address_hash).await?;
        }
        Ok(())
    }

    /// Executes a command in a game, once for each key. If a turn is given, the command is executed
    /// in that turn or not at all.
    async fn execute_command(
        &self,
        player_id: &str,
        game_id: &str,
        command: &Command,
        turn: Option<u32>,
        key: String,
    ) -> Result<(), AppError> {
        let idempotency = IdempotencyRequest::unique(format!("mail {game_id}"), key);
        match command {
            Command::Game(command) => {
                let precondition = turn.map_or(Precondition::None, Precondition::Turn);
                let call = Call { precondition, ..Call::new(player_id, game_id, idempotency) };
                self.post.app.execute(&call, command, &NoResponse).await
            }
            Command::Say(text) => {
                self.post.app.send_message(player_id, game_id, text, &idempotency, |_| Ok(())).await
            }
            Command::Note(line) => {
                self.post.app.append_note(player_id, game_id, line, &idempotency).await
            }
            Command::Queue(edit) => {
                self.post.app.edit_queue(player_id, game_id, edit, &idempotency).await?;
                // Try a move that is due now, so that the reply tells what happened. Otherwise it is
                // tried a little later.
                let tried =
                    try_queue(&self.post.app, player_id.to_owned(), game_id.to_owned()).await;
                if let Err(error) = tried {
                    tracing::warn!(
                        game = game_id,
                        error = error.detail(),
                        "a move of a queue is tried later"
                    );
                }
                Ok(())
            }
            Command::Rematch => {
                if !self.post.app.is_answered(player_id, &idempotency).await? {
                    self.count_new_game(player_id)?;
                }
                let rematch = self.post.app.rematch(player_id, game_id, &idempotency, &GameId);
                rematch.await.map(drop)
            }
        }
    }

    /// Creates a game, once for each key. Returns its id.
    async fn create_game(
        &self,
        player_id: &str,
        request: &NewGame,
        key: String,
    ) -> Result<String, AppError> {
        let request = shape::read(&opponents::request(request))?;
        let idempotency = IdempotencyRequest::unique("mail", key);
        let scope = match self.post.app.begin::<GameResponse>(player_id, &idempotency).await? {
            Idempotency::Repeat(created) => return Ok(created.id),
            Idempotency::Execute(scope) => scope,
        };
        self.count_new_game(player_id)?;
        let draft = self.post.app.draft_game(player_id, &request).await?;
        let created = GameId.render(&draft.created());
        self.post.commit_game(&draft, scope.record(&created)).await?;
        Ok(created.id)
    }

    /// Counts a new game towards the limits of a day. Requests over HTTP are counted before they
    /// are carried out.
    ///
    /// # Errors
    /// If an amount is used up.
    fn count_new_game(&self, player_id: &str) -> Result<(), AppError> {
        let new_game = Storing::without_address(Creates::Game);
        self.post.app.daily.count(&new_game, Some(player_id))
    }
}

/// Returns the error of a step, with the explanation for its sender.
fn refused(lang: Lang, problem: AppError) -> StepError {
    if problem.kind().is_transient() {
        return StepError::Temporary(problem.into());
    }
    StepError::Refused(problem.kind(), compose::explain_refusal(lang, &problem))
}
