import DaybookCore
import Foundation
import Postgres
import Reactor
import Simulation
import Synchronization
import TestPostgres
import TestWire

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore

/// A database that keeps what it acknowledged, and server processes in front of it, each of which may be killed at any
/// moment.
final class Town: Sendable {
    private let ground: any Ground
    let ports: [UInt16]
    let reactors: ReactorGroup
    /// The tests' own look at the tables.
    let database: Database
    private let programs: Mutex<[Program]>
    private let complaints = Mutex("")

    init(servers: Int, on ground: any Ground) async throws {
        self.ground = ground
        ports = (0..<servers).compactMap { _ in freePort() }
        var started: [Program] = []
        for port in ports { started.append(try await Self.serve(ground, port)) }
        programs = Mutex(started)
        reactors = try ReactorGroup(count: 1)
        var configuration = DatabaseConfiguration(url: ground.url)
        configuration.maximumConnections = 4
        configuration.outageGrace = .seconds(20)
        database = Database(configuration, reactors: reactors)
    }

    private static func serve(_ ground: any Ground, _ port: UInt16) async throws -> Program {
        let (program, _) = try await Program.serving(
            "daybook", ["serve", "--migrate"],
            [
                "DAYBOOK_LISTEN": "127.0.0.1:\(port)", "DAYBOOK_STARTUP_WAIT": "60s", "DAYBOOK_LIVE_LOOK": "1s",
                "DAYBOOK_REQUESTS_PER_DEVICE": "0", "DAYBOOK_REQUESTS_PER_ACCOUNT": "0",
                "DAYBOOK_REQUESTS_PER_ADDRESS": "0",
            ].merging(ground.settings) { $1 })
        return program
    }

    // MARK: Calamities

    func killServer(_ index: Int) async throws {
        kill(index)
        try await restart(index)
    }

    func kill(_ index: Int) {
        programs.withLock { $0[index] }.signal(SIGKILL)
    }

    /// It neither answers nor ends its connections.
    func freeze(_ index: Int) { programs.withLock { $0[index] }.signal(SIGSTOP) }
    func thaw(_ index: Int) { programs.withLock { $0[index] }.signal(SIGCONT) }

    /// Once the killed one has ended.
    func restart(_ index: Int) async throws {
        let program = programs.withLock { $0[index] }
        _ = await program.end()
        await keep(program)
        let next = try await Self.serve(ground, ports[index])
        programs.withLock { $0[index] = next }
    }

    /// All servers, and what they stand on.
    func killEverything(_ rest: () async throws -> Void) async throws {
        let all = programs.withLock { $0 }
        for program in all { program.signal(SIGKILL) }
        try await rest()
        for (index, program) in all.enumerated() {
            _ = await program.end()
            await keep(program)
            let next = try await Self.serve(ground, ports[index])
            programs.withLock { $0[index] = next }
        }
    }

    private func keep(_ program: Program) async {
        let text = await program.allComplaints()
        complaints.withLock { $0 += text }
    }

    /// Ends it all in order, and answers what the servers had to say.
    func close() async -> (codes: [Int32], complaints: String) {
        var codes: [Int32] = []
        for program in programs.withLock({ $0 }) {
            codes.append(await program.stop())
            await keep(program)
        }
        await database.close()
        reactors.stop()
        ground.stop()
        return (codes, complaints.withLock { $0 })
    }

    // MARK: People

    struct Household: Sendable {
        let account: Identifier
        let devices: [(id: Identifier, token: String)]
    }

    /// An account with so many devices.
    func move(in count: Int) async throws -> Household {
        let account = Identifier.random()
        let now = Instant.now()
        var devices: [(id: Identifier, token: String)] = []
        for _ in 0..<count {
            let device = Identifier.random()
            devices.append((device, TokenText(account: account, token: device).text))
        }
        let tokens = devices
        try await database.transaction(of: account) { transaction in
            try await transaction.run(NewAccount().statements(account, now, spread: transaction.isSpread))
            for (device, token) in tokens {
                guard let token = TokenText(token) else { continue }
                try await transaction.run([
                    """
                    INSERT INTO device (account_id, device_id, name, created_at, last_seen_at)
                    VALUES (\(account), \(device), 'Phone', \(now), \(now))
                    """,
                    """
                    INSERT INTO token (account_id, token_id, device_id, scope, secret_hash, created_at, last_used_at)
                    VALUES (\(account), \(device), \(device), 'full', \(token.secretHash), \(now), \(now))
                    """,
                ])
            }
        }
        return Household(account: account, devices: devices)
    }

    /// Whether the servers have nothing to do of themselves.
    func allDaysAreTurned() async throws -> Bool {
        let rows = try await database.read("SELECT count(*) FROM day_turn WHERE due_at <= \(Instant.now())")
        return try rows.first?.decode(0, as: Int64.self) == 0
    }

    /// What the tables hold of an account, and what its ledger alone gives.
    func evidence(of account: Identifier) async throws -> Evidence {
        try await Self.evidence(of: account, in: database)
    }

    static func evidence(of account: Identifier, in database: Database) async throws -> Evidence {
        try await database.transaction(of: account, isolation: .repeatableRead, readOnly: true) { transaction in
            let answers = try await transaction.run([
                "SELECT revision, live_tasks FROM account_clock WHERE account_id = \(account)",
                "SELECT \(AccountSettings.columns) FROM account_settings WHERE account_id = \(account)",
                "SELECT \(TaskItem.columns) FROM task WHERE account_id = \(account)",
                "SELECT \(TaskList.columns) FROM list WHERE account_id = \(account)",
                "SELECT \(LedgerEntry.columns) FROM change WHERE account_id = \(account) ORDER BY revision",
            ])
            var slice = Slice(account: account)
            guard let clock = answers[0].first, let settings = answers[1].first else { throw Flaw("no such account") }
            let (revision, live) = try clock.decode((Int64, Int32).self)
            slice.revision = revision
            slice.liveTasks = Int(live)
            slice.settings = try AccountSettings(settings)
            for row in answers[2] {
                let task = try TaskItem(row)
                slice.tasks[task.id] = task
            }
            for row in answers[3] {
                let list = try TaskList(row)
                slice.lists[list.id] = list
            }
            let ledger = try answers[4].map { row in try LedgerEntry(row) }
            var replayed = Slice(account: account)
            for entry in ledger { replayed.replay(entry) }
            return Evidence(slice: slice, ledger: ledger, replayed: replayed, now: .now())
        }
    }
}
