import DaybookCore

extension World {
    /// The days turn the moment they do, one after another, as a server turns them that is up.
    mutating func turnDays(until next: Instant) {
        while let boundary = Self.boundary(after: now, until: next) {
            now = boundary
            turnTheDay()
        }
    }

    static func boundary(after now: Instant, until next: Instant) -> Instant? {
        let boundary = Instant(milliseconds: Int64(now.utcDate.dayNumber + 1) * 86_400_000)
        return boundary <= next ? boundary : nil
    }

    /// The order of arrival does not matter: the account is what it would be if everything that people did had come the
    /// moment it was done, in the order of the clocks.
    func compareWithOrder() throws(Violation) {
        guard schedule.isPunctual, guest == nil, !schedule.hasGuest, server.purges.isEmpty else { return }
        let deeds = server.ledger.filter { entry in
            guard entry.cause == nil, entry.operation.purpose == nil else { return false }
            if case .rejected = entry.outcome { return false }
            return true
        }.map(\.operation).sorted { $0.at < $1.at }
        var ordered = ServerAccount(account: account, epoch: .zero)
        var time = begun
        for deed in deeds {
            ordered.turnDays(from: &time, until: deed.at.instant)
            _ = ordered.push(Push(operations: [deed], confirmsMassDelete: true), now: max(time, deed.at.instant))
        }
        ordered.turnDays(from: &time, until: now)
        // Who goes down in a full region, and what finds no room when it is carried, follows from who was there first;
        // which subtasks an occurrence has, from those that were there; a task that comes into a list which was deleted
        // meanwhile is kept; and a device whose clock is days off has concluded other occurrences, and their subtasks.
        let elsewhere: Set<Identifier.Purpose> = [
            .settlement, .cascade, .revival, .inboxMove, .listFound, .subtask, .subtaskWithdrawn,
        ]
        let excepted = Set(
            (server.ledger + ordered.ledger).filter { line in
                line.operation.purpose.map(elsewhere.contains)
                    ?? (line.cause != nil || line.operation.fields.contains { $0.name == "parentRecurringId" })
                    || line.operation.fields.contains(JSONMember("region", "backlog"))
                        && server.slice.tasks[line.operation.id]?.autoCarry == true
            }.map(\.operation.id))
        let tangled = Set(
            (server.ledger + ordered.ledger).filter { $0.operation.purpose == .untangling }.map(\.operation.id))
        let shared = Self.sharedOccurrences(server.ledger + ordered.ledger)
            .union(workedOnMeanwhile())
        let tasks = [server.slice, ordered.slice].flatMap(\.tasks.values)
        // And days that were over before a series was known have made nothing of it.
        let series = Set(
            tasks.filter { $0.recurrence?.onSchedule == true || excepted.contains($0.id) || shared.contains($0.id) }
                .map(\.series))
        for id in Set(server.slice.tasks.keys).union(ordered.slice.tasks.keys).sorted() {
            let (there, inOrder) = (server.slice.tasks[id], ordered.slice.tasks[id])
            if [there, inOrder].contains(where: { $0.map { series.contains($0.series) } ?? false }) { continue }
            if let flaw = Self.difference(
                there, inOrder, counting: backup == nil, isTangled: tangled.contains(id))
            {
                if trace != nil {
                    for entry in ordered.ledger where entry.operation.id == id { say("in order: \(Self.line(entry))") }
                }
                throw violation("\(id) is not what it would be in the order of the clocks: \(flaw)")
            }
        }
    }

    /// A series that goes by its schedule, of which only the first task was ever touched, is over since that was
    /// deleted.
    func compareEndedSeries() throws(Violation) {
        guard schedule.isPunctual, guest == nil, !schedule.hasGuest, backup == nil, server.purges.isEmpty else {
            return
        }
        let somebodys = server.ledger.filter { $0.operation.purpose == nil && $0.operation.at.device != .zero }
        let touched = Set(somebodys.map(\.operation.id))
        let reopened = Set(
            somebodys.filter { $0.operation.kind == .restore || $0.operation.reopens != nil }.map(\.operation.id))
        for first in server.slice.tasks.values {
            guard first.isDeleted, first.parentRecurringId == nil, first.recurrence?.onSchedule == true,
                !first.isCompleted, let deletion = first.deletion, deletion.device != .zero,
                !reopened.contains(first.id),
                now.milliseconds - deletion.milliseconds < 99 * Instant.dayLength
            else { continue }
            let series = server.slice.tasks.values.filter { $0.parentRecurringId == first.id }
            // One that was there already speaks for the series.
            guard !series.contains(where: { touched.contains($0.id) || $0.createdAt <= deletion.instant }) else {
                continue
            }
            for task in series where !task.isDeleted {
                throw violation("\(task.id) goes on with the series \(first.id), which was deleted before")
            }
        }
    }

    /// A completed occurrence has one next occurrence, whatever was undone and moved meanwhile; those that somebody
    /// worked on stay beside it.
    func compareNextOccurrences() throws(Violation) {
        let rows = Dictionary(server.ledger.map { ($0.operation.opId, $0.operation.id) }) { first, _ in first }
        let touched = Set(
            server.ledger.filter { $0.operation.purpose == nil && $0.operation.at.device != .zero }.map(\.operation.id))
        var next: [Identifier: Set<Identifier>] = [:]
        for line in server.ledger where line.operation.purpose == .nextOccurrence {
            guard let completed = line.cause.flatMap({ rows[$0] }), let task = server.slice.tasks[line.operation.id],
                !task.isDeleted, !task.isCompleted, !touched.contains(task.id), task.parentRecurringId != nil
            else { continue }
            next[completed, default: []].insert(task.id)
        }
        for (completed, occurrences) in next where occurrences.count > 1 {
            throw violation("\(completed) has \(occurrences.count) next occurrences: \(occurrences)")
        }
    }

    /// A series of which nobody deleted anything, and whose rule goes on, has an occurrence that is to be done,
    /// wherever its occurrences were moved.
    func compareSeriesThatGoOn() throws(Violation) {
        guard guest == nil, !schedule.hasGuest, backup == nil, server.purges.isEmpty else { return }
        let deletions = server.ledger.filter {
            $0.operation.kind == .delete && $0.operation.purpose != .occurrenceWithdrawn
        }
        let ended = Set(deletions.compactMap { server.slice.tasks[$0.operation.id]?.series })
        for (series, tasks) in Dictionary(grouping: server.slice.tasks.values, by: \.series)
        where !ended.contains(series) {
            let goesOn = tasks.allSatisfy { $0.nextOccurrence(in: server.slice.settings) != nil }
            guard goesOn, !tasks.contains(where: { !$0.isDeleted && !$0.isCompleted }) else { continue }
            throw violation("the series \(series) is over, and its rule goes on")
        }
    }

    /// Occurrences that somebody worked on while the one before was opened again, or had another one as its next after
    /// all: which completion they are of, and whether they were there for a while, follows from when that was known.
    private func workedOnMeanwhile() -> Set<Identifier> {
        let reopened = Set(
            server.ledger.filter { line in
                line.prior.contains(JSONMember("state", "completed"))
            }.compactMap { server.slice.tasks[$0.operation.id]?.series })
        let withdrawn = Set(
            server.ledger.filter { $0.operation.purpose == .occurrenceWithdrawn }.map(\.operation.id))
        return Set(
            server.ledger.filter { $0.operation.purpose == nil && $0.operation.at.device != .zero }
                .compactMap { server.slice.tasks[$0.operation.id] }
                .filter { $0.parentRecurringId != nil && (reopened.contains($0.series) || withdrawn.contains($0.id)) }
                .map(\.id))
    }

    /// Occurrences that two others have as their next: what they take along is that of whichever came first.
    private static func sharedOccurrences(_ ledger: [LedgerEntry]) -> Set<Identifier> {
        let tasks = Dictionary(ledger.map { ($0.operation.opId, $0.operation.id) }) { first, _ in first }
        var makers: [Identifier: Set<Identifier>] = [:]
        for entry in ledger where entry.operation.purpose == .nextOccurrence {
            if let cause = entry.cause, let maker = tasks[cause] {
                makers[entry.operation.id, default: []].insert(maker)
            }
        }
        return Set(makers.filter { $0.value.count > 1 }.keys)
    }

    /// - Parameters:
    ///   - counting: no turn of a day was left out.
    ///   - isTangled: it was part of itself for a while, as far as was known then.
    private static func difference(
        _ there: TaskItem?, _ inOrder: TaskItem?, counting: Bool, isTangled: Bool
    ) -> String? {
        if (there?.isDeleted ?? true) != (inOrder?.isDeleted ?? true) {
            return "deleted: \(there?.isDeleted as Any), in order \(inOrder?.isDeleted as Any)"
        }
        guard let there, let inOrder, !there.isDeleted else { return nil }
        func other(_ what: KeyPath<TaskItem, some Equatable>, _ name: String) -> String? {
            there[keyPath: what] == inOrder[keyPath: what]
                ? nil : "\(name) \(there[keyPath: what]), in order \(inOrder[keyPath: what])"
        }
        let differences: [String?] = [
            other(\.region, "region"), other(\.bucket, "bucket"), other(\.scheduledDate, "date"),
            counting ? other(\.carryCount, "carryCount") : nil, other(\.state, "state"), other(\.title, "title"),
            other(\.notes, "notes"), other(\.recurrence, "recurrence"), other(\.priority, "priority"),
            other(\.tags, "tags"),
            inOrder.inBacklogSince == nil ? nil : other(\.enteredBacklogAt, "enteredBacklogAt"),
            isTangled ? nil : other(\.parentId, "parent"),
        ]
        return differences.lazy.compactMap(\.self).first
    }
}

extension ServerAccount {
    fileprivate mutating func turnDays(from time: inout Instant, until next: Instant) {
        while let boundary = World.boundary(after: time, until: next) {
            time = boundary
            let turn = slice.dayTurn(to: boundary.utcDate, boundary: boundary)
            if !turn.isEmpty { _ = push(Push(operations: turn, confirmsMassDelete: true), now: boundary) }
        }
        time = max(time, next)
    }
}
