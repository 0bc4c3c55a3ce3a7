//! Enums over all rulesets. This is the only module that combines the rulesets.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chance::Seed;
use crate::ruleset::{Enumeration, Outcome, RefusalKind, RuleError, Ruleset};
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::{self, ShapeError};
use crate::table::{
    self, Command, Fairness, LegalMoves, Move, OwnSeed, SeatBot, SeatView, SharedGlimpse, Status,
    Table, TableRefusal, Wanted,
};
use crate::voices::ScoreChange;

/// Generates everything that covers a list of rulesets: the enums, and the macros that do the same
/// for each ruleset. The `$` comes first so that the generated macros can have parameters of their
/// own.
macro_rules! rulesets {
    ($d:tt: $($(#[$doc:meta])* $name:ident = $module:ident,)*) => {
        /// Ruleset, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray)]
        #[serde(rename_all = "snake_case")]
        pub enum RulesetId { $($(#[$doc])* $name,)* }

        impl RulesetId {
            /// All rulesets.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];
        }

        /// Game of any ruleset. Sealed: it holds every secret of the game.
        #[derive(Clone, Debug)]
        #[expect(
            clippy::large_enum_variant,
            reason = "games are held one by one, and a table within reach is played faster"
        )]
        pub enum Game { $($(#[$doc])* $name(Table<crate::$module::$name>),)* }

        /// Entry of a game's log. Sealed: it can hold information that not every seat may have.
        #[derive(Clone, Debug)]
        pub enum Entry { $($(#[$doc])* $name(table::Entry<crate::$module::$name>),)* }

        /// Game as a viewer may know it.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
        #[serde(untagged)]
        #[schema(as = GameView)]
        pub enum View { $($(#[$doc])* $name(crate::$module::View),)* }

        /// Entry of the log as a viewer may know it.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
        #[serde(untagged)]
        #[schema(as = Event)]
        pub enum Glimpse {
            /// Event that all games share.
            Game(SharedGlimpse<Placement>),
            $($(#[$doc])* $name(crate::$module::Glimpse),)*
        }

        /// Secret placement of a player, as written in JSON.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
        #[serde(tag = "ruleset", content = "placement", rename_all = "snake_case")]
        #[schema(as = Placement)]
        pub enum Placement { $($(#[$doc])* $name(crate::$module::Draft),)* }

        /// Legal choices of a seat.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "ruleset", content = "actions", rename_all = "snake_case")]
        pub enum Legal { $($(#[$doc])* $name(LegalMoves<crate::$module::Legal>),)* }

        /// Action of a player, parsed.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Action { $($(#[$doc])* $name(Move<<crate::$module::$name as Ruleset>::Action>),)* }

        /// Reason for a game to refuse a command, with what is wrong and what would be right.
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
        pub enum Refusal {
            /// Refusal by the rules that all games share.
            #[error(transparent)]
            Table(TableRefusal),
            $($(#[$doc])* #[error(transparent)] $name(crate::$module::Refusal),)*
        }

        impl Refusal {
            fn inner(&self) -> &dyn RuleError {
                match self {
                    Self::Table(refusal) => refusal,
                    $(Self::$name(refusal) => refusal,)*
                }
            }
        }

        $(impl RulesetCommands for crate::$module::$name {
            fn into_placement(draft: Self::Draft) -> Placement { Placement::$name(draft) }
            fn into_action(action: Move<Self::Action>) -> Action { Action::$name(action) }
        }

        impl Dispatch for crate::$module::$name {
            fn into_game(table: Table<Self>) -> Game { Game::$name(table) }
            fn into_entry(entry: table::Entry<Self>) -> Entry { Entry::$name(entry) }
            fn into_view(view: Self::View) -> View { View::$name(view) }
            fn into_legal(legal: LegalMoves<Self::Legal>) -> Legal { Legal::$name(legal) }
            fn into_glimpse(glimpse: Self::Glimpse) -> Glimpse { Glimpse::$name(glimpse) }
            fn into_refusal(refusal: Self::Refusal) -> Refusal { Refusal::$name(refusal) }

            fn own_entry(entry: &Entry) -> Option<&table::Entry<Self>> {
                if let Entry::$name(entry) = entry { Some(entry) } else { None }
            }
        })*

        impl From<&Game> for RulesetId {
            fn from(game: &Game) -> Self {
                match game { $(Game::$name(_) => Self::$name,)* }
            }
        }

        impl From<&View> for RulesetId {
            fn from(view: &View) -> Self {
                match view { $(View::$name(_) => Self::$name,)* }
            }
        }

        impl From<&Action> for RulesetId {
            fn from(action: &Action) -> Self {
                match action { $(Action::$name(_) => Self::$name,)* }
            }
        }

        /// Evaluates the same expression for a value of any ruleset.
        macro_rules! dispatch {
            ($d of:ident, $d value:expr, $d inner:ident => $d then:expr) => {
                match $d value { $($d of::$name($d inner) => $d then,)* }
            };
        }
        pub(crate) use dispatch;

        /// Evaluates the same expression for a value of any ruleset, with the type of that ruleset.
        /// Enums that have a variant besides those of the rulesets need an arm for it.
        #[macro_export]
        #[doc(hidden)]
        macro_rules! dispatch_typed {
            (
                $d of:ident, $d value:expr, $d rules:ident, $d inner:ident => $d then:expr
                $d (, $d other:pat => $d besides:expr)?
            ) => {
                match $d value {
                    $($d of::$name($d inner) => {
                        type $d rules = $crate::$module::$name;
                        $d then
                    })*
                    $d ($d other => $d besides,)?
                }
            };
        }

        /// Evaluates the same expression with the type of the ruleset that is named.
        #[macro_export]
        #[doc(hidden)]
        macro_rules! dispatch_by_id {
            ($d id:expr, $d rules:ident => $d then:expr) => {
                match $d id { $($crate::game::RulesetId::$name => {
                    type $d rules = $crate::$module::$name;
                    $d then
                })* }
            };
        }
        pub(crate) use dispatch_by_id;
    };
}

rulesets! { $:
    /// Salvo on paper.
    Classic = classic,
    /// SALVO for 2 voices.
    Voices = voices,
    /// Solo Salvo.
    Solo = solo,
    /// Satellite Salvo.
    Satellite = satellite,
    /// Advanced Battleships.
    Advanced = advanced,
}

/// Conversions between the types of one ruleset and the enums over all rulesets.
pub(crate) trait Dispatch: RulesetCommands {
    fn into_game(table: Table<Self>) -> Game;
    fn into_entry(entry: table::Entry<Self>) -> Entry;
    fn into_view(view: Self::View) -> View;
    fn into_legal(legal: LegalMoves<Self::Legal>) -> Legal;
    fn into_glimpse(glimpse: Self::Glimpse) -> Glimpse;
    fn into_refusal(refusal: Self::Refusal) -> Refusal;
    /// Returns the entry if it belongs to this ruleset.
    fn own_entry(entry: &Entry) -> Option<&table::Entry<Self>>;
}

/// Conversions of the commands of one ruleset into the enums over all rulesets.
pub trait RulesetCommands: Ruleset {
    /// Wraps a placement.
    fn into_placement(draft: Self::Draft) -> Placement;
    /// Wraps an action.
    fn into_action(action: Move<Self::Action>) -> Action;
}

impl RulesetId {
    /// Returns the identifier of the ruleset, as used in the API and in stored games.
    pub fn as_str(self) -> &'static str {
        dispatch_by_id!(self, R => R::ID)
    }

    /// Returns the display name of the game.
    pub fn title(self) -> &'static str {
        dispatch_by_id!(self, R => R::TITLE)
    }

    /// Returns a one-sentence description of the game.
    pub fn summary(self) -> &'static str {
        dispatch_by_id!(self, R => R::SUMMARY)
    }

    /// Returns the rules in prose for players, as Markdown.
    pub fn rules(self) -> &'static str {
        dispatch_by_id!(self, R => R::RULES)
    }

    /// Returns the rules in prose with the credits, as Markdown.
    pub fn rules_with_credits(self) -> String {
        format!("{}\n## Credits\n\n{}\n", self.rules(), self.credits())
    }

    /// Checks the shape of a list of actions of this ruleset. Whether they are allowed depends on a
    /// game.
    ///
    /// # Errors
    /// Returns the path of the field that has the wrong shape, and what would be right.
    pub fn check_actions(self, actions: &[Value]) -> Result<(), ShapeError> {
        dispatch_by_id!(self, R => read_shapes::<R>(actions).map(drop))
    }

    /// Returns the credits of the game.
    pub fn credits(self) -> &'static str {
        dispatch_by_id!(self, R => R::CREDITS)
    }

    /// Returns the enumerations in the JSON of the ruleset.
    pub fn enumerations(self) -> Vec<Enumeration> {
        dispatch_by_id!(self, R => R::enumerations())
    }

    /// Returns the default settings of a game.
    pub fn default_options(self) -> Value {
        dispatch_by_id!(self, R => plain(&<R as Ruleset>::Options::default()))
    }

    /// Returns the minimum and maximum number of seats of a game.
    pub fn seats(self) -> (u8, u8) {
        dispatch_by_id!(self, R => R::SEATS)
    }

    /// Returns true if games of this ruleset have one player. The player leaves the game instead of
    /// resigning.
    pub fn is_for_one(self) -> bool {
        dispatch_by_id!(self, R => Table::<R>::ALONE)
    }
}

impl fmt::Display for RulesetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for RulesetId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.iter().copied().find(|ruleset| ruleset.as_str() == text).ok_or_else(|| {
            let all: Vec<_> = Self::ALL.iter().map(|ruleset| ruleset.as_str()).collect();
            format!(
                "`{}` is not a ruleset: use one of {}",
                crate::grid::shorten(text),
                all.join(", ")
            )
        })
    }
}

fn plain<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("it is plain data")
}

/// Request to a game.
#[derive(Clone, Debug)]
pub enum Request<'a> {
    /// A player takes the seat.
    Join(Seat),
    /// A bot takes the seat.
    JoinBot(Seat, SeatBot),
    /// The player leaves the seat before play begins.
    Leave(Seat),
    /// A seat submits its placement.
    Place {
        /// Seat that submits.
        seat: Seat,
        /// Placement as JSON; `None` for a random placement.
        placement: Option<&'a Value>,
        /// Seed of the seat.
        seed: Option<OwnSeed>,
    },
    /// A seat acts. The list of actions is accepted as a whole or not at all.
    Act {
        /// Seat that acts.
        seat: Seat,
        /// Actions as JSON.
        actions: &'a [Value],
    },
    /// A seat calls the game off before the first move.
    Abort(Seat),
    /// The operator cancels the game, at any time before it ends.
    Cancel,
    /// The time of these seats is up.
    TimeOut(Seats),
}

/// Result of a request.
#[derive(Clone, Debug)]
pub struct Step {
    /// Game after the request.
    pub game: Game,
    /// Entries that the request adds to the log.
    pub entries: Vec<Entry>,
}

/// Reason for rejecting a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The JSON does not have the expected shape.
    #[error(transparent)]
    ShapeError(#[from] ShapeError),
    /// The game refuses the request.
    #[error("{refusal}")]
    Refused {
        /// Path of the input field in question; empty for the whole input.
        field: String,
        /// Refusal, with the reason and what would be right.
        refusal: Refusal,
    },
    /// An action that must be the last of its list is not the last.
    #[error(
        "this action draws luck, ends the game or is answered from a secret: it must be the last of its list"
    )]
    NotLast {
        /// Path of the action, as in `actions[0]`.
        field: String,
    },
}

impl RequestError {
    fn refused<R: Dispatch>(outer: &str, refusal: table::Refusal<R>) -> Self {
        let field = shape::join(outer, &refusal.field());
        let refusal = match refusal {
            table::Refusal::Table(refusal) => Refusal::Table(refusal),
            table::Refusal::Rules(refusal) => R::into_refusal(refusal),
        };
        Self::Refused { field, refusal }
    }
}

impl RuleError for Refusal {
    fn kind(&self) -> RefusalKind {
        self.inner().kind()
    }

    fn rule(&self) -> Option<&'static str> {
        self.inner().rule()
    }

    fn field(&self) -> String {
        self.inner().field()
    }
}

/// Maximum number of actions in one list.
pub const MAX_ACTIONS: usize = 32;

impl Game {
    /// Creates a game with empty seats.
    ///
    /// # Errors
    /// Returns a rejection if the options are invalid; its field begins with `options`.
    ///
    /// ```
    /// use broadside_engine::{chance::Seed, game::{Game, RulesetId}};
    /// let options = serde_json::json!({"mode": "salvo"});
    /// let game = Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &options)?;
    /// assert_eq!(game.status().as_str(), "waiting");
    ///
    /// let options = serde_json::json!({"mode": "salvo", "repeat_on_hit": true});
    /// let refused = Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &options).unwrap_err();
    /// assert!(refused.to_string().contains("means nothing in mode `salvo`"));
    /// # Ok::<(), broadside_engine::game::RequestError>(())
    /// ```
    pub fn open(
        id: &str,
        seed: Seed,
        ruleset: RulesetId,
        options: &Value,
    ) -> Result<Self, RequestError> {
        fn open<R: Dispatch>(id: &str, seed: Seed, options: &Value) -> Result<Game, RequestError> {
            let options = shape::read(options).map_err(|error| error.within("options"))?;
            let table = Table::<R>::open(id, seed, options);
            table.map(R::into_game).map_err(|refusal| {
                RequestError::refused::<R>("options", table::Refusal::Rules(refusal))
            })
        }
        dispatch_by_id!(ruleset, R => open::<R>(id, seed, options))
    }

    /// Returns the ruleset of the game.
    pub fn ruleset(&self) -> RulesetId {
        self.into()
    }

    /// Returns true if the game is finished, and its players can go on with its score. A cancelled
    /// game has no performance.
    pub fn has_open_score(&self) -> bool {
        fn has_score<R: Ruleset>(_: &Table<R>) -> bool {
            R::HAS_SCORE
        }
        self.outcome().is_some() && dispatch!(Self, self, table => has_score(table))
    }

    /// Returns the id of the game.
    pub fn id(&self) -> &str {
        dispatch!(Self, self, table => table.id())
    }

    /// Returns the settings of the game, with defaults filled in.
    pub fn options(&self) -> Value {
        dispatch!(Self, self, table => plain(table.options()))
    }

    /// Returns the status of the game.
    pub fn status(&self) -> Status {
        dispatch!(Self, self, table => table.status())
    }

    /// Returns the outcome of the game, if it is finished.
    pub fn outcome(&self) -> Option<&Outcome> {
        dispatch!(Self, self, table => table.outcome())
    }

    /// Returns the number of entries in the log, including hidden ones. It is meant for the store
    /// and must not be shown to viewers.
    pub fn version(&self) -> u64 {
        dispatch!(Self, self, table => table.version())
    }

    /// Returns the number of log entries that this viewer can see.
    pub fn visible(&self, viewer: Viewer) -> u64 {
        dispatch!(Self, self, table => table.visible(viewer))
    }

    /// Returns the public state of the seats.
    pub fn seats(&self) -> Vec<SeatView> {
        dispatch!(Self, self, table => table.seats().collect())
    }

    /// Returns the seats that have to move.
    pub fn to_move(&self) -> Seats {
        dispatch!(Self, self, table => table.to_move())
    }

    /// Returns a counter that grows whenever the time of a seat begins to run, and never because of
    /// a hidden event.
    pub fn turn(&self) -> u32 {
        dispatch!(Self, self, table => table.turn())
    }

    /// Returns the seat that has made an open draw offer.
    pub fn draw_offer(&self) -> Option<Seat> {
        dispatch!(Self, self, table => table.draw_offer())
    }

    /// Returns the fairness data that is public now.
    pub fn fairness(&self) -> Fairness {
        dispatch!(Self, self, table => table.fairness())
    }

    /// Returns the game as this viewer may know it.
    pub fn view(&self, viewer: Viewer) -> View {
        fn view<R: Dispatch>(table: &Table<R>, viewer: Viewer) -> View {
            R::into_view(table.view(viewer))
        }
        dispatch!(Self, self, table => view(table, viewer))
    }

    /// Returns the secret key from which the bot in a seat draws its random numbers; `None` if no
    /// bot has the seat. It must not be shown to anyone before the game is finished.
    pub fn bot_key(&self, seat: Seat) -> Option<[u8; 32]> {
        dispatch!(Self, self, table => table.bot_key(seat))
    }

    /// Returns true if the seat has to move, or may answer a draw offer.
    pub fn awaits(&self, seat: Seat) -> bool {
        dispatch!(Self, self, table => table.awaits(seat))
    }

    /// Returns the legal choices of this seat.
    pub fn legal(&self, seat: Seat) -> Legal {
        fn legal<R: Dispatch>(table: &Table<R>, seat: Seat) -> Legal {
            R::into_legal(table.legal(seat))
        }
        dispatch!(Self, self, table => legal(table, seat))
    }

    /// Carries out a request. Returns the game after it and the entries that it adds to the log.
    ///
    /// # Errors
    /// Returns a rejection if the request is not allowed. It never depends on a secret of a seat
    /// other than the seat that asks.
    pub fn apply(&self, request: &Request<'_>) -> Result<Step, RequestError> {
        fn step<R: Dispatch>(
            table: &Table<R>,
            request: &Request<'_>,
        ) -> Result<Step, RequestError> {
            let mut table = table.clone();
            let entries = apply(&mut table, request)?.into_iter().map(R::into_entry).collect();
            Ok(Step { game: R::into_game(table), entries })
        }
        dispatch!(Self, self, table => step(table, request))
    }

    /// Checks a list of actions, using only what their seat knows. Changes nothing, draws nothing
    /// and reveals nothing.
    ///
    /// # Errors
    /// Returns the rejection that the list would get.
    pub fn preview(&self, seat: Seat, actions: &[Value]) -> Result<(), RequestError> {
        dispatch!(Self, self, table => {
            let mut table = table.clone();
            let actions = read_actions(&table, actions)?;
            for (n, action) in actions.into_iter().enumerate() {
                let field = format!("actions[{n}]");
                table.check(seat, &action).map_err(|refusal| RequestError::refused(&field, refusal))?;
                if !table.reveals(&action) {
                    let result = table.apply(&Command::Act(seat, action));
                    result.map_err(|refusal| RequestError::refused(&field, refusal))?;
                }
            }
            Ok(())
        })
    }

    /// Reads a list of actions as changes of the score of a finished game of `voices`. Changes
    /// nothing.
    ///
    /// # Errors
    /// Returns a rejection if an action is no change of the score or is not allowed, or if the game
    /// is not finished or has no score.
    pub fn read_score_changes(
        &self,
        seat: Seat,
        actions: &[Value],
    ) -> Result<Vec<ScoreChange>, RequestError> {
        let Self::Voices(table) = self else {
            let refusal = Refusal::Table(TableRefusal::Over);
            return Err(RequestError::Refused { field: String::new(), refusal });
        };
        let mut changes = Vec::with_capacity(actions.len());
        for (n, action) in read_actions(table, actions)?.iter().enumerate() {
            let change = table
                .score_change(seat, action)
                .map_err(|refusal| RequestError::refused(&format!("actions[{n}]"), refusal))?;
            changes.push(change);
        }
        Ok(changes)
    }

    /// Returns the legal changes of the score of a finished game of `voices`; `None` in other games
    /// and before the end.
    pub fn legal_score_changes(&self, seat: Seat) -> Option<Legal> {
        match self {
            Self::Voices(table) if table.status() == Status::Finished => {
                Some(Legal::Voices(LegalMoves::own(table.score_choices(seat))))
            }
            _ => None,
        }
    }

    /// Folds an entry of the log into the game.
    ///
    /// # Errors
    /// Returns an error if the entry belongs to another ruleset.
    pub fn evolve(&mut self, entry: &Entry) -> Result<(), String> {
        fn evolve<R: Dispatch>(table: &mut Table<R>, entry: &Entry) -> Result<(), String> {
            let Some(entry) = R::own_entry(entry) else {
                return Err(format!("the entry is not of a game of `{}`", R::ID));
            };
            table.evolve(entry);
            Ok(())
        }
        dispatch!(Self, self, table => evolve(table, entry))
    }
}

/// Reads a list of actions, without a game.
fn read_shapes<R: Dispatch>(actions: &[Value]) -> Result<Vec<table::Move<R::Action>>, ShapeError> {
    if !(1..=MAX_ACTIONS).contains(&actions.len()) {
        let detail =
            format!("a list of actions holds 1 to {MAX_ACTIONS} of them, not {}", actions.len());
        return Err(ShapeError { field: "actions".to_owned(), detail });
    }
    let mut moves = Vec::with_capacity(actions.len());
    for (n, action) in actions.iter().enumerate() {
        let read = Table::<R>::read_move(action);
        moves.push(read.map_err(|error| error.within(&format!("actions[{n}]")))?);
    }
    Ok(moves)
}

fn read_actions<R: Dispatch>(
    table: &Table<R>,
    actions: &[Value],
) -> Result<Vec<table::Move<R::Action>>, RequestError> {
    let read = read_shapes::<R>(actions)?;
    match read[..read.len() - 1].iter().position(|action| table.reveals(action)) {
        Some(n) => Err(RequestError::NotLast { field: format!("actions[{n}]") }),
        None => Ok(read),
    }
}

fn apply<R: Dispatch>(
    table: &mut Table<R>,
    request: &Request<'_>,
) -> Result<Vec<table::Entry<R>>, RequestError> {
    let (command, field) =
        match request {
            Request::Join(seat) => (Command::Join(*seat), ""),
            Request::JoinBot(seat, bot) => (Command::JoinBot(*seat, *bot), ""),
            Request::Leave(seat) => (Command::Leave(*seat), ""),
            Request::Abort(seat) => (Command::Abort(*seat), ""),
            Request::Cancel => (Command::Cancel, ""),
            Request::TimeOut(seats) => (Command::TimeOut(*seats), ""),
            Request::Place { seat, placement, seed } => {
                let wanted = match placement {
                    None => Wanted::Random,
                    Some(value) => Wanted::Given(
                        shape::read(value).map_err(|error| error.within("placement"))?,
                    ),
                };
                (Command::Place { seat: *seat, wanted, seed: seed.clone() }, "placement")
            }
            Request::Act { seat, actions } => {
                let mut entries = Vec::new();
                for (n, action) in read_actions(table, actions)?.into_iter().enumerate() {
                    let result = table.apply(&Command::Act(*seat, action));
                    entries.extend(result.map_err(|refusal| {
                        RequestError::refused(&format!("actions[{n}]"), refusal)
                    })?);
                }
                return Ok(entries);
            }
        };
    table.apply(&command).map_err(|refusal| {
        // A refusal by the table concerns the request, not the placement.
        let field = if refusal.rule().is_some() { field } else { "" };
        RequestError::refused(field, refusal)
    })
}

impl Action {
    /// Returns the ruleset of the action.
    pub fn ruleset(&self) -> RulesetId {
        self.into()
    }

    /// Returns the action as JSON for [`Request::Act`].
    pub fn to_json(&self) -> Value {
        dispatch!(Self, self, action => plain(action))
    }
}

impl View {
    /// Returns the ruleset of the game.
    pub fn ruleset(&self) -> RulesetId {
        self.into()
    }

    /// Reads the view of a game of this ruleset from its JSON, as a client receives it.
    ///
    /// # Errors
    /// Returns the path of the field that has the wrong shape, and what would be right.
    pub fn from_json(ruleset: RulesetId, value: &Value) -> Result<Self, ShapeError> {
        dispatch_by_id!(ruleset, R => shape::read(value).map(R::into_view))
    }
}

impl Placement {
    /// Returns the placement as JSON for [`Request::Place`].
    pub fn to_json(&self) -> Value {
        dispatch!(Self, self, draft => plain(draft))
    }
}

impl Entry {
    /// Returns the seat whose command the entry records; `None` if it followed from another entry,
    /// or is not of one seat.
    pub fn by(&self) -> Option<Seat> {
        dispatch!(Self, self, entry => entry.by())
    }

    /// Returns the viewers that may know that the entry exists.
    pub fn audience(&self) -> Audience {
        dispatch!(Self, self, entry => entry.audience())
    }

    /// Returns the entry as this viewer may see it; `None` if the viewer must not know of it.
    pub fn glimpse(&self, viewer: Viewer) -> Option<Glimpse> {
        fn glimpse<R: Dispatch>(entry: &table::Entry<R>, viewer: Viewer) -> Option<Glimpse> {
            entry.glimpse(viewer).map(|glimpse| match glimpse {
                table::Glimpse::Rules(own) => R::into_glimpse(own),
                table::Glimpse::Shared(shared) => Glimpse::Game(shared.map(R::into_placement)),
            })
        }
        dispatch!(Self, self, entry => glimpse(entry, viewer))
    }
}

impl Legal {
    /// Returns the number of choices, both of the ruleset and of those that all games share.
    pub fn len(&self) -> usize {
        dispatch!(Self, self, moves => moves.choices().len())
    }

    /// Returns true if there is no choice.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
