import DaybookClient
import DaybookCore
import Foundation
import Seeds
import TestPostgres
import TestWire
import Testing

/// The SDK and the terminal client with the real server and a real PostgreSQL.
@Suite(.closing) struct RealServerTests {
    @Test func twoDevicesInStepOverTheLiveStream() async throws {
        let api = try await API.serving()
        let address = try api.address
        let phone = try Notebook(folder: Home().notebook)
        try await phone.add("before any account")
        try await phone.begin(on: address, deviceName: "phone", timeZone: "Europe/Berlin")
        #expect(await phone.sync().trouble == nil)
        let home = try Home()
        let laptop = try await home.paired(with: phone, on: address)
        await laptop.sync()
        #expect(await laptop.snapshot.inbox.map(\.title) == ["before any account"])
        #expect(await laptop.settings.timeZone == "Europe/Berlin")
        await laptop.keepInStep()
        let changes = await laptop.changes()
        for await change in changes where change.status.isLive { break }
        let start = ContinuousClock.now
        let task = try await phone.add("told at once")
        await phone.sync()
        for await change in changes where change.rows.tasks.contains(task) { break }
        #expect(await laptop.task(task)?.title == "told at once")
        print("a change was on the other device after \(start.duration(to: .now))")
        await laptop.pause()
    }

    @Test func aRolloverIsShownAndTakenBackInTheTerminal() async throws {
        let api = try await API.serving()
        let home = try Home()
        let (here, there) = Daylight.acrossAMidnight()
        #expect(try await home.run("settings", "rollover=backlog", "timeZone=\(here)").code == 0)
        #expect(try await home.run("login", "127.0.0.1:\(api.port)").code == 0)
        #expect(try await home.run("add", "Run", "--region", "morning", "--today").code == 0)
        #expect(try await home.titles("today") == ["Run"])
        #expect(try await home.run("settings", "timeZone=\(there)").code == 0)
        var rollover: String?
        try await eventually {
            let entries = try await home.json("history", "--all")["entries"].list
            rollover = entries.first { $0["device"].isNull && $0["entity"].text == "task" }?["opId"].text
            return rollover != nil
        }
        let shown = try await home.run("history", "--all").output
        #expect(shown.contains("by itself  'Run': the day ended, carried to the Backlog"), "\(shown)")
        let undone = try await home.run("undo", String(try #require(rollover).prefix(8)))
        #expect(undone.code == 0 && undone.output.hasPrefix("Undone: "), "\(undone.complaints)")
        let run = try await home.json("history", "--all")["entries"][0]["changes"].list
        #expect(run.contains { $0["field"].text == "region" && $0["new"].text == "morning" })
        #expect(try await home.run("undo", "ffffffff").complaints.contains("no change has the id 'ffffffff'"))
    }

    @Test func aRefusalSaysWhetherItIsTheDeviceThatIsKeptOut() async throws {
        let api = try await API.serving()
        let home = try Home()
        let address = "http://127.0.0.1:\(api.port)"
        #expect(try await home.run("login", address).code == 0)
        let unknown = try await home.run("import", "/etc/passwd")
        #expect(unknown.code == 1 && unknown.complaints.hasPrefix("daybook: The server refuses: "))
        #expect(!unknown.complaints.contains(".."), "\(unknown.complaints)")
        let stranger = try Home()
        let paired = try await stranger.run("pair", "WRONG-CODE", "--server", address)
        #expect(paired.code == 1 && !paired.complaints.contains(".."), "\(paired.complaints)")
        let notebook = try Notebook(folder: home.notebook)
        _ = try await notebook.asked("POST", "/v1/logout")
        for arguments in [["history", "--all"], ["export"]] {
            let kept = try await Program.run("daybook", arguments, home.settings)
            #expect(kept.code == 77 && !kept.complaints.contains(".."), "\(kept.complaints)")
        }
    }

    @Test func theTerminalPairsAndSharesAnAccount() async throws {
        let api = try await API.serving()
        let anna = try Home()
        let ben = try Home()
        #expect(try await anna.run("login", "127.0.0.1:\(api.port)", "--name", "anna").code == 0)
        #expect(try await anna.run("add", "from anna").code == 0)
        #expect(try await ben.run("add", "from ben before he was in").code == 0)
        let offering = try anna.start(["pair"], reading: "number")
        let line = try #require(await offering.line(containing: "daybook pair "))
        let code = try #require(line.firstMatch(of: /daybook pair (\S+) --server/)).1
        let joining = try ben.start(["pair", String(code), "--server", "http://127.0.0.1:\(api.port)", "--name", "ben"])
        let shown = try #require(await joining.line(containing: "Type this number"))
        let number = try #require(shown.firstMatch(of: /([0-9]{4})/)).1
        _ = await offering.line(containing: "'ben' asks for access")
        try anna.type(String(number), into: "number")
        #expect(await offering.end() == 0)
        #expect(await joining.end() == 0)
        #expect(Set(try await ben.titles("inbox")) == ["from anna", "from ben before he was in"])
        #expect(try await anna.run("sync").code == 0)
        #expect(Set(try await anna.titles("inbox")) == ["from anna", "from ben before he was in"])
        #expect(try await ben.run("done", "anna").code == 0)
        let history = try await anna.run("history", "--all")
        #expect(
            history.code == 0 && history.output.contains("ben")
                && history.output.contains("ben  'from anna': completed"))
    }

    /// What the web app's page does, a notebook does here. The address that is opened carries nothing, and what is
    /// asked for besides goes by hands.
    @Test(arguments: [true, false])
    func aBrowserLetsATerminalIn(hasABrowser: Bool) async throws {
        let api = try await API.serving()
        let anna = try Notebook(folder: Home().notebook)
        try await anna.begin(on: api.address)
        try await anna.add("from anna")
        await anna.sync()
        let home = try Home()
        #expect(try await home.run("add", "from before").code == 0)
        let (script, opened) = (home.folder.appending(path: "browser"), home.folder.appending(path: "opened"))
        try "#!/bin/sh\nprintf %s \"$*\" > '\(opened.path).new'; mv '\(opened.path).new' '\(opened.path)'\n".write(
            to: script, atomically: true, encoding: .utf8)
        chmod(script.path, 0o700)
        let server = "http://127.0.0.1:\(api.port)"
        let login = try home.start(
            ["login", server, "--browser", "--name", "ben"], reading: "typed",
            ["BROWSER": hasABrowser ? script.path : "/nowhere/browser", "DISPLAY": "", "WAYLAND_DISPLAY": ""])
        let said =
            hasABrowser ? "Your browser opens this page." : "Open this page in a browser, on this machine or another."
        #expect(await login.line(containing: said) != nil)
        #expect(await login.line(containing: "  \(server)/app/let-in") != nil)
        if hasABrowser {
            await eventually { (try? String(contentsOf: opened, encoding: .utf8)) == "\(server)/app/let-in" }
        }
        let offer = try await anna.offerPairing()
        try home.type(offer.code.lowercased(), into: "typed")
        let shown = try #require(await login.line(containing: "Type this number on that page"))
        let number = try #require(shown.firstMatch(of: /([0-9]{4})/)).1
        #expect(try await anna.state(of: offer) == .claimed(deviceName: "ben"))
        try await anna.confirm(offer, number: try #require(Int(number)))
        #expect(await login.end() == 0)
        #expect(Set(try await home.titles("inbox")) == ["from anna", "from before"])
        let again = try await home.run("login", server, "--browser")
        #expect(again.code == 1 && again.complaints.contains("belongs to another account"), "\(again.complaints)")
        for other in [["--email", "anna@example.org"], ["--invite", "x"], ["--merge"]] {
            let refused = try await Program.run("daybook", ["login", server, "--browser"] + other, home.settings)
            #expect(refused.code == 2 && refused.complaints.contains("do not go together"), "\(refused.complaints)")
        }
    }

    @Test func aLoginBringsDevicesTogetherAndTheirTasksAlong() async throws {
        let api = try await API.serving()
        let address = try api.address
        let phone = try Notebook(folder: Home().notebook)
        try await phone.begin(on: address)
        try await phone.add("from the phone")
        await phone.sync()
        let password = "correct horse battery staple"
        #expect(try await phone.claim(email: "anna@example.org", password: password).count == 10)

        // An account of its own, that goes into the other one.
        let laptop = try Notebook(folder: Home().notebook)
        try await laptop.begin(on: address)
        try await laptop.add("synced on the laptop")
        await laptop.sync()
        try await laptop.add("unsent on the laptop")
        await #expect(throws: EntryFailure.otherAccount) {
            try await laptop.logIn(on: address, email: "anna@example.org", password: password)
        }
        try await laptop.logIn(on: address, email: "anna@example.org", password: password, bringing: true)
        #expect(await laptop.sync().pending == 0)
        await phone.sync()
        let all: Set = ["from the phone", "synced on the laptop", "unsent on the laptop"]
        #expect(Set(await laptop.snapshot.inbox.map(\.title)) == all)
        #expect(Set(await phone.snapshot.inbox.map(\.title)) == all)

        // The terminal: a wrong password changes nothing, the right one lets in.
        let home = try Home()
        #expect(try await home.run("add", "from the terminal").code == 0)
        for (typed, code) in [("wrong password", 77), (password, 0)] as [(String, Int32)] {
            let login = try home.start(
                ["login", "127.0.0.1:\(api.port)", "--email", "anna@example.org"], reading: "typed-\(code)")
            try home.type(typed, into: "typed-\(code)")
            #expect(await login.end() == code)
        }
        #expect(Set(try await home.titles("inbox")) == all.union(["from the terminal"]))
    }

    /// Adds tasks and syncs; answers how many were added.
    func work(_ notebook: Notebook, _ name: String, until done: Flag) async throws -> Int {
        var count = 0
        while !done.value {
            try await notebook.add("\(name) \(count)")
            count += 1
            await notebook.sync()
        }
        return count
    }

    /// The server is killed with -9 again and again while devices add tasks and sync.
    @Test func aServerThatIsKilledLosesNothingOfAnyDevice() async throws {
        let database = try await migratedDatabase.copy()
        let port = try #require(freePort())
        let settings = ["DAYBOOK_LISTEN": "127.0.0.1:\(port)"]
        var api = try await API.serving(database, settings)
        let address = try api.address
        let phone = try Notebook(folder: Home().notebook)
        try await phone.begin(on: address)
        let home = try Home()
        let laptop = try await home.paired(with: phone, on: address)
        let done = Flag()
        async let onPhone = work(phone, "phone", until: done)
        async let onLaptop = work(laptop, "laptop", until: done)
        var random = RandomSeed.generator()
        for _ in 0..<4 {
            try await Task.sleep(for: .milliseconds(Int.random(in: 100...700, using: &random)))
            api.program.signal(SIGKILL)
            _ = await api.program.end()
            api = try await API.serving(database, settings)
        }
        done.set()
        let count = try await onPhone + onLaptop
        for _ in 0..<2 {
            for notebook in [phone, laptop] {
                let status = await notebook.sync()
                #expect(status.pending == 0 && status.trouble == nil && status.refused == 0)
            }
        }
        let titles = await phone.snapshot.allTasks.map(\.title)
        #expect(titles.count == count && Set(titles).count == count)
        #expect(Set(await laptop.snapshot.allTasks) == Set(await phone.snapshot.allTasks))
    }
}
