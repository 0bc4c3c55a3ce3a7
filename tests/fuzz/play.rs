//! Plays games that bytes describe: each byte chooses a part of the next request, and the game is
//! checked after each request.

use broadside_engine::chance::Seed;
use broadside_engine::game::{Entry, Game, Request, RulesetId, Step};
use broadside_engine::record::{self, Record};
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_notation as notation;
use serde_json::{Value, json};

/// Maximum number of requests of a game. If each is a legal move, every ruleset ends sooner.
const MAX: usize = 2_000;

/// Bytes that make choices, in order.
pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    fn next(&mut self) -> Option<usize> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(usize::from(*first))
    }

    /// Returns a number below `limit`; 0 after the last byte.
    fn below(&mut self, limit: usize) -> usize {
        self.next().unwrap_or_default() % limit.max(1)
    }

    fn of(&mut self, list: &Value) -> Value {
        self.of_slice(list.as_array().map_or(&[][..], Vec::as_slice))
    }

    fn of_slice<T: Clone + Default>(&mut self, list: &[T]) -> T {
        list.get(self.below(list.len())).cloned().unwrap_or_default()
    }

    /// Chooses different elements of a list.
    fn some(&mut self, count: usize, list: &Value) -> Vec<Value> {
        let mut list = list.as_array().cloned().unwrap_or_default();
        let count = count.min(list.len());
        (0..count).map(|_| list.swap_remove(self.below(list.len()))).collect()
    }
}

/// Settings to choose from.
fn settings(ruleset: RulesetId) -> Vec<Value> {
    let more = [
        (
            RulesetId::Classic,
            vec![
                json!({"mode": "salvo"}),
                json!({"repeat_on_hit": true, "first": "creator"}),
                json!({"mode": "salvo", "fleet": "two_destroyers"}),
                json!({"fleet": "five_ships"}),
                json!({"fleet": "custom", "grid": {"columns": 6, "rows": 6},
                "ships": [{"class": "destroyer", "length": 2, "shots": 1}], "mode": "salvo"}),
            ],
        ),
        (
            RulesetId::Voices,
            vec![
                json!({"seats": 3, "aim": "choice"}),
                json!({"seats": 4, "engagement": "round_robin"}),
                json!({"axes": "after_roll", "rounds": 3}),
                json!({"interludes": true, "rounds": 2}),
                json!({"fleet": {"patrol": 1}, "aim": "choice"}),
            ],
        ),
        (RulesetId::Solo, vec![json!({"wumpuses": true}), json!({"lends": "arms"})]),
        (
            RulesetId::Satellite,
            vec![
                json!({"endgame": "ceasefire"}),
                json!({"endgame": "desperation"}),
                json!({"endgame": "reloaded"}),
                json!({"endgame": "self_destruct"}),
            ],
        ),
        (
            RulesetId::Advanced,
            vec![
                json!({"points": 10, "resupply": 1}),
                json!({"fleet": {"carrier": 0, "battleship": 0, "cruiser": 0, "submarine": 0}, "points": 12}),
                json!({"map": {"seed": "00112233445566778899aabbccddeeff"}}),
            ],
        ),
    ];
    let more = more.into_iter().filter(|(known, _)| *known == ruleset).flat_map(|(_, more)| more);
    [json!({})].into_iter().chain(more).collect()
}

/// Builds an action from a legal one that the game offers. The game nearly always accepts it. An
/// action of a type that is not known here is the example.
fn action((choice, example): &(Value, Value), choices: &mut Choices<'_>) -> Value {
    let kind = choice["type"].as_str().unwrap_or_default();
    let cells = &choice["cells"];
    let count = cells["count"].as_u64().unwrap_or_default() as usize;
    let mut action = match kind {
        "fire" if choice["cartridges"].is_array() => {
            let loaded = choices.of(&choice["cartridges"]);
            let max = loaded["most"].as_u64().unwrap_or(1) as usize;
            let many = 1 + choices.below(max);
            let mut action = json!({"cartridge": loaded["cartridge"], "targets": choices.some(many, &choice["from"])});
            if loaded["beam"].is_array() {
                action["beam"] = choices.of(&loaded["beam"]);
            }
            action
        }
        // A cell or a list of cells, as the ruleset writes it.
        "fire" if choice.get("round").is_none() && count == 1 && choices.below(2) == 0 => {
            json!({"cell": choices.of(&cells["from"])})
        }
        "fire" | "salvo" if cells.is_object() => {
            json!({"cells": choices.some(count, &cells["from"])})
        }
        "choose_axes" => json!({"first_die": choices.of(&choice["first_die"])}),
        "set_voice" => {
            json!({"row": choices.of(&choice["row"]), "column": choices.of(&choice["column"])})
        }
        "direct" => {
            let part = ["call", "answer"][choices.below(2)];
            json!({"part": part, "shot": choices.of(&choice[format!("{part}s")]), "text": "softly"})
        }
        "roll" if choice["keep"].is_array() => {
            let many = choices.below(5);
            json!({"keep": choices.some(many, &choice["keep"])})
        }
        "give_up" => {
            json!({"cartridge": choices.of(&choice["cartridges"]), "target": choices.of(&choice["from"])})
        }
        "shoot" => json!({"target": choices.of(&choice["from"])}),
        "destruct" => {
            let max = choice["targets"]["most"].as_u64().unwrap_or(1) as usize;
            let many = 1 + choices.below(max);
            json!({"targets": choices.some(many, &choice["targets"]["from"])})
        }
        "predict" => json!({"suit": choices.of(&choice["suits"])}),
        "buy" => {
            let weapon = choices.of(&choice["weapons"]);
            let mut action = json!({"weapon": weapon["weapon"], "at": choices.of(&weapon["at"])});
            if weapon["weapon"] == "gun" && choices.below(2) == 1 {
                action["order"] = choices.of(&choice["orders"]);
            }
            action
        }
        "order" => {
            json!({"gun": choices.of(&choice["guns"]), "order": choices.of(&choice["orders"])})
        }
        "send" => {
            json!({"from": choices.of(&choice["planes"])["from"], "to": choices.of(&choice["to"])})
        }
        _ => example.clone(),
    };
    action["type"] = kind.into();
    action
}

/// Sometimes replaces a part of an action, to test actions that the game does not allow.
fn spoil(action: &mut Value, choices: &mut Choices<'_>) {
    let odd = [
        json!("A1"),
        json!("Z99"),
        json!(0),
        json!(-1),
        json!([]),
        json!(null),
        json!(["A1", "A1"]),
        json!("any"),
    ];
    let odd = odd[choices.below(odd.len())].clone();
    if let Some(fields) = action.as_object_mut() {
        let at = choices.below(fields.len());
        if let Some((_, value)) = fields.iter_mut().nth(at) {
            *value = odd;
        }
    }
}

/// A game with its log.
struct Played {
    game: Game,
    log: Vec<(String, Entry)>,
}

impl Played {
    /// Makes a request and checks the result. Returns `true` if the game accepted it.
    fn ask(&mut self, request: &Request<'_>) -> bool {
        let before = &self.game;
        let Step { game, entries } = match before.apply(request) {
            Ok(step) => step,
            Err(rejection) => {
                let message = rejection.to_string();
                assert!(!message.is_empty() && message.chars().count() < 1_000, "{message}");
                return false;
            }
        };
        if let Request::Act { seat, actions } = request {
            assert!(
                before.preview(*seat, actions).is_ok(),
                "what is done would have been refused: {actions:?}"
            );
        }
        assert_eq!(game.version(), before.version() + entries.len() as u64);
        // The log alone leads to the same state.
        let mut folded = before.clone();
        for entry in &entries {
            let stored =
                Entry::restore(game.ruleset(), &entry.store()).expect("what is stored can be read");
            folded.evolve(&stored).expect("it is of this ruleset");
        }
        assert_eq!(folded.store().text(), game.store().text());
        let seats: Vec<Seat> = game.seats().iter().map(|seat| seat.seat).collect();
        assert!(game.to_move().iter().all(|seat| seats.contains(&seat)));
        assert!(!game.status().is_over() || game.to_move().is_empty());
        for viewer in seats.iter().map(|seat| Viewer::Seat(*seat)).chain([Viewer::Public]) {
            assert!(game.visible(viewer) <= game.version());
            game.view(viewer);
            let glimpses =
                entries.iter().filter(|entry| entry.glimpse(viewer).is_some()).count() as u64;
            assert_eq!(game.visible(viewer), before.visible(viewer) + glimpses);
        }
        self.log.extend(
            entries.into_iter().map(|entry| ("2026-05-01T10:00:00.000Z".to_owned(), entry)),
        );
        self.game = game;
        true
    }

    /// Returns the legal choices of a seat, each with an example of its action.
    fn legal(&self, seat: Seat) -> Vec<(Value, Value)> {
        let legal = self.game.legal(seat);
        let examples = notation::examples(&legal).into_iter().map(|one| one.action.to_json());
        let choices = serde_json::to_value(&legal).expect("it is plain data")["actions"].take();
        choices.as_array().into_iter().flatten().cloned().zip(examples).collect()
    }

    /// Makes one of the legal actions of a seat.
    fn act(&mut self, seat: Seat, choices: &mut Choices<'_>) {
        let mut actions = Vec::new();
        let all = self.legal(seat);
        let how = choices.below(16);
        // Prefer moves to resigning and agreeing, which end games.
        let of_rules: Vec<_> = all
            .iter()
            .filter(|(choice, _)| {
                let kind = choice["type"].as_str().unwrap_or_default();
                !["resign", "leave", "offer_draw", "accept_draw", "offer_end", "accept_end"]
                    .contains(&kind)
            })
            .cloned()
            .collect();
        let chosen = if how < 14 && !of_rules.is_empty() {
            choices.of_slice(&of_rules)
        } else {
            choices.of_slice(&all)
        };
        actions.push(action(&chosen, choices));
        if how == 12 {
            spoil(&mut actions[0], choices);
        }
        if how == 13 {
            let second = choices.of_slice(&all);
            actions.push(action(&second, choices));
        }
        self.ask(&Request::Act { seat, actions: &actions });
    }
}

/// Plays the game that the bytes choose. Returns the record, which must be valid, if the game has
/// ended.
pub fn play(bytes: &[u8]) -> Option<Record> {
    let mut choices = Choices(bytes);
    let ruleset = RulesetId::ALL[choices.below(RulesetId::ALL.len())];
    let settings = settings(ruleset);
    let settings = &settings[choices.below(settings.len())];
    let seed = Seed::new([choices.below(256) as u8; 32]);
    let game = Game::open("0196f0a0-0000-7000-8000-000000000000", seed, ruleset, settings);
    let game = game.unwrap_or_else(|refusal| panic!("{settings}: {refusal}"));
    let mut played = Played { game, log: Vec::new() };
    let seats: Vec<Seat> = played.game.seats().iter().map(|seat| seat.seat).collect();
    if choices.below(8) > 0 {
        for seat in &seats {
            played.ask(&Request::Join(*seat));
        }
        for seat in &seats {
            played.ask(&Request::Place { seat: *seat, placement: None, seed: None });
        }
    }
    for _ in 0..MAX {
        let Some(what) = choices.next() else { break };
        let any = seats[what / 16 % seats.len()];
        match what % 16 {
            0 => played.ask(&Request::Join(any)),
            1 => played.ask(&Request::Leave(any)),
            2 => played.ask(&Request::Place { seat: any, placement: None, seed: None }),
            3 if what == 0x13 => played.ask(&Request::Abort(any)),
            3 if what == 0x23 => played.ask(&Request::Cancel),
            3 if what == 0x33 => played.ask(&Request::TimeOut(played.game.to_move())),
            3 if what == 0x43 => played.ask(&Request::TimeOut(Seats::only(any))),
            4 => {
                played.act(any, &mut choices);
                false
            }
            _ => {
                let mover = played.game.to_move().iter().next().unwrap_or(any);
                played.act(mover, &mut choices);
                false
            }
        };
    }
    let Played { game, .. } = &played;
    let restored =
        Game::restore(game.ruleset(), &game.store()).expect("what is stored can be read");
    assert_eq!(restored.store().text(), game.store().text());
    game.outcome()?;
    let record = Record::of(&played.game, &played.log).expect("a finished game has a record");
    let verdict = record::verify(&serde_json::to_string(&record).expect("it is plain data"));
    assert!(verdict.valid, "{:?}", verdict.faults);
    Some(record)
}

/// Examples of settings, placements and actions, each with the number of its ruleset.
pub fn examples() -> Vec<(u8, Value)> {
    let mut examples = Vec::new();
    for (number, &ruleset) in (0..).zip(RulesetId::ALL) {
        for settings in settings(ruleset) {
            let game =
                Game::open("g", Seed::new([7; 32]), ruleset, &settings).expect("they are settings");
            examples.push((number, settings));
            let mut played = Played { game, log: Vec::new() };
            let seats: Vec<Seat> = played.game.seats().iter().map(|seat| seat.seat).collect();
            for &seat in &seats {
                played.ask(&Request::Join(seat));
            }
            for &seat in &seats {
                played.ask(&Request::Place { seat, placement: None, seed: None });
            }
            let stored = |(_, entry): &(String, Entry)| {
                serde_json::from_str(entry.store().text()).unwrap_or_default()
            };
            let placement =
                |entry: Value| Some(entry["body"]["placement"].clone()).filter(Value::is_object);
            examples.extend(
                played
                    .log
                    .iter()
                    .map(stored)
                    .filter_map(placement)
                    .map(|placement| (number, placement)),
            );
            for seat in seats {
                for choice in played.legal(seat) {
                    examples
                        .push((number, json!([action(&choice, &mut Choices(&[7, 3, 11, 2, 5]))])));
                }
            }
        }
    }
    examples
}
