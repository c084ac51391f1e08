extension SyncCursor {
    /// `EPOCH:REVISION`, and `:REVISION` once more while a snapshot is on its way. Opaque to clients.
    package var text: String {
        "\(epoch.text):\(revision)" + (snapshotFrom.map { ":\($0)" } ?? "")
    }

    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let epoch = Identifier(String(parts[0])),
            let revision = Self.revision(parts[1])
        else { return nil }
        self.init(epoch: epoch, revision: revision)
        guard parts.count == 3 else { return }
        guard let from = Self.revision(parts[2]) else { return nil }
        snapshotFrom = from
    }

    /// Digits alone, written the one way they can be.
    private static func revision(_ text: Substring) -> Int64? {
        guard let value = Int64(text), value >= 0, String(value) == text else { return nil }
        return value
    }
}
