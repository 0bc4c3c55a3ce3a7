//! Properties of all games of `voices`, tested on random games.

use crate::common::{Play, heard, voices_action};
use broadside_engine::game::{Entry, Game, Request, RulesetId};
use broadside_engine::grid::Cell;
use broadside_engine::record::verify;
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::{Choice, Command, Move, OwnSeed, Table};
use broadside_engine::voices::{Action, Fire, Legal, Voices};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedMutRandom, IndexedRandom};
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

pub(crate) fn options() -> impl Strategy<Value = Value> {
    let fleet = prop_oneof![
        Just(json!({})),
        Just(json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 0})),
        Just(json!({"carrier": 4, "battleship": 4, "destroyer": 4, "patrol": 4, "submarine": 4})),
        Just(json!({"carrier": 0, "battleship": 1, "destroyer": 0, "patrol": 2, "submarine": 3})),
    ];
    let engagement = prop::sample::select(vec!["simultaneous", "round_robin"]);
    let rounds = prop_oneof![3 => Just(Value::Null), 1 => (1..=6_u8).prop_map(|rounds| json!(rounds))];
    let aim = prop::sample::select(vec![
        json!({"aim": "dice", "axes": "before_roll"}),
        json!({"aim": "dice", "axes": "after_roll"}),
        json!({"aim": "choice"}),
    ]);
    (2..=8_u8, engagement, rounds, aim, fleet, any::<bool>()).prop_map(
        |(seats, engagement, rounds, mut options, fleet, interludes)| {
            options["seats"] = json!(seats);
            options["engagement"] = json!(engagement);
            options["rounds"] = rounds;
            options["fleet"] = fleet;
            options["interludes"] = json!(interludes);
            options
        },
    )
}

pub(crate) fn begun(byte: u8, options: &Value) -> Play {
    let mut play = Play::voices(byte, options);
    for seat in play.seats() {
        play.place_at_random(seat, (seat.number() == 1).then_some("ada's seed"));
    }
    play
}

fn table(game: &Game) -> &Table<Voices> {
    let Game::Voices(table) = game else { panic!("it is a game of `voices`") };
    table
}

pub(crate) fn own(game: &Game, seat: Seat) -> Vec<Legal> {
    let own = |choice: &Choice<Legal>| match choice {
        Choice::Own(own) => Some(own.clone()),
        Choice::Shared(_) => None,
    };
    table(game).legal(seat).choices().iter().filter_map(own).collect()
}

fn mover(game: &Game) -> Seat {
    game.to_move().iter().next().expect("somebody is to move")
}

/// Returns a random action that continues the turn, as text.
pub(crate) fn onward(game: &Game, rng: &mut ChaCha8Rng) -> String {
    let choices = own(game, mover(game));
    let lines: Vec<_> = choices
        .iter()
        .filter_map(|legal| match legal {
            Legal::Roll {} => Some("roll".to_owned()),
            Legal::RollAll {} => Some("roll_all".to_owned()),
            Legal::Fire { cells } => {
                assert_eq!(cells.count, 1);
                cells.from.nth(rng.random_range(0..cells.from.len())).map(|cell| format!("fire {cell}"))
            }
            Legal::ChooseAxes { cells: Some(_), .. } => {
                Some(format!("axes {}", ["x", "y"].choose(rng).unwrap()))
            }
            _ => None,
        })
        .collect();
    lines.choose(rng).expect("who is to move can").clone()
}

/// Returns a random action that ends no turn, as text. It may be refused.
pub(crate) fn aside(rng: &mut ChaCha8Rng, shots: usize) -> String {
    let row = ["left", "right", "dice"].choose(rng).unwrap();
    let column = ["top", "bottom", "dice"].choose(rng).unwrap();
    let shot = rng.random_range(0..=shots as u32 + 1);
    match rng.random_range(0..15) {
        0 | 1 => format!("axes {}", ["x", "y"].choose(rng).unwrap()),
        2 | 3 => format!("voice {row} {column}"),
        4 | 5 => format!("voice {row} {column} for {shot}"),
        6 | 7 => format!("direct call {shot}: whispered"),
        8 | 9 => format!("direct answer {shot}: louder and louder"),
        10 | 11 => ["offer_end", "offer_draw"].choose(rng).unwrap().to_string(),
        12 | 13 => ["decline_end", "decline_draw"].choose(rng).unwrap().to_string(),
        // Fewer of these: with two seats, one acceptance ends the game.
        _ => ["accept_end", "accept_draw"].choose(rng).unwrap().to_string(),
    }
}

fn shots(play: &Play) -> usize {
    play.view(Viewer::Public)["shots"].as_array().unwrap().len()
}

/// Plays at most the given number of moves, with other actions in between. Sometimes a player leaves.
pub(crate) fn play_on(play: &mut Play, moves: usize, rng: &mut ChaCha8Rng) {
    for _ in 0..moves {
        if play.game.outcome().is_some() {
            return;
        }
        if rng.random_bool(0.2) {
            let seat = *play.seats().choose(rng).unwrap();
            let action = [voices_action(&aside(rng, shots(play)))];
            let _ = play.ask(&Request::Act { seat, actions: &action });
        }
        if rng.random_bool(0.01) {
            match rng.random_bool(0.5) {
                true => drop(play.ask(&Request::TimeOut(Seats::ALL))),
                false => {
                    let seat = *play.seats().choose(rng).unwrap();
                    drop(play.ask(&Request::Act { seat, actions: &[json!({"type": "resign"})] }));
                }
            }
        }
        if play.game.outcome().is_none() {
            let line = onward(&play.game, rng);
            play.act(mover(&play.game), voices_action(&line));
        }
    }
}

/// Returns everything a viewer may know, byte for byte. The commitments are removed: only they may depend on hidden
/// information.
fn knowledge(play: &Play, viewer: Viewer) -> Vec<String> {
    let game = &play.game;
    let mut fairness = game.fairness();
    fairness.placement_commitments.clear();
    let text = |value: Value| value.to_string();
    let mut all = vec![
        text(json!(game.view(viewer))),
        text(json!(viewer.seat().map(|seat| game.legal(seat)))),
        text(json!(fairness)),
        text(json!(table(game).score(viewer))),
        table(game).score(viewer).to_text(),
        table(game).score(viewer).to_ssml(),
        format!("{} {} {:?}", game.visible(viewer), game.turn(), game.to_move()),
        format!("{:?} {:?} {:?}", game.status(), game.draw_offer(), game.seats()),
    ];
    all.extend(play.log.iter().filter_map(|entry| entry.glimpse(viewer)).map(|glimpse| {
        let mut value = json!(glimpse);
        if let Some(masked) = value.get_mut("placement_commitments") {
            *masked = json!("masked");
        }
        text(value)
    }));
    all
}

/// Moves one ship of a placement to another legal position.
fn moved(draft: &mut Value, options: &Value, rng: &mut ChaCha8Rng) {
    let play = Play::voices(0, options);
    loop {
        let mut other = draft.clone();
        let ship = other["ships"].as_array_mut().unwrap().choose_mut(rng).unwrap();
        ship["at"] = json!(Cell::new(rng.random_range(0..10), rng.random_range(0..10)).unwrap());
        let place = Request::Place { seat: Seat::new(1).unwrap(), placement: Some(&other), seed: None };
        if other != *draft && play.game.apply(&place).is_ok() {
            *draft = other;
            return;
        }
    }
}

/// Returns actions just inside and just outside the legal ones.
pub(crate) fn near(play: &Play, rng: &mut ChaCha8Rng) -> Vec<Action> {
    let cell = Cell::new(rng.random_range(0..11), rng.random_range(0..11)).unwrap();
    let mut lines: Vec<String> =
        ["roll", "roll_all", "offer_end", "accept_end", "decline_end", "axes x", "axes y"]
            .map(str::to_owned)
            .into();
    lines.push(format!("fire {cell}"));
    lines.extend((0..8).map(|_| aside(rng, shots(play))).filter(|line| !line.ends_with("_draw")));
    lines.push(format!("direct call 1: {}", "x".repeat(rng.random_range(118..123))));
    let read = |line: &String| match Table::<Voices>::read_move(&voices_action(line)) {
        Ok(Move::Own(action)) => action,
        other => panic!("`{line}` is {other:?}"),
    };
    let mut all: Vec<Action> = lines.iter().map(read).collect();
    // One cell from each set of legal cells, and its neighbours.
    for seat in play.seats() {
        for legal in own(&play.game, seat) {
            if let Legal::Fire { cells } = legal {
                let at = cells.from.nth(rng.random_range(0..cells.from.len())).unwrap();
                all.push(Action::Fire(Fire { cell: at }));
                let beside = Cell::new((at.column() + 1) % 10, at.row()).unwrap();
                all.push(Action::Fire(Fire { cell: beside }));
            }
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn random_play_ends(options in options(), byte: u8, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        let seats = play.seats().len();
        let most_shots = 100 * seats * (seats - 1);
        let mut moves = 0;
        while play.game.outcome().is_none() {
            let line = onward(&play.game, &mut rng);
            play.act(mover(&play.game), voices_action(&line));
            moves += 1;
            // Most shots take a roll, or a roll and one or two choices. On nearly full maps a choice of axes may throw
            // the dice many times, so there is no strict limit, but no game comes near this one.
            prop_assert!(moves <= 10 * most_shots);
        }
        // Each shot is at a cell that is open on the shooter's maps.
        prop_assert!(shots(&play) <= most_shots);
        prop_assert_eq!(play.game.status().as_str(), "finished");
        prop_assert!(play.game.to_move().is_empty());
        for seat in play.seats() {
            prop_assert!(play.game.legal(seat).is_empty());
        }
    }

    #[test]
    fn the_stored_log_is_the_game(options in options(), byte: u8, seed: u64, half in 0.0..1.0_f64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut live = begun(byte, &options);
        play_on(&mut live, 120, &mut rng);
        let restored: Vec<_> = live.log.iter()
            .map(|entry| Entry::restore(RulesetId::Voices, &entry.store()).unwrap())
            .collect();

        let mut replayed = Play::voices(byte, &options).game;
        let joined = play_joins(&options);
        let middle = joined + ((restored.len() - joined) as f64 * half) as usize;
        let mut snapshot = None;
        for (n, entry) in restored.iter().enumerate().skip(joined) {
            if n == middle {
                snapshot = Some(replayed.store());
            }
            replayed.evolve(entry).unwrap();
        }
        prop_assert_eq!(replayed.store().text().to_owned(), live.text());
        let again = live.game.replayed(&restored).map(|game| game.store().text().to_owned());
        prop_assert_eq!(again, Ok(live.text()));

        if let Some(snapshot) = snapshot {
            let mut continued = Game::restore(RulesetId::Voices, &snapshot).unwrap();
            for entry in &restored[middle..] {
                continued.evolve(entry).unwrap();
            }
            prop_assert_eq!(continued.store().text().to_owned(), live.text());
            for viewer in live.viewers() {
                prop_assert_eq!(continued.view(viewer), live.game.view(viewer));
                prop_assert_eq!(continued.visible(viewer), live.game.visible(viewer));
                prop_assert_eq!(live.heard(viewer).len() as u64, live.game.visible(viewer));
                if let Viewer::Seat(seat) = viewer {
                    prop_assert_eq!(continued.legal(seat), live.game.legal(seat));
                }
            }
        }
    }

    #[test]
    fn what_is_refused_changes_nothing(options in options(), byte: u8, seed: u64, moves in 0..60_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
        let before = play.text();
        let mut refusals = 0;
        for seat in play.seats() {
            for action in near(&play, &mut rng) {
                let actions = [serde_json::to_value(&action).unwrap()];
                let previewed = play.game.preview(seat, &actions);
                match play.game.apply(&Request::Act { seat, actions: &actions }) {
                    Ok(_) => prop_assert_eq!(previewed, Ok(())),
                    Err(rejection) => {
                        prop_assert_eq!(previewed, Err(rejection));
                        refusals += 1;
                    }
                }
                let mut table = table(&play.game).clone();
                if table.apply(&Command::Act(seat, Move::Own(action))).is_err() {
                    prop_assert_eq!(Game::Voices(table).store().text().to_owned(), before.as_str());
                }
            }
        }
        prop_assert!(refusals > 0);
        prop_assert_eq!(play.text(), before);
    }

    #[test]
    fn legal_and_check_agree(options in options(), byte: u8, seed: u64, moves in 0..150_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
        for seat in play.seats() {
            let legal = table(&play.game).legal(seat);
            let own = near(&play, &mut rng).into_iter().map(Move::Own);
            for action in own.chain([Move::Resign, Move::OfferDraw, Move::AcceptDraw, Move::DeclineDraw]) {
                let checked = table(&play.game).check(seat, &action);
                prop_assert_eq!(legal.accepts(&action), checked.is_ok(), "{:?}: {:?}", action, checked);
            }
        }
    }

    #[test]
    fn what_is_hidden_does_not_interfere(options in options(), byte: u8, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Two copies of a game. In the second, the last seat has placed some ships elsewhere; both copies are played
        // with cells where the fleets do not differ. The matrices and the voice of that seat are the same, because they
        // are heard. In the second copy it chooses them late, and changes its voice and axes in secret.
        let mut games = [(); 2].map(|()| Play::voices(byte, &options));
        let last = *games[0].seats().last().unwrap();
        let mut draft = {
            let play = begun(byte.wrapping_add(1), &options);
            let mut draft = json!({"ships": play.view(Viewer::Seat(last))["waters"][last.index()]["ships"]});
            for ship in draft["ships"].as_array_mut().unwrap() {
                *ship = json!({"class": ship["class"], "at": ship["at"], "heading": ship["heading"]});
            }
            draft["battle"] = json!(4);
            draft["tactical"] = json!("v1:10:t5,d5:a");
            draft["voice"] = json!({"row": "left", "column": "dice"});
            draft
        };
        let first = draft.clone();
        for _ in 0..rng.random_range(1..=3) {
            moved(&mut draft, &options, &mut rng);
        }
        let drafts = [first, draft];
        let others = |play: &Play| play.viewers().into_iter().filter(|viewer| !viewer.is(last)).collect::<Vec<_>>();
        let same = |games: &[Play; 2]| -> Result<(), TestCaseError> {
            for viewer in others(&games[0]) {
                let [one, two] = games.each_ref().map(|play| knowledge(play, viewer));
                prop_assert_eq!(one, two);
            }
            Ok(())
        };
        for (n, play) in games.iter_mut().enumerate() {
            let seed = OwnSeed::new("the last seed");
            if n == 1 {
                play.ask(&Request::Place { seat: last, placement: None, seed: seed.clone() }).unwrap();
            }
            play.ask(&Request::Place { seat: last, placement: Some(&drafts[n]), seed }).unwrap();
        }
        same(&games)?;
        for play in &mut games {
            for seat in play.seats() {
                if seat != last {
                    play.place_at_random(seat, None);
                }
            }
        }
        same(&games)?;
        // All announcements so far are compared after each move, so do not play the game to its end.
        let unheard: &[&str] = match options["axes"].as_str() {
            Some("before_roll") => &["voice right top", "axes y", "voice left dice", "axes x"],
            // With other options there are no axes to choose, or the choice is a move.
            _ => &["voice right top", "voice left dice"],
        };
        let mut compared = 0;
        'play: for _ in 0..12 {
            let seat = mover(&games[0].game);
            for _ in 0..6 {
                let line = onward(&games[0].game, &mut rng).replace("roll_all", "roll");
                let mut next = games.clone();
                for change in unheard {
                    prop_assert!(next[1].act(last, voices_action(change)).is_empty());
                }
                same(&next)?;
                let [one, two] = next.each_mut().map(|play| play.act(seat, voices_action(&line)));
                if one == two && !one.iter().any(|words| words.starts_with("finished")) {
                    same(&next)?;
                    compared += 1;
                    for seat in next[0].seats() {
                        // A refusal must not differ either.
                        let tried = [voices_action(&aside(&mut rng, shots(&next[0])))];
                        if seat != last {
                            let [one, two] = next.each_ref().map(|play| play.game.preview(seat, &tried));
                            prop_assert_eq!(one, two);
                        }
                    }
                    games = next;
                    continue 'play;
                }
            }
            break;
        }
        // If the first shot already finds a difference, there is nothing to compare. If that always happened, the test
        // would fail.
        prop_assume!(compared > 0);
    }

    #[test]
    fn the_record_of_a_finished_game_holds(options in options(), byte: u8, seed: u64, moves in 0..150_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
        while play.game.outcome().is_none() {
            play.must(&Request::TimeOut(Seats::ALL));
        }
        let verdict = verify(&serde_json::to_string(&play.record()).unwrap());
        prop_assert!(verdict.valid, "{:?}", verdict);
        prop_assert_eq!(verdict.events, play.log.len());
    }

    #[test]
    fn what_was_heard_is_what_is_shown(options in options(), byte: u8, seed: u64, moves in 0..100_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
        let view = play.view(Viewer::Public);
        let fired: Vec<Value> = play.log.iter()
            .filter_map(|entry| entry.glimpse(Viewer::Public))
            .map(|glimpse| json!(glimpse))
            .filter(|event| event["type"] == "fired")
            .collect();
        let shown = view["shots"].as_array().unwrap();
        prop_assert_eq!(shown.len(), fired.len());
        for (shown, heard) in shown.iter().zip(&fired) {
            for field in ["shot", "round", "seat", "cell", "phone"] {
                prop_assert_eq!(&shown[field], &heard[field]);
            }
            let reports = shown["reports"].as_array().unwrap();
            let answers = heard["answers"].as_array().unwrap();
            prop_assert_eq!(reports.len(), answers.len());
            for (report, answer) in reports.iter().zip(answers) {
                for field in ["seat", "result", "sunk"] {
                    prop_assert_eq!(&report[field], &answer[field]);
                }
            }
        }
        prop_assert!(heard(&play.log, Viewer::Public).len() >= fired.len());
    }
}

/// Returns the number of log entries when all players have joined.
fn play_joins(options: &Value) -> usize {
    Play::voices(0, options).log.len()
}
