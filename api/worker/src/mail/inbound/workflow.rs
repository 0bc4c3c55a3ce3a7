//! Plan of a mail: its steps, in the order of their execution. The plan and its progress are stored
//! with the mail. After a crash, another node continues from there.

use broadside_app::{GameCommand, MailboxUpdate, Placement, PlayerCommand, QueueEdit, SeatClaim};
use broadside_domain::challenge::DeclineReason;
use broadside_engine::game::RulesetId;
use broadside_engine::table::OwnSeed;
use broadside_notation::{
    self as notation, Command, MetaCommand, NewGame, Opponent, ParsedCommand, QueueCommand, Setting,
};
use broadside_store::{KeyGame, MailInFound};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::refusal_reply::RefusalReply;
use super::steps::{JoinStep, VacationStep};
use crate::jobs::JobError;

/// Command in a game, as a plan stores it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum MailCommand {
    /// Writes to the other players.
    Say(String),
    /// Appends a line to the player's notes.
    Note(String),
    /// Takes the reserved seat.
    Accept,
    /// Declines the reserved seat, with the reason and a message.
    Decline(String, Option<String>),
    /// Places the fleet. Holds the body of the request.
    Place(Value),
    /// Takes actions. Holds the ruleset and the actions.
    Act(RulesetId, Vec<Value>),
    /// Changes the moves that are written ahead of time.
    Queue(QueueEdit),
    /// Leaves the seat.
    Leave,
    /// Cancels the game.
    Abort,
    /// Asks for a rematch.
    Rematch,
}

impl MailCommand {
    /// Returns the command for the game.
    pub(super) fn to_player_command(&self) -> PlayerCommand {
        PlayerCommand::Game(match self {
            Self::Say(text) => return PlayerCommand::Say(text.clone()),
            Self::Note(line) => return PlayerCommand::Note(line.clone()),
            Self::Queue(edit) => return PlayerCommand::Queue(edit.clone()),
            Self::Rematch => return PlayerCommand::Rematch,
            Self::Accept => GameCommand::Join(SeatClaim::Free),
            Self::Decline(reason, text) => {
                let reason = reason.parse().unwrap_or(DeclineReason::Other);
                GameCommand::Decline { reason, text: text.clone() }
            }
            Self::Place(request) => GameCommand::Place(Placement {
                ruleset: None,
                placement: request.get("placement").cloned(),
                seed: request.get("seed").and_then(Value::as_str).and_then(OwnSeed::new),
            }),
            Self::Act(ruleset, actions) => {
                GameCommand::Act { ruleset: *ruleset, actions: actions.clone() }
            }
            Self::Leave => GameCommand::Leave,
            Self::Abort => GameCommand::Abort,
        })
    }
}

/// Mailbox fields to change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MailboxPatch {
    pub(super) cadence: Option<String>,
    pub(super) sheets: Option<bool>,
    pub(super) reminders: Option<Vec<u32>>,
    pub(super) lang: Option<String>,
}

/// Kind of step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum StepKind {
    /// Executes a command in the game.
    Command(MailCommand),
    /// Changes the mailbox.
    Set(MailboxPatch),
    /// Stops all mail to the sender.
    Never,
    /// Creates a game. Holds the request.
    New(Value),
    /// Takes a seat.
    Join(JoinStep),
    /// Takes or ends a vacation.
    Vacation(VacationStep),
    /// Ends the account. Holds the code that confirms it.
    Stop(String),
    /// Renames the player.
    Name(String),
    /// Sends a code that gives a token.
    Token,
}

/// Step of a plan, with the lines that ask for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct WorkflowStep {
    pub(super) task: StepKind,
    pub(super) lines: Vec<String>,
}

impl WorkflowStep {
    /// Returns the command in a game, if the step is one.
    pub(super) fn mail_command(&self) -> Option<&MailCommand> {
        match &self.task {
            StepKind::Command(command) => Some(command),
            _ => None,
        }
    }
}

/// Returns the commands in a game among the items.
fn mail_commands(items: &[WorkflowStep]) -> Vec<MailCommand> {
    items.iter().filter_map(WorkflowStep::mail_command).cloned().collect()
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

impl MailboxPatch {
    /// Returns the change of the mailbox.
    ///
    /// # Errors
    /// If the frequency is not a stored word: another version of the server may know it.
    pub(super) fn to_update(&self) -> Result<MailboxUpdate, JobError> {
        let frequency = self.cadence.as_deref().map(str::parse).transpose();
        Ok(MailboxUpdate {
            frequency: frequency
                .map_err(|error| JobError::Failed(format!("a frequency of mail: {error}")))?,
            sheets: self.sheets,
            reminders: self.reminders.clone(),
            lang: self.lang.clone(),
        })
    }

    fn apply(&mut self, setting: Setting) {
        let cadence = |cadence| match cadence {
            notation::Cadence::Each => "each",
            notation::Cadence::Digest => "digest",
            notation::Cadence::Reminders => "reminders",
            notation::Cadence::Off => "off",
        };
        match setting {
            Setting::Mail(each) => self.cadence = Some(cadence(each).to_owned()),
            Setting::Reminders(hours) => {
                self.reminders = Some(hours.into_iter().flatten().collect())
            }
            Setting::Sheets(sheets) => self.sheets = Some(sheets),
            Setting::Language(lang) => self.lang = Some(lang.code().to_owned()),
        }
    }
}

impl ParsedRequest {
    /// Orders commands for execution: the move in the game, then later moves, messages and notes,
    /// then settings. A player who leaves a game writes first.
    ///
    /// # Errors
    /// If the commands cannot be executed all together or not at all.
    pub(super) fn from_commands(said: &[ParsedCommand]) -> Result<Self, ConflictingCommands> {
        let (mut steps, mut words): (Vec<WorkflowStep>, Vec<WorkflowStep>) =
            (Vec::new(), Vec::new());
        let mut settings =
            WorkflowStep { task: StepKind::Set(MailboxPatch::default()), lines: Vec::new() };
        let (mut news, mut besides): (Vec<WorkflowStep>, Vec<WorkflowStep>) =
            (Vec::new(), Vec::new());
        let (mut never, mut asked, mut preview) = (Vec::new(), Queries::default(), false);
        let mut stops: Vec<WorkflowStep> = Vec::new();
        let (mut queue, mut queue_lines) = (QueueEdit::default(), Vec::new());
        for one in said {
            let lines = one.command.lines();
            let item =
                |command| WorkflowStep { task: StepKind::Command(command), lines: lines.clone() };
            match &one.command {
                Command::Act(action) => match steps.last_mut() {
                    Some(WorkflowStep {
                        task: StepKind::Command(MailCommand::Act(_, actions)),
                        lines: all,
                    }) => {
                        actions.push(action.to_json());
                        all.extend(lines);
                    }
                    _ => {
                        steps.push(item(MailCommand::Act(action.ruleset(), vec![action.to_json()])))
                    }
                },
                Command::Place(place) => {
                    let mut body = match &place.placement {
                        Some(placement) => json!({"placement": placement.to_json()}),
                        None => json!({"random": true}),
                    };
                    if let Some(seed) = &place.seed {
                        body["seed"] = seed.as_str().into();
                    }
                    steps.push(item(MailCommand::Place(body)));
                }
                Command::MetaCommand(wish) => match wish {
                    MetaCommand::Say(text) => words.push(item(MailCommand::Say(text.clone()))),
                    MetaCommand::Note(text) => words.push(item(MailCommand::Note(text.clone()))),
                    MetaCommand::Notes => asked.notes = true,
                    MetaCommand::Accept => steps.push(item(MailCommand::Accept)),
                    MetaCommand::Decline { reason, words } => {
                        steps.push(item(MailCommand::Decline(
                            reason.as_str().to_owned(),
                            words.clone(),
                        )));
                    }
                    MetaCommand::Leave => steps.push(item(MailCommand::Leave)),
                    MetaCommand::Abort => steps.push(item(MailCommand::Abort)),
                    MetaCommand::Rematch => steps.push(item(MailCommand::Rematch)),
                    MetaCommand::Preview => preview = true,
                    MetaCommand::Help(ruleset) => asked.help = Some(*ruleset),
                    MetaCommand::Status => asked.status = true,
                    MetaCommand::List(ruleset) => asked.open_games = Some(*ruleset),
                    MetaCommand::Join(code) => {
                        news.push(WorkflowStep { task: StepKind::Join(JoinStep::new(code)), lines })
                    }
                    MetaCommand::Vacation(command) => {
                        asked.vacations = true;
                        let step = VacationStep::new(*command).map(StepKind::Vacation);
                        besides.extend(step.map(|task| WorkflowStep { task, lines }));
                    }
                    MetaCommand::Queue(command) => {
                        asked.queue = true;
                        if *command != QueueCommand::Show {
                            queue_lines.extend(lines);
                        }
                        apply_to_queue(&mut queue, command);
                    }
                    MetaCommand::Rules(ruleset) => asked.rules = Some(*ruleset),
                    MetaCommand::History(from) => asked.history = Some(*from),
                    MetaCommand::Board(event) => asked.boards.push(*event),
                    MetaCommand::Sheet(kind) => asked.sheets.push(kind.clone()),
                    MetaCommand::Never => never = lines,
                    MetaCommand::Set(setting) => {
                        if let StepKind::Set(all) = &mut settings.task {
                            all.apply(*setting);
                        }
                        settings.lines.extend(lines);
                    }
                    MetaCommand::New(new) => {
                        news.push(WorkflowStep { task: StepKind::New(request(new)), lines })
                    }
                    MetaCommand::Stop(None) => asked.stop = true,
                    MetaCommand::Stop(Some(code)) => {
                        stops.push(WorkflowStep { task: StepKind::Stop(code.clone()), lines })
                    }
                    MetaCommand::Name(name) => {
                        besides.push(WorkflowStep { task: StepKind::Name(name.clone()), lines })
                    }
                    MetaCommand::Token => {
                        besides.push(WorkflowStep { task: StepKind::Token, lines })
                    }
                },
            }
        }
        // Accept first, because the other steps need a seat.
        steps.sort_by_key(|item| item.mail_command() != Some(&MailCommand::Accept));
        let leaves = steps.iter().any(|item| item.mail_command() == Some(&MailCommand::Leave));
        let alone = news.is_empty() || (steps.is_empty() && words.is_empty());
        let together = match &mail_commands(&steps)[..] {
            [] | [_] | [MailCommand::Accept, MailCommand::Place(_)] => true,
            // No other player can act in between.
            [MailCommand::Place(_), MailCommand::Act(ruleset, _)] => ruleset.is_for_one(),
            _ => false,
        };
        if !alone || !together {
            return Err(ConflictingCommands);
        }
        let task = StepKind::Command(MailCommand::Queue(queue));
        words.splice(
            0..0,
            (!queue_lines.is_empty()).then_some(WorkflowStep { task, lines: queue_lines }),
        );
        let mut items = if leaves { [words, steps].concat() } else { [steps, words].concat() };
        items = [news, items, besides].concat();
        items.extend((!settings.lines.is_empty()).then_some(settings));
        items.extend(
            (!never.is_empty()).then_some(WorkflowStep { task: StepKind::Never, lines: never }),
        );
        // Nothing can follow the end of the account, and nothing else should be lost with it.
        if !stops.is_empty()
            && (stops.len() > 1 || !items.is_empty() || asked != Queries::default())
        {
            return Err(ConflictingCommands);
        }
        items.extend(stops);
        Ok(Self { items, asked, preview })
    }

    /// Returns the commands in the game.
    pub(super) fn player_commands(&self) -> Vec<PlayerCommand> {
        self.items
            .iter()
            .filter_map(WorkflowStep::mail_command)
            .map(MailCommand::to_player_command)
            .collect()
    }

    /// Returns the step of the command in the game with this index.
    pub(super) fn command_step(&self, at: usize) -> Option<&WorkflowStep> {
        self.items.iter().filter(|item| item.mail_command().is_some()).nth(at)
    }

    /// Returns the lines of all steps.
    pub(super) fn lines(&self) -> Vec<String> {
        self.items.iter().flat_map(|item| item.lines.clone()).collect()
    }
}

/// Adds a command about the queue to the change of the queue.
fn apply_to_queue(queue: &mut QueueEdit, command: &QueueCommand) {
    match command {
        QueueCommand::Show => {}
        QueueCommand::Clear => queue.clear = true,
        QueueCommand::Add { joins, action } => {
            queue.ruleset = Some(action.ruleset());
            match queue.moves.last_mut().filter(|_| *joins) {
                Some(last) => last.push(action.to_json()),
                None => queue.moves.push(vec![action.to_json()]),
            }
        }
    }
}

/// Builds the request that creates a game. Opponents with only a name must still be resolved.
fn request(new: &NewGame) -> Value {
    let opponent = |opponent: &Opponent| match opponent {
        Opponent::Open => json!({"kind": "open"}),
        Opponent::Bot(level) => json!({"kind": "bot", "level": level}),
        Opponent::Mail(address) => json!({"kind": "mail", "address": address}),
        Opponent::Player(name) => json!({"kind": "player", "name": name}),
    };
    let opponents: Vec<_> = new.opponents.iter().map(opponent).collect();
    let mut request =
        json!({"ruleset": new.ruleset.as_str(), "options": new.options, "opponents": opponents});
    if let Some(days) = new.days {
        request["clock"] = json!({"days_per_turn": days});
    }
    if let Some(public) = new.public {
        request["visibility"] = json!(if public { "public" } else { "private" });
    }
    request
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

    fn finished_commands(&self) -> impl Iterator<Item = &MailCommand> {
        self.items.iter().take(self.over).filter_map(WorkflowStep::mail_command)
    }

    /// Returns true if the plan accepts an invitation, and its seat is not taken yet.
    pub(super) fn awaits_acceptance(&self) -> bool {
        let next = self.items.get(self.over).and_then(WorkflowStep::mail_command);
        self.aim.is_none() && self.refusal.is_none() && next == Some(&MailCommand::Accept)
    }

    /// Returns true if something was done in a game.
    pub(super) fn has_acted(&self) -> bool {
        let moves = self
            .finished_commands()
            .filter(|command| !self.repeats || **command != MailCommand::Accept);
        moves.count() > self.missed.len() || !self.made.is_empty()
    }

    /// Returns true if the plan changed its game. A rematch is a game of its own.
    pub(super) fn changes_game(&self) -> bool {
        self.finished_commands().any(|command| {
            !matches!(command, MailCommand::Say(_) | MailCommand::Note(_) | MailCommand::Rematch)
        })
    }

    /// Returns true if the plan creates or joins a game that is not the game of the mail.
    pub(super) fn creates_game(&self) -> bool {
        self.items.iter().any(|item| {
            matches!(
                item.task,
                StepKind::New(_) | StepKind::Join(_) | StepKind::Command(MailCommand::Rematch)
            )
        })
    }

    /// Returns true if this step was executed.
    pub(super) fn has_executed(&self, task: &StepKind) -> bool {
        let missed =
            |item: &WorkflowStep| self.missed.iter().any(|missed| missed.lines == item.lines);
        self.items.iter().take(self.over).any(|item| item.task == *task && !missed(item))
    }

    /// Returns true if the plan ends the account of its sender.
    pub(super) fn ends_account(&self) -> bool {
        self.items.iter().any(|item| matches!(item.task, StepKind::Stop(_)))
    }

    /// Returns true if the mail asks to stop all mail to its sender.
    pub(super) fn is_unsubscribe(&self) -> bool {
        self.items.iter().any(|item| item.task == StepKind::Never)
    }
}
