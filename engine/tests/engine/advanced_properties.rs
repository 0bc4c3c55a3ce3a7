//! Random games of `advanced`, and properties that only they have.

use crate::advanced_common::{advanced_action, advanced_placement, advanced_words};
use crate::common::{Play, VIEWERS, ada, ben};
use crate::notation_common::armed;
use crate::properties::{Difference, TestedRuleset, mover, own, read};
use broadside_engine::advanced::{Action, Advanced, Finding, Kind, Legal, View, WeaponStatus};
use broadside_engine::game::{self, Game};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::Table;
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

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

impl TestedRuleset for Advanced {
    const CASES: u32 = 16;
    const MIDDLE: usize = 100;
    const LATE: usize = 120;

    fn table(game: &Game) -> &Table<Self> {
        let Game::Advanced(table) = game else { panic!("it is a game of `advanced`") };
        table
    }

    fn game(table: Table<Self>) -> Game {
        Game::Advanced(table)
    }

    fn options() -> impl Strategy<Value = Value> {
        let fleet = prop_oneof![
            Just(json!({})),
            Just(
                json!({"carrier": 0, "battleship": 0, "cruiser": 0, "destroyer": 0, "submarine": 1})
            ),
            Just(
                json!({"carrier": 4, "battleship": 4, "cruiser": 4, "destroyer": 4, "submarine": 4})
            ),
            Just(
                json!({"carrier": 1, "battleship": 0, "cruiser": 0, "destroyer": 0, "submarine": 0})
            ),
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

    /// The map is larger than usual, so that seat 1 has a bomber on R2.
    fn example() -> Play {
        armed()
    }

    fn placement(text: &str) -> Value {
        advanced_placement(text)
    }

    fn action(text: &str) -> Value {
        advanced_action(text)
    }

    fn words(_: &str, event: &Value) -> Option<String> {
        advanced_words(event)
    }

    /// The action is sometimes a purchase.
    fn onward(game: &Game, rng: &mut ChaCha8Rng) -> (Seat, Value) {
        let seat = mover(game, rng);
        let choices = own::<Self>(game, seat);
        let passes = rng.random_bool(0.02);
        let useful = |legal: &&Legal| match legal {
            Legal::Pass {} => passes || choices.len() == 1,
            Legal::Order { .. } => false,
            _ => true,
        };
        let useful: Vec<_> = choices.iter().filter(useful).collect();
        let line = useful.choose(rng).map_or("pass".to_owned(), |legal| line(legal, rng));
        (seat, advanced_action(&line))
    }

    /// Sometimes gives an order to a gun.
    fn aside(play: &mut Play, rng: &mut ChaCha8Rng) {
        if rng.random_bool(0.2) {
            let seat = *play.seats().choose(rng).unwrap();
            let mut choices = own::<Self>(&play.game, seat).into_iter();
            if let Some(order) = choices.find(|legal| matches!(legal, Legal::Order { .. })) {
                play.act(seat, advanced_action(&line(&order, rng)));
            }
        }
    }

    fn near(play: &Play, rng: &mut ChaCha8Rng) -> Vec<Action> {
        let mut lines =
            ["pass", "salvo A1 A2", "salvo A1 A2 A1", "salvo A1 A2 A3"].map(str::to_owned).to_vec();
        let cell = |rng: &mut ChaCha8Rng| {
            format!(
                "{}{}",
                char::from(b'A' + rng.random_range(0..26_u8)),
                rng.random_range(1..=26_u8)
            )
        };
        for seat in [ada(), ben()] {
            for legal in own::<Self>(&play.game, seat) {
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
            lines.extend([
                format!("buy {kind} {}", cell(rng)),
                format!("buy {kind} {} hold", cell(rng)),
            ]);
        }
        lines.extend([
            format!("salvo {} {} {}", cell(rng), cell(rng), cell(rng)),
            format!("send {} A1", cell(rng)),
        ]);
        lines.iter().map(|line| read::<Self>(&advanced_action(line))).collect()
    }

    /// Purchases end no turn. Points and squares limit their number.
    fn most_moves(_: &Value) -> usize {
        2 * 200 * 20
    }

    /// Seat 2 has a different random placement.
    fn difference(_: u8, _: &mut Value, _: &mut ChaCha8Rng) -> Difference {
        Difference {
            seat: ben(),
            placements: [None, None],
            limits: true,
            // What a plane finds is told only to its owner.
            hears: Viewer::Seat(ada()),
            tries: 6,
            enough: 12,
            min: 0,
        }
    }

    /// Seat 2 does what it can do in both games, unless it has fewer weapons left in one of them.
    fn common(game: &Game, rng: &mut ChaCha8Rng) -> (Seat, Value) {
        let (seat, action) = Self::onward(game, rng);
        (seat, if seat == ben() { advanced_action("salvo A1 B2 C3") } else { action })
    }

    /// Gives an order and buys something.
    fn in_secret(play: &Play, seat: Seat, rng: &mut ChaCha8Rng) -> Vec<Value> {
        let mut hidden = own::<Self>(&play.game, seat);
        hidden.retain(|legal| matches!(legal, Legal::Order { .. } | Legal::Buy { .. }));
        hidden.iter().map(|legal| advanced_action(&line(legal, rng))).collect()
    }
}

proptest! {
    #![proptest_config(crate::common::cases(16))]

    #[test]
    fn events_agree_with_the_view(options in Advanced::options(), byte: u8, seed: u64, moves in 0..100_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Advanced::started(byte, &options);
        Advanced::play_on(&mut play, moves, &mut rng);
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
    #[test]
    fn a8_certain_findings_are_true(options in Advanced::options(), byte: u8, seed: u64, moves in 0..100_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Advanced::started(byte, &options);
        Advanced::play_on(&mut play, moves, &mut rng);
        for (seat, number) in [(ada(), 0), (ben(), 1)] {
            let truth = view(&play.game, Viewer::Seat(seat)).sides[number].clone();
            let (ships, weapons) = (truth.ships.unwrap(), truth.weapons.unwrap());
            for viewer in VIEWERS() {
                let view = view(&play.game, viewer);
                for (cell, finding) in view.findings(seat) {
                    let part = ships.iter().any(|ship| ship.hit.contains(cell));
                    let weapon = weapons.iter().any(|of| of.at == cell && of.status == WeaponStatus::Destroyed);
                    match finding {
                        Finding::Hit => prop_assert!(part || weapon, "{viewer:?}: {cell} was not hit"),
                        Finding::Miss => prop_assert!(!part && !weapon, "{viewer:?}: {cell} was hit"),
                        Finding::Open(number) => prop_assert!(number as usize <= view.operations.len()),
                    }
                }
                for (class, found) in view.fleet.iter().zip(view.class_findings(seat)) {
                    let of_class = ships.iter().filter(|ship| ship.class == class.class);
                    let mut hits: Vec<_> = of_class.clone().map(|ship| ship.hit.len()).collect();
                    hits.sort_unstable_by(|one, other| other.cmp(one));
                    let sunk = of_class.clone().filter(|ship| ship.sunk).count();
                    prop_assert_eq!(usize::from(found.sunk), sunk);
                    prop_assert_eq!(usize::from(found.hits), hits[sunk..].iter().sum::<usize>());
                    prop_assert!(hits.iter().zip(&found.ships).all(|(hits, min)| usize::from(*min) <= *hits));
                }
            }
        }
    }
}

fn view(game: &Game, viewer: Viewer) -> View {
    let game::View::Advanced(view) = game.view(viewer) else {
        panic!("it is a game of `advanced`")
    };
    view
}
