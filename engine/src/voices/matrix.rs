//! Game-matrices: grids of phones in which every row and every column holds the same phones equally often (V18).

use std::borrow::Cow;
use std::sync::LazyLock;

use super::PHONETICS;
use super::recipe::{BadRecipe, Recipe};
use crate::grid::{Cell, shorten};

/// Where a matrix comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// One of the ten of the score, 1 to 10.
    Numbered(u8),
    /// Made by a recipe.
    Made(Recipe),
}

impl Origin {
    /// What a matrix of this origin is called: its number, or its recipe.
    pub fn name(&self) -> String {
        match self {
            Self::Numbered(number) => number.to_string(),
            Self::Made(recipe) => recipe.to_string(),
        }
    }
}

/// Why there is no such matrix. Says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMatrix {
    /// A number that none has.
    #[error(
        "there is no matrix `{0}`: use a number from 1 to 10, or a recipe as in v1:10:j3,i2,u3,p2:herring"
    )]
    Number(String),
    /// A recipe that is none.
    #[error(transparent)]
    Recipe(#[from] BadRecipe),
}

/// A game-matrix.
///
/// ```
/// use broadside_engine::voices::matrix::Matrix;
/// let one = Matrix::numbered(1).unwrap();
/// assert_eq!(one.phone("A1".parse().unwrap()), Some("j"));
/// assert_eq!(one.sound_word(), Some("pewpewew"));
/// assert!(Matrix::numbered(11).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    origin: Origin,
    sound_word: Option<String>,
    size: u8,
    phones: Vec<(String, u8)>,
    /// For each cell, row by row, the place of its phone in `phones`.
    cells: Vec<u8>,
}

static NUMBERED: LazyLock<Vec<Matrix>> =
    LazyLock::new(|| PHONETICS.matrices.iter().map(Matrix::read).collect());

impl Matrix {
    /// How many matrices the score has.
    pub const NUMBERS: u8 = 10;

    /// One of the ten matrices of the score, 1 to 10.
    pub fn numbered(number: u8) -> Option<&'static Self> {
        NUMBERED.iter().find(|matrix| matrix.origin == Origin::Numbered(number))
    }

    /// One of the ten by its number, or a made one by its recipe.
    ///
    /// # Errors
    /// If it is neither.
    ///
    /// ```
    /// use broadside_engine::voices::matrix::Matrix;
    /// assert_eq!(Matrix::named("3").unwrap().size(), 10);
    /// assert_eq!(Matrix::named("v1:6:t3,d3:a").unwrap().name(), "v1:6:t3,d3:a");
    /// assert!(Matrix::named("11").unwrap_err().to_string().contains("from 1 to 10"));
    /// ```
    pub fn named(name: &str) -> Result<Cow<'static, Self>, NoMatrix> {
        if name.contains(':') {
            return Ok(Cow::Owned(Self::made(&name.parse()?)));
        }
        // A number has one spelling.
        let number = name.parse::<u8>().ok().filter(|number| number.to_string() == name);
        number.and_then(Self::numbered).map(Cow::Borrowed).ok_or_else(|| NoMatrix::Number(shorten(name)))
    }

    /// The matrix that a recipe makes: the same for ever.
    pub fn made(recipe: &Recipe) -> Self {
        let size = usize::from(recipe.size());
        let of_symbol: Vec<u8> = (0_u8..)
            .zip(recipe.phones())
            .flat_map(|(place, (_, count))| std::iter::repeat_n(place, usize::from(*count)))
            .collect();
        let square = recipe.latin_square();
        debug_assert_eq!(of_symbol.len(), size);
        Self {
            origin: Origin::Made(recipe.clone()),
            sound_word: None,
            size: recipe.size(),
            phones: recipe.phones().to_vec(),
            cells: square.into_iter().map(|symbol| of_symbol[usize::from(symbol)]).collect(),
        }
    }

    /// The matrix of an origin; `None` for a number that none has.
    pub fn of(origin: &Origin) -> Option<Self> {
        match origin {
            Origin::Numbered(number) => Self::numbered(*number).cloned(),
            Origin::Made(recipe) => Some(Self::made(recipe)),
        }
    }

    fn read(numbered: &super::Numbered) -> Self {
        let rows: Vec<Vec<&str>> = numbered.rows.iter().map(|row| row.split(' ').collect()).collect();
        let mut phones: Vec<(String, u8)> = Vec::new();
        for phone in &rows[0] {
            match phones.iter_mut().find(|(known, _)| known == phone) {
                Some((_, count)) => *count += 1,
                None => phones.push(((*phone).to_owned(), 1)),
            }
        }
        let place =
            |phone: &&str| phones.iter().position(|(known, _)| known == phone).unwrap_or_default() as u8;
        let cells = rows.iter().flatten().map(place).collect();
        Self {
            origin: Origin::Numbered(numbered.number),
            sound_word: numbered.sound_word.clone(),
            size: rows.len() as u8,
            phones,
            cells,
        }
    }

    /// Where it comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// What it is called: its number, or its recipe.
    pub fn name(&self) -> String {
        self.origin.name()
    }

    /// The word that the score gives for its sound, where it gives one.
    pub fn sound_word(&self) -> Option<&str> {
        self.sound_word.as_deref()
    }

    /// How many rows it has, and columns.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Its phones, and how often each stands in every row and in every column.
    pub fn phones(&self) -> &[(String, u8)] {
        &self.phones
    }

    /// The phone in a cell; `None` off the matrix.
    pub fn phone(&self, cell: Cell) -> Option<&str> {
        (cell.column() < self.size && cell.row() < self.size).then(|| self.at(cell.column(), cell.row()))
    }

    fn at(&self, column: u8, row: u8) -> &str {
        let place = self.cells[usize::from(row) * usize::from(self.size) + usize::from(column)];
        &self.phones[usize::from(place)].0
    }

    /// The phones of a row counted from 0, from the left.
    pub fn row(&self, row: u8) -> impl DoubleEndedIterator<Item = &str> {
        (0..self.size).map(move |column| self.at(column, row))
    }

    /// The phones of a column counted from 0, from the top.
    pub fn column(&self, column: u8) -> impl DoubleEndedIterator<Item = &str> {
        (0..self.size).map(move |row| self.at(column, row))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The law of V18: every row and every column holds the same phones equally often.
    pub(in crate::voices) fn obeys_the_law(matrix: &Matrix) {
        let mut law: Vec<&str> = matrix
            .phones()
            .iter()
            .flat_map(|(phone, count)| std::iter::repeat_n(phone.as_str(), usize::from(*count)))
            .collect();
        law.sort_unstable();
        for n in 0..matrix.size() {
            let lines: [Vec<&str>; 2] = [matrix.row(n).collect(), matrix.column(n).collect()];
            for mut line in lines {
                line.sort_unstable();
                assert_eq!(line, law, "line {n} of matrix {}", matrix.name());
            }
        }
    }

    #[test]
    fn v18_the_ten_matrices_obey_the_law() {
        for number in 1..=Matrix::NUMBERS {
            let matrix = Matrix::numbered(number).unwrap();
            assert_eq!(matrix.size(), 10);
            obeys_the_law(matrix);
        }
        assert!(Matrix::numbered(0).is_none() && Matrix::numbered(11).is_none());
    }

    #[test]
    fn v18_matrix_1_and_the_two_cells_that_the_law_decided() {
        let counts: Vec<_> = Matrix::numbered(1).unwrap().phones().to_vec();
        let expected =
            [("j", 3), ("i", 2), ("u", 3), ("p", 2)].map(|(phone, count)| (phone.to_owned(), count));
        assert_eq!(counts, expected);
        let cell = |number, cell: &str| Matrix::numbered(number).unwrap().phone(cell.parse().unwrap());
        assert_eq!(cell(2, "F1"), Some("ʃ"));
        assert_eq!(cell(10, "I8"), Some("ɛ"));
        assert_eq!(cell(1, "K1"), None);
    }
}
