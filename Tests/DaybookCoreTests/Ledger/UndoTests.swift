import Testing

@testable import DaybookCore

@Suite struct UndoTests {
    var desk = Desk()
    let one = Desk.task(1)
    private var requests: UInt64 = 0

    @discardableResult
    mutating func undo(_ entries: [LedgerEntry], at seconds: Int64) -> UndoPlan {
        requests += 1
        let plan = desk.slice.undo(
            entries, at: Desk.time(seconds, Desk.c), request: Identifier(high: 0x0D0, low: requests))
        desk.push(plan.operations, confirmed: true)
        return plan
    }

    /// The entry of the latest operation of a person, with what it caused.
    var latest: [LedgerEntry] {
        guard let index = desk.ledger.lastIndex(where: { $0.cause == nil }) else { return [] }
        return Array(desk.ledger[index...])
    }

    /// The bucket that a task in the backlog had before is kept for when there is a region again.
    @Test mutating func aTaskThatGoesBackToTheBacklogKeepsItsBucketForLater() {
        desk.do(Desk.task(1), .title("x") + .place("morning", "mustDo"), at: 1)
        desk.do(Desk.task(1), [JSONMember("region", "backlog")], at: 2)
        desk.do(Desk.task(1), .place("evening", "misc"), at: 3)
        undo(latest, at: 4)
        #expect(desk[1].region == .backlog && desk[1].bucket == .none)
        desk.do(Desk.task(1), [JSONMember("region", "morning")], at: 5)
        #expect(desk[1].bucket == .mustDo)
    }

    @Test mutating func aTaskThatGoesBackToTheBacklogHasBeenThereSinceItFirstCame() {
        desk.do(one, .title("x") + [JSONMember("region", "backlog")], at: 1)
        let came = Desk.time(1).instant
        desk.do(one, .place("morning", "mustDo"), at: 2)
        #expect(desk[1].enteredBacklogAt == nil)
        let moved = latest
        undo(moved, at: 3)
        #expect(desk[1].enteredBacklogAt == came)
        // A later change keeps it, and so does an undo of what came after it.
        desk.do(one, .title("y"), at: 4)
        #expect(desk[1].enteredBacklogAt == came)
        desk.do(one, .place("evening", "misc"), at: 5)
        undo(latest, at: 6)
        #expect(desk[1].enteredBacklogAt == came)
        // Who puts it there anew begins anew.
        desk.do(one, .place("evening", "misc"), at: 7)
        desk.do(one, [JSONMember("region", "backlog")], at: 8)
        #expect(desk[1].enteredBacklogAt == Desk.time(8).instant)
        let plan = undo(moved, at: 9)
        #expect(plan.kept.contains { $0.field == "region" } && !plan.kept.contains { $0.field == "enteredBacklogAt" })
    }

    @Test mutating func sinceWhenItIsInTheBacklogRidesOnItsRegion() {
        func told(_ text: String) -> [JSONMember] { [JSONMember("enteredBacklogAt", .string(text))] }
        let early = Desk.time(-3600).instant
        desk.do(one, .title("x") + [JSONMember("region", "backlog")] + told(early.text), at: 1)
        #expect(desk[1].enteredBacklogAt == early)
        // Not by itself, and not after the change that says so.
        desk.do(one, told(Desk.time(-7200).instant.text), at: 2)
        #expect(desk[1].enteredBacklogAt == early)
        desk.do(Desk.task(2), .title("y") + [JSONMember("region", "backlog")] + told(Desk.time(9).instant.text), at: 3)
        #expect(desk[2].enteredBacklogAt == Desk.time(3).instant)
        // The region is its last writer's, and so is the time.
        desk.do(one, [JSONMember("region", "backlog")] + told(Desk.time(-9000).instant.text), at: 0, by: Desk.b)
        #expect(desk[1].enteredBacklogAt == early)
    }

    @Test mutating func aChangeOfFields() {
        desk.do(one, .title("first") + [JSONMember("notes", "n"), JSONMember("dueAt", "2026-06-01T00:00:00Z")], at: 1)
        let before = desk[1]
        desk.do(one, .title("second") + [JSONMember("notes", nil), JSONMember("mood", "new")], at: 2)
        undo(latest, at: 3)
        #expect(desk[1].title == "first" && desk[1].notes == "n" && desk[1].dueAt == before.dueAt)
        #expect(desk[1].unknown["mood"]?.value == JSONValue.null)
    }

    @Test mutating func whatSomebodyChangedSinceIsKeptAndNamed() {
        desk.do(one, .title("first") + [JSONMember("notes", "n")], at: 1)
        desk.do(one, .title("second") + [JSONMember("notes", "m")], at: 2)
        let entries = latest
        desk.do(one, .title("third"), at: 3, by: Desk.b)
        let plan = undo(entries, at: 4)
        #expect(desk[1].title == "third" && desk[1].notes == "n")
        #expect(plan.kept.map(\.field) == ["title"])
    }

    @Test mutating func creationAndDeletion() {
        desk.do(one, .title("x"), at: 1)
        let creation = latest
        desk.do(one, at: 2, kind: .delete)
        undo(latest, at: 3)
        #expect(!desk[1].isDeleted)
        undo(creation, at: 4)
        // It was restored since, so it is somebody's.
        #expect(!desk[1].isDeleted)
        desk.do(Desk.task(2), .title("y"), at: 5)
        undo(latest, at: 6)
        #expect(desk[2].isDeleted)
        undo(Array(desk.ledger.suffix(1)), at: 7)
        #expect(!desk[2].isDeleted)
    }

    @Test mutating func completionAndReopening() {
        desk.do(one, .title("x") + .state("active"), at: 1)
        desk.do(one, .state("completed"), at: 2)
        let completedAt = desk[1].completedAt
        let completion = latest
        desk.do(one, .state("notStarted"), at: 3, reopens: desk[1].completion?.clock)
        undo(latest, at: 4)
        #expect(desk[1].isCompleted && desk[1].completedAt == completedAt)
        #expect(undo(completion, at: 5).kept.map(\.field) == ["state"])
        #expect(desk[1].isCompleted)
        desk.do(Desk.task(2), .title("y") + .state("active"), at: 6)
        desk.do(Desk.task(2), .state("completed"), at: 7)
        undo(latest, at: 8)
        #expect(desk[2].state == .active && desk[2].completedAt == nil)
    }

    @Test mutating func anEditThatRestored() {
        desk.do(one, .title("first"), at: 1)
        desk.do(one, at: 2, kind: .delete)
        desk.do(one, .title("second"), at: 3)
        undo(latest, at: 4)
        #expect(desk[1].isDeleted && desk[1].title == "first")
    }

    @Test mutating func aDeletedListComesBackWithEverything() {
        let list = Desk.list(1)
        desk.do(list, [JSONMember("name", "Home")], at: 1, entity: .list)
        for number in 1...5 as ClosedRange<UInt64> {
            desk.do(Desk.task(number), .title("t") + .list(list), at: Int64(number) + 1)
        }
        desk.do(Desk.task(6), .title("newer") + .list(list), at: 90)
        desk.do(list, at: 50, kind: .delete, entity: .list)
        #expect(desk.slice.liveTasks == 1 && desk[6].listId == nil)
        undo(latest, at: 100)
        #expect(desk.slice.lists[list]?.isDeleted == false && desk.slice.liveTasks == 6)
        #expect((1...6 as ClosedRange<UInt64>).allSatisfy { desk[$0].listId == list && !desk[$0].isDeleted })
    }

    /// Whoever takes back that a list was made does not mean what others have put into it since.
    @Test mutating func aListThatOthersUseStays() {
        let list = Desk.list(1)
        desk.do(list, [JSONMember("name", "Home")], at: 1, entity: .list)
        let made = latest
        desk.do(one, .title("Tea") + .list(list), at: 2, by: Desk.b)
        let plan = undo(made, at: 10)
        #expect(plan.operations.isEmpty)
        #expect(plan.kept == [UndoPlan.Kept(entity: .list, id: list, field: "deletedAt")])
        #expect(desk.slice.lists[list]?.isDeleted == false && !desk[1].isDeleted && desk[1].listId == list)
        // Together with what was put there it goes, and so it does once it is empty.
        let all = desk.slice.undo(desk.ledger, at: Desk.time(11, Desk.c), request: Identifier(high: 6, low: 1))
        #expect(Set(all.operations.map { $0.id }) == [list, one] && all.kept.isEmpty)
        desk.do(one, .list(nil), at: 12, by: Desk.b)
        undo(made, at: 13)
        #expect(desk.slice.lists[list]?.isDeleted == true && !desk[1].isDeleted)
    }

    /// A task that waits in the Inbox for its list is deleted; the list comes back, and goes again.
    @Test mutating func whatTheServerConcludedBeneathADeletionIsNobodysWork() {
        let home = Desk.list(1)
        desk.do(home, [JSONMember("name", "Home")], at: 1, entity: .list)
        desk.do(one, .title("Tea") + .list(home), at: 5)
        desk.do(home, at: 3, by: Desk.b, kind: .delete, entity: .list)
        #expect(desk[1].listId == nil && !desk[1].isDeleted)
        desk.do(one, at: 6, by: Desk.b, kind: .delete)
        desk.do(home, at: 7, by: Desk.c, kind: .restore, entity: .list)
        let plan = undo(latest, at: 8)
        #expect(plan.kept.isEmpty)
        #expect(desk.slice.lists[home]?.isDeleted == true && desk[1].isDeleted)
        desk.do(one, at: 9, kind: .restore)
        #expect(desk[1].listId == nil)
    }

    @Test mutating func aDemotionGoesBackWithItsCause() {
        desk.do(Desk.task(1), .title("a") + .place("morning", "mustDo"), at: 1)
        desk.do(Desk.task(2), .title("b") + .place("evening", "misc"), at: 2)
        desk.do(Desk.task(2), .place("morning", "mustDo"), at: 3)
        #expect(desk[2].bucket == .complementary)
        undo(latest, at: 4)
        #expect(desk[2].region == .evening && desk[2].bucket == .misc)
    }

    @Test mutating func anEarlierRevision() {
        let list = Desk.list(1)
        desk.do(list, [JSONMember("name", "Home")], at: 1, entity: .list)
        desk.do(one, .title("first") + .list(list), at: 2)
        desk.do(Desk.task(2), .title("second") + .state("completed"), at: 3)
        let then = desk.slice
        let revision = desk.slice.revision
        desk.do(one, .title("changed") + .state("completed"), at: 10)
        desk.do(one, .title("changed again"), at: 11)
        desk.do(Desk.task(2), .state("active"), at: 12, reopens: desk[2].completion?.clock)
        desk.do(Desk.task(3), .title("new"), at: 13)
        desk.do(list, at: 14, kind: .delete, entity: .list)
        desk.do(desk.slice.account, [JSONMember("timeZone", "Asia/Tokyo")], at: 15, entity: .settings)
        undo(desk.ledger.filter { $0.revision > revision }, at: 100)
        for id in [one, Desk.task(2)] {
            guard let was = then.tasks[id], let is_ = desk.slice.tasks[id] else { continue }
            for field in TaskField.allCases { #expect(was.value(of: field) == is_.value(of: field), "\(field)") }
        }
        #expect(desk[3].isDeleted && desk.slice.lists[list]?.isDeleted == false)
        #expect(desk.slice.settings.timeZone == "UTC")
    }

    /// It was there then, and it is there now.
    @Test mutating func aRowThatWasDroppedForGoodAndMadeAgainIsNotMadeSince() {
        desk.do(one, .title("first"), at: 1)
        let revision = desk.slice.revision
        desk.do(one, at: 2, kind: .delete)
        desk.slice.tasks[one] = nil
        desk.do(one, .title("again"), at: 3)
        undo(desk.ledger.filter { $0.revision > revision }, at: 100)
        #expect(!desk[1].isDeleted && desk[1].title == "again")
    }

    @Test mutating func aRepeatedRequestIsOneUndoing() {
        desk.do(one, .title("first"), at: 1)
        desk.do(one, .title("second"), at: 2)
        let request = Identifier(high: 5, low: 5)
        let plan = desk.slice.undo(latest, at: Desk.time(3), request: request)
        #expect(
            desk.slice.undo(latest, at: Desk.time(9), request: request).operations.map(\.opId)
                == plan.operations.map(\.opId))
    }

    /// Each tag that a task ever had is a field by itself; a line costs what it changes, and not what was before it.
    @Test func aLongHistoryOfTagsIsTakenBackLineByLine() throws {
        try expectLinear(from: 1_000) { size in
            var row = RowUndo()
            for number in 0..<size {
                let came = TagEdit(add: ["tag \(number)"])
                let back = TagEdit(remove: [TagEdit.Removal("tag \(number)")])
                let operation = SyncOperation(
                    opId: Identifier(high: 0x09, low: UInt64(number)), id: one, at: Desk.time(Int64(number)),
                    kind: .set,
                    fields: [JSONMember("tags", came.json)])
                row.note(
                    LedgerEntry(
                        revision: Int64(number + 1), operation: operation, recordedAt: desk.now,
                        prior: [JSONMember("tags", back.json)], created: false, changed: true, outcome: .applied))
            }
            #expect(row.prior.count == size)
        }
    }
}
