-- Mail that came in, as it came, and what became of it.

CREATE TABLE mail_in (
    id TEXT COLLATE "C" PRIMARY KEY,
    -- Counts messages in the order in which they came.
    number BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    -- How it came: inbound (it was handed over) or imap.
    way TEXT NOT NULL,
    -- The address that it was delivered to, as whoever had it says; null if that is not known.
    recipient TEXT,
    -- What copies of one message have in common: a hash of its id, its sender and where it was sent to.
    identity TEXT COLLATE "C" NOT NULL,
    -- Whose messages it is carried out in the order of: its sender, or itself if it names none.
    queue TEXT COLLATE "C" NOT NULL,
    -- All of it, byte for byte; of one that is ignored its beginning.
    raw BYTEA NOT NULL,
    -- How many bytes it has.
    size BIGINT NOT NULL,
    -- waiting, taken, refused, ignored or failed.
    state TEXT NOT NULL,
    -- Why, in a word or two.
    why TEXT NOT NULL,
    -- What it asks for, as JSON: what of it is to be done, and how much of that is. Null until it is begun.
    plan TEXT,
    -- What it counts as among the letters of its player: moved, answered or silent (it has a key of the player's, and something was
    -- done in a game, or it was answered, or neither), keyless (it has none, and was answered), or nothing.
    tally TEXT NOT NULL,
    -- Whose it is and for which game, once that is known.
    player_id TEXT COLLATE "C",
    game_id TEXT COLLATE "C",
    -- When that was.
    done_at BIGINT,
    -- When a waiting one is to be looked at, and how often it has been without success.
    next_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    -- Who is at work on it, and until when nobody else is to be.
    lease TEXT,
    leased_until BIGINT NOT NULL
);

CREATE UNIQUE INDEX mail_in_number ON mail_in (number);
CREATE UNIQUE INDEX mail_in_identity ON mail_in (identity);
CREATE INDEX mail_in_waiting ON mail_in (queue, number) WHERE state = 'waiting';
CREATE INDEX mail_in_of_player ON mail_in (player_id, number) WHERE player_id IS NOT NULL;
CREATE INDEX mail_in_of_sender ON mail_in (queue);
CREATE INDEX mail_in_by_age ON mail_in (received_at) WHERE state <> 'waiting';
