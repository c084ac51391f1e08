import Testing

@testable import daybook

@Suite struct GroupTests {
    @Test func helpAndManualShowCommandsInGroups() {
        let help = Daybook.root.help(path: ["daybook"])
        let manual = Daybook.root.manual(path: ["daybook"])
        var rest = Substring(help)
        for title in ["Tasks", "Account and devices", "Server", "This program"] {
            let place = rest.firstRange(of: "\n\(title)\n")
            #expect(place != nil, "\(title) is missing or out of order")
            if let place { rest = rest[place.upperBound...] }
            #expect(manual.contains(".SS \(title)\n"))
        }
        let names = Daybook.root.subcommands.map(\.name)
        #expect(Set(names).count == names.count)
        for name in names { #expect(help.contains("\n    \(name) "), "\(name)") }
    }

    @Test func aRepeatedWordMayStandBeforeAnother() throws {
        let (invocation, _) = try Daybook.root.parse(["move", "a", "b", "c", "tomorrow"])
        #expect(invocation.words == ["a", "b", "c", "tomorrow"])
        #expect(MoveCommand.command.synopsis(["daybook", "move"]) == "daybook move [OPTIONS] [TASK...] [WHERE]")
    }
}
