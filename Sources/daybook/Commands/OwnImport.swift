import DaybookAPI
import DaybookClient
import DaybookCore
import DaybookHost
import Foundation

/// The import of whoever uses this device, done by its server.
struct OwnImport: Sendable {
    private let wish: ImportWish

    init(_ wish: ImportWish) { self.wish = wish }

    func run(_ invocation: Invocation) -> ExitCode {
        Desk.run(invocation) { desk in
            // Before anything is read or said of sending.
            guard await desk.notebook.hasAccount else { throw EntryFailure.alone }
            let bytes: [UInt8]
            do throws(UnreadableFile) { bytes = try wish.read() } catch {
                throw Refusal(sentence: error.sentence, code: .inputOutput)
            }
            desk.say(desk.ink.dim("Sending \(bytes.count) bytes ..."))
            let answer = try await desk.notebook.importFile(
                bytes, format: wish.format?.rawValue, name: wish.name, isDryRun: wish.isDryRun)
            desk.tell { $0.value(answer) }
            desk.say(ImportWords(answer).text)
            if !wish.isDryRun { await desk.look() }
        }
    }
}
