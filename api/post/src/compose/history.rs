//! History of a game: its events with their numbers, and the maps as they were after one of them.

use std::collections::HashMap;

use broadside_domain::time::Time;
use broadside_engine::game::{Game, Glimpse};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::SharedGlimpse;
use broadside_i18n::Lang;

use super::game::{reason_text, result_text};
use super::paragraph::{only, paragraph};
use super::reader_view::ReaderView;
use super::{Block, dates, maps, news};
use crate::texts::LetterTexts;

/// Event of a game, with its number among those that the reader can see.
#[derive(Clone, Debug)]
pub(crate) struct NumberedEvent {
    /// Number, from 1.
    pub number: u64,
    pub at: Time,
    /// Event as the reader may know it.
    pub glimpse: Glimpse,
}

/// Lists events of a game. `last` is the number of its newest event.
pub(crate) fn history(
    lang: Lang,
    game: &ReaderView,
    events: &[NumberedEvent],
    last: u64,
) -> Vec<Block> {
    let (Some(first), Some(end)) = (events.first(), events.last()) else {
        return vec![Block::Text(lang.fill("history-none", &[("last", &last.to_string())]))];
    };
    let former = former_players(events);
    // Players who have left a seat again have no name here.
    let nameless = ReaderView {
        me: None,
        reserved_seat: None,
        names: vec![None; game.names.len()],
        ..game.clone()
    };
    let mut lines = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let is_former =
            seat_of(&event.glimpse).is_some_and(|seat| former.get(&seat) > Some(&index));
        let Some(line) = line(lang, if is_former { &nameless } else { game }, &event.glimpse)
        else {
            continue;
        };
        let number = event.number.to_string();
        let date = dates::format_date(lang, event.at);
        lines.push(
            lang.fill("history-line", &[("number", &number), ("line", &line), ("date", &date)]),
        );
    }
    let first = first.number;
    let end = end.number;
    let earlier = [("first", &*first.to_string())];
    let later = [("next", &*(end + 1).to_string())];
    let board = [("number", &*end.to_string())];
    [
        vec![Block::Title(lang.text("history-title"))],
        only(first > 1, || paragraph(lang, "history-earlier", &earlier)),
        vec![Block::List(lines)],
        only(end < last, || paragraph(lang, "history-later", &later)),
        only(game.me.is_some(), || paragraph(lang, "history-board", &board)),
    ]
    .concat()
}

/// Describes an event, including the end of the game.
fn line(lang: Lang, game: &ReaderView, glimpse: &Glimpse) -> Option<String> {
    match glimpse {
        Glimpse::Game(SharedGlimpse::Finished { .. }) => {
            Some(format!("{}. {}", result_text(lang, game), reason_text(lang, game)))
        }
        glimpse => news::describe(game, lang, glimpse).map(|news| news.line),
    }
}

/// Returns the seat of an event that can happen before play begins.
fn seat_of(glimpse: &Glimpse) -> Option<Seat> {
    match glimpse {
        Glimpse::Game(
            SharedGlimpse::Joined { seat, .. }
            | SharedGlimpse::Left { seat }
            | SharedGlimpse::Placed { seat },
        ) => Some(*seat),
        _ => None,
    }
}

/// Returns for each seat the index of the event with which its current player joined.
fn former_players(events: &[NumberedEvent]) -> HashMap<Seat, usize> {
    let mut joined = HashMap::new();
    for (index, event) in events.iter().enumerate() {
        if let Glimpse::Game(SharedGlimpse::Joined { seat, .. }) = event.glimpse {
            joined.insert(seat, index);
        }
    }
    joined
}

/// Shows the maps of an earlier state of a game, after the event with a number, of as many as there
/// are.
pub(crate) fn board(
    lang: Lang,
    game: &ReaderView,
    board: &Game,
    viewer: Viewer,
    (number, last): (u64, u64),
    glimpse: Option<Glimpse>,
) -> Vec<Block> {
    let numbers = [("number", &*number.to_string()), ("last", &*last.to_string())];
    let view = ReaderView::new(board, viewer, game.names.clone(), None, Vec::new());
    let title = Block::Title(lang.fill("board-title", &numbers));
    let line = glimpse.and_then(|glimpse| line(lang, game, &glimpse));
    let event = line.map(|line| Block::List(vec![line])).into_iter().collect();
    let mut maps = maps::maps(&view, lang);
    if maps.is_empty() {
        maps.push(Block::Text(lang.text("board-no-maps")));
    }
    [vec![title], event, maps].concat()
}

/// Explains that a mail asked for more than the `max` boards of an answer, and how many are
/// left out.
pub(crate) fn boards_left_out(lang: Lang, max: usize, left_out: usize) -> Block {
    let parts = [("most", &*max.to_string()), ("n", &*left_out.to_string())];
    Block::Text(lang.fill("boards-left-out", &parts))
}

/// Explains that an event has no board. Boards begin with event `first`, if play has begun.
pub(crate) fn no_board(lang: Lang, number: u64, first: Option<u64>, last: u64) -> Vec<Block> {
    let first_number = first.map(|first| first.to_string()).unwrap_or_default();
    let numbers =
        [("number", &*number.to_string()), ("first", &*first_number), ("last", &*last.to_string())];
    let key = if first.is_some() { "board-none" } else { "board-not-yet" };
    vec![Block::Text(lang.fill(key, &numbers))]
}
