extension Store {
    static let version: Int64 = 2

    /// From the first version to the second.
    static let shiftOfClocks = """
        ALTER TABLE standing ADD COLUMN shift INTEGER NOT NULL DEFAULT 0;
        PRAGMA user_version = 2;
        """

    /// The tables. Rows and operations are kept as the JSON that goes over the wire, so that the store knows one
    /// format.
    static let schema = """
        -- What is one value each: who this is, how far it has read, and its clock.
        CREATE TABLE standing (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            server TEXT,
            time_zone TEXT,
            clock TEXT NOT NULL,
            cursor TEXT,
            revision INTEGER NOT NULL,
            epoch TEXT,
            exchange INTEGER NOT NULL,
            mass_delete TEXT,
            -- What the server adds to this device's clocks, in milliseconds.
            shift INTEGER NOT NULL DEFAULT 0,
            last_sync INTEGER,
            told INTEGER,
            trouble TEXT,
            -- Counts the changes of this file; whoever holds an older count reads again.
            generation INTEGER NOT NULL,
            -- The generation in which all rows were replaced at once.
            replaced INTEGER NOT NULL
        );
        -- The server's rows; `stamp` is the generation that wrote them.
        CREATE TABLE row (
            kind INTEGER NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, stamp INTEGER NOT NULL,
            PRIMARY KEY (kind, id)
        );
        CREATE INDEX row_stamp ON row (stamp);
        -- The rows of a snapshot on its way.
        CREATE TABLE incoming (
            kind INTEGER NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
            PRIMARY KEY (kind, id)
        );
        -- This device's changes: 0 waits, 1 is answered and its rows are on their way, 2 is answered.
        CREATE TABLE operation (
            place INTEGER PRIMARY KEY AUTOINCREMENT,
            op_id TEXT NOT NULL UNIQUE, state INTEGER NOT NULL CHECK (state IN (0, 1, 2)),
            document TEXT NOT NULL, answered_at INTEGER
        );
        CREATE INDEX operation_state ON operation (state, place);
        -- Changes that the server will never take, until somebody has seen them.
        CREATE TABLE refusal (
            place INTEGER PRIMARY KEY AUTOINCREMENT,
            op_id TEXT NOT NULL UNIQUE, document TEXT NOT NULL, code TEXT NOT NULL, sentence TEXT NOT NULL,
            at INTEGER NOT NULL
        );
        -- Changes that did not get their way, until somebody has seen them.
        CREATE TABLE conflict (
            place INTEGER PRIMARY KEY AUTOINCREMENT,
            op_id TEXT NOT NULL, entity TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, at INTEGER NOT NULL
        );
        -- What was done on this device, with what it replaced, for undoing.
        CREATE TABLE deed (
            place INTEGER PRIMARY KEY AUTOINCREMENT,
            op_id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, undone INTEGER NOT NULL DEFAULT 0, document TEXT NOT NULL
        );
        PRAGMA user_version = 2;
        """
}
