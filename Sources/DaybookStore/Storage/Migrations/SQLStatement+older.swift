extension SQLStatement {
    /// What of it takes away or changes something that a server of the release before may use, in a word or two; nil
    /// for what only adds. Indexes and policies are no part of what a server asks for.
    var breaksOlderServers: String? {
        let words = text.uppercased().split { !$0.isLetter }.map(String.init)
        func says(_ phrase: String...) -> Bool {
            words.indices.contains { words[$0...].starts(with: phrase) }
        }
        switch words.first {
        case "DROP" where !says("DROP", "INDEX") && !says("DROP", "POLICY"):
            return "DROP \(words.dropFirst().first ?? "")"
        case "TRUNCATE": return "TRUNCATE"
        case "ALTER":
            if says("DROP", "COLUMN") { return "DROP COLUMN" }
            if says("RENAME") { return "RENAME" }
            if says("SET", "NOT", "NULL") { return "SET NOT NULL" }
            if says("SET", "DATA", "TYPE") || says("TYPE") && says("ALTER", "COLUMN") { return "another type" }
            if says("ADD", "CONSTRAINT") { return "ADD CONSTRAINT" }
            if says("ADD", "COLUMN"), says("NOT", "NULL"), !says("DEFAULT") { return "a column that must be given" }
            return nil
        default: return nil
        }
    }
}
