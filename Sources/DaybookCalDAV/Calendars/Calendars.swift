import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres
import Reactor

/// The collections of accounts as the routes ask for them.
struct Calendars: Sendable {
    let reads: CalendarReads
    var database: Database { reads.database }
    /// Collections as they were at a position of their account's ledger. Whatever changes a collection or anything in
    /// it moves the account on, so one look at its clock tells whether they still are.
    private let known: PerReactor<RecentlyUsed<CollectionKey, SeenCollection>>

    init(_ reads: CalendarReads) {
        self.reads = reads
        known = PerReactor(reads.database.reactors) { _ in RecentlyUsed(room: 16_384) }
    }

    private struct CollectionKey: Hashable {
        let account: Identifier
        let segment: String
    }

    /// The collection of a segment. Throws 404 where there is none.
    func collection(_ segment: String, of account: Identifier) async throws -> SeenCollection {
        let key = CollectionKey(account: account, segment: segment)
        if let seen = known.withCurrent({ $0.find(key) }) ?? nil,
            try await reads.standing(of: account).position == seen.standing.position
        {
            return seen
        }
        let (standing, found) = try await reads.collection(at: segment, of: account)
        guard let found else { throw Problem(.notFound) }
        let seen = SeenCollection(standing: standing, collection: found)
        known.withCurrent { $0.insert(seen, for: key) }
        return seen
    }

    /// The identifier of a segment's collection, as it was known last: a list keeps its address for as long as it
    /// lives, so who looks at the list itself needs no other look. Throws 404 where there is none.
    func identifier(_ segment: String, of account: Identifier) async throws -> Identifier {
        if segment == CalendarAddress.inbox { return .zero }
        let key = CollectionKey(account: account, segment: segment)
        if let seen = known.withCurrent({ $0.find(key) }) ?? nil { return seen.id }
        return try await collection(segment, of: account).id
    }

    /// The Inbox first, the lists in the user's order.
    func collections(of account: Identifier) async throws -> [SeenCollection] {
        let (standing, all) = try await reads.collections(of: account)
        return all.map { SeenCollection(standing: standing, collection: $0) }
    }

    /// What of the account is shown beside its collections.
    func facts(of account: Identifier) async throws -> AccountFacts {
        let rows = try await database.read(
            of: account,
            """
            SELECT \(AccountSettings.columns), account_clock.live_tasks,
                account_clock.stored_bytes + account_clock.guest_bytes, account.created_at
            FROM account_settings JOIN account_clock USING (account_id) JOIN account USING (account_id)
            WHERE account_settings.account_id = \(account)
            """)
        guard let row = rows.first else { throw Problem(.notFound) }
        var columns = StoredColumns(row)
        let settings = try AccountSettings(&columns)
        return AccountFacts(
            settings: settings, liveTasks: Int(try columns.next(Int32.self)), storedBytes: try columns.next(),
            createdAt: try columns.next())
    }
}

/// A collection as it was at a position of its account.
struct SeenCollection: Sendable {
    let standing: CalendarReads.AccountState
    let collection: CalendarReads.Collection

    var id: Identifier { collection.id }
    var list: TaskList? { collection.list }
    var state: Int64 { collection.state }
    var name: String { list?.name ?? "Inbox" }
    /// What may be put into it.
    var kinds: Set<CalendarObject.Kind> { list.map { KeptProperties($0).kinds } ?? [.todo] }
    /// What may be found in it: an app may put a task into any list.
    var mayHold: Set<CalendarObject.Kind> { kinds.union([.todo]) }

    func href(of account: Identifier) -> String { CalendarAddress.collection(account, collection.address).href }

    // MARK: Tokens

    /// How far a client has read: of this collection, in this history of the account.
    func token(_ revision: Int64) -> String { tokenStart + String(revision) }

    /// Nil for a token of another collection or history, and for what is none.
    func revision(of token: String) -> Int64? {
        guard token.hasPrefix(tokenStart), let revision = Int64(token.dropFirst(tokenStart.count)), revision >= 0 else {
            return nil
        }
        return revision
    }

    private var tokenStart: String {
        "data:,daybook-1-\(standing.mark.text)-\(String(id.low, radix: 36))-"
    }
}

/// What of an account is shown beside its collections.
struct AccountFacts: Sendable {
    let settings: AccountSettings
    let liveTasks: Int
    let storedBytes: Int64
    let createdAt: Instant

    /// What times without a zone are in.
    var zone: Zone { Zone(settings.timeZone) ?? .utc }

    func properties(of seen: SeenCollection) -> KeptProperties {
        seen.list.map { KeptProperties($0) } ?? KeptProperties(ofInbox: settings.unknown)
    }
}

extension SeenCollection {
    /// Of the whole calendar in one file.
    var tag: String { CalendarTag(mark: standing.mark, revision: state, form: .made).text }
}
