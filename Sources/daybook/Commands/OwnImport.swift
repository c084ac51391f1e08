import DaybookAPI
import DaybookClient
import DaybookCore
import DaybookHost

/// The import into this device's own account, done by its server.
struct OwnImport: Sendable {
    let wish: ImportRequest

    func run(_ invocation: Invocation) -> ExitCode {
        CommandSession.run(invocation) { session in
            // Before anything is read or said of sending.
            guard await session.notebook.hasAccount else { throw EntryFailure.alone }
            let bytes: [UInt8]
            do throws(UnreadableFile) { bytes = try wish.read() } catch {
                throw Refusal(sentence: error.sentence, code: .inputOutput)
            }
            if !wish.isDryRun { await session.look() }
            let before = wish.isDryRun ? nil : try await LastImport.account(session)
            session.say(session.style.dim("Sending \(bytes.count) bytes ..."))
            let (report, stop) = try await session.notebook.importReport(
                bytes, format: wish.format?.rawValue, name: wish.name, isDryRun: wish.isDryRun)
            // Of an import that stopped, this is what stands.
            session.tell { $0.value(report) }
            session.say(ImportWords(report).text)
            if let before {
                let name =
                    wish.path.split(separator: "/").last.map { "'\(TerminalStyle.line(String($0)))'" } ?? "a file"
                if try await LastImport.remember(report, of: name, since: before, isPart: stop != nil, session) {
                    session.say(session.style.dim("'daybook undo' takes all of it back."))
                }
                await session.look()
            }
            if let stop { throw stop }
        }
    }
}
