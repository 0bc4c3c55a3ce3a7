//! Creating a game.

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::ruleset::{Seat, Viewer};
use broadside_engine::shape::Object;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::App;
use super::auth::Actor;
use super::body::GameBody;
use super::extract::Body;
use super::idempotency::{self, Turn};
use super::invite::{self, Invited};
use super::reply::Reply;
use crate::ambient::{Ambient, DAY, HOUR, Time};
use crate::mail::limits::Standing;
use crate::openapi::GameOptions;
use crate::play::{self, ATTEMPTS, Clock, Loaded, Logged, Visibility};
use crate::problem::{Kind, Problem};
use crate::secret::{Purpose, Secret};
use crate::store::{
    Answer, Challenge, GameRow, MailboxRow, NewGame, NewInvitation, PlayerRow, SeatKind, SeatRow,
};

/// Who is to play against you.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Opponent {
    /// Anybody who takes the seat.
    Open {},
    /// Whoever has a code, which the answer gives once.
    Invite {},
    /// A player, whom the seat is kept for: a challenge.
    Player {
        /// The player's id.
        #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-00000000000b")]
        id: String,
    },
    /// Whoever reads the mail of an address. An invitation is sent there, and whoever answers it with ACCEPT takes the seat, with an
    /// account that the address has or that is made for it. Nothing tells whether it has one, nor whether the invitation is sent:
    /// addresses that asked never to be written to get none. You need a confirmed mailbox of your own, and can send three on your first day and up to 20 later.
    Mail {
        /// The address.
        #[schema(max_length = 254, pattern = "^[^@]+@[^@]+$", example = "ben@example.org")]
        address: String,
    },
}

/// A game to be created.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "ruleset": "classic", "options": {"mode": "single", "fleet": "standard"},
    "clock": {"days_per_turn": 3}, "opponents": [{"kind": "open"}], "visibility": "public"
}))]
pub(super) struct GameRequest {
    /// The ruleset.
    ruleset: RulesetId,
    /// Its settings; what is left out has its default.
    #[serde(default = "no_options")]
    #[schema(value_type = GameOptions, required = false)]
    options: Value,
    /// How long a player has; without a clock a game never ends by itself.
    #[serde(default)]
    clock: Option<Clock>,
    /// Who takes the seats from 2 on, in order. Seats for which nobody is named are open.
    #[serde(default)]
    #[schema(max_items = 7)]
    #[schema(value_type = Vec<Opponent>)]
    opponents: Vec<Object<Opponent>>,
    /// Who may know of the game.
    #[serde(default)]
    #[schema(default = "public")]
    visibility: Visibility,
}

fn no_options() -> Value {
    json!({})
}

/// An invitation to a seat.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Invitation {
    /// Which seat.
    pub(super) seat: Seat,
    /// The code that takes it. It is shown this once: pass it on.
    #[schema(example = "bri_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg")]
    pub(super) code: String,
}

/// A new game as its creator sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NewGameBody {
    #[serde(flatten)]
    game: GameBody,
    /// The invitations to its seats; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    invitations: Vec<Invitation>,
}

/// Create a game
///
/// You have seat 1. The game waits until its other seats are taken; a seat kept for a player is a challenge, which may be
/// declined, and expires. An account can challenge 20 players on its first day and up to 100 later. Play begins by itself when everybody has placed
/// (in `solo`, when the prediction is made).
/// Where an opponent is invited, the answer shows the code once, so no `Idempotency-Key` is accepted then.
#[utoipa::path(post, path = "/v1/games", tag = "games", operation_id = "create_game", security(("token" = ["play"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Repeats the first answer to the same request with this key")),
    request_body = GameRequest,
    responses((status = 201, description = "The game as you see it", body = NewGameBody,
        headers(("Location" = String, description = "The game"), ("ETag" = String, description = "What you see of it")))),
    extensions(("x-problems" = json!(["against_rule", "not_now", "too_many_requests", "too_many_games", "key_not_accepted", "key_reused", "in_flight"]))))]
pub(super) async fn create(
    State(app): State<App>,
    actor: Actor,
    headers: HeaderMap,
    Body { value: body, hash }: Body<GameRequest>,
) -> Result<Reply, Problem> {
    if body.opponents.iter().any(|opponent| matches!(opponent.0, Opponent::Invite {})) {
        idempotency::refuse(&headers)?;
    }
    let route = (Method::POST, "/v1/games".to_owned());
    let (keep, _mark) = match idempotency::begin(&app, &headers, &actor.player_id, route, hash).await? {
        Turn::Repeat(reply) => return Ok(reply),
        Turn::Answer(keep, mark) => (keep, mark),
    };
    if let Some((field, detail)) = body.clock.and_then(Clock::fault) {
        return Err(Problem::field(format!("clock.{field}"), detail));
    }
    let me = player(&app, &actor.player_id).await?.ok_or_else(|| Problem::plain(Kind::Unauthorized))?;
    with_room(&app, &me.id).await?;
    let challenged =
        body.opponents.iter().filter(|opponent| matches!(opponent.0, Opponent::Player { .. })).count();
    let most = Most::of(&app, &me).await?;
    most.has_room_for(&app, &me.id, challenged).await?;
    let (id, me_id) = (app.ambient.id(), me.id.clone());
    let table = NewTable {
        ruleset: body.ruleset,
        options: body.options.clone(),
        clock: body.clock,
        visibility: body.visibility,
        rematch_of: None,
    };
    let game = table.game(&app, &id)?;
    let by_mail =
        body.opponents.iter().filter(|opponent| matches!(opponent.0, Opponent::Mail { .. })).count();
    let host = match by_mail {
        0 => None,
        count => Some(invite::host(&app, &me.id, count, most.invitations).await?),
    };
    let named = seats(&app, &body, me.clone(), game.seats().len(), host.as_ref()).await?;
    let Named { seats, invitations, invited } = named;
    let mut new = table.open(&app, game, &me_id, seats)?;
    new.most = most;
    if let Some(host) = host {
        new.invitations = invite::invitations(&app, &host, &me, &new.loaded, &invited).await?;
    }

    let viewer = Viewer::Seat(new.seat);
    let body = NewGameBody { game: GameBody::of(&new.loaded, viewer, &app.timeline), invitations };
    let shown = app.show(&new.loaded, &me_id, viewer);
    let mut reply =
        Reply::json(StatusCode::CREATED, &body).with(header::LOCATION, app.link(&format!("/v1/games/{id}")));
    reply.headers.extend(shown.headers);
    new.commit(&app, keep.answer(&reply)).await?;
    Ok(reply)
}

/// What a new game is to be like, beside its seats.
pub(super) struct NewTable {
    pub(super) ruleset: RulesetId,
    pub(super) options: Value,
    pub(super) clock: Option<Clock>,
    pub(super) visibility: Visibility,
    pub(super) rematch_of: Option<String>,
}

/// A new game in which its creator sits, before it is committed.
pub(super) struct Opened {
    pub(super) loaded: Loaded,
    seat: Seat,
    logged: Vec<Logged>,
    /// The invitations that go by mail.
    invitations: Vec<NewInvitation>,
    most: Most,
}

/// How many may be invited by mail and challenged in a day.
#[derive(Clone, Copy)]
struct Most {
    invitations: u32,
    challenges: u32,
}

impl Most {
    /// For a game with players who have played together before.
    const ANY: Self = Self { invitations: u32::MAX, challenges: u32::MAX };

    /// What an account may do, which depends on its age and on what it has played.
    async fn of(app: &App, player: &PlayerRow) -> Result<Self, Problem> {
        let (limits, now) = (&app.mail.config.limits, app.ambient.now());
        let account = standing(app, player).await?;
        let (invitations, challenges) =
            (limits.invitations_of(account, now), limits.challenges_of(account, now));
        Ok(Self { invitations, challenges })
    }

    /// Looks whether a player may challenge so many more.
    async fn has_room_for(self, app: &App, player_id: &str, count: usize) -> Result<(), Problem> {
        if count == 0 {
            return Ok(());
        }
        let made = app.store.challenges_made(player_id, &a_day_ago(app)).await.map_err(Problem::from)?;
        if made + count as u64 <= u64::from(self.challenges) {
            return Ok(());
        }
        let most = self.challenges;
        let detail = format!(
            "{most} challenges a day can be made, called off or not: wait, or make a game with open seats"
        );
        Err(Problem::new(Kind::TooManyRequests, detail).after(HOUR.unsigned_abs() / 1000))
    }
}

/// What stands before all ids that were made in the last day.
fn a_day_ago(app: &App) -> String {
    Ambient::id_before(Time(app.ambient.now().0 - DAY))
}

/// An account, as far as its limits depend on it.
pub(super) async fn standing(app: &App, player: &PlayerRow) -> Result<Standing, Problem> {
    let finished = app.store.games_finished(&player.id, Standing::MOST_FINISHED).await;
    Ok(Standing { created_at: player.created_at, finished: finished.map_err(Problem::from)? })
}

impl NewTable {
    /// The game itself.
    ///
    /// # Errors
    /// What is wrong with its settings.
    pub(super) fn game(&self, app: &App, id: &str) -> Result<Game, Problem> {
        Ok(Game::open(id, Seed::new(app.ambient.bytes()), self.ruleset, &self.options)?)
    }

    /// Seats its creator, who has one of the seats.
    ///
    /// # Errors
    /// If the game refuses that.
    pub(super) fn open(
        self,
        app: &App,
        game: Game,
        created_by: &str,
        seats: Vec<SeatRow>,
    ) -> Result<Opened, Problem> {
        let own = |row: &&SeatRow| row.player.as_ref().is_some_and(|player| player.id == created_by);
        let seat = seats.iter().find(own).map(|row| row.seat);
        let seat = seat.ok_or_else(|| Problem::internal("the creator of a game has no seat in it"))?;
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
            course: play::no_course(),
        };
        let mut loaded = Loaded {
            row,
            seats: seats.into(),
            visibility: self.visibility,
            clock: self.clock,
            game: Box::new(step.game),
            last_at: now,
            settled: true,
            outages: std::sync::Arc::default(),
        };
        loaded.row.course = loaded.course(None, now, None, app.play.challenge_days);
        let logged = step.entries.into_iter().map(|entry| Logged { at: now, entry }).collect();
        Ok(Opened { loaded, seat, logged, invitations: Vec::new(), most: Most::ANY })
    }
}

impl Opened {
    /// Commits the game, with the answer to keep.
    ///
    /// # Errors
    /// If the store fails, or others of the same player's have left no room for it; 409 if the answer's key was taken meanwhile,
    /// or there is a rematch already.
    pub(super) async fn commit(self, app: &App, answer: Option<Answer>) -> Result<(), Problem> {
        let Self { loaded, logged, invitations, most, .. } = self;
        let challenged = loaded.seats.iter().filter(|seat| seat.challenge.is_some()).count();
        let events = play::rows(0, &logged);
        let created_by = loaded.row.created_by.clone();
        let (rematch_of, key) =
            (loaded.row.rematch_of.clone(), answer.as_ref().map(|answer| answer.key.clone()));
        let new = NewGame {
            most_unbegun: app.quotas.open_games,
            most_invitations: most.invitations,
            most_challenges: (most.challenges, a_day_ago(app)),
            heard: loaded.heard(&events),
            events,
            snapshot: loaded.game.store(),
            traits: loaded.traits(),
            answer,
            row: loaded.row,
            seats: loaded.seats,
            invitations,
        };
        for _ in 0..ATTEMPTS {
            if app.play.create(new.clone()).await? {
                return Ok(());
            }
            // In this order: the same request, or the same rematch, has taken the room for itself.
            if let Some(key) = &key
                && app.store.answer(key).await.map_err(Problem::from)?.is_some()
            {
                return Err(Problem::plain(Kind::InFlight));
            }
            if let Some(before) = &rematch_of
                && app.store.rematch_of(before).await.map_err(Problem::from)?.is_some()
            {
                return Err(Problem::plain(Kind::InFlight));
            }
            player(app, &created_by).await?.ok_or_else(|| Problem::plain(Kind::Unauthorized))?;
            with_room(app, &created_by).await?;
            most.has_room_for(app, &created_by, challenged).await?;
            if !new.invitations.is_empty() {
                invite::host(app, &created_by, new.invitations.len(), most.invitations).await?;
            }
        }
        Err(Problem::plain(Kind::Unavailable))
    }
}

/// Looks whether a player may make one more game.
///
/// # Errors
/// If too many that it has made have not begun.
pub(super) async fn with_room(app: &App, player_id: &str) -> Result<(), Problem> {
    let unbegun = app.store.unbegun(player_id).await.map_err(Problem::from)?;
    if unbegun < u64::from(app.quotas.open_games) {
        return Ok(());
    }
    let detail = format!(
        "{unbegun} games that you have made have not begun, which is the most: wait for players, or call some off"
    );
    Err(Problem::new(Kind::TooManyGames, detail))
}

/// A player whose account is there.
pub(super) async fn player(app: &App, id: &str) -> Result<Option<PlayerRow>, Problem> {
    let row = app.store.player(id).await.map_err(Problem::from)?;
    Ok(row.filter(|row| row.name.is_some()))
}

/// The seats of a new game, and who is invited to them.
struct Named {
    seats: Vec<SeatRow>,
    /// With codes that the creator passes on.
    invitations: Vec<Invitation>,
    /// By mail.
    invited: Vec<Invited>,
}

/// The seats of a new game: the creator's, then those of the opponents named, then open ones.
async fn seats(
    app: &App,
    body: &GameRequest,
    me: PlayerRow,
    count: usize,
    host: Option<&MailboxRow>,
) -> Result<Named, Problem> {
    if body.ruleset.is_for_one() && !body.opponents.is_empty() {
        return Err(Problem::field("opponents", "a game for one has no opponents: leave `opponents` out"));
    }
    if body.opponents.len() > count - 1 {
        let most = count - 1;
        let opponents = if most == 1 { "opponent" } else { "opponents" };
        let detail =
            format!("a game of {count} seats has {most} {opponents} at most, not {}", body.opponents.len());
        return Err(Problem::field("opponents", detail));
    }
    let open = body.opponents.len() < count - 1
        || body.opponents.iter().any(|opponent| matches!(opponent.0, Opponent::Open {}));
    if open && body.visibility == Visibility::Private {
        let detail = "nobody could find an open seat of a private game: invite or name an opponent for each seat, or make the game public";
        return Err(Problem::field("opponents", detail));
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
                let code = Secret::mint(&app.ambient, Purpose::Invitation);
                invitations.push(Invitation { seat, code: code.reveal().to_owned() });
                SeatKind::Invite(code.hash())
            }
            Some(Object(Opponent::Mail { address })) => {
                let host = host.ok_or_else(|| Problem::internal("nobody invites"))?;
                let address = invite::address(app, host, &invited, address)
                    .map_err(|detail| Problem::field(format!("opponents[{at}].address"), detail))?;
                let code = Secret::mint(&app.ambient, Purpose::Invitation);
                let hash = code.hash();
                invited.push(Invited { seat, address, code });
                SeatKind::Invite(hash)
            }
            Some(Object(Opponent::Player { id })) => {
                let field = format!("opponents[{at}].id");
                if kept.contains(id) {
                    return Err(Problem::field(
                        field,
                        "a player has one seat in a game: name another player",
                    ));
                }
                if player(app, id).await?.is_none() {
                    return Err(Problem::field(field, "there is no such player: check the id"));
                }
                if app.store.blocks(id, &me.id).await.map_err(Problem::from)? {
                    let detail = "this player takes no challenges from you: name another player";
                    return Err(Problem::field(field, detail));
                }
                kept.push(id.clone());
                SeatKind::Kept(id.clone())
            }
        };
        let challenge = matches!(kind, SeatKind::Kept(_)).then(|| Challenge::by(&me.id));
        seats.push(SeatRow { seat, kind, player: None, challenge });
    }
    Ok(Named { seats, invitations, invited })
}
