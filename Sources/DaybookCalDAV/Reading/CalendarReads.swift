import DaybookAccounts
import DaybookCalendarIndex
import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// What calendar programs read of an account, each in one statement, so that all of an answer is of one moment. The
/// account's calendar index is brought up before.
package struct CalendarReads: Sendable {
    let database: Database
    private let ledger: Ledger

    package init(_ database: Database, _ ledger: Ledger) { (self.database, self.ledger) = (database, ledger) }

    /// Where an account stands.
    package struct AccountState: Sendable {
        package let position: AccountPosition
        package let mark: CalendarMark
        /// Every token of an earlier revision may miss what went.
        package let minRevision: Int64
        /// The calendar index is up to here.
        let indexedRevision: Int64?

        var isIndexed: Bool { indexedRevision == position.revision }

        static let columns: Query = """
            \(AccountPosition.columns), account_clock.min_revision, account_clock.shelved_revision
            """

        /// Where the statement is about other rows.
        static func columns(beside account: Identifier) -> Query {
            """
            \(AccountPosition.columns(beside: account)),
            (SELECT min_revision FROM account_clock WHERE account_id = \(account)),
            (SELECT shelved_revision FROM account_clock WHERE account_id = \(account))
            """
        }

        static func query(of account: Identifier) -> Query {
            "SELECT \(columns) FROM account_clock WHERE account_id = \(account)"
        }

        /// Of a row that has them from a column on.
        init(_ row: Row, from first: Int = 0, of account: Identifier) throws(PostgresError) {
            position = try AccountPosition(row, from: first)
            var columns = StoredColumns(row, from: first + 3)
            minRevision = try columns.next()
            indexedRevision = try columns.next()
            mark = CalendarMark(account, position.epoch)
        }

        static let columnCount = 5

        /// Behind its columns.
        static func next(_ row: Row) -> StoredColumns { StoredColumns(row, from: columnCount) }
    }

    /// The rows of a statement that begins with the columns of a standing, once the calendar index is up: it answers at
    /// least one row.
    func rows(
        of account: Identifier, _ query: Query
    ) async throws -> (standing: AccountState, rows: [StoredColumns]) {
        while true {
            let found = try await database.read(of: account, query)
            guard let first = found.first else { throw Problem.unauthenticated }
            let standing = try AccountState(first, of: account)
            if standing.isIndexed { return (standing, found.map { AccountState.next($0) }) }
            try await bringUpToDate(account)
        }
    }

    /// Rows that are found by whole keys or along one index, once the calendar index is up. Behind each stands the
    /// account's state of the same moment. They keep their plan: made anew each time it would cost more than what it
    /// finds.
    private func manyRows(of account: Identifier, _ query: Query) async throws -> (standing: AccountState, rows: Rows) {
        while true {
            let rows = try await database.readInOnePlan(of: account, query)
            if let row = rows.first {
                let standing = try AccountState(row, from: row.columnCount - AccountState.columnCount, of: account)
                if standing.isIndexed { return (standing, rows) }
            } else if let none = try await none(of: account, query) {
                return none
            }
            try await bringUpToDate(account)
        }
    }

    /// Where no row tells how the account stands, both are asked again at one moment. Nil where the index is not up.
    private func none(of account: Identifier, _ query: Query) async throws -> (standing: AccountState, rows: Rows)? {
        let answers = try await database.transaction(of: account, isolation: .repeatableRead, readOnly: true) {
            try await $0.commit(after: [AccountState.query(of: account), .keepOnePlan, query])
        }
        guard let row = answers[0].first else { throw Problem.unauthenticated }
        let standing = try AccountState(row, of: account)
        return standing.isIndexed ? (standing, answers[2]) : nil
    }

    private func bringUpToDate(_ account: Identifier) async throws {
        do {
            try await ledger.bringProjectionUpToDate(of: account)
        } catch is ProjectionBehind {
            throw Problem(.databaseTooSlow, fields: ["retry-after": "1"])
        }
    }

    /// A look at the account's clock, which stands behind no wall and shares its way with others' looks.
    package func standing(of account: Identifier) async throws -> AccountState {
        while true {
            guard let row = try await database.read(AccountState.query(of: account)).first else {
                throw Problem.unauthenticated
            }
            let standing = try AccountState(row, of: account)
            if standing.isIndexed { return standing }
            try await bringUpToDate(account)
        }
    }

    /// Some of a collection, and whether there are more.
    package struct Page: Sendable {
        package let standing: AccountState
        package let members: [StoredMember]
        package let isCut: Bool

        /// What the page is of, where it is cut: that of its last member.
        package var through: Int64? { members.last?.shownRevision }
    }

    /// What changed after a revision, and what is gone, in the order of the changes: a page that is cut is a true
    /// beginning, and goes on after its last. From 0 on all that is there.
    ///
    /// - Parameter most: so many at least where they are of one change.
    package func changes(
        in collection: Identifier, after revision: Int64, atMost most: Int, withTasks: Bool, of account: Identifier
    ) async throws -> Page {
        let most = max(1, min(most, Self.mostMembers))
        func read(beyond: Int) async throws -> Page {
            try await self.page(
                of: account, withTasks,
                """
                SELECT * FROM dav_resource AS inside
                WHERE inside.account_id = \(account) AND inside.collection_id = \(collection)
                    AND inside.shown_revision > \(revision) AND (\(revision > 0) OR NOT inside.is_gone)
                ORDER BY inside.shown_revision, inside.name LIMIT \(Int32(most + beyond))
                """, by: { "\($0).shown_revision, \($0).name" })
        }
        var page = try await read(beyond: Self.mostOfOneChange)
        if page.members.count == most + Self.mostOfOneChange,
            page.members[most - 1].shownRevision == page.members.last?.shownRevision
        {
            page = try await read(beyond: Self.mostOfOneChange + CalendarIndex.mostPartsTold)
        }
        var end = min(most, page.members.count)
        while end < page.members.count, end > 0,
            page.members[end].shownRevision == page.members[end - 1].shownRevision
        { end += 1 }
        // Where bytes ended the page, what changed at one moment comes whole or not at all, unless it is all.
        if page.isCut, end == page.members.count, let last = page.members.last?.shownRevision {
            let whole = page.members.prefix { $0.shownRevision != last }.count
            if whole > 0 { end = whole }
        }
        guard end < page.members.count else { return page }
        return Page(standing: page.standing, members: Array(page.members[..<end]), isCut: true)
    }

    /// Those of a collection in the order of their names.
    ///
    /// - Parameter kinds: those that are asked for. Others may be among them, and nothing is read of what they show.
    package func names(
        in collection: Identifier, after name: String?, atMost most: Int, withTasks: Bool,
        kinds: Set<CalendarObject.Kind> = CalendarObject.Kind.all, of account: Identifier
    ) async throws -> Page {
        let most = max(1, min(most, Self.mostMembers))
        let inside: Query =
            kinds.contains(.todo)
            ? """
            SELECT * FROM dav_resource AS inside
            WHERE inside.account_id = \(account) AND inside.collection_id = \(collection) AND NOT inside.is_gone
                AND inside.name > \(name ?? "")
            ORDER BY inside.name LIMIT \(Int32(most + 1))
            """
            : """
            SELECT inside.* FROM dav_guest AS guest
            CROSS JOIN LATERAL (
                SELECT * FROM dav_resource AS there
                WHERE there.account_id = \(account) AND there.task_id BETWEEN guest.guest_id AND guest.guest_id
                    AND there.collection_id = \(collection) AND there.name = guest.name AND NOT there.is_gone
                ORDER BY there.task_id
            ) AS inside
            WHERE guest.account_id = \(account) AND guest.list_id = \(collection) AND guest.deleted_at IS NULL
                AND guest.name > \(name ?? "")
            ORDER BY guest.name LIMIT \(Int32(most + 1))
            """
        let page = try await page(of: account, withTasks, inside, by: { "\($0).name" }, kinds: kinds)
        return Page(
            standing: page.standing, members: Array(page.members.prefix(most)),
            isCut: page.isCut || page.members.count > most)
    }

    /// What is at some addresses, as far as it may be read at once: who asks for many asks again for those after the
    /// last that was looked for.
    package func found(
        at addresses: [Resource.Address], withTasks: Bool, of account: Identifier
    ) async throws -> CalendarFound {
        let asked = addresses.prefix(Self.mostAtOnce)
        let (standing, rows) = try await manyRows(
            of: account,
            Self.bounded(
                """
                FROM unnest(\(asked.map(\.collection)), \(asked.map(\.name))) WITH ORDINALITY
                    AS wanted (collection_id, name, place)
                JOIN dav_resource ON dav_resource.account_id = \(account) AND NOT dav_resource.is_gone
                    AND dav_resource.collection_id = wanted.collection_id AND dav_resource.name = wanted.name
                """, by: { "\($0).place" }, of: "wanted", first: "wanted.place", withTasks: withTasks, of: account))
        // Behind the last that was found is too much, where it is cut.
        let last = try Self.isCut(rows) ? rows.last?.decode(1, as: Int64.self) : nil
        return CalendarFound(rows, standing, lookedFor: last.map { Int($0) } ?? asked.count, withTasks: withTasks)
    }

    /// The one at an address.
    package func member(
        at address: Resource.Address, withTask: Bool = true, of account: Identifier
    ) async throws -> StoredMember? {
        var member: StoredMember?
        try await found(at: [address], withTasks: withTask, of: account).each { member = $1 }
        return member
    }

    private func page(
        of account: Identifier, _ withTasks: Bool, _ inside: Query, by order: (Query) -> Query,
        kinds: Set<CalendarObject.Kind> = CalendarObject.Kind.all
    ) async throws -> Page {
        let (standing, rows) = try await manyRows(
            of: account,
            Self.bounded(
                "FROM (\(inside)) AS dav_resource", by: order, of: "dav_resource", first: "1::bigint",
                withTasks: withTasks, kinds: kinds, of: account))
        let members = try rows.map { row throws(PostgresError) in
            try StoredMember(row, from: 2, standing.mark, withTask: withTasks)
        }
        return Page(standing: standing, members: members, isCut: try Self.isCut(rows))
    }

    /// Resources with what they show until their bytes reach a bound, and one at least: how many bytes it is up to
    /// here, `first`, and the columns of the member.
    ///
    /// - Parameter order: columns of `table`, and of what is answered. The sum needs the rows in this order, and they
    ///   are not sorted again for the answer.
    private static func bounded(
        _ resources: Query, by order: (Query) -> Query, of table: Query, first: Query, withTasks: Bool,
        kinds: Set<CalendarObject.Kind> = CalendarObject.Kind.all, of account: Identifier
    ) -> Query {
        let columns = CalendarMember.columns(withTasks: withTasks)
        let tables = CalendarMember.tables(of: account, withTasks: withTasks, kinds: kinds)
        guard withTasks else {
            return """
                SELECT NULL::bigint, \(first), \(columns), \(AccountState.columns(beside: account))
                \(resources) \(tables) ORDER BY \(order(table))
                """
        }
        return """
            SELECT *, \(AccountState.columns(beside: account)) FROM (
                SELECT sum(\(CalendarMember.weight)) OVER up_to_here AS so_far, \(first), \(columns),
                    \(CalendarMember.weight) AS weight
                \(resources) \(tables)
                WINDOW up_to_here AS (ORDER BY \(order(table)) ROWS UNBOUNDED PRECEDING)
            ) AS page WHERE so_far - weight <= \(mostBytes) ORDER BY \(order("page"))
            """
    }

    /// There may be more behind the last.
    private static func isCut(_ rows: Rows) throws(PostgresError) -> Bool {
        guard let last = rows.last, let bytes = try last.decode(0, as: Int64?.self) else { return false }
        return bytes > mostBytes
    }

    /// More than these are read in several pages.
    package static let mostMembers = 5000
    package static let mostAtOnce = 500
    private static let mostBytes: Int64 = 4 << 20
    /// What one change mostly moves at most: a task, the two of its series beside it, and the names that they leave.
    /// One that gives a task another UID tells its parts, too.
    private static let mostOfOneChange = 16
}
