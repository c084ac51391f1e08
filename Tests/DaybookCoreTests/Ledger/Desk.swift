import DaybookCore

/// A table to try merges on: an account, three devices, and short ways to write operations down.
struct Desk {
    static let a = Identifier(high: 0xA, low: 1)
    static let b = Identifier(high: 0xB, low: 1)
    static let c = Identifier(high: 0xC, low: 1)

    var slice = Slice(account: Identifier(high: 1, low: 1))
    var ledger: [LedgerEntry] = []
    var known: [Identifier: Outcome] = [:]
    var now = Instant(milliseconds: 1_780_000_000_000)
    var epoch = Identifier(high: 2, low: 1)
    var clocks: [Identifier: DeviceClock] = [:]
    var room = Room()
    private var serial: UInt64 = 0

    static func task(_ number: UInt64) -> Identifier { Identifier(high: 0x7A5C, low: number) }
    static func list(_ number: UInt64) -> Identifier { Identifier(high: 0x1157, low: number) }

    /// A time so many seconds after the desk's beginning.
    static func time(_ seconds: Int64, _ device: Identifier = a, counter: UInt16 = 0) -> HybridTime {
        HybridTime(milliseconds: 1_779_990_000_000 + seconds * 1000, counter: counter, device: device)
    }

    mutating func operation(
        _ id: Identifier, _ fields: [JSONMember] = [], at seconds: Int64, by device: Identifier = a,
        kind: SyncOperation.Kind = .set, entity: SyncOperation.Entity = .task, reopens: HybridTime? = nil,
        base: Int64? = nil
    ) -> SyncOperation {
        serial += 1
        return SyncOperation(
            opId: Identifier(high: 0x09, low: serial), entity: entity, id: id, at: Self.time(seconds, device),
            kind: kind, fields: fields, reopens: reopens, base: base.map { SyncCursor(epoch: epoch, revision: $0) })
    }

    @discardableResult
    mutating func push(
        _ operations: [SyncOperation], from device: Identifier? = nil, sentAt: Instant? = nil, confirmed: Bool = false
    ) -> MergeResult {
        var push = Push(operations: operations, from: device, sentAt: sentAt, confirmsMassDelete: confirmed)
        if let device { push = clocks[device, default: DeviceClock()].correct(push, knowing: known, now: now) }
        let context = MergeContext(now: now, known: known, epoch: epoch, room: room, isServer: true)
        slice.lines = Dictionary(grouping: ledger) { $0.operation.id }.compactMapValues(\.ofPresentLife)
        let result = slice.merge(push, context)
        slice.lines = [:]
        if case .merged(let merged) = result {
            if let device { clocks[device]?.raise(to: merged.entries, of: device) }
            ledger += merged.entries
            for entry in merged.entries { known[entry.operation.opId] = entry.outcome }
        }
        return result
    }

    /// Merges one change and answers what became of it.
    @discardableResult
    mutating func `do`(
        _ id: Identifier, _ fields: [JSONMember] = [], at seconds: Int64, by device: Identifier = a,
        kind: SyncOperation.Kind = .set, entity: SyncOperation.Entity = .task, reopens: HybridTime? = nil,
        base: Int64? = nil
    ) -> Outcome {
        let operation = operation(
            id, fields, at: seconds, by: device, kind: kind, entity: entity, reopens: reopens, base: base)
        return push([operation]).merged?.outcomes[0] ?? .applied
    }

    subscript(_ number: UInt64) -> TaskItem { slice.tasks[Self.task(number)] ?? TaskItem(id: Self.task(number)) }
}

extension MergeResult {
    /// What it came to where it was not refused.
    var merged: Merged? { if case .merged(let merged) = self { merged } else { nil } }
}

extension Outcome {
    var rejection: Rejection? { if case .rejected(let rejection) = self { rejection } else { nil } }
}

extension [JSONMember] {
    static func title(_ title: String) -> [JSONMember] { [JSONMember("title", .string(title))] }
    static func state(_ state: String) -> [JSONMember] { [JSONMember("state", .string(state))] }

    static func place(_ region: String, _ bucket: String, _ date: String? = "2026-06-01") -> [JSONMember] {
        [
            JSONMember("region", .string(region)), JSONMember("bucket", .string(bucket)),
            JSONMember("scheduledDate", date.map { .string($0) } ?? .null),
        ]
    }

    static func list(_ list: Identifier?) -> [JSONMember] {
        [JSONMember("listId", list.map { .string($0.text) } ?? .null)]
    }
}
