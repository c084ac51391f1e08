import Foundation
import Testing

/// One task in full, the little to begin with, and everything.
@Suite(.closing) struct ShowTests {
    @Test func aTaskIsShownWithAllThatBelongsToIt() async throws {
        let home = try Home(zone: Daylight.zone)
        #expect(
            try await home.run(
                "add", "Trip", "--notes", "one\ntwo", "--due", "2030-05-06 12:00", "--remind", "2030-05-05 09:30",
                "--every",
                "month", "--tag", "far", "--priority", "2", "--plain"
            ).code == 0)
        #expect(try await home.run("add", "Pack", "--parent", "Trip").code == 0)
        let list = try await home.run("inbox").output
        #expect(list.contains("due 2030-05-06 12:00") && list.contains("remind 2030-05-05 09:30"), "\(list)")
        #expect(try await home.run("edit", "Trip", "--except", "2030-06-06,2030-07-06").code == 0)
        let shown = try await home.run("show", "Trip")
        for text in [
            "Trip\n", "Due        2030-05-06 12:00\n", "Reminder   2030-05-05 09:30\n", "Repeats    month\n",
            "Except     2030-06-06, 2030-07-06\n", "Tags       far\n", "Priority   2\n", "Notes\none\ntwo\n",
            "Subtasks\n",
            "Pack", "History\n", "'Trip': repetition changed", "added 'Trip'",
        ] { #expect(shown.output.contains(text), "\(text) is not in \(shown)") }
        let json = try await home.json("show", "Trip")
        #expect(json["task"]["recurrence"]["except"].list.count == 2)
        #expect(json["subtasks"][0]["title"].text == "Pack" && json["changes"].list.count == 2)
        #expect(try await home.json("show", "Pack")["task"]["title"].text == "Pack")
        #expect(try await home.run("show", "Pack").output.contains("Part of    Trip"))
        #expect(try await home.run("edit", "Trip", "--except", "2030-08-06").code == 0)
        #expect(try await home.json("show", "Trip")["task"]["recurrence"]["except"].list.count == 3)
        #expect(try await home.run("edit", "Trip", "--except", "none").code == 0)
        #expect(!(try await home.run("show", "Trip").output.contains("Except")))
        let single = try await home.run("edit", "Pack", "--except", "tomorrow")
        #expect(single.code == 1 && single.complaints.contains("'Pack' does not repeat"))
        #expect(try await home.run("show", "Trip", "--except").code == 2)
    }

    @Test func everyMonthIsMonthly() async throws {
        let home = try Home(zone: Daylight.zone)
        #expect(try await home.run("add", "Rent", "--every", "month").code == 0)
        let rule = try await home.json("show", "Rent")["task"]["recurrence"]["rrule"].text
        #expect(rule?.contains("FREQ=MONTHLY") == true)
    }

    @Test func nextIsTheLittleAndAllIsEverything() async throws {
        let home = try Home(zone: Daylight.zone)
        #expect(try await home.run("next").output == "Nothing is waiting today.\n")
        #expect(try await home.run("all").output == "Nothing is open.\n")
        for title in ["One", "Two", "Three", "Four"] { #expect(try await home.run("add", title, "--today").code == 0) }
        #expect(try await home.run("add", "Late", "--due", "2020-01-01 08:00", "--plain").code == 0)
        #expect(try await home.run("add", "Some day", "--list", "Dreams", "--new").code == 0)
        #expect(try await home.titles("next").count == 3)
        #expect(try await home.titles("next").first == "Late")
        #expect(try await home.json("next", "--limit", "9")["tasks"].list.count == 5)
        #expect(try await home.titles("all").count == 6)
        let all = try await home.run("all").output
        #expect(all.hasPrefix("Inbox\n") && all.contains("\n\nDreams\n  "), "\(all)")
    }

    @Test func theEditorChangesWhatWasChangedInIt() async throws {
        let home = try Home()
        #expect(
            try await home.run("add", "Milk", "--notes", "old", "--tag", "a", "--due", "2030-05-06 12:00").code == 0)
        let same = try await home.edit("Milk", with: "touch $1")
        #expect(same.code == 0 && same.output == "Nothing was changed.\n", "\(same)")
        #expect(try await home.json("history")["changes"].list.count == 1)
        let changed = try await home.edit(
            "Milk",
            with:
                "sed -i -e 's/^Title: .*/Title: Oat milk/' -e 's/^Tags:.*/Tags: b/' -e 's/^Date:.*/Date: 2030-05-05/' -e 's/^old/new/' $1"
        )
        #expect(changed.code == 0 && changed.output.hasPrefix("Changed: "), "\(changed)")
        let task = try await home.json("show", "Oat")["task"]
        #expect(task["title"].text == "Oat milk" && task["notes"].text == "new" && task["tags"][0].text == "b")
        #expect(
            task["scheduledDate"].text == "2030-05-05" && task["dueAt"].text == "2030-05-06T12:00:00.000Z", "\(task)")
        #expect(try await home.json("history")["changes"].list.count == 2)
        for (script, code, words) in [
            ("sed -i -e 's/^Due:.*/Due: sometime/' -e 's/^new/typed with care/' $1", 2, "'sometime' is not a time"),
            ("echo typed with care > $1", 2, "line 1: expected one of Title:"),
            ("sed -i -e 's/^new/typed with care/' $1; exit 3", 1, "the editor ended with an error"),
            ("sed -i -e 's/^Title:.*/Title:/' -e 's/^new/typed with care/' $1", 1, "must not be empty"),
        ] {
            let told = try await home.edit("Oat", with: script)
            #expect(told.code == code && told.complaints.contains(words), "\(told)")
            #expect(told.complaints.contains("typed with care"), "the text is lost: \(told)")
            let path = told.complaints.firstMatch(of: /kept in (\S+)/)?.1
            let kept = try String(contentsOfFile: String(try #require(path)), encoding: .utf8)
            #expect(kept.contains("typed with care"))
        }
        #expect(try await home.json("show", "Oat")["task"]["notes"].text == "new")
        let none = try await home.edit("Oat", with: "", ["EDITOR": "/no/such/editor"])
        #expect(none.code == 1 && none.complaints.contains("set $VISUAL or $EDITOR"), "\(none)")
        #expect(try await home.run("edit").code == 2)
    }
}
