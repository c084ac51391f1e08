import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres
import Reactor

/// The rows of a restoration, and its result.
extension Restoration {
    /// What a request finds to do, the same whenever it comes again.
    struct Work: Sendable {
        /// What came after this revision goes, up to that one.
        let start: Int64
        let end: Int64
        /// The account's revision when the request came first.
        let head: Int64
        let rows: [ChangedRow]
        let erased: Int
        /// Only this goes; nil where it is everything.
        var deeds: DeviceDeeds?
    }

    /// What of a row's lines is taken back, and what others have changed since and so stays. The lines themselves are
    /// not held: there may be any number of them.
    struct Share: Sendable {
        private(set) var undo = RowUndo()
        var kept: [UndoPlan.Kept] = []
        /// Who made the lines.
        private(set) var authors: Set<Identifier> = []
        /// They take an import back, or bring it again.
        private(set) var isOfAnUndoing = false

        /// They brought a row back that was deleted before.
        var isBack: Bool { undo.prior.first { $0.name == "deletedAt" }.map { !$0.value.isNull } ?? false }

        mutating func note(_ line: LedgerEntry) {
            authors.insert(line.operation.at.device)
            isOfAnUndoing = isOfAnUndoing || line.operation.purpose == .undo
            if line.outcome.tookPart { undo.note(line) }
        }

        /// The row stays, and all else of it that is to go goes.
        mutating func keep(_ row: ChangedRow) {
            guard undo.created else { return }
            undo.created = false
            undo.madeBySeries = false
            kept.append(.init(entity: row.entity, id: row.id, field: "deletedAt"))
        }
    }

    /// What of some rows is to be taken back, as their lines between `start` and `head` are told one after another.
    struct Shares: Sendable {
        private let deeds: DeviceDeeds?
        private var ofAll: [RowName: Share] = [:]
        private var ofDevice: [RowName: RowDeeds] = [:]
        /// The rows of which there were lines.
        private(set) var rows = SliceNeeds()
        private(set) var lines = 0

        init(of work: Work) { deeds = work.deeds }

        mutating func note(_ line: LedgerEntry) {
            rows.add(rowOf: line)
            lines += 1
            if let deeds {
                let isOwn = deeds.operations.contains(line.operation.opId)
                ofDevice[line.row, default: RowDeeds()].note(line, isOwn: isOwn)
            } else {
                ofAll[line.row, default: Share()].note(line)
            }
        }

        subscript(row: RowName) -> Share? { ofAll[row] ?? ofDevice[row]?.share }
    }

    struct ChangedRow: Sendable {
        let entity: SyncOperation.Entity
        let id: Identifier
        let created: Bool
        let lines: Int
        let bytes: Int
        let isLive: Bool

        /// Lists that come back come first, so that tasks find them; those that may go come last, when their tasks have
        /// left.
        var turn: Int { entity != .list ? 1 : isLive ? 2 : 0 }
    }

    /// What the ledger holds of a row, of which older lines do not say how much it is.
    private static let bytes: Query = """
        sum(coalesce(change.size, octet_length(change.patch::text) + octet_length(change.prior::text)))::bigint
        """

    /// Those that changed, and how many tasks were erased for good among them, of which nothing comes back.
    func rows(
        changedBetween revision: Int64, and head: Int64, by deeds: DeviceDeeds? = nil
    ) async throws -> (rows: [ChangedRow], erased: Int) {
        let extent: Query =
            switch extent {
            case .account: "true"
            case .task(let task): "entity = 'task' AND entity_id = \(task)"
            case .device: "entity_id = ANY(\(deeds?.rows ?? []))"
            case .list(let list):
                "(entity_id = \(list) OR entity_id = ANY(\(try await tasks(of: list, revision, head))))"
            }
        let rows = try await changes.database.read(
            of: account,
            """
            SELECT entity::text, entity_id, (array_agg(created ORDER BY revision))[1], count(*),
                \(Self.bytes),
                CASE entity
                    WHEN 'list' THEN EXISTS (SELECT 1 FROM list WHERE list.account_id = \(account)
                        AND list.list_id = change.entity_id AND list.deleted_at IS NULL)
                    WHEN 'task' THEN EXISTS (SELECT 1 FROM task WHERE task.account_id = \(account)
                        AND task.task_id = change.entity_id AND task.deleted_at IS NULL)
                    ELSE true END
            FROM change
            WHERE account_id = \(account) AND revision > \(revision) AND revision <= \(head) AND changed AND \(extent)
            GROUP BY entity, entity_id ORDER BY entity_id
            """)
        let changed = try rows.map { row in
            let (entity, id, created, lines, bytes, isLive) = try row.decode(
                (String, Identifier, Bool, Int64, Int64, Bool).self)
            return ChangedRow(
                entity: SyncOperation.Entity(name: entity) ?? .settings, id: id,
                created: deeds?.made.contains(id) ?? created, lines: Int(lines), bytes: Int(bytes), isLive: isLive)
        }
        let erased = try await erasedTasks()
        let left = changed.filter { $0.entity != .task || !erased.contains($0.id) }
        return ((0...2).flatMap { turn in left.filter { $0.turn == turn }.makingRoomFirst }, changed.count - left.count)
    }

    private func erasedTasks() async throws -> Set<Identifier> {
        let database = changes.database
        let clock = try await database.read(
            of: account, "SELECT erasures > 0 FROM account_clock WHERE account_id = \(account)")
        guard try clock.first?.decode(0, as: Bool.self) == true else { return [] }
        let rows = try await database.read(
            of: account, "SELECT task_id FROM erasure WHERE account_id = \(account)")
        return Set(try rows.map { row throws(PostgresError) in try row.decode(0, as: Identifier.self) })
    }

    /// The tasks that changed and were in the list at some time from one revision to the other. A repeated call finds
    /// the same ones. Only for a task whose creation is not in the ledger does its present list count.
    private func tasks(of list: Identifier, _ revision: Int64, _ head: Int64) async throws -> [Identifier] {
        let name = "%\(list.text)%"
        let rows = try await changes.database.read(
            of: account,
            """
            SELECT change.entity_id, bool_or(change.prior::text LIKE \(name)),
                coalesce(bool_or(task.list_id = \(list)), false), count(*), \(Self.bytes)
            FROM change LEFT JOIN task ON task.account_id = \(account) AND task.task_id = change.entity_id
            WHERE change.account_id = \(account) AND change.revision > \(revision) AND change.revision <= \(head)
                AND change.changed AND change.entity = 'task'
                AND (task.list_id = \(list) OR EXISTS (SELECT 1 FROM change AS naming
                    WHERE naming.account_id = \(account) AND naming.entity_id = change.entity_id
                        AND naming.revision <= \(head) AND naming.patch::text LIKE \(name)))
            GROUP BY change.entity_id ORDER BY change.entity_id
            """
        ).map { row in
            let (id, wasThere, isThere, lines, bytes) = try row.decode((Identifier, Bool, Bool, Int64, Int64).self)
            let changed = ChangedRow(
                entity: .task, id: id, created: false, lines: Int(lines), bytes: Int(bytes), isLive: true)
            return (row: changed, wasThere: wasThere, isThere: isThere)
        }
        let standing = Dictionary(uniqueKeysWithValues: rows.map { ($0.row.id, $0) })
        var members: [Identifier] = []
        var pace = pace
        for batch in Self.batches(of: rows.map(\.row)) {
            await pace.rest()
            var slice = Slice(account: account)
            var isWhole: Set<Identifier> = []
            try await eachLine(of: batch.map(\.id), from: 0, to: head) { line in
                if line.created { isWhole.insert(line.operation.id) }
                slice.replay(line)
            }
            members += batch.map(\.id).filter { task in
                guard let known = standing[task] else { return false }
                return known.wasThere || (isWhole.contains(task) ? slice.tasks[task]?.listId == list : known.isThere)
            }
        }
        return members
    }

    struct RowName: Hashable, Sendable {
        let entity: SyncOperation.Entity
        let id: Identifier
    }

    /// More lines than these are not read without going aside.
    static let fewLines = 100
    /// And more text than this.
    private static let fewBytes = 256 << 10

    /// Tells what happened to these rows between two revisions, in that order.
    func eachLine(
        of rows: [Identifier], from revision: Int64, to head: Int64, _ body: (LedgerEntry) -> Void
    ) async throws {
        try await LedgerEntry.inPieces(
            of: rows, in: account, after: revision, through: head, bytes: Self.bytesPerBatch,
            read: { query in try await changes.database.read(of: account, query) }
        ) { piece in
            try await aside(if: piece.count > Self.fewLines || piece.bytes > Self.fewBytes) {
                try piece.forEach(body)
            }
        }
    }

    /// What has happened to these rows since because of this very request: a list that came back has brought its tasks,
    /// and a region may have had no room for them.
    func linesThatFollowed(_ batch: [ChangedRow], _ head: Int64) async throws -> [LedgerEntry] {
        guard !isRehearsal, batch.contains(where: { $0.turn == 1 }) else { return [] }
        var followed: [LedgerEntry] = []
        try await eachLine(of: batch.map(\.id), from: head, to: .max) { line in
            if line.followsFromLists || line.isSettlement { followed.append(line) }
        }
        return followed
    }

    /// Computes from the ledger alone what a request did to its rows between its first and its last line.
    func account(for work: Work, doneBy end: Int64) async throws -> RestorationReport {
        var report = RestorationReport(of: work, revision: end, isRehearsal: false)
        var pace = pace
        for batch in Self.batches(of: work.rows) {
            await pace.rest()
            let ours = Dictionary(batch.flatMap { row in operations(of: row).map { ($0, row) } }) { first, _ in first }
            var wanted = Shares(of: work)
            // Each row as it was right before the request got to it, or, where it left the row alone, at its end.
            var slice = Slice(account: account)
            var done: Set<RowName> = []
            let inBatch = Set(batch.map { RowName(entity: $0.entity, id: $0.id) })
            try await eachLine(of: batch.map(\.id), from: 0, to: end) { line in
                if line.revision > work.start, line.revision <= work.head { wanted.note(line) }
                if line.revision > work.head, line.changed, line.followsFromLists, inBatch.contains(line.row) {
                    report.add(line.operation)
                }
                if let row = ours[line.operation.opId] {
                    report.add(line.operation)
                    if done.insert(line.row).inserted { report.kept += slice.kept(of: wanted[line.row], line.row) }
                    if row.created, row.entity == .task, line.operation.kind == .delete { report.deletions += 1 }
                }
                // Taken back in the end, unless there is really no room.
                if line.revision <= work.head || !line.isSettlement { slice.replay(line) }
            }
            for row in batch {
                let name = RowName(entity: row.entity, id: row.id)
                if !done.contains(name) { report.kept += slice.kept(of: wanted[name], name) }
                // A list, made or brought back since, that is in use.
                let isBack = wanted[name]?.isBack ?? false
                let stays = UndoPlan.Kept(entity: .list, id: row.id, field: "deletedAt")
                if row.created || isBack, slice.lists[row.id]?.isDeleted == false,
                    !report.kept.contains(stays)
                {
                    report.kept.append(stays)
                }
            }
        }
        report.sortKept()
        return report
    }
}

extension [Restoration.ChangedRow] {
    /// What goes comes before what comes back, which may need its room.
    fileprivate var makingRoomFirst: [Element] { filter(\.created) + filter { !$0.created } }
}

extension LedgerEntry {
    /// A list that came back has brought its task.
    var followsFromLists: Bool { [.revival, .listFound].contains(operation.purpose) }

    /// A region had no room for its task.
    var isSettlement: Bool { operation.purpose == .settlement }

    var row: Restoration.RowName { Restoration.RowName(entity: operation.entity, id: operation.id) }
}

extension Slice {
    /// What of a row would stay as it is where these lines are taken back now.
    fileprivate func kept(of share: Restoration.Share?, _ row: Restoration.RowName) -> [UndoPlan.Kept] {
        guard let share else { return [] }
        let plan = undo(
            [], noted: (row: RowKey(row.entity, row.id), deeds: share.undo), rowByRow: true,
            at: HybridTime(.latest, device: .zero), request: .zero)
        return share.kept + keepingFromAgents(plan).kept
    }
}
