//! Processing of a mail from a player: its sender, its game, and its commands.

use crate::compose::{self, GameLine, UnclearGame};
use crate::read::{ParsedMessage, SentTo};
use crate::{CodeKey, MailKeys, ReplyKey};
use broadside_app::validate_name;
use broadside_domain::command::Command;
use broadside_domain::error::AppError;
use broadside_domain::time::DAY;
use broadside_engine::table::Status;
use broadside_i18n::Lang;
use broadside_notation::{self as notation, AccountCommand, Statement};
use broadside_store::mail::mailboxes;
use broadside_store::{KeyGame, MailInFound};

use super::commands::{self, ParseFailure};
use super::context::{GameContext, SenderContext};
use super::refusal_reply::RefusalReply;
use super::workflow::{
    ConflictingCommands, InboundWorkflow, MailRefusal, ParsedRequest, Target, Task, WorkflowStep,
};
use super::{InboundProcessor, Processed, explain_refusal};
use crate::texts::LetterTexts;
use broadside_worker::jobs::JobError;

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

    pub(super) fn allows(self, task: &Task) -> bool {
        match self {
            Self::All => true,
            Self::Game => matches!(task, Task::Game(_)),
            Self::TakingBack => match task {
                Task::Game(Command::Queue(edit)) => edit.moves.is_empty(),
                _ => false,
            },
            Self::None => false,
        }
    }
}

/// Target of a mail.
pub(super) enum Addressee {
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

impl Addressee {
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
        message: &MailInFound,
        lease: &str,
        letter: &ParsedMessage,
    ) -> Result<Processed, JobError> {
        let store = &self.post.app.store;
        let plan = InboundWorkflow::from_inbox_row(message)?;
        // After the seat is taken, the mail is processed like any other, even if the invitation is
        // gone.
        let may_accept = plan.as_ref().is_none_or(InboundWorkflow::awaits_acceptance);
        if let SentTo::Key(key) = &letter.to
            && may_accept
            && let Some(done) =
                self.process_invitation_reply(message, lease, letter, key, plan.as_ref()).await?
        {
            return Ok(done);
        }
        if let SentTo::Key(key) = &letter.to
            && let Some(done) = self.process_confirmation_reply(message, lease, letter, key).await?
        {
            return Ok(done);
        }
        if let SentTo::Key(key) = &letter.to
            && let Some(done) = self.process_sign_up_reply(message, lease, letter, key).await?
        {
            return Ok(done);
        }
        let address = letter.from.clone();
        let Some(mailbox) = store.mailbox_at(address.normalized()).await? else {
            return self.process_stranger(message, letter).await;
        };
        let player_id = mailbox.player_id.clone();
        let reply_counts = store.reply_counts(&player_id, self.post.one_day_ago()).await?;
        let mut writer = SenderContext::new(message, lease, letter, mailbox, address, reply_counts);
        let done = match plan {
            Some(plan) => {
                writer.keyed = plan.keyed;
                writer.games = plan.games.clone();
                Box::pin(self.resume(writer, plan)).await?
            }
            None => self.plan_and_execute(writer).await?,
        };
        Ok(Processed { player_id: Some(player_id), ..done })
    }

    /// Parses a mail and executes its commands.
    async fn plan_and_execute(&self, mut writer: SenderContext<'_>) -> Result<Processed, JobError> {
        let player_id = writer.mailbox.player_id.clone();
        let meant = self.addressee(&player_id, &writer.letter.to).await?;
        writer.keyed =
            matches!(meant, Addressee::Game(..) | Addressee::NoGame(_) | Addressee::Games(..));
        if writer.keyed {
            if writer.reply_counts.keyed >= u64::from(self.post.config.limits.letters) {
                return Ok(Processed::ignored("too many"));
            }
            // A sender with a key has received our mail, so the address works.
            self.commit(mailboxes::ResetBounces { player_id }).await?;
        }
        let mut games = Vec::new();
        let (letter, meant) = match meant {
            Addressee::Games(all, is_aged) => {
                let (letter, meant) = self.choose_game(&writer, &all, is_aged).await?;
                if !matches!(meant, Addressee::Game(..)) {
                    games = all;
                }
                (letter, meant)
            }
            meant => (writer.letter.clone(), meant),
        };
        let writer = SenderContext { letter: &letter, games, ..writer };
        let refusal = |why: &str, answer| InboundWorkflow {
            refusal: Some(mail_refusal(why, answer)),
            ..InboundWorkflow::default()
        };
        let plan = match &meant {
            Addressee::Unknown | Addressee::Games(..) => {
                refusal("unknown key", RefusalReply::UnknownKey)
            }
            Addressee::Several => refusal("several keys", RefusalReply::SeveralKeys),
            Addressee::Unclear(why, games) => {
                refusal("unclear game", RefusalReply::UnclearGame(*why, games.clone()))
            }
            Addressee::NoKey => plan_without_key(writer.letter),
            Addressee::NoGame(authority) => self.plan_commands(&writer, None, *authority).await?,
            Addressee::Game(game, authority) => {
                self.plan_commands(&writer, Some(game), *authority).await?
            }
        };
        let aim = match &meant {
            Addressee::Game(game, _) => Some(Target {
                game_id: game.loaded.row.id.clone(),
                turn: game.turn,
                seen: game.loaded.game.visible(game.viewer),
            }),
            _ => None,
        };
        let plan =
            InboundWorkflow { aim, keyed: writer.keyed, games: writer.games.clone(), ..plan };
        self.save_workflow(writer.message, writer.lease, &plan).await?;
        Box::pin(self.resume(writer, plan)).await
    }

    /// Returns the target of a player's mail.
    async fn addressee(&self, player_id: &str, to: &SentTo) -> Result<Addressee, JobError> {
        let key = match to {
            SentTo::SeveralKeys => return Ok(Addressee::Several),
            SentTo::Service | SentTo::Elsewhere => return Ok(Addressee::NoKey),
            SentTo::Key(key) => key,
        };
        // These are not reply addresses of a player, but a person may still write to them.
        let is_other = self.post.keys.bounce_player_id(key).is_some()
            || CodeKey::parse(key).is_some()
            || MailKeys::is_sign_up_key(key);
        if is_other {
            return Ok(Addressee::NoKey);
        }
        let Some(key) = ReplyKey::parse(key) else { return Ok(Addressee::Unknown) };
        let row = self.post.app.store.mail_key(&key.hash()).await?;
        // Only the owner of a key may learn that it exists.
        let Some(row) = row.filter(|row| row.player_id == player_id) else {
            return Ok(Addressee::Unknown);
        };
        let is_aged = self.post.app.env.age_time().0 - row.created_at.0 > MAX_KEY_AGE;
        let Some(game_id) = row.game() else {
            return Ok(if row.games.is_empty() {
                Addressee::NoGame(Authority::new(is_aged, None))
            } else {
                Addressee::Games(row.games, is_aged)
            });
        };
        let about = self.game_of_key(player_id, game_id, row.turn).await?;
        Ok(about.map_or(Addressee::Unknown, |about| Addressee::of_game(about, is_aged)))
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
        writer: &SenderContext<'_>,
        game: Option<&GameContext>,
        authority: Authority,
    ) -> Result<InboundWorkflow, JobError> {
        let refusal = |why: &str, answer| {
            Ok(InboundWorkflow {
                refusal: Some(mail_refusal(why, answer)),
                ..InboundWorkflow::default()
            })
        };
        let text = &writer.letter.text;
        if text.trim().is_empty() {
            return refusal("nothing said", RefusalReply::Nothing);
        }
        if writer.letter.struck {
            return refusal("struck out", RefusalReply::Struck);
        }
        let lang = Lang::from_code(&writer.mailbox.lang);
        let asked = game.is_some_and(|game| game.has_open_challenge(&writer.mailbox.player_id));
        let read = match game {
            Some(game) => game.parse(&writer.mailbox.player_id, writer.letter),
            None => commands::parse(writer.letter, None),
        };
        let said = match read {
            Ok(said) if said.is_empty() => return refusal("nothing said", RefusalReply::Nothing),
            Ok(said) => said,
            Err(failure) => {
                let possible = compose::possible_lines(
                    game.map(|game| (&*game.loaded.game, game.viewer, game.turn)),
                    asked,
                );
                let told = if asked {
                    commands::explain_answer(lang, &failure, &possible)
                } else {
                    compose::not_understood(lang, &failure.text, &failure.errors, &possible)
                };
                return refusal("not understood", RefusalReply::NotUnderstood(told));
            }
        };
        let mut wanted = match ParsedRequest::from_statements(&said) {
            Ok(wanted) => wanted,
            Err(ConflictingCommands) => {
                return refusal(
                    "too much at once",
                    RefusalReply::Errors(vec![lang.text("answer-too-much")]),
                );
            }
        };
        if !wanted.items.iter().all(|item| authority.allows(&item.task)) {
            return match game
                .filter(|_| matches!(authority, Authority::None | Authority::TakingBack))
            {
                Some(_) => refusal("past turn", RefusalReply::TurnIsOver),
                None => refusal("old key", RefusalReply::OldKey),
            };
        }
        for step in &mut wanted.items {
            let prepared = self.prepare_step(lang, &writer.mailbox.player_id, step).await;
            match prepared {
                Ok(()) => {}
                Err(problem) if problem.kind().is_transient() => return Err(problem.into()),
                Err(problem) => {
                    let why = match step.account_command() {
                        Some(AccountCommand::Name(_)) => lang.text("answer-name"),
                        _ => problem.detail().to_owned(),
                    };
                    return refusal("not allowed", RefusalReply::Errors(vec![why]));
                }
            }
        }
        if let Some(game) = game {
            if let Err(why) = self.requested_sheets(lang, Some(game), &wanted.asked) {
                return refusal("not allowed", RefusalReply::Errors(vec![why]));
            }
            let (player_id, commands) = (&writer.mailbox.player_id, wanted.commands());
            let game_id = &game.loaded.row.id;
            if let Err((at, problem)) =
                self.post.app.dry_run(player_id, game_id, None, &commands).await
            {
                if problem.kind().is_transient() {
                    return Err(problem.into());
                }
                let told = wanted
                    .command_step(at)
                    .map(|item| explain_refusal::explain(lang, &problem, item, &said, text));
                let told = told.unwrap_or_else(|| compose::explain_refusal(lang, &problem));
                return refusal("not allowed", RefusalReply::Errors(vec![told]));
            }
        }
        if wanted.preview {
            return refusal("preview", RefusalReply::Fine(wanted.lines()));
        }
        let ParsedRequest { items, asked, .. } = wanted;
        Ok(InboundWorkflow { items, asked, ..InboundWorkflow::default() })
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
        step: &mut WorkflowStep,
    ) -> Result<(), AppError> {
        let Task::Account(command) = &mut step.task else { return Ok(()) };
        match command {
            AccountCommand::Name(name) => validate_name(name).map(drop),
            AccountCommand::New(game) => self.find_opponents(lang, player_id, game).await,
            AccountCommand::Stop(code) => self.check_stop_code(lang, player_id, code),
            AccountCommand::Join(code) => {
                let (game_id, command) = self.find_seat(lang, player_id, code).await?;
                step.task = Task::Game(command);
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

fn mail_refusal(why: &str, answer: RefusalReply) -> MailRefusal {
    MailRefusal { why: why.to_owned(), answer }
}

/// Plans a mail that anybody may have sent. It gets help at best, and nothing that it says is
/// repeated.
fn plan_without_key(letter: &ParsedMessage) -> InboundWorkflow {
    let read = commands::parse(letter, None);
    let exclaimed = |not: &ParseFailure| {
        not.errors.iter().any(|error| error.problem == notation::Problem::Exclaimed)
    };
    let exclaimed = read.as_ref().err().is_some_and(exclaimed);
    let said = read.unwrap_or_default();
    if let Some(asked) = commands::help_request(&said) {
        return InboundWorkflow { asked, ..InboundWorkflow::default() };
    }
    let never = exclaimed
        || said.iter().any(|one| one.statement == Statement::Account(AccountCommand::Never));
    InboundWorkflow {
        refusal: Some(mail_refusal("no key", RefusalReply::NoKey(never))),
        ..InboundWorkflow::default()
    }
}
