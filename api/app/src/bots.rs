//! Bots of the server: their seats in new games, and their turns.

use broadside_bots::{Bot, Level, VERSION};
use broadside_domain::bot::bot_player_id;
use broadside_domain::command::GameCommand;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::{SeatKind, SeatRow};
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::player::PlayerRow;
use broadside_domain::time::Time;
use broadside_engine::game::{Game, Legal, RulesetId, View};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::{SeatBot, SeatState, Status};
use serde::Serialize;
use serde_json::{Value, json};
use strum::VariantArray;

use super::App;
use super::command::{self, Caller};
use crate::play::bot_turn::{awaited_bots, bot_in};
use crate::play::{CommandOutcome, LiveGame, StepRequest, TimedEvent};

/// Turn of a bot: everything that it may know to decide, and nothing else.
pub struct BotTask {
    bot: Bot,
    seat: Seat,
    view: View,
    legal: Legal,
    must_place: bool,
    /// True if everybody but the bots has resigned or run out of time.
    is_abandoned: bool,
    /// Number of events that the seat has seen.
    seen_events: u64,
    /// Id of the bot's account.
    player_id: String,
    game_id: String,
    due_at: Time,
}

pub struct BotDecision {
    command: GameCommand,
    /// Number of events that the seat had seen.
    seen_events: u64,
    player_id: String,
    game_id: String,
}

impl BotTask {
    /// Returns the next turn of a bot in a game; `None` if no bot has anything to do.
    pub fn next(game: &LiveGame) -> Option<Self> {
        let (seat, bot, due_at) = next_bot(game)?;
        let placed = game.game.seats().iter().any(|view| view.seat == seat && view.placed);
        Some(Self {
            bot,
            seat,
            view: game.game.view(Viewer::Seat(seat)),
            legal: game.game.legal(seat),
            must_place: game.game.status() == Status::Placing && !placed,
            is_abandoned: is_abandoned(game),
            seen_events: game.game.visible(Viewer::Seat(seat)),
            player_id: game.seats[seat.index()].player.as_ref()?.id.clone(),
            game_id: game.row.id.clone(),
            due_at,
        })
    }

    /// Returns the time at which the bot acts. It does not depend on how long the bot thinks.
    pub fn due_at(&self) -> Time {
        self.due_at
    }

    pub fn game_id(&self) -> &str {
        &self.game_id
    }

    /// Decides; `None` if the bot finds nothing to do. This may take a tenth of a second of a core.
    pub fn decide(&self) -> Option<BotDecision> {
        self.decide_with(&self.bot)
    }

    /// Decides like a bot of the lowest level. Used if [`Self::decide`] fails, so that the game
    /// goes on.
    pub fn decide_at_random(&self) -> Option<BotDecision> {
        self.decide_with(&self.bot.at_level(Level::Random))
    }

    fn decide_with(&self, bot: &Bot) -> Option<BotDecision> {
        let ruleset = self.view.ruleset();
        if self.is_abandoned && !self.must_place {
            return Some(self.resign());
        }
        let command = if self.must_place {
            let placement = Some(bot.place(&self.view)?.to_json());
            GameCommand::Place { ruleset: Some(ruleset), placement, seed: None }
        } else {
            let actions: Vec<Value> = bot.act(self.seat, &self.view, &self.legal)?.actions;
            GameCommand::Act { ruleset, actions }
        };
        Some(self.decision(command))
    }

    /// Returns the decision to resign. Used if every other decision is refused.
    pub fn resign(&self) -> BotDecision {
        let actions = vec![json!({"type": "resign"})];
        self.decision(GameCommand::Act { ruleset: self.view.ruleset(), actions })
    }

    fn decision(&self, command: GameCommand) -> BotDecision {
        BotDecision {
            command,
            seen_events: self.seen_events,
            player_id: self.player_id.clone(),
            game_id: self.game_id.clone(),
        }
    }
}

/// Returns true if all people have left a game that has begun. The bots then resign, so that they
/// do not fill the database with a game that nobody plays.
fn is_abandoned(game: &LiveGame) -> bool {
    let mut people = game.game.seats().into_iter().filter(|seat| seat.bot.is_none());
    people.all(|seat| seat.state != SeatState::Active)
}

/// Returns the bot of a game that acts next, with its seat and the time.
fn next_bot(game: &LiveGame) -> Option<(Seat, Bot, Time)> {
    let (seat, bot, due_at) = awaited_bots(&game.game)
        .map(|(seat, bot)| (seat, bot, game.bot_dues.of(seat).unwrap_or(game.last_at)))
        .min_by_key(|(.., due_at)| *due_at)?;
    Some((seat, bot_in(&game.game, seat, bot)?, due_at))
}

/// Bot of a level.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Bot)]
pub struct BotInfo {
    /// Strength of the bot.
    pub level: Level,
    /// Version of the bot. A version that decides differently has another number.
    #[schema(minimum = 1, example = 1)]
    pub version: u32,
    /// Way in which the bot plays.
    #[schema(example = "plays like a person at a kitchen table")]
    pub summary: &'static str,
    /// Rulesets that the bot plays.
    pub rulesets: Vec<RulesetId>,
}

/// Lists all bots, from the weakest to the strongest.
pub fn all_bots() -> Vec<BotInfo> {
    let rulesets: Vec<RulesetId> =
        RulesetId::ALL.iter().copied().filter(|id| Bot::plays(*id)).collect();
    Level::VARIANTS
        .iter()
        .map(|level| BotInfo {
            level: *level,
            version: VERSION,
            summary: broadside_bots::summary(*level),
            rulesets: rulesets.clone(),
        })
        .collect()
}

impl StepRequest for BotDecision {
    type Response = ();

    fn decide(&self, game: &LiveGame) -> Result<CommandOutcome, AppError> {
        let seat = game.seat_of(&self.player_id);
        if seat.is_some_and(|seat| game.game.visible(Viewer::Seat(seat)) != self.seen_events) {
            return Err(AppError::from_kind(ErrorKind::Stale));
        }
        let caller = Caller { player_id: self.player_id.clone(), joining: None };
        command::decide(&self.command, game, &caller)
    }

    fn response(&self, _: &LiveGame, _: &[TimedEvent]) -> ((), Option<IdempotencyRecord>) {
        ((), None)
    }
}

impl App {
    /// Lists the bots that can take seats here: none if the operator has turned them off.
    pub fn bots(&self) -> Vec<BotInfo> {
        if self.bot_games == 0 { Vec::new() } else { all_bots() }
    }

    /// Executes the decision of a bot, like the command of a player. Returns false if the bot has
    /// seen other events in the meantime: then it has to decide again.
    ///
    /// Must run to its end, like [`crate::play::Play::step`].
    ///
    /// # Errors
    /// If the command is refused, or the store fails.
    pub async fn execute_bot(&self, decision: &BotDecision) -> Result<bool, AppError> {
        match self.play.step(&decision.game_id, decision).await {
            Ok(()) => Ok(true),
            Err(problem) if problem.kind() == ErrorKind::Stale => Ok(false),
            Err(problem) => Err(problem),
        }
    }

    /// Checks that a player may have a seat in one more game with bots.
    ///
    /// # Errors
    /// If the player has too many such games that are not over.
    pub(super) async fn check_bot_games(&self, player_id: &str) -> Result<(), AppError> {
        if self.bot_games == 0 {
            return Err(AppError::new(
                ErrorKind::TooManyGames,
                "this server has no games with bots: choose another game",
            ));
        }
        let games = self.store.bot_games(player_id).await?;
        if games < u64::from(self.bot_games) {
            return Ok(());
        }
        let detail = format!(
            "you have {games} games with bots that are not over, which is the maximum: finish one first"
        );
        Err(AppError::new(ErrorKind::TooManyGames, detail))
    }

    /// Returns the seat of a bot in a new game. `seats` are the seats before it.
    ///
    /// # Errors
    /// If there are no bots for the ruleset, with the field `opponents[…]`, or the store fails.
    pub(super) async fn bot_seat(
        &self,
        ruleset: RulesetId,
        level: Level,
        seat: Seat,
        seats: &[SeatRow],
    ) -> Result<SeatRow, AppError> {
        if !Bot::plays(ruleset) {
            let field = format!("opponents[{}]", seats.len().saturating_sub(1));
            return Err(AppError::field(
                field,
                format!("there are no bots for `{ruleset}`: leave this one out"),
            ));
        }
        let seated: Vec<&PlayerRow> =
            seats.iter().filter_map(|seat| seat.player.as_ref()).collect();
        let free_id = (1..)
            .map(|number| bot_player_id(level, number))
            .find(|id| seated.iter().all(|player| player.id != *id));
        let player = match free_id {
            Some(id) => self.find_player(&id).await?,
            None => None,
        };
        let player = player.ok_or_else(|| AppError::internal("the account of a bot is missing"))?;
        Ok(SeatRow { seat, kind: SeatKind::Bot, player: Some(player), challenge: None })
    }
}

/// Returns the bot of a level, as it takes a seat now.
pub(super) fn current_bot(level: Level) -> SeatBot {
    SeatBot { level, version: VERSION }
}

/// Returns the level of the bot in a seat.
pub(super) fn seat_level(game: &Game, seat: Seat) -> Option<Level> {
    game.seats().iter().find(|view| view.seat == seat)?.bot.map(|bot| bot.level)
}
