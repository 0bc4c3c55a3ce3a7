-- Players, tokens, games with their seats, logs and snapshots, and the answers kept for idempotency keys.
-- Ids are text, times are milliseconds since 1970, documents are JSON text.

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE players (
    id TEXT PRIMARY KEY,
    -- Null once the account is deleted: records of games stay, without the name.
    name TEXT,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    player_id TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_of_player ON tokens (player_id);

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    ruleset TEXT NOT NULL,
    visibility TEXT NOT NULL,
    clock TEXT,
    created_at INTEGER NOT NULL,
    -- The length of the log, hidden entries included: what decides races.
    version INTEGER NOT NULL,
    -- Grows with what is shown of the game and is not in its log: the names of its players.
    edition INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL,
    deadline INTEGER,
    -- 1 if anybody may find it and take a seat.
    open INTEGER NOT NULL,
    -- The seats that are to move: 1 << n for seat n.
    to_move INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX games_open ON games (id) WHERE open = 1;
CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE seats (
    game_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    kept_for TEXT,
    code_hash TEXT,
    player_id TEXT,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_player ON seats (player_id, game_id) WHERE player_id IS NOT NULL;
CREATE INDEX seats_kept ON seats (kept_for, game_id) WHERE kept_for IS NOT NULL;

CREATE TABLE events (
    game_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- A bit for each viewer who may see that it happened: 1 for the public, 1 << n for seat n.
    audience INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    game_id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
    player_id TEXT NOT NULL,
    route TEXT NOT NULL,
    key TEXT NOT NULL,
    payload_hash TEXT NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (player_id, route, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX answers_by_age ON answers (at);
