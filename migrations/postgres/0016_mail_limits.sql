-- Limits of mail: what is counted so that they hold on all nodes, and how far challenges of strangers were told.

-- Whether the player wants to be told of challenges by strangers.
ALTER TABLE mailboxes ADD COLUMN strangers BOOLEAN NOT NULL DEFAULT TRUE;
-- Whether there are some that no mail has told of, and before when no mail does.
ALTER TABLE mailboxes ADD COLUMN strangers_waiting BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE mailboxes ADD COLUMN strangers_at BIGINT NOT NULL DEFAULT 0;

-- The player who has caused a mail about a game; null if it was none, or not one alone.
ALTER TABLE mail_out ADD COLUMN caused_by TEXT COLLATE "C";

DROP INDEX mail_out_of_player;
CREATE INDEX mail_out_of_player ON mail_out (player_id, made_at);
CREATE INDEX mail_out_caused ON mail_out (caused_by, made_at) WHERE caused_by IS NOT NULL;
CREATE INDEX mail_out_made ON mail_out (made_at);

-- The domain of an address that something was sent to, as a keyed hash; empty if nothing was sent, or it is not counted.
ALTER TABLE mail_asked ADD COLUMN domain_hash TEXT COLLATE "C" NOT NULL DEFAULT '';

CREATE INDEX mail_asked_by_domain ON mail_asked (domain_hash, at) WHERE domain_hash <> '';

-- Challenges are counted by who made them, in the order of their games.
CREATE INDEX seats_challenged ON seats (kept_by, game_id) WHERE kept_by IS NOT NULL;
