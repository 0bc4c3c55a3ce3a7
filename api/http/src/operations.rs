//! List of all operations: their routes, and their part of the OpenAPI document.

use axum::Router;
use axum::routing::{delete, get, patch, post, put};

use crate::{
    SharedState, challenges, games, mailbox, players, records, rulesets, scores, service, sheets,
    talk, tokens, webhooks,
};

/// Builds the routes of all operations.
pub(super) fn routes() -> Router<SharedState> {
    Router::new()
        .route("/v1/players", post(players::account::create))
        .route(
            "/v1/players/me",
            get(players::account::me)
                .patch(players::account::update)
                .delete(players::account::delete),
        )
        .route("/v1/players/me/summary", get(players::summary::summary))
        .route("/v1/players/me/export", get(players::export::export))
        .route("/v1/players/{id}", get(players::account::profile))
        .route(
            "/v1/players/me/mailbox",
            get(mailbox::settings::show)
                .put(mailbox::settings::put)
                .delete(mailbox::settings::delete),
        )
        .route("/v1/players/me/mailbox/confirm", post(mailbox::confirm::confirm))
        .route(
            "/v1/players/me/vacations",
            get(players::vacations::list).post(players::vacations::create),
        )
        .route("/v1/players/me/vacations/{id}", delete(players::vacations::end))
        .route("/v1/tokens", post(tokens::manage::create).get(tokens::manage::list))
        .route("/v1/tokens/{id}", patch(tokens::manage::rename).delete(tokens::manage::revoke))
        .route("/v1/tokens/{id}/rotate", post(tokens::manage::rotate))
        .route("/v1/token-recovery", post(tokens::recovery::request))
        .route("/v1/token-recovery/redeem", post(tokens::recovery::redeem))
        .route("/v1/rulesets", get(rulesets::catalogue::list))
        .route("/v1/bots", get(rulesets::bots::list))
        .route("/v1/rulesets/{id}", get(rulesets::catalogue::show))
        .route("/v1/games", post(games::create::create).get(games::list::list))
        .route("/v1/games/{id}", get(games::show::show))
        .route("/v1/games/{id}/rematch", post(games::rematch::rematch))
        .route("/v1/challenges", get(challenges::list::list))
        .route("/v1/games/{id}/decline", post(challenges::decline::decline))
        .route("/v1/games/{id}/seats", post(games::seats::take))
        .route("/v1/games/{id}/seats/me", delete(games::seats::leave))
        .route(
            "/v1/games/{id}/seats/{seat}/invitation",
            post(games::invitations::renew).delete(games::invitations::revoke),
        )
        .route("/v1/games/{id}/seats/me/placement", put(games::placement::place))
        .route("/v1/games/{id}/legal", get(games::legal::legal))
        .route("/v1/games/{id}/actions", post(games::actions::act))
        .route(
            "/v1/games/{id}/queue",
            get(games::queue::show).put(games::queue::put).delete(games::queue::delete),
        )
        .route("/v1/games/{id}/messages", get(talk::messages::list).post(talk::messages::write))
        .route("/v1/games/{id}/notes", get(talk::notes::show_notes).put(talk::notes::put))
        .route("/v1/blocks", get(talk::blocks::list))
        .route("/v1/blocks/{player_id}", put(talk::blocks::block).delete(talk::blocks::unblock))
        .route("/v1/games/{id}/events", get(games::events::list))
        .route("/v1/games/{id}/boards/{seq}", get(games::board::show))
        .route("/v1/events", get(games::feed::stream))
        .route("/v1/stream-tickets", post(tokens::tickets::create))
        .route("/v1/webhooks", post(webhooks::manage::create).get(webhooks::manage::list))
        .route(
            "/v1/webhooks/{id}",
            get(webhooks::manage::show)
                .patch(webhooks::manage::edit)
                .delete(webhooks::manage::delete),
        )
        .route("/v1/webhooks/{id}/secret", post(webhooks::manage::rotate))
        .route("/v1/webhooks/{id}/test", post(webhooks::deliveries::test))
        .route("/v1/webhooks/{id}/deliveries", get(webhooks::deliveries::list))
        .route(
            "/v1/webhooks/{id}/deliveries/{delivery}/redeliver",
            post(webhooks::deliveries::redeliver),
        )
        .route("/v1/mail/inbound", post(mailbox::inbound::receive))
        .route("/v1/games/{id}/abort", post(games::abort::abort))
        .route("/v1/games/{id}/record", get(records::show::record))
        .route("/v1/games/{id}/score", get(scores::score::score))
        .route("/v1/games/{id}/score.txt", get(scores::score::text))
        .route("/v1/games/{id}/score.ssml", get(scores::score::ssml))
        .route("/v1/games/{id}/score/close", post(scores::score::close))
        .route("/v1/games/{id}/sheets", get(sheets::game_sheets::list))
        .route("/v1/games/{id}/sheets/{sheet}", get(sheets::game_sheets::show))
        .route("/v1/verify", post(records::verify::verify))
        .route("/v1/solo/odds", post(rulesets::odds::compute_odds))
        .route("/v1/games/{id}/odds", get(rulesets::odds::of_game))
        .route("/v1/matrices", get(scores::matrices::list).post(scores::matrices::make))
        .route("/v1/matrices/{name}", get(scores::matrices::show))
        .route("/v1/pronunciation-key", get(scores::matrices::pronunciation_key))
        .route("/v1/sheets", get(sheets::catalogue::list))
        .route("/v1/sheets/{sheet}", get(sheets::catalogue::show))
        .route("/problems", get(service::problems::list))
        .route("/problems/{kind}", get(service::problems::show))
        .route("/healthz", get(service::health::alive))
        .route("/readyz", get(service::health::ready))
}

/// Builds the OpenAPI document. The service serves the committed copy.
#[cfg(feature = "openapi")]
pub fn document() -> serde_json::Value {
    #[derive(utoipa::OpenApi)]
    #[openapi(paths(
        players::account::create,
        players::account::me,
        players::summary::summary,
        players::export::export,
        players::account::update,
        players::account::delete,
        players::account::profile,
        mailbox::settings::show,
        mailbox::settings::put,
        mailbox::settings::delete,
        mailbox::confirm::confirm,
        players::vacations::list,
        players::vacations::create,
        players::vacations::end,
        tokens::manage::create,
        tokens::manage::list,
        tokens::manage::rename,
        tokens::manage::rotate,
        tokens::manage::revoke,
        tokens::recovery::request,
        tokens::recovery::redeem,
        rulesets::bots::list,
        rulesets::catalogue::list,
        rulesets::catalogue::show,
        games::create::create,
        games::list::list,
        games::show::show,
        games::rematch::rematch,
        challenges::list::list,
        challenges::decline::decline,
        games::seats::take,
        games::seats::leave,
        games::invitations::renew,
        games::invitations::revoke,
        games::placement::place,
        games::legal::legal,
        games::actions::act,
        games::queue::show,
        games::queue::put,
        games::queue::delete,
        talk::messages::list,
        talk::messages::write,
        talk::notes::show_notes,
        talk::notes::put,
        talk::blocks::list,
        talk::blocks::block,
        talk::blocks::unblock,
        games::events::list,
        games::board::show,
        games::feed::stream,
        tokens::tickets::create,
        webhooks::manage::create,
        webhooks::manage::list,
        webhooks::manage::show,
        webhooks::manage::edit,
        webhooks::manage::delete,
        webhooks::manage::rotate,
        webhooks::deliveries::test,
        webhooks::deliveries::list,
        webhooks::deliveries::redeliver,
        mailbox::inbound::receive,
        games::abort::abort,
        records::show::record,
        scores::score::score,
        scores::score::text,
        scores::score::ssml,
        scores::score::close,
        sheets::game_sheets::list,
        sheets::game_sheets::show,
        records::verify::verify,
        rulesets::odds::compute_odds,
        rulesets::odds::of_game,
        scores::matrices::list,
        scores::matrices::make,
        scores::matrices::show,
        scores::matrices::pronunciation_key,
        sheets::catalogue::list,
        sheets::catalogue::show,
        service::problems::list,
        service::problems::show,
        service::health::alive,
        service::health::ready,
    ))]
    struct Operations;

    let mut document = crate::openapi::base();
    document.merge(<Operations as utoipa::OpenApi>::openapi());
    crate::openapi::finish(document, &crate::openapi::examples::build_examples())
}

#[cfg(all(test, feature = "openapi"))]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_route_is_in_the_document() {
        let source = include_str!("operations.rs");
        // Each call begins on a line of its own. The path is its first text, and methods are
        // functions in its arguments.
        let routes = source.split("\n        .route(").skip(1).flat_map(|call| {
            let call = call.split("\n        .").next().unwrap_or_default();
            let call = call.split("\n    }").next().unwrap_or_default();
            let path = call.split('"').nth(1).unwrap_or_default();
            let methods = ["get", "post", "put", "delete", "patch"];
            let calls = |method: &&str| {
                [" ", "."].iter().any(|before| call.contains(&format!("{before}{method}(")))
            };
            methods
                .into_iter()
                .filter(calls)
                .map(move |method| (path.to_owned(), method.to_owned()))
        });
        let document = document();
        let documented = document["paths"].as_object().unwrap().iter().flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().keys().filter(|key| *key != "parameters");
            methods.map(move |method| (path.clone(), method.clone()))
        });
        let (routes, documented): (BTreeSet<_>, BTreeSet<_>) =
            (routes.collect(), documented.collect());
        assert!(routes.len() > 70, "{routes:?}");
        assert_eq!(routes, documented);
    }
}
