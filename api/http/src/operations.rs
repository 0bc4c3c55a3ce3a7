//! List of all operations, for the router and for the OpenAPI document.

use axum::Router;
use axum::routing::{MethodFilter, on};
use pastey::paste;
use utoipa::openapi::HttpMethod;
use utoipa::{OpenApi, Path};

use super::{
    SharedState, abort, actions, blocks, challenges, confirm, create, decline, deliveries, events, examples,
    export, feed, game, game_sheets, health, invitations, legal, list, mail_inbound, mailbox, matrices,
    messages, notes, odds, placement, players, problems, record, recovery, rematch, rulesets, score, seats,
    sheets, summary, tickets, tokens, vacations, verify, webhooks,
};
use crate::openapi;

macro_rules! operations {
    ($($file:ident::$handler:ident,)*) => {
        /// Builds all routes. Does not build the document, which would take most of the memory of an idle service.
        pub(super) fn routes() -> Router<SharedState> {
            let router = Router::new();
            $(let router = paste! {{
                type Described = $file::[<__path_ $handler>];
                Described::methods().into_iter().map(filter).fold(router, |router, method| {
                    router.route(&Described::path(), on(method, $file::$handler))
                })
            }};)*
            router
        }

        #[derive(OpenApi)]
        #[openapi(paths($($file::$handler),*))]
        struct Operations;
    };
}

operations! {
    players::create,
    players::me,
    summary::summary,
    export::export,
    players::rename,
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
}

fn filter(method: HttpMethod) -> MethodFilter {
    match method {
        HttpMethod::Get => MethodFilter::GET,
        HttpMethod::Post => MethodFilter::POST,
        HttpMethod::Put => MethodFilter::PUT,
        HttpMethod::Patch => MethodFilter::PATCH,
        HttpMethod::Delete => MethodFilter::DELETE,
        _ => unreachable!("operations have only these methods"),
    }
}

/// Builds the OpenAPI document. The service serves a copy of it that was generated at build time.
pub fn document() -> serde_json::Value {
    let mut document = openapi::base();
    document.merge(Operations::openapi());
    openapi::finish(document, &examples::build_examples())
}
