-- Changes of scores after the ends of their games. They stand beside the logs of the games, which stay as they are.

CREATE TABLE score_changes (
    game_id TEXT NOT NULL,
    -- Counts the changes of the score, from 1.
    number INTEGER NOT NULL,
    player_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- 'direct', 'set_voice', or 'close' if the player changes nothing more. The columns below belong to the first two.
    kind TEXT NOT NULL,
    shot INTEGER,
    -- Of a direction: the part, and the text. The text is empty once the account of its player is deleted.
    part TEXT,
    words TEXT,
    -- Of a voice.
    row_voice TEXT,
    column_voice TEXT,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX score_changes_of_player ON score_changes (player_id, game_id, number);
