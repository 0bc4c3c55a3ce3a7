//! Plan of a mail: its steps, in the order of their execution. The plan and its progress are stored
//! with the mail. After a crash, another node continues from there.

use broadside_domain::command::{Command, GameCommand};
use broadside_engine::game::RulesetId;
use broadside_notation::{AccountCommand, ParsedStatement, Question, Statement};
use broadside_store::{InboundMailJob, KeyGame};
use broadside_worker::jobs::JobError;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::refusal_reply::RefusalReply;

/// What a step does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum StepAction {
    Game(Command),
    /// Command about the account or the mailbox.
    Account(AccountCommand),
}

/// Step of a plan, with the lines that ask for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PlanStep {
    pub(super) action: StepAction,
    pub(super) lines: Vec<String>,
    /// Id of the game of the command, if it is not the game of the mail.
    pub(super) other_game: Option<String>,
}

impl PlanStep {
    pub(super) fn new(action: StepAction, lines: Vec<String>) -> Self {
        Self { action, lines, other_game: None }
    }

    /// Returns the command in the game of the mail, if the step is one.
    pub(super) fn command(&self) -> Option<&Command> {
        match &self.action {
            StepAction::Game(command) if self.other_game.is_none() => Some(command),
            _ => None,
        }
    }

    /// Returns the command about the account, if the step is one.
    pub(super) fn account_command(&self) -> Option<&AccountCommand> {
        match &self.action {
            StepAction::Account(command) => Some(command),
            StepAction::Game(_) => None,
        }
    }
}

/// Step that was not executed, although other steps were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SkippedStep {
    pub(super) lines: Vec<String>,
    /// Reason, and correction.
    pub(super) reason: String,
}

/// Game of a mail, and the turn in which the mail that it answers was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlanGame {
    pub(super) game_id: String,
    pub(super) turn: u32,
    /// Number of log entries that the sender could see before any step was executed.
    pub(super) version: u64,
}

/// Refusal of a whole mail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MailRefusal {
    /// Reason, in a word or two.
    pub(super) reason: String,
    pub(super) reply: RefusalReply,
}

/// Questions in a mail, which change nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Questions {
    /// Help: on a ruleset, or on the commands that are possible here.
    pub(super) help: Option<Option<RulesetId>>,
    /// True if the mail asks for the state of the game, or of all games.
    pub(super) status: bool,
    /// Sheets: those of a kind, or all.
    pub(super) sheets: Vec<Option<String>>,
    /// True if the mail asks for the sender's notes.
    pub(super) notes: bool,
    /// Rules: of a ruleset, or of the game.
    pub(super) rules: Option<Option<RulesetId>>,
    /// Events: the newest, or those from this number on.
    pub(super) history: Option<Option<u32>>,
    /// Games with open seats: of a ruleset, or of any.
    pub(super) open_games: Option<Option<RulesetId>>,
    /// True if the mail asks how to end the account.
    pub(super) stop: bool,
    /// True if the mail asks for the sender's vacations.
    pub(super) vacations: bool,
    /// True if the mail asks for the moves that wait, or changes them.
    pub(super) queue: bool,
    /// Boards: the numbers of their events.
    pub(super) boards: Vec<u32>,
}

/// Steps of a mail, and their progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct MailPlan {
    /// Game of the mail, if it has one.
    pub(super) game: Option<PlanGame>,
    /// True if the mail has a key of its sender.
    pub(super) has_key: bool,
    /// Games that an answer to the reply can name: those of the mail that this one answers, unless
    /// it is about one of them.
    pub(super) key_games: Vec<KeyGame>,
    /// True if the mail accepts an invitation that its sender has accepted before.
    pub(super) accepted_before: bool,
    pub(super) steps: Vec<PlanStep>,
    /// Index of the next step. The steps before it are finished.
    pub(super) next_step: usize,
    /// Ids of the games that were created.
    pub(super) created_games: Vec<String>,
    /// Finished steps that failed.
    pub(super) skipped_steps: Vec<SkippedStep>,
    pub(super) questions: Questions,
    /// Refusal of the whole mail, if it is refused.
    pub(super) refusal: Option<MailRefusal>,
}

/// Commands of a mail, as steps and questions.
pub(super) struct ParsedRequest {
    pub(super) steps: Vec<PlanStep>,
    pub(super) questions: Questions,
    /// True if nothing is executed.
    pub(super) preview: bool,
}

/// Error for a mail with several commands, if some could be executed without the others.
#[derive(Debug)]
pub(super) struct ConflictingCommands;

impl ParsedRequest {
    /// Orders statements for execution: the move in the game, then later moves, messages and notes,
    /// then settings. A player who leaves a game writes first.
    ///
    /// # Errors
    /// If the statements cannot be executed all together or not at all.
    pub(super) fn from_statements(
        statements: &[ParsedStatement],
    ) -> Result<Self, ConflictingCommands> {
        let mut groups = StepGroups::default();
        let mut questions = Questions::default();
        let mut preview = false;
        for ParsedStatement { statement, .. } in statements {
            match statement {
                Statement::Command(command) => groups.add_command(command, statement.lines()),
                Statement::Account(command) => {
                    questions.vacations |= matches!(command, AccountCommand::Vacation(_));
                    groups.add_account_command(command, statement.lines());
                }
                Statement::Question(question) => questions.add(question),
                Statement::Preview => preview = true,
            }
            questions.queue |= matches!(statement, Statement::Command(Command::Queue(_)));
        }
        let has_questions = questions != Questions::default();
        Ok(Self { steps: groups.in_order(has_questions)?, questions, preview })
    }

    /// Returns the commands in the game.
    pub(super) fn commands(&self) -> Vec<Command> {
        self.steps.iter().filter_map(PlanStep::command).cloned().collect()
    }

    /// Returns the step of the command in the game with this index.
    pub(super) fn command_step(&self, index: usize) -> Option<&PlanStep> {
        self.steps.iter().filter(|step| step.command().is_some()).nth(index)
    }

    /// Returns the lines of all steps.
    pub(super) fn lines(&self) -> Vec<String> {
        self.steps.iter().flat_map(|step| step.lines.clone()).collect()
    }
}

/// Steps of a mail, by when they are executed.
#[derive(Default)]
struct StepGroups {
    /// New games, and seats in other games.
    games: Vec<PlanStep>,
    /// Commands that add to the log of the game, and the rematch.
    moves: Vec<PlanStep>,
    /// All changes of the moves that are written ahead.
    queue: Option<PlanStep>,
    /// Messages and notes.
    texts: Vec<PlanStep>,
    /// Other changes of the account.
    account: Vec<PlanStep>,
    settings: Vec<PlanStep>,
    never: Option<PlanStep>,
    /// Ends of the account.
    stops: Vec<PlanStep>,
}

impl StepGroups {
    fn add_command(&mut self, command: &Command, lines: Vec<String>) {
        match command {
            Command::Game(GameCommand::Act { actions: further, .. }) => {
                if let Some(PlanStep {
                    action: StepAction::Game(Command::Game(GameCommand::Act { actions, .. })),
                    lines: all_lines,
                    ..
                }) = self.moves.last_mut()
                {
                    actions.extend_from_slice(further);
                    all_lines.extend(lines);
                    return;
                }
            }
            Command::Queue(further) => {
                if let Some(PlanStep {
                    action: StepAction::Game(Command::Queue(edit)),
                    lines: all_lines,
                    ..
                }) = &mut self.queue
                {
                    edit.clear |= further.clear;
                    edit.ruleset = further.ruleset.or(edit.ruleset);
                    edit.moves.extend_from_slice(&further.moves);
                    all_lines.extend(lines);
                    return;
                }
            }
            Command::Game(_) | Command::Rematch | Command::Say(_) | Command::Note(_) => {}
        }
        let step = PlanStep::new(StepAction::Game(command.clone()), lines);
        match command {
            Command::Game(_) | Command::Rematch => self.moves.push(step),
            Command::Queue(_) => self.queue = Some(step),
            Command::Say(_) | Command::Note(_) => self.texts.push(step),
        }
    }

    fn add_account_command(&mut self, command: &AccountCommand, lines: Vec<String>) {
        let step = PlanStep::new(StepAction::Account(command.clone()), lines);
        match command {
            AccountCommand::New(_) | AccountCommand::Join(_) => self.games.push(step),
            AccountCommand::Vacation(_) | AccountCommand::Name(_) | AccountCommand::Token => {
                self.account.push(step);
            }
            AccountCommand::Set(_) => self.settings.push(step),
            AccountCommand::Never => self.never = Some(step),
            AccountCommand::Stop(_) => self.stops.push(step),
        }
    }

    /// Returns the steps in the order of their execution. `has_questions` is true if the mail also
    /// has questions.
    fn in_order(mut self, has_questions: bool) -> Result<Vec<PlanStep>, ConflictingCommands> {
        // Accept first, because the other steps need a seat.
        self.moves.sort_by_key(|step| step.command() != Some(&Command::ACCEPT));
        let about_one_game =
            self.games.is_empty() || (self.moves.is_empty() && self.texts.is_empty());
        if !about_one_game || !self.moves_go_together() {
            return Err(ConflictingCommands);
        }
        let leaves_game = self
            .moves
            .iter()
            .any(|step| step.command() == Some(&Command::Game(GameCommand::Leave)));
        let texts: Vec<_> = self.queue.into_iter().chain(self.texts).collect();
        let in_game =
            if leaves_game { [texts, self.moves].concat() } else { [self.moves, texts].concat() };
        let mut steps = [self.games, in_game, self.account, self.settings].concat();
        steps.extend(self.never);
        // Nothing can follow the end of the account, and nothing else should be lost with it.
        let is_alone = self.stops.len() == 1 && steps.is_empty() && !has_questions;
        if !self.stops.is_empty() && !is_alone {
            return Err(ConflictingCommands);
        }
        steps.extend(self.stops);
        Ok(steps)
    }

    /// Returns true if no other player can act between the moves.
    fn moves_go_together(&self) -> bool {
        let moves: Vec<_> = self.moves.iter().filter_map(PlanStep::command).collect();
        match &moves[..] {
            [] | [_] => true,
            [first, Command::Game(GameCommand::Place { .. })] => **first == Command::ACCEPT,
            [
                Command::Game(GameCommand::Place { .. }),
                Command::Game(GameCommand::Act { ruleset, .. }),
            ] => ruleset.is_for_one(),
            _ => false,
        }
    }
}

impl Questions {
    fn add(&mut self, question: &Question) {
        match question {
            Question::Status => self.status = true,
            Question::Sheet(kind) => self.sheets.push(kind.clone()),
            Question::Help(ruleset) => self.help = Some(*ruleset),
            Question::Rules(ruleset) => self.rules = Some(*ruleset),
            Question::History(from) => self.history = Some(*from),
            Question::Board(event) => self.boards.push(*event),
            Question::Queue => self.queue = true,
            Question::List(ruleset) => self.open_games = Some(*ruleset),
            Question::Vacations => self.vacations = true,
            Question::Notes => self.notes = true,
            Question::Stop => self.stop = true,
        }
    }
}

impl MailPlan {
    /// Reads the plan that is stored with a mail, if there is one.
    pub(super) fn from_inbox_row(mail: &InboundMailJob) -> Result<Option<Self>, JobError> {
        let plan = mail.plan.as_deref().map(serde_json::from_str).transpose();
        plan.map_err(|_| JobError::Failed("its plan cannot be read".to_owned()))
    }

    /// Serializes the plan for the store.
    pub(super) fn to_json(&self) -> String {
        json!(self).to_string()
    }

    /// Returns the steps that were executed. Skipped steps were not.
    fn executed_steps(&self) -> impl Iterator<Item = &PlanStep> {
        let finished = self.steps.iter().take(self.next_step);
        finished
            .filter(|step| !self.skipped_steps.iter().any(|skipped| skipped.lines == step.lines))
    }

    /// Returns the lines of the steps that were executed.
    pub(super) fn executed_lines(&self) -> Vec<String> {
        self.executed_steps().flat_map(|step| step.lines.clone()).collect()
    }

    fn finished_commands(&self) -> impl Iterator<Item = &Command> {
        self.steps.iter().take(self.next_step).filter_map(PlanStep::command)
    }

    /// Returns true if the plan accepts an invitation, and its seat is not taken yet.
    pub(super) fn awaits_acceptance(&self) -> bool {
        let next = self.steps.get(self.next_step).and_then(PlanStep::command);
        self.game.is_none() && self.refusal.is_none() && next == Some(&Command::ACCEPT)
    }

    /// Returns true if something was done in a game.
    pub(super) fn has_acted(&self) -> bool {
        let moves = self
            .finished_commands()
            .filter(|command| !self.accepted_before || **command != Command::ACCEPT);
        moves.count() > self.skipped_steps.len() || !self.created_games.is_empty()
    }

    /// Returns true if the plan changed its game. A rematch is a game of its own.
    pub(super) fn changes_game(&self) -> bool {
        self.finished_commands().any(|command| {
            !matches!(command, Command::Say(_) | Command::Note(_) | Command::Rematch)
        })
    }

    /// Returns true if the plan creates or joins a game that is not the game of the mail.
    pub(super) fn creates_game(&self) -> bool {
        self.steps.iter().any(|step| {
            step.other_game.is_some()
                || matches!(step.account_command(), Some(AccountCommand::New(_)))
                || step.command() == Some(&Command::Rematch)
        })
    }

    /// Returns true if this action was executed.
    pub(super) fn has_executed(&self, action: &StepAction) -> bool {
        self.executed_steps().any(|step| step.action == *action)
    }

    /// Returns true if the plan ends the account of its sender.
    pub(super) fn ends_account(&self) -> bool {
        self.steps
            .iter()
            .any(|step| matches!(step.account_command(), Some(AccountCommand::Stop(_))))
    }

    /// Returns true if the mail asks to stop all mail to its sender.
    pub(super) fn is_unsubscribe(&self) -> bool {
        self.steps.iter().any(|step| step.account_command() == Some(&AccountCommand::Never))
    }
}
