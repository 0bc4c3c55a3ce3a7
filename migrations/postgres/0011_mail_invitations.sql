-- Seats kept for whoever reads the mail of an address, and codes that give a new token to whoever reads a player's.

-- An invitation that was sent by mail.
CREATE TABLE mail_invitations (
    -- The hash of the key in the address that it is answered to.
    key_hash TEXT COLLATE "C" PRIMARY KEY,
    game_id TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    -- The hash of the code in it, which the seat has: with another code the seat is no longer its.
    code_hash TEXT COLLATE "C" NOT NULL,
    -- The address as it was written, as it is compared, and hashed under a key.
    address TEXT NOT NULL,
    normal TEXT COLLATE "C" NOT NULL,
    address_hash TEXT COLLATE "C" NOT NULL,
    -- Who invites.
    made_by TEXT COLLATE "C" NOT NULL,
    -- en or it.
    lang TEXT NOT NULL,
    -- Who has accepted; null while nobody has.
    player_id TEXT COLLATE "C",
    -- How many letters under its key were answered with what is wrong with them.
    answers BIGINT NOT NULL,
    made_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX mail_invitations_of_game ON mail_invitations (game_id, address_hash);
CREATE INDEX mail_invitations_by_maker ON mail_invitations (made_by);
CREATE INDEX mail_invitations_of_player ON mail_invitations (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX mail_invitations_by_age ON mail_invitations (made_at);

-- A code that was sent to the confirmed address of a player, and gives a token once.
CREATE TABLE mail_codes (
    code_hash TEXT COLLATE "C" PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL
);

CREATE INDEX mail_codes_of_player ON mail_codes (player_id);
CREATE INDEX mail_codes_by_age ON mail_codes (made_at);
