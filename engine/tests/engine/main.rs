//! Tests of the engine: the rules one by one, properties of all games, whole games as text, records
//! and stored forms.

#![expect(clippy::unwrap_used, reason = "in a test a panic is a failure that says where")]

mod advanced_battle;
mod advanced_common;
mod advanced_planes;
mod advanced_properties;
mod advanced_rules;
mod advanced_stored;
mod classic_battle;
mod classic_properties;
mod classic_rules;
mod common;
mod common_rules;
mod corpora;
mod notation_broken;
mod notation_common;
mod notation_languages;
mod notation_lines;
mod notation_properties;
mod parsers;
mod properties;
mod record_tampering;
mod satellite;
mod satellite_arsenal;
mod satellite_end;
mod satellite_properties;
mod satellite_rules;
mod solo_battle;
mod solo_common;
mod solo_properties;
mod solo_record;
mod solo_rules;
mod stored_forms;
mod voices_common;
mod voices_dice;
mod voices_end;
mod voices_more_than_two;
mod voices_properties;
mod voices_rules;
mod voices_score;
mod voices_turns;

/// Tests of the properties of all games, for each ruleset.
mod random_games {
    crate::properties::test_properties! {
        classic: Classic,
        voices: Voices,
        solo: Solo,
        satellite: Satellite,
        advanced: Advanced,
    }
}
