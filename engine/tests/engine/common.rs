//! Helpers for the tests of the engine: a game with its log, and announcements as text.

use broadside_engine::chance::Seed;
use broadside_engine::dispatch_typed;
use broadside_engine::game::{Entry, Game, Glimpse, Request, RequestError, RulesetId};
use broadside_engine::record::Record;
use broadside_engine::ruleset::{RefusalKind, RuleError};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::OwnSeed;
use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

use crate::properties::TestedRuleset as _;

/// Configures a property test with this many cases, the same in each run. Set `PROPTEST_RNG_SEED`
/// for others.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    let config = ProptestConfig::default();
    let rng_seed = match config.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        RngSeed::Fixed(seed) => RngSeed::Fixed(seed),
    };
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 200, rng_seed, ..config }
}

/// Returns seat 1, the creator of the game.
pub(crate) fn ada() -> Seat {
    Seat::new(1).unwrap()
}

/// Seat 2.
pub(crate) fn ben() -> Seat {
    Seat::new(2).unwrap()
}

/// Both players and an onlooker.
pub(crate) const VIEWERS: fn() -> [Viewer; 3] =
    || [Viewer::Seat(ada()), Viewer::Seat(ben()), Viewer::Public];

/// Standard fleet in the top left corner: battleship A1–E1, cruiser A2–D2, submarine A3–C3,
/// destroyer A4–B4.
pub(crate) const STANDARD: &str =
    "battleship A1 across, cruiser A2 across, submarine A3 across, destroyer A4 across";

/// Standard fleet in the bottom right corner: battleship J6–J10, cruiser I7–I10, submarine H8–H10,
/// destroyer G9–G10.
pub(crate) const STANDARD_DOWN: &str =
    "battleship J6 down, cruiser I7 down, submarine H8 down, destroyer G9 down";

/// Parses a placement from ships, as in `battleship A1 across, cruiser A2 down`.
pub(crate) fn placement(ships: &str) -> Value {
    let ship = |text: &str| {
        let words: Vec<_> = text.split_whitespace().collect();
        let [class, at, heading] = words[..] else { panic!("`{text}` is no ship") };
        json!({"class": class, "at": at, "heading": heading})
    };
    json!({"ships": ships.split(',').map(ship).collect::<Vec<_>>()})
}

/// Returns the action that fires at cells, as in `A1 B2`.
pub(crate) fn fire(cells: &str) -> Value {
    json!({"type": "fire", "cells": cells.split_whitespace().collect::<Vec<_>>()})
}

/// Parses an action of `classic`, as in `fire A1 B2` or `resign`.
pub(crate) fn classic_action(text: &str) -> Value {
    match text.split_once(' ') {
        Some(("fire", cells)) => fire(cells),
        None => json!({"type": text}),
        Some(_) => panic!("`{text}` is nothing that can be done"),
    }
}

/// Parses a placement of `voices`: ships and, after a semicolon, matrices and voice, as in
/// `carrier A1 across; battle 3 tactical v1:10:t5,d5:a voice left dice`.
pub(crate) fn voices_placement(text: &str) -> Value {
    let (ships, sounds) = text.split_once(';').unwrap_or((text, ""));
    let mut placement = placement(ships);
    let mut words = sounds.split_whitespace();
    while let Some(word) = words.next() {
        let mut next = || words.next().unwrap_or_else(|| panic!("`{word}` of what?"));
        placement[word] = match word {
            "voice" => json!({"row": next(), "column": next()}),
            _ => {
                let name = next();
                name.parse::<u64>().map_or(json!(name), |number| json!(number))
            }
        };
    }
    placement
}

/// Parses an action of `voices`.
pub(crate) fn voices_action(text: &str) -> Value {
    let (words, after) = text.split_once(": ").unwrap_or((text, ""));
    let words: Vec<_> = words.split(' ').collect();
    let number =
        |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("`{text}` is no number"));
    match words[..] {
        ["fire", cell] => json!({"type": "fire", "cell": cell}),
        ["axes", first_die] => json!({"type": "choose_axes", "first_die": first_die}),
        ["voice", row, column] => json!({"type": "set_voice", "row": row, "column": column}),
        ["voice", row, column, "for", shot] => {
            json!({"type": "set_voice", "row": row, "column": column, "for_shot": number(shot)})
        }
        ["direct", part, shot] => {
            json!({"type": "direct", "part": part, "shot": number(shot), "text": after})
        }
        [kind] => json!({"type": kind}),
        _ => panic!("`{text}` is nothing that can be done"),
    }
}

/// Parses a placement of `satellite` from buildings, as in `outpost A1 A2, relay C1 D1 E1`.
pub(crate) fn satellite_placement(text: &str) -> Value {
    let building = |text: &str| {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_else(|| panic!("`{text}` is no building"));
        json!({"building": name, "cells": words.collect::<Vec<_>>()})
    };
    json!({"buildings": text.split(',').map(building).collect::<Vec<_>>()})
}

/// Parses an action of `satellite`, as in `roll 1 3`, `fire barrage_2 A1 B7`,
/// `fire small_straight row C4`, `give_up hazard A1`, `shoot A1` or `destruct A1 B7`.
pub(crate) fn satellite_action(text: &str) -> Value {
    let words: Vec<_> = text.split_whitespace().collect();
    match words[..] {
        ["roll", ref keep @ ..] => {
            let keep: Vec<u8> = keep.iter().map(|position| position.parse().unwrap()).collect();
            json!({"type": "roll", "keep": keep})
        }
        ["fire", cartridge, beam @ ("row" | "column"), ref targets @ ..] => {
            json!({"type": "fire", "cartridge": cartridge, "targets": targets, "beam": beam})
        }
        ["fire", cartridge, ref targets @ ..] => {
            json!({"type": "fire", "cartridge": cartridge, "targets": targets})
        }
        ["give_up", cartridge, target] => {
            json!({"type": "give_up", "cartridge": cartridge, "target": target})
        }
        ["shoot", target] => json!({"type": "shoot", "target": target}),
        ["destruct", ref targets @ ..] => json!({"type": "destruct", "targets": targets}),
        [kind] => json!({"type": kind}),
        _ => panic!("`{text}` is nothing that can be done"),
    }
}

/// Details of a refusal.
#[derive(Debug, PartialEq)]
pub(crate) struct Refused {
    pub(crate) kind: RefusalKind,
    pub(crate) rule: Option<&'static str>,
    pub(crate) field: String,
    pub(crate) detail: String,
}

/// Returns the refusal in a rejection. Panics on any other rejection.
pub(crate) fn refused(rejection: RequestError) -> Refused {
    match rejection {
        RequestError::Refused { field, refusal } => Refused {
            kind: refusal.kind(),
            rule: refusal.rule(),
            field,
            detail: refusal.to_string(),
        },
        other => panic!("turned down in another way: {other:?}"),
    }
}

/// Opens a game of `classic` with a fixed id.
pub(crate) fn open(byte: u8, options: &Value) -> Result<Game, RequestError> {
    Game::open("a game", Seed::new([byte; 32]), RulesetId::Classic, options)
}

/// Game with its log, as a service would keep them.
#[derive(Clone)]
pub(crate) struct Play {
    pub(crate) game: Game,
    pub(crate) log: Vec<Entry>,
}

impl Play {
    pub(crate) fn open(options: Value) -> Self {
        Self::seeded(7, &options)
    }

    pub(crate) fn seeded(byte: u8, options: &Value) -> Self {
        Self { game: open(byte, options).unwrap(), log: Vec::new() }
    }

    /// Returns a game of `voices` in which all seats are taken.
    pub(crate) fn voices(byte: u8, options: &Value) -> Self {
        Self::seated(RulesetId::Voices, byte, options)
    }

    /// Returns a game of `satellite` in which both seats are taken.
    pub(crate) fn satellite(byte: u8, options: &Value) -> Self {
        Self::seated(RulesetId::Satellite, byte, options)
    }

    /// Returns a game in which all seats are taken.
    pub(crate) fn seated(ruleset: RulesetId, byte: u8, options: &Value) -> Self {
        let mut play = Self::empty(ruleset, byte, options);
        for seat in play.seats() {
            play.must(&Request::Join(seat));
        }
        play
    }

    /// Returns a game in which no seat is taken.
    pub(crate) fn empty(ruleset: RulesetId, byte: u8, options: &Value) -> Self {
        let game = Game::open("a game", Seed::new([byte; 32]), ruleset, options);
        Self { game: game.unwrap_or_else(|error| panic!("{options}: {error}")), log: Vec::new() }
    }

    /// Returns all seats.
    pub(crate) fn seats(&self) -> Vec<Seat> {
        self.game.seats().iter().map(|seat| seat.seat).collect()
    }

    /// Returns all viewers of the game: each seat, and the public.
    pub(crate) fn viewers(&self) -> Vec<Viewer> {
        self.seats().into_iter().map(Viewer::Seat).chain([Viewer::Public]).collect()
    }

    /// Returns a game in progress, with these fleets.
    pub(crate) fn started(options: Value, one: &str, two: &str) -> Self {
        let mut play = Self::open(options);
        play.must(&Request::Join(ben()));
        play.must(&Request::Join(ada()));
        play.place(ada(), one);
        play.place(ben(), two);
        play
    }

    /// Makes a request.
    pub(crate) fn ask(&mut self, request: &Request<'_>) -> Result<Vec<Entry>, RequestError> {
        let step = self.game.apply(request)?;
        self.game = step.game;
        self.log.extend(step.entries.iter().cloned());
        Ok(step.entries)
    }

    /// Makes a request that must be legal. Returns what the public hears of it.
    pub(crate) fn must(&mut self, request: &Request<'_>) -> Vec<String> {
        let entries = self.ask(request).unwrap_or_else(|error| panic!("{request:?}: {error}"));
        heard(&entries, Viewer::Public)
    }

    /// Makes a request that must be refused, and checks that it changes nothing.
    pub(crate) fn refuse(&mut self, request: &Request<'_>) -> Refused {
        let before = self.text();
        let refusal = refused(self.ask(request).expect_err("it is refused"));
        assert_eq!(self.text(), before);
        refusal
    }

    pub(crate) fn place(&mut self, seat: Seat, ships: &str) -> Vec<String> {
        let placement = placement(ships);
        self.must(&Request::Place { seat, placement: Some(&placement), seed: None })
    }

    pub(crate) fn place_at_random(&mut self, seat: Seat, seed: Option<&str>) -> Vec<String> {
        let seed = seed.map(|seed| OwnSeed::new(seed).unwrap());
        self.must(&Request::Place { seat, placement: None, seed })
    }

    pub(crate) fn act(&mut self, seat: Seat, action: Value) -> Vec<String> {
        self.must(&Request::Act { seat, actions: &[action] })
    }

    /// Makes a shared move without fields, such as `resign`.
    pub(crate) fn shared_move(&mut self, seat: Seat, kind: &str) -> Vec<String> {
        self.act(seat, json!({"type": kind}))
    }

    pub(crate) fn fire(&mut self, seat: Seat, cells: &str) -> Vec<String> {
        self.act(seat, fire(cells))
    }

    pub(crate) fn refuse_action(&mut self, seat: Seat, action: Value) -> Refused {
        self.refuse(&Request::Act { seat, actions: &[action] })
    }

    pub(crate) fn refuse_fire(&mut self, seat: Seat, cells: &str) -> Refused {
        self.refuse_action(seat, fire(cells))
    }

    /// Returns the stored text, which contains the complete state.
    pub(crate) fn text(&self) -> String {
        self.game.store().text().to_owned()
    }

    /// Returns the view of a viewer as JSON.
    pub(crate) fn view(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.game.view(viewer)).unwrap()
    }

    /// Returns the legal actions of a seat as JSON.
    pub(crate) fn legal(&self, seat: Seat) -> Value {
        serde_json::to_value(self.game.legal(seat)).unwrap()["actions"].take()
    }

    /// Returns everything a viewer has heard, as text.
    pub(crate) fn heard(&self, viewer: Viewer) -> Vec<String> {
        heard(&self.log, viewer)
    }

    pub(crate) fn outcome(&self) -> Value {
        serde_json::to_value(self.game.outcome()).unwrap()
    }

    /// Returns the record of the finished game, with one second between events.
    pub(crate) fn record(&self) -> Record {
        let at = |n| format!("2026-05-01T10:{:02}:{:02}.000Z", n / 60, n % 60);
        let log: Vec<_> =
            self.log.iter().enumerate().map(|(n, entry)| (at(n), entry.clone())).collect();
        Record::of(&self.game, &log).expect("the game is finished")
    }
}

/// Returns entries of a log as a viewer hears them, as text.
pub(crate) fn heard(entries: &[Entry], viewer: Viewer) -> Vec<String> {
    entries
        .iter()
        .filter_map(|entry| entry.glimpse(viewer))
        .map(|glimpse| words(&glimpse))
        .collect()
}

/// Describes an announcement. Different announcements have different descriptions.
pub(crate) fn words(glimpse: &Glimpse) -> String {
    let value = serde_json::to_value(glimpse).unwrap();
    let kind = value["type"].as_str().unwrap();
    let words = dispatch_typed!(
        Glimpse, glimpse, R, _own => R::words(kind, &value), Glimpse::Game(_) => None
    );
    words.unwrap_or_else(|| in_fields(kind, &value))
}

/// Describes an event of `classic`.
pub(crate) fn classic_words(kind: &str, event: &Value) -> Option<String> {
    let text = match kind {
        "fired" => {
            let sunk =
                event["sunk"].as_str().map_or(String::new(), |class| format!(", sunk: {class}"));
            format!(
                "seat {} fires {}: {}{sunk}",
                event["seat"],
                listed(&event["cell"]),
                listed(&event["result"])
            )
        }
        "written" => {
            let cells =
                event.get("cells").map_or(String::new(), |cells| format!(": {}", listed(cells)));
            format!("seat {} writes round {}{cells}", event["seat"], event["round"])
        }
        "salvos" => {
            let salvos: Vec<_> = event["salvos"].as_array().unwrap().iter().map(salvo).collect();
            format!("round {}: {}", event["round"], salvos.join("; "))
        }
        _ => return None,
    };
    // Fail on fields that the descriptions above do not cover.
    let fields: Vec<_> = event.as_object().unwrap().keys().map(String::as_str).collect();
    let known: &[&str] = match kind {
        "fired" => &["cell", "result", "seat", "sunk", "type"],
        "written" if fields.len() == 3 => &["round", "seat", "type"],
        "written" => &["cells", "round", "seat", "type"],
        _ => &["round", "salvos", "type"],
    };
    assert_eq!(fields, known);
    Some(text)
}

/// Describes an event of `voices`.
pub(crate) fn voices_words(kind: &str, event: &Value) -> Option<String> {
    match kind {
        "fired" => Some(shot(event)),
        "rolled" => Some(choice(event)),
        "revoiced" => {
            let (row, column) = (line(&event["row"]), line(&event["column"]));
            let voice =
                format!("{} {}", listed(&event["voice"]["row"]), listed(&event["voice"]["column"]));
            assert_eq!(event.as_object().unwrap().len(), 6);
            Some(format!(
                "seat {} answers shot {} anew, {voice}: {row}; {column}",
                event["seat"], event["shot"]
            ))
        }
        _ => None,
    }
}

/// Describes an event of `satellite`.
pub(crate) fn satellite_words(kind: &str, event: &Value) -> Option<String> {
    if event.get("reports").is_some() || event.get("result").is_some() {
        return Some(operation(kind, event));
    }
    if kind != "rolled" {
        return None;
    }
    assert_eq!(event.as_object().unwrap().len(), 5);
    let keep = match event["keep"].as_array().unwrap().len() {
        0 => String::new(),
        _ => format!("keeps {} and ", listed(&event["keep"])),
    };
    Some(format!("seat {} {keep}rolls {}", event["seat"], listed(&event["dice"])))
}

/// Describes what the shooter rolled and chose, as in `throws 4 10, 3 3; x first and `.
fn thrown(event: &Value) -> String {
    let throws: Vec<_> = event["rolls"]
        .as_array()
        .unwrap()
        .iter()
        .map(|dice| {
            assert_eq!(dice.as_object().unwrap().len(), 2);
            format!("{} {}", dice["first"], dice["second"])
        })
        .collect();
    let axis_choice = event["first_die"]
        .as_str()
        .map_or(String::new(), |axis| format!("takes the first die as {axis}, "));
    let throws =
        if throws.is_empty() { String::new() } else { format!("throws {}, ", throws.join(", ")) };
    format!("{axis_choice}{throws}")
}

/// Describes the phones of a line, as in `from the left i p u`.
fn line(line: &Value) -> String {
    assert_eq!(line.as_object().unwrap().len(), 2);
    format!("{} {}", listed(&line["from"]), listed(&line["phones"]))
}

fn choice(event: &Value) -> String {
    assert_eq!(event.as_object().unwrap().len(), 5);
    let pending = &event["pending_choice"];
    let text = match pending["type"].as_str().unwrap() {
        "axes" => {
            format!("chooses between {} and {}", listed(&pending["x"]), listed(&pending["y"]))
        }
        _ => format!(
            "has fired at {} and chooses in its {}: {}",
            listed(&pending["rolled"]),
            listed(&pending["line"]),
            listed(&pending["from"])
        ),
    };
    format!("seat {} {}{text}", event["seat"], thrown(event))
}

fn shot(event: &Value) -> String {
    assert_eq!(event.as_object().unwrap().len(), 9);
    let mut text = format!(
        "round {}, shot {}: seat {} {}calls {} [{}]",
        event["round"],
        event["shot"],
        event["seat"],
        thrown(event),
        listed(&event["cell"]),
        listed(&event["phone"])
    );
    for answer in event["answers"].as_array().unwrap() {
        assert_eq!(answer.as_object().unwrap().len(), 5);
        let sunk =
            answer["sunk"].as_str().map_or(String::new(), |class| format!(", sunk: {class}"));
        let (row, column) = (line(&answer["row"]), line(&answer["column"]));
        text += &format!(
            " | seat {}: {row}; {column}; {}{sunk}",
            answer["seat"],
            listed(&answer["result"])
        );
    }
    text
}

/// Describes a fire or shot in `satellite`, as in
/// `seat 1 fires barrage_2 at A1 B7: A1 hit, B7 miss; 1 destroyed`.
fn operation(kind: &str, event: &Value) -> String {
    let fields = event.as_object().unwrap().len();
    let does = match kind {
        "fired" => {
            assert_eq!(fields, 8);
            let beam =
                event["beam"].as_str().map_or(String::new(), |beam| format!(" along the {beam}"));
            format!("fires {}{beam}", listed(&event["cartridge"]))
        }
        "gave_up" => format!("gives up {}", listed(&event["cartridge"])),
        "shot" => "shoots".to_owned(),
        _ => "destructs".to_owned(),
    };
    let report = |sector: &Value, result: &Value| format!("{} {}", listed(sector), listed(result));
    let (targets, reports) = match event.get("reports") {
        Some(reports) => {
            let all = reports.as_array().unwrap().iter();
            let reports: Vec<_> =
                all.map(|found| report(&found["sector"], &found["result"])).collect();
            (listed(&event["targets"]), reports.join(", "))
        }
        None => {
            assert_eq!(fields, if kind == "shot" { 5 } else { 6 });
            (listed(&event["target"]), listed(&event["result"]))
        }
    };
    let building = match event.get("building") {
        None | Some(Value::Null) => String::new(),
        Some(sectors) => format!("; the building is {}", listed(sectors)),
    };
    let destroyed = match event["destroyed"].as_u64().unwrap() {
        0 => String::new(),
        count => format!("; {count} destroyed"),
    };
    format!("seat {} {does} at {targets}: {reports}{building}{destroyed}", event["seat"])
}

fn salvo(salvo: &Value) -> String {
    let hits = counted(&salvo["hits"]);
    let hits: Vec<_> = hits.iter().map(|(class, count)| format!("{count} on {class}")).collect();
    let hits = if hits.is_empty() { "nothing".to_owned() } else { hits.join(", ") };
    let sunk = match listed(&salvo["sunk"]) {
        none if none.is_empty() => none,
        sunk => format!(", sunk: {sunk}"),
    };
    assert_eq!(salvo.as_object().unwrap().len(), 4);
    format!("seat {} fires {} and hits {hits}{sunk}", salvo["seat"], listed(&salvo["cells"]))
}

/// Counts runs of equal names in a list.
pub(crate) fn counted(names: &Value) -> Vec<(String, usize)> {
    let runs = names.as_array().unwrap().chunk_by(|one, next| one == next);
    runs.map(|run| (run[0].as_str().unwrap().to_owned(), run.len())).collect()
}

fn listed(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(listed).collect::<Vec<_>>().join(" "),
        Value::Number(number) => number.to_string(),
        other => panic!("{other} is no name"),
    }
}

/// Returns the kind of an announcement, and its fields as JSON.
fn in_fields(kind: &str, event: &Value) -> String {
    let fields = event.as_object().unwrap().iter().filter(|(name, _)| *name != "type");
    std::iter::once(kind.to_owned())
        .chain(fields.map(|(name, value)| format!("{name}={value}")))
        .collect::<Vec<_>>()
        .join(" ")
}
