import DaybookDevice

extension Store {
    static let version: Int64 = 6

    /// From the first version to the second.
    static let shiftOfClocks = """
        ALTER TABLE standing ADD COLUMN shift INTEGER NOT NULL DEFAULT 0;
        PRAGMA user_version = 2;
        """

    /// From the third version to the fourth.
    static let reminders = "\(tableOfReminders) PRAGMA user_version = 4;"

    /// From the fourth version to the fifth.
    static let outage = "\(tableOfOutage) PRAGMA user_version = 5;"

    private static let tableOfOutage = """
        -- When the server last gave no answer that helps; `standing.trouble` says whether it still counts.
        CREATE TABLE outage (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
        """

    private static let tableOfReminders = """
        -- What was shown or will be, and when: a task's reminder by the task, anything else by its delivery.
        CREATE TABLE shown_reminder (
            subject TEXT NOT NULL, due_at INTEGER NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (subject, due_at)
        );
        """

    private static let tablesOfTheJournal = """
        -- This device's changes: 0 waits, 1 is answered and its rows are on their way, 2 is answered.
        CREATE TABLE operation (
            place INTEGER PRIMARY KEY AUTOINCREMENT, book TEXT NOT NULL,
            op_id TEXT NOT NULL, state INTEGER NOT NULL CHECK (state IN (0, 1, 2)),
            document TEXT NOT NULL, answered_at INTEGER,
            UNIQUE (book, op_id)
        );
        CREATE INDEX operation_state ON operation (book, state, place);
        -- Changes that the server will never take, until somebody has seen them.
        CREATE TABLE refusal (
            place INTEGER PRIMARY KEY AUTOINCREMENT, book TEXT NOT NULL,
            op_id TEXT NOT NULL, document TEXT NOT NULL, code TEXT NOT NULL, sentence TEXT NOT NULL,
            at INTEGER NOT NULL,
            UNIQUE (book, op_id)
        );
        -- What was done on this device, with what it replaced, for undoing; an undoing says what it takes back.
        CREATE TABLE deed (
            place INTEGER PRIMARY KEY AUTOINCREMENT, book TEXT NOT NULL,
            op_id TEXT NOT NULL, at INTEGER NOT NULL, undoes TEXT, undone_by TEXT, document TEXT NOT NULL,
            UNIQUE (book, op_id)
        );
        """

    /// From the fifth version to the sixth: what was done is named within its book, and an undoing says what it took
    /// back. What an earlier release took back has the name of nobody there (`Deed.unnamedUndoing`).
    static let namesOfUndoings = """
        DROP INDEX operation_state;
        ALTER TABLE operation RENAME TO old_operation;
        ALTER TABLE refusal RENAME TO old_refusal;
        ALTER TABLE deed RENAME TO old_deed;
        \(tablesOfTheJournal)
        INSERT INTO operation (place, book, op_id, state, document, answered_at)
            SELECT place, book, op_id, state, document, answered_at FROM old_operation;
        INSERT INTO refusal (place, book, op_id, document, code, sentence, at)
            SELECT place, book, op_id, document, code, sentence, at FROM old_refusal;
        INSERT INTO deed (place, book, op_id, at, undone_by, document)
            SELECT place, book, op_id, at, \(nameOfUndoing), document FROM old_deed;
        DROP TABLE old_operation;
        DROP TABLE old_refusal;
        DROP TABLE old_deed;
        PRAGMA user_version = 6;
        """

    private static let nameOfUndoing = "CASE undone WHEN 1 THEN '\(Deed.unnamedUndoing.text)' END"

    /// From the second version to the latest: what there was lay in the account's own book. The tables are made anew,
    /// so that a notebook that grew up has the same as one that was made today.
    static let booksOfRows = """
        DROP INDEX row_stamp;
        DROP INDEX operation_state;
        ALTER TABLE standing RENAME TO old_standing;
        ALTER TABLE row RENAME TO old_row;
        ALTER TABLE incoming RENAME TO old_incoming;
        ALTER TABLE operation RENAME TO old_operation;
        ALTER TABLE refusal RENAME TO old_refusal;
        ALTER TABLE conflict RENAME TO old_conflict;
        ALTER TABLE deed RENAME TO old_deed;
        \(schema)
        INSERT INTO standing (one, account, device, server, clock, exchange, shift, last_sync, trouble, generation)
            SELECT one, account, device, server, clock, exchange, shift, last_sync, trouble, generation
            FROM old_standing;
        INSERT INTO book (id, cursor, revision, epoch, mass_delete, told, replaced)
            SELECT account, cursor, revision, epoch, mass_delete, told, replaced FROM old_standing;
        INSERT INTO row (book, kind, id, document, stamp)
            SELECT account, kind, id, document, stamp FROM old_row, old_standing;
        INSERT INTO incoming (book, kind, id, document)
            SELECT account, kind, id, document FROM old_incoming, old_standing;
        INSERT INTO operation (place, book, op_id, state, document, answered_at)
            SELECT place, account, op_id, state, document, answered_at FROM old_operation, old_standing;
        INSERT INTO refusal (place, book, op_id, document, code, sentence, at)
            SELECT place, account, op_id, document, code, sentence, at FROM old_refusal, old_standing;
        INSERT INTO conflict (place, book, op_id, entity, id, document, at)
            SELECT place, account, op_id, entity, id, document, at FROM old_conflict, old_standing;
        INSERT INTO deed (place, book, op_id, at, undone_by, document)
            SELECT place, account, op_id, at, \(nameOfUndoing), document FROM old_deed, old_standing;
        DROP TABLE old_row;
        DROP TABLE old_incoming;
        DROP TABLE old_operation;
        DROP TABLE old_refusal;
        DROP TABLE old_conflict;
        DROP TABLE old_deed;
        DROP TABLE old_standing;
        """

    /// The tables. Rows and operations are kept as the JSON that goes over the wire, so that the store knows one
    /// format. Each lies in a book; the account's own has its identifier.
    static let schema = """
        -- What is one value each: who this is, its clock, and its server.
        CREATE TABLE standing (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            server TEXT,
            clock TEXT NOT NULL,
            exchange INTEGER NOT NULL,
            -- What the server adds to this device's clocks, in milliseconds.
            shift INTEGER NOT NULL DEFAULT 0,
            last_sync INTEGER,
            trouble TEXT,
            -- Counts the changes of this file; whoever holds an older count reads again.
            generation INTEGER NOT NULL
        );
        -- The books that this device keeps, and how far it has read each.
        CREATE TABLE book (
            id TEXT PRIMARY KEY,
            cursor TEXT,
            revision INTEGER NOT NULL,
            epoch TEXT,
            mass_delete TEXT,
            -- The revision that the server last told of.
            told INTEGER,
            -- The generation in which all rows were replaced at once.
            replaced INTEGER NOT NULL
        );
        -- The server's rows; `stamp` is the generation that wrote them.
        CREATE TABLE row (
            book TEXT NOT NULL, kind INTEGER NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
            stamp INTEGER NOT NULL,
            PRIMARY KEY (book, kind, id)
        );
        CREATE INDEX row_stamp ON row (book, stamp);
        -- The rows of a snapshot on its way.
        CREATE TABLE incoming (
            book TEXT NOT NULL, kind INTEGER NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
            PRIMARY KEY (book, kind, id)
        );
        \(tablesOfTheJournal)
        -- Changes that did not get their way, until somebody has seen them.
        CREATE TABLE conflict (
            place INTEGER PRIMARY KEY AUTOINCREMENT, book TEXT NOT NULL,
            op_id TEXT NOT NULL, entity TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, at INTEGER NOT NULL
        );
        \(tableOfReminders)
        \(tableOfOutage)
        PRAGMA user_version = 6;
        """
}
