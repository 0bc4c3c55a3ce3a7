//! `broadside matrix`: prints a game-matrix as text or JSON.

use std::io::Write;

use broadside_domain::env::{Env, System};
use broadside_engine::voices::matrix::Matrix;
use broadside_engine::voices::recipe::Recipe;
use broadside_http::MatrixBody;
use clap::Args;

use super::CliError;

/// Arguments of `broadside matrix`.
#[derive(Args, Debug)]
pub(super) struct MatrixArgs {
    /// One of the ten by its number, 1 to 10, or a generated one by its recipe, as in
    /// v1:10:j3,i2,u3,p2:herring
    #[arg(required_unless_present = "phones", conflicts_with_all = ["phones", "seed"])]
    name: Option<String>,
    /// Generate a new one from these phones, each with its count in every row and column; the
    /// counts add up to the size, 6 to 26
    #[arg(long, value_name = "PHONES", value_parser = counts)]
    phones: Option<Counts>,
    /// Seed of a new one, 1 to 40 letters, digits and hyphens; random if left out
    #[arg(long, requires = "phones")]
    seed: Option<String>,
    /// Print JSON, as `GET /v1/matrices/{name}` does
    #[arg(long)]
    json: bool,
}

/// Phones, each with its count in a row or column.
#[derive(Clone, Debug)]
struct Counts(Vec<(String, u64)>);

fn counts(text: &str) -> Result<Counts, String> {
    let read = |part: &str| {
        let digits = part.find(|c: char| c.is_ascii_digit())?;
        let (phone, count) = part.split_at(digits);
        Some((phone.to_owned(), count.parse().ok()?))
    };
    let wrong = |part: &str| {
        format!("`{part}` is not a phone with its count: write them as in j3,i2,u3,p2")
    };
    text.split(',')
        .map(|part| read(part.trim()).ok_or_else(|| wrong(part)))
        .collect::<Result<_, _>>()
        .map(Counts)
}

/// Prints the matrix.
pub(super) fn print(args: &MatrixArgs) -> Result<(), CliError> {
    let matrix = match (&args.name, &args.phones) {
        (Some(name), _) => Matrix::named(name)?.into_owned(),
        (None, Some(Counts(counts))) => {
            let drawn = || data_encoding::HEXLOWER.encode(&Env::new(System).random_bytes::<8>());
            let seed = args.seed.clone().unwrap_or_else(drawn);
            let size = counts.iter().fold(0_u64, |sum, (_, count)| sum.saturating_add(*count));
            let counts: Vec<_> =
                counts.iter().map(|(phone, count)| (phone.as_str(), *count)).collect();
            Matrix::made(&Recipe::new(size, &counts, &seed)?)
        }
        (None, None) => unreachable!("one of them is required"),
    };
    let mut out = std::io::stdout();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&MatrixBody::from(&matrix))?)?;
    } else {
        write!(out, "{}", format_matrix(&matrix))?;
    }
    Ok(())
}

/// Formats the matrix with its axes. Each column is as wide as the longest phone.
fn format_matrix(matrix: &Matrix) -> String {
    let wide = matrix.phones().iter().map(|(phone, _)| phone.chars().count()).max().unwrap_or(1);
    let letters: Vec<String> =
        ('A'..='Z').take(matrix.size().into()).map(|letter| format!("{letter:wide$}")).collect();
    let mut text = matrix.name();
    if let Some(word) = matrix.sound_word() {
        text += &format!("  {word}");
    }
    text += &format!("\n\n    {}\n", letters.join(" ").trim_end());
    for row in 0..matrix.size() {
        let phones: Vec<String> = matrix.row(row).map(|phone| format!("{phone:wide$}")).collect();
        text += &format!("{:>2}  {}\n", row + 1, phones.join(" ").trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_is_printed_with_its_axes() {
        let text = format_matrix(&Matrix::named("v1:6:t3,ʃ2,aʊ1:A-1").unwrap());
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("v1:6:t3,ʃ2,aʊ1:A-1"));
        assert_eq!(lines.nth(1), Some("    A  B  C  D  E  F"));
        assert_eq!(lines.next(), Some(" 1  aʊ ʃ  t  ʃ  t  t"));
    }
}
