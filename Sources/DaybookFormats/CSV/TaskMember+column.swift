/// The columns of our table; a row is a task unless `kind` says otherwise.
extension TaskMember {
    static let columns = ofDocument.flatMap { member -> [TaskMember] in
        switch member {
        // Instants have theirs by themselves here.
        case .milliseconds: [.kind]
        case .listId: [.list, .listId]
        case .otherFields: [.colorHex, .otherFields]
        case .type: []
        default: [member]
        }
    }

    /// Its place in a row; that of none is behind the last.
    var column: Int { Self.places[rawValue] }
    private static let places = allCases.map { columns.firstIndex(of: $0) ?? columns.count }
}

/// What keeps a spreadsheet from taking somebody's text for a formula, and yet loses nothing: an apostrophe in front of
/// texts that could be taken for one, and of those that begin with an apostrophe themselves, so that exactly one is to
/// be taken away again.
enum FormulaGuard {
    static func isNeeded(_ text: String) -> Bool {
        // Spaces in front do not keep every spreadsheet from it.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "=", "+", "-", "@", "\t", "\r", "\n", "|", "%": return true
            // The same signs in full width.
            case "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": return true
            case _ where scalar.properties.isWhitespace: continue
            default: return false
            }
        }
        return false
    }

    static func guarded(_ text: String) -> String { isNeeded(text) ? "'" + text : text }

    static func unguarded(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "'") else { return text }
        return String(text.unicodeScalars.dropFirst())
    }
}
