import DaybookCore
import HTTP
import Postgres
import Reactor
import TestPostgres

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookServer
@testable import DaybookStore

/// One server process as far as live streams go: routes on a port, work in the background, a pool of its own.
struct LiveHouse: Sendable {
    let server: Server
    let capabilities: Capabilities
    let reactors: ReactorGroup
    let background: BackgroundWork
    let port: UInt16

    var database: Database { server.database }
    var announcements: Announcements { capabilities.ledger.announcements }

    static func open(
        _ url: String, _ settings: [String: String] = [:], secret: SecretKey = .random()
    ) async throws -> LiveHouse {
        let environment = [
            "DAYBOOK_DATABASE_URL": url, "DAYBOOK_LISTEN": "127.0.0.1:0", "DAYBOOK_DATABASE_CONNECTIONS": "8",
        ].merging(settings) { $1 }
        let configuration = try Configuration.resolve(SettingSources(environment: environment)).configuration
        guard let address = configuration.databaseURL else { throw Broken() }
        let reactors = try ReactorGroup(count: 2)
        let log = Log(LogSink(format: .text), level: .error)
        var made: Capabilities?
        let server = try Server.build(
            configuration, database: address, reactors: reactors, log: log,
            capabilities: { routes, database in
                let capabilities = Capabilities(database, configuration, log, secret: secret)
                capabilities.addRoutes(to: &routes)
                made = capabilities
            })
        guard let made else { throw Broken() }
        try await Migrator(try .embedded(), of: server.database).run(.up(to: nil))
        let port = try server.start()[0].port
        return LiveHouse(
            server: server, capabilities: made, reactors: reactors,
            background: BackgroundWork(made.background, on: reactors), port: port)
    }

    func close() async {
        await background.stop()
        await server.stop(within: .seconds(5))
        reactors.stop()
    }

    struct Broken: Error {}

    /// Waits until so many streams are open.
    func streams(_ count: Int) async {
        while capabilities.api.live.streams != count { try? await Task.sleep(for: .milliseconds(2)) }
    }
}

/// Houses side by side on one database, as server processes are.
func withHouses(
    _ count: Int = 1, on server: any DatabaseHost = TestPostgres.shared, _ settings: [String: String] = [:],
    _ body: ([LiveHouse], SomeAccount) async throws -> Void
) async throws {
    let url = try server.freshDatabase()
    var houses: [LiveHouse] = []
    let secret = SecretKey.random()
    for _ in 0..<count { houses.append(try await .open(url, settings, secret: secret)) }
    do {
        try await body(houses, try await SomeAccount.make(in: houses[0].database))
    } catch {
        for house in houses { await house.close() }
        throw error
    }
    for house in houses { await house.close() }
}

/// An account with one device and its token.
struct SomeAccount: Sendable {
    let id: Identifier
    let device: Identifier
    let token: TokenText

    static func make(in database: Database) async throws -> SomeAccount {
        var random = SystemRandomNumberGenerator()
        let (id, device) = (Identifier.random(using: &random), Identifier.random(using: &random))
        let token = TokenText(account: id, token: device)
        let now = Instant.now()
        try await database.transaction(of: id) { transaction in
            try await transaction.run(NewAccount().statements(id, now))
        }
        let account = SomeAccount(id: id, device: device, token: token)
        try await account.insert(device, token, in: database)
        return account
    }

    func newDevice(in database: Database) async throws -> SomeAccount {
        var random = SystemRandomNumberGenerator()
        let device = Identifier.random(using: &random)
        let token = TokenText(account: id, token: device)
        try await insert(device, token, in: database)
        return SomeAccount(id: id, device: device, token: token)
    }

    private func insert(_ device: Identifier, _ token: TokenText, in database: Database) async throws {
        let now = Instant.now()
        try await database.transaction(of: id) { transaction in
            try await transaction.run([
                """
                INSERT INTO device (account_id, device_id, name, created_at, last_seen_at)
                VALUES (\(id), \(device), 'Phone', \(now), \(now))
                """,
                """
                INSERT INTO token (account_id, token_id, device_id, scope, secret_hash, created_at, last_used_at)
                VALUES (\(id), \(device), \(device), 'full', \(token.secretHash), \(now), \(now))
                """,
            ])
        }
    }

    /// The clock alone moves, as if somebody had committed.
    func reach(_ revision: Int64, in database: Database) async throws {
        try await database.write("UPDATE account_clock SET revision = \(revision) WHERE account_id = \(id)")
    }

    /// What a push of one new task comes to.
    func commit(_ revision: Int64, title: String = "Water the plants") -> Commit {
        let operation = Operation(
            opId: Identifier(high: 7, low: UInt64(revision)), id: Identifier(high: 8, low: UInt64(revision)),
            at: HybridTime(milliseconds: 1_780_000_000_000, device: device),
            fields: [JSONMember("title", .string(title))])
        var slice = Slice(account: id)
        slice.revision = revision - 1
        let context = MergeContext(now: Instant(milliseconds: 1_780_000_000_000))
        guard case .merged(let merged) = slice.merge(Push(operations: [operation]), context) else {
            fatalError("a new task is refused")
        }
        return Commit(
            revision: slice.revision, outcomes: merged.outcomes, given: merged.given, entries: merged.entries,
            tasks: slice.tasks,
            lists: [:], settings: nil, shift: 0)
    }
}
