import DaybookCore
import Postgres

/// Statements that load what some changes look for, one for all wherever rows are found by their keys, and what becomes
/// of the rows.
struct SharedLook {
    /// One statement.
    private struct Part {
        let kind: LoadedKind
        /// Of one change alone; other rows begin with their account.
        var member: Int?
    }

    private(set) var queries: [Query] = []
    private var parts: [Part] = []
    private var members: [Identifier: Int] = [:]

    init(_ looks: [(member: Int, look: RowLook)], of members: [AccountChange], spread isSpread: Bool) {
        let none = OwnedKeys(isSpread: isSpread)
        var (devices, operations, tasks, weighed, lists, touched) = (none, none, none, none, none, none)
        var (words, weighedWords, waiting, erased) = (none, none, none, none)
        var ofSettings: [Identifier] = []
        for (member, look) in looks {
            let account = members[member].asked.account
            self.members[account] = member
            if let device = look.device { devices.append(device, of: account) }
            operations.append(look.operations, of: account)
            if look.settings { ofSettings.append(account) }
            if look.isWeighed {
                weighed.append(look.tasks, of: account)
                weighedWords.append(look.words, of: account)
            } else {
                tasks.append(look.tasks, of: account)
                words.append(look.words, of: account)
            }
            lists.append(look.lists, of: account)
            touched.append(look.touched, of: account)
            waiting.append(look.waiting.map(\.id), of: account)
            erased.append(look.erased, of: account)
        }
        if !devices.isEmpty { add(.deviceClock, DeviceClock.query(devices)) }
        if !operations.isEmpty { add(.outcome, Self.outcomes(of: operations)) }
        if !ofSettings.isEmpty { add(.settings, Self.settings(of: ofSettings)) }
        if !weighed.isEmpty { add(.weighedTask, Self.weighedTasks(weighed)) }
        if !tasks.isEmpty { add(.taskInList, Self.tasksInLists(tasks)) }
        if !lists.isEmpty { add(.list, Self.lists(lists)) }
        if !words.isEmpty { add(.words, Self.words(words)) }
        if !weighedWords.isEmpty { add(.weighedWords, Self.weighedWords(weighedWords)) }
        if !touched.isEmpty { add(.touched, Self.touched(touched)) }
        if !waiting.isEmpty { add(.waiting, .waiting(for: waiting)) }
        if !erased.isEmpty { add(.erased, .erased(among: erased)) }
        for (member, look) in looks { add(look, of: member, members[member].asked) }
    }

    /// What is looked for otherwise than by keys.
    private mutating func add(_ look: RowLook, of member: Int, _ asked: AskedChange) {
        let account = asked.account
        if !look.tasksOfLists.isEmpty {
            let most = asked.request.isDivisible ? AccountChange.mostOfList + 1 : Int.max
            add(
                .ofLists(look.tasksOfLists), .tasks(ofLists: Array(look.tasksOfLists), atMost: most, of: account),
                member)
        }
        for query in Query.tasks(in: look.places, of: account) { add(.touched, query, member) }
        if !look.chains.isEmpty { add(.touched, .chains(above: look.chains, of: account), member) }
        if !look.parts.isEmpty { add(.touched, .parts(of: look.parts, of: account), member) }
        if !look.neighbours.isEmpty { add(.touched, .neighbours(of: look.neighbours, of: account), member) }
        if !look.lines.isEmpty { add(.line, .lines(of: look.lines, of: account), member) }
        for (number, query) in look.projected.statements { add(.projected(number), query, member) }
        if let question = look.question { add(.question, question, member) }
        if let date = look.dayTurn {
            for query in Query.tasks(ofDayTurnBy: date, of: account) { add(.touched, query, member) }
        }
    }

    private mutating func add(_ kind: LoadedKind, _ query: Query, _ member: Int? = nil) {
        parts.append(Part(kind: kind, member: member))
        queries.append(query)
    }

    // MARK: Statements

    private static func outcomes(of keys: OwnedKeys) -> Query {
        """
        SELECT change.account_id, change.op_id, change.outcome, change.detail, change.at, change.counter, change.device_id,
            change.revision
        FROM \(keys.table) JOIN change ON change.account_id = wanted.account_id AND change.op_id = wanted.id \(keys.only("change"))
        """
    }

    private static func settings(of accounts: [Identifier]) -> Query {
        """
        SELECT account_settings.account_id, \(AccountSettings.columns) FROM account_settings
        WHERE account_settings.account_id = ANY(\(accounts))
        """
    }

    /// Nearly always the lists that these tasks are in are wanted next.
    private static func tasksInLists(_ keys: OwnedKeys) -> Query {
        """
        SELECT task.account_id, \(TaskItem.columns), \(TaskList.columns) FROM \(keys.table)
        JOIN task ON task.account_id = wanted.account_id AND task.task_id = wanted.id
            \(keys.only("task"))
        LEFT JOIN list ON list.account_id = task.account_id AND list.list_id = task.list_id \(keys.only("list"))
        """
    }

    /// The same, and before them whether the account's rows among these hold more than is read for one push; where they
    /// do none of them is read. Most are of tasks that are not there yet, and then nothing is looked for twice.
    private static func weighedTasks(_ keys: OwnedKeys) -> Query {
        """
        SELECT found.account_id, found.is_too_much, \(TaskItem.columns), \(TaskList.columns) FROM (
            SELECT task.account_id, task.task_id,
                sum(\(.taskWeight)) OVER (PARTITION BY task.account_id) > \(AccountChange.mostBytes) AS is_too_much
            FROM \(keys.table) JOIN task ON task.account_id = wanted.account_id AND task.task_id = wanted.id
                \(keys.only("task"))
        ) AS found
        LEFT JOIN task ON NOT found.is_too_much AND task.account_id = found.account_id AND task.task_id = found.task_id
            \(keys.only("task"))
        LEFT JOIN list ON list.account_id = task.account_id AND list.list_id = task.list_id \(keys.only("list"))
        """
    }

    private static func touched(_ keys: OwnedKeys) -> Query {
        """
        SELECT task.account_id, \(TaskItem.outline) FROM \(keys.table)
        JOIN task ON task.account_id = wanted.account_id AND task.task_id = wanted.id \(keys.only("task"))
        \(TaskItem.weighed)
        """
    }

    private static func words(_ keys: OwnedKeys) -> Query {
        """
        SELECT task.account_id, \(TaskItem.columnsWithoutLongNotes) FROM \(keys.table)
        JOIN task ON task.account_id = wanted.account_id AND task.task_id = wanted.id \(keys.only("task"))
        """
    }

    /// The same, and before them whether they are too much (`weighedTasks`).
    private static func weighedWords(_ keys: OwnedKeys) -> Query {
        """
        SELECT found.account_id, found.is_too_much, \(TaskItem.columnsWithoutLongNotes) FROM (
            SELECT task.account_id, task.task_id,
                sum(\(.wordsWeight)) OVER (PARTITION BY task.account_id) > \(AccountChange.mostBytes) AS is_too_much
            FROM \(keys.table) JOIN task ON task.account_id = wanted.account_id AND task.task_id = wanted.id
                \(keys.only("task"))
        ) AS found
        LEFT JOIN task ON NOT found.is_too_much AND task.account_id = found.account_id AND task.task_id = found.task_id
            \(keys.only("task"))
        """
    }

    private static func lists(_ keys: OwnedKeys) -> Query {
        """
        SELECT list.account_id, \(TaskList.columns) FROM \(keys.table)
        JOIN list ON list.account_id = wanted.account_id AND list.list_id = wanted.id \(keys.only("list"))
        """
    }

    // MARK: Rows

    /// Gives each change its rows.
    func take(_ answers: ArraySlice<Rows>, into changes: inout [AccountChange]) throws {
        for (part, rows) in zip(parts, answers) {
            if let member = part.member {
                changes[member].take(rows, of: part.kind)
                continue
            }
            for row in rows {
                var columns = StoredColumns(row)
                guard let member = members[try columns.next()] else { continue }
                changes[member].take(&columns, of: part.kind)
            }
        }
    }
}
