-- Finding a game: what games are looked for by, challenges to a player, rematches, and the own games that are not over.

ALTER TABLE games ADD COLUMN created_by TEXT COLLATE "C";
-- The game that this one is the rematch of: each has one at most.
ALTER TABLE games ADD COLUMN rematch_of TEXT COLLATE "C";
-- Its settings that have a single value, as ` name:value name:value `.
ALTER TABLE games ADD COLUMN traits TEXT;
ALTER TABLE games ADD COLUMN clock_kind TEXT;
ALTER TABLE games ADD COLUMN clock_days BIGINT;

UPDATE games SET
    created_by = (SELECT s.player_id FROM seats s WHERE s.game_id = games.id AND s.seat = 1),
    clock_kind = CASE WHEN clock IS NOT NULL THEN 'days_per_turn' END,
    clock_days = CAST(clock::json ->> 'days_per_turn' AS BIGINT);

CREATE UNIQUE INDEX games_rematch ON games (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX games_created ON games (created_by, id) WHERE created_by IS NOT NULL;
CREATE INDEX games_public ON games (status, id) WHERE visibility = 'public';

-- A seat kept for a player is a challenge by whoever made the game: open, accepted, declined, withdrawn or expired.
ALTER TABLE seats ADD COLUMN kept_by TEXT COLLATE "C";
ALTER TABLE seats ADD COLUMN challenge TEXT COLLATE "C";
ALTER TABLE seats ADD COLUMN reason TEXT;
ALTER TABLE seats ADD COLUMN words TEXT;
ALTER TABLE seats ADD COLUMN answered_at BIGINT;
-- True once the game is over: the seats of a player that are not are few, whatever it has played.
ALTER TABLE seats ADD COLUMN ended BOOLEAN NOT NULL DEFAULT false;

UPDATE seats SET
    ended = coalesce((SELECT g.status IN ('finished', 'cancelled') FROM games g WHERE g.id = seats.game_id), false);
UPDATE seats SET
    kept_by = (SELECT g.created_by FROM games g WHERE g.id = seats.game_id),
    challenge = CASE WHEN player_id IS NOT NULL THEN 'accepted' WHEN ended THEN 'withdrawn' ELSE 'open' END
WHERE kept_for IS NOT NULL;

CREATE INDEX seats_of_player_on ON seats (player_id, game_id) WHERE player_id IS NOT NULL AND NOT ended;
CREATE INDEX challenges_in ON seats (kept_for, challenge, game_id, seat) WHERE kept_for IS NOT NULL;
CREATE INDEX challenges_out ON seats (kept_by, challenge, game_id, seat) WHERE kept_by IS NOT NULL;
