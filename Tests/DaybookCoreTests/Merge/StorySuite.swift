import Testing

@testable import DaybookCore

/// What arrives at one time, or a turn of the day.
enum StoryStep {
    case change([JSONMember], SyncOperation.Kind, String, Identifier, HybridTime?)
    case turn(String)
}

/// Tells what happens to a task, in every order of arrival.
protocol StorySuite {}

extension StorySuite {
    var one: Identifier { Desk.task(1) }
    private var noon: Instant { Instant("2026-06-02T12:00:00Z")! }

    func change(
        _ fields: [JSONMember] = [], _ time: String, by device: Identifier = Desk.a, kind: SyncOperation.Kind = .set,
        reopens: HybridTime? = nil
    ) -> StoryStep { .change(fields, kind, time, device, reopens) }

    func change(_ time: String, by device: Identifier, kind: SyncOperation.Kind) -> StoryStep {
        change([], time, by: device, kind: kind)
    }

    /// `01T08:00`, or `01T08:00+1` for what comes next within the same millisecond.
    func clock(_ time: String, _ device: Identifier) -> HybridTime {
        let parts = time.split(separator: "+")
        return HybridTime(
            Instant("2026-06-\(parts[0]):00Z")!, counter: parts.count > 1 ? UInt16(parts[1])! : 0, device: device)
    }

    /// The account after changes came in an order; the turns of the day always come in theirs, one by one behind as
    /// many of the changes as `before` says.
    func arrive(_ changes: [StoryStep], _ turns: [String], after before: Int) throws -> Desk {
        var desk = Desk()
        desk.slice.settings.rollover = .backlog
        desk.now = noon
        for (index, step) in changes.enumerated() {
            if index == before { turn(&desk, turns) }
            guard case .change(let fields, let kind, let time, let device, let reopens) = step else { continue }
            let operation = SyncOperation(
                opId: Identifier(high: 5, low: UInt64(index << 60) ^ UInt64(clock(time, device).milliseconds)), id: one,
                at: clock(time, device), kind: kind, fields: fields, reopens: reopens)
            desk.push([operation], confirmed: true)
        }
        if before >= changes.count { turn(&desk, turns) }
        #expect(Set(desk.ledger.map(\.operation.opId)).count == desk.ledger.count)
        return desk
    }

    func turn(_ desk: inout Desk, _ turns: [String]) {
        for turn in turns {
            let date = CalendarDate("2026-06-\(turn)")!
            desk.push(desk.slice.dayTurn(to: date, boundary: Instant("2026-06-\(turn)T00:00:00Z")!), confirmed: true)
        }
    }

    private func permutations<Element>(_ elements: [Element]) -> [[Element]] {
        guard elements.count > 1 else { return [elements] }
        return elements.indices.flatMap { index -> [[Element]] in
            var rest = elements
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    /// What an account shows of its tasks.
    private func shown(_ desk: Desk) -> [String] {
        desk.slice.tasks.values.filter { !$0.isDeleted }.sorted { $0.id < $1.id }.map { task in
            let carried = task.recurrence?.carriedFrom?.date.text ?? "-"
            return "\(task.title) \(task.region?.name ?? "-") \(task.bucket.name) \(task.scheduledDate?.text ?? "-")"
                + " \(task.carryCount) \(task.state.name) \(carried) \(task.notes ?? "-")"
        }
    }

    /// Every order of arrival, with the turns behind any number of them, comes to what the order of the clocks comes
    /// to.
    /// - Parameter latest: how many changes may come before the turns; a change from after them comes after them.
    func expectOne(
        _ changes: StoryStep..., turns: [String] = ["02"], latest: Int = .max, comesTo expected: [String]
    ) throws {
        for order in permutations(changes) {
            for before in 0...min(latest, changes.count) {
                let came = shown(try arrive(order, turns, after: before))
                #expect(came == expected, "\(order) \(before)")
            }
        }
    }

    var begun: [JSONMember] { [JSONMember("title", "x")] }
    var daily: [JSONMember] { [JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=DAILY")]))] }
}
