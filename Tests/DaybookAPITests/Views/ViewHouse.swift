import DaybookCore
import HTTP
import Postgres
import Synchronization
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// The routes of the views on a database with one account, at whatever time it is said to be.
final class ViewHouse: Sendable {
    let database: Database
    let account = Identifier(high: 0xACC, low: 1)
    let ledger: Ledger
    private let router: Router
    private let time: Time

    /// The clock on the wall of the house.
    private final class Time: Sendable {
        private let instant = Mutex(Instant.earliest)
        var now: Instant {
            get { instant.withLock { $0 } }
            set { instant.withLock { $0 = newValue } }
        }
    }

    /// A second process on the same database.
    convenience init(sharing other: ViewHouse) throws { try self.init(other.database) }

    static func open() async throws -> ViewHouse {
        let house = try ViewHouse(try await openMigrated())
        try await SomeAccount.begin(house.account, in: house.database)
        return house
    }

    private init(_ database: Database) throws {
        self.database = database
        ledger = Ledger(database: database, announcements: Announcements())
        let time = Time()
        self.time = time
        let principal = Principal(account: account, device: account, token: account, scope: .full)
        var routes = Routes()
        let reader = ViewReader(database, now: { time.now })
        for route in reader.views { routes.add(route, as: principal) }
        let tasks = FilteredTasks(reader: reader, all: ReadPage(database: database))
        routes.add(.get("/v1/tasks", needs: .read, tasks.answer), as: principal)
        router = try routes.router()
    }

    struct Answer {
        let status: Int
        let tag: String?
        let json: JSONValue

        subscript(name: String) -> JSONValue { json[name] ?? .null }
        /// The titles of the tasks, as words.
        var words: String { Self.words(self["tasks"]) }

        static func words(_ tasks: JSONValue?) -> String {
            (tasks?.items ?? []).compactMap { $0["title"]?.text }.joined(separator: " ")
        }
    }

    /// `GET /v1/views/...`
    func ask(_ view: String, at now: Instant, holding tag: String? = nil) async throws -> Answer {
        try await get("/v1/views/\(view)", at: now, holding: tag)
    }

    /// `GET /v1/tasks?filter=...`
    func find(
        _ filter: String, _ more: [(String, String)] = [], at now: Instant, holding tag: String? = nil
    ) async throws -> Answer {
        let query = ([("filter", filter)] + more).map { name, value in
            "\(name)="
                + value.utf8.map { byte in
                    let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    return isPlain
                        ? String(Unicode.Scalar(byte))
                        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }.joined()
        }
        return try await get("/v1/tasks?" + query.joined(separator: "&"), at: now, holding: tag)
    }

    private func get(_ target: String, at now: Instant, holding tag: String?) async throws -> Answer {
        time.now = now
        let request = Request("GET", target, fields: tag.map { ["if-none-match": $0] } ?? [:])
        let response: Response
        do { response = try await router.answer(request) } catch let problem as Problem { response = problem.response }
        var json = JSONValue.null
        if case .bytes(let bytes) = response.body, !bytes.isEmpty { json = try JSONValue(json: bytes) }
        return Answer(status: Int(response.status.code), tag: response.fields["etag"], json: json)
    }

    /// Puts rows in place of whatever there was, as the ledger would have left them.
    func fill(_ tasks: [TaskItem], _ lists: [TaskList] = [], _ settings: AccountSettings) async throws {
        let account = account
        var settings = settings
        settings.revision += 1
        let done = tasks.filter(\.isCompleted)
        try await database.transaction(of: account) { transaction in
            let written =
                [.write(lists.map { Owned(account, $0) }, spread: transaction.isSpread)]
                + Query.write([], made: tasks.map { Owned(account, $0) }, spread: transaction.isSpread)
            try await transaction.commit(
                after: [
                    "DELETE FROM task WHERE account_id = \(account)", "DELETE FROM list WHERE account_id = \(account)",
                    "DELETE FROM completion WHERE account_id = \(account)",
                ] + written + [
                    .write(settings, of: account),
                    """
                    INSERT INTO completion (account_id, task_id, completed_at, created_at, list_id, category, region)
                    SELECT account_id, task_id, completed_at, created_at, list_id, category, region FROM task
                    WHERE account_id = \(account) AND task_id = ANY(\(done.map(\.id)))
                    """,
                    "UPDATE account_clock SET revision = \(settings.revision) WHERE account_id = \(account)",
                ])
        }
    }

    func revision() async throws -> Int64 {
        try await database.read("SELECT revision FROM account_clock WHERE account_id = \(account)")[0].decode(0)
    }

    /// Changes that pass through the ledger's door.
    func change(_ operations: [SyncOperation]) async throws {
        let commit = try #require(try await ledger.push(Push(operations: operations), to: account).merged)
        #expect(commit.outcomes.allSatisfy { $0 == .applied || "\($0)".contains("merged") })
    }
}

extension ViewHouse {
    /// A change of one entity by the fields of a document; tasks are known by their titles.
    func write(
        _ title: String, _ fields: String = "{}", at time: String = "2026-01-01T00:00:00.000Z",
        entity: SyncOperation.Entity = .task
    ) async throws {
        var members = try JSONValue(json: Array(fields.utf8)).members
        let id = entity == .settings ? account : Self.id(title)
        switch entity {
        case .task: members.insert(JSONMember("title", .string(title)), at: 0)
        case .list: members.insert(JSONMember("name", .string(title)), at: 0)
        case .settings: break
        }
        let at = HybridTime(Instant(time) ?? .earliest, device: Identifier(high: 0xD, low: 1))
        try await change([
            SyncOperation(opId: .random(), entity: entity, id: id, at: at, fields: members)
        ])
    }

    /// In the order of their titles, up to eight letters.
    static func id(_ title: String) -> Identifier {
        var number: UInt64 = 0
        for byte in (title.utf8 + Array(repeating: 0, count: 8)).prefix(8) { number = number << 8 | UInt64(byte) }
        return Identifier(high: 0x550e_8400_e29b_41d4, low: number)
    }

    func words(_ view: String, at now: String) async throws -> String {
        try await ask(view, at: try #require(Instant(now))).words
    }
}
