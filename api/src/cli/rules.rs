//! `broadside rules`: prints how a game is played, as plain text.

use std::io::Write;

use broadside_engine::game::RulesetId;
use broadside_pdf::sheet::prose::ParagraphKind;
use broadside_pdf::{Lang, Rules};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::CliError;

/// Width of the text if the output is not a terminal.
const USUAL_WIDTH: usize = 80;
/// Minimum and maximum width of the text in a terminal. Longer lines are hard to read.
const WIDTHS: (usize, usize) = (30, 96);
/// Width of the margin of numbered points.
const INDENT: usize = 4;

/// Arguments of `broadside rules`.
#[derive(Debug, Args)]
#[command(after_help = "\
Print the rules on paper with the sheets: broadside sheet solo-pack -o pack.pdf")]
pub(super) struct RulesArgs {
    /// Game
    #[arg(value_parser = games())]
    game: RulesetId,
    /// Language: en, it or de [default: en]
    #[arg(long, value_name = "LANG", value_parser = languages(), hide_possible_values = true)]
    lang: Option<Lang>,
    /// Print the exact rules with their numbers instead, as Markdown; they are in English
    #[arg(long, conflicts_with = "lang")]
    full: bool,
}

/// Returns a parser of the games. The help and the error about an unknown game list all games.
fn games() -> impl TypedValueParser<Value = RulesetId> {
    let all = RulesetId::ALL.iter().map(|id| PossibleValue::new(id.as_str()).help(id.title()));
    PossibleValuesParser::new(all).try_map(|name| name.parse::<RulesetId>())
}

/// Returns a parser of the languages.
fn languages() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(Lang::ALL.map(Lang::code)).try_map(|code| code.parse::<Lang>())
}

/// Prints the rules.
pub(super) fn print(args: &RulesArgs) -> Result<(), CliError> {
    let mut out = std::io::stdout();
    if args.full {
        write!(out, "{}", args.game.rules_with_credits())?;
        return Ok(());
    }
    let width =
        terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0));
    let rules = Rules::of(args.game, args.lang.unwrap_or_default());
    write!(out, "{}", format_rules(&rules, width.clamp(WIDTHS.0, WIDTHS.1)))?;
    Ok(())
}

/// Formats the rules in lines of a width.
fn format_rules(rules: &Rules, width: usize) -> String {
    let mut text = format!("{}\n", rules.title.to_uppercase());
    for paragraph in &rules.paragraphs {
        let plain = paragraph.plain();
        match &paragraph.style {
            ParagraphKind::Heading => {
                text += &format!("\n{plain}\n{}\n", "-".repeat(plain.chars().count()))
            }
            ParagraphKind::Text => text += &format!("\n{}\n", wrap(&plain, width).join("\n")),
            ParagraphKind::Point(mark) => {
                let lines = wrap(&plain, width - INDENT).join(&format!("\n{}", " ".repeat(INDENT)));
                text += &format!("\n{mark:>2}  {lines}\n");
            }
        }
    }
    text
}

/// Breaks a text into lines no longer than a width.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_full_and_not_longer_than_the_terminal() {
        for id in RulesetId::ALL {
            for lang in Lang::ALL {
                let rules = Rules::of(*id, lang);
                for width in [30, 80, 96] {
                    let text = format_rules(&rules, width);
                    assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
                }
                let words =
                    |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
                let last =
                    rules.paragraphs.last().map(|credits| credits.plain()).unwrap_or_default();
                assert!(words(&format_rules(&rules, 30)).ends_with(&words(&last)));
            }
        }
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    }
}
