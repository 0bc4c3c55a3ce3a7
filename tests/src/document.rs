//! Checks every answer that a test client receives against the OpenAPI document.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jsonschema::{Registry, Validator};
use serde_json::{Value, json};

/// An OpenAPI document, with a cache of its compiled schemas.
pub struct Document {
    /// The document as JSON.
    pub value: Value,
    schemas: Mutex<HashMap<String, Arc<Validator>>>,
    /// The components of the document, indexed once for all schemas.
    components: OnceLock<Registry<'static>>,
}

/// The address under which schemas find the components.
const COMPONENTS: &str = "urn:broadside:document";

/// An answer to check.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The method of the request.
    pub method: &'a str,
    /// The path and query of the request.
    pub target: &'a str,
    /// The JSON body of the request, if any.
    pub sent: Option<&'a Value>,
    /// The status.
    pub status: u16,
    /// The headers, by their names in lowercase.
    pub headers: &'a HashMap<String, String>,
    /// The body.
    pub body: &'a [u8],
}

/// Returns a schema whose references lead to the components.
fn with_absolute_references(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                let value =
                    match value.as_str().filter(|text| name == "$ref" && text.starts_with('#')) {
                        Some(reference) => json!(format!("{COMPONENTS}{reference}")),
                        None => with_absolute_references(value),
                    };
                (name.clone(), value)
            };
            fields.iter().map(field).collect()
        }
        Value::Array(items) => items.iter().map(with_absolute_references).collect(),
        other => other.clone(),
    }
}

impl Document {
    /// Returns the committed document. A test says that the service serves the same.
    pub fn committed() -> Arc<Self> {
        static COMMITTED: OnceLock<Arc<Document>> = OnceLock::new();
        let read = || {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/openapi.json");
            let text = std::fs::read_to_string(file).expect("the document is there");
            let value = serde_json::from_str(&text).expect("the document is JSON");
            Arc::new(Self { value, schemas: Mutex::default(), components: OnceLock::new() })
        };
        Arc::clone(COMMITTED.get_or_init(read))
    }

    /// Returns the template of a path, as in `/v1/games/{id}`, and its operations.
    pub fn path(&self, path: &str) -> Option<(&str, &Value)> {
        let fits = |template: &str| {
            let (template, path): (Vec<_>, Vec<_>) =
                (template.split('/').collect(), path.split('/').collect());
            let part =
                |(of, is): (&&str, &&str)| of == is || (of.starts_with('{') && !is.is_empty());
            template.len() == path.len() && template.iter().zip(&path).all(part)
        };
        let paths = self.value["paths"].as_object().expect("the document has paths");
        // A literal path takes precedence over one with parameters.
        let matching = paths.iter().filter(|(template, _)| fits(template));
        matching
            .min_by_key(|(template, _)| template.matches('{').count())
            .map(|(template, of)| (&**template, of))
    }

    /// Lists the violations of a schema of the document by a value.
    pub fn faults(&self, schema: &Value, value: &Value) -> Vec<String> {
        let key = schema.to_string();
        let known = self.schemas().get(&key).cloned();
        let validator = known.unwrap_or_else(|| {
            let built = jsonschema::options()
                .with_draft(jsonschema::Draft::Draft202012)
                .with_registry(self.components())
                .should_validate_formats(true)
                .build(&with_absolute_references(schema));
            let validator =
                Arc::new(built.unwrap_or_else(|error| panic!("{schema} is no schema: {error}")));
            self.schemas().insert(key, Arc::clone(&validator));
            validator
        });
        let say =
            |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
        validator.iter_errors(value).map(say).collect()
    }

    fn components(&self) -> &Registry<'static> {
        self.components.get_or_init(|| {
            let components = json!({"components": self.value["components"]});
            let registry =
                Registry::new().add(COMPONENTS, components).expect("the address is a URI");
            registry.prepare().expect("the references of the document are right")
        })
    }

    fn schemas(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Validator>>> {
        self.schemas.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that an answer matches the document.
    ///
    /// # Errors
    /// A description of the difference.
    pub fn judge(&self, judged: &Judged<'_>) -> Result<(), String> {
        let Judged { method, target, status, headers, body, .. } = *judged;
        let path = target.split('?').next().unwrap_or_default();
        let method = if method == "HEAD" { "GET" } else { method };
        let problem = json!({"$ref": "#/components/schemas/Problem"});
        if status >= 400 {
            // An error is always a problem, with its content type.
            let kind = headers.get("content-type").map(String::as_str);
            if kind != Some("application/problem+json") {
                return Err(format!("a problem has the type {kind:?}"));
            }
            if judged.method != "HEAD" {
                let value = read(body)?;
                holds("the problem", self.faults(&problem, &value))?;
                if value["status"] != status {
                    return Err(format!("the problem says {}", value["status"]));
                }
            }
        }
        let Some((template, operations)) = self.path(path) else {
            return match status {
                404 => Ok(()),
                _ => Err(format!("no such path, and the status is {status}")),
            };
        };
        let operation = &operations[method.to_ascii_lowercase()];
        if operation.is_null() {
            return match (status, headers.contains_key("allow")) {
                (405, true) => Ok(()),
                _ => Err(format!("no such method at {template}: status {status}, {headers:?}")),
            };
        }
        let response = &operation["responses"][status.to_string()];
        if response.is_null() {
            return Err(format!("the status is not one of {method} {template}"));
        }
        for (name, described) in response["headers"].as_object().into_iter().flatten() {
            // The last page has no link to the next one.
            let may_lack = name == "Link" || described["required"] == false;
            if !may_lack && !headers.contains_key(&name.to_ascii_lowercase()) {
                return Err(format!("the header {name} is missing"));
            }
        }
        if judged.method == "HEAD" {
            return Ok(());
        }
        let content = &response["content"];
        if status >= 400 {
            let value = read(body)?;
            let kind = value["type"].as_str().unwrap_or_default();
            let name = kind.rsplit('/').next().unwrap_or_default();
            if content["application/problem+json"]["examples"][name].is_null() {
                return Err(format!("`{kind}` is not one of the problems of {method} {template}"));
            }
        } else if content.is_null() {
            if !body.is_empty() {
                return Err("there is a body, and the document has none".to_owned());
            }
        } else {
            let kind = headers.get("content-type").map(String::as_str).unwrap_or_default();
            let kind = kind.split(';').next().unwrap_or_default();
            let schema = &content[kind]["schema"];
            if schema.is_null() {
                return Err(format!("the type {kind:?} is not one of the document's"));
            }
            match kind {
                "application/pdf" if body.starts_with(b"%PDF-") => return Ok(()),
                "application/pdf" => return Err("this is no PDF file".to_owned()),
                "image/png" => {
                    let picture = png::Decoder::new(Cursor::new(body)).read_info();
                    return picture.map(drop).map_err(|error| error.to_string());
                }
                _ => {}
            }
            if kind != "application/json" {
                // The schema of text is a string.
                return holds(
                    "the body",
                    self.faults(schema, &json!(String::from_utf8_lossy(body))),
                );
            }
            let value = read(body)?;
            holds("the body", self.faults(schema, &value))?;
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            // The document must allow each accepted request. A record that is not valid is
            // answered, but not accepted.
            let is_accepted = !schema.is_null() && value["valid"] != false;
            if let Some(sent) = judged.sent.filter(|_| is_accepted) {
                let sent = spelled_out(method, template, sent);
                holds("what was sent and taken", self.faults(schema, &sent))?;
            }
        }
        Ok(())
    }
}

/// Expands a request to the form of the schemas. Two short forms are only described in prose,
/// because client generators cannot handle a schema for them.
fn spelled_out(method: &str, template: &str, sent: &Value) -> Value {
    let mut sent = sent.clone();
    match (method, template) {
        // This form is the same in every ruleset.
        ("PUT", "/v1/games/{id}/seats/me/placement")
            if sent["random"] == true
                && sent.get("ruleset").is_none()
                && sent.get("placement").is_none() =>
        {
            sent["ruleset"] = "classic".into();
        }
        ("POST", "/v1/games")
            if sent["ruleset"] == "advanced" && sent["options"]["map"].is_array() =>
        {
            let terrain = sent["options"]["map"].take();
            sent["options"]["map"] = json!({"terrain": terrain});
        }
        _ => {}
    }
    sent
}

fn read(body: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(body).map_err(|error| format!("the body is not JSON: {error}"))
}

fn holds(what: &str, faults: Vec<String>) -> Result<(), String> {
    if faults.is_empty() {
        Ok(())
    } else {
        Err(format!("{what} is not as the document has it: {faults:#?}"))
    }
}
