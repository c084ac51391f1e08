import DaybookCore

#if canImport(FoundationEssentials)
import struct FoundationEssentials.URL
#else
import struct Foundation.URL
#endif

/// The views as the server makes them, for devices too small to hold a replica: a watch, a display on the wall.
///
/// It keeps the last answer to each question and shows it again while the server says that nothing changed, which costs
/// the server next to nothing; so it may be asked as often as a screen is drawn.
public actor ServerViews {
    private let server: Server
    private var kept: [String: (tag: String, view: ServerView)] = [:]
    /// The questions that are kept, the oldest first.
    private var asked: [String] = []
    private static let room = 32

    /// Asks a server with a device's token.
    public init(of address: URL, token: String, transport: any Transport = HTTPTransport()) {
        server = Server(address: address, token: token, transport: transport)
    }

    /// - Parameters:
    ///   - limit: how many tasks at most; the server has a number of its own.
    ///   - cursor: the `nextCursor` of the page before.
    public func show(
        _ view: ViewName, limit: Int? = nil, after cursor: String? = nil
    ) async throws(EntryFailure) -> ServerView {
        let path = view.path(limit: limit, after: cursor)
        var call = HTTPCall("GET", path)
        if let tag = kept[path]?.tag { call.fields["if-none-match"] = tag }
        let answer: HTTPAnswer
        do { answer = try await server.call(call) } catch {
            if case .problem(let problem) = error, problem.status == 304, let view = kept[path]?.view { return view }
            throw EntryFailure(error)
        }
        guard let shown = try? ServerView(answer.body) else { throw .unreadable }
        if let tag = answer.fields["etag"] { keep(shown, etag: tag, path: path) }
        return shown
    }

    private func keep(_ view: ServerView, etag: String, path: String) {
        if kept.updateValue((etag, view), forKey: path) == nil { asked.append(path) }
        if asked.count > Self.room { kept[asked.removeFirst()] = nil }
    }
}

/// Which view of the server's is asked for.
public enum ViewName: Hashable, Sendable {
    /// The tasks that a rule counts to the Inbox; nil is the account's own rule.
    case inbox(InboxRule? = nil)
    /// The views of a snapshot under the same names.
    case today, upcoming, past, overdue, backlog, board
    /// The tasks of a list.
    case list(Identifier)
    /// Today's tasks of a region of the day, by bucket.
    case region(Region)
    /// Nil among the lists is the Inbox; nil for all.
    case widget(Widget.Size, lists: Set<Identifier?>? = nil)
    /// The first and the last date, where there are any.
    case completed(from: CalendarDate? = nil, to: CalendarDate? = nil)

    func path(limit: Int?, after cursor: String?) -> String {
        var items: [String] = []
        let name: String
        switch self {
        case .inbox(let rule):
            name = "inbox"
            if let rule { items.append("rule=\(rule.rawValue)") }
        case .today: name = "today"
        case .upcoming: name = "upcoming"
        case .past: name = "past"
        case .overdue: name = "overdue"
        case .backlog: name = "backlog"
        case .board: name = "board"
        case .list(let id): name = "lists/\(id)"
        case .region(let region): name = "regions/\(region.name)"
        case .widget(let size, let lists):
            name = "widget"
            items.append("size=\(size.rawValue)")
            items += (lists ?? []).map { "list=\($0?.text ?? "inbox")" }.sorted()
        case .completed(let from, let to):
            name = "completed"
            if let from { items.append("from=\(from)") }
            if let to { items.append("to=\(to)") }
        }
        if let limit { items.append("limit=\(limit)") }
        // Cursors are letters, digits, dots, dashes and colons.
        if let cursor { items.append("cursor=\(cursor)") }
        return "/v1/views/\(name)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }
}
