//! What a player writes in its own words.

use crate::problem::Problem;

/// Reads what a player writes, of which a field of its request may have so many characters.
///
/// # Errors
/// If it is empty, too long, or has control characters other than line ends.
pub(super) fn prose(field: &str, text: &str, most: usize) -> Result<String, Problem> {
    let unfit = |c: char| c.is_control() && c != '\n';
    if text.trim().is_empty() || text.chars().count() > most || text.chars().any(unfit) {
        let detail = format!("write 1 to {most} characters, no control characters among them but line ends");
        return Err(Problem::field(field, detail));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::prose;
    use crate::problem::Kind;

    #[test]
    fn words_are_few_and_plain() {
        assert!(prose("words", "Ask me again\nin June", 500).is_ok());
        for unfit in ["", " \n", "a\u{0}b", "a\rb", &"x".repeat(501)] {
            assert_eq!(prose("words", unfit, 500).unwrap_err().kind(), Kind::InvalidField);
        }
    }
}
