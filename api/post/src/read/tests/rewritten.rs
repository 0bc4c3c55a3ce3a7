//! Rewritten variants of the golden messages, as programs and languages write them that no rule was
//! made for: other attributions, other marks of quoted lines, other line lengths, other HTML,
//! another order of header fields.

/// Attributions in languages that no rule names, around the name and the address of the quoted
/// message.
const ATTRIBUTIONS: [(&str, &str); 10] = [
    ("Nhar it-Tnejn, 3 ta' Awwissu 2026 fl-10:00, ", " kiteb:"),
    ("Ar ddydd Llun, 3 Awst 2026 am 10:00, ", " ysgrifennodd:"),
    ("Vào Th 2, 3 thg 8, 2026 vào lúc 10:00 ", " đã viết:"),
    ("सोम, 3 अग॰ 2026 को 10:00 बजे ", " ने लिखा:"),
    ("2026년 8월 3일 (월) 오전 10:00, ", "님이 작성:"),
    ("ในวันที่ จ. 3 ส.ค. 2026 เวลา 10:00 ", " เขียนว่า:"),
    ("\u{200f}בתאריך יום ב׳, 3 באוג׳ 2026 ב-10:00 מאת ", "\u{200f}:"),
    ("Jumatatu, 3 Agosti 2026 saa 10:00 ", " aliandika:"),
    ("2026-08-03 10:00, ", ":"),
    ("", " idatzi du (2026-08-03):"),
];
/// Marks of quoted lines. The first is known to the rules.
const MARKS: [&str; 5] = [">", "   > ", "┃ ", "% ", "    "];
/// Elements around a quotation whose names no rule knows.
const QUOTE_ELEMENTS: [(&str, &str); 3] = [
    ("<blockquote class=\"zq1\" style=\"border-left:2px solid #ccc\">", "</blockquote>"),
    ("<div class=\"rply-hist\" style=\"border-left:1px solid blue;padding-left:1ex\">", "</div>"),
    ("<table class=\"w\"><tbody><tr><td width=8>&nbsp;</td><td>", "</td></tr></tbody></table>"),
];
/// Names of elements by which the rules recognize quotations, and a name that no rule knows.
const NAMES: [&str; 6] = [
    "gmail_attr",
    "gmail_extra",
    "moz-cite-prefix",
    "protonmail_quote",
    "yahoo_quoted",
    "divRplyFwdMsg",
];

/// Returns the variants of a message, each with a description.
pub(super) fn variants(raw: &[u8]) -> Vec<(String, Vec<u8>)> {
    let Ok(text) = std::str::from_utf8(raw) else { return Vec::new() };
    let text = text.replace("\r\n", "\n");
    let Some((head, body)) = text.split_once("\n\n") else { return Vec::new() };
    let mut variants = vec![("fields in another order".to_owned(), join(&reordered(head), body))];
    let lower = head.to_lowercase();
    let is_encoded =
        ["base64", "quoted-printable", "multipart/", "flowed", "charset=iso", "charset=utf-16"]
            .iter()
            .any(|word| lower.contains(word));
    if is_encoded {
        return variants;
    }
    if lower.contains("content-type: text/html") {
        variants.push(("HTML in other elements".to_owned(), join(head, &wrapped_html(body))));
        variants.push(("HTML with other names".to_owned(), join(head, &renamed_html(body))));
    } else if !lower.contains("content-type:") || lower.contains("content-type: text/plain") {
        variants.extend(text_variants(head, body));
    }
    variants
}

fn text_variants(head: &str, body: &str) -> Vec<(String, Vec<u8>)> {
    let mut variants = vec![("quoted lines are short".to_owned(), join(head, &rewrapped(body)))];
    for mark in &MARKS[1..] {
        variants
            .push((format!("quoted lines begin with `{mark}`"), join(head, &marked(body, mark))));
    }
    for (before, after) in ATTRIBUTIONS {
        if let Some(body) = attributed(body, before, after) {
            variants.push((format!("attribution `{before}…{after}`"), join(head, &body)));
        }
    }
    let plain = "content-type: text/plain";
    if let Some(at) = head.to_lowercase().find(plain) {
        let head = format!("{}Content-Type: text/html{}", &head[..at], &head[at + plain.len()..]);
        for element in QUOTE_ELEMENTS {
            variants.push((format!("HTML with {}", element.0), join(&head, &html(body, element))));
        }
    }
    variants
}

fn join(head: &str, body: &str) -> Vec<u8> {
    format!("{head}\n\n{body}").into_bytes()
}

/// Sorts the fields of a header by name, in descending order. Fields of the same name keep their
/// order.
fn reordered(head: &str) -> String {
    let mut fields: Vec<String> = Vec::new();
    for line in head.lines() {
        match fields.last_mut().filter(|_| line.starts_with([' ', '\t'])) {
            Some(field) => *field += &format!("\n{line}"),
            None => fields.push(line.to_owned()),
        }
    }
    // The line before the header of a mailbox file is no field.
    let first = usize::from(fields[0].starts_with("From "));
    fields[first..].sort_by_key(|field| {
        std::cmp::Reverse(field.split(':').next().unwrap_or_default().trim().to_lowercase())
    });
    fields.join("\n")
}

fn quoted(line: &str) -> Option<&str> {
    Some(line.strip_prefix('>')?.trim_start())
}

/// Begins quoted lines with another mark.
fn marked(body: &str, mark: &str) -> String {
    let lines = body.lines().map(|line| match quoted(line) {
        Some(words) => format!("{mark}{words}"),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Wraps quoted lines after 40 characters, each with its mark.
fn rewrapped(body: &str) -> String {
    let mut lines = Vec::new();
    for line in body.lines() {
        let Some(words) = quoted(line) else {
            lines.push(line.to_owned());
            continue;
        };
        let mut short = String::from(">");
        for word in words.split(' ') {
            if short.chars().count() + word.chars().count() > 40 {
                lines.push(std::mem::replace(&mut short, ">".to_owned()));
            }
            short.push(' ');
            short.push_str(word);
        }
        lines.push(short);
    }
    lines.join("\n")
}

/// Replaces the line above the first quoted line, if that line contains the address of the service.
fn attributed(body: &str, before: &str, after: &str) -> Option<String> {
    let mut lines: Vec<&str> = body.lines().collect();
    let first = lines.iter().position(|line| quoted(line).is_some())?;
    let at = lines[..first].iter().rposition(|line| !line.trim().is_empty())?;
    let name = "Broadside <play+k3y5abcdefghijklmnopqrstuv@play.example.org>";
    lines[at].contains('@').then_some(())?;
    let line = format!("{before}{name}{after}");
    lines[at] = &line;
    Some(lines.join("\n"))
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns a text as HTML, with its quoted lines in an element.
fn html(body: &str, (start_tag, end_tag): (&str, &str)) -> String {
    let mut page = String::from("<html><head><style>p{margin:0}</style></head><body><section>");
    let mut within = false;
    for line in body.lines() {
        // A line directly below a quoted one belongs to it.
        let words = quoted(line).or((within && !line.trim().is_empty()).then_some(line));
        if words.is_some() != within {
            page += if within { end_tag } else { start_tag };
            within = !within;
        }
        page += &format!(
            "<p class=\"x\"><span lang=EN>{}</span></p>\n",
            escaped(words.unwrap_or(line))
        );
    }
    if within {
        page += end_tag;
    }
    page + "</section></body></html>"
}

fn wrapped_html(body: &str) -> String {
    format!(
        "<!DOCTYPE html><html><head><title>RESIGN</title></head><body><table role=presentation><tbody><tr><td>\
         <font face=\"Arial\"><div id=\"editor-root\">{body}</div></font></td></tr></tbody></table></body></html>"
    )
}

/// Replaces the names by which the rules recognize quotations.
fn renamed_html(body: &str) -> String {
    NAMES.iter().fold(body.to_owned(), |body, name| body.replace(name, "qz1"))
}
