-- Tokens that expire by themselves.

-- Null for one that does not.
ALTER TABLE tokens ADD COLUMN expires_at INTEGER;

CREATE INDEX tokens_expiring ON tokens (expires_at) WHERE expires_at IS NOT NULL;
