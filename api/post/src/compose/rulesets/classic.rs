//! Mails about games of `classic`.

use broadside_engine::classic::{self, Classic, ShotResult, View, Waters};
use broadside_engine::game::{self, Legal};
use broadside_engine::seat::Seat;
use broadside_engine::table::Choice;
use broadside_i18n::Lang;

use super::RulesetMail;
use crate::compose::Block;
use crate::compose::facts::sunk_ships;
use crate::compose::maps::{DrawnMaps, HIT, MISS, SHIP, SHOT, WATER, draw_grid, title};
use crate::compose::news::{Describer, NewsLine, join_cells};
use crate::compose::placing::{command_table, describe_ship, explain_ships, two_ships};
use crate::compose::reader_view::ReaderView;
use crate::compose::refused::rules::{cell_text, cells, fleet, max_text, off_grid_text, setting};
use crate::texts::LetterTexts;

impl RulesetMail for Classic {
    fn maps(game: &ReaderView, lang: Lang, me: Seat, view: &View) -> DrawnMaps {
        let mut all: Vec<&Waters> = view.waters.iter().collect();
        all.sort_by_key(|waters| waters.seat != me);
        if all.iter().all(|waters| waters.ships.is_none() && waters.all_shots().is_empty()) {
            return (Vec::new(), Vec::new());
        }
        let mut signs = vec!["sign-ship", "sign-hit", "sign-miss"];
        if all.iter().any(|waters| waters.salvos.iter().flatten().next().is_some()) {
            signs.push("sign-shot");
        }
        let mut maps = Vec::new();
        for waters in all {
            let shots = waters.all_shots();
            maps.push(draw_grid(title(game, lang, waters.seat), view.grid, |cell| {
                let ship = waters.ships.iter().flatten().find(|ship| ship.cells.contains(cell));
                let shot = shots.iter().rfind(|shot| shot.cell == cell);
                match (ship, shot.map(|shot| shot.result)) {
                    (Some(ship), _) if ship.hit.contains(cell) => HIT,
                    (Some(_), _) => SHIP,
                    (None, Some(Some(ShotResult::Hit))) => HIT,
                    (None, Some(Some(ShotResult::Miss))) => MISS,
                    // The ships are known, so the shot is known to have missed.
                    (None, Some(None)) if waters.ships.is_some() => MISS,
                    (None, Some(None)) => SHOT,
                    (None, None) => WATER,
                }
            }));
        }
        (maps, signs)
    }

    fn facts(game: &ReaderView, lang: Lang, view: &View) -> Vec<String> {
        let sunk =
            sunk_ships(game, lang, view.waters.iter().map(|waters| (waters.seat, &*waters.sunk)));
        describe_salvo(game, lang, view).into_iter().chain(sunk).collect()
    }

    fn placing_help(lang: Lang, view: &View) -> Vec<Block> {
        let fleet =
            view.fleet.iter().map(|class| (class.class.as_str(), class.length, class.ships));
        vec![
            explain_ships(lang, view.grid),
            command_table(fleet.map(|class| describe_ship(lang, "cells", class))),
        ]
    }

    fn placement_example(view: &View) -> Vec<String> {
        two_ships(view.grid, view.fleet.iter().map(|class| (class.class.as_str(), class.length)))
    }

    fn describe_event(describer: &Describer<'_>, glimpse: &classic::Glimpse) -> Option<NewsLine> {
        Some(match glimpse {
            // Both players write their salvos at the same time, so the order of the reports does
            // not matter.
            classic::Glimpse::FirstPlayer(_) if in_rounds(describer) => return None,
            classic::Glimpse::FirstPlayer(first) => describer.first(first),
            classic::Glimpse::Fired(classic::Fired { seat, cell, result, sunk }) => {
                let mut report = vec![describer.hit(*result == ShotResult::Hit)];
                report.extend(describer.sunk(sunk.as_slice()));
                describer.shot(*seat, &cell.to_string(), report)
            }
            classic::Glimpse::Written { seat, round, .. }
                if describer.game.me == Some(*seat) || is_reported(describer, *round) =>
            {
                return None;
            }
            classic::Glimpse::Written { seat, .. } => describer.by(*seat, "news-written", &[]),
            classic::Glimpse::Salvos { round, salvos } => {
                let mut line = describer.lang.fill("news-round", &[("number", &round.to_string())]);
                for classic::SeatSalvo { seat, cells, hits, sunk } in salvos {
                    let hits = hits.chunk_by(|one, other| one == other);
                    let hits = hits.map(|hits| describer.hits(&hits[0], hits.len() as u8));
                    let report: Vec<_> = hits.chain(describer.sunk(sunk)).collect();
                    line.push(' ');
                    line += &describer.shot(*seat, &join_cells(cells), report).line;
                }
                // Both players have fired, but only the opponent's salvo is news to the reader.
                let by = salvos
                    .iter()
                    .map(|salvo| salvo.seat)
                    .find(|seat| Some(*seat) != describer.game.me);
                NewsLine { by, line }
            }
        })
    }

    fn has_written(view: &View) -> bool {
        view.written.is_some()
    }

    fn explain_refusal(lang: Lang, refusal: &classic::Refusal) -> String {
        use classic::Refusal;
        match refusal {
            Refusal::BadOption { field, detail, .. } => setting(lang, field, detail),
            Refusal::BadPlacement(error) => fleet(lang, error),
            Refusal::OutOfTurn(_) => lang.text("refused-turn"),
            Refusal::TooManyRewrites => max_text(lang, "refused-rewrites", classic::MAX_REWRITES),
            Refusal::WrongRound { meant, now } => lang
                .fill("refused-round", &[("meant", &meant.to_string()), ("now", &now.to_string())]),
            Refusal::NoRounds => lang.text("refused-no-rounds"),
            Refusal::WrongCount { found, wanted, .. } => cells(lang, *found, *wanted),
            Refusal::OffGrid { cell, last, .. } => {
                off_grid_text(lang, "refused-off-map", cell, last)
            }
            Refusal::CalledBefore { cell, .. } => cell_text(lang, "refused-called", cell),
            Refusal::Twice { cell, .. } => cell_text(lang, "refused-twice", cell),
        }
    }
}

/// Describes the salvo that the reader has written for the round, or the number of shots that they
/// have.
fn describe_salvo(game: &ReaderView, lang: Lang, view: &View) -> Option<String> {
    view.round?;
    let Some(Legal::Classic(moves)) = &game.legal else { return None };
    let shots = moves.choices().iter().find_map(|choice| match choice {
        Choice::Own(classic::Legal::Fire { cells, .. }) => Some(cells.count),
        Choice::Shared(_) => None,
    });
    match (&view.written, shots) {
        (Some(written), shots) => {
            let cells: Vec<_> = written.iter().map(|cell| cell.to_string()).collect();
            let key = if shots.is_some() { "fact-written" } else { "fact-written-for-good" };
            Some(lang.fill(key, &[("cells", &cells.join(" "))]))
        }
        (None, shots) => shots.map(|shots| lang.count("fact-salvo", shots)),
    }
}

fn in_rounds(describer: &Describer<'_>) -> bool {
    matches!(&describer.game.view, game::View::Classic(view) if view.round.is_some())
}

/// Returns true if the news includes the report of this round. Then it is not news that its salvos
/// were written.
fn is_reported(describer: &Describer<'_>, number: u32) -> bool {
    describer.game.news.iter().any(|glimpse| match glimpse {
        game::Glimpse::Classic(classic::Glimpse::Salvos { round, .. }) => *round == number,
        _ => false,
    })
}
