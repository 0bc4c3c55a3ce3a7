-- Players, tokens, games with their seats, logs and snapshots, and the answers kept for idempotency keys.
-- Ids are text, times are milliseconds since 1970, documents are JSON text. Ids are ordered byte by
-- byte, whatever the language of the database.

CREATE TABLE settings (
    name TEXT COLLATE "C" PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE players (
    id TEXT COLLATE "C" PRIMARY KEY,
    -- Null once the account is deleted: records of games stay, without the name.
    name TEXT,
    created_at BIGINT NOT NULL
);

CREATE TABLE tokens (
    id TEXT COLLATE "C" PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX tokens_of_player ON tokens (player_id);

CREATE TABLE games (
    id TEXT COLLATE "C" PRIMARY KEY,
    ruleset TEXT NOT NULL,
    visibility TEXT NOT NULL,
    clock TEXT,
    created_at BIGINT NOT NULL,
    -- The length of the log, hidden entries included: what decides races.
    version BIGINT NOT NULL,
    -- Grows with what is shown of the game and is not in its log: the names of its players.
    edition BIGINT NOT NULL DEFAULT 0,
    status TEXT NOT NULL,
    deadline BIGINT,
    -- Whether anybody may find it and take a seat.
    open BOOLEAN NOT NULL,
    -- The seats that are to move: 1 << n for seat n.
    to_move BIGINT NOT NULL
);

CREATE INDEX games_open ON games (id) WHERE open;
CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE seats (
    game_id TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    kind TEXT NOT NULL,
    kept_for TEXT COLLATE "C",
    code_hash TEXT,
    player_id TEXT COLLATE "C",
    PRIMARY KEY (game_id, seat)
);

CREATE INDEX seats_of_player ON seats (player_id, game_id) WHERE player_id IS NOT NULL;
CREATE INDEX seats_kept ON seats (kept_for, game_id) WHERE kept_for IS NOT NULL;

CREATE TABLE events (
    game_id TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- A bit for each viewer who may see that it happened: 1 for the public, 1 << n for seat n.
    audience BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE snapshots (
    game_id TEXT COLLATE "C" PRIMARY KEY,
    version BIGINT NOT NULL,
    body TEXT NOT NULL
);

CREATE TABLE answers (
    player_id TEXT COLLATE "C" NOT NULL,
    route TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    payload_hash TEXT NOT NULL,
    status BIGINT NOT NULL,
    headers TEXT NOT NULL,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (player_id, route, key)
);

CREATE INDEX answers_by_age ON answers (at);
