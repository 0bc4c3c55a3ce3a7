-- When a game last went back to a backup, and how many of its events each viewer sees of that moment: JSON, null for a game
-- that never did.
ALTER TABLE games ADD COLUMN restored TEXT;
