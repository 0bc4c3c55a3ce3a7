//! Examples of answers for the document: made by a real game with a fixed seed, so that they cannot drift from what
//! the service answers.

use std::sync::Arc;

use broadside_engine::chance::Seed;
use broadside_engine::game::{Entry, Game, Request, RulesetId};
use broadside_engine::record::{self, Record};
use broadside_engine::ruleset::{Seat, Viewer};
use broadside_engine::solo;
use broadside_engine::solo::odds::Layout;
use broadside_engine::voices::key;
use broadside_engine::voices::matrix::Matrix;
use broadside_engine::voices::score::Score;
use serde_json::{Value, json};

use super::body::{GameBody, GameSummary, glimpses};
use super::challenges::{ChallengeBody, Fate};
use super::matrices::MatrixBody;
use super::summary::Summary;
use super::timeline::Timeline;
use super::vacations::{VacationBody, Vacations};
use super::{problems, rulesets};
use crate::ambient::Time;
use crate::play::{Clock, Loaded, Logged, Visibility, no_course};
use crate::problem::Kind;
use crate::store::{
    Challenge, ChallengePlace, ChallengeRow, ChallengeState, Counts, GameRow, PlayerRow, SeatKind, SeatRow,
    Vacation,
};

const GAME: &str = "0196f0a0-0000-7000-8000-000000000001";
/// The game that is played again.
const BEFORE: &str = "0196f0a0-0000-7000-8000-000000000002";
const ADA: &str = "0196f0a0-0000-7000-8000-00000000000a";
const BEN: &str = "0196f0a0-0000-7000-8000-00000000000b";
/// 2026-05-01T10:00:00Z.
const BEGINNING: i64 = 1_777_629_600_000;

/// A game as it goes on, with its log.
struct Played {
    loaded: Loaded,
    log: Vec<Logged>,
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the number is that of a seat")
}

fn player(id: &str, name: &str) -> Option<PlayerRow> {
    let name = Some(name.to_owned());
    Some(PlayerRow { id: id.to_owned(), name, created_at: Time(BEGINNING), vacations: Vec::new() })
}

fn vacation() -> Vacation {
    let id = "0196f0a0-0000-7000-8000-00000000000d".to_owned();
    Vacation { id, from: Time(BEGINNING).plus_days(61), until: Time(BEGINNING).plus_days(75) }
}

impl Played {
    /// A game that waits: its creator sits, and the other seat is for whoever has the code.
    fn waiting() -> Self {
        let options = json!({"mode": "single", "fleet": "standard", "first": "creator"});
        let seed = Seed::new([7; 32]);
        let game = Game::open(GAME, seed, RulesetId::Classic, &options).expect("the options are right");
        let seats = vec![
            SeatRow { seat: seat(1), kind: SeatKind::Open, player: player(ADA, "Ada"), challenge: None },
            SeatRow { seat: seat(2), kind: SeatKind::Invite(String::new()), player: None, challenge: None },
        ];
        let row = GameRow {
            id: GAME.to_owned(),
            ruleset: RulesetId::Classic.to_string(),
            visibility: "public".to_owned(),
            clock: None,
            created_at: Time(BEGINNING),
            created_by: ADA.to_owned(),
            rematch_of: None,
            rematch: None,
            edition: 0,
            restored: None,
            course: no_course(),
        };
        let clock = Some(Clock::days(3));
        let loaded = Loaded {
            row,
            seats: seats.into(),
            visibility: Visibility::Public,
            clock,
            game: Box::new(game),
            last_at: Time(BEGINNING),
            settled: true,
            outages: Arc::default(),
        };
        let mut played = Self { loaded, log: Vec::new() };
        played.ask(&Request::Join(seat(1)));
        played
    }

    /// The other player sits down.
    fn join(&mut self) {
        Arc::make_mut(&mut self.loaded.seats)[1].player = player(BEN, "Ben");
        self.ask(&Request::Join(seat(2)));
    }

    /// A game that waits for the answer to a challenge: a rematch.
    fn challenging() -> Self {
        let mut played = Self::waiting();
        let loaded = &mut played.loaded;
        loaded.row.rematch_of = Some(BEFORE.to_owned());
        let seat = &mut Arc::make_mut(&mut loaded.seats)[1];
        (seat.kind, seat.challenge) = (SeatKind::Kept(BEN.to_owned()), Some(Challenge::by(ADA)));
        loaded.row.course = loaded.course(None, Time(BEGINNING), None, 14);
        played
    }

    /// The challenge declined.
    fn declined(mut self) -> Value {
        let challenge = Arc::make_mut(&mut self.loaded.seats)[1].challenge.as_mut();
        challenge.expect("it is a challenge").becomes(ChallengeState::Declined, Time(BEGINNING));
        self.ask(&Request::Abort(seat(2)));
        json!(GameBody::of(&self.loaded, Viewer::Public, &Timeline::example()))
    }

    fn place(&mut self, number: u8) {
        self.ask(&Request::Place { seat: seat(number), placement: None, seed: None });
    }

    fn seen(&self, number: u8) -> Value {
        json!(GameBody::of(&self.loaded, Viewer::Seat(seat(number)), &Timeline::example()))
    }

    /// Asks the game for something; what it adds to the log.
    fn ask(&mut self, request: &Request<'_>) -> &[Logged] {
        let step = self.loaded.game.apply(request).expect("the example plays by the rules");
        let before = self.loaded.clone();
        let at = Time(BEGINNING + 60_000 * self.log.len() as i64);
        let begin = self.log.len();
        self.log.extend(step.entries.into_iter().map(|entry| Logged { at, entry }));
        *self.loaded.game = step.game;
        self.loaded.row.course = self.loaded.course(Some(&before), at, None, 14);
        &self.log[begin..]
    }

    fn fire(&mut self, number: u8, cell: &str) {
        let action = [json!({"type": "fire", "cells": [cell]})];
        self.ask(&Request::Act { seat: seat(number), actions: &action });
    }
}

/// The score of a game of `voices` after its first shot, as everybody sees it.
fn score() -> Score {
    const RIGHT: &str = "the example plays by the rules";
    let seed = Seed::new([7; 32]);
    let mut game = Game::open(GAME, seed, RulesetId::Voices, &json!({})).expect("what is left out is right");
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

fn with(mut value: Value, name: &str, more: Value) -> Value {
    value[name] = more;
    value
}

/// An example of the answer to each operation that has one, by the operation's id.
pub(super) fn all() -> Vec<(&'static str, Value)> {
    let me = Viewer::Seat(seat(1));
    let player = json!({"id": ADA, "name": "Ada"});
    let token = json!({"id": "0196f0a0-0000-7000-8000-00000000000c", "name": "scoreboard", "scopes": ["read"],
        "created_at": Time(BEGINNING).to_string(), "expires_at": Time(BEGINNING).plus_days(90).to_string()});
    let secret = |prefix: &str| json!(format!("{prefix}w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"));

    let webhook = json!({"id": "0196f0a0-0000-7000-8000-000000000003", "url": "https://example.org/hooks/broadside",
        "description": "", "types": ["game.changed", "game.reminder", "game.message", "game.restored"], "state": "active",
        "failing_since": null, "old_secret_until": null, "created_at": Time(BEGINNING).to_string()});
    let whsec = json!("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDOWK3mYfhWyI=");
    let game_changed = json!({"type": "game.changed", "timestamp": Time(BEGINNING).to_string(),
        "data": {"game": GAME, "number": 42}});
    let delivery = json!({"id": "msg_2f1c7a5e0b9d4c83a6e1f0d2b7c4958e", "message": game_changed, "state": "delivered",
        "attempts": [{"at": Time(BEGINNING + 20).to_string(), "status": 204, "error": null}],
        "next_attempt_at": null, "created_at": Time(BEGINNING + 10).to_string()});
    let on_its_way = with(
        with(with(delivery.clone(), "state", json!("pending")), "attempts", json!([])),
        "next_attempt_at",
        json!(Time(BEGINNING + 10).to_string()),
    );
    let test = with(
        on_its_way.clone(),
        "message",
        json!({"type": "webhook.test", "timestamp": Time(BEGINNING).to_string(),
        "data": {"webhook": webhook["id"]}}),
    );

    let mut played = Played::waiting();
    let created = with(played.seen(1), "invitations", json!([{"seat": 2, "code": secret("bri_")}]));
    played.join();
    let joined = played.seen(2);
    played.place(1);
    let placed = played.seen(1);
    played.place(2);
    played.fire(1, "F7");
    played.fire(2, "A1");
    let before = played.loaded.game.visible(me);
    let game = played.seen(1);
    let summary = json!(GameSummary::of(&played.loaded, me, &Timeline::example()));
    let legal = json!(played.loaded.game.legal(seat(1)));
    let events = json!({"events": glimpses(0, &played.log, me), "next": before, "timeline": Timeline::example().as_str()});
    let shot = [json!({"type": "fire", "cells": ["C3"]})];
    let logged = played.ask(&Request::Act { seat: seat(1), actions: &shot }).to_vec();
    let acted = json!({"events": glimpses(before, &logged, me), "game": played.seen(1)});

    let resign = [json!({"type": "resign"})];
    played.ask(&Request::Act { seat: seat(2), actions: &resign });
    let log: Vec<(String, Entry)> =
        played.log.iter().map(|logged| (logged.at.to_string(), logged.entry.clone())).collect();
    let record = json!(Record::of(&played.loaded.game, &log).expect("the game is finished"));
    let verdict = json!(record::verify(&record.to_string()));

    let one = Matrix::numbered(1).expect("there are ten");
    let recipe = "v1:10:j3,i2,u3,p2:herring".parse().expect("it is a recipe");
    // The request's own example.
    let request = super::odds::example();
    let (options, runs) = (solo::Options::default(), request["runs"].as_u64().unwrap_or_default() as u32);
    let draft = serde_json::from_value(request["placement"].clone()).expect("the example is a placement");
    let layout = Layout::new(&options, &draft).expect("the example is a right placement");
    let mut called_off = Played::waiting();
    called_off.ask(&Request::Abort(seat(1)));
    let challenging = Played::challenging();
    let row = ChallengeRow {
        place: ChallengePlace { game_id: GAME.to_owned(), seat: 2 },
        by: (ADA.to_owned(), Some("Ada".to_owned())),
        to: (BEN.to_owned(), Some("Ben".to_owned())),
    };
    let challenge =
        ChallengeBody::of(row, &challenging.loaded, Viewer::Public, Fate::Open, &Timeline::example());
    let counts = Counts {
        games: 5,
        my_turn: 2,
        deadline: Some(Time(BEGINNING).plus_days(3)),
        challenges_in: 1,
        challenges_out: 0,
    };
    let at = Time(BEGINNING).to_string();
    let blocks = json!([{"player": {"id": BEN, "name": "Ben"}, "since": at}]);
    let message =
        json!({"number": 1, "player": player, "seat": 1, "at": at, "text": "Good luck!", "hidden": null});
    let hidden = json!({"number": 2, "player": {"id": BEN, "name": "Ben"}, "seat": 2, "at": at, "text": null, "hidden": "blocked"});
    let noted = "She never fires at the rim.";
    let mailbox = json!({"address": "ada@example.org", "pending": null, "cadence": "each", "sheets": false,
        "language": "en", "state": "active"});
    let pending = json!({"address": "ada@example.org", "until": Time(BEGINNING).plus_days(2).to_string(), "sent": true});
    let asked = with(with(mailbox.clone(), "address", Value::Null), "pending", pending);
    let classic = json!(rulesets::summary(RulesetId::Classic));
    // Its rules and the schema of its settings are long: of each, what it begins with.
    let ruleset = with(classic.clone(), "rules", json!("# Salvo on paper\n\n…"));
    let ruleset = with(ruleset, "options_schema", json!({"title": "Options of `classic`", "type": "object"}));
    let ruleset = with(ruleset, "default_options", RulesetId::Classic.default_options());
    let ruleset = with(ruleset, "credits", json!(RulesetId::Classic.credits()));
    let problem = json!(problems::explain(Kind::OutOfTurn));
    let score = score();
    let reminder = json!({"event": "reminder", "id": "43",
        "data": {"game": GAME, "deadline": Time(BEGINNING).plus_days(3).to_string()}});
    let export = json!({"format": "broadside-export/1", "exported_at": at,
        "player": {"id": ADA, "name": "Ada", "created_at": at}, "tokens": [token], "blocks": blocks, "challenges": [challenge],
        "notes": [{"game": GAME, "text": noted, "changed_at": at}],
        "messages": [{"game": GAME, "number": 1, "at": at, "text": "Good luck!"}],
        "games": [{"game": game, "record": null}]});
    vec![
        (
            "list_messages",
            json!({"messages": [message, hidden], "last": 2, "next": null, "timeline": Timeline::example().as_str()}),
        ),
        ("write_message", message),
        ("get_notes", json!({"text": noted, "changed_at": at})),
        ("put_notes", json!({"text": noted, "changed_at": at})),
        ("list_blocks", json!({"blocks": blocks})),
        ("export_me", export),
        ("get_summary", json!(Summary::from(counts))),
        ("list_challenges", json!({"challenges": [challenge], "next": null})),
        ("rematch", challenging.seen(1)),
        ("decline_challenge", challenging.declined()),
        ("get_mailbox", mailbox.clone()),
        ("put_mailbox", asked),
        ("confirm_mailbox", mailbox),
        ("hand_over_mail", json!({"id": "0196f0a0-0000-7000-8000-00000000000e", "repeated": false})),
        ("find_token", with(with(token.clone(), "token", secret("brs_")), "player", player.clone())),
        ("list_rulesets", json!({"rulesets": [classic]})),
        ("get_ruleset", ruleset),
        ("list_problems", json!({"problems": [problem]})),
        ("get_problem", problem),
        ("get_score", json!(score)),
        ("get_score_text", json!(score.to_text())),
        ("get_score_ssml", json!(score.to_ssml())),
        ("stream_events", reminder),
        ("renew_invitation", json!({"seat": 2, "code": secret("bri_")})),
        ("create_player", json!({"player": player, "token": secret("brs_")})),
        ("get_me", player.clone()),
        ("get_player", player.clone()),
        ("rename_me", player),
        ("list_vacations", json!(Vacations::of(&[vacation()], Time(BEGINNING), 28))),
        ("create_vacation", json!(VacationBody::from(&vacation()))),
        ("create_token", with(token.clone(), "token", secret("brs_"))),
        ("rename_token", token.clone()),
        ("rotate_token", with(token.clone(), "token", secret("brs_"))),
        ("list_tokens", json!({"tokens": [token]})),
        ("create_webhook", with(webhook.clone(), "secret", whsec)),
        ("list_webhooks", json!({"webhooks": [webhook]})),
        ("get_webhook", webhook.clone()),
        ("change_webhook", with(webhook, "state", json!("paused"))),
        ("test_webhook", test),
        ("list_webhook_deliveries", json!({"deliveries": [delivery], "next": null})),
        ("redeliver_webhook", on_its_way),
        ("create_game", created),
        ("list_games", json!({"games": [summary], "next": null})),
        ("get_game", game),
        ("take_seat", joined),
        ("place", placed),
        ("list_legal_actions", legal),
        ("act", acted),
        ("list_events", events),
        ("abort_game", called_off.seen(1)),
        ("get_record", record),
        ("verify_record", verdict),
        ("list_matrices", json!({"matrices": [MatrixBody::from(one)]})),
        ("get_matrix", json!(MatrixBody::from(one))),
        ("make_matrix", json!(MatrixBody::from(&Matrix::made(&recipe)))),
        ("get_pronunciation_key", json!({"phones": key::keys()[..2]})),
        ("reckon_odds", json!(layout.simulated(runs, 0))),
        ("get_game_odds", json!(layout.exact())),
        ("list_sheets", json!(super::sheets::catalogue(str::to_owned))),
        ("list_game_sheets", json!(super::game_sheets::catalogue(&played.loaded, me, str::to_owned))),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_record_of_the_example_holds() {
        let (_, verdict) = super::all().into_iter().find(|(id, _)| *id == "verify_record").unwrap();
        assert_eq!(verdict["holds"], true, "{verdict}");
    }
}
