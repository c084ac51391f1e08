import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// The tasks that a filter finds: what an index narrows it to is read, and each row is asked.
struct FilteredView: AccountView {
    static let follows = ViewTag.Clock.time
    static let isLong = true
    /// How many rows one request looks at.
    static let mostRead = 5_000
    /// How much text it may hold to sort it.
    static let mostSorted = 8 << 20

    private let text: String
    private let limit: Int
    private let cursor: Cursor?
    /// Nil for a saved filter, which is read in the account's.
    private let language: Language?
    /// The list whose filter it is.
    private let list: TaskList?
    /// Those that the filter may name.
    var lists: [TaskList] = []
    /// The revision at which they had these names; nil where none is asked for.
    var listsRevision: Int64?

    /// The lists were read at another revision than the tasks.
    struct ListsMayDiffer: Error {}

    private enum Cursor {
        case behind(OrderedPlace)
        /// Of a sorted page: the last task shown, and how many were until then.
        case sorted(shown: Int, last: Identifier)
    }

    /// What a list shows that is a saved filter.
    init(_ list: TaskList, _ request: Request) throws {
        (self.list, text, language) = (list, list.filter ?? "", nil)
        limit = try request.pageLimit(most: 1000, usual: 500)
        cursor = try Self.cursor(of: request, behind: Self.savedMark)
    }

    init(_ request: Request) throws {
        try request.requireQuery(among: ["filter", "sort", "limit", "cursor"])
        list = nil
        let filter: String = try request.queryValue("filter") ?? ""
        let sort: String? = try request.queryValue("sort")
        // What is wrong with `sort` is told behind the filter, where it would stand.
        text = sort.map { "\(filter) sort:\($0)" } ?? filter
        limit = try request.pageLimit(most: 500, usual: 100)
        language = request.language
        cursor = try Self.cursor(of: request)
    }

    /// What the cursors of saved filters begin with, for a request with one reads its list first.
    static let savedMark = "filter."

    private static func cursor(of request: Request, behind mark: String = "") throws -> Cursor? {
        try request.query("cursor") { $0.hasPrefix(mark) ? cursor(String($0.dropFirst(mark.count))) : nil }
    }

    private static func cursor(_ text: String) -> Cursor? {
        guard text.hasPrefix("sorted.") else { return OrderedPlace(text).map { .behind($0) } }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let shown = Int(parts[1]), (0...mostRead).contains(shown),
            let last = Identifier(String(parts[2]))
        else { return nil }
        return .sorted(shown: shown, last: last)
    }

    /// Whether the names of lists have to be known to read it.
    var mayNameLists: Bool {
        let small = text.lowercased()
        return FilterField.list.names.contains { small.contains($0) }
    }

    func asksMuch(_ context: ViewContext) -> Bool { lists.areLongToName }

    private func filter(_ context: ViewContext) throws(Problem) -> TaskFilter {
        do {
            guard let language else {
                return try TaskFilter(saved: text, at: context.moment, context.settings, lists: lists)
            }
            return try TaskFilter(text, at: context.moment, lists: lists, language: language)
        } catch {
            throw Problem(list == nil ? .malformedFilter : .filterBroken, error)
        }
    }

    func statement(_ context: ViewContext) throws -> Query {
        let filter = try filter(context)
        let plan = FilterPlan(filter)
        guard filter.order.isEmpty else {
            return .filtered(
                for: context, by: plan, after: "true", most: Self.mostRead, bytes: Self.mostSorted)
        }
        var after: Query = "true"
        if let cursor {
            guard case .behind(let place) = cursor else { throw Problem(.malformedParameter, parameter: "cursor") }
            after = place.isBefore("sort_order, task_id")
        }
        return .filtered(for: context, by: plan, after: after, most: Self.mostRead)
    }

    func writeChanging(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws -> Instant? {
        if let listsRevision, try ViewHead(rows[0]).position.revision != listsRevision { throw ListsMayDiffer() }
        let filter = try filter(context)
        let (page, next) = filter.order.isEmpty ? try inOrder(rows, filter) : try sorted(rows, filter)
        if let list {
            json.member("list") { list.write(to: &$0) }
        }
        json.member("tasks") { $0.tasks(page) }
        json.member("nextCursor", next.map { list == nil ? $0 : Self.savedMark + $0 })
        json.member("readsAccount", FilterPlan(filter).readsAccount)
        // What follows the clock looks different at once.
        return filter.followsClock(
            at: context.moment, lists: lists, language: language ?? context.settings.captureLanguage ?? .english)
            ? context.moment.now : nil
    }

    /// A page in the user's order. Where what was read ends before it is full, the next one goes on there.
    private func inOrder(_ rows: Rows, _ filter: TaskFilter) throws -> (page: [TaskItem], next: String?) {
        let read = rows.shown(upTo: Self.mostRead)
        var page: [TaskItem] = []
        var last: TaskItem?
        for row in rows.prefix(read) {
            guard let task = try row.task(behind: ViewHead.width) else { break }
            let isWanted = filter.matches(task)
            if isWanted, page.count == limit { return (page, Self.place(of: page.last)) }
            if isWanted { page.append(task) }
            last = task
        }
        return (page, rows.count > read ? Self.place(of: last) : nil)
    }

    private static func place(of task: TaskItem?) -> String? { task.map { OrderedPlace($0.sortOrder, $0.id).text } }

    /// A page in an order that no index has: everything is read and sorted for each.
    private func sorted(_ rows: Rows, _ filter: TaskFilter) throws -> (page: [TaskItem], next: String?) {
        guard rows.count <= Self.mostRead, rows.count(filling: Self.mostSorted) >= rows.count else {
            throw Problem(.filterTooWide)
        }
        var tasks: [TaskItem] = []
        for row in rows {
            if let task = try row.task(behind: ViewHead.width), filter.matches(task) { tasks.append(task) }
        }
        tasks = FilterOrder.sorted(tasks, by: filter.order)
        var start = 0
        switch cursor {
        case .sorted(let shown, let last):
            // Where the last one went, the page begins behind the place that it had.
            start = tasks.firstIndex { $0.id == last }.map { $0 + 1 } ?? shown
        case .behind: throw Problem(.malformedParameter, parameter: "cursor")
        case nil: break
        }
        let page = Array(tasks.dropFirst(start).prefix(limit))
        let shown = start + page.count
        return (page, shown < tasks.count ? page.last.map { "sorted.\(shown).\($0.id.text)" } : nil)
    }
}

extension ProblemType {
    static let malformedFilter = ProblemType("malformed_filter", .badRequest, "The filter is not understood")
    static let filterTooWide = ProblemType(
        "filter_too_wide", .unprocessableContent,
        "The filter finds too many tasks to sort them; narrow it, or leave out the order")

    static let filterBroken = ProblemType(
        "filter_broken", .unprocessableContent, "The filter of this list is not understood any more")

    static let ofFilters: [ProblemType] = [.malformedFilter, .filterTooWide, .filterBroken]
}

extension Problem {
    /// Where a filter is not understood, and what would be.
    init(_ type: ProblemType, _ error: FilterError) {
        self.init(
            type, detail: "At byte \(error.offset) of the filter, \(error.expected) is expected.",
            members: [
                Member("reason", .text(error.code.rawValue)), Member("offset", .number(error.offset)),
                Member("expected", .text(error.expected)),
            ])
    }
}
