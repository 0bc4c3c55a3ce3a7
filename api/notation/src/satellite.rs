//! Notation of `satellite`: buildings, dice and cartridges. Only here a square is named by the
//! letter of the row and the number of the column, as in `A9`.

use broadside_engine::satellite::{
    Action, Beam, Building, BuildingDraft, Cartridge, Destruct, Draft, Fire, GiveUp, Legal, Planet,
    Roll, Satellite, Sector, Shoot, View,
};

use super::error::{ParseError, Problem};
use super::expected::Expected;
use super::forms::{Usage, usages};
use super::grammar::Notation;
use super::piece::PlacementPart;
use super::shared::listed;
use super::words::{Words, shown};

const BEAMS: [(&str, Beam); 2] = [("row", Beam::Row), ("column", Beam::Column)];

fn cartridge(words: &mut Words<'_>) -> Result<Cartridge, ParseError> {
    words.choose(
        Expected::Cartridge,
        &Cartridge::ALL.map(|cartridge| (cartridge.as_str(), cartridge)),
    )
}

fn sector(words: &mut Words<'_>, planet: Planet) -> Result<Sector, ParseError> {
    words.skip(&["at"]);
    if words.is_over() {
        return Err(words.missing(Expected::Sector));
    }
    let (sector, count) =
        words.square::<Sector>().ok_or_else(|| words.slip(Problem::NotASector))?;
    if !planet.contains(sector) {
        return Err(words.slip(Problem::OffMap { last: planet.last().to_string() }));
    }
    words.advance(count);
    Ok(sector)
}

/// Takes all sectors that follow.
fn sectors(words: &mut Words<'_>, planet: Planet) -> Result<Vec<Sector>, ParseError> {
    let mut sectors = vec![sector(words, planet)?];
    loop {
        words.skip(&["and"]);
        if words.square::<Sector>().is_none() {
            return Ok(sectors);
        }
        sectors.push(sector(words, planet)?);
    }
}

/// Takes the direction of a beam, if given.
fn beam(words: &mut Words<'_>) -> Option<Beam> {
    words.skip(&["along", "the"]);
    words.name(&BEAMS)
}

/// Takes the dice to keep: by their faces, or after `DICE` by their positions.
fn kept(words: &mut Words<'_>, view: &View) -> Result<Vec<u8>, ParseError> {
    let by_position = words.eat("dice");
    let dice = view.turn.as_ref().and_then(|turn| turn.dice);
    if words.is_over() {
        return Err(words.missing(Expected::Kept));
    }
    let mut keep = Vec::new();
    while !words.is_over() {
        let ahead = words.clone();
        if by_position {
            let position = words.number(Expected::DiePlace, 1..=5)? as u8;
            if keep.contains(&position) {
                return Err(ahead.slip(Problem::Twice));
            }
            keep.push(position);
        } else {
            let face = words.number(Expected::DieFace, 1..=6)? as u8;
            let Some(dice) = dice else {
                return Err(ahead.slip(Problem::NoDice));
            };
            // Two dice with the same face are interchangeable.
            let die = (1..)
                .zip(dice.faces())
                .find(|(position, shown)| *shown == face && !keep.contains(position));
            let Some((position, _)) = die else {
                return Err(ahead.slip(Problem::NotLeft { dice: dice.faces().to_vec() }));
            };
            keep.push(position);
        }
        // A square cannot follow here, so an E is not the letter of one.
        words.skip(&["and", "e"]);
    }
    Ok(keep)
}

impl Notation for Satellite {
    const FORMS: &'static [Usage] = usages! {
        "place": "PLACE building sectors", "PLACE BUNKER B4 C4 C5", "places a building";
        "roll": "ROLL", "ROLL", "rolls all five dice";
        "keep": "KEEP values", "KEEP 3 3 5", "rolls again all dice but some of these values";
        "keep": "KEEP DICE positions", "KEEP DICE 1 3", "rolls again all dice but those in these places";
        "use": "USE cartridge [ROW or COLUMN] AT sectors", "USE BARRAGE 3 AT A1 A2", "fires a cartridge";
        "give_up": "GIVE UP cartridge AT sector", "GIVE UP SALVO AT C4", "gives a cartridge up for one shot";
        "shoot": "SHOOT sector", "SHOOT C4", "shoots at a sector";
        "destruct": "DESTRUCT sectors", "DESTRUCT A1 B7 C4", "strikes the last blow";
        "queue": "QUEUE [WITH] move", "QUEUE ROLL", "makes a move in your next turn, or now if it is your turn; WITH: in the same turn as the line above";
    };

    const LISTS: &'static [&'static str] = &["buildings"];

    fn read(verb: &str, words: &mut Words<'_>, view: &View) -> Result<Action, ParseError> {
        let planet = view.planet;
        Ok(match verb {
            "roll" => {
                words.skip(&["all", "dice"]);
                if !words.is_over() {
                    return Err(words.slip(Problem::MoreThanRoll));
                }
                Action::Roll(Roll { keep: Vec::new() })
            }
            "keep" => Action::Roll(Roll { keep: kept(words, view)? }),
            "use" => {
                let cartridge = cartridge(words)?;
                let before = beam(words);
                let targets = sectors(words, planet)?;
                Action::Fire(Fire { cartridge, targets, beam: before.or_else(|| beam(words)) })
            }
            "give_up" => {
                let cartridge = cartridge(words)?;
                Action::GiveUp(GiveUp { cartridge, target: sector(words, planet)? })
            }
            "shoot" => Action::Shoot(Shoot { target: sector(words, planet)? }),
            "destruct" => Action::Destruct(Destruct { targets: sectors(words, planet)? }),
            _ => return Err(words.missing(Expected::Command)),
        })
    }

    fn piece(words: &mut Words<'_>, view: &View) -> Result<PlacementPart, ParseError> {
        let known = Building::ALL.map(|building| (building.as_str(), building));
        let building = words.choose(Expected::Building, &known)?;
        let cells = sectors(words, view.planet)?;
        Ok(PlacementPart::new("buildings", &BuildingDraft { building, cells }))
    }

    fn write(action: &Action) -> String {
        match action {
            Action::Roll(Roll { keep }) if keep.is_empty() => "ROLL".to_owned(),
            Action::Roll(Roll { keep }) => listed("KEEP DICE", keep),
            Action::Fire(Fire { cartridge, targets, beam }) => {
                let beam = match beam {
                    Some(Beam::Row) => " ROW",
                    Some(Beam::Column) => " COLUMN",
                    None => "",
                };
                listed(&format!("USE {}{beam} AT", shown(cartridge.as_str())), targets)
            }
            Action::GiveUp(GiveUp { cartridge, target }) => {
                format!("GIVE UP {} AT {target}", shown(cartridge.as_str()))
            }
            Action::Shoot(Shoot { target }) => format!("SHOOT {target}"),
            Action::Destruct(Destruct { targets }) => listed("DESTRUCT", targets),
        }
    }

    fn write_draft(draft: &Draft) -> Vec<String> {
        let mut lines = Vec::new();
        for BuildingDraft { building, cells } in &draft.buildings {
            lines.push(listed(&format!("PLACE {}", shown(building.as_str())), cells));
        }
        lines
    }

    fn example(legal: &Legal) -> Option<Action> {
        Some(match legal {
            // The example keeps two dice if there are dice on the table.
            Legal::Roll { keep } => {
                Action::Roll(Roll { keep: keep.iter().copied().take(2).collect() })
            }
            Legal::Fire { cartridges, from } => {
                let loaded = cartridges.first()?;
                Action::Fire(Fire {
                    cartridge: loaded.cartridge,
                    targets: from.iter().take(loaded.max_targets).collect(),
                    beam: loaded.beam.map(|[first, _]| first),
                })
            }
            Legal::GiveUp { cartridges, from } => {
                Action::GiveUp(GiveUp { cartridge: *cartridges.first()?, target: from.nth(0)? })
            }
            Legal::Shoot { from } => Action::Shoot(Shoot { target: from.nth(0)? }),
            Legal::Destruct { targets } => Action::Destruct(Destruct {
                targets: targets.from.iter().take(targets.min).collect(),
            }),
        })
    }
}
