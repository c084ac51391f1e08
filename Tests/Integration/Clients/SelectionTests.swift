import Foundation
import Testing

/// Several tasks, a filter instead of words, and what is asked before much is changed.
@Suite(.closing) struct SelectionTests {
    func home(_ titles: String...) async throws -> Home {
        let home = try Home(zone: Daylight.zone)
        let lines = titles.joined(separator: "\n")
        #expect(try await home.run(typing: lines, "add", "-", "--plain").code == 0)
        return home
    }

    @Test func severalTasksGoAtOnceAndComeBackAtOnce() async throws {
        let home = try await home("Tea", "Milk", "Bread")
        let moved = try await home.run("move", "Tea", "Milk", "tomorrow")
        #expect(moved.code == 0 && moved.output.contains("It is in no list, tomorrow."), "\(moved)")
        #expect(try await home.json("upcoming")["groups"][0]["tasks"].list.count == 2)
        #expect(try await home.run("undo").code == 0)
        #expect(try await home.json("upcoming")["groups"].list.isEmpty)
        let edited = try await home.run("edit", "Tea", "Bread", "--tag", "cheap", "--list", "Groceries", "--new")
        #expect(edited.code == 0, "\(edited)")
        #expect(try await home.json("lists", "Groceries")["tasks"].list.count == 2)
        #expect(try await home.run("filter", "#cheap", "--json").output.contains("Bread"))
        #expect(try await home.run("undo").code == 0)
        #expect(try await home.json("lists")["lists"].list.isEmpty)
        #expect(try await Set(home.titles("inbox")) == ["Tea", "Milk", "Bread"])
        let both = try await home.run("edit", "Tea", "Bread", "--title", "One")
        #expect(both.code == 2 && both.complaints.contains("--title is for one task"))
        #expect(try await home.run("done", "Tea", "Milk").code == 0)
        #expect(try await home.run("undo").code == 0)
        #expect(try await home.json("all")["tasks"].list.count == 3)
    }

    @Test func theLastWordIsAPlaceAndBesideAnOptionMaybeATask() async throws {
        let home = try await home("Tea", "Milk", "Bread")
        #expect(try await home.run("lists", "--add", "Shopping").code == 0)
        #expect(try await home.run("move", "Tea", "Milk", "--list", "Shopping").code == 0)
        #expect(try await home.json("lists", "Shopping")["tasks"].list.count == 2)
        #expect(try await home.run("move", "Milk", "Tea", "--after", "Bread").code == 0)
        #expect(try await home.run("move", "Milk", "Tea", "inbox", "--list", "inbox").code == 0)
        #expect(try await home.run("move", "Bread", "Milk", "--first").code == 0)
        let titles = try await home.titles("inbox")
        #expect(titles.first == "Bread" && titles.dropFirst().first == "Milk", "\(titles)")
        let nowhere = try await home.run("move", "Tea", "Milk")
        #expect(nowhere.code == 1 && nowhere.complaints.contains("there is no list 'Milk'"), "\(nowhere)")
        let new = try await home.run("move", "Tea", "Garden shed", "--new")
        #expect(new.code == 0 && new.output.contains("It is in Garden shed."), "\(new)")
    }

    @Test func aListIsRenamedAndTheOrderOfTheNamesIsTold() async throws {
        let home = try await home("Tea")
        #expect(try await home.run("lists", "--add", "Groceries").code == 0)
        let mistaken = try await home.run("lists", "--rename", "Groceries", "Food")
        #expect(mistaken.code == 2 && mistaken.complaints.contains("'lists Groceries --rename Food'"), "\(mistaken)")
        #expect(try await home.run("lists", "groc", "--rename", "Food").code == 0)
        #expect(try await home.json("lists")["lists"].list.compactMap { $0["name"].text } == ["Food"])
        #expect(try await home.run("lists", "Food", "--rename", "food").code == 0)
    }

    /// In the words of `inbox`, which by default shows what has no date.
    @Test func whereATaskIsAgreesWithTheInbox() async throws {
        let home = try await home("Tea")
        let dated = try await home.run("move", "Tea", "+1w")
        #expect(dated.output.contains("It is in no list, ") && !dated.output.contains("is over"), "\(dated)")
        #expect(try await home.titles("inbox").isEmpty)
        let back = try await home.run("move", "Tea", "inbox")
        #expect(back.output.contains("It is in the Inbox."), "\(back)")
        #expect(try await home.run("settings", "inboxRule=unlisted").code == 0)
        #expect(try await home.run("move", "Tea", "+1w").output.contains("It is in the Inbox, "))
        #expect(try await home.titles("inbox") == ["Tea"])
    }

    @Test func aDayThatIsOverIsSaid() async throws {
        let home = try await home("Tea")
        let moved = try await home.run("move", "Tea", "2020-01-01")
        #expect(moved.code == 0 && moved.output.contains("That day is over: 'daybook today' shows"), "\(moved)")
        #expect(try await home.run("today").output.contains("Left behind\n"))
    }

    @Test func aFilterIsConfirmedByItsNumber() async throws {
        let home = try await home("Tea", "Milk", "Bread")
        let refused = try await home.run("done", "--where", "open")
        #expect(refused.code == 2 && refused.complaints.contains("confirm with --yes"), "\(refused)")
        #expect(try await home.titles("inbox").count == 3)
        let no = try await home.run(onATerminal: "no", "done", "--where", "open")
        #expect(no.code == 1 && no.output.contains("Complete 3 tasks?"), "\(no)")
        #expect(no.output.contains("nothing was changed"))
        let yes = try await home.run(onATerminal: "yes", "rm", "--where", "bread")
        #expect(yes.code == 0 && yes.output.contains("Delete 1 task?"), "\(yes)")
        #expect(try await home.run("move", "--where", "open", "tomorrow", "--yes").code == 0)
        #expect(try await home.json("upcoming")["groups"][0]["tasks"].list.count == 2)
        let none = try await home.run("done", "--where", "list:inbox overdue", "--yes")
        #expect(none.code == 1 && none.complaints.contains("no task matches the filter"))
        let bad = try await home.run("edit", "--where", "open and", "--tag", "x", "--yes")
        #expect(bad.code == 2 && bad.complaints.contains("^ expected"), "\(bad)")
        let both = try await home.run("rm", "Tea", "--where", "open", "--yes")
        #expect(both.code == 2 && both.complaints.contains("--where stands instead of TASK"))
        #expect(try await home.run("rm").code == 2)
    }

    @Test func aListIsNotDeletedWithoutAnAnswer() async throws {
        let home = try await home("Tea")
        #expect(try await home.run("move", "Tea", "Shopping", "--new").code == 0)
        let piped = try await home.run(typing: "yes\n", "lists", "Shopping", "--delete")
        #expect(piped.code == 2 && piped.complaints.contains("confirm with --yes"), "\(piped)")
        let no = try await home.run(onATerminal: "n", "lists", "Shopping", "--delete")
        #expect(no.code == 1 && no.output.contains("Delete the list 'Shopping' and 1 task in it?"), "\(no)")
        #expect(try await home.json("lists")["lists"].list.count == 1)
        #expect(try await home.run("lists", "Shopping", "--delete", "--yes").code == 0)
        #expect(try await home.json("lists")["lists"].list.isEmpty)
    }

    /// A subtask that is named as well is done once, and one undo brings all of them back.
    @Test func severalTasksGoWithTheirSubtasks() async throws {
        let home = try await home("Trip", "Milk")
        for title in ["Pack", "Book"] { #expect(try await home.run("add", title, "--parent", "Trip").code == 0) }
        #expect(try await home.run("done", "Book").code == 0)
        #expect(try await home.run("done", "Milk", "Trip", "Pack", "--with-subtasks").code == 0)
        #expect(try await home.json("all")["tasks"].list.isEmpty)
        #expect(try await home.run("undo").code == 0)
        #expect(try await Set(home.titles("all")) == ["Trip", "Milk", "Pack"])
        #expect(try await home.run("rm", "Trip", "Pack", "--with-subtasks").code == 0)
        #expect(try await Set(home.titles("all")) == ["Milk"])
        #expect(try await home.run("undo").code == 0)
        #expect(try await Set(home.titles("all")) == ["Trip", "Milk", "Pack"])
    }

    @Test func linesBecomeTasksAllOrNone() async throws {
        let home = try Home(zone: Daylight.zone)
        let added = try await home.run(
            typing: "Milk tomorrow\n\n  Bread #cheap\n", "add", "-", "--list", "Groceries", "--new")
        #expect(added.code == 0 && added.output.contains("Bread"), "\(added)")
        let tasks = try await home.json("lists", "Groceries")["tasks"].list
        #expect(Set(tasks.compactMap { $0["title"].text }) == ["Milk", "Bread"])
        #expect(try await home.json("upcoming")["groups"][0]["tasks"][0]["title"].text == "Milk")
        #expect(try await home.run("undo").code == 0)
        #expect(try await home.json("all")["tasks"].list.isEmpty)
        #expect(try await home.run(typing: "\n", "add", "-").code == 2)
        #expect(try await home.run("add", "Tea", "--new").code == 2)
    }
}
