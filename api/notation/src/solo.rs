//! Notation of `solo`: suits in the sea, and volleys.

use broadside_engine::solo::{
    Action, Cell, Draft, Face, Half, Heading, Legal, Predict, ShipClass, ShipDraft, Solo, Suit,
    View,
};

use super::error::ParseError;
use super::expected::Expected;
use super::forms::{Usage, usages};
use super::grammar::Notation;
use super::piece::PlacementPart;
use super::words::Words;

const HALVES: [(&str, Half); 2] = [("upper", Half::Upper), ("lower", Half::Lower)];

fn suits() -> [(&'static str, Suit); 4] {
    Suit::ALL.map(|suit| (suit.as_str(), suit))
}

fn classes() -> [(&'static str, ShipClass); 3] {
    ShipClass::ALL.map(|class| (class.as_str(), class))
}

fn headings() -> [(&'static str, Heading); 4] {
    Heading::ALL.map(|heading| (heading.as_str(), heading))
}

/// Takes a cell of the sea, as in `SUNS/UPPER/N` or `SUNS UPPER N`.
fn cell(words: &mut Words<'_>) -> Result<Cell, ParseError> {
    words.skip(&["at", "from"]);
    Ok(Cell {
        suit: words.choose(Expected::RowSuit, &suits())?,
        half: words.choose(Expected::Half, &HALVES)?,
        column: words.choose(Expected::Column, &Face::ALL.map(|face| (face.as_str(), face)))?,
    })
}

impl Notation for Solo {
    const FORMS: &'static [Usage] = usages! {
        "place": "PLACE suit class cell ACROSS, DOWN, DIAGONAL DOWN or DIAGONAL UP",
            "PLACE SUNS CRUISER SUNS/UPPER/N DIAGONAL DOWN", "places a ship by its leftmost or topmost cell";
        "predict": "PREDICT suit", "PREDICT SUNS", "says which suit will survive, which begins the game";
        "volley": "VOLLEY", "VOLLEY", "rolls and fires once";
        "run_out": "RUN OUT", "RUN OUT", "fires to the end";
    };

    fn read(verb: &str, words: &mut Words<'_>, _: &View) -> Result<Action, ParseError> {
        Ok(match verb {
            "predict" => Action::Predict(Predict { suit: words.choose(Expected::Suit, &suits())? }),
            "volley" => Action::Volley {},
            "run_out" => Action::RunOut {},
            _ => return Err(words.missing(Expected::Command)),
        })
    }

    fn piece(words: &mut Words<'_>, _: &View) -> Result<PlacementPart, ParseError> {
        words.split('/');
        let (suit, class) = match words.name(&classes()) {
            Some(class) => {
                words.skip(&["of", "for"]);
                (words.choose(Expected::Suit, &suits())?, class)
            }
            None => (
                words.choose(Expected::Suit, &suits())?,
                words.choose(Expected::ShipClass, &classes())?,
            ),
        };
        let before = words.name(&headings());
        let at = cell(words)?;
        let heading = match before.or_else(|| words.name(&headings())) {
            Some(heading) => heading,
            // A ship of one coin has no direction.
            None if class.length() == 1 => Heading::Across,
            None => words.choose(Expected::WayToLie, &headings())?,
        };
        Ok(PlacementPart::new("ships", &ShipDraft { suit, class, at, heading }))
    }

    fn write(action: &Action) -> String {
        match action {
            Action::Predict(Predict { suit }) => {
                format!("PREDICT {}", suit.as_str().to_uppercase())
            }
            Action::Volley {} => "VOLLEY".to_owned(),
            Action::RunOut {} => "RUN OUT".to_owned(),
        }
    }

    fn write_draft(draft: &Draft) -> Vec<String> {
        let mut lines = Vec::new();
        for ShipDraft { suit, class, at, heading } in &draft.ships {
            let heading = heading.as_str().replace('_', " ");
            lines.push(format!("PLACE {suit} {class} {at} {heading}").to_uppercase());
        }
        lines
    }

    fn example(legal: &Legal) -> Option<Action> {
        Some(match legal {
            Legal::Predict { suits } => Action::Predict(Predict { suit: *suits.first()? }),
            Legal::Volley {} => Action::Volley {},
            Legal::RunOut {} => Action::RunOut {},
        })
    }
}
