//! Answers to a question that a mail asks: yes or no, with the courtesies that people add.

use broadside_notation::{self as notation, AccountCommand, Statement};

/// Words that agree, in lower case. Accents are optional where people leave them out.
const YES: &[&str] = &[
    "yes",
    "y",
    "yep",
    "yeah",
    "yes please",
    "ok",
    "okay",
    "confirm",
    "confirmed",
    "i confirm",
    "accept",
    "accepted",
    "i accept",
    "sure",
    "gladly",
    "with pleasure",
    "sì",
    "si",
    "sí",
    "va bene",
    "confermo",
    "confermato",
    "certo",
    "volentieri",
    "d'accordo",
    "accetto",
    "ja",
    "jawohl",
    "gerne",
    "oui",
    "sim",
    "ano",
    "igen",
    "kyllä",
    "joo",
    "evet",
    "да",
    "ναι",
    "はい",
    "是",
    "好",
    "네",
];
/// Words that refuse.
const NO: &[&str] = &[
    "no",
    "nope",
    "nein",
    "non",
    "não",
    "nee",
    "nej",
    "nei",
    "ei",
    "nie",
    "hayır",
    "нет",
    "όχι",
    "いいえ",
    "decline",
    "i decline",
    "rifiuto",
];
/// Words that may follow either, and add nothing.
const COURTESIES: &[&str] = &[
    "thanks",
    "thank you",
    "many thanks",
    "thanks a lot",
    "please",
    "grazie",
    "grazie mille",
    "per favore",
    "danke",
    "vielen dank",
    "bitte",
    "merci",
    "gracias",
    "obrigado",
    "obrigada",
    "dank je",
    "tack",
    "tak",
    "kiitos",
];
/// Words that may follow an agreement, and say who asked.
const IDENTIFICATIONS: &[&str] = &[
    "that was me",
    "it was me",
    "that's me",
    "thats me",
    "that is me",
    "it's me",
    "this is me",
    "that is right",
    "that's right",
    "thats right",
    "that's correct",
    "correct",
    "it is",
    "it is correct",
    "this is my address",
    "that is my address",
    "that's my address",
    "it is my address",
    "i did",
    "ero io",
    "sono io",
    "sono stato io",
    "sono stata io",
    "è giusto",
    "è corretto",
    "è il mio indirizzo",
    "das war ich",
    "das bin ich",
    "ich war das",
    "das stimmt",
    "c'était moi",
    "c'est moi",
    "fui yo",
    "soy yo",
    "fui eu",
    "sou eu",
];

/// Words that may follow an agreement, and repeat it.
const AFFIRMATIONS: &[&str] = &[
    "i do",
    "i want this",
    "i want that",
    "i want it",
    "lo voglio",
    "lo confermo",
    "ich bestätige",
    "das will ich",
    "das möchte ich",
    "ich will das",
    "ich möchte das",
];

/// Returns true if a line agrees, and says nothing else. A question does not agree.
pub(super) fn is_yes(line: &str) -> bool {
    let words = normalize(line);
    !is_question(line)
        && COURTESIES.iter().all(|courtesy| words != *courtesy)
        && (consists_of(&words, YES, &[YES, COURTESIES, IDENTIFICATIONS, AFFIRMATIONS])
            || consists_of(&words, IDENTIFICATIONS, &[COURTESIES]))
}

/// Returns true if a line refuses, and says nothing else. A question does not refuse.
pub(super) fn is_no(line: &str) -> bool {
    !is_question(line) && consists_of(&normalize(line), NO, &[COURTESIES])
}

fn is_question(line: &str) -> bool {
    line.contains(['?', '¿', '？', '⁇', '⁈', '⁉'])
}

/// Replaces a yes in the first line of a text with `ACCEPT`, and a no that is the whole text with
/// `DECLINE`. On the line directly below a yes, NAME may have a colon. Returns `None` if the text
/// begins with neither.
pub(super) fn as_command(text: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| !line.trim().is_empty())?;
    let is_alone = lines[first + 1..].iter().all(|line| line.trim().is_empty());
    lines[first] = match lines[first] {
        line if is_yes(line) => "ACCEPT",
        line if is_no(line) && is_alone => "DECLINE",
        _ => return None,
    };
    let name_line = lines
        .get(first + 1)
        .filter(|_| lines[first] == "ACCEPT")
        .and_then(|line| without_name_colon(line));
    if let Some(name_line) = &name_line {
        lines[first + 1] = name_line;
    }
    Some(lines.join("\n"))
}

/// Returns a line such as `Name: Ada` without its colon; `None` for any other line. Signatures
/// contain such lines, so the notation does not read them.
pub(super) fn without_name_colon(line: &str) -> Option<String> {
    let (verb, name) = line.split_once(':')?;
    let plain = format!("{verb} {name}");
    let statements = notation::read(&plain, None).ok()?;
    let [parsed] = &statements[..] else { return None };
    let is_name = matches!(parsed.statement, Statement::Account(AccountCommand::Name(_)));
    (is_name && notation::read(line, None).is_err()).then_some(plain)
}

/// Line that begins with a yes or a no and says more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnclearAnswer {
    /// Number of the line, from 1.
    pub(super) line: usize,
    pub(super) text: String,
    /// True if the line begins with a yes.
    pub(super) is_yes: bool,
}

/// Returns the first line of a text if it begins with a yes or a no, and it or the text says more.
pub(super) fn unclear_answer(text: &str) -> Option<UnclearAnswer> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let (line, text) = lines.next()?;
    let is_alone = lines.next().is_none();
    let words = normalize(text);
    let is_yes = starts_with_any(&words, YES);
    let is_answer = is_yes || starts_with_any(&words, NO);
    let is_clear = self::is_yes(text) || is_no(text) && is_alone;
    (is_answer && !is_clear).then(|| UnclearAnswer { line, text: text.trim().to_owned(), is_yes })
}

/// Returns the words of a line in lower case, without punctuation marks except apostrophes.
fn normalize(line: &str) -> String {
    let line = line.to_lowercase().replace('’', "'");
    // An apostrophe at the end stands for an accent.
    let words =
        line.split(|c: char| !c.is_alphanumeric() && c != '\'').map(|word| word.trim_matches('\''));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn starts_with_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| after(text, word).is_some())
}

/// Returns true if a text consists of one of the words and, after it, of others.
fn consists_of(text: &str, words: &[&str], others: &[&[&str]]) -> bool {
    words.iter().filter_map(|word| after(text, word)).any(|rest| is_filled_by(rest, others))
}

fn is_filled_by(text: &str, others: &[&[&str]]) -> bool {
    text.is_empty()
        || text.len() < 80
            && others
                .iter()
                .copied()
                .flatten()
                .any(|word| after(text, word).is_some_and(|rest| is_filled_by(rest, others)))
}

/// Returns the words of a text after its first ones, if it begins with these.
fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_or_a_no_may_be_polite_but_says_nothing_else() {
        for yes in [
            "Ok, thanks",
            "Yes, that was me",
            "Yes, that was me. Thank you!",
            "Ja",
            "Ja, das war ich",
            "Sì",
            "si' grazie",
            "That's me",
            "**Yes**",
            "OK",
            "oui, merci",
            "Ja, gerne",
            "Ja gerne, danke!",
            "Yes, I confirm",
            "Sì, confermo",
            "Sì, volentieri!",
            "Yes I want this",
            "Ok, yes, gladly.",
            "Ja, das möchte ich",
        ] {
            assert!(is_yes(yes) && !is_no(yes), "{yes}");
        }
        for no in ["No", "No, thanks.", "no grazie", "Nein, danke!", "Non merci"] {
            assert!(is_no(no) && !is_yes(no), "{no}");
        }
        for other in [
            "",
            "thanks",
            "yes and no",
            "yes, but who are you?",
            "Yes, that was not me",
            "No problem",
            "no, that was not me",
            "ok then who are you",
            "ja nein",
            "thanks yes",
            "Yes?",
            "ok, confirmed?",
            "Yes, if I can play at night",
            "Ja gerne, aber erst morgen",
            "Yes, I confirm nothing",
            "Yes, I do not",
            "Yes, I want this to stop",
            "Sì, confermo che non sono io",
            "Ja, gerne nicht",
            "yes no",
            "sì, no",
            "No?",
            "I want this",
            // Yes in Polish, thanks in Danish.
            "Tak",
        ] {
            assert!(!is_yes(other) && !is_no(other), "{other}");
        }
    }

    #[test]
    fn an_answer_that_says_more_is_found() {
        for (text, is_yes) in [
            ("Yes, I'd love to play!", true),
            ("\n Ja, aber erst morgen\nBen", true),
            ("ok PLACE RANDOM", true),
            ("Yes?", true),
            ("No, sorry, I have no time", false),
            ("No\nI have no time", false),
        ] {
            assert_eq!(unclear_answer(text).map(|answer| answer.is_yes), Some(is_yes), "{text}");
        }
        for other in ["", "Yes", "No, thanks", "Note the time", "Who is this? Yes", "ACCEPT"] {
            assert_eq!(unclear_answer(other), None, "{other}");
        }
    }

    #[test]
    fn an_answer_becomes_a_command_if_nothing_contradicts_it() {
        assert_eq!(as_command("Yes\n\nNAME Dora").as_deref(), Some("ACCEPT\n\nNAME Dora"));
        assert_eq!(as_command("\nNo, grazie\n").as_deref(), Some("\nDECLINE"));
        assert_eq!(as_command("Yes\nName: Dora").as_deref(), Some("ACCEPT\nName  Dora"));
        assert_eq!(as_command("Yes\n\nName: Dora").as_deref(), Some("ACCEPT\n\nName: Dora"));
        assert_eq!(as_command("No\nNAME Dora"), None);
        assert_eq!(as_command("Yes and no"), None);
        assert_eq!(as_command(""), None);
    }
}
