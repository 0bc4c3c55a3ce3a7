//! The OpenAPI document: what the derives cannot say is added here, so that a frontend author needs nothing but the
//! document.

mod actions;
mod bounds;
mod links;
mod meanings;
mod parts;
mod problems;
mod settings;
mod unions;
mod webhooks;

use broadside_engine::game::RulesetId;
use broadside_engine::{advanced, classic, satellite, solo, voices};
use serde_json::{Map, Value, json};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, RefOr, Schema};
use utoipa::{OpenApi as _, ToSchema};

use self::actions::{
    AdvancedAction, ClassicAction, ClassicChoice, SatelliteAction, SoloAction, VoicesAction,
};
use crate::problem::{Problem, ProblemBody};

/// The settings of a game, by ruleset.
#[derive(ToSchema)]
#[schema(as = GameOptions)]
#[expect(dead_code, reason = "it is there for its schema")]
#[serde(untagged)]
pub(crate) enum GameOptions {
    /// Of a game of `classic`.
    Classic(classic::Options),
    /// Of a game of `voices`.
    Voices(voices::Options),
    /// Of a game of `solo`.
    Solo(solo::Options),
    /// Of a game of `satellite`.
    Satellite(satellite::Options),
    /// Of a game of `advanced`.
    Advanced(advanced::Options),
}

/// A placement, or the wish for any.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is there for its schema")]
#[schema(example = json!({"random": true, "seed": "blue herring 42"}))]
pub(crate) struct PlacementRequest {
    /// The ruleset of the placement; needed with one.
    ruleset: Option<RulesetId>,
    /// Where the ships lie; left out for a random placement.
    placement: Option<AnyPlacement>,
    /// True for a placement at random.
    #[schema(value_type = bool, default = false, required = false)]
    random: Option<bool>,
    /// Your own seed: 1 to 128 printable ASCII characters. One sent before stays if it is left out.
    #[schema(min_length = 1, max_length = 128, pattern = "^[ -~]+$")]
    seed: Option<String>,
}

/// A placement, by ruleset.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is there for its schema")]
#[schema(as = PlacementDraft)]
#[serde(untagged)]
pub(crate) enum AnyPlacement {
    /// In a game of `classic`.
    Classic(classic::Draft),
    /// In a game of `voices`.
    Voices(voices::Draft),
    /// In a game of `solo`.
    Solo(solo::Draft),
    /// In a game of `satellite`.
    Satellite(satellite::Draft),
    /// In a game of `advanced`.
    Advanced(advanced::Draft),
}

/// Actions of a ruleset, taken whole and in order or not at all.
#[derive(ToSchema)]
#[serde(tag = "ruleset", content = "actions", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
#[schema(example = json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": ["F7"]}]}))]
pub(crate) enum ActionsRequest {
    /// In a game of `classic`.
    Classic(Vec<ClassicAction>),
    /// In a game of `voices`.
    Voices(Vec<VoicesAction>),
    /// In a game of `solo`.
    Solo(Vec<SoloAction>),
    /// In a game of `satellite`.
    Satellite(Vec<SatelliteAction>),
    /// In a game of `advanced`.
    Advanced(Vec<AdvancedAction>),
}

/// What a seat may do now.
#[derive(ToSchema)]
#[serde(tag = "ruleset", content = "actions", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(crate) enum LegalMoves {
    /// In a game of `classic`.
    Classic(Vec<ClassicChoice>),
    /// In a game of `voices`.
    Voices(Vec<voices::Legal>),
    /// In a game of `solo`.
    Solo(Vec<solo::Legal>),
    /// In a game of `satellite`.
    Satellite(Vec<satellite::Legal>),
    /// In a game of `advanced`.
    Advanced(Vec<advanced::Legal>),
}

#[derive(utoipa::OpenApi)]
#[openapi(
    components(schemas(
        ProblemBody, broadside_engine::table::SharedChoice, broadside_engine::grid::Cell,
        broadside_engine::game::Placement, ClassicAction, ClassicChoice, VoicesAction, voices::Legal,
        SoloAction, solo::Legal, SatelliteAction, satellite::Legal,
        AdvancedAction, advanced::Legal
    )),
    tags(
        (name = "players", description = "Accounts and tokens."),
        (name = "rulesets", description = "What can be played here."),
        (name = "games", description = "Creating, finding and looking at games."),
        (name = "seats", description = "Taking a seat and placing a fleet."),
        (name = "play", description = "Acting, and what happened."),
        (name = "talk", description = "What players say to each other, note for themselves, and whom they block."),
        (name = "webhooks", description = "Being told that something is new."),
        (name = "mail", description = "Play by e-mail."),
        (name = "matrices", description = "The sounds of *SALVO for 2 voices*."),
        (name = "odds", description = "The chances of *Solo Salvo*."),
        (name = "fair play", description = "Records, and how to check them."),
        (name = "sheets", description = "What one prints to play on paper."),
        (name = "service", description = "The service itself.")
    )
)]
struct Base;

const DESCRIPTION: &str = "\
Referees correspondence games of the Salvo family, keeps each side's secrets, and opens them when a game is finished, so that it can be checked.

**A first game.** `POST /v1/players` gives a token; send it as `Authorization: Bearer …`. `POST /v1/games` creates a \
game, `POST /v1/games/{id}/seats` takes its other seat, `PUT /v1/games/{id}/seats/me/placement` places a fleet, \
`GET /v1/games/{id}/legal` says what may be done, `POST /v1/games/{id}/actions` does it.

**Secrets.** A view, an event or a list holds what its caller may know and nothing else. Numbers of events count what \
the caller can see.

**Streams.** `GET /v1/games/{id}/events` with `Accept: text/event-stream` tells what happens as it happens, and \
`GET /v1/events` does so for all your games. `POST /v1/stream-tickets` is for browsers.

**Webhooks.** `POST /v1/webhooks` has a server of yours told that there is something new.

**Problems.** Whatever is not answered with what was asked for is `application/problem+json` (RFC 9457); its `type` is \
stable, and the server explains it there.";

/// The document before the operations are added.
pub(crate) fn base() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Broadside")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(DESCRIPTION))
        .license(Some(
            LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build(),
        ))
        .build();
    let mut document = OpenApiBuilder::from(Base::openapi()).info(info).build();
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("brs_…")
        .description(Some("A token of a player, from `POST /v1/players` or `POST /v1/tokens`."))
        .build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(token));
    let operator = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some(
            "The secret that the operator has set as `mail-inbound-secret`, for whoever hands mail over.",
        ))
        .build();
    components.add_security_scheme("operator", SecurityScheme::Http(operator));
    let ticket = "A ticket for one stream, from `POST /v1/stream-tickets`, for clients that can send no header. It opens a \
                  stream alone, so `Accept` has to name `text/event-stream`, as `EventSource` does.";
    let ticket = ApiKeyValue::with_description("ticket", ticket);
    components.add_security_scheme("ticket", SecurityScheme::ApiKey(ApiKey::Query(ticket)));
    document
}

/// The finished document, with an example of the answer to each operation that has one.
pub(crate) fn finish(document: OpenApi, examples: Vec<(&'static str, Value)>) -> Value {
    let mut document = serde_json::to_value(document).expect("a document is plain data");
    for (from, to) in parts::RENAMED {
        parts::rename(&mut document, from, to);
    }
    parts::hoist_descriptions(&mut document);
    parts::join_defaults(&mut document);
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        parts::name_held(schemas);
        unions::name_variants(schemas);
        unions::split_off(schemas, "SharedChoice", "leave", "LoneChoice");
        for union in ["SoloAction", "SoloChoice"] {
            unions::add_variants(schemas, union, "LoneChoice");
        }
        for union in [
            "ClassicAction",
            "ClassicChoice",
            "VoicesAction",
            "VoicesChoice",
            "SatelliteAction",
            "SatelliteChoice",
            "AdvancedAction",
            "AdvancedChoice",
        ] {
            unions::add_variants(schemas, union, "SharedChoice");
        }
        unions::split_game_request(schemas);
        unions::split_placement_request(schemas);
        settings::tell_apart(schemas);
        meanings::explain(schemas);
        bounds::add(schemas);
    }
    webhooks::add(&mut document);
    parts::drop_unused(&mut document);
    parts::close_requests(&mut document);
    let mut met = Map::new();
    if let Some(paths) = document["paths"].as_object_mut() {
        for (path, operations) in paths {
            for operation in operations.as_object_mut().into_iter().flat_map(Map::values_mut) {
                let example = examples.iter().find(|(id, _)| operation["operationId"] == *id);
                if let Some((_, example)) = example {
                    problems::add_example(operation, example);
                }
                // What is verified is what the record's own operation answers.
                let record = examples.iter().find(|(id, _)| *id == "get_record");
                if let Some((_, record)) = record.filter(|_| operation["operationId"] == "verify_record") {
                    operation["requestBody"]["content"]["application/json"]["example"] = record.clone();
                }
                // A parameter is there or is not; there is no null in a query or a header.
                let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
                for parameter in parameters.into_iter().flatten() {
                    parameter["schema"] = settings::not_null(&parameter["schema"]);
                }
                links::add(operation);
                for kind in problems::add_problems(path, operation) {
                    let example = json!({"summary": kind.title(), "value": Problem::plain(kind).body()});
                    met.insert(kind.name().to_owned(), example);
                }
            }
        }
    }
    document["components"]["examples"] = met.into();
    document
}

/// The JSON Schema of a ruleset's settings, complete in itself.
pub(crate) fn options_schema(ruleset: RulesetId) -> Value {
    fn of<T: ToSchema>() -> (RefOr<Schema>, Vec<(String, RefOr<Schema>)>) {
        let mut parts = Vec::new();
        T::schemas(&mut parts);
        (T::schema(), parts)
    }
    let name = ruleset.as_str();
    let (schema, mut parts) = match ruleset {
        RulesetId::Classic => of::<classic::Options>(),
        RulesetId::Voices => of::<voices::Options>(),
        RulesetId::Solo => of::<solo::Options>(),
        RulesetId::Satellite => of::<satellite::Options>(),
        RulesetId::Advanced => of::<advanced::Options>(),
    };
    parts.sort_by(|a, b| a.0.cmp(&b.0));
    let mut schema = serde_json::to_value(schema).expect("a schema is plain data");
    let mut definitions: Map<String, Value> =
        parts.into_iter().map(|(name, part)| (name, json!(part))).collect();
    meanings::explain(&mut definitions);
    schema["$defs"] = definitions.into();
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = format!("Options of `{name}`").into();
    localize(&mut schema);
    schema
}

/// References into the document become references into the schema itself.
fn localize(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(localize),
        Value::Array(items) => items.iter_mut().for_each(localize),
        Value::String(text) => {
            if let Some(name) = text.strip_prefix("#/components/schemas/") {
                *text = format!("#/$defs/{name}");
            }
        }
        _ => {}
    }
}
