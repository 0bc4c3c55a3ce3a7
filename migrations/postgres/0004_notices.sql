-- A feed says more than the events of games: that time runs short, that a player has written. And it is kept up only for whom
-- somebody listens: most players have none who does, and then a move has less to write.

-- What the row is of: `events`, `reminder` or `message`. Of a notice `seq` is what it is about: the deadline, the number of
-- the message; and `events` is 1, for it takes one number.
ALTER TABLE feed ADD COLUMN kind TEXT NOT NULL DEFAULT 'events';

-- True once somebody has listened: then every step of the player's games is in its feed. Before, only notices are.
ALTER TABLE feed_heads ADD COLUMN awake BOOLEAN NOT NULL DEFAULT true;

-- So that steps and whoever begins to listen can wait for each other, every player has one.
INSERT INTO feed_heads (player_id, number, awake)
SELECT id, 0, false FROM players WHERE name IS NOT NULL ON CONFLICT DO NOTHING;
