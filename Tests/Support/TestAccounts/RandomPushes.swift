import DaybookCore
import Foundation
import Seeds

/// Pushes of a few devices that meet in a few tasks and lists: everything the merge knows comes together there.
struct RandomPushes {
    var random: SeededRandom
    let account: Identifier
    let devices = (1...3 as ClosedRange<UInt64>).map { Identifier(high: 0xD, low: $0) }
    private var operations: [SyncOperation] = []
    private var number: UInt64 = 0
    /// Of what the account's revisions are, and how far it has come: what devices may say they have seen. Where nobody
    /// says so, it is that of no database.
    var epoch = Identifier(high: 0xE90C, low: 1)
    var revision: Int64 = 0
    private(set) var now = Instant("2026-11-21T09:00:00.000Z") ?? .earliest

    init(seed: UInt64, account: Identifier) {
        random = SeededRandom(seed: seed)
        self.account = account
    }

    mutating func pick(_ count: UInt64) -> UInt64 { random.next() % count }

    /// The next push, now and then with an operation that was sent before.
    mutating func next() -> Push {
        now = now.adding(milliseconds: Int64(pick(90_000)) + 1)
        let device = devices[Int(pick(3))]
        var batch: [SyncOperation] = []
        for _ in 0...pick(6) {
            if pick(8) == 0, let old = operations.randomElement(using: &random) {
                batch.append(old)
            } else {
                batch.append(operation(device))
            }
        }
        operations += batch
        let isSkewed = pick(10) == 0
        return Push(
            operations: batch, from: device, sentAt: now.adding(milliseconds: isSkewed ? 3_600_000 : 0),
            confirmsMassDelete: pick(4) == 0)
    }

    private mutating func tags() -> JSONValue {
        let tag = JSONValue.string(["home", "work", "Ä"][Int(pick(3))])
        switch pick(3) {
        case 0: return .array([tag])
        case 1: return .object([JSONMember("add", .array([tag]))])
        default: return .object([JSONMember("remove", .array([tag]))])
        }
    }

    private mutating func operation(_ device: Identifier) -> SyncOperation {
        number += 1
        let at = HybridTime(
            milliseconds: now.milliseconds - Int64(pick(200_000)), counter: UInt16(pick(3)), device: device)
        let opId = Identifier(high: 0xABC0, low: number)
        let task = Identifier(high: 0x7A5C, low: pick(12))
        let list = Identifier(high: 0x1157, low: pick(3))
        func change(_ fields: [JSONMember], reopens: HybridTime? = nil) -> SyncOperation {
            let base = pick(3) == 0 ? SyncCursor(epoch: epoch, revision: max(0, revision - Int64(pick(6)))) : nil
            return SyncOperation(opId: opId, id: task, at: at, fields: fields, reopens: reopens, base: base)
        }
        func text(_ word: String) -> JSONValue { .string(word) }
        switch pick(17) {
        case 0, 1: return change([JSONMember("title", text("Titel “\(number)” \u{1F331}"))])
        case 2:
            return change([
                JSONMember("notes", pick(2) == 0 ? .null : text("n\(number)\n\"'\\")), JSONMember("title", "t"),
            ])
        case 3: return change([JSONMember("state", "completed"), JSONMember("title", "t")])
        case 4: return change([JSONMember("state", pick(2) == 0 ? "active" : "notStarted")])
        case 5:
            let seen = HybridTime(
                milliseconds: now.milliseconds - Int64(pick(100_000)), device: devices[Int(pick(3))])
            return change([JSONMember("state", "notStarted")], reopens: seen)
        case 6: return SyncOperation(opId: opId, id: task, at: at, kind: .delete)
        case 7: return SyncOperation(opId: opId, id: task, at: at, kind: .restore)
        case 8: return change([JSONMember("title", "t"), JSONMember("listId", pick(4) == 0 ? .null : text(list.text))])
        case 9, 10:
            let regions = ["morning", "afternoon", "backlog"]
            let buckets = ["mustDo", "complementary", "misc"]
            return change([
                JSONMember("title", "t"), JSONMember("region", text(regions[Int(pick(3))])),
                JSONMember("bucket", text(buckets[Int(pick(3))])),
                JSONMember("scheduledDate", pick(3) == 0 ? .null : pick(2) == 0 ? "2026-11-21" : "2026-11-20"),
            ])
        case 11:
            return change([
                JSONMember("title", "t"), JSONMember("scheduledDate", text("2026-11-2\(pick(9) + 1)")),
                JSONMember("recurrence", pick(3) == 0 ? .null : .object([JSONMember("days", .array([1, 3, 5]))])),
            ])
        case 12:
            return change([
                JSONMember("category", "health"), JSONMember("sticky", .bool(pick(2) == 0)),
                JSONMember("newer", .decimal("1.50")), JSONMember("priority", .integer(Int64(pick(10)))),
                JSONMember("tags", tags()),
                JSONMember("parentId", pick(4) == 0 ? .null : text(Identifier(high: 0x7A5C, low: pick(12)).text)),
                JSONMember("dueAt", text(now.text)), JSONMember("carryCount", .integer(Int64(pick(9)))),
            ])
        case 13: return change([JSONMember("title", ""), JSONMember("dueAt", "soon")])
        case 14:
            return SyncOperation(
                opId: opId, entity: .settings, id: account, at: at,
                fields: [
                    JSONMember("timeZone", pick(2) == 0 ? "Europe/Berlin" : "America/Havana"),
                    JSONMember("rollover", pick(2) == 0 ? "backlog" : "off"),
                    JSONMember(
                        "regionLimits",
                        .object([
                            JSONMember("mustDo", 1), JSONMember("complementary", .integer(Int64(pick(3)))),
                            JSONMember("misc", 2),
                        ])),
                ])
        case 15:
            return SyncOperation(
                opId: opId, entity: .list, id: list, at: at, kind: pick(2) == 0 ? .delete : .restore)
        default:
            return SyncOperation(
                opId: opId, entity: .list, id: list, at: at,
                fields: [JSONMember("name", text("l\(number)")), JSONMember("colorHex", "#a1b2c3")]
                    + (pick(3) == 0 ? [JSONMember("filter", pick(3) == 0 ? .null : text("open f\(number)"))] : []))
        }
    }
}
