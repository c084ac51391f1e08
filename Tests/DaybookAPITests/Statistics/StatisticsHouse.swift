import DaybookCore
import HTTP
import Postgres
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// The routes of statistics on a database with one account, at any time that a test says.
struct StatisticsHouse: Sendable {
    let database: Database
    let ledger: Ledger
    private let known = KnownSettings()

    static let account = Identifier(high: 0xACC, low: 1)
    static let device = Identifier(high: 0xD, low: 1)

    /// What a route answered.
    struct Answer {
        let status: Status
        let tag: String?
        let bytes: [UInt8]

        var json: JSONValue { get throws { try JSONValue(json: bytes) } }
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    func read<View: AccountView>(
        _ view: (Request) throws -> View, _ query: String = "", at now: Instant, holding tag: String? = nil
    ) async throws -> Answer {
        let request =
            if let tag { Request("GET", "/v1/analytics?\(query)", fields: ["if-none-match": tag]) } else {
                Request("GET", "/v1/analytics?\(query)")
            }
        let principal = Principal(account: Self.account, device: Self.device, token: Self.device, scope: .full)
        let reader = ViewReader(database, known: known, now: { now })
        let response = try await reader.answer(try view(request), request, principal)
        guard case .bytes(let bytes) = response.body else {
            return Answer(status: response.status, tag: response.fields["etag"], bytes: [])
        }
        return Answer(status: response.status, tag: response.fields["etag"], bytes: bytes)
    }

    // MARK: What is done in the account

    func push(_ operations: [SyncOperation], now: Instant = .now()) async throws {
        let push = Push(operations: operations, confirmsMassDelete: true)
        let commit = try #require(try await ledger.push(push, to: Self.account, now: now).merged)
        for outcome in commit.outcomes { #expect(outcome == .applied) }
    }

    /// A task that is done, as a device tells of it.
    func complete(
        _ number: UInt64, at completed: String, made: String? = nil, list: Identifier? = nil, category: String? = nil,
        region: String? = nil
    ) async throws {
        var fields = [
            JSONMember("title", .string("Task \(number)")), JSONMember("createdAt", .string(made ?? completed)),
            JSONMember("state", "completed"), JSONMember("completedAt", .string(completed)),
        ]
        if let list { fields.append(JSONMember("listId", .string(list.text))) }
        if let category { fields.append(JSONMember("category", .string(category))) }
        if let region { fields.append(JSONMember("region", .string(region))) }
        try await push([Self.operation(number, at: completed, fields)])
    }

    func set(_ settings: [JSONMember]) async throws {
        let at = HybridTime(.now(), device: Self.device)
        try await push([SyncOperation(opId: .random(), entity: .settings, id: Self.account, at: at, fields: settings)])
    }

    static func task(_ number: UInt64) -> Identifier { Identifier(high: 0x7A5C, low: number) }

    static func operation(
        _ number: UInt64, at time: String, kind: SyncOperation.Kind = .set, _ fields: [JSONMember] = [],
        reopens: HybridTime? = nil, device: Identifier = device
    ) -> SyncOperation {
        SyncOperation(
            opId: .random(), id: task(number), at: HybridTime(Instant(time) ?? .earliest, device: device), kind: kind,
            fields: fields, reopens: reopens)
    }
}

func openStatistics(_ settings: [JSONMember] = []) async throws -> StatisticsHouse {
    let database = try await openMigrated()
    try await SomeAccount.begin(StatisticsHouse.account, in: database)
    let house = StatisticsHouse(database: database, ledger: Ledger(database: database, announcements: Announcements()))
    if !settings.isEmpty { try await house.set(settings) }
    return house
}
