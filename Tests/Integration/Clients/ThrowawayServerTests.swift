import DaybookTesting
import Foundation
import TestPostgres
import Testing

// The example of docs/build/testing.md, word for word.
@Test func aTaskReachesTheServer() async throws {
    let server = try await ThrowawayServer()
    let phone = try await server.newNotebook(deviceName: "phone")
    try await phone.add("Water the plants")
    #expect(await phone.sync().trouble == nil)
    await server.stop()
}
// End of the example.

/// What app makers test against.
@Suite(.serialized, .closing) struct ThrowawayServerTests {
    private func answers(_ url: URL) async -> Bool {
        await Client.get("/healthz", UInt16(url.port ?? 0))?.status == 200
    }

    @Test func theExampleOfTheGuideIsThisOne() throws {
        #expect(try Guide.text("testing.md").contains(Guide.example()))
    }

    @Test func oneLineStartsARealServer() async throws {
        let server = try await ThrowawayServer()
        let phone = try await server.newNotebook(deviceName: "phone")
        let stranger = try await server.newNotebook()
        let task = try await phone.add("written in a test")
        #expect(await phone.sync().trouble == nil)
        await stranger.sync()
        #expect(await phone.task(task)?.title == "written in a test")
        #expect(await stranger.snapshot.inbox.isEmpty)
        #expect(await phone.status.pending == 0)
        await server.stop()
        #expect(await !answers(server.url))
        #expect(await phone.sync().trouble != nil)
    }

    @Test func nothingIsLeftWhenItIsLetGo() async throws {
        let before = try folders()
        var server: ThrowawayServer? = try await ThrowawayServer()
        let url = try #require(server?.url)
        #expect(await answers(url))
        let mine = try folders().subtracting(before)
        #expect(!mine.isEmpty)
        server = nil
        // The shell that clears away is nobody's to wait for here.
        while try !folders().isDisjoint(with: mine) { try await Task.sleep(for: .milliseconds(20)) }
        #expect(await !answers(url))
    }

    @Test func itMayUseAnEmptyDatabaseElsewhere() async throws {
        let server = try await ThrowawayServer(
            settings: ["DAYBOOK_DATABASE_URL": try TestPostgres.shared.freshDatabase()])
        #expect(await answers(server.url))
        await server.stop()
    }

    @Test func whatCannotStartSaysWhy() async throws {
        let before = try folders()
        let failure = await #expect(throws: ThrowawayServer.NotServing.self) {
            try await ThrowawayServer(settings: ["DAYBOOK_DRAIN_DEADLINE": "soon"])
        }
        #expect(failure?.reason.contains("DAYBOOK_DRAIN_DEADLINE") == true)
        // Others make theirs meanwhile.
        let place = FileManager.default.temporaryDirectory
        let left = try folders().subtracting(before).filter { name in
            let complaints = try? String(contentsOf: place.appending(path: "\(name)/complaints"), encoding: .utf8)
            return complaints?.contains("DAYBOOK_DRAIN_DEADLINE") == true
        }
        #expect(left.isEmpty)
    }

    private func folders() throws -> Set<String> {
        let place = FileManager.default.temporaryDirectory
        return Set(
            try FileManager.default.contentsOfDirectory(atPath: place.path).filter { $0.hasPrefix("daybook-testing-") })
    }
}
