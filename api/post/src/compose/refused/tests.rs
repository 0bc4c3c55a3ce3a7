//! One example of each error, in every language.

use std::collections::BTreeSet;
use std::path::Path;

use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::advanced::Kind as Weapon;
use broadside_engine::dispatch_by_id;
use broadside_engine::fleet::{ClassName, Heading, PlacementError};
use broadside_engine::game::{Refusal, RulesetId};
use broadside_engine::grid::Cell;
use broadside_engine::satellite::{Building, Cartridge, Instead, Sector};
use broadside_engine::seat::Seat;
use broadside_engine::solo::{self, ShipClass, Suit};
use broadside_engine::table::TableRefusal;
use broadside_engine::voices::Part;
use broadside_engine::{advanced, classic, satellite, voices};

use super::*;
use crate::compose::rulesets::SampleRefusals;

fn cell(text: &str) -> Cell {
    text.parse().unwrap()
}

fn class(name: &str) -> ClassName {
    ClassName::new(name).unwrap()
}

fn fleets() -> Vec<PlacementError> {
    let heading = Heading::Down;
    let at = cell("J9");
    let last = cell("J10");
    vec![
        PlacementError::UnknownClass {
            ship: 0,
            class: class("raft"),
            known: "cruiser, long_boat".into(),
        },
        PlacementError::OffGrid { ship: 0, class: class("cruiser"), length: 3, at, heading, last },
        PlacementError::Overlap { ship: 1, other: 0, cell: at },
        PlacementError::WrongCount { class: class("cruiser"), found: 7, wanted: 2 },
    ]
}

fn tables() -> Vec<TableRefusal> {
    vec![
        TableRefusal::Over,
        TableRefusal::NotBegun(Solo::BEGINS),
        TableRefusal::NotBegun(""),
        TableRefusal::Begun,
        TableRefusal::Out,
        TableRefusal::Lost,
        TableRefusal::NoSuchSeat(4),
        TableRefusal::SeatTaken,
        TableRefusal::SeatFree,
        TableRefusal::OfferedAlready,
        TableRefusal::OfferStands,
        TableRefusal::NoOffer,
        TableRefusal::OwnOffer,
        TableRefusal::NotLate,
        TableRefusal::Moved,
        TableRefusal::MovedAlone,
        TableRefusal::Unknown,
        TableRefusal::TooManyPlacements,
        TableRefusal::TooManyDepartures,
    ]
}

impl SampleRefusals for classic::Classic {
    fn refusals() -> Vec<classic::Refusal> {
        use classic::Refusal;
        let at = 0;
        let cell = cell("B4");
        let rule = "C1";
        let mut all: Vec<_> = fleets().into_iter().map(Refusal::BadPlacement).collect();
        all.extend([
            Refusal::BadOption { rule, field: "mode".into(), detail: "why".into() },
            Refusal::OutOfTurn(Seat::new(2).unwrap()),
            Refusal::TooManyRewrites,
            Refusal::WrongRound { meant: 8, now: 9 },
            Refusal::NoRounds,
            Refusal::WrongCount { rule, found: 7, wanted: 4 },
            Refusal::OffGrid { at, cell, last: "J10".parse().unwrap() },
            Refusal::CalledBefore { rule, at, cell },
            Refusal::Twice { at, cell },
        ]);
        all
    }
}

impl SampleRefusals for voices::Voices {
    fn refusals() -> Vec<voices::Refusal> {
        use voices::Refusal;
        let rule = "V1";
        let field = "shot";
        vec![
            Refusal::BadOption { rule, field: "seats".into(), detail: "why".into() },
            Refusal::BadPlacement(fleets().remove(0)),
            Refusal::NoSuchMatrix { field },
            Refusal::MatrixSize { field, size: 7 },
            Refusal::OutOfTurn(Seat::new(2).unwrap()),
            Refusal::NoDice,
            Refusal::AxesDue,
            Refusal::CellDue,
            Refusal::RollFirst,
            Refusal::NothingRolled,
            Refusal::OffMap(cell("K4")),
            Refusal::NotOpen { rule, cell: cell("B4") },
            Refusal::NoSuchShot { rule, field, part: Part::Call, shot: 8 },
            Refusal::NoSuchShot { rule, field, part: Part::Answer, shot: 8 },
            Refusal::BadDirection,
            Refusal::TooManyChanges(rule),
            Refusal::OnlyScore,
            Refusal::NoSay,
            Refusal::OfferedAlready,
            Refusal::OfferStands,
            Refusal::NoOffer,
            Refusal::OwnOffer,
        ]
    }
}

impl SampleRefusals for solo::Solo {
    fn refusals() -> Vec<solo::Refusal> {
        use solo::{PlacementError, Refusal};
        let suit = Suit::Suns;
        let class = ShipClass::Cruiser;
        let fighting = "moons, arms".to_owned();
        let at: solo::Cell = "suns/upper/A".parse().unwrap();
        vec![
            Refusal::BadOption { rule: "S1", field: "order".into(), detail: "why".into() },
            PlacementError::Lends { ship: 0, suit, fighting: fighting.clone() }.into(),
            PlacementError::DinghiesOnly { ship: 0, class }.into(),
            PlacementError::OffSea {
                ship: 0,
                class,
                at,
                heading: solo::Heading::DiagonalUp,
                last: at,
            }
            .into(),
            PlacementError::Overlap { ship: 1, other: 0, cell: at }.into(),
            PlacementError::WrongCount { rule: "S3", suit, class, found: 7, wanted: 4 }.into(),
            Refusal::NotFighting { suit, fighting },
            Refusal::Predicted(suit),
            Refusal::PredictFirst,
        ]
    }
}

impl SampleRefusals for satellite::Satellite {
    fn refusals() -> Vec<satellite::Refusal> {
        use satellite::Refusal;
        let at = 0;
        let building = Building::Relay;
        let rule = "T5";
        let sector: Sector = "B4".parse().unwrap();
        let cartridge = Cartridge::FullHouse;
        let unlocked = vec![Cartridge::Barrage3, Cartridge::Hazard];
        let due = [
            Instead::Roll,
            Instead::Fire,
            Instead::GiveUp,
            Instead::Salvo(1),
            Instead::Salvo(8),
            Instead::Shoot,
            Instead::Destruct(1),
            Instead::Destruct(8),
            Instead::Nothing,
        ];
        let mut all: Vec<_> = due.map(Refusal::NotDue).into();
        all.extend([
            Refusal::BadOption { rule, field: "endgame", detail: "why".into() },
            Refusal::BuildingTwice { at, building },
            Refusal::BuildingMissing { building },
            Refusal::WrongShape { at, building },
            Refusal::Overlap { at, other: 0, sector },
            Refusal::OffPlanet { field: String::new(), sector, last: "J9".parse().unwrap() },
            Refusal::OutOfTurn(Seat::new(2).unwrap()),
            Refusal::NoRollsLeft,
            Refusal::NothingToKeep,
            Refusal::NoSuchDie { at, position: 7 },
            Refusal::KeptTwice { at, position: 4 },
            Refusal::AllKept,
            Refusal::Spent { cartridge, left: unlocked.clone() },
            Refusal::Locked { cartridge, unlocked: unlocked.clone() },
            Refusal::Locked { cartridge, unlocked: Vec::new() },
            Refusal::MustFire { unlocked },
            Refusal::WrongCount { rule, found: 7, min: 4, max: 4 },
            Refusal::WrongCount { rule, found: 7, min: 1, max: 4 },
            Refusal::HitBefore { field: String::new(), sector },
            Refusal::Twice { rule, at, sector },
            Refusal::NoBeam,
            Refusal::NeedlessBeam(cartridge),
        ]);
        all
    }
}

impl SampleRefusals for advanced::Advanced {
    fn refusals() -> Vec<advanced::Refusal> {
        use advanced::Refusal;
        let field = String::new;
        let square = cell("B4");
        let kind = Weapon::NuclearBomber;
        vec![
            Refusal::BadOption { rule: "A1", field: "map".into(), detail: "why".into() },
            Refusal::BadPlacement(fleets().remove(0)),
            Refusal::Aground { ship: 0, class: class("cruiser"), cell: square },
            Refusal::OffMap { field: field(), cell: square, last: cell("J9") },
            Refusal::AtSea { field: field(), kind, cell: square },
            Refusal::AtSea { field: field(), kind: Weapon::Gun, cell: square },
            Refusal::SquareTaken { field: field(), cell: square },
            Refusal::HitDeck { cell: square },
            Refusal::OrderForPlane { field: field(), kind },
            Refusal::TooDear { field: field(), cost: 8, points: 7 },
            Refusal::OutOfTurn(Seat::new(2).unwrap()),
            Refusal::NoResupply,
            Refusal::WrongCount { found: 7 },
            Refusal::Twice { at: 0, cell: square },
            Refusal::NoPlane { from: square },
            Refusal::JustBought { kind, from: square },
            Refusal::NoGun { gun: square },
            Refusal::TooManyOrders,
        ]
    }
}

/// Returns each refusal in every language.
fn all() -> Vec<[String; Lang::ALL.len()]> {
    let tables = tables().into_iter().map(Refusal::Table);
    let mut all: Vec<_> =
        tables.map(|refusal| Lang::ALL.map(|lang| explain_game_refusal(lang, &refusal))).collect();
    for &ruleset in RulesetId::ALL {
        dispatch_by_id!(ruleset, R => for refusal in R::refusals() {
            all.push(Lang::ALL.map(|lang| R::explain_refusal(lang, &refusal)));
        });
    }
    all
}

/// Extracts the numbers, cells and names of a text, which are the same in every language.
fn filled_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '/');
    words
        .filter(|word| {
            word.chars().any(|c| c.is_ascii_digit()) || ["CRUISER", "SUNS", "RELAY"].contains(word)
        })
        .collect()
}

#[test]
fn refusals_of_the_rules_have_texts_for_mail() {
    for all in all() {
        let [english, others @ ..] = &all;
        for translated in others {
            assert_ne!(english, translated);
            assert_eq!(filled_in(english), filled_in(translated), "{english}\n{translated}");
        }
        for text in all {
            // The texts contain no JSON notation, and address the reader directly.
            assert!(!text.contains(['`', '_', '[']) && !text.contains("this seat"), "{text}");
            assert!(!text.ends_with('.') && !text.contains("  "), "{text}");
        }
    }
}

#[test]
fn errors_of_the_http_api_have_texts_for_mail() {
    let mut source = String::new();
    for folder in ["../domain/src", "../app/src", "../app/src/play", "../http/src", "src/use_cases"]
    {
        for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap()
        {
            let path = entry.unwrap().path();
            if path.is_file() {
                source += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    // In the source the placeholders have names.
    let mut plain = String::new();
    for (n, part) in source.split('{').enumerate() {
        let placeholder = part.split_once('}').filter(|(name, _)| {
            n > 0
                && name
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '(' | ')'))
        });
        match placeholder {
            Some((_, rest)) => plain += &format!("{{}}{rest}"),
            None => plain += &format!("{}{part}", if n > 0 { "{" } else { "" }),
        }
    }
    for (detail, key) in details::DETAILS {
        assert!(plain.contains(&format!("\"{detail}\"")), "nothing says any more: {detail}");
        let filled = detail.replace("{}", "23");
        for lang in Lang::ALL {
            let text = details::translate(lang, &filled).unwrap();
            assert!(
                !text.contains('`') && (text.contains("23") == filled.contains("23")),
                "{key}: {text}"
            );
        }
    }
    let rare = AppError::field("opponents[0].id", "a thing nobody has thought of");
    for lang in Lang::ALL {
        let [opening, closing] = if lang == Lang::De { ['„', '“'] } else { ['“', '”'] };
        let quoted = format!(": {opening}a thing nobody has thought of{closing}");
        assert!(explain_refusal(lang, &rare).ends_with(&quoted));
    }
    let often = AppError::from_kind(ErrorKind::TooManyRequests);
    assert!(!explain_refusal(Lang::En, &often).contains('`'));
}

#[test]
fn a_refused_line_is_quoted() {
    let line = format_refused_line(Lang::En, Some(3), " place Cruiser J9 down ", "why");
    assert_eq!(line, "line 3, `place Cruiser J9 down`: why");
    assert_eq!(format_refused_line(Lang::It, None, "FIRE A1", "perché"), "`FIRE A1`: perché");
    assert!(format_refused_line(Lang::En, None, &"x".repeat(100), "why").len() < 80);
}
