//! OpenAPI document: completes the derived parts, so that authors of clients need no other source.
//! The service has the committed copy of the result. `BLESS=1 cargo test -p broadside-http document`
//! writes it.

mod bounds;
mod callbacks;
mod enumerations;
mod events;
mod examples;
mod links;
mod parts;
mod problems;
mod rulesets;
mod settings;
mod unions;

use broadside_domain::error::AppError;
use broadside_engine::dispatch_by_id;
use broadside_engine::game::{Placement, RulesetId};
use broadside_engine::ruleset::Ruleset;
use serde_json::{Map, Value, json};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, RefOr, Schema};
use utoipa::{OpenApi as _, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use self::examples::Examples;
use crate::operations;
use crate::response::problem::ProblemBody;

/// Builds the document.
fn document() -> Value {
    let operations = operations::add_to(OpenApiRouter::with_openapi(base()));
    finish(operations.into_openapi(), &examples::build_examples())
}

#[test]
fn the_committed_document_is_that_of_the_types() {
    for (name, expected) in [("openapi.json", document()), ("options.json", options_schemas())] {
        let file = format!("{}/../../openapi/{name}", env!("CARGO_MANIFEST_DIR"));
        let expected = format!("{expected:#}\n");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&file, &expected).unwrap();
        }
        let committed = std::fs::read_to_string(&file).unwrap();
        assert!(committed == expected, "{name} is outdated: run this test with BLESS=1");
    }
}

#[derive(utoipa::OpenApi)]
#[openapi(
    components(schemas(
        ProblemBody, broadside_engine::table::SharedChoice, broadside_engine::grid::Cell,
        broadside_engine::game::Glimpse, broadside_engine::table::RevealedSeat<Placement>
    )),
    tags(
        (name = "players", description = "Accounts and tokens."),
        (name = "rulesets", description = "Rulesets and their options."),
        (name = "games", description = "Creation, lists and views of games."),
        (name = "seats", description = "Seats, invitations and placements of fleets."),
        (name = "play", description = "Actions and events."),
        (name = "talk", description = "Messages between players, private notes, and blocked players."),
        (name = "webhooks", description = "Notifications to a server of yours."),
        (name = "mail", description = "Play by e-mail."),
        (name = "matrices", description = "Game-matrices with the sounds of *SALVO for 2 voices*."),
        (name = "odds", description = "Odds of *Solo Salvo*."),
        (name = "fair play", description = "Records of finished games, and their verification."),
        (name = "sheets", description = "Printable sheets for play on paper."),
        (name = "service", description = "Health of the service.")
    )
)]
struct Base;

const DESCRIPTION: &str = "\
Broadside referees correspondence games of the Salvo family. It keeps the secrets of each side, and reveals them when \
a game is finished, so that everyone can verify it.

**A first game.** `POST /v1/players` creates an account and a token; send the token as `Authorization: Bearer …`. \
`POST /v1/games` creates a game, `POST /v1/games/{id}/seats` takes its other seat, \
`PUT /v1/games/{id}/seats/me/placement` places a fleet, `GET /v1/games/{id}/legal` lists your legal actions, and \
`POST /v1/games/{id}/actions` submits actions.

**Secrets.** A view, an event or a list contains only what its caller may know. Event numbers count only events that \
the caller can see.

**Streams.** `GET /v1/games/{id}/events` with `Accept: text/event-stream` sends the events of a game as they happen, \
and `GET /v1/events` those of all your games. Browsers use a ticket from `POST /v1/stream-tickets`.

**Webhooks.** `POST /v1/webhooks` registers a server of yours, which gets a message when there is something new.

**Problems.** Every error is `application/problem+json` (RFC 9457). Its `type` is stable, and the server explains it \
at that address.";

/// Document before the operations are added.
fn base() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Broadside")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(DESCRIPTION))
        .license(Some(
            LicenseBuilder::new()
                .name("MIT OR Apache-2.0")
                .identifier(Some("MIT OR Apache-2.0"))
                .build(),
        ))
        .build();
    let mut document = OpenApiBuilder::from(Base::openapi()).info(info).build();
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("brs_…")
        .description(Some("Token of a player, from `POST /v1/players` or `POST /v1/tokens`."))
        .build();
    let components = document.components.get_or_insert_default();
    components.schemas.extend(RulesetId::ALL.iter().copied().flat_map(schemas_of_ruleset));
    components.add_security_scheme("token", SecurityScheme::Http(token));
    let operator = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some(
            "Secret that the operator has set as `mail-inbound-secret`, for the delivery of inbound mail.",
        ))
        .build();
    components.add_security_scheme("operator", SecurityScheme::Http(operator));
    let ticket = "Ticket for one stream, from `POST /v1/stream-tickets`, for clients that cannot send headers. It \
                  grants access to a stream only, so `Accept` must name `text/event-stream`, as `EventSource` does.";
    let ticket = ApiKeyValue::with_description("ticket", ticket);
    components.add_security_scheme("ticket", SecurityScheme::ApiKey(ApiKey::Query(ticket)));
    document
}

/// Finished document, with examples of requests and answers.
fn finish(document: OpenApi, examples: &Examples) -> Value {
    let mut document = serde_json::to_value(document).expect("a document is plain data");
    for (from, to) in parts::RENAMES {
        parts::rename_schema(&mut document, from, to);
    }
    parts::hoist_descriptions(&mut document);
    parts::join_defaults(&mut document);
    if let Some(schemas) =
        document.pointer_mut("/components/schemas").and_then(Value::as_object_mut)
    {
        parts::describe_record_placements(schemas);
        unions::name_variants(schemas);
        parts::flatten_all_of(schemas);
        unions::move_variant(schemas, "SharedChoice", "leave", "LoneChoice");
        for ruleset in RulesetId::ALL {
            let source = if ruleset.is_for_one() { "LoneChoice" } else { "SharedChoice" };
            for kind in ["Action", "Choice"] {
                let union = unions::pascal_case(ruleset.as_str()) + kind;
                unions::add_variants(schemas, &union, source);
            }
        }
        events::describe(schemas);
        rulesets::split_by_ruleset(schemas);
        enumerations::describe_values(schemas);
        bounds::add(schemas);
        schemas.values_mut().for_each(parts::drop_composite_defaults);
    }
    callbacks::add(&mut document, examples);
    parts::drop_unused(&mut document);
    parts::close_requests(&mut document);
    if let Some(schemas) =
        document.pointer_mut("/components/schemas").and_then(Value::as_object_mut)
    {
        unions::adapt_for_generators(schemas);
    }
    let mut problem_examples = Map::new();
    if let Some(paths) = document["paths"].as_object_mut() {
        for (path, operations) in paths {
            for (method, operation) in operations.as_object_mut().into_iter().flatten() {
                problems::add_examples(operation, examples);
                // Parameters in a query or a header can be left out, but are never null.
                let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
                for parameter in parameters.into_iter().flatten() {
                    parameter["schema"] = settings::non_null_schema(&parameter["schema"]);
                }
                // Nor are headers of answers.
                let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
                responses
                    .into_iter()
                    .flat_map(Map::values_mut)
                    .for_each(parts::make_headers_optional);
                if operation.get("security").is_none() {
                    operation["security"] = json!([]);
                }
                links::add(operation);
                for kind in problems::add_problems(path, method, operation) {
                    let example = json!({"summary": kind.title(), "value": ProblemBody::from(&AppError::from_kind(kind))});
                    problem_examples.insert(kind.name().to_owned(), example);
                }
            }
        }
    }
    document["components"]["examples"] = problem_examples.into();
    document["servers"] = json!([{"url": "/", "description": "This server"}]);
    document
}

/// Returns the self-contained JSON Schema of the options of each ruleset, by its id.
fn options_schemas() -> Value {
    RulesetId::ALL
        .iter()
        .map(|ruleset| (ruleset.to_string(), options_schema(*ruleset)))
        .collect::<Map<_, _>>()
        .into()
}

/// Returns the schemas of a ruleset by name: its options, placement, actions, legal moves and view,
/// and all types that they refer to.
fn schemas_of_ruleset(ruleset: RulesetId) -> Vec<(String, RefOr<Schema>)> {
    fn add<T: ToSchema>(all: &mut Vec<(String, RefOr<Schema>)>) {
        all.push((T::name().into_owned(), T::schema()));
        T::schemas(all);
    }
    let mut all = Vec::new();
    dispatch_by_id!(ruleset, R => {
        add::<<R as Ruleset>::Action>(&mut all);
        add::<<R as Ruleset>::Legal>(&mut all);
        add::<<R as Ruleset>::Options>(&mut all);
        add::<<R as Ruleset>::Draft>(&mut all);
        add::<<R as Ruleset>::View>(&mut all);
    });
    all
}

/// Self-contained JSON Schema of the options of a ruleset.
fn options_schema(ruleset: RulesetId) -> Value {
    fn schema_of<T: ToSchema>() -> (RefOr<Schema>, Vec<(String, RefOr<Schema>)>) {
        let mut parts = Vec::new();
        T::schemas(&mut parts);
        (T::schema(), parts)
    }
    let name = ruleset.as_str();
    let (schema, mut parts) = dispatch_by_id!(ruleset, R => schema_of::<<R as Ruleset>::Options>());
    parts.sort_by(|a, b| a.0.cmp(&b.0));
    let mut schema = serde_json::to_value(schema).expect("a schema is plain data");
    let mut definitions: Map<String, Value> =
        parts.into_iter().map(|(name, part)| (name, json!(part))).collect();
    enumerations::describe_values(&mut definitions);
    schema["$defs"] = definitions.into();
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = format!("Options of `{name}`").into();
    make_references_local(&mut schema);
    schema
}

/// Turns references into the document into references into the schema itself.
fn make_references_local(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(make_references_local),
        Value::Array(items) => items.iter_mut().for_each(make_references_local),
        Value::String(text) => {
            if let Some(name) = text.strip_prefix("#/components/schemas/") {
                *text = format!("#/$defs/{name}");
            }
        }
        _ => {}
    }
}
