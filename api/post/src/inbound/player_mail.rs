//! Processing of a mail from a player: its sender, its game, and its commands.

use broadside_app::validate_name;
use broadside_domain::command::Command;
use broadside_domain::error::AppError;
use broadside_domain::time::DAY;
use broadside_engine::table::Status;
use broadside_i18n::Lang;
use broadside_notation::{self as notation, AccountCommand, Statement};
use broadside_store::mail::mailboxes;
use broadside_store::{InboundMailJob, KeyGame};
use broadside_worker::jobs::JobError;

use super::commands::{self, ParseFailure};
use super::context::{GameContext, SenderContext};
use super::plan::{
    ConflictingCommands, MailPlan, MailRefusal, ParsedRequest, PlanGame, PlanStep, StepAction,
};
use super::refusal_reply::RefusalReply;
use super::{InboundProcessor, Processed, explain_refusal};
use crate::compose::{self, GameLine, UnclearGame};
use crate::read::{ParsedMessage, SentTo};
use crate::texts::LetterTexts;
use crate::{CodeKey, MailKeys, ReplyKey};

/// Maximum age, in milliseconds, at which a key that no turn ends is fully valid: a key without a
/// game, of a game before play, or of a finished game.
const MAX_KEY_AGE: i64 = 14 * DAY;

/// Permissions of the reply key that a mail was sent to. Mails are kept, forwarded, and found by
/// others, so the key in an old mail changes nothing. It only shows the state of the game, in a
/// mail to its player with a new key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Authority {
    /// Everything that the player may do by mail.
    All,
    /// Commands in the key's game, but not in the account.
    Game,
    /// Taking back moves that were written ahead of time. Otherwise nobody could stop a queue whose
    /// moves quickly follow each other: each of them ends the turn of the newest key.
    TakingBack,
    /// Nothing that makes a change.
    None,
}

impl Authority {
    /// Returns the permissions of a key of a game, or of a key without a game. A key ends with its
    /// turn or, if no turn ends it, with age. A game may wait longer than that for its players, so
    /// they can still take part in it with an aged key.
    pub(super) fn new(is_aged: bool, game: Option<&GameContext>) -> Self {
        let Some(GameContext { loaded, turn, .. }) = game else {
            return if is_aged { Self::None } else { Self::All };
        };
        let is_past = *turn != loaded.game.turn();
        match loaded.game.status() {
            Status::Waiting | Status::Placing if is_aged => Self::Game,
            Status::Waiting | Status::Placing => Self::All,
            Status::Playing if is_past && is_aged => Self::None,
            Status::Playing if is_past => Self::TakingBack,
            Status::Playing => Self::All,
            Status::Finished | Status::Cancelled if is_past || is_aged => Self::None,
            Status::Finished | Status::Cancelled => Self::Game,
        }
    }

    pub(super) fn allows(self, action: &StepAction) -> bool {
        match self {
            Self::All => true,
            Self::Game => matches!(action, StepAction::Game(_)),
            Self::TakingBack => match action {
                StepAction::Game(Command::Queue(edit)) => edit.moves.is_empty(),
                _ => false,
            },
            Self::None => false,
        }
    }
}

/// What a mail is sent to, according to its key.
pub(super) enum MailTarget {
    /// Game, and permissions of the key.
    Game(Box<GameContext>, Authority),
    /// No game. The key belongs to the sender, and has these permissions.
    NoGame(Authority),
    /// One of several games. True if the key is aged.
    Games(Vec<KeyGame>, bool),
    /// One of these games, but it is not certain which.
    Unclear(UnclearGame, Vec<GameLine>),
    /// The mail has no key.
    NoKey,
    /// The key does not belong to the sender.
    Unknown,
    /// The mail has several keys.
    Several,
}

impl MailTarget {
    /// Creates the target for a key of a game.
    pub(super) fn of_game(game: GameContext, is_aged: bool) -> Self {
        let authority = Authority::new(is_aged, Some(&game));
        Self::Game(Box::new(game), authority)
    }
}

impl InboundProcessor {
    /// Processes a mail.
    pub(super) async fn process_player_mail(
        &self,
        mail: &InboundMailJob,
        lease: &str,
        message: &ParsedMessage,
    ) -> Result<Processed, JobError> {
        let store = &self.post.app.store;
        let plan = MailPlan::from_inbox_row(mail)?;
        // After the seat is taken, the mail is processed like any other, even if the invitation is
        // gone.
        let may_accept = plan.as_ref().is_none_or(MailPlan::awaits_acceptance);
        if let SentTo::Key(key) = &message.to
            && may_accept
            && let Some(result) =
                self.process_invitation_reply(mail, lease, message, key, plan.as_ref()).await?
        {
            return Ok(result);
        }
        if let SentTo::Key(key) = &message.to
            && let Some(result) = self.process_confirmation_reply(mail, lease, message, key).await?
        {
            return Ok(result);
        }
        if let SentTo::Key(key) = &message.to
            && let Some(result) = self.process_sign_up_reply(mail, lease, message, key).await?
        {
            return Ok(result);
        }
        let address = message.from.clone();
        let Some(mailbox) = store.mailbox_by_address(address.normalized()).await? else {
            return self.process_stranger(mail, message).await;
        };
        let player_id = mailbox.player_id.clone();
        let reply_counts = store.reply_counts(&player_id, self.post.one_day_ago()).await?;
        let mut sender = SenderContext::new(mail, lease, message, mailbox, address, reply_counts);
        let result = match plan {
            Some(plan) => {
                sender.has_key = plan.has_key;
                sender.key_games = plan.key_games.clone();
                Box::pin(self.resume(sender, plan)).await?
            }
            None => self.plan_and_execute(sender).await?,
        };
        Ok(Processed { player_id: Some(player_id), ..result })
    }

    /// Parses a mail and executes its commands.
    async fn plan_and_execute(&self, mut sender: SenderContext<'_>) -> Result<Processed, JobError> {
        let player_id = sender.mailbox.player_id.clone();
        let target = self.target_of(&player_id, &sender.message.to).await?;
        sender.has_key =
            matches!(target, MailTarget::Game(..) | MailTarget::NoGame(_) | MailTarget::Games(..));
        if sender.has_key {
            if sender.reply_counts.keyed >= u64::from(self.post.config.limits.letters) {
                return Ok(Processed::ignored("too many"));
            }
            // A sender with a key has received our mail, so the address works.
            self.post.app.store.try_commit(mailboxes::ResetBounces { player_id }).await?;
        }
        let mut key_games = Vec::new();
        let (message, target) = match target {
            MailTarget::Games(games, is_aged) => {
                let (message, target) = self.choose_game(&sender, &games, is_aged).await?;
                if !matches!(target, MailTarget::Game(..)) {
                    key_games = games;
                }
                (message, target)
            }
            target => (sender.message.clone(), target),
        };
        let sender = SenderContext { message: &message, key_games, ..sender };
        let plan = match &target {
            MailTarget::Unknown | MailTarget::Games(..) => {
                refusal_plan("unknown key", RefusalReply::UnknownKey)
            }
            MailTarget::Several => refusal_plan("several keys", RefusalReply::SeveralKeys),
            MailTarget::Unclear(problem, games) => {
                refusal_plan("unclear game", RefusalReply::UnclearGame(*problem, games.clone()))
            }
            MailTarget::NoKey => plan_without_key(sender.message),
            MailTarget::NoGame(authority) => self.plan_commands(&sender, None, *authority).await?,
            MailTarget::Game(game, authority) => {
                self.plan_commands(&sender, Some(game), *authority).await?
            }
        };
        let game = match &target {
            MailTarget::Game(game, _) => Some(PlanGame {
                game_id: game.loaded.row.id.clone(),
                turn: game.turn,
                version: game.loaded.game.visible(game.viewer),
            }),
            _ => None,
        };
        let plan =
            MailPlan { game, has_key: sender.has_key, key_games: sender.key_games.clone(), ..plan };
        self.save_plan(sender.mail, sender.lease, &plan).await?;
        Box::pin(self.resume(sender, plan)).await
    }

    /// Returns the target of a player's mail.
    async fn target_of(&self, player_id: &str, to: &SentTo) -> Result<MailTarget, JobError> {
        let key = match to {
            SentTo::SeveralKeys => return Ok(MailTarget::Several),
            SentTo::Service | SentTo::Elsewhere => return Ok(MailTarget::NoKey),
            SentTo::Key(key) => key,
        };
        // These are not reply addresses of a player, but a person may still write to them.
        let is_other = self.post.keys.bounce_player_id(key).is_some()
            || CodeKey::parse(key).is_some()
            || MailKeys::is_sign_up_key(key);
        if is_other {
            return Ok(MailTarget::NoKey);
        }
        let Some(key) = ReplyKey::parse(key) else { return Ok(MailTarget::Unknown) };
        let row = self.post.app.store.mail_key(&key.hash()).await?;
        // Only the owner of a key may learn that it exists.
        let Some(row) = row.filter(|row| row.player_id == player_id) else {
            return Ok(MailTarget::Unknown);
        };
        let is_aged = self.post.app.env.age_time().0 - row.created_at.0 > MAX_KEY_AGE;
        let Some(game_id) = row.game() else {
            return Ok(if row.games.is_empty() {
                MailTarget::NoGame(Authority::new(is_aged, None))
            } else {
                MailTarget::Games(row.games, is_aged)
            });
        };
        let game = self.game_of_key(player_id, game_id, row.turn).await?;
        Ok(game.map_or(MailTarget::Unknown, |game| MailTarget::of_game(game, is_aged)))
    }

    /// Loads the game of a reply key. Returns `None` if the player may not know of it.
    pub(super) async fn game_of_key(
        &self,
        player_id: &str,
        game_id: &str,
        turn: u32,
    ) -> Result<Option<GameContext>, JobError> {
        let loaded = self.post.app.play.game(game_id).await?;
        Ok(loaded.and_then(|loaded| {
            let viewer = loaded.viewer(player_id)?;
            Some(GameContext { loaded, viewer, turn })
        }))
    }

    /// Plans the commands of a mail, if all of them would succeed.
    async fn plan_commands(
        &self,
        sender: &SenderContext<'_>,
        game: Option<&GameContext>,
        authority: Authority,
    ) -> Result<MailPlan, JobError> {
        let text = &sender.message.text;
        if text.trim().is_empty() {
            return Ok(refusal_plan("nothing said", RefusalReply::Nothing));
        }
        if sender.message.struck {
            return Ok(refusal_plan("struck out", RefusalReply::Struck));
        }
        let lang = Lang::from_code(&sender.mailbox.lang);
        let player_id = &sender.mailbox.player_id;
        let parsed = match game {
            Some(game) => game.parse(player_id, sender.message),
            None => commands::parse(sender.message, None),
        };
        let statements = match parsed {
            Ok(statements) if statements.is_empty() => {
                return Ok(refusal_plan("nothing said", RefusalReply::Nothing));
            }
            Ok(statements) => statements,
            Err(failure) => {
                let is_challenged = game.is_some_and(|game| game.has_open_challenge(player_id));
                let possible = compose::possible_lines(
                    game.map(|game| (&*game.loaded.game, game.viewer, game.turn)),
                    is_challenged,
                );
                let explanation = if is_challenged {
                    commands::explain_answer(lang, &failure, &possible)
                } else {
                    compose::not_understood(lang, &failure.text, &failure.errors, &possible)
                };
                let reply = RefusalReply::NotUnderstood(explanation);
                return Ok(refusal_plan("not understood", reply));
            }
        };
        let mut request = match ParsedRequest::from_statements(&statements) {
            Ok(request) => request,
            Err(ConflictingCommands) => {
                let reply = RefusalReply::Errors(vec![lang.text("answer-too-much")]);
                return Ok(refusal_plan("too much at once", reply));
            }
        };
        if !request.steps.iter().all(|step| authority.allows(&step.action)) {
            let is_past = matches!(authority, Authority::None | Authority::TakingBack);
            return Ok(match game {
                Some(_) if is_past => refusal_plan("past turn", RefusalReply::TurnIsOver),
                _ => refusal_plan("old key", RefusalReply::OldKey),
            });
        }
        for step in &mut request.steps {
            match self.prepare_step(lang, player_id, step).await {
                Ok(()) => {}
                Err(problem) if problem.kind().is_transient() => return Err(problem.into()),
                Err(problem) => {
                    let error = match step.account_command() {
                        Some(AccountCommand::Name(_)) => lang.text("answer-name"),
                        _ => problem.detail().to_owned(),
                    };
                    return Ok(refusal_plan("not allowed", RefusalReply::Errors(vec![error])));
                }
            }
        }
        if let Some(game) = game {
            if let Err(error) = self.requested_sheets(lang, Some(game), &request.questions) {
                return Ok(refusal_plan("not allowed", RefusalReply::Errors(vec![error])));
            }
            let commands = request.commands();
            let game_id = &game.loaded.row.id;
            if let Err((index, problem)) =
                self.post.app.dry_run(player_id, game_id, None, &commands).await
            {
                if problem.kind().is_transient() {
                    return Err(problem.into());
                }
                let error = match request.command_step(index) {
                    Some(step) => explain_refusal::explain(lang, &problem, step, &statements, text),
                    None => compose::explain_refusal(lang, &problem),
                };
                return Ok(refusal_plan("not allowed", RefusalReply::Errors(vec![error])));
            }
        }
        if request.preview {
            return Ok(refusal_plan("preview", RefusalReply::Preview(request.lines())));
        }
        let ParsedRequest { steps, questions, .. } = request;
        Ok(MailPlan { steps, questions, ..MailPlan::default() })
    }

    /// Checks a command about the account. Finds the game and the players that it names, which are
    /// stored with it.
    ///
    /// # Errors
    /// If the command is not possible: a text for the sender.
    async fn prepare_step(
        &self,
        lang: Lang,
        player_id: &str,
        step: &mut PlanStep,
    ) -> Result<(), AppError> {
        let StepAction::Account(command) = &mut step.action else { return Ok(()) };
        match command {
            AccountCommand::Name(name) => validate_name(name).map(drop),
            AccountCommand::New(game) => self.find_opponents(lang, player_id, game).await,
            AccountCommand::Stop(code) => self.check_stop_code(lang, player_id, code),
            AccountCommand::Join(code) => {
                let (game_id, command) = self.find_seat(lang, player_id, code).await?;
                step.action = StepAction::Game(command);
                step.other_game = Some(game_id);
                Ok(())
            }
            AccountCommand::Vacation(command) => {
                self.check_vacation(lang, player_id, *command).await
            }
            AccountCommand::Set(_) | AccountCommand::Never | AccountCommand::Token => Ok(()),
        }
    }
}

/// Returns the plan of a mail that is refused.
fn refusal_plan(reason: &str, reply: RefusalReply) -> MailPlan {
    let refusal = MailRefusal { reason: reason.to_owned(), reply };
    MailPlan { refusal: Some(refusal), ..MailPlan::default() }
}

/// Plans a mail that anybody may have sent. It gets help at best, and nothing that it says is
/// repeated.
fn plan_without_key(message: &ParsedMessage) -> MailPlan {
    let (statements, has_marked_never) = match commands::parse(message, None) {
        Ok(statements) => (statements, false),
        Err(failure) => (Vec::new(), has_marked_never(&failure)),
    };
    if let Some(questions) = commands::help_request(&statements) {
        return MailPlan { questions, ..MailPlan::default() };
    }
    let asks_for_no_mail = has_marked_never
        || statements
            .iter()
            .any(|parsed| parsed.statement == Statement::Account(AccountCommand::Never));
    refusal_plan("no key", RefusalReply::NoKey(asks_for_no_mail))
}

/// Returns true if NEVER was not understood because a mark follows it, as in `NEVER!`.
fn has_marked_never(failure: &ParseFailure) -> bool {
    failure.errors.iter().any(|error| error.problem == notation::Problem::Exclaimed)
}
