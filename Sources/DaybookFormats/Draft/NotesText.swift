/// The notes of a draft: what the source's own notes say, and below them, a line each, what had no field of ours.
struct NotesText: Sendable {
    private var body: String?
    private var lines: [String] = []

    init(_ body: String? = nil) { self.body = body.flatMap { $0.isEmpty ? nil : $0 } }

    /// Further text of the source, as it was written.
    mutating func append(_ text: String) {
        guard !text.isEmpty else { return }
        body = body.map { "\($0)\n\(text)" } ?? text
    }

    mutating func add(_ label: String, _ value: String) { lines.append("\(label): \(value)") }

    var text: String? {
        let added = lines.joined(separator: "\n")
        guard let body else { return added.isEmpty ? nil : added }
        return added.isEmpty ? body : "\(body)\n\n\(added)"
    }
}
