/// Links that open the app: at a task, `todoapp://open-task?id=UUID`, or at a new one, `todoapp://create-task`.
public enum DeepLink {
    /// The link that opens a task in an app.
    public static func task(_ id: Identifier, scheme: String = "todoapp") -> String {
        "\(scheme)://open-task?id=\(id.text)"
    }

    /// The link that opens an app where a task is written down.
    public static func newTask(scheme: String = "todoapp") -> String { "\(scheme)://create-task" }

    /// The task that a link of the account's scheme names, or nil. Schemes are compared without case, as RFC 3986 says.
    public static func task(from link: String, scheme: String = "todoapp") -> Identifier? {
        let prefix = "\(scheme)://open-task?id="
        guard link.utf8.count == prefix.utf8.count + 36 else { return nil }
        let id = link.suffix(36)
        guard link.dropLast(36).lowercased() == prefix.lowercased() else { return nil }
        return Identifier(String(id))
    }

    /// Whether a text can be a link's scheme: a letter, then letters, digits, `+`, `-` and `.`.
    package static func isScheme(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count), let first = text.utf8.first else { return false }
        return isLetter(first)
            && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
