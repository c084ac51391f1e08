import DaybookCore
import Foundation
import TestReceivers
import Testing

/// Reminders in the terminal. The server is a small stand-in: how a real one decides what is due is its own tests'.
@Suite(.closing) struct ReminderCommandTests {
    private func time(in seconds: Double) -> String {
        Instant(milliseconds: Int64((Date().timeIntervalSince1970 + seconds) * 1000)).text
    }

    /// A `notify-send` that writes down what it is given.
    private func withDesktop(_ home: Home) throws -> (settings: [String: String], shown: URL) {
        let folder = home.folder.appending(path: "bin")
        let shown = home.folder.appending(path: "shown")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = folder.appending(path: "notify-send")
        try "#!/bin/sh\nprintf '%s|' \"$@\" >> '\(shown.path)'\n".write(to: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
        return (home.settings.merging(["PATH": "\(folder.path):/usr/bin:/bin"]) { $1 }, shown)
    }

    @Test func whatIsToComeIsListed() async throws {
        let home = try Home()
        #expect(try await home.run("remind").output == "No reminder is to come.\n")
        #expect(try await home.run("add", "Later", "--plain", "--remind", time(in: 90_000)).code == 0)
        #expect(
            try await home.run("add", "Soon", "--plain", "--remind", time(in: 600), "--due", time(in: 900)).code == 0)
        let listed = try await home.run("remind")
        let lines = listed.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains("Soon") && lines[0].contains("  due "), "\(listed)")
        let json = try await home.json("remind", "--limit", "1")["reminders"].list
        #expect(json.count == 1 && json[0]["title"].text == "Soon" && json[0]["firesAt"].text == json[0]["dueAt"].text)
        #expect(try await home.run("settings", "privateReminders=on").code == 0)
        #expect(try await !home.run("remind").output.contains("Soon"))
        #expect(try await home.run("remind", "--limit", "0").code == 2)
    }

    /// Of a day to come, which is not the reader's today, and in one language.
    @Test func aReminderSaysWhenItsTaskIsDue() async throws {
        let home = try Home(zone: Daylight.zone)
        let (due, remind) = (time(in: 3 * 86_400 + 600), time(in: 3 * 86_400))
        #expect(try await home.run("add", "Report", "--plain", "--due", due, "--remind", remind).code == 0)
        let german = home.settings.merging(["LANG": "de_DE.UTF-8"]) { $1 }
        for settings in [home.settings, german] {
            let listed = try await Program.run("daybook", ["remind"], settings).output
            #expect(!listed.contains("today") && !listed.contains("heute") && listed.contains("  due "), "\(listed)")
        }
    }

    /// Without any server, from this device's own notebook, and on the desktop.
    @Test func eachComesOnceWithoutTheServer() async throws {
        let home = try Home()
        let (settings, shown) = try withDesktop(home)
        #expect(try await home.run("add", "<b>Tea</b> & cake", "--plain", "--remind", time(in: 4)).code == 0)
        let watchers = try (0..<2).map { _ in try Program("daybook", ["remind", "--watch"], settings) }
        for watcher in watchers { #expect(await watcher.line(containing: "Waiting for reminders") != nil) }
        // Added by another process, while they wait.
        #expect(try await home.run("add", "--plain", "--remind", time(in: 6), "--", "-coffee").code == 0)
        // Either of them shows it, whoever is first.
        let (said, saying) = AsyncStream<Void>.makeStream()
        for watcher in watchers { Task { if await watcher.line(containing: "coffee") != nil { saying.yield() } } }
        for await _ in said { break }
        // What the desktop was told is written by another process.
        var told = ""
        while !told.contains("Tea") || !told.contains("coffee") {
            try await Task.sleep(for: .milliseconds(20))
            told = (try? String(contentsOf: shown, encoding: .utf8)) ?? ""
        }
        for watcher in watchers { watcher.signal(SIGKILL) }
        var output = ""
        for watcher in watchers { output += await watcher.allOutput() }
        #expect(output.components(separatedBy: "<b>Tea</b> & cake").count == 2, "\(output)")
        #expect(output.components(separatedBy: "-coffee").count == 2, "\(output)")
        #expect(told.contains("--app-name=Daybook|--|<b>Tea</b> & cake|") && told.contains("|--|-coffee|"), "\(told)")
    }

    @Test func whatTheServerTellsIsShownOnce() async throws {
        let server = try StandInServer()
        let home = try Home()
        #expect(try await home.run("login", server.address).code == 0)
        let dueAt = time(in: 3)
        #expect(try await home.run("add", "Tea", "--plain", "--remind", dueAt).code == 0)
        #expect(try await home.run("add", "Cake", "--plain", "--remind", time(in: 4)).code == 0)
        let task = try #require(server.account.slice.tasks.values.first { $0.title == "Tea" }?.id)
        let watcher = try home.start(["remind", "--watch"])
        #expect(await watcher.line(containing: "Connected.") != nil)
        let tea = #""subject":"reminder","taskId":"\#(task)","title":"Tea","body":"Due today","dueAt":"\#(dueAt)""#
        server.tell("reminder", #"{"id":"d1",\#(tea),"late":0}"#)
        #expect(await watcher.line(containing: "Tea") != nil)
        // Told again, as after a connection that was lost.
        server.tell("reminder", #"{"id":"d1",\#(tea),"late":90000}"#)
        server.tell("reminder-withdrawn", #"{"taskId":"\#(task)","dueAt":"\#(dueAt)"}"#)
        #expect(await watcher.line(containing: "No longer needed: Tea") != nil)
        let review =
            #"{"id":"d2","subject":"review","taskId":null,"title":"Time to review?","body":"3 min late","dueAt":"\#(dueAt)","late":180000}"#
        server.tell("reminder", review)
        let line = await watcher.line(containing: "Time to review?")
        #expect(line?.contains("3 min late") == true, "\(line ?? "")")
        // What the server does not tell comes from the notebook, and what it told does not come again.
        #expect(await watcher.line(containing: "Cake") != nil)
        watcher.signal(SIGKILL)
        let output = await watcher.allOutput()
        #expect(output.components(separatedBy: "  Tea").count == 2, "\(output)")
    }

    /// With a real server: what it told once it tells again.
    @Test func changesAreToldOnceMore() async throws {
        let api = try await API.serving(nil, ["DAYBOOK_OUTBOUND_NETWORKS": "127.0.0.0/8"])
        let receiver = try await Receiver("web.py")
        let home = try Home()
        #expect(try await home.run("login", "127.0.0.1:\(api.port)").code == 0)
        let url = "http://127.0.0.1:\(receiver.port)/in"
        let added = try await home.run("channel", "add", "webhook", url, "--name", "Home", "--wants", "changes")
        #expect(added.code == 0, "\(added)")
        #expect(try await home.run("add", "Tea", "--plain").code == 0)
        #expect(try await home.run("sync").code == 0)
        /// The account's first changes were the notebook's own.
        func tea() async throws -> Bool {
            for _ in 0..<5 where JSON(try await receiver.next().content)["data"]["title"].text == "Tea" { return true }
            return false
        }
        #expect(try await tea())
        let again = try await home.run("channel", "replay", "home", "--since", "0")
        #expect(again.output == "Changes after revision 0 go to 'Home' once more.\n", "\(again)")
        #expect(try await tea())
        #expect(try await home.run("channel", "replay", "home", "--since", "2026-11-21T09:00:00Z").code == 0)
        #expect(try await tea())
        #expect(try await home.run("channel", "list").output.contains("changes up to"))
        #expect(try await home.run("channel", "replay", "home", "--since", "yesteryear").code == 2)
        #expect(try await home.run("channel", "replay", "home").code == 2)
    }

    @Test func channelsAreAddedListedTestedAndRemoved() async throws {
        let server = try StandInServer()
        let home = try Home()
        let alone = try await home.run("channel", "list")
        #expect(alone.code == 1 && alone.complaints.contains("has no server yet"), "\(alone)")
        #expect(try await home.run("login", server.address).code == 0)
        #expect(try await home.run("channel", "list").output.contains("There is no channel."))
        let added = try await home.run("channel", "add", "live", "--wants", "review,reminders")
        #expect(added.output == "Added 'live'.\n", "\(added)")
        let hook = try await home.run("channel", "add", "webhook", "https://example.org/hook", "--name", "Home")
        #expect(hook.output.contains("whsec_once"), "\(hook)")
        let ntfy = try await home.run(
            typing: "tk_secret\n", "channel", "add", "ntfy", "https://ntfy.example.org/topic", "--token")
        #expect(ntfy.code == 0, "\(ntfy)")
        #expect(try await home.run("channel", "add", "email", "anna@example.org").code == 0)
        let told = server.channels.added.map { members in JSONValue.object(members) }
        #expect(told[0]["wants"] == .array(["reminders", "review"]) && told[0]["address"] == .object([]))
        #expect(
            told[1]["name"] == "Home" && told[1]["language"] == "en"
                && told[1]["address"]?["url"] == "https://example.org/hook")
        #expect(told[2]["address"]?["token"] == "tk_secret" && told[3]["address"]?["email"] == "anna@example.org")
        let list = try await home.run("channel", "list").output
        #expect(
            list.split(separator: "\n").count == 4
                && list.contains("webhook     Home  morning, overdue, regions, reminders, review, weekly"), "\(list)")
        #expect(try await home.json("channel", "list")["channels"].list.count == 4)
        #expect(try await home.run("channel", "test", "home").output.contains("'Home' is on its way"))
        #expect(try await home.run("channel", "test", "live").output == "Delivered to 'live'.\n")
        let failed = try await home.run("channel", "test", "email")
        #expect(failed.code == 1 && failed.complaints.contains("to 'email': receiver_refuses"), "\(failed)")
        let log = try await home.run("channel", "log", "home").output
        #expect(log.contains("2026-03-03 12:00  test  failed  3 attempts  1 min late  receiver_refuses"), "\(log)")
        #expect(try await home.run("channel", "remove", "home").output == "Removed 'Home'.\n")
        #expect(server.channels.added.count == 3)
        let gone = try await home.run("channel", "remove", "home")
        #expect(gone.code == 1 && gone.complaints.contains("there is no channel 'home'"), "\(gone)")
    }

    @Test(arguments: [
        (["live", "https://example.org"], "live takes no ADDRESS"), (["webhook"], "webhook needs an ADDRESS"),
        (["email", "a@example.org", "--token"], "--token is for ntfy and gotify"),
        (["live", "--wants", "everything"], "--wants: expected some of reminders, review"),
        (["live", "--wants", ""], "--wants: expected some of"), (["pigeon"], "KIND: expected one of live, webhook"),
    ])
    func whatMakesNoSenseIsToldWithoutTheServer(_ words: [String], _ sentence: String) async throws {
        let server = try StandInServer()
        let home = try Home()
        #expect(try await home.run("login", server.address).code == 0)
        let told = try await Program.run("daybook", ["channel", "add"] + words, home.settings)
        #expect(told.code == 2 && told.complaints.contains(sentence), "\(told)")
        #expect(server.channels.added.isEmpty)
    }
}
