//! Reads the stream of a game with the generated types of its messages.

use broadside_client::apis::configuration::Configuration;
use broadside_client::models::GameMessage;
use serde_json::{Map, Value};

/// Reads from the first event to the snapshot after the last one; returns the number of events.
pub async fn read(api: &Configuration, game: &str) -> Result<usize, Box<dyn std::error::Error>> {
    let address = format!("{}/v1/games/{game}/events?after=0&include=game", api.base_path);
    let token = api.bearer_access_token.as_deref().unwrap_or_default();
    let request = api.client.get(address).bearer_auth(token).header("Accept", "text/event-stream");
    let mut answer = request.send().await?.error_for_status()?;
    let (mut bytes, mut fields, mut count) = (Vec::new(), Map::new(), 0);
    while let Some(part) = answer.chunk().await? {
        bytes.extend_from_slice(&part);
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            let line = String::from_utf8(bytes.drain(..=end).collect())?;
            if let Some((name, value)) = line.trim_end().split_once(": ") {
                let value = if name == "data" { serde_json::from_str(value)? } else { Value::from(value) };
                fields.insert(name.to_owned(), value);
            } else if fields.contains_key("data") {
                match serde_json::from_value(Value::Object(std::mem::take(&mut fields)))? {
                    GameMessage::Snapshot(_) => return Ok(count),
                    GameMessage::Step(step) => count += crate::rulesets::events(&step.data),
                }
            }
        }
    }
    Err("the stream has ended before its snapshot".into())
}
