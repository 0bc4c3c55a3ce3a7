//! Tests that replay whole games from text files in `tests/corpora`, and compare them line by line.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Play, refused, words};
use crate::notation_common::{acting, action, placement as placement_of, placing, read_back};
use crate::properties::TestedRuleset as _;
use broadside_engine::chance::Seed;
use broadside_engine::dispatch_by_id;
use broadside_engine::game::{Entry, Game, Request, RulesetId};
use broadside_engine::record::{Record, StoredSecret, verify};
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::OwnSeed;
use serde_json::{Value, json};

/// Returns true if the announcements are rewritten instead of compared.
fn blessing() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// Returns the files with an extension in a folder of the corpora, sorted by name.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpora").join(folder);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    files.sort();
    files
}

/// Replays a game. Returns its text with the current announcements, and the game.
fn replay(ruleset: RulesetId, text: &str) -> (String, Play) {
    let header = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("a line `{name}…` is missing")).trim()
    };
    let options: Value = serde_json::from_str(header("options ")).expect("the options are JSON");
    let seed = Seed::new([header("seed ").parse().expect("the seed is a byte"); 32]);
    let game = Game::open(header("id "), seed, ruleset, &options).expect("the options are right");
    let mut play = Play { game, log: Vec::new() };
    let mut out = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("  ")) {
        out.push(line.to_owned());
        if let Some(asked) = line.strip_prefix("> ") {
            out.extend(ask(&mut play, asked).into_iter().map(|line| format!("  {line}")));
        }
    }
    (out.join("\n") + "\n", play)
}

/// Returns the game of `voices` in a file of the corpora.
pub(crate) fn game_of_voices(name: &str) -> Play {
    let path =
        files("voices", "game").into_iter().find(|path| path.ends_with(format!("{name}.game")));
    let text =
        fs::read_to_string(path.unwrap_or_else(|| panic!("there is no game {name}"))).unwrap();
    replay(RulesetId::Voices, &text).1
}

/// Makes the request of a line. Returns the announcements.
fn ask(play: &mut Play, asked: &str) -> Vec<String> {
    if asked == "deadline" {
        return answer(play, &Request::TimeOut(Seats::ALL));
    }
    let (seat, mut rest) =
        asked.split_once(' ').unwrap_or_else(|| panic!("`{asked}` asks for nothing"));
    let seat = Seat::new(seat.parse().expect("a seat is a number")).expect("a seat is 1 to 8");
    let mut seed = None;
    if let Some(with) = rest.strip_prefix("seed ") {
        let (text, then) = with.split_once(' ').expect("something is placed with the seed");
        (seed, rest) = (OwnSeed::new(text), then);
    }
    let ruleset = play.game.ruleset();
    match rest.split_once(' ').unwrap_or((rest, "")) {
        ("join", "") => answer(play, &Request::Join(seat)),
        ("leave", "") if ruleset != RulesetId::Solo => answer(play, &Request::Leave(seat)),
        ("abort", "") => answer(play, &Request::Abort(seat)),
        ("place", "random") => answer(play, &Request::Place { seat, placement: None, seed }),
        ("place", text) => {
            let placement = dispatch_by_id!(ruleset, R => R::placement(text));
            answer(play, &Request::Place { seat, placement: Some(&placement), seed })
        }
        _ => {
            let action = dispatch_by_id!(ruleset, R => R::action(rest));
            answer(play, &Request::Act { seat, actions: &[action] })
        }
    }
}

/// Asserts that a request can be written in the notation, and is read back as the same request.
fn check_notation(play: &Play, request: &Request<'_>) {
    let (ruleset, seat, statements) = match request {
        Request::Act { seat, actions } => {
            let read = |one: &Value| action(play.game.ruleset(), one).map(|action| acting(&action));
            (play.game.ruleset(), *seat, actions.iter().filter_map(read).collect::<Vec<_>>())
        }
        Request::Place { seat, placement: Some(placed), .. } => {
            let read = placement_of(play.game.ruleset(), placed)
                .map(|placed| placing(play.game.ruleset(), &placed));
            (play.game.ruleset(), *seat, read.into_iter().collect())
        }
        _ => return,
    };
    let view = play.game.view(Viewer::Seat(seat));
    for statement in statements {
        if let Err(error) = read_back(&statement, &view) {
            // A request that is always invalid need not have a notation, but the game must refuse
            // it too.
            assert!(play.game.apply(request).is_err(), "{ruleset}: {error}");
        }
    }
}

fn answer(play: &mut Play, request: &Request<'_>) -> Vec<String> {
    check_notation(play, request);
    match play.ask(request) {
        Ok(entries) => entries.iter().flat_map(|entry| announced(entry, &play.viewers())).collect(),
        Err(rejection) => {
            let refused = refused(rejection);
            let field = if refused.field.is_empty() { "-" } else { &refused.field };
            let rule = refused.rule.unwrap_or("-");
            vec![format!("refused: {:?} {rule} {field}: {}", refused.kind, refused.detail)]
        }
    }
}

/// Describes an entry as its viewers hear it. Viewers who hear the same share a line.
fn announced(entry: &Entry, all: &[Viewer]) -> Vec<String> {
    let mut heard: Vec<(String, Vec<String>)> = Vec::new();
    for &viewer in all {
        let Some(glimpse) = entry.glimpse(viewer) else { continue };
        let name = match viewer {
            Viewer::Seat(seat) => seat.number().to_string(),
            Viewer::Public => "public".to_owned(),
        };
        let text = words(&glimpse);
        match heard.iter_mut().find(|(before, _)| *before == text) {
            Some((_, viewers)) => viewers.push(name),
            None => heard.push((text, vec![name])),
        }
    }
    if heard.is_empty() {
        return vec!["nobody hears of it".to_owned()];
    }
    let line = |(said, viewers): (String, Vec<String>)| {
        let heard_by_all = viewers.len() == all.len();
        format!("{}: {said}", if heard_by_all { "all".to_owned() } else { viewers.join(" ") })
    };
    heard.into_iter().map(line).collect()
}

/// Returns the game with a different seed in its stored form.
fn of_another_seed(ruleset: RulesetId, game: &Game) -> Game {
    let mut stored: Value = serde_json::from_str(game.store().text()).unwrap();
    stored["seed"] = json!("5a".repeat(32));
    Game::restore(ruleset, &StoredSecret::from_store(stored.to_string())).expect("it is a seed")
}

#[test]
fn every_game_is_heard_as_it_is_written() {
    for &ruleset in RulesetId::ALL {
        let games = files(ruleset.as_str(), "game");
        assert!(games.len() >= 5, "`{ruleset}` has {} games only", games.len());
        for path in games {
            let text = fs::read_to_string(&path).unwrap();
            let (now, play) = replay(ruleset, &text);
            let name = path.display();
            assert!(play.game.status().is_over(), "{name} does not end");
            if blessing() {
                fs::write(&path, now).unwrap();
                continue;
            }
            for (n, (now, written)) in now.lines().zip(text.lines()).enumerate() {
                assert_eq!(now, written, "{name}, line {}", n + 1);
            }
            assert_eq!(now, text, "{name}");
            // A replayed game can be verified again,
            let again =
                play.game.replayed(&play.log).unwrap_or_else(|astray| panic!("{name}: {astray}"));
            assert!(again.store() == play.game.store(), "{name}");
            // but not with another seed, because the seed affects all draws and commitments.
            let other = of_another_seed(ruleset, &play.game).replayed(&play.log);
            assert!(
                other.is_err() || play.game.fairness().placement_commitments.is_empty(),
                "{name}"
            );
            if play.game.outcome().is_some() {
                assert!(verify(&serde_json::to_string(&play.record()).unwrap()).valid, "{name}");
            }
        }
    }
}

/// Checks the record of every game with `tests/verify/verify.py`, which shares no code with the
/// engine.
#[test]
fn every_game_holds_for_the_second_implementation() {
    let verify = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/verify/verify.py");
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("record.json");
    for &ruleset in RulesetId::ALL {
        for path in files(ruleset.as_str(), "game") {
            let (_, play) = replay(ruleset, &fs::read_to_string(&path).unwrap());
            if play.game.outcome().is_none() {
                continue;
            }
            fs::write(&record, serde_json::to_string(&play.record()).unwrap()).unwrap();
            let verified = Command::new("python3").arg(&verify).arg(&record).output().unwrap();
            let stdout = String::from_utf8_lossy(&verified.stdout);
            assert!(verified.status.success(), "{}: {stdout}", path.display());
        }
    }
}

/// The records in `logs` were made once and must never be regenerated: data stored by an older
/// version must stay readable.
#[test]
fn records_hold_for_ever() {
    for path in files("logs", "json") {
        let verdict = verify(&fs::read_to_string(&path).unwrap());
        assert!(verdict.valid, "{}: {:#?}", path.display(), verdict.faults);
    }
}

/// Every type of event that the OpenAPI document, which is made from the code, lists for a ruleset
/// occurs in a log. Those that all games share occur in the log of some game.
#[test]
fn every_type_of_event_occurs_in_a_log() {
    let mut stored = BTreeSet::new();
    for path in files("logs", "json") {
        let record: Record = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        stored.extend(record.events.into_iter().map(|event| (event.ruleset, event.kind)));
    }
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/openapi.json");
    let document: Value = serde_json::from_str(&fs::read_to_string(document).unwrap()).unwrap();
    for &ruleset in RulesetId::ALL {
        let name = ruleset.as_str();
        let schema = format!("{}{}Event", name[..1].to_uppercase(), &name[1..]);
        let types = &document["components"]["schemas"][&schema]["discriminator"]["mapping"];
        for (kind, variant) in types.as_object().expect("the document lists the types") {
            let is_shared = variant.as_str().unwrap().contains("/GameEvent");
            let event = (if is_shared { "game" } else { name }.to_owned(), kind.clone());
            // A cancelled game has no record.
            assert!(kind == "cancelled" || stored.contains(&event), "no log has {event:?}");
        }
    }
}
