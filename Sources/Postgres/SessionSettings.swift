/// What every session is under, whatever the server, the database or the role has set otherwise: neither rightness nor
/// speed may depend on a default of somebody else's.
///
/// Left alone are where tables are (`search_path`), whether anything may be written at all, and how durable a commit is
/// (`synchronous_commit`, which an operator chooses and the service tells of).
enum SessionSettings {
    static let all: [(name: String, value: String)] = [
        // Statements of a service take milliseconds. PostgreSQL first compiles what it believes to be costly, which
        // takes a tenth of a second each time, or starts workers for it, and believes it of much that is not.
        ("jit", "off"),
        ("max_parallel_workers_per_gather", "0"),
        // How statements are planned.
        ("plan_cache_mode", "auto"),
        ("work_mem", "4MB"),
        ("seq_page_cost", "1"),
        ("random_page_cost", "1.1"),
        ("from_collapse_limit", "8"),
        ("join_collapse_limit", "8"),
        ("enable_seqscan", "on"),
        ("enable_indexscan", "on"),
        ("enable_indexonlyscan", "on"),
        ("enable_bitmapscan", "on"),
        ("enable_nestloop", "on"),
        ("enable_hashjoin", "on"),
        ("enable_mergejoin", "on"),
        ("enable_hashagg", "on"),
        ("enable_sort", "on"),
        ("enable_material", "on"),
        // What a statement sees, and what ends it: the client has deadlines of its own.
        ("default_transaction_isolation", "read committed"),
        ("default_transaction_deferrable", "off"),
        ("row_security", "on"),
        ("statement_timeout", "0"),
        ("lock_timeout", "0"),
        ("idle_session_timeout", "0"),
        // How values are written.
        ("client_encoding", "UTF8"),
        ("DateStyle", "ISO, YMD"),
        ("IntervalStyle", "postgres"),
        ("TimeZone", "UTC"),
        ("bytea_output", "hex"),
        ("extra_float_digits", "1"),
        ("standard_conforming_strings", "on"),
        ("default_text_search_config", "pg_catalog.simple"),
    ]

    /// How the server notices over TCP that the machine of a process is gone: within a minute, where systems take two
    /// hours. On a socket of the machine itself they count for nothing. `tcp_user_timeout` stays off: it would also end
    /// an export whose client is slow, since nobody reads its rows meanwhile.
    static let ofNetwork: [(name: String, value: String)] = [
        ("tcp_keepalives_idle", "30"), ("tcp_keepalives_interval", "10"), ("tcp_keepalives_count", "3"),
    ]

    /// How long a transaction may rest.
    static func resting(_ limit: Duration) -> (name: String, value: String) {
        ("idle_in_transaction_session_timeout", "\(limit.nanoseconds / 1_000_000)ms")
    }

    /// Columns of a `SELECT` that set all of them until the session ends. PostgreSQL 17 has one more; older ones are
    /// told twice about another.
    static func columns(_ configuration: DatabaseConfiguration) -> String {
        (all + ofNetwork + [resting(configuration.transactionRest)])
            .map { "set_config('\($0.name)', '\($0.value)', false)" }.joined(separator: ", ")
                + """
                , set_config(CASE WHEN current_setting('server_version_num')::int >= 170000
                    THEN 'transaction_timeout' ELSE 'statement_timeout' END, '0', false)
                """
    }
}

extension Query {
    /// For whoever may meet another session at each transaction: fails on a standby, and makes the settings hold from
    /// then on. A session that is met for the first time is under its own defaults until that transaction ends.
    static func atPrimary(_ configuration: DatabaseConfiguration) -> Query {
        "SELECT pg_current_wal_lsn(), \(unsafeSQL: SessionSettings.columns(configuration))"
    }

    /// For a transaction that only reads, whose locks are in nobody's way, and whose rows may go to a slow client.
    static let mayRest: Query = "SELECT set_config('idle_in_transaction_session_timeout', '0', true)"
}
