import DaybookCore
import Postgres

/// Fills tables from a backup, each by two connections at once.
struct BackupFilling: Sendable {
    let database: Database
    let tables: StoredTables
    /// The schema's name, with its dot, where it is not the usual one.
    var prefix = ""
    /// Nil means every account.
    var account: Identifier?
    let progress: Backups.Progress

    /// What reads one table's text is one process of PostgreSQL; more of them than these wait for each other.
    static let lanes = 2

    func fill(from rows: BackedUpRows) async throws {
        while let table = try rows.nextTable() { try await fill(table, from: rows) }
    }

    private func fill(_ table: BackedUpTable, from rows: BackedUpRows) async throws {
        guard let stored = tables[table.name], Set(table.columns).isSubset(of: stored.columns) else {
            throw BackupError.unknownColumns(table: table.name)
        }
        let own = account.flatMap { RowsOfAccount($0, in: table) }
        if account != nil, own == nil || stored.isPassing {
            while try rows.next() != nil {}
            return
        }
        let name = prefix + stored.quotedName
        // COPY fills no table whose policies hold its owner back.
        if stored.isWalled {
            try await database.write(Query(unsafeSQL: "ALTER TABLE \(name) NO FORCE ROW LEVEL SECURITY"))
        }
        let columns = table.columns.map(\.asIdentifier).joined(separator: ", ")
        let taken = try await pour(rows, own, into: "COPY \(name) (\(columns)) FROM STDIN")
        guard taken.copied == taken.wanted, own != nil || taken.copied == rows.count else {
            throw BackupError.rows(table: table.name)
        }
    }

    /// Lets policies hold for the tables' owner again.
    func close() async throws {
        try await database.transaction(attempts: 1) { transaction in
            for table in tables.inOrder where table.isWalled {
                let name = prefix + table.quotedName
                try await transaction.run(Query(unsafeSQL: "ALTER TABLE \(name) FORCE ROW LEVEL SECURITY"))
            }
        }
    }

    /// Rows that were sent to the table, and that it took.
    private struct Count {
        var wanted = 0
        var copied = 0
    }

    private func pour(_ rows: BackedUpRows, _ own: RowsOfAccount?, into copy: String) async throws -> Count {
        try await withThrowingTaskGroup(of: Count.self) { lanes in
            for _ in 0..<Self.lanes {
                lanes.addTask { try await pourOne(rows, own, into: copy) }
            }
            var sum = Count()
            for try await count in lanes {
                sum.wanted += count.wanted
                sum.copied += count.copied
            }
            return sum
        }
    }

    private func pourOne(_ rows: BackedUpRows, _ own: RowsOfAccount?, into copy: String) async throws -> Count {
        guard let first = try rows.next() else { return Count() }
        return try await database.transaction(attempts: 1) { transaction in
            try await transaction.run(BackupCreation.settings + Self.settings)
            var wanted = 0
            let copied = try await transaction.copyIn(Query(unsafeSQL: copy)) { writer in
                var next: [UInt8]? = first
                while let block = next {
                    progress(rows.taken)
                    let kept = own.map { $0.own(of: block) } ?? block
                    wanted += kept.count { $0 == 0x0A }
                    if !kept.isEmpty { try await writer.write(kept) }
                    next = try rows.next()
                }
            }
            return Count(wanted: wanted, copied: copied)
        }
    }

    /// The last commit of a restoration waits for the disk, and with it for all that was written before.
    static let settings: [Query] = ["SET LOCAL synchronous_commit = off", "SET LOCAL maintenance_work_mem = '128MB'"]
}

extension StoredTables.Table {
    /// Rows of sign-ins and pairings that last minutes, or of work under way: they are not restored for one account.
    var isPassing: Bool { ["pairing", "sign_in_attempt", "deletion", "merged_account"].contains(name) }
}

/// Picks one account's rows out of what COPY wrote.
struct RowsOfAccount: Sendable {
    private let column: Int
    private let wanted: [UInt8]

    /// Nil for a table that knows no accounts.
    init?(_ account: Identifier, in table: BackedUpTable) {
        guard let column = table.columns.firstIndex(of: "account_id") else { return nil }
        self.column = column
        wanted = Array(account.text.utf8)
    }

    /// - Parameter block: whole rows.
    func own(of block: [UInt8]) -> [UInt8] {
        var own: [UInt8] = []
        var start = 0
        while let end = block[start...].firstIndex(of: 0x0A) {
            let row = block[start...end]
            if isWanted(row) { own += row }
            start = end + 1
        }
        return own
    }

    private func isWanted(_ row: ArraySlice<UInt8>) -> Bool {
        var rest = row
        for _ in 0..<column {
            guard let tab = rest.firstIndex(of: 0x09) else { return false }
            rest = rest[(tab + 1)...]
        }
        return rest.prefix { $0 != 0x09 && $0 != 0x0A }.elementsEqual(wanted)
    }
}
