//! Renders a mail as HTML. The HTML is simple, so that it works in limited mail clients and in dark mode.

use super::{Block, MailDocument, SuggestedCommand};

const BODY_STYLE: &str = "margin:0 auto;padding:16px;max-width:640px;font-family:Georgia,'Times New Roman',serif;font-size:17px;\
                    line-height:1.45";
const PRE_STYLE: &str = "font-family:Menlo,Consolas,'Liberation Mono',monospace;font-size:14px;line-height:1.25;margin:0 0 16px;\
                   overflow-x:auto";
const MAP_STYLE: &str = "display:inline-block;vertical-align:top;max-width:100%;margin:0 28px 0 0";
const LEGEND_STYLE: &str =
    "font-family:Menlo,Consolas,'Liberation Mono',monospace;font-size:13px;margin:0 0 16px";
const LEGEND_ENTRY_STYLE: &str = "display:inline-block;margin-right:18px";
const CODE_STYLE: &str =
    "font-family:Menlo,Consolas,'Liberation Mono',monospace;font-size:15px;white-space:nowrap";
const LONG_CODE_STYLE: &str =
    "font-family:Menlo,Consolas,'Liberation Mono',monospace;font-size:15px;overflow-wrap:anywhere";
const FOOTER_STYLE: &str =
    "color:#767676;font-size:14px;border-top:1px solid #c8c8c8;margin-top:24px;padding-top:12px";
const BUTTON_STYLE: &str = "display:inline-block;padding:10px 18px;background:#173f5f;color:#ffffff;text-decoration:none;\
                      border-radius:4px;font-family:Helvetica,Arial,sans-serif;font-size:16px";

/// Renders the mail as HTML.
pub(super) fn render_html(letter: &MailDocument) -> String {
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n</head>\n<body style=\"{BODY_STYLE}\">\n",
        letter.lang.code(),
        escape(&letter.subject)
    );
    for block in &letter.blocks {
        render_block(&mut html, block);
    }
    html.push_str(&format!("<div style=\"{FOOTER_STYLE}\">\n"));
    for block in &letter.foot {
        render_block(&mut html, block);
    }
    html.push_str("</div>\n</body>\n</html>\n");
    html
}

fn render_block(html: &mut String, block: &Block) {
    match block {
        Block::Title(title) => {
            html.push_str(&format!(
                "<h2 style=\"font-size:20px;margin:24px 0 12px\">{}</h2>\n",
                escape(title)
            ));
        }
        Block::Text(words) => {
            html.push_str(&format!(
                "<p style=\"margin:0 0 16px\">{}</p>\n",
                escape(words).replace('\n', "<br>\n")
            ));
        }
        Block::List(items) => {
            // Long words such as hashes must wrap on a phone.
            html.push_str("<ul style=\"margin:0 0 16px;padding-left:22px;overflow-wrap:anywhere\">\n");
            for item in items {
                html.push_str(&format!("<li>{}</li>\n", escape(item).replace('\n', "<br>\n")));
            }
            html.push_str("</ul>\n");
        }
        Block::Lines(lines) => {
            html.push_str(&format!("<pre style=\"{PRE_STYLE}\">{}</pre>\n", escape(&lines.join("\n"))));
        }
        Block::Maps { maps, signs } => {
            // Maps stand below each other if the screen is too narrow, as on a phone. Wider ones can be scrolled.
            html.push_str("<div>\n");
            for map in maps {
                html.push_str(&format!(
                    "<div style=\"{MAP_STYLE}\"><pre style=\"{PRE_STYLE}\">{}</pre></div>\n",
                    escape(&map.join("\n"))
                ));
            }
            html.push_str("</div>\n");
            html.push_str(&format!("<p style=\"{LEGEND_STYLE}\">\n"));
            for sign in signs {
                html.push_str(&format!("<span style=\"{LEGEND_ENTRY_STYLE}\">{}</span>\n", escape(sign)));
            }
            html.push_str("</p>\n");
        }
        Block::Commands(offers) if !offers.iter().all(is_short) => {
            html.push_str("<div style=\"margin:0 0 16px\">\n");
            offers.iter().for_each(|offer| render_long_command(html, offer));
            html.push_str("</div>\n");
        }
        Block::Commands(offers) => {
            html.push_str("<table role=\"presentation\" style=\"border-spacing:0;margin:0 0 16px\">\n");
            offers.iter().for_each(|offer| render_command(html, offer));
            html.push_str("</table>\n");
        }
        Block::Link { url, label, main: true } => {
            html.push_str(&format!(
                "<p style=\"margin:0 0 16px\"><a style=\"{BUTTON_STYLE}\" href=\"{}\">{}</a></p>\n",
                escape(url),
                escape(label)
            ));
        }
        Block::Link { url, label, main: false } => {
            html.push_str(&format!(
                "<p style=\"margin:0 0 16px\"><a href=\"{}\" style=\"color:inherit\">{}</a></p>\n",
                escape(url),
                escape(label)
            ));
        }
    }
}

/// Returns true if a phone has room for the command and its description on one line.
fn is_short(offer: &SuggestedCommand) -> bool {
    const SHORT: usize = 18;
    offer.lines.iter().all(|line| line.chars().count() <= SHORT)
}

/// Renders a command with its description below it.
fn render_long_command(html: &mut String, offer: &SuggestedCommand) {
    let does = match offer.does.is_empty() {
        true => String::new(),
        false => format!("<div style=\"padding-left:22px\">{}</div>", escape(&offer.does)),
    };
    html.push_str(&format!(
        "<div style=\"margin:0 0 8px\">{}{does}</div>\n",
        render_command_lines(offer, LONG_CODE_STYLE)
    ));
}

/// Renders the lines of a command, as a link if the reply address is known.
fn render_command_lines(SuggestedCommand { lines, to, .. }: &SuggestedCommand, style: &str) -> String {
    let shown = lines.iter().map(|line| escape(line)).collect::<Vec<_>>().join("<br>");
    let shown = format!("<span style=\"{style}\">{shown}</span>");
    match to.is_empty() {
        true => shown,
        false => {
            format!("<a href=\"{}\" style=\"color:inherit\">{shown}</a>", escape(&mailto_url(to, lines)))
        }
    }
}

fn render_command(html: &mut String, offer: &SuggestedCommand) {
    let shown = render_command_lines(offer, CODE_STYLE);
    html.push_str(&format!(
        "<tr><td style=\"padding:3px 24px 3px 0;vertical-align:top\">{shown}</td><td style=\"padding:3px 0;vertical-align:top\">{}</td></tr>\n",
        escape(&offer.does)
    ));
}

/// Returns a `mailto:` URL for a new mail with these lines.
fn mailto_url(to: &str, lines: &[String]) -> String {
    let body = lines.join("\r\n");
    // Form encoding writes a space as `+`, but in a `mailto:` URL a plus sign is a literal plus.
    let encoded: String = url::form_urlencoded::byte_serialize(body.as_bytes()).collect();
    format!("mailto:{}?body={}", to.replace('+', "%2B"), encoded.replace('+', "%20"))
}

/// Escapes text for HTML.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use broadside_i18n::Lang;

    use super::*;

    #[test]
    fn what_players_write_is_no_html() {
        let evil = "<script>alert('x')</script> & \"so on\"";
        let offer = SuggestedCommand {
            lines: vec![evil.to_owned()],
            does: evil.to_owned(),
            to: "play+k@example.org".to_owned(),
        };
        let letter = MailDocument {
            lang: Lang::It,
            subject: evil.to_owned(),
            blocks: vec![
                Block::Title(evil.to_owned()),
                Block::Text(evil.to_owned()),
                Block::List(vec![evil.to_owned()]),
                Block::Lines(vec![evil.to_owned()]),
                Block::Commands(vec![offer]),
                Block::Link { url: evil.to_owned(), label: evil.to_owned(), main: true },
            ],
            foot: vec![Block::Link { url: evil.to_owned(), label: evil.to_owned(), main: false }],
        };
        let html = render_html(&letter);
        assert!(!html.contains("<script") && !html.contains("alert('"), "{html}");
        assert!(html.contains("mailto:play%2Bk@example.org?body=%3Cscript"), "{html}");
        assert!(html.contains("lang=\"it\""));
    }
}
