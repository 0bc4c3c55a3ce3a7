-- Outages: times in which no node could take a move, which players get back. Node clocks: the clock of each machine that a node
-- runs on, read when it was last trusted (null: never): the wall clock, and the time since the machine started, which counts
-- sleep.

CREATE TABLE outages (
    from_at INTEGER NOT NULL,
    until_at INTEGER NOT NULL,
    PRIMARY KEY (from_at, until_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE node_clocks (
    boot_id TEXT PRIMARY KEY,
    wall_at INTEGER,
    uptime INTEGER,
    -- The database's clock at that moment; null where the database has none of its own.
    database_at INTEGER,
    -- Why this machine's nodes have suspended time-outs; null if they have not.
    suspended TEXT
) STRICT, WITHOUT ROWID;
