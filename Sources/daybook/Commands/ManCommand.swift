import DaybookHost
import Glibc

enum ManCommand {
    static let command: Command = Command(
        name: "man", summary: "Write the manual pages, one for each command",
        about: "They are made from what --help shows. A folder of the MANPATH makes them known to man(1).",
        words: [Command.Word(name: "PATH", help: "The folder that they are written into; made if it is missing.")],
        examples: ["daybook man /usr/local/share/man/man1": "after that: man daybook-backup-create"],
        codes: [.success, .usage, .inputOutput],
        run: { invocation in
            let folder = invocation.words[0]
            if mkdir(folder, 0o755) != 0, errno != EEXIST { return complain(folder) }
            for (file, source) in Daybook.root.manuals() {
                let path = "\(folder)/\(file)"
                guard let handle = fopen(path, "w") else { return complain(path) }
                let isWritten = fputs(source, handle) >= 0
                guard fclose(handle) == 0, isWritten else { return complain(path) }
            }
            return .success
        })

    private static func complain(_ path: String) -> ExitCode {
        Terminal.complain("daybook: \(path): \(String(cString: strerror(errno)))")
        return .inputOutput
    }
}
