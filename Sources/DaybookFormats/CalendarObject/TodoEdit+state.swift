import DaybookCore

/// STATUS, COMPLETED and PERCENT-COMPLETE of a component.
struct TodoStatus {
    let status: String?
    let completed: ObjectLine?
    let percent: Int?

    init(_ facets: TodoFacets) {
        status = facets.line("STATUS")?.value.uppercased()
        completed = facets.line("COMPLETED")
        percent = facets.line("PERCENT-COMPLETE").flatMap { Int($0.value) }
    }

    /// The state that is wished; nil where none is. The STATUS decides where it changed, then COMPLETED that came or
    /// went, then the percentage.
    func wish(after base: TodoStatus) -> TaskState? {
        if status != base.status, let told = Self.state(of: status) { return told }
        let openState = (1...99).contains(percent ?? 0) ? TaskState.active : .notStarted
        if completed != nil, base.completed == nil { return .completed }
        if completed == nil, base.completed != nil { return openState }
        if percent == 100, base.percent != 100 { return .completed }
        if percent != 100, base.percent == 100 { return openState }
        return percent != base.percent && status == nil ? openState : nil
    }

    func completes(after base: TodoStatus) -> Bool { wish(after: base) == .completed }

    private static func state(of status: String?) -> TaskState? {
        switch status {
        case "NEEDS-ACTION": .notStarted
        case "IN-PROCESS": .active
        case "COMPLETED", "CANCELLED": .completed
        default: nil
        }
    }
}

extension TodoEdit {
    mutating func takeState(_ body: TodoFacets, _ base: TodoFacets, _ known: TaskItem?) {
        let (told, before) = (TodoStatus(body), TodoStatus(base))
        let wished = told.wish(after: before)
        guard let wished, wished != .completed else {
            if row.isCompleted {
                takeTime(told, before, known)
            } else if wished == .completed {
                complete(at: time(told))
            }
            return
        }
        // It takes back the completion that the client saw; one that came meanwhile stays.
        if row.isCompleted, let seen = known?.completion?.clock, known?.isCompleted ?? false {
            reopens = seen
            after.reopenedThrough = max(row.reopenedThrough ?? seen, seen)
        }
        if row.openState != wished || reopens != nil || isNew {
            fields[.state] = .state(wished)
            after.openState = wished
        }
    }

    /// Another time of the same completion.
    private mutating func takeTime(_ told: TodoStatus, _ before: TodoStatus, _ known: TaskItem?) {
        guard known?.isCompleted ?? false, let new = told.completed,
            NormalForm.of(new.text) != before.completed.map({ NormalForm.of($0.text) })
        else { return }
        complete(at: time(told))
    }

    private func time(_ told: TodoStatus) -> Instant {
        let at = told.completed.flatMap { ObjectTime($0, in: zones)?.instant(isEnd: true) }
        return at.map { $0 <= put.now ? $0 : put.now } ?? put.now
    }

    mutating func complete(at instant: Instant) {
        fields[.state] = .state(.completed)
        fields[.completedAt] = .instant(instant)
        let after = self.after.reopenedThrough.map { max($0, clock) } ?? clock
        self.after.completion = .init(clock: after.successor(device: .zero), at: instant)
    }
}
