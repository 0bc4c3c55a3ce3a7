//! Creation of games.

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::shape::Object;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::App;
use super::auth::WriteAuth;
use super::body::GameBody;
use super::extract::JsonBody;
use super::game_schemas::{ClockSchema, VisibilitySchema};
use super::idempotency::{self, Idempotency};
use super::invite::{self, Invitee};
use super::stored_response::StoredResponse;
use crate::domain::challenge::Challenge;
use crate::domain::env::Env;
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::game::Visibility;
use crate::domain::game::{GameRow, SeatKind, SeatRow};
use crate::domain::idempotency::IdempotencyRecord;
use crate::domain::player::PlayerRow;
use crate::domain::secret::{Purpose, Secret};
use crate::domain::time::{DAY, HOUR, Time};
use crate::domain::time_control::Clock;
use crate::mail::limits::AccountStanding;
use crate::play::{self, LiveGame, MAX_ATTEMPTS, TimedEvent};
use crate::store::{MailboxRow, NewGame, NewInvitation};

/// Opponent in a new game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Opponent {
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
    /// Recipient of an invitation by mail. They take the seat by answering ACCEPT, with the account of their address or
    /// with a new one. The answer does not reveal if the address has an account, or if the invitation is sent:
    /// addresses that refuse mail get none. You need a confirmed mailbox. You can send three invitations by mail on
    /// your first day, and up to 20 a day later.
    Mail {
        /// Address of the recipient.
        #[schema(max_length = 254, pattern = "^[^@]+@[^@]+$", example = "ben@example.org")]
        address: String,
    },
}

/// Settings of a new game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "ruleset": "classic", "options": {"mode": "single", "fleet": "standard"},
    "clock": {"days_per_turn": 3}, "opponents": [{"kind": "open"}], "visibility": "public"
}))]
pub(super) struct GameRequest {
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// Options of the ruleset; an option that you leave out has its default.
    #[serde(default = "no_options")]
    #[schema(value_type = Object, required = false)]
    options: Value,
    /// Time control of the game; without a clock the game never ends by itself.
    #[serde(default)]
    #[schema(value_type = Option<ClockSchema>)]
    clock: Option<Clock>,
    /// Opponents, in the order of their seats from seat 2. Seats without an opponent in this list are open.
    #[serde(default)]
    #[schema(max_items = 7)]
    #[schema(value_type = Vec<Opponent>)]
    opponents: Vec<Object<Opponent>>,
    /// Visibility of the game.
    #[serde(default)]
    #[schema(value_type = VisibilitySchema, default = "public", required = false)]
    visibility: Visibility,
}

fn no_options() -> Value {
    json!({})
}

/// Invitation to a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Invitation {
    /// Number of the seat, from 1.
    pub(super) seat: Seat,
    /// Code that lets its holder take the seat. The server shows it only once: pass it on.
    #[schema(example = "bri_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg")]
    pub(super) code: String,
}

/// Create a game
///
/// Creates a game with you in seat 1. The game waits until its other seats are taken. A seat reserved for a player is a
/// challenge: the player can decline it, and it expires. An account can make 20 challenges on its first day, and up to
/// 100 a day later. Play begins when every player has placed a fleet, and in `solo` when the player has made the
/// prediction. If you invite an opponent with a code, the answer shows the code only once, so the server refuses an
/// `Idempotency-Key`.
#[utoipa::path(post, path = "/v1/games", tag = "games", operation_id = "create_game", security(("token" = ["play"])),
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Idempotency key: a repeated request with this key gets the first answer again")),
    request_body = GameRequest,
    responses((status = 201, description = "The game as you see it", body = GameBody,
        headers(("Location" = String, description = "Address of the game"),
            ("ETag" = String, description = "Entity tag of the game as you see it")))),
    extensions(("x-problems" = json!(["against_rule", "not_now", "too_many_requests", "too_many_games",
        "key_not_accepted", "key_reused", "in_flight"]))))]
pub(super) async fn create(
    State(app): State<App>,
    actor: WriteAuth,
    headers: HeaderMap,
    JsonBody { value: body, hash }: JsonBody<GameRequest>,
) -> Result<StoredResponse, AppError> {
    if body.opponents.iter().any(|opponent| matches!(opponent.0, Opponent::Invite {})) {
        idempotency::reject_key(&headers)?;
    }
    let route = (Method::POST, "/v1/games".to_owned());
    let (keep, _mark) = match idempotency::begin(&app, &headers, &actor.player_id, route, hash).await? {
        Idempotency::Repeat(reply) => return Ok(reply),
        Idempotency::Answer(keep, mark) => (keep, mark),
    };
    if let Some((field, detail)) = body.clock.and_then(Clock::invalid_field) {
        return Err(AppError::field(format!("clock.{field}"), detail));
    }
    let me = find_player(&app, &actor.player_id)
        .await?
        .ok_or_else(|| AppError::from_kind(ErrorKind::Unauthorized))?;
    check_open_games(&app, &me.id).await?;
    let challenged =
        body.opponents.iter().filter(|opponent| matches!(opponent.0, Opponent::Player { .. })).count();
    let most = DailyLimits::for_account(&app, &me).await?;
    most.check_challenges(&app, &me.id, challenged).await?;
    let (id, me_id) = (app.ambient.new_id(), me.id.clone());
    let table = NewGameSettings {
        ruleset: body.ruleset,
        options: body.options.clone(),
        clock: body.clock,
        visibility: body.visibility,
        rematch_of: None,
    };
    let game = table.create_game(&app, &id)?;
    let by_mail =
        body.opponents.iter().filter(|opponent| matches!(opponent.0, Opponent::Mail { .. })).count();
    let host = match by_mail {
        0 => None,
        count => Some(invite::inviter_mailbox(&app, &me.id, count, most.invitations).await?),
    };
    let named = build_seats(&app, &body, me.clone(), game.seats().len(), host.as_ref()).await?;
    let NewSeats { seats, invitations, invited } = named;
    let mut new = table.seat_creator(&app, game, &me_id, seats)?;
    new.most = most;
    if let Some(host) = host {
        new.invitations = invite::compose_invitations(&app, &host, &me, &new.loaded, &invited).await?;
    }

    let viewer = Viewer::Seat(new.seat);
    let mut body = GameBody::for_viewer(&new.loaded, viewer, &app.timeline);
    body.invitations = invitations;
    let shown = app.game_response(&new.loaded, viewer);
    let mut reply = StoredResponse::json(StatusCode::CREATED, &body)
        .with_header(header::LOCATION, app.url_for(&format!("/v1/games/{id}")));
    reply.headers.extend(shown.headers);
    new.commit(&app, keep.record_of(&reply)).await?;
    Ok(reply)
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
pub(super) struct UncommittedGame {
    pub(super) loaded: LiveGame,
    seat: Seat,
    logged: Vec<TimedEvent>,
    /// Invitations to send by mail.
    invitations: Vec<NewInvitation>,
    most: DailyLimits,
}

/// Daily limits of an account.
#[derive(Clone, Copy)]
struct DailyLimits {
    invitations: u32,
    challenges: u32,
}

impl DailyLimits {
    /// No limits, for a game with players who have played together before.
    const UNLIMITED: Self = Self { invitations: u32::MAX, challenges: u32::MAX };

    /// Limits of an account, which depend on its age and its finished games.
    async fn for_account(app: &App, player: &PlayerRow) -> Result<Self, AppError> {
        let (limits, now) = (&app.mail.config.limits, app.ambient.now());
        let account = account_standing(app, player).await?;
        let (invitations, challenges) =
            (limits.invitation_limit(account, now), limits.challenge_limit(account, now));
        Ok(Self { invitations, challenges })
    }

    /// Checks that a player may make `count` more challenges.
    async fn check_challenges(self, app: &App, player_id: &str, count: usize) -> Result<(), AppError> {
        if count == 0 {
            return Ok(());
        }
        let made =
            app.store.challenges_made(player_id, &min_id_of_last_day(app)).await.map_err(AppError::from)?;
        if made + count as u64 <= u64::from(self.challenges) {
            return Ok(());
        }
        let most = self.challenges;
        let detail = format!(
            "you can make {most} challenges a day, cancelled games included: wait, or create a game with open seats"
        );
        Err(AppError::new(ErrorKind::TooManyRequests, detail).with_retry_after(HOUR.unsigned_abs() / 1000))
    }
}

/// Lower bound of the ids that were made in the last day.
fn min_id_of_last_day(app: &App) -> String {
    Env::min_id_at(Time(app.ambient.now().0 - DAY))
}

/// Age and finished games of an account, which its limits depend on.
pub(super) async fn account_standing(app: &App, player: &PlayerRow) -> Result<AccountStanding, AppError> {
    let finished = app.store.games_finished(&player.id, AccountStanding::MAX_FINISHED).await;
    Ok(AccountStanding { created_at: player.created_at, finished: finished.map_err(AppError::from)? })
}

impl NewGameSettings {
    /// Creates the game.
    ///
    /// # Errors
    /// If the settings are invalid.
    pub(super) fn create_game(&self, app: &App, id: &str) -> Result<Game, AppError> {
        Ok(Game::open(id, Seed::new(app.ambient.random_bytes()), self.ruleset, &self.options)?)
    }

    /// Seats the creator, who must have one of the seats.
    ///
    /// # Errors
    /// If the game refuses the creator.
    pub(super) fn seat_creator(
        self,
        app: &App,
        game: Game,
        created_by: &str,
        seats: Vec<SeatRow>,
    ) -> Result<UncommittedGame, AppError> {
        let own = |row: &&SeatRow| row.player.as_ref().is_some_and(|player| player.id == created_by);
        let seat = seats.iter().find(own).map(|row| row.seat);
        let seat = seat.ok_or_else(|| AppError::internal("the creator of a game has no seat in it"))?;
        let step = game.apply(&Request::Join(seat))?;
        let now = app.ambient.now();
        let row = GameRow {
            id: game.id().to_owned(),
            ruleset: self.ruleset.to_string(),
            visibility: json!(self.visibility).as_str().unwrap_or_default().to_owned(),
            clock: self.clock.map(|clock| json!(clock).to_string()),
            created_at: now,
            created_by: created_by.to_owned(),
            rematch_of: self.rematch_of,
            rematch: None,
            edition: 0,
            restored: None,
            course: play::initial_progress(),
        };
        let mut loaded = LiveGame {
            row,
            seats: seats.into(),
            visibility: self.visibility,
            clock: self.clock,
            game: Box::new(step.game),
            last_at: now,
            settled: true,
            outages: std::sync::Arc::default(),
        };
        loaded.row.course = loaded.progress_after(None, now, None, app.play.challenge_days);
        let logged = step.entries.into_iter().map(|entry| TimedEvent { at: now, entry }).collect();
        Ok(UncommittedGame { loaded, seat, logged, invitations: Vec::new(), most: DailyLimits::UNLIMITED })
    }
}

impl UncommittedGame {
    /// Commits the game, with the answer to store.
    ///
    /// # Errors
    /// If the store fails, or other games of the player have used up a limit; 409 if another request has used the
    /// idempotency key, or there is a rematch already.
    pub(super) async fn commit(self, app: &App, answer: Option<IdempotencyRecord>) -> Result<(), AppError> {
        let Self { loaded, logged, invitations, most, .. } = self;
        let challenged = loaded.seats.iter().filter(|seat| seat.challenge.is_some()).count();
        let events = play::event_rows(0, &logged);
        let created_by = loaded.row.created_by.clone();
        let (rematch_of, key) =
            (loaded.row.rematch_of.clone(), answer.as_ref().map(|answer| answer.key.clone()));
        let new = NewGame {
            most_unbegun: app.quotas.open_games,
            most_invitations: most.invitations,
            most_challenges: (most.challenges, min_id_of_last_day(app)),
            heard: loaded.feed_appends(&events),
            events,
            snapshot: loaded.game.store(),
            traits: loaded.facets(),
            answer,
            row: loaded.row,
            seats: loaded.seats,
            invitations,
        };
        for _ in 0..MAX_ATTEMPTS {
            if app.play.create(new.clone()).await? {
                return Ok(());
            }
            // The order matters: the same request, or the same rematch, may itself have used up the limit.
            if let Some(key) = &key
                && app.store.answer(key).await.map_err(AppError::from)?.is_some()
            {
                return Err(AppError::from_kind(ErrorKind::InFlight));
            }
            if let Some(before) = &rematch_of
                && app.store.rematch_of(before).await.map_err(AppError::from)?.is_some()
            {
                return Err(AppError::from_kind(ErrorKind::InFlight));
            }
            find_player(app, &created_by)
                .await?
                .ok_or_else(|| AppError::from_kind(ErrorKind::Unauthorized))?;
            check_open_games(app, &created_by).await?;
            most.check_challenges(app, &created_by, challenged).await?;
            if !new.invitations.is_empty() {
                invite::inviter_mailbox(app, &created_by, new.invitations.len(), most.invitations).await?;
            }
        }
        Err(AppError::from_kind(ErrorKind::Unavailable))
    }
}

/// Checks that a player may create one more game.
///
/// # Errors
/// If too many games that they created have not begun.
pub(super) async fn check_open_games(app: &App, player_id: &str) -> Result<(), AppError> {
    let unbegun = app.store.unbegun(player_id).await.map_err(AppError::from)?;
    if unbegun < u64::from(app.quotas.open_games) {
        return Ok(());
    }
    let detail = format!(
        "{unbegun} games that you created have not begun, which is the maximum: wait for players, or abort some"
    );
    Err(AppError::new(ErrorKind::TooManyGames, detail))
}

/// Player with this id, unless the account is deleted.
pub(super) async fn find_player(app: &App, id: &str) -> Result<Option<PlayerRow>, AppError> {
    let row = app.store.player(id).await.map_err(AppError::from)?;
    Ok(row.filter(|row| row.name.is_some()))
}

/// Seats of a new game, and the invitations to them.
struct NewSeats {
    seats: Vec<SeatRow>,
    /// Invitations with codes that the creator passes on.
    invitations: Vec<Invitation>,
    /// Invitations by mail.
    invited: Vec<Invitee>,
}

/// Seats of a new game: the creator's, then those of the named opponents, then open seats.
async fn build_seats(
    app: &App,
    body: &GameRequest,
    me: PlayerRow,
    count: usize,
    host: Option<&MailboxRow>,
) -> Result<NewSeats, AppError> {
    if body.ruleset.is_for_one() && !body.opponents.is_empty() {
        return Err(AppError::field(
            "opponents",
            "a game for one player has no opponents: leave `opponents` out",
        ));
    }
    if body.opponents.len() > count - 1 {
        let most = count - 1;
        let opponents = if most == 1 { "opponent" } else { "opponents" };
        let detail = format!(
            "a game of {count} seats has at most {most} {opponents}, not {}: leave the others out",
            body.opponents.len()
        );
        return Err(AppError::field("opponents", detail));
    }
    let open = body.opponents.len() < count - 1
        || body.opponents.iter().any(|opponent| matches!(opponent.0, Opponent::Open {}));
    if open && body.visibility == Visibility::Private {
        let detail =
            "a private game has no open seats: invite or name an opponent for each seat, or make it public";
        return Err(AppError::field("opponents", detail));
    }
    let mut kept = vec![me.id.clone()];
    let (mut invitations, mut invited) = (Vec::new(), Vec::new());
    let mut seats = Vec::new();
    for seat in Seat::first(count as u8) {
        if seats.is_empty() {
            seats.push(SeatRow { seat, kind: SeatKind::Open, player: Some(me.clone()), challenge: None });
            continue;
        }
        let at = seat.index() - 1;
        let kind = match body.opponents.get(at) {
            None | Some(Object(Opponent::Open {})) => SeatKind::Open,
            Some(Object(Opponent::Invite {})) => {
                let code = Secret::generate(&app.ambient, Purpose::Invitation);
                invitations.push(Invitation { seat, code: code.reveal().to_owned() });
                SeatKind::Invite(code.hash())
            }
            Some(Object(Opponent::Mail { address })) => {
                let host = host.ok_or_else(|| AppError::internal("an invitation has no host"))?;
                let address = invite::parse_invitee_address(app, host, &invited, address)
                    .map_err(|detail| AppError::field(format!("opponents[{at}].address"), detail))?;
                let code = Secret::generate(&app.ambient, Purpose::Invitation);
                let hash = code.hash();
                invited.push(Invitee { seat, address, code });
                SeatKind::Invite(hash)
            }
            Some(Object(Opponent::Player { id })) => {
                let field = format!("opponents[{at}].id");
                if kept.contains(id) {
                    return Err(AppError::field(
                        field,
                        "a player has one seat in a game: name another player",
                    ));
                }
                if find_player(app, id).await?.is_none() {
                    return Err(AppError::field(field, "no player has this id: check it"));
                }
                if app.store.blocks(id, &me.id).await.map_err(AppError::from)? {
                    let detail = "this player does not accept challenges from you: name another player";
                    return Err(AppError::field(field, detail));
                }
                kept.push(id.clone());
                SeatKind::Kept(id.clone())
            }
        };
        let challenge = matches!(kind, SeatKind::Kept(_)).then(|| Challenge::by(&me.id));
        seats.push(SeatRow { seat, kind, player: None, challenge });
    }
    Ok(NewSeats { seats, invitations, invited })
}
