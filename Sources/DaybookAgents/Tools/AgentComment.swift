import DaybookCore

/// Notes with a paragraph behind them.
package struct AgentComment: Sendable {
    package let whole: String

    /// Nil where the paragraph stands there already, as the last: whoever asks twice has it.
    package init?(_ text: String, behind task: JSONValue) {
        self.init(text, behindNotes: task[text: TaskField.notes.name] ?? "")
    }

    package init?(_ text: String, behindNotes notes: String) {
        guard !notes.isEmpty else {
            whole = text
            return
        }
        guard notes != text, !notes.hasSuffix("\n\n\(text)") else { return nil }
        whole = "\(notes)\n\n\(text)"
    }
}
