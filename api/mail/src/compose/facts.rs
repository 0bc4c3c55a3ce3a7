//! Facts that a player needs in order to move and that the maps do not show: dice, cartridges, points, sunk ships.

use broadside_domain::time_control::Clock;
use broadside_engine::fleet::ClassName;
use broadside_engine::game::{Legal, View};
use broadside_engine::satellite::{self, Cartridge, Phase, Turn};
use broadside_engine::seat::Seat;
use broadside_engine::table::Choice;
use broadside_engine::{advanced, classic, voices};
use broadside_i18n::Lang;
use serde_json::Value;

use super::reader_view::ReaderView;
use super::refused::command_name;

/// Returns the facts, one per line.
pub(super) fn facts(seen: &ReaderView, lang: Lang) -> Vec<String> {
    match &seen.view {
        View::Classic(view) => {
            let sunk = sunk_ships(seen, lang, view.waters.iter().map(|waters| (waters.seat, &*waters.sunk)));
            describe_salvo(seen, lang, view).into_iter().chain(sunk).collect()
        }
        View::Voices(view) => {
            let mut facts = Vec::new();
            if let Some(turn) = view.turn.as_ref().filter(|turn| Some(turn.seat) == seen.me) {
                facts.push(lang.count("fact-shots", usize::from(turn.remaining_shots)));
                facts.extend(describe_choice(lang, turn));
            }
            if let (Some(round), Some(rounds)) = (view.round, view.rounds) {
                let parts = [("round", &*round.to_string()), ("rounds", &*rounds.to_string())];
                facts.push(lang.fill("fact-round", &parts));
            }
            facts.extend(sunk_ships(
                seen,
                lang,
                view.waters.iter().map(|waters| (waters.seat, &*waters.sunk)),
            ));
            facts
        }
        View::Solo(view) => {
            let suit = |suit| lang.text(&format!("suit-{suit}"));
            let predicted = view.prediction.map(|of| lang.fill("fact-predicted", &[("suit", &suit(of))]));
            predicted.into_iter().collect()
        }
        View::Satellite(view) => {
            let mut facts: Vec<_> = view
                .turn
                .as_ref()
                .filter(|turn| Some(turn.seat) == seen.me)
                .map(|turn| describe_turn(lang, turn))
                .unwrap_or_default();
            facts.extend(keep_dice_hint(seen, lang));
            facts.extend(unlocked_cartridges(seen, lang));
            for side in view.sides.iter().filter(|_| view.first.is_some()) {
                let left =
                    cartridge_names(side.arsenal.iter()).unwrap_or_else(|| lang.text("fact-arsenal-empty"));
                facts.push(seen.seat_text(lang, "fact-arsenal", side.seat, &[("left", &left)]));
            }
            facts
        }
        View::Advanced(view) => {
            let own = view.sides.iter().find(|side| Some(side.seat) == seen.me);
            let points = own.and_then(|side| side.points_left);
            let points = points.map(|points| lang.count("fact-points", points as usize));
            let sunk = sunk_ships(seen, lang, view.sides.iter().map(|side| (side.seat, &*side.sunk)));
            points.into_iter().chain(usable_items(seen, lang)).chain(sunk).collect()
        }
    }
}

/// Describes the salvo that the reader has written for the round, or the number of shots that they have.
fn describe_salvo(seen: &ReaderView, lang: Lang, view: &classic::View) -> Option<String> {
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

/// Describes the choice at which a roll of `voices` has stopped.
fn describe_choice(lang: Lang, turn: &voices::Turn) -> Option<String> {
    Some(match turn.pending_choice.as_ref()? {
        voices::PendingChoice::Axes { x, y } => {
            let dice = turn.dice.map(|dice| format!("{} {}", dice.first, dice.second)).unwrap_or_default();
            lang.fill("fact-axes", &[("dice", &dice), ("x", &x.to_string()), ("y", &y.to_string())])
        }
        voices::PendingChoice::Cell { rolled, from, .. } => {
            let cells: Vec<_> = from.iter().map(|cell| cell.to_string()).collect();
            lang.fill("fact-cell", &[("rolled", &rolled.to_string()), ("cells", &cells.join(" "))])
        }
    })
}

/// Lists the sunk ships of each side.
fn sunk_ships<'a>(
    seen: &ReaderView,
    lang: Lang,
    sides: impl Iterator<Item = (Seat, &'a [ClassName])>,
) -> Vec<String> {
    let ship = |class: &ClassName| lang.find(&format!("class-{class}")).unwrap_or_else(|| class.to_string());
    sides
        .filter(|(_, sunk)| !sunk.is_empty())
        .map(|(seat, sunk)| {
            let ships: Vec<_> = sunk.iter().map(ship).collect();
            seen.seat_text(lang, "fact-sunk", seat, &[("ships", &ships.join(", "))])
        })
        .collect()
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

/// Lists the cartridges that the reader's dice unlock. Cartridges that take anything other than one target have a note.
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

/// Lists what the reader of `advanced` can use besides salvos: planes, guns, and weapons for sale.
fn usable_items(seen: &ReaderView, lang: Lang) -> Vec<String> {
    let Some(Legal::Advanced(moves)) = &seen.legal else { return Vec::new() };
    let of = |choice: &Choice<advanced::Legal>| {
        let (key, uses): (_, Vec<String>) = match choice {
            Choice::Own(advanced::Legal::Send { planes, .. }) => {
                let plane = |plane: &advanced::Plane| {
                    format!("{} {}", command_name(plane.weapon.as_str()), plane.from)
                };
                ("fact-planes", planes.iter().map(plane).collect())
            }
            Choice::Own(advanced::Legal::Buy { weapons, .. }) => {
                let weapon = |on_offer: &advanced::Purchase| {
                    let price = lang.count("placing-points", on_offer.points as usize);
                    format!("{} ({price})", command_name(on_offer.weapon.as_str()))
                };
                ("fact-buy", weapons.iter().map(weapon).collect())
            }
            Choice::Own(advanced::Legal::Order { guns, .. }) => {
                ("fact-guns", guns.iter().map(|gun| gun.to_string()).collect())
            }
            _ => return None,
        };
        Some(lang.fill(key, &[("uses", &uses.join(", "))]))
    };
    moves.choices().iter().filter_map(of).collect()
}

/// Returns the cartridges as commands name them, or `None` if there are no cartridges.
fn cartridge_names(cartridges: impl Iterator<Item = Cartridge>) -> Option<String> {
    let names: Vec<_> = cartridges.map(cartridge_name).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Returns a cartridge as commands name it.
pub(super) fn cartridge_name(cartridge: Cartridge) -> String {
    cartridge.to_string().replace('_', " ").to_uppercase()
}

/// Lists what a challenged player needs to know about the game: its clock, and the settings that differ from the
/// defaults.
pub(super) fn terms(seen: &ReaderView, lang: Lang) -> Vec<String> {
    let mut terms = vec![match seen.clock {
        None => lang.text("term-no-clock"),
        Some(Clock::Days(clock)) => lang.count("term-days", clock.days_per_turn as usize),
        Some(Clock::Bank(clock)) => {
            let parts = [("bank", &*clock.bank.to_string()), ("more", &*clock.increment.to_string())];
            lang.fill("term-bank", &parts)
        }
    }];
    let usual = seen.ruleset.default_options();
    for (name, value) in seen.options.as_object().into_iter().flatten() {
        let said = match value {
            Value::String(word) => word.clone(),
            Value::Bool(_) | Value::Number(_) => value.to_string(),
            // A custom map or fleet is long, and is shown when the game begins.
            _ => continue,
        };
        if usual.get(name) != Some(value) {
            terms.push(format!("{name}={said}"));
        }
    }
    terms
}
