import DaybookClient
import DaybookTesting
import Foundation
import Testing

@Suite(.closing) struct ExampleTests {
    @Test(arguments: ["Sources/DaybookClient/DaybookClient.docc/AListInStep.md", "docs/build/sdk.md"])
    func theTutorialShowsTheAppThatIsCompiled(page: String) throws {
        let app = try Guide.file("Examples/tasklist/TaskList.swift").trimmingCharacters(in: .newlines)
        #expect(try Guide.file(page).contains("```swift\n\(app)\n```"))
    }

    /// The app of the tutorial, against a real server: one goes on showing what others add, on this device and on
    /// another.
    @Test func theAppOfTheTutorialShowsWhatIsAdded() async throws {
        let server = try await ThrowawayServer()
        let home = try Home()
        let arguments = [home.notebook.path, server.url.absoluteString]
        let screen = try Program("tasklist", arguments)
        #expect(await screen.line(containing: "Inbox: 0") != nil)
        let added = try await Program.run("tasklist", arguments + ["Make", "some", "tea"])
        #expect(added.code == 0 && added.output.isEmpty && added.complaints.isEmpty)
        #expect(await screen.line(containing: "Make some tea") != nil)
        let notebook = try Notebook(folder: home.notebook)
        let task = try #require(await notebook.snapshot.inbox.first)
        #expect(task.category == "Kitchen")
        try await notebook.connect(to: server.url)
        await #expect(throws: EntryFailure.otherAccount) {
            try await notebook.connect(to: URL(string: "http://elsewhere.test")!)
        }
        await notebook.pause()
        await server.stop()
    }

    @Test func connectionsThatBreakAndServersThatReturnLoseNothing() async throws {
        let server = try StandInServer()
        let home = try Home()
        let address = try #require(URL(string: server.address))
        let notebook = try Notebook(folder: home.folder)
        try await notebook.begin(on: address)
        try await notebook.add("in the backup")
        await notebook.sync()
        let backup = server.account
        server.cut(2)
        for number in 0..<5 {
            try await notebook.add("task \(number)")
            await notebook.sync()
        }
        #expect(await notebook.sync().pending == 0)
        #expect(server.account.slice.tasks.count == 6 && server.account.ledger.count == 6)
        server.restore(backup)
        #expect(server.account.slice.tasks.count == 1)
        #expect(await notebook.sync().pending == 0)
        #expect(server.account.slice.tasks.count == 6 && server.account.ledger.count == 6)
    }
}
