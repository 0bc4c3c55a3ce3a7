//! Renders a mail as plain text with lines of up to 72 columns.

use super::maps::in_columns;
use super::{Block, MailDocument, SuggestedCommand, WIDTH};

pub(super) fn render_text(document: &MailDocument) -> String {
    let mut text = String::new();
    for block in &document.blocks {
        render_block(&mut text, block);
    }
    // Signature separator: mail clients leave the text below it out of replies, or show it in grey.
    text.push_str("-- \n");
    for block in &document.foot {
        render_block(&mut text, block);
    }
    format!("{}\n", text.trim_end())
}

fn render_block(text: &mut String, block: &Block) {
    match block {
        Block::Title(title) => {
            text.push_str(&format!("{title}\n{}\n", "=".repeat(title.chars().count().min(WIDTH))));
        }
        Block::Text(words) => push_wrapped(text, "", "", words),
        Block::List(items) => items.iter().for_each(|item| push_wrapped(text, "- ", "  ", item)),
        Block::Lines(lines) => lines.iter().for_each(|line| push_line(text, "", line)),
        Block::Code(lines) => lines.iter().for_each(|line| push_line(text, "    ", line)),
        Block::Maps { maps, signs } => {
            in_columns(maps, signs).iter().for_each(|line| push_line(text, "", line));
        }
        Block::Commands(offers) => offers.iter().for_each(|offer| render_command(text, offer)),
        Block::Address(address) => push_line(text, "    ", address),
        Block::Link { url, .. } => push_line(text, "", url),
    }
    text.push('\n');
}

fn render_command(text: &mut String, SuggestedCommand { lines, does, to: _ }: &SuggestedCommand) {
    /// Column at which the description of a command begins.
    const DESCRIPTION_COLUMN: usize = 34;
    for (n, line) in lines.iter().enumerate() {
        let length = line.chars().count();
        if n + 1 < lines.len() || does.is_empty() {
            push_line(text, "    ", line);
        } else if length + 4 + 2 <= DESCRIPTION_COLUMN {
            let gap = " ".repeat(DESCRIPTION_COLUMN - 4 - length);
            push_wrapped(text, &format!("    {line}{gap}"), &" ".repeat(DESCRIPTION_COLUMN), does);
        } else {
            push_line(text, "    ", line);
            push_wrapped(
                text,
                &" ".repeat(DESCRIPTION_COLUMN),
                &" ".repeat(DESCRIPTION_COLUMN),
                does,
            );
        }
    }
}

fn push_line(text: &mut String, before: &str, line: &str) {
    text.push_str(format!("{before}{line}").trim_end());
    text.push('\n');
}

/// Adds words, wrapped to the line width. `first` is the prefix of the first line, `others` that of
/// the other lines.
fn push_wrapped(text: &mut String, first: &str, others: &str, words: &str) {
    for (n, paragraph) in words.split('\n').enumerate() {
        let mut line = if n == 0 { first.to_owned() } else { others.to_owned() };
        let mut empty = true;
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let fits = line.chars().count() + usize::from(!empty) + word.chars().count() <= WIDTH;
            if !empty && !fits {
                push_line(text, "", &line);
                line = others.to_owned();
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        push_line(text, "", &line);
    }
}

#[cfg(test)]
mod tests {
    use broadside_i18n::Lang;

    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_never_within_one() {
        let url = format!("https://example.org/{}", "x".repeat(80));
        let document = MailDocument {
            lang: Lang::En,
            subject: String::new(),
            blocks: vec![
                Block::Title("Salvo".to_owned()),
                Block::Text("one two three four ".repeat(9)),
                Block::Link { url: url.clone(), label: String::new(), main: true },
                Block::Commands(vec![
                    SuggestedCommand {
                        lines: vec!["FIRE A5".to_owned()],
                        does: "fires at A5".to_owned(),
                        to: String::new(),
                    },
                    SuggestedCommand {
                        lines: vec![
                            "PLACE BATTLESHIP A1 DOWN".to_owned(),
                            "PLACE CRUISER C1 ACROSS".to_owned(),
                        ],
                        does: "and so on ".repeat(6),
                        to: String::new(),
                    },
                ]),
                Block::List(vec!["a ".repeat(50), "b".to_owned()]),
            ],
            foot: vec![Block::Text("The end".to_owned())],
        };
        let text = render_text(&document);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH || line == url), "{text}");
        assert!(text.starts_with("Salvo\n=====\n\none two"), "{text}");
        assert!(text.ends_with("\n-- \nThe end\n"), "{text}");
        assert!(text.contains("\n    FIRE A5                       fires at A5\n"), "{text}");
    }
}
