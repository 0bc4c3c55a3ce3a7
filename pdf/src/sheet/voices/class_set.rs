//! Packs for a class: numbered, each with game-matrices of its own.

use broadside_engine::voices::matrix::Matrix;
use broadside_engine::voices::recipe::Recipe;
use broadside_i18n::Lang;

use crate::error::SheetError;
use crate::kind::BlankSheet;
use crate::request::Request;
use crate::sheet::Page;
use crate::sheet::cutout;
use crate::sheet::voices::pack;
use crate::texts::SheetTexts;

/// Packs of *SALVO for 2 voices* for a class.
pub(crate) static CLASS_SET: BlankSheet = BlankSheet {
    name: "class-set",
    summary: "Packs of SALVO for 2 voices for a class: numbered, each with game-matrices of its own. The last page has \
              dice to cut out, for all.",
    options: &["packs", "seed", "fleet", "seats"],
    needs: &["packs"],
    title: Some("class-title"),
    make: pages,
};

/// Maximum number of packs in a document.
const MAX_PACKS: usize = 400;
/// Seed of the matrices, if none is given.
const SEED: &str = "class";
/// Maximum length of the seed. The number of the pack is appended to it.
const LONGEST_SEED: usize = 30;

fn pages(request: &Request, lang: Lang) -> Result<Vec<Page>, SheetError> {
    let packs = request.packs.as_deref().ok_or(CLASS_SET.lacks("packs"))?;
    let count = packs.parse().ok().filter(|count| (1..=MAX_PACKS).contains(count));
    let count: usize =
        count.ok_or_else(|| wrong("packs", format!("a class set has 1 to {MAX_PACKS} packs")))?;
    let seed = request.seed.as_deref().unwrap_or(SEED);
    if seed.len() > LONGEST_SEED {
        return Err(wrong(
            "seed",
            format!("a seed of a class set has at most {LONGEST_SEED} characters"),
        ));
    }
    let mut pages = Vec::new();
    for number in 1..=count {
        let [battle, tactical] = [0, 1].map(|n| recipe(number, n, seed));
        let of_pack = Request {
            battle: Some(battle?),
            tactical: Some(tactical?),
            packs: None,
            seed: None,
            ..request.clone()
        };
        let numbers = [("number", &*number.to_string()), ("packs", &*count.to_string())];
        let label = lang.fill("class-pack", &numbers);
        pages.extend(pack::pages(&of_pack, lang)?.into_iter().map(|page| Page {
            title: format!("{} · {number}", page.title),
            footer: format!("{} · {label}", page.footer),
            ..page
        }));
    }
    pages.push(cutout::ten_sided(lang));
    Ok(pages)
}

/// Returns the recipe of the battle map (0) or the tactical map (1) of a pack. It has the phones of
/// one of the ten game-matrices, in turn.
fn recipe(number: usize, n: usize, seed: &str) -> Result<String, SheetError> {
    let model = (2 * (number - 1) + n) % usize::from(Matrix::NUMBERS) + 1;
    let model =
        Matrix::numbered(model as u8).ok_or_else(|| wrong("packs", "no such pack".to_owned()))?;
    let phones: Vec<(&str, u64)> =
        model.phones().iter().map(|(phone, count)| (phone.as_str(), u64::from(*count))).collect();
    let seed = format!("{seed}-{number}{}", ["b", "t"][n]);
    let recipe = Recipe::new(u64::from(model.size()), &phones, &seed);
    recipe.map(|recipe| recipe.to_string()).map_err(|error| wrong("seed", error.to_string()))
}

fn wrong(field: &str, detail: String) -> SheetError {
    SheetError::Setting { field: field.to_owned(), detail }
}
