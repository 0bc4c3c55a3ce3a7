//! What the service sends, of its own accord, to the addresses that players have given: `webhooks` of the document, which the
//! derives have no words for.

use serde_json::{Map, Value, json};

use super::parts::reference;

/// The union of what is sent.
const UNION: &str = "WebhookMessage";

const DESCRIPTION: &str = "\
Sent as *Standard Webhooks* have it. Answer 2xx within ten seconds; anything else, a redirect too, and it is sent again, with \
the same `webhook-id`, for three days and ever more rarely. 410 turns the webhook off. Check the signature before you believe a \
word: there are libraries for most languages.";

/// Adds a webhook to the document for each type of message.
pub(super) fn add(document: &mut Value) {
    let schemas = &document["components"]["schemas"];
    let mapping = schemas[UNION]["discriminator"]["mapping"].as_object().cloned().unwrap_or_default();
    let mut webhooks = Map::new();
    for (kind, variant) in mapping {
        let name = variant.as_str().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
        let says = schemas[name]["description"].as_str().unwrap_or_default();
        let summary = says.split('.').next().unwrap_or_default().trim();
        let operation = json!({
            "summary": summary,
            "description": format!("{says}\n\n{DESCRIPTION}"),
            "operationId": format!("on_{}", kind.replace('.', "_")),
            "tags": ["webhooks"],
            "parameters": headers(),
            "requestBody": {
                "required": true,
                "content": {"application/json": {"schema": {"$ref": reference(name)}}}
            },
            "responses": {
                "2XX": {"description": "It has arrived"},
                "410": {"description": "Nothing is wanted here any more: the webhook is turned off"},
                "429": {"description": "Not so fast: it is sent again after `Retry-After`, in seconds, if that is later"},
                "503": {"description": "Not now: it is sent again after `Retry-After`, in seconds, if that is later"},
                "default": {"description": "It is sent again"}
            }
        });
        webhooks.insert(kind, json!({"post": operation}));
    }
    document["webhooks"] = webhooks.into();
}

fn headers() -> Value {
    let header = |name: &str, says: &str, example: &str| {
        let schema = json!({"type": "string", "example": example});
        json!({"name": name, "in": "header", "required": true, "description": says, "schema": schema})
    };
    json!([
        header(
            "webhook-id",
            "The id of the message, the same however often it is sent: whoever has seen it before leaves it alone",
            "msg_2f1c7a5e0b9d4c83a6e1f0d2b7c4958e"
        ),
        header(
            "webhook-timestamp",
            "When it is sent, in seconds since 1970: refuse what is older than five minutes",
            "1777629600"
        ),
        header(
            "webhook-signature",
            "`v1,` and the base64 of an HMAC-SHA256 of `id.timestamp.body`; two with a space between while there are two secrets",
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        ),
    ])
}
