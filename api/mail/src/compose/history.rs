//! History of a game: its events with their numbers, and the maps as they were after one of them.

use std::collections::HashMap;

use broadside_domain::time::Time;
use broadside_engine::game::{Game, Glimpse};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::SharedGlimpse;
use broadside_i18n::Lang;

use super::game::{reason_text, result_text};
use super::reader_view::ReaderView;
use super::template::arrange;
use super::{Block, dates, maps, news};

/// Event of a game, with its number among those that the reader can see.
#[derive(Clone, Debug)]
pub struct NumberedEvent {
    /// Number, from 1.
    pub number: u64,
    /// Time of the event.
    pub at: Time,
    /// Event as the reader may know it.
    pub glimpse: Glimpse,
}

/// Lists events of a game. `last` is the number of its newest event.
pub fn history(lang: Lang, seen: &ReaderView, events: &[NumberedEvent], last: u64) -> Vec<Block> {
    let (Some(first), Some(end)) = (events.first(), events.last()) else {
        return vec![Block::Text(lang.fill("history-none", &[("last", &last.to_string())]))];
    };
    let former = former_players(events);
    // Players who have left a seat again have no name here.
    let nameless =
        ReaderView { me: None, kept: None, names: vec![None; seen.names.len()], ..seen.clone() };
    let mut lines = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let is_former = seat_of(&event.glimpse).is_some_and(|seat| former.get(&seat) > Some(&at));
        let Some(line) = line(lang, if is_former { &nameless } else { seen }, &event.glimpse)
        else {
            continue;
        };
        let (number, date) = (event.number.to_string(), dates::format_date(lang, event.at));
        lines.push(
            lang.fill("history-line", &[("number", &number), ("line", &line), ("date", &date)]),
        );
    }
    let text = |condition: bool, key: &str, (name, number): (&str, u64)| -> Vec<Block> {
        condition
            .then(|| Block::Text(lang.fill(key, &[(name, &number.to_string())])))
            .into_iter()
            .collect()
    };
    arrange(
        lang,
        "history",
        [
            ("title", vec![Block::Title(lang.text("history-title"))]),
            ("earlier", text(first.number > 1, "history-earlier", ("first", first.number))),
            ("events", vec![Block::List(lines)]),
            ("later", text(end.number < last, "history-later", ("next", end.number + 1))),
            ("board", text(seen.me.is_some(), "history-board", ("number", end.number))),
        ],
    )
}

/// Describes an event, including the end of the game.
fn line(lang: Lang, seen: &ReaderView, glimpse: &Glimpse) -> Option<String> {
    match glimpse {
        Glimpse::Game(SharedGlimpse::Finished { .. }) => {
            Some(format!("{}. {}", result_text(lang, seen), reason_text(lang, seen)))
        }
        glimpse => news::describe(seen, lang, glimpse).map(|news| news.line),
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
    let joined = |(at, event): (usize, &NumberedEvent)| match event.glimpse {
        Glimpse::Game(SharedGlimpse::Joined { seat, .. }) => Some((seat, at)),
        _ => None,
    };
    events.iter().enumerate().filter_map(joined).collect()
}

/// Shows the maps of an earlier state of a game, after the event with a number, of as many as there
/// are.
pub fn board(
    lang: Lang,
    seen: &ReaderView,
    earlier: &Game,
    viewer: Viewer,
    (number, last): (u64, u64),
    glimpse: Option<Glimpse>,
) -> Vec<Block> {
    let numbers = [("number", &*number.to_string()), ("last", &*last.to_string())];
    let then = ReaderView::new(earlier, viewer, seen.names.clone(), None, Vec::new());
    let title = Block::Title(lang.fill("board-title", &numbers));
    let line = glimpse.and_then(|glimpse| line(lang, seen, &glimpse));
    let event = line.map(|line| Block::List(vec![line])).into_iter().collect();
    let mut maps = maps::maps(&then, lang);
    if maps.is_empty() {
        maps.push(Block::Text(lang.text("board-no-maps")));
    }
    arrange(lang, "board", [("title", vec![title]), ("event", event), ("maps", maps)])
}

/// Explains that a letter asked for more than the `most` boards of an answer, and how many are left
/// out.
pub fn boards_left_out(lang: Lang, most: usize, left_out: usize) -> Block {
    let parts = [("most", &*most.to_string()), ("n", &*left_out.to_string())];
    Block::Text(lang.fill("boards-left-out", &parts))
}

/// Explains that an event has no board. Boards begin with event `first`, if play has begun.
pub fn no_board(lang: Lang, number: u64, first: Option<u64>, last: u64) -> Vec<Block> {
    let first_number = first.map(|first| first.to_string()).unwrap_or_default();
    let numbers =
        [("number", &*number.to_string()), ("first", &*first_number), ("last", &*last.to_string())];
    let key = if first.is_some() { "board-none" } else { "board-not-yet" };
    vec![Block::Text(lang.fill(key, &numbers))]
}
