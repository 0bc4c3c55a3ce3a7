-- The key that each node encrypts with.

-- The key's id, which says nothing of the key; null if the node has no key, or is too old to say.
ALTER TABLE node_clocks ADD COLUMN key_id TEXT;
-- Whether the node has stopped, and has said so.
ALTER TABLE node_clocks ADD COLUMN stopped BOOLEAN NOT NULL DEFAULT FALSE;
