//! What a letter asks for, in the order in which it is done. It is kept with the letter before anything is done, and so is how
//! far that has come: whoever goes on after somebody who was killed goes on there.

use broadside_engine::game::RulesetId;
use broadside_engine::notation::{self, Command, NewGame, Opponent, Said, Setting, Wish};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Undone;
use super::answer::Answer;
use crate::store::MailInFound;

/// Something to be done in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Deed {
    /// To write to the other players.
    Say(String),
    /// To keep a note, below those that there are.
    Note(String),
    /// To take the seat that is kept.
    Accept,
    /// To decline it: the reason, and words.
    Decline(String, Option<String>),
    /// To place: the body of the request.
    Place(Value),
    /// To act: the ruleset and the actions.
    Act(RulesetId, Vec<Value>),
    /// To leave a seat.
    Leave,
    /// To call the game off.
    Abort,
    /// To have it again.
    Rematch,
}

/// What of a mailbox is to be another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) cadence: Option<String>,
    pub(super) sheets: Option<bool>,
    pub(super) lang: Option<String>,
}

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Task {
    /// In the game.
    Deed(Deed),
    /// With the mailbox.
    Set(Settings),
    /// Never to be written to again.
    Never,
    /// To make a game: the request.
    New(Value),
    /// To be called so.
    Name(String),
    /// To have a code sent that gives a token.
    Token,
}

/// A task, and the lines that ask for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Item {
    pub(super) task: Task,
    pub(super) lines: Vec<String>,
}

impl Item {
    /// What it does in a game, if it does.
    pub(super) fn deed(&self) -> Option<&Deed> {
        match &self.task {
            Task::Deed(deed) => Some(deed),
            _ => None,
        }
    }
}

/// What items do in a game.
fn deeds(items: &[Item]) -> Vec<Deed> {
    items.iter().filter_map(Item::deed).cloned().collect()
}

/// Something that was asked for beside what was done, and was not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Missed {
    pub(super) lines: Vec<String>,
    /// Why, and what would be right.
    pub(super) why: String,
}

/// The game of a letter, and its turn in which the mail was written that the letter answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Aim {
    pub(super) game_id: String,
    pub(super) turn: u32,
    /// How much of it the writer saw before anything was done.
    pub(super) seen: u64,
}

/// That nothing is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Refusal {
    /// Why, in a word or two.
    pub(super) why: String,
    /// What the writer is told.
    pub(super) answer: Answer,
}

/// What is asked for that changes nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Asked {
    /// The commands: those of a ruleset, or those that are right here.
    pub(super) help: Option<Option<RulesetId>>,
    /// How things stand.
    pub(super) status: bool,
    /// Sheets: those of a kind, or all.
    pub(super) sheets: Vec<Option<String>>,
    /// What the writer has noted.
    #[serde(default)]
    pub(super) notes: bool,
}

/// What a letter asks for, and how far it has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    /// What it is about, if that is a game.
    pub(super) aim: Option<Aim>,
    /// Whether it has a key of its writer's.
    pub(super) keyed: bool,
    /// Whether it accepts what its writer has accepted before.
    #[serde(default)]
    pub(super) repeats: bool,
    /// What is to be done.
    pub(super) items: Vec<Item>,
    /// How many of these are over with.
    pub(super) over: usize,
    /// The games that were made.
    #[serde(default)]
    pub(super) made: Vec<String>,
    /// Which of them were not done after all.
    pub(super) missed: Vec<Missed>,
    /// What is asked besides.
    pub(super) asked: Asked,
    /// Nothing of it is done.
    pub(super) refusal: Option<Refusal>,
}

/// What was said, as far as it can be done.
pub(super) struct Wanted {
    pub(super) items: Vec<Item>,
    pub(super) asked: Asked,
    /// Nothing is to be done.
    pub(super) preview: bool,
}

/// That several things are asked for of which one might be done without the others.
#[derive(Debug)]
pub(super) struct TooMuch;

impl Settings {
    fn set(&mut self, setting: Setting) {
        let cadence = |cadence| match cadence {
            notation::Cadence::Each => "each",
            notation::Cadence::Digest => "digest",
            notation::Cadence::Reminders => "reminders",
            notation::Cadence::Off => "off",
        };
        match setting {
            Setting::Mail(each) => self.cadence = Some(cadence(each).to_owned()),
            Setting::Sheets(sheets) => self.sheets = Some(sheets),
            Setting::Language(notation::Language::English) => self.lang = Some("en".to_owned()),
            Setting::Language(notation::Language::Italian) => self.lang = Some("it".to_owned()),
        }
    }
}

impl Wanted {
    /// What was said, in the order in which it is done: the step of the game, then what is said and noted, then settings. Who
    /// leaves a game says so before.
    ///
    /// # Errors
    /// If more is asked for than can be done whole or not at all.
    pub(super) fn of(said: &[Said]) -> Result<Self, TooMuch> {
        let (mut steps, mut words): (Vec<Item>, Vec<Item>) = (Vec::new(), Vec::new());
        let mut settings = Item { task: Task::Set(Settings::default()), lines: Vec::new() };
        let (mut news, mut besides): (Vec<Item>, Vec<Item>) = (Vec::new(), Vec::new());
        let (mut never, mut asked, mut preview) = (Vec::new(), Asked::default(), false);
        for one in said {
            let lines = one.command.lines();
            let item = |deed| Item { task: Task::Deed(deed), lines: lines.clone() };
            match &one.command {
                Command::Act(action) => match steps.last_mut() {
                    Some(Item { task: Task::Deed(Deed::Act(_, actions)), lines: all }) => {
                        actions.push(action.to_json());
                        all.extend(lines);
                    }
                    _ => steps.push(item(Deed::Act(action.ruleset(), vec![action.to_json()]))),
                },
                Command::Place(place) => {
                    let mut body = match &place.placement {
                        Some(placement) => json!({"placement": placement.to_json()}),
                        None => json!({"random": true}),
                    };
                    if let Some(seed) = &place.seed {
                        body["seed"] = seed.as_str().into();
                    }
                    steps.push(item(Deed::Place(body)));
                }
                Command::Wish(wish) => match wish {
                    Wish::Say(text) => words.push(item(Deed::Say(text.clone()))),
                    Wish::Note(text) => words.push(item(Deed::Note(text.clone()))),
                    Wish::Notes => asked.notes = true,
                    Wish::Accept => steps.push(item(Deed::Accept)),
                    Wish::Decline { reason, words } => {
                        steps.push(item(Deed::Decline(reason.as_str().to_owned(), words.clone())));
                    }
                    Wish::Leave => steps.push(item(Deed::Leave)),
                    Wish::Abort => steps.push(item(Deed::Abort)),
                    Wish::Rematch => steps.push(item(Deed::Rematch)),
                    Wish::Preview => preview = true,
                    Wish::Help(ruleset) => asked.help = Some(*ruleset),
                    Wish::Status => asked.status = true,
                    Wish::Sheet(kind) => asked.sheets.push(kind.clone()),
                    Wish::Never => never = lines,
                    Wish::Set(setting) => {
                        if let Task::Set(all) = &mut settings.task {
                            all.set(*setting);
                        }
                        settings.lines.extend(lines);
                    }
                    Wish::New(new) => news.push(Item { task: Task::New(request(new)), lines }),
                    Wish::Name(name) => besides.push(Item { task: Task::Name(name.clone()), lines }),
                    Wish::Token => besides.push(Item { task: Task::Token, lines }),
                },
            }
        }
        // Whoever accepts sits before anything else is done.
        steps.sort_by_key(|item| item.deed() != Some(&Deed::Accept));
        let leaves = steps.iter().any(|item| item.deed() == Some(&Deed::Leave));
        let alone = news.is_empty() || (steps.is_empty() && words.is_empty());
        let together = match &deeds(&steps)[..] {
            [] | [_] | [Deed::Accept, Deed::Place(_)] => true,
            // Nobody else does anything in between.
            [Deed::Place(_), Deed::Act(ruleset, _)] => ruleset.is_for_one(),
            _ => false,
        };
        if !alone || !together {
            return Err(TooMuch);
        }
        let mut items = if leaves { [words, steps].concat() } else { [steps, words].concat() };
        items = [news, items, besides].concat();
        items.extend((!settings.lines.is_empty()).then_some(settings));
        items.extend((!never.is_empty()).then_some(Item { task: Task::Never, lines: never }));
        Ok(Self { items, asked, preview })
    }

    /// What is to be done in the game.
    pub(super) fn deeds(&self) -> Vec<Deed> {
        deeds(&self.items)
    }

    /// The lines that ask for the deed of this number, and what it is.
    pub(super) fn deed(&self, at: usize) -> Option<&Item> {
        self.items.iter().filter(|item| item.deed().is_some()).nth(at)
    }

    /// The lines that ask for it.
    pub(super) fn lines(&self) -> Vec<String> {
        self.items.iter().flat_map(|item| item.lines.clone()).collect()
    }
}

/// The request that makes a game. Whoever is named in it by its name alone is still to be looked for.
fn request(new: &NewGame) -> Value {
    let opponent = |opponent: &Opponent| match opponent {
        Opponent::Open => json!({"kind": "open"}),
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

impl Plan {
    /// What was kept with a letter.
    pub(super) fn of(message: &MailInFound) -> Result<Option<Self>, Undone> {
        let read = |plan| serde_json::from_str(plan);
        let plan = message.plan.as_deref().map(read).transpose();
        plan.map_err(|_| Undone::Failed("its plan cannot be read".to_owned()))
    }

    /// As it is kept.
    pub(super) fn written(&self) -> String {
        json!(self).to_string()
    }

    /// The lines of what was done.
    pub(super) fn done(&self) -> Vec<String> {
        let missed = |item: &Item| self.missed.iter().any(|missed| missed.lines == item.lines);
        let over = self.items.iter().take(self.over);
        over.filter(|item| !missed(item)).flat_map(|item| item.lines.clone()).collect()
    }

    fn in_game(&self) -> impl Iterator<Item = &Deed> {
        self.items.iter().take(self.over).filter_map(Item::deed)
    }

    /// Whether it accepts an invitation, and nobody sits by it yet.
    pub(super) fn is_to_accept(&self) -> bool {
        let next = self.items.get(self.over).and_then(Item::deed);
        self.aim.is_none() && self.refusal.is_none() && next == Some(&Deed::Accept)
    }

    /// Whether something was done in a game.
    pub(super) fn has_moved(&self) -> bool {
        let moves = self.in_game().filter(|deed| !self.repeats || **deed != Deed::Accept);
        moves.count() > self.missed.len() || !self.made.is_empty()
    }

    /// Whether the game is another by it. A rematch is a game of its own.
    pub(super) fn changes_game(&self) -> bool {
        self.in_game().any(|deed| !matches!(deed, Deed::Say(_) | Deed::Note(_) | Deed::Rematch))
    }

    /// Whether it makes a game, of which nobody knows before.
    pub(super) fn makes_game(&self) -> bool {
        self.items.iter().any(|item| matches!(item.task, Task::New(_) | Task::Deed(Deed::Rematch)))
    }

    /// Whether this was done.
    pub(super) fn has_done(&self, task: &Task) -> bool {
        let missed = |item: &Item| self.missed.iter().any(|missed| missed.lines == item.lines);
        self.items.iter().take(self.over).any(|item| item.task == *task && !missed(item))
    }

    /// Whether the writer is never to be written to again.
    pub(super) fn is_farewell(&self) -> bool {
        self.items.iter().any(|item| item.task == Task::Never)
    }
}
