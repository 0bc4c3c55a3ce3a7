//! Extracts the author's own words, without what their mail program adds: the quoted message, a
//! signature, a footer.
//!
//! The format depends on the program and the language. So a quotation is recognized mainly by what
//! we wrote ourselves: our name and address above it, in any language, and the sentences of our
//! mails in it. Any line that looks like the beginning of an older message ends the text. Lines
//! with a `>` are removed one by one, so that people can write between and below them. A line that
//! begins like a command is never part of what programs write around a quotation.

use broadside_notation::begins_like_command;

use super::own_text;
use crate::ServiceAddress;

/// Maximum number of lines of the attribution with which a program begins a quotation.
const MAX_ATTRIBUTION_LINES: usize = 4;
const MAX_ATTRIBUTION_LENGTH: usize = 500;
/// Minimum length at which programs wrap a line: a shorter line, with the first word of the next,
/// would still fit.
const MIN_WRAPPED: usize = 60;

/// Returns the author's own words in a mail to us.
pub(super) fn strip(text: &str, service: &ServiceAddress) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_ours = own_text::find(&lines);
    let us = Us::new(service);
    let mut own_lines: Vec<&str> = Vec::new();
    // A line that directly follows a quoted one was also quoted, and a program has wrapped it in
    // transit.
    let mut after_quotation = false;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let trimmed = line.trim();
        if is_quoted(trimmed) {
            if !after_quotation {
                us.remove_attribution(&mut own_lines);
            }
            after_quotation = true;
        } else if after_quotation && !trimmed.is_empty() {
            // Continuation of a quoted line.
        } else if is_ours[at] && (!begins_like_command(trimmed) || trimmed.contains("   ")) {
            // A quotation without marks.
            remove_its_beginning(&mut own_lines);
            us.remove_attribution(&mut own_lines);
            break;
        } else if ends_text(trimmed) || us.is_quoted_header(&lines[at..]) {
            break;
        } else if let Some(count) = us.attribution_length(&lines[at..]) {
            at += count;
            // The text after an attribution may be quoted without any mark.
            let next = lines[at..].iter().find(|line| !line.trim().is_empty());
            if !next.is_some_and(|line| is_quoted(line.trim())) {
                break;
            }
            continue;
        } else if let Some(count) = attachment_lines(&lines[at..]) {
            at += count;
            continue;
        } else {
            after_quotation = false;
            own_lines.push(line.trim_end());
        }
        at += 1;
    }
    remove_disclaimers(&mut own_lines);
    own_lines.join("\n").trim_matches('\n').to_owned()
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

/// Returns true for a rule, or words between two rules: `-----Original Message-----`,
/// `---------- Messaggio inoltrato ---------`.
fn is_divider(line: &str) -> bool {
    const RULE: [char; 6] = ['-', '_', '=', '─', '━', '═'];
    const FORWARDED: [&str; 3] =
        ["begin forwarded message", "inizio messaggio inoltrato", "inizio del messaggio inoltrato"];
    let start = line.chars().take_while(|c| RULE.contains(c)).count();
    let end = line.chars().rev().take_while(|c| RULE.contains(c)).count();
    if start >= 5 && start == line.chars().count() || start >= 3 && end >= 3 {
        return true;
    }
    let lower = line.to_lowercase();
    lower.ends_with(':') && FORWARDED.iter().any(|words| lower.starts_with(words))
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
    let lower = line.to_lowercase();
    let lower = lower.trim_start_matches(['*', '_', '<', '[', '(']);
    BEGINNINGS.iter().any(|beginning| lower.starts_with(beginning)) || is_device_footer(lower, line)
}

/// Returns true if a line says in any of many languages that it was sent from a device or with a
/// program.
fn is_device_footer(lower: &str, line: &str) -> bool {
    const DEVICES: [&str; 28] = [
        "iphone",
        "ipad",
        "android",
        "smartphone",
        "samsung",
        "galaxy",
        "huawei",
        "xiaomi",
        "blackberry",
        "outlook",
        "handy",
        "gmx",
        "web.de",
        "yahoo",
        "t-online",
        "freenet",
        "orange",
        "proton",
        "thunderbird",
        "k-9",
        "k9",
        "fairemail",
        "windows",
        "mailbox.org",
        "mac ",
        "móvil",
        "mobile",
        "mobil",
    ];
    const SENT: [&str; 30] = [
        "gesendet",
        "geschickt",
        "gesandt",
        "envoyé",
        "envoyée",
        "enviado",
        "enviada",
        "enviat",
        "verzonden",
        "verstuurd",
        "skickat",
        "skickades",
        "sendt",
        "lähetetty",
        "wysłan",
        "wysłane",
        "odesláno",
        "odoslané",
        "küldve",
        "elküldve",
        "gönderildi",
        "отправлено",
        "надіслано",
        "απεστάλη",
        "στάλθηκε",
        "trimis",
        "poslano",
        "送信",
        "发自",
        "에서 보냄",
    ];
    line.chars().count() <= 160
        && DEVICES.iter().any(|device| lower.contains(device))
        && SENT.iter().any(|sent| lower.contains(sent))
        && !begins_like_command(line)
}

/// Header fields with which programs begin a message quoted without marks: first the sender
/// (`SENDER_FIELDS`), then the date, the recipient or the subject (`OTHER_FIELDS`).
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

/// Names by which a quotation shows that it is of our mail.
struct Us {
    /// Display name, in lower case.
    name: String,
    local: String,
    domain: String,
}

impl Us {
    fn new(service: &ServiceAddress) -> Self {
        Self {
            name: service.name().to_lowercase(),
            local: service.local().to_lowercase(),
            domain: service.domain().to_lowercase(),
        }
    }

    /// Returns true if a text in lower case contains our address, with or without a key.
    fn has_address(&self, lower: &str) -> bool {
        let service = format!("@{}", self.domain);
        lower.match_indices(&service).any(|(at, _)| {
            let local =
                lower[..at].rsplit(|c: char| c.is_whitespace() || "<([:\"'".contains(c)).next();
            local.is_some_and(|local| {
                local
                    .strip_prefix(&*self.local)
                    .is_some_and(|key| key.is_empty() || key.starts_with('+'))
            })
        })
    }

    /// Returns true if a text in lower case contains our address or our name as a word.
    fn is_named(&self, lower: &str) -> bool {
        self.has_name(lower) || self.has_address(lower)
    }

    /// Returns true if a text in lower case contains our name as a word.
    fn has_name(&self, lower: &str) -> bool {
        if self.name.is_empty() {
            return false;
        }
        lower.match_indices(&*self.name).any(|(start, name)| {
            let before = lower[..start].chars().next_back();
            let after = lower[start + name.len()..].chars().next();
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        })
    }

    /// Returns true if the header of a quoted message begins here: the fields of known languages,
    /// or, in any language, three lines that begin with a label, and name us.
    fn is_quoted_header(&self, lines: &[&str]) -> bool {
        let Some(first) = lines.first().filter(|line| label(line).is_some()) else { return false };
        let mut after = lines[1..].iter().filter(|line| !line.trim().is_empty()).take(2);
        if has_label(first, &SENDER_FIELDS)
            && (first.contains('@') || after.any(|line| has_label(line, &OTHER_FIELDS)))
        {
            return true;
        }
        let filled = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
        let mut labels = 0;
        let mut wrapped = 0;
        let mut is_named = false;
        for line in filled.take(8) {
            if label(line).is_some() && !begins_like_command(line) {
                labels += 1;
                wrapped = 0;
            } else if labels == 0 || wrapped > 0 {
                break;
            } else {
                // A long field is wrapped.
                wrapped += 1;
            }
            is_named |= self.is_named(&line.to_lowercase());
        }
        labels >= 3 && is_named
    }

    /// Returns the number of lines of an attribution (who wrote the quoted text, and when), if one
    /// begins here.
    fn attribution_length(&self, lines: &[&str]) -> Option<usize> {
        let mut all = String::new();
        for (index, line) in lines.iter().take(MAX_ATTRIBUTION_LINES).enumerate() {
            if line.trim().is_empty() {
                return None;
            }
            all.push_str(line.trim());
            all.push(' ');
            if all.len() > MAX_ATTRIBUTION_LENGTH {
                return None;
            }
            if self.is_attribution(all.trim_end()) {
                return (!begins_like_command(lines[0])).then_some(index + 1);
            }
            let is_wrapped = lines.get(index + 1).is_some_and(|next| is_wrapped(line, next));
            if !is_wrapped {
                return None;
            }
        }
        None
    }

    fn is_attribution(&self, words: &str) -> bool {
        let lower = words.to_lowercase();
        let Some(lower) = lower.strip_suffix([':', '：']) else { return false };
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
        // In any other language, an attribution contains our address, or our name and the year or
        // the time, or any address and one of these.
        let has_address =
            lower.split(|c: char| c.is_whitespace() || "<>()[]".contains(c)).any(|word| {
                word.split_once('@')
                    .is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'))
            });
        let has_digit = lower.contains(|c: char| c.is_ascii_digit());
        self.has_address(lower)
            || has_digit && self.is_named(lower)
            || has_address && has_digit && lower.contains(['<', '(', ','])
    }

    /// Removes the attribution of the quotation that begins below these lines. It ends with a colon
    /// or names us.
    fn remove_attribution(&self, own_lines: &mut Vec<&str>) {
        let Some(last) = own_lines.iter().rposition(|line| !line.trim().is_empty()) else { return };
        // One line may be empty between the two.
        if own_lines.len() - last > 2 {
            return;
        }
        let mut first = last;
        while first > 0
            && last - first < MAX_ATTRIBUTION_LINES - 1
            && is_wrapped(own_lines[first - 1], own_lines[first])
        {
            first -= 1;
        }
        while first < last && begins_like_command(own_lines[first]) {
            first += 1;
        }
        let words = own_lines[first..].join(" ").to_lowercase();
        let ends = words.trim_end().ends_with([':', '：']);
        if self.is_named(&words)
            && (ends || self.has_address(&words))
            && !begins_like_command(own_lines[first])
        {
            own_lines.truncate(first);
        }
    }
}

/// Returns true if a program may have wrapped a line before the next.
fn is_wrapped(line: &str, next: &str) -> bool {
    let word = next.split_whitespace().next().unwrap_or_default();
    !line.trim().is_empty() && line.trim().chars().count() + 1 + word.chars().count() > MIN_WRAPPED
}

/// Returns the label of a line such as `From: Ada` in lower case: up to three words before a colon.
fn label(line: &str) -> Option<String> {
    let line = line.trim().trim_start_matches('*');
    let (name, _) = line.split_once([':', '：'])?;
    let name = name.trim().trim_end_matches('*').trim().to_lowercase();
    let is_label = name.starts_with(char::is_alphabetic)
        && name.chars().count() <= 24
        && name.split_whitespace().count() <= 3
        && !name.contains(|c: char| c.is_ascii_digit() || "<>@,;\"".contains(c));
    is_label.then_some(name)
}

fn has_label(line: &str, names: &[&str]) -> bool {
    label(line).is_some_and(|label| names.contains(&&*label))
}

/// Endings of the names of files that programs attach.
const FILE_ENDINGS: [&str; 13] = [
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf", ".txt", ".ics", ".vcf", ".asc", ".p7s",
    ".zip", ".docx",
];

/// Returns the number of lines that stand for attachments, if there are such here:
/// `[image: map.png]`, `<fleet.pdf>`, or a list below a heading.
fn attachment_lines(lines: &[&str]) -> Option<usize> {
    const HEADINGS: [&str; 17] = [
        "attachment",
        "attachments",
        "allegato",
        "allegati",
        "anhang",
        "anhänge",
        "anlage",
        "anlagen",
        "pièce jointe",
        "pièces jointes",
        "adjunto",
        "adjuntos",
        "archivos adjuntos",
        "anexo",
        "anexos",
        "bijlage",
        "bijlagen",
    ];
    let first = lines.first()?.trim();
    let in_brackets = first.starts_with(['<', '[']) && first.ends_with(['>', ']']);
    if in_brackets && (names_file(first) || first.contains("cid:")) {
        return Some(1);
    }
    if !has_label(first, &HEADINGS) {
        return None;
    }
    let files = lines[1..].iter().take_while(|line| names_file(line) && !begins_like_command(line));
    Some(1 + files.count())
}

fn names_file(line: &str) -> bool {
    let lower = line.to_lowercase();
    FILE_ENDINGS.iter().any(|end| lower.contains(end))
}

/// Removes the paragraphs directly above a sentence of ours that begin with short phrases of our
/// mails, and the lines above the sentence in its own paragraph. A command ends them.
fn remove_its_beginning(own_lines: &mut Vec<&str>) {
    let mut is_of_same_paragraph = own_lines.last().is_some_and(|line| !line.is_empty());
    loop {
        let Some(last) = own_lines.iter().rposition(|line| !line.trim().is_empty()) else { return };
        let end = own_lines[..=last]
            .iter()
            .rposition(|line| line.trim().is_empty() || begins_like_command(line));
        let first = end.map_or(0, |end| end + 1);
        let is_ours =
            is_of_same_paragraph || own_lines[first..].iter().any(|line| own_text::may_begin(line));
        if first > last || !is_ours {
            return;
        }
        own_lines.truncate(first);
        is_of_same_paragraph = false;
    }
}

/// Removes the paragraphs at the end that forbid others to read the mail, or tell them not to
/// print it.
fn remove_disclaimers(own_lines: &mut Vec<&str>) {
    const SIGNS: [&str; 22] = [
        "confidential",
        "intended recipient",
        "intended only",
        "intended solely",
        "legally privileged",
        "if you have received this",
        "received this e-mail in error",
        "received this email in error",
        "unauthorised",
        "unauthorized",
        "before printing",
        "riservat",
        "confidenzial",
        "se avete ricevuto questo",
        "se ha ricevuto questo",
        "esclusivamente al destinatario",
        "vertraulich",
        "confidentiel",
        "destinataire",
        "confidencial",
        "destinatario",
        "vertrouwelijk",
    ];
    loop {
        let last = own_lines.iter().rposition(|line| !line.trim().is_empty());
        let Some(last) = last else { return };
        let first = own_lines[..last]
            .iter()
            .rposition(|line| line.trim().is_empty())
            .map_or(0, |blank| blank + 1);
        let paragraph = own_lines[first..=last].join(" ").to_lowercase();
        let is_disclaimer =
            paragraph.chars().count() >= 20 && SIGNS.iter().any(|sign| paragraph.contains(sign));
        if !is_disclaimer || own_lines[first..=last].iter().any(|line| begins_like_command(line)) {
            return;
        }
        own_lines.truncate(first);
    }
}

#[cfg(test)]
mod tests {
    fn strip(text: &str) -> String {
        super::strip(text, &"Broadside <play@play.example.org>".parse().unwrap())
    }

    #[test]
    fn quoted_text_is_left_out() {
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
    fn own_text_below_and_between_quotations_is_kept() {
        let text = "On 3 Aug 2026, Ben <ben@example.org> wrote:\n> your turn\n> now\n\nFIRE A5\n\n> and\n\nSAY hello\n-- \nAda\n";
        assert_eq!(strip(text), "\nFIRE A5\n\n\nSAY hello".trim_start_matches('\n'));
    }

    #[test]
    fn a_command_directly_above_a_quotation_counts() {
        let long = "FIRE A5 B6 C7 D8 E9, which is long enough to be wrapped by a program";
        for above in ["FIRE A5", "FUOCO A5", "SAY you wrote:", "**FIRE A5**", "Fire: C7", long] {
            for attribution in [
                "On 3 Aug 2026, Broadside <play+abc@play.example.org> wrote:",
                "On Mon, Aug 3, 2026 at 10:00 AM Broadside <\nplay+abcdefghijklmnopqrstuv@play.example.org> wrote:",
                "Il 03/08/26 10:00, Broadside ha scritto:",
                "Broadside kirjutas:",
                "Quoting Broadside <play@play.example.org>:",
                "Von: Broadside\nGesendet: Montag\nAn: Ada\nBetreff: Game 3",
            ] {
                assert_eq!(
                    strip(&format!("{above}\n{attribution}\n> FIRE B1")),
                    above,
                    "{attribution}"
                );
            }
        }
    }

    #[test]
    fn words_of_the_author_are_not_an_attribution() {
        for text in [
            "SAY here it is:\n> quoted",
            "SAY I asked Broadside\nand the others said:\n> quoted",
            "my list:\n> quoted",
            "Subject: help\nTo: you\nFIRE A5",
        ] {
            assert_eq!(strip(text), text.replace("\n> quoted", ""), "{text}");
        }
    }

    #[test]
    fn a_disclaimer_and_a_list_of_attachments_are_left_out() {
        let text = "FIRE A5\n\n[image: map.png]\n\nAttachments: map.png\n\nNote: this email is confidential.\n\nIf you have received this by mistake, delete it.";
        assert_eq!(strip(text), "FIRE A5");
        assert_eq!(strip("SAY this is confidential"), "SAY this is confidential");
    }

    #[test]
    fn commands_are_left_alone() {
        let text = "FIRE A5 B6\nSAY On Monday you wrote: nothing\n# a comment\n; another\nSET MAIL EACH\n\nEND";
        assert_eq!(strip(text), text);
        for line in [
            "DA: 3",
            "SAY from: me",
            "DIRECT CALL 3 -- softly",
            "NOTE A5 - B6",
            "SEND BOMBER R2 TO F7",
        ] {
            assert_eq!(strip(line), line);
        }
    }
}
