//! List of all operations: their routes, and their part of the OpenAPI document.

use axum::Router;
use axum::routing::{delete, get, patch, post, put};

use super::{
    SharedState, abort, actions, blocks, bots, challenges, confirm, create, decline, deliveries, events,
    export, feed, game, game_sheets, health, invitations, legal, list, mail_inbound, mailbox, matrices,
    messages, notes, odds, placement, player_summary, players, problems, record, recovery, rematch, rulesets,
    score, seats, sheets, tickets, tokens, vacations, verify, webhooks,
};

/// Builds the routes of all operations.
pub(super) fn routes() -> Router<SharedState> {
    Router::new()
        .route("/v1/players", post(players::create))
        .route("/v1/players/me", get(players::me).patch(players::update).delete(players::delete))
        .route("/v1/players/me/summary", get(player_summary::summary))
        .route("/v1/players/me/export", get(export::export))
        .route("/v1/players/{id}", get(players::profile))
        .route("/v1/players/me/mailbox", get(mailbox::show).put(mailbox::put).delete(mailbox::delete))
        .route("/v1/players/me/mailbox/confirm", post(confirm::confirm))
        .route("/v1/players/me/vacations", get(vacations::list).post(vacations::create))
        .route("/v1/players/me/vacations/{id}", delete(vacations::end))
        .route("/v1/tokens", post(tokens::create).get(tokens::list))
        .route("/v1/tokens/{id}", patch(tokens::rename).delete(tokens::revoke))
        .route("/v1/tokens/{id}/rotate", post(tokens::rotate))
        .route("/v1/token-recovery", post(recovery::lost))
        .route("/v1/token-recovery/redeem", post(recovery::found))
        .route("/v1/rulesets", get(rulesets::list))
        .route("/v1/bots", get(bots::list))
        .route("/v1/rulesets/{id}", get(rulesets::show))
        .route("/v1/games", post(create::create).get(list::list))
        .route("/v1/games/{id}", get(game::show))
        .route("/v1/games/{id}/rematch", post(rematch::rematch))
        .route("/v1/challenges", get(challenges::list))
        .route("/v1/games/{id}/decline", post(decline::decline))
        .route("/v1/games/{id}/seats", post(seats::take))
        .route("/v1/games/{id}/seats/me", delete(seats::leave))
        .route("/v1/games/{id}/seats/{seat}/invitation", post(invitations::renew).delete(invitations::revoke))
        .route("/v1/games/{id}/seats/me/placement", put(placement::place))
        .route("/v1/games/{id}/legal", get(legal::legal))
        .route("/v1/games/{id}/actions", post(actions::act))
        .route("/v1/games/{id}/messages", get(messages::list).post(messages::write))
        .route("/v1/games/{id}/notes", get(notes::show_notes).put(notes::put))
        .route("/v1/blocks", get(blocks::list))
        .route("/v1/blocks/{player_id}", put(blocks::block).delete(blocks::unblock))
        .route("/v1/games/{id}/events", get(events::list))
        .route("/v1/events", get(feed::stream))
        .route("/v1/stream-tickets", post(tickets::create))
        .route("/v1/webhooks", post(webhooks::create).get(webhooks::list))
        .route("/v1/webhooks/{id}", get(webhooks::show).patch(webhooks::edit).delete(webhooks::delete))
        .route("/v1/webhooks/{id}/secret", post(webhooks::rotate))
        .route("/v1/webhooks/{id}/test", post(deliveries::test))
        .route("/v1/webhooks/{id}/deliveries", get(deliveries::list))
        .route("/v1/webhooks/{id}/deliveries/{delivery}/redeliver", post(deliveries::redeliver))
        .route("/v1/mail/inbound", post(mail_inbound::receive))
        .route("/v1/games/{id}/abort", post(abort::abort))
        .route("/v1/games/{id}/record", get(record::record))
        .route("/v1/games/{id}/score", get(score::score))
        .route("/v1/games/{id}/score.txt", get(score::text))
        .route("/v1/games/{id}/score.ssml", get(score::ssml))
        .route("/v1/games/{id}/score/close", post(score::close))
        .route("/v1/games/{id}/sheets", get(game_sheets::list))
        .route("/v1/games/{id}/sheets/{sheet}", get(game_sheets::show))
        .route("/v1/verify", post(verify::verify))
        .route("/v1/solo/odds", post(odds::reckon))
        .route("/v1/games/{id}/odds", get(odds::of_game))
        .route("/v1/matrices", get(matrices::list).post(matrices::make))
        .route("/v1/matrices/{name}", get(matrices::show))
        .route("/v1/pronunciation-key", get(matrices::pronunciation_key))
        .route("/v1/sheets", get(sheets::list))
        .route("/v1/sheets/{sheet}", get(sheets::show))
        .route("/problems", get(problems::list))
        .route("/problems/{kind}", get(problems::show))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
}

/// Builds the OpenAPI document. The service serves the committed copy.
#[cfg(feature = "openapi")]
pub fn document() -> serde_json::Value {
    #[derive(utoipa::OpenApi)]
    #[openapi(paths(
        players::create,
        players::me,
        player_summary::summary,
        export::export,
        players::update,
        players::delete,
        players::profile,
        mailbox::show,
        mailbox::put,
        mailbox::delete,
        confirm::confirm,
        vacations::list,
        vacations::create,
        vacations::end,
        tokens::create,
        tokens::list,
        tokens::rename,
        tokens::rotate,
        tokens::revoke,
        recovery::lost,
        recovery::found,
        bots::list,
        rulesets::list,
        rulesets::show,
        create::create,
        list::list,
        game::show,
        rematch::rematch,
        challenges::list,
        decline::decline,
        seats::take,
        seats::leave,
        invitations::renew,
        invitations::revoke,
        placement::place,
        legal::legal,
        actions::act,
        messages::list,
        messages::write,
        notes::show_notes,
        notes::put,
        blocks::list,
        blocks::block,
        blocks::unblock,
        events::list,
        feed::stream,
        tickets::create,
        webhooks::create,
        webhooks::list,
        webhooks::show,
        webhooks::edit,
        webhooks::delete,
        webhooks::rotate,
        deliveries::test,
        deliveries::list,
        deliveries::redeliver,
        mail_inbound::receive,
        abort::abort,
        record::record,
        score::score,
        score::text,
        score::ssml,
        score::close,
        game_sheets::list,
        game_sheets::show,
        verify::verify,
        odds::reckon,
        odds::of_game,
        matrices::list,
        matrices::make,
        matrices::show,
        matrices::pronunciation_key,
        sheets::list,
        sheets::show,
        problems::list,
        problems::show,
        health::alive,
        health::ready,
    ))]
    struct Operations;

    let mut document = super::openapi::base();
    document.merge(<Operations as utoipa::OpenApi>::openapi());
    super::openapi::finish(document, &super::examples::build_examples())
}

#[cfg(all(test, feature = "openapi"))]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_route_is_in_the_document() {
        let source = include_str!("operations.rs");
        let routes: BTreeSet<_> =
            source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let document = document();
        let paths: BTreeSet<_> = document["paths"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(routes, paths);
    }
}
