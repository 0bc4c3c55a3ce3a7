-- Outages: times in which no node could take a move, which players get back. Node clocks: the clocks of each node at its last
-- heartbeat.

CREATE TABLE outages (
    -- Grows with each outage. A game that is to be looked at because of outage n has -n in attend_at.
    number INTEGER PRIMARY KEY,
    from_at INTEGER NOT NULL,
    until_at INTEGER NOT NULL,
    -- 1 once all games are marked whose deadline it moves. Until then nobody is timed out.
    moved INTEGER NOT NULL,
    UNIQUE (from_at, until_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE node_clocks (
    node TEXT PRIMARY KEY,
    -- The id of the machine's run, from its start to its end; empty if it is unknown.
    boot_id TEXT NOT NULL,
    -- The time that the node went by.
    at INTEGER NOT NULL,
    -- The time since the machine started, which counts sleep.
    uptime INTEGER NOT NULL,
    -- The wall clock at that moment, as far as it can be trusted; null if it cannot.
    wall_at INTEGER,
    -- The database's clock at that moment; null where the database has none of its own.
    database_at INTEGER,
    -- Why the node has suspended time-outs; null if its clock is not in doubt.
    suspended TEXT
) STRICT, WITHOUT ROWID;
