import DaybookCore
import DaybookStore
import Postgres
import Reactor

/// What of an account has been looked for already.
struct LoadedRows {
    var tasks: Set<Identifier> = []
    var lists: Set<Identifier> = []
    var tasksOfLists: Set<Identifier> = []
    var places: Set<RegionDay> = []
    var neighbours: Set<Identifier> = []
    var operations: Set<Identifier> = []
    var lines: Set<Identifier> = []
    var waiting: Set<RowKey> = []
    var dayTurn: CalendarDate?
    var settings = false
}

extension LedgerTransaction {
    /// The first round trip: the account's lock, and what is known to be needed. Throws where there is no such account.
    ///
    /// Every later statement of the transaction sees what was committed before the lock was had, since each takes a
    /// snapshot of its own.
    mutating func lock(
        loading needs: SliceNeeds, _ operations: [Identifier], from device: Identifier?
    ) async throws -> AccountClock {
        var loads = SliceQuery(self, needs, operations, weighing: isDivisible)
        let ofDevice = device.map { [DeviceClock.query($0, of: account)] } ?? []
        let answers = try await transaction.run([.lockedClock(of: account)] + ofDevice + loads.queries)
        guard let row = answers[0].first else { throw NoAccount() }
        let clock = try AccountClock(row)
        quotas = quotas.of(claimed: try AccountClock.isClaimed(row))
        slice.revision = clock.position.revision
        slice.liveTasks = clock.liveTasks
        slice.waitingCount = clock.waiting
        context.epoch = clock.position.epoch
        context.room = quotas.room(beside: clock.use)
        if device != nil { deviceClock = try answers[1].first.map { try DeviceClock($0) } ?? DeviceClock() }
        try await take(answers.dropFirst(1 + ofDevice.count), of: &loads)
        return clock
    }

    /// Loads what has not been looked for yet. False if that was nothing.
    @discardableResult
    mutating func load(_ needs: SliceNeeds, outcomesOf operations: [Identifier] = []) async throws -> Bool {
        var loads = SliceQuery(self, needs, operations)
        guard !loads.queries.isEmpty else { return false }
        try await take(try await transaction.run(loads.queries)[...], of: &loads)
        return true
    }

    private mutating func take(_ answers: ArraySlice<Rows>, of loads: inout SliceQuery) async throws {
        let isLong = answers.reduce(0) { $0 + $1.count } > Self.manyRows
        try await aside(if: isLong) { try loads.take(answers, into: &self) }
    }
}

/// Statements that load what is missing, and what becomes of their rows.
private struct SliceQuery {
    private enum Kind { case weight, outcomes, settings, lists, touched, ofLists, tasksInLists, lines, waiting }
    private var kinds: [Kind] = []
    private(set) var queries: [Query] = []
    private var loaded: LoadedRows
    private var whole: Set<Identifier> = []

    /// - Parameter weighing: rows that hold too much are not read, and refused.
    init(_ door: LedgerTransaction, _ needs: SliceNeeds, _ operations: [Identifier], weighing: Bool = false) {
        loaded = door.loaded
        let account = door.account
        let operations = operations.filter { loaded.operations.insert($0).inserted }
        if !operations.isEmpty {
            add(
                .outcomes,
                """
                SELECT op_id, outcome, detail, at, counter, device_id FROM change WHERE account_id = \(account) AND op_id = ANY(\(operations))
                """)
        }
        if needs.settings, !loaded.settings {
            loaded.settings = true
            add(.settings, "SELECT \(AccountSettings.columns) FROM account_settings WHERE account_id = \(account)")
        }
        let tasks = needs.tasks.filter { loaded.tasks.insert($0).inserted }
        let lists = needs.lists.union(needs.tasksOfLists).filter { loaded.lists.insert($0).inserted }
        if !tasks.isEmpty {
            let isWeighed = weighing && tasks.count > LedgerTransaction.fewRows
            let weight = Self.weight(of: Array(tasks), account)
            if isWeighed { add(.weight, weight) }
            let isLight: Query = isWeighed ? "(\(weight)) <= \(LedgerTransaction.mostBytes)" : "true"
            // Nearly always the lists that these tasks are in are wanted next.
            add(
                .tasksInLists,
                """
                SELECT \(TaskItem.columns), \(TaskList.columns) FROM task
                LEFT JOIN list ON list.account_id = \(account) AND list.list_id = task.list_id
                WHERE task.account_id = \(account) AND task.task_id = ANY(\(Array(tasks))) AND \(isLight)
                """)
        }
        if !lists.isEmpty {
            add(
                .lists,
                """
                SELECT \(TaskList.columns) FROM list WHERE account_id = \(account) AND list_id = ANY(\(Array(lists)))
                """)
        }
        whole = needs.tasksOfLists.filter { loaded.tasksOfLists.insert($0).inserted }
        if !whole.isEmpty {
            add(
                .ofLists,
                """
                SELECT \(TaskItem.columnsWithoutLongNotes) FROM task
                JOIN list ON list.account_id = \(account) AND list.list_id = task.list_id
                WHERE task.account_id = \(account) AND task.list_id = ANY(\(Array(whole)))
                    AND (task.deleted_at IS NULL OR task.deletion = list.deletion)
                LIMIT \(door.isDivisible ? LedgerTransaction.mostOfList + 1 : Int.max)
                """)
        }
        let touched = needs.touched.filter { loaded.tasks.insert($0).inserted }
        if !touched.isEmpty {
            add(
                .touched,
                """
                SELECT \(TaskItem.columnsWithoutLongNotes) FROM task
                WHERE account_id = \(account) AND task_id = ANY(\(Array(touched)))
                """)
        }
        addPlaces(needs.places.filter { loaded.places.insert($0).inserted }, account)
        addNeighbours(Array(needs.neighbours.filter { loaded.neighbours.insert($0).inserted }), account)
        let lines = needs.lines.filter { loaded.lines.insert($0).inserted }
        if !lines.isEmpty { add(.lines, Self.lines(of: Array(lines), account)) }
        let waiting = needs.waiting.filter { loaded.waiting.insert($0).inserted }
        if !waiting.isEmpty { add(.waiting, .waiting(for: Array(waiting), of: account)) }
        if let date = needs.dayTurn, loaded.dayTurn != date {
            loaded.dayTurn = date
            for query in Query.tasks(ofDayTurnBy: date, of: account) { add(.touched, query) }
        }
    }

    /// More lines of a task than these are not told again, nor more of all, nor more bytes: a history without bound
    /// must hold nobody up.
    private static let (mostLinesOfOne, mostLines) = (500, 20_000)

    /// A task's lines come all together or not at all.
    private static func lines(of tasks: [Identifier], _ account: Identifier) -> Query {
        """
        SELECT \(LedgerEntry.columns) FROM (
            SELECT line.*, count(*) OVER told AS lines_so_far, sum(line.bytes) OVER told AS bytes_so_far
            FROM unnest(\(tasks)) WITH ORDINALITY AS wanted (task_id, place) CROSS JOIN LATERAL (
                SELECT *, coalesce(size, octet_length(patch::text) + octet_length(prior::text)) AS bytes
                FROM change AS line WHERE line.account_id = \(account) AND line.entity_id = wanted.task_id
                ORDER BY line.revision LIMIT \(mostLinesOfOne + 1)
            ) AS line
            WINDOW told AS (ORDER BY wanted.place)
        ) AS change
        WHERE lines_so_far <= \(mostLines) AND bytes_so_far <= \(LedgerTransaction.mostBytes) ORDER BY change.revision
        """
    }

    private static func histories(_ rows: Rows) throws -> [Identifier: [LedgerEntry]] {
        var histories: [Identifier: [LedgerEntry]] = [:]
        for row in rows {
            let entry = try LedgerEntry(row)
            histories[entry.operation.id, default: []].append(entry)
        }
        return histories.filter { $0.value.count <= mostLinesOfOne }
    }

    /// What rows that a change names hold.
    private static func weight(of tasks: [Identifier], _ account: Identifier) -> Query {
        """
        SELECT coalesce(sum(\(.taskWeight)), 0)::int8 FROM task WHERE account_id = \(account) AND task_id = ANY(\(tasks))
        """
    }

    private mutating func addNeighbours(_ tasks: [Identifier], _ account: Identifier) {
        guard !tasks.isEmpty else { return }
        add(
            .touched,
            """
            SELECT \(TaskItem.columnsWithoutLongNotes) FROM task AS anchor CROSS JOIN LATERAL (
                (SELECT * FROM task AS above
                    WHERE above.account_id = \(account) AND above.deleted_at IS NULL AND above.sort_order < anchor.sort_order
                    ORDER BY above.sort_order DESC LIMIT 2)
                UNION ALL
                (SELECT * FROM task AS below
                    WHERE below.account_id = \(account) AND below.deleted_at IS NULL AND below.sort_order > anchor.sort_order
                    ORDER BY below.sort_order LIMIT 2)
            ) AS task
            WHERE anchor.account_id = \(account) AND anchor.task_id = ANY(\(tasks))
            """)
    }

    private mutating func addPlaces(_ places: Set<RegionDay>, _ account: Identifier) {
        let dated = places.filter { $0.date != nil }
        if !dated.isEmpty {
            add(
                .touched,
                """
                SELECT \(TaskItem.columnsWithoutLongNotes)
                FROM unnest(\(dated.map(\.region.name))::day_region[], \(dated.compactMap(\.date))) AS place (region, date)
                JOIN task ON task.region = place.region AND task.scheduled_date = place.date
                WHERE task.account_id = \(account) AND task.deleted_at IS NULL AND task.completed_at IS NULL
                """)
        }
        let undated = places.filter { $0.date == nil }
        if !undated.isEmpty {
            add(
                .touched,
                """
                SELECT \(TaskItem.columnsWithoutLongNotes) FROM task
                WHERE account_id = \(account) AND region = ANY(\(undated.map(\.region.name))::day_region[])
                    AND scheduled_date IS NULL AND deleted_at IS NULL AND completed_at IS NULL
                """)
        }
    }

    private mutating func add(_ kind: Kind, _ query: Query) {
        kinds.append(kind)
        queries.append(query)
    }

    mutating func take(_ answers: ArraySlice<Rows>, into door: inout LedgerTransaction) throws {
        for (kind, rows) in zip(kinds, answers) {
            if kind == .lines {
                door.slice.lines.merge(try Self.histories(rows)) { $1 }
                continue
            }
            if kind == .weight, let row = rows.first, try row.decode(0, as: Int64.self) > LedgerTransaction.mostBytes {
                throw LedgerRefusal.tooMuchAtOnce
            }
            if kind == .ofLists, door.isDivisible, rows.count > LedgerTransaction.mostOfList {
                // Of several lists each may be small enough.
                guard whole.count == 1 else { throw LedgerRefusal.tooMuchAtOnce }
                door.slice.crowdedLists = whole
                continue
            }
            for row in rows {
                switch kind {
                case .outcomes:
                    var columns = StoredColumns(row)
                    let opId: Identifier = try columns.next()
                    door.context.known[opId] = try StoredOutcome.read(&columns)
                    let at: Instant = try columns.next()
                    let counter: Int32 = try columns.next()
                    door.context.clocks[opId] = HybridTime(
                        at, counter: UInt16(clamping: counter), device: try columns.next())
                case .settings: door.slice.settings = try AccountSettings(row)
                case .lists: take(try TaskList(row), into: &door)
                case .touched, .ofLists:
                    let task = try TaskItem(withoutLongNotes: row)
                    if !task.leavesNotes || door.slice.tasks[task.id] == nil { take(task, into: &door) }
                case .lines, .weight: break
                case .waiting:
                    let waiting = try Waiting(row)
                    door.slice.waiting[waiting.row, default: []].append(waiting.entry)
                case .tasksInLists:
                    var columns = StoredColumns(row)
                    take(try TaskItem(&columns), into: &door)
                    if let list = try TaskList(ifThere: &columns) { take(list, into: &door) }
                }
            }
        }
        door.loaded = loaded
    }

    private mutating func take(_ task: TaskItem, into door: inout LedgerTransaction) {
        door.slice.tasks[task.id] = task
        loaded.tasks.insert(task.id)
    }

    private mutating func take(_ list: TaskList, into door: inout LedgerTransaction) {
        door.slice.lists[list.id] = list
        loaded.lists.insert(list.id)
    }
}
