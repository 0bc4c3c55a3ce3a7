//! Dice and pieces to cut out, for those who have none.

use broadside_engine::solo::Suit;

use super::{Body, Page};
use crate::lang::Lang;

/// What stands on a face, a coin or a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Its value; empty for the null.
    pub value: String,
    /// Whose it is.
    pub suit: Option<Suit>,
}

/// What is cut out.
#[derive(Clone, Debug, PartialEq)]
pub enum Pieces {
    /// Ten-sided dice: the faces about one pole in turn, then those about the other.
    TenSided(Vec<[Mark; 10]>),
    /// Cubes: six faces.
    Cubes(Vec<[Mark; 6]>),
    /// Coins: the value on one side, the suit on the other.
    Coins(Vec<Mark>),
    /// Tiles with four quarters.
    Tiles(Vec<Mark>),
}

/// A page of pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Cutout {
    /// What to do with it.
    pub how: String,
    /// What is on it.
    pub pieces: Pieces,
}

/// The values of a piecepack, from the null to the five.
const VALUES: [&str; 6] = ["", "A", "2", "3", "4", "5"];

/// The faces of a ten-sided die: opposite ones add up to eleven, and each pole has about as much as the other.
const TEN: [u8; 10] = [1, 9, 3, 7, 5, 4, 6, 10, 2, 8];

/// A page of pieces; `texts` are its title, its note and what to do with it.
fn page(lang: Lang, sheet: &str, texts: [&str; 3], pieces: Pieces) -> Page {
    let [title, note, how] = texts.map(|text| lang.text(text));
    let footer = lang.fill("footer", &[("sheet", sheet)]);
    Page { title, note, footer, body: Body::Cutout(Cutout { how, pieces }) }
}

/// Two ten-sided dice.
pub(crate) fn ten_sided(lang: Lang) -> Page {
    let die = TEN.map(|value| Mark { value: value.to_string(), suit: None });
    let pieces = Pieces::TenSided(vec![die.clone(), die]);
    page(lang, &lang.text("d10-title"), ["d10-title", "d10-note", "d10-how"], pieces)
}

/// The tiles, coins and dice of a piecepack.
pub(crate) fn piecepack(lang: Lang) -> Vec<Page> {
    let mark = |suit, value: &str| Mark { value: value.to_owned(), suit: Some(suit) };
    let all = || Suit::ALL.into_iter().flat_map(|suit| VALUES.map(|value| mark(suit, value))).collect();
    let dice = Suit::ALL.map(|suit| VALUES.map(|value| mark(suit, value)));
    let sheet = lang.text("piecepack-title");
    let part = |texts, pieces| page(lang, &sheet, texts, pieces);
    vec![
        part(["piecepack-tiles-title", "piecepack-tiles-note", "piecepack-tiles-how"], Pieces::Tiles(all())),
        part(["piecepack-coins-title", "piecepack-coins-note", "piecepack-coins-how"], Pieces::Coins(all())),
        part(
            ["piecepack-dice-title", "piecepack-dice-note", "piecepack-dice-how"],
            Pieces::Cubes(dice.into()),
        ),
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
