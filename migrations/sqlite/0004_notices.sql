-- A feed says more than the events of games: that time runs short, that a player has written.

-- What the row is of: `events`, `reminder` or `message`. Of a notice `seq` is what it is about: the deadline, the number of
-- the message; and `events` is 1, for it takes one number.
ALTER TABLE feed ADD COLUMN kind TEXT NOT NULL DEFAULT 'events';
