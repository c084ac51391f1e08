import Testing

@testable import DaybookCore

/// What the server loads before it merges a push.
@Suite struct SliceNeedsTests {
    /// Whoever switches the rollover on with the push that brings a task of an earlier day lets it be carried to today,
    /// where there may be no room.
    @Test func aRolloverThatIsSetInTheSamePush() {
        var desk = Desk()
        let today = "2026-05-28"
        let days = -86_400 as Int64
        desk.do(Desk.task(2), .title("there") + .place("morning", "mustDo", today), at: 1)
        let push = Push(operations: [
            desk.operation(desk.slice.account, [JSONMember("rollover", "backlog")], at: 4 * days, entity: .settings),
            desk.operation(
                Desk.task(1),
                .title("carried") + .place("morning", "mustDo", "2026-05-26") + [JSONMember("autoCarry", true)],
                at: 3 * days),
        ])
        let context = MergeContext(now: desk.now, isServer: true)
        var slice = Slice(account: desk.slice.account)
        for _ in 0..<2 {
            let needs = slice.needs(for: push, context)
            for task in desk.slice.tasks.values
            where needs.tasks.contains(task.id) || task.place.map(needs.places.contains) ?? false {
                slice.tasks[task.id] = task
            }
        }
        var whole = desk.slice
        _ = whole.merge(push, context)
        _ = slice.merge(push, context)
        #expect(whole.tasks[Desk.task(1)]?.region == .backlog)
        #expect(slice.tasks[Desk.task(1)]?.region == .backlog)
    }
}
