import Foundation
import Testing

/// Completions of tasks, lists and tags, as the shells ask for them.
@Suite(.closing) struct CompletionTests {
    @Test func whatIsOnThisDeviceIsOffered() async throws {
        let home = try Home()
        #expect(try await home.run("words", "tasks").output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: home.notebook.path), "a notebook was begun")
        #expect(try await home.run("add", "Milk: fresh", "--list", "Garden shed", "--new", "--tag", "cheap").code == 0)
        #expect(try await home.run("words", "lists").output == "Garden shed\n")
        #expect(try await home.run("words", "tags").output == "cheap\n")
        let task = try await home.run("words", "tasks").output
        let id = try #require(task.split(separator: "\t").first).description
        #expect(task.hasSuffix("\tMilk: fresh\n") && id.count == 4)
        try await bash(home, id)
        for (shell, line, expected) in [
            ("fish", "source $SCRIPT; complete -C 'daybook done '", "\(id)\tMilk: fresh"),
            ("fish", "source $SCRIPT; complete -C 'daybook add x --list '", "Garden shed"),
            // What stands behind a colon is the description.
            (
                "zsh", "compdef() {}; _describe() { print -rl -- ${(P)4} }; source $SCRIPT; _daybook_known tasks",
                "\(id):Milk\\: fresh"
            ),
            (
                "zsh",
                "compdef() {}; _describe() { print -rl -- ${(P)4} }; source $SCRIPT; _daybook_known lists -- today",
                "today"
            ),
        ] {
            let script = try await script(shell, home)
            let asked = try await Program.run(
                "/usr/bin/\(shell)", (shell == "zsh" ? ["-f"] : []) + ["-c", line],
                settings(home).merging(["SCRIPT": script]) { $1 })
            #expect(asked.output.contains(expected), "\(shell): \(asked)")
        }
    }

    private func settings(_ home: Home) -> [String: String] {
        home.settings.merging(["PATH": "\(Program.folder.path):/usr/bin:/bin"]) { $1 }
    }

    private func script(_ shell: String, _ home: Home) async throws -> String {
        let script = home.folder.appending(path: "completions.\(shell)")
        try await home.run("completions", shell).output.write(to: script, atomically: true, encoding: .utf8)
        return script.path
    }

    private func bash(_ home: Home, _ id: String) async throws {
        let script = try await script("bash", home)
        for (line, expected) in [
            ("done ''", id), ("move x ''", "Garden\\ shed"), ("move x y 'Gar'", "Garden\\ shed"),
            ("add x --tag ''", "cheap"), ("edit \(id) --list 'G'", "Garden\\ shed"), ("done next ''", id),
        ] {
            let words = "daybook \(line)"
            let asked = try await Program.run(
                "/bin/bash",
                [
                    "-c",
                    "source \(script); COMP_TYPE=9; COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _daybook; printf '%s\\n' \"${COMPREPLY[@]}\"",
                ], settings(home))
            #expect(asked.output.split(separator: "\n").contains(Substring(expected)), "\(line): \(asked)")
        }
    }
}
