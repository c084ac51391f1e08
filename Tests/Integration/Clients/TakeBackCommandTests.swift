import Testing

/// `daybook takeback`: what another device did, from the terminal.
@Suite(.closing) struct TakeBackCommandTests {
    @Test func whatAnotherDeviceDidIsTakenBackAndBroughtBack() async throws {
        let api = try await API.serving()
        let address = "http://127.0.0.1:\(api.port)"
        let (anna, ben) = (try Home(), try Home())
        let password = AccountCommandTests.first
        #expect(try await anna.run("login", address).code == 0)
        #expect(try await anna.run("add", "Milk", "--plain").code == 0)
        #expect(try await anna.run("add", "Bread", "--plain").code == 0)
        #expect(try await anna.run(typing: "\(password)\n", "claim", "anna@example.org").code == 0)
        let login = try await ben.run(
            typing: "\(password)\n", "login", address, "--email", "anna@example.org", "--name", "Assistant")
        #expect(login.code == 0, "\(login)")
        #expect(try await ben.run("edit", "Milk", "--title", "Oat milk").code == 0)
        #expect(try await ben.run("rm", "Bread").code == 0)
        #expect(try await ben.run("add", "Beans", "--plain").code == 0)
        let after = try await anna.json("all")["tasks"].list.compactMap { $0["title"].text }.sorted()
        #expect(after == ["Beans", "Oat milk"])

        let told = try await anna.run("takeback", "assistant", "--since", "1h", "--dry-run")
        #expect(told.code == 0 && told.output.hasPrefix("All of 'Assistant' since "), "\(told)")
        #expect(told.output.contains("  3 tasks: 1 restored, 1 deleted, 1 changed back\n"), "\(told)")
        let unasked = try await anna.run("takeback", "assistant", "--since", "1h")
        #expect(unasked.code == 2 && unasked.complaints.contains("confirm with --yes"), "\(unasked)")
        #expect(try await anna.json("all")["tasks"].list.compactMap { $0["title"].text }.sorted() == after)

        let done = try await anna.run("takeback", "assistant", "--since", "1h", "--yes")
        #expect(done.code == 0 && done.output.hasPrefix("Taken back:\n  3 tasks"), "\(done)")
        let titles = try await anna.json("all")["tasks"].list.compactMap { $0["title"].text }.sorted()
        #expect(titles == ["Bread", "Milk"])
        let last = try #require(done.output.split(separator: "\n").last)
        let way = try #require(last.split(separator: "daybook ").last).split(separator: " ").map(String.init)
        #expect(way.first == "takeback", "\(done)")
        let back = try await Program.run("daybook", way + ["--yes", "--json"], anna.settings)
        #expect(back.code == 0 && JSON(back.output)["tasks"]["restored"].number == 1, "\(back)")
        #expect(try await anna.json("all")["tasks"].list.compactMap { $0["title"].text }.sorted() == after)

        for (words, complaint) in [
            (["assistant"], "say from when on"), (["assistant", "--since", "soon"], "is not a time"),
            (["nobody", "--since", "1h"], "no device is called 'nobody'; there are:"),
            (["assist", "--since", "1h", "--yes"], "no device is called 'assist'; there are:"),
            (["assistant", "--since", "1h", "--offline"], "leave --offline away"),
        ] {
            let refused = try await Program.run("daybook", ["takeback"] + words, anna.settings)
            #expect(refused.code != 0 && refused.complaints.contains(complaint), "\(refused)")
        }
        // Of devices that cannot be told apart by their names, which one this is.
        let which = try await anna.run("takeback", "nobody", "--since", "1h")
        #expect(which.code == 1 && which.complaints.contains("  (this device)"), "\(which)")
        let nothing = try await anna.run("takeback", "assistant", "--since", "1m", "--until", "1m", "--yes")
        #expect(nothing.output.hasPrefix("There is nothing of 'Assistant' since "), "\(nothing)")
        // A part of a name chooses none.
        #expect(try await anna.json("all")["tasks"].list.compactMap { $0["title"].text }.sorted() == after)
    }
}
