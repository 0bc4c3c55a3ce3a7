//! Meanings of the values of enumerations: the doc comments of their variants, which derived
//! schemas leave out.

use broadside_engine::check_kind::CheckKind;
use broadside_engine::fleet::Heading;
use broadside_engine::game::RulesetId;
use broadside_engine::table::{BotLevel, SeatState, Status};
use broadside_engine::{advanced, classic, ruleset, satellite, solo, voices};
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
    describe::<ruleset::Reason>(schemas);

    describe::<advanced::Kind>(schemas);
    describe::<advanced::Order>(schemas);
    describe::<advanced::WeaponStatus>(schemas);
    describe::<advanced::Terrain>(schemas);
    describe::<classic::First>(schemas);
    describe::<classic::FleetChoice>(schemas);
    describe::<classic::Mode>(schemas);
    describe::<classic::ShotResult>(schemas);
    describe::<satellite::Beam>(schemas);
    describe::<satellite::Building>(schemas);
    describe::<satellite::Cartridge>(schemas);
    describe::<satellite::Endgame>(schemas);
    describe::<satellite::OperationKind>(schemas);
    describe::<satellite::Phase>(schemas);
    describe::<satellite::ShotResult>(schemas);
    describe::<solo::Coin>(schemas);
    describe::<solo::Face>(schemas);
    describe::<solo::Heading>(schemas);
    describe::<solo::ShipClass>(schemas);
    describe::<solo::Suit>(schemas);
    describe::<solo::odds::Method>(schemas);
    describe::<voices::Aim>(schemas);
    describe::<voices::Axes>(schemas);
    describe::<voices::Axis>(schemas);
    describe::<voices::ColumnEdge>(schemas);
    describe::<voices::ColumnVoice>(schemas);
    describe::<voices::Engagement>(schemas);
    describe::<voices::Line>(schemas);
    describe::<voices::Part>(schemas);
    describe::<voices::RowEdge>(schemas);
    describe::<voices::RowVoice>(schemas);
    describe::<voices::ShotResult>(schemas);
    describe::<voices::score::Cue>(schemas);

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

/// Adds the doc comments of the variants of an enumeration to the description of its schema. The
/// schema lists the values in the order of the variants.
fn describe<T: ToSchema + EnumMessage + VariantArray>(schemas: &mut Map<String, Value>) {
    let name = T::name();
    // The options of one ruleset refer to only some of the enumerations.
    let Some(schema) = schemas.get_mut(&*name) else { return };
    let values = schema["enum"].as_array().cloned().unwrap_or_default();
    assert_eq!(values.len(), T::VARIANTS.len(), "the schema of {name} lacks a variant");
    let mut description = schema["description"].as_str().unwrap_or_default().to_owned();
    description.push('\n');
    for (value, variant) in values.iter().zip(T::VARIANTS) {
        let value = value.as_str().unwrap_or_default();
        let meaning = variant
            .get_documentation()
            .unwrap_or_else(|| panic!("{name}: `{value}` has no doc comment"));
        // A comment keeps its line breaks.
        let meaning: Vec<&str> = meaning.split_whitespace().collect();
        description += &format!("\n- `{value}`: {}", meaning.join(" "));
    }
    schema["description"] = description.into();
}
