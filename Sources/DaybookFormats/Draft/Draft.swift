import DaybookCore

/// One row as a file of some source describes it, before an account has seen it.
package enum Draft: Hashable, Sendable {
    case settings(SettingsDraft)
    case list(ListDraft)
    case task(TaskDraft)
}

/// A row's name in its source. The identifier it gets in an account follows from this alone, so the
/// same file read twice describes the same rows.
package enum SourceName: Hashable, Sendable {
    /// An identifier of ours, which is kept.
    case own(Identifier)
    /// The source's own name for it, the same for ever and in every file.
    case named(String)
}

/// Names for rows of sources that give none: the row's content, and how many rows with the same content came before it.
/// Two equal lines stay two tasks, and a line that moves in its file stays the task it was.
package struct ContentNames: Sendable {
    private var seen: [Identifier: Int] = [:]

    package init() {}

    package mutating func name(_ content: String) -> SourceName {
        let key = Identifier.derived(.importedRow, from: content)
        let count = seen[key, default: 0]
        seen[key] = count + 1
        return .named("\(key.text)/\(count)")
    }
}

extension SourceName {
    var own: Identifier? { if case .own(let id) = self { id } else { nil } }
    package var isOwn: Bool { own != nil }

    /// The row's identifier in an account. `origin` keeps the names of different sources apart.
    package func identifier(
        _ entity: SyncOperation.Entity, in account: Identifier, from origin: String
    ) -> Identifier {
        switch self {
        case .own(let id): id
        case .named(let name):
            .derived(.importedRow, account.high, account.low, UInt64(entity.rawValue), from: "\(origin)\n\(name)")
        }
    }
}
