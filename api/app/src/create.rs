//! Creation of games.

use std::sync::Arc;

use broadside_domain::bot::{BotDues, BotTurn, is_server_bot};
use broadside_domain::challenge::Challenge;
use broadside_domain::env::Env;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::{GameProgress, GameRow, SeatKind, SeatRow, Visibility};
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::player::PlayerRow;
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::{DAY, HOUR, Time};
use broadside_domain::time_control::{Clock, ClockFields};
use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::shape::Object;
use broadside_engine::table::BotLevel;
use broadside_store::{AnyWrite, NewGame};
use serde::Deserialize;
use serde_json::{Value, json};
use strum::VariantArray;

use super::App;
use super::bots::current_bot;
use super::idempotency::{IdempotentResponse, StoredResponse};
use crate::play::bot_turn::bot_turn;
use crate::play::{self, LiveGame, TimedEvent};

/// Opponent in a new game.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Opponent {
    /// Anybody: the seat is open.
    Open {},
    /// Holder of an invitation code. The answer shows the code once.
    Invite {},
    /// Player who is challenged: the seat is reserved for them.
    Player {
        /// Id of the player.
        #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-00000000000b")]
        id: String,
    },
    /// Recipient of an invitation by mail. They take the seat by answering ACCEPT, with the account
    /// of their address or with a new one. The answer does not reveal if the address has an
    /// account, or if the invitation is sent: addresses that refuse mail get none. You need a
    /// confirmed mailbox. You can send three invitations by mail on your first day, and up to 20 a
    /// day later.
    Mail {
        /// Address of the recipient.
        #[schema(max_length = 254, pattern = "^[^@]+@[^@]+$", example = "ben@example.org")]
        address: String,
    },
    /// Bot of the server, which has its seat at once, places and moves by itself. `GET /v1/bots`
    /// lists the rulesets and the levels. You can have 20 games with bots that are not over, or as
    /// many as the operator allows.
    Bot {
        /// Strength of the bot.
        // It is read later, so that an error names this field.
        #[schema(value_type = BotLevel)]
        level: String,
    },
}

/// Settings of a new game.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "ruleset": "classic", "options": {"mode": "single", "fleet": "standard"},
    "clock": {"days_per_turn": 3}, "opponents": [{"kind": "open"}], "visibility": "public"
}))]
pub struct GameRequest {
    /// Ruleset of the game.
    pub ruleset: RulesetId,
    /// Options of the ruleset; an option that you leave out has its default.
    #[serde(default = "no_options")]
    #[schema(value_type = Object)]
    pub options: Value,
    /// Time control of the game; without a clock the game never ends by itself.
    #[schema(value_type = Option<ClockFields>)]
    pub clock: Option<Clock>,
    /// Opponents, in the order of their seats from seat 2. Seats without an opponent in this list
    /// are open.
    #[serde(default)]
    #[schema(value_type = Vec<Opponent>, max_items = 7)]
    pub opponents: Vec<Object<Opponent>>,
    /// Visibility of the game.
    #[serde(default)]
    #[schema(default = "public")]
    pub visibility: Visibility,
}

fn no_options() -> Value {
    json!({})
}

/// Invitation code of a seat.
pub struct InvitationCode {
    /// Number of the seat, from 1.
    pub seat: Seat,
    /// Code that lets its holder take the seat.
    pub code: Secret,
}

/// Game that a request has created, or the existing rematch that it has joined.
pub struct CreatedGame<'a> {
    pub game: &'a LiveGame,
    /// Viewer that the player who sent the request is.
    pub viewer: Viewer,
    /// Codes for its seats, which are shown only once.
    pub invitations: &'a [InvitationCode],
    /// False for an existing rematch.
    pub is_new: bool,
}

/// Rendering of a game that a request has created or joined, as a response.
pub trait RenderCreated: Sync {
    type Response: IdempotentResponse;

    fn render(&self, created: &CreatedGame<'_>) -> Self::Response;
}

/// Response with the id of a game, for callers that need nothing else.
pub struct GameResponse {
    pub id: String,
}

/// Rendering as a [`GameResponse`].
pub struct GameId;

impl RenderCreated for GameId {
    type Response = GameResponse;

    fn render(&self, created: &CreatedGame<'_>) -> GameResponse {
        GameResponse { id: created.game.row.id.clone() }
    }
}

impl IdempotentResponse for GameResponse {
    fn to_stored(&self) -> StoredResponse {
        StoredResponse { status: 201, headers: Vec::new(), body: self.id.clone() }
    }

    fn from_stored(stored: StoredResponse) -> Self {
        Self { id: stored.body }
    }
}

/// Opponent who is invited to a new game by mail.
pub struct Invitee {
    pub seat: Seat,
    /// Index of the opponent in the request.
    pub opponent: usize,
    /// Address of the recipient, as the request has it.
    pub address: String,
    pub code: Secret,
}

impl App {
    /// Builds a game with the player in seat 1. [`App::commit_game`] creates it.
    ///
    /// # Errors
    /// If the settings are not valid, an opponent cannot be invited, a limit is reached, or the
    /// store fails.
    pub async fn draft_game(
        &self,
        player_id: &str,
        request: &GameRequest,
    ) -> Result<GameDraft, AppError> {
        if let Some((field, detail)) = request.clock.and_then(Clock::invalid_field) {
            return Err(AppError::field(format!("clock.{field}"), detail));
        }
        let creator = self.require_player(player_id).await?;
        check_open_games(self, player_id).await?;
        if request.opponents.iter().any(|opponent| matches!(opponent.0, Opponent::Bot { .. })) {
            self.check_bot_games(player_id).await?;
        }
        let challenges = request
            .opponents
            .iter()
            .filter(|opponent| matches!(opponent.0, Opponent::Player { .. }))
            .count();
        let max_challenges = self.limits.challenges.at(creator.created_at, self.env.now());
        check_challenges(self, player_id, challenges, max_challenges).await?;
        let settings = NewGameSettings {
            ruleset: request.ruleset,
            options: request.options.clone(),
            clock: request.clock,
            visibility: request.visibility,
            rematch_of: None,
        };
        let game = settings.create_game(self, &self.env.new_id())?;
        let NewSeats { seats, bots, codes, invitees } =
            build_seats(self, request, creator, game.seats().len()).await?;
        let draft = settings.seat_creator(self, game, player_id, seats, &bots)?;
        Ok(GameDraft { codes, invitees, max_challenges, ..draft })
    }

    /// Creates a game from its draft, with the response to store. Returns false on a conflict for
    /// which there is no reason any more, or one that only `extra_write` has: then it can be repeated.
    ///
    /// `extra_write` is written in the same transaction. The caller invites those whom the draft invites
    /// by mail.
    ///
    /// # Errors
    /// If the store fails, or other games of the player have used up a limit; 409 if another
    /// request has used the idempotency key, or there is a rematch already.
    pub async fn commit_game(
        &self,
        draft: &GameDraft,
        extra_write: Option<Arc<dyn AnyWrite>>,
        response: Option<IdempotencyRecord>,
    ) -> Result<bool, AppError> {
        let LiveGame { row, seats, .. } = &draft.game;
        let events = play::event_rows(0, &draft.logged);
        let key = response.as_ref().map(|response| response.key.clone());
        let new = NewGame {
            max_not_started: self.limits.open_games,
            max_bot_games: self.bot_games,
            bot_turn: draft.bot_turn.clone(),
            max_challenges: (draft.max_challenges, min_id_of_last_day(self)),
            feed_appends: draft.game.feed_appends(&events),
            events,
            snapshot: draft.game.game.store(),
            facets: draft.game.facets(),
            response,
            row: row.clone(),
            seats: Arc::clone(seats),
            extra_write,
        };
        if self.play.create(new).await? {
            return Ok(true);
        }
        // The order matters: the same request, or the same rematch, may itself have used up the
        // limit.
        if let Some(key) = &key
            && self.store.stored_response(key).await?.is_some()
        {
            return Err(AppError::from_kind(ErrorKind::InFlight));
        }
        if let Some(finished_id) = &row.rematch_of
            && self.store.rematch_of(finished_id).await?.is_some()
        {
            return Err(AppError::from_kind(ErrorKind::InFlight));
        }
        let created_by = &row.created_by;
        self.require_player(created_by).await?;
        check_open_games(self, created_by).await?;
        let challenges = seats.iter().filter(|seat| seat.challenge.is_some()).count();
        check_challenges(self, created_by, challenges, draft.max_challenges).await?;
        if draft.bot_turn != BotTurn::NoBot {
            self.check_bot_games(created_by).await?;
        }
        Ok(false)
    }
}

/// Settings of a new game, without its seats.
pub(super) struct NewGameSettings {
    pub(super) ruleset: RulesetId,
    pub(super) options: Value,
    pub(super) clock: Option<Clock>,
    pub(super) visibility: Visibility,
    pub(super) rematch_of: Option<String>,
}

/// New game with its creator seated, before it is committed.
pub struct GameDraft {
    pub game: LiveGame,
    /// Codes for its seats that the creator passes on.
    pub codes: Vec<InvitationCode>,
    pub invitees: Vec<Invitee>,
    seat: Seat,
    logged: Vec<TimedEvent>,
    bot_turn: BotTurn,
    /// Maximum number of challenges that the creator may make in a day.
    max_challenges: u32,
}

impl GameDraft {
    /// Returns the game as its creator gets it.
    pub fn created(&self) -> CreatedGame<'_> {
        CreatedGame {
            game: &self.game,
            viewer: Viewer::Seat(self.seat),
            invitations: &self.codes,
            is_new: true,
        }
    }
}

/// Checks that a player may make so many more challenges.
///
/// # Errors
/// If there would be more than `max` in a day.
async fn check_challenges(
    app: &App,
    player_id: &str,
    challenges: usize,
    max: u32,
) -> Result<(), AppError> {
    if challenges == 0 {
        return Ok(());
    }
    let earlier = app.store.challenges_made(player_id, &min_id_of_last_day(app)).await?;
    if earlier + challenges as u64 <= u64::from(max) {
        return Ok(());
    }
    let detail = format!(
        "you can make {max} challenges a day, cancelled games included: wait, or create a game with open seats"
    );
    Err(AppError::new(ErrorKind::TooManyRequests, detail)
        .with_retry_after(HOUR.unsigned_abs() / 1000))
}

/// Returns the lower bound of the ids that were created in the last day.
fn min_id_of_last_day(app: &App) -> String {
    Env::min_id_at(Time(app.env.now().0 - DAY))
}

impl NewGameSettings {
    /// Creates the game, without players.
    ///
    /// # Errors
    /// If the settings are invalid.
    pub(super) fn create_game(&self, app: &App, id: &str) -> Result<Game, AppError> {
        Ok(Game::open(id, Seed::new(app.env.random_bytes()), self.ruleset, &self.options)?)
    }

    /// Seats the creator, who must have one of the seats, and the bots.
    ///
    /// # Errors
    /// If the game refuses the creator.
    pub(super) fn seat_creator(
        self,
        app: &App,
        game: Game,
        created_by: &str,
        seats: Vec<SeatRow>,
        bots: &[(Seat, BotLevel)],
    ) -> Result<GameDraft, AppError> {
        let seat = seats
            .iter()
            .find(|row| row.player.as_ref().is_some_and(|player| player.id == created_by))
            .map(|row| row.seat)
            .ok_or_else(|| AppError::internal("the creator of a game has no seat in it"))?;
        let mut step = game.apply(&Request::Join(seat))?;
        for (seat, level) in bots {
            let joined = step.game.apply(&Request::JoinBot(*seat, current_bot(*level)))?;
            step.game = joined.game;
            step.entries.extend(joined.entries);
        }
        let now = app.env.now();
        let row = GameRow {
            id: game.id().to_owned(),
            ruleset: self.ruleset.to_string(),
            visibility: json!(self.visibility).as_str().unwrap_or_default().to_owned(),
            clock: self.clock.map(|clock| json!(clock).to_string()),
            created_at: now,
            created_by: created_by.to_owned(),
            rematch_of: self.rematch_of,
            rematch: None,
            meta_version: 0,
            restored: None,
            progress: GameProgress::default(),
        };
        let mut live_game = LiveGame {
            row,
            seats: seats.into(),
            visibility: self.visibility,
            clock: self.clock,
            game: Box::new(step.game),
            last_at: now,
            is_progress_stored: true,
            outages: Arc::default(),
            bot_dues: BotDues::default(),
        };
        live_game.row.progress = live_game.progress_after(None, now, None, app.play.challenge_days);
        let logged: Vec<_> =
            step.entries.into_iter().map(|entry| TimedEvent { at: now, entry }).collect();
        let bot_turn = bot_turn(None, &mut live_game, &logged);
        Ok(GameDraft {
            game: live_game,
            codes: Vec::new(),
            invitees: Vec::new(),
            seat,
            logged,
            bot_turn,
            // Unlimited for a game with players who have played together before.
            max_challenges: u32::MAX,
        })
    }
}

/// Checks that a player may create one more game.
///
/// # Errors
/// If too many games that they created have not begun.
pub(super) async fn check_open_games(app: &App, player_id: &str) -> Result<(), AppError> {
    let not_started = app.store.games_not_started(player_id).await?;
    if not_started < u64::from(app.limits.open_games) {
        return Ok(());
    }
    let detail = format!(
        "{not_started} games that you created have not begun, which is the maximum: wait for players, or abort some"
    );
    Err(AppError::new(ErrorKind::TooManyGames, detail))
}

/// Seats of a new game, and the invitations to them.
struct NewSeats {
    seats: Vec<SeatRow>,
    bots: Vec<(Seat, BotLevel)>,
    /// Codes that the creator passes on.
    codes: Vec<InvitationCode>,
    invitees: Vec<Invitee>,
}

/// Builds the seats of a new game: the creator's, then those of the named opponents, then open
/// seats.
async fn build_seats(
    app: &App,
    request: &GameRequest,
    creator: PlayerRow,
    count: usize,
) -> Result<NewSeats, AppError> {
    if request.ruleset.is_for_one() && !request.opponents.is_empty() {
        return Err(AppError::field(
            "opponents",
            "a game for one player has no opponents: leave `opponents` out",
        ));
    }
    let max_opponents = count - 1;
    if request.opponents.len() > max_opponents {
        let opponents = if max_opponents == 1 { "opponent" } else { "opponents" };
        let detail = format!(
            "a game of {count} seats has at most {max_opponents} {opponents}, not {}: leave the others out",
            request.opponents.len()
        );
        return Err(AppError::field("opponents", detail));
    }
    let has_open_seats = request.opponents.len() < max_opponents
        || request.opponents.iter().any(|opponent| matches!(opponent.0, Opponent::Open {}));
    if has_open_seats && request.visibility == Visibility::Private {
        let detail = "a private game has no open seats: invite or name an opponent for each seat, or make it public";
        return Err(AppError::field("opponents", detail));
    }
    let mut seated_ids = vec![creator.id.clone()];
    let mut codes = Vec::new();
    let mut invitees = Vec::new();
    let mut seats = Vec::new();
    let mut bots = Vec::new();
    for seat in Seat::first(count as u8) {
        if seats.is_empty() {
            seats.push(SeatRow {
                seat,
                kind: SeatKind::Open,
                player: Some(creator.clone()),
                challenge: None,
            });
            continue;
        }
        let opponent = seat.index() - 1;
        let kind = match request.opponents.get(opponent) {
            None | Some(Object(Opponent::Open {})) => SeatKind::Open,
            Some(Object(Opponent::Invite {})) => {
                let code = Secret::generate(&app.env, Purpose::Invitation);
                let hash = code.hash();
                codes.push(InvitationCode { seat, code });
                SeatKind::Invite(hash)
            }
            Some(Object(Opponent::Mail { address })) => {
                let code = Secret::generate(&app.env, Purpose::Invitation);
                let hash = code.hash();
                invitees.push(Invitee { seat, opponent, address: address.clone(), code });
                SeatKind::Invite(hash)
            }
            Some(Object(Opponent::Bot { level })) => {
                let level = read_level(level, opponent)?;
                bots.push((seat, level));
                seats.push(app.bot_seat(request.ruleset, level, seat, &seats).await?);
                continue;
            }
            Some(Object(Opponent::Player { id })) => {
                let field = format!("opponents[{opponent}].id");
                if is_server_bot(id) {
                    let detail =
                        "this is a bot of the server: name it with `kind` `bot` and its `level`";
                    return Err(AppError::field(field, detail));
                }
                if seated_ids.contains(id) {
                    return Err(AppError::field(
                        field,
                        "a player has one seat in a game: name another player",
                    ));
                }
                if app.find_player(id).await?.is_none() {
                    return Err(AppError::field(field, "no player has this id: check it"));
                }
                if app.store.blocks(id, &creator.id).await? {
                    let detail =
                        "this player does not accept challenges from you: name another player";
                    return Err(AppError::field(field, detail));
                }
                seated_ids.push(id.clone());
                SeatKind::Reserved(id.clone())
            }
        };
        let challenge = matches!(kind, SeatKind::Reserved(_)).then(|| Challenge::new(&creator.id));
        seats.push(SeatRow { seat, kind, player: None, challenge });
    }
    Ok(NewSeats { seats, bots, codes, invitees })
}

fn read_level(level: &str, opponent: usize) -> Result<BotLevel, AppError> {
    level.parse().map_err(|_| {
        let levels: Vec<&str> = BotLevel::VARIANTS.iter().map(Into::into).collect();
        let detail = format!("bots have the levels {}: name one of them", levels.join(", "));
        AppError::field(format!("opponents[{opponent}].level"), detail)
    })
}
