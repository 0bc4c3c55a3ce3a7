-- Recovery of accounts through mailboxes.

-- Whether recovery has made the token: it only ever takes the place of such a one.
ALTER TABLE tokens ADD COLUMN recovered INTEGER NOT NULL DEFAULT 0;

-- The address that a confirmed one changes to, as it was written and as it is compared, and when; the addresses are null if the mailbox
-- is to be deleted, and the time is null if nothing waits.
ALTER TABLE mailboxes ADD COLUMN next_address TEXT;
ALTER TABLE mailboxes ADD COLUMN next_normal TEXT;
ALTER TABLE mailboxes ADD COLUMN next_at INTEGER;

CREATE INDEX mailboxes_changing ON mailboxes (next_at) WHERE next_at IS NOT NULL;
