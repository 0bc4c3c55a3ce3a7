//! Properties of all games of `advanced`, tested on random games.

use crate::advanced_common::{advanced_action, seated};
use crate::common::{Play, VIEWERS, ada, ben, heard};
use broadside_engine::advanced::{Action, Advanced, Kind, Legal};
use broadside_engine::game::{Entry, Game, Request, RulesetId};
use broadside_engine::record::verify;
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::{Choice, Command, Move, OwnSeed, Table};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

pub(crate) fn options() -> impl Strategy<Value = Value> {
    let fleet = prop_oneof![
        Just(json!({})),
        Just(json!({"carrier": 0, "battleship": 0, "cruiser": 0, "destroyer": 0, "submarine": 1})),
        Just(json!({"carrier": 4, "battleship": 4, "cruiser": 4, "destroyer": 4, "submarine": 4})),
        Just(json!({"carrier": 1, "battleship": 0, "cruiser": 0, "destroyer": 0, "submarine": 0})),
    ];
    let map = prop_oneof![
        3 => (10..=26_u8, 10..=26_u8, "[a-z]{1,8}")
            .prop_map(|(columns, rows, seed)| json!({"columns": columns, "rows": rows, "seed": seed})),
        1 => Just(json!({"columns": 10, "rows": 10})),
        1 => Just(json!(vec!["~".repeat(11); 12])),
    ];
    let resupply = prop_oneof![2 => Just(0_u8), 1 => 1..=10_u8];
    (map, fleet, 10..=200_u8, resupply).prop_map(|(map, fleet, points, resupply)| {
        json!({"map": map, "fleet": fleet, "points": points, "resupply": resupply})
    })
}

pub(crate) fn begun(byte: u8, options: &Value) -> Play {
    let mut play = seated(byte, options);
    play.place_at_random(ada(), Some("ada's seed"));
    play.place_at_random(ben(), None);
    play
}

fn table(game: &Game) -> &Table<Advanced> {
    let Game::Advanced(table) = game else { panic!("it is a game of `advanced`") };
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

/// Returns a random instance of a legal action, as text.
pub(crate) fn line(legal: &Legal, rng: &mut ChaCha8Rng) -> String {
    let order = *["any", "bombers", "recce", "hold"].choose(rng).unwrap();
    match legal {
        Legal::Buy { weapons, .. } => {
            let purchase = weapons.choose(rng).unwrap();
            let at = purchase.at.nth(rng.random_range(0..purchase.at.len())).unwrap();
            let order = if purchase.weapon == Kind::Gun { order } else { "" };
            format!("buy {} {at} {order}", purchase.weapon)
        }
        Legal::Salvo { cells } => {
            let from: Vec<_> = cells.from.iter().collect();
            let named: Vec<_> = from.sample(rng, cells.count).map(ToString::to_string).collect();
            format!("salvo {}", named.join(" "))
        }
        Legal::Send { planes, to } => {
            let plane = planes.choose(rng).unwrap();
            format!("send {} {}", plane.from, to.nth(rng.random_range(0..to.len())).unwrap())
        }
        Legal::Order { guns, .. } => {
            format!("order {} {order}", guns.nth(rng.random_range(0..guns.len())).unwrap())
        }
        Legal::Pass {} => "pass".to_owned(),
    }
}

/// Returns a random action that continues the game, as text. Sometimes it is a purchase.
fn onward(game: &Game, rng: &mut ChaCha8Rng) -> String {
    let choices = own(game, mover(game));
    let passes = rng.random_bool(0.02);
    let useful = |legal: &&Legal| match legal {
        Legal::Pass {} => passes || choices.len() == 1,
        Legal::Order { .. } => false,
        _ => true,
    };
    let useful: Vec<_> = choices.iter().filter(useful).collect();
    useful.choose(rng).map_or("pass".to_owned(), |legal| line(legal, rng))
}

/// Plays at most the given number of moves. Sometimes it gives an order to a gun, or offers or declines a draw.
pub(crate) fn play_on(play: &mut Play, moves: usize, rng: &mut ChaCha8Rng) {
    for _ in 0..moves {
        if play.game.outcome().is_some() {
            return;
        }
        let seat = *[ada(), ben()].choose(rng).unwrap();
        if rng.random_bool(0.2) {
            let order = own(&play.game, seat).into_iter().find(|legal| matches!(legal, Legal::Order { .. }));
            if let Some(order) = order {
                play.act(seat, advanced_action(&line(&order, rng)));
            }
        }
        if rng.random_bool(0.05) {
            let kind = *["offer_draw", "decline_draw"].choose(rng).unwrap();
            let _ = play.ask(&Request::Act { seat, actions: &[json!({"type": kind})] });
        }
        let line = onward(&play.game, rng);
        play.act(mover(&play.game), advanced_action(&line));
    }
}

/// Returns actions just inside and just outside the legal ones.
pub(crate) fn near(play: &Play, rng: &mut ChaCha8Rng) -> Vec<Action> {
    let mut lines = vec!["pass".to_owned(), "salvo A1 A2".to_owned(), "salvo A1 A2 A1".to_owned()];
    let cell = |rng: &mut ChaCha8Rng| {
        format!("{}{}", char::from(b'A' + rng.random_range(0..26_u8)), rng.random_range(1..=26_u8))
    };
    for seat in [ada(), ben()] {
        for legal in own(&play.game, seat) {
            lines.push(line(&legal, rng));
        }
        let side = play.view(Viewer::Seat(seat))["sides"][seat.index()].take();
        for weapon in side["weapons"].as_array().unwrap() {
            let at = weapon["at"].as_str().unwrap();
            lines.extend([
                format!("send {at} {}", cell(rng)),
                format!("order {at} hold"),
                format!("buy recce {at}"),
            ]);
        }
        for ship in side["ships"].as_array().unwrap() {
            let at = ship["at"].as_str().unwrap();
            lines.extend([format!("buy bomber {at}"), format!("buy gun {at}")]);
        }
    }
    for kind in ["gun", "recce", "bomber", "nuclear_bomber"] {
        lines.extend([format!("buy {kind} {}", cell(rng)), format!("buy {kind} {} hold", cell(rng))]);
    }
    lines.extend([
        format!("salvo {} {} {}", cell(rng), cell(rng), cell(rng)),
        format!("send {} A1", cell(rng)),
    ]);
    let read = |line: &String| match Table::<Advanced>::read_move(&advanced_action(line)) {
        Ok(Move::Own(action)) => action,
        other => panic!("`{line}` is {other:?}"),
    };
    lines.iter().map(read).collect()
}

/// Returns everything a viewer may know, byte for byte. The commitments are removed: only they may depend on hidden
/// information.
fn knowledge(play: &Play, viewer: Viewer) -> Vec<String> {
    let game = &play.game;
    let mut fairness = game.fairness();
    fairness.placement_commitments.clear();
    let mut all = vec![
        json!(game.view(viewer)).to_string(),
        json!(viewer.seat().map(|seat| game.legal(seat))).to_string(),
        json!(fairness).to_string(),
        format!("{} {} {:?}", game.visible(viewer), game.turn(), game.to_move()),
        format!("{:?} {:?} {:?}", game.status(), game.draw_offer(), game.seats()),
    ];
    all.extend(play.log.iter().filter_map(|entry| entry.glimpse(viewer)).map(|glimpse| {
        let mut value = json!(glimpse);
        if let Some(masked) = value.get_mut("placement_commitments") {
            *masked = json!("masked");
        }
        value.to_string()
    }));
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn random_play_ends(options in options(), byte: u8, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        let mut moves = 0;
        while play.game.outcome().is_none() {
            let line = onward(&play.game, &mut rng);
            play.act(mover(&play.game), advanced_action(&line));
            moves += 1;
            // Purchases end no turn. Points and squares limit their number.
            prop_assert!(moves <= 2 * 200 * 20);
        }
        prop_assert_eq!(play.game.status().as_str(), "finished");
        prop_assert!(play.game.to_move().is_empty());
        for seat in [ada(), ben()] {
            prop_assert!(play.game.legal(seat).is_empty());
        }
    }

    #[test]
    fn the_stored_log_is_the_game(options in options(), byte: u8, seed: u64, half in 0.0..1.0_f64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut live = begun(byte, &options);
        play_on(&mut live, 60, &mut rng);
        let restored: Vec<_> = live.log.iter()
            .map(|entry| Entry::restore(RulesetId::Advanced, &entry.store()).unwrap())
            .collect();
        let joined = 2;
        let mut replayed = seated(byte, &options).game;
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
            let mut continued = Game::restore(RulesetId::Advanced, &snapshot).unwrap();
            for entry in &restored[middle..] {
                continued.evolve(entry).unwrap();
            }
            prop_assert_eq!(continued.store().text().to_owned(), live.text());
            for viewer in VIEWERS() {
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
        for seat in [ada(), ben()] {
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
                    prop_assert_eq!(Game::Advanced(table).store().text().to_owned(), before.as_str());
                }
            }
        }
        prop_assert!(refusals > 0);
        prop_assert_eq!(play.text(), before);
    }

    #[test]
    fn legal_and_check_agree(options in options(), byte: u8, seed: u64, moves in 0..100_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
        for seat in [ada(), ben()] {
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
        // Two copies of a game. In the second, seat 2 has a different placement, and gives orders and buys in secret.
        // Both copies are played with actions whose announcements are the same.
        let mut games = [(); 2].map(|()| seated(byte, &options));
        for (n, play) in games.iter_mut().enumerate() {
            for _ in 0..=n {
                play.ask(&Request::Place { seat: ben(), placement: None, seed: OwnSeed::new("ben's seed") }).unwrap();
            }
            play.place_at_random(ada(), None);
        }
        let mut carried_out = 0;
        let same = |games: &[Play; 2]| -> Result<(), TestCaseError> {
            for viewer in [Viewer::Seat(ada()), Viewer::Public] {
                let [one, two] = games.each_ref().map(|play| knowledge(play, viewer));
                prop_assert_eq!(one, two);
            }
            Ok(())
        };
        same(&games)?;
        'play: for _ in 0..12 {
            if games.iter().any(|play| play.game.outcome().is_some()) {
                break;
            }
            let seat = mover(&games[0].game);
            for _ in 0..6 {
                let mut next = games.clone();
                let mut hidden = own(&next[1].game, ben());
                hidden.retain(|legal| matches!(legal, Legal::Order { .. } | Legal::Buy { .. }));
                for legal in hidden {
                    next[1].act(ben(), advanced_action(&line(&legal, &mut rng)));
                }
                same(&next)?;
                let action = advanced_action(&match seat == ada() {
                    true => onward(&next[0].game, &mut rng),
                    false => "salvo A1 B2 C3".to_owned(),
                });
                let before = next.each_ref().map(|play| play.log.len());
                let done = next.each_mut().map(|play| {
                    play.ask(&Request::Act { seat, actions: std::slice::from_ref(&action) }).is_ok()
                });
                // In the second game seat 2 may have fewer points or weapons left. The legal actions of seat 1 never
                // depend on that.
                prop_assert!(done[0] == done[1] || seat == ben());
                let told = |n: usize| heard(&next[n].log[before[n]..], Viewer::Seat(ada()));
                if done == [true; 2] && told(0) == told(1) && !told(0).iter().any(|words| words.starts_with("finished")) {
                    same(&next)?;
                    carried_out += 1;
                    let tried = [advanced_action("salvo A1 A2 A3")];
                    let [one, two] = next.each_ref().map(|play| play.game.preview(ada(), &tried));
                    prop_assert_eq!(one, two);
                    games = next;
                    continue 'play;
                }
            }
            break;
        }
        // A case in which no action could be compared proves little.
        prop_assume!(carried_out > 0);
    }

    #[test]
    fn the_record_of_a_finished_game_holds(options in options(), byte: u8, seed: u64, moves in 0..100_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
        if play.game.outcome().is_none() {
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
        if play.game.outcome().is_some() {
            return Ok(());
        }
        for viewer in VIEWERS() {
            let heard: Vec<Value> = play.log.iter()
                .filter_map(|entry| entry.glimpse(viewer))
                .map(|glimpse| json!(glimpse))
                .filter(|event| ["fired", "sent", "passed", "passed_over"].iter().any(|kind| event["type"] == *kind))
                .collect();
            prop_assert_eq!(&play.view(viewer)["operations"], &json!(heard));
        }
    }
}
