import DaybookCore

/// What the server removed of a task that was erased for good.
public struct ErasureReceipt: Hashable, Sendable {
    /// The task.
    public let task: Identifier
    /// When it was erased.
    public let at: Instant
    /// Lines of the history that lost their words.
    public let lines: Int64
    /// Other tasks of its series, which keep theirs.
    public let ofSeries: Int64

    init?(_ answer: JSONValue) {
        guard let task = answer.identifier, case .string(let text)? = answer["erasedAt"], let at = Instant(text),
            case .integer(let lines)? = answer["removed"]?["lines"], case .integer(let series)? = answer["series"]
        else { return nil }
        (self.task, self.at, self.lines, self.ofSeries) = (task, at, lines, series)
    }
}

extension Notebook {
    /// Erases one task for good: its words leave the server, this device and, as they hear of it, all others. Ask
    /// first, by a word that has to be typed: nothing brings it back, no undo and no restoration.
    ///
    /// The server does it, so it has to be reached; throws `EntryFailure` where it did not do it.
    @discardableResult
    public func erase(_ task: Identifier) async throws -> ErasureReceipt {
        // What is unsent of it has to be there before it can go.
        await sync()
        guard let receipt = ErasureReceipt(try await asked("POST", "/v1/tasks/\(task.text)/erasure")) else {
            throw EntryFailure.unreadable
        }
        await sync()
        return receipt
    }
}
