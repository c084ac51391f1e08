import DaybookCore
import Postgres

/// What a row was loaded for.
enum LoadedKind {
    case deviceClock, weighedTask, outcome, settings, list, taskInList, touched, words, weighedWords, line, waiting
    case erased
    /// All tasks of these lists.
    case ofLists(Set<Identifier>)
    /// What the projection looks for, by the number that it gave the statement.
    case projected(Int)
    /// What the asker wants to know beside rows.
    case question
}

extension AccountChange {
    /// Takes rows that were looked for by this change alone.
    mutating func take(_ rows: Rows, of kind: LoadedKind) {
        if case .ofLists(let lists) = kind, !mayGo(rows, with: lists) { return }
        if case .question = kind { return answers = rows }
        if case .projected(let statement) = kind { return takeProjected(rows, of: statement) }
        for row in rows {
            var columns = StoredColumns(row)
            take(&columns, of: kind)
        }
        // A longer history is not replayed, and its lines come all together or not at all.
        if case .line = kind {
            slice.lines = slice.lines.filter { $0.value.count <= Query.mostLinesOfOne }
                .compactMapValues(\.ofPresentLife)
        }
    }

    /// Whether all tasks of some lists may go with them, or come back, at once.
    private mutating func mayGo(_ rows: Rows, with lists: Set<Identifier>) -> Bool {
        do {
            let isHeavy = try rows.contains { row in try row.decode(0, as: Bool.self) }
            guard isHeavy || asked.request.isDivisible && rows.count > Self.mostOfList else { return true }
            // Of several lists each may be small enough. And what is done whole or not at all is refused as a whole.
            guard asked.request.isDivisible, lists.count == 1 else { throw LedgerRefusal.tooMuchAtOnce }
            slice.crowdedLists = lists
        } catch {
            fail(error)
        }
        return false
    }

    /// Takes a row; one that cannot be read is a failure of this change.
    mutating func take(_ columns: inout StoredColumns, of kind: LoadedKind) {
        do {
            try read(&columns, of: kind)
        } catch {
            fail(error)
        }
    }

    private mutating func read(_ columns: inout StoredColumns, of kind: LoadedKind) throws {
        switch kind {
        case .deviceClock: deviceClock = try DeviceClock(&columns)
        case .outcome:
            let opId: Identifier = try columns.next()
            context.known[opId] = try StoredOutcome.read(&columns)
            let at: Instant = try columns.next()
            let counter: Int32 = try columns.next()
            context.clocks[opId] = HybridTime(at, counter: UInt16(clamping: counter), device: try columns.next())
            knownRevisions[opId] = try columns.next()
        case .settings: slice.settings = try AccountSettings(&columns)
        case .list: take(try TaskList(&columns))
        case .weighedTask:
            if try columns.next() { throw LedgerRefusal.tooMuchAtOnce }
            try read(&columns, of: .taskInList)
        case .taskInList:
            take(try TaskItem(&columns))
            if let list = try TaskList(ifThere: &columns) { take(list) }
        case .words: take(try TaskItem(withoutLongNotes: &columns))
        case .weighedWords:
            if try columns.next() { throw LedgerRefusal.tooMuchAtOnce }
            try read(&columns, of: .words)
        case .ofLists:
            columns.skip(1)
            let task = try TaskItem(withoutLongNotes: &columns)
            if !task.leavesNotes || slice.tasks[task.id] == nil || loaded.outlines.contains(task.id) { take(task) }
        case .touched:
            let task = try TaskItem(withoutLongNotes: &columns)
            guard !task.leavesNotes || slice.tasks[task.id] == nil else { return }
            take(task)
            if try columns.next() { loaded.outlines.insert(task.id) }
            let left: Int32 = try columns.next()
            if left > 0 { bytesLeft[task.id] = Int(left) }
        case .line:
            let entry = try LedgerEntry(&columns)
            slice.lines[entry.operation.id, default: []].append(entry)
        case .projected, .question: break
        case .erased: erasures.take(try columns.next())
        case .waiting:
            let waiting = try Waiting(&columns)
            slice.waiting[waiting.row, default: []].append(waiting.entry)
        }
    }

    private mutating func takeProjected(_ rows: Rows, of statement: Int) {
        do {
            guard let seen = try projected?.take(rows, of: statement) else { return }
            for task in seen.tasks { take(task) }
            for list in seen.lists { take(list) }
        } catch {
            fail(error)
        }
    }

    private mutating func take(_ task: TaskItem) {
        slice.tasks[task.id] = task
        loaded.tasks.insert(task.id)
        loaded.outlines.remove(task.id)
    }

    private mutating func take(_ list: TaskList) {
        slice.lists[list.id] = list
        loaded.lists.insert(list.id)
    }
}
