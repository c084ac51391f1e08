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
            session.say(session.style.dim("Sending \(bytes.count) bytes ..."))
            let (report, stop) = try await session.notebook.importReport(
                bytes, format: wish.format?.rawValue, name: wish.name, isDryRun: wish.isDryRun)
            // Of an import that stopped, this is what stands.
            session.tell { $0.value(report) }
            session.say(ImportWords(report).text)
            if !wish.isDryRun { await session.look() }
            if let stop { throw stop }
        }
    }
}
