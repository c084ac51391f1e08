import DaybookCore
import Postgres

/// Fills tables from a backup, within one transaction.
struct BackupFilling: Sendable {
    let transaction: Transaction
    let tables: StoredTables
    /// The schema's name, with its dot, where it is not the usual one.
    var prefix = ""
    /// Nil means every account.
    var account: Identifier?
    let progress: Backups.Progress

    func fill(from reader: BackupReader) async throws {
        while let part = try reader.next() {
            guard case .table(let table) = part else { continue }
            try await fill(table, from: reader)
        }
    }

    private func fill(_ table: BackedUpTable, from reader: BackupReader) async throws {
        guard let stored = tables[table.name], Set(table.columns).isSubset(of: stored.columns) else {
            throw BackupError.unknownColumns(table: table.name)
        }
        var rows = account.flatMap { RowsOfAccount($0, in: table) }
        if account != nil, rows == nil || stored.isPassing { return try skip(from: reader) }
        let name = prefix + stored.quotedName
        // COPY fills no table whose policies hold its owner back.
        if stored.isWalled {
            try await transaction.run(Query(unsafeSQL: "ALTER TABLE \(name) NO FORCE ROW LEVEL SECURITY"))
        }
        var expected = 0
        let columns = table.columns.map(\.asIdentifier).joined(separator: ", ")
        let taken = try await transaction.copyIn(Query(unsafeSQL: "COPY \(name) (\(columns)) FROM STDIN")) { writer in
            while let part = try reader.next() {
                switch part {
                case .rows(let block):
                    progress(reader.taken)
                    if rows == nil {
                        try await writer.write(block)
                    } else if let own = rows?.own(of: block), !own.isEmpty {
                        try await writer.write(own)
                    }
                case .tableEnd(let count):
                    expected = rows?.count ?? count.rows
                    return
                case .table, .secretKey: throw BackupError.damaged(path: reader.path, offset: 0)
                }
            }
        }
        guard taken == expected else { throw BackupError.rows(table: table.name) }
        if stored.isWalled {
            try await transaction.run(Query(unsafeSQL: "ALTER TABLE \(name) FORCE ROW LEVEL SECURITY"))
        }
    }

    private func skip(from reader: BackupReader) throws(BackupError) {
        while let part = try reader.next() {
            if case .tableEnd = part { return }
        }
    }
}

extension StoredTables.Table {
    /// Rows of sign-ins and pairings that last minutes, or of work under way: they are not restored for one account.
    var isPassing: Bool { ["pairing", "sign_in_attempt", "deletion", "merged_account"].contains(name) }
}

/// Picks one account's rows out of what COPY wrote, wherever blocks begin and end.
struct RowsOfAccount {
    private let column: Int
    private let wanted: [UInt8]
    /// The beginning of a row whose end comes with the next block.
    private var begun: [UInt8] = []
    private(set) var count = 0

    /// Nil for a table that knows no accounts.
    init?(_ account: Identifier, in table: BackedUpTable) {
        guard let column = table.columns.firstIndex(of: "account_id") else { return nil }
        self.column = column
        wanted = Array(account.text.utf8)
    }

    mutating func own(of block: [UInt8]) -> [UInt8] {
        var own: [UInt8] = []
        var start = 0
        while let end = block[start...].firstIndex(of: 0x0A) {
            let row = begun.isEmpty ? block[start...end] : (begun + block[start...end])[...]
            begun = []
            if isWanted(row) {
                own += row
                count += 1
            }
            start = end + 1
        }
        begun += block[start...]
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
