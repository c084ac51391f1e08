import DaybookCore
import DaybookFormats
import Postgres
import Testing

@testable import DaybookAPI
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestService

/// An import that was taken back comes again, by an undo of that or from the same file.
@Suite(.closing) struct TakeBackImportTests {
    private let house: TakeBackHouse

    init() async throws { house = try await TakeBackHouse() }

    private func take(_ file: String) async -> Caller.Answer {
        let answer = await house.person.post("/v1/import", file)
        #expect(answer.status == 200, "\(answer.text)")
        return answer
    }

    private func takeBack(_ report: Caller.Answer, since: Int, key: String? = nil) async -> Caller.Answer {
        var person = house.person
        person.fields["Idempotency-Key"] = key
        let answer = await person.post(
            "/v1/history/takeback",
            #"{"device":"\#(report.string("device"))","since":\#(since),"until":\#(report.number("revision"))}"#)
        #expect(answer.status == 200 && answer.string("device.name") == "Import", "\(answer.text)")
        return answer
    }

    @Test func theSameFileBringsItAgainAndOnlyWhatWasTakenBack() async throws {
        let mine = await house.make(house.person, "/v1/tasks", #"{"title":"Mine"}"#)
        let file = ImportHouse.file(4)
        let start = await house.revision
        let report = await take(file)
        let all = await house.rows()
        #expect(all.count == 8)
        let undone = await takeBack(report, since: start)
        #expect(await house.rows().keys.sorted() == [mine])
        // An undo of that, first.
        let back = await house.undo(undone)
        #expect(await house.rows() == all)
        let unchanged = await take(file)
        #expect(unchanged.number("unchanged.tasks") == 4 && unchanged.number("made.tasks") == 0)

        // Undone, done again and undone once more it is undone.
        #expect(await house.undo(back).status == 200)
        let before = await house.revision
        let dry = await house.person.post("/v1/import?dryRun=true", file)
        let again = await take(file)
        for answer in [dry, again] {
            #expect(answer.number("made.tasks") == 4 && answer.number("made.lists") == 3, "\(answer.text)")
            #expect(answer.number("deletedHere.tasks") == 0, "\(answer.text)")
        }
        #expect(await house.rows() == all)
        #expect(await take(file).number("unchanged.tasks") == 4)

        // What somebody deleted stays deleted, whatever became of the import.
        guard let task = all.first(where: { $0.value.contains(JSONMember("title", "Task 3")) })?.key else { return }
        #expect(await house.person.delete("/v1/tasks/\(task)").status == 204)
        _ = await takeBack(again, since: before)
        #expect(await house.rows().count == 1)
        let third = await take(file)
        #expect(third.number("made.tasks") == 3 && third.number("deletedHere.tasks") == 1, "\(third.text)")
        #expect(await house.rows().count == 7)
    }

    @Test func itComesAgainAlsoAfterItsTombstonesHaveGone() async throws {
        let file = ImportHouse.file(3)
        let start = await house.revision
        _ = await takeBack(await take(file), since: start)
        try await house.house.database.write(
            of: house.account, "DELETE FROM task WHERE account_id = \(house.account) AND deleted_at IS NOT NULL")
        #expect(await take(file).number("made.tasks") == 3)
        #expect(await take(file).number("unchanged.tasks") == 3)
        #expect(await house.rows().count == 6)
    }

    /// What became of a row is told once for each time that it stands in the file, whatever was thought of it before.
    @Test(arguments: [false, true]) func aRowThatIsThereTwiceComesAgainOnce(isForgotten: Bool) async throws {
        let file = ImportHouse.file(3).replacing("]\n", with: "") + "," + ImportHouse.file(1).dropFirst(2)
        let start = await house.revision
        _ = await takeBack(await take(file), since: start)
        if isForgotten {
            try await house.house.database.write(
                of: house.account, "DELETE FROM task WHERE account_id = \(house.account) AND deleted_at IS NOT NULL")
        }
        let dry = await house.person.post("/v1/import?dryRun=true", file)
        for answer in [dry, await take(file)] {
            #expect(answer.number("made.tasks") == 3 && answer.number("unchanged.tasks") == 1, "\(answer.text)")
            #expect(answer.number("deletedHere.tasks") == 0 && answer.number("refused") == 0, "\(answer.text)")
        }
    }

    /// What happened to it is not read without end.
    @Test func aRowWithALongHistoryStaysAsItIs() async throws {
        let file = ImportHouse.file(2)
        let start = await house.revision
        _ = await takeBack(await take(file), since: start)
        try await house.house.database.transaction(of: house.account) { transaction in
            _ = try await transaction.run([
                """
                INSERT INTO change (account_id, revision, op_id, device_id, recorded_at, at, counter, entity, entity_id,
                    kind, patch, prior, created, changed, outcome)
                SELECT account_id, (SELECT max(revision) FROM change) + n, gen_random_uuid(), device_id, recorded_at, at, counter, entity, entity_id,
                    kind, '{}', '[]', false, false, 'applied'
                FROM (SELECT * FROM change WHERE entity = 'task' ORDER BY revision DESC LIMIT 1) AS last,
                    generate_series(1, \(Query.mostLinesOfOne)) AS n
                """,
                "UPDATE account_clock SET revision = (SELECT max(revision) FROM change)",
            ])
        }
        let again = await take(file)
        #expect(again.number("made.tasks") == 1 && again.number("deletedHere.tasks") == 1, "\(again.text)")
    }

    @Test func whatIsRefusedWhereItComesAgainIsNotAlsoDeleted() {
        let (one, other) = (Identifier.random(), Identifier.random())
        var result = ImportBatch.Result(
            rows: [(one, .deletedHere(.task)), (other, .deletedHere(.task))], revision: 7)
        result.retell([one], as: ImportBatch.Result(refusals: [one: Remark(.refused, line: 1, "")], revision: 8))
        #expect(result.counts == [.deletedHere(.task): 1] && result.refused == 1 && result.revision == 8)
    }

    /// Made by the import or brought back by it, a list stays where somebody has put something into it.
    @Test(arguments: [nil, "key"]) func aListInUseStays(key: String?) async throws {
        let file = ImportHouse.file(1)
        for _ in 0..<2 {
            let start = await house.revision
            let report = await take(file)
            let list = await house.rows().first { $0.value.contains(JSONMember("name", "P0")) }?.key ?? ""
            let mine = await house.make(house.person, "/v1/tasks", #"{"title":"Mine","listId":"\#(list)"}"#)
            let undone = await takeBack(report, since: start, key: key.map { "\($0)\(start)" })
            #expect(undone.text.contains(#""entity":"list","id":"\#(list)","field":"deletedAt""#), "\(undone.text)")
            #expect(await house.rows().keys.sorted() == [list, mine].sorted())
            #expect(await house.person.delete("/v1/tasks/\(mine)").status == 204)
            #expect(await takeBack(report, since: start).status == 200)
            #expect(await house.rows().isEmpty)
        }
    }

    @Test func theAccountPutBackToBeforeItIsNoReasonEither() async throws {
        let file = ImportHouse.file(3)
        let start = await house.revision
        let all = await take(file).status == 200 ? await house.rows() : [:]
        let body = #"{"to":\#(start),"confirmMassDelete":true}"#
        #expect(await house.person.post("/v1/account/restoration", body).status == 200)
        #expect(await house.rows().isEmpty)
        #expect(await take(file).number("made.tasks") == 3)
        #expect(await house.rows() == all)
    }
}
