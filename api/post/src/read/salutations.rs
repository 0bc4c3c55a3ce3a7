//! Strips a greeting above the commands, and thanks and a name below them.
//!
//! People write these in mails, even if they know the commands. Only unmistakable lines are
//! removed. At the very beginning this is a line that consists of a greeting. At the very end it is
//! a line that consists of a farewell, with or without the writer's name below it, or the name
//! alone below an empty line. Any other line is reported as an unknown command.

use broadside_notation::begins_like_command;

/// Greetings that a mail may begin with.
const GREETINGS: &[&str] = &[
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
    "dear",
    "cara",
    "caro",
    "hallo",
    "guten tag",
    "guten morgen",
    "guten abend",
    "moin",
    "servus",
    "bonjour",
    "bonsoir",
    "salut",
    "hola",
    "buenos días",
    "buenas tardes",
    "olá",
    "bom dia",
    "boa tarde",
    "hej",
    "hei",
];

/// Farewells that a mail may end with. Wishes that are more likely meant for an opponent than for
/// a server are excluded.
const FAREWELLS: &[&str] = &[
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
    "with best regards",
    "with kind regards",
    "best regards and thanks",
    "thanks and regards",
    "thanks and best regards",
    "many thanks and best regards",
    "un cordiale saluto",
    "con i migliori saluti",
    "migliori saluti",
    "mit freundlichen grüßen",
    "mit freundlichen grüssen",
    "freundliche grüße",
    "viele grüße",
    "liebe grüße",
    "beste grüße",
    "schöne grüße",
    "gruß",
    "grüße",
    "mfg",
    "lg",
    "vg",
    "danke",
    "vielen dank",
    "merci",
    "merci beaucoup",
    "bien à vous",
    "bien cordialement",
    "salutations",
    "gracias",
    "muchas gracias",
    "saludos",
    "un saludo",
    "saludos cordiales",
    "obrigado",
    "obrigada",
    "cumprimentos",
    "atenciosamente",
    "groeten",
    "groetjes",
    "met vriendelijke groet",
    "hälsningar",
];

/// Text without greeting and farewell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrippedText {
    /// Remaining text. Each removed line is replaced with an empty line, so that line numbers stay
    /// the same.
    pub text: String,
    /// True if the farewell directly follows the line above it. It may then be addressed to the
    /// same person as that line.
    pub is_adjacent: bool,
    /// Name that was removed.
    pub signed: Option<String>,
}

/// Removes a greeting and a farewell from a text. Returns `None` if it has neither.
pub(super) fn strip(text: &str, names: &[String]) -> Option<StrippedText> {
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|line| is_filled(line))?;
    let above = lines[..last].iter().rposition(|line| is_filled(line));
    let farewell_above = above.filter(|&index| is_farewell(lines[index]));
    // A longer form of the writer's name, or any full name, can be nothing else below a farewell.
    let is_name = names.contains(&normalize_line(lines[last]))
        || is_full_name(lines[last])
            && !begins_like_command(lines[last])
            && farewell_above.is_some();
    let end = if !is_name {
        Some(last).filter(|_| is_farewell(lines[last]))
    } else if farewell_above.is_some() {
        farewell_above
    } else {
        // A name directly below another line may belong to that line.
        Some(last).filter(|_| last > 0 && !is_filled(lines[last - 1]))
    };
    let signed = end.filter(|_| is_name).map(|_| lines[last].trim().to_owned());
    let mut is_adjacent = false;
    if let Some(end) = end {
        is_adjacent = end > 0 && is_filled(lines[end - 1]);
        lines[end..].fill("");
    }
    let first = lines.iter().position(|line| is_filled(line));
    let greeting = first.filter(|&index| is_greeting(lines[index]));
    if let Some(greeting) = greeting {
        lines[greeting] = "";
    }
    if end.is_none() && greeting.is_none() {
        return None;
    }
    Some(StrippedText { text: lines.join("\n"), is_adjacent, signed })
}

fn is_filled(line: &str) -> bool {
    !line.trim().is_empty()
}

fn is_farewell(line: &str) -> bool {
    FAREWELLS.contains(&&*normalize_line(line))
}

/// Returns the names that the writer may sign with: the display name of the sender or its first
/// word, or the local part of the address or its first part.
pub(super) fn possible_names(display_name: Option<&str>, address: &str) -> Vec<String> {
    let display_name = display_name.map(normalize_line).unwrap_or_default();
    let first = display_name.split(' ').next().unwrap_or_default().to_owned();
    let local = normalize_line(address.split('@').next().unwrap_or_default());
    let local_first = local.split(['.', '_', '-', '+']).next().unwrap_or_default().to_owned();
    let mut names = vec![display_name, first, local, local_first];
    names.retain(|name| name.chars().any(char::is_alphabetic));
    names
}

/// Returns true for a greeting, alone or with a name: `Hi Ben,`.
fn is_greeting(line: &str) -> bool {
    let words = normalize_line(line);
    if GREETINGS.contains(&&*words) {
        return true;
    }
    let line = line.trim();
    GREETINGS.iter().any(|greeting| {
        let Some(name) =
            words.strip_prefix(greeting).and_then(|rest| rest.strip_prefix([' ', ',']))
        else {
            return false;
        };
        // Lengths may differ in lower case, so the name is taken from the end of the line.
        let count = name.split_whitespace().count();
        let all: Vec<&str> = line.split_whitespace().collect();
        let name = all[all.len().saturating_sub(count)..].join(" ");
        // A short line of a name only: the name may be in lower case if it is a single word.
        let trimmed_name = name.trim_end_matches([',', '.', '!', ':', ';', ' ']);
        let is_name = count == 1
            && trimmed_name.chars().all(|c| c.is_alphabetic() || "-'’".contains(c))
            || is_full_name(trimmed_name);
        is_name && !begins_like_command(trimmed_name) && trimmed_name.chars().count() > 1
    })
}

/// Returns true for two to four words that all begin with a capital letter, as in a full name.
fn is_full_name(line: &str) -> bool {
    let words: Vec<&str> =
        line.trim().trim_end_matches([',', '.', '!']).split_whitespace().collect();
    const PARTICLES: [&str; 9] = ["de", "di", "van", "von", "der", "la", "le", "del", "da"];
    (2..=4).contains(&words.len())
        && is_name_word(words[0])
        && words.iter().all(|word| is_name_word(word) || PARTICLES.contains(word))
}

/// Returns true for a word such as `Ada`, `J.` or `O'Neill`.
fn is_name_word(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase)
        && letters.all(|c| {
            c.is_lowercase()
                || "-.'’".contains(c)
                || c.is_uppercase() && word.contains(['-', '\'', '’'])
        })
}

/// Returns a line in lower case, without the punctuation around it.
fn normalize_line(line: &str) -> String {
    let words = line.trim_matches(|c: char| c.is_whitespace() || ",.!;:…\"“”".contains(c));
    words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use broadside_engine::chance::Seed;
    use broadside_engine::game::{Game, RulesetId};
    use broadside_engine::seat::Viewer;
    use broadside_notation as notation;

    use super::*;

    fn stripped(text: &str) -> Option<(String, bool)> {
        let names = possible_names(Some("Ada Lovelace"), "ada.l@example.org");
        strip(text, &names).map(|StrippedText { text, is_adjacent, signed: _ }| (text, is_adjacent))
    }

    /// Returns the name that is removed from a text.
    fn signed(text: &str) -> Option<String> {
        strip(text, &possible_names(Some("Ada Lovelace"), "ada.l@example.org"))?.signed
    }

    #[test]
    fn unmistakable_greetings_and_farewells_are_removed() {
        for (text, rest, is_adjacent) in [
            ("Hi,\n\nFIRE A5\n\nCheers,\nAda", "\n\nFIRE A5\n\n\n", false),
            ("Ciao!\nFUOCO A5\nGrazie mille\n\nAda Lovelace\n", "\nFUOCO A5\n\n\n", true),
            ("FIRE A5\n\n  best   regards\nada.l", "FIRE A5\n\n\n", false),
            ("FIRE A5\nThanks!", "FIRE A5\n", true),
            ("Ciao", "", false),
            ("Buongiorno\nSTATUS", "\nSTATUS", false),
            ("FIRE A5\n\nAda", "FIRE A5\n\n", false),
            ("Hi Ben,\nFIRE A5", "\nFIRE A5", false),
            (
                "Hi Broadside!\n\nFIRE A5\n\nBest regards,\nAugusta Ada King",
                "\n\nFIRE A5\n\n\n",
                false,
            ),
            ("Dear Mr Smith,\nFIRE A5", "\nFIRE A5", false),
            ("Hallo Ben,\nFIRE A5\n\nViele Grüße\nAda", "\nFIRE A5\n\n\n", false),
        ] {
            assert_eq!(stripped(text), Some((rest.to_owned(), is_adjacent)), "{text}");
        }
        for text in [
            "",
            "FIRE A5",
            // A name alone may be anything.
            "FIRE A5\nAda",
            "Ada",
            // Not the whole line, not at the end, or not the writer's name.
            "Hi Ben, well aimed\nFIRE A5",
            "Hi Ben well aimed\nFIRE A5",
            "Hi Resign\nFIRE A5",
            "FIRE A5\nBest regards,\nFire Away",
            "FIRE A5\nThanks,\nBen",
            "FIRE A5\nThanks,\nAda\nRESIGN",
            "FIRE A5\nHi\nDRAW",
            "Thanks\nFIRE A5",
            // Meant for another player.
            "FIRE A5\nSAY Well aimed.\n\nGood luck",
        ] {
            assert_eq!(stripped(text), None, "{text}");
        }
    }

    #[test]
    fn the_removed_name_is_returned() {
        assert_eq!(signed("FIRE A5\n\nAda!").as_deref(), Some("Ada!"));
        assert_eq!(signed("FIRE A5\n\nThanks,\nada.l").as_deref(), Some("ada.l"));
        assert_eq!(signed("Hi\n\nFIRE A5\n\nThanks"), None);
        assert_eq!(signed("Hi\n\nFIRE A5\nAda"), None);
    }

    #[test]
    fn no_greeting_is_a_command_and_none_is_listed_twice() {
        let mut views = vec![None];
        for ruleset in RulesetId::ALL {
            let game =
                Game::open("a game", Seed::new([7; 32]), *ruleset, &serde_json::json!({})).unwrap();
            views.push(Some(game.view(Viewer::Public)));
        }
        for list in [GREETINGS, FAREWELLS] {
            for (index, words) in list.iter().enumerate() {
                assert_eq!(normalize_line(words), *words);
                assert!(!list[..index].contains(words), "{words}");
                for view in &views {
                    assert!(notation::read(words, view.as_ref()).is_err(), "{words}");
                }
            }
        }
    }
}
