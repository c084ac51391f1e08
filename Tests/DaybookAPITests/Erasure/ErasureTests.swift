import DaybookCore
import Postgres
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestService

/// `POST /v1/tasks/{id}/erasure` on a whole server.
@Suite(.closing) struct ErasureTests {
    private let task = Identifier(high: 0x7A5C_0000_0000_4000, low: 0x8000_0000_0000_0001)
    private let house: LiveHouse
    private let account: SomeAccount
    private let desk: Caller

    init() async throws {
        let (houses, account) = try await openHouses()
        (house, self.account) = (houses[0], account)
        desk = houses[0].caller.with(account.token.text)
    }

    private var path: String { "/v1/tasks/\(task.text)" }

    /// Words in every field that takes any, changed and lost to others; in the search, and as a calendar program sent
    /// them.
    private func write() async throws {
        let fields = #"{"title":"zebra one","notes":"zebra two","tags":["zebratag"],"category":"zebracat"}"#
        #expect(await desk.put(path, fields).status == 201)
        let patches = [
            #"{"title":"zebra three","notes":"zebra four"}"#, #"{"tags":{"remove":["zebratag"],"add":["zebrawood"]}}"#,
            #"{"dueAt":"2030-01-01T09:00:00Z","recurrence":{"days":[1]}}"#, #"{"recurrence":null}"#,
        ]
        for patch in patches { #expect(await desk.call("PATCH", path, patch).status == 200) }
        // A newer client's field, and a change that loses.
        let ops = """
            {"cursor":null,"ops":[{"opId":"00000000-0000-4000-8000-000000000001","entity":"task","id":"\(task.text)",\
            "at":"2026-01-01T09:15:00.123Z","fields":{"title":"zebra five","zebrafield":"zebra six"}},\
            {"opId":"00000000-0000-4000-8000-000000000002","entity":"task","id":"\(task.text)",\
            "at":"2026-01-01T09:15:00.123Z","fields":{"priority":"zebra seven"}}]}
            """
        #expect(await desk.post("/v1/sync", ops).status == 200)
        #expect(await desk.post(path + "/complete").status == 200)
        try await house.database.write(
            of: account.id,
            "INSERT INTO dav_body VALUES (\(account.id), \(task), 1, \(Array("SUMMARY:zebra".utf8)))")
        var pages = SearchPages(database: house.database)
        pages.left = 0
        try await pages.fold(account.id)
    }

    /// Columns of the account's tables in which the words still are.
    private func places(of word: String = "zebra") async throws -> [String] {
        let columns = try await house.database.read(
            """
            SELECT table_name::text, column_name::text FROM information_schema.columns
            WHERE table_schema = 'public' AND data_type IN ('text', 'json', 'jsonb', 'bytea', 'ARRAY', 'USER-DEFINED')
            """
        ).decode((String, String).self)
        var places: [String] = []
        for (table, column) in columns {
            let found = try await house.database.read(
                of: account.id,
                """
                SELECT 1 FROM \(unsafeSQL: table)
                WHERE position(\(word) IN \(unsafeSQL: column)::text) > 0
                    OR position(encode(\(Array(word.utf8)), 'hex') IN \(unsafeSQL: column)::text) > 0 LIMIT 1
                """)
            if !found.isEmpty { places.append("\(table).\(column)") }
        }
        return places
    }

    /// As housekeeping does when the time of its deletion is over.
    private func dropRow() async throws {
        try await house.database.write(
            of: account.id, "DELETE FROM task WHERE account_id = \(account.id) AND task_id = \(task)")
    }

    @Test func noTableHoldsItsWordsAndNothingElseIsLost() async throws {
        try await write()
        #expect(await desk.post("/v1/tasks", #"{"title":"zonkey"}"#).status == 201)
        let before = try await places()
        for place in [
            "task.title", "change.patch", "change.detail", "search_page.texts", "dav_body.octets", "completion.tags",
        ] {
            #expect(before.contains(place), "the test writes to \(place)")
        }
        let lines = await desk.get("/v1/history?task=\(task.text)").text.components(of: "\"opId\":\"", until: "\"")
        let receipt = await desk.post(path + "/erasure")
        #expect(receipt.status == 200)
        #expect(try await places() == [])
        #expect(try await places(of: "zonkey") != [])
        #expect(receipt.string("id") == task.text && receipt.string("device.name") == "Phone")
        #expect(receipt.number("removed.lines") >= 5 && receipt.number("removed.searchPages") == 1)
        #expect(receipt.number("removed.octets") == 13 && receipt.strings("outOfReach") == ["backups", "exports"])
        let again = await desk.post(path + "/erasure")
        #expect(again.status == 200 && again.text == receipt.text)
        #expect(try await AccountCheck(house.ledger, account.id).run() == [])
        // The history keeps its lines, and one that says it is gone.
        let history = await desk.get("/v1/history?task=\(task.text)")
        #expect(history.status == 200 && history.text.contains("\"kind\":\"delete\""))
        #expect(Set(history.text.components(of: "\"opId\":\"", until: "\"")).isSuperset(of: lines))
        #expect(await desk.get("/v1/analytics/summary").number("ever") == 1)
    }

    @Test func nothingBringsItBack() async throws {
        try await write()
        let first = await desk.get("/v1/history?task=\(task.text)")
        #expect(await desk.post(path + "/erasure").status == 200)
        #expect(await desk.get(path).statusAndCode == "410 erased")
        #expect(await desk.post(path + "/restore").statusAndCode == "410 erased")
        #expect(await desk.call("PATCH", path, #"{"title":"zebra"}"#).statusAndCode == "410 erased")
        #expect(await desk.put(path, #"{"title":"zebra"}"#).statusAndCode == "410 erased")
        #expect(await desk.delete(path).status == 204)
        #expect(await desk.post(path + "/restoration", #"{"to":1}"#).statusAndCode == "410 erased")
        #expect(await desk.get("/v1/tasks?deleted=true").text.contains(task.text) == false)
        for opId in first.text.components(of: "\"opId\":\"", until: "\"") {
            let undo = await desk.post("/v1/history/\(opId)/undo")
            #expect(undo.statusAndCode == "410 erased", "\(opId)")
        }
        let restored = await desk.post("/v1/account/restoration", #"{"to":1}"#)
        #expect(restored.status == 200 && restored.number("erased") == 1 && restored.number("tasks") == 0)
        #expect(try await places() == [])
        #expect(try await AccountCheck(house.ledger, account.id).run() == [])
    }

    /// Nobody can type the title of an erased task: what stands around a title is cut off.
    @Test(arguments: ["•••", TaskItem.erasedTitle]) func aTaskThatSomebodyNamesLikeAnErasedOneIsTheirs(
        _ title: String
    ) async throws {
        #expect(await desk.put(path, "{\"title\":\"\(title)\"}").status == 201)
        #expect(await desk.delete(path).status == 204)
        #expect(await desk.get("/v1/tasks?deleted=true").text.contains(task.text))
        #expect(await desk.get(path).statusAndCode == "410 gone")
        #expect(await desk.post(path + "/restore").status == 200)
        #expect(await desk.get(path).string("title") == "•••")
        #expect(try await AccountCheck(house.ledger, account.id).run() == [])
    }

    @Test func aDeviceThatWasAwayLearnsOfItAndItsWordsAreNotKept() async throws {
        try await write()
        let away = Device(try await account.newDevice(in: house.database), port: house.port)
        try await away.sync()
        #expect(away.replica.view.tasks[task]?.title == "zebra three")
        away.change(task, [JSONMember("notes", "zebra offline")])
        #expect(await desk.post(path + "/erasure").status == 200)
        try await away.sync()
        let left = try #require(away.replica.base.tasks[task])
        #expect(left.isErased && left.notes == nil && left.tagSet.isEmpty)
        #expect(away.replica.outbox.isEmpty)
        #expect(try await places() == [])
        // Also when the task's row is dropped with its time.
        try await dropRow()
        away.change(task, [JSONMember("title", "zebra again"), JSONMember("notes", "zebra offline")])
        try await away.sync()
        #expect(try await places() == [])
        #expect(await desk.get(path).status == 404)
        #expect(await desk.post(path + "/erasure").status == 200)
        #expect(try await AccountCheck(house.ledger, account.id).run() == [])
    }

    @Test func whatWasDroppedLongAgoIsErasedFromTheHistory() async throws {
        try await write()
        #expect(await desk.delete(path).status == 204)
        try await dropRow()
        #expect(try await places().contains("change.patch"))
        #expect(await desk.post(path + "/erasure").status == 200)
        #expect(try await places() == [])
        #expect(try await AccountCheck(house.ledger, account.id).run() == [])
        #expect(
            await desk.post("/v1/tasks/00000000-0000-4000-8000-000000000009/erasure").statusAndCode == "404 not_found")
    }

    @Test func whatWasInterruptedIsFinished() async throws {
        try await write()
        let changes = (0..<1200).map { number in
            let at = HybridTime(Instant(milliseconds: 1_790_000_000_000 + Int64(number)), device: account.device)
            return SyncOperation(
                opId: .random(), id: task, at: at, fields: [JSONMember("notes", .string("zebra \(number)"))])
        }
        _ = try await house.ledger.push(Push(operations: changes), to: account.id)
        let erasure = Erasure(of: task, in: account.id, house.database)
        let (begun, traces) = (Instant.now(), try await erasure.traces(in: house.ledger))
        var needs = SliceNeeds()
        needs.tasks = [task]
        _ = try await house.ledger.change(account.id, seeing: needs) { [task, account] slice in
            let clock = try #require(slice.tasks[task]?.lastChange).successor(device: account.device)
            var decision = Decision(
                Push(operations: [SyncOperation(opId: .random(), id: task, at: clock, kind: .delete)]))
            decision.erases = task
            decision.alongside = erasure.beginning(traces, by: account.device, now: begun)
            return decision
        }
        // The first batch, and then the process is gone.
        #expect(try await erasure.takeWordsOut(mayGoOn: { false }) == false)
        #expect(try await places().contains("change.patch"))
        #expect(
            try await AccountCheck(house.ledger, account.id).run().map(\.kind).contains(.sizeWrong)
                == false)
        let later = begun.adding(milliseconds: RecentErasures.patience + 1)
        try await RecentErasures(house.database).settle(account.id, now: later) { true }
        #expect(try await places() == [])
        let receipt = try #require(try await erasure.receipt())
        #expect(receipt.isFinished && receipt.lines >= 1200)
        #expect(try await AccountCheck(house.ledger, account.id).run() == [])
    }

    @Test func onlyTheOwnersAppMayAskForIt() async throws {
        try await write()
        let token = await desk.post("/v1/tokens", #"{"label":"Script","scope":"read"}"#)
        let script = house.caller.with(token.string("token"))
        #expect(await script.post(path + "/erasure").statusAndCode == "403 scope_insufficient")
        #expect(await desk.get(path).status == 200)
        let stale = await Caller(port: house.port, token: desk.token, fields: ["If-Match": "\"no\""]).post(
            path + "/erasure")
        #expect(stale.status == 412)
    }

    /// A device that gives two operations one name is answered for both, in their order, and the first counts.
    @Test(arguments: [[0, 1], [1, 0], [1, 1], [1, 0, 2, 0], [2, 1, 1]])
    func operationsOfOneNameAreAnsweredOneByOne(_ rows: [Int]) async throws {
        try await write()
        let other = Identifier(high: task.high, low: task.low + 1)
        let third = Identifier(high: task.high, low: task.low + 2)
        #expect(await desk.post(path + "/erasure").status == 200)
        let ops = rows.map { row in
            """
            {"opId":"00000000-0000-4000-8000-0000000000AA","entity":"task","id":"\([other, task, third][row].text)",\
            "at":"2026-01-01T09:15:00.123Z","fields":{"title":"zonkey \(row)"}}
            """
        }
        let push = #"{"cursor":null,"ops":[\#(ops.joined(separator: ","))]}"#
        let expected = rows.first == 1 ? "rejected" : "applied"
        for _ in 0..<2 {
            let answer = await desk.post("/v1/sync", push)
            let outcomes = answer.text.components(of: #""outcome":""#, until: "\"")
            #expect(answer.status == 200 && outcomes.count == rows.count && outcomes.first == expected)
        }
        #expect(await desk.get("/v1/tasks/\(other.text)").status == (rows.first == 0 ? 200 : 404))
        #expect(await desk.get("/v1/tasks/\(third.text)").status == (rows.first == 2 ? 200 : 404))
        #expect(try await AccountCheck(house.ledger, account.id).run() == [])
    }

    @Test func anAccountThatGoesIntoAnotherTakesItAlong() async throws {
        try await write()
        #expect(await desk.post("/v1/tasks", #"{"title":"zonkey"}"#).status == 201)
        #expect(await desk.post(path + "/erasure").status == 200)
        let target = await house.newcomer()
        let merged = await desk.post("/v1/account/merge", #"{"token":"\#(target.token ?? "")"}"#)
        #expect(merged.status == 200)
        #expect(await target.get("/v1/tasks").text.contains("zonkey"))
        #expect(await target.put(path, #"{"title":"zebra"}"#).statusAndCode == "410 erased")
        let receipt = await target.post(path + "/erasure")
        #expect(receipt.status == 200 && receipt.number("removed.searchPages") == 1)
    }
}

extension String {
    /// What stands between two texts, wherever it does.
    fileprivate func components(of start: String, until end: Character) -> [String] {
        var rest = self[...]
        var found: [String] = []
        while let place = rest.firstRange(of: start) {
            rest = rest[place.upperBound...]
            found.append(String(rest.prefix { $0 != end }))
        }
        return found
    }
}
