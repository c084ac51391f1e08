import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import HTTP

/// What the account would be other in if some actions of a proposal were done now: the lines that the ledger would have
/// then, the server's conclusions among them.
struct ProposedDifference: Sendable {
    struct Line: Sendable {
        /// The action that it comes of; nil for what makes room for several.
        let action: Int?
        let entry: LedgerEntry
        let title: String?
        /// Of the row as it is; nil for one that would be new.
        let revision: Int64?

        var isConcluded: Bool { entry.cause != nil }
    }

    /// The account as it is.
    let revision: Int64
    let lines: [Line]
    /// The actions that would be refused.
    let refusals: [Int: Problem]

    /// - Parameter hidden: lists of which nothing is told.
    init(
        _ settled: ChangeResult, refusing refusals: [Int: Problem], asOf revision: Int64, _ identity: RequestIdentity,
        hiding hidden: Set<Identifier> = []
    ) {
        (self.revision, self.refusals) = (revision, refusals)
        var actions: [Identifier: Int] = [:]
        var lines: [Line] = []
        for entry in settled.entries {
            let operation = entry.operation
            let place = identity.place(of: operation.opId).flatMap { $0 <= BatchTasks.most ? $0 - 1 : nil }
            let action = place ?? entry.cause.flatMap { actions[$0] }
            if let action { actions[operation.opId] = action }
            let (before, after) = (settled.before?.tasks[operation.id], settled.tasks[operation.id])
            let isHidden = [before, after].contains { $0?.listId.map(hidden.contains) ?? false }
            guard operation.entity == .task, !operation.isMark, !isHidden else { continue }
            lines.append(
                Line(
                    action: action, entry: entry, title: (before ?? after)?.title,
                    revision: entry.created ? nil : before?.revision))
        }
        self.lines = lines
    }

    /// The same for what is the same: the rows as they are, what would become of them, and what would be refused. When
    /// it would be done, and how it is put in order, is another each time.
    var tag: String {
        var json = JSONWriter()
        json.array(lines) { json, line in
            json.object { json in
                json.member("action", line.action)
                json.member("kind", line.entry.operation.kind.name)
                json.member("revision", line.revision)
                if !line.entry.created || !line.isConcluded { json.member("id", line.entry.operation.id) }
                json.objects("changes", line.entry.changes) { json, change in
                    json.member("field", change.field)
                    guard !Self.passing.contains(change.field) else { return }
                    json.member("old", change.old)
                    json.member("new", change.new)
                }
            }
        }
        json.array(refusals.sorted { $0.key < $1.key }) { json, refusal in
            json.object { $0.member("\(refusal.key)", refusal.value.type.code) }
        }
        return Sodium.hash(json.bytes, length: 16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
    }

    private static let passing: Set<String> = [
        "createdAt", "updatedAt", "completedAt", "deletedAt", "enteredBacklogAt", "sortOrder", "parentRecurringId",
    ]
}

extension JSONWriter {
    /// The members that say what would differ.
    ///
    /// - Parameter most: so many lines at most; `hasMore` says that there are others.
    mutating func differenceMembers(_ difference: ProposedDifference, most: Int = .max) {
        objects("changes", difference.lines.prefix(most)) { json, line in
            json.member("action", line.action)
            json.member("entity", line.entry.operation.entity.name)
            json.member("id", line.entry.operation.id)
            json.member("title", line.title)
            json.member("kind", line.entry.created ? "create" : line.entry.operation.kind.name)
            json.objects("changes", line.entry.changes) { json, change in
                json.member("field", change.field)
                json.member("old", change.old)
                json.member("new", change.new)
            }
            json.member("concluded", line.isConcluded)
        }
        member("hasMore", difference.lines.count > most)
        refused(difference.refusals)
    }

    mutating func refused(_ refusals: [Int: Problem]) {
        objects("refused", refusals.sorted { $0.key < $1.key }) { json, refusal in
            json.member("action", refusal.key)
            json.name("problem")
            if case .bytes(let bytes) = refusal.value.response.body { json.alreadyJSON(bytes) } else { json.null() }
        }
    }
}
