import DaybookCore
import Postgres
import Reactor
import Synchronization
import TestPostgres
import TestWire
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookServer
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// One server process as far as live streams go: routes on a port, work in the background, a pool of its own.
struct LiveHouse: Sendable {
    let server: Server
    let capabilities: Capabilities
    let reactors: ReactorGroup
    let background: BackgroundWork
    let port: UInt16

    var database: Database { server.database }
    var accounts: Accounts { capabilities.accounts }
    var api: API { capabilities.api }
    var ledger: Ledger { capabilities.ledger }
    var announcements: Announcements { ledger.announcements }
    /// Answers that wait for clients slower than the server.
    var heldBytes: Int { server.statistics.heldBytes }

    static func open(
        _ url: String, _ settings: [String: String] = [:], secret: SecretKey = .random()
    ) async throws -> LiveHouse {
        let environment = [
            "DAYBOOK_DATABASE_URL": url, "DAYBOOK_LISTEN": "127.0.0.1:0", "DAYBOOK_DATABASE_CONNECTIONS": "8",
            // Many tests share two cores: what takes its time is not what they are about.
            "DAYBOOK_POOL_TIMEOUT": "120s", "DAYBOOK_CONNECT_TIMEOUT": "120s", "DAYBOOK_STATEMENT_TIMEOUT": "120s",
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
        try await migrate(server.database)
        let port = try server.start()[0].port
        let hears = Mutex(false)
        made.ledger.announcements.onRevocation { told in if told == .unknown { hears.withLock { $0 = true } } }
        let house = LiveHouse(
            server: server, capabilities: made, reactors: reactors,
            background: BackgroundWork(made.background, on: reactors), port: port)
        // From then on it hears the others: nothing that a test makes up is told too early.
        await eventually { hears.withLock { $0 } }
        return house
    }

    func close() async {
        await background.stop()
        await server.stop(within: .seconds(5))
        reactors.stop()
    }

    struct Broken: Error {}

    /// Waits until so many streams are open.
    func streams(_ count: Int) async {
        await eventually { api.live.streams == count }
    }
}

/// What housekeeping does with rows whose time is over, whichever room they belong to.
func dropExpiredRows(from database: Database, now: Instant) async throws {
    try await ExpiredRows.drop(from: database, now: now)
}

/// Houses side by side on one database, as server processes are.
func openHouses(
    _ count: Int = 1, on server: (any DatabaseHost)? = nil, _ settings: [String: String] = [:]
) async throws -> ([LiveHouse], SomeAccount) {
    let url = if let server { try server.freshDatabase() } else { try await migratedDatabase.copy() }
    var houses: [LiveHouse] = []
    let secret = SecretKey.random()
    for _ in 0..<count {
        let house = try await LiveHouse.open(url, settings, secret: secret)
        atEnd { await house.close() }
        houses.append(house)
    }
    return (houses, try await SomeAccount.make(in: houses[0].database))
}

/// One alone.
func openHouse(_ settings: [String: String] = [:]) async throws -> LiveHouse {
    try await openHouses(1, settings).0[0]
}
