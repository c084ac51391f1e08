import DaybookAPI
import DaybookClient
import DaybookCore
import DaybookHost
import Foundation

/// The import into this device's own account, done by its server.
struct OwnImport: Sendable {
    private let wish: ImportRequest

    init(_ wish: ImportRequest) { self.wish = wish }

    func run(_ invocation: Invocation) -> ExitCode {
        CommandSession.run(invocation) { session in
            // Before anything is read or said of sending.
            guard await session.notebook.hasAccount else { throw EntryFailure.alone }
            let bytes: [UInt8]
            do throws(UnreadableFile) { bytes = try wish.read() } catch {
                throw Refusal(sentence: error.sentence, code: .inputOutput)
            }
            session.say(session.style.dim("Sending \(bytes.count) bytes ..."))
            let answer = try await session.notebook.importFile(
                bytes, format: wish.format?.rawValue, name: wish.name, isDryRun: wish.isDryRun)
            session.tell { $0.value(answer) }
            session.say(ImportWords(answer).text)
            if !wish.isDryRun { await session.look() }
        }
    }
}
