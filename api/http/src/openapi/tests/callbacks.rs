//! Messages that the service sends to the webhooks of players: a callback of the operation that
//! creates a webhook.

use serde_json::{Value, json};

use super::examples::Examples;
use super::parts::reference;
use super::problems::add_examples;

/// Union of the messages.
const UNION: &str = "WebhookMessage";

const DESCRIPTION: &str = "\
The service sends this message to the address of the webhook, as *Standard Webhooks* describe it. Answer 2xx within \
ten seconds. After any other answer, redirects included, the service sends the message again with the same \
`webhook-id`, for three days and at growing intervals. 410 turns the webhook off. Check the signature before you trust \
the message: there are libraries for most languages.";

pub(super) fn add(document: &mut Value, examples: &Examples) {
    let mut operation = json!({
        "summary": "Message of a webhook",
        "description": DESCRIPTION,
        "operationId": "on_webhook_message",
        "tags": ["webhooks"],
        "security": [],
        "parameters": headers(),
        "requestBody": {
            "required": true,
            "content": {"application/json": {
                "schema": {"$ref": reference(UNION)}
            }}
        },
        "responses": {
            "2XX": {"description": "The message has arrived"},
            "410": {"description": "The receiver wants no messages any longer, and the service turns the webhook off"},
            "429": {"description": "Too many messages: the service waits at least for `Retry-After`, up to a day"},
            "503": {"description": "Not now: the service waits at least for `Retry-After`, up to a day"},
            "default": {"description": "The service sends the message again"}
        }
    });
    add_examples(&mut operation, examples);
    document["paths"]["/v1/webhooks"]["post"]["callbacks"] =
        json!({"message": {"{$request.body#/url}": {"post": operation}}});
}

fn header(name: &str, description: &str, example: &str) -> Value {
    let schema = json!({"type": "string", "example": example});
    json!({"name": name, "in": "header", "required": true, "description": description, "schema": schema})
}

fn headers() -> Value {
    json!([
        header(
            "webhook-id",
            "Id of the message, the same each time it is sent: ignore an id that you have seen",
            "msg_2f1c7a5e0b9d4c83a6e1f0d2b7c4958e"
        ),
        header(
            "webhook-timestamp",
            "Time of sending, in seconds since 1970: refuse a message that is older than five minutes",
            "1777629600"
        ),
        header(
            "webhook-signature",
            "`v1,` and the base64 of an HMAC-SHA256 of `id.timestamp.body`; two signatures, separated by a space, \
             while there are two secrets",
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        ),
    ])
}
