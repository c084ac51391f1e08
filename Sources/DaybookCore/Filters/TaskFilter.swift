/// Which tasks are wanted, in words: `open and (due < +3d or priority <= 2) and not #waiting sort:due`.
///
///     let filter = try TaskFilter("open due <= +3d", at: notebook.moment)
///     filter.matches(task)
///
/// What a filter says of days is read at a moment, so a filter that is kept is kept as its text and read anew each day.
/// `docs/use/filters.md` has the language.
public struct TaskFilter: Hashable, Sendable {
    /// As it was written.
    public let text: String
    let root: FilterNode
    /// The order that it asks for; empty for the user's own.
    package let order: [FilterOrder]

    /// Longer filters are refused, in bytes.
    public static let mostBytes = TaskList.longestFilter
    /// How many tests a filter may hold, and how deep parentheses and `not` may stand in each other.
    package static let (mostTests, mostDepth) = (100, 32)
    /// How many of the tests may look for words: each makes a task's text equal for searching.
    package static let mostTextTests = 10

    /// Reads a filter.
    ///
    /// - Parameters:
    ///   - text: the filter; an empty one holds every task.
    ///   - moment: which day it is, and whose.
    ///   - lists: those that it may name.
    ///   - language: whose words days are said in; English is understood as well.
    public init(
        _ text: String, at moment: Moment, lists: some Sequence<TaskList> = EmptyCollection<TaskList>(),
        language: Language = .english
    ) throws(FilterError) {
        try self.init(text, at: moment, among: Array(lists), language)
    }

    /// Reads the filter of a list. Its days are said in the language in which the account captures, so that all devices
    /// find the same; in English where it has chosen none.
    ///
    /// - Parameter lists: nil where it only matters whether the filter is understood.
    package init(
        saved text: String, at moment: Moment, _ settings: AccountSettings, lists: [TaskList]?
    ) throws(FilterError) {
        try self.init(text, at: moment, among: lists, settings.captureLanguage ?? .english)
    }

    private init(
        _ text: String, at moment: Moment, among lists: [TaskList]?, _ language: Language
    ) throws(FilterError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.mostBytes else {
            throw FilterError(.tooLong, at: Self.mostBytes, "at most \(Self.mostBytes) bytes")
        }
        #if !hasFeature(Embedded)
        // In small letters once, however many tests name one. A page on a device has few lists and every byte of its
        // code is sent, so there each test does it.
        let lists = lists?.map { list in
            var list = list
            list.name = list.name.lowercased()
            return list
        }
        #endif
        var parser = FilterParser(
            bytes, values: FilterValues(moment: moment, lists: lists, language: language))
        root = try parser.whole()
        guard root.textTests <= Self.mostTextTests else {
            throw FilterError(.tooLong, at: 0, "at most \(Self.mostTextTests) tests of words")
        }
        order = parser.order
        self.text = text
    }

    init(_ text: String, root: FilterNode, _ order: [FilterOrder]) {
        self.text = text
        self.root = root
        self.order = order
    }

    /// Whether it means something else in the next moment of the same day, as `due < now` does.
    ///
    /// - Parameter moment: with which it was read.
    package func followsClock(
        at moment: Moment, lists: some Sequence<TaskList>, language: Language
    ) -> Bool {
        let later = Moment(moment.now.adding(milliseconds: 1), in: moment.day)
        let next = try? TaskFilter(text, at: later, lists: lists, language: language)
        return next?.root != root
    }

    /// Whether a task is wanted. None that is deleted is.
    public func matches(_ task: TaskItem) -> Bool {
        var texts = FoldedTexts()
        return !task.isDeleted && root.holds(task, &texts)
    }

    /// Those of the tasks that are wanted, in the order that the filter asks for.
    ///
    /// - Parameter limit: how many of them; a list on a screen needs those that it shows.
    public func tasks(among tasks: some Collection<TaskItem>, limit: Int = .max) -> [TaskItem] {
        FilterOrder.sorted(tasks, where: matches, by: order, limit: max(0, limit))
    }
}

/// Why a filter was not understood, and where.
public struct FilterError: Error, Hashable, Sendable {
    /// The kinds of trouble; the raw values are stable codes.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// Something else belongs here.
        case unexpected = "filter_unexpected"
        /// Tasks have no such field.
        case unknownField = "filter_unknown_field"
        /// The field has no such value.
        case invalidValue = "filter_invalid_value"
        /// There is no list of that name.
        case unknownList = "filter_unknown_list"
        /// The text, its tests or its parentheses are too many.
        case tooLong = "filter_too_long"
    }

    /// What is wrong.
    public let code: Code
    /// Where in the filter, in bytes of UTF-8.
    public let offset: Int
    /// What would be understood there.
    public let expected: String

    init(_ code: Code, at offset: Int, _ expected: String) {
        self.code = code
        self.offset = offset
        self.expected = expected
    }

    /// The character in the filter, counted from 1, as people count.
    public func column(in filter: String) -> Int {
        String(decoding: Array(filter.utf8.prefix(offset)), as: UTF8.self).count + 1
    }
}

/// Tests that are joined.
indirect enum FilterNode: Hashable, Sendable {
    case all([FilterNode])
    case any([FilterNode])
    case not(FilterNode)
    case test(FilterTest)

    func holds(_ task: TaskItem, _ texts: inout FoldedTexts) -> Bool {
        switch self {
        case .all(let nodes):
            for node in nodes where !node.holds(task, &texts) { return false }
            return true
        case .any(let nodes):
            for node in nodes where node.holds(task, &texts) { return true }
            return false
        case .not(let node): return !node.holds(task, &texts)
        case .test(let test): return test.holds(task, &texts)
        }
    }

    /// How often it looks at a task's text, at most.
    var textTests: Int {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.reduce(0) { $0 + $1.textTests }
        case .not(let node): node.textTests
        case .test(let test): test.readsText ? 1 : 0
        }
    }

    /// Whether it looks at a task's text, which costs many times what anything else does, so it comes last.
    var readsText: Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.contains { $0.readsText }
        case .not(let node): node.readsText
        case .test(let test): test.readsText
        }
    }

    /// Joined, the cheap ones first.
    static func joined(_ nodes: [FilterNode], _ join: ([FilterNode]) -> FilterNode) -> FilterNode {
        nodes.count == 1 ? nodes[0] : join(nodes.filter { !$0.readsText } + nodes.filter { $0.readsText })
    }
}
