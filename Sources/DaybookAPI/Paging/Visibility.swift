import DaybookAccounts
import DaybookCore
import Postgres

/// What of an account there is for the one who asks, as parts of statements: everything, or for an assistant what lies
/// in no list that the person keeps from assistants.
///
/// It stands in the statements themselves, so that limits, cursors and counts are those of what is shown, and what is
/// shown is of one moment with what is kept. Of what is not there any more nothing tells in which list it was, so an
/// assistant is told nothing of it.
struct Visibility: Sendable {
    /// Of rows of `task`.
    let tasks: Query
    /// Of rows of `list`.
    let lists: Query
    /// Of rows of `change`.
    let changes: Query
    private let hiding: Identifier?

    /// There may be something that is not for who asks.
    var hidesSomething: Bool { hiding != nil }

    static let everything = Visibility(tasks: "true", lists: "true", changes: "true", hiding: nil)

    private init(tasks: Query, lists: Query, changes: Query, hiding: Identifier?) {
        (self.tasks, self.lists, self.changes, self.hiding) = (tasks, lists, changes, hiding)
    }

    init(_ principal: Principal) {
        guard principal.isAssistant else {
            self = .everything
            return
        }
        let account = principal.account
        self.init(
            tasks: Self.isOpen("task", in: account), lists: "NOT \(Self.isKept("list"))",
            changes: """
                CASE change.entity
                WHEN 'task' THEN \(Self.isThere("change.entity_id", in: account))
                WHEN 'list' THEN EXISTS (
                    SELECT 1 FROM list AS seen WHERE seen.account_id = \(account) AND seen.list_id = change.entity_id
                        AND NOT \(Self.isKept("seen")) OFFSET 0
                )
                ELSE true END
                """,
            hiding: account)
    }

    /// Of rows that are about a task.
    ///
    /// - Parameter id: the column with its id.
    func task(_ id: Query) -> Query {
        if let hiding { Self.isThere(id, in: hiding) } else { "true" }
    }

    /// Found by its key, row by row (`OFFSET 0`): PostgreSQL would otherwise read all of the account's tasks first.
    private static func isThere(_ id: Query, in account: Identifier) -> Query {
        """
        EXISTS (
            SELECT 1 FROM task AS seen WHERE seen.account_id = \(account) AND seen.task_id = \(id)
                AND \(isOpen("seen", in: account)) OFFSET 0
        )
        """
    }

    private static func isOpen(_ task: Query, in account: Identifier) -> Query {
        """
        (\(task).list_id IS NULL OR \(task).list_id <> ALL(ARRAY(
            SELECT kept.list_id FROM list AS kept WHERE kept.account_id = \(account) AND \(isKept("kept"))
        )))
        """
    }

    /// As `TaskList.isKeptFromAssistants`, from what `UnknownFields.stored` writes: in no text of anybody's do quotes
    /// stand so.
    private static func isKept(_ list: Query) -> Query {
        """
        (\(list).unknown IS NOT NULL AND \(list).unknown::text ~ '[[]"hiddenFromAgents",(?!null,|false,)')
        """
    }
}

extension TaskList {
    /// Whether it and its tasks exist for no assistant. An app that says anything but no means that; the list's own
    /// field, which shows it to its person, knows a plain yes.
    var isKeptFromAssistants: Bool {
        switch unknown[Self.hiddenFromAgents]?.value {
        case nil, .null?, .bool(false)?: false
        default: true
        }
    }
}
