//! Tests of the PDF file: well formed, reproducible, and with the right metadata.

use std::collections::HashSet;

use broadside_pdf::{Kind, Paper};

use crate::tools::{run, sheet, sheets};

#[test]
#[ignore = "needs qpdf"]
fn every_sheet_is_a_file_without_a_fault() {
    let mut kinds = HashSet::new();
    for name in sheets() {
        kinds.insert(name.split(' ').next().unwrap());
        let report = run(&sheet(name).pdf(), "qpdf", &["--check"], &[]);
        assert!(
            report.contains("No syntax or stream encoding errors") && report.contains("1.7"),
            "{name}: {report}"
        );
    }
    assert!(Kind::ALL.iter().all(|kind| kinds.contains(kind.name())), "a kind is not tested");
}

#[test]
fn the_same_sheet_is_the_same_bytes_and_another_is_not() {
    let mut seen = HashSet::new();
    for name in sheets() {
        let pdf = sheet(name).pdf();
        let again = std::thread::spawn(move || sheet(name).pdf()).join().unwrap();
        assert!(pdf == again, "{name}");
        assert!(seen.insert(pdf), "{name}");
    }
}

/// Returns the identifier in the trailer.
fn identifier(pdf: &[u8]) -> String {
    run(pdf, "qpdf", &["--show-object=trailer"], &[]).split("/ID").nth(1).unwrap().to_owned()
}

#[test]
#[ignore = "needs qpdf and poppler-utils"]
fn the_file_has_metadata() {
    let pdf = sheet("voices-pack battle=3 tactical=7 lang=it").pdf();
    let info = run(&pdf, "pdfinfo", &[], &[]);
    for (name, value) in [
        ("Title", "SALVO per 2 voci"),
        ("Producer", "Broadside"),
        ("Pages", "5"),
        ("Page size", "595.28 x 841.89 pts (A4)"),
        ("PDF version", "1.7"),
        ("Encrypted", "no"),
        ("JavaScript", "no"),
    ] {
        let line = info.lines().find(|line| line.starts_with(&format!("{name}:")));
        assert!(line.is_some_and(|line| line.contains(value)), "{name}: {value} in\n{info}");
    }
    assert!(!info.contains("Date:") && !info.contains("PDF/X"), "{info}");
    let catalog = run(&pdf, "qpdf", &["--json=2", "--json-key=qpdf"], &[]);
    for part in
        ["\"/Lang\": \"u:it\"", "\"/DisplayDocTitle\": true", "\"/PageMode\": \"/UseOutlines\""]
    {
        assert!(catalog.contains(part), "{part}");
    }
    for title in ["SALVO per 2 voci", "Mappa di battaglia", "Mappa tattica", "Chiave di pronuncia"]
    {
        assert!(catalog.contains(&format!("\"/Title\": \"u:{title}\"")), "{title} in the outline");
    }
    assert_ne!(identifier(&pdf), identifier(&sheet("pronunciation-key").pdf()));
}

#[test]
#[ignore = "needs poppler-utils"]
fn pages_have_the_size_of_the_paper_to_the_hundredth() {
    for (options, size) in [
        ("", "595.28 x 841.89"),
        ("paper=letter", "612 x 792"),
        ("paper=letter orientation=landscape", "792 x 612"),
        ("paper=a5", "419.53 x 595.28"),
        ("paper=a6", "297.64 x 419.53"),
        ("paper=legal", "612 x 1008"),
        ("paper=a3", "841.89 x 1190.55"),
        ("paper=100x200.5", "283.46 x 568.35"),
    ] {
        let info =
            run(&sheet(&format!("pronunciation-key {options}")).pdf(), "pdfinfo", &["-box"], &[]);
        assert!(info.contains(&format!("{size} pts")), "{options}: {info}");
    }
    assert_eq!(Paper::NAMED.len(), 6);
}

#[test]
#[ignore = "needs poppler-utils"]
fn fonts_are_embedded_and_can_be_read_back() {
    let fonts = run(&sheet("game-matrices").pdf(), "pdffonts", &[], &[]);
    let lines: Vec<_> = fonts.lines().skip(2).collect();
    assert_eq!(lines.len(), 2, "{fonts}");
    for line in lines {
        let columns: Vec<_> = line.split_whitespace().rev().take(5).collect();
        // object, generation, has Unicode, is subset, is embedded
        assert_eq!((columns[2], columns[4]), ("yes", "yes"), "{line}");
    }
}

#[test]
fn ten_pages_are_small() {
    let pdf = sheet("game-matrices").pdf();
    assert!(pdf.len() < 75_000, "{} bytes", pdf.len());
}
