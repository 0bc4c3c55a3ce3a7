//! What a letter asks for, in the order in which it is done.

use broadside_engine::game::RulesetId;
use broadside_engine::notation::{Command, Reason, Said, Setting, Wish};
use serde_json::{Value, json};

/// Something to be done in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// To write to the other players.
    Say(String),
    /// To keep a note.
    Note(String),
    /// To take the seat that is kept.
    Accept,
    /// To decline it.
    Decline(Reason, Option<String>),
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

impl Deed {
    /// One of each kind, for what is asked of the kind alone.
    pub(super) fn all_kinds() -> [Self; 7] {
        [
            Self::Accept,
            Self::Decline(Reason::Other, None),
            Self::Place(Value::Null),
            Self::Act(RulesetId::Classic, Vec::new()),
            Self::Leave,
            Self::Abort,
            Self::Rematch,
        ]
    }

    /// Whether it changes the game.
    fn is_step(&self) -> bool {
        !matches!(self, Self::Say(_) | Self::Note(_))
    }

    /// Whether nothing comes after it in a letter. A fleet may be placed once a seat is taken.
    pub(super) fn ends(&self) -> bool {
        self.is_step() && *self != Self::Accept
    }
}

/// What a letter asks for.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// What is to be done in the game: what is said and noted first, for it can be said twice without harm; then the step.
    pub(super) deeds: Vec<Deed>,
    pub(super) settings: Vec<Setting>,
    /// Nothing is to be done.
    pub(super) preview: bool,
    /// The commands are asked for.
    pub(super) help: bool,
    /// How things stand is asked for.
    pub(super) status: bool,
    /// The sheets that are asked for: those of a kind, or all.
    pub(super) sheets: Vec<Option<String>>,
    /// Never to be written to again.
    pub(super) never: bool,
}

/// Why there is no plan: in a word or two, and as its writer is told.
#[derive(Debug)]
pub(super) struct Unplanned {
    pub(super) why: &'static str,
    pub(super) told: String,
}

impl Plan {
    /// The plan of what was said.
    ///
    /// # Errors
    /// If more is asked for than can be done whole or not at all, or something that is not done by mail.
    pub(super) fn of(said: &[Said]) -> Result<Self, Unplanned> {
        let mut plan = Self::default();
        let (mut words, mut steps): (Vec<Deed>, Vec<Deed>) = (Vec::new(), Vec::new());
        for one in said {
            match &one.command {
                Command::Act(action) => match steps.last_mut() {
                    Some(Deed::Act(_, actions)) => actions.push(action.to_json()),
                    _ => steps.push(Deed::Act(action.ruleset(), vec![action.to_json()])),
                },
                Command::Place(place) => {
                    let mut body = match &place.placement {
                        Some(placement) => json!({"placement": placement.to_json()}),
                        None => json!({"random": true}),
                    };
                    if let Some(seed) = &place.seed {
                        body["seed"] = seed.as_str().into();
                    }
                    steps.push(Deed::Place(body));
                }
                Command::Wish(wish) => match wish {
                    Wish::Say(text) => words.push(Deed::Say(text.clone())),
                    Wish::Note(text) => words.push(Deed::Note(text.clone())),
                    Wish::Accept => steps.push(Deed::Accept),
                    Wish::Decline { reason, words } => steps.push(Deed::Decline(*reason, words.clone())),
                    Wish::Leave => steps.push(Deed::Leave),
                    Wish::Abort => steps.push(Deed::Abort),
                    Wish::Rematch => steps.push(Deed::Rematch),
                    Wish::Preview => plan.preview = true,
                    Wish::Help(_) => plan.help = true,
                    Wish::Never => plan.never = true,
                    Wish::Set(setting) => plan.settings.push(*setting),
                    Wish::Status => plan.status = true,
                    Wish::Sheet(kind) => plan.sheets.push(kind.clone()),
                    Wish::New(_) => {
                        let line = one.command.to_string();
                        let told =
                            format!("{line}: this server does not do this by mail; leave the line out");
                        return Err(Unplanned { why: "not by mail", told });
                    }
                },
            }
        }
        let together = matches!(&steps[..], [] | [_] | [Deed::Accept, Deed::Place(_)]);
        if !together {
            let told = "these are several things of which one might be done without the others: write a mail for each";
            return Err(Unplanned { why: "too much at once", told: told.to_owned() });
        }
        plan.deeds = words.into_iter().chain(steps).collect();
        Ok(plan)
    }

    /// Whether it holds for a turn of the game and no other.
    pub(super) fn is_of_turn(&self) -> bool {
        self.deeds.iter().any(|deed| matches!(deed, Deed::Act(..)))
    }

    /// Whether anything changes the game.
    pub(super) fn changes_game(&self) -> bool {
        self.deeds.iter().any(Deed::is_step)
    }

    /// What was said, as it would be written, but for what only asks.
    pub(super) fn lines(&self, said: &[Said]) -> Vec<String> {
        let asks = |command: &Command| {
            matches!(
                command,
                Command::Wish(Wish::Preview | Wish::Help(_) | Wish::Status | Wish::Sheet(_))
            )
        };
        said.iter()
            .filter(|one| !asks(&one.command))
            .flat_map(|one| one.command.lines())
            .collect()
    }
}
