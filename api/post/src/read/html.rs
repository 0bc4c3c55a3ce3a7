//! Converts HTML to text, with line breaks where a reader sees them, and `>` before quoted lines.
//!
//! The converter of `mail-parser` breaks lines only at `br` and `p`, and does not handle
//! quotations. So only its entity decoder is used, and tags are parsed here. Parsing takes a single
//! pass over any input: a tag that does not end ends the text.

use mail_parser::decoders::html::add_html_token;

/// Elements that begin and end lines.
const BLOCK_ELEMENTS: [&str; 31] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "li",
    "main",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "tr",
    "ul",
];
/// Elements with invisible content.
const INVISIBLE_ELEMENTS: [&str; 8] =
    ["head", "noscript", "script", "style", "template", "textarea", "title", "select"];
/// Elements that are struck out.
const STRUCK_ELEMENTS: [&str; 3] = ["s", "strike", "del"];
/// Elements without content, and so without an end tag.
const VOID_ELEMENTS: [&str; 10] =
    ["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"];
/// Names that mail programs give to the element before or around an older message. Everything from
/// there on is not the author's own text.
const QUOTE_MARKERS: [&str; 8] = [
    "appendonsend",
    "divrplyfwdmsg",
    "divtagdefaultwrapper_quote",
    "mail-editor-reference-message-container",
    "moz-forward-container",
    "ms-outlook-mobile-reference-message",
    "olk_src_body_section",
    "outlookmessageheader",
];
/// Names that mail programs give to the element that contains an older message, its attribution, or
/// a signature. The author may write below it.
const QUOTE_CONTAINERS: [&str; 13] = [
    "applemailsignature",
    "gmail_attr",
    "gmail_extra",
    "gmail_signature",
    "messagereplysection",
    "moz-cite-prefix",
    "moz-signature",
    "ms-outlook-mobile-signature",
    "protonmail_quote",
    "protonmail_signature_block",
    "signature",
    "tutanota_quote",
    "yahoo_quoted",
];
/// Name of Gmail's element around the attribution, the quotation, and what the author writes below
/// the quotation.
const GMAIL_QUOTE: &str = "gmail_quote";
/// Maximum number of bytes between the beginning of Gmail's element and the quotation.
const MAX_ATTRIBUTION: usize = 4_000;
/// Maximum quote depth that is marked.
const MAX_QUOTE_DEPTH: usize = 5;

/// Text of a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HtmlText {
    /// Text as a reader sees it.
    pub(super) text: String,
    /// True if the author's own text contains struck-out or hidden words. The plain-text
    /// alternative may show them.
    pub(super) struck: bool,
}

/// Converts a page to text.
pub(super) fn to_text(page: &str) -> HtmlText {
    let mut struck = false;
    let text = extract_text(page, &mut struck);
    HtmlText { text, struck }
}

fn extract_text(page: &str, struck: &mut bool) -> String {
    let mut writer = TextWriter::default();
    let mut rest = page;
    // Element with invisible content, until its end tag.
    let mut hidden: Option<HiddenElement> = None;
    while let Some(at) = rest.find('<') {
        let (words, tag) = rest.split_at(at);
        match &hidden {
            None => writer.push_words(words),
            Some(hidden) => *struck |= hidden.struck && writer.quoted == 0 && has_words(words),
        }
        if tag.starts_with("<!--") {
            let Some(end) = tag.find("-->") else { return writer.finish() };
            rest = &tag[end + 3..];
            continue;
        }
        // Not a tag, as in `3 < 4`.
        if !tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c)) {
            if hidden.is_none() {
                writer.push_words("<");
            }
            rest = &tag[1..];
            continue;
        }
        let Some(end) = end_of_tag(tag) else { return writer.finish() };
        let inner = &tag[1..end];
        rest = &tag[end + 1..];
        let (is_end, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
        let name = inner
            .split(|c: char| c.is_whitespace() || c == '/')
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let is_start = !is_end && !inner.ends_with('/') && !VOID_ELEMENTS.contains(&&*name);
        if let Some(element) = &mut hidden {
            if name == element.name {
                element.depth =
                    if is_end { element.depth - 1 } else { element.depth + usize::from(is_start) };
            }
            hidden = hidden.filter(|element| element.depth > 0);
            continue;
        }
        let is_invisible = INVISIBLE_ELEMENTS.contains(&&*name);
        let is_struck = STRUCK_ELEMENTS.contains(&&*name) || is_hidden(inner);
        if is_start && (is_invisible || is_struck) {
            hidden = Some(HiddenElement { name, depth: 1, struck: !is_invisible });
            continue;
        }
        if is_invisible {
            continue;
        }
        if !is_end && has_name(inner, &QUOTE_MARKERS) {
            writer.end_line();
            return writer.finish();
        }
        let is_container = has_name(inner, &QUOTE_CONTAINERS)
            // A forwarded message stands in the element without a quotation.
            || name != "blockquote" && has_name(inner, &[GMAIL_QUOTE]) && !quotes_directly(rest);
        if is_start && is_container {
            // An empty line separates what is left out from the text below it.
            writer.end_line();
            writer.all.push('\n');
            hidden = Some(HiddenElement { name, depth: 1, struck: false });
            continue;
        }
        writer.push_tag(&name, is_end);
    }
    match &hidden {
        None => writer.push_words(rest),
        Some(hidden) => *struck |= hidden.struck && writer.quoted == 0 && has_words(rest),
    }
    writer.finish()
}

/// Element whose content is not shown.
struct HiddenElement {
    name: String,
    /// Number of open elements with this name.
    depth: usize,
    /// True if a person may have written its words: they are struck out, or hidden.
    struck: bool,
}

/// Returns true if a tag hides its content.
fn is_hidden(tag: &str) -> bool {
    const HIDING_STYLES: [&str; 6] = [
        "display:none",
        "visibility:hidden",
        "line-through",
        "mso-hide:all",
        "font-size:0;",
        "font-size:0px",
    ];
    let tag = tag.to_lowercase();
    let style: String = attribute(&tag, "style").unwrap_or_default().split_whitespace().collect();
    let has_attribute =
        tag.split_whitespace().skip(1).any(|word| word == "hidden" || word.starts_with("hidden="));
    has_attribute || HIDING_STYLES.iter().any(|hiding| style.contains(hiding))
}

/// Returns true if the words contain more than white space and punctuation.
fn has_words(words: &str) -> bool {
    let words = words.replace("&nbsp;", " ").replace("&#8203;", "").replace("&zwnj;", "");
    words.chars().any(|c| c.is_alphanumeric())
}

/// Returns the value of an attribute of a tag, which must be in lower case.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let at = tag.find(&format!(" {name}="))?;
    let value = &tag[at + name.len() + 2..];
    let mark = value.chars().next().filter(|mark| "\"'".contains(*mark));
    Some(match mark {
        Some(mark) => value[1..].split(mark).next().unwrap_or_default(),
        None => value.split_whitespace().next().unwrap_or_default(),
    })
}

/// Returns the position of the end of a tag. A `>` in a quoted attribute value does not end it.
fn end_of_tag(tag: &str) -> Option<usize> {
    let mut within = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (within, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => within = Some(byte),
            (Some(mark), byte) if mark == byte => within = None,
            _ => {}
        }
    }
    None
}

/// Returns true if the content of an element begins with a quotation, or with an attribution that a
/// quotation follows. An attribution between dashes introduces a forwarded message.
fn quotes_directly(content: &str) -> bool {
    let end = content
        .char_indices()
        .map(|(at, _)| at)
        .take_while(|at| *at <= MAX_ATTRIBUTION)
        .last()
        .unwrap_or(0);
    let content = &content[..end];
    let Some(quotation) = content.find("<blockquote") else { return false };
    let mut text = String::new();
    for part in content[..quotation].split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, words)| words));
    }
    let text = text.trim();
    !text.contains("---") && (text.is_empty() || text.ends_with([':', '：']))
}

/// Returns true if the class, id or name of a tag is one of these.
fn has_name(tag: &str, names: &[&str]) -> bool {
    let tag = tag.to_lowercase();
    let values = ["class", "id", "name"].iter().filter_map(|name| attribute(&tag, name));
    // Outlook adds the prefix `x_` to existing names.
    values
        .flat_map(str::split_whitespace)
        .map(|name| name.trim_start_matches("x_"))
        .any(|name| names.contains(&name))
}

/// Text under construction.
#[derive(Default)]
struct TextWriter {
    all: String,
    /// Current line.
    line: String,
    /// True if a space is needed before the next word.
    space: bool,
    quoted: usize,
    preformatted: usize,
}

impl TextWriter {
    fn push_words(&mut self, words: &str) {
        if self.preformatted > 0 {
            for (count, line) in words.split('\n').enumerate() {
                if count > 0 {
                    self.break_line();
                }
                push_decoded(line.trim_end_matches('\r'), &mut self.line);
            }
            return;
        }
        for (count, word) in words.split([' ', '\t', '\n', '\r', '\u{c}']).enumerate() {
            self.space |= count > 0;
            if word.is_empty() {
                continue;
            }
            if std::mem::take(&mut self.space) && !self.line.is_empty() {
                self.line.push(' ');
            }
            push_decoded(word, &mut self.line);
        }
    }

    fn push_tag(&mut self, name: &str, closes: bool) {
        match name {
            "br" => self.break_line(),
            // A signature or a quoted message follows a rule.
            "hr" => {
                self.end_line();
                self.line.push_str("_____");
                self.end_line();
            }
            "td" | "th" => self.space = true,
            _ if BLOCK_ELEMENTS.contains(&name) => {
                self.end_line();
                match name {
                    "blockquote" => {
                        self.quoted = change_depth(self.quoted, closes);
                        // An empty line separates a quotation from the text below it.
                        if closes && self.quoted == 0 {
                            self.all.push('\n');
                        }
                    }
                    "pre" => self.preformatted = change_depth(self.preformatted, closes),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Begins a new line, unless the current line is empty.
    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.break_line();
        }
        self.space = false;
    }

    fn break_line(&mut self) {
        let depth = self.quoted.min(MAX_QUOTE_DEPTH);
        self.all.extend(std::iter::repeat_n('>', depth));
        if depth > 0 {
            self.all.push(' ');
        }
        self.all.push_str(&self.line);
        self.all.push('\n');
        self.line.clear();
        self.space = false;
    }

    fn finish(mut self) -> String {
        self.end_line();
        self.all
    }
}

/// Returns the depth after the tag of an element.
fn change_depth(depth: usize, closes: bool) -> usize {
    if closes { depth.saturating_sub(1) } else { depth + 1 }
}

/// Appends words with their entities decoded.
fn push_decoded(words: &str, to: &mut String) {
    let mut rest = words;
    while let Some(at) = rest.find('&') {
        to.push_str(&rest[..at]);
        rest = &rest[at..];
        // The name has letters and digits, and no entity name is longer than this.
        let name = rest.bytes().skip(1).take(40);
        let end = 1 + name.take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
        match Some(end).filter(|end| rest.as_bytes().get(*end) == Some(&b';')) {
            Some(end) => {
                add_html_token(to, &rest.as_bytes()[..=end], false);
                rest = &rest[end + 1..];
            }
            None => {
                to.push('&');
                rest = &rest[1..];
            }
        }
    }
    to.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::{HtmlText, to_text};

    fn text(html: &str) -> String {
        to_text(html).text
    }

    #[test]
    fn lines_break_where_a_reader_sees_them_break() {
        let cases = [
            ("<div>FIRE A5</div><div>ROLL</div>", "FIRE A5\nROLL\n"),
            ("<p>FIRE\n  A5</p>\n<p>ROLL</p>", "FIRE A5\nROLL\n"),
            ("FIRE A5<br>ROLL<br/>\nEND", "FIRE A5\nROLL\nEND\n"),
            ("<ul><li>FIRE A5<li>ROLL</ul>", "FIRE A5\nROLL\n"),
            (
                "<table><tr><td>FIRE</td><td>A5</td></tr><tr><td>ROLL</td></tr></table>",
                "FIRE A5\nROLL\n",
            ),
            ("<pre>FIRE A5\n  ROLL</pre>", "FIRE A5\n  ROLL\n"),
            (
                "F<b>IR</b>E&nbsp;<span>A5</span> &lt; &amp; &#65; &hmm; & co",
                "FIRE\u{a0}A5 < & A &hmm; & co\n",
            ),
            (
                "<head><style>p {}</style><title>x</title></head><!-- ROLL --><body>A &lt;b</body>",
                "A <b\n",
            ),
            ("3 < 4 <a href='x>y' title=\"a>b\">z</a>", "3 < 4 z\n"),
            ("A<script>ROLL</script>B", "AB\n"),
            ("<div><br></div><div>A</div>", "\nA\n"),
            ("A <unknown>B</unknown> <div", "A B\n"),
        ];
        for (page, expected) in cases {
            assert_eq!(text(page), expected, "{page}");
        }
    }

    #[test]
    fn quotations_are_marked_or_left_out() {
        let cases = [
            ("A<blockquote>B<div>C</div></blockquote>D", "A\n> B\n> C\n\nD\n"),
            ("A<blockquote>B<blockquote>C</blockquote></blockquote>", "A\n> B\n>> C\n\n"),
            ("A<div class=\"gmail_quote gmail_quote_container\">B</div>C", "A\n\nC\n"),
            ("A<div dir=ltr id='x_divRplyFwdMsg'>B</div>C", "A\n"),
            ("A<div id=Signature>B</div>", "A\n\n"),
            // Below a quotation, as each program builds it.
            (
                "<div class=gmail_quote><div class=gmail_attr>On, B wrote:</div><blockquote>B</blockquote><div>C</div></div>",
                "\n> B\n\nC\n",
            ),
            (
                "<div class=gmail_quote><div class=gmail_attr>---- Forwarded ----<br>From: B</div>B<blockquote>B</blockquote>B</div>",
                "\n",
            ),
            ("<div class=yahoo_quoted><div>B</div><div>B</div></div><div>C</div>", "\nC\n"),
            (
                "<div class=moz-cite-prefix>On, B wrote:</div><blockquote>B</blockquote><p>C</p>",
                "\n> B\n\nC\n",
            ),
            ("A<hr>B", "A\n_____\nB\n"),
        ];
        for (page, expected) in cases {
            assert_eq!(text(page), expected, "{page}");
        }
    }
    #[test]
    fn struck_out_text_is_left_out_and_reported() {
        let cases = [
            ("FIRE A5<br><s>RESIGN</s>", "FIRE A5\n", true),
            ("<div>FIRE A5</div><div><strike><b>RESIGN</b></strike></div>", "FIRE A5\n", true),
            ("<del>RESIGN</del><ins>FIRE A5</ins>", "FIRE A5\n", true),
            ("<span style=\"text-decoration: Line-Through\">RESIGN</span> ROLL", "ROLL\n", true),
            ("<div style='display:none'><div>RESIGN</div> PASS</div>ROLL", "ROLL\n", true),
            ("<p hidden>RESIGN</p>ROLL", "ROLL\n", true),
            ("<span style=\"display:none\">&nbsp; </span><img hidden>ROLL", "ROLL\n", false),
            ("<small>ROLL</small><script>RESIGN</script>", "ROLL\n", false),
            ("ROLL<blockquote><s>RESIGN</s></blockquote>", "ROLL\n", false),
            ("ROLL<div class=gmail_quote><s>RESIGN</s></div>", "ROLL\n", false),
            ("ROLL<s>RESIGN", "ROLL\n", true),
        ];
        for (html, expected, struck) in cases {
            let HtmlText { text, struck: is } = to_text(html);
            assert_eq!((text.trim_end(), is), (expected.trim_end(), struck), "{html}");
        }
    }
}
