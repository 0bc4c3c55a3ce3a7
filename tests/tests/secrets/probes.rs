//! The requests of a viewer: every operation of the document, with requests that succeed and
//! requests that are refused. Add a line to [`PROBES`] for a new operation.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Value, json};

use super::fire;
use super::world::{Answer, World};

/// A request of a viewer.
struct Probe {
    /// The id of the operation.
    operation: &'static str,
    method: &'static str,
    /// The path. `{game}`, `{ben}`, `{hook}` and `{nobody}` are filled in, and `{an_operation}` is
    /// replaced by the id of the object that this operation created or listed first.
    path: &'static str,
    headers: &'static [(&'static str, &'static str)],
    body: Option<fn() -> Value>,
}

const fn get(operation: &'static str, path: &'static str) -> Probe {
    Probe { operation, method: "GET", path, headers: &[], body: None }
}

const fn send(
    operation: &'static str,
    method: &'static str,
    path: &'static str,
    body: fn() -> Value,
) -> Probe {
    Probe { operation, method, path, headers: &[], body: Some(body) }
}

const fn bare(operation: &'static str, method: &'static str, path: &'static str) -> Probe {
    Probe { operation, method, path, headers: &[], body: None }
}

const STREAM: &[(&str, &str)] = &[("accept", "text/event-stream")];
pub(crate) const MINIMAL: &[(&str, &str)] = &[("prefer", "return=minimal")];

/// Requests that read no game.
const ELSEWHERE: &[Probe] = &[
    get("get_health", "/healthz"),
    get("get_readiness", "/readyz"),
    get("list_problems", "/problems"),
    get("get_problem", "/problems/out_of_turn"),
    get("list_bots", "/v1/bots"),
    get("list_rulesets", "/v1/rulesets"),
    get("get_ruleset", "/v1/rulesets/classic"),
    get("get_ruleset", "/v1/rulesets/advanced"),
    get("list_matrices", "/v1/matrices"),
    get("get_matrix", "/v1/matrices/3"),
    send(
        "generate_matrix",
        "POST",
        "/v1/matrices",
        || json!({"size": 6, "phones": [{"phone": "t", "count": 3}, {"phone": "d", "count": 3}]}),
    ),
    get("get_pronunciation_key", "/v1/pronunciation-key"),
    get("list_sheets", "/v1/sheets"),
    get("get_sheet", "/v1/sheets/voices-pack.pdf?battle=3&tactical=7"),
    get("get_sheet", "/v1/sheets/maps.pdf?battle=11"),
    get("get_sheet", "/v1/sheets/maps.svg"),
    get("get_sheet", "/v1/sheets/maps.png?dpi=36"),
    get("list_tokens", "/v1/tokens"),
    send("create_token", "POST", "/v1/tokens", || json!({"name": "reader", "scopes": ["read"]})),
    send("update_token", "PATCH", "/v1/tokens/{create_token}", || json!({"name": "another"})),
    bare("rotate_token", "POST", "/v1/tokens/{create_token}/rotate"),
    get("list_tokens", "/v1/tokens"),
    bare("revoke_token", "DELETE", "/v1/tokens/{rotate_token}"),
    bare("revoke_token", "DELETE", "/v1/tokens/{nobody}"),
    bare("rotate_token", "POST", "/v1/tokens/{nobody}/rotate"),
    send("update_token", "PATCH", "/v1/tokens/{nobody}", || json!({"name": "another"})),
    send(
        "confirm_mailbox",
        "POST",
        "/v1/players/me/mailbox/confirm",
        || json!({"code": "bra_wrong"}),
    ),
    // An answer does not reveal the owner of an address.
    send(
        "request_token_code",
        "POST",
        "/v1/token-recovery",
        || json!({"address": "ben@example.org"}),
    ),
    send(
        "request_token_code",
        "POST",
        "/v1/token-recovery",
        || json!({"address": "nobody@example.org"}),
    ),
    send("redeem_token_code", "POST", "/v1/token-recovery/redeem", || json!({"code": "brl_wrong"})),
    // Only the operator can deliver mail.
    bare("deliver_inbound_mail", "POST", "/v1/mail/inbound"),
    send("deliver_inbound_mail", "POST", "/v1/mail/inbound?recipient=play@localhost", || json!({})),
    send("compute_odds", "POST", "/v1/solo/odds", || json!({"placement": {"ships": []}})),
    send("verify_record", "POST", "/v1/verify", || json!({"format": "broadside-record/1"})),
];

/// Requests whose answers may depend on a game.
const PROBES: &[Probe] = &[
    get("get_me", "/v1/players/me"),
    get("get_summary", "/v1/players/me/summary"),
    get("get_player", "/v1/players/{ben}"),
    get("get_mailbox", "/v1/players/me/mailbox"),
    get("list_vacations", "/v1/players/me/vacations"),
    send(
        "create_vacation",
        "POST",
        "/v1/players/me/vacations",
        || json!({"ends_at": "2026-05-01T00:00:00Z"}),
    ),
    send(
        "create_vacation",
        "POST",
        "/v1/players/me/vacations",
        || json!({"ends_at": "2026-05-09T00:00:00Z"}),
    ),
    get("list_vacations", "/v1/players/me/vacations"),
    bare("delete_vacation", "DELETE", "/v1/players/me/vacations/{nobody}"),
    send("create_player", "POST", "/v1/players", || json!({"name": "Somebody"})),
    send("update_me", "PATCH", "/v1/players/me", || json!({"name": "Another"})),
    get("export_me", "/v1/players/me/export"),
    send(
        "upsert_mailbox",
        "PUT",
        "/v1/players/me/mailbox",
        || json!({"address": "another@example.org"}),
    ),
    send("upsert_mailbox", "PUT", "/v1/players/me/mailbox", || json!({"address": "nobody"})),
    // Messages in the game: readable by a seat only.
    get("list_messages", "/v1/games/{game}/messages"),
    get("list_messages", "/v1/games/{game}/messages?after=1&limit=1"),
    get("list_messages", "/v1/games/{game}/messages?after=1&timeline=00000000"),
    get("list_messages", "/v1/games/{nobody}/messages"),
    send("create_message", "POST", "/v1/games/{game}/messages", || json!({"text": "Good luck!"})),
    send("create_message", "POST", "/v1/games/{game}/messages", || json!({"text": ""})),
    get("get_notes", "/v1/games/{game}/notes"),
    get("get_notes", "/v1/games/{nobody}/notes"),
    send("update_notes", "PUT", "/v1/games/{game}/notes", || json!({"text": "At the rim"})),
    Probe {
        headers: &[("if-match", "\"0\"")],
        ..send("update_notes", "PUT", "/v1/games/{game}/notes", || json!({"text": ""}))
    },
    get("get_queue", "/v1/games/{game}/queue"),
    get("get_queue", "/v1/games/{nobody}/queue"),
    send(
        "update_queue",
        "PUT",
        "/v1/games/{game}/queue",
        || json!({"ruleset": "classic", "moves": [{"actions": [{"type": "fire", "cells": ["A1"]}]}]}),
    ),
    send(
        "update_queue",
        "PUT",
        "/v1/games/{game}/queue",
        || json!({"ruleset": "classic", "moves": [{"actions": []}]}),
    ),
    get("get_queue", "/v1/games/{game}/queue"),
    bare("delete_queue", "DELETE", "/v1/games/{game}/queue"),
    bare("delete_queue", "DELETE", "/v1/games/{nobody}/queue"),
    bare("block_player", "PUT", "/v1/blocks/{ben}"),
    get("list_blocks", "/v1/blocks"),
    get("list_messages", "/v1/games/{game}/messages"),
    bare("unblock_player", "DELETE", "/v1/blocks/{ben}"),
    bare("block_player", "PUT", "/v1/blocks/{nobody}"),
    get("list_games", "/v1/games"),
    get("list_games", "/v1/games?which=open"),
    get("list_games", "/v1/games?which=my_turn"),
    get("list_games", "/v1/games?limit=1"),
    get("list_games", "/v1/games?which=public"),
    get(
        "list_games",
        "/v1/games?which=public&status=playing&clock=days_per_turn&seats=2&option=mode:salvo",
    ),
    get("list_games", "/v1/games?which=mine&status=placing"),
    get("list_games", "/v1/games?which=public&clock=bank"),
    get("list_games", "/v1/games?which=public&created_by={ben}"),
    get("list_challenges", "/v1/challenges"),
    get("list_challenges", "/v1/challenges?direction=out"),
    get("list_challenges", "/v1/challenges?direction=out&state=accepted"),
    send("create_game", "POST", "/v1/games", || json!({"ruleset": "classic"})),
    get("get_game", "/v1/games/{game}"),
    Probe { headers: &[("accept-encoding", "gzip")], ..get("get_game", "/v1/games/{game}") },
    Probe { headers: &[("if-none-match", "\"0\"")], ..get("get_game", "/v1/games/{game}") },
    get("get_board", "/v1/games/{game}/boards/1"),
    get("get_board", "/v1/games/{game}/boards/5"),
    get("get_board", "/v1/games/{game}/boards/8"),
    get("get_board", "/v1/games/{game}/boards/9"),
    get("get_board", "/v1/games/{game}/boards/12"),
    get("get_board", "/v1/games/{game}/boards/9007199254740991"),
    get("get_board", "/v1/games/{nobody}/boards/1"),
    get("get_score", "/v1/games/{game}/score"),
    Probe { headers: &[("accept", "text/plain")], ..get("get_score", "/v1/games/{game}/score") },
    get("get_score_text", "/v1/games/{game}/score.txt"),
    get("get_score_ssml", "/v1/games/{game}/score.ssml"),
    get("get_score", "/v1/games/{game}/score?version=ended"),
    get("get_score_text", "/v1/games/{game}/score.txt?version=ended"),
    get("get_score_ssml", "/v1/games/{game}/score.ssml?version=ended"),
    get("get_game", "/v1/games/{nobody}"),
    get("list_legal_actions", "/v1/games/{game}/legal"),
    get("list_events", "/v1/games/{game}/events"),
    get("list_events", "/v1/games/{game}/events?after=3&limit=2"),
    get("list_events", "/v1/games/{game}/events?after=999"),
    get("list_events", "/v1/games/{game}/events?after=1&timeline=00000000"),
    // The beginning of streams. The rest is recorded all the time.
    Probe { headers: STREAM, ..get("list_events", "/v1/games/{game}/events") },
    Probe { headers: STREAM, ..get("list_events", "/v1/games/{game}/events?after=0") },
    Probe { headers: STREAM, ..get("list_events", "/v1/games/{game}/events?after=999") },
    Probe { headers: STREAM, ..get("list_events", "/v1/games/{nobody}/events") },
    Probe {
        headers: &[("accept", "text/event-stream"), ("last-event-id", "2")],
        ..get("list_events", "/v1/games/{game}/events")
    },
    Probe { headers: STREAM, ..get("list_events", "/v1/games/{game}/events?include=game") },
    Probe { headers: STREAM, ..get("list_events", "/v1/games/{game}/events?include=game&after=0") },
    Probe {
        headers: STREAM,
        ..get("list_events", "/v1/games/{game}/events?include=game&after=999")
    },
    Probe { headers: STREAM, ..get("list_events", "/v1/games/{nobody}/events?include=game") },
    Probe { headers: STREAM, ..get("list_events", "/v1/games/{game}/events?include=games") },
    Probe {
        headers: &[("accept", "text/event-stream"), ("last-event-id", "2")],
        ..get("list_events", "/v1/games/{game}/events?include=game")
    },
    // A list cannot include other objects.
    get("list_events", "/v1/games/{game}/events?include=game"),
    get("stream_events", "/v1/events"),
    get("stream_events", "/v1/events?after=0"),
    get("stream_events", "/v1/events?after=1"),
    get("stream_events", "/v1/events?after=999"),
    get("stream_events", "/v1/events?after=1&timeline=00000000"),
    get("stream_events", "/v1/events?include=game"),
    get("stream_events", "/v1/events?include=game&after=0"),
    get("stream_events", "/v1/events?include=game&after=1"),
    get("stream_events", "/v1/events?include=game&after=999"),
    get("stream_events", "/v1/events?include=games"),
    get("stream_events", "/v1/events?ticket=brt_wrong"),
    get("stream_events", "/v1/events?include=game&ticket=brt_wrong"),
    bare("create_stream_ticket", "POST", "/v1/stream-tickets"),
    // Webhooks: the messages so far, byte for byte as they are sent.
    get("list_webhooks", "/v1/webhooks"),
    get("get_webhook", "/v1/webhooks/{hook}"),
    get("list_webhook_deliveries", "/v1/webhooks/{hook}/deliveries?limit=50"),
    send("create_webhook", "POST", "/v1/webhooks", || json!({"url": "https://example.org/more"})),
    send("update_webhook", "PATCH", "/v1/webhooks/{hook}", || json!({"types": ["game.changed"]})),
    bare("rotate_webhook_secret", "POST", "/v1/webhooks/{hook}/secret"),
    bare("test_webhook", "POST", "/v1/webhooks/{hook}/test"),
    // The newest delivery: the test, unless too many deliveries of a long game are pending.
    get("list_webhook_deliveries", "/v1/webhooks/{hook}/deliveries?limit=1"),
    bare(
        "redeliver_webhook",
        "POST",
        "/v1/webhooks/{hook}/deliveries/{list_webhook_deliveries}/redeliver",
    ),
    bare("redeliver_webhook", "POST", "/v1/webhooks/{hook}/deliveries/msg_0/redeliver"),
    bare("delete_webhook", "DELETE", "/v1/webhooks/{create_webhook}"),
    bare("delete_webhook", "DELETE", "/v1/webhooks/{nobody}"),
    send(
        "create_game",
        "POST",
        "/v1/games",
        || json!({"ruleset": "classic", "opponents": [{"kind": "mail", "address": "ben@example.org"}]}),
    ),
    get("list_game_sheets", "/v1/games/{game}/sheets"),
    get("list_game_sheets", "/v1/games/{nobody}/sheets"),
    get("get_game_sheet", "/v1/games/{game}/sheets/classic.pdf"),
    get("get_game_sheet", "/v1/games/{game}/sheets/advanced.pdf"),
    get("get_game_sheet", "/v1/games/{game}/sheets/classic.svg"),
    get("get_game_sheet", "/v1/games/{game}/sheets/classic.png"),
    get("get_game_sheet", "/v1/games/{game}/sheets/advanced.svg"),
    get("get_game_sheet", "/v1/games/{game}/sheets/advanced.png?page=2"),
    get("get_game_sheet", "/v1/games/{game}/sheets/battle-map.pdf"),
    get("get_game_sheet", "/v1/games/{game}/sheets/battle-map.svg"),
    get("get_game_sheet", "/v1/games/{game}/sheets/maps.svg"),
    get("get_game_sheet", "/v1/games/{game}/sheets/maps.png"),
    get("get_game_sheet", "/v1/games/{game}/sheets/score.svg?page=2"),
    get("get_game_sheet", "/v1/games/{game}/sheets/score.png"),
    get("get_game_sheet", "/v1/games/{game}/sheets/satellite.svg"),
    get("get_game_sheet", "/v1/games/{game}/sheets/satellite.png?page=2&dpi=36"),
    get("get_game_sheet", "/v1/games/{game}/sheets/solo.svg"),
    get("get_game_sheet", "/v1/games/{game}/sheets/solo.png"),
    get("get_game_sheet", "/v1/games/{nobody}/sheets/maps.png"),
    get("get_game_sheet", "/v1/games/{game}/sheets/tactical-map.pdf?paper=a5"),
    get("get_game_sheet", "/v1/games/{game}/sheets/maps.pdf?orientation=landscape"),
    get("get_game_sheet", "/v1/games/{game}/sheets/maps.pdf?lang=it&margin=20"),
    get("get_game_sheet", "/v1/games/{game}/sheets/maps.pdf?battle=4"),
    get("get_game_sheet", "/v1/games/{game}/sheets/score.pdf"),
    get("get_game_sheet", "/v1/games/{game}/sheets/satellite.pdf"),
    get("get_game_sheet", "/v1/games/{nobody}/sheets/maps.pdf"),
    Probe {
        headers: &[("if-none-match", "\"0\"")],
        ..get("get_game_sheet", "/v1/games/{game}/sheets/maps.pdf")
    },
    get("get_game_sheet", "/v1/games/{game}/sheets/solo.pdf"),
    get("get_game_odds", "/v1/games/{game}/odds"),
    get("get_game_odds", "/v1/games/{game}/odds?runs=10&seed=1"),
    get("get_game_odds", "/v1/games/{game}/odds?runs=0"),
    get("get_record", "/v1/games/{game}/record"),
    send("take_seat", "POST", "/v1/games/{game}/seats", || json!({})),
    send("take_seat", "POST", "/v1/games/{game}/seats", || json!({"code": "bri_wrong"})),
    bare("create_rematch", "POST", "/v1/games/{game}/rematch"),
    bare("close_score", "POST", "/v1/games/{game}/score/close"),
    bare("create_invitation", "POST", "/v1/games/{game}/seats/2/invitation"),
    bare("revoke_invitation", "DELETE", "/v1/games/{game}/seats/2/invitation"),
    send("decline_challenge", "POST", "/v1/games/{game}/decline", || json!({"reason": "later"})),
    send(
        "decline_challenge",
        "POST",
        "/v1/games/{game}/decline",
        || json!({"reason": "later", "text": ""}),
    ),
    // Refused requests, each for a different reason that depends on no secret of another seat.
    send(
        "submit_placement",
        "PUT",
        "/v1/games/{game}/seats/me/placement",
        || json!({"ruleset": "classic", "placement": {"ships": []}}),
    ),
    send("submit_actions", "POST", "/v1/games/{game}/actions", || fire(&["J1"])),
    send("submit_actions", "POST", "/v1/games/{game}/actions", || fire(&["K11"])),
    send("submit_actions", "POST", "/v1/games/{game}/actions", || fire(&["A1", "A1"])),
    send("submit_actions", "POST", "/v1/games/{game}/actions", || fire(&[])),
    send(
        "submit_actions",
        "POST",
        "/v1/games/{game}/actions",
        || json!({"ruleset": "classic", "actions": [{"type": "accept_draw"}]}),
    ),
    send(
        "submit_actions",
        "POST",
        "/v1/games/{game}/actions",
        || json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": ["I1"]}, {"type": "offer_draw"}]}),
    ),
    send(
        "submit_actions",
        "POST",
        "/v1/games/{game}/actions",
        || json!({"ruleset": "chess", "actions": []}),
    ),
    send(
        "submit_actions",
        "POST",
        "/v1/games/{game}/actions",
        || json!({"ruleset": "solo", "actions": [{"type": "volley"}]}),
    ),
    send(
        "submit_actions",
        "POST",
        "/v1/games/{game}/actions?preview=true",
        || json!({"ruleset": "solo", "actions": [{"type": "predict", "suit": "suns"}, {"type": "run_out"}]}),
    ),
    Probe {
        headers: &[("if-match", "\"0\"")],
        ..send("submit_actions", "POST", "/v1/games/{game}/actions", || fire(&["I1"]))
    },
    send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || fire(&["I2"])),
    send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || fire(&["A1"])),
    send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
        fire(&["I1", "I2", "I3", "I4", "I5", "I6", "I7"])
    }),
    // Changes of a score, which the game takes before its end and the score after it.
    send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
        voices(json!({"type": "direct", "shot": 1, "part": "call", "text": "softly"}))
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
        voices(json!({"type": "set_voice", "row": "left", "column": "dice", "for_shot": 1}))
    }),
    // Requests with an answer without the game.
    Probe {
        headers: MINIMAL,
        ..send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || fire(&["I2"]))
    },
    Probe {
        headers: MINIMAL,
        ..send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || fire(&["A1"]))
    },
    Probe {
        headers: MINIMAL,
        ..send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
            fire(&["I1", "I2", "I3", "I4", "I5", "I6", "I7"])
        })
    },
    Probe {
        headers: MINIMAL,
        ..send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
            satellite(json!({"type": "roll"}))
        })
    },
    Probe {
        headers: MINIMAL,
        ..send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
            advanced(&json!({"type": "pass"}), 1)
        })
    },
    Probe {
        headers: MINIMAL,
        ..send("submit_actions", "POST", "/v1/games/{game}/actions", || fire(&["K11"]))
    },
    Probe {
        headers: MINIMAL,
        ..send(
            "submit_actions",
            "POST",
            "/v1/games/{game}/actions",
            || json!({"ruleset": "solo", "actions": [{"type": "volley"}]}),
        )
    },
    send("submit_actions", "POST", "/v1/games/{game}/actions", || {
        satellite(json!({"type": "roll", "keep": [1, 2, 3, 4, 5]}))
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions", || {
        satellite(json!({"type": "fire", "cartridge": "barrage_1", "targets": ["A1", "P16"]}))
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
        satellite(json!({"type": "roll"}))
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
        satellite(json!({"type": "fire", "cartridge": "hazard", "targets": ["A3"]}))
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
        satellite(json!({"type": "give_up", "cartridge": "salvo", "target": "B1"}))
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions", || {
        advanced(&json!({"type": "pass"}), 2)
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions", || {
        advanced(&json!({"type": "send", "from": "H1", "to": "A1"}), 1)
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions", || {
        advanced(&json!({"type": "order", "gun": "A1", "order": "any"}), 1)
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions", || {
        advanced(&json!({"type": "buy", "weapon": "gun", "at": "A1"}), 1)
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
        advanced(&json!({"type": "pass"}), 1)
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
        advanced(&json!({"type": "salvo", "cells": ["A1", "A2", "A3"]}), 1)
    }),
    send("submit_actions", "POST", "/v1/games/{game}/actions?preview=true", || {
        advanced(&json!({"type": "send", "from": "J3", "to": "G1"}), 1)
    }),
    // Accepted requests.
    send("submit_actions", "POST", "/v1/games/{game}/actions", || {
        satellite(json!({"type": "roll"}))
    }),
    send(
        "submit_actions",
        "POST",
        "/v1/games/{game}/actions",
        || json!({"ruleset": "classic", "actions": [{"type": "offer_draw"}]}),
    ),
    Probe {
        headers: MINIMAL,
        ..send("submit_actions", "POST", "/v1/games/{game}/actions", || {
            satellite(json!({"type": "roll"}))
        })
    },
    get("get_game", "/v1/games/{game}"),
    get("list_events", "/v1/games/{game}/events"),
    bare("leave_seat", "DELETE", "/v1/games/{game}/seats/me"),
];

fn voices(action: Value) -> Value {
    json!({"ruleset": "voices", "actions": [action]})
}

fn satellite(action: Value) -> Value {
    json!({"ruleset": "satellite", "actions": [action]})
}

/// An action of `advanced`, repeated.
fn advanced(action: &Value, times: usize) -> Value {
    json!({"ruleset": "advanced", "actions": vec![action; times]})
}

/// Requests that end the game, or the viewer's part in it. They come last, because the end reveals
/// everything.
const FAREWELL: &[Probe] = &[
    bare("abort_game", "POST", "/v1/games/{game}/abort"),
    bare("delete_mailbox", "DELETE", "/v1/players/me/mailbox"),
    bare("delete_me", "DELETE", "/v1/players/me"),
];

/// Letters of a viewer, with or without the key of its newest mail about the game: refused ones for
/// different reasons, questions, and finally accepted commands.
const LETTERS: &[(bool, &str)] = &[
    (false, "FIRE A1"),
    (false, "HELP"),
    (true, "STATUS"),
    (true, ""),
    (true, "FIER A1"),
    (true, "RULES"),
    (true, "LIST"),
    (true, "VACATION"),
    (true, "VACATION DAYS 2\nPREVIEW"),
    (true, "HISTORY"),
    (true, "HISTORY 3"),
    (true, "BOARD 5\nBOARD 8\nBOARD 12"),
    (true, "QUEUE"),
    // The rules refuse it in any game, so it is dropped if it is tried.
    (true, "QUEUE FIRE A1 A1"),
    (true, "QUEUE OFF"),
    (true, "QUEUE FIRE I2\nQUEUE FIRE A1\nPREVIEW"),
    (true, "QUEUE VOLLEY\nPREVIEW"),
    (true, "SHEET"),
    (true, "SHEET NOTHING"),
    (true, "FIRE A1\nPREVIEW"),
    (true, "FIRE I2\nPREVIEW"),
    (true, "VOLLEY\nPREVIEW"),
    (true, "USE HAZARD AT A3\nPREVIEW"),
    (true, "PASS\nPREVIEW"),
    (true, "ORDER A1 HOLD\nPREVIEW"),
    // With a preview only: seeds are revealed when a game begins, and everything when it ends.
    (true, "PLACE RANDOM\nPREVIEW"),
    (true, "ABORT\nPREVIEW"),
    (true, "ACCEPT"),
    (true, "REMATCH"),
    (true, "SAY it is quiet here"),
    (true, "NOTE"),
    (true, "NOTE by mail"),
    (true, "NOTE"),
    (true, "NEW CLASSIC WITH ben@example.org DAYS 3"),
    (true, "DRAW"),
    (true, "GAME 2\nFIRE A1"),
];

/// Letters whose commands read neither a game nor another player. They are written with a key.
const LETTERS_ELSEWHERE: &[&str] =
    &["JOIN 7c2f90ab", "TOKEN", "SET SHEETS OFF", "SET REMINDERS 24 6 1"];

/// The operations with probes.
pub(crate) fn operations() -> HashSet<String> {
    ELSEWHERE.iter().chain(PROBES).chain(FAREWELL).map(|probe| probe.operation.to_owned()).collect()
}

/// Values found in earlier answers.
#[derive(Default)]
pub(crate) struct Met {
    /// Entity tags, each with the number of its first appearance.
    tags: HashMap<String, usize>,
    /// The id of the object that an operation created or listed first.
    made: HashMap<&'static str, String>,
}

impl Met {
    /// Returns the number of the first appearance of an entity tag.
    fn tag(&mut self, tag: String) -> String {
        let next = self.tags.len();
        format!("tag {}", self.tags.entry(tag).or_insert(next))
    }
}

/// Returns true if a probe shows a viewer something else in one world than in the other.
pub(crate) fn differ([one, two]: &mut [World; 2], viewer: &str) -> bool {
    let (mut met_in_one, mut met_in_two) = (Met::default(), Met::default());
    PROBES.iter().any(|probe| {
        ask(one, viewer, probe, &mut met_in_one) != ask(two, viewer, probe, &mut met_in_two)
    })
}

/// Returns the answers to requests and letters that read no game.
pub(crate) fn run_elsewhere(world: &mut World, viewer: &str) -> Vec<String> {
    let mut met = Met::default();
    let mut answers: Vec<_> =
        ELSEWHERE.iter().map(|probe| ask(world, viewer, probe, &mut met)).collect();
    world.write(viewer, false, "HELP");
    for words in LETTERS_ELSEWHERE {
        world.write(viewer, true, words);
    }
    let game = world.ask("GET", &world.path(""), viewer, &[], None).json();
    let mails = world.mails(viewer);
    assert!(mails.len() > LETTERS_ELSEWHERE.len(), "each letter is answered");
    answers.extend(masked(&mails, &game));
    answers
}

/// Returns all answers to a viewer about a game, and the log of that time. `then` lists the targets that seat 1
/// fires at after the first probes.
pub(crate) fn run(world: &mut World, viewer: &str, then: &[&str]) -> Vec<String> {
    world.logged();
    let mut answers = Vec::new();
    let mut met = Met::default();
    let game = world.ask("GET", &world.path(""), viewer, &[], None).json();
    for probe in PROBES {
        answers.push(ask(world, viewer, probe, &mut met));
    }
    if viewer == "ada" && !then.is_empty() {
        let shots = shots(&game, then);
        let path = world.path("/actions");
        let key = [("idempotency-key", "a key")];
        for _ in 0..2 {
            let answer = world.ask("POST", &path, viewer, &key, Some(shots.clone()));
            assert!(answer.status.is_success(), "{}", answer.json());
            answers.push(show("submit_actions", answer, &mut met));
        }
        answers.push(ask(world, viewer, &get("get_game", "/v1/games/{game}"), &mut met));
        answers.push(ask(
            world,
            viewer,
            &get("list_legal_actions", "/v1/games/{game}/legal"),
            &mut met,
        ));
    }
    // Letters with refused and accepted commands. The answers are mails, which are compared below.
    for (key, words) in LETTERS {
        let to = world.reply_to(viewer);
        // A player of a game for one, as Ben in some scenarios, has received no mail about it.
        if *key && viewer == "ada" && !game["you"].is_null() {
            let game = to.as_ref().and_then(|to| world.game_of(to));
            assert_eq!(game.as_ref(), Some(&world.game), "{viewer} writes {words} about the game");
        }
        if !key {
            world.write(viewer, false, words);
        } else if let Some(to) = to {
            world.write_to(viewer, &to, words);
        }
    }
    // Wait until shortly before the deadline, when the seats to move get reminders.
    let game = world.ask("GET", &world.path(""), viewer, &[], None).json();
    if let Some(deadline) = game["deadline_at"].as_str() {
        world.wait_for(deadline);
        for probe in
            [get("get_game", "/v1/games/{game}"), get("get_summary", "/v1/players/me/summary")]
        {
            answers.push(ask(world, viewer, &probe, &mut met));
        }
    }
    // The effects of the probes and of the shots.
    let messages = get("list_webhook_deliveries", "/v1/webhooks/{hook}/deliveries?limit=50");
    let messages = ask(world, viewer, &messages, &mut met);
    assert!(
        game["you"].is_null() || messages.contains("game.changed"),
        "there is nothing to compare: {messages}"
    );
    answers.push(messages);
    // Mail to the viewer, byte for byte, with headers and attachments. Seated players receive mail.
    let mails = world.mails(viewer);
    assert!(game["you"].is_null() || mails.len() > 1, "there is no mail to compare");
    answers.extend(masked(&mails, &game));
    answers.extend(mail_pages(world, &mails));
    let heard = world.heard(viewer);
    let seat = &game["you"]["seat"];
    let moves =
        game["to_move"].as_array().unwrap().contains(seat) && game["deadline_at"].is_string();
    let reminded = heard.iter().any(|heard| heard.contains("event: reminder"));
    assert!(viewer == "ben" || moves == reminded, "whoever is to move is reminded: {game}");
    answers.extend(heard.iter().map(|heard| mask(heard, &mut met)));
    for probe in FAREWELL {
        answers.push(ask(world, viewer, probe, &mut met));
    }
    answers.push(world.logged());
    answers
}

/// The actions of seat 1 after the first probes.
pub(crate) fn shots(game: &Value, then: &[&str]) -> Value {
    if game["ruleset"] == "advanced" { super::advanced::then(then) } else { fire(then) }
}

/// Fetches the pages behind links in mails, without a token.
fn mail_pages(world: &mut World, mails: &[String]) -> Vec<String> {
    let texts: Vec<String> = mails.iter().map(|mail| mail.replace("=\r\n", "")).collect();
    let is_of_link = |c: char| c.is_ascii_alphanumeric() || "/-_.~".contains(c);
    let path = |at: (usize, &str), text: &str| {
        let rest = &text[at.0..];
        rest[..rest.find(|c| !is_of_link(c)).unwrap_or(rest.len())].to_owned()
    };
    let links = |text: &String| {
        let all = text.match_indices("/mail/unsubscribe/").chain(text.match_indices("/mail/keep/"));
        all.map(|at| path(at, text)).collect::<Vec<_>>()
    };
    let paths: BTreeSet<String> = texts.iter().flat_map(links).collect();
    let page = |path: String| {
        let page = world.ask("GET", &path, "nobody", &[], None);
        assert!(page.status.is_success() || page.status == 404, "{path}: {}", page.status);
        format!("{path}\n{}", show("mail page", page, &mut Met::default()))
    };
    paths.into_iter().map(page).collect()
}

fn ask(world: &mut World, viewer: &str, probe: &Probe, met: &mut Met) -> String {
    let mut path = probe
        .path
        .replace("{game}", &world.game)
        .replace("{ben}", &world.players["ben"])
        .replace("{hook}", &world.hooks[viewer])
        .replace("{nobody}", "00000000-0000-7000-8000-000000000000");
    for (operation, id) in &met.made {
        path = path.replace(&format!("{{{operation}}}"), id);
    }
    assert!(!path.contains('{'), "nothing was made that {path} could be about");
    let body = probe.body.map(|body| body());
    let answer = world.ask(probe.method, &path, viewer, probe.headers, body);
    assert!(answer.status.as_u16() < 500, "{} {path}: {}", probe.method, answer.json());
    let json = answer.json();
    let newest = json["deliveries"].get(0).unwrap_or(&json);
    if let Some(id) = newest["id"].as_str() {
        met.made.insert(probe.operation, id.to_owned());
    }
    format!("{} {path}\n{}", probe.method, show(probe.operation, answer, met))
}

/// Formats an answer as text. Placement commitments are masked, and each entity tag is replaced by
/// the number of its first appearance.
pub(crate) fn show(operation: &str, answer: Answer, met: &mut Met) -> String {
    let mut text = format!("{operation} {}\n", answer.status);
    for (name, value) in &answer.headers {
        let value = value.to_str().unwrap().to_owned();
        let value = match name.as_str() {
            "etag" => met.tag(value),
            // The length of a compressed body depends on the bytes of the commitments.
            "content-length" if answer.headers.contains_key("content-encoding") => "…".to_owned(),
            _ => value,
        };
        text.push_str(&format!("{name}: {value}\n"));
    }
    if answer.headers.contains_key("content-encoding") {
        text.push_str("compressed");
    } else if answer
        .headers
        .get("content-type")
        .is_some_and(|kind| kind == "application/pdf" || kind == "image/png")
    {
        // A binary body is compared in full.
        text.push_str(&answer.body.escape_ascii().to_string());
    } else {
        text.push_str(&mask(&String::from_utf8_lossy(&answer.body), met));
    }
    text
}

/// Returns mails of a game without placement commitments.
pub(crate) fn masked(mails: &[String], game: &Value) -> Vec<String> {
    mails.iter().map(|mail| mask_mail(mail, &game["fairness"]["placement_commitments"])).collect()
}

/// Removes the placement commitments from a mail, which contains them in full. They may contain
/// line breaks where lines of a message are too long.
fn mask_mail(mail: &str, commitments: &Value) -> String {
    let hashes = commitments.as_array().into_iter().flatten().zip(1..);
    hashes.fold(mail.replace("=\r\n", ""), |mail, (hash, seat)| {
        mail.replace(hash.as_str().unwrap(), &format!("commitment of seat {seat}"))
    })
}

/// Removes the placement commitments from a text, and replaces each entity tag by the number of its
/// first appearance.
pub(crate) fn mask(text: &str, met: &mut Met) -> String {
    const TAG: &str = "\"etag\":";
    let mut parts = text.split(TAG);
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| {
        let (tag, rest) = part.split_once('}').expect("the tag stands last");
        format!("{text}{TAG}{}}}{rest}", met.tag(serde_json::from_str(tag).expect("it is text")))
    });
    mask_commitments(&text)
}

fn mask_commitments(text: &str) -> String {
    const MASKED: &str = "\"placement_commitments\":[";
    let mut parts = text.split(MASKED);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (commitments, rest) = part.split_once(']').expect("the list ends");
        format!("{text}{MASKED}{} commitments]{rest}", commitments.split(',').count())
    })
}
