-- Play by e-mail: where a player wants to be written to, and what is on its way there. What mails tell is read from the player's
-- feed, which is written with the move.

-- A player's mailbox.
CREATE TABLE mailboxes (
    player_id TEXT PRIMARY KEY,
    -- The address that mail goes to, as it was written; null until one is confirmed.
    address TEXT,
    -- The same, as it is compared with others.
    normal TEXT,
    confirmed_at INTEGER,
    -- The address that waits to be confirmed, the hash of the code that was sent to it, and when; null if none does.
    asked_address TEXT,
    asked_normal TEXT,
    code_hash TEXT,
    asked_at INTEGER,
    -- each, digest, reminders or off.
    cadence TEXT NOT NULL,
    -- 1 if sheets are sent along.
    sheets INTEGER NOT NULL,
    -- en or it.
    lang TEXT NOT NULL,
    -- active, or failing: it has taken nothing for days, and nothing more is sent to it.
    state TEXT NOT NULL,
    -- The number in the player's feed up to which mails have been written.
    position INTEGER NOT NULL,
    -- Before this no digest is written.
    digest_at INTEGER NOT NULL,
    -- Who is at work on it, and until when nobody else is to be.
    lease TEXT,
    leased_until INTEGER NOT NULL,
    -- Since when nothing has been taken; null if the last mail has.
    failing_since INTEGER,
    -- How many mails have come back since it was confirmed or last heard of, and since when.
    bounces INTEGER NOT NULL,
    bounced_since INTEGER,
    -- Grows with every change by its player, so it tells one state of it from the next.
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- An address belongs to one player: whoever writes from it is known by it.
CREATE UNIQUE INDEX mailboxes_address ON mailboxes (normal) WHERE normal IS NOT NULL;
CREATE UNIQUE INDEX mailboxes_code ON mailboxes (code_hash) WHERE code_hash IS NOT NULL;
CREATE INDEX mailboxes_active ON mailboxes (leased_until) WHERE normal IS NOT NULL AND state = 'active' AND cadence <> 'off';

-- How far mails have told a player of a game.
CREATE TABLE mail_threads (
    player_id TEXT NOT NULL,
    game_id TEXT NOT NULL,
    -- The number of the last event that was told, among those of the game that the player can see.
    told INTEGER NOT NULL,
    -- The turn of the game for which the player was last told that it is to move; -1 if never.
    turn INTEGER NOT NULL,
    PRIMARY KEY (player_id, game_id)
) STRICT, WITHOUT ROWID;

-- Keys in the addresses that mails are answered to. One of no game has an empty game and turn 0.
CREATE TABLE mail_keys (
    -- The hash of the key.
    hash TEXT PRIMARY KEY,
    player_id TEXT NOT NULL,
    game_id TEXT NOT NULL,
    -- The turn of the game that it was made in.
    turn INTEGER NOT NULL,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX mail_keys_of_player ON mail_keys (player_id);
CREATE INDEX mail_keys_by_age ON mail_keys (made_at);

-- Mails.
CREATE TABLE mail_out (
    -- In the order in which they were written.
    id TEXT PRIMARY KEY,
    -- For whom; null if for nobody who has an account.
    player_id TEXT,
    -- The game it is about; null if about none or several.
    game_id TEXT,
    -- What it is: confirm, turn, …
    kind TEXT NOT NULL,
    message_id TEXT NOT NULL,
    -- To whom and from whom, as the envelope has them.
    recipient TEXT NOT NULL,
    sender TEXT NOT NULL,
    -- The whole message as it is sent; empty once it is over with.
    message TEXT NOT NULL,
    -- pending, sent or failed.
    state TEXT NOT NULL,
    -- When a pending one is to be sent.
    next_at INTEGER,
    attempts INTEGER NOT NULL,
    -- The attempts, as JSON.
    log TEXT NOT NULL,
    lease TEXT,
    leased_until INTEGER NOT NULL,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX mail_out_message ON mail_out (message_id);
CREATE INDEX mail_out_of_player ON mail_out (player_id);
CREATE INDEX mail_out_due ON mail_out (next_at, id) WHERE state = 'pending';
CREATE INDEX mail_out_by_age ON mail_out (made_at) WHERE state <> 'pending';

-- Which confirmations were asked for: they are counted, by address and by player. Addresses as keyed hashes.
CREATE TABLE mail_asked (
    id TEXT PRIMARY KEY,
    address_hash TEXT NOT NULL,
    player_id TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX mail_asked_by_address ON mail_asked (address_hash, at);
CREATE INDEX mail_asked_by_player ON mail_asked (player_id, at);
CREATE INDEX mail_asked_by_age ON mail_asked (at);

-- Addresses that asked never to be written to, as keyed hashes.
CREATE TABLE mail_refused (
    address_hash TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
