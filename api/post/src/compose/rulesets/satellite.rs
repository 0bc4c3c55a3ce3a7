//! Mails about games of `satellite`. Rows of their maps have letters, columns have numbers.

use broadside_engine::game::Legal;
use broadside_engine::satellite::{
    self, Building, Cartridge, Instead, Phase, Planet, Satellite, Sector, SideView, Turn, View,
};
use broadside_engine::seat::Seat;
use broadside_engine::table::Choice;
use broadside_i18n::Lang;
use broadside_pdf::Rules;
use broadside_pdf::sheet::prose::Paragraph;

use super::RulesetMail;
use crate::compose::Block;
use crate::compose::maps::{DrawnMaps, HIT, MISS, Map, SHIP, WATER, title};
use crate::compose::news::{Describer, NewsLine, join_cells};
use crate::compose::placing::command_table;
use crate::compose::reader_view::ReaderView;
use crate::compose::refused::command_name;
use crate::compose::refused::rules::{cell_text, off_grid_text, setting};
use crate::texts::LetterTexts;

impl RulesetMail for Satellite {
    const MOVE: &'static str = "ROLL";

    fn maps(game: &ReaderView, lang: Lang, me: Seat, view: &View) -> DrawnMaps {
        let mut sides: Vec<&SideView> = view.sides.iter().collect();
        sides.sort_by_key(|side| side.seat != me);
        if sides
            .iter()
            .all(|side| side.buildings.is_none() && side.hits.is_empty() && side.misses.is_empty())
        {
            return (Vec::new(), Vec::new());
        }
        let mut maps = Vec::new();
        for side in sides {
            let title = title(game, lang, side.seat);
            let mut map = draw_planet(title, view.planet, |sector| side_sign(side, sector));
            map.rows.push(lang.count("map-destroyed", usize::from(side.destroyed)));
            maps.push(map);
        }
        (maps, vec!["sign-building", "sign-hit", "sign-miss"])
    }

    fn facts(game: &ReaderView, lang: Lang, view: &View) -> Vec<String> {
        let mut facts: Vec<_> = view
            .turn
            .as_ref()
            .filter(|turn| Some(turn.seat) == game.me)
            .map(|turn| describe_turn(lang, turn))
            .unwrap_or_default();
        facts.extend(keep_dice_hint(game, lang));
        facts.extend(unlocked_cartridges(game, lang));
        for side in view.sides.iter().filter(|_| view.first.is_some()) {
            let left: Vec<_> = side.arsenal.iter().collect();
            let left = if left.is_empty() {
                lang.text("fact-arsenal-empty")
            } else {
                cartridge_names(&left)
            };
            facts.push(game.seat_text(lang, "fact-arsenal", side.seat, &[("left", &left)]));
        }
        facts
    }

    fn placing_help(lang: Lang, view: &View) -> Vec<Block> {
        let last = view.planet.last();
        let row = char::from(b'A' + last.row()).to_string();
        let parts = [("row", &*row), ("column", &*(last.column() + 1).to_string())];
        let buildings = Building::ALL
            .into_iter()
            .map(|building| (command_name(building.as_str()), building_shape(lang, building)));
        vec![
            Block::Text(lang.text("placing-buildings")),
            command_table(buildings),
            Block::Text(lang.fill("placing-planet", &parts)),
        ]
    }

    fn placement_example(_: &View) -> Vec<String> {
        vec!["PLACE OUTPOST A1 A2".to_owned(), "PLACE RELAY C1 D1 E1".to_owned()]
    }

    fn commands_help(lang: Lang) -> Vec<Block> {
        let cartridges = Rules::cartridges(lang);
        vec![
            Block::Text(lang.text("help-cartridges")),
            Block::List(cartridges.iter().map(Paragraph::plain).collect()),
        ]
    }

    fn describe_event(describer: &Describer<'_>, glimpse: &satellite::Glimpse) -> Option<NewsLine> {
        Some(match glimpse {
            satellite::Glimpse::FirstPlayer(first) => NewsLine {
                by: None,
                line: describer.game.seat_text(describer.lang, "news-first", first.seat, &[]),
            },
            satellite::Glimpse::Fired(satellite::Fired {
                seat,
                cartridge,
                targets,
                reports,
                destroyed,
                ..
            }) => {
                let report = describe_reports(describer, reports, *destroyed).join(", ");
                let parts = [
                    ("cartridge", &*cartridge_name(*cartridge)),
                    ("cells", &*join_cells(targets)),
                    ("report", &*report),
                ];
                describer.by(*seat, "news-used", &parts)
            }
            satellite::Glimpse::GaveUp(satellite::GaveUp {
                seat,
                cartridge,
                target,
                result,
                destroyed,
            }) => {
                let reports = [satellite::Report { sector: *target, result: *result }];
                let report = describe_reports(describer, &reports, *destroyed).join(", ");
                let parts = [
                    ("cartridge", &*cartridge_name(*cartridge)),
                    ("cells", &*target.to_string()),
                    ("report", &*report),
                ];
                describer.by(*seat, "news-gave-up", &parts)
            }
            satellite::Glimpse::Shot(satellite::Shot { seat, target, result, destroyed }) => {
                let reports = [satellite::Report { sector: *target, result: *result }];
                let report = describe_reports(describer, &reports, *destroyed);
                describer.shot(*seat, &target.to_string(), report)
            }
            satellite::Glimpse::Destructed(satellite::Destructed {
                seat,
                targets,
                reports,
                destroyed,
            }) => describer.shot(
                *seat,
                &join_cells(targets),
                describe_reports(describer, reports, *destroyed),
            ),
            satellite::Glimpse::ArsenalsEmpty(_) => {
                NewsLine { by: None, line: describer.lang.text("news-arsenals-empty") }
            }
            satellite::Glimpse::Rolled(_) => return None,
        })
    }

    fn explain_refusal(lang: Lang, refusal: &satellite::Refusal) -> String {
        use satellite::Refusal;
        match refusal {
            Refusal::BadOption { field, detail, .. } => setting(lang, field, detail),
            Refusal::BuildingTwice { building, .. } => {
                building_text(lang, "refused-building-twice", *building)
            }
            Refusal::BuildingMissing { building } => {
                building_text(lang, "refused-building-missing", *building)
            }
            Refusal::WrongShape { building, .. } => building_text(lang, "refused-shape", *building),
            Refusal::Overlap { sector, .. } => cell_text(lang, "refused-building-overlap", sector),
            Refusal::OffPlanet { sector, last, .. } => {
                off_grid_text(lang, "refused-off-planet", sector, last)
            }
            Refusal::OutOfTurn(_) => lang.text("refused-turn"),
            Refusal::NotDue(instead) => not_due_text(lang, *instead),
            Refusal::NoRollsLeft => lang.text("refused-no-rolls"),
            Refusal::NothingToKeep => lang.text("refused-nothing-kept"),
            Refusal::NoSuchDie { position, .. } => {
                lang.fill("refused-no-die", &[("position", &position.to_string())])
            }
            Refusal::KeptTwice { position, .. } => {
                lang.fill("refused-kept-twice", &[("position", &position.to_string())])
            }
            Refusal::AllKept => lang.text("refused-all-kept"),
            Refusal::Spent { cartridge, left } => lang.fill(
                "refused-spent",
                &[("cartridge", &cartridge_names(&[*cartridge])), ("left", &cartridge_names(left))],
            ),
            Refusal::Locked { cartridge, unlocked } if unlocked.is_empty() => {
                lang.fill("refused-locked-all", &[("cartridge", &cartridge_names(&[*cartridge]))])
            }
            Refusal::Locked { cartridge, unlocked } => {
                let parts = [
                    ("cartridge", &*cartridge_names(&[*cartridge])),
                    ("unlocked", &*cartridge_names(unlocked)),
                ];
                lang.fill("refused-locked", &parts)
            }
            Refusal::MustFire { unlocked } => {
                lang.fill("refused-must-fire", &[("unlocked", &cartridge_names(unlocked))])
            }
            Refusal::WrongCount { found, min, max, .. } => {
                let key = if min == max { "refused-targets" } else { "refused-targets-between" };
                let parts = [
                    ("found", &*found.to_string()),
                    ("least", &*min.to_string()),
                    ("most", &*max.to_string()),
                ];
                lang.fill(key, &parts)
            }
            Refusal::HitBefore { sector, .. } => cell_text(lang, "refused-hit-before", sector),
            Refusal::Twice { sector, .. } => cell_text(lang, "refused-twice", sector),
            Refusal::NoBeam => lang.text("refused-no-beam"),
            Refusal::NeedlessBeam(cartridge) => lang
                .fill("refused-needless-beam", &[("cartridge", &cartridge_names(&[*cartridge]))]),
        }
    }
}

/// Returns the sign of a sector on the map of a side.
fn side_sign(side: &SideView, sector: Sector) -> char {
    if side.hits.contains(sector) {
        HIT
    } else if side.buildings.iter().flatten().any(|building| building.cells.contains(sector)) {
        SHIP
    } else if side.misses.contains(sector) {
        MISS
    } else {
        WATER
    }
}

fn draw_planet(title: String, planet: Planet, sign: impl Fn(Sector) -> char) -> Map {
    let width = if planet.columns() > 9 { 2 } else { 1 };
    let numbers: Vec<_> =
        (1..=planet.columns()).map(|column| format!("{column:>width$}")).collect();
    let mut rows = vec![format!("  {}", numbers.join(" "))];
    for row in 0..planet.rows() {
        let sectors = (0..planet.columns()).filter_map(|column| Sector::new(row, column));
        let signs: Vec<_> = sectors.map(|sector| format!("{:>width$}", sign(sector))).collect();
        rows.push(format!("{} {}", char::from(b'A' + row), signs.join(" ")));
    }
    Map { title, rows }
}

fn describe_turn(lang: Lang, turn: &Turn) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(dice) = turn.dice {
        let dice = dice.faces().map(|face| face.to_string()).join(" ");
        facts.push(lang.fill("fact-dice", &[("dice", &dice)]));
    }
    match turn.phase {
        Phase::Fire => facts.push(lang.count("fact-rolls", usize::from(turn.remaining_rolls))),
        Phase::Salvo | Phase::Desperation | Phase::SelfDestruct => {
            facts.push(lang.count("fact-targets", usize::from(turn.remaining_targets)));
        }
    }
    facts
}

/// Explains how the reader can keep dice.
fn keep_dice_hint(game: &ReaderView, lang: Lang) -> Option<String> {
    let Some(Legal::Satellite(moves)) = &game.legal else { return None };
    moves.choices().iter().find_map(|choice| match choice {
        Choice::Own(satellite::Legal::Roll { keep }) if !keep.is_empty() => {
            Some(lang.text("fact-keep"))
        }
        _ => None,
    })
}

/// Lists the cartridges that the reader's dice unlock. Cartridges that take anything other than one
/// target have a note.
fn unlocked_cartridges(game: &ReaderView, lang: Lang) -> Option<String> {
    let Some(Legal::Satellite(moves)) = &game.legal else { return None };
    moves.choices().iter().find_map(|choice| match choice {
        Choice::Own(satellite::Legal::Fire { cartridges, .. }) => {
            let cartridges: Vec<_> =
                cartridges.iter().map(|loaded| describe_loaded(lang, loaded)).collect();
            Some(lang.fill("fact-unlocked", &[("cartridges", &cartridges.join(", "))]))
        }
        Choice::Own(satellite::Legal::GiveUp { .. }) => Some(lang.text("fact-locked")),
        _ => None,
    })
}

/// Returns a cartridge as commands name it, with a note on its targets.
fn describe_loaded(lang: Lang, loaded: &satellite::Loaded) -> String {
    let name = cartridge_name(loaded.cartridge);
    match (loaded.max_targets, loaded.beam) {
        (_, Some(_)) => format!("{name} (ROW, COLUMN)"),
        (1, None) => name,
        (maximum, None) => {
            format!("{name} ({})", lang.fill("fact-most", &[("most", &maximum.to_string())]))
        }
    }
}

fn describe_reports(
    describer: &Describer<'_>,
    reports: &[satellite::Report],
    destroyed: u8,
) -> Vec<String> {
    let hits: Vec<_> = reports
        .iter()
        .filter(|report| report.result == satellite::ShotResult::Hit)
        .map(|report| report.sector.to_string())
        .collect();
    let mut report = vec![if hits.is_empty() {
        describer.lang.text("word-nothing")
    } else {
        describer.lang.fill("word-hit-at", &[("cells", &hits.join(" "))])
    }];
    if destroyed > 0 {
        report.push(describer.lang.count("word-destroyed", usize::from(destroyed)));
    }
    report
}

fn not_due_text(lang: Lang, instead: Instead) -> String {
    match instead {
        Instead::Roll => lang.text("refused-due-roll"),
        Instead::Fire => lang.text("refused-due-fire"),
        Instead::GiveUp => lang.text("refused-due-give-up"),
        Instead::Salvo(left) => lang.count("refused-due-salvo", usize::from(left)),
        Instead::Shoot => lang.text("refused-due-shoot"),
        Instead::Destruct(targets) => lang.count("refused-due-destruct", targets),
        Instead::Nothing => lang.text("refused-due-nothing"),
    }
}

fn building_text(lang: Lang, key: &str, building: Building) -> String {
    let shape = building_shape(lang, building);
    lang.fill(key, &[("building", &command_name(building.as_str())), ("shape", &shape)])
}

fn building_shape(lang: Lang, building: Building) -> String {
    lang.text(&format!("shape-{}", building.as_str()))
}

/// Returns cartridges as commands name them.
fn cartridge_names(cartridges: &[Cartridge]) -> String {
    cartridges.iter().map(|cartridge| cartridge_name(*cartridge)).collect::<Vec<_>>().join(", ")
}

/// Returns a cartridge as commands name it.
fn cartridge_name(cartridge: Cartridge) -> String {
    command_name(cartridge.as_str())
}
