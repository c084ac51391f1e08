import DaybookCore
import DaybookFormats
import Postgres

@testable import DaybookAPI
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

/// An account on a database of its own, and the engine that takes files into it.
struct ImportHouse: Sendable {
    let house: LedgerHouse
    let importing: Import
    let route: ImportRoute
    var account: Identifier { house.account }
    var database: Database { house.database }

    init(_ house: LedgerHouse) {
        self.house = house
        importing = Import(database: house.database, ledger: house.ledger)
        route = ImportRoute(
            importing: importing, room: ImportRoom(folder: Spool.temporary, longest: 1 << 20, inAll: 1 << 21))
    }

    func take(
        _ text: String, as format: Format? = .taskwarrior, name: String? = nil, isDryRun: Bool = false,
        cutting size: Int = 1000, breakingAfter pieces: Int = .max
    ) async throws -> ImportReport {
        var order = ImportOrder(account: account, format: format, name: name)
        order.isDryRun = isDryRun
        var source = TextSource(Array(text.utf8), size: size, pieces: pieces)
        return try await importing.run(order, from: &source)
    }

    func tasks() async throws -> [TaskItem] {
        try await database.read(
            of: account, "SELECT \(TaskItem.columns) FROM task WHERE account_id = \(account) ORDER BY sort_order"
        ).map { try TaskItem($0) }
    }

    func lists() async throws -> [TaskList] {
        try await database.read(
            of: account, "SELECT \(TaskList.columns) FROM list WHERE account_id = \(account) ORDER BY sort_order"
        ).map { try TaskList($0) }
    }

    /// How many lines the ledger has, and whose they are.
    func authors() async throws -> [String: Int64] {
        let rows = try await database.read(
            of: account,
            """
            SELECT coalesce(device.name, ''), count(*) FROM change
            LEFT JOIN device ON device.account_id = change.account_id AND device.device_id = change.device_id
            WHERE change.account_id = \(account) GROUP BY 1
            """)
        return Dictionary(uniqueKeysWithValues: try rows.decode((String, Int64).self).map { ($0.0, $0.1) })
    }

    /// A change by somebody's phone.
    func change(_ task: Identifier, _ fields: [JSONMember], kind: SyncOperation.Kind = .set) async throws {
        let operation = SyncOperation(
            opId: .random(), id: task, at: HybridTime(.now(), device: house.devices[0]), kind: kind, fields: fields)
        _ = try await house.ledger.push(Push(operations: [operation]), to: account)
    }

    static func file(_ count: Int, from first: Int = 0, modified: String? = nil, titles: String = "Task") -> String {
        let rows = (first..<first + count).map { number in
            let later = modified.map { #","modified":"\#($0)""# } ?? ""
            return
                #"{"description":"\#(titles) \#(number)","uuid":"u\#(number)","entry":"20260101T000000Z","status":"pending","project":"P\#(number % 3)"\#(later)}"#
        }
        return "[\n\(rows.joined(separator: ",\n"))\n]\n"
    }
}

struct TextSource: ImportSource {
    private let bytes: [UInt8]
    private let size: Int
    private var pieces: Int
    private var at = 0

    init(_ bytes: [UInt8], size: Int, pieces: Int = .max) {
        self.bytes = bytes
        self.size = size
        self.pieces = pieces
    }

    struct Broken: Error {}

    mutating func next() throws -> [UInt8]? {
        guard at < bytes.count else { return nil }
        pieces -= 1
        guard pieces > 0 else { throw Broken() }
        defer { at = min(bytes.count, at + size) }
        return Array(bytes[at..<min(bytes.count, at + size)])
    }

    mutating func rewind() { at = 0 }
}

func openImports(quotas: Quotas = .none) async throws -> ImportHouse {
    ImportHouse(try await .open(quotas: quotas))
}
