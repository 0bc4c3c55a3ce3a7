-- Tokens that expire by themselves, and those that end because another has taken their place.

-- The end of its life, which the one has too that takes its place; null for one that does not expire.
ALTER TABLE tokens ADD COLUMN expires_at BIGINT;
-- From when on it opens nothing: the end of its life, or sooner if it has been rotated; null for never.
ALTER TABLE tokens ADD COLUMN ends_at BIGINT;

CREATE INDEX tokens_ending ON tokens (ends_at) WHERE ends_at IS NOT NULL;
