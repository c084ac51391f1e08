import DaybookCore
import DaybookFormats
import Postgres
import Seeds
import TestWire
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

/// What was exported, imported into an empty account and exported again is the same, whatever people wrote.
@Suite(.closing) struct ImportRoundTripTests {
    static let words = [
        "Water the plants", "=1+1", "+49 30", "-x", "@home", "\t tab", "a,b;c\td", "\"quoted\" 'and' \\back\\slash\\n",
        "line\nbreak\r\nand\rmore\n", "\u{1F469}\u{200D}\u{1F680} 🇩🇪", "\u{301}combining", "שלום \u{202E}right to left",
        "日本語", "\u{0}null",
        "<script>&amp;", "BEGIN:VTODO", "null", " ", "\u{FEFF}mark", "\u{2028}separators\u{85}", "\u{1B}[31mred",
        "%s%n",
        "👍🏽", "\u{7F}\u{1}control", "X-DAYBOOK:{}", "\"", ",", "\\", "\\,\\;", "#hash",
    ]

    /// An account as its devices could have made it.
    struct Author {
        var random: SeededRandom
        let device: Identifier
        private var number: UInt64 = 0
        private var tasks: [Identifier] = []
        private var lists: [Identifier] = []

        init(seed: UInt64, device: Identifier) {
            random = SeededRandom(seed: seed)
            self.device = device
        }

        private mutating func identifier() -> Identifier { .random(using: &random) }

        mutating func text() -> String {
            if random.chance(2) {
                return String(repeating: random.pick(ImportRoundTripTests.words) ?? "x", count: 10_000 / 8)
            }
            return (0...random.below(3)).map { _ in random.pick(ImportRoundTripTests.words) ?? "x" }.joined(
                separator: random.chance(50) ? " " : "")
        }

        private mutating func instant() -> JSONValue {
            .string(
                Instant(
                    milliseconds: 1_600_000_000_000 + Int64(random.below(200_000_000)) * 1000 + Int64(random.below(3))
                        * 17
                ).text)
        }

        private mutating func date() -> JSONValue {
            .string("202\(random.below(10))-0\(1 + random.below(9))-1\(random.below(10))")
        }

        private mutating func at() -> HybridTime {
            HybridTime(
                milliseconds: 1_790_000_000_000 - Int64(random.below(3_000_000)) * 1000 - Int64(random.below(1000)),
                counter: UInt16(random.below(3)), device: device)
        }

        mutating func next() -> SyncOperation {
            number += 1
            let opId = Identifier(high: 0xFEED, low: number)
            func change(
                _ entity: SyncOperation.Entity, _ id: Identifier, _ fields: [JSONMember],
                _ kind: SyncOperation.Kind = .set, at: HybridTime
            ) -> SyncOperation {
                SyncOperation(opId: opId, entity: entity, id: id, at: at, kind: kind, fields: fields)
            }
            switch random.below(20) {
            case 0, 1:
                let id = identifier()
                lists.append(id)
                var fields = [JSONMember("name", .string("L" + text()))]
                if random.chance(50) { fields.append(JSONMember("colorHex", "#A0B1C2")) }
                if random.chance(20) { fields.append(JSONMember("filter", "open due < +3d")) }
                if random.chance(20) { fields.append(JSONMember("futureField", .array([1, .string(text())]))) }
                return change(.list, id, fields, at: at())
            case 2 where !tasks.isEmpty:
                return change(.task, random.pick(tasks) ?? .zero, [], random.chance(50) ? .delete : .restore, at: at())
            case 3 where !lists.isEmpty: return change(.list, random.pick(lists) ?? .zero, [], .delete, at: at())
            case 4:
                let zone = random.pick(["Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu"]) ?? "UTC"
                var fields = [
                    JSONMember("timeZone", .string(zone)),
                    JSONMember("firstWeekday", .integer(Int64(1 + random.below(7)))),
                ]
                if random.chance(50) { fields.append(JSONMember("reviewTime", .null)) }
                if random.chance(50) { fields.append(JSONMember("quietFrom", "22:00")) }
                if random.chance(50) { fields.append(JSONMember("privateReminders", true)) }
                return change(.settings, .zero, fields, at: at())
            case 5...12: break
            default:
                if let task = random.pick(tasks) { return change(.task, task, fields(), at: at()) }
            }
            let id = identifier()
            tasks.append(id)
            return change(.task, id, [JSONMember("title", .string("T" + text()))] + fields(), at: at())
        }

        private mutating func fields() -> [JSONMember] {
            var fields: [JSONMember] = []
            func maybe(_ percent: Int, _ name: String, _ value: JSONValue) {
                if random.chance(percent) { fields.append(JSONMember(name, value)) }
            }
            maybe(50, "notes", random.chance(10) ? "" : .string(text()))
            maybe(40, "state", .string(random.pick(["notStarted", "active", "completed"]) ?? "active"))
            if fields.last?.value == "completed", random.chance(70) {
                fields.append(JSONMember("completedAt", instant()))
            }
            maybe(40, "scheduledDate", random.chance(20) ? .null : date())
            maybe(40, "dueAt", instant())
            maybe(30, "reminderAt", instant())
            if let list = random.pick(lists) { maybe(50, "listId", .string(list.text)) }
            maybe(30, "sortOrder", .string("a\(random.below(10))x\(random.below(1000))"))
            maybe(40, "region", .string(random.pick(["morning", "afternoon", "evening", "backlog"]) ?? "morning"))
            maybe(40, "bucket", .string(random.pick(["mustDo", "complementary", "misc", "none"]) ?? "misc"))
            maybe(20, "carryCount", .integer(Int64(random.below(5))))
            maybe(20, "sticky", .bool(random.chance(50)))
            maybe(20, "autoCarry", .bool(random.chance(50)))
            maybe(40, "category", .string(text()))
            if let task = random.pick(tasks) { maybe(20, "parentId", .string(task.text)) }
            maybe(30, "tags", .array(["a, b", .string(text())]))
            maybe(30, "priority", .integer(Int64(random.below(10))))
            maybe(
                30, "recurrence",
                random.pick([
                    .null, .object([JSONMember("days", .array([1, 3]))]),
                    .object([JSONMember("rrule", "FREQ=WEEKLY;BYDAY=MO,WE")]),
                    .object([JSONMember("rrule", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=5")]),
                    .object([JSONMember("rrule", "rrule:freq=daily")]),
                ]) ?? .null)
            maybe(10, "somethingNew", .object([JSONMember("deep", .array([.null, .string(text())]))]))
            return fields
        }
    }

    private func export(_ account: Identifier, _ format: ExportFormat, _ database: Database) async throws -> [UInt8] {
        var order = ExportOrder()
        order.format = format
        var bytes: [UInt8] = []
        _ = try await AccountExport(database: database, order: order).write(
            account: account, now: Instant("2026-11-21T09:15:00.000Z")!
        ) { piece, _ in bytes += piece }
        return bytes
    }

    private func newAccount(_ number: UInt64, _ database: Database) async throws -> Identifier {
        let account = Identifier(high: 0xACC0, low: number)
        try await database.transaction(of: account) { transaction in
            try await transaction.commit(after: NewAccount().statements(account, .now(), spread: transaction.isSpread))
        }
        return account
    }

    @Test(arguments: [Format.json, .ndjson, .csv, .ics]) func exportedAgainItIsTheSame(format: Format) async throws {
        let wish = try #require(ExportFormat(rawValue: format.rawValue))
        let house = try await openImports()
        for round in 0..<Proofs.scale(gate: 1, proof: 3) as Range<UInt64> {
            let seed = RandomSeed.current.value &+ round
            let source = try await newAccount(100 + round, house.database)
            var author = Author(seed: seed, device: Identifier(high: 0xD, low: 77))
            for _ in 0..<30 {
                let operations = (0..<8).map { _ in author.next() }
                _ = try await house.house.ledger.push(
                    Push(operations: operations, confirmsMassDelete: true), to: source)
            }
            let file = try await export(source, wish, house.database)
            let copy = try await newAccount(200 + round, house.database)
            var order = ImportOrder(account: copy)
            var text = TextSource(file, size: 1 + author.random.below(5000))
            let report = try await house.importing.run(order, from: &text)
            #expect(report.format == format)
            #expect(report.allRefused == 0, "\(report.allRemarks) \(RandomSeed.current)")
            let again = try await export(copy, wish, house.database)
            let difference = zip(
                file.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) },
                again.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
            ).first { $0 != $1 }
            #expect(
                again == file,
                "\(difference.map { "\($0.0.prefix(600))\n\($0.1.prefix(600))" } ?? "lengths"), \(RandomSeed.current)"
            )
            // Into the account that it came from it changes nothing.
            let before = try await revision(source, house.database)
            order = ImportOrder(account: source)
            text = TextSource(file, size: 4096)
            let same = try await house.importing.run(order, from: &text)
            #expect(
                same.count(.made(.task)) + same.count(.changed(.task)) + same.count(.made(.list)) == 0,
                "\(RandomSeed.current)")
            #expect(try await revision(source, house.database) == before, "\(RandomSeed.current)")
        }
    }

    private func revision(_ account: Identifier, _ database: Database) async throws -> Int64 {
        try await database.read("SELECT revision FROM account_clock WHERE account_id = \(account)")[0].decode(0)
    }
}
