import Reactor

/// What two connections find out about the way to PostgreSQL.
public enum SessionKeeping: Sendable, Equatable {
    /// Each connection has a session of its own, as with PostgreSQL itself or a pooler in session mode.
    case perConnection
    /// A pooler gives each transaction some session. What is prepared under a name is found again or not.
    case perTransaction(keepsStatements: Bool)
}

extension Database {
    /// Looks for a pooler in transaction mode. There is one if a connection has met more than one server process, or
    /// two connections the same one. It loses statements if a prepared name is unknown to it, or runs the statement
    /// that the other connection prepared under that name.
    ///
    /// Behind a pooler in transaction mode, each transaction makes sure from then on that it meets a primary.
    ///
    /// - Parameter url: another way to PostgreSQL than the one of the configuration; nothing is prepared there.
    public func sessionKeeping(url: String? = nil) async throws(PostgresError) -> SessionKeeping {
        var configuration = configuration
        configuration.takesAnyHost = true
        if let url {
            configuration.url = url
            configuration.usesNamedStatements = false
        }
        let probed = configuration
        let reactor = reactors.reactors[0]
        let outcome: Result<SessionKeeping, PostgresError> = await withTaskExecutorPreference(reactor) {
            do throws(PostgresError) {
                return .success(try await SessionProbe.run(probed, on: reactor))
            } catch {
                return .failure(error)
            }
        }
        let keeping = try outcome.get()
        if url == nil, case .perTransaction = keeping {
            for pool in allPools { pool.reactor.execute { pool.checksPrimaryPerTransaction = true } }
        }
        return keeping
    }
}

private struct SessionProbe {
    let connections: [PlainConnection]
    let usesNames: Bool
    let deadline: LoopTime
    /// Nobody else's, so that what an earlier probe left in a pooler's session is not found.
    let name = "daybook_probe_\(UInt64.random(in: 0 ... .max))"
    /// The server processes that each connection has spoken with.
    var serverProcesses: [Set<String>] = [[], []]

    static func run(
        _ configuration: DatabaseConfiguration, on reactor: Reactor
    ) async throws(PostgresError) -> SessionKeeping {
        let first = try await PlainConnection.connect(configuration, on: reactor)
        let second = try await PlainConnection.connect(configuration, on: reactor)
        var probe = SessionProbe(
            connections: [first, second], usesNames: configuration.usesNamedStatements,
            deadline: reactor.now + configuration.connectTimeout)
        let keepsStatements = try await probe.keepsStatements()
        let (one, other) = (probe.serverProcesses[0], probe.serverProcesses[1])
        let isShared = one.count > 1 || other.count > 1 || !one.isDisjoint(with: other)
        return isShared || !keepsStatements ? .perTransaction(keepsStatements: keepsStatements) : .perConnection
    }

    private mutating func keepsStatements() async throws(PostgresError) -> Bool {
        do throws(PostgresError) {
            for each in 0..<2 {
                if usesNames { try await connections[each].prepare(question(of: each), as: name, until: deadline) }
                guard try await look(each) else { return false }
            }
            // Each has a session for a transaction, at the same time. Whether a pooler gives out next the session that
            // came back last or the one that came back first, one of these orders gives one the other's.
            for order in [[0, 1], [0, 1], [1, 0]] {
                for each in order {
                    try await connections[each].run("BEGIN", until: deadline)
                    guard try await look(each) else { return false }
                }
                for each in order { try await connections[each].run("COMMIT", until: deadline) }
            }
            return true
        } catch {
            switch error.sqlState {
            case .invalidStatementName?, .duplicatePreparedStatement?: return false
            default: throw error
            }
        }
    }

    private func question(of each: Int) -> String { "SELECT \(each), pg_backend_pid()" }

    /// Whether the connection is answered what it asked, and from which process.
    private mutating func look(_ each: Int) async throws(PostgresError) -> Bool {
        let connection = connections[each]
        let row =
            usesNames
            ? try await connection.execute(name, until: deadline)
            : try await connection.run(question(of: each), until: deadline)
        guard row.count == 2, row[0] == "\(each)" else { return false }
        serverProcesses[each].insert(row[1])
        return true
    }
}
