//! Emails about games of `satellite`. Rows of their maps have letters, columns have numbers.

use broadside_engine::game::Legal;
use broadside_engine::satellite::{
    self, Building, Cartridge, Instead, Phase, Planet, Satellite, Sector, SideView, Turn, View,
};
use broadside_engine::seat::Seat;
use broadside_engine::table::Choice;
use broadside_i18n::Lang;

use super::RulesetMail;
use crate::compose::Block;
use crate::compose::maps::{DrawnMaps, HIT, MISS, Map, SHIP, WATER, title};
use crate::compose::news::{Describer, NewsLine, join_cells};
use crate::compose::placing::command_table;
use crate::compose::reader_view::ReaderView;
use crate::compose::refused::command_name;
use crate::compose::refused::rules::{cell_text, off_grid_text, setting};

impl RulesetMail for Satellite {
    const MOVE: &'static str = "ROLL";

    fn maps(seen: &ReaderView, lang: Lang, me: Seat, view: &View) -> DrawnMaps {
        let mut sides: Vec<&SideView> = view.sides.iter().collect();
        sides.sort_by_key(|side| side.seat != me);
        if sides
            .iter()
            .all(|side| side.buildings.is_none() && side.hits.is_empty() && side.misses.is_empty())
        {
            return (Vec::new(), Vec::new());
        }
        let map = |side: &SideView| {
            let sign = |sector: Sector| {
                let built =
                    side.buildings.iter().flatten().any(|building| building.cells.contains(sector));
                match () {
                    () if side.hits.contains(sector) => HIT,
                    () if built => SHIP,
                    () if side.misses.contains(sector) => MISS,
                    () => WATER,
                }
            };
            draw_planet(title(seen, lang, side.seat), view.planet, sign)
        };
        let mut maps: Vec<_> = sides.iter().map(|side| map(side)).collect();
        for (map, side) in maps.iter_mut().zip(&sides) {
            map.rows.push(lang.count("map-destroyed", usize::from(side.destroyed)));
        }
        (maps, vec!["sign-building", "sign-hit", "sign-miss"])
    }

    fn facts(seen: &ReaderView, lang: Lang, view: &View) -> Vec<String> {
        let mut facts: Vec<_> = view
            .turn
            .as_ref()
            .filter(|turn| Some(turn.seat) == seen.me)
            .map(|turn| describe_turn(lang, turn))
            .unwrap_or_default();
        facts.extend(keep_dice_hint(seen, lang));
        facts.extend(unlocked_cartridges(seen, lang));
        for side in view.sides.iter().filter(|_| view.first.is_some()) {
            let left: Vec<_> = side.arsenal.iter().collect();
            let left = match left.is_empty() {
                true => lang.text("fact-arsenal-empty"),
                false => cartridge_names(&left),
            };
            facts.push(seen.seat_text(lang, "fact-arsenal", side.seat, &[("left", &left)]));
        }
        facts
    }

    fn placing_help(lang: Lang, view: &View) -> Vec<Block> {
        let last = view.planet.last();
        let row = char::from(b'A' + last.row()).to_string();
        let parts = [("row", &*row), ("column", &*(last.column() + 1).to_string())];
        let shape = |building: Building| {
            (command_name(building.as_str()), lang.text(&format!("shape-{}", building.as_str())))
        };
        vec![
            Block::Text(lang.text("placing-buildings")),
            command_table(Building::ALL.into_iter().map(shape)),
            Block::Text(lang.fill("placing-planet", &parts)),
        ]
    }

    fn placement_example(_: &View) -> Vec<String> {
        vec!["PLACE OUTPOST A1 A2".to_owned(), "PLACE RELAY C1 D1 E1".to_owned()]
    }

    fn describe_event(told: &Describer<'_>, glimpse: &satellite::Glimpse) -> Option<NewsLine> {
        let single = |target, result| [satellite::Report { sector: target, result }];
        Some(match glimpse {
            satellite::Glimpse::FirstPlayer(first) => NewsLine {
                by: None,
                line: told.seen.seat_text(told.lang, "news-first", first.seat, &[]),
            },
            satellite::Glimpse::Fired(satellite::Fired {
                seat,
                cartridge,
                targets,
                reports,
                destroyed,
                ..
            }) => {
                let report = describe_reports(told, reports, *destroyed).join(", ");
                let parts = [
                    ("cartridge", &*cartridge_name(*cartridge)),
                    ("cells", &*join_cells(targets)),
                    ("report", &*report),
                ];
                told.by(*seat, "news-used", &parts)
            }
            satellite::Glimpse::GaveUp(satellite::GaveUp {
                seat,
                cartridge,
                target,
                result,
                destroyed,
            }) => {
                let report =
                    describe_reports(told, &single(*target, *result), *destroyed).join(", ");
                let target = target.to_string();
                let parts = [
                    ("cartridge", &*cartridge_name(*cartridge)),
                    ("cells", &*target),
                    ("report", &*report),
                ];
                told.by(*seat, "news-gave-up", &parts)
            }
            satellite::Glimpse::Shot(satellite::Shot { seat, target, result, destroyed }) => {
                let report = describe_reports(told, &single(*target, *result), *destroyed);
                told.shot(*seat, &target.to_string(), report)
            }
            satellite::Glimpse::Destructed(satellite::Destructed {
                seat,
                targets,
                reports,
                destroyed,
            }) => {
                told.shot(*seat, &join_cells(targets), describe_reports(told, reports, *destroyed))
            }
            satellite::Glimpse::ArsenalsEmpty(_) => {
                NewsLine { by: None, line: told.lang.text("news-arsenals-empty") }
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
            Refusal::WrongCount { found, least, most, .. } => {
                let key = if least == most { "refused-targets" } else { "refused-targets-between" };
                let [found, least, most] = [found, least, most].map(usize::to_string);
                lang.fill(key, &[("found", &found), ("least", &least), ("most", &most)])
            }
            Refusal::HitBefore { sector, .. } => cell_text(lang, "refused-hit-before", sector),
            Refusal::Twice { sector, .. } => cell_text(lang, "refused-twice", sector),
            Refusal::NoBeam => lang.text("refused-no-beam"),
            Refusal::NeedlessBeam(cartridge) => lang
                .fill("refused-needless-beam", &[("cartridge", &cartridge_names(&[*cartridge]))]),
        }
    }
}

fn draw_planet(title: String, planet: Planet, sign: impl Fn(Sector) -> char) -> Map {
    let wide = if planet.columns() > 9 { 2 } else { 1 };
    let numbers: Vec<_> = (1..=planet.columns()).map(|column| format!("{column:>wide$}")).collect();
    let mut rows = vec![format!("  {}", numbers.join(" "))];
    for row in 0..planet.rows() {
        let sectors = (0..planet.columns()).filter_map(|column| Sector::new(row, column));
        let signs: Vec<_> = sectors.map(|sector| format!("{:>wide$}", sign(sector))).collect();
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
fn keep_dice_hint(seen: &ReaderView, lang: Lang) -> Option<String> {
    let Some(Legal::Satellite(moves)) = &seen.legal else { return None };
    let keeps = |choice: &Choice<_>| match choice {
        Choice::Own(satellite::Legal::Roll { keep }) => !keep.is_empty(),
        _ => false,
    };
    moves.choices().iter().any(keeps).then(|| lang.text("fact-keep"))
}

/// Lists the cartridges that the reader's dice unlock. Cartridges that take anything other than one
/// target have a note.
fn unlocked_cartridges(seen: &ReaderView, lang: Lang) -> Option<String> {
    let Some(Legal::Satellite(moves)) = &seen.legal else { return None };
    let loaded = |loaded: &satellite::Loaded| match (loaded.max_targets, loaded.beam) {
        (_, Some(_)) => format!("{} (ROW, COLUMN)", cartridge_name(loaded.cartridge)),
        (1, None) => cartridge_name(loaded.cartridge),
        (most, None) => {
            format!(
                "{} ({})",
                cartridge_name(loaded.cartridge),
                lang.fill("fact-most", &[("most", &most.to_string())])
            )
        }
    };
    moves.choices().iter().find_map(|choice| match choice {
        Choice::Own(satellite::Legal::Fire { cartridges, .. }) => {
            let cartridges: Vec<_> = cartridges.iter().map(loaded).collect();
            Some(lang.fill("fact-unlocked", &[("cartridges", &cartridges.join(", "))]))
        }
        Choice::Own(satellite::Legal::GiveUp { .. }) => Some(lang.text("fact-locked")),
        _ => None,
    })
}

fn describe_reports(
    told: &Describer<'_>,
    reports: &[satellite::Report],
    destroyed: u8,
) -> Vec<String> {
    let hits: Vec<_> = reports
        .iter()
        .filter(|report| report.result == satellite::ShotResult::Hit)
        .map(|report| report.sector.to_string())
        .collect();
    let mut report = vec![match hits.is_empty() {
        true => told.lang.text("word-nothing"),
        false => told.lang.fill("word-hit-at", &[("cells", &hits.join(" "))]),
    }];
    if destroyed > 0 {
        report.push(told.lang.count("word-destroyed", usize::from(destroyed)));
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
    let shape = lang.text(&format!("shape-{}", building.as_str()));
    lang.fill(key, &[("building", &command_name(building.as_str())), ("shape", &shape)])
}

/// Returns cartridges as commands name them.
fn cartridge_names(cartridges: &[Cartridge]) -> String {
    cartridges.iter().map(|cartridge| cartridge_name(*cartridge)).collect::<Vec<_>>().join(", ")
}

/// Returns a cartridge as commands name it.
fn cartridge_name(cartridge: Cartridge) -> String {
    command_name(cartridge.as_str())
}
