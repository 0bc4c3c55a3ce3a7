//! Generated matrices (V20). A recipe consists of phones, their numbers of occurrences in a line,
//! and a seed. The same recipe always produces the same matrix.
//!
//! `docs/matrices.md` specifies the algorithm for other languages. It does not depend on the
//! generator of any library.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::key;
use crate::grid::shorten;

/// Recipe of a matrix. It is written as in `v1:10:j3,i2,u3,p2:herring`: the version, the size, the
/// phones with their numbers of occurrences in every line, and the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    phones: Vec<(String, u8)>,
    seed: String,
}

/// Reason for rejecting a recipe. Its text says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecipe {
    /// The size is out of range.
    #[error("a matrix has 6 to 26 rows, not {0}")]
    Size(u64),
    /// The recipe has too few phones, or too many.
    #[error("a matrix has 2 to 10 phones, not {0}")]
    PhoneCount(usize),
    /// The pronunciation key does not have this phone.
    #[error("`{phone}` is not a phone of the pronunciation key: use one of {all}", all = all_phones())]
    UnknownPhone {
        /// Index of the phone, from 0.
        at: usize,
        /// Phone in question.
        phone: String,
    },
    /// The phone occurs twice.
    #[error("`{phone}` is named twice: name each phone once, with how often it stands in a line")]
    Twice {
        /// Index of the phone, from 0.
        at: usize,
        /// Phone in question.
        phone: String,
    },
    /// The phone has the count 0.
    #[error("`{phone}` stands in no line: leave it out, or let it stand there once or more")]
    Nowhere {
        /// Index of the phone, from 0.
        at: usize,
        /// Phone in question.
        phone: String,
    },
    /// The counts do not add up to the size.
    #[error("the counts add up to {sum}: in a matrix of {size} rows they must add up to {size}")]
    Sum {
        /// Sum of the counts.
        sum: u64,
        /// Size of the matrix, which the sum must equal.
        size: u64,
    },
    /// The seed has the wrong form.
    #[error("a seed has 1 to 40 letters, digits and hyphens: A–Z, a–z, 0–9 and -")]
    Seed,
    /// The text is not a recipe.
    #[error("`{0}` is not a recipe: write one as in v1:10:j3,i2,u3,p2:herring")]
    Form(String),
}

fn all_phones() -> String {
    key::keys().iter().map(|key| key.phone.as_str()).collect::<Vec<_>>().join(" ")
}

impl Recipe {
    /// Creates a recipe from a size, phones in order with their numbers of occurrences in every row
    /// and column, and a seed.
    ///
    /// # Errors
    /// Returns an error if a part of the recipe is not allowed.
    ///
    /// ```
    /// use broadside_engine::voices::{matrix::Matrix, recipe::Recipe};
    /// let recipe = Recipe::new(10, &[("j", 3), ("i", 2), ("u", 3), ("p", 2)], "herring")?;
    /// assert_eq!(recipe.to_string(), "v1:10:j3,i2,u3,p2:herring");
    /// assert_eq!(recipe.to_string().parse(), Ok(recipe.clone()));
    /// assert_eq!(Matrix::made(&recipe).row(0).count(), 10);
    /// # Ok::<(), broadside_engine::voices::recipe::BadRecipe>(())
    /// ```
    pub fn new(size: u64, phones: &[(&str, u64)], seed: &str) -> Result<Self, BadRecipe> {
        if !(6..=26).contains(&size) {
            return Err(BadRecipe::Size(size));
        }
        if !(2..=10).contains(&phones.len()) {
            return Err(BadRecipe::PhoneCount(phones.len()));
        }
        let mut known: Vec<(String, u8)> = Vec::new();
        for (at, &(text, count)) in phones.iter().enumerate() {
            let phone = key::phone(text)
                .ok_or_else(|| BadRecipe::UnknownPhone { at, phone: shorten(text) })?;
            if known.iter().any(|(other, _)| other == phone) {
                return Err(BadRecipe::Twice { at, phone: phone.to_owned() });
            }
            if count == 0 {
                return Err(BadRecipe::Nowhere { at, phone: phone.to_owned() });
            }
            // Clamping is safe: a count above any size makes the sum wrong anyway.
            known.push((phone.to_owned(), count.min(u64::from(u8::MAX)) as u8));
        }
        let sum = phones.iter().fold(0_u64, |sum, (_, count)| sum.saturating_add(*count));
        if sum != size {
            return Err(BadRecipe::Sum { sum, size });
        }
        let plain = seed.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !plain || !(1..=40).contains(&seed.len()) {
            return Err(BadRecipe::Seed);
        }
        Ok(Self { phones: known, seed: seed.to_owned() })
    }

    /// Returns the number of rows of the matrix, which is also the number of columns.
    pub fn size(&self) -> u8 {
        self.phones.iter().map(|(_, count)| count).sum()
    }

    /// Returns the phones in order, each with its number of occurrences in every line.
    pub fn phones(&self) -> &[(String, u8)] {
        &self.phones
    }

    /// Returns the seed.
    pub fn seed(&self) -> &str {
        &self.seed
    }

    /// Reads a text like `v1:6:t3,d3:a`; `None` if it does not have this form.
    fn read(text: &str) -> Option<Result<Self, BadRecipe>> {
        let parts: Vec<&str> = text.split(':').collect();
        let ["v1", size, phones, seed] = parts[..] else { return None };
        let mut counted = Vec::new();
        for part in phones.split(',') {
            let (phone, count) = part.split_at(part.find(|c: char| c.is_ascii_digit())?);
            counted.push((phone, read_number(count)?));
        }
        Some(Self::new(read_number(size)?, &counted, seed))
    }

    /// Computes a random Latin square of symbols from 0, row by row. It uses the walk of Jacobson
    /// and Matthews, starting from the cyclic square. The walk takes as many steps as the cube of
    /// the size, and then continues to the next proper square.
    pub(super) fn latin_square(&self) -> Vec<u8> {
        let size = self.size();
        let mut bytes = Bytes { recipe: self.to_string(), block: 0, taken: 32, bytes: [0; 32] };
        let mut cube = Cube::cyclic(size);
        for _ in 0..u32::from(size).pow(3) {
            cube.step(&mut bytes);
        }
        while cube.improper.is_some() {
            cube.step(&mut bytes);
        }
        cube.symbols()
    }
}

fn read_number(digits: &str) -> Option<u64> {
    // A leading zero would give one recipe two names.
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain && (digits == "0" || !digits.starts_with('0')) { digits.parse().ok() } else { None }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v1:{}:", self.size())?;
        for (n, (phone, count)) in self.phones.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            write!(f, "{comma}{phone}{count}")?;
        }
        write!(f, ":{}", self.seed)
    }
}

impl FromStr for Recipe {
    type Err = BadRecipe;

    fn from_str(text: &str) -> Result<Self, BadRecipe> {
        Self::read(text).unwrap_or_else(|| Err(BadRecipe::Form(shorten(text))))
    }
}

/// Random bytes of a recipe. Each block is the SHA-256 of `broadside/v1/matrix`, the recipe and the
/// number of the block, separated by line feeds.
struct Bytes {
    recipe: String,
    block: u32,
    taken: usize,
    bytes: [u8; 32],
}

impl Bytes {
    fn next(&mut self) -> u8 {
        if self.taken == 32 {
            let text = format!("broadside/v1/matrix\n{}\n{}", self.recipe, self.block);
            self.bytes = Sha256::digest(text).into();
            self.block += 1;
            self.taken = 0;
        }
        self.taken += 1;
        self.bytes[self.taken - 1]
    }

    /// Returns a number below a bound of at most 256. It takes the first byte below the greatest
    /// multiple of the bound, modulo the bound.
    fn below(&mut self, bound: u8) -> u8 {
        let limit = 256 - 256 % u16::from(bound);
        loop {
            let byte = self.next();
            if u16::from(byte) < limit {
                return byte % bound;
            }
        }
    }
}

/// Latin square as a cube of row, column and symbol, in which every line of each direction adds up
/// to one. Between proper squares the walk passes through improper ones, in which one entry is −1.
struct Cube {
    size: u8,
    /// Symbols whose entry is 1, as one bit each, for each row and column. The next two fields hold
    /// the same for the other directions.
    symbols: [[u32; 26]; 26],
    columns: [[u32; 26]; 26],
    rows: [[u32; 26]; 26],
    improper: Option<(u8, u8, u8)>,
}

impl Cube {
    fn cyclic(size: u8) -> Self {
        let empty = [[0; 26]; 26];
        let mut cube = Self { size, symbols: empty, columns: empty, rows: empty, improper: None };
        for row in 0..size {
            for column in 0..size {
                cube.add(row, column, (row + column) % size);
            }
        }
        cube
    }

    /// Adds one to an entry: 0 becomes 1, and −1 becomes 0.
    fn add(&mut self, row: u8, column: u8, symbol: u8) {
        if self.improper == Some((row, column, symbol)) {
            self.improper = None;
            return;
        }
        let r = usize::from(row);
        let c = usize::from(column);
        let s = usize::from(symbol);
        self.symbols[r][c] |= 1 << symbol;
        self.columns[r][s] |= 1 << column;
        self.rows[c][s] |= 1 << row;
    }

    /// Subtracts one from an entry: 1 becomes 0, and 0 becomes −1.
    fn take(&mut self, row: u8, column: u8, symbol: u8) {
        let r = usize::from(row);
        let c = usize::from(column);
        let s = usize::from(symbol);
        if self.symbols[r][c] & (1 << symbol) == 0 {
            self.improper = Some((row, column, symbol));
            return;
        }
        self.symbols[r][c] &= !(1 << symbol);
        self.columns[r][s] &= !(1 << column);
        self.rows[c][s] &= !(1 << row);
    }

    fn step(&mut self, bytes: &mut Bytes) {
        let (row, column, symbol) = match self.improper {
            Some(entry) => entry,
            None => {
                let row = bytes.below(self.size);
                let column = bytes.below(self.size);
                let current = only(self.symbols[usize::from(row)][usize::from(column)]);
                let other = bytes.below(self.size - 1);
                (row, column, if other < current { other } else { other + 1 })
            }
        };
        let r = usize::from(row);
        let c = usize::from(column);
        let s = usize::from(symbol);
        let symbol_there = one_of(self.symbols[r][c], bytes);
        let column_there = one_of(self.columns[r][s], bytes);
        let row_there = one_of(self.rows[c][s], bytes);
        self.add(row, column, symbol);
        self.take(row, column, symbol_there);
        self.take(row, column_there, symbol);
        self.take(row_there, column, symbol);
        self.add(row, column_there, symbol_there);
        self.add(row_there, column, symbol_there);
        self.add(row_there, column_there, symbol);
        self.take(row_there, column_there, symbol_there);
    }

    fn symbols(&self) -> Vec<u8> {
        let size = usize::from(self.size);
        self.symbols[..size]
            .iter()
            .flat_map(|row| row[..size].iter().map(|&bits| only(bits)))
            .collect()
    }
}

/// Returns the position of the only bit that is set.
fn only(bits: u32) -> u8 {
    bits.trailing_zeros() as u8
}

/// Returns the position of the bit that is set. If two bits are set, draws one of them: the lower
/// for 0, the higher for 1.
fn one_of(bits: u32, bytes: &mut Bytes) -> u8 {
    let rest = bits & (bits - 1);
    if rest == 0 || bytes.below(2) == 0 { only(bits) } else { only(rest) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::voices::matrix::Matrix;
    use crate::voices::matrix::tests::obeys_the_law;

    fn recipe(text: &str) -> Recipe {
        text.parse().unwrap()
    }

    #[test]
    fn v20_made_matrices_obey_the_law_at_every_size() {
        for size in 6..=26_u64 {
            for seed in 0..4 {
                let phones = [("p", 1), ("aʊ", 2), ("ʃ", size - 3)];
                let recipe = Recipe::new(size, &phones, &format!("seed-{seed}")).unwrap();
                let matrix = Matrix::made(&recipe);
                obeys_the_law(&matrix);
                assert_eq!(matrix, Matrix::made(&recipe));
            }
        }
    }

    /// Test vectors of `docs/matrices.md`. They must never change.
    #[test]
    fn v20_published_vectors() {
        let documented = include_str!("../../../docs/matrices.md");
        for name in ["v1:10:j3,i2,u3,p2:herring", "v1:6:t3,ʃ2,aʊ1:A-1"] {
            let matrix = Matrix::made(&recipe(name));
            let rows: Vec<_> = (0..matrix.size())
                .map(|row| matrix.row(row).collect::<Vec<_>>().join(" "))
                .collect();
            let text = format!("{name}\n\n{}\n", rows.join("\n"));
            assert!(documented.contains(&text), "docs/matrices.md lacks:\n{text}");
        }
    }

    /// For size 6 with two phones, three of each, each cell has either phone with about the same
    /// frequency.
    #[test]
    fn v20_no_cell_favours_a_phone() {
        let mut first = [0_u32; 36];
        let mut different = HashSet::new();
        for seed in 0..2000 {
            let matrix = Matrix::made(&recipe(&format!("v1:6:t3,d3:{seed}")));
            let cells: Vec<bool> = (0..6)
                .flat_map(|row| matrix.row(row).map(|phone| phone == "t").collect::<Vec<_>>())
                .collect();
            for (count, t) in first.iter_mut().zip(&cells) {
                *count += u32::from(*t);
            }
            different.insert(cells);
        }
        // A fair coin tossed 2,000 times deviates by more than 150 from 1,000 about once in 50
        // billion trials.
        assert!(first.iter().all(|count| count.abs_diff(1000) < 150), "{first:?}");
        assert!(different.len() > 1900, "{}", different.len());
    }

    #[test]
    fn v20_an_invalid_recipe_is_refused_with_the_valid_form() {
        let refused = |text: &str| text.parse::<Recipe>().unwrap_err().to_string();
        for (text, says) in [
            ("", "v1:10:"),
            ("v2:10:j3,i2,u3,p2:a", "v1:10:"),
            ("v1:5:j3,i2:a", "6 to 26"),
            ("v1:27:j25,i2:a", "6 to 26"),
            ("v1:6:j6:a", "2 to 10 phones"),
            ("v1:6:x3,i3:a", "use one of t d m"),
            ("v1:6:j3,j3:a", "named twice"),
            ("v1:6:j6,i0:a", "stands in no line"),
            ("v1:6:j3,i4:a", "add up to 7"),
            ("v1:6:j3,i3:", "1 to 40"),
            ("v1:6:j3,i3:blue herring", "1 to 40"),
            ("v1:06:j3,i3:a", "not a recipe"),
            ("v1:6:j3,i999999999999999999999:a", "not a recipe"),
        ] {
            assert!(refused(text).contains(says), "{text}: {}", refused(text));
        }
        assert!(refused(&"x".repeat(100_000)).len() < 300);
    }
}
