import Glibc

/// PostgreSQL's configuration for the embedded cluster.
struct ClusterSettings: Equatable, Sendable {
    /// Connections our pools, the listener and the commands may want, with room for psql and pg_dump.
    var connections = 100
    /// Of the machine, in bytes.
    var memory = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))

    /// An eighth of the memory, from 32 to 256 MiB: a household's tasks fit several times, and pages are only taken
    /// when they are used.
    var sharedBuffers: Int { min(256, max(32, (memory >> 20) / 8)) }

    func configuration(_ layout: ClusterLayout, logCompression: String) -> String {
        """
        # Written by daybook at every start; put your own settings into \(layout.custom), which is read last.

        # Durable before the answer, and damaged pages are noticed (checksums are on in this cluster).
        fsync = on
        full_page_writes = on
        synchronous_commit = on

        max_connections = \(connections)
        shared_buffers = \(sharedBuffers)MB
        huge_pages = off
        work_mem = 4MB
        maintenance_work_mem = 64MB
        wal_compression = \(logCompression)
        max_wal_size = 512MB
        min_wal_size = 64MB
        checkpoint_timeout = 15min
        max_wal_senders = 3
        max_worker_processes = 4
        autovacuum_max_workers = 2

        # Many short statements: neither compiling nor splitting one of them pays, and both cost memory.
        jit = off
        max_parallel_workers_per_gather = 0
        max_parallel_maintenance_workers = 0
        random_page_cost = 1.1

        timezone = 'UTC'
        datestyle = 'iso, ymd'
        lc_messages = 'C'
        default_text_search_config = 'pg_catalog.simple'

        # A week of logs, by weekday. What users wrote must not get there: an ERROR may quote a value in its message, and
        # its detail a row, so only what concerns the server itself is logged (LOG, FATAL, PANIC), tersely; what fails in
        # a statement is daybook's to report.
        logging_collector = on
        log_directory = '\(layout.log.quoted)'
        log_filename = 'postgres-%a.log'
        log_truncate_on_rotation = on
        log_rotation_age = 1d
        log_rotation_size = 0
        log_timezone = 'UTC'
        log_line_prefix = '%m [%p] '
        log_min_messages = log
        log_error_verbosity = terse
        log_min_error_statement = panic
        log_statement = none
        log_min_duration_statement = -1
        log_parameter_max_length = 0
        log_parameter_max_length_on_error = 0
        log_lock_waits = off
        log_checkpoints = off
        log_autovacuum_min_duration = -1

        include_if_exists = '\(layout.custom.quoted)'

        """
    }

    /// The socket's folder is its owner's alone; beyond that PostgreSQL asks the kernel who is calling.
    static let authentication = """
        # Written by daybook at every start.
        local all all peer map=daybook
        local replication all peer map=daybook

        """

    /// The service's role is not a superuser; `postgres` is for users who may become it anyway.
    static func identities(_ users: [String]) -> String {
        let lines = Set(users).sorted().flatMap { user in
            ["daybook", "postgres"].map { "daybook \"\(user)\" \($0)" }
        }
        return "# Written by daybook at every start.\n" + lines.joined(separator: "\n") + "\n"
    }

    /// What no file may change stands on the command line, which overrules them all: never a TCP port, never without
    /// fsync.
    static func command(_ binaries: PostgresBinaries, _ layout: ClusterLayout, socketFolder: String) -> [String] {
        let fixed = [
            "config_file=\(layout.settings)/postgresql.conf", "hba_file=\(layout.settings)/pg_hba.conf",
            "ident_file=\(layout.settings)/pg_ident.conf", "listen_addresses=", "port=\(ClusterLayout.port)",
            "unix_socket_directories=\(socketFolder.listQuoted)", "unix_socket_permissions=0700", "fsync=on",
            "full_page_writes=on",
        ]
        return [binaries.postgres, "-D", layout.data] + fixed.flatMap { ["-c", $0] }
    }

    /// C collation compares bytes: order keys sort as everywhere else, and no index breaks when the C library's idea of
    /// an alphabet changes with an update of the system. The character type is Unicode's, so that lower() knows
    /// umlauts.
    static func initialization(_ binaries: PostgresBinaries, in folder: String) -> [String] {
        [
            binaries.initdb, "-D", folder, "--username=postgres", "--auth=peer", "--encoding=UTF8",
            "--lc-collate=C", "--lc-ctype=C.UTF-8", "--lc-messages=C", "--lc-monetary=C", "--lc-numeric=C",
            "--lc-time=C", "--data-checksums", "--no-instructions",
        ]
    }

    /// Run in the new cluster before it gets its name.
    static let firstStatements = """
        CREATE ROLE daybook LOGIN
        CREATE DATABASE daybook OWNER daybook

        """
}

extension String {
    /// Inside single quotes of a configuration file.
    fileprivate var quoted: String { replacing("'", with: "''") }

    /// As one item of a comma-separated list.
    fileprivate var listQuoted: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
