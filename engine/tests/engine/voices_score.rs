//! Tests of the score of a game of `voices` and its performance (V14–V17).

use crate::common::{Play, Refused, ada, ben, open, refused, voices_action};
use crate::corpora::game_of_voices;
use crate::voices_common::{FLEET, act, chosen, mover, seat};
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::voices::score::{Cue, Item, Score, ScoreAnswer};
use broadside_engine::voices::{MAX_DIRECTION_LENGTH, ScoreChange, key};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

fn score(play: &Play, viewer: Viewer) -> Score {
    let Game::Voices(table) = &play.game else { panic!("it is a game of `voices`") };
    table.score(viewer)
}

/// Returns a game of two and a half turns, with directions.
fn played() -> Play {
    let sounds = "battle 3 tactical 7 voice left bottom";
    let mut play = chosen(json!({"interludes": true}), &[&format!("{FLEET}; {sounds}")]);
    let one = mover(&play);
    for cell in ["A9", "J10", "C3", "E5", "F6"] {
        act(&mut play, one, &format!("fire {cell}"));
    }
    let two = mover(&play);
    for cell in ["A1", "B1", "C1", "D1", "E1"] {
        act(&mut play, two, &format!("fire {cell}"));
    }
    act(&mut play, one, "fire J1");
    act(&mut play, one, "direct call 1: <slowly> & --dark--");
    act(&mut play, two, "direct answer 1: as a \"whisper\"");
    play
}

#[test]
fn v14_cues_stand_between_turns_in_their_order() {
    let mut play = played();
    let cues = |play: &Play| -> Vec<(u32, Cue)> {
        let cue = |item: &Item| match item {
            Item::Cue { turn, cue } => Some((*turn, *cue)),
            _ => None,
        };
        score(play, Viewer::Public).items.iter().filter_map(cue).collect()
    };
    assert_eq!(cues(&play), [(1, Cue::HummedAnthem), (2, Cue::Shanty)]);
    while cues(&play).len() < 4 {
        let seat = mover(&play);
        let legal = play.legal(seat);
        let fire = legal.as_array().unwrap().iter().find(|legal| legal["type"] == "fire").unwrap();
        let from = fire["cells"]["from"].as_array().unwrap();
        let cell = from[from.len() - 1].as_str().unwrap().to_owned();
        act(&mut play, seat, &format!("fire {cell}"));
    }
    assert_eq!(cues(&play)[2..], [(3, Cue::SonarPing), (4, Cue::HummedAnthem)]);
    // Without interludes there are no cues.
    let mut play = chosen(json!({}), &[FLEET]);
    for cell in ["J1", "J2", "J3", "J4", "J5", "J6"] {
        let seat = mover(&play);
        act(&mut play, seat, &format!("fire {cell}"));
    }
    assert_eq!(cues(&play), []);
}

#[test]
fn v14_a_cue_stays_if_the_game_ends_in_the_next_turn() {
    let mut play = chosen(json!({"interludes": true}), &[FLEET]);
    for cell in ["J1", "J2", "J3", "J4", "J5"] {
        let seat = mover(&play);
        act(&mut play, seat, &format!("fire {cell}"));
    }
    let before = score(&play, Viewer::Public).items;
    assert!(matches!(before.last(), Some(Item::Cue { turn: 1, .. })));
    let seat = mover(&play);
    play.shared_move(seat, "resign");
    assert_eq!(score(&play, Viewer::Public).items, before);
}

#[test]
fn v15_the_score_has_the_public_sounds_in_order() {
    let play = played();
    let mut heard = Vec::new();
    for entry in &play.log {
        let event = json!(entry.glimpse(Viewer::Public));
        if event["type"] == "fired" {
            heard.push(json!([event["seat"], event["cell"], [event["phone"]]]));
            for answer in event["answers"].as_array().unwrap() {
                let phones = json!([answer["row"]["phones"], answer["column"]["phones"]]);
                heard.push(json!([
                    answer["seat"],
                    event["cell"],
                    phones,
                    answer["result"],
                    answer["sunk"]
                ]));
            }
        }
    }
    let items = score(&play, Viewer::Public).items;
    let sounded: Vec<Value> = items
        .iter()
        .filter_map(|item| match item {
            Item::Call(call) => Some(json!([call.seat, call.cell, [call.phone]])),
            Item::Answer(answer) => {
                let phones = json!([answer.row.phones, answer.column.phones]);
                Some(json!([answer.seat, answer.cell, phones, answer.result, answer.sunk]))
            }
            Item::Cue { .. } => None,
        })
        .collect();
    assert_eq!(sounded, heard);
}

#[test]
fn v7_the_last_choice_of_edges_stands_in_the_score() {
    let mut play = chosen(json!({}), &[&format!("{FLEET}; battle 4 voice left top")]);
    let (one, two) = if mover(&play) == ada() { (ada(), ben()) } else { (ben(), ada()) };
    act(&mut play, one, "fire B2");
    let before = score(&play, Viewer::Public);
    act(&mut play, two, "voice right bottom for 1");
    let after = score(&play, Viewer::Public);
    let [Item::Answer(before), Item::Answer(after)] = [&before.items[1], &after.items[1]] else {
        panic!()
    };
    assert_eq!([before.row.phones.len(), after.row.phones.len()], [2, 9]);
    assert_eq!((before.result, &before.cell), (after.result, &after.cell));
}

#[test]
fn v16_a_score_has_the_own_maps_and_only_sounded_cells_of_the_others() {
    let mut play = played();
    for viewer in play.viewers() {
        let score = score(&play, viewer);
        let seats: Vec<_> = score.maps.iter().map(|maps| maps.seat).collect();
        assert_eq!(seats, viewer.seat().into_iter().collect::<Vec<_>>());
        assert!(!score.complete);
    }
    let items =
        play.viewers().into_iter().map(|viewer| score(&play, viewer).items).collect::<Vec<_>>();
    assert!(items.iter().all(|of| *of == items[0]), "what is sounded is heard by all");
    play.shared_move(ada(), "resign");
    let score = score(&play, Viewer::Public);
    assert!(score.complete && score.maps.len() == 2);
}

#[test]
fn v15_it_grows_shot_by_shot() {
    let mut play = chosen(json!({"seats": 3}), &[FLEET]);
    let mut before = score(&play, Viewer::Public).items;
    assert!(before.is_empty());
    for cell in ["A1", "B1", "C1", "D1", "E1", "F1", "G1"] {
        let seat = mover(&play);
        act(&mut play, seat, &format!("fire {cell}"));
        let now = score(&play, Viewer::Public).items;
        assert_eq!((now.len(), &now[..before.len()]), (before.len() + 3, &before[..]));
        before = now;
    }
}

#[test]
fn v15_the_score_of_a_cancelled_game_shows_no_maps_and_waits_for_no_one() {
    let sounds = "battle 3 tactical 7 voice left bottom";
    let mut play = chosen(json!({}), &[&format!("{FLEET}; {sounds}")]);
    let offerer = mover(&play);
    act(&mut play, offerer, "offer_end");
    assert!(score(&play, Viewer::Public).to_text().contains("to be continued"));
    play.must(&Request::Abort(ben()));
    // A restored game gives the same score.
    let game = Game::restore(RulesetId::Voices, &play.game.store()).unwrap();
    for play in [Play { game, log: Vec::new() }, play] {
        for viewer in play.viewers() {
            let view = play.view(viewer);
            assert_eq!((&view["turn"], &view["end_offer"]), (&Value::Null, &Value::Null));
            let score = score(&play, viewer);
            assert!(score.complete);
            assert!(
                score.to_text().ends_with("-- end --\n") && !score.to_text().contains("continued")
            );
            assert!(!score.to_ssml().contains("continued"));
            // Nobody sees another player's maps and ships.
            let is_own = |seat: &Value| viewer.seat().is_some_and(|own| *seat == json!(own));
            assert_eq!(score.maps.len(), usize::from(viewer.seat().is_some()));
            for maps in view["maps"].as_array().unwrap() {
                assert!(is_own(&maps["seat"]));
            }
            for waters in view["waters"].as_array().unwrap() {
                assert_eq!(!waters["ships"].is_null(), is_own(&waters["seat"]));
            }
        }
        for seat in play.seats() {
            assert!(play.game.legal(seat).is_empty());
        }
    }
}

#[test]
fn v15_plain_text_for_two_stands_in_two_columns() {
    let mut play = played();
    let text = score(&play, Viewer::Public).to_text();
    assert!(text.lines().all(|line| line.chars().count() <= 76), "{text}");
    assert!(text.contains("as a \"whisper\"") && text.ends_with("-- to be continued --\n"));
    play.shared_move(ada(), "resign");
    let text = score(&play, Viewer::Public).to_text();
    assert!(text.ends_with("-- end --\n"));
    insta::assert_snapshot!(text);
}

#[test]
fn v15_plain_text_for_more_names_the_voices() {
    let mut play =
        chosen(json!({"seats": 3}), &[&format!("{FLEET}; battle 1 tactical 2 voice right top")]);
    let seat = mover(&play);
    act(&mut play, seat, "fire A9");
    insta::assert_snapshot!(score(&play, Viewer::Public).to_text());
}

/// Parses the subset of SSML allowed here, and asserts that elements of the grammar are closed in
/// order and that text has no bare `<` or `&`.
fn well_formed(xml: &str) -> Vec<(String, Vec<(String, String)>)> {
    let unescape = |text: &str| {
        for part in text.split('&').skip(1) {
            let name = part.split(';').next().unwrap();
            assert!(["amp", "lt", "gt", "quot", "apos"].contains(&name), "&{part}");
        }
        text.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&apos;", "'")
            .replace("&amp;", "&")
    };
    let mut rest = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").unwrap();
    let (mut open, mut all) = (Vec::<String>::new(), Vec::new());
    while let Some((text, more)) = rest.split_once('<') {
        assert!(!text.contains('>') && (!open.is_empty() || text.trim().is_empty()));
        unescape(text);
        let (tag, after) = more.split_once('>').unwrap();
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut pairs = Vec::new();
        while let Some((key, value)) = attributes.split_once("=\"") {
            let (value, more) = value.split_once('"').unwrap();
            pairs.push((key.trim().to_owned(), unescape(value)));
            attributes = more;
        }
        assert!(attributes.trim().is_empty());
        let within = match name {
            "speak" => None,
            "voice" => Some(["speak"].as_slice()),
            "mark" => Some(["speak"].as_slice()),
            "prosody" => Some(["voice", "speak"].as_slice()),
            "phoneme" => Some(["voice", "prosody"].as_slice()),
            "s" | "break" => Some(["voice", "speak", "prosody"].as_slice()),
            other => panic!("<{other}> is not used here"),
        };
        assert_eq!(open.last().is_none(), within.is_none());
        assert!(within.is_none_or(|within| within.contains(&open.last().unwrap().as_str())));
        all.push((name.to_owned(), pairs));
        if !empty {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    all
}

#[test]
fn v15_ssml_is_well_formed_and_sounds_every_phone() {
    let play = played();
    let score = score(&play, Viewer::Public);
    let elements = well_formed(&score.to_ssml());
    let phones: Vec<String> = elements
        .iter()
        .filter(|(name, _)| name == "phoneme")
        .map(|(_, attributes)| {
            assert_eq!(attributes[0], ("alphabet".to_owned(), "ipa".to_owned()));
            assert!(key::phone(&attributes[1].1).is_some(), "{attributes:?}");
            attributes[1].1.clone()
        })
        .collect();
    let sounded: Vec<String> = score
        .items
        .iter()
        .flat_map(|item| match item {
            Item::Call(call) => vec![call.phone.clone()],
            Item::Answer(answer) => {
                [answer.row.phones.clone(), answer.column.phones.clone()].concat()
            }
            Item::Cue { .. } => Vec::new(),
        })
        .collect();
    assert_eq!(phones, sounded);
    assert_eq!(elements[0].0, "speak");
}

#[test]
fn v17_words_of_directions_become_prosody_and_every_direction_and_cue_is_a_mark() {
    let mut play = played();
    let two = if mover(&play) == ada() { ben() } else { ada() };
    act(&mut play, two, "direct answer 2: very SOFT, and slow");
    let elements = well_formed(&score(&play, Viewer::Public).to_ssml());
    let marks: Vec<&str> = elements
        .iter()
        .filter(|(name, _)| name == "mark")
        .map(|(_, attributes)| attributes[0].1.as_str())
        .filter(|name| !name.starts_with("shot:"))
        .collect();
    let expected = [
        "direction:<slowly> & --dark--",
        "direction:as a \"whisper\"",
        "direction:very SOFT, and slow",
        "cue:hummed anthem",
        "cue:shanty",
    ];
    assert_eq!(marks, expected);
    let prosody: Vec<String> = elements
        .iter()
        .filter(|(name, _)| name == "prosody")
        .map(|(_, attributes)| {
            attributes.iter().map(|(name, value)| format!("{name}={value} ")).collect()
        })
        .collect();
    let cue = "rate=slow pitch=low ";
    assert_eq!(prosody, ["rate=slow ", "volume=x-soft ", "volume=soft rate=slow ", cue, cue]);
}

#[test]
fn v17_directions_stand_in_the_score_and_can_be_taken_back() {
    let mut play = played();
    let direction = |play: &Play| match &score(play, Viewer::Public).items[0] {
        Item::Call(call) => call.direction.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(direction(&play).as_deref(), Some("<slowly> & --dark--"));
    let shooter = play.game.to_move().iter().next().unwrap();
    play.act(shooter, json!({"type": "direct", "shot": 1, "part": "call", "text": ""}));
    assert_eq!(direction(&play), None);
}

/// Returns the changes of the score that these lines mean after the end.
fn changes(play: &Play, by: Seat, lines: &[&str]) -> Vec<(Seat, ScoreChange)> {
    let actions: Vec<_> = lines.iter().map(|line| voices_action(line)).collect();
    let read = play
        .game
        .read_score_changes(by, &actions)
        .unwrap_or_else(|error| panic!("{lines:?}: {error}"));
    read.into_iter().map(|change| (by, change)).collect()
}

fn refuse_change(play: &Play, by: Seat, actions: &[Value]) -> Refused {
    refused(play.game.read_score_changes(by, actions).unwrap_err())
}

fn score_with(play: &Play, changes: &[(Seat, ScoreChange)]) -> Score {
    let Game::Voices(table) = &play.game else { panic!("it is a game of `voices`") };
    table.score_with(Viewer::Public, changes)
}

/// Returns the first call's direction, and the first answer.
fn first_shot(score: &Score) -> (Option<&str>, &ScoreAnswer) {
    let [Item::Call(call), Item::Answer(answer), ..] = &score.items[..] else {
        panic!("nothing was fired")
    };
    (call.direction.as_deref(), answer)
}

#[test]
fn v7_v17_after_the_end_directions_and_voices_change_the_score_and_nothing_else() {
    let mut play = played();
    let (one, two) = if mover(&play) == ada() { (ada(), ben()) } else { (ben(), ada()) };
    let early = refuse_change(&play, one, &[voices_action("direct call 1: later")]);
    assert_eq!(early.kind, RefusalKind::Finished, "before the end the log takes them");
    assert_eq!(play.game.legal_score_changes(one), None);
    // The dice of a shot decide the same edges in the game and after it.
    act(&mut play, two, "voice dice dice for 1");
    let by_dice = first_shot(&score(&play, Viewer::Public)).1.clone();
    act(&mut play, two, "voice left top for 1");
    // The seat that resigns ends the game, and still has its part.
    play.shared_move(one, "resign");
    let (ended, stored) = (score(&play, Viewer::Public), play.game.store());
    assert_eq!(score_with(&play, &[]), ended);

    let mut all = changes(&play, one, &["direct call 1: softly"]);
    all.extend(changes(&play, two, &["direct answer 1: ", "voice right bottom for 1"]));
    let changed = score_with(&play, &all);
    let (direction, answer) = first_shot(&changed);
    assert_eq!((direction, &answer.direction), (Some("softly"), &None));
    assert_eq!([answer.row.phones.len(), answer.column.phones.len()], [10, 2]);
    assert_eq!(answer.result, first_shot(&ended).1.result);
    assert!(changed.to_text().contains("softly") && changed.to_ssml().contains("softly"));
    // The last change holds. The list may go on after dice, because nothing is drawn.
    all.extend(changes(&play, two, &["voice dice dice for 1", "direct answer 1: again"]));
    let changed = score_with(&play, &all);
    let again = first_shot(&changed).1;
    assert_eq!((&again.row, &again.column), (&by_dice.row, &by_dice.column));
    assert_eq!(again.direction.as_deref(), Some("again"));
    assert_eq!((score(&play, Viewer::Public), play.game.store()), (ended, stored));
}

#[test]
fn v7_v17_after_the_end_players_change_only_their_own_sounds() {
    let mut play = played();
    let (one, two) = if mover(&play) == ada() { (ada(), ben()) } else { (ben(), ada()) };
    play.shared_move(one, "resign");
    for (by, line, rule, field) in [
        (two, "direct call 1: mine", "V17", "shot"),
        (one, "direct answer 1: mine", "V17", "shot"),
        (one, "direct call 99: none", "V17", "shot"),
        (one, "voice left top for 1", "V7", "for_shot"),
        (two, "voice left top for 0", "V7", "for_shot"),
    ] {
        let refused = refuse_change(&play, by, &[voices_action(line)]);
        assert_eq!((refused.kind, refused.rule), (RefusalKind::AgainstRule, Some(rule)), "{line}");
        assert_eq!(refused.field, format!("actions[0].{field}"), "{line}");
    }
    let right = voices_action("direct call 1: mine");
    for text in [&"x".repeat(MAX_DIRECTION_LENGTH + 1), "two\nlines", "a\u{202e}b"] {
        let wrong = json!({"type": "direct", "shot": 1, "part": "call", "text": text});
        let refused = refuse_change(&play, one, &[right.clone(), wrong]);
        assert_eq!((refused.rule, refused.field.as_str()), (Some("V17"), "actions[1].text"));
    }
    // A list with anything else is refused as a whole.
    for line in ["voice left top", "fire A2", "offer_end"] {
        let refused = refuse_change(&play, one, &[right.clone(), voices_action(line)]);
        assert_eq!((refused.kind, refused.rule), (RefusalKind::Finished, Some("V17")), "{line}");
        assert_eq!(refused.field, "actions[1]", "{line}");
    }
    let resign = refuse_change(&play, two, &[json!({"type": "resign"})]);
    assert_eq!(resign.kind, RefusalKind::Finished);
    assert_eq!(
        refuse_change(&play, seat(3), std::slice::from_ref(&right)).kind,
        RefusalKind::NotNow,
        "no such seat"
    );
    let legal = json!(play.game.legal_score_changes(one));
    let kinds: Vec<_> =
        legal["actions"].as_array().unwrap().iter().map(|choice| &choice["type"]).collect();
    assert_eq!(kinds, ["set_voice", "direct"]);
    assert_eq!(legal["actions"][1]["calls"], json!([1, 2, 3, 4, 5, 11]));
}

#[test]
fn v17_a_game_without_an_outcome_or_without_a_score_takes_no_later_directions() {
    let mut play = played();
    let shooter = mover(&play);
    play.must(&Request::Cancel);
    let right = voices_action("direct call 1: mine");
    assert_eq!(
        refuse_change(&play, shooter, std::slice::from_ref(&right)).kind,
        RefusalKind::Finished
    );
    assert_eq!(play.game.legal_score_changes(shooter), None);
    let classic = open(7, &json!({})).unwrap();
    let refusal = refused(classic.read_score_changes(ada(), &[right]).unwrap_err());
    assert_eq!(refusal.kind, RefusalKind::Finished);
}

/// Samples per second of the sound of `espeak-ng`.
const SAMPLES: usize = 22_050;

/// Reads SSML aloud with `espeak-ng`, and returns the samples.
fn spoken(ssml: &str) -> Vec<i16> {
    let mut speech = Command::new("espeak-ng")
        .args(["-m", "--stdin", "--stdout"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`espeak-ng` is installed");
    let mut input = speech.stdin.take().unwrap();
    let text = ssml.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = speech.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success() && output.stdout.starts_with(b"RIFF"));
    output.stdout[44..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// Returns the lengths of the silences in milliseconds.
fn silences(samples: &[i16]) -> Vec<usize> {
    let loud = |window: &[i16]| window.iter().any(|sample| sample.unsigned_abs() > 60);
    let windows: Vec<bool> = samples.chunks(SAMPLES / 100).map(loud).collect();
    windows
        .split(|loud| *loud)
        .filter(|silence| !silence.is_empty())
        .map(|silence| silence.len() * 10)
        .collect()
}

fn loudness(samples: &[i16]) -> f64 {
    let squares: f64 = samples.iter().map(|sample| f64::from(*sample).powi(2)).sum();
    (squares / samples.len() as f64).sqrt()
}

#[test]
#[ignore = "needs espeak-ng"]
fn v15_a_synthesizer_speaks_the_score_with_a_silence_between_shots() {
    let score = score(&game_of_voices("two-with-choices"), Viewer::Public);
    let shots = score.items.iter().filter(|item| matches!(item, Item::Call(_))).count();
    assert!(shots > 30, "{shots} shots");
    let samples = spoken(&score.to_ssml());
    let seconds = samples.len() / SAMPLES;
    assert!((shots * 3..shots * 25).contains(&seconds), "{shots} shots in {seconds} s");
    let silences = silences(&samples);
    let between = silences.iter().filter(|silence| **silence >= 1200).count();
    assert!(between >= shots - 1, "{shots} shots: {silences:?}");
    // Pauses within a shot are shorter: only shots and cues follow a long silence, and one may be
    // at the end.
    let cues = score.items.iter().filter(|item| matches!(item, Item::Cue { .. })).count();
    assert!(between <= shots + cues, "{shots} shots, {cues} cues: {silences:?}");
}

#[test]
#[ignore = "needs espeak-ng"]
fn v17_a_slow_call_takes_longer_and_a_loud_one_is_louder() {
    let call = |direction: &str| {
        let mut play = chosen(json!({}), &[FLEET]);
        let seat = mover(&play);
        act(&mut play, seat, "fire J10");
        play.act(seat, json!({"type": "direct", "shot": 1, "part": "call", "text": direction}));
        let ssml = score(&play, Viewer::Public).to_ssml();
        // The answer has no direction and would hide the difference.
        let end = ssml.find("</voice>").unwrap();
        spoken(&format!("{}</voice></speak>", &ssml[..end]))
    };
    let (plain, loud) = (call("as a lighthouse"), call("forte"));
    // `espeak-ng` adds a pause around prosody, so compare only with speech that has prosody too.
    assert!(call("slowly").len() > loud.len() * 115 / 100);
    assert!(call("quick").len() < loud.len() * 90 / 100);
    assert!(loudness(&loud) > loudness(&plain) * 1.1);
    assert!(loudness(&call("sottovoce")) < loudness(&loud) * 0.7);
}

/// Runs the last block of commands in `docs/score.md` on a score. Returns what it writes.
fn filtered(ssml: &str) -> String {
    let guide = include_str!("../../../docs/score.md");
    let (block, _) = guide.rsplit_once("```sh\n").unwrap().1.split_once("```").unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("score.ssml"), ssml).unwrap();
    let done = Command::new("sh").args(["-e", "-c", block]).current_dir(&folder).status().unwrap();
    assert!(done.success(), "{block}");
    std::fs::read_to_string(folder.path().join("espeak.ssml")).unwrap()
}

/// Returns the phonemes that `espeak-ng` speaks for SSML, in its own notation and without stress.
fn phonemes(ssml: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("espeak.ssml");
    std::fs::write(&file, ssml).unwrap();
    let output =
        Command::new("espeak-ng").args(["-q", "-x", "-m", "-f"]).arg(file).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().replace(['\'', ','], "")
}

#[test]
#[ignore = "needs espeak-ng"]
fn v15_the_filter_in_the_guide_makes_espeak_speak_the_phones() {
    for key in key::keys() {
        let phone = &key.phone;
        let ssml = |content: &str| format!("<speak xml:lang=\"en-GB\">{content}</speak>");
        let said = ssml(&format!("<phoneme alphabet=\"ipa\" ph=\"{phone}\">{phone}</phoneme>"));
        let filtered = filtered(&said);
        let name =
            filtered.split_once("[[").and_then(|(_, rest)| rest.split_once("]] ")).unwrap().0;
        assert_eq!(filtered, ssml(&format!("[[{name}]] ")));
        assert_eq!(phonemes(&filtered).trim(), name, "{phone}");
        assert_ne!(
            phonemes(&said).trim(),
            name,
            "without the filter, `espeak-ng` says the name of {phone}"
        );
    }
    // In a whole game, only the phones change.
    let ssml = score(&game_of_voices("two-with-choices"), Viewer::Public).to_ssml();
    let filtered = filtered(&ssml);
    assert_eq!(filtered.matches("[[").count(), ssml.matches("<phoneme ").count());
    assert!(!filtered.contains("phoneme"));
    let [before, after] = [&ssml, &filtered].map(|ssml| spoken(ssml).len() / SAMPLES);
    assert!(
        after < before * 9 / 10,
        "phones take less time than the names of letters: {after} and {before} s"
    );
}
