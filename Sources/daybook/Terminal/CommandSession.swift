import DaybookClient
import DaybookCore
import DaybookHost
import FoundationEssentials
import Glibc

/// What a command of the terminal client works with: the notebook, the form of its output, and how long to wait for the
/// server.
struct CommandSession: Sendable {
    let notebook: Notebook
    /// Where the notebook's files lie.
    let folder: URL
    let isJSON: Bool
    let isOffline: Bool
    let style: TerminalStyle
    /// Whose words are understood, beside those of English.
    let language: Language

    static let offline = Command.Option(name: "offline", help: "Do not contact the server now.")
    static let options = [Command.json, offline, NotebookPlace.option]
    static let codes: [ExitCode] = [.success, .failure, .usage, .unavailable, .inputOutput, .forbidden]

    /// A command is not held up for longer by a server that does not answer; what was done is on the disk already. Nil
    /// where the person did not say how long.
    static let patience = getenv(Setting.patienceVariable).flatMap { UInt16(String(cString: $0)) }
        .map { Duration.seconds($0) }

    static func command(
        _ name: String, _ summary: String, about: String = "", words: [Command.Word] = [],
        options: [Command.Option] = options, examples: KeyValuePairs<String, String>,
        writing: @escaping @Sendable (Invocation) -> [String?] = { _ in [] },
        run: @escaping @Sendable (Invocation, CommandSession) async throws -> Void
    ) -> Command {
        Command(
            name: name, summary: summary, about: about, words: words, options: options, examples: examples,
            codes: codes,
            run: { invocation in
                Self.run(invocation, writing: writing(invocation)) { try await run(invocation, $0) }
            })
    }

    /// Opens the notebook and does the work; errors end as one sentence and an exit code.
    ///
    /// - Parameter writing: what the person has written on the command line. Where the disk fails it is given back,
    ///   also when the notebook could not even be opened.
    static func run(
        _ invocation: Invocation, writing: [String?] = [],
        _ work: @escaping @Sendable (CommandSession) async throws -> Void
    ) -> ExitCode {
        // A limit on the size of files is an error of the write like a full disk, and no reason to die with what was
        // typed.
        signal(SIGXFSZ, SIG_IGN)
        let environment = ProcessEnvironment.all()
        let isJSON = invocation.has("json")
        let folder = NotebookPlace.folder(invocation.options["notebook"], environment)
        let style = TerminalStyle(colours: Terminal.takesColours() && !isJSON, environment: environment)
        let isOffline = invocation.has("offline")
        let language = Language(
            accepting: ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "")
        return Blocking.run {
            do {
                let notebook = try await Notebook.opened(in: folder)
                try await work(
                    CommandSession(
                        notebook: notebook, folder: folder, isJSON: isJSON, isOffline: isOffline, style: style,
                        language: language))
                return .success
            } catch {
                let trouble = SessionTrouble(error, writing: writing.compactMap(\.self))
                Terminal.complain(isJSON ? trouble.json : "daybook: \(trouble.text)")
                return trouble.code
            }
        }
    }

    // MARK: Speaking

    func say(_ text: @autoclosure () -> String) { if !isJSON { Terminal.say(text()) } }

    /// The output for programs, if they asked for it.
    func tell(_ write: (inout JSONWriter) -> Void) {
        guard isJSON else { return }
        var writer = JSONWriter(pretty: true)
        write(&writer)
        Terminal.say(String(decoding: writer.bytes, as: UTF8.self))
    }

    /// The same, where it is an object of what is written.
    func tellObject(_ writeMembers: (inout JSONWriter) -> Void) {
        tell { $0.object(nil, writeMembers) }
    }

    /// The same, where it is an object with one member.
    func tell(_ name: String, _ write: (inout JSONWriter) -> Void) {
        tellObject { $0.member(name, write) }
    }

    /// Tells it in JSON where that is asked for; what follows is for people then, and here are their lines.
    func lines(unlessTold name: String, _ write: (inout JSONWriter) -> Void) async -> TaskLines? {
        tell(name, write)
        return isJSON ? nil : await lines()
    }

    func lines() async -> TaskLines {
        var lists: [Identifier: TaskList] = [:]
        for list in await notebook.snapshot.lists { lists[list.id] = list }
        return TaskLines(
            style: style, moment: await notebook.moment, lists: lists, letters: await notebook.snapshot.prefixLength)
    }

    // MARK: The server

    /// Sends what was just done. Where that does not work now, it is said and happens later.
    func send() async {
        guard !isOffline, await notebook.hasAccount else { return }
        let before = await notebook.status
        let status = await sync(within: Self.patience ?? .seconds(3))
        guard !isJSON else { return }
        if let trouble = status?.trouble, trouble != .alone {
            Terminal.complain(style.dim(trouble.inTheTerminal))
        } else if status == nil {
            Terminal.complain(style.dim("The server is slow to answer. Your change is saved and will be sent later."))
        }
        if let refused = status?.refused, refused > 0 {
            Terminal.complain(style.yellow("The server refused \(refused) changes; see 'daybook status'."))
        }
        if let status { for lost in await lost(since: before, status) { Terminal.complain(style.yellow(lost)) } }
    }

    /// Reads what others did, before something is shown.
    func look() async {
        guard !isOffline, await notebook.hasAccount else { return }
        guard await !notebook.isServerAway else { return }
        _ = await sync(within: Self.patience ?? .seconds(1))
    }

    private func sync(within patience: Duration) async -> SyncStatus? {
        await withTaskGroup(of: SyncStatus?.self) { group in
            group.addTask { await notebook.sync() }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}

extension Refusal {
    /// Whatever needs a server, in a notebook that has none.
    static let alone = Refusal(sentence: "\(SyncTrouble.alone.sentence) See 'daybook login --help'.")
}
