//! Daily quotas of requests: what a request may create, judged by its method and path.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::HttpBody as _;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use broadside_app::{DailyQuotas, QuotaKind, QuotaOutcome, Reservation};
use broadside_domain::error::AppError;
use broadside_domain::time::Time;

/// Number of bytes of a body that count as one change.
const BYTES_PER_UNIT: u64 = 4096;

/// Admits a request from an address, if it may store something. Returns `None` if it stores
/// nothing. Deletions, including those of accounts and tokens, are always allowed.
///
/// # Errors
/// Fails if the request creates an account and a quota for accounts is exhausted.
pub(crate) fn admit(
    quotas: &Arc<DailyQuotas>,
    request: &Request,
    from: Option<IpAddr>,
    now: Time,
) -> Result<Option<Arc<Reservation>>, AppError> {
    if !matches!(*request.method(), Method::POST | Method::PUT | Method::PATCH) {
        return Ok(None);
    }
    let units = request.body().size_hint().lower() / BYTES_PER_UNIT;
    let cost = u32::try_from(units).unwrap_or(u32::MAX).saturating_add(1);
    let is_own = is_account_only(request.uri().path());
    quotas.admit(created_kinds(request), cost, is_own, from, now).map(Some)
}

/// Returns the outcome of a request with this status. Joining an existing rematch creates no game.
pub(crate) fn outcome(status: StatusCode) -> QuotaOutcome {
    match status {
        StatusCode::CREATED => QuotaOutcome::Created,
        status if status.is_success() => QuotaOutcome::Changed,
        _ => QuotaOutcome::Nothing,
    }
}

/// Returns the kinds of things that a request may create, judged by its path.
fn created_kinds(request: &Request) -> Vec<QuotaKind> {
    let path = request.uri().path();
    let is_post = request.method() == Method::POST;
    let is_rematch = path.strip_prefix("/v1/games/").is_some_and(|rest| rest.ends_with("/rematch"));
    match path {
        "/v1/players" if is_post => vec![QuotaKind::Account, QuotaKind::Change],
        "/v1/games" if is_post => vec![QuotaKind::Game, QuotaKind::Change],
        _ if is_post && is_rematch => vec![QuotaKind::Game, QuotaKind::Change],
        _ => vec![QuotaKind::Change],
    }
}

/// True if only the quota of the account applies to a request: moves, and everything that players
/// need to keep up with their games and to protect themselves.
fn is_account_only(path: &str) -> bool {
    if let Some((_, what)) = path.strip_prefix("/v1/games/").and_then(|rest| rest.split_once('/')) {
        return matches!(what, "actions" | "decline" | "abort" | "score/close");
    }
    let is_rotation = path.starts_with("/v1/tokens/") && path.ends_with("/rotate");
    path == "/v1/stream-tickets" || path.starts_with("/v1/blocks/") || is_rotation
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;
    use broadside_app::config::{Daily, Quota};
    use broadside_domain::time::DAY;

    const NOW: Time = Time(100 * DAY + 1);
    const QUOTA: Quota = Quota { account: 2, address: 3, network: 4, total: 6 };

    fn quotas() -> Arc<DailyQuotas> {
        Arc::new(DailyQuotas::new(Daily { accounts: QUOTA, games: QUOTA, changes: QUOTA }))
    }

    fn request(method: &str, path: &str, bytes: usize) -> Request {
        Request::builder().method(method).uri(path).body(Body::from("x".repeat(bytes))).unwrap()
    }

    /// Sends a request of an account that is answered with 200. Returns the refusal, or an empty
    /// text.
    fn send(
        quotas: &Arc<DailyQuotas>,
        account: &str,
        from: &str,
        path: &str,
        bytes: usize,
        at: Time,
    ) -> String {
        let sent = || {
            let reservation =
                admit(quotas, &request("POST", path, bytes), from.parse().ok(), at)?.unwrap();
            if !account.is_empty() {
                reservation.reserve_for_account(account)?;
            }
            reservation.settle(outcome(StatusCode::OK));
            Ok(())
        };
        let refused: Result<(), AppError> = sent();
        refused.map_or_else(|problem| problem.detail().to_owned(), |()| String::new())
    }

    #[test]
    fn only_the_quota_of_the_account_applies_to_moves() {
        for (path, own) in [
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
            ("/v1/stream-tickets", true),
            ("/v1/blocks/1", true),
            ("/v1/tokens/1/rotate", true),
            ("/v1/tokens", false),
        ] {
            assert_eq!(is_account_only(path), own, "{path}");
        }
    }

    #[test]
    fn moves_are_admitted_when_the_server_has_used_up_its_quota() {
        let quotas = quotas();
        for n in 0..6 {
            let from = format!("192.0.{n}.1");
            assert_eq!(
                send(&quotas, &n.to_string(), &from, "/v1/players/me/vacations", 0, NOW),
                ""
            );
        }
        assert!(
            send(&quotas, "a", "198.51.100.1", "/v1/players/me/vacations", 0, NOW)
                .starts_with("this server")
        );
        assert_eq!(send(&quotas, "a", "198.51.100.1", "/v1/games/1/actions", 0, NOW), "");
    }

    #[test]
    fn an_answer_says_whether_something_was_created() {
        assert_eq!(outcome(StatusCode::CREATED), QuotaOutcome::Created);
        // The rematch existed.
        assert_eq!(outcome(StatusCode::OK), QuotaOutcome::Changed);
        assert_eq!(outcome(StatusCode::NO_CONTENT), QuotaOutcome::Changed);
        assert_eq!(outcome(StatusCode::CONFLICT), QuotaOutcome::Nothing);
    }

    #[test]
    fn what_is_refused_or_changes_nothing_is_not_counted() {
        let quotas = quotas();
        for _ in 0..10 {
            let of =
                |method: &str| admit(&quotas, &request(method, "/v1/games", 0), None, NOW).unwrap();
            assert!(
                ["GET", "HEAD", "OPTIONS", "DELETE"].into_iter().all(|method| of(method).is_none())
            );
            let reservation = of("POST").unwrap();
            reservation.reserve_for_account("a").unwrap();
            reservation.settle(outcome(StatusCode::CONFLICT));
            // Requests to verify a record have no account.
            admit(&quotas, &request("POST", "/v1/verify", 0), None, NOW)
                .unwrap()
                .unwrap()
                .settle(outcome(StatusCode::OK));
        }
        assert_eq!(quotas.counter_count(NOW), 0);
    }

    #[test]
    fn accounts_and_games_have_quotas_of_their_own_and_long_bodies_count_more() {
        let quotas = quotas();
        let kinds = |method: &str, path: &str| created_kinds(&request(method, path, 0));
        assert_eq!(kinds("POST", "/v1/players"), [QuotaKind::Account, QuotaKind::Change]);
        assert_eq!(kinds("POST", "/v1/games"), [QuotaKind::Game, QuotaKind::Change]);
        assert_eq!(kinds("POST", "/v1/games/1/rematch"), [QuotaKind::Game, QuotaKind::Change]);
        assert_eq!(kinds("POST", "/v1/games/1/actions"), [QuotaKind::Change]);
        assert_eq!(kinds("PATCH", "/v1/players/me"), [QuotaKind::Change]);
        assert_eq!(send(&quotas, "", "192.0.2.1", "/v1/players", 0, NOW), "");
        assert_eq!(send(&quotas, "a", "192.0.2.1", "/v1/games/1/messages", 4095, NOW), "");
        let told = send(&quotas, "b", "192.0.2.1", "/v1/games/1/messages", 4096, NOW);
        assert!(told.starts_with("your address"), "{told}");
    }
}
