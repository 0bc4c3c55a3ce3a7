-- What the streams of events need: a counter of each player over all of its games, and tickets that open a stream once.

-- How many events a player's games have brought it. It grows in the transaction of the move that brings them.
CREATE TABLE feed_heads (
    player_id TEXT PRIMARY KEY,
    number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A row for each step of a game that brought a player events.
CREATE TABLE feed (
    player_id TEXT NOT NULL,
    -- The player's number of the last of these events.
    number INTEGER NOT NULL,
    game_id TEXT NOT NULL,
    -- Its number among the events of the game that the player can see.
    seq INTEGER NOT NULL,
    -- How many events, which end with that one.
    events INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (player_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX feed_by_age ON feed (at);

CREATE TABLE stream_tickets (
    hash TEXT PRIMARY KEY,
    player_id TEXT NOT NULL,
    -- The token that it was made with, and that its stream ends with.
    token_hash TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
