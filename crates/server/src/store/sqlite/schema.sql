-- Version 1.

-- Players never go away: games name them.
CREATE TABLE player (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    bot INTEGER NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;

-- A player has one token a device. Only the hash of the secret part is here.
CREATE TABLE token (
    id TEXT PRIMARY KEY,
    hash BLOB NOT NULL,
    player TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;

-- One-time links that give an identity to another device.
CREATE TABLE link (
    id TEXT PRIMARY KEY,
    hash BLOB NOT NULL,
    player TEXT NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;

-- `config` changes only before the game begins; `summary` is what lists show, and can be had again from the events of a room that has started.
CREATE TABLE room (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    game TEXT NOT NULL,
    public INTEGER NOT NULL,
    created INTEGER NOT NULL,
    deadline INTEGER,
    config TEXT NOT NULL,
    summary TEXT NOT NULL
);
CREATE INDEX room_lobby ON room (state, key) WHERE public;
CREATE INDEX room_waiting ON room (created) WHERE state = 'waiting';
CREATE INDEX room_deadline ON room (deadline) WHERE deadline IS NOT NULL;

-- Apart from the room, so that no list can show it by mistake.
CREATE TABLE room_secret (
    room INTEGER PRIMARY KEY,
    seed BLOB NOT NULL,
    salt BLOB NOT NULL
);

CREATE TABLE seat (
    player TEXT NOT NULL,
    room INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (player, room, seat)
) WITHOUT ROWID;
CREATE INDEX seat_room ON seat (room);

-- The log: only ever appended to. `turn` is who decides after it (-1: nobody), if the game moved. `player` and `request` name
-- the request that it answers, so that the same one is known again.
CREATE TABLE event (
    room INTEGER NOT NULL,
    n INTEGER NOT NULL,
    body TEXT NOT NULL,
    turn INTEGER,
    player TEXT,
    request TEXT,
    PRIMARY KEY (room, n)
) WITHOUT ROWID;

CREATE TABLE rating (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    games INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) WITHOUT ROWID;
CREATE INDEX rating_leaders ON rating (game, rating DESC);

CREATE TABLE rating_point (
    player TEXT NOT NULL,
    at INTEGER NOT NULL,
    room TEXT NOT NULL,
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    PRIMARY KEY (player, at, room)
) WITHOUT ROWID;

-- When the server was last known to be there, and when it was away: clocks stood still then.
CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
CREATE TABLE pause (began INTEGER PRIMARY KEY, ended INTEGER NOT NULL) WITHOUT ROWID;
