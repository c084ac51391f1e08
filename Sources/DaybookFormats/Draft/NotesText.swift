/// The notes of a draft: what the source's own notes say, and below them, a line each, what had no field of ours.
struct NotesText: Sendable {
    /// Put together at the end, for there may be any number of them.
    private var body: [String]
    private var lines: [String] = []

    init(_ body: String? = nil) { self.body = body.map { $0.isEmpty ? [] : [$0] } ?? [] }

    /// Further text of the source, as it was written.
    mutating func append(_ text: String) {
        if !text.isEmpty { body.append(text) }
    }

    mutating func add(_ label: String, _ value: String) { lines.append("\(label): \(value)") }

    var text: String? {
        let parts = [body, lines].filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
        return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    }
}
