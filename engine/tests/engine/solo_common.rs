//! Helpers for the tests of `solo`: a game with its player, and its lines and announcements as
//! text.

use std::collections::BTreeMap;

use broadside_engine::game::{Request, RulesetId};
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::Viewer;
use serde_json::{Value, json};

use crate::common::{Play, Refused, ada};

/// A fleet in each upper row: cruiser, submarine and dinghy from the left.
pub(crate) const ROWS: &str = "\
    suns cruiser suns/upper/N across, suns submarine suns/upper/3 across, suns dinghy suns/upper/5 across, \
    moons cruiser moons/upper/N across, moons submarine moons/upper/3 across, moons dinghy moons/upper/5 across, \
    crowns cruiser crowns/upper/N across, crowns submarine crowns/upper/3 across, crowns dinghy crowns/upper/5 across";

/// Two orders of the suits from the top of the sea: the default and another.
pub(crate) const ORDERS: [[&str; 4]; 2] =
    [["suns", "moons", "crowns", "arms"], ["crowns", "arms", "suns", "moons"]];

/// Fleets spread over the whole sea, also in rows of other suits and of the lending suit. Rows are
/// named by their number from the top.
const SLANTING: &str = "\
    suns cruiser 4/lower/N diagonal_up, suns submarine 2/upper/5 down, suns dinghy 1/lower/4 across, \
    moons cruiser 1/upper/N diagonal_down, moons submarine 4/upper/4 across, moons dinghy 3/upper/N across, \
    crowns cruiser 2/lower/3 diagonal_down, crowns submarine 4/lower/2 across, crowns dinghy 1/upper/5 across";

/// Coins of these fleets, written by hand: each row from the left, a letter for each suit.
const SLANTING_COINS: [&str; 8] = [
    "m . . . . c", //
    ". m . . s .",
    ". . m . . s",
    ". . . c . s",
    "m . . . c .",
    ". . s . . c",
    ". s . . m m",
    "s . c c . .",
];

/// Returns the rows of the sea from the top, for this order of the suits.
fn rows(order: [&'static str; 4]) -> impl Iterator<Item = String> {
    order.into_iter().flat_map(|suit| ["upper", "lower"].map(|half| format!("{suit}/{half}")))
}

/// Returns the fleets of [`SLANTING`], for this order of the suits.
pub(crate) fn slanting(order: [&str; 4]) -> String {
    let numbered = order.into_iter().zip(1..);
    numbered.fold(SLANTING.to_owned(), |ships, (suit, n)| {
        ships.replace(&format!(" {n}/"), &format!(" {suit}/"))
    })
}

/// Returns the cells of their coins, each with its suit.
pub(crate) fn slanting_coins(order: [&'static str; 4]) -> BTreeMap<String, String> {
    let cells = rows(order).zip(SLANTING_COINS).flat_map(|(row, coins)| {
        let suit = |letter| {
            Some(match letter {
                "s" => "suns",
                "m" => "moons",
                "c" => "crowns",
                _ => return None,
            })
        };
        let columns = ["N", "A", "2", "3", "4", "5"].into_iter().zip(coins.split(' '));
        let coins = columns.filter_map(move |(column, letter)| Some((column, suit(letter)?)));
        coins
            .map(move |(column, suit)| (format!("{row}/{column}"), suit.to_owned()))
            .collect::<Vec<_>>()
    });
    cells.collect()
}

/// Parses a placement of `solo` from ships, as in `suns cruiser suns/upper/N diagonal_down`.
pub(crate) fn solo_placement(ships: &str) -> Value {
    let ship = |text: &str| {
        let words: Vec<_> = text.split_whitespace().collect();
        let [suit, class, at, heading] = words[..] else { panic!("`{text}` is no ship") };
        json!({"suit": suit, "class": class, "at": at, "heading": heading})
    };
    json!({"ships": ships.split(',').map(ship).collect::<Vec<_>>()})
}

/// Parses an action of `solo`.
pub(crate) fn solo_action(text: &str) -> Value {
    match text.split_once(' ') {
        Some(("predict", suit)) => json!({"type": "predict", "suit": suit}),
        None => json!({"type": text}),
        _ => panic!("`{text}` is nothing that can be done"),
    }
}

/// Describes a volley.
pub(crate) fn volley(event: &Value) -> String {
    assert_eq!(event.as_object().unwrap().len(), 6);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let die = |die: &Value| {
        assert_eq!(die.as_object().unwrap().len(), 2);
        format!("{} {}", text(&die["suit"]), text(&die["face"]))
    };
    let shot = |shot: &Value| {
        assert_eq!(shot.as_object().unwrap().len(), 3);
        let what = match (shot["hit"].as_str(), shot["sunk"].as_bool().unwrap()) {
            (None, false) => "nothing".to_owned(),
            (Some(suit), false) => format!("hits {suit}"),
            (Some(suit), true) => format!("sinks {suit}"),
            (None, true) => panic!("what is not hit is not sunk"),
        };
        format!("{} {what}", text(&shot["cell"]))
    };
    let list = |items: &Value, of: &dyn Fn(&Value) -> String| {
        items.as_array().unwrap().iter().map(of).collect::<Vec<_>>().join(", ")
    };
    format!(
        "seat {}, volley {}: {}; {}: {}",
        event["seat"],
        event["volley"],
        text(&event["coin"]),
        list(&event["dice"], &die),
        list(&event["shots"], &shot)
    )
}

/// The player as a viewer.
pub(crate) const PLAYER: fn() -> Viewer = || Viewer::Seat(ada());

/// Returns the rule, the field and the text of the refusal of a placement.
pub(crate) fn misplaced(options: &Value, placement: &Value) -> (&'static str, String, String) {
    let mut play = Play::solo(7, options);
    let refused =
        play.refuse(&Request::Place { seat: ada(), placement: Some(placement), seed: None });
    assert_eq!(refused.kind, RefusalKind::AgainstRule);
    (refused.rule.unwrap(), refused.field, refused.detail)
}

/// Returns the cells of all coins of the fleets as the player sees them, each with its suit.
pub(crate) fn coins(play: &Play) -> BTreeMap<String, String> {
    let view = play.view(PLAYER());
    let ships = view["ships"].as_array().unwrap().iter();
    let cells = ships.flat_map(|ship| {
        let cells = ship["cells"].as_array().unwrap().iter();
        cells.map(|cell| {
            (cell.as_str().unwrap().to_owned(), ship["suit"].as_str().unwrap().to_owned())
        })
    });
    cells.collect()
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

impl Play {
    /// Returns a game of `solo` with its player seated.
    pub(crate) fn solo(byte: u8, options: &Value) -> Self {
        Self::seated(RulesetId::Solo, byte, options)
    }

    /// Returns a game of `solo` in progress, with this order of the suits and fleets spread over
    /// the whole sea.
    pub(crate) fn solo_slanting(byte: u8, order: [&'static str; 4]) -> Self {
        let mut play = Self::solo(byte, &json!({"order": order}));
        play.solo_place(&slanting(order));
        assert_eq!(coins(&play), slanting_coins(order));
        play.solo_act("predict suns");
        play
    }

    /// Returns a game of `solo` in progress, with these fleets and this predicted survivor.
    pub(crate) fn solo_begun(byte: u8, ships: &str, suit: &str) -> Self {
        let mut play = Self::solo(byte, &json!({}));
        play.solo_place(ships);
        play.solo_act(&format!("predict {suit}"));
        play
    }

    pub(crate) fn solo_place(&mut self, ships: &str) -> Vec<String> {
        let placement = solo_placement(ships);
        self.must(&Request::Place { seat: ada(), placement: Some(&placement), seed: None })
    }

    pub(crate) fn solo_act(&mut self, line: &str) -> Vec<String> {
        self.act(ada(), solo_action(line))
    }

    pub(crate) fn solo_refuse(&mut self, line: &str) -> Refused {
        self.refuse_action(ada(), solo_action(line))
    }

    /// Returns the volleys as the public sees them.
    pub(crate) fn volleys(&self) -> Vec<Value> {
        self.view(Viewer::Public)["volleys"].as_array().unwrap().clone()
    }
}
