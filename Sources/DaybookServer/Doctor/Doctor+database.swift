import DaybookHost
import DaybookStore
import Glibc
import Postgres
import Reactor

/// Checks where the data is: the folder and the PostgreSQL server.
extension Doctor {
    static func storageFindings(_ configuration: Configuration) async -> [Finding] {
        guard configuration.databaseURL == nil else { return [] }
        var findings = [folderFinding(configuration.dataDirectory)]
        findings.append(diskFinding(FileMode.nearestFolder(to: configuration.dataDirectory)))
        findings.append(programsFinding(configuration))
        return findings
    }

    private static func folderFinding(_ path: String) -> Finding {
        let check = "data folder"
        if let closed = Files.closedFolder(above: path) {
            return .failure(
                check, "this user may not look into \(closed), so it is not known what is in \(path)",
                advice: asTheServersUser)
        }
        guard let mode = FileMode(path) else {
            let parent = FileMode.nearestFolder(to: path)
            guard access(parent, W_OK | X_OK) == 0 else {
                return .failure(
                    check, "\(path) does not exist and cannot be created in \(parent)",
                    advice: "Create it and make this user its owner, or choose another with DAYBOOK_DATA_DIR.")
            }
            return .good(check, "\(path) will be created at the first start")
        }
        guard mode.isFolder else {
            return .failure(check, "\(path) is not a folder", advice: "Choose another with DAYBOOK_DATA_DIR.")
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            return .failure(
                check, "this user cannot write to \(path)",
                advice: "Run as its owner, change the owner with chown, or choose another with DAYBOOK_DATA_DIR.")
        }
        return .good(check, path)
    }

    /// PostgreSQL's programs, of the version that made the cluster if there is one.
    private static func programsFinding(_ configuration: Configuration) -> Finding {
        let check = "postgresql"
        do {
            let layout = ClusterLayout(folder: configuration.dataDirectory)
            let programs = try PostgresBinaries.choose(
                for: layout.clusterVersion(), environment: configuration.clusterEnvironment)
            return .good(check, "PostgreSQL \(programs.major) in \(programs.folder)")
        } catch EmbeddedError.noPermission(let path) {
            return .failure(
                check, "this user may not look into \(path), so it is not known which version made the database",
                advice: asTheServersUser)
        } catch {
            return .failure(
                check, "\(error)",
                advice:
                    "apt install postgresql, or set DAYBOOK_PG_BIN, or use another server with DAYBOOK_DATABASE_URL.")
        }
    }

    static func databaseFindings(_ configuration: Configuration) async -> [Finding] {
        if let address = configuration.databaseURL { return await databaseFindings(configuration, address) }
        let layout = ClusterLayout(folder: configuration.dataDirectory)
        if let closed = Files.closedFolder(above: layout.processFile) {
            return [
                .failure(
                    "database", "this user may not look into \(closed), so it is not known whether the database runs",
                    advice: asTheServersUser)
            ]
        }
        let running = Postmaster.running(in: layout)
        guard let running, running.status == .ready,
            let address = DatabaseURL(EmbeddedCluster.connectionString(running))
        else { return [.good("database", "the private database is not running; `daybook serve` starts it")] }
        return await databaseFindings(configuration, address)
    }

    private static func databaseFindings(_ configuration: Configuration, _ address: DatabaseURL) async -> [Finding] {
        let check = "database"
        guard let reactors = try? ReactorGroup(count: 1) else {
            return [
                .failure(
                    check, "no thread could be started to check it", advice: "Free some memory or end some processes.")
            ]
        }
        defer { reactors.stop() }
        var wanted = DatabaseConfiguration(configuration, address)
        wanted.maximumConnections = 2
        wanted.outageGrace = configuration.connectTimeout
        let database = Database(wanted, reactors: reactors)
        do {
            let before = WallTime.now()
            let rows = try await database.read(
                """
                SELECT current_setting('server_version_num')::int, current_setting('server_version'),
                    (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, pg_is_in_recovery(),
                    current_setting('max_connections')::int
                """, timeout: .seconds(5))
            let after = WallTime.now()
            guard let row = rows.first else { throw PostgresError.connectionLost }
            let answer = try row.decode((Int32, String, Int64, Bool, Int32).self)
            var findings = serverFindings(answer, configuration)
            findings.append(skewFinding(of: answer.2, between: before.microseconds, and: after.microseconds))
            findings += settingsFindings(try await PostgresCosts.of(database))
            findings.append(roleFinding(try await RoleStanding.of(database)))
            if let seconds = try? await database.certificateSecondsLeft() {
                findings.append(lifeFinding("database tls", of: "the certificate of PostgreSQL", seconds))
            }
            findings += await schemaFindings(database)
            if let spread = try await TableSpread.load(from: database) { findings.append(spreadFinding(spread)) }
            if let finding = await keyFinding(database, configuration) { findings.append(finding) }
            await database.close()
            return findings
        } catch {
            let trouble = database.connectionTrouble.map { ": \($0.trimmingSpaces())" } ?? ""
            // libpq's words for a socket, or a folder above it, that is another user's.
            if trouble.contains("Permission denied") {
                return [
                    .failure(
                        check, "this user may not use the socket of \(address)\(trouble)", advice: asTheServersUser)
                ]
            }
            return [
                .failure(
                    check, "\(address) does not answer\(trouble)",
                    advice:
                        "Check that PostgreSQL runs there and that DAYBOOK_DATABASE_URL names the host, user, password and database."
                )
            ]
        }
    }

    private static func serverFindings(
        _ answer: (version: Int32, text: String, clock: Int64, isStandby: Bool, connections: Int32),
        _ configuration: Configuration
    ) -> [Finding] {
        var findings: [Finding] = []
        if answer.version < 140_000 {
            findings.append(
                .failure("database", "PostgreSQL \(answer.text) is too old", advice: "Upgrade it to 14 or later."))
        } else {
            findings.append(.good("database", "PostgreSQL \(answer.text) answers"))
        }
        if answer.isStandby {
            findings.append(
                .failure(
                    "database", "it is a standby and accepts no writes",
                    advice: "Name the primary, or list all hosts and add target_session_attrs=read-write."))
        }
        if Int(answer.connections) < configuration.databaseConnections + 5 {
            findings.append(
                .warning(
                    "database",
                    "max_connections is \(answer.connections), but this process may open \(configuration.databaseConnections)",
                    advice: "Raise max_connections, or lower DAYBOOK_DATABASE_CONNECTIONS."))
        }
        return findings
    }

    static func settingsFindings(_ costs: PostgresCosts) -> [Finding] {
        let check = "database settings"
        if costs.all.isEmpty { return [.good(check, "cost neither durability nor speed")] }
        return costs.all.map { cost in
            Finding(
                check: check, grade: cost.isDangerous ? .failure : .warning, sentence: "\(cost.sentence)",
                advice: "\(cost.advice)")
        }
    }

    /// Not a failure: every query still names its account. But two walls are better than one.
    static func roleFinding(_ standing: RoleStanding) -> Finding {
        let check = "database role"
        guard let trouble = standing.trouble else { return .good(check, "is subject to row-level security") }
        return .warning(
            check, "\(trouble)",
            advice:
                "CREATE ROLE daybook LOGIN PASSWORD '...'; ALTER DATABASE ... OWNER TO daybook; and name it in DAYBOOK_DATABASE_URL. See docs/run/security.md."
        )
    }

    /// Compares the database's clock with ours: it was read between two readings of ours.
    static func skewFinding(of database: Int64, between before: Int64, and after: Int64) -> Finding {
        let skew = database < before ? before - database : database > after ? database - after : 0
        guard skew > 2_000_000 else {
            return .good("clock of the database", skew == 0 ? "agrees with this machine's" : "\(skew / 1000) ms apart")
        }
        return .warning(
            "clock of the database", "differs from this machine's by \(skew / 1_000_000) s",
            advice: "Synchronize both clocks with chrony or systemd-timesyncd.")
    }

    private static func schemaFindings(_ database: Database) async -> [Finding] {
        let check = "schema"
        do {
            let status = try await Migrator(MigrationSet.embedded(), of: database).status()
            if let trouble = status.trouble {
                return [.failure(check, "\(trouble)", advice: "See docs/run/migrations.md.")]
            }
            if status.unknown > 0 {
                let ahead = "\(status.unknown) migrations ahead, of a newer release beside which this one goes on"
                return [.good(check, ahead)]
            }
            guard status.pending > 0 else { return [.good(check, "current, at migration \(status.lines.count)")] }
            return [
                .failure(
                    check, "\(status.pending) of \(status.lines.count) migrations are not applied",
                    advice: "daybook migrate up")
            ]
        } catch {
            return [.failure(check, "\(error)", advice: "See docs/run/migrations.md.")]
        }
    }
}
