import DaybookHost
import Testing

@testable import daybook

@Suite struct ParsingTests {
    func parse(_ line: String) throws(UsageError) -> Invocation {
        try Daybook.root.parse(line.split(separator: " ").map(String.init)).0
    }

    func refusal(_ line: String) -> String? {
        do throws(UsageError) {
            _ = try parse(line)
            return nil
        } catch {
            return error.sentence
        }
    }

    @Test func flagsAreTakenInEveryForm() throws {
        let invocation = try parse("serve --listen [::1]:1 --reactors=2 --migrate --no-proxy-protocol --config f")
        #expect(invocation.command.name == "serve")
        #expect(
            invocation.settings == [
                "listen": "[::1]:1", "reactors": "2", "migrate": "yes", "proxy-protocol": "no", Setting.fileFlag: "f",
            ])
    }

    @Test func aSwitchTakesAValueOnlyWithAnEqualsSign() throws {
        #expect(try parse("serve --migrate=no").settings == ["migrate": "no"])
        #expect(refusal("serve --migrate no") == "unexpected 'no'")
        #expect(refusal("serve --no-migrate=yes") == "--no-migrate takes no value")
        #expect(refusal("doctor --json=yes") == "--json takes no value")
    }

    @Test func subcommandsHaveTheirOwnOptions() throws {
        let invocation = try parse("migrate up --to 3 --dry-run --database-url postgres://a/b")
        #expect(invocation.options == ["to": "3", "dry-run": ""])
        #expect(invocation.settings == ["database-url": "postgres://a/b"])
        #expect(refusal("migrate up --listen x") == "unknown option --listen")
        #expect(refusal("migrate") == "a command is missing: status, up, down")
    }

    @Test(arguments: [
        ("srve", "unknown command 'srve'; did you mean 'serve'?"),
        ("serve --listn x", "unknown option --listn; did you mean --listen?"),
        ("migrate statsu", "unknown command 'statsu'; did you mean 'status'?"),
        ("serve --listen", "--listen needs a value"),
        ("serve extra", "unexpected 'extra'"),
        ("completions", "SHELL is missing"),
        ("completions bsh", "SHELL: expected one of bash, zsh, fish; did you mean 'bash'?"),
        ("serve -x", "unknown option -x"),
    ])
    func mistakesAreNamed(line: String, sentence: String) { #expect(refusal(line) == sentence) }

    @Test func wordsAfterTwoDashesAreNoOptions() throws { #expect(try parse("help -- serve").words == ["serve"]) }

    @Test func everyCommandHasHelpWithExamplesOrCommands() {
        for place in Completions.places(Daybook.root) {
            let help = place.command.help(path: place.path)
            #expect(help.contains(place.path.joined(separator: " ")))
            #expect(help.contains("Exit codes"))
            let leadsOn = !place.command.examples.isEmpty || !place.command.subcommands.isEmpty
            #expect(leadsOn || place.command.name == "version", "\(place.path)")
            for line in help.split(separator: "\n") { #expect(line.count <= 104, "\(line)") }
        }
    }

    @Test func serveOffersEverySetting() {
        let help = ServeCommand.command.help(path: ["daybook", "serve"])
        for setting in Setting.table { #expect(help.contains(setting.flag)) }
    }
}
