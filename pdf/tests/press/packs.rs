//! Tests of the packs: rules for people who have only the paper, and the sheets of the game.

use broadside_engine::game::RulesetId;
use broadside_pdf::sheet::Body;
use broadside_pdf::{Kind, Lang, Rules};

use crate::tools::{request, sheet};

/// Returns the packs with the options that they need, and the sheets that they contain.
fn packs() -> impl Iterator<Item = (RulesetId, &'static str, Vec<&'static str>)> {
    type Pack = (RulesetId, &'static str, &'static [&'static str]);
    const PACKS: [Pack; 5] = [
        (RulesetId::Classic, "fleet=two_destroyers", &["classic fleet=two_destroyers"]),
        (
            RulesetId::Voices,
            "battle=3 tactical=7",
            &["battle-map battle=3", "tactical-map tactical=7", "pronunciation-key", "d10"],
        ),
        (RulesetId::Solo, "wumpuses=true", &["solo wumpuses=true", "piecepack"]),
        (RulesetId::Satellite, "", &["satellite", "satellite-pieces"]),
        (RulesetId::Advanced, "map=v1:16x16:herring", &["advanced map=v1:16x16:herring"]),
    ];
    RulesetId::ALL.iter().map(|ruleset| {
        let pack = PACKS.iter().find(|(known, ..)| known == ruleset);
        // A pack of another ruleset has the sheet with the name of the ruleset.
        pack.map_or_else(
            || (*ruleset, "", vec![ruleset.as_str()]),
            |(_, options, sheets)| (*ruleset, *options, sheets.to_vec()),
        )
    })
}

/// Choices that a game offers, and the words by which the rules mention them.
const CHOICES: &str = include_str!("choices.txt");

fn text(ruleset: RulesetId, lang: Lang) -> String {
    Rules::of(ruleset, lang).paragraphs.iter().map(|paragraph| paragraph.plain() + "\n").collect()
}

#[test]
fn a_pack_has_the_rules_and_then_the_sheets_of_the_game() {
    for (ruleset, options, sheets) in packs() {
        let pack = request(options).sheet(Kind::pack(ruleset)).unwrap();
        let rules = Rules::of(ruleset, Lang::En);
        assert_eq!(pack.pages[0].body, Body::Prose(rules.paragraphs), "{ruleset}");
        let mut pages = Vec::new();
        for name in sheets {
            let (kind, options) = name.split_once(' ').unwrap_or((name, ""));
            pages.extend(request(options).sheet(kind.parse().unwrap()).unwrap().pages);
        }
        assert_eq!(pack.pages[1..], pages, "{ruleset}");
    }
}

#[test]
fn the_rules_fit_two_pages() {
    for (ruleset, options, sheets) in packs() {
        for print in ["paper=a4", "paper=a5", "paper=letter", "orientation=landscape"] {
            for lang in Lang::ALL.map(Lang::code) {
                let options = format!("{options} {print} lang={lang}");
                let pages = |name: &str| sheet(&format!("{name} {print} lang={lang}")).page_count();
                let rest: usize =
                    sheets
                        .iter()
                        .map(|name| {
                            if name.contains(' ') {
                                pages(name)
                            } else {
                                pages(&format!("{name} "))
                            }
                        })
                        .sum();
                let all = request(&options).document(Kind::pack(ruleset)).unwrap().page_count();
                assert!(
                    (1..=2).contains(&(all - rest)),
                    "{ruleset} {options}: {all} pages, {rest} sheets"
                );
            }
        }
    }
}

#[test]
fn the_authors_are_named_in_every_language() {
    for (ruleset, names) in [
        (RulesetId::Voices, vec!["SALVO for 2 voices"]),
        (RulesetId::Solo, vec!["Eric Witt"]),
        (RulesetId::Satellite, vec!["Reluctant Pirate Games"]),
        (RulesetId::Advanced, vec!["Hubert Phillips", "Jonathan Palfrey"]),
    ] {
        for lang in Lang::ALL {
            let credits = Rules::of(ruleset, lang).paragraphs.pop().unwrap().plain();
            assert!(names.iter().all(|name| credits.contains(name)), "{credits}");
        }
    }
    for ruleset in RulesetId::ALL {
        let credits = Rules::of(*ruleset, Lang::En).paragraphs.pop().unwrap().plain();
        assert_eq!(credits, ruleset.credits().replace('*', ""));
    }
}

#[test]
fn every_choice_that_a_game_offers_is_in_its_rules() {
    for &ruleset in RulesetId::ALL {
        let text = text(ruleset, Lang::En);
        let own = format!("{ruleset} ");
        let choices = CHOICES.lines().filter_map(|line| line.strip_prefix(&own)?.split_once(": "));
        let choices: Vec<_> = choices.collect();
        for (option, words) in &choices {
            assert!(text.contains(words), "{ruleset} {option}: {words}");
        }
        let defaults = ruleset.default_options();
        for option in defaults.as_object().unwrap().keys() {
            assert!(
                choices.iter().any(|(name, _)| name == option),
                "{ruleset}: choices.txt does not have {option}"
            );
        }
    }
    // The rules of a language have the same paragraphs.
    for ruleset in RulesetId::ALL {
        let [english, others @ ..] = Lang::ALL.map(|lang| Rules::of(*ruleset, lang).paragraphs);
        for other in others {
            assert!(
                english.iter().map(|paragraph| &paragraph.style).eq(other.iter().map(|p| &p.style))
            );
        }
    }
}

#[test]
fn a4_points_come_from_the_game() {
    let points = RulesetId::Advanced.default_options()["points"].to_string();
    assert!(text(RulesetId::Advanced, Lang::En).contains(&format!("You have {points} points.")));
}

#[test]
fn v17_the_instructions_name_every_freedom_of_the_performers() {
    let text = text(RulesetId::Voices, Lang::En);
    for word in ["high", "low", "Stretch", "morph", "stress it or take the stress away", "repeat"] {
        assert!(text.contains(word), "{word}");
    }
}
