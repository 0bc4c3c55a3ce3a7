//! Plan of a mail: its steps, in the order of their execution. The plan and its progress are stored
//! with the mail. After a crash, another node continues from there.

use broadside_domain::command::{Command, GameCommand};
use broadside_engine::game::RulesetId;
use broadside_notation::{AccountCommand, ParsedStatement, Question, Statement};
use broadside_store::{KeyGame, MailInFound};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::refusal_reply::RefusalReply;
use broadside_worker::jobs::JobError;

/// Task of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Task {
    /// Command in a game.
    Game(Command),
    /// Command about the account or the mailbox.
    Account(AccountCommand),
}

/// Step of a plan, with the lines that ask for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct WorkflowStep {
    pub(super) task: Task,
    pub(super) lines: Vec<String>,
    /// Id of the game of the command, if it is not the game of the mail.
    pub(super) other_game: Option<String>,
}

impl WorkflowStep {
    pub(super) fn new(task: Task, lines: Vec<String>) -> Self {
        Self { task, lines, other_game: None }
    }

    /// Returns the command in the game of the mail, if the step is one.
    pub(super) fn command(&self) -> Option<&Command> {
        match &self.task {
            Task::Game(command) if self.other_game.is_none() => Some(command),
            _ => None,
        }
    }

    /// Returns the command about the account, if the step is one.
    pub(super) fn account_command(&self) -> Option<&AccountCommand> {
        match &self.task {
            Task::Account(command) => Some(command),
            Task::Game(_) => None,
        }
    }
}

/// Step that was not executed, although other steps were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SkippedStep {
    pub(super) lines: Vec<String>,
    /// Reason, and correction.
    pub(super) why: String,
}

/// Game of a mail, and the turn in which the mail that it answers was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Target {
    pub(super) game_id: String,
    pub(super) turn: u32,
    /// Number of log entries that the sender could see before anything was done.
    pub(super) seen: u64,
}

/// Refusal of a whole mail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MailRefusal {
    /// Reason, in a word or two.
    pub(super) why: String,
    /// Content of the reply.
    pub(super) answer: RefusalReply,
}

/// Questions in a mail, which change nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Queries {
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
pub(super) struct InboundWorkflow {
    /// Game of the mail, if it has one.
    pub(super) aim: Option<Target>,
    /// True if the mail has a key of its sender.
    pub(super) keyed: bool,
    /// Games that a reply to the answer can name: those of the mail that this one replies to,
    /// unless it is about one of them.
    pub(super) games: Vec<KeyGame>,
    /// True if the mail accepts an invitation that its sender has accepted before.
    pub(super) repeats: bool,
    /// Steps to execute.
    pub(super) items: Vec<WorkflowStep>,
    /// Number of steps that are finished.
    pub(super) over: usize,
    /// Ids of the games that were created.
    pub(super) made: Vec<String>,
    /// Finished steps that failed.
    pub(super) missed: Vec<SkippedStep>,
    /// Questions in the mail.
    pub(super) asked: Queries,
    /// Refusal of the whole mail, if it is refused.
    pub(super) refusal: Option<MailRefusal>,
}

/// Commands of a mail, as steps and questions.
pub(super) struct ParsedRequest {
    pub(super) items: Vec<WorkflowStep>,
    pub(super) asked: Queries,
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
        let mut asked = Queries::default();
        let mut preview = false;
        for ParsedStatement { statement, .. } in statements {
            match statement {
                Statement::Command(command) => groups.add_command(command, statement.lines()),
                Statement::Account(command) => {
                    asked.vacations |= matches!(command, AccountCommand::Vacation(_));
                    groups.add_account_command(command, statement.lines());
                }
                Statement::Question(question) => asked.add(question),
                Statement::Preview => preview = true,
            }
            asked.queue |= matches!(statement, Statement::Command(Command::Queue(_)));
        }
        let is_asked = asked != Queries::default();
        Ok(Self { items: groups.in_order(is_asked)?, asked, preview })
    }

    /// Returns the commands in the game.
    pub(super) fn commands(&self) -> Vec<Command> {
        self.items.iter().filter_map(WorkflowStep::command).cloned().collect()
    }

    /// Returns the step of the command in the game with this index.
    pub(super) fn command_step(&self, at: usize) -> Option<&WorkflowStep> {
        self.items.iter().filter(|item| item.command().is_some()).nth(at)
    }

    /// Returns the lines of all steps.
    pub(super) fn lines(&self) -> Vec<String> {
        self.items.iter().flat_map(|item| item.lines.clone()).collect()
    }
}

/// Steps of a mail, by when they are executed.
#[derive(Default)]
struct StepGroups {
    /// New games, and seats in other games.
    games: Vec<WorkflowStep>,
    /// Commands that add to the log of the game, and the rematch.
    moves: Vec<WorkflowStep>,
    /// All changes of the moves that are written ahead.
    queue: Option<WorkflowStep>,
    /// Messages and notes.
    texts: Vec<WorkflowStep>,
    /// Other changes of the account.
    account: Vec<WorkflowStep>,
    settings: Vec<WorkflowStep>,
    never: Option<WorkflowStep>,
    /// Ends of the account.
    stops: Vec<WorkflowStep>,
}

impl StepGroups {
    fn add_command(&mut self, command: &Command, lines: Vec<String>) {
        match command {
            Command::Game(GameCommand::Act { actions: further, .. }) => {
                if let Some(WorkflowStep {
                    task: Task::Game(Command::Game(GameCommand::Act { actions, .. })),
                    lines: all,
                    ..
                }) = self.moves.last_mut()
                {
                    actions.extend_from_slice(further);
                    all.extend(lines);
                    return;
                }
            }
            Command::Queue(further) => {
                if let Some(WorkflowStep {
                    task: Task::Game(Command::Queue(edit)),
                    lines: all,
                    ..
                }) = &mut self.queue
                {
                    edit.clear |= further.clear;
                    edit.ruleset = further.ruleset.or(edit.ruleset);
                    edit.moves.extend_from_slice(&further.moves);
                    all.extend(lines);
                    return;
                }
            }
            Command::Game(_) | Command::Rematch | Command::Say(_) | Command::Note(_) => {}
        }
        let step = WorkflowStep::new(Task::Game(command.clone()), lines);
        match command {
            Command::Game(_) | Command::Rematch => self.moves.push(step),
            Command::Queue(_) => self.queue = Some(step),
            Command::Say(_) | Command::Note(_) => self.texts.push(step),
        }
    }

    fn add_account_command(&mut self, command: &AccountCommand, lines: Vec<String>) {
        let step = WorkflowStep::new(Task::Account(command.clone()), lines);
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

    /// Returns the steps in the order of their execution. `is_asked` is true if the mail also has
    /// questions.
    fn in_order(mut self, is_asked: bool) -> Result<Vec<WorkflowStep>, ConflictingCommands> {
        // Accept first, because the other steps need a seat.
        self.moves.sort_by_key(|step| step.command() != Some(&Command::ACCEPT));
        let is_alone = self.games.is_empty() || (self.moves.is_empty() && self.texts.is_empty());
        if !is_alone || !self.moves_go_together() {
            return Err(ConflictingCommands);
        }
        let leaves = self
            .moves
            .iter()
            .any(|step| step.command() == Some(&Command::Game(GameCommand::Leave)));
        let texts: Vec<_> = self.queue.into_iter().chain(self.texts).collect();
        let in_game =
            if leaves { [texts, self.moves].concat() } else { [self.moves, texts].concat() };
        let mut steps = [self.games, in_game, self.account, self.settings].concat();
        steps.extend(self.never);
        // Nothing can follow the end of the account, and nothing else should be lost with it.
        let is_alone = self.stops.len() == 1 && steps.is_empty() && !is_asked;
        if !self.stops.is_empty() && !is_alone {
            return Err(ConflictingCommands);
        }
        steps.extend(self.stops);
        Ok(steps)
    }

    /// Returns true if no other player can act between the moves.
    fn moves_go_together(&self) -> bool {
        let moves: Vec<_> = self.moves.iter().filter_map(WorkflowStep::command).collect();
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

impl Queries {
    /// Adds a question.
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

impl InboundWorkflow {
    /// Reads the plan stored with a mail.
    pub(super) fn from_inbox_row(message: &MailInFound) -> Result<Option<Self>, JobError> {
        let read = |plan| serde_json::from_str(plan);
        let plan = message.workflow.as_deref().map(read).transpose();
        plan.map_err(|_| JobError::Failed("its plan cannot be read".to_owned()))
    }

    /// Serializes the plan for the store.
    pub(super) fn to_json(&self) -> String {
        json!(self).to_string()
    }

    /// Returns the lines of the steps that were executed.
    pub(super) fn executed_lines(&self) -> Vec<String> {
        let missed =
            |item: &WorkflowStep| self.missed.iter().any(|missed| missed.lines == item.lines);
        let over = self.items.iter().take(self.over);
        over.filter(|item| !missed(item)).flat_map(|item| item.lines.clone()).collect()
    }

    fn finished_commands(&self) -> impl Iterator<Item = &Command> {
        self.items.iter().take(self.over).filter_map(WorkflowStep::command)
    }

    /// Returns true if the plan accepts an invitation, and its seat is not taken yet.
    pub(super) fn awaits_acceptance(&self) -> bool {
        let next = self.items.get(self.over).and_then(WorkflowStep::command);
        self.aim.is_none() && self.refusal.is_none() && next == Some(&Command::ACCEPT)
    }

    /// Returns true if something was done in a game.
    pub(super) fn has_acted(&self) -> bool {
        let moves = self
            .finished_commands()
            .filter(|command| !self.repeats || **command != Command::ACCEPT);
        moves.count() > self.missed.len() || !self.made.is_empty()
    }

    /// Returns true if the plan changed its game. A rematch is a game of its own.
    pub(super) fn changes_game(&self) -> bool {
        self.finished_commands().any(|command| {
            !matches!(command, Command::Say(_) | Command::Note(_) | Command::Rematch)
        })
    }

    /// Returns true if the plan creates or joins a game that is not the game of the mail.
    pub(super) fn creates_game(&self) -> bool {
        self.items.iter().any(|step| {
            step.other_game.is_some()
                || matches!(step.account_command(), Some(AccountCommand::New(_)))
                || step.command() == Some(&Command::Rematch)
        })
    }

    /// Returns true if this step was executed.
    pub(super) fn has_executed(&self, task: &Task) -> bool {
        let missed =
            |item: &WorkflowStep| self.missed.iter().any(|missed| missed.lines == item.lines);
        self.items.iter().take(self.over).any(|item| item.task == *task && !missed(item))
    }

    /// Returns true if the plan ends the account of its sender.
    pub(super) fn ends_account(&self) -> bool {
        self.items
            .iter()
            .any(|step| matches!(step.account_command(), Some(AccountCommand::Stop(_))))
    }

    /// Returns true if the mail asks to stop all mail to its sender.
    pub(super) fn is_unsubscribe(&self) -> bool {
        self.items.iter().any(|step| step.account_command() == Some(&AccountCommand::Never))
    }
}
