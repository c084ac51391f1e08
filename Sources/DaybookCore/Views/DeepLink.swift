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
}
