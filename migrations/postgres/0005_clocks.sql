-- Clocks: the time that each seat of a game has, when somebody must look at it next, and the vacations of players.

-- The clocks of the seats, as JSON; null where none runs.
ALTER TABLE games ADD COLUMN times TEXT;
-- When the game must be looked at next: before the deadline to remind whoever is to move, then at the deadline. It may be
-- too early, and is never too late.
ALTER TABLE games ADD COLUMN attend_at BIGINT;

-- Reminders come when four fifths of a turn have passed; until now a turn had days. An open challenge has no reminder.
UPDATE games SET
    attend_at = CASE WHEN status = 'waiting' THEN deadline ELSE deadline - coalesce(clock_days, 0) * 17280000 END
WHERE deadline IS NOT NULL;

CREATE INDEX games_attended ON games (attend_at) WHERE attend_at IS NOT NULL;

-- The vacations of a player that may still matter, as JSON.
ALTER TABLE players ADD COLUMN vacations TEXT NOT NULL DEFAULT '[]';
