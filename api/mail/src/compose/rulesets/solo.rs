//! Emails about games of `solo`. Their map has two rows for each suit.

use broadside_engine::seat::Seat;
use broadside_engine::solo::{self, Cell, Face, Half, ShipClass, Solo, Suit, View};
use broadside_i18n::Lang;

use super::RulesetMail;
use crate::compose::Block;
use crate::compose::maps::{DrawnMaps, HIT, MISS, Map, WATER};
use crate::compose::news::{Describer, NewsLine};
use crate::compose::placing::{Class, command_table, describe_ship, named_item};
use crate::compose::reader_view::{ReaderView, list};
use crate::compose::refused::command_name;
use crate::compose::refused::rules::{cell_text, setting};

impl RulesetMail for Solo {
    fn maps(_: &ReaderView, lang: Lang, _: Seat, view: &View) -> DrawnMaps {
        if view.ships.is_none() && view.volleys.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let name = |suit: Suit| suit_name(lang, suit);
        let width =
            view.order.iter().map(|suit| name(*suit).chars().count()).max().unwrap_or_default();
        let pad = |text: &str| format!("{text}{}", " ".repeat(width - text.chars().count()));
        let faces = Face::ALL.map(Face::as_str).join(" ");
        let mut rows = vec![format!("{}   {faces}", pad(""))];
        let shots = || view.volleys.iter().flat_map(|volley| &volley.shots);
        for suit in &view.order {
            for half in [Half::Upper, Half::Lower] {
                let sign = |column: &Face| {
                    let cell = Cell { suit: *suit, half, column: *column };
                    let ship = view.ships.iter().flatten().find(|ship| ship.cells.contains(&cell));
                    let hit = shots().find(|shot| shot.cell == cell && shot.hit.is_some());
                    match (ship, hit) {
                        (_, Some(_)) => HIT,
                        // The suit that the ship fights for: the first letter of its name, as on
                        // the sheets.
                        (Some(ship), None) => {
                            name(ship.suit).to_uppercase().chars().next().unwrap_or('#')
                        }
                        (None, None) if shots().any(|shot| shot.cell == cell) => MISS,
                        (None, None) => WATER,
                    }
                };
                let signs: Vec<_> = Face::ALL.iter().map(|face| sign(face).to_string()).collect();
                let label = if half == Half::Upper { name(*suit) } else { String::new() };
                rows.push(format!("{}   {}", pad(&label), signs.join(" ")));
            }
        }
        let stands = view.suits.iter().map(|suit| {
            let (left, all) = ((suit.coins - suit.hit).to_string(), suit.coins.to_string());
            lang.fill("map-suit", &[("suit", &name(suit.suit)), ("left", &left), ("all", &all)])
        });
        rows.push(String::new());
        rows.extend(stands);
        (
            vec![Map { title: lang.text("map-sea"), rows }],
            vec!["sign-suits", "sign-hit", "sign-miss"],
        )
    }

    fn facts(_: &ReaderView, lang: Lang, view: &View) -> Vec<String> {
        let predicted = view
            .prediction
            .map(|of| lang.fill("fact-predicted", &[("suit", &suit_name(lang, of))]));
        predicted.into_iter().collect()
    }

    fn placing_help(lang: Lang, view: &View) -> Vec<Block> {
        let suit = |suit: &Suit| {
            let (command, word) = named_item(lang, "suit", suit.as_str(), "");
            match word.strip_suffix(": ") {
                Some(word) => format!("{command} ({word})"),
                None => command,
            }
        };
        let fighting: Vec<_> = view.suits.iter().map(|of| suit(&of.suit)).collect();
        let rows: Vec<_> = view.order.iter().map(|suit| command_name(suit.as_str())).collect();
        let columns = list(lang, &Face::ALL.map(|face| face.as_str().to_owned()));
        let lends = command_name(view.lends.as_str());
        let fleets = [("fighting", &*list(lang, &fighting)), ("lends", &*lends)];
        let sea = [("rows", &*list(lang, &rows)), ("columns", &*columns)];
        let ships: Vec<Class<'_>> = match view.wumpuses {
            true => vec![(ShipClass::Dinghy.as_str(), ShipClass::Dinghy.length(), 6)],
            false => ShipClass::ALL
                .iter()
                .rev()
                .map(|class| (class.as_str(), class.length(), 1))
                .collect(),
        };
        let mut blocks = vec![
            Block::Text(lang.fill("placing-suits", &fleets)),
            command_table(ships.into_iter().map(|class| describe_ship(lang, "coins", class))),
            Block::Text(lang.fill("placing-sea", &sea)),
        ];
        if !view.wumpuses {
            blocks.push(Block::Text(lang.text("placing-sea-ships")));
        }
        blocks
    }

    fn placement_example(view: &View) -> Vec<String> {
        let class = if view.wumpuses { ShipClass::Dinghy } else { ShipClass::Cruiser };
        let class = command_name(class.as_str());
        let row = |n: usize| {
            view.order.get(n).map_or_else(String::new, |suit| command_name(suit.as_str()))
        };
        let lines = view.suits.iter().take(2).zip(0..).map(|(of, n)| {
            let first = [format!("{}/UPPER/N", row(n)), format!("{}/LOWER/A", row(n + 1))];
            let lies = if view.wumpuses { "" } else { [" DIAGONAL DOWN", " ACROSS"][n] };
            format!("PLACE {} {class} {}{lies}", command_name(of.suit.as_str()), first[n])
        });
        lines.collect()
    }

    fn describe_event(told: &Describer<'_>, glimpse: &solo::Glimpse) -> Option<NewsLine> {
        Some(match glimpse {
            solo::Glimpse::Predicted(solo::Predicted { seat, suit }) => {
                told.by(*seat, "news-predicted", &[("suit", &suit_name(told.lang, *suit))])
            }
            solo::Glimpse::Fired(solo::Fired { seat, volley, coin, dice, shots }) => {
                let shot = |solo::Shot { hit, sunk, cell }: &solo::Shot| {
                    let (suit, cell) = (suit_name(told.lang, (*hit)?), cell_name(told.lang, *cell));
                    let suit = told.lang.fill("word-suit-at", &[("suit", &suit), ("cell", &cell)]);
                    Some(if *sunk {
                        told.lang.fill("word-suit-sunk", &[("suit", &suit)])
                    } else {
                        suit
                    })
                };
                let hit: Vec<_> = shots.iter().filter_map(shot).collect();
                let report = match hit.is_empty() {
                    true => told.lang.text("word-nothing"),
                    false => told.lang.fill("word-hit-suits", &[("suits", &list(told.lang, &hit))]),
                };
                let die = |die: &solo::Die| {
                    format!(
                        "{} {}",
                        suit_name(told.lang, die.suit),
                        command_name(die.face.as_str())
                    )
                };
                let coin = match coin {
                    solo::Coin::Heads => told.lang.text("coin-heads"),
                    solo::Coin::Tails => told.lang.text("coin-tails"),
                };
                let dice = dice.iter().map(die).collect::<Vec<_>>().join(", ");
                let rolled = told.lang.fill("word-rolled", &[("coin", &coin), ("dice", &dice)]);
                let parts =
                    [("number", &*volley.to_string()), ("rolled", &*rolled), ("report", &*report)];
                told.by(*seat, "news-volley", &parts)
            }
        })
    }

    fn empty_volley(glimpse: &solo::Glimpse) -> Option<u32> {
        match glimpse {
            solo::Glimpse::Fired(fired) if fired.shots.iter().all(|shot| shot.hit.is_none()) => {
                Some(fired.volley)
            }
            _ => None,
        }
    }

    fn explain_refusal(lang: Lang, refusal: &solo::Refusal) -> String {
        use solo::{PlacementError, Refusal};
        match refusal {
            Refusal::BadOption { field, detail, .. } => setting(lang, field, detail),
            Refusal::BadPlacement(PlacementError::Lends { suit, fighting, .. }) => {
                suit_text(lang, "refused-lends", *suit, fighting)
            }
            Refusal::BadPlacement(PlacementError::DinghiesOnly { class, .. }) => {
                lang.fill("refused-dinghies", &[("class", &command_name(class.as_str()))])
            }
            Refusal::BadPlacement(PlacementError::OffSea { class, at, heading, last, .. }) => lang
                .fill(
                    "refused-off-sea",
                    &[
                        ("class", &command_name(class.as_str())),
                        ("length", &class.length().to_string()),
                        ("at", &command_name(&at.to_string())),
                        ("heading", &command_name(heading.as_str())),
                        ("last", &command_name(&last.to_string())),
                    ],
                ),
            Refusal::BadPlacement(PlacementError::Overlap { cell, .. }) => {
                cell_text(lang, "refused-coin", command_name(&cell.to_string()))
            }
            Refusal::BadPlacement(PlacementError::WrongCount {
                suit,
                class,
                found,
                wanted,
                ..
            }) => lang.fill(
                "refused-suit-count",
                &[
                    ("suit", &command_name(suit.as_str())),
                    ("class", &command_name(class.as_str())),
                    ("found", &found.to_string()),
                    ("wanted", &wanted.to_string()),
                ],
            ),
            Refusal::NotFighting { suit, fighting } => {
                suit_text(lang, "refused-not-fighting", *suit, fighting)
            }
            Refusal::Predicted(suit) => {
                lang.fill("refused-predicted", &[("suit", &command_name(suit.as_str()))])
            }
            Refusal::PredictFirst => lang.text("refused-predict-first"),
        }
    }
}

fn suit_name(lang: Lang, suit: solo::Suit) -> String {
    lang.text(&format!("suit-{suit}"))
}

/// Returns the name of a cell as the map shows it: in the reader's language. Commands can use the
/// same name.
pub(in crate::compose) fn cell_name(lang: Lang, cell: Cell) -> String {
    let half = match cell.half {
        Half::Upper => lang.text("half-upper"),
        Half::Lower => lang.text("half-lower"),
    };
    format!("{}/{half}/{}", suit_name(lang, cell.suit), cell.column.as_str()).to_uppercase()
}

/// Returns a text about a suit in a game in which other suits fight.
fn suit_text(lang: Lang, key: &str, suit: solo::Suit, fighting: &str) -> String {
    let parts = [("suit", &*command_name(suit.as_str())), ("fighting", &*command_name(fighting))];
    lang.fill(key, &parts)
}
