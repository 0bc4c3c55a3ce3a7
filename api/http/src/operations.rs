//! List of all operations: their routes, and their part of the OpenAPI document. The attribute of
//! each function says its method and path.

use axum::Router;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::{
    SharedState, challenges, games, mailbox, players, records, rulesets, scores, service, sheets,
    talk, tokens, webhooks,
};

pub(super) fn routes() -> Router<SharedState> {
    add_to(OpenApiRouter::new()).into()
}

/// Adds all operations to a router and its document.
pub(super) fn add_to(router: OpenApiRouter<SharedState>) -> OpenApiRouter<SharedState> {
    router
        .routes(routes!(players::account::create))
        .routes(routes!(players::account::me, players::account::update, players::account::delete))
        .routes(routes!(players::summary::summary))
        .routes(routes!(players::export::export))
        .routes(routes!(players::account::profile))
        .routes(routes!(mailbox::settings::show, mailbox::settings::put, mailbox::settings::delete))
        .routes(routes!(mailbox::confirm::confirm))
        .routes(routes!(players::vacations::list, players::vacations::create))
        .routes(routes!(players::vacations::end))
        .routes(routes!(tokens::manage::create, tokens::manage::list))
        .routes(routes!(tokens::manage::rename, tokens::manage::revoke))
        .routes(routes!(tokens::manage::rotate))
        .routes(routes!(tokens::recovery::request))
        .routes(routes!(tokens::recovery::redeem))
        .routes(routes!(rulesets::catalogue::list))
        .routes(routes!(rulesets::bots::list))
        .routes(routes!(rulesets::catalogue::show))
        .routes(routes!(games::create::create, games::list::list))
        .routes(routes!(games::show::show))
        .routes(routes!(games::rematch::rematch))
        .routes(routes!(challenges::list::list))
        .routes(routes!(challenges::decline::decline))
        .routes(routes!(games::seats::take))
        .routes(routes!(games::seats::leave))
        .routes(routes!(games::invitations::renew, games::invitations::revoke))
        .routes(routes!(games::placement::place))
        .routes(routes!(games::legal::legal))
        .routes(routes!(games::actions::act))
        .routes(routes!(games::queue::show, games::queue::put, games::queue::delete))
        .routes(routes!(talk::messages::list, talk::messages::write))
        .routes(routes!(talk::notes::show_notes, talk::notes::put))
        .routes(routes!(talk::blocks::list))
        .routes(routes!(talk::blocks::block, talk::blocks::unblock))
        .routes(routes!(games::events::list))
        .routes(routes!(games::board::show))
        .routes(routes!(games::feed::stream))
        .routes(routes!(tokens::tickets::create))
        .routes(routes!(webhooks::manage::create, webhooks::manage::list))
        .routes(routes!(webhooks::manage::show, webhooks::manage::edit, webhooks::manage::delete))
        .routes(routes!(webhooks::manage::rotate))
        .routes(routes!(webhooks::deliveries::test))
        .routes(routes!(webhooks::deliveries::list))
        .routes(routes!(webhooks::deliveries::redeliver))
        .routes(routes!(mailbox::inbound::receive))
        .routes(routes!(games::abort::abort))
        .routes(routes!(records::show::record))
        .routes(routes!(scores::score::score))
        .routes(routes!(scores::score::text))
        .routes(routes!(scores::score::ssml))
        .routes(routes!(scores::score::close))
        .routes(routes!(sheets::game_sheets::list))
        .routes(routes!(sheets::game_sheets::show))
        .routes(routes!(records::verify::verify))
        .routes(routes!(rulesets::odds::compute_odds))
        .routes(routes!(rulesets::odds::of_game))
        .routes(routes!(scores::matrices::list, scores::matrices::make))
        .routes(routes!(scores::matrices::show))
        .routes(routes!(scores::matrices::pronunciation_key))
        .routes(routes!(sheets::catalogue::list))
        .routes(routes!(sheets::catalogue::show))
        .routes(routes!(service::problems::list))
        .routes(routes!(service::problems::show))
        .routes(routes!(service::health::alive))
        .routes(routes!(service::health::ready))
}
