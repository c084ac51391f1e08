import DaybookStore

/// Reads a backup from its first byte to its last and trusts nothing that it cannot check.
struct BackupVerification: Sendable {
    let manifest: BackupManifest
    let isSealed: Bool
    let tables: [(name: String, rows: Int)]
    let all: BackupCount
    let secretKey: [UInt8]?

    init(_ path: String, _ key: BackupKey?, progress: Backups.Progress = { _ in }) throws(BackupError) {
        let reader = try BackupReader(path, key)
        var tables: [(String, Int)] = []
        var name = ""
        var secretKey: [UInt8]?
        while let part = try reader.next() {
            switch part {
            case .secretKey(let bytes): secretKey = bytes
            case .table(let table): name = table.name
            case .rows: progress(reader.taken)
            case .tableEnd(let count): tables.append((name, count.rows))
            }
        }
        manifest = reader.manifest
        isSealed = reader.isSealed
        self.tables = tables
        self.secretKey = secretKey
        all = reader.all
    }

    /// Refuses what this program could not put into a database and bring up to date.
    func requireKnown(_ migrations: MigrationSet) throws(BackupError) {
        guard manifest.schema <= migrations.latest else {
            throw .newer(schema: manifest.schema, known: migrations.latest)
        }
        for applied in manifest.migrations {
            guard let known = migrations[applied.number], known.checksum == applied.checksum else {
                throw .otherHistory(migration: applied.number)
            }
        }
    }
}
