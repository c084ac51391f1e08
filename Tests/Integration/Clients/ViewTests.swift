import DaybookClient
import DaybookCore
import Foundation
import Testing

/// The views of the replica, of the server and of the terminal, of one account over real HTTP.
@Suite(.closing) struct ViewTests {
    /// Whoever has no room for a replica sees what those see who have one.
    @Test func theServersViewsAreThoseOfTheReplica() async throws {
        let api = try await API.serving()
        let address = try #require(URL(string: "http://127.0.0.1:\(api.port)"))
        let (_, _, token) = try await api.newAccount(#"{"timeZone":"\#(Daylight.zone)"}"#)
        let home = try Home(zone: Daylight.zone)
        let notebook = try Notebook(folder: home.notebook)
        try await notebook.begin(on: address, timeZone: Daylight.zone)
        // From here on the notebook's days are those of the account's zone, and not of the machine's.
        #expect(await notebook.sync().trouble == nil)
        let moment = await notebook.moment
        try await notebook.add("idea")
        for (title, days) in [("today", 0), ("tomorrow", 1), ("week", 7), ("past", -1)] {
            let id = try await notebook.add(title)
            try await notebook.move(id, .to(moment.today.adding(days: days)))
        }
        let done = try await notebook.add("done")
        try await notebook.complete(done)
        #expect(await notebook.sync().trouble == nil)

        let stored = try String(contentsOf: home.notebook.appending(path: "token"), encoding: .utf8)
        let views = ServerViews(of: address, token: stored.trimmingCharacters(in: .whitespacesAndNewlines))
        #expect(try await views.show(.inbox()).tasks.map(\.id) == notebook.snapshot.inbox.map(\.id))
        #expect(
            try await views.show(.inbox(.unlisted)).tasks.map(\.id)
                == notebook.snapshot.inbox(.unlisted).map(\.id))
        #expect(try await views.show(.today).tasks.map(\.title) == ["today"])
        #expect(try await views.show(.past).tasks.map(\.title) == notebook.snapshot.past.map(\.title))
        let upcoming = try await views.show(.upcoming)
        let here = await notebook.snapshot.upcoming
        #expect(upcoming.groups.map(\.title) == here.map(\.title))
        #expect(upcoming.groups.map(\.date) == here.map(\.date))
        #expect(try await views.show(.completed()).groups.map { $0.tasks.map(\.title) } == [["done"]])
        #expect(await notebook.snapshot.completed().map { $0.tasks.map(\.title) } == [["done"]])
        #expect(try await views.show(.backlog).groups.map(\.count) == [0, 0, 0, 0])
        let widget = await notebook.snapshot.widget(.small)
        #expect(widget.entries.first?.rows.map(\.title) == ["today"])
        let shown = try await views.show(.widget(.small, lists: [nil])).document["entries"]
        guard case .array(let entries)? = shown else { throw API.NoAnswer() }
        #expect(entries.count == widget.entries.count)

        // Pages, and the answer that is kept while nothing changed.
        let page = try await views.show(.inbox(.unlisted), limit: 2)
        let rest = try await views.show(.inbox(.unlisted), after: page.nextCursor)
        #expect(page.tasks.count == 2 && rest.tasks.count == 4 && rest.nextCursor == nil)
        let before = try await views.show(.today)
        #expect(try await views.show(.today).document == before.document)
        try await notebook.move(try await notebook.add("another"), .toToday)
        await notebook.sync()
        #expect(try await views.show(.today).tasks.count == 2)

        let stranger = ServerViews(of: address, token: token)
        #expect(try await stranger.show(.today).tasks.isEmpty)
        await #expect(throws: EntryFailure.self) {
            try await ServerViews(of: address, token: "nobody").show(.today)
        }
    }

    @Test func theTerminalShowsEveryView() async throws {
        let home = try Home(zone: Daylight.zone)
        func add(_ arguments: String...) async throws {
            let added = try await Program.run("daybook", ["add"] + arguments, home.settings)
            #expect(added.code == 0, "\(added.complaints)")
        }
        try await add("Left behind", "--date", "yesterday")
        try await add("Late", "--due", "2020-01-01 12:00")
        try await add("Ship it", "--today", "--region", "morning", "--bucket", "mustDo")
        try await add("Write", "--today", "--region", "morning", "--bucket", "complementary")
        try await add("Some day", "--region", "backlog")
        try await add("Finished")
        #expect(try await home.run("done", "Finished").code == 0)

        #expect(try await home.titles("past") == ["Left behind"])
        #expect(try await home.titles("overdue") == ["Late"])
        #expect(try await home.run("past").output.contains("yesterday"))
        let board = try await home.json("board")
        #expect(board["regions"][0]["mustDoTitle"].text == "Ship it" && board["backlog"].number == 1)
        #expect(board["regions"][0]["complementary"]["text"].text == "1/3")
        let shown = try await home.run("board").output
        #expect(shown.contains("Must-do        Ship it") && shown.contains("Complementary  1/3"))
        #expect(shown.contains("Backlog  1 open") && shown.contains("Done today: 0/2, 0 %"))
        #expect(try await home.json("board", "morning")["tasks"].list.map { $0["title"].text } == ["Ship it", "Write"])
        let backlog = try await home.json("backlog")
        #expect(backlog["total"].number == 1 && backlog["groups"].list.map { $0["count"].number } == [1, 0, 0, 0])
        #expect(try await home.run("backlog").output.contains("Today (1)"))
        let completed = try await home.json("completed")
        #expect(completed["groups"].list.map { $0["title"].text } == ["Today"])
        #expect(try await home.run("completed", "--from", "+1").output.contains("Nothing was completed."))
        #expect(try await home.run("completed", "--from", "today", "--to", "yesterday").code == 2)
        #expect(try await home.run("board", "midnight").code == 2)
    }
}
