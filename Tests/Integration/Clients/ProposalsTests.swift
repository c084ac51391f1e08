import DaybookClient
import DaybookCore
import Foundation
import TestWire
import Testing

/// What an assistant proposes, looked at and decided with the SDK and in the terminal.
@Suite(.closing) struct ProposalsTests {
    private let api: API
    private let anna: Home

    init() async throws {
        api = try await .serving(nil, ["DAYBOOK_AGENTS": "propose"])
        anna = try Home()
    }

    /// The token of an assistant in the account of the notebook.
    private func assistant() async throws -> String {
        let token = try String(contentsOf: anna.notebook.appending(path: "token"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let made = try await api.ask(
            "POST", "/v1/tokens", token: token, #"{"label":"An assistant","scope":"agent"}"#)
        return try #require(made.json["token"].text, "\(made)")
    }

    /// Has it propose something, and answers the proposal's id.
    private func propose(_ assistant: String, note: String? = nil, _ actions: String...) async throws -> String {
        let noted = note.map { #""note":"\#($0)","# } ?? ""
        let arguments = #"{\#(noted)"actions":[\#(actions.joined(separator: ","))]}"#
        let answer = try await api.ask(
            "POST", "/mcp", token: assistant,
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"propose","arguments":\#(arguments)}}"#,
            fields: "MCP-Protocol-Version: 2025-11-25\r\n")
        let data = answer.json["result"]["structuredContent"]["data"]
        return try #require(data["proposal"]["id"].text, "\(answer)")
    }

    private func titles() async throws -> [String] {
        try await anna.json("all")["tasks"].list.compactMap { $0["title"].text }.sorted()
    }

    private func id(_ title: String) async throws -> String {
        let tasks = try await anna.json("all")["tasks"].list
        return try #require(tasks.first { $0["title"].text == title }?["id"].text)
    }

    @Test func theSDKShowsAppliesAndTakesBack() async throws {
        let phone = try Notebook(folder: anna.notebook)
        try await phone.begin(on: try #require(URL(string: "http://127.0.0.1:\(api.port)")), timeZone: "UTC")
        let (milk, tea) = (try await phone.add("Milk"), try await phone.add("Tea"))
        await phone.sync()
        let assistant = try await assistant()
        _ = try await propose(
            assistant, note: "Tidy", #"{"action":"update","id":"\#(milk)","fields":{"title":"Oat milk"}}"#,
            #"{"action":"delete","id":"\#(tea)"}"#)
        let proposal = try #require(try await phone.proposals().first)
        #expect(proposal.deviceName == "An assistant" && proposal.note == "Tidy" && proposal.count == 2)
        let whole = try await phone.rehearseProposal(proposal.id)
        #expect(whole.lines.map(\.kind) == [.set, .delete] && whole.lines.map(\.task) == [milk, tea])
        #expect(await phone.task(milk)?.title == "Milk")

        // What was changed here and not sent yet is part of what is there.
        try await phone.edit(milk) { $0.title = "Whole milk" }
        await #expect {
            try await phone.applyProposal(whole)
        } throws: { error in
            guard case .refused("proposal_changed", _, _)? = error as? EntryFailure else { return false }
            return true
        }
        let part = try await phone.rehearseProposal(proposal.id, only: [0])
        #expect(part.lines.first?.changes.first?.old == .string("Whole milk"))
        let applied = try await phone.applyProposal(part)
        #expect(applied.done == [0] && applied.change == proposal.id)
        #expect(await phone.task(milk)?.title == "Oat milk")
        #expect(await phone.snapshot.inbox.count == 2)
        #expect(try await phone.proposals().isEmpty)
        #expect(try await phone.undo(applied) == [])
        #expect(await phone.task(milk)?.title == "Whole milk")

        _ = try await propose(assistant, #"{"action":"complete","id":"\#(tea)"}"#)
        let second = try #require(try await phone.proposals().first)
        try await phone.dismissProposal(second.id)
        #expect(try await phone.proposals().isEmpty)
    }

    @Test func theTerminalShowsAppliesAndTakesBack() async throws {
        #expect(try await anna.run("proposals").complaints.contains("has no server yet"))
        #expect(try await anna.run("login", "http://127.0.0.1:\(api.port)").code == 0)
        #expect(try await anna.run("proposals").output == "Nothing is proposed.\n")
        for title in ["Milk", "Tea"] { #expect(try await anna.run("add", title, "--plain").code == 0) }
        let before = try await titles()
        let assistant = try await assistant()
        let (milk, tea) = (try await id("Milk"), try await id("Tea"))
        let notes = String(repeating: "socks and ", count: 10) + "shoes"
        let proposal = try await propose(
            assistant, note: "For the trip",
            #"{"action":"update","id":"\#(milk)","fields":{"title":"Oat milk"}}"#,
            #"{"action":"create","fields":{"title":"Trip","category":"Kitchen","notes":"\#(notes)"}}"#,
            ##"{"action":"create","fields":{"title":"Pack","parentId":"#1"}}"##,
            #"{"action":"delete","id":"\#(tea)"}"#)
        let listed = try await anna.run("proposals")
        #expect(listed.output.contains("\(proposal.prefix(6))  An assistant  4 changes: 'For the trip'"), "\(listed)")

        let name = String(proposal.prefix(4))
        let shown = try await anna.run("proposals", name)
        #expect(shown.code == 0 && shown.output.hasPrefix("An assistant proposed, "), "\(shown)")
        for line in [
            "  For the trip\n", "   1  'Milk': renamed to 'Oat milk', it was 'Milk'\n",
            "   2  added 'Trip', with notes\n        category 'Kitchen'\n        notes:\n          \(notes)\n",
            "   3  added 'Pack'\n        made a part of 'Trip'\n", "   4  deleted 'Tea'\n",
        ] {
            #expect(shown.output.contains(line), "\(line) is missing in \(shown.output)")
        }
        let some = try await anna.run("proposals", name, "--only", "1,3-4")
        #expect(
            some.output.contains("   3  'Pack': cannot be done: ") && !some.output.contains("'Trip', with"), "\(some)")
        #expect(try await titles() == before)

        for (words, complaint) in [
            ([name, "--apply"], "confirm with --yes"), ([name, "--dismiss"], "confirm with --yes"),
            ([name, "--apply", "--dismiss"], "not both"), (["--apply"], "PROPOSAL is missing"),
            ([name, "--only", "0"], "from 1 to 4"), ([name, "--only", "2-1"], "from 1 to 4"),
            ([name, "--only", "1,,2"], "from 1 to 4"), ([name, "--only", "5"], "from 1 to 4"),
            ([name, "--tag", "x"], "--tag goes with --apply"),
            (["ffffffff"], "there is no proposal 'ffffffff' any more"),
        ] {
            let refused = try await Program.run("daybook", ["proposals"] + words, anna.settings)
            #expect(refused.code != 0 && refused.complaints.contains(complaint), "\(words): \(refused)")
        }
        #expect(try await titles() == before)

        let done = try await anna.run("proposals", name, "--apply", "--yes")
        #expect(done.code == 0 && done.output.hasPrefix("Applied: 4 changes\n"), "\(done)")
        #expect(try await titles() == ["Oat milk", "Pack", "Trip"])
        let history = try await anna.run("history", "--all").output.split(separator: "\n")
        #expect(history.filter { $0.contains(", proposed by An assistant  ") }.count >= 4, "\(history)")
        #expect(history.contains { $0.contains(", proposed by An assistant  added 'Pack'") }, "\(history)")
        #expect(try await anna.run("proposals").output == "Nothing is proposed.\n")
        let last = try #require(done.output.split(separator: "\n").last)
        let way = try #require(last.split(separator: "daybook ").last).split(separator: " ").map(String.init)
        let undone = try await Program.run("daybook", way, anna.settings)
        #expect(undone.code == 0 && undone.output.hasPrefix("Undone: "), "\(undone)")
        #expect(try await titles() == before)

        let unwanted = try await propose(assistant, #"{"action":"complete","id":"\#(tea)"}"#)
        let dismissed = try await anna.run("proposals", unwanted, "--dismiss", "--yes")
        #expect(dismissed.output == "Dismissed: what An assistant proposed\n", "\(dismissed)")
        #expect(try await anna.json("proposals")["proposals"].list.isEmpty)
        #expect(try await titles() == before)
    }

    /// Nothing is applied that was not shown: neither what a program saw before, nor what somebody reads meanwhile.
    @Test func whatChangedMeanwhileIsShownAgain() async throws {
        #expect(try await anna.run("login", "http://127.0.0.1:\(api.port)").code == 0)
        #expect(try await anna.run("add", "Milk", "--plain").code == 0)
        let milk = try await id("Milk")
        let proposal = try await propose(try await assistant(), #"{"action":"delete","id":"\#(milk)"}"#)
        let shown = try await anna.json("proposals", proposal)
        #expect(shown["changes"][0]["number"].number == 1 && shown["changes"][0]["kind"].text == "delete")
        let tag = try #require(shown["tag"].text)
        #expect(try await anna.run("edit", "Milk", "--title", "Letters").code == 0)
        let refused = try await anna.run("proposals", proposal, "--apply", "--yes", "--tag", tag, "--json")
        #expect(refused.code == 1 && JSON(refused.complaints)["error"]["code"].text == "proposal_changed", "\(refused)")
        #expect(JSON(refused.output)["changes"][0]["title"].text == "Letters")
        #expect(try await titles() == ["Letters"])

        let asking = try anna.start(["proposals", proposal, "--apply"], reading: "typed", onATerminal: true)
        #expect(await asking.line(containing: "Apply this, which deletes 1 task?") != nil)
        #expect(try await anna.run("edit", "Letters", "--title", "Her letters").code == 0)
        try anna.type("yes", into: "typed")
        #expect(await asking.line(containing: "deleted 'Her letters'") != nil)
        #expect(await asking.line(containing: "something changed meanwhile, so nothing was done") != nil)
        #expect(await asking.end() == 1)
        #expect(try await titles() == ["Her letters"])

        let again = try anna.start(["proposals", proposal, "--apply"], reading: "again", onATerminal: true)
        #expect(await again.line(containing: "Apply this, which deletes 1 task?") != nil)
        try anna.type("yes", into: "again")
        #expect(await again.line(containing: "This takes all of it back: daybook undo \(proposal)") != nil)
        #expect(await again.end() == 0)
        #expect(try await titles().isEmpty)
    }
}
