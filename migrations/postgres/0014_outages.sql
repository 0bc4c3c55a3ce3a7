-- Outages: times in which no node could take a move, which players get back. Node clocks: the clock of each machine that a node
-- runs on, read when it was last trusted (null: never): the wall clock, and the time since the machine started, which counts
-- sleep.

CREATE TABLE outages (
    from_at BIGINT NOT NULL,
    until_at BIGINT NOT NULL,
    PRIMARY KEY (from_at, until_at)
);

CREATE TABLE node_clocks (
    boot_id TEXT COLLATE "C" PRIMARY KEY,
    wall_at BIGINT,
    uptime BIGINT,
    -- The database's clock at that moment; null where the database has none of its own.
    database_at BIGINT,
    -- Why this machine's nodes have suspended time-outs; null if they have not.
    suspended TEXT
);
