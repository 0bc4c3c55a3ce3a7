//! Daily quotas of requests: what a request may create, judged by its method and path.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::HttpBody as _;
use axum::extract::Request;
use axum::http::{Method, StatusCode};

use crate::app::{DailyQuotas, QuotaKind, QuotaOutcome, Reservation};
use crate::domain::error::AppError;
use crate::domain::time::Time;

/// Number of bytes of a body that count as one change.
const BYTES_PER_UNIT: u64 = 4096;

/// Admits a request from an address, if it may store something. Returns `None` if it stores nothing. Deletions,
/// including those of accounts and tokens, are always allowed.
///
/// # Errors
/// Fails if the request creates an account and a quota for accounts is exhausted.
pub(super) fn admit(
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
    let reservation = quotas.new_reservation(created_kinds(request), cost, is_own, from, now);
    if reservation.made.contains(&QuotaKind::Account) {
        reservation.reserve(&reservation.shared_owners())?;
    }
    Ok(Some(Arc::new(reservation)))
}

/// Returns the outcome of a request with this status. Joining an existing rematch creates no game.
pub(super) fn outcome(status: StatusCode) -> QuotaOutcome {
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

/// True if only the quota of the account applies to a request: moves, and everything that players need to keep up
/// with their games and to protect themselves.
fn is_account_only(path: &str) -> bool {
    if let Some((_, what)) = path.strip_prefix("/v1/games/").and_then(|rest| rest.split_once('/')) {
        return matches!(what, "actions" | "decline" | "abort");
    }
    let is_rotation = path.starts_with("/v1/tokens/") && path.ends_with("/rotate");
    path == "/v1/stream-tickets" || path.starts_with("/v1/blocks/") || is_rotation
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;
    use crate::app::{Counters, MAX_COUNTERS, QuotaOwner};
    use crate::config::{Daily, Quota};
    use crate::domain::time::DAY;

    const NOW: Time = Time(100 * DAY + 1);
    const QUOTA: Quota = Quota { account: 2, address: 3, network: 4, total: 6 };

    fn quotas() -> Arc<DailyQuotas> {
        Arc::new(DailyQuotas::new(Daily { accounts: QUOTA, games: QUOTA, changes: QUOTA }))
    }

    fn request(method: &str, path: &str, bytes: usize) -> Request {
        Request::builder().method(method).uri(path).body(Body::from("x".repeat(bytes))).unwrap()
    }

    /// Sends a request of an account that is answered with 200. Returns the refusal, or an empty text.
    fn send(
        quotas: &Arc<DailyQuotas>,
        account: &str,
        from: &str,
        path: &str,
        bytes: usize,
        at: Time,
    ) -> String {
        let sent = || {
            let reservation = admit(quotas, &request("POST", path, bytes), from.parse().ok(), at)?.unwrap();
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
    fn each_account_address_and_network_has_a_quota_and_all_together() {
        let quotas = quotas();
        let change =
            |account: &str, from: &str| send(&quotas, account, from, "/v1/players/me/vacations", 0, NOW);
        assert_eq!(change("a", "192.0.2.1"), "");
        assert_eq!(change("a", "192.0.2.1"), "");
        let told = change("a", "192.0.2.1");
        assert_eq!(
            told,
            "your account has used up its 2 changes for today: try again after 1970-04-12T00:00:00.000Z"
        );
        assert_eq!(change("b", "192.0.2.1"), "");
        assert!(change("b", "192.0.2.1").starts_with("your address has used up its 3 changes"));
        assert_eq!(change("b", "192.0.2.2"), "");
        assert!(change("c", "192.0.2.3").starts_with("your network has used up its 4 changes"));
        assert_eq!(change("c", "2001:db8:1:1::"), "");
        assert_eq!(change("c", "2001:db8:1:2::"), "");
        assert!(change("d", "198.51.100.1").starts_with("this server has used up its 6 changes"));
        // Requests without an account are still accepted.
        assert_eq!(send(&quotas, "", "192.0.2.1", "/v1/mail/inbound", 0, NOW), "");
        // A request that began before midnight does not reset the counters of the next day.
        let (today, tomorrow) = (quotas.counters_at(NOW).counts.len(), Time(NOW.0 + DAY));
        assert_eq!(quotas.counters_at(Time(NOW.0 - DAY)).counts.len(), today);
        assert_eq!(quotas.counters_at(Time(NOW.0 - 2 * DAY)).counts.len(), 0, "the clock was wrong");
        assert_eq!(quotas.counters_at(tomorrow).counts.len(), 0);
        assert_eq!(send(&quotas, "a", "192.0.2.1", "/v1/players/me/vacations", 0, Time(NOW.0 + DAY)), "");
    }

    #[test]
    fn moves_are_refused_for_their_own_account_alone() {
        let quotas = quotas();
        let change =
            |account: &str, from: &str| send(&quotas, account, from, "/v1/players/me/vacations", 0, NOW);
        for n in 0..6 {
            assert_eq!(change(&format!("{n}"), &format!("192.0.{n}.1")), "");
        }
        assert!(change("a", "198.51.100.1").starts_with("this server"));
        let act = |account: &str, from: &str| send(&quotas, account, from, "/v1/games/1/actions", 0, NOW);
        assert_eq!(act("a", "198.51.100.1"), "");
        assert_eq!(act("a", "198.51.100.1"), "");
        assert!(act("a", "198.51.100.1").starts_with("your account"));
        assert_eq!(act("b", "198.51.100.1"), "");
        assert_eq!(act("b", "198.51.100.1"), "");
        for (path, own) in [
            ("/v1/games", false),
            ("/v1/games/1/rematch", false),
            ("/v1/games/1/messages", false),
            ("/v1/games/1/notes", false),
            ("/v1/games/1/seats", false),
            ("/v1/games/1/seats/me/placement", false),
            ("/v1/games/1/seats/2/invitation", false),
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
    fn what_is_refused_or_changes_nothing_is_not_counted() {
        let quotas = quotas();
        for _ in 0..10 {
            let of = |method: &str| admit(&quotas, &request(method, "/v1/games", 0), None, NOW).unwrap();
            assert!(["GET", "HEAD", "OPTIONS", "DELETE"].into_iter().all(|method| of(method).is_none()));
            let reservation = of("POST").unwrap();
            reservation.reserve_for_account("a").unwrap();
            reservation.settle(outcome(StatusCode::CONFLICT));
            // Requests to verify a record have no account.
            admit(&quotas, &request("POST", "/v1/verify", 0), None, NOW)
                .unwrap()
                .unwrap()
                .settle(outcome(StatusCode::OK));
        }
        assert!(quotas.counters_at(NOW).counts.is_empty());
    }

    #[test]
    fn requests_at_the_same_moment_stay_within_a_quota_and_give_back_what_they_did_not_make() {
        let quotas = quotas();
        let begin = || {
            let reservation =
                admit(&quotas, &request("POST", "/v1/games/1/messages", 0), None, NOW).unwrap().unwrap();
            reservation.reserve_for_account("a").map(|()| reservation)
        };
        let (first, second) = (begin().unwrap(), begin().unwrap());
        assert!(begin().is_err());
        first.settle(outcome(StatusCode::CONFLICT));
        let third = begin().unwrap();
        // The drop simulates a request that panics and is never settled.
        drop(second);
        third.settle(outcome(StatusCode::CREATED));
        let fourth = begin().unwrap();
        assert!(begin().is_err());
        fourth.settle(outcome(StatusCode::CREATED));
        assert!(begin().is_err());
    }

    #[test]
    fn games_that_letters_make_count_for_the_account_and_in_total() {
        let quotas = quotas();
        for _ in 0..2 {
            quotas.admit_game("a", NOW).unwrap().settle(outcome(StatusCode::CREATED));
        }
        assert!(quotas.admit_game("a", NOW).is_err());
        assert_ne!(send(&quotas, "a", "192.0.2.1", "/v1/games", 0, NOW), "");
        // Joining an existing rematch creates no game.
        for _ in 0..3 {
            quotas.admit_game("b", NOW).unwrap().settle(outcome(StatusCode::OK));
            quotas
                .counters
                .lock()
                .unwrap()
                .counts
                .remove(&(QuotaKind::Change, QuotaOwner::Account("b".to_owned())));
        }
        assert_eq!(quotas.counters_at(NOW).counts[&(QuotaKind::Game, QuotaOwner::All)], 2);
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

    #[test]
    fn counters_are_bounded() {
        let quotas = quotas();
        let counts = (0..MAX_COUNTERS).map(|n| ((QuotaKind::Change, QuotaOwner::Account(n.to_string())), 1));
        *quotas.counters_at(NOW) = Counters { day: NOW.0 / DAY, counts: counts.collect() };
        assert_eq!(send(&quotas, "0", "192.0.2.1", "/v1/tokens", 0, NOW), "");
        assert_eq!(send(&quotas, "new", "192.0.2.2", "/v1/tokens", 0, NOW), "");
        let counters = quotas.counters_at(NOW);
        assert_eq!(counters.counts[&(QuotaKind::Change, QuotaOwner::Account("0".to_owned()))], 2);
        assert_eq!(counters.counts[&(QuotaKind::Change, QuotaOwner::All)], 2);
        assert_eq!(counters.counts.len(), MAX_COUNTERS + 2);
    }
}
