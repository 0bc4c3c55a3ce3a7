//! Tests of the text extracted from a file.

use broadside_engine::voices::key;
use broadside_engine::voices::matrix::Matrix;
use broadside_pdf::Lang;

use crate::tools::{pages, sheet};

/// Returns the rows of a grid on a page, without the row numbers on both sides.
fn rows(page: &str, size: u8) -> Vec<Vec<String>> {
    let begin = |line: &&str| line.starts_with("A B C D E F");
    let mut lines = page.lines().skip_while(|line| !begin(line)).skip(1);
    let row = |n: u8| {
        let line = lines.next().unwrap_or_else(|| panic!("row {n} is missing:\n{page}"));
        let words: Vec<&str> = line.split(' ').collect();
        let number = n.to_string();
        let [first, phones @ .., last] = &words[..] else { panic!("row {n}: {line}") };
        assert_eq!((*first, *last), (number.as_str(), number.as_str()), "{line}");
        phones.iter().map(|phone| (*phone).to_owned()).collect()
    };
    let rows = (1..=size).map(row).collect();
    assert!(lines.next().is_some_and(|line| begin(&line)), "the letters below the grid:\n{page}");
    rows
}

fn expected(matrix: &Matrix) -> Vec<Vec<String>> {
    (0..matrix.size()).map(|row| matrix.row(row).map(str::to_owned).collect()).collect()
}

#[test]
#[ignore = "needs poppler-utils"]
fn all_thousand_cells_of_the_ten_matrices_come_back() {
    for lang in Lang::ALL.map(Lang::code) {
        let pages = pages(&sheet(&format!("game-matrices lang={lang}")).pdf());
        assert_eq!(pages.len(), 10);
        for (number, page) in (1..).zip(&pages) {
            let matrix = Matrix::numbered(number).unwrap();
            assert_eq!(rows(page, 10), expected(matrix), "matrix {number}");
            if let Some(word) = matrix.sound_word() {
                assert!(page.contains(word), "{word}");
            }
        }
    }
}

#[test]
#[ignore = "needs poppler-utils"]
fn a_generated_matrix_is_printed_with_its_recipe() {
    let recipe = "v1:26:t3,ʃ12,aʊ10,θ1:A-1";
    let pages = pages(&sheet(&format!("game-matrix matrix={recipe}")).pdf());
    assert_eq!(rows(&pages[0], 26), expected(&Matrix::made(&recipe.parse().unwrap())));
    assert!(pages[0].contains(recipe), "{}", pages[0]);
}

#[test]
#[ignore = "needs poppler-utils"]
fn the_pack_holds_the_two_maps_and_the_key() {
    let pages = pages(&sheet("voices-pack battle=3 tactical=7").pdf());
    assert_eq!(pages.len(), 5);
    assert!(pages[0].contains("roll one die"), "{}", pages[0]);
    assert_eq!(rows(&pages[1], 10), expected(Matrix::numbered(3).unwrap()));
    assert_eq!(rows(&pages[2], 10), expected(Matrix::numbered(7).unwrap()));
    for (page, title) in pages[1..3].iter().zip(["Battle map", "Tactical map"]) {
        for part in [title, "Carrier", "Battleship", "Destroyer", "Patrol", "Submarine"] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }
    the_key(&pages[3]);
}

#[test]
#[ignore = "needs poppler-utils"]
fn the_key_comes_back() {
    the_key(&pages(&sheet("pronunciation-key lang=it paper=a5").pdf())[0]);
}

fn the_key(page: &str) {
    for key in key::keys() {
        let line = format!("{} {}", key.phone, key.plain());
        assert!(page.lines().any(|found| found == line), "`{line}` in\n{page}");
    }
}

#[test]
fn the_letters_that_sound_a_phone_are_bold() {
    use broadside_pdf::font::Face;
    let document = sheet("pronunciation-key");
    let runs: Vec<_> = document.frames()[0].runs().collect();
    let parts: Vec<_> = key::keys().iter().flat_map(|key| &key.word).collect();
    let mut at = 0;
    for part in parts {
        let face = if part.sounds { Face::Bold } else { Face::Regular };
        let index = runs[at..].iter().position(|run| run.text == part.text && run.face == face);
        at += index.unwrap_or_else(|| panic!("{} is missing", part.text)) + 1;
    }
}
