import Foundation
import TestPostgres
import TestWire
import Testing

/// `daybook check`, `purge` and `vacuum advice` as real processes on a real database.
@Suite(.closing) struct CheckTests {
    private let desk: BackupDesk

    init() throws { desk = try BackupDesk() }

    private func demo(_ desk: BackupDesk) async throws -> (url: String, account: String) {
        let url = try TestPostgres.shared.freshDatabase()
        #expect(try await desk.run(url, ["migrate", "up"]).code == 0)
        let demo = try await desk.json(url, "account", "demo")
        return (url, try #require(demo["id"].text))
    }

    private func flaws(_ desk: BackupDesk, _ url: String) async throws -> (
        code: Int32, kinds: Set<String>, text: String
    ) {
        let run = try await desk.run(url, ["check", "--json"])
        return (run.code, Set(JSON(run.output)["flaws"].list.compactMap { $0["flaw"].text }), run.output)
    }

    @Test func everyFlawIsFoundNamedAndMendedThroughTheLedger() async throws {
        let (url, account) = try await demo(desk)
        let clean = try await desk.run(url, ["check"])
        #expect(clean.code == 0 && clean.output == "1 account, no flaws\n", "\(clean.output)\(clean.complaints)")
        let name = TestPostgres.shared.name(of: url)
        func pick(_ condition: String, _ place: Int) throws -> String {
            try #require(
                try TestPostgres.shared.query(
                    "SELECT task_id FROM task WHERE \(condition) ORDER BY task_id OFFSET \(place) LIMIT 1",
                    database: name
                ).first?[0])
        }
        let open = "deleted_at IS NULL AND completed_at IS NULL"
        let done = "deleted_at IS NULL AND completed_at IS NOT NULL"
        let victims = (
            changed: try pick(open, 0), gone: try pick(open, 1), shown: try pick(open, 2), long: try pick(open, 3),
            uncounted: try pick(done, 0)
        )
        let title = try TestPostgres.shared.query(
            "SELECT title FROM task WHERE task_id = '\(victims.changed)'", database: name)[0][0]
        for statement in [
            "UPDATE task SET title = 'Nobody wrote this' WHERE task_id = '\(victims.changed)'",
            "DELETE FROM task WHERE task_id = '\(victims.gone)'",
            "UPDATE task SET updated_at = '2001-01-01' WHERE task_id = '\(victims.shown)'",
            "UPDATE task SET sort_order = sort_order || repeat('V', 70) WHERE task_id = '\(victims.long)'",
            "DELETE FROM completion WHERE task_id = '\(victims.uncounted)'",
            "UPDATE account_clock SET live_tasks = live_tasks + 5, stored_bytes = stored_bytes + 1",
        ] { try TestPostgres.shared.execute(statement, database: name) }

        let found = try await flaws(desk, url)
        #expect(found.code == 1)
        #expect(
            found.kinds.isSuperset(of: [
                "row_differs", "row_missing", "columns_differ", "order_key_long", "completion_wrong", "count_wrong",
                "size_wrong",
            ]), "\(found.kinds)")
        #expect(found.text.contains(victims.changed) && found.text.contains(victims.gone))
        #expect(!found.text.contains("Nobody wrote this"))
        // Looking changes nothing.
        #expect(try await flaws(desk, url).text == found.text)

        let before = try #require(try TestPostgres.shared.revisions(url)[account].flatMap { Int($0) })
        let repaired = try await desk.run(url, ["check", "--repair"])
        #expect(repaired.code == 0, "\(repaired.output)\(repaired.complaints)")
        let after = try await flaws(desk, url)
        #expect(after.code == 0 && after.kinds.isEmpty, "\(after.text)")
        // Through the ledger: the rows have a new revision, so devices hear of them.
        #expect(try #require(try TestPostgres.shared.revisions(url)[account].flatMap { Int($0) }) > before)
        let mended = try TestPostgres.shared.query(
            "SELECT title FROM task WHERE task_id = '\(victims.changed)' AND revision > \(before)", database: name)
        #expect(mended.first?[0] == title)
        #expect(
            try TestPostgres.shared.query("SELECT 1 FROM task WHERE task_id = '\(victims.gone)'", database: name).count
                == 1)
    }

    @Test func whatNoRowMayHoldIsFoundAndMended() async throws {
        let (url, _) = try await demo(desk)
        let name = TestPostgres.shared.name(of: url)
        let titles = "SELECT task_id, title FROM task ORDER BY task_id"
        let before = try TestPostgres.shared.query(titles, database: name)
        try TestPostgres.shared.execute("UPDATE task SET title = '' WHERE deleted_at IS NULL", database: name)
        let found = try await flaws(desk, url)
        #expect(found.code == 1 && found.kinds == ["row_malformed"], "\(found.text)")

        let repaired = try await desk.run(url, ["check", "--repair"])
        #expect(repaired.code == 0, "\(repaired.output)\(repaired.complaints)")
        let after = try await flaws(desk, url)
        #expect(after.code == 0 && after.kinds.isEmpty, "\(after.text)")
        #expect(try TestPostgres.shared.query(titles, database: name) == before)
    }

    @Test func whatHidesBehindIsMendedTooAndWhatCannotBeReadIsNamed() async throws {
        let (url, _) = try await demo(desk)
        let name = TestPostgres.shared.name(of: url)
        let first = "task_id = (SELECT min(task_id::text)::uuid FROM task WHERE deleted_at IS NULL)"
        let last = "task_id = (SELECT max(task_id::text)::uuid FROM task WHERE deleted_at IS NULL)"
        try TestPostgres.shared.execute("UPDATE task SET title = '' WHERE \(first)", database: name)
        try TestPostgres.shared.execute("UPDATE task SET carry_count = 7 WHERE \(last)", database: name)
        let found = try await flaws(desk, url)
        #expect(found.code == 1 && found.kinds == ["row_malformed"], "\(found.text)")
        let repaired = try await desk.run(url, ["check", "--repair"])
        #expect(repaired.code == 0 && repaired.output.contains("row_differs"), "\(repaired.output)")
        #expect(try await flaws(desk, url).code == 0)

        try TestPostgres.shared.execute("UPDATE task SET clocks = '\\x00' WHERE \(first)", database: name)
        let unreadable = try await desk.run(url, ["check", "--repair"])
        #expect(unreadable.code == 1 && unreadable.output.contains("row_malformed"), "\(unreadable.output)")
    }

    /// Keys at the ends of the integers and of the key space, as any client may write them.
    @Test func longKeysAreShortenedWhateverStandsBesideThem() async throws {
        let url = try await migratedDatabase.copy()
        let keys = [
            String(repeating: "0", count: 70), "Q0000000000", "Q0000000001", "jzzzzzzzzzz",
            String(repeating: "z", count: 255), String(repeating: "z", count: 70), "V",
        ]
        let (api, token) = try await API.withAccount(url)
        for key in keys {
            let made = try await api.ask(
                "POST", "/v1/tasks", token: token, #"{"title":"\#(key)","sortOrder":"\#(key)"}"#)
            #expect(made.status == 201)
        }
        // The server that made them had a secret key of its own.
        try TestPostgres.shared.execute(
            "UPDATE instance SET key_fingerprint = NULL", database: TestPostgres.shared.name(of: url))
        #expect(try await flaws(desk, url).kinds == ["order_key_long"])
        let repaired = try await desk.run(url, ["check", "--repair"])
        #expect(repaired.code == 0, "\(repaired.output)\(repaired.complaints)")
        #expect(try await flaws(desk, url).kinds.isEmpty)
        let titles = try TestPostgres.shared.query(
            "SELECT title FROM task ORDER BY sort_order", database: TestPostgres.shared.name(of: url))
        #expect(titles.map { $0[0] } == keys.sorted())
    }

    /// As releases left it where the server had made the row itself.
    @Test func whatWaitsBesideItsRowIsFoundAndBrought() async throws {
        let url = try await migratedDatabase.copy()
        let name = TestPostgres.shared.name(of: url)
        let (api, token) = try await API.withAccount(url)
        func push(_ number: Int, _ at: String, _ what: String) async throws {
            let answer = try await api.ask(
                "POST", "/v1/sync", token: token,
                """
                {"ops":[{"opId":"aaaaaaaa-0000-4000-8000-00000000000\(number)","entity":"task",\
                "id":"bbbbbbbb-0000-4000-8000-000000000001","at":"\(at)",\(what)}]}
                """)
            #expect(answer.status == 200)
        }
        try await push(1, "2026-06-01T09:00:02.000Z", #""kind":"delete""#)
        // Where nothing is said to wait, nothing is looked up.
        try TestPostgres.shared.execute("UPDATE account_clock SET waiting = 0", database: name)
        try await push(2, "2026-06-01T09:00:00.000Z", #""fields":{"title":"Bread"}"#)
        try TestPostgres.shared.execute(
            "UPDATE account_clock SET waiting = 1; UPDATE instance SET key_fingerprint = NULL", database: name)
        #expect(try await flaws(desk, url).kinds == ["waiting_wrong"])
        let repaired = try await desk.run(url, ["check", "--repair"])
        #expect(repaired.code == 0, "\(repaired.output)\(repaired.complaints)")
        #expect(try await flaws(desk, url).kinds.isEmpty)
        let left = try TestPostgres.shared.query(
            "SELECT deleted_at IS NOT NULL, (SELECT count(*) FROM waiting_change) FROM task", database: name)
        #expect(left == [["t", "0"]])
    }

    /// More text than one statement reads in time, and than a small machine holds.
    @Test func longTextsAreReadPieceByPiece() async throws {
        let url = try await migratedDatabase.copy()
        let (api, token) = try await API.withAccount(url)
        let notes = String(repeating: "n", count: 900_000)
        for number in 0..<Proofs.scale(gate: 12, proof: 60) {
            let made = try await api.ask(
                "POST", "/v1/tasks", token: token, #"{"title":"\#(number)","notes":"\#(notes)"}"#)
            #expect(made.status == 201)
        }
        try TestPostgres.shared.execute(
            "UPDATE instance SET key_fingerprint = NULL; UPDATE task SET title = 'Nobody wrote this' WHERE title = '3'",
            database: TestPostgres.shared.name(of: url))
        #expect(try await flaws(desk, url).kinds == ["row_differs"])
    }

    @Test func whatHousekeepingWouldRemoveGoesNow() async throws {
        let (url, account) = try await demo(desk)
        let name = TestPostgres.shared.name(of: url)
        try TestPostgres.shared.execute(
            """
            UPDATE task SET deleted_at = now() - interval '40 days', deletion = decode(repeat('ff', 26), 'hex')
            WHERE task_id IN (SELECT task_id FROM task WHERE deleted_at IS NULL ORDER BY task_id LIMIT 3)
            """, database: name)
        let kept = try await desk.json(url, "purge", "--deleted-retention", "90d")
        #expect(kept["tasks"].number == 0)
        let other = try await desk.run(url, ["purge", "--account", "nobody@example.org"])
        #expect(other.code == 1 && other.complaints.contains("no account"))
        let purged = try await desk.json(url, "purge", "--account", account)
        #expect(purged["tasks"].number == 3 && purged["accounts"].number == 1)
        #expect(try await desk.json(url, "purge")["tasks"].number == 0)
    }

    @Test func adviceIsGivenWhereItIsWorthIt() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        #expect(try await desk.run(url, ["migrate", "up"]).code == 0)
        let quiet = try await desk.run(url, ["vacuum", "advice"])
        #expect(quiet.code == 0 && quiet.output.contains("nothing to do"), "\(quiet.output)")
        let name = TestPostgres.shared.name(of: url)
        for statement in [
            "ALTER TABLE invite SET (autovacuum_enabled = false)",
            """
            INSERT INTO invite SELECT decode(md5(n::text) || md5((-n)::text), 'hex'), gen_random_uuid(), NULL, now(), NULL, 1
            FROM generate_series(1, 20000) AS n
            """, "DELETE FROM invite",
        ] { try TestPostgres.shared.execute(statement, database: name) }
        // PostgreSQL counts when a session ends, and tells it a little later.
        await eventually {
            (try? await desk.run(url, ["vacuum", "advice"]).output.contains("VACUUM (ANALYZE) invite")) ?? false
        }
    }

    @Test func anAccountLeavesWithEverything() async throws {
        let (url, account) = try await demo(desk)
        let unasked = try await desk.run(
            url, ["account", "export-then-delete", account, "--output", desk.path("ada.json")])
        #expect(unasked.code == 1 && unasked.complaints.contains("--yes"))
        let nowhere = try await desk.run(
            url, ["account", "export-then-delete", account, "--yes", "--output", "/nonexistent/ada.json"])
        #expect(nowhere.code != 0, "\(nowhere.output)")
        // It is as it was: there, and not disabled.
        #expect(try await desk.json(url, "account", "show", account)["disabled"].flag == false)
        let tasks = try #require(try await desk.json(url, "account", "show", account)["tasks"].number)
        // A file that is there may be all that is left of somebody else.
        let taken = desk.path("taken.json")
        try Data("theirs".utf8).write(to: URL(filePath: taken))
        let refused = try await desk.run(url, ["account", "export-then-delete", account, "--yes", "--output", taken])
        #expect(refused.code != 0 && refused.complaints.contains("is there already"))
        #expect(try String(contentsOfFile: taken, encoding: .utf8) == "theirs")
        #expect(try await desk.json(url, "account", "show", account)["disabled"].flag == false)
        let gone = try await desk.json(
            url, "account", "export-then-delete", account, "--yes", "--output", desk.path("ada.json"))
        #expect(gone["rows"]["account"].number == 1)
        #expect(try await desk.run(url, ["account", "show", account]).code == 1)
        let file = JSON(try String(contentsOfFile: desk.path("ada.json"), encoding: .utf8))
        #expect(file["tasks"].list.count >= tasks && !file["history"].isNull)
    }

    /// Two that leave on one day leave two files in a folder.
    @Test func accountsThatLeaveIntoOneFolderDoNotMeet() async throws {
        let (url, first) = try await demo(desk)
        let second = try #require(try await desk.json(url, "account", "create")["id"].text)
        let folder = desk.path("left")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for account in [first, second] {
            _ = try await desk.json(url, "account", "export-then-delete", account, "--yes", "--output", folder)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(files.count == 2 && files.allSatisfy { $0.contains(first) != $0.contains(second) }, "\(files)")
    }
}
