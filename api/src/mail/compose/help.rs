//! What commands do, in the words of a language: those of the engine are English.

use broadside_engine::notation::Form;

use super::Lang;

/// What a command does, and how it is written where an example does not say all of that.
pub fn explained(lang: Lang, form: &Form) -> String {
    let does = does(lang, form);
    match form.form == form.example {
        true => does,
        false => format!("{does}: {}", written(lang, form)),
    }
}

/// How it is written: words of the notation as they stand, all others in those of the language.
fn written(lang: Lang, form: &Form) -> String {
    let key = key(form.form);
    lang.find(&format!("form-{key}")).unwrap_or_else(|| form.form.to_owned())
}

/// What a command does.
fn does(lang: Lang, form: &Form) -> String {
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
            assert_eq!(written(Lang::En, form), form.form);
            // What is in capitals stands in every language as it is read.
            let capitals = |text: &str| {
                let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1);
                words.filter(|word| *word == word.to_uppercase()).map(str::to_owned).collect::<Vec<_>>()
            };
            for lang in Lang::ALL.into_iter().filter(|_| form.form != form.example) {
                let key = format!("form-{}", key(form.form));
                let text = lang.find(&key).unwrap_or_else(|| panic!("{} has no text {key}", lang.code()));
                assert_eq!(capitals(&text), capitals(form.form));
                assert!(explained(lang, form).ends_with(&format!(": {text}")));
            }
        }
    }
}
