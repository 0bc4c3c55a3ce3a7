//! What commands do, in the words of a language: those of the engine are English.

use broadside_engine::notation::Form;

use super::Lang;

/// What a command does.
pub fn does(lang: Lang, form: &Form) -> String {
    let key = key(form.does);
    lang.find(&format!("help-{key}")).unwrap_or_else(|| form.does.to_owned())
}

/// An English text as the key of its like in other languages.
pub(super) fn key(text: &str) -> String {
    let letters = text.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), " ");
    letters.split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use broadside_engine::game::RulesetId;
    use broadside_engine::notation;

    use super::*;

    #[test]
    fn every_command_is_explained_in_every_language() {
        let of = RulesetId::ALL.iter().copied().map(Some).chain([None]);
        for form in of.flat_map(notation::forms) {
            for lang in Lang::ALL {
                let key = format!("help-{}", key(form.does));
                assert!(lang.find(&key).is_some(), "{} has no text {key} for: {}", lang.code(), form.does);
            }
            assert_eq!(does(Lang::En, form), form.does, "{}", form.form);
        }
    }
}
