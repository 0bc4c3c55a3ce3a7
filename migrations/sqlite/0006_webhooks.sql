-- Webhooks: where a player wants to be told that something is new, and what is on its way there. What they tell is read from
-- the player's feed, which is written with the move.

CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    player_id TEXT NOT NULL,
    url TEXT NOT NULL,
    description TEXT NOT NULL,
    -- The types of messages that it wants, with a space between; empty for all.
    types TEXT NOT NULL,
    -- active, paused (by its player), gone (its receiver has answered 410) or failing (for days).
    state TEXT NOT NULL,
    -- The key of its signatures, and the one before, which signs too until a time. As they are: a signature needs them.
    secret TEXT NOT NULL,
    old_secret TEXT,
    old_until INTEGER,
    -- The number in the player's feed up to which messages have been written.
    position INTEGER NOT NULL,
    -- How many messages have been written.
    written INTEGER NOT NULL,
    -- When the next of them is to be sent; null if none is.
    next_at INTEGER,
    -- Who is at work on it, and until when nobody else is to be.
    lease TEXT,
    leased_until INTEGER NOT NULL,
    -- Since when nothing has arrived; null if the last message has.
    failing_since INTEGER,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX webhooks_of_player ON webhooks (player_id);
CREATE INDEX webhooks_active ON webhooks (leased_until) WHERE state = 'active';

CREATE TABLE webhook_deliveries (
    webhook_id TEXT NOT NULL,
    -- Its number among those of the webhook.
    seq INTEGER NOT NULL,
    -- The id of the message, as the receiver meets it: the same however often it is sent.
    id TEXT NOT NULL,
    -- The game it is about; null if about none.
    game_id TEXT,
    body TEXT NOT NULL,
    -- pending, delivered or failed.
    state TEXT NOT NULL,
    -- When a pending one is to be sent.
    next_at INTEGER,
    -- How often it has been tried since it was made or sent again.
    attempts INTEGER NOT NULL,
    -- The last attempts, as JSON.
    log TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (webhook_id, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX webhook_deliveries_id ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (made_at) WHERE state <> 'pending';
