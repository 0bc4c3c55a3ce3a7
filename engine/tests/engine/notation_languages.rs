//! Tests of the words of other languages: `docs/notation.md` lists them all, and they are read like
//! the English ones.

use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;
use broadside_notation::{self as notation, forms};

use crate::notation_common::{lines, reads, refuses, view_of};

#[test]
fn italian_is_understood() {
    reads(
        RulesetId::Classic,
        &[
            ("fuoco A5 B6 C4", "FIRE A5 B6 C4"),
            ("fuoco A5 B6 C4 giro 3", "FIRE A5 B6 C4 ROUND 3"),
            ("abbandono", "RESIGN"),
            ("Patta", "DRAW"),
            ("nota", "NOTE"),
            ("imposta posta riepilogo", "SET MAIL DIGEST"),
            ("imposta posta promemoria", "SET MAIL REMINDERS"),
            ("imposta posta no", "SET MAIL OFF"),
            ("imposta lingua italiano", "SET LANGUAGE ITALIAN"),
            ("imposta fogli sì", "SET SHEETS ON"),
            ("nuova classic con aperto giorni 3 privata", "NEW CLASSIC WITH OPEN DAYS 3 PRIVATE"),
            ("nuova voices con aperto pubblica", "NEW VOICES WITH OPEN PUBLIC"),
            ("mai più", "NEVER"),
            ("fuoco A5, B6 e C4", "FIRE A5 B6 C4"),
            ("fuoco su A5 B6 C4", "FIRE A5 B6 C4"),
            ("imposta posta a riepilogo", "SET MAIL DIGEST"),
            (
                "nuova classic con ben@example.org E carla@example.org giorni 3",
                "NEW CLASSIC WITH ben@example.org WITH carla@example.org DAYS 3",
            ),
        ],
    );
    reads(
        RulesetId::Voices,
        &[
            ("piazza portaerei A1 verticale", "PLACE CARRIER A1 DOWN"),
            ("voce sinistra e alto per 3", "VOICE LEFT TOP FOR 3"),
        ],
    );
    reads(
        RulesetId::Solo,
        &[("prevedo soli", "PREDICT SUNS"), ("prevedo armi", "PREDICT ARMS"), ("salva", "VOLLEY")],
    );
    reads(
        RulesetId::Satellite,
        &[
            ("usa raffica 3 A1", "USE BARRAGE 3 AT A1"),
            ("tieni dadi 1 3", "KEEP DICE 1 3"),
            ("TIENI 3, 5 E 3", "KEEP DICE 1 3 2"),
        ],
    );
    reads(
        RulesetId::Advanced,
        &[
            ("manda ricognitore verso F7", "SEND L3 TO F7"),
            ("MANDA BOMBARDIERE R2 A E10", "SEND R2 TO E10"),
            ("manda bombardiere da R2 a E 10", "SEND R2 TO E10"),
            ("MANDA R2 A A 5", "SEND R2 TO A5"),
            ("MANDA A 1 A A5", "SEND A1 TO A5"),
            ("MANDA A1 A 5", "SEND A1 TO A5"),
            ("manda ricognitore a F7", "SEND L3 TO F7"),
            ("ORDINE K9 A FERMO", "ORDER K9 HOLD"),
            ("ordine K9 tutti", "ORDER K9 ANY"),
            ("ordine K9 ricognitori", "ORDER K9 RECCE"),
        ],
    );
}

#[test]
fn a_typo_in_an_italian_word_is_reported_as_a_typo() {
    refuses(
        Some(&view_of(RulesetId::Classic)),
        &[
            ("FUCO A5", "FUCO", "is not a command here: was FUOCO meant?"),
            ("piaza corazzata A1 verticale", "piaza", "was PIAZZA meant?"),
            ("piazza corazata A1 verticale", "corazata", "was CORAZZATA meant?"),
            // Short words are similar to too many others.
            ("una nave", "una", "is not a command here: use one of"),
        ],
    );
}

#[test]
fn a_letter_is_that_of_a_square_wherever_it_may_be() {
    reads(
        RulesetId::Classic,
        &[
            ("FUOCO A5 E 6 C4", "FIRE A5 E6 C4"),
            ("fuoco a 5 e 6 c 4", "FIRE A5 E6 C4"),
            // `schieße`, `feuere` and `sende` are German words.
            ("schieß e 5 b 6 c 4", "FIRE E5 B6 C4"),
            ("feuer, E 5 B6 C4", "FIRE E5 B6 C4"),
        ],
    );
    reads(
        RulesetId::Advanced,
        &[("send E 10 to J 8", "SEND E10 TO J8"), ("SCHICK E 10 NACH J 8", "SEND E10 TO J8")],
    );
    let cell = "is not a cell";
    // A cell whose number is missing is an error. Nothing else is fired at instead.
    refuses(
        Some(&view_of(RulesetId::Classic)),
        &[
            ("FIRE A B6 C4", "A", cell),
            ("FIRE A5 A C4", "A", cell),
            ("FIRE A5 E C4", "E", cell),
            ("fire a5, e, c4", "e", cell),
            ("fire a5 b6 e", "e", cell),
            ("fire a5 e b6 c4", "e", cell),
        ],
    );
    refuses(
        Some(&view_of(RulesetId::Advanced)),
        &[
            ("SEND BOMBER A TO F7", "BOMBER", "say which is sent"),
            ("SEND A TO F7", "A", "says where to"),
            ("SEND R2 A", "A", cell),
            ("SEND E", "E", "is not a cell"),
        ],
    );
    let sectors = Some(view_of(RulesetId::Satellite));
    refuses(
        sectors.as_ref(),
        &[
            ("USE BARRAGE 3 AT A1 E C4", "E", "is more than can be said here"),
            ("PLACE OUTPOST A1 E", "E", "is not"),
            ("KEEP 3 E", "E", "is not"),
        ],
    );
}

/// Languages other than English, in which the commands are.
fn others() -> impl Iterator<Item = Lang> {
    Lang::ALL.into_iter().filter(|lang| *lang != Lang::En)
}

/// Returns variants of a line, each with one word replaced by one of the language.
fn with_other_words(lang: Lang, line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let named = |from: usize, to: usize| {
        let name = |name: &str| name.to_uppercase().replace('_', " ") == words[from..to].join(" ");
        notation::command_words(lang).iter().find(|(known, _)| name(known)).map(|(_, words)| words)
    };
    let mut lines = vec![notation::translate_example(lang, line)];
    for (from, to) in
        (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)))
    {
        // DOWN is a part of DIAGONAL DOWN.
        if from > 0 && named(from - 1, to).is_some() {
            continue;
        }
        let replaced = |word: &&str| [&words[..from], &[*word], &words[to..]].concat().join(" ");
        lines.extend(named(from, to).into_iter().flatten().map(replaced));
    }
    lines
}

#[test]
fn every_word_of_a_command_is_read_as_the_english_one() {
    for lang in others() {
        let mut read = 0;
        for ruleset in [None].into_iter().chain(RulesetId::ALL.iter().copied().map(Some)) {
            let view = ruleset.map(view_of);
            for form in forms(ruleset) {
                // A seed requires a placement.
                let full_line = |line: &str| {
                    if form.verb == "seed" {
                        format!("PLACE RANDOM\n{line}")
                    } else {
                        line.to_owned()
                    }
                };
                let meant = lines(&full_line(form.example), view.as_ref()).unwrap();
                for line in with_other_words(lang, form.example) {
                    assert_eq!(
                        lines(&full_line(&line), view.as_ref()).as_ref(),
                        Ok(&meant),
                        "`{line}`"
                    );
                    read += 1;
                }
            }
        }
        assert!(read > 300, "{lang}: {read}");
    }
}

#[test]
fn german_is_understood() {
    reads(
        RulesetId::Classic,
        &[
            ("feuer A5 B6 C4", "FIRE A5 B6 C4"),
            ("Schieße auf A5, B6 und C4", "FIRE A5 B6 C4"),
            ("Schieß A5 B6 C4 Runde 3", "FIRE A5 B6 C4 ROUND 3"),
            ("aufgeben", "RESIGN"),
            ("Remis", "DRAW"),
            ("Remis annehmen", "ACCEPT DRAW"),
            ("setze Post auf Übersicht", "SET MAIL DIGEST"),
            ("setze Sprache Deutsch", "SET LANGUAGE GERMAN"),
            ("setze Blätter an", "SET SHEETS ON"),
            ("neue Partie classic mit offen Tage 3 privat", "NEW CLASSIC WITH OPEN DAYS 3 PRIVATE"),
            ("nie wieder", "NEVER"),
            ("stelle Zerstörer J9 senkrecht", "PLACE DESTROYER J9 DOWN"),
        ],
    );
    reads(RulesetId::Voices, &[("Stimme links und oben für 3", "VOICE LEFT TOP FOR 3")]);
    reads(RulesetId::Solo, &[("Voraussage Sonnen", "PREDICT SUNS"), ("eine Salve", "VOLLEY")]);
    reads(
        RulesetId::Satellite,
        &[
            ("benutze Sperrfeuer 3 auf A1", "USE BARRAGE 3 AT A1"),
            ("behalte Würfel 1 und 3", "KEEP DICE 1 3"),
            ("Gib auf Große Straße auf A1", "GIVE UP LARGE STRAIGHT AT A1"),
        ],
    );
    reads(
        RulesetId::Advanced,
        &[
            ("schicke Aufklärer nach F7", "SEND L3 TO F7"),
            ("schick Bomber von R2 nach E10", "SEND R2 TO E10"),
            ("Befehl K9 Bomber", "ORDER K9 BOMBERS"),
            ("Befehl K9 Feuer halten", "ORDER K9 HOLD"),
        ],
    );
}

#[test]
fn examples_are_put_into_other_languages() {
    for (english, italian, german) in [
        ("SEND BOMBER R2 TO F7", "MANDA BOMBARDIERE R2 A F7", "SCHICKE BOMBER R2 NACH F7"),
        (
            "PLACE SUNS CRUISER SUNS/UPPER/N DIAGONAL DOWN",
            "PIAZZA SOLI INCROCIATORE SOLI/SUPERIORE/NULLO DIAGONALE GIÙ",
            "STELLE SONNE KREUZER SONNE/OBEN/N DIAGONAL ABWÄRTS",
        ),
        ("USE BARRAGE 3 AT A1 A2", "USA RAFFICA 3 IN A1 A2", "BENUTZE SPERRFEUER 3 AUF A1 A2"),
        (
            "NEW CLASSIC WITH ben@example.org mode=salvo DAYS 3",
            "NUOVA CLASSIC CON ben@example.org mode=salvo GIORNI 3",
            "NEUE PARTIE CLASSIC MIT ben@example.org mode=salvo TAGE 3",
        ),
        ("NEVER", "MAI PIÙ", "NIE WIEDER"),
        ("END", "END", "END"),
    ] {
        assert_eq!(notation::translate_example(Lang::It, english), italian);
        assert_eq!(notation::translate_example(Lang::De, english), german);
    }
}

#[test]
fn players_find_every_word_in_the_document() {
    let documented = include_str!("../../../docs/notation.md");
    for lang in others() {
        let (first, rest) = lang.name().split_at(1);
        let head = format!("| word | in {}{rest} |\n|---|---|\n", first.to_uppercase());
        let (_, table) = documented.split_once(&*head).unwrap();
        let row = |(name, words): &(&str, Vec<&str>)| {
            format!("| `{}` | `{}` |", name.to_uppercase().replace('_', " "), words.join("`, `"))
        };
        let listed: Vec<_> = table.lines().take_while(|line| line.starts_with('|')).collect();
        assert_eq!(listed, notation::command_words(lang).iter().map(row).collect::<Vec<_>>());
    }
}
