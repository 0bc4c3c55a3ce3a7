-- All tables. Ids and hashes are text, times are milliseconds since 1970-01-01T00:00:00Z, and documents are JSON text.
-- Both kinds of database have the same tables, columns and indexes.
--
-- A lease is a pair of columns: `lease` is the id of a node's lease on the row, null if no node works on it, and
-- `leased_until` is its end.

CREATE TABLE settings (
    name TEXT COLLATE "C" PRIMARY KEY,
    value TEXT NOT NULL
);

-- The lowest number of a migration that a program must know to use these tables.
INSERT INTO settings (name, value) VALUES ('oldest_schema', '1');

CREATE TABLE players (
    id TEXT COLLATE "C" PRIMARY KEY,
    -- Null once the account is deleted: the records of games stay, without the name.
    name TEXT,
    created_at BIGINT NOT NULL,
    -- Vacations that may still matter, as JSON.
    vacations TEXT NOT NULL DEFAULT '[]',
    -- True for accounts that say that they are bots, and for the server's own bots.
    is_bot BOOLEAN NOT NULL DEFAULT FALSE
);

-- The accounts of the server's own bots. They have no tokens. A game has at most seven opponents.
INSERT INTO players (id, name, created_at, is_bot)
SELECT '00000000-0000-7000-8000-000000b00' || level || '0' || number,
    name || CASE WHEN number = 1 THEN '' ELSE ' ' || number END, 0, TRUE
FROM (SELECT 1 AS level, 'Random' AS name UNION ALL SELECT 2, 'Casual' UNION ALL SELECT 3, 'Strong') AS levels
CROSS JOIN (SELECT 1 AS number UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5
    UNION ALL SELECT 6 UNION ALL SELECT 7) AS numbers;

CREATE TABLE tokens (
    id TEXT COLLATE "C" PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- Scopes, separated by spaces.
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- End of its life, which its replacement inherits; null if it does not expire.
    expires_at BIGINT,
    -- Time from which it is invalid: `expires_at`, or sooner if it was rotated; null for never.
    ends_at BIGINT,
    -- True if recovery created it: recovery replaces only such tokens.
    recovered BOOLEAN NOT NULL DEFAULT FALSE,
    -- Id of the token that it replaced, as long as nobody has used it. Otherwise null.
    replaces TEXT COLLATE "C"
);

CREATE INDEX tokens_of_player ON tokens (player_id);
CREATE INDEX tokens_replacing ON tokens (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX tokens_ending ON tokens (ends_at) WHERE ends_at IS NOT NULL;

-- Tickets that open an event stream once.
CREATE TABLE stream_tickets (
    hash TEXT COLLATE "C" PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL,
    -- Token that created it. The stream ends with this token.
    token_hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE TABLE games (
    id TEXT COLLATE "C" PRIMARY KEY,
    ruleset TEXT NOT NULL,
    visibility TEXT NOT NULL,
    -- Clock settings as JSON; null without a clock.
    clock TEXT,
    created_at BIGINT NOT NULL,
    -- Length of the log, hidden entries included. It decides races.
    version BIGINT NOT NULL,
    -- Grows when something changes that the game shows and that is not in its log, such as the names of its players, or
    -- when a queue of moves changes.
    meta_version BIGINT NOT NULL DEFAULT 0,
    status TEXT NOT NULL,
    -- Earliest deadline.
    deadline BIGINT,
    -- True if anybody may find it and take a seat.
    open BOOLEAN NOT NULL,
    -- Seats that are to move: bit n for seat n.
    to_move BIGINT NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    -- Game that this one is the rematch of. A game has at most one rematch.
    rematch_of TEXT COLLATE "C",
    -- Settings with a single value, for searches, as ` name:value name:value `.
    facets TEXT NOT NULL,
    clock_kind TEXT,
    clock_days BIGINT,
    -- Clocks of the seats, as JSON; null if none runs.
    clock_state TEXT,
    -- Time of the next check: for a reminder, then at the deadline. It may be too early, and is never too late. -n means
    -- that outage n moves the deadline.
    next_check_at BIGINT,
    -- Last return to a backup, with the number of events that each viewer saw then, as JSON; null if there was none.
    restored TEXT
);

CREATE INDEX games_open ON games (id) WHERE open;
CREATE INDEX games_public ON games (status, id) WHERE visibility = 'public';
CREATE INDEX games_created ON games (created_by, id);
CREATE INDEX games_checked ON games (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE UNIQUE INDEX games_rematch ON games (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE seats (
    game_id TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('open', 'invite', 'player', 'bot')),
    -- Player who may take the seat, which is reserved.
    reserved_for TEXT COLLATE "C",
    -- Hash of the invitation code.
    code_hash TEXT,
    -- Player in the seat.
    player_id TEXT COLLATE "C",
    -- A reserved seat is a challenge: its creator, its state, and the answer to it.
    challenger_id TEXT COLLATE "C",
    challenge TEXT COLLATE "C" CHECK (challenge IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    reason TEXT,
    decline_message TEXT,
    answered_at BIGINT,
    -- True once the game is over. A player has few seats in games that are not.
    game_over BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (game_id, seat)
);

CREATE INDEX seats_of_player ON seats (player_id, game_id) WHERE player_id IS NOT NULL;
CREATE INDEX seats_of_player_in_progress ON seats (player_id, game_id) WHERE player_id IS NOT NULL AND NOT game_over;
CREATE INDEX seats_reserved ON seats (reserved_for, game_id) WHERE reserved_for IS NOT NULL;
CREATE INDEX seats_code ON seats (code_hash) WHERE code_hash IS NOT NULL;
CREATE INDEX challenges_received ON seats (reserved_for, challenge, game_id, seat) WHERE reserved_for IS NOT NULL;
CREATE INDEX challenges_made ON seats (challenger_id, challenge, game_id, seat) WHERE challenger_id IS NOT NULL;
-- Counts the challenges of a player, in the order of their games.
CREATE INDEX challenges_counted ON seats (challenger_id, game_id) WHERE challenger_id IS NOT NULL;

-- Logs of games.
CREATE TABLE events (
    game_id TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- Viewers who may see that it happened: bit 0 for the public, bit n for seat n.
    audience BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, seq)
);

-- Newest snapshot of each game.
CREATE TABLE snapshots (
    game_id TEXT COLLATE "C" PRIMARY KEY,
    version BIGINT NOT NULL,
    body TEXT NOT NULL
);

-- Games in which a bot of the server has to act.
CREATE TABLE bot_turns (
    game_id TEXT COLLATE "C" PRIMARY KEY,
    -- Earliest of the times in `dues`, which has one for each bot that has to act.
    due_at BIGINT NOT NULL,
    dues TEXT NOT NULL
);

CREATE INDEX bot_turns_due ON bot_turns (due_at);

-- Changes of scores after the ends of their games. The logs of the games stay as they are.
CREATE TABLE score_changes (
    game_id TEXT COLLATE "C" NOT NULL,
    -- Counts the changes of the score, from 1.
    number BIGINT NOT NULL,
    player_id TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- `close` means that the player changes nothing more.
    kind TEXT NOT NULL CHECK (kind IN ('direct', 'set_voice', 'close')),
    -- Of a direction or a voice.
    shot BIGINT,
    -- Of a direction. The text is empty once the account of its player is deleted.
    part TEXT,
    text TEXT,
    -- Of a voice.
    row_voice TEXT,
    column_voice TEXT,
    PRIMARY KEY (game_id, number)
);

CREATE INDEX score_changes_of_player ON score_changes (player_id, game_id, number);

-- Responses stored for idempotency keys.
CREATE TABLE idempotency_responses (
    player_id TEXT COLLATE "C" NOT NULL,
    route TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    payload_hash TEXT NOT NULL,
    status BIGINT NOT NULL,
    headers TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (player_id, route, key)
);

CREATE INDEX idempotency_responses_by_age ON idempotency_responses (created_at);

-- Counters of the players' feeds.
CREATE TABLE feed_heads (
    player_id TEXT COLLATE "C" PRIMARY KEY,
    -- Number of the last entry. It grows in the transaction of the move that adds the entry.
    last_seq BIGINT NOT NULL,
    -- True once somebody has read the feed. Before that, only notices are added to it.
    enabled BOOLEAN NOT NULL
);

-- Entries of feeds: one for each step of a game that brought events to a player, and one for each notice.
CREATE TABLE feed (
    player_id TEXT COLLATE "C" NOT NULL,
    -- Number of the last event of the entry.
    number BIGINT NOT NULL,
    game_id TEXT COLLATE "C" NOT NULL,
    -- Number of that event among those of the game that the player can see. For a notice, its subject: the deadline, or
    -- the number of the message.
    seq BIGINT NOT NULL,
    -- Number of events, which end with that one; 1 for a notice.
    event_count BIGINT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL DEFAULT 'events' CHECK (kind IN ('events', 'reminder', 'message', 'restored')),
    PRIMARY KEY (player_id, number)
);

CREATE INDEX feed_by_age ON feed (at);

-- Messages between the players of a game.
CREATE TABLE messages (
    game_id TEXT COLLATE "C" NOT NULL,
    -- Counts the messages of the game, from 1.
    number BIGINT NOT NULL,
    player_id TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    -- Null once the account of its player is deleted.
    text TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (game_id, number)
);

CREATE INDEX messages_of_player ON messages (player_id, game_id, at);

-- Private notes of players on games.
CREATE TABLE notes (
    game_id TEXT COLLATE "C" NOT NULL,
    player_id TEXT COLLATE "C" NOT NULL,
    text TEXT NOT NULL,
    -- Grows with every change.
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (player_id, game_id)
);

-- Moves that players have written ahead of time, one row for each player and game.
CREATE TABLE move_queues (
    game_id TEXT COLLATE "C" NOT NULL,
    player_id TEXT COLLATE "C" NOT NULL,
    -- Moves that wait, and what became of others, as JSON. A plan is a secret.
    content TEXT NOT NULL,
    -- True if moves wait.
    waiting BOOLEAN NOT NULL,
    -- Turn of the game in which a move was last tried.
    tried_turn BIGINT,
    -- Grows with every change.
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (player_id, game_id)
);

CREATE INDEX move_queues_waiting ON move_queues (player_id, game_id) WHERE waiting;

-- Players that a player blocks.
CREATE TABLE blocks (
    player_id TEXT COLLATE "C" NOT NULL,
    blocked_id TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
);

CREATE INDEX blocks_of_blocked ON blocks (blocked_id);

CREATE TABLE webhooks (
    id TEXT COLLATE "C" PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL,
    url TEXT NOT NULL,
    description TEXT NOT NULL,
    -- Types of messages to send, separated by spaces; empty for all.
    types TEXT NOT NULL,
    -- Paused by its player, gone because its receiver answered 410, or failing for days.
    state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'gone', 'failing')),
    -- Signing key, and the previous one, which also signs until a time.
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_secret_expires_at BIGINT,
    -- Number of the last feed entry that was written as messages.
    feed_cursor BIGINT NOT NULL,
    -- Sequence number of the last message.
    last_seq BIGINT NOT NULL,
    lease TEXT,
    leased_until BIGINT NOT NULL,
    -- Time since which nothing was delivered; null if the last message was.
    failing_since BIGINT,
    -- Time until which no message is sent, because the receiver asked for a pause or did not answer.
    paused_until BIGINT NOT NULL DEFAULT 0,
    -- Time and number of the attempts to send messages. The webhook that has waited longest comes first.
    attempted_at BIGINT NOT NULL DEFAULT 0,
    attempt_count BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
);

CREATE INDEX webhooks_of_player ON webhooks (player_id);
CREATE INDEX webhooks_active ON webhooks (leased_until) WHERE state = 'active';

-- Work that is queued: messages to webhooks, outgoing mail, incoming mail, and requests for codes to recover an account.
CREATE TABLE jobs (
    -- Mails sort in the order of creation. For a message to a webhook, it is the id that the receiver sees.
    id TEXT COLLATE "C" PRIMARY KEY,
    queue TEXT NOT NULL CHECK (queue IN ('webhooks', 'mail_out', 'mail_in', 'recoveries')),
    -- Id of the webhook, id of the mail, alleged sender, or normalized address of the request. The messages of a
    -- webhook and the mails of a sender run one after another.
    key TEXT COLLATE "C" NOT NULL,
    -- Counts the messages of a webhook, or all incoming mail; otherwise 0.
    number BIGINT NOT NULL,
    -- The same for all copies of a mail: Message-ID of an outgoing one, hash of an incoming one.
    dedup_id TEXT COLLATE "C",
    -- Player whose job it is, and game that it is about, if known.
    player_id TEXT COLLATE "C",
    game_id TEXT COLLATE "C",
    state TEXT NOT NULL CHECK (state IN ('pending', 'done', 'failed')),
    -- Time of the next attempt; null if it is not pending.
    run_at BIGINT,
    -- Number of attempts since it was created or requested again.
    attempts BIGINT NOT NULL,
    -- Last attempts, as JSON.
    log TEXT NOT NULL,
    lease TEXT,
    leased_until BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    done_at BIGINT,
    -- Recipient of the envelope; of incoming mail, if known.
    recipient TEXT,
    -- Outgoing mail only: sender of the envelope, kind, and the only player who caused it, if it is about a game.
    sender TEXT,
    mail_kind TEXT,
    -- Incoming mail only: channel, handed over to the service or fetched.
    channel TEXT CHECK (channel IN ('inbound', 'imap')),
    -- Order in which it was written among the mails of its sender: its date if that is credible, otherwise the time of
    -- receipt; the time in microseconds at which the receiving server accepted it, or 0; and the number of mails before
    -- it in its thread.
    written_at BIGINT,
    accepted_at BIGINT,
    thread_place BIGINT,
    -- Size of the complete mail in bytes.
    size BIGINT,
    -- Result of processing, and its reason in a word or two.
    outcome TEXT CHECK (outcome IN ('taken', 'refused', 'ignored')),
    reason TEXT,
    -- Steps that the mail asks for, and their progress, as JSON; null before processing begins.
    plan TEXT,
    -- Class for the quotas of its player: with a key and answered, with a key and not answered, with a key and a change
    -- of a game, without a key and answered, or nothing.
    reply_class TEXT CHECK (reply_class IN ('', 'keyless', 'silent', 'answered', 'moved')),
    -- Body of a message to a webhook, the complete mail, or the address of a request. It is deleted once a mail is sent
    -- or given up, and shortened once a mail is processed.
    payload BYTEA NOT NULL,
    CHECK ((state = 'pending') = (run_at IS NOT NULL)),
    CHECK (queue <> 'mail_out' OR (recipient IS NOT NULL AND sender IS NOT NULL AND mail_kind IS NOT NULL)),
    CHECK (queue <> 'mail_in' OR (channel IS NOT NULL AND size IS NOT NULL AND reply_class IS NOT NULL
        AND written_at IS NOT NULL AND accepted_at IS NOT NULL AND thread_place IS NOT NULL))
);

CREATE UNIQUE INDEX jobs_once ON jobs (queue, dedup_id) WHERE dedup_id IS NOT NULL;
CREATE INDEX jobs_due ON jobs (queue, run_at, number, id) WHERE state = 'pending';
CREATE INDEX jobs_of_key ON jobs (queue, key, number);
CREATE INDEX jobs_pending_of_key ON jobs (queue, key, written_at, accepted_at, thread_place, number) WHERE state = 'pending';
CREATE INDEX jobs_due_of_key ON jobs (queue, key, run_at, number) WHERE state = 'pending';
CREATE INDEX jobs_leased ON jobs (queue, key) WHERE lease IS NOT NULL;
CREATE INDEX jobs_over ON jobs (queue, created_at) WHERE state <> 'pending';
CREATE INDEX jobs_of_player ON jobs (player_id, queue, created_at) WHERE player_id IS NOT NULL;
CREATE INDEX mail_out_created ON jobs (created_at) WHERE queue = 'mail_out';
CREATE UNIQUE INDEX mail_in_number ON jobs (number) WHERE queue = 'mail_in';

-- Mailboxes of players, for play by e-mail.
CREATE TABLE mailboxes (
    player_id TEXT COLLATE "C" PRIMARY KEY,
    -- Confirmed address, as written and normalized for comparison; null if the player has none.
    address TEXT,
    address_normalized TEXT COLLATE "C",
    confirmed_at BIGINT,
    -- Address that awaits confirmation, with the hash of the code that was sent to it; null if the player has none.
    pending_address TEXT,
    pending_address_normalized TEXT COLLATE "C",
    code_hash TEXT COLLATE "C",
    pending_since BIGINT,
    -- Address that replaces the confirmed one, and when. The addresses are null if the mailbox is deleted then, and the
    -- time is null if no change is pending.
    next_address TEXT,
    next_address_normalized TEXT COLLATE "C",
    next_address_at BIGINT,
    frequency TEXT NOT NULL CHECK (frequency IN ('each', 'digest', 'reminders', 'off')),
    -- True if sheets are attached.
    sheets BOOLEAN NOT NULL,
    -- Hours before a deadline at which the player wants reminders: JSON.
    reminders TEXT NOT NULL DEFAULT '[]',
    lang TEXT NOT NULL,
    -- Failing: it has accepted nothing for days, and nothing more is sent to it.
    state TEXT NOT NULL CHECK (state IN ('active', 'failing')),
    -- Number of the last feed entry that was written as mail.
    feed_cursor BIGINT NOT NULL,
    -- Earliest time of the next digest.
    next_digest_at BIGINT NOT NULL,
    lease TEXT,
    leased_until BIGINT NOT NULL,
    -- Time since which no mail was accepted; null if the last one was.
    failing_since BIGINT,
    -- Number of mails that have come back since it was confirmed or the player last wrote, and the time of the first.
    bounce_count BIGINT NOT NULL,
    bounced_since BIGINT,
    -- True if the player wants to know of challenges by strangers, true if there are some that no mail has reported, and
    -- the earliest time of the next mail about them.
    strangers BOOLEAN NOT NULL DEFAULT TRUE,
    strangers_waiting BOOLEAN NOT NULL DEFAULT FALSE,
    strangers_at BIGINT NOT NULL DEFAULT 0,
    -- Grows with every change by its player.
    revision BIGINT NOT NULL
);

-- An address belongs to one player: its mail is the player's.
CREATE UNIQUE INDEX mailboxes_address ON mailboxes (address_normalized) WHERE address_normalized IS NOT NULL;
CREATE UNIQUE INDEX mailboxes_code ON mailboxes (code_hash) WHERE code_hash IS NOT NULL;
CREATE INDEX mailboxes_active ON mailboxes (leased_until)
    WHERE address_normalized IS NOT NULL AND state = 'active' AND frequency <> 'off';
CREATE INDEX mailboxes_changing ON mailboxes (next_address_at) WHERE next_address_at IS NOT NULL;

-- Progress of the mail to a player about a game.
CREATE TABLE mail_threads (
    player_id TEXT COLLATE "C" NOT NULL,
    game_id TEXT COLLATE "C" NOT NULL,
    -- Number of the last reported event, among those of the game that the player can see.
    last_event BIGINT NOT NULL,
    -- Turn for which the player was last told to move; -1 if never.
    turn BIGINT NOT NULL,
    PRIMARY KEY (player_id, game_id)
);

-- Keys in the addresses that mails are answered to. A key of no game has an empty game and turn 0.
CREATE TABLE mail_keys (
    hash TEXT COLLATE "C" PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL,
    game_id TEXT COLLATE "C" NOT NULL,
    -- Turn of the game when the key was created.
    turn BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Games of a key of no game, whose mail shows several: JSON.
    games TEXT NOT NULL DEFAULT '[]'
);

CREATE INDEX mail_keys_of_player ON mail_keys (player_id);
CREATE INDEX mail_keys_by_age ON mail_keys (created_at);

-- Mails that count for the quotas of addresses, domains and players. Addresses and domains are keyed hashes.
CREATE TABLE mail_address_quota (
    id TEXT COLLATE "C" PRIMARY KEY,
    address_hash TEXT COLLATE "C" NOT NULL,
    player_id TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    -- Domain of the address; empty if nothing was sent, or it does not count.
    domain_hash TEXT COLLATE "C" NOT NULL DEFAULT ''
);

CREATE INDEX mail_address_quota_by_address ON mail_address_quota (address_hash, at);
CREATE INDEX mail_address_quota_by_player ON mail_address_quota (player_id, at);
CREATE INDEX mail_address_quota_by_domain ON mail_address_quota (domain_hash, at) WHERE domain_hash <> '';
CREATE INDEX mail_address_quota_by_age ON mail_address_quota (at);

-- Addresses that asked never to get mail, as keyed hashes.
CREATE TABLE mail_suppressions (
    address_hash TEXT COLLATE "C" PRIMARY KEY
);

-- Invitations sent by mail.
CREATE TABLE mail_invitations (
    -- Hash of the key in the address that the invitation is answered to.
    key_hash TEXT COLLATE "C" PRIMARY KEY,
    game_id TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    -- Hash of its code, which the seat has too; empty once it has expired. A seat with another code is another
    -- invitation's.
    code_hash TEXT COLLATE "C" NOT NULL,
    -- Address as written, normalized, and as a keyed hash.
    address TEXT NOT NULL,
    address_normalized TEXT COLLATE "C" NOT NULL,
    address_hash TEXT COLLATE "C" NOT NULL,
    -- Player who invites.
    invited_by TEXT COLLATE "C" NOT NULL,
    lang TEXT NOT NULL,
    -- Player who has accepted; null while nobody has.
    player_id TEXT COLLATE "C",
    -- Number of letters with its key that were answered with a correction.
    answer_count BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX mail_invitations_of_game ON mail_invitations (game_id, address_hash);
CREATE INDEX mail_invitations_by_inviter ON mail_invitations (invited_by);
CREATE INDEX mail_invitations_of_player ON mail_invitations (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX mail_invitations_by_age ON mail_invitations (created_at);

-- Codes sent to the confirmed addresses of players. Each can be redeemed once for a token.
CREATE TABLE mail_codes (
    code_hash TEXT COLLATE "C" PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX mail_codes_of_player ON mail_codes (player_id);
CREATE INDEX mail_codes_by_age ON mail_codes (created_at);

-- Leases for work that is about no row, by the name of the work.
CREATE TABLE leases (
    name TEXT COLLATE "C" PRIMARY KEY,
    lease TEXT NOT NULL,
    leased_until BIGINT NOT NULL
);

-- Times in which no node could take a move. Players get them back.
CREATE TABLE outages (
    number BIGINT PRIMARY KEY,
    from_at BIGINT NOT NULL,
    until_at BIGINT NOT NULL,
    -- True once all games whose deadline it moves are marked. Until then nobody is timed out.
    moved BOOLEAN NOT NULL
);

-- The newest heartbeat of any node: moves can be made.
CREATE TABLE heartbeat (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at BIGINT NOT NULL,
    -- Milliseconds since the start of the machine, and the id of that start. They count with SQLite.
    uptime BIGINT NOT NULL,
    boot_id TEXT NOT NULL,
    -- Start of the outage, if there was one, in which the machine was started: only its wall clock tells the end.
    unsure_since BIGINT
);
