import DaybookCore
import DaybookLedger
import Postgres
import Reactor

/// What one change of an account makes of its calendar index: looks for what ``CalendarIndexUpdate`` has to know, and
/// holds what it says until that is written.
package struct CalendarIndexChange: ProjectedChange {
    let account: Identifier
    /// The resource that a program named, until it has been looked up.
    private var question: NamedResource?
    private let isAsked: Bool
    /// Those that a program named, as they were found.
    private(set) var named: [Resource] = []
    private var update = CalendarIndexUpdate([])
    /// What is to be written.
    private(set) var told: [Resource] = []
    /// Those of whose tasks octets may be kept.
    private(set) var toldAgain: [Resource] = []
    /// The statement that keeps the octets a program sent.
    private(set) var keptOctets: Query?

    init(of account: Identifier, naming question: NamedResource? = nil) {
        (self.account, self.question) = (account, question)
        isAsked = question != nil
    }

    package mutating func look() -> ProjectionLook {
        if let named = question {
            question = nil
            update.known.ask(named.needs)
            var look = ProjectionLook()
            look.add(named.queries(of: account))
            return look
        }
        return look(for: update.needs)
    }

    /// All that would be looked for, one look after the other, if nothing of it were there. That is how it is for most
    /// tasks that are told for the first time.
    mutating func lookAhead() -> ProjectionLook {
        var (ahead, all) = (update, CalendarIndexNeeds())
        while case let needs = ahead.needs, !needs.isEmpty {
            ahead.known.ask(needs)
            all.add(needs)
        }
        return look(for: all)
    }

    private mutating func look(for needs: CalendarIndexNeeds) -> ProjectionLook {
        var look = ProjectionLook()
        guard !needs.isEmpty else { return look }
        update.known.ask(needs)
        look.add(Query.resources(needs, of: account))
        look.rows = needs.count
        return look
    }

    package mutating func take(_ rows: Rows, of statement: Int) throws -> SeenRows {
        var seen = SeenRows()
        for row in rows {
            var columns = StoredColumns(row)
            let resource = try Resource(&columns)
            switch LookedFor(rawValue: statement) {
            case .resource, nil: update.known.take(resource)
            case .ofSeries: update.known.take(resource, of: try TaskItem(withoutLongNotes: &columns))
            case .part: update.known.take(resource, partOf: try columns.nextId())
            case .named:
                update.known.take(resource)
                named.append(resource)
                if let task = try TaskItem(ifThere: &columns) { seen.tasks.append(task) }
                if let list = try TaskList(ifThere: &columns) { seen.lists.append(list) }
            }
        }
        return seen
    }

    package mutating func follow(_ tasks: [ChangedTask]) {
        update = CalendarIndexUpdate(tasks, knowing: update.known)
    }

    package mutating func conclude(
        _ wish: (any Sendable)?, _ commit: Commit, linesOf bytes: Int, isMuch: Bool
    ) async -> (any Sendable)? {
        await aside(if: isMuch) { tell() }
        if let octets = wish as? ReceivedOctets { await keep(octets, commit, linesOf: bytes) }
        guard isAsked else { return nil }
        var answer = CalendarIndexAnswer(keepsOctets: keptOctets != nil)
        for task in commit.tasks.keys { answer.resources[task] = update.known.ofTask[task] ?? nil }
        return answer
    }

    mutating func tell() {
        told = update.tell()
        // What had no name until now was never sent, and what is gone has lost its octets with its name.
        toldAgain = told.filter { update.known.ofTask[$0.task].flatMap(\.self) != nil }
        for resource in told { update.known.take(resource) }
    }

    /// What was sent is kept if it says what the task says now.
    private mutating func keep(_ sent: ReceivedOctets, _ commit: Commit, linesOf bytes: Int) async {
        guard sent.bytes.count <= bytes * 2 + ReceivedOctets.mostBeside,
            let resource = told.first(where: { $0.task == sent.task && !$0.isGone }),
            let task = commit.tasks[sent.task],
            await aside(if: sent.bytes.count > ReceivedOctets.long, { sent.areTrue(task, resource) })
        else { return }
        keptOctets = sent.statement(of: account, at: resource.shownRevision)
    }
}

/// What the rows of a statement are.
enum LookedFor: Int {
    case resource, ofSeries, named, part
}

extension ProjectionLook {
    fileprivate mutating func add(_ queries: [(kind: LookedFor, query: Query)]) {
        statements += queries.map { ($0.kind.rawValue, $0.query) }
    }
}
