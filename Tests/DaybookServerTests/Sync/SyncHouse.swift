import DaybookCore
import HTTP
import Postgres

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore

/// The route of sync on a database with one account, without a socket in between.
struct SyncHouse: Sendable {
    let database: Database
    let ledger: Ledger
    let acknowledgements: Acknowledgements
    let route: SyncRoute
    let account: Identifier
    let devices: [Identifier]

    static func open(_ database: Database, quotas: Quotas = .none) async throws -> SyncHouse {
        try await Migrator(try .embedded(), of: database).run(.up(to: nil))
        let account = Identifier(high: 0xACC, low: 1)
        let devices = (1...3 as ClosedRange<UInt64>).map { Identifier(high: 0xD, low: $0) }
        let now = Instant.now()
        try await database.transaction(of: account) { transaction in
            try await transaction.commit(
                after: NewAccount().statements(account, now)
                    + devices.map { device in
                        """
                        INSERT INTO device (account_id, device_id, name, created_at, last_seen_at)
                        VALUES (\(account), \(device), 'Phone', \(now), \(now))
                        """
                    })
        }
        let ledger = Ledger(database: database, announcements: Announcements(), quotas: quotas)
        let acknowledgements = Acknowledgements(database)
        return SyncHouse(
            database: database, ledger: ledger, acknowledgements: acknowledgements,
            route: SyncRoute(pages: Pages(database), ledger: ledger, acknowledgements: acknowledgements),
            account: account, devices: devices)
    }

    func epoch() async throws -> Identifier {
        try await database.read("SELECT epoch FROM instance")[0].decode(0)
    }

    func revision() async throws -> Int64 {
        try await database.read("SELECT revision FROM account_clock")[0].decode(0)
    }

    /// What the route answers a device, as the reference would say it.
    func sync(_ request: SyncRequest, now: Instant = .now()) async throws -> SyncAnswer {
        var writer = JSONWriter()
        request.write(to: &writer)
        do {
            var page = try SyncPage.read(try await send(writer.bytes, as: request.device, now: now)).page
            // An outcome tells a time; whose clock it is, the device knows.
            page.given = page.given.map { given in
                given.map { HybridTime($0.instant, counter: $0.counter, device: request.device) }
            }
            return .page(page)
        } catch LedgerRefusal.cursorGone {
            return .gone
        } catch let problem as Problem {
            if problem.type == .cursorGone { return .gone }
            guard problem.type == .massDeleteUnconfirmed else { throw problem }
            func count(_ name: String) -> Int {
                if case .number(let number)? = problem.members.first(where: { $0.name == name })?.value {
                    number
                } else {
                    0
                }
            }
            return .massDeleteRefused(deletions: count("deletions"), of: count("of"))
        }
    }

    func send(
        _ body: [UInt8], as device: Identifier, scope: TokenScope = .full, now: Instant = .now()
    ) async throws -> [UInt8] {
        let principal = Principal(account: account, device: device, token: device, scope: scope)
        let response = try await route.answer(
            Request("POST", "/v1/sync", body: RequestBody(body)), principal, now: now)
        guard case .bytes(let bytes) = response.body else { return [] }
        return bytes
    }

    func newTask(_ number: UInt64, by device: Identifier, title: String = "Water the plants") -> DaybookCore.Operation {
        DaybookCore.Operation(
            opId: Identifier(high: 0x0BAD, low: number), id: Identifier(high: 0x7A5C, low: number),
            at: HybridTime(.now(), device: device), fields: [JSONMember("title", .string(title))])
    }
}

func withSync(quotas: Quotas = .none, _ body: (SyncHouse) async throws -> Void) async throws {
    try await withStorage { database, _ in try await body(try await .open(database, quotas: quotas)) }
}
