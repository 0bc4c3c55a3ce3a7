//! Mails about games of `voices`.

mod poem;

use broadside_engine::grid::Grid;
use broadside_engine::seat::Seat;
use broadside_engine::voices::matrix::Matrix;
use broadside_engine::voices::{self, Part, ShotResult, View, Voices, Waters};
use broadside_i18n::Lang;

use super::RulesetMail;
use crate::compose::Block;
use crate::compose::facts::sunk_ships;
use crate::compose::maps::{DrawnMaps, HIT, MISS, SHIP, WATER, draw_grid, title};
use crate::compose::news::{Describer, NewsLine};
use crate::compose::placing::{command_table, describe_ship, explain_ships, two_ships};
use crate::compose::reader_view::ReaderView;
use crate::compose::refused::rules::{cell_text, fleet, max_text, off_grid_text, setting};
use crate::texts::LetterTexts;

impl RulesetMail for Voices {
    const MOVE: &'static str = "ROLL ALL";

    fn end_offer(view: &View) -> Option<Seat> {
        view.end_offer.as_ref().map(|offer| offer.by)
    }

    fn maps(game: &ReaderView, lang: Lang, me: Seat, view: &View) -> DrawnMaps {
        let mut all: Vec<&Waters> = view.waters.iter().collect();
        all.sort_by_key(|waters| waters.seat != me);
        if all.iter().all(|waters| waters.ships.is_none() && waters.marks.is_empty()) {
            return (Vec::new(), Vec::new());
        }
        let mut maps = Vec::new();
        for waters in all {
            maps.push(draw_grid(title(game, lang, waters.seat), Grid::TEN, |cell| {
                let ship = waters.ships.iter().flatten().find(|ship| ship.cells.contains(cell));
                let mark = waters.marks.iter().rfind(|mark| mark.cell == cell);
                match (ship, mark.map(|mark| mark.result)) {
                    (Some(ship), _) if ship.hit.contains(cell) => HIT,
                    (Some(_), _) => SHIP,
                    (None, Some(ShotResult::Hit)) => HIT,
                    (None, Some(ShotResult::Miss)) => MISS,
                    (None, None) => WATER,
                }
            }));
        }
        (maps, vec!["sign-ship", "sign-hit", "sign-miss"])
    }

    fn facts(game: &ReaderView, lang: Lang, view: &View) -> Vec<String> {
        let mut facts = Vec::new();
        if let Some(turn) = view.turn.as_ref().filter(|turn| Some(turn.seat) == game.me) {
            facts.push(lang.count("fact-shots", usize::from(turn.remaining_shots)));
            facts.extend(describe_choice(lang, turn));
        }
        if let (Some(round), Some(rounds)) = (view.round, view.rounds) {
            let parts = [("round", &*round.to_string()), ("rounds", &*rounds.to_string())];
            facts.push(lang.fill("fact-round", &parts));
        }
        facts.extend(sunk_ships(
            game,
            lang,
            view.waters.iter().map(|waters| (waters.seat, &*waters.sunk)),
        ));
        facts
    }

    fn performance(game: &ReaderView, lang: Lang, view: &View) -> Vec<Block> {
        poem::poem(game, lang, view)
    }

    fn placing_help(lang: Lang, view: &View) -> Vec<Block> {
        let fleet =
            view.fleet.iter().map(|class| (class.class.as_str(), class.length, class.ships));
        vec![
            explain_ships(lang, Grid::TEN),
            command_table(fleet.map(|class| describe_ship(lang, "cells", class))),
            Block::Text(lang.text("placing-voices")),
        ]
    }

    fn placement_example(view: &View) -> Vec<String> {
        two_ships(Grid::TEN, view.fleet.iter().map(|class| (class.class.as_str(), class.length)))
    }

    fn describe_event(describer: &Describer<'_>, glimpse: &voices::Glimpse) -> Option<NewsLine> {
        Some(match glimpse {
            voices::Glimpse::FirstPlayer(first) => describer.first(first),
            voices::Glimpse::Fired(voices::ShotFired { seat, cell, phone, answers, .. }) => {
                let mut reports = Vec::new();
                for answer in answers {
                    let mut report = describer.hit(answer.result == ShotResult::Hit);
                    if let Some(sunk) = describer.sunk(answer.sunk.as_slice()) {
                        report = format!("{report}, {sunk}");
                    }
                    // If the shot fell on the waters of several players, each answer needs a name.
                    if answers.len() > 1 {
                        report = format!(
                            "{}: {report}",
                            describer.game.name(describer.lang, answer.seat)
                        );
                    }
                    reports.push(report);
                }
                let cell = format!("{cell} [{phone}]");
                let report = reports.join("; ");
                describer.by(*seat, "news-fired", &[("cells", &cell), ("report", &report)])
            }
            voices::Glimpse::EndOffered { seat } => describer.by(*seat, "news-end-offered", &[]),
            voices::Glimpse::EndAccepted { seat } => describer.by(*seat, "news-end-accepted", &[]),
            voices::Glimpse::EndDeclined { seat } => describer.by(*seat, "news-end-declined", &[]),
            voices::Glimpse::Rolled { .. }
            | voices::Glimpse::AxesSet(_)
            | voices::Glimpse::VoiceSet(_)
            | voices::Glimpse::Revoiced(_)
            | voices::Glimpse::Directed(_) => return None,
        })
    }

    fn is_notable(glimpse: &voices::Glimpse) -> bool {
        matches!(
            glimpse,
            voices::Glimpse::EndOffered { .. }
                | voices::Glimpse::EndAccepted { .. }
                | voices::Glimpse::EndDeclined { .. }
        )
    }

    fn explain_refusal(lang: Lang, refusal: &voices::Refusal) -> String {
        use voices::Refusal;
        match refusal {
            Refusal::BadOption { field, detail, .. } => setting(lang, field, detail),
            Refusal::BadPlacement(error) => fleet(lang, error),
            Refusal::NoSuchMatrix { .. } => {
                lang.fill("refused-matrix", &[("last", &Matrix::NUMBERS.to_string())])
            }
            Refusal::MatrixSize { size, .. } => {
                lang.fill("refused-matrix-size", &[("size", &size.to_string())])
            }
            Refusal::OutOfTurn(_) => lang.text("refused-turn"),
            Refusal::NoDice => lang.text("refused-no-dice"),
            Refusal::AxesDue => lang.text("refused-axes-due"),
            Refusal::CellDue => lang.text("refused-cell-due"),
            Refusal::RollFirst => lang.text("refused-roll-first"),
            Refusal::NothingRolled => lang.text("refused-nothing-rolled"),
            Refusal::OffMap(cell) => off_grid_text(lang, "refused-off-map", cell, "J10"),
            Refusal::NotOpen { cell, .. } => cell_text(lang, "refused-not-open", cell),
            Refusal::NoSuchShot { part, shot, .. } => {
                let key = match part {
                    Part::Call => "refused-not-called",
                    Part::Answer => "refused-not-answered",
                };
                lang.fill(key, &[("shot", &shot.to_string())])
            }
            Refusal::BadDirection => {
                max_text(lang, "refused-direction", voices::MAX_DIRECTION_LENGTH)
            }
            Refusal::TooManyChanges(_) => max_text(lang, "refused-changes", voices::MAX_CHANGES),
            Refusal::OnlyScore => lang.text("refused-only-score"),
            Refusal::NoSay => lang.text("refused-no-say"),
            Refusal::OfferedAlready => lang.text("refused-end-offered"),
            Refusal::OfferStands => lang.text("refused-end-stands"),
            Refusal::NoOffer => lang.text("refused-no-end"),
            Refusal::OwnOffer => lang.text("refused-own-end"),
        }
    }
}

/// Describes the choice at which a roll of `voices` has stopped.
fn describe_choice(lang: Lang, turn: &voices::Turn) -> Option<String> {
    Some(match turn.pending_choice.as_ref()? {
        voices::PendingChoice::Axes { x, y } => {
            let dice =
                turn.dice.map(|dice| format!("{} {}", dice.first, dice.second)).unwrap_or_default();
            lang.fill("fact-axes", &[("dice", &dice), ("x", &x.to_string()), ("y", &y.to_string())])
        }
        voices::PendingChoice::Cell { rolled, from, .. } => {
            let cells: Vec<_> = from.iter().map(|cell| cell.to_string()).collect();
            lang.fill("fact-cell", &[("rolled", &rolled.to_string()), ("cells", &cells.join(" "))])
        }
    })
}
