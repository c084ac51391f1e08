import DaybookHost
import Glibc

enum ManCommand {
    static let command: Command = Command(
        name: "man", summary: "Write the manual pages, one for each command",
        about: "They contain what --help shows. Write them to a folder of the MANPATH so that man(1) finds them.",
        words: [Command.Word(name: "PATH", help: "The folder to write them to. It is created if it does not exist.")],
        examples: ["daybook man /usr/local/share/man/man1": "then: man daybook-backup-create"],
        codes: [.success, .usage, .inputOutput],
        run: { invocation in
            let folder = invocation.words[0]
            if mkdir(folder, 0o755) != 0, errno != EEXIST { return complain(folder) }
            for (file, source) in invocation.root.manuals() {
                let path = "\(folder)/\(file)"
                guard let handle = fopen(path, "w") else { return complain(path) }
                let isWritten = fputs(source, handle) >= 0
                guard fclose(handle) == 0, isWritten else { return complain(path) }
            }
            return .success
        })

    private static func complain(_ path: String) -> ExitCode {
        Terminal.end("\(path): \(String(cString: strerror(errno)))", .inputOutput)
    }
}
