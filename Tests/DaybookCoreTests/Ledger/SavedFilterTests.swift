import Testing

@testable import DaybookCore

/// Lists that show what a filter finds, and hold nothing.
@Suite struct SavedFilterTests {
    private let one = Desk.task(1)
    private let soon = Desk.list(1)

    private static func named(_ filter: String? = "open") -> [JSONMember] {
        [JSONMember("name", "Soon")] + (filter.map { [JSONMember("filter", .string($0))] } ?? [])
    }

    @Test func noTaskLiesInIt() throws {
        for order in [[0, 1], [1, 0]] {
            var desk = Desk()
            let made = desk.operation(soon, Self.named(), at: 1, entity: .list)
            let task = desk.operation(
                one, [JSONMember("title", "Tea"), JSONMember("listId", .string(soon.text))], at: 2)
            let operations = [made, task]
            desk.push(order.map { operations[$0] })
            #expect(desk.slice.lists[soon]?.filter == "open")
            #expect(desk.slice.tasks[one]?.listId == nil, "\(order)")
        }
    }

    @Test func aDeviceIsToldThatItsTaskWentToTheInbox() throws {
        var desk = Desk()
        desk.push([desk.operation(soon, Self.named(), at: 1, entity: .list)])
        desk.push([
            desk.operation(one, [JSONMember("title", "Tea"), JSONMember("listId", .string(soon.text))], at: 2)
        ])
        let conflicts = desk.ledger.first { $0.operation.id == one }?.outcome.conflicts
        #expect(conflicts?.map(\.reason) == [.listGone])
        #expect(desk.slice.waitingCount == 0, "nothing waits for what never comes")
    }

    /// The task may come first, as after a restore, when each device brings what it has.
    @Test func aTaskDoesNotWaitForWhatTurnsOutToBeOne() throws {
        var desk = Desk()
        desk.push([
            desk.operation(one, [JSONMember("title", "Tea"), JSONMember("listId", .string(soon.text))], at: 2)
        ])
        #expect(desk.slice.waitingCount == 1)
        desk.push([desk.operation(soon, Self.named(), at: 1, entity: .list)])
        #expect(desk.slice.waitingCount == 0 && desk.slice.waiting.isEmpty)
        #expect(desk.slice.tasks[one]?.listId == nil)
    }

    @Test func aListStaysWhatItWasMadeAs() throws {
        for (made, wanted) in [("open", nil), (nil, "open")] as [(String?, String?)] {
            var desk = Desk()
            desk.push([desk.operation(soon, Self.named(made), at: 1, entity: .list)])
            desk.push([
                desk.operation(
                    soon, [JSONMember("filter", wanted.map { .string($0) } ?? .null), JSONMember("name", "Later")],
                    at: 2, entity: .list)
            ])
            let list = desk.slice.lists[soon]
            #expect(list?.filter == made && list?.name == "Later")
            #expect(desk.ledger.last?.outcome.conflicts.map(\.reason) == [.immutable])
        }
    }

    /// Also where what began it comes after a filter was cleared that it never had.
    @Test func aListIsTheSameWhenItsChangesAreDoneAgain() {
        var desk = Desk()
        for operation in [
            desk.operation(soon, Self.named(nil), at: 2, entity: .list),
            desk.operation(soon, [JSONMember("filter", .null)], at: 3, by: Desk.b, entity: .list),
            desk.operation(soon, Self.named(nil), at: 1, by: Desk.c, entity: .list),
        ] { desk.push([operation]) }
        var again = desk.slice
        for entry in desk.ledger { again.replay(entry) }
        #expect(again.lists[soon]?.clocks == desk.slice.lists[soon]?.clocks)
    }

    @Test func theLatestFilterCounts() {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var desk = Desk()
            let made = desk.operation(soon, Self.named(), at: 1, entity: .list)
            let operations = [
                made, desk.operation(soon, [JSONMember("filter", "today")], at: 2, by: Desk.b, entity: .list),
                desk.operation(soon, [JSONMember("filter", "overdue")], at: 3, by: Desk.c, entity: .list),
            ]
            for index in order { desk.push([operations[index]]) }
            #expect(desk.slice.lists[soon]?.filter == "overdue", "\(order)")
        }
    }
}
