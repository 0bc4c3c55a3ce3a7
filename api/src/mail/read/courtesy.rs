//! What people write around what they mean: a greeting above it; thanks and their name below it.
//!
//! Who writes a letter writes these, and no list of commands keeps anybody from it. Only what can be nothing else is taken for one: a line
//! that is a greeting and no more, at the very beginning, and at the very end one that is a farewell and no more, the name of the writer
//! below it, or that name alone below an empty line. Any other line is told to be no command.

/// What a letter may begin with.
const GREETINGS: [&str; 20] = [
    "hi",
    "hi there",
    "hi all",
    "hello",
    "hello there",
    "hello all",
    "hey",
    "dear all",
    "good morning",
    "good afternoon",
    "good evening",
    "ciao",
    "ciao a tutti",
    "salve",
    "salve a tutti",
    "buongiorno",
    "buon giorno",
    "buonasera",
    "buona sera",
    "buon pomeriggio",
];

/// What a letter may end with. What is rather wished to whom one plays with than to a server is not among it.
const FAREWELLS: [&str; 34] = [
    "cheers",
    "thanks",
    "thanks a lot",
    "many thanks",
    "thank you",
    "thank you very much",
    "best",
    "all the best",
    "best regards",
    "best wishes",
    "kind regards",
    "warm regards",
    "regards",
    "greetings",
    "yours",
    "yours sincerely",
    "sincerely",
    "bye",
    "have a nice day",
    "ciao",
    "ciao ciao",
    "grazie",
    "grazie mille",
    "grazie e saluti",
    "saluti",
    "un saluto",
    "cari saluti",
    "tanti saluti",
    "cordiali saluti",
    "distinti saluti",
    "a presto",
    "buona giornata",
    "buona serata",
    "cordialmente",
];

/// What is left of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    /// Its words, with an empty line in the place of each that is left out: lines keep their numbers.
    pub text: String,
    /// Whether the farewell follows the line above it directly: that may have been said to whomever that line is.
    pub close: bool,
    /// The name that is left out.
    pub signed: Option<String>,
}

/// What is left of a text without a greeting and a farewell; `None` if it has neither.
pub(super) fn without(text: &str, names: &[String]) -> Option<Meant> {
    let mut lines: Vec<&str> = text.lines().collect();
    let filled = |lines: &[&str], at: usize| !lines[at].trim().is_empty();
    let mut close = false;
    let last = (0..lines.len()).rev().find(|&at| filled(&lines, at))?;
    let signed = names.contains(&plain(lines[last]));
    let above = if signed { (0..last).rev().find(|&at| filled(&lines, at)) } else { Some(last) };
    let farewell = above.filter(|&at| FAREWELLS.contains(&&*plain(lines[at])));
    // A name that follows something directly may belong to it.
    let end = farewell.or((signed && last > 0 && !filled(&lines, last - 1)).then_some(last));
    let signed = end.filter(|_| signed).map(|_| lines[last].trim().to_owned());
    if let Some(end) = end {
        close = end > 0 && filled(&lines, end - 1);
        lines[end..].fill("");
    }
    let first = (0..lines.len()).find(|&at| filled(&lines, at));
    let first = first.filter(|&at| GREETINGS.contains(&&*plain(lines[at])));
    if let Some(first) = first {
        lines[first] = "";
    }
    (end.is_some() || first.is_some()).then(|| Meant { text: lines.join("\n"), close, signed })
}

/// How somebody may sign: with the name that the mail program gives or its first word, or with what stands before the `@`.
pub(super) fn names(called: Option<&str>, address: &str) -> Vec<String> {
    let called = called.map(plain).unwrap_or_default();
    let first = called.split(' ').next().unwrap_or_default().to_owned();
    let local = plain(address.split('@').next().unwrap_or_default());
    let local_first = local.split(['.', '_', '-', '+']).next().unwrap_or_default().to_owned();
    let mut names = vec![called, first, local, local_first];
    names.retain(|name| name.chars().any(char::is_alphabetic));
    names
}

/// A line without the marks around it, in small letters.
fn plain(line: &str) -> String {
    let words = line.trim_matches(|c: char| c.is_whitespace() || ",.!;:…\"“”".contains(c));
    words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use broadside_engine::chance::Seed;
    use broadside_engine::game::{Game, RulesetId};
    use broadside_engine::notation;
    use broadside_engine::ruleset::Viewer;

    use super::*;

    fn left(text: &str) -> Option<(String, bool)> {
        let names = names(Some("Ada Lovelace"), "ada.l@example.org");
        without(text, &names).map(|Meant { text, close, signed: _ }| (text, close))
    }

    #[test]
    fn what_can_be_nothing_else_is_left_out() {
        for (text, rest, close) in [
            ("Hi,\n\nFIRE A5\n\nCheers,\nAda", "\n\nFIRE A5\n\n\n", false),
            ("Ciao!\nFUOCO A5\nGrazie mille\n\nAda Lovelace\n", "\nFUOCO A5\n\n\n", true),
            ("FIRE A5\n\n  best   regards\nada.l", "FIRE A5\n\n\n", false),
            ("FIRE A5\nThanks!", "FIRE A5\n", true),
            ("Ciao", "", false),
            ("Buongiorno\nSTATUS", "\nSTATUS", false),
            ("FIRE A5\n\nAda", "FIRE A5\n\n", false),
        ] {
            assert_eq!(left(text), Some((rest.to_owned(), close)), "{text}");
        }
        for text in [
            "",
            "FIRE A5",
            // A name alone may be anything.
            "FIRE A5\nAda",
            "Ada",
            // What is not all of the line, or not at the end, or not the writer's name.
            "Hi Ben, well aimed\nFIRE A5",
            "FIRE A5\nThanks,\nBen",
            "FIRE A5\nThanks,\nAda\nRESIGN",
            "FIRE A5\nHi\nDRAW",
            "Thanks\nFIRE A5",
            // What is wished to another player.
            "FIRE A5\nSAY Well aimed.\n\nGood luck",
        ] {
            assert_eq!(left(text), None, "{text}");
        }
    }

    #[test]
    fn the_name_that_is_left_out_is_told() {
        let signed = |text| without(text, &names(Some("Ada Lovelace"), "ada.l@example.org"))?.signed;
        assert_eq!(signed("FIRE A5\n\nAda!").as_deref(), Some("Ada!"));
        assert_eq!(signed("FIRE A5\n\nThanks,\nada.l").as_deref(), Some("ada.l"));
        assert_eq!(signed("Hi\n\nFIRE A5\n\nThanks"), None);
        assert_eq!(signed("Hi\n\nFIRE A5\nAda"), None);
    }

    #[test]
    fn no_greeting_is_a_command_and_none_is_listed_twice() {
        let open = |ruleset: &RulesetId| {
            let game = Game::open("a game", Seed::new([7; 32]), *ruleset, &serde_json::json!({})).unwrap();
            Some(game.view(Viewer::Public))
        };
        let views: Vec<_> = RulesetId::ALL.iter().map(open).chain([None]).collect();
        for (all, n) in
            [&GREETINGS[..], &FAREWELLS[..]].iter().flat_map(|all| (0..all.len()).map(move |n| (all, n)))
        {
            assert_eq!(plain(all[n]), all[n]);
            assert!(!all[..n].contains(&all[n]), "{}", all[n]);
            for view in &views {
                assert!(notation::read(all[n], view.as_ref()).is_err(), "{}", all[n]);
            }
        }
    }
}
