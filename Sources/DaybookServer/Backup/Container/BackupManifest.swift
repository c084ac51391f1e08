import DaybookAccounts
import DaybookCore

/// Describes what a backup holds. It stands first, so that files can be told apart without reading the rest.
struct BackupManifest: Equatable {
    struct Applied: Equatable {
        let number: Int
        let name: String
        let checksum: String
    }

    /// When the snapshot was taken, by the database's clock.
    let createdAt: Instant
    let version: String
    let instance: Identifier
    let epoch: Identifier
    let accounts: Int
    /// The migrations that made the schema, in order.
    let migrations: [Applied]

    var schema: Int { migrations.count }

    var json: [UInt8] {
        JSONWriter.bytes { json in
            json.member("createdAt", createdAt)
            json.member("daybook", version)
            json.member("instance", instance)
            json.member("epoch", epoch)
            json.member("accounts", accounts)
            json.objects("migrations", migrations) { json, migration in
                json.member("number", migration.number)
                json.member("name", migration.name)
                json.member("checksum", migration.checksum)
            }
        }
    }
}

extension BackupManifest {
    init?(_ json: [UInt8]) {
        guard let value = JSONValue(document: json), let createdAt = value["createdAt"]?.text.flatMap({ Instant($0) }),
            let version = value["daybook"]?.text, let instance = value["instance"]?.text.flatMap({ Identifier($0) }),
            let epoch = value["epoch"]?.text.flatMap({ Identifier($0) }), let accounts = value["accounts"]?.number,
            case .array(let listed)? = value["migrations"]
        else { return nil }
        var migrations: [Applied] = []
        for migration in listed {
            guard let number = migration["number"]?.number, let name = migration["name"]?.text,
                let checksum = migration["checksum"]?.text, number == migrations.count + 1
            else { return nil }
            migrations.append(Applied(number: number, name: name, checksum: checksum))
        }
        self.init(
            createdAt: createdAt, version: version, instance: instance, epoch: epoch, accounts: accounts,
            migrations: migrations)
    }
}

/// A table as a backup holds it.
struct BackedUpTable: Equatable, Sendable {
    let name: String
    let columns: [String]

    var json: [UInt8] {
        JSONWriter.bytes { json in
            json.member("table", name)
            json.member("columns", columns)
        }
    }
}

extension BackedUpTable {
    init?(_ json: [UInt8]) {
        guard let value = JSONValue(document: json), let name = value["table"]?.text,
            case .array(let columns)? = value["columns"]
        else { return nil }
        self.init(name: name, columns: columns.compactMap(\.text))
    }
}

/// How much there was, of a table or in all.
struct BackupCount: Equatable {
    var rows = 0
    /// Before they were packed.
    var bytes = 0

    mutating func add(_ block: [UInt8]) {
        bytes += block.count
        // No value holds a bare line feed, so each one ends a row.
        for byte in block where byte == 0x0A { rows += 1 }
    }

    static func += (left: inout BackupCount, right: BackupCount) {
        left.rows += right.rows
        left.bytes += right.bytes
    }

    var json: [UInt8] { Array("{\"rows\":\(rows),\"bytes\":\(bytes)}".utf8) }
}

extension BackupCount {
    init?(_ json: [UInt8]) {
        guard let value = JSONValue(document: json), let rows = value["rows"]?.number,
            let bytes = value["bytes"]?.number
        else { return nil }
        self.init(rows: rows, bytes: bytes)
    }
}

extension JSONValue {
    fileprivate init?(document: [UInt8]) {
        var reader = JSONReader(document)
        guard let value = try? reader.readValue(), (try? reader.end()) != nil else { return nil }
        self = value
    }

    fileprivate var number: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
}
