//! Mails about games of `solo`. Their map has two rows for each suit.

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
use crate::texts::LetterTexts;

impl RulesetMail for Solo {
    fn maps(_: &ReaderView, lang: Lang, _: Seat, view: &View) -> DrawnMaps {
        if view.ships.is_none() && view.volleys.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let names = view.order.iter().map(|suit| suit_name(lang, *suit));
        let width = names.map(|name| name.chars().count()).max().unwrap_or_default();
        let faces = Face::ALL.map(Face::as_str).join(" ");
        let mut rows = vec![format!("{:width$}   {faces}", "")];
        for suit in &view.order {
            for half in [Half::Upper, Half::Lower] {
                let signs = Face::ALL.map(|column| {
                    cell_sign(lang, view, Cell { suit: *suit, half, column }).to_string()
                });
                let name = if half == Half::Upper { suit_name(lang, *suit) } else { String::new() };
                rows.push(format!("{name:width$}   {}", signs.join(" ")));
            }
        }
        rows.push(String::new());
        for suit in &view.suits {
            let parts = [
                ("suit", &*suit_name(lang, suit.suit)),
                ("left", &*(suit.coins - suit.hit).to_string()),
                ("all", &*suit.coins.to_string()),
            ];
            rows.push(lang.fill("map-suit", &parts));
        }
        (
            vec![Map { title: lang.text("map-sea"), rows }],
            vec!["sign-suits", "sign-hit", "sign-miss"],
        )
    }

    fn facts(_: &ReaderView, lang: Lang, view: &View) -> Vec<String> {
        let predicted = view
            .prediction
            .map(|suit| lang.fill("fact-predicted", &[("suit", &suit_name(lang, suit))]));
        predicted.into_iter().collect()
    }

    fn placing_help(lang: Lang, view: &View) -> Vec<Block> {
        let fighting: Vec<_> =
            view.suits.iter().map(|suit| suit_command(lang, suit.suit)).collect();
        let rows: Vec<_> = view.order.iter().map(|suit| command_name(suit.as_str())).collect();
        let columns = list(lang, &Face::ALL.map(|face| face.as_str().to_owned()));
        let lends = command_name(view.lends.as_str());
        let fleets = [("fighting", &*list(lang, &fighting)), ("lends", &*lends)];
        let sea = [("rows", &*list(lang, &rows)), ("columns", &*columns)];
        let ships: Vec<Class<'_>> = if view.wumpuses {
            vec![(ShipClass::Dinghy.as_str(), ShipClass::Dinghy.length(), 6)]
        } else {
            ShipClass::ALL.iter().rev().map(|class| (class.as_str(), class.length(), 1)).collect()
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
        let positions = [(0, "UPPER/N", " DIAGONAL DOWN"), (2, "LOWER/A", " ACROSS")];
        let mut lines = Vec::new();
        for (suit, (row, cell, heading)) in view.suits.iter().zip(positions) {
            let suit = command_name(suit.suit.as_str());
            let row =
                view.order.get(row).map_or_else(String::new, |row| command_name(row.as_str()));
            let heading = if view.wumpuses { "" } else { heading };
            lines.push(format!("PLACE {suit} {class} {row}/{cell}{heading}"));
        }
        lines
    }

    fn describe_event(describer: &Describer<'_>, glimpse: &solo::Glimpse) -> Option<NewsLine> {
        Some(match glimpse {
            solo::Glimpse::Predicted(solo::Predicted { seat, suit }) => describer.by(
                *seat,
                "news-predicted",
                &[("suit", &suit_name(describer.lang, *suit))],
            ),
            solo::Glimpse::Fired(solo::Fired { seat, volley, coin, dice, shots }) => {
                let hits: Vec<_> =
                    shots.iter().filter_map(|shot| describe_hit(describer.lang, shot)).collect();
                let report = if hits.is_empty() {
                    describer.lang.text("word-nothing")
                } else {
                    describer
                        .lang
                        .fill("word-hit-suits", &[("suits", &list(describer.lang, &hits))])
                };
                let coin = match coin {
                    solo::Coin::Heads => describer.lang.text("coin-heads"),
                    solo::Coin::Tails => describer.lang.text("coin-tails"),
                };
                let mut dice_names = Vec::new();
                for die in dice {
                    let face = command_name(die.face.as_str());
                    dice_names.push(format!("{} {face}", suit_name(describer.lang, die.suit)));
                }
                let parts = [("coin", &*coin), ("dice", &*dice_names.join(", "))];
                let rolled = describer.lang.fill("word-rolled", &parts);
                let parts =
                    [("number", &*volley.to_string()), ("rolled", &*rolled), ("report", &*report)];
                describer.by(*seat, "news-volley", &parts)
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

/// Returns the sign of a cell on the map.
fn cell_sign(lang: Lang, view: &View, cell: Cell) -> char {
    let ship = view.ships.iter().flatten().find(|ship| ship.cells.contains(&cell));
    let mut shots =
        view.volleys.iter().flat_map(|volley| &volley.shots).filter(|shot| shot.cell == cell);
    let is_hit = shots.clone().any(|shot| shot.hit.is_some());
    match ship {
        _ if is_hit => HIT,
        // The suit that the ship fights for: the first letter of its name, as on the sheets.
        Some(ship) => suit_name(lang, ship.suit).to_uppercase().chars().next().unwrap_or('#'),
        None if shots.next().is_some() => MISS,
        None => WATER,
    }
}

/// Returns a suit as commands name it, with its translated name if that differs.
fn suit_command(lang: Lang, suit: Suit) -> String {
    let (command, word) = named_item(lang, "suit", suit.as_str(), "");
    match word.strip_suffix(": ") {
        Some(word) => format!("{command} ({word})"),
        None => command,
    }
}

/// Describes a hit; `None` if the shot hit nothing.
fn describe_hit(lang: Lang, shot: &solo::Shot) -> Option<String> {
    let suit = suit_name(lang, shot.hit?);
    let cell = cell_name(lang, shot.cell);
    let hit = lang.fill("word-suit-at", &[("suit", &suit), ("cell", &cell)]);
    Some(if shot.sunk { lang.fill("word-suit-sunk", &[("suit", &hit)]) } else { hit })
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
