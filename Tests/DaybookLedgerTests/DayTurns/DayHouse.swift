import DaybookCore
import Postgres
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// An account whose days are turned at times that the test says.
struct DayHouse: Sendable {
    let house: LedgerHouse
    let turns: DayTurns

    var database: Database { house.database }
    var account: Identifier { house.account }

    static func open(quotas: Quotas = .none) async throws -> DayHouse {
        let house = try await LedgerHouse.open(quotas: quotas)
        return DayHouse(house: house, turns: turns(house.ledger))
    }

    /// Another server process on the same database.
    static func turns(_ ledger: Ledger) -> DayTurns {
        var turns = DayTurns(
            ledger.database, ledger, DayBoundaries(), Log(LogSink(format: .text), level: .error))
        turns.rest = 0
        return turns
    }

    /// A change by one of the account's devices.
    @discardableResult
    func change(
        _ id: Identifier, _ fields: [JSONMember], at now: Instant, entity: SyncOperation.Entity = .task,
        kind: SyncOperation.Kind = .set, device: Int = 0
    ) async throws -> Commit {
        let operation = SyncOperation(
            opId: .random(), entity: entity, id: id, at: HybridTime(now, device: house.devices[device]), kind: kind,
            fields: fields)
        return try await push([operation], now: now)
    }

    @discardableResult
    func push(_ operations: [SyncOperation], now: Instant) async throws -> Commit {
        try #require(try await house.ledger.push(Push(operations: operations), to: account, now: now).merged)
    }

    func settings(_ fields: [String: JSONValue], at now: Instant) async throws {
        let members = fields.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }
        try await change(account, members, at: now, entity: .settings)
    }

    /// A task in a region on a date.
    func task(
        _ number: UInt64, _ region: String = "morning", on date: String, _ more: [JSONMember] = [], at now: Instant
    ) async throws {
        let fields: [JSONMember] = [
            JSONMember("title", .string("Task \(number)")), JSONMember("region", .string(region)),
            JSONMember("bucket", "misc"), JSONMember("scheduledDate", .string(date)),
        ]
        let given = Set(more.map(\.name))
        try await change(Self.id(number), fields.filter { !given.contains($0.name) } + more, at: now)
    }

    /// Many of them, made one second after the other.
    func tasks(_ numbers: ClosedRange<UInt64>, on date: String, at start: Instant) async throws {
        for number in numbers { try await task(number, on: date, at: start.adding(seconds: Int64(number))) }
    }

    static func id(_ number: UInt64) -> Identifier { Identifier(high: 0x7A5C, low: number) }

    @discardableResult
    func turn(at now: Instant) async throws -> Int { try await turns.turnAll { now } }

    func task(_ number: UInt64) async throws -> TaskItem {
        try #require(
            try await database.read(
                of: account,
                "SELECT \(TaskItem.columns) FROM task WHERE account_id = \(account) AND task_id = \(Self.id(number))"
            ).first.map { try TaskItem($0) })
    }

    /// When the account's day turns next.
    func dueAt() async throws -> Instant? {
        try await database.read("SELECT due_at FROM day_turn WHERE account_id = \(account)").first?.decode(0)
    }

    /// Everything that is stored of the account; checks that its ledger alone gives the same.
    func stored() async throws -> (slice: Slice, ledger: [LedgerEntry]) {
        var slice = Slice(account: account)
        for row in try await database.read(of: account, "SELECT \(TaskItem.columns) FROM task") {
            let task = try TaskItem(row)
            slice.tasks[task.id] = task
        }
        let settings = try await database.read(of: account, "SELECT \(AccountSettings.columns) FROM account_settings")
        slice.settings = try AccountSettings(settings[0])
        slice.revision = try await house.revision()
        slice.recount()
        let ledger = try await database.read(
            of: account, "SELECT \(LedgerEntry.columns) FROM change ORDER BY revision"
        ).map { try LedgerEntry($0) }
        var replayed = Slice(account: account)
        for entry in ledger { replayed.replay(entry) }
        #expect(replayed == slice, "the ledger tells something else than the tables")
        return (slice, ledger)
    }
}

/// A series that goes by its schedule.
let daily = JSONMember(
    "recurrence", .object([JSONMember("rrule", "FREQ=DAILY"), JSONMember("onSchedule", true)]))

func at(_ text: String) -> Instant { Instant(text) ?? .earliest }
