//! Examples of answers for the document: made by a real game with a fixed seed, so that they cannot
//! drift from what the service answers.

use std::sync::Arc;

use broadside_app::play::{LiveGame, TimedEvent};
use broadside_domain::bot::BotDues;
use broadside_domain::challenge::{
    Challenge, ChallengeCursor, ChallengeRow, ChallengeState, Counts,
};
use broadside_domain::error::ErrorKind;
use broadside_domain::game::{GameProgress, GameRow, SeatKind, SeatRow, Visibility};
use broadside_domain::player::{PlayerName, PlayerRow};
use broadside_domain::time::Time;
use broadside_domain::time_control::{Clock, Vacation};
use broadside_engine::chance::Seed;
use broadside_engine::game::{Entry, Game, Request, RulesetId};
use broadside_engine::record::{self, Record};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::solo;
use broadside_engine::solo::odds::OddsInput;
use broadside_engine::voices::key;
use broadside_engine::voices::matrix::Matrix;
use broadside_engine::voices::score::Score;
use broadside_notation as notation;
use serde_json::{Value, json};

use crate::challenges::list::ChallengeBody;
use crate::games::body::{GameBody, GameSummary, glimpses};
use crate::players::vacations::{VacationBody, Vacations};
use crate::rulesets::catalogue;
use crate::rulesets::{bots, odds};
use crate::scores::matrices::MatrixBody;
use crate::scores::score::ScoreBody;
use crate::service::problems;
use crate::timeline::Timeline;

const GAME: &str = "0196f0a0-0000-7000-8000-000000000001";
/// The game that is played again.
const PREVIOUS_GAME: &str = "0196f0a0-0000-7000-8000-000000000002";
const ADA: &str = "0196f0a0-0000-7000-8000-00000000000a";
const BEN: &str = "0196f0a0-0000-7000-8000-00000000000b";
/// 2026-05-01T10:00:00Z.
const START: i64 = 1_777_629_600_000;

/// A game as it goes on, with its log.
struct ExampleGame {
    loaded: LiveGame,
    log: Vec<TimedEvent>,
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the number is that of a seat")
}

/// Row of a seat: Ada has seat 1, and the other seats are free.
fn seat_row(number: u8) -> SeatRow {
    match number {
        1 => SeatRow {
            seat: seat(1),
            kind: SeatKind::Open,
            player: player(ADA, "Ada"),
            challenge: None,
        },
        number => SeatRow {
            seat: seat(number),
            kind: SeatKind::Invite(String::new()),
            player: None,
            challenge: None,
        },
    }
}

fn player(id: &str, name: &str) -> Option<PlayerRow> {
    let name = Some(name.to_owned());
    Some(PlayerRow {
        id: id.to_owned(),
        name,
        created_at: Time(START),
        vacations: Vec::new(),
        is_bot: false,
        reminders: Vec::new(),
    })
}

fn vacation() -> Vacation {
    let id = "0196f0a0-0000-7000-8000-00000000000d".to_owned();
    Vacation { id, from: Time(START).plus_days(61), until: Time(START).plus_days(75) }
}

impl ExampleGame {
    /// Creates a game of `classic` that waits: its creator has a seat, and the other seat is for a
    /// player with the code.
    fn waiting() -> Self {
        Self::new(
            RulesetId::Classic,
            &json!({"mode": "single", "fleet": "standard", "first": "creator"}),
        )
    }

    /// Creates a game in which its creator has a seat; a second seat is for a player with the code.
    fn new(ruleset: RulesetId, options: &Value) -> Self {
        let seed = Seed::new([7; 32]);
        let game = Game::open(GAME, seed, ruleset, options).expect("the options are right");
        let seats: Vec<SeatRow> = (1..=game.seats().len() as u8).map(seat_row).collect();
        let row = GameRow {
            id: GAME.to_owned(),
            ruleset: ruleset.to_string(),
            visibility: "public".to_owned(),
            clock: None,
            created_at: Time(START),
            created_by: ADA.to_owned(),
            rematch_of: None,
            rematch: None,
            meta_version: 0,
            restored: None,
            progress: GameProgress::default(),
        };
        let clock = Some(Clock::days(3));
        let loaded = LiveGame {
            row,
            seats: seats.into(),
            visibility: Visibility::Public,
            clock,
            game: Box::new(game),
            last_at: Time(START),
            is_progress_stored: true,
            outages: Arc::default(),
            bot_dues: BotDues::default(),
        };
        let mut played = Self { loaded, log: Vec::new() };
        played.apply(&Request::Join(seat(1)));
        played
    }

    fn join(&mut self) {
        Arc::make_mut(&mut self.loaded.seats)[1].player = player(BEN, "Ben");
        self.apply(&Request::Join(seat(2)));
    }

    /// A game that waits for the answer to a challenge: a rematch.
    fn challenging() -> Self {
        let mut played = Self::waiting();
        let loaded = &mut played.loaded;
        loaded.row.rematch_of = Some(PREVIOUS_GAME.to_owned());
        let seat = &mut Arc::make_mut(&mut loaded.seats)[1];
        seat.kind = SeatKind::Reserved(BEN.to_owned());
        seat.challenge = Some(Challenge::new(ADA));
        loaded.row.progress = loaded.progress_after(None, Time(START), None, 14);
        played
    }

    /// The challenge declined.
    fn declined(mut self) -> Value {
        let challenge = Arc::make_mut(&mut self.loaded.seats)[1].challenge.as_mut();
        challenge.expect("it is a challenge").set_state(ChallengeState::Declined, Time(START));
        self.apply(&Request::Abort(seat(2)));
        json!(GameBody::for_viewer(&self.loaded, Viewer::Public, &Timeline::example()))
    }

    fn place(&mut self, number: u8) {
        self.apply(&Request::Place { seat: seat(number), placement: None, seed: None });
    }

    fn body_for(&self, number: u8) -> Value {
        json!(GameBody::for_viewer(&self.loaded, Viewer::Seat(seat(number)), &Timeline::example()))
    }

    /// Asks the game for something; what it adds to the log.
    fn apply(&mut self, request: &Request<'_>) -> &[TimedEvent] {
        let step = self.loaded.game.apply(request).expect("the example plays by the rules");
        let before = self.loaded.clone();
        let at = Time(START + 60_000 * self.log.len() as i64);
        let begin = self.log.len();
        self.log.extend(step.entries.into_iter().map(|entry| TimedEvent { at, entry }));
        *self.loaded.game = step.game;
        self.loaded.row.progress = self.loaded.progress_after(Some(&before), at, None, 14);
        &self.log[begin..]
    }

    fn fire(&mut self, number: u8, cell: &str) {
        self.act(number, &[json!({"type": "fire", "cells": [cell]})]);
    }

    /// Submits actions; returns the answer to them.
    fn act(&mut self, number: u8, actions: &[Value]) -> Value {
        let viewer = Viewer::Seat(seat(number));
        let before = self.loaded.game.visible(viewer);
        let logged = self.apply(&Request::Act { seat: seat(number), actions }).to_vec();
        let ruleset = self.loaded.game.ruleset();
        json!({"ruleset": ruleset, "events": glimpses(before, &logged, viewer), "game": self.body_for(number)})
    }

    /// Page of all events that a seat can see.
    fn events(&self, number: u8) -> Value {
        let viewer = Viewer::Seat(seat(number));
        let ruleset = self.loaded.game.ruleset();
        let next = self.loaded.game.visible(viewer);
        let timeline = Timeline::example();
        json!({"ruleset": ruleset, "events": glimpses(0, &self.log, viewer), "next": next, "timeline": timeline.as_str()})
    }
}

/// Examples of requests and answers of one ruleset.
struct RulesetExamples {
    ruleset: RulesetId,
    created: Value,
    joined: Value,
    placed: Value,
    legal: Value,
    actions: Value,
    acted: Value,
    game: Value,
    events: Value,
    step: Value,
    placement: Value,
}

impl RulesetExamples {
    /// Plays the beginning of a game with default settings.
    fn new(ruleset: RulesetId) -> Self {
        let options = match ruleset {
            RulesetId::Classic => json!({"first": "creator"}),
            _ => json!({}),
        };
        let mut played = ExampleGame::new(ruleset, &options);
        let created = played.body_for(1);
        let mut joined = played.body_for(1);
        if played.loaded.seats.len() > 1 {
            played.join();
            joined = played.body_for(2);
        }
        played.place(1);
        let placed = played.body_for(1);
        if played.loaded.seats.len() > 1 {
            played.place(2);
        }
        let mover = played.loaded.game.to_move().iter().next().map_or(1, Seat::number);
        let legal = played.loaded.game.legal(seat(mover));
        let actions = match ruleset {
            RulesetId::Classic => json!([{"type": "fire", "cells": ["F7"]}]),
            RulesetId::Solo => json!([{"type": "predict", "suit": "suns"}, {"type": "volley"}]),
            RulesetId::Advanced => json!([{"type": "salvo", "cells": ["C3", "C4", "C5"]}]),
            _ => json!([notation::examples(&legal)[0].action.to_json()]),
        };
        let acted = played.act(mover, actions.as_array().expect("it is a list"));
        let game = played.body_for(mover);
        let events = played.events(mover);
        let step = json!({"game": GAME, "ruleset": ruleset, "events": acted["events"], "snapshot": game,
            "etag": "\"2f1c7a5e0b9d4c83a6e1f0d2b7c4958e\""});
        Self {
            ruleset,
            created,
            joined,
            placed,
            legal: json!(legal),
            actions: json!({"ruleset": ruleset, "actions": actions}),
            acted,
            game,
            events,
            step,
            placement: placement(played),
        }
    }
}

/// Placement of seat 1 as a request has it: the end of a game reveals it.
fn placement(mut played: ExampleGame) -> Value {
    let ruleset = played.loaded.game.ruleset();
    if ruleset == RulesetId::Solo {
        return json!({"ruleset": ruleset, "placement": odds::example()["placement"]});
    }
    let acted = played.act(1, &[json!({"type": "resign"})]);
    let events = acted["events"].as_array().expect("it is a list");
    let revealed =
        events.iter().find(|event| event["type"] == "revealed").expect("the game is over");
    json!({"ruleset": ruleset, "placement": revealed["seats"][0]["placement"], "seed": "blue herring 42"})
}

/// Request that creates a game of a ruleset with some of its settings.
fn game_request(ruleset: RulesetId) -> Value {
    let options = [
        (RulesetId::Classic, json!({"mode": "single", "fleet": "standard"})),
        (RulesetId::Voices, json!({"aim": "dice", "axes": "after_roll", "rounds": 5})),
        (RulesetId::Solo, json!({"lends": "crowns"})),
        (RulesetId::Satellite, json!({"endgame": "desperation"})),
        (
            RulesetId::Advanced,
            json!({"map": {"columns": 16, "rows": 16, "seed": "herring"}, "points": 60}),
        ),
    ];
    let options = options.into_iter().find(|(known, _)| *known == ruleset);
    let options = options.map_or_else(|| ruleset.default_options(), |(_, options)| options);
    match ruleset {
        RulesetId::Solo => {
            json!({"ruleset": ruleset, "options": options, "clock": {"days_per_turn": 3}})
        }
        _ => json!({"ruleset": ruleset, "options": options, "clock": {"days_per_turn": 3},
            "opponents": [{"kind": "open"}], "visibility": "public"}),
    }
}

/// Examples of an operation, each with a name.
pub(crate) type NamedExamples = Vec<(String, Value)>;

fn one(example: Value) -> NamedExamples {
    vec![("example".to_owned(), example)]
}

fn named(examples: Vec<(&str, Value)>) -> NamedExamples {
    examples.into_iter().map(|(name, example)| (name.to_owned(), example)).collect()
}

/// Secret with a prefix, such as `brs_`.
fn secret(prefix: &str) -> Value {
    json!(format!("{prefix}w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"))
}

/// Message of a stream, with its number in the timeline of the examples.
fn stream_message(event: &str, number: u64, data: Value) -> Value {
    json!({"event": event, "id": Timeline::example().format_cursor(number), "data": data})
}

fn webhook_message(kind: &str, data: Value) -> Value {
    json!({"type": kind, "timestamp": Time(START).to_string(), "data": data})
}

/// Ruleset with its options and the beginning of its rules.
fn ruleset_with_rules(id: RulesetId) -> Value {
    let ruleset =
        with_field(json!(catalogue::summary(id)), "rules", json!(format!("# {}\n\n…", id.title())));
    let schema = json!({"title": format!("Options of `{id}`"), "type": "object"});
    let ruleset = with_field(ruleset, "options_schema", schema);
    let ruleset = with_field(ruleset, "default_options", id.default_options());
    with_field(ruleset, "credits", json!(id.credits()))
}

/// Created game of a sample. A game for two players has an invitation.
fn created_game(sample: &RulesetExamples) -> Value {
    match sample.ruleset {
        RulesetId::Solo => sample.created.clone(),
        _ => with_field(
            sample.created.clone(),
            "invitations",
            json!([{"seat": 2, "code": secret("bri_")}]),
        ),
    }
}

/// Examples of the document, by the id of the operation.
#[derive(Default)]
pub(crate) struct Examples {
    /// Bodies of requests.
    pub(crate) requests: Vec<(&'static str, NamedExamples)>,
    /// Bodies of answers with a status of 2xx.
    pub(crate) responses: Vec<(&'static str, NamedExamples)>,
}

fn by_ruleset(
    samples: &[RulesetExamples],
    of: impl Fn(&RulesetExamples) -> Value,
) -> NamedExamples {
    samples.iter().map(|sample| (sample.ruleset.to_string(), of(sample))).collect()
}

/// The score of a game of `voices` after its first shot, as everybody sees it.
fn score() -> Score {
    const RIGHT: &str = "the example plays by the rules";
    let seed = Seed::new([7; 32]);
    let mut game =
        Game::open(GAME, seed, RulesetId::Voices, &json!({})).expect("what is left out is right");
    for seat in Seat::first(2) {
        game = game.apply(&Request::Join(seat)).expect(RIGHT).game;
    }
    for seat in Seat::first(2) {
        game = game.apply(&Request::Place { seat, placement: None, seed: None }).expect(RIGHT).game;
    }
    let seat = game.to_move().iter().next().expect("somebody begins");
    let roll = [json!({"type": "roll"})];
    game = game.apply(&Request::Act { seat, actions: &roll }).expect(RIGHT).game;
    let Game::Voices(table) = &game else { unreachable!("it is a game of voices") };
    table.score(Viewer::Public)
}

fn with_field(mut value: Value, name: &str, field: Value) -> Value {
    value[name] = field;
    value
}

/// Examples of requests and answers. Those of games come from real games with a fixed seed.
pub(crate) fn build_examples() -> Examples {
    let samples: Vec<RulesetExamples> =
        RulesetId::ALL.iter().map(|&ruleset| RulesetExamples::new(ruleset)).collect();
    let me = Viewer::Seat(seat(1));
    let player = json!({"id": ADA, "name": "Ada"});
    let token = json!({"id": "0196f0a0-0000-7000-8000-00000000000c", "name": "scoreboard", "scopes": ["read"],
        "created_at": Time(START).to_string(), "expires_at": Time(START).plus_days(90).to_string(),
        "recovered": false});

    let webhook = json!({"id": "0196f0a0-0000-7000-8000-000000000003", "url": "https://example.org/hooks/broadside",
        "description": "", "types": ["game.changed", "game.reminder", "game.message", "game.restored"], "state": "active",
        "first_failed_at": null, "previous_secret_expires_at": null, "created_at": Time(START).to_string()});
    let webhook_id = webhook["id"].clone();
    let whsec = json!("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDOWK3mYfhWyI=");
    let game_changed = json!({"type": "game.changed", "timestamp": Time(START).to_string(),
        "data": {"game": GAME, "number": 42}});
    let delivery = json!({"id": "msg_2f1c7a5e0b9d4c83a6e1f0d2b7c4958e", "message": game_changed, "state": "delivered",
        "attempts": [{"attempted_at": Time(START + 20).to_string(), "status": 204, "error": null}],
        "next_attempt_at": null, "created_at": Time(START + 10).to_string()});
    let pending_delivery = with_field(
        with_field(with_field(delivery.clone(), "state", json!("pending")), "attempts", json!([])),
        "next_attempt_at",
        json!(Time(START + 10).to_string()),
    );
    let test = with_field(
        pending_delivery.clone(),
        "message",
        json!({"type": "webhook.test", "timestamp": Time(START).to_string(),
        "data": {"webhook": webhook["id"]}}),
    );

    let mut played = ExampleGame::waiting();
    played.join();
    played.place(1);
    played.place(2);
    played.fire(1, "F7");
    played.fire(2, "A1");
    let game = played.body_for(1);
    let summary = json!(GameSummary::for_viewer(&played.loaded, me, &Timeline::example()));
    let resign = [json!({"type": "resign"})];
    played.apply(&Request::Act { seat: seat(2), actions: &resign });
    let log: Vec<(String, Entry)> =
        played.log.iter().map(|logged| (logged.at.to_string(), logged.entry.clone())).collect();
    let record = json!(Record::of(&played.loaded.game, &log).expect("the game is finished"));
    let verdict = json!(record::verify(&record.to_string()));

    let matrix = Matrix::numbered(1).expect("there are ten");
    let recipe = "v1:10:j3,i2,u3,p2:herring".parse().expect("it is a recipe");
    // The request's own example.
    let request = odds::example();
    let options = solo::Options::default();
    let runs = request["runs"].as_u64().unwrap_or_default() as u32;
    let draft =
        serde_json::from_value(request["placement"].clone()).expect("the example is a placement");
    let layout = OddsInput::new(&options, &draft).expect("the example is a right placement");
    let mut aborted = ExampleGame::waiting();
    aborted.apply(&Request::Abort(seat(1)));
    let challenging = ExampleGame::challenging();
    let row = ChallengeRow {
        cursor: ChallengeCursor { game_id: GAME.to_owned(), seat: 2 },
        challenger: PlayerName { id: ADA.to_owned(), name: Some("Ada".to_owned()), is_bot: false },
        challenged: PlayerName { id: BEN.to_owned(), name: Some("Ben".to_owned()), is_bot: false },
    };
    let challenge = ChallengeBody::from_row(
        row,
        &challenging.loaded,
        Viewer::Public,
        ChallengeState::Open,
        &Timeline::example(),
    );
    let counts = Counts {
        games: 5,
        my_turn: 2,
        deadline_at: Some(Time(START).plus_days(3)),
        challenges_in: 1,
        challenges_out: 0,
    };
    let at = Time(START).to_string();
    let blocks = json!([{"player": {"id": BEN, "name": "Ben"}, "blocked_at": at}]);
    let message = json!({"number": 1, "player": player, "seat": 1, "sent_at": at, "text": "Good luck!", "redacted": null});
    let hidden = json!({"number": 2, "player": {"id": BEN, "name": "Ben"}, "seat": 2, "sent_at": at, "text": null, "redacted": "blocked"});
    let queue = json!({"moves": [{"actions": [{"type": "fire", "cells": ["A5"]}]}], "dropped": null, "updated_at": at});
    let notes = "She never fires at the rim.";
    let mailbox = json!({"address": "ada@example.org", "pending": null, "change": null, "cadence": "each",
        "sheets": false, "strangers": true, "reminders": [24, 6, 1], "language": "en", "state": "active"});
    let pending = json!({"address": "ada@example.org", "expires_at": Time(START).plus_days(2).to_string(), "sent": true});
    let unconfirmed =
        with_field(with_field(mailbox.clone(), "address", Value::Null), "pending", pending);
    let classic = json!(catalogue::summary(RulesetId::Classic));
    let problem = json!(problems::explain(ErrorKind::OutOfTurn));
    let score = score();
    let reminder = json!({"game": GAME, "deadline_at": Time(START).plus_days(3).to_string()});
    let export = json!({"format": "broadside-export/1", "exported_at": at,
        "player": {"id": ADA, "name": "Ada", "created_at": at, "bot": false, "vacations": []}, "mailbox": null, "webhooks": [webhook],
        "tokens": [token], "blocks": blocks, "challenges": [challenge],
        "notes": [{"game": GAME, "text": notes, "updated_at": at}],
        "queues": [{"game": GAME, "queue": queue.clone()}],
        "messages": [{"game": GAME, "number": 1, "sent_at": at, "text": "Good luck!"}],
        "score_changes": [{"game": GAME, "revision": 1, "changed_at": at,
            "change": {"type": "direct", "shot": 9, "part": "call", "text": "dying away"}}],
        "games": [{"game": game, "record": null}]});
    let single = vec![
        (
            "list_messages",
            json!({"messages": [message, hidden], "last": 2, "next": null, "timeline": Timeline::example().as_str()}),
        ),
        ("create_message", message),
        ("get_notes", json!({"text": notes, "updated_at": at})),
        ("update_notes", json!({"text": notes, "updated_at": at})),
        ("get_queue", queue.clone()),
        ("update_queue", queue),
        ("list_blocks", json!({"blocks": blocks})),
        ("export_me", export),
        ("get_summary", json!(counts)),
        ("list_challenges", json!({"challenges": [challenge], "next": null})),
        ("create_rematch", challenging.body_for(1)),
        ("decline_challenge", challenging.declined()),
        ("get_mailbox", mailbox.clone()),
        ("delete_mailbox", mailbox.clone()),
        ("upsert_mailbox", unconfirmed),
        ("confirm_mailbox", mailbox),
        (
            "deliver_inbound_mail",
            json!({"id": "0196f0a0-0000-7000-8000-00000000000e", "duplicate": false}),
        ),
        (
            "redeem_token_code",
            with_field(
                with_field(token.clone(), "token", secret("brs_")),
                "player",
                player.clone(),
            ),
        ),
        ("list_bots", bots::example()),
        ("list_rulesets", json!({"rulesets": [classic]})),
        ("list_problems", json!({"problems": [problem]})),
        ("get_problem", problem),
        (
            "get_score",
            json!(ScoreBody {
                score: score.clone(),
                revision: 0,
                closes_at: None,
                closed: Vec::new()
            }),
        ),
        ("get_score_text", json!(score.to_text())),
        ("get_score_ssml", json!(score.to_ssml())),
        ("create_invitation", json!({"seat": 2, "code": secret("bri_")})),
        ("create_player", json!({"player": player, "token": secret("brs_")})),
        ("get_me", player.clone()),
        ("get_player", player.clone()),
        ("update_me", player),
        ("list_vacations", json!(Vacations::new(&[vacation()], Time(START), 28))),
        ("create_vacation", json!(VacationBody::from(&vacation()))),
        ("create_token", with_field(token.clone(), "token", secret("brs_"))),
        ("update_token", token.clone()),
        ("rotate_token", with_field(token.clone(), "token", secret("brs_"))),
        ("list_tokens", json!({"tokens": [token]})),
        ("create_webhook", with_field(webhook.clone(), "secret", whsec)),
        ("list_webhooks", json!({"webhooks": [webhook]})),
        ("get_webhook", webhook.clone()),
        ("update_webhook", with_field(webhook, "state", json!("paused"))),
        ("test_webhook", test),
        ("list_webhook_deliveries", json!({"deliveries": [delivery], "next": null})),
        ("redeliver_webhook", pending_delivery),
        ("list_games", json!({"games": [summary], "next": null})),
        ("abort_game", aborted.body_for(1)),
        ("get_record", record.clone()),
        ("verify_record", verdict),
        ("list_matrices", json!({"matrices": [MatrixBody::from(matrix)]})),
        ("get_matrix", json!(MatrixBody::from(matrix))),
        ("generate_matrix", json!(MatrixBody::from(&Matrix::made(&recipe)))),
        ("get_pronunciation_key", json!({"phones": key::keys()[..2]})),
        ("compute_odds", json!(layout.simulated(runs, 0))),
        ("get_game_odds", json!(layout.exact())),
        ("list_sheets", json!(crate::sheets::catalogue::catalogue(str::to_owned))),
        (
            "list_game_sheets",
            json!(crate::sheets::game_sheets::catalogue(&played.loaded, me, str::to_owned)),
        ),
    ];
    let mut responses: Vec<(&str, NamedExamples)> =
        single.into_iter().map(|(id, value)| (id, one(value))).collect();
    let mut stream_of_game =
        by_ruleset(&samples, |sample| stream_message("step", 6, sample.step.clone()));
    stream_of_game.push(("snapshot".to_owned(), stream_message("snapshot", 5, game.clone())));
    let feed = named(vec![
        ("snapshot", stream_message("snapshot", 41, json!({"games": [summary]}))),
        ("step", stream_message("step", 42, samples[0].step.clone())),
        ("reminder", stream_message("reminder", 43, reminder)),
        ("message", stream_message("message", 44, json!({"game": GAME, "number": 1}))),
        ("restored", stream_message("restored", 45, json!({"game": GAME, "version": 5}))),
    ]);
    responses.extend([
        ("create_game", by_ruleset(&samples, created_game)),
        ("get_game", by_ruleset(&samples, |sample| sample.game.clone())),
        (
            "get_board",
            by_ruleset(&samples, |sample| {
                let game = &sample.game;
                json!({"ruleset": sample.ruleset, "seq": game["version"], "timeline": game["timeline"], "view": game["view"]})
            }),
        ),
        ("take_seat", by_ruleset(&samples[..2], |sample| sample.joined.clone())),
        ("submit_placement", by_ruleset(&samples, |sample| sample.placed.clone())),
        ("list_legal_actions", by_ruleset(&samples, |sample| sample.legal.clone())),
        ("submit_actions", by_ruleset(&samples, |sample| sample.acted.clone())),
        ("list_events", by_ruleset(&samples, |sample| sample.events.clone())),
        ("list_events stream", stream_of_game),
        ("stream_events", feed),
        ("get_ruleset", by_ruleset(&samples, |sample| ruleset_with_rules(sample.ruleset))),
        ("get_health", one(json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}))),
        ("get_readiness", one(json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}))),
    ]);
    let mut placements = by_ruleset(&samples, |sample| sample.placement.clone());
    placements.push(("random".to_owned(), json!({"ruleset": "classic", "random": true})));
    let game_data = json!({"game": GAME, "number": 42});
    let requests = vec![
        ("create_game", by_ruleset(&samples, |sample| game_request(sample.ruleset))),
        ("submit_placement", placements),
        ("submit_actions", by_ruleset(&samples, |sample| sample.actions.clone())),
        ("verify_record", one(record)),
        (
            "on_webhook_message",
            named(vec![
                ("game.changed", webhook_message("game.changed", game_data.clone())),
                ("game.reminder", webhook_message("game.reminder", game_data.clone())),
                ("game.message", webhook_message("game.message", game_data.clone())),
                ("game.restored", webhook_message("game.restored", game_data)),
                ("webhook.test", webhook_message("webhook.test", json!({"webhook": webhook_id}))),
            ]),
        ),
    ];
    Examples { requests, responses }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_record_of_the_example_holds() {
        let (_, verdict) = super::build_examples()
            .responses
            .into_iter()
            .find(|(id, _)| *id == "verify_record")
            .unwrap();
        assert_eq!(verdict[0].1["valid"], true, "{verdict:?}");
    }
}
