//! Notation that the games share: squares, ships, and the moves of every game.

use std::fmt::Write as _;

use broadside_engine::fleet::{ClassName, Heading, ShipDraft};
use broadside_engine::game::RulesetId;
use broadside_engine::grid::{Cell, Grid};
use broadside_engine::ruleset::Ruleset;
use broadside_engine::table::Move;

use super::error::{ParseError, Problem};
use super::expected::Expected;
use super::words::Words;

/// Takes a cell of a grid.
pub(super) fn cell(words: &mut Words<'_>, grid: Grid) -> Result<Cell, ParseError> {
    words.skip(&["at", "to", "from"]);
    if words.is_over() {
        return Err(words.missing(Expected::Cell));
    }
    let (cell, count) = words.square::<Cell>().ok_or_else(|| words.slip(Problem::NotACell))?;
    if !grid.contains(cell) {
        return Err(words.slip(Problem::OffMap { last: grid.last().to_string() }));
    }
    words.advance(count);
    Ok(cell)
}

/// Takes cells up to the end of the line, or up to a word that begins something else.
pub(super) fn cells(
    words: &mut Words<'_>,
    grid: Grid,
    ends: impl Fn(&Words<'_>) -> bool,
) -> Result<Vec<Cell>, ParseError> {
    let mut cells = vec![cell(words, grid)?];
    loop {
        words.skip(&["and"]);
        if words.is_over() || ends(words) {
            return Ok(cells);
        }
        cells.push(cell(words, grid)?);
    }
}

/// Takes a ship of a seat: its class, its first cell, and its direction.
pub(super) fn ship(
    words: &mut Words<'_>,
    grid: Grid,
    classes: &[(ClassName, u8)],
) -> Result<ShipDraft, ParseError> {
    let names: Vec<&str> = classes.iter().map(|(class, _)| class.as_str()).collect();
    let found = words.names(&names);
    let mut slip = None;
    // The name of a class may be a word that could also follow another class, so the first reading
    // that forms a ship is used.
    for (index, count) in found {
        let mut ahead = words.clone();
        ahead.advance(count);
        match place_ship(&mut ahead, grid, &classes[index]) {
            Ok(ship) => {
                *words = ahead;
                return Ok(ship);
            }
            Err(error) => slip = Some(error),
        }
    }
    Err(slip.unwrap_or_else(|| words.unknown(Expected::ShipClass, names.into_iter())))
}

/// Takes the cell and the direction of a ship after its class.
fn place_ship(
    words: &mut Words<'_>,
    grid: Grid,
    (class, length): &(ClassName, u8),
) -> Result<ShipDraft, ParseError> {
    const HEADINGS: [(&str, Heading); 2] = [("across", Heading::Across), ("down", Heading::Down)];
    words.skip(&["ship", "boat"]);
    let before = words.name(&HEADINGS);
    let at = cell(words, grid)?;
    let heading = match before.or_else(|| words.name(&HEADINGS)) {
        Some(heading) => heading,
        // A ship of one cell has no direction.
        None if *length == 1 => Heading::Across,
        None => words.choose(Expected::WayToLie, &HEADINGS)?,
    };
    Ok(ShipDraft { class: class.clone(), at, heading })
}

/// Writes a ship as a line.
pub(super) fn write_ship(ship: &ShipDraft) -> String {
    let heading = ship.heading.to_string();
    format!("PLACE {} {} {}", ship.class.as_str().to_uppercase(), ship.at, heading.to_uppercase())
}

/// Writes items after a verb, separated by spaces.
pub(super) fn listed<T: std::fmt::Display>(verb: &str, items: &[T]) -> String {
    items.iter().fold(verb.to_owned(), |mut line, item| {
        let _ = write!(line, " {item}");
        line
    })
}

/// Word that can follow `OFFER`, `ACCEPT` and `DECLINE`.
#[derive(Clone, Copy)]
pub(super) enum Offer {
    Draw,
    End,
}

/// Takes the object of an offer, if given.
pub(super) fn offer(words: &mut Words<'_>, ends: bool) -> Option<Offer> {
    let ahead = words.clone();
    words.skip(&["the"]);
    let known = [("draw", Offer::Draw), ("end", Offer::End)];
    let offer = words.name(if ends { &known } else { &known[..1] });
    if offer.is_none() {
        *words = ahead;
    }
    offer
}

/// Reads a move that all games share; `None` for any other word.
pub(super) fn read<R: Ruleset>(
    verb: &str,
    words: &mut Words<'_>,
) -> Result<Option<Move<R::Action>>, ParseError> {
    let known = match verb {
        "resign" => Move::Resign,
        "leave" => Move::Leave,
        "draw" => {
            let known = [
                ("offer", Move::OfferDraw),
                ("accept", Move::AcceptDraw),
                ("decline", Move::DeclineDraw),
            ];
            let known: Vec<_> = known.iter().map(|(name, action)| (*name, action)).collect();
            words.name(&known).cloned().unwrap_or(Move::OfferDraw)
        }
        "offer" | "accept" | "decline" => match (offer(words, false), verb) {
            // Alone, these words only answer an invitation: a player who means to join a game must
            // not end another one.
            (None, _) => return Ok(None),
            (Some(_), "offer") => Move::OfferDraw,
            (Some(_), "accept") => Move::AcceptDraw,
            (Some(_), _) => Move::DeclineDraw,
        },
        _ => return Ok(None),
    };
    if !known.is_known::<R>() {
        return Ok(None);
    }
    words.end().map(|()| Some(known))
}

/// Writes a move that all games share; `None` for a move of a ruleset.
pub(super) fn write<A>(action: &Move<A>) -> Option<&'static str> {
    Some(match action {
        Move::Resign => "RESIGN",
        Move::OfferDraw => "DRAW",
        Move::AcceptDraw => "ACCEPT DRAW",
        Move::DeclineDraw => "DECLINE DRAW",
        Move::Leave => "LEAVE",
        Move::Own(_) => return None,
    })
}

/// Lists the rulesets by their names.
pub(super) fn rulesets() -> Vec<(&'static str, RulesetId)> {
    RulesetId::ALL.iter().map(|ruleset| (ruleset.as_str(), *ruleset)).collect()
}

/// Returns the error for something said twice.
pub(super) fn twice(words: &Words<'_>) -> ParseError {
    words.slip(Problem::Twice)
}
