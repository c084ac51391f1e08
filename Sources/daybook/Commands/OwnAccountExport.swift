import DaybookAPI
import DaybookClient
import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookServer

/// The export of this device's own account, as its server writes it.
struct OwnAccountExport: Sendable {
    let order: ExportOrder
    let place: ExportPlace

    func run(_ invocation: Invocation) -> ExitCode {
        CommandSession.run(invocation) { try await write(since: invocation.options["since"], $0) }
    }

    /// - Parameter account: whose name the file gets, where it is to stand beside those of others.
    func write(since: String? = nil, _ session: CommandSession, of account: Identifier? = nil) async throws {
        let wish = Notebook.Export(
            format: .init(rawValue: order.format.rawValue) ?? .json, since: since,
            includesHistory: order.includesHistory, includesDeleted: order.includesDeleted,
            isAnonymous: order.isAnonymous)
        let bar = ProgressBar("bytes")
        defer { bar.clear() }
        do { try await export(wish, session, account, bar) } catch let trouble as OutputTrouble {
            throw Refusal(sentence: trouble.sentence, code: .inputOutput)
        }
    }

    private func export(
        _ wish: Notebook.Export, _ session: CommandSession, _ account: Identifier?, _ bar: ProgressBar
    ) async throws {
        let answer = try await session.notebook.export(wish)
        let file = place.isStandardOutput ? nil : try OutputFile(place.file(order.format, of: account))
        var bytes = 0
        do {
            for try await part in answer {
                if let file { try file.write(part) } else { try StandardOutput.write(part) }
                bytes += part.count
                bar.show(bytes, of: 0)
            }
        } catch let error as Unreachable {
            throw Refusal(sentence: "the export stopped: \(error). No file was left behind.", code: .unavailable)
        }
        try file?.finish()
        guard let file else { return }
        session.say("\(file.path)  \(bytes) bytes")
        session.tell { json in
            json.object([JSONMember("file", .string(file.path)), JSONMember("bytes", .integer(Int64(bytes)))])
        }
    }
}
