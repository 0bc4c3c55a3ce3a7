//! Errors of the rules of each game.

use broadside_engine::fleet::PlacementError;
use broadside_engine::satellite::{Building, Cartridge, Instead};
use broadside_engine::voices::matrix::Matrix;
use broadside_engine::voices::{self, Part};
use broadside_engine::{advanced, classic, satellite, solo};
use broadside_i18n::Lang;

use super::command_name;

/// Reports a setting that the rules do not allow. The reason is the English text of the rules.
fn setting(lang: Lang, field: &str, detail: &str) -> String {
    lang.fill("refused-setting", &[("setting", field), ("detail", detail)])
}

fn fleet(lang: Lang, refusal: &PlacementError) -> String {
    match refusal {
        PlacementError::UnknownClass { class, known, .. } => {
            let parts = [("class", &*command_name(class.as_str())), ("known", &*command_name(known))];
            lang.fill("refused-no-class", &parts)
        }
        PlacementError::OffGrid { class, length, at, heading, last, .. } => lang.fill(
            "refused-off-grid",
            &[
                ("class", &command_name(class.as_str())),
                ("length", &length.to_string()),
                ("at", &at.to_string()),
                ("heading", &command_name(&heading.to_string())),
                ("last", &last.to_string()),
            ],
        ),
        PlacementError::Overlap { cell, .. } => lang.fill("refused-overlap", &[("cell", &cell.to_string())]),
        PlacementError::WrongCount { class, found, wanted } => lang.fill(
            "refused-count",
            &[
                ("class", &command_name(class.as_str())),
                ("found", &found.to_string()),
                ("wanted", &wanted.to_string()),
            ],
        ),
    }
}

fn cells(lang: Lang, found: usize, wanted: usize) -> String {
    lang.fill("refused-cells", &[("found", &found.to_string()), ("wanted", &wanted.to_string())])
}

/// Returns a text about a cell, a sector or a square.
fn cell_text(lang: Lang, key: &str, cell: impl ToString) -> String {
    lang.fill(key, &[("cell", &cell.to_string())])
}

fn off_grid_text(lang: Lang, key: &str, cell: impl ToString, last: impl ToString) -> String {
    lang.fill(key, &[("cell", &cell.to_string()), ("last", &last.to_string())])
}

/// Returns a text that gives a maximum.
fn max_text(lang: Lang, key: &str, most: impl ToString) -> String {
    lang.fill(key, &[("most", &most.to_string())])
}

pub(super) fn classic(lang: Lang, refusal: &classic::Refusal) -> String {
    use classic::Refusal;
    match refusal {
        Refusal::BadOption { field, detail, .. } => setting(lang, field, detail),
        Refusal::BadPlacement(error) => fleet(lang, error),
        Refusal::OutOfTurn(_) => lang.text("refused-turn"),
        Refusal::TooManyRewrites => max_text(lang, "refused-rewrites", classic::MOST_REWRITES),
        Refusal::WrongRound { meant, now } => {
            lang.fill("refused-round", &[("meant", &meant.to_string()), ("now", &now.to_string())])
        }
        Refusal::NoRounds => lang.text("refused-no-rounds"),
        Refusal::WrongCount { found, wanted, .. } => cells(lang, *found, *wanted),
        Refusal::OffGrid { cell, last, .. } => off_grid_text(lang, "refused-off-map", cell, last),
        Refusal::CalledBefore { cell, .. } => cell_text(lang, "refused-called", cell),
        Refusal::Twice { cell, .. } => cell_text(lang, "refused-twice", cell),
    }
}

pub(super) fn voices(lang: Lang, refusal: &voices::Refusal) -> String {
    use voices::Refusal;
    match refusal {
        Refusal::BadOption { field, detail, .. } => setting(lang, field, detail),
        Refusal::BadPlacement(error) => fleet(lang, error),
        Refusal::NoSuchMatrix { .. } => {
            lang.fill("refused-matrix", &[("last", &Matrix::NUMBERS.to_string())])
        }
        Refusal::MatrixSize { size, .. } => lang.fill("refused-matrix-size", &[("size", &size.to_string())]),
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
        Refusal::BadDirection => max_text(lang, "refused-direction", voices::LONGEST_DIRECTION),
        Refusal::TooManyChanges(_) => max_text(lang, "refused-changes", voices::MOST_CHANGES),
        Refusal::NoSay => lang.text("refused-no-say"),
        Refusal::OfferedAlready => lang.text("refused-end-offered"),
        Refusal::OfferStands => lang.text("refused-end-stands"),
        Refusal::NoOffer => lang.text("refused-no-end"),
        Refusal::OwnOffer => lang.text("refused-own-end"),
    }
}

pub(super) fn solo(lang: Lang, refusal: &solo::Refusal) -> String {
    use solo::{PlacementError, Refusal};
    match refusal {
        Refusal::BadOption { field, detail, .. } => setting(lang, field, detail),
        Refusal::BadPlacement(PlacementError::Lends { suit, fighting, .. }) => {
            suit_text(lang, "refused-lends", *suit, fighting)
        }
        Refusal::BadPlacement(PlacementError::DinghiesOnly { class, .. }) => {
            lang.fill("refused-dinghies", &[("class", &command_name(class.as_str()))])
        }
        Refusal::BadPlacement(PlacementError::OffSea { class, at, heading, last, .. }) => lang.fill(
            "refused-off-sea",
            &[
                ("class", &command_name(class.as_str())),
                ("length", &class.length().to_string()),
                ("at", &command_name(&at.to_string())),
                ("heading", &command_name(heading.as_str())),
                ("last", &command_name(&last.to_string())),
            ],
        ),
        Refusal::BadPlacement(PlacementError::Overlap { cell, .. }) => {
            cell_text(lang, "refused-coin", command_name(&cell.to_string()))
        }
        Refusal::BadPlacement(PlacementError::WrongCount { suit, class, found, wanted, .. }) => lang.fill(
            "refused-suit-count",
            &[
                ("suit", &command_name(suit.as_str())),
                ("class", &command_name(class.as_str())),
                ("found", &found.to_string()),
                ("wanted", &wanted.to_string()),
            ],
        ),
        Refusal::NotFighting { suit, fighting } => suit_text(lang, "refused-not-fighting", *suit, fighting),
        Refusal::Predicted(suit) => lang.fill("refused-predicted", &[("suit", &command_name(suit.as_str()))]),
        Refusal::PredictFirst => lang.text("refused-predict-first"),
    }
}

/// Returns a text about a suit in a game in which other suits fight.
fn suit_text(lang: Lang, key: &str, suit: solo::Suit, fighting: &str) -> String {
    let parts = [("suit", &*command_name(suit.as_str())), ("fighting", &*command_name(fighting))];
    lang.fill(key, &parts)
}

pub(super) fn satellite(lang: Lang, refusal: &satellite::Refusal) -> String {
    use satellite::Refusal;
    match refusal {
        Refusal::BadOption { field, detail, .. } => setting(lang, field, detail),
        Refusal::BuildingTwice { building, .. } => building_text(lang, "refused-building-twice", *building),
        Refusal::BuildingMissing { building } => building_text(lang, "refused-building-missing", *building),
        Refusal::WrongShape { building, .. } => building_text(lang, "refused-shape", *building),
        Refusal::Overlap { sector, .. } => cell_text(lang, "refused-building-overlap", sector),
        Refusal::OffPlanet { sector, last, .. } => off_grid_text(lang, "refused-off-planet", sector, last),
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
            let parts =
                [("cartridge", &*cartridge_names(&[*cartridge])), ("unlocked", &*cartridge_names(unlocked))];
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
        Refusal::NeedlessBeam(cartridge) => {
            lang.fill("refused-needless-beam", &[("cartridge", &cartridge_names(&[*cartridge]))])
        }
    }
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

fn cartridge_names(cartridges: &[Cartridge]) -> String {
    cartridges.iter().map(|cartridge| command_name(cartridge.as_str())).collect::<Vec<_>>().join(", ")
}

pub(super) fn advanced(lang: Lang, refusal: &advanced::Refusal) -> String {
    use advanced::Refusal;
    match refusal {
        Refusal::BadOption { field, detail, .. } => setting(lang, field, detail),
        Refusal::BadPlacement(error) => fleet(lang, error),
        Refusal::Aground { class, cell, .. } => {
            let parts = [("class", &*command_name(class.as_str())), ("cell", &*cell.to_string())];
            lang.fill("refused-aground", &parts)
        }
        Refusal::OffMap { cell, last, .. } => off_grid_text(lang, "refused-off-map", cell, last),
        Refusal::AtSea { kind, cell, .. } => {
            let key = if kind.is_plane() { "refused-plane-at-sea" } else { "refused-gun-at-sea" };
            lang.fill(key, &[("weapon", &command_name(kind.as_str())), ("cell", &cell.to_string())])
        }
        Refusal::SquareTaken { cell, .. } => cell_text(lang, "refused-square-taken", cell),
        Refusal::HitDeck { cell } => cell_text(lang, "refused-hit-deck", cell),
        Refusal::OrderForPlane { kind, .. } => {
            lang.fill("refused-plane-order", &[("weapon", &command_name(kind.as_str()))])
        }
        Refusal::TooDear { cost, points, .. } => {
            lang.fill("refused-too-dear", &[("cost", &cost.to_string()), ("points", &points.to_string())])
        }
        Refusal::OutOfTurn(_) => lang.text("refused-turn"),
        Refusal::NoResupply => lang.text("refused-no-resupply"),
        Refusal::WrongCount { found } => cells(lang, *found, advanced::SALVO_SHOTS),
        Refusal::Twice { cell, .. } => cell_text(lang, "refused-twice", cell),
        Refusal::NoPlane { from } => cell_text(lang, "refused-no-plane", from),
        Refusal::JustBought { kind, from } => lang.fill(
            "refused-just-bought",
            &[("weapon", &command_name(kind.as_str())), ("cell", &from.to_string())],
        ),
        Refusal::NoGun { gun } => cell_text(lang, "refused-no-gun", gun),
        Refusal::TooManyOrders => max_text(lang, "refused-orders", advanced::MOST_ORDERS),
    }
}
