//! Meanings of the values of enumerations: the doc comments of their variants, which derived
//! schemas leave out.

use broadside_engine::check_kind::CheckKind;
use broadside_engine::fleet::Heading;
use broadside_engine::game::RulesetId;
use broadside_engine::ruleset::{Enumeration, Reason};
use broadside_engine::table::{BotLevel, SeatState, Status};
use serde_json::{Map, Value};
use strum::{EnumMessage, VariantArray};
use utoipa::ToSchema;

use crate::{games, talk, webhooks};

/// Adds the meanings of the values to the description of each enumeration.
pub(super) fn describe_values(schemas: &mut Map<String, Value>) {
    describe::<BotLevel>(schemas);
    describe::<CheckKind>(schemas);
    describe::<Heading>(schemas);
    describe::<RulesetId>(schemas);
    describe::<SeatState>(schemas);
    describe::<Status>(schemas);
    describe::<Reason>(schemas);
    for enumeration in RulesetId::ALL.iter().flat_map(|ruleset| ruleset.enumerations()) {
        add_meanings(schemas, &enumeration);
    }

    describe::<games::body::NextAction>(schemas);
    describe::<games::body::SeatAccess>(schemas);
    describe::<broadside_domain::challenge::ChallengeState>(schemas);
    describe::<webhooks::deliveries::DeliveryStateBody>(schemas);
    describe::<broadside_domain::challenge::DeclineReason>(schemas);
    describe::<broadside_domain::game::Visibility>(schemas);
    describe::<broadside_domain::mail::Frequency>(schemas);
    describe::<broadside_i18n::Lang>(schemas);
    describe::<broadside_store::MailboxState>(schemas);
    describe::<talk::messages::RedactionReason>(schemas);
    describe::<broadside_app::Scope>(schemas);
    describe::<broadside_domain::webhook::MessageType>(schemas);
    describe::<broadside_domain::webhook::WebhookFault>(schemas);
    describe::<broadside_store::WebhookState>(schemas);
}

/// Adds the doc comments of the variants of an enumeration to the description of its schema.
fn describe<T: ToSchema + EnumMessage + VariantArray>(schemas: &mut Map<String, Value>) {
    add_meanings(schemas, &Enumeration::of::<T>());
}

/// Adds the meanings of the values to the description of a schema. The schema lists the values in
/// the order of the meanings.
fn add_meanings(schemas: &mut Map<String, Value>, Enumeration { name, meanings }: &Enumeration) {
    // The options of one ruleset refer to only some of the enumerations.
    let Some(schema) = schemas.get_mut(name) else { return };
    let values = schema["enum"].as_array().cloned().unwrap_or_default();
    assert_eq!(values.len(), meanings.len(), "the schema of {name} lacks a variant");
    let mut description = schema["description"].as_str().unwrap_or_default().to_owned();
    description.push('\n');
    for (value, meaning) in values.iter().zip(meanings) {
        let value = value.as_str().unwrap_or_default();
        // A comment keeps its line breaks.
        let meaning: Vec<&str> = meaning.split_whitespace().collect();
        description += &format!("\n- `{value}`: {}", meaning.join(" "));
    }
    schema["description"] = description.into();
}
