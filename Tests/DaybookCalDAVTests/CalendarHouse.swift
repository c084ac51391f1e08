import DaybookCalendarIndex
import DaybookCore
import DaybookLedger
import Testing

@testable import DaybookCalDAV
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// An account whose devices speak CalDAV to the door, without sockets.
struct CalendarHouse: Sendable {
    let house: LedgerHouse
    let reads: CalendarReads
    let writes: CalendarWrites

    static func open() async throws -> CalendarHouse {
        let house = try await LedgerHouse.open()
        return CalendarHouse(
            house: house, reads: CalendarReads(house.database, house.ledger),
            writes: CalendarWrites(house.database, house.ledger))
    }

    var account: Identifier { house.account }

    func request(
        _ name: String, in list: Identifier = .zero, by device: Int = 0, isNew: Bool = false, tags: [String]? = nil
    ) -> CalendarRequest {
        var request = CalendarRequest(account, house.devices[device], at: Resource.Address(list, name))
        request.condition = CalendarCondition(isNew: isNew, tags: tags)
        return request
    }

    /// What becomes of a deletion, in a word.
    func delete(_ name: String) async throws -> String { "\(try await writes.delete(request(name)))" }

    /// What is shown under a name in the inbox.
    func resource(_ name: String) async throws -> Resource {
        try #require(try await reads.member(at: Resource.Address(.zero, name), of: account)).read().resource
    }

    static func todo(_ uid: String, _ lines: String...) -> [UInt8] {
        let body =
            [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN",
                "BEGIN:VTODO", "UID:\(uid)", "DTSTAMP:20261124T100000Z",
            ] + lines + ["END:VTODO", "END:VCALENDAR", ""]
        return Array(body.joined(separator: "\r\n").utf8)
    }

    func newList(_ number: UInt64) async throws -> Identifier {
        let list = Identifier(high: 0x1157, low: number)
        _ = try await house.ledger.push(
            Push(operations: [
                SyncOperation(
                    opId: .random(), entity: .list, id: list, at: HybridTime(.now(), device: house.devices[2]),
                    fields: [JSONMember("name", .string("List \(number)"))])
            ]), to: account)
        return list
    }

    /// As an app does it, over sync.
    func edit(_ task: Identifier, _ fields: JSONMember...) async throws {
        let ledger = house.ledger
        var needs = SliceNeeds()
        needs.tasks = [task]
        let device = house.devices[2]
        _ = try await ledger.change(account, seeing: needs) { slice in
            let seen = slice.lastChange(of: RowKey(.task, task))
            return Decision(
                Push(operations: [
                    SyncOperation(
                        opId: .random(), id: task, at: ledger.clock.tick(for: device, now: .now(), after: seen),
                        fields: fields)
                ]))
        }
    }

    func text(_ name: String, in list: Identifier = .zero) async throws -> String? {
        guard let member = try await reads.member(at: Resource.Address(list, name), of: account) else { return nil }
        var bytes: [UInt8] = []
        try member.read().append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func tag(_ name: String, in list: Identifier = .zero) async throws -> String? {
        try await reads.member(at: Resource.Address(list, name), withTask: false, of: account)?.tag.text
    }

    /// The properties that programs are known to know.
    func learnt() async throws -> [String] {
        try await house.database.read(of: account, "SELECT names FROM dav_client WHERE account_id = \(account)")
            .flatMap { try $0.decode(0, as: [String].self) }
    }

    func lines(_ outcome: String) async throws -> Int {
        try await house.database.read(
            of: account,
            "SELECT count(*) FROM change WHERE account_id = \(account) AND outcome::text LIKE \(outcome)"
        )[0].decode(0)
    }
}

extension CalendarOutcome {
    /// The tag of what is served as it was sent.
    var created: CalendarTag? { if case .created(let tag) = self { tag } else { nil } }
    var isConditionFailed: Bool { if case .conditionFailed = self { true } else { false } }
}
