//! Renders a mail as HTML. The HTML is simple, so that it works in limited mail clients and in dark
//! mode.

use super::maps::LAND;
use super::{Block, MailDocument, SuggestedCommand};

const BODY_STYLE: &str = "margin:0 auto;padding:16px;max-width:640px;font-family:Georgia,'Times New Roman',serif;font-size:17px;\
                    line-height:1.45;overflow-wrap:break-word";
const PRE_STYLE: &str = "font-family:Menlo,Consolas,'Liberation Mono',monospace;font-size:14px;line-height:1.25;margin:0 0 16px;\
                   word-spacing:normal;overflow-x:auto";
const MAP_STYLE: &str = "display:inline-block;vertical-align:top;max-width:100%";
/// The space between two maps is that between words: it takes no room at the end of a line.
const MAPS_STYLE: &str = "word-spacing:24px";
const LEGEND_STYLE: &str =
    "font-family:Menlo,Consolas,'Liberation Mono',monospace;font-size:13px;margin:0 0 16px";
const LEGEND_ENTRY_STYLE: &str = "display:inline-block;margin-right:18px";
const CODE_STYLE: &str =
    "font-family:Menlo,Consolas,'Liberation Mono',monospace;font-size:15px;white-space:nowrap";
const LONG_CODE_STYLE: &str =
    "font-family:Menlo,Consolas,'Liberation Mono',monospace;font-size:15px;overflow-wrap:anywhere";
/// A click selects all of the code, and nothing else, even if it is wrapped.
const COPIED_STYLE: &str = "-webkit-user-select:all;user-select:all";
/// The colour is that of the text: no grey has enough contrast on white and on the black of every
/// mail program.
const FOOTER_STYLE: &str =
    "font-size:14px;border-top:1px solid #808080;margin-top:24px;padding-top:12px";
/// Translucent, so that the text keeps its contrast on white and on black.
const LAND_STYLE: &str = "background:rgba(128,128,128,.3)";
const BUTTON_STYLE: &str = "display:inline-block;padding:10px 18px;background:#173f5f;color:#ffffff;text-decoration:none;\
                      border-radius:4px;font-family:Helvetica,Arial,sans-serif;font-size:16px";

pub(super) fn render_html(document: &MailDocument) -> String {
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n</head>\n<body style=\"{BODY_STYLE}\">\n",
        document.lang.code(),
        escape(&document.subject)
    );
    for block in &document.blocks {
        render_block(&mut html, block);
    }
    html.push_str(&format!("<div style=\"{FOOTER_STYLE}\">\n"));
    for block in &document.foot {
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
            html.push_str(
                "<ul style=\"margin:0 0 16px;padding-left:22px;overflow-wrap:anywhere\">\n",
            );
            for item in items {
                html.push_str(&format!("<li>{}</li>\n", escape(item).replace('\n', "<br>\n")));
            }
            html.push_str("</ul>\n");
        }
        Block::Lines(lines) => {
            html.push_str(&format!(
                "<pre style=\"{PRE_STYLE}\">{}</pre>\n",
                escape(&lines.join("\n"))
            ));
        }
        Block::Code(lines) => {
            html.push_str("<div style=\"margin:0 0 16px\">\n");
            for line in lines {
                html.push_str(&format!(
                    "<div style=\"margin:0 0 4px;{LONG_CODE_STYLE};{COPIED_STYLE}\">{}</div>\n",
                    escape(line)
                ));
            }
            html.push_str("</div>\n");
        }
        Block::Maps { maps, signs } => {
            // Maps stand below each other if the screen is too narrow, as on a phone. Wider ones
            // can be scrolled.
            html.push_str(&format!("<div style=\"{MAPS_STYLE}\">\n"));
            for map in maps {
                html.push_str(&format!(
                    "<div style=\"{MAP_STYLE}\"><pre style=\"{PRE_STYLE}\">{}</pre></div>\n",
                    shade_land(&map.join("\n"))
                ));
            }
            html.push_str("</div>\n");
            html.push_str(&format!("<p style=\"{LEGEND_STYLE}\">\n"));
            for sign in signs {
                html.push_str(&format!(
                    "<span style=\"{LEGEND_ENTRY_STYLE}\">{}</span>\n",
                    escape(sign)
                ));
            }
            html.push_str("</p>\n");
        }
        Block::Commands(offers) if !offers.iter().all(is_short) => {
            html.push_str("<div style=\"margin:0 0 16px\">\n");
            offers.iter().for_each(|offer| render_long_command(html, offer));
            html.push_str("</div>\n");
        }
        Block::Commands(offers) => {
            html.push_str(
                "<table role=\"presentation\" style=\"border-spacing:0;margin:0 0 16px\">\n",
            );
            offers.iter().for_each(|offer| render_command(html, offer));
            html.push_str("</table>\n");
        }
        Block::Address(address) => {
            html.push_str(&format!(
                "<p style=\"margin:0 0 16px;overflow-wrap:anywhere\"><a href=\"{}\" style=\"color:inherit\">{}</a></p>\n",
                escape(&mailto_url(address, &[])),
                escape(address)
            ));
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

/// Escapes a map, with the land on a darker background.
fn shade_land(map: &str) -> String {
    let mut html = String::new();
    for (n, part) in split_runs(map).into_iter().enumerate() {
        // Every second part is land.
        match n % 2 {
            0 => html.push_str(&escape(part)),
            _ => html.push_str(&format!("<span style=\"{LAND_STYLE}\">{}</span>", escape(part))),
        }
    }
    html
}

/// Splits a map into the text before the first run of land, that run, the text after it, and so on.
/// A run includes the spaces between its squares.
fn split_runs(map: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = map;
    while let Some(start) = rest.find(LAND) {
        let (before, run) = rest.split_at(start);
        let length = run.find(|c| c != LAND && c != ' ').unwrap_or(run.len());
        let run = run[..length].trim_end();
        parts.extend([before, run]);
        rest = &rest[start + run.len()..];
    }
    parts.push(rest);
    parts
}

/// Returns true if a phone has room for the command and its description on one line.
fn is_short(offer: &SuggestedCommand) -> bool {
    const SHORT: usize = 18;
    offer.lines.iter().all(|line| line.chars().count() <= SHORT)
}

/// Renders a command with its description below it.
fn render_long_command(html: &mut String, offer: &SuggestedCommand) {
    let does = if offer.does.is_empty() {
        String::new()
    } else {
        format!("<div style=\"padding-left:22px\">{}</div>", escape(&offer.does))
    };
    html.push_str(&format!(
        "<div style=\"margin:0 0 8px\">{}{does}</div>\n",
        render_command_lines(offer, LONG_CODE_STYLE)
    ));
}

/// Renders the lines of a command, as a link if the reply address is known.
fn render_command_lines(
    SuggestedCommand { lines, to, .. }: &SuggestedCommand,
    style: &str,
) -> String {
    let shown = lines.iter().map(|line| escape(line)).collect::<Vec<_>>().join("<br>");
    let shown = format!("<span style=\"{style}\">{shown}</span>");
    if to.is_empty() {
        return shown;
    }
    format!("<a href=\"{}\" style=\"color:inherit\">{shown}</a>", escape(&mailto_url(to, lines)))
}

fn render_command(html: &mut String, offer: &SuggestedCommand) {
    let shown = render_command_lines(offer, CODE_STYLE);
    html.push_str(&format!(
        "<tr><td style=\"padding:3px 24px 3px 0;vertical-align:top\">{shown}</td><td style=\"padding:3px 0;vertical-align:top;overflow-wrap:anywhere;hyphens:auto\">{}</td></tr>\n",
        escape(&offer.does)
    ));
}

/// Returns a `mailto:` URL for a new mail with these lines, if any.
fn mailto_url(to: &str, lines: &[String]) -> String {
    let body = lines.join("\r\n");
    // Form encoding writes a space as `+`, but in a `mailto:` URL a plus sign is a literal plus.
    let encoded: String = url::form_urlencoded::byte_serialize(body.as_bytes()).collect();
    let query = if body.is_empty() {
        String::new()
    } else {
        format!("?body={}", encoded.replace('+', "%20"))
    };
    format!("mailto:{}{query}", to.replace('+', "%2B"))
}

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
    fn land_is_shaded_and_the_rest_of_a_map_is_not() {
        let shaded = shade_land(" 1 . ^ ^ X ^\n 2 ^ <");
        let [long, single] =
            ["^ ^", "^"].map(|run| format!("<span style=\"{LAND_STYLE}\">{run}</span>"));
        assert_eq!(shaded, format!(" 1 . {long} X {single}\n 2 {single} &lt;"));
        assert_eq!(shade_land("1 . # ."), "1 . # .");
    }

    #[test]
    fn text_of_players_is_escaped() {
        let evil = "<script>alert('x')</script> & \"so on\"";
        let offer = SuggestedCommand {
            lines: vec![evil.to_owned()],
            does: evil.to_owned(),
            to: "play+k@example.org".to_owned(),
        };
        let document = MailDocument {
            lang: Lang::It,
            subject: evil.to_owned(),
            blocks: vec![
                Block::Title(evil.to_owned()),
                Block::Text(evil.to_owned()),
                Block::List(vec![evil.to_owned()]),
                Block::Lines(vec![evil.to_owned()]),
                Block::Code(vec![evil.to_owned()]),
                Block::Maps { maps: vec![vec![evil.to_owned()]], signs: vec![evil.to_owned()] },
                Block::Commands(vec![offer]),
                Block::Address("play+k@example.org\"><b>".to_owned()),
                Block::Link { url: evil.to_owned(), label: evil.to_owned(), main: true },
            ],
            foot: vec![Block::Link { url: evil.to_owned(), label: evil.to_owned(), main: false }],
        };
        let html = render_html(&document);
        assert!(!html.contains("<script") && !html.contains("alert('"), "{html}");
        assert!(html.contains("mailto:play%2Bk@example.org?body=%3Cscript"), "{html}");
        assert!(html.contains("mailto:play%2Bk@example.org&quot;&gt;&lt;b&gt;\""), "{html}");
        assert!(html.contains("lang=\"it\""));
    }
}
