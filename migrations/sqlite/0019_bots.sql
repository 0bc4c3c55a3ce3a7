-- Bots: accounts that say that they are bots, and the next actions of the server's own bots.

ALTER TABLE players ADD COLUMN is_bot INTEGER NOT NULL DEFAULT 0;

-- Games in which a bot of the server has to act.
CREATE TABLE bot_turns (
    game_id TEXT PRIMARY KEY,
    -- The earliest of the times in `dues`, which has one for each bot that has to act.
    due_at INTEGER NOT NULL,
    dues TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX bot_turns_due ON bot_turns (due_at);

-- The accounts of the server's own bots. They have no tokens. A game has at most seven opponents.
INSERT INTO players (id, name, created_at, is_bot)
SELECT '00000000-0000-7000-8000-000000b00' || level || '0' || number,
    name || CASE WHEN number = 1 THEN '' ELSE ' ' || number END, 0, 1
FROM (SELECT 1 AS level, 'Random' AS name UNION ALL SELECT 2, 'Casual' UNION ALL SELECT 3, 'Strong') AS levels
CROSS JOIN (SELECT 1 AS number UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5
    UNION ALL SELECT 6 UNION ALL SELECT 7) AS numbers;
