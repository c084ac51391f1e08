import Foundation
import Seeds
import TestPostgres
import TestWire
import Testing

/// Files taken in by real processes, which are killed.
@Suite(.closing) struct ImportTests {
    private static let count = Proofs.scale(gate: 1500, proof: 6000)

    private func file(in folder: URL) throws -> String {
        let rows = (0..<Self.count).map {
            #"{"description":"Task \#($0)","uuid":"00000000-0000-4000-8000-\#(String(format: "%012d", $0))","entry":"20260101T000000Z","status":"pending","project":"Home"}"#
        }
        let path = folder.appending(path: "tasks.json").path
        try "[\n\(rows.joined(separator: ",\n"))\n]\n".write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func aKilledImportIsFinishedByDoingItAgain() async throws {
        let desk = try await AdminTests.Desk.open()
        let made = try await desk.json(["account", "create"])
        let account = try #require(made["id"].text)
        let token = try #require(made["token"].text)
        let path = try file(in: desk.folder)
        var random = RandomSeed.generator()
        for _ in 0..<4 {
            let program = try Program("daybook", ["import", path, "--account", account], desk.settings)
            try await Task.sleep(for: .milliseconds(Int.random(in: 60...500, using: &random)))
            program.signal(SIGKILL)
            _ = await program.end()
        }
        let done = try await desk.json(["import", path, "--account", account])
        let total = [done["made"]["tasks"].number, done["unchanged"]["tasks"].number].compactMap { $0 }.reduce(0, +)
        #expect(total == Self.count)
        let overview = try await desk.api.ask("GET", "/v1/account", token: token)
        #expect(overview.json["counts"]["tasks"].number == Self.count)
        #expect(overview.json["revision"].number == Self.count + 1, "every operation is there once")
        let again = try await desk.run("import", path, "--account", account)
        #expect(again.code == 0)
        #expect(again.output.hasPrefix("There already: \(Self.count) tasks and 1 list."))
        #expect(try await desk.api.ask("GET", "/v1/account", token: token).json["revision"].number == Self.count + 1)
        let history = try await desk.api.ask("GET", "/v1/history?limit=1", token: token)
        #expect(history.json["entries"][0]["device"]["name"].text == "Import")
    }

    @Test func aServerKilledUnderAnImportIsAskedAgain() async throws {
        let url = try await migratedDatabase.copy()
        var api = try await API.serving(url)
        let account = try await api.newAccount()
        let folder = try openFolder()
        let body = try String(contentsOfFile: try file(in: folder), encoding: .utf8)
        var random = RandomSeed.generator()
        for _ in 0..<2 {
            let asked = api
            let question = Task { try await asked.ask("POST", "/v1/import", token: account.token, body) }
            try await Task.sleep(for: .milliseconds(Int.random(in: 20...400, using: &random)))
            asked.program.signal(SIGKILL)
            _ = try? await question.value
            _ = await asked.program.end()
            api = try await API.serving(url)
        }
        let done = try await api.ask("POST", "/v1/import", token: account.token, body)
        #expect(done.status == 200)
        let overview = try await api.ask("GET", "/v1/account", token: account.token)
        #expect(overview.json["counts"]["tasks"].number == Self.count)
        #expect(overview.json["revision"].number == Self.count + 1)
        #expect(await api.program.stop() == 0)
    }

    @Test func whoeverIsLoggedInSendsTheFileToTheirServer() async throws {
        let api = try await API.serving()
        let home = try Home()
        #expect(try await home.run("login", "http://127.0.0.1:\(api.port)").code == 0)
        let path = home.folder.appending(path: "Errands [12].csv").path
        try "TYPE,CONTENT,DATE,PRIORITY\ntask,Buy milk,\(day(9, in: "UTC")),1\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        let dry = try await home.json("import", path, "--dry-run")
        #expect(dry["made"]["tasks"].number == 1)
        #expect(try await home.json("lists")["lists"].list.isEmpty)
        let done = try await home.run("import", path)
        #expect(done.code == 0)
        #expect(done.output.contains("Made 1 task and 1 list."))
        #expect(done.output.contains("PRIORITY"))
        #expect(try await home.json("lists")["lists"].list.map { $0["name"].text } == ["Errands"])
        let upcoming = try await home.run("upcoming", "--offline").output
        #expect(upcoming.contains("Buy milk") && upcoming.contains("#Errands"), "\(upcoming)")
        let again = try await home.json("import", path)
        #expect(again["unchanged"]["tasks"].number == 1)
    }

    @Test func whatCannotBeReadIsSaid() async throws {
        let desk = try await AdminTests.Desk.open()
        let account = try #require(try await desk.json(["account", "create"])["id"].text)
        let missing = try await desk.run("import", "/nowhere.json", "--account", account)
        #expect(missing.code == 1)
        #expect(missing.complaints.contains("/nowhere.json: No such file or directory"))
        let folder = try await desk.run("import", "/tmp", "--account", account)
        #expect(folder.complaints.contains("/tmp: Is a directory"))
        let odd = desk.folder.appending(path: "odd.txt").path
        try "hello".write(toFile: odd, atomically: true, encoding: .utf8)
        let unknown = try await desk.run("import", odd, "--account", account)
        #expect(unknown.code == 1)
        #expect(unknown.complaints.contains("no format known here"))
        #expect(try await desk.run("import", odd, "--format", "doc", "--account", account).code == 2)
    }
}
