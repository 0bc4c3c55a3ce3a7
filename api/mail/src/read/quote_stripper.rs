//! Extracts the author's own words, without what their mail program adds: the quoted message, a signature, a footer.
//!
//! The format depends on the program and the language; English and Italian are supported. Any line that looks like the
//! beginning of an older message ends the text. Lines with a `>` are removed one by one, so that people can write
//! between and below them.

/// Maximum number of lines of the attribution with which a program begins a quotation.
const MAX_ATTRIBUTION_LINES: usize = 4;
const MAX_ATTRIBUTION_LENGTH: usize = 500;

/// Returns the author's own words.
pub(super) fn strip(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut own: Vec<&str> = Vec::new();
    // A line that directly follows a quoted one was also quoted, and a program has wrapped it in transit.
    let mut after_quotation = false;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let trimmed = line.trim();
        if is_quoted(trimmed) {
            after_quotation = true;
        } else if after_quotation && !trimmed.is_empty() {
            // Continuation of a quoted line.
        } else if ends_text(trimmed) || is_quoted_header(&lines[at..]) {
            break;
        } else if let Some(count) = attribution_length(&lines[at..]) {
            at += count;
            // The text after an attribution may be quoted without any mark.
            let next = lines[at..].iter().find(|line| !line.trim().is_empty());
            if !next.is_some_and(|line| is_quoted(line.trim())) {
                break;
            }
            continue;
        } else {
            after_quotation = false;
            own.push(line.trim_end());
        }
        at += 1;
    }
    let own = own.join("\n");
    own.trim_matches('\n').to_owned()
}

/// Returns true if a program has marked the line as quoted.
fn is_quoted(line: &str) -> bool {
    line.starts_with(['>', '|', '»', '›', '＞'])
}

/// Returns true if everything from this line on is not the author's own text, or not meant for us.
fn ends_text(line: &str) -> bool {
    is_signature(line) || is_divider(line) || is_footer(line)
}

fn is_signature(line: &str) -> bool {
    matches!(line, "--" | "—" | "–" | "---")
}

/// Returns true for a rule, or words between two rules: `-----Original Message-----`, `---------- Messaggio inoltrato
/// ---------`.
fn is_divider(line: &str) -> bool {
    let is_rule = |c: char| "-_=─━═".contains(c);
    let marks = line.chars().take_while(|c| is_rule(*c)).count();
    let end = line.chars().rev().take_while(|c| is_rule(*c)).count();
    let length = line.chars().count();
    marks >= 5 && marks == length || marks >= 3 && end >= 3 || {
        let line = line.to_lowercase();
        let begins = |words: &str| line.starts_with(words) && line.ends_with(':');
        begins("begin forwarded message")
            || begins("inizio messaggio inoltrato")
            || begins("inizio del messaggio inoltrato")
    }
}

/// Returns true if a line is a footer that a program adds below a message.
fn is_footer(line: &str) -> bool {
    const BEGINNINGS: [&str; 21] = [
        "sent from ",
        "sent with ",
        "sent via ",
        "sent using ",
        "get outlook for ",
        "get bluemail ",
        "virus-free.",
        "this email has been checked for viruses",
        "this e-mail has been checked for viruses",
        "you received this message because",
        "yahoo mail: ",
        "inviato da ",
        "inviato dal ",
        "inviato con ",
        "inviato tramite ",
        "inviata da ",
        "scarica outlook per ",
        "ottieni outlook per ",
        "privo di virus.",
        "yahoo posta: ",
        "questa e-mail è stata controllata",
    ];
    let line = line.to_lowercase();
    let line = line.trim_start_matches(['*', '_', '<', '[', '(']);
    BEGINNINGS.iter().any(|begins| line.starts_with(begins))
}

/// Header fields with which programs begin a message quoted without marks: first the sender (`SENDER_FIELDS`), then the date,
/// the recipient or the subject (`OTHER_FIELDS`).
const SENDER_FIELDS: [&str; 6] = ["from", "da", "von", "de", "mittente", "sender"];
const OTHER_FIELDS: [&str; 22] = [
    "sent",
    "date",
    "to",
    "cc",
    "subject",
    "inviato",
    "inviata",
    "data",
    "a",
    "oggetto",
    "gesendet",
    "datum",
    "an",
    "betreff",
    "envoyé",
    "objet",
    "à",
    "enviado",
    "fecha",
    "para",
    "asunto",
    "destinatario",
];

/// Returns true if the header of a quoted message begins here.
fn is_quoted_header(lines: &[&str]) -> bool {
    let named = |line: &str, names: &[&str]| {
        let line = line.replace('*', "");
        let name = line.split_once(':').map(|(name, _)| name.trim().to_lowercase());
        name.is_some_and(|name| names.contains(&&*name))
    };
    let Some(first) = lines.first().filter(|line| named(line, &SENDER_FIELDS)) else { return false };
    let mut after = lines[1..].iter().filter(|line| !line.trim().is_empty());
    first.contains('@') || after.by_ref().take(2).any(|line| named(line, &OTHER_FIELDS))
}

/// Returns the number of lines of an attribution (who wrote the quoted text, and when), if one begins here.
fn attribution_length(lines: &[&str]) -> Option<usize> {
    let mut all = String::new();
    for (line, count) in lines.iter().take(MAX_ATTRIBUTION_LINES).zip(1..) {
        if line.trim().is_empty() {
            return None;
        }
        all.push_str(line.trim());
        all.push(' ');
        if all.len() > MAX_ATTRIBUTION_LENGTH {
            return None;
        }
        if is_attribution(all.trim_end()) {
            return Some(count);
        }
    }
    None
}

fn is_attribution(words: &str) -> bool {
    let lower = words.to_lowercase();
    let Some(lower) = lower.strip_suffix(':') else { return false };
    let lower = lower.trim_end();
    const VERBS: [&str; 10] = [
        " wrote",
        " writes",
        " ha scritto",
        " scrive",
        " scrisse",
        " schrieb",
        " a écrit",
        " escribió",
        " escreveu",
        " schreef",
    ];
    if VERBS.iter().any(|verb| lower.ends_with(verb)) {
        return true;
    }
    // In any other language, an attribution contains an address, and the year or the time.
    let has_address = lower.split(|c: char| c.is_whitespace() || "<>()[]".contains(c)).any(|word| {
        word.split_once('@').is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'))
    });
    has_address && lower.contains(|c: char| c.is_ascii_digit()) && lower.contains(['<', '(', ','])
}

#[cfg(test)]
mod tests {
    use super::strip;

    #[test]
    fn what_is_older_is_left_out() {
        let olds = [
            "On Mon, 3 Aug 2026 at 10:00, Broadside <play@example.org> wrote:\n> FIRE B1\n",
            "On Mon, Aug 3, 2026 at 10:00 AM Broadside <play+abcdefghijklmnop@play.example.org>\nwrote:\n\nFIRE B1\n",
            "Il giorno lun 3 ago 2026 alle ore 10:00 Broadside <play@example.org>\nha scritto:\n\n> FIRE B1",
            "Il 03/08/26 10:00, Broadside ha scritto:\nFIRE B1",
            "-----Original Message-----\nFIRE B1",
            "-----Messaggio originale-----\nDa: Broadside\nFIRE B1",
            "________________________________\nFrom: Broadside <play@example.org>\nFIRE B1",
            "From: Broadside <play@example.org>\nFIRE B1",
            "*Da:* Broadside\n*Inviato:* lunedì 3 agosto 2026 10:00\n*A:* Ada\nFIRE B1",
            "> quoted, and broken\nFIRE B1",
            "> quoted\nFIRE B1\n> quoted\nFIRE B2",
            "-- \nFIRE B1",
            "Sent from my iPhone\n\nFIRE B1",
            "Inviato da iPhone\nFIRE B1",
            "Get Outlook for Android<https://aka.ms/x>\nFIRE B1",
            "Am 03.08.2026 um 10:00 schrieb Broadside <play@example.org>:\nFIRE B1",
            "pe 3. elok. 2026 klo 10.00 Broadside (play@example.org) kirjoitti:\nFIRE B1",
            "---------- Forwarded message ---------\nFIRE B1",
            "Inizio messaggio inoltrato:\n\nFIRE B1",
        ];
        for old in olds {
            assert_eq!(strip(&format!("FIRE A5\n\n{old}")), "FIRE A5", "{old}");
            assert_eq!(strip(old), "", "{old}");
        }
    }

    #[test]
    fn one_may_write_below_and_between_what_is_quoted() {
        let text = "On 3 Aug 2026, Ben <ben@example.org> wrote:\n> your turn\n> now\n\nFIRE A5\n\n> and\n\nSAY hello\n-- \nAda\n";
        assert_eq!(strip(text), "\nFIRE A5\n\n\nSAY hello".trim_start_matches('\n'));
    }

    #[test]
    fn commands_are_left_alone() {
        let text =
            "FIRE A5 B6\nSAY On Monday you wrote: nothing\n# a comment\n; another\nSET MAIL EACH\n\nEND";
        assert_eq!(strip(text), text);
        for line in
            ["DA: 3", "SAY from: me", "DIRECT CALL 3 -- softly", "NOTE A5 - B6", "SEND BOMBER R2 TO F7"]
        {
            assert_eq!(strip(line), line);
        }
    }
}
