//! Amounts that a request may store, judged by its method and path, for the limits of a day.

use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::body::HttpBody as _;
use axum::extract::Request;
use axum::http::Method;
use broadside_app::{Creates, Storing};

/// Number of bytes of a body that count as one change.
const BYTES_PER_CHANGE: u64 = 4096;

/// Returns what a request from an address may store; `None` if it stores nothing. Deletions,
/// including those of accounts and tokens, are always allowed.
pub(crate) fn storing(request: &Request, from: Option<IpAddr>) -> Option<Storing> {
    if !matches!(*request.method(), Method::POST | Method::PUT | Method::PATCH) {
        return None;
    }
    let path = request.uri().path();
    let changes = u32::try_from(request.body().size_hint().lower() / BYTES_PER_CHANGE);
    let is_post = request.method() == Method::POST;
    let is_rematch = path.strip_prefix("/v1/games/").is_some_and(|rest| rest.ends_with("/rematch"));
    let creates = match path {
        "/v1/players" if is_post => Some(Creates::Account),
        "/v1/games" if is_post => Some(Creates::Game),
        _ if is_post && is_rematch => Some(Creates::Game),
        _ => None,
    };
    Some(Storing {
        creates,
        changes: NonZeroU32::MIN.saturating_add(changes.unwrap_or(u32::MAX)),
        from,
        account_only: is_account_only(path),
    })
}

/// True if only the amount of the account applies to a request: moves, and everything that players
/// need to keep up with their games and to protect themselves.
fn is_account_only(path: &str) -> bool {
    let of_game = path.strip_prefix("/v1/games/").and_then(|rest| rest.split_once('/'));
    if let Some((_, resource)) = of_game {
        return matches!(resource, "actions" | "decline" | "abort" | "score/close");
    }
    let is_rotation = path.starts_with("/v1/tokens/") && path.ends_with("/rotate");
    path == "/v1/stream-tickets" || path.starts_with("/v1/blocks/") || is_rotation
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn storing_of(method: &str, path: &str, bytes: usize) -> Option<Storing> {
        let body = Body::from("x".repeat(bytes));
        storing(&Request::builder().method(method).uri(path).body(body).unwrap(), None)
    }

    #[test]
    fn reads_and_deletions_store_nothing_and_long_bodies_count_more() {
        assert!(storing_of("GET", "/v1/games", 0).is_none());
        assert!(storing_of("DELETE", "/v1/players/me", 0).is_none());
        for (bytes, changes) in [(0, 1), (4_095, 1), (4_096, 2), (20_000, 5)] {
            let storing = storing_of("PUT", "/v1/games/1/notes", bytes).unwrap();
            assert_eq!(storing.changes.get(), changes, "{bytes} bytes");
        }
    }

    #[test]
    fn accounts_and_games_count_as_such() {
        for (path, creates) in [
            ("/v1/players", Some(Creates::Account)),
            ("/v1/games", Some(Creates::Game)),
            ("/v1/games/1/rematch", Some(Creates::Game)),
            ("/v1/games/1/messages", None),
        ] {
            assert_eq!(storing_of("POST", path, 0).unwrap().creates, creates, "{path}");
        }
    }

    #[test]
    fn moves_and_protective_changes_count_for_their_account_only() {
        for (path, account_only) in [
            ("/v1/games", false),
            ("/v1/games/1/rematch", false),
            ("/v1/games/1/messages", false),
            ("/v1/games/1/notes", false),
            ("/v1/games/1/queue", false),
            ("/v1/games/1/seats", false),
            ("/v1/games/1/seats/me/placement", false),
            ("/v1/games/1/seats/2/invitation", false),
            ("/v1/games/1/actions", true),
            ("/v1/games/1/abort", true),
            ("/v1/games/1/decline", true),
            ("/v1/games/1/score/close", true),
            ("/v1/stream-tickets", true),
            ("/v1/blocks/1", true),
            ("/v1/tokens/1/rotate", true),
            ("/v1/tokens", false),
        ] {
            assert_eq!(storing_of("POST", path, 0).unwrap().account_only, account_only, "{path}");
        }
    }
}
