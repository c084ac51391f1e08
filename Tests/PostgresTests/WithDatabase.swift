import Glibc
import Reactor
import Synchronization
import TestPostgres
import TestWire
import Testing

@testable import Postgres

/// A database of the test's own, with the reactors that serve it.
func openDatabase(
    on server: any DatabaseHost = TestPostgres.shared, reactors count: Int = 1,
    configure: (inout DatabaseConfiguration) -> Void = { _ in }
) throws -> Database {
    let reactors = try ReactorGroup(count: count)
    var configuration = DatabaseConfiguration(url: try server.freshDatabase())
    configure(&configuration)
    let database = Database(configuration, reactors: reactors)
    atEnd {
        await database.close()
        reactors.stop()
    }
    return database
}

extension Database {
    /// Its first reactor, for tasks that are to be on it.
    var reactor: Reactor? { reactors.reactors.first }

    /// What it reads where that is one value.
    func value<Value: PostgresDecodable>(
        _ query: Query, under setting: LocalSetting? = nil
    ) async throws(PostgresError) -> Value { try await read(query, under: setting)[0].decode(0) }

    /// The same with each of them, begun by a task of its reactor: they all come to it in one turn.
    @discardableResult
    func inOneTurn<Each: Sendable, Value: Sendable>(
        _ all: some Sequence<Each> & Sendable, _ body: @escaping @Sendable (Each) async throws -> Value
    ) async throws -> [Value] {
        let reactor = try #require(reactor)
        return try await Task(executorPreference: reactor) { try await atOnce(all, body) }.value
    }
}

/// Counts from several tasks.
final class Tally: Sendable {
    private let atomic = Atomic<Int>(0)
    var value: Int { atomic.load(ordering: .relaxed) }

    /// The count before this one.
    @discardableResult
    func add() -> Int { atomic.wrappingAdd(1, ordering: .relaxed).oldValue }
}
