//! Emails about games of `classic`.

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

impl RulesetMail for Classic {
    fn maps(seen: &ReaderView, lang: Lang, me: Seat, view: &View) -> DrawnMaps {
        let own_first = |waters: &&Waters| waters.seat != me;
        let mut all: Vec<&Waters> = view.waters.iter().collect();
        all.sort_by_key(own_first);
        if all.iter().all(|waters| waters.ships.is_none() && waters.all_shots().is_empty()) {
            return (Vec::new(), Vec::new());
        }
        let map = |waters: &Waters| {
            let shots = waters.all_shots();
            let sign = |cell| {
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
            };
            draw_grid(title(seen, lang, waters.seat), view.grid, sign)
        };
        let totals =
            view.waters.iter().any(|waters| waters.salvos.iter().flatten().next().is_some());
        let mut signs = vec!["sign-ship", "sign-hit", "sign-miss"];
        if totals {
            signs.push("sign-shot");
        }
        (all.into_iter().map(map).collect(), signs)
    }

    fn facts(seen: &ReaderView, lang: Lang, view: &View) -> Vec<String> {
        let sunk =
            sunk_ships(seen, lang, view.waters.iter().map(|waters| (waters.seat, &*waters.sunk)));
        describe_salvo(seen, lang, view).into_iter().chain(sunk).collect()
    }

    fn placing_help(lang: Lang, view: &View) -> Vec<Block> {
        let fleet = view.fleet.iter().map(|of| (of.class.as_str(), of.length, of.ships));
        vec![
            explain_ships(lang, view.grid),
            command_table(fleet.map(|class| describe_ship(lang, "cells", class))),
        ]
    }

    fn placement_example(view: &View) -> Vec<String> {
        two_ships(view.grid, view.fleet.iter().map(|of| (of.class.as_str(), of.length)))
    }

    fn describe_event(told: &Describer<'_>, glimpse: &classic::Glimpse) -> Option<NewsLine> {
        Some(match glimpse {
            // Both players write their salvos at the same time, so the order of the reports does
            // not matter.
            classic::Glimpse::FirstPlayer(_) if in_rounds(told) => return None,
            classic::Glimpse::FirstPlayer(first) => told.first(first),
            classic::Glimpse::Fired(classic::Fired { seat, cell, result, sunk }) => {
                let mut report = vec![told.hit(*result == ShotResult::Hit)];
                report.extend(told.sunk(sunk.as_slice()));
                told.shot(*seat, &cell.to_string(), report)
            }
            classic::Glimpse::Written { seat, round, .. }
                if told.seen.me == Some(*seat) || is_reported(told, *round) =>
            {
                return None;
            }
            classic::Glimpse::Written { seat, .. } => told.by(*seat, "news-written", &[]),
            classic::Glimpse::Salvos { round, salvos } => {
                let salvo =
                    |classic::SeatSalvo { seat, cells: at, hits, sunk }: &classic::SeatSalvo| {
                        let hits = hits.chunk_by(|one, other| one == other);
                        let hits = hits.map(|hits| told.hits(&hits[0], hits.len() as u8));
                        let report: Vec<_> = hits.chain(told.sunk(sunk)).collect();
                        told.shot(*seat, &join_cells(at), report).line
                    };
                let both: Vec<_> = salvos.iter().map(salvo).collect();
                let round = told.lang.fill("news-round", &[("number", &round.to_string())]);
                // Both players have fired, but only the opponent's salvo is news to the reader.
                let by =
                    salvos.iter().map(|salvo| salvo.seat).find(|seat| Some(*seat) != told.seen.me);
                NewsLine { by, line: format!("{round} {}", both.join(" ")) }
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
            Refusal::TooManyRewrites => max_text(lang, "refused-rewrites", classic::MOST_REWRITES),
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
fn describe_salvo(seen: &ReaderView, lang: Lang, view: &View) -> Option<String> {
    view.round?;
    let Some(Legal::Classic(moves)) = &seen.legal else { return None };
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

fn in_rounds(told: &Describer<'_>) -> bool {
    matches!(&told.seen.view, game::View::Classic(view) if view.round.is_some())
}

/// Returns true if the news includes the report of this round. Then it is not news that its salvos
/// were written.
fn is_reported(told: &Describer<'_>, of: u32) -> bool {
    told.seen.news.iter().any(|glimpse| match glimpse {
        game::Glimpse::Classic(classic::Glimpse::Salvos { round, .. }) => *round == of,
        _ => false,
    })
}
