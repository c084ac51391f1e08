import DaybookHost
import DaybookServer
import Glibc

/// Calendar programs that speak to the server.
enum CalDAVCommand {
    static let command = Command(
        name: "caldav", summary: "Record what a calendar program says, and let one delete most of an account",
        about: "See docs/build/caldav.md for what they can do, docs/use/calendar-apps.md for how each is set up.",
        subcommands: [record, allowDeletion])

    private static let allowDeletion = AdminCommand.make(
        "allow-deletion", "Let a device delete more than half of an account's tasks for an hour",
        about: """
            A program that was emptied or pointed at the wrong list is stopped before it deletes most of the account. Allow \
            it where that is meant. `daybook device list` shows the device's id.
            """,
        words: [AdminCommand.account, Command.Word(name: "DEVICE", help: "Its id.")],
        examples: [
            "daybook caldav allow-deletion ada@example.org 5f2c6a70-91de-4b6e-8a4f-3c1f9be0d422":
                "a program that really is to delete everything"
        ],
        work: { administration, invocation in
            try await administration.allowDeletion(invocation.words[0], invocation.words[1])
        })

    private static let record = Command(
        name: "record", summary: "Stand between a calendar program and a server and write down what they say",
        about: """
            Point the program at the address that is shown, with the same user name and password. What people wrote is \
            made unreadable, as in an anonymous export; passwords are written nowhere. Read the file before you send it \
            to anybody. Ctrl-C ends it.
            """,
        words: [Command.Word(name: "FILE", help: "Where the transcript goes; it must not exist yet.")],
        options: [
            Command.Option(
                name: "server", placeholder: "URL", help: "The server itself. [http://127.0.0.1:8420]"),
            Command.Option(
                name: "at", placeholder: "ADDRESS", help: "Where the program is to be pointed at. [127.0.0.1:8425]"),
        ],
        examples: [
            "daybook caldav record thunderbird.txt": "a program on this machine",
            "daybook caldav record --server https://daybook.example.org --at '*:8425' phone.txt": "one in your network",
        ],
        codes: [.success, .failure, .usage, .unavailable, .inputOutput],
        run: { invocation in
            let server = invocation.options["server"] ?? "http://127.0.0.1:8420"
            let place = invocation.options["at"] ?? "127.0.0.1:8425"
            guard let configuration = try? Configuration.resolve(SettingSources()).configuration else {
                return .configuration
            }
            let file = open(invocation.words[0], O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else {
                return Terminal.end("\(invocation.words[0]): \(String(cString: strerror(errno)))", .inputOutput)
            }
            defer { close(file) }
            let put: @Sendable (String) -> Void = { text in
                var text = text
                text.withUTF8 { bytes in
                    if Glibc.write(file, bytes.baseAddress, bytes.count) != bytes.count {
                        Terminal.complain("daybook: the transcript cannot be written to")
                    }
                }
            }
            put("A transcript by `daybook caldav record`, \(Version.line). Words are made unreadable.\n\n")
            let recorder = CalDAVRecorder(to: server, write: put)
            let log = Log(LogSink(format: configuration.logFormat), level: .warning)
            let (code, failure) = ServiceProcess.run(configuration, log: log) { reactors throws(StartFailure) in
                let (service, address) = try recorder.serve(at: place, reactors)
                Terminal.say("recording: point the program at http://\(address)/")
                return service
            }
            if let failure { Terminal.complain("daybook: \(failure.sentence)") }
            return code
        })
}
