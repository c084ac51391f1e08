import DaybookCore
import Foundation
import Seeds
import TestWire
import Testing

/// The terminal client in real processes, two homes, one server.
@Suite(.closing) struct TerminalTests {
    @Test func twoHomesOneAccount() async throws {
        let server = try StandInServer()
        let anna = try Home(zone: Daylight.zone)
        let ben = try Home(zone: Daylight.zone)
        // Work before there is any server goes along.
        #expect(try await anna.run("add", "Buy", "milk").output.hasPrefix("Added 'Buy milk' to your Inbox  "))
        #expect(try await anna.run("login", server.address, "--name", "anna").code == 0)
        #expect(try await ben.run("login", server.address).code == 0)
        #expect(try await ben.titles("inbox") == ["Buy milk"])
        #expect(try await ben.run("done", "milk").output.hasPrefix("Done: ✓ "))
        #expect(try await anna.json("inbox")["tasks"].list.first?["state"].text == "completed")
        #expect(try await anna.run("reopen", "milk").code == 0)
        #expect(try await anna.run("lists", "--add", "Shopping").code == 0)
        #expect(try await anna.run("move", "milk", "shop").code == 0)
        #expect(try await anna.run("move", "milk", "tomorrow").code == 0)
        #expect(try await ben.run("sync").output.hasPrefix("In step."))
        let upcoming = try await ben.run("upcoming", "--offline").output
        #expect(upcoming.contains("Tomorrow") && upcoming.contains("Buy milk  #Shopping"))
        #expect(try await anna.run("undo").output.hasPrefix("Undone: 'Buy milk': planned for"))
        #expect(try await ben.json("inbox")["tasks"].list.compactMap { $0["title"].text } == ["Buy milk"])
        #expect(try await ben.run("lists", "Shopping").output.contains("Buy milk"))
        let status = try await ben.json("status")
        #expect(status["pending"].number == 0 && status["server"].text == server.address)
    }

    /// The account gives the device another name, and its first snapshot has nothing that was deleted.
    @Test func whatWasDoneBeforeTheAccountIsUndone() async throws {
        let server = try StandInServer()
        let home = try Home(zone: Daylight.zone)
        for title in ["Milk", "Bread"] { #expect(try await home.run("add", title).code == 0) }
        #expect(try await home.run("done", "milk").code == 0)
        #expect(try await home.run("rm", "bread").code == 0)
        #expect(try await home.run("login", server.address).code == 0)
        #expect(try await home.run("undo").output == "Undone: deleted 'Bread'\n")
        #expect(try await home.titles("inbox") == ["Bread", "Milk"])
        let undone = try await home.run("undo")
        #expect(
            undone.output.hasPrefix("Undone: 'Milk': completed") && !undone.output.contains("Changed since"),
            "\(undone)")
        let tasks = try await home.json("inbox", "--offline")["tasks"].list
        #expect(tasks.count == 2 && tasks.allSatisfy { $0["state"].text == "notStarted" })
        #expect(server.account.slice.tasks.values.allSatisfy { !$0.isDeleted && !$0.isCompleted })
    }

    @Test func whatWasTakenBackIsDoneAgain() async throws {
        let home = try Home(zone: Daylight.zone)
        #expect(try await home.run("add", "Milk").code == 0)
        #expect(try await home.run("done", "milk").code == 0)
        for _ in 0..<2 { #expect(try await home.run("undo").code == 0) }
        #expect(try await home.run("redo").output == "Done again: added 'Milk'\n")
        #expect(try await home.run("redo").output == "Done again: 'Milk': completed\n")
        #expect(try await home.json("inbox")["tasks"].list.map { $0["state"].text } == ["completed"])
        #expect(try await home.run("redo").complaints.contains("nothing to do again"))
        #expect(try await home.run("undo").output.hasPrefix("Undone: 'Milk': completed"))
        #expect(try await home.run("add", "Bread").code == 0)
        #expect(try await home.run("redo").code == 1)
    }

    /// A full place is not where the task went, and the terminal says so at once.
    @Test func whereATaskReallyWentIsSaid() async throws {
        let home = try Home(zone: Daylight.zone)
        for title in ["Tea", "Milk", "Bread"] { #expect(try await home.run("add", title).code == 0) }
        #expect(try await home.run("move", "Tea", "morning", "--bucket", "mustDo").complaints.isEmpty)
        let second = try await home.run("move", "Milk", "morning", "--bucket", "mustDo")
        #expect(second.code == 0)
        let full = "Morning region full (1 Must-Do, 3 Complementary, 5 Misc)"
        #expect(second.output.contains("\(full): 'Milk' is complementary."), "\(second)")
        let sized = try await home.run("move", "Bread", "--bucket", "misc")
        #expect(
            sized.output.contains("The size misc is saved; it takes effect when the task has a part of the day."),
            "\(sized)")
        // One, three and five of them fill it, and two are there.
        for number in 0..<7 {
            let size = number < 2 ? "complementary" : "misc"
            #expect(try await home.run("add", "Filler \(number)").code == 0)
            #expect(try await home.run("move", "Filler \(number)", "morning", "--bucket", size).code == 0)
        }
        let last = try await home.run("move", "Bread", "morning", "--bucket", "mustDo")
        #expect(last.output.contains("\(full): 'Bread' is in the Backlog."), "\(last)")
        let sizes = try await home.run("move", "Tea", "--bucket", "misc")
        #expect(sizes.output.contains("\(full): 'Tea' is in the Backlog."), "\(sizes)")
    }

    /// A full region is no change of somebody else's, and is told in its own sentence, also where only the server knew.
    @Test func aTaskThatIsAddedToAFullRegion() async throws {
        let server = try StandInServer()
        let anna = try Home(zone: Daylight.zone)
        let ben = try Home(zone: Daylight.zone)
        for home in [anna, ben] { #expect(try await home.run("login", server.address).code == 0) }
        let place = ["--today", "--region", "afternoon", "--bucket", "mustDo"]
        func add(_ title: String, _ home: Home, _ more: String...) async throws -> (output: String, complaints: String)
        {
            let done = try await Program.run("daybook", ["add", title] + place + more, home.settings)
            #expect(done.code == 0)
            return (done.output, done.complaints)
        }
        let full = "Afternoon region full (1 Must-Do, 3 Complementary, 5 Misc)"
        #expect(try await add("Tea", anna).complaints.isEmpty)
        let known = try await add("Milk", anna)
        #expect(known.output.contains("\(full): 'Milk' is complementary."), "\(known)")
        #expect(known.complaints.isEmpty, "\(known)")
        // Ben's notebook has not heard of them.
        let unknown = try await add("Bread", ben)
        #expect(!unknown.output.contains(full), "\(unknown)")
        #expect(unknown.complaints.contains("\(full): 'Bread' is complementary."), "\(unknown)")
        #expect(!unknown.complaints.contains("gave way"), "\(unknown)")
        let offline = try await add("Jam", anna, "--offline")
        #expect(offline.output.contains("\(full): 'Jam' is complementary."), "\(offline)")
    }

    /// Nothing of a title is torn, and what is no list is said.
    @Test func whatOfATitleWasNotUnderstoodIsSaid() async throws {
        let home = try Home(zone: Daylight.zone)
        let first = try await home.run("add", "Rent", "first", "monday", "--every", "first monday")
        #expect(first.output.hasPrefix("Added 'Rent first monday' to "), "\(first)")
        let none = try await home.run("add", "Milk", "+home")
        #expect(none.output.hasPrefix("Added 'Milk +home' to your Inbox"), "\(none)")
        #expect(none.output.contains("There is no list 'home', so it stays in the title. There are no lists yet."))
        #expect(none.output.contains("daybook lists --add home makes it."))
        for name in ["Work", "Weekly shop"] { #expect(try await home.run("lists", "--add", name).code == 0) }
        let other = try await home.run("add", "Bread", "+home", "tomorrow")
        #expect(other.output.hasPrefix("Added 'Bread +home' to tomorrow"), "\(other)")
        #expect(other.output.contains("There are: Work, Weekly shop."), "\(other)")
        #expect(try await home.run("add", "Tea", "+work").output.hasPrefix("Added 'Tea' to Work"))
        #expect(!(try await home.run("add", "Milk", "+home", "--plain")).output.contains("There is no list"))
        let lines = try await home.run(typing: "Milk +home\nBread +Home\n", "add", "-")
        #expect(lines.output.split(separator: "There is no list").count == 2, "\(lines)")
    }

    @Test func aFilterIsKeptAsAListOnEveryDevice() async throws {
        let server = try StandInServer()
        let anna = try Home(zone: Daylight.zone)
        let ben = try Home(zone: Daylight.zone)
        #expect(try await anna.run("login", server.address).code == 0)
        #expect(try await ben.run("login", server.address).code == 0)
        for title in ["Tea", "Milk"] { #expect(try await anna.run("add", title).code == 0) }
        #expect(try await anna.run("filter", "--save", "Drinks", "open tea").output == "Saved: Drinks\n")
        #expect(try await ben.run("lists", "Drinks").output.contains("Tea"))
        #expect(try await anna.run("filter", "--save", "Drinks", "open milk").output == "Changed: Drinks\n")
        let shown = try await ben.run("lists", "Drinks").output
        #expect(shown.contains("Milk") && !shown.contains("Tea"))
        #expect(try await ben.run("filter", "--save", "Never", "due < someday").code == 2)
        #expect(try await ben.run("lists").output.contains("Drinks  1 open"))
        #expect(
            try await ben.run("lists", "Drinks", "--delete", "--yes").output.hasPrefix("Deleted the list 'Drinks'\n"))
        #expect(try await ben.titles("inbox").count == 2, "what it showed is still there")
    }

    @Test func aServerThatIsAwayKeepsNothingFromBeingDone() async throws {
        let server = try StandInServer()
        let home = try Home(zone: Daylight.zone)
        #expect(try await home.run("login", server.address).code == 0)
        server.refuse(.serviceUnavailable)
        let added = try await home.run("add", "offline")
        #expect(added.code == 0 && added.output.contains("Added 'offline'"))
        #expect(added.complaints.contains("Changes are kept"))
        let sync = try await home.run("sync")
        #expect(sync.code == 69 && sync.output.isEmpty)
        server.refuse(nil)
        #expect(try await home.run("sync").output == "In step. Sent 1.\n")
        #expect(server.account.slice.tasks.count == 1)
        server.refuse(.unauthorized)
        let revoked = try await home.run("sync")
        #expect(revoked.code == 77 && revoked.complaints.contains("Log in again"))
        #expect(try await home.run("add", "still works").code == 0)
        #expect(try await home.json("status", "--offline")["pending"].number == 1)
    }

    @Test func whatIsClearedWasToldBefore() async throws {
        let server = try StandInServer()
        let (anna, ben) = (try Home(zone: Daylight.zone), try Home(zone: Daylight.zone))
        let titles = (10...32).map { "Task\($0)" }
        #expect(try await anna.run(typing: titles.joined(separator: "\n"), "add", "-").code == 0)
        for home in [anna, ben] { #expect(try await home.run("login", server.address).code == 0) }
        func edit(_ home: Home, _ category: String, _ more: [String] = []) async throws -> Int32 {
            try await home.run(typing: "", ["edit"] + titles + ["--category", category] + more).code
        }
        #expect(try await edit(ben, "mine", ["--offline"]) == 0)
        #expect(try await edit(anna, "theirs") == 0)
        #expect(try await ben.run("sync").code == 0)
        let told = try await ben.json("status", "--clear")
        #expect(told["conflicts"].number == 23 && told["refusedChanges"].list.isEmpty)
        #expect(told["lostChanges"].list.compactMap { $0["fields"][0]["mine"].text } == titles.map { _ in "mine" })
        let after = try await ben.json("status")
        #expect(after["conflicts"].number == 0 && after["lostChanges"].list.isEmpty)
    }

    @Test func mistakesAreToldAndChangeNothing() async throws {
        let home = try Home(zone: Daylight.zone)
        for (arguments, code, words) in [
            (["done", "nothing"], 1, "there is no task 'nothing'"), (["add", "  "], 1, "title must not be empty"),
            (["add"], 2, "TITLE is missing"), (["add", "x", "--date", "someday"], 2, "'someday' is not a date"),
            (["sync"], 1, "has no server yet"), (["login", "ftp://x"], 2, "not a server's address"),
            (["move", "x", "today"], 1, "there is no task"), (["lists", "none"], 1, "there is no list"),
            (["import", "/etc/passwd"], 1, "has no server yet. See"), (["export"], 1, "has no server yet. See"),
            (["history", "--all"], 1, "has no server yet. See"), (["pair"], 1, "has no account yet"),
            (["undo"], 1, "nothing to undo"), (["redo"], 1, "nothing to do again"),
            (["show", "x"], 1, "there is no task"),
            (["rm"], 2, "TASK is missing"), (["move", "x"], 2, "say where to move it"),
            (["words", "none"], 2, "KIND: expected one of"),
            (["login", "http://127.0.0.1:1"], 69, "cannot be reached"),
        ] as [([String], Int32, String)] {
            let (ended, output, complaints) = try await Program.run("daybook", arguments, home.settings)
            #expect(ended == code, "\(arguments)")
            #expect(output.isEmpty && complaints.contains(words), "\(arguments): \(complaints)")
        }
        #expect(try await home.titles("inbox").isEmpty)
        let told = try await Program.run("daybook", ["done", "nothing", "--json"], home.settings)
        #expect(JSON(told.complaints)["error"]["code"].text == "refused")
    }

    @Test func searchingNeedsNoServer() async throws {
        let home = try Home(zone: Daylight.zone)
        for title in ["Buy oat milk", "Milkshake", "Call the dentist"] { _ = try await home.run("add", title) }
        _ = try await home.run("edit", "dentist", "--notes", "about the milk teeth")
        let found = try await home.run("search", "milk")
        let lines = found.output.split(separator: "\n").map(String.init)
        #expect(found.code == 0 && lines.count == 4, "\(found.output)")
        #expect(
            lines[0].contains("Buy oat milk") && lines[1].contains("dentist") && lines[2].contains("about the milk"))
        #expect(lines.last?.contains("Milkshake") == true)
        let json = try await home.json("search", "dentst")
        #expect(json["total"].number == 1 && json["hits"][0]["isMisspelt"].flag == true)
        #expect(json["hits"][0]["highlights"]["title"][1]["text"].text == "dentist")
        #expect(try await home.run("search", "nothing", "such").output == "Nothing found.\n")
        #expect(try await home.run("search", "milk", "--limit", "1").output.contains("2 more"))
        _ = try await home.run("edit", "oat", "--date", "today")
        let today = try await home.run("search", "milk", "--list", "inbox", "--from", "today", "--to", "today")
        #expect(today.output.contains("oat") && !today.output.contains("Milkshake"), "\(today.output)")
        #expect(try await home.run("search", "milk", "--state", "completed").output == "Nothing found.\n")
        #expect(try await home.run("search", "milk", "--region", "midnight").code == 2)
        // What is misspelt is found and never changed.
        let refused = try await home.run("done", "dentst")
        #expect(refused.code == 1 && refused.complaints.contains("there is no task"))
        #expect(try await home.run("search").code == 2)
    }

    @Test func severalTasksOfOneNameAreListedAndLeftAlone() async throws {
        let home = try Home(zone: Daylight.zone)
        _ = try await home.run("add", "milk one")
        _ = try await home.run("add", "milk two")
        let refused = try await home.run("rm", "milk")
        #expect(refused.code == 1 && refused.complaints.contains("milk one") && refused.complaints.contains("milk two"))
        #expect(try await home.titles("inbox").count == 2)
        #expect(try await home.run("rm", "one").code == 0)
        #expect(try await home.titles("inbox") == ["milk two"])
    }

    @Test func manyTerminalsAtOnceLoseNothing() async throws {
        let server = try StandInServer()
        let home = try Home(zone: Daylight.zone)
        #expect(try await home.run("login", server.address).code == 0)
        let codes = try await atOnce(0..<16) { number in try await home.run("add", "task \(number)").code }
        #expect(Set(codes) == [0])
        #expect(try await home.run("sync").code == 0)
        #expect(Set(server.account.slice.tasks.values.map(\.title)) == Set((0..<16).map { "task \($0)" }))
        #expect(server.account.ledger.count == 16)
        #expect(Set(server.account.ledger.map(\.operation.at)).count == 16)
    }

    /// Killed with -9 at any moment: what was answered is there exactly once, what was not is there at most once.
    @Test func aKilledClientLosesNothing() async throws {
        let server = try StandInServer()
        let home = try Home(zone: Daylight.zone)
        #expect(try await home.run("login", server.address).code == 0)
        var random = RandomSeed.generator()
        var answered: Set<String> = []
        for number in 0..<30 {
            let title = "task \(number)"
            let program = try home.start(["add", title])
            let delay = UInt64.random(in: 1...120, using: &random)
            Task {
                try await Task.sleep(for: .milliseconds(delay))
                program.signal(SIGKILL)
            }
            if await program.end() == 0 { answered.insert(title) }
        }
        #expect(try await home.run("sync").code == 0)
        let titles = server.account.slice.tasks.values.map(\.title)
        #expect(Set(titles).count == titles.count, "a task is there twice")
        #expect(answered.isSubset(of: titles), "an answered task is lost")
        #expect(Set(try await home.titles("inbox")) == Set(titles))
        #expect(Set(server.account.ledger.map(\.operation.opId)).count == server.account.ledger.count)
    }

    @Test func aWatcherHearsOfWhatHappensElsewhere() async throws {
        let server = try StandInServer()
        let home = try Home(zone: Daylight.zone)
        let other = try Home(zone: Daylight.zone)
        #expect(try await home.run("login", server.address).code == 0)
        #expect(try await other.run("login", server.address).code == 0)
        let watcher = try home.start(["sync", "--watch"])
        #expect(await watcher.line(containing: "Connected.") != nil)
        #expect(try await other.run("add", "told at once").code == 0)
        #expect(await watcher.line(containing: "told at once") != nil)
        watcher.signal(SIGKILL)
        #expect(await watcher.end() == 128 + SIGKILL)
    }
}
