-- Recovery of accounts through mailboxes.

-- Whether recovery has made the token: it only ever takes the place of such a one.
ALTER TABLE tokens ADD COLUMN recovered BOOLEAN NOT NULL DEFAULT FALSE;

-- The address that a confirmed one changes to, as it was written and as it is compared, and when; the addresses are null if the mailbox
-- is to be deleted, and the time is null if nothing waits.
ALTER TABLE mailboxes ADD COLUMN next_address TEXT;
ALTER TABLE mailboxes ADD COLUMN next_normal TEXT;
ALTER TABLE mailboxes ADD COLUMN next_at BIGINT;

CREATE INDEX mailboxes_changing ON mailboxes (next_at) WHERE next_at IS NOT NULL;
