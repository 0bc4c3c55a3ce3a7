//! Parse errors in the lines of a mail, translated. The English texts are the same as those of
//! the engine.

use std::fmt::Display;

use broadside_i18n::Lang;
use broadside_notation::{Error, Expected, Problem};

use super::help::text_key;
use crate::texts::LetterTexts;

/// Describes an error in a line, and what would be right. If the rules refuse a setting or a
/// recipe, the reason is in their own words.
pub(super) fn explain_error(lang: Lang, error: &Error) -> String {
    let line = error.line.to_string();
    let problem = explain_problem(lang, &error.problem);
    lang.fill("wrong-line", &[("line", &line), ("word", &error.quoted()), ("problem", &problem)])
}

fn explain_problem(lang: Lang, problem: &Problem) -> String {
    match problem {
        // The possible commands are listed once, below all errors.
        Problem::UnknownCommand { nearest: None, .. } => lang.text("wrong-command"),
        Problem::UnknownCommand { nearest: Some(nearest), .. } => {
            lang.fill("wrong-command-nearest", &[("nearest", nearest)])
        }
        Problem::NoGame => lang.text("wrong-no-game"),
        Problem::Unknown { what, nearest: None, known } => lang.fill(
            "wrong-unknown",
            &[("what", &expected_name(lang, *what)), ("known", &known.join(", "))],
        ),
        Problem::Unknown { what, nearest: Some(nearest), known } => lang.fill(
            "wrong-unknown-nearest",
            &[
                ("what", &expected_name(lang, *what)),
                ("nearest", nearest),
                ("known", &known.join(", ")),
            ],
        ),
        Problem::Missing { what, example } => lang
            .fill("wrong-missing", &[("what", &expected_name(lang, *what)), ("example", example)]),
        Problem::MissingOneOf { what, known } => lang.fill(
            "wrong-missing-one-of",
            &[("what", &expected_name(lang, *what)), ("known", &known.join(", "))],
        ),
        Problem::Surplus { example } => lang.fill("wrong-surplus", &[("example", example)]),
        Problem::NotACell => lang.text("wrong-cell"),
        Problem::NotADate => lang.text("wrong-date"),
        Problem::NotASeatCode => lang.text("wrong-seat-code"),
        Problem::NotAStopCode => lang.text("wrong-stop-code"),
        Problem::NotASector => lang.text("wrong-sector"),
        Problem::OffMap { last } => lang.fill("wrong-off-map", &[("last", last)]),
        Problem::NotANumber { what, minimum, maximum } => lang.fill(
            "wrong-number",
            &[
                ("what", &expected_name(lang, *what)),
                ("least", &minimum.to_string()),
                ("most", &maximum.to_string()),
            ],
        ),
        Problem::Twice => lang.text("wrong-twice"),
        Problem::Unclosed => lang.text("wrong-unclosed"),
        Problem::CommandInComment => lang.text("wrong-in-comment"),
        Problem::Exclaimed => lang.text("wrong-exclaimed"),
        Problem::NoMoveAbove => lang.text("wrong-no-move-above"),
        Problem::TakesBackAbove => lang.text("wrong-takes-back-above"),
        Problem::GoesOn => lang.text("wrong-goes-on"),
        Problem::NotAllRandom => lang.text("wrong-not-all-random"),
        Problem::SeedAlone => lang.text("wrong-seed-alone"),
        Problem::LineTooLong { maximum } => {
            lang.fill("wrong-long-line", &[("most", &maximum.to_string())])
        }
        Problem::TextTooLong { lines, characters } => lang.fill(
            "wrong-long-text",
            &[("lines", &lines.to_string()), ("characters", &characters.to_string())],
        ),
        Problem::NoSuchPlane => lang.text("wrong-no-such-plane"),
        Problem::SeveralPlanes { squares, example } => lang.fill(
            "wrong-several-planes",
            &[("squares", &join_spaced(squares)), ("example", example)],
        ),
        Problem::NothingSent => lang.text("wrong-nothing-sent"),
        Problem::AnotherPlane { stands, named } => {
            lang.fill("wrong-another-plane", &[("stands", stands), ("named", named)])
        }
        Problem::NotOfNewGame => lang.text("wrong-new-game"),
        Problem::Setting { detail } => lang.fill("wrong-setting", &[("detail", detail)]),
        Problem::NotASeed => lang.text("wrong-seed"),
        Problem::NotASheet => lang.text("wrong-sheet"),
        Problem::NoDice => lang.text("wrong-no-dice"),
        Problem::NotLeft { dice } => lang.fill("wrong-not-left", &[("dice", &join_spaced(dice))]),
        Problem::MoreThanRoll => lang.text("wrong-more-than-roll"),
        Problem::RowTwice => lang.text("wrong-row-twice"),
        Problem::ColumnTwice => lang.text("wrong-column-twice"),
        Problem::AxisTwice => lang.text("wrong-axis-twice"),
        Problem::NoMatrix { error } => lang.fill("wrong-matrix", &[("detail", &error.to_string())]),
        Problem::NoJson => lang.text("wrong-json"),
    }
}

/// Returns the translated name of the expected item.
fn expected_name(lang: Lang, what: Expected) -> String {
    lang.find(&format!("what-{}", text_key(what.as_str())))
        .unwrap_or_else(|| what.as_str().to_owned())
}

fn join_spaced<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use broadside_engine::voices::recipe::BadRecipe;

    use super::*;

    /// One example of each problem, with values.
    fn problems(what: Expected) -> Vec<Problem> {
        let nearest = Some("FIRE".to_owned());
        let known = vec!["FIRE".to_owned(), "PLACE".to_owned()];
        let example = "FIRE A5".to_owned();
        vec![
            Problem::UnknownCommand { nearest: None, known: known.clone() },
            Problem::UnknownCommand { nearest: nearest.clone(), known: known.clone() },
            Problem::NoGame,
            Problem::Unknown { what, nearest: None, known: known.clone() },
            Problem::Unknown { what, nearest, known: known.clone() },
            Problem::Missing { what, example: example.clone() },
            Problem::MissingOneOf { what, known },
            Problem::Surplus { example: example.clone() },
            Problem::NotACell,
            Problem::NotADate,
            Problem::NotASeatCode,
            Problem::NotAStopCode,
            Problem::NotASector,
            Problem::OffMap { last: "J10".to_owned() },
            Problem::NotANumber { what, minimum: 1, maximum: 1_000 },
            Problem::Twice,
            Problem::Unclosed,
            Problem::CommandInComment,
            Problem::Exclaimed,
            Problem::NoMoveAbove,
            Problem::TakesBackAbove,
            Problem::GoesOn,
            Problem::NotAllRandom,
            Problem::SeedAlone,
            Problem::LineTooLong { maximum: 2_000 },
            Problem::TextTooLong { lines: 300, characters: 20_000 },
            Problem::NoSuchPlane,
            Problem::SeveralPlanes {
                squares: vec!["R2".parse().unwrap(), "A1".parse().unwrap()],
                example,
            },
            Problem::NothingSent,
            Problem::AnotherPlane { stands: "RECCE".to_owned(), named: "BOMBER".to_owned() },
            Problem::NotOfNewGame,
            Problem::Setting { detail: "why".to_owned() },
            Problem::NotASeed,
            Problem::NotASheet,
            Problem::NoDice,
            Problem::NotLeft { dice: vec![3, 3, 5, 1, 2] },
            Problem::MoreThanRoll,
            Problem::RowTwice,
            Problem::ColumnTwice,
            Problem::AxisTwice,
            Problem::NoMatrix { error: BadRecipe::Size(5) },
            Problem::NoJson,
        ]
    }

    #[test]
    fn english_is_that_of_the_engine_and_every_language_fills_in_the_same() {
        for what in Expected::ALL {
            assert_eq!(expected_name(Lang::En, *what), what.as_str());
            for lang in Lang::ALL {
                assert!(
                    lang.find(&format!("what-{}", text_key(what.as_str()))).is_some(),
                    "{} {what}",
                    lang.code()
                );
            }
        }
        for one in problems(Expected::Cell) {
            let english = explain_problem(Lang::En, &one);
            match one {
                Problem::UnknownCommand { .. } => assert!(one.to_string().starts_with(&english)),
                _ => assert_eq!(english, one.to_string()),
            }
            for lang in Lang::ALL.into_iter().filter(|lang| *lang != Lang::En) {
                let translated = explain_problem(lang, &one);
                assert_ne!(translated, english);
                for filled_in in [
                    "FIRE, PLACE",
                    "FIRE A5",
                    "J10",
                    "2000",
                    "20000",
                    "R2 A1",
                    "RECCE",
                    "BOMBER",
                    "3 3 5 1 2",
                ] {
                    let is_filled_in = english.contains(filled_in);
                    assert!(!is_filled_in || translated.contains(filled_in), "{translated}");
                }
            }
        }
    }

    #[test]
    fn an_error_names_the_line_and_the_word() {
        let errors = broadside_notation::read("STATUS\nSTATSU", None).unwrap_err();
        assert_eq!(
            explain_error(Lang::En, &errors[0]),
            "line 2: `STATSU` is not a command here: was STATUS meant?"
        );
        assert_eq!(
            explain_error(Lang::It, &errors[0]),
            "riga 2: `STATSU` qui non è un comando: volevi dire STATUS?"
        );
        assert_eq!(
            explain_error(Lang::De, &errors[0]),
            "Zeile 2: `STATSU` ist hier kein Befehl: war STATUS gemeint?"
        );
    }
}
