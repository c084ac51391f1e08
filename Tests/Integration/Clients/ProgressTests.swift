import DaybookClient
import Foundation
import Testing

/// Statistics in the SDK and in the terminal, with the real server.
@Suite(.closing) struct ProgressTests {
    @Test func theNotebookTellsWhatTheServerCounts() async throws {
        let api = try await API.serving()
        let home = try Home()
        let notebook = try Notebook(folder: home.notebook)
        try await notebook.changeSettings { $0.timeZone = Daylight.zone }
        // Alone, the device tells what it holds.
        let first = try await notebook.add("Water the plants")
        try await notebook.complete(first)
        let alone = try await notebook.completionCounts()
        #expect(alone.source == .device && alone.statistic.today == 1 && alone.statistic.ever == 1)
        await #expect(throws: EntryFailure.self) { try await notebook.picture(.daily) }

        try await notebook.begin(on: try #require(URL(string: "http://127.0.0.1:\(api.port)")))
        let second = try await notebook.add("Buy bread")
        try await notebook.complete(second)
        try await notebook.delete(second)
        #expect(await notebook.sync().trouble == nil)
        let counts = try await notebook.completionCounts()
        #expect(counts.source == .server && counts.statistic.today == 2 && counts.statistic.ever == 2)
        #expect(counts.statistic.trend.sentence == "No data from last month")
        let today = await notebook.moment.today
        let series = try await notebook.dailySeries()
        #expect(series.source == .server && series.statistic.busiest == .init(date: today, count: 2))
        let shares = try await notebook.distribution(by: .list).statistic
        #expect(shares.distribution.shares == [.init(key: nil, count: 2, percent: 100)] && shares.names[nil] == "Inbox")
        #expect(try await notebook.rhythm().statistic.weekdays[today.weekday - 1] == 2)
        #expect(try await notebook.completionTime().statistic?.count == 2)
        #expect(try await notebook.postponements().statistic.count == 0)
        let review = try await notebook.review()
        #expect(review.source == .server && review.statistic.series.total == 2 && review.statistic.added == 2)
        let picture = String(decoding: try await notebook.picture(.year(), .dark), as: UTF8.self)
        #expect(
            picture.hasPrefix("<svg ") && picture.contains("\(today): 2") && !picture.contains("prefers-color-scheme"))
        #expect(try await notebook.review(withoutServer: true).source == .device)

        // The server is gone: the same from what is here, where the task that this device has deleted still is.
        #expect(await api.program.stop() == 0)
        let held = try await notebook.completionCounts()
        #expect(held.source == .device && held.statistic.today == 2)
    }

    @Test func theTerminalDrawsThem() async throws {
        let api = try await API.serving()
        let home = try Home(zone: Daylight.zone)
        #expect(try await home.run("login", "127.0.0.1:\(api.port)").code == 0)
        #expect(try await home.run("progress").output.hasPrefix("No data available yet\n"))
        for title in ["one", "two", "three"] {
            #expect(try await home.run("add", title).code == 0)
            #expect(try await home.run("done", title).code == 0)
        }
        let (code, shown, _) = try await home.run("progress")
        #expect(code == 0 && shown.hasPrefix("No data from last month\nToday 3, this week 3, last month 0, ever 3\n"))
        #expect(shown.contains("█") && shown.contains("By list\nInbox  █") && shown.contains("100 %  3"))
        #expect(!shown.contains("\u{1B}"), "colours where nobody sees them")
        let json = try await home.json("progress", "--by", "region")
        #expect(json["source"].text == "server" && json["summary"]["today"].number == 3)
        #expect(json["daily"]["days"].list.count == 30 && json["distribution"]["by"].text == "region")
        let year = try await home.run("progress", "--year").output
        #expect(year.split(separator: "\n").contains { $0.hasPrefix("Mon ") } && year.contains("less "))
        #expect(try await home.run("progress", "--svg", "balance").output.contains("Inbox"))
        let review = try await home.run("review").output
        #expect(review.hasPrefix("You completed 3 tasks this week.\n") && review.contains("Written down      3"))
        #expect(try await home.run("review", "last").output.hasPrefix("A quiet week."))
        #expect(try await home.json("review", "--offline")["source"].text == "device")
        #expect(try await home.run("review", "soon").code == 2)
        #expect(try await home.run("progress", "--days", "3").code == 2)
        #expect(await api.program.stop() == 0)
        let offline = try await home.run("progress").output
        #expect(offline.contains("Today 3") && offline.contains("the server was not asked"))
    }
}
