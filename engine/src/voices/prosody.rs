//! Words of directions that a speech synthesizer can carry out (V17).
//!
//! `docs/score.md` lists them. A word counts in a direction of any language, in capitals too.

/// Property of speech, as an attribute of the SSML element `prosody`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    Volume,
    Rate,
    Pitch,
}

impl Property {
    /// All properties, in the order in which they are written.
    pub(super) const ALL: [Self; 3] = [Self::Volume, Self::Rate, Self::Pitch];

    pub(super) fn attribute(self) -> &'static str {
        match self {
            Self::Volume => "volume",
            Self::Rate => "rate",
            Self::Pitch => "pitch",
        }
    }
}

/// Words that give a property a value.
pub(super) struct Meaning {
    pub(super) property: Property,
    /// Value of the attribute. All values are labels of SSML 1.1.
    pub(super) value: &'static str,
    pub(super) english: &'static [&'static str],
    pub(super) italian: &'static [&'static str],
    pub(super) german: &'static [&'static str],
}

impl Meaning {
    /// Returns the words of all languages.
    fn words(&self) -> impl Iterator<Item = &'static str> {
        [self.english, self.italian, self.german].into_iter().flatten().copied()
    }
}

/// All words with a meaning. The Italian `alta` and `bassa` are left out: with `voce` they mean
/// loud and soft, and with `nota` high and low.
pub(super) const MEANINGS: [Meaning; 7] = [
    Meaning {
        property: Property::Volume,
        value: "soft",
        english: &["soft", "softly", "quiet", "quietly"],
        italian: &["piano", "pianissimo", "sottovoce"],
        german: &["leise", "sanft"],
    },
    Meaning {
        property: Property::Volume,
        value: "loud",
        english: &["loud", "loudly", "shouted"],
        italian: &["forte", "fortissimo", "gridato"],
        german: &["laut", "gerufen"],
    },
    Meaning {
        property: Property::Volume,
        value: "x-soft",
        english: &["whisper", "whispered", "whispering"],
        italian: &["sussurrato", "sussurrata", "sussurrando"],
        german: &["geflüstert", "flüsternd"],
    },
    Meaning {
        property: Property::Rate,
        value: "slow",
        english: &["slow", "slowly"],
        italian: &["lento", "lenta", "lentamente", "adagio"],
        german: &["langsam"],
    },
    Meaning {
        property: Property::Rate,
        value: "fast",
        english: &["quick", "quickly", "fast"],
        italian: &["veloce", "velocemente", "rapido", "rapida", "presto"],
        german: &["schnell", "rasch"],
    },
    Meaning {
        property: Property::Pitch,
        value: "high",
        english: &["high"],
        italian: &["alto", "acuto", "acuta"],
        german: &["hoch"],
    },
    Meaning {
        property: Property::Pitch,
        value: "low",
        english: &["low"],
        italian: &["basso", "grave"],
        german: &["tief"],
    },
];

/// Returns the properties that a direction gives, with their values. The first word of a property
/// counts.
pub(super) fn properties(direction: &str) -> Vec<(Property, &'static str)> {
    let words: Vec<String> = direction
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let mut properties = Vec::new();
    for property in Property::ALL {
        if let Some(value) = words.iter().find_map(|word| value(property, word)) {
            properties.push((property, value));
        }
    }
    properties
}

/// Returns the value that a word gives a property.
fn value(property: Property, word: &str) -> Option<&'static str> {
    let mut meanings = MEANINGS.iter().filter(|meaning| meaning.property == property);
    meanings.find(|meaning| meaning.words().any(|listed| listed == word)).map(|found| found.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of the table in `docs/score.md`: attribute, value, English, Italian, German.
    #[test]
    fn v17_the_guide_lists_exactly_these_words() {
        let guide = include_str!("../../../docs/score.md");
        let listed: Vec<&str> =
            guide.lines().filter(|line| line.starts_with("| `<prosody ")).collect();
        let row = |meaning: &Meaning| {
            let Meaning { property, value, english, italian, german } = meaning;
            let attribute = property.attribute();
            let english = english.join(", ");
            let italian = italian.join(", ");
            let german = german.join(", ");
            format!("| `<prosody {attribute}=\"{value}\">` | {english} | {italian} | {german} |")
        };
        assert_eq!(listed, MEANINGS.iter().map(row).collect::<Vec<_>>());
    }

    #[test]
    fn v17_a_word_has_one_meaning_and_the_first_word_of_a_property_counts() {
        let mut words: Vec<_> = MEANINGS.iter().flat_map(Meaning::words).collect();
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);

        let attributes = |text: &str| -> Vec<String> {
            let pairs = properties(text).into_iter();
            pairs.map(|(property, value)| format!("{}={value}", property.attribute())).collect()
        };
        assert_eq!(attributes("very soft and SLOW, then loud"), ["volume=soft", "rate=slow"]);
        assert_eq!(attributes("Lento; acuto!"), ["rate=slow", "pitch=high"]);
        assert_eq!(attributes("Geflüstert, aber schnell"), ["volume=x-soft", "rate=fast"]);
        assert_eq!(attributes("a slowdown aloud, as in a lowland"), [""; 0]);
    }
}
