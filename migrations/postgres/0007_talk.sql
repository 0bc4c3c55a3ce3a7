-- What players say to each other, what they note for themselves, and with whom they want nothing to do.

-- Messages between the players of a game.
CREATE TABLE messages (
    game_id TEXT COLLATE "C" NOT NULL,
    -- Counts the messages of the game, from 1.
    number BIGINT NOT NULL,
    player_id TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    -- Null once the account of its player is deleted.
    words TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (game_id, number)
);

CREATE INDEX messages_of_player ON messages (player_id, game_id, at);

-- What a player notes on a game, for nobody else.
CREATE TABLE notes (
    game_id TEXT COLLATE "C" NOT NULL,
    player_id TEXT COLLATE "C" NOT NULL,
    words TEXT NOT NULL,
    -- Grows with every change, so it tells one state of them from the next.
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (player_id, game_id)
);

-- The players whom a player blocks.
CREATE TABLE blocks (
    player_id TEXT COLLATE "C" NOT NULL,
    blocked_id TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
);

CREATE INDEX blocks_of_blocked ON blocks (blocked_id);
