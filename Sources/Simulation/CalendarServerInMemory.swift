import DaybookCore
import DaybookFormats
import Seeds

/// An account as calendar programs see it: resources by name, read and put, over the server in memory. It is the
/// reference of what the service does with tables.
package struct CalendarServerInMemory: Sendable {
    package var server: ServerAccount
    package var now: Instant
    private var random: SeededRandom
    /// What was served under each ETag.
    package private(set) var served: [String: ShownTask] = [:]
    /// What each device read last, by the resource's name.
    private var lastRead: [Identifier: [String: ShownTask]] = [:]
    /// The properties that each device has ever sent.
    private var programs: [Identifier: CalendarProgram] = [:]

    package init(_ server: ServerAccount, now: Instant, seed: UInt64) {
        (self.server, self.now) = (server, now)
        random = SeededRandom(seed: seed)
    }

    /// What the server did not do of what was decided; nothing, where the decisions are right.
    package private(set) var rejections: [Rejection] = []

    /// What a PUT is answered.
    package enum Answer: Sendable {
        /// All of it was taken as it was meant: the octets are kept.
        case kept
        /// It was merged with what others did; the client reads it again.
        case merged
        case failedPrecondition
        case refused(CalendarRefusal)
    }

    /// A resource as it is read.
    package struct Resource: Sendable {
        package let name: String
        package let etag: String
        package let body: [UInt8]
    }
}

extension CalendarServerInMemory {
    /// The task that a resource shows, be it deleted.
    package func shown(_ name: String) -> ShownTask? {
        var series: [Identifier: [TaskItem]] = [:]
        for task in server.slice.tasks.values { series[task.series, default: []].append(task) }
        for (_, tasks) in series.sorted(by: { $0.key < $1.key }) {
            let head = self.head(of: tasks)
            for task in tasks {
                let part: ShownTask.Part = task.id == head?.id ? .head : .earlier
                let base = "\(task.revision)\(part == .head ? "h" : "e")"
                let parent = task.parentId.flatMap { server.slice.tasks[$0] }
                if task.calendarName(part) == name, part == .head || !task.isDeleted {
                    return ShownTask(task, part, parentUID: parent?.calendarUID(.head), base: base)
                }
            }
        }
        return nil
    }

    /// The latest live occurrence; where all are deleted, the latest of them.
    private func head(of tasks: [TaskItem]) -> TaskItem? {
        func isEarlier(_ one: TaskItem, _ other: TaskItem) -> Bool {
            if one.isDeleted != other.isDeleted { return one.isDeleted }
            let (first, second) = (
                one.occurrenceDate(in: server.slice.settings), other.occurrenceDate(in: server.slice.settings)
            )
            return first != second ? first < second : one.id < other.id
        }
        return tasks.max(by: isEarlier)
    }

    private func isHead(_ task: TaskItem) -> Bool {
        head(of: server.slice.tasks.values.filter { $0.series == task.series })?.id == task.id
    }

    /// The names of all that is there.
    package var names: [String] {
        var series: [Identifier: [TaskItem]] = [:]
        for task in server.slice.tasks.values { series[task.series, default: []].append(task) }
        return series.values.flatMap { tasks in
            let head = head(of: tasks)
            return tasks.filter { !$0.isDeleted }.map { $0.calendarName($0.id == head?.id ? .head : .earlier) }
        }.sorted()
    }

    /// Nil where there is none.
    package mutating func get(_ name: String, for device: Identifier) -> Resource? {
        guard let shown = shown(name), !shown.task.isDeleted else { return nil }
        var body: [UInt8] = []
        CalendarRendering.append(shown, to: &body)
        let etag = "\(name)/\(shown.base ?? "")"
        served[etag] = shown
        lastRead[device, default: [:]][name] = shown
        return Resource(name: name, etag: etag, body: body)
    }

    package mutating func put(
        _ name: String, _ body: [UInt8], by device: Identifier, ifMatch: String? = nil
    ) -> Answer {
        let object: CalendarObject
        do { object = try CalendarObject(body) } catch { return .refused(error) }
        let row = shown(name)
        if let ifMatch, ifMatch != "\(name)/\(row?.base ?? "")" || row?.task.isDeleted != false {
            return .failedPrecondition
        }
        var put = CalendarPut(
            object, account: server.slice.account, settings: server.slice.settings, now: now, row: row)
        put.name = name
        put.base =
            ifMatch.flatMap { served[$0] } ?? object.base.flatMap { served["\(name)/\($0)"] }
            ?? lastRead[device]?[name]
        put.listId = row?.task.listId
        put.program = programs[device] ?? CalendarProgram()
        put.occurrences = put.occurrencesNamed.compactMap { server.slice.tasks[$0] }
        if row == nil {
            put.originals = server.slice.tasks.values.filter { $0.isCompleted || isHead($0) }.sorted { $0.id < $1.id }
        }
        let decision: CalendarDecision
        do { decision = try put.decision() } catch { return .refused(error) }
        programs[device, default: CalendarProgram()].knownNames.formUnion(object.names)
        perform(decision, by: device)
        return answer(name, object, device)
    }

    private mutating func perform(_ decision: CalendarDecision, by device: Identifier) {
        // Above all that the rows have seen.
        let last = decision.steps.compactMap { server.slice.tasks[$0.id]?.lastChange }.max()
        var clock = max(last ?? HybridTime(now, device: device), HybridTime(now, device: device))
        let operations = decision.steps.map { step in
            clock = clock.successor(device: device)
            return SyncOperation(
                opId: .random(using: &random), id: step.id, at: clock, kind: step.kind, .task(step.patch),
                reopens: step.reopens)
        }
        guard !operations.isEmpty, case .merged(let merged) = server.push(Push(operations: operations), now: now) else {
            return
        }
        for case .rejected(let rejection) in merged.outcomes { rejections.append(rejection) }
    }

    /// The octets are kept where the resource says what they say.
    private mutating func answer(_ name: String, _ object: CalendarObject, _ device: Identifier) -> Answer {
        guard let shown = shown(name), !shown.task.isDeleted else { return .merged }
        var body: [UInt8] = []
        CalendarRendering.append(shown, to: &body)
        guard let made = try? CalendarObject(body), made.means(object) else { return .merged }
        served["\(name)/\(shown.base ?? "")"] = shown
        lastRead[device, default: [:]][name] = shown
        return .kept
    }

    package mutating func delete(_ name: String, by device: Identifier) {
        guard let shown = shown(name), !shown.task.isDeleted else { return }
        let last = max(shown.task.lastChange ?? HybridTime(now, device: device), HybridTime(now, device: device))
        let operation = SyncOperation(
            opId: .random(using: &random), id: shown.task.id, at: last.successor(device: device), kind: .delete)
        _ = server.push(Push(operations: [operation], confirmsMassDelete: true), now: now)
    }
}
