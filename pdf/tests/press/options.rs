//! Tests of invalid options: rejected at once, with the name of the option and what would be valid.

use broadside_pdf::Kind;

use crate::tools::{ask, request, sheet};

#[test]
fn an_error_names_the_option_and_its_valid_values() {
    let long = format!("game-matrix matrix={}", "9".repeat(100_000));
    for (sheet, field, says) in [
        ("poster", "kind", "voices-pack"),
        ("Maps", "kind", "maps"),
        ("game-matrix", "matrix", "1 to 10"),
        ("game-matrix matrix=0", "matrix", "from 1 to 10"),
        ("game-matrix matrix=11", "matrix", "no matrix `11`"),
        ("game-matrix matrix=03", "matrix", "from 1 to 10"),
        ("game-matrix matrix=+3", "matrix", "from 1 to 10"),
        (&long, "matrix", "from 1 to 10"),
        ("game-matrix matrix=v1:10:j3,i2,u3,q2:herring", "matrix", "`q` is not a phone"),
        ("game-matrix matrix=v1:10:j3,i2,u3,p3:herring", "matrix", "add up to 11"),
        ("game-matrix matrix=v1:99:j99:herring", "matrix", "6 to 26"),
        (
            "game-matrix matrix=v1:1000000000:j500000000,i500000000:h",
            "matrix",
            "6 to 26 rows, not 1000000000",
        ),
        ("game-matrix matrix=v1:10:j4294967295,i2:h", "matrix", "add up to 4294967297"),
        ("game-matrix matrix=NaN", "matrix", "from 1 to 10"),
        ("voices-pack battle=3", "tactical", "needs `tactical`"),
        ("maps battle=v1:6:t3,ʃ2,aʊ1:A-1", "battle", "10 rows"),
        ("maps matrix=3", "matrix", "it takes battle, tactical, fleet, seats, paper"),
        ("pronunciation-key battle=3", "battle", "it takes paper"),
        ("classic fleet=armada", "fleet", "two_destroyers"),
        ("advanced map=herring", "map", "v1:16x16:herring"),
        ("advanced map=9x9", "map", "10 to 26 columns"),
        ("advanced map=v1:16x16:blue_herring", "map", "1 to 40 letters"),
        ("advanced map=v2:16x16:a", "map", "16x16 for open water"),
        ("advanced map=26x26 paper=a5", "paper", "a4 portrait is large enough"),
        ("advanced mode=single", "mode", "it takes map, fleet, points, resupply"),
        ("advanced points=5", "points", "10 to 200 points"),
        ("advanced map=[\"~\"]", "map", "10 to 26"),
        (
            "classic fleet=custom ships=[{\"class\":\"x\",\"length\":40,\"shots\":1}]",
            "ships",
            "length",
        ),
        ("classic grid={\"columns\":12,\"rows\":12}", "grid", "`custom`"),
        ("maps seats=9", "seats", "2 to 8"),
        ("maps fleet={\"galleon\":2}", "fleet", "galleon"),
        ("maps fleet={\"carrier\":9}", "fleet", "0 to 4"),
        ("solo order=suns,moons", "order", "add crowns, arms"),
        ("solo wumpuses=perhaps", "wumpuses", "true or false"),
        ("satellite rows=7", "rows", "8 to 16"),
        ("satellite columns=many", "columns", "number"),
        ("maps lang=tlh", "lang", "en, it"),
        ("maps paper=napkin", "paper", "a6, a5, letter, a4, legal, a3"),
        ("maps paper=9999x9999", "paper", "50 to 2000"),
        ("maps paper=1000000000x1000000000", "paper", "50 to 2000"),
        ("maps paper=NaNx1e308", "paper", "50 to 2000"),
        ("maps paper=60x60", "paper", "a5 portrait is large enough"),
        ("battle-map paper=60x2000", "paper", "large enough"),
        ("voices-pack paper=50x50 battle=1 tactical=1", "paper", "large enough"),
        ("game-matrix matrix=v1:26:j13,i13:a paper=a5", "paper", "a4 portrait is large enough"),
        ("maps orientation=upside-down", "orientation", "portrait or landscape"),
        ("maps margin=wide", "margin", "millimetres"),
        ("maps margin=-1", "margin", "at most a quarter"),
        ("maps margin=NaN", "margin", "at most a quarter"),
        ("maps margin=1e308", "margin", "at most a quarter"),
        ("maps margin=1000000000", "margin", "at most a quarter"),
        ("maps margin=53", "margin", "52.5 mm"),
        ("maps paper=a5 margin=37.01", "margin", "37 mm"),
    ] {
        let error = ask(sheet).map(|_| ()).expect_err(&sheet[..sheet.len().min(80)]);
        assert_eq!(error.field(), field, "{error}");
        assert!(error.to_string().contains(says), "{error}");
        assert!(error.to_string().len() < 400, "{error}");
    }
}

#[test]
fn the_largest_paper_is_still_a_sheet() {
    let document = sheet("voices-pack battle=3 tactical=7 paper=2000x2000 margin=0");
    assert!(document.pdf().len() < 100_000);
}

#[test]
fn defaults_written_out_change_nothing() {
    let plain = sheet("maps").pdf();
    assert!(plain == sheet("maps paper=a4 orientation=portrait margin=12 lang=en").pdf());
    assert!(plain == sheet("maps paper=297x210 margin=12.00").pdf());
    assert!(
        sheet("advanced").pdf()
            == sheet("advanced map=v1:16x16:broadside points=60 resupply=0").pdf()
    );
    assert!(sheet("classic").pdf() == sheet("classic mode=salvo fleet=standard").pdf());
    assert!(
        sheet("solo").pdf()
            == sheet("solo order=suns,moons,crowns,arms lends=arms wumpuses=false").pdf()
    );
    assert!(sheet("satellite").pdf() == sheet("satellite rows=13 columns=9").pdf());
    assert!(plain == sheet("maps seats=2 fleet={\"carrier\":1,\"submarine\":1}").pdf());
}

#[test]
fn every_kind_lists_its_options() {
    for kind in Kind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert!(!kind.summary().is_empty());
        let needed: Vec<_> = kind.needs().iter().map(|field| format!("{field}=3")).collect();
        assert!(request(&needed.join(" ")).document(kind).is_ok(), "{kind}");
        assert!(kind.needs().iter().all(|field| kind.options().contains(field)), "{kind}");
    }
}

#[test]
fn packs_of_a_class_are_numbered_and_differ() {
    let set = sheet("class-set packs=12 seed=school");
    let pack = sheet("voices-pack battle=1 tactical=2");
    // The packs of a class have their dice once, on the last page.
    let pages = pack.page_count() - 1;
    assert_eq!(set.page_count(), 12 * pages + 1);
    let footers: Vec<String> = set
        .frames()
        .iter()
        .map(|frame| {
            let texts: Vec<&str> = frame.runs().map(|run| run.text.as_str()).collect();
            texts.join(" ")
        })
        .collect();
    let recipes: std::collections::BTreeSet<&str> = footers
        .iter()
        .flat_map(|text| text.split(' ').filter(|word| word.starts_with("v1:10:")))
        .collect();
    assert_eq!(recipes.len(), 24, "{recipes:?}");
    for (n, text) in footers.iter().take(12 * pages).enumerate() {
        let number = n / pages + 1;
        assert!(text.contains(&format!("pack {number} of 12")), "{text}");
    }
    for (wrong, field) in [
        ("class-set", "packs"),
        ("class-set packs=0", "packs"),
        ("class-set packs=401", "packs"),
        ("class-set packs=2 seed=no_underscore", "seed"),
        ("class-set packs=2 seed=0123456789012345678901234567890", "seed"),
    ] {
        assert_eq!(ask(wrong).unwrap_err().field(), field, "{wrong}");
    }
}
