-- Games are looked at when `attend_at` says, and found by nothing else: a step that leaves that as it is changes no index, and
-- PostgreSQL then writes the row beside the one before if its page has room. A version before clocks wrote deadlines alone: its
-- games are looked at at once, and it must not start any more.

UPDATE games SET attend_at = 0 WHERE deadline IS NOT NULL AND (attend_at IS NULL OR attend_at > deadline);

INSERT INTO settings (name, value) VALUES ('oldest_schema', '5') ON CONFLICT (name) DO UPDATE SET value = excluded.value;

DROP INDEX games_due;
