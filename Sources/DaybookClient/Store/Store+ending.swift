import DaybookCore

extension Store {
    /// Forgets everything, as if this were a new notebook, and leaves nothing of it in the file's free pages.
    func beginAnew(account: Identifier, device: Identifier) throws {
        try connection.transaction {
            // Whoever else holds the file sees by the generation that everything is other than it was.
            let generation = try bumpGeneration()
            for table in try tables() { try connection.run("DELETE FROM \"\(table)\"") }
            try begin(ReplicaParts(account: account, device: device))
            try connection.run("UPDATE standing SET generation = ?1", generation)
            try connection.run("UPDATE book SET replaced = ?1", generation)
        }
        emptyLog()
    }

    /// What was written over is not in the log any more either. Where another process is in the middle of reading, it
    /// is emptied by a later writer.
    func emptyLog() { try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }

    private func tables() throws(StoreError) -> [String] {
        try connection.each("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'") {
            (row) in
            row.text(0) ?? ""
        }
    }
}
