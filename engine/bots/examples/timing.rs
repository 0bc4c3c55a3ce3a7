//! Measures the processor time of the decisions of strong bots: `timing GAMES [FILTER]`.
//!
//! GAMES is the number of games of each ruleset. They are divided among the settings that contain
//! FILTER. In each setting, strong bots decide in the place of players of every level, whose moves
//! are carried out. Strong bots also decide at every view of the games in `tests/corpora`.

use std::path::Path;
use std::time::Duration;

use broadside_bots::{Bot, Key, Level};
use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::OwnSeed;
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

#[derive(Default)]
struct Times {
    all: Vec<Duration>,
    worst: Option<(Duration, String)>,
    methods: std::collections::BTreeMap<&'static str, u64>,
}

impl Times {
    fn add(&mut self, time: Duration, what: impl FnOnce() -> String) {
        self.all.push(time);
        if self.worst.as_ref().is_none_or(|(worst, _)| time > *worst) {
            self.worst = Some((time, what()));
        }
    }

    fn print(&mut self, name: &str) {
        self.all.sort_unstable();
        let ms = |at: usize| self.all.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3);
        let count = self.all.len();
        let worst = self.worst.as_ref().map_or("", |(_, what)| what.as_str());
        println!(
            "{name}: {count} decisions, median {:.2} p99 {:.2} max {:.2} ms, {:?}, worst {worst}",
            ms(count / 2),
            ms(count * 99 / 100),
            ms(count.saturating_sub(1)),
            self.methods,
        );
    }
}

/// A key of 32 bytes for each game and seat.
fn key(seat: Seat, number: u32, role: u8) -> Key {
    let mut bytes = [role; 32];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    bytes[4] = seat.index() as u8;
    Key::new(bytes)
}

fn strong(seat: Seat, number: u32) -> Bot {
    Bot::new(Level::Strong, key(seat, number, 1))
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Measures a decision. Other processes do not count, because this is the time that the thread had
/// the processor.
fn timed<T>(decide: impl FnOnce() -> T) -> (T, Duration) {
    let begun = processor_time();
    let decision = decide();
    (decision, processor_time() - begun)
}

fn decide(game: &Game, seat: Seat, number: u32, times: &mut Times, what: &str) {
    let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal(seat));
    let bot = strong(seat, number);
    let (decision, time) = timed(|| bot.act(seat, &view, &legal));
    if let Some(decision) = decision {
        if let Some(method) = decision.method {
            *times.methods.entry(method.into()).or_default() += 1;
        }
        times.add(time, || what.to_owned());
    }
}

fn place(game: &Game, seat: Seat, number: u32, times: &mut Times) {
    let view = game.view(Viewer::Seat(seat));
    let (_, time) = timed(|| strong(seat, number).place(&view));
    times.add(time, || "placement".into());
}

fn play(
    name: &str,
    ruleset: RulesetId,
    options: &Value,
    level: Level,
    number: u32,
    times: &mut Times,
) -> Result<(), Failure> {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&number.to_le_bytes());
    let mut game = Game::open(name, Seed::new(seed), ruleset, options)?;
    let seats = options.get("seats").and_then(Value::as_u64).unwrap_or(2) as u8;
    let seats: Vec<Seat> = Seat::first(seats).collect();
    for seat in &seats {
        game = game.apply(&Request::Join(*seat))?.game;
    }
    let bot = |seat: Seat| Bot::new(level, key(seat, number, 2));
    for seat in &seats {
        place(&game, *seat, number, times);
        let placement = serde_json::to_value(bot(*seat).place(&game.view(Viewer::Seat(*seat))))?;
        let placement = Some(&placement["placement"]).filter(|placement| !placement.is_null());
        game = game.apply(&Request::Place { seat: *seat, placement, seed: None })?.game;
    }
    for step in 0..5_000 {
        if game.status().is_over() {
            break;
        }
        let mut moved = false;
        for &seat in &seats {
            if !game.to_move().contains(seat) && game.draw_offer().is_none_or(|offer| offer == seat)
            {
                continue;
            }
            let Some(decision) =
                bot(seat).act(seat, &game.view(Viewer::Seat(seat)), &game.legal(seat))
            else {
                continue;
            };
            decide(
                &game,
                seat,
                number,
                times,
                &format!("{name} {level} game {number} step {step}"),
            );
            game = game.apply(&Request::Act { seat, actions: &decision.actions })?.game;
            moved = true;
            break;
        }
        if !moved {
            return Err("nobody moves".into());
        }
    }
    Ok(())
}

fn ship(text: &str) -> Value {
    let words: Vec<_> = text.split_whitespace().collect();
    json!({"class": words.first(), "at": words.get(1), "heading": words.get(2)})
}

fn placement(ruleset: RulesetId, text: &str) -> Value {
    if ruleset == RulesetId::Satellite {
        let building = |text: &str| {
            let words: Vec<_> = text.split_whitespace().collect();
            json!({"building": words[0], "cells": words[1..]})
        };
        return json!({"buildings": text.split(',').map(building).collect::<Vec<_>>()});
    }
    let (ships, rest) = text.split_once(';').unwrap_or((text, ""));
    let mut all = json!({"ships": ships.split(',').map(ship).collect::<Vec<_>>()});
    if ruleset == RulesetId::Advanced {
        let weapon = |text: &str| {
            let words: Vec<_> = text.split_whitespace().collect();
            match words.get(2) {
                Some(order) => json!({"kind": words[0], "at": words[1], "order": order}),
                None => json!({"kind": words[0], "at": words[1]}),
            }
        };
        all["weapons"] =
            rest.split(',').filter(|text| !text.trim().is_empty()).map(weapon).collect();
    }
    all
}

fn action(ruleset: RulesetId, text: &str) -> Value {
    let words: Vec<_> = text.split_whitespace().collect();
    match (ruleset, &words[..]) {
        (RulesetId::Classic, ["fire", cells @ ..]) => json!({"type": "fire", "cells": cells}),
        (RulesetId::Voices, ["fire", cell]) => json!({"type": "fire", "cell": cell}),
        (RulesetId::Voices, ["axes", die]) => json!({"type": "choose_axes", "first_die": die}),
        (RulesetId::Satellite, ["roll", keep @ ..]) => {
            json!({"type": "roll", "keep": keep.iter().filter_map(|n| n.parse::<u8>().ok()).collect::<Vec<_>>()})
        }
        (_, ["fire", cartridge, beam @ ("row" | "column"), targets @ ..]) => {
            json!({"type": "fire", "cartridge": cartridge, "targets": targets, "beam": beam})
        }
        (_, ["fire", cartridge, targets @ ..]) => {
            json!({"type": "fire", "cartridge": cartridge, "targets": targets})
        }
        (_, ["give_up", cartridge, target]) => {
            json!({"type": "give_up", "cartridge": cartridge, "target": target})
        }
        (_, ["shoot", target]) => json!({"type": "shoot", "target": target}),
        (_, ["destruct", targets @ ..]) => json!({"type": "destruct", "targets": targets}),
        (_, ["salvo", cells @ ..]) => json!({"type": "salvo", "cells": cells}),
        (_, ["send", from, to]) => json!({"type": "send", "from": from, "to": to}),
        (_, ["buy", weapon, at]) => json!({"type": "buy", "weapon": weapon, "at": at}),
        (_, ["buy", weapon, at, order]) => {
            json!({"type": "buy", "weapon": weapon, "at": at, "order": order})
        }
        (_, ["order", gun, order]) => json!({"type": "order", "gun": gun, "order": order}),
        (_, [kind, ..]) => json!({"type": kind}),
        _ => Value::Null,
    }
}

fn replay(ruleset: RulesetId, path: &Path, times: &mut Times) -> Result<(), Failure> {
    let text = std::fs::read_to_string(path)?;
    let header =
        |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("").trim();
    let options: Value = serde_json::from_str(header("options "))?;
    let seed = Seed::new([header("seed ").parse()?; 32]);
    let mut game = Game::open(header("id "), seed, ruleset, &options)?;
    for asked in text.lines().filter_map(|line| line.strip_prefix("> ")) {
        for seat in game.seats().iter().map(|seat| seat.seat).collect::<Vec<_>>() {
            decide(&game, seat, 1, times, &format!("{} > {asked}", path.display()));
        }
        if asked == "deadline" {
            break;
        }
        let (seat, mut rest) = asked.split_once(' ').ok_or("no request")?;
        let seat = Seat::new(seat.parse()?).ok_or("no seat")?;
        let mut seed = None;
        if let Some(with) = rest.strip_prefix("seed ") {
            let (text, then) = with.split_once(' ').ok_or("no placement")?;
            (seed, rest) = (OwnSeed::new(text), then);
        }
        let result = match rest.split_once(' ').unwrap_or((rest, "")) {
            ("join", _) => game.apply(&Request::Join(seat)),
            ("leave", _) => game.apply(&Request::Leave(seat)),
            ("abort", _) => game.apply(&Request::Abort(seat)),
            ("place", "random") => game.apply(&Request::Place { seat, placement: None, seed }),
            ("place", text) => {
                let placement = placement(ruleset, text);
                game.apply(&Request::Place { seat, placement: Some(&placement), seed })
            }
            _ => game.apply(&Request::Act { seat, actions: &[action(ruleset, rest)] }),
        };
        // Many requests are refused on purpose, and those about the voice are left out.
        if let Ok(step) = result {
            game = step.game;
        }
    }
    Ok(())
}

fn fleet(columns: u8, rows: u8, mode: &str, ships: &[(&str, u8, u8)]) -> Value {
    let ships: Vec<Value> = ships
        .iter()
        .flat_map(|(class, length, count)| {
            (0..*count).map(move |_| json!({"class": class, "length": length, "shots": 1}))
        })
        .collect();
    json!({"mode": mode, "fleet": "custom", "grid": {"columns": columns, "rows": rows}, "ships": ships})
}

fn settings() -> Vec<(RulesetId, String, Value)> {
    let mut all: Vec<(RulesetId, &str, Value)> = Vec::new();
    for mode in ["single", "salvo"] {
        for fleet in ["standard", "two_destroyers", "five_ships"] {
            all.push((RulesetId::Classic, "predefined", json!({"mode": mode, "fleet": fleet})));
        }
        let mut custom = |what, columns, rows, ships: &[(&str, u8, u8)]| {
            all.push((RulesetId::Classic, what, fleet(columns, rows, mode, ships)));
        };
        custom("10 sixes on 26", 26, 26, &[("a", 6, 10)]);
        custom("ten ones on 26", 26, 26, &[("a", 1, 10)]);
        custom("ten twos on 26", 26, 26, &[("a", 2, 10)]);
        custom("ten threes on 26", 26, 26, &[("a", 3, 10)]);
        custom(
            "ten classes on 26",
            26,
            26,
            &[
                ("a", 6, 1),
                ("b", 6, 1),
                ("c", 5, 1),
                ("d", 5, 1),
                ("e", 4, 1),
                ("f", 4, 1),
                ("g", 3, 1),
                ("h", 3, 1),
                ("i", 2, 1),
                ("j", 2, 1),
            ],
        );
        custom("mixed on 26", 26, 26, &[("a", 6, 3), ("b", 4, 3), ("c", 2, 4)]);
        custom("mixed on 16", 16, 16, &[("a", 5, 3), ("b", 4, 3), ("c", 3, 4)]);
        custom("ten fives on 10", 10, 10, &[("a", 5, 10)]);
        custom("ten sixes on 11", 11, 11, &[("a", 6, 10)]);
        custom(
            "ten classes of five on 10",
            10,
            10,
            &[
                ("a", 5, 1),
                ("b", 5, 1),
                ("c", 5, 1),
                ("d", 5, 1),
                ("e", 5, 1),
                ("f", 5, 1),
                ("g", 5, 1),
                ("h", 5, 1),
                ("i", 5, 1),
                ("j", 5, 1),
            ],
        );
        custom("dense on 6", 6, 6, &[("a", 3, 6)]);
        custom("dense on 7", 7, 7, &[("a", 4, 3), ("b", 3, 4)]);
        custom("dense on 8", 8, 8, &[("a", 4, 2), ("b", 3, 4), ("c", 3, 4)]);
        custom("small on 6", 6, 6, &[("a", 2, 5), ("b", 1, 4)]);
        custom("small on 10", 10, 10, &[("a", 1, 10)]);
        custom("twos on 10", 10, 10, &[("a", 2, 10)]);
        custom("mixed on 10", 10, 10, &[("a", 4, 1), ("b", 3, 2), ("c", 2, 3), ("d", 1, 4)]);
        custom("twos and threes on 20", 20, 20, &[("a", 2, 5), ("b", 3, 5)]);
    }
    // Many shots.
    all.push((
        RulesetId::Classic,
        "many shots on 26",
        json!({"mode": "salvo", "fleet": "custom",
        "grid": {"columns": 26, "rows": 26}, "ships": (0..10).map(|n| json!({"class": format!("c{}", n % 5),
        "length": n % 5 + 2, "shots": 5})).collect::<Vec<_>>()}),
    ));
    all.push((RulesetId::Classic, "repeat", json!({"fleet": "five_ships", "repeat_on_hit": true})));
    let full = json!({"carrier": 4, "battleship": 4, "destroyer": 4, "patrol": 4, "submarine": 4});
    let voices = [
        json!({}),
        json!({"axes": "after_roll"}),
        json!({"aim": "choice"}),
        json!({"seats": 4, "aim": "choice"}),
        json!({"seats": 8, "axes": "after_roll"}),
        json!({"seats": 8, "aim": "choice"}),
        json!({"aim": "choice", "fleet": full}),
        json!({"axes": "after_roll", "fleet": full}),
        json!({"seats": 8, "aim": "choice", "fleet": full, "rounds": 2}),
        json!({"seats": 8, "axes": "after_roll", "fleet": full, "rounds": 2}),
    ];
    all.extend(voices.into_iter().map(|options| (RulesetId::Voices, "", options)));
    let satellite = [
        json!({}),
        json!({"endgame": "desperation"}),
        json!({"endgame": "reloaded", "rows": 8, "columns": 8}),
        json!({"endgame": "self_destruct"}),
        json!({"endgame": "reloaded"}),
        json!({"endgame": "desperation", "rows": 16, "columns": 16}),
    ];
    all.extend(satellite.into_iter().map(|options| (RulesetId::Satellite, "", options)));
    let sea = json!({"map": vec!["~".repeat(26); 26], "points": 60});
    let crowd = json!({"fleet": {"carrier": 4, "battleship": 4, "cruiser": 4, "destroyer": 4, "submarine": 4}});
    let advanced =
        [json!({}), json!({"points": 60}), json!({"points": 20, "resupply": 2}), sea, crowd];
    all.extend(advanced.into_iter().map(|options| (RulesetId::Advanced, "", options)));
    all.into_iter()
        .map(|(ruleset, what, options)| (ruleset, format!("{ruleset} {what}"), options))
        .collect()
}

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let games: usize = args.next().map_or(Ok(100), |games| games.parse())?;
    let filter = args.next().unwrap_or_default();
    for ruleset in
        [RulesetId::Classic, RulesetId::Voices, RulesetId::Satellite, RulesetId::Advanced]
    {
        let mut times = Times::default();
        if !format!("corpora {ruleset}").contains(&filter) {
            continue;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/corpora")
            .join(ruleset.to_string());
        let mut paths: Vec<_> =
            std::fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths {
            if let Err(error) = replay(ruleset, &path, &mut times) {
                println!("{}: {error}", path.display());
            }
        }
        times.print(&format!("corpora {ruleset}"));
    }
    let levels = [Level::Strong, Level::Casual, Level::Random];
    let title = |name: &str, options: &Value| {
        format!("{name} {}", options.to_string().chars().take(120).collect::<String>())
    };
    let mut chosen = settings();
    chosen.retain(|(_, name, options)| title(name, options).contains(&filter));
    let mut totals = std::collections::BTreeMap::<String, Times>::new();
    for (ruleset, name, options) in &chosen {
        let title = title(name, options);
        let of_ruleset = chosen.iter().filter(|(other, ..)| other == ruleset).count();
        let mut times = Times::default();
        for number in 0..games.div_ceil(of_ruleset * levels.len()) as u32 {
            for level in levels {
                if let Err(error) = play(name, *ruleset, options, level, number, &mut times) {
                    return Err(format!("{title}: {error}").into());
                }
            }
        }
        times.print(&title);
        let total = totals.entry(ruleset.to_string()).or_default();
        total.all.append(&mut times.all);
        total.worst = total.worst.take().max(times.worst);
        for (method, count) in times.methods {
            *total.methods.entry(method).or_default() += count;
        }
    }
    for (name, mut times) in totals {
        times.print(&format!("all {name}"));
    }
    Ok(())
}
