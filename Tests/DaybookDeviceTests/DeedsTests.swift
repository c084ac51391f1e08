import DaybookCore
import Seeds
import Testing

@testable import DaybookDevice

/// What can be taken back and done again, by what is remembered alone.
@Suite struct DeedsTests {
    private static let standing = Replica.Standing(clock: HybridClock(device: .zero).last)
    private var deeds = Deeds()
    private var random = RandomSeed.generator("DeedsTests")

    /// Does something, to so many rows; an undoing says of what.
    private mutating func note(_ undoes: Identifier? = nil, entries count: Int = 1) throws -> Identifier {
        let opId = Identifier.random(using: &random)
        var slice = Slice(account: .zero)
        let operation = SyncOperation(
            opId: opId, entity: .task, id: .random(using: &random),
            at: HybridTime(Instant(milliseconds: 1), device: .zero),
            kind: .set, fields: [JSONMember("title", "Tea")])
        let result = slice.merge(
            Push(operations: [operation], confirmsMassDelete: true),
            MergeContext(now: Instant(milliseconds: 1), epoch: nil))
        guard case .merged(let merged) = result else { throw NotMerged() }
        var write = Write(Self.standing)
        write.deed = Deed(
            opId: opId, at: Instant(milliseconds: 1),
            entries: (0..<count).flatMap { _ in merged.entries }, undoes: undoes)
        deeds.take(write)
        return opId
    }

    @Test mutating func undoGoesBackAndRedoForth() throws {
        let (one, two) = (try note(), try note())
        #expect(deeds.undoTarget?.opId == two && deeds.redoTarget == nil)
        let undoingOfTwo = try note(two)
        let undoingOfOne = try note(one)
        #expect(deeds.undoTarget == nil && deeds.redoTarget?.opId == undoingOfOne)
        let again = try note(undoingOfOne)
        #expect(deeds.undoTarget?.opId == again && deeds.redoTarget?.opId == undoingOfTwo)
        #expect(deeds.origin(of: try #require(deeds.undoTarget)).opId == one)
        let both = try note(undoingOfTwo)
        #expect(deeds.undoTarget?.opId == both && deeds.redoTarget == nil)
        #expect(deeds.all.map { deeds.stands($0) } == [true, true, true, true, true, true])
    }

    @Test mutating func nothingIsDoneAgainAfterSomethingElse() throws {
        let one = try note()
        _ = try note(one)
        let other = try note()
        #expect(deeds.redoTarget == nil)
        let undoing = try note(other)
        #expect(deeds.redoTarget?.opId == undoing)
        _ = try note(undoing)
        #expect(deeds.redoTarget == nil, "the first was given up when something else was done")
    }

    @Test mutating func whatNobodyCouldUndoIsNotDoneAgain() throws {
        let one = try note()
        _ = try note(one, entries: 0)
        #expect(deeds.undoTarget == nil && deeds.redoTarget == nil)
    }

    @Test mutating func whatAnEarlierReleaseTookBackIsPassedOver() throws {
        let old = Deed(
            opId: .random(using: &random), at: Instant(milliseconds: 1), entries: [], undoneBy: Deed.unnamedUndoing)
        deeds = Deeds([old])
        #expect(deeds.undoTarget == nil && deeds.redoTarget == nil)
        #expect(deeds.open(old.opId) == old)
        let one = try note()
        #expect(deeds.open(one)?.opId == one)
        _ = try note(one)
        #expect(deeds.open(one) == nil)
    }

    @Test mutating func anUndoingThatTheServerRefusesTookNothingBack() throws {
        let one = try note()
        let undoing = try note(one)
        #expect(deeds.open(one) == nil)
        let operation = try #require(deeds.open(undoing)?.entries.first?.operation)
        var write = Write(Self.standing)
        write.troubles.refused = [
            RefusedChange(operation: operation, code: "no", sentence: "No", at: Instant(milliseconds: 2))
        ]
        deeds.take(write)
        #expect(deeds.all.map(\.opId) == [one] && deeds.undoTarget?.opId == one && deeds.open(one) != nil)
    }

    /// What came after a deed and is nothing by now is no change since.
    @Test mutating func whatWasTakenBackAndDoneAgainIsPassed() throws {
        let (one, two) = (try note(), try note())
        let undoingOfTwo = try note(two)
        let undoingOfOne = try note(one)
        func passed() throws -> [Identifier] {
            deeds.passed(after: try #require(deeds.open(undoingOfTwo))).map(\.opId)
        }
        #expect(try passed() == [], "what was taken back since is a change")
        let again = try note(undoingOfOne)
        #expect(try passed() == [undoingOfOne, again])
        _ = try note(again)
        #expect(try passed() == [])
    }

    @Test mutating func theOldestAreForgotten() throws {
        let first = try note()
        for _ in 0..<Deeds.most { _ = try note() }
        #expect(deeds.all.count == Deeds.most && deeds.open(first) == nil)
    }

    /// A large deed leaves no room for itself when it is taken back.
    @Test mutating func anUndoingOfWhatIsForgottenIsDoneAgainAndNotTakenBack() throws {
        let small = try note()
        let large = try note(entries: 2600)
        let undoing = try note(large, entries: 2600)
        #expect(deeds.all.map(\.opId) == [undoing])
        #expect(deeds.undoTarget == nil && deeds.redoTarget?.opId == undoing)
        let again = try note(undoing, entries: 2)
        #expect(deeds.undoTarget?.opId == again && deeds.redoTarget == nil)
        let undoneAgain = try note(again, entries: 2)
        #expect(deeds.undoTarget == nil && deeds.redoTarget?.opId == undoneAgain)
        #expect(deeds.open(small) == nil)
        // What was taken back and done again since is no change.
        #expect(deeds.passed(after: try #require(deeds.all.first)).map(\.opId) == [again, undoneAgain])
    }

    @Test mutating func theOldestComeBackWhereTheDiskDidNotTakeTheLast() throws {
        for _ in 0..<Deeds.most { _ = try note() }
        let before = deeds.all
        _ = try note(before.last?.opId)
        deeds.withdrawLast()
        #expect(deeds.all.first == before.first && deeds.all.count == before.count && deeds.all.last?.undoneBy == nil)
        // What was erased meanwhile does not come back with its words.
        _ = try note()
        var write = Write(Self.standing)
        write.seen = [before[0].opId]
        deeds.take(write)
        deeds.withdrawLast()
        #expect(deeds.all.first == before[1] && deeds.all.count == before.count - 1)
    }

    @Test mutating func whatGaveWayIsThereStillWhereTheDiskDidNotTakeIt() throws {
        let now = Instant(milliseconds: 1_780_000_000_000)
        let lost = LostChange(
            opId: .random(using: &random), entity: .task, id: .random(using: &random), at: now,
            conflicts: [Conflict(field: "title", mine: "Coffee", theirs: "Tea", reason: .newer)])
        var troubles = Troubles()
        troubles.lost = [lost]
        let parts = ReplicaParts(account: .random(using: &random), device: .random(using: &random))
        var chance = random
        var book = LocalBook(
            parts, deeds: Deeds(), troubles: troubles, zone: { "UTC" }, chance: Chance { chance.next() }, now: now)
        _ = try book.act(at: now) { gesture throws(Refused) in
            _ = try gesture.add([JSONMember("title", "Tea")], as: lost.id)
        }
        for _ in 0..<2 {
            let step = try book.act(at: now) { gesture throws(Refused) in try gesture.useMine([lost.opId]) }
            let deed = try #require(step.deed)
            #expect(book.troubles.lost.isEmpty && book.replica.view.tasks[lost.id]?.title == "Coffee")
            _ = try book.withdraw(deed, at: now)
            #expect(book.troubles.lost == [lost] && book.replica.view.tasks[lost.id]?.title == "Tea")
        }
    }

    @Test func aWriteKnowsWhatComesWithoutItsWords() {
        var task = TaskItem(id: Identifier(high: 1, low: 1))
        task.deletion = HybridTime(Instant(milliseconds: 2), device: .zero)
        var write = Write(Self.standing)
        for title in ["•••", "Tea"] {
            task.title = title
            write.add([.task(task, incoming: false)])
        }
        #expect(write.erased.isEmpty && write.edits.count == 2)
        task.title = TaskItem.erasedTitle
        write.add([.task(task, incoming: false)])
        #expect(write.erased == [task.id] && write.edits.count == 3)
    }

    private struct NotMerged: Error {}
}
