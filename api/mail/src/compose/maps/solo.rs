//! Map of `solo`: two rows for each suit.

use broadside_engine::solo::{Cell, Face, Half, Suit, View};
use broadside_i18n::Lang;

use super::{HIT, MISS, Map, WATER};

pub(super) fn maps(lang: Lang, view: &View) -> (Vec<Map>, Vec<&'static str>) {
    if view.ships.is_none() && view.volleys.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let name = |suit: Suit| lang.text(&format!("suit-{suit}"));
    let width = view.order.iter().map(|suit| name(*suit).chars().count()).max().unwrap_or_default();
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
                    // The suit that the ship fights for, as the first letter of its English name, like on the sheets.
                    (Some(ship), None) => {
                        ship.suit.as_str().to_ascii_uppercase().chars().next().unwrap_or('#')
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
    (vec![Map { title: lang.text("map-sea"), rows }], vec!["sign-suits", "sign-hit", "sign-miss"])
}
