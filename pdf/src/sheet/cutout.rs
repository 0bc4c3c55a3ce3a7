//! Dice and pieces to cut out.

use broadside_engine::solo::Suit;
use broadside_i18n::Lang;

use super::{Body, Page};
use crate::kind::BlankSheet;
use crate::texts::SheetTexts;

/// Two ten-sided dice to cut out: one for the column, one for the row.
pub(crate) static D10: BlankSheet = BlankSheet {
    name: "d10",
    summary: "Two ten-sided dice to cut out, fold and glue.",
    options: &[],
    needs: &[],
    title: None,
    make: |_, lang| Ok(vec![ten_sided(lang)]),
};

/// The tiles, coins and dice of a piecepack to cut out.
pub(crate) static PIECEPACK: BlankSheet = BlankSheet {
    name: "piecepack",
    summary: "The tiles, coins and dice of a piecepack to cut out: what Solo Salvo is played with.",
    options: &[],
    needs: &[],
    title: Some("piecepack-title"),
    make: |_, lang| Ok(piecepack(lang)),
};

/// Marking of a face, a coin or a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceMark {
    /// Value.
    pub value: String,
    /// Suit.
    pub suit: Option<Suit>,
}

/// Pieces to cut out.
#[derive(Clone, Debug, PartialEq)]
pub enum Pieces {
    /// Ten-sided dice: the faces around one pole in order, then those around the other.
    TenSided(Vec<[PieceMark; 10]>),
    /// Cubes with six faces each.
    Cubes(Vec<[PieceMark; 6]>),
    /// Coins with the value on one side and the suit on the other. A mark on both sides shows their
    /// direction.
    Coins(Vec<PieceMark>),
    /// Tiles with four quarters on one side, and value and suit on the other.
    Tiles(Vec<PieceMark>),
}

/// Meaning of each kind of line on a page of pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// Meaning of a solid line.
    pub cut: String,
    /// Meaning of a dashed line, if there is one.
    pub fold: Option<String>,
    /// Meaning of a dotted line, if there is one.
    pub quarter: Option<String>,
}

/// Page of pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Cutout {
    /// Instructions.
    pub how: String,
    /// Meaning of the lines.
    pub lines: Lines,
    /// The pieces.
    pub pieces: Pieces,
}

/// Values of a piecepack, from the null to the five.
const VALUES: [&str; 6] = ["N", "A", "2", "3", "4", "5"];

/// Faces of a ten-sided die. Opposite faces add up to eleven, and the sums around the two poles are
/// similar.
const TEN: [u8; 10] = [1, 9, 3, 7, 5, 4, 6, 10, 2, 8];

/// Makes a page of pieces. `texts` are the keys of its title, its note and its instructions.
fn page(lang: Lang, sheet: &str, texts: [&str; 3], pieces: Pieces) -> Page {
    let [title, note, how] = texts.map(|text| lang.text(text));
    let footer = lang.fill("footer", &[("sheet", sheet)]);
    let lines = Lines {
        cut: lang.text("cutout-cut"),
        fold: Some(lang.text("cutout-fold")),
        quarter: matches!(pieces, Pieces::Tiles(_)).then(|| lang.text("cutout-quarter")),
    };
    Page { title, note, footer, body: Body::Cutout(Cutout { how, lines, pieces }) }
}

/// Makes the page with two ten-sided dice. One has the letters of the columns, so that nobody
/// confuses them.
pub(crate) fn ten_sided(lang: Lang) -> Page {
    let letters = TEN.map(|value| char::from(b'A' + value - 1).to_string());
    let numbers = TEN.map(|value| value.to_string());
    let dice = [letters, numbers].map(|values| values.map(|value| PieceMark { value, suit: None }));
    let pieces = Pieces::TenSided(dice.into());
    page(lang, &lang.text("d10-title"), ["d10-title", "d10-note", "d10-how"], pieces)
}

/// Makes the pages with the tiles, coins and dice of a piecepack.
pub(crate) fn piecepack(lang: Lang) -> Vec<Page> {
    let suits = Suit::ALL
        .map(|suit| VALUES.map(|value| PieceMark { value: value.to_owned(), suit: Some(suit) }));
    let sheet = lang.text("piecepack-title");
    let tiles = ["piecepack-tiles-title", "piecepack-tiles-note", "piecepack-tiles-how"];
    let coins = ["piecepack-coins-title", "piecepack-coins-note", "piecepack-coins-how"];
    let dice = ["piecepack-dice-title", "piecepack-dice-note", "piecepack-dice-how"];
    vec![
        page(lang, &sheet, tiles, Pieces::Tiles(suits.concat())),
        page(lang, &sheet, coins, Pieces::Coins(suits.concat())),
        page(lang, &sheet, dice, Pieces::Cubes(suits.into())),
    ]
}

#[cfg(test)]
mod tests {
    use super::TEN;

    #[test]
    fn opposite_faces_of_a_ten_sided_die_add_up_to_eleven() {
        for face in 0..5 {
            assert_eq!(TEN[face] + TEN[5 + (face + 2) % 5], 11);
        }
        let mut all = TEN;
        all.sort_unstable();
        assert!(all.iter().copied().eq(1..=10));
    }
}
