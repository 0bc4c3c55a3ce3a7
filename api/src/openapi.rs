//! The OpenAPI document: what the derives cannot say is added here, so that a frontend author needs nothing but the
//! document.

use std::collections::BTreeSet;

use broadside_engine::classic;
use broadside_engine::game::RulesetId;
use serde_json::{Map, Value, json};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder};
use utoipa::{OpenApi as _, ToSchema};

use crate::problem::{Kind, Problem, ProblemBody};

/// The settings of a game, by ruleset.
#[derive(ToSchema)]
#[schema(as = GameOptions)]
#[expect(dead_code, reason = "it is there for its schema")]
#[serde(untagged)]
pub(crate) enum GameOptions {
    /// Of a game of `classic`.
    Classic(classic::Options),
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
    #[schema(default = false)]
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
}

/// Actions of a ruleset, taken whole and in order or not at all.
#[derive(ToSchema)]
#[serde(tag = "ruleset", content = "actions", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
#[schema(example = json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": ["F7"]}]}))]
pub(crate) enum ActionsRequest {
    /// In a game of `classic`.
    Classic(Vec<ClassicAction>),
}

/// What a seat may do now.
#[derive(ToSchema)]
#[serde(tag = "ruleset", content = "actions", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(crate) enum LegalMoves {
    /// In a game of `classic`.
    Classic(Vec<ClassicChoice>),
}

/// An action in a game of `classic`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(crate) enum ClassicAction {
    /// Call cells of the opponent's grid.
    Fire(classic::Fire),
}

/// Something that may be done in a game of `classic`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(crate) enum ClassicChoice {
    /// Call cells of the opponent's grid.
    Fire {
        /// Which cells.
        cells: classic::CellChoice,
        /// The round, in `salvo`.
        round: Option<u32>,
    },
}

#[derive(utoipa::OpenApi)]
#[openapi(
    components(schemas(
        ProblemBody, broadside_engine::table::SharedChoice, broadside_engine::grid::Cell,
        broadside_engine::game::Placement, ClassicAction, ClassicChoice
    )),
    tags(
        (name = "players", description = "Accounts and tokens."),
        (name = "rulesets", description = "What can be played here."),
        (name = "games", description = "Creating, finding and looking at games."),
        (name = "seats", description = "Taking a seat and placing a fleet."),
        (name = "play", description = "Acting, and what happened."),
        (name = "fair play", description = "Records, and how to check them."),
        (name = "service", description = "The service itself.")
    )
)]
struct Base;

const DESCRIPTION: &str = "\
Referees correspondence games of the Salvo family, keeps each side's secrets, and proves that it was honest.

**A first game.** `POST /v1/players` gives a token; send it as `Authorization: Bearer …`. `POST /v1/games` creates a \
game, `POST /v1/games/{id}/seats` takes its other seat, `PUT /v1/games/{id}/seats/me/placement` places a fleet, \
`GET /v1/games/{id}/legal` says what may be done, `POST /v1/games/{id}/actions` does it.

**Secrets.** A view, an event or a list holds what its caller may know and nothing else. Numbers of events count what \
the caller can see.

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
    document
}

/// The finished document, with an example of the answer to each operation that has one.
pub(crate) fn finish(document: OpenApi, examples: Vec<(&'static str, Value)>) -> Value {
    let mut document = serde_json::to_value(document).expect("a document is plain data");
    for (from, to) in RENAMED {
        rename(&mut document, from, to);
    }
    hoist_descriptions(&mut document);
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        name_held(schemas);
        name_variants(schemas);
        for union in ["ClassicAction", "ClassicChoice"] {
            add_variants(schemas, union, "SharedChoice");
        }
    }
    drop_unused(&mut document);
    close_requests(&mut document);
    let mut problems = Map::new();
    if let Some(paths) = document["paths"].as_object_mut() {
        for (path, operations) in paths {
            for operation in operations.as_object_mut().into_iter().flat_map(Map::values_mut) {
                let example = examples.iter().find(|(id, _)| operation["operationId"] == *id);
                if let Some((_, example)) = example {
                    add_example(operation, example);
                }
                // What is verified is what the record's own operation answers.
                let record = examples.iter().find(|(id, _)| *id == "get_record");
                if let Some((_, record)) = record.filter(|_| operation["operationId"] == "verify_record") {
                    operation["requestBody"]["content"]["application/json"]["example"] = record.clone();
                }
                for kind in add_problems(path, operation) {
                    let example = json!({"summary": kind.title(), "value": Problem::plain(kind).body()});
                    problems.insert(kind.name().to_owned(), example);
                }
            }
        }
    }
    document["components"]["examples"] = problems.into();
    document
}

/// Names that a generic type gets from its derive, and what they are called.
const RENAMED: [(&str, &str); 5] = [
    ("SharedGlimpse_Placement", "GameEvent"),
    ("Revelation_Placement", "Revelation"),
    ("Sealed_Placement", "SealedPlacement"),
    ("Revelation_Value", "RecordRevelation"),
    ("Sealed_Value", "RecordPlacement"),
];

fn rename(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::Object(fields) => {
            if let Some(schema) = fields.remove(from) {
                fields.insert(to.to_owned(), schema);
            }
            fields.values_mut().for_each(|field| rename(field, from, to));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, from, to)),
        Value::String(text) if *text == reference(from) => *text = reference(to),
        _ => {}
    }
}

/// Puts what is said of an optional field beside its name: the derives say it of the alternative to `null`.
fn hoist_descriptions(value: &mut Value) {
    if let Value::Object(fields) = value
        && let Some([one, other]) =
            fields.get_mut("oneOf").and_then(Value::as_array_mut).map(Vec::as_mut_slice)
        && *other == json!({"type": "null"})
        && let Some(description) = one.as_object_mut().and_then(|one| one.remove("description"))
    {
        fields.insert("description".to_owned(), description);
    }
    match value {
        Value::Object(fields) => fields.values_mut().for_each(hoist_descriptions),
        Value::Array(items) => items.iter_mut().for_each(hoist_descriptions),
        _ => {}
    }
}

/// Describes what generic types hold: the derives write that inline, or leave it open.
fn name_held(schemas: &mut Map<String, Value>) {
    let held = "What it had placed when play began";
    schemas["SealedPlacement"]["properties"]["placement"] =
        json!({"$ref": reference("Placement"), "description": format!("{held}.")});
    schemas["RecordPlacement"]["properties"]["placement"] =
        json!({"description": format!("{held}, as its ruleset writes it.")});
}

/// Drops the schemas that nothing refers to: parts that variants were merged from.
fn drop_unused(document: &mut Value) {
    loop {
        let mut used = Vec::new();
        references(document, &mut used);
        let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else {
            return;
        };
        let before = schemas.len();
        schemas.retain(|name, _| used.contains(name) || name == "Problem");
        if schemas.len() == before {
            return;
        }
    }
}

/// Says of every object in a request that other fields are refused, which the derives leave out for tagged unions.
fn close_requests(document: &mut Value) {
    let bodies = document["paths"].as_object().into_iter().flat_map(Map::values).filter_map(Value::as_object);
    let mut open: Vec<String> = Vec::new();
    bodies.flat_map(Map::values).for_each(|operation| references(&operation["requestBody"], &mut open));
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        let schema = &mut document["components"]["schemas"][&name];
        if seen.insert(name) {
            close(schema);
            references(schema, &mut open);
        }
    }
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") {
                fields.insert("additionalProperties".to_owned(), false.into());
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// The names of the schemas that a value refers to.
fn references(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.values().for_each(|field| references(field, names)),
        Value::Array(items) => items.iter().for_each(|item| references(item, names)),
        Value::String(text) => names.extend(text.strip_prefix("#/components/schemas/").map(str::to_owned)),
        _ => {}
    }
}

fn reference(name: &str) -> String {
    format!("#/components/schemas/{name}")
}

/// Gives each variant of a tagged union a name of its own, and the union a discriminator that maps the tags to them:
/// the derives write variants inline, which no generator of clients can tell apart.
fn name_variants(schemas: &mut Map<String, Value>) {
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let variants = schemas[&name]["oneOf"].as_array().cloned().unwrap_or_default();
        let merged: Vec<Value> = variants.iter().map(|variant| merge(schemas, variant)).collect();
        let Some(tag) = ["type", "ruleset", "kind"]
            .into_iter()
            .find(|tag| !merged.is_empty() && merged.iter().all(|variant| tag_of(variant, tag).is_some()))
        else {
            continue;
        };
        let mut mapping = Map::new();
        let mut references = Vec::new();
        for mut variant in merged {
            let value = tag_of(&variant, tag).unwrap_or_default().to_owned();
            let own = format!("{name}{}", pascal(&value));
            variant["properties"][tag] = json!({"type": "string", "const": value});
            schemas.insert(own.clone(), variant);
            mapping.insert(value, reference(&own).into());
            references.push(json!({"$ref": reference(&own)}));
        }
        let union = schemas.get_mut(&name).and_then(Value::as_object_mut).expect("the union is there");
        union.insert("oneOf".to_owned(), references.into());
        union.insert("discriminator".to_owned(), json!({"propertyName": tag, "mapping": mapping}));
    }
}

/// One object of the parts that a variant is written in.
fn merge(schemas: &Map<String, Value>, variant: &Value) -> Value {
    let parts: Vec<Value> = match variant["allOf"].as_array() {
        Some(parts) => parts.clone(),
        None => vec![variant.clone()],
    };
    let mut merged = json!({"type": "object", "properties": {}, "required": []});
    for part in parts {
        let named =
            part["$ref"].as_str().and_then(|path| path.rsplit('/').next()).and_then(|name| schemas.get(name));
        let part = named.unwrap_or(&part);
        for (name, schema) in part["properties"].as_object().into_iter().flatten() {
            merged["properties"][name] = schema.clone();
        }
        let required = part["required"].as_array().cloned().unwrap_or_default();
        merged["required"].as_array_mut().expect("it is a list").extend(required);
        for key in ["description", "additionalProperties"] {
            if let Some(value) = part.get(key).filter(|_| merged.get(key).is_none()) {
                merged[key] = value.clone();
            }
        }
    }
    if let Some(description) = variant.get("description") {
        merged["description"] = description.clone();
    }
    merged
}

fn tag_of<'a>(variant: &'a Value, tag: &str) -> Option<&'a str> {
    let schema = &variant["properties"][tag];
    let values = schema["enum"].as_array();
    match (values, schema["const"].as_str()) {
        (Some(values), _) if values.len() == 1 => values[0].as_str(),
        (_, only) => only,
    }
}

fn pascal(text: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    text.split('_').map(word).collect()
}

/// Adds the variants of one union to another.
fn add_variants(schemas: &mut Map<String, Value>, to: &str, from: &str) {
    let shared = schemas[from].clone();
    let union = schemas.get_mut(to).expect("the union is there");
    let more = shared["oneOf"].as_array().cloned().unwrap_or_default();
    union["oneOf"].as_array_mut().expect("it is a union").extend(more);
    let mapping = shared["discriminator"]["mapping"].as_object().cloned().unwrap_or_default();
    union["discriminator"]["mapping"].as_object_mut().expect("it is a union").extend(mapping);
}

/// Adds an example to the answer with which an operation succeeds.
fn add_example(operation: &mut Value, example: &Value) {
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        if status.starts_with('2') && response.get("content").is_some() {
            response["content"]["application/json"]["example"] = example.clone();
        }
    }
}

/// Adds every problem that an operation can be answered with: those it names itself, and those that follow from its
/// having a token, a body or a path under `/v1`.
fn add_problems(path: &str, operation: &mut Value) -> Vec<Kind> {
    let own =
        operation.as_object_mut().and_then(|operation| operation.remove("x-problems")).unwrap_or_default();
    let own = own.as_array().into_iter().flatten().map(|name| {
        let name = name.as_str().unwrap_or_default();
        Kind::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == name)
            .unwrap_or_else(|| panic!("no problem `{name}`"))
    });
    let mut kinds: Vec<Kind> = own.collect();
    if operation.get("security").is_some() {
        kinds.push(Kind::Unauthorized);
        if operation["operationId"] == "act" || operation.get("requestBody").is_some() || acts(operation) {
            kinds.push(Kind::Forbidden);
        }
    }
    if operation.get("requestBody").is_some() {
        kinds.extend([Kind::MalformedJson, Kind::TooLarge, Kind::UnsupportedMediaType, Kind::InvalidField]);
    }
    let has_key =
        operation["parameters"].as_array().into_iter().flatten().any(|of| of["name"] == "Idempotency-Key");
    if path.contains('{') || has_key {
        kinds.push(Kind::BadRequest);
    }
    if path.starts_with("/v1/") {
        kinds.push(Kind::NotAcceptable);
    }
    kinds.extend([Kind::Timeout, Kind::Internal, Kind::Unavailable]);
    kinds.sort_by_key(|kind| (kind.status(), kind.name()));
    kinds.dedup();
    for &kind in &kinds {
        add_problem(&mut operation["responses"], kind);
    }
    kinds
}

fn acts(operation: &Value) -> bool {
    ["delete_me", "revoke_token", "leave_seat", "abort_game"].iter().any(|id| operation["operationId"] == *id)
}

fn add_problem(responses: &mut Value, kind: Kind) {
    let response = &mut responses[kind.status().as_str()];
    if response.is_null() {
        *response = json!({
            "description": "",
            "content": {"application/problem+json": {"schema": {"$ref": reference("Problem")}, "examples": {}}}
        });
    }
    let description = response["description"].as_str().unwrap_or_default();
    let line = format!("`{}`: {}.", kind.type_uri(), kind.title());
    response["description"] =
        if description.is_empty() { line } else { format!("{description}\n\n{line}") }.into();
    let example = json!({"$ref": format!("#/components/examples/{}", kind.name())});
    response["content"]["application/problem+json"]["examples"][kind.name()] = example;
    if kind == Kind::Unauthorized {
        response["headers"]["WWW-Authenticate"] =
            json!({"schema": {"type": "string"}, "description": "`Bearer`"});
    }
}

/// The JSON Schema of a ruleset's settings, complete in itself.
pub(crate) fn options_schema(ruleset: RulesetId) -> Value {
    let (name, schema, mut parts) = match ruleset {
        RulesetId::Classic => {
            let mut parts = Vec::new();
            classic::Options::schemas(&mut parts);
            (ruleset.as_str(), <classic::Options as utoipa::PartialSchema>::schema(), parts)
        }
    };
    parts.sort_by(|a, b| a.0.cmp(&b.0));
    let mut schema = serde_json::to_value(schema).expect("a schema is plain data");
    let definitions: Map<String, Value> = parts.into_iter().map(|(name, part)| (name, json!(part))).collect();
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
