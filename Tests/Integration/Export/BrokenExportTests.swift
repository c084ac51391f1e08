import DaybookClient
import Foundation
import TestWire
import Testing

/// Exports over HTTP that somebody waits for at the other end.
@Suite(.closing) struct BrokenExportTests {
    @Test func anAnswerThatBreaksInTheMiddleIsKnownAsBroken() async throws {
        // More than any socket holds.
        let house = try await ExportHouse.open(tasks: 3_000, titleLength: 10_000)
        let client = try #require(Client(house.api.port))
        client.send("GET /v1/export HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(house.token)\r\n\r\n")
        await eventually { house.count("query LIKE 'COPY%' AND wait_event = 'ClientWrite'") == 1 }
        try house.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY%' AND state = 'active' AND pid <> pg_backend_pid()"
        )
        let text = try #require(await client.bytes { _ in false })
        #expect(text.hasPrefix("HTTP/1.1 200") && text.lowercased().contains("transfer-encoding: chunked"))
        #expect(!text.hasSuffix("0\r\n\r\n") && !text.contains("\"form\": 1"))
    }

    @Test func aReaderThatLeavesFreesItsConnection() async throws {
        let house = try await ExportHouse.open(tasks: 3_000, titleLength: 10_000)
        for _ in 0..<20 {
            let client = try #require(Client(house.api.port))
            client.send("GET /v1/export HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(house.token)\r\n\r\n")
            // A file that begins, or the word that there are enough of them.
            #expect(await client.bytes { _ in true } != nil)
        }
        await eventually { house.count("query LIKE 'COPY%' AND state = 'active'") == 0 }
        #expect(try await house.api.ask("GET", "/v1/tasks?limit=1", token: house.token).status == 200)
    }

    /// The terminal client asks its server; the SDK writes a whole file or none.
    @Test func ownersExportFromWhereTheyAre() async throws {
        let house = try await ExportHouse.open()
        let home = try Home()
        #expect(try await home.run("login", "http://127.0.0.1:\(house.api.port)").code == 0)
        #expect(try await home.run("add", "Buy", "milk").code == 0)
        let run = try await home.run("export", "--output", house.out + "/mine.json", "--json")
        #expect(run.code == 0, "\(run.complaints)")
        #expect(JSON(run.output)["file"].text == house.out + "/mine.json")
        let document = JSON(try String(contentsOfFile: house.out + "/mine.json", encoding: .utf8))
        #expect(document["tasks"].list.map { $0["text"].text } == ["Buy milk"])
        let table = try await home.run("export", "--format", "csv", "--output", "-")
        #expect(table.output.contains("\"Buy milk\",notStarted"))

        let notebook = try Notebook(folder: home.notebook)
        let file = URL(filePath: house.out + "/sdk.ics")
        try await notebook.export(.init(format: .ics), to: file)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("SUMMARY:Buy milk"))
        await #expect(throws: EntryFailure.self) { try await notebook.export(.init(since: "no date"), to: file) }
        #expect(try house.names() == ["mine.json", "sdk.ics"])
        #expect(await house.api.program.stop() == 0)
        let away = try await home.run("export", "--output", house.out + "/away.json")
        #expect(away.code == 69)
        #expect(try house.names() == ["mine.json", "sdk.ics"])
    }

    @Test func withoutAServerThereIsNothingToExport() async throws {
        let home = try Home()
        let run = try await home.run("export", "--output", home.folder.path)
        #expect(run.code == 1 && run.complaints.contains("daybook login --help"))
    }
}
