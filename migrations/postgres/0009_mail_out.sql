-- Play by e-mail: where a player wants to be written to, and what is on its way there. What mails tell is read from the player's
-- feed, which is written with the move.

-- A player's mailbox.
CREATE TABLE mailboxes (
    player_id TEXT COLLATE "C" PRIMARY KEY,
    -- The address that mail goes to, as it was written; null until one is confirmed.
    address TEXT,
    -- The same, as it is compared with others.
    normal TEXT COLLATE "C",
    confirmed_at BIGINT,
    -- The address that waits to be confirmed, the hash of the code that was sent to it, and when; null if none does.
    asked_address TEXT,
    asked_normal TEXT COLLATE "C",
    code_hash TEXT COLLATE "C",
    asked_at BIGINT,
    -- each, digest, reminders or off.
    cadence TEXT NOT NULL,
    -- Whether sheets are sent along.
    sheets BOOLEAN NOT NULL,
    -- en or it.
    lang TEXT NOT NULL,
    -- active, or failing: it has taken nothing for days, and nothing more is sent to it.
    state TEXT NOT NULL,
    -- The number in the player's feed up to which mails have been written.
    position BIGINT NOT NULL,
    -- Before this no digest is written.
    digest_at BIGINT NOT NULL,
    -- Who is at work on it, and until when nobody else is to be.
    lease TEXT,
    leased_until BIGINT NOT NULL,
    -- Since when nothing has been taken; null if the last mail has.
    failing_since BIGINT,
    -- How many mails have come back since it was confirmed or last heard of, and since when.
    bounces BIGINT NOT NULL,
    bounced_since BIGINT,
    -- Grows with every change by its player, so it tells one state of it from the next.
    changed_at BIGINT NOT NULL
);

-- An address belongs to one player: whoever writes from it is known by it.
CREATE UNIQUE INDEX mailboxes_address ON mailboxes (normal) WHERE normal IS NOT NULL;
CREATE UNIQUE INDEX mailboxes_code ON mailboxes (code_hash) WHERE code_hash IS NOT NULL;
CREATE INDEX mailboxes_active ON mailboxes (leased_until) WHERE normal IS NOT NULL AND state = 'active' AND cadence <> 'off';

-- How far mails have told a player of a game.
CREATE TABLE mail_threads (
    player_id TEXT COLLATE "C" NOT NULL,
    game_id TEXT COLLATE "C" NOT NULL,
    -- The number of the last event that was told, among those of the game that the player can see.
    told BIGINT NOT NULL,
    -- The turn of the game for which the player was last told that it is to move; -1 if never.
    turn BIGINT NOT NULL,
    PRIMARY KEY (player_id, game_id)
);

-- Keys in the addresses that mails are answered to. One of no game has an empty game and turn 0.
CREATE TABLE mail_keys (
    -- The hash of the key.
    hash TEXT COLLATE "C" PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL,
    game_id TEXT COLLATE "C" NOT NULL,
    -- The turn of the game that it was made in.
    turn BIGINT NOT NULL,
    made_at BIGINT NOT NULL
);

CREATE INDEX mail_keys_of_player ON mail_keys (player_id);
CREATE INDEX mail_keys_by_age ON mail_keys (made_at);

-- Mails.
CREATE TABLE mail_out (
    -- In the order in which they were written.
    id TEXT COLLATE "C" PRIMARY KEY,
    -- For whom; null if for nobody who has an account.
    player_id TEXT COLLATE "C",
    -- The game it is about; null if about none or several.
    game_id TEXT COLLATE "C",
    -- What it is: confirm, turn, …
    kind TEXT NOT NULL,
    message_id TEXT COLLATE "C" NOT NULL,
    -- To whom and from whom, as the envelope has them.
    recipient TEXT NOT NULL,
    sender TEXT NOT NULL,
    -- The whole message as it is sent; empty once it is over with.
    message TEXT NOT NULL,
    -- pending, sent or failed.
    state TEXT NOT NULL,
    -- When a pending one is to be sent.
    next_at BIGINT,
    attempts BIGINT NOT NULL,
    -- The attempts, as JSON.
    log TEXT NOT NULL,
    lease TEXT,
    leased_until BIGINT NOT NULL,
    made_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX mail_out_message ON mail_out (message_id);
CREATE INDEX mail_out_of_player ON mail_out (player_id);
CREATE INDEX mail_out_due ON mail_out (next_at, id) WHERE state = 'pending';
CREATE INDEX mail_out_by_age ON mail_out (made_at) WHERE state <> 'pending';

-- Which confirmations were asked for: they are counted, by address and by player. Addresses as keyed hashes.
CREATE TABLE mail_asked (
    id TEXT COLLATE "C" PRIMARY KEY,
    address_hash TEXT COLLATE "C" NOT NULL,
    player_id TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL
);

CREATE INDEX mail_asked_by_address ON mail_asked (address_hash, at);
CREATE INDEX mail_asked_by_player ON mail_asked (player_id, at);
CREATE INDEX mail_asked_by_age ON mail_asked (at);

-- Addresses that asked never to be written to, as keyed hashes.
CREATE TABLE mail_refused (
    address_hash TEXT COLLATE "C" PRIMARY KEY,
    at BIGINT NOT NULL
);
