//! The pieces of `satellite` to cut out for one player: a divider, the buildings, and the tokens.

use broadside_engine::satellite::{Building, Planet};
use broadside_i18n::Lang;

use super::BLANK;
use super::mats::Arsenal;
use crate::kind::BlankSheet;
use crate::sheet::cutout::Lines;
use crate::sheet::{Body, Page};
use crate::texts::SheetTexts;

/// Divider, buildings and tokens of *Satellite Salvo*.
pub(crate) static PIECES: BlankSheet = BlankSheet {
    name: "satellite-pieces",
    summary: "The pieces of Satellite Salvo for one player to cut out: a divider that hides the planet, the \
              buildings, and the tokens for damage and misses.",
    options: BLANK.options,
    needs: BLANK.needs,
    title: Some("satellite-pieces-title"),
    make: |request, lang| Ok(pages(lang, &(BLANK.make)(request, lang)?)),
};

/// Strip to fold and stand between the players. Lists what unlocks the cartridges.
#[derive(Clone, Debug, PartialEq)]
pub struct Divider {
    /// Instructions.
    pub how: String,
    /// Meaning of the lines.
    pub lines: Lines,
    /// Name of the game.
    pub title: String,
    /// Name of the piece.
    pub name: String,
    /// Cartridges, each with the dice that unlock it and its effect.
    pub cartridges: Vec<[String; 3]>,
}

/// Buildings and tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct SatellitePieces {
    /// Instructions.
    pub how: String,
    /// Meaning of the lines.
    pub lines: Lines,
    /// Page of the mats that the pieces fit, on the same paper. Its shapes are the buildings.
    pub board: Page,
    /// The tokens, by kind.
    pub tokens: Vec<Tokens>,
}

/// Tokens of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Tokens {
    /// Name of the kind, and the number of tokens.
    pub title: String,
    /// Name on each token.
    pub name: String,
    /// True if they mark damage, false if they mark misses.
    pub hit: bool,
    /// Number of tokens.
    pub count: usize,
}

/// Makes the pages with the pieces for the mats and arsenals of a sheet. The divider comes first.
pub(crate) fn pages(lang: Lang, sheet: &[Page]) -> Vec<Page> {
    let mut pages = Vec::new();
    for page in sheet.iter().rev() {
        match &page.body {
            Body::Arsenal(arsenal) => pages.push(divider(lang, arsenal)),
            Body::Mats { mats, .. } => {
                pages.extend(mats.first().map(|mat| pieces(lang, page, mat.planet, mats.len())));
            }
            _ => {}
        }
    }
    pages
}

fn page(lang: Lang, title: &str, note: &str, body: Body) -> Page {
    let footer = lang.fill("footer", &[("sheet", &lang.text("satellite-pieces-title"))]);
    Page { title: lang.text(title), note: lang.text(note), footer, body }
}

fn lines(lang: Lang, folded: bool) -> Lines {
    Lines {
        cut: lang.text("cutout-cut"),
        fold: folded.then(|| lang.text("cutout-fold")),
        quarter: None,
    }
}

fn divider(lang: Lang, arsenal: &Arsenal) -> Page {
    let barrages = &arsenal.barrages;
    let barrages = [&barrages.name, &barrages.unlock, &barrages.effect].map(String::clone);
    let others = arsenal.cartridges.iter();
    let others = others.map(|one| [&one.name, &one.unlock, &one.effect].map(String::clone));
    let divider = Divider {
        how: lang.text("satellite-divider-how"),
        lines: lines(lang, true),
        title: lang.text("satellite-title"),
        name: lang.text("satellite-divider"),
        cartridges: std::iter::once(barrages).chain(others).collect(),
    };
    page(lang, "satellite-divider", "satellite-divider-note", Body::Divider(divider))
}

/// Makes the page of buildings and tokens for mats of a planet: a token for each sector of each
/// mat.
fn pieces(lang: Lang, board: &Page, planet: Planet, mats: usize) -> Page {
    let built = Building::sectors() * mats;
    let all = planet.all().len() * mats;
    let pieces = SatellitePieces {
        how: lang.text("satellite-pieces-how"),
        lines: lines(lang, false),
        board: board.clone(),
        tokens: vec![tokens(lang, "damage", true, built), tokens(lang, "miss", false, all - built)],
    };
    page(lang, "satellite-pieces", "satellite-pieces-note", Body::Pieces(Box::new(pieces)))
}

fn tokens(lang: Lang, key: &str, hit: bool, count: usize) -> Tokens {
    Tokens {
        title: lang.fill(&format!("satellite-tokens-{key}"), &[("count", &count.to_string())]),
        name: lang.text(&format!("satellite-token-{key}")),
        hit,
        count,
    }
}
