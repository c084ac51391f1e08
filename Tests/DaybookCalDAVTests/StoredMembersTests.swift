import DAV
import DaybookCalendarIndex
import DaybookCore
import DaybookLedger
import Postgres
import RowWriting
import Seeds
import TestStore
import TestWire
import Testing

@testable import DaybookCalDAV
@testable import DaybookLedger
@testable import TestAccounts

/// Members of calendars that are written from where they lie in an answer are told byte for byte as their model is.
@Suite(.closing) struct StoredMembersTests {
    @Test(arguments: RandomSeed.all(for: "StoredMembersTests/membersAreToldAsTheirModelTellsThem"))
    func membersAreToldAsTheirModelTellsThem(seed: RandomSeed) async throws {
        let house = try await CalendarHouse.open()
        var random = seed.generator()
        var told = Told()
        for _ in 0..<Proofs.scale(gate: 6, proof: 60) {
            try await house.fill(&random, count: 60)
            told += try await expectAsTheModel(house, count: 60, "\(seed)")
        }
        // Neither way is the only one.
        #expect(told.fromStore > told.ofModel && told.ofModel > 0)
    }

    @Test func aSpecialLetterAtAnyPlaceOfATextIsToldAsTheModelTellsIt() async throws {
        let house = try await CalendarHouse.open()
        var random = RandomSeed.generator()
        let texts = AnyTask.texts(withOneOf: [",", ";", "\\", "&", "<", ">", "\u{7F}", "\t", "\r", "\n", "ü"])
        let tasks = texts.enumerated().map { place, text in
            var task = AnyTask.draw(&random, revision: place + 1)
            (task.listId, task.deletion, task.title, task.unknown) = (nil, nil, text, .init())
            return task
        }
        try await house.put(tasks, isHead: tasks.map { _ in true }, sent: texts.map { $0.utf8.count > 10 ? $0 : nil })
        let told = try await expectAsTheModel(house, count: tasks.count, "titles")
        #expect(told.fromStore > told.ofModel)
    }

    private struct Told {
        var fromStore = 0
        var ofModel = 0

        static func += (left: inout Told, right: Told) {
            left.fromStore += right.fromStore
            left.ofModel += right.ofModel
        }
    }

    private func expectAsTheModel(_ house: CalendarHouse, count: Int, _ about: String) async throws -> Told {
        let page = try await house.reads.changes(
            in: .zero, after: 0, atMost: 1000, withTasks: true, of: house.account)
        #expect(page.members.count == count)
        var told = Told()
        var writer = StoredObjectWriter()
        for member in page.members {
            var expected = XMLWriter()
            var object: [UInt8] = []
            try member.read().append(to: &object)
            expected.text(object)
            var written = XMLWriter()
            if try member.write(with: &writer, { written.raw($0) }) {
                told.fromStore += 1
                #expect(
                    String(decoding: written.bytes, as: UTF8.self)
                        == String(decoding: expected.bytes, as: UTF8.self), "\(about)")
            } else {
                told.ofModel += 1
                #expect(written.bytes.isEmpty)
            }
            #expect(try member.base() == CalendarBase(member.read().resource))
            #expect(try member.tag == member.read().tag)
        }
        return told
    }
}

extension CalendarHouse {
    /// Puts drawn tasks in place of whatever there was, with octets of some, heads and earlier ones, and parts of each
    /// other.
    fileprivate func fill(_ random: inout SeededRandom, count: Int) async throws {
        var tasks = (1...count).map { AnyTask.draw(&random, revision: $0) }
        for place in tasks.indices {
            (tasks[place].listId, tasks[place].deletion) = (nil, nil)
            if random.chance(30) { tasks[place].parentId = tasks[random.below(count)].id }
            if random.chance(20) { tasks[place].parentRecurringId = tasks[place].id }
        }
        let sent = tasks.map { _ in random.chance(20) ? AnyTask.text(&random) : nil }
        try await put(tasks, isHead: tasks.map { _ in random.chance(70) }, sent: sent)
    }

    /// Puts tasks in place of whatever there was, with the octets that a program sent of some.
    fileprivate func put(_ tasks: [TaskItem], isHead heads: [Bool], sent: [String?]) async throws {
        let (account, drawn, count) = (account, tasks, tasks.count)
        try await house.database.transaction(of: account) { transaction in
            try await transaction.commit(
                after: [
                    "DELETE FROM task WHERE account_id = \(account)",
                    "DELETE FROM dav_resource WHERE account_id = \(account)",
                    "DELETE FROM dav_body WHERE account_id = \(account)",
                ] + Query.write([], made: drawn.map { Owned(account, $0) }, spread: transaction.isSpread) + [
                    """
                    INSERT INTO dav_resource (account_id, collection_id, name, task_id, series_id, is_head, made_at,
                        shown_revision, is_gone)
                    SELECT \(account), \(Identifier.zero), told.task_id::text || '.ics', told.task_id, told.task_id,
                        told.is_head, now(), told.revision, false
                    FROM unnest(\(drawn.map(\.id)), \(heads), \(drawn.map(\.revision)))
                        AS told (task_id, is_head, revision)
                    """,
                    """
                    INSERT INTO dav_body (account_id, task_id, shown_revision, octets)
                    SELECT \(account), told.task_id, told.revision, convert_to(told.octets, 'UTF8')
                    FROM unnest(\(drawn.map(\.id)), \(drawn.map(\.revision)), \(sent))
                        AS told (task_id, revision, octets) WHERE told.octets IS NOT NULL
                    """,
                    """
                    UPDATE account_clock SET revision = \(Int64(count)), shelved_revision = \(Int64(count))
                    WHERE account_id = \(account)
                    """,
                ])
        }
    }
}
