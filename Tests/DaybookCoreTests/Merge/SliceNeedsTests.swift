import Testing

@testable import DaybookCore

/// What the server loads before it merges a push.
@Suite struct SliceNeedsTests {
    private let days = -86_400 as Int64

    /// The part of an account that the server loads for a push.
    private func loaded(_ desk: Desk, for push: Push) -> Slice {
        let context = MergeContext(now: desk.now, isServer: true)
        let lines = Dictionary(grouping: desk.ledger) { $0.operation.id }
        var slice = Slice(account: desk.slice.account)
        for _ in 0..<3 {
            let needs = slice.needs(for: push, context)
            if needs.settings { slice.settings = desk.slice.settings }
            for id in needs.lines { slice.lines[id] = lines[id] }
            for task in desk.slice.tasks.values
            where needs.tasks.contains(task.id) || task.place.map(needs.places.contains) ?? false {
                slice.tasks[task.id] = task
            }
        }
        return slice
    }

    /// Whoever switches the rollover on with the push that brings a task of an earlier day lets it be carried to today,
    /// where there may be no room.
    @Test func aRolloverThatIsSetInTheSamePush() {
        var desk = Desk()
        desk.do(Desk.task(2), .title("there") + .place("morning", "mustDo", "2026-05-28"), at: 1)
        let push = Push(operations: [
            desk.operation(desk.slice.account, [JSONMember("rollover", "backlog")], at: 4 * days, entity: .settings),
            desk.operation(
                Desk.task(1),
                .title("carried") + .place("morning", "mustDo", "2026-05-26") + [JSONMember("autoCarry", true)],
                at: 3 * days),
        ])
        var slice = loaded(desk, for: push)
        _ = slice.merge(push, MergeContext(now: desk.now, isServer: true))
        #expect(slice.tasks[Desk.task(1)]?.region == .backlog)
    }

    /// A task that is in no region any more was in one when a day turned, as is known late.
    @Test func aTurnOfTheDayThatMetATaskWhichIsElsewhereNow() {
        var desk = Desk()
        desk.do(desk.slice.account, [JSONMember("rollover", "backlog")], at: 4 * days, entity: .settings)
        desk.do(Desk.task(1), .title("x") + .place("morning", "misc", "2026-05-26"), at: 3 * days)
        desk.do(Desk.task(1), .state("completed"), at: 3 * days + 1)
        desk.do(Desk.task(1), [JSONMember("region", .null), JSONMember("scheduledDate", .null)], at: 1)
        let push = Push(operations: [
            desk.operation(
                Desk.task(1), .state("notStarted"), at: 3 * days + 2, reopens: Desk.time(3 * days + 1))
        ])
        var slice = loaded(desk, for: push)
        _ = slice.merge(push, MergeContext(now: desk.now, isServer: true))
        #expect(slice.tasks[Desk.task(1)]?.carryCount == 1)
    }
}
