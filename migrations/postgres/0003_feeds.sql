-- What the streams of events need: a counter of each player over all of its games, and tickets that open a stream once.

-- How many events a player's games have brought it. It grows in the transaction of the move that brings them.
CREATE TABLE feed_heads (
    player_id TEXT COLLATE "C" PRIMARY KEY,
    number BIGINT NOT NULL
);

-- A row for each step of a game that brought a player events.
CREATE TABLE feed (
    player_id TEXT COLLATE "C" NOT NULL,
    -- The player's number of the last of these events.
    number BIGINT NOT NULL,
    game_id TEXT COLLATE "C" NOT NULL,
    -- Its number among the events of the game that the player can see.
    seq BIGINT NOT NULL,
    -- How many events, which end with that one.
    events BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (player_id, number)
);

CREATE INDEX feed_by_age ON feed (at);

CREATE TABLE stream_tickets (
    hash TEXT COLLATE "C" PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL,
    -- The token that it was made with, and that its stream ends with.
    token_hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
