import DaybookClient
import Foundation
import Synchronization
import Testing

// The example of docs/sdk.md, word for word.
func showTasks(in folder: URL, of server: URL, show: @Sendable ([String]) -> Void) async throws {
    let notebook = try Notebook(folder: folder)
    if await !notebook.hasAccount { try await notebook.begin(on: server) }
    await notebook.keepInStep()
    let changes = await notebook.changes()
    show(await notebook.inbox().map(\.title))
    for await change in changes {
        show(await notebook.inbox().map(\.title))
        if let trouble = change.status.trouble { print(trouble.sentence) }
    }
}

func capture(_ title: String, in notebook: Notebook) async {
    do { try await notebook.add(title) } catch let unsaved as UnsavedChange {
        print("Not saved: \(unsaved.written.joined(separator: "\n"))")
    } catch { print(error) }
}
// End of the example.

@Suite struct ExampleTests {
    @Test func theExampleOfTheGuideIsThisOne() throws {
        #expect(try Guide.text("sdk.md").contains(Guide.example()))
    }

    @Test func theExampleKeepsAListInStep() async throws {
        let server = try StandInServer()
        let home = try Home()
        let other = try Home()
        let address = try #require(URL(string: server.address))
        let shown = Mutex<[String]>([])
        let app = Task {
            try await showTasks(in: home.folder, of: address) { titles in shown.withLock { $0 = titles } }
        }
        let notebook = try Notebook(folder: other.folder)
        try await notebook.begin(on: address)
        await capture("from elsewhere", in: notebook)
        await notebook.sync()
        await eventually { shown.withLock { $0 == ["from elsewhere"] } }
        app.cancel()
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
