-- What one node at a time does, which is about no row of its own: who does it, and until when nobody else is to.

CREATE TABLE leases (
    name TEXT COLLATE "C" PRIMARY KEY,
    lease TEXT NOT NULL,
    leased_until BIGINT NOT NULL
);
