import DaybookCore
import HTTP
import Postgres
import Seeds
import Synchronization
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// Merges that others work beside, or that end in the middle.
extension MergeTests {
    /// Left in the middle again and again, between any two statements, and taken up by others.
    @Test func anInterruptedMergeGoesOnWhereItWas() async throws {
        let seed = RandomSeed.current.value
        let (database, merge, token) = try await openAccounts()
        try await liftLimits(database)
        try await fill(merge.ledger, seed: seed, pushes: 120)
        let wanted = try await Rows(source, database)
        var random = RandomSeed.generator()
        var interruptions = 0
        while true {
            let other = self.merge(database, batch: 3)
            let attempt = Task { try await other.merge(PresentedToken(token), into: target) }
            let pause = Int.random(in: 0...(20 + 10 * interruptions), using: &random)
            let clock = Task {
                try await Task.sleep(for: .milliseconds(pause))
                attempt.cancel()
            }
            let outcome = await attempt.result
            clock.cancel()
            if case .success = outcome { break }
            interruptions += 1
        }
        print("merged after \(interruptions) interruptions")
        #expect(try await Rows(target, database) == wanted, "\(RandomSeed.current)")
        try await expectGone(database)
        // And once more, by somebody whose answer got lost.
        let again = try await merge.merge(PresentedToken(token), into: target)
        #expect(again.standing.account == target)
        #expect(try await Rows(target, database) == wanted, "\(RandomSeed.current)")
    }

    /// Whoever pushes to the source meanwhile is either told no, or finds it in the target.
    @Test func nothingThatWasAcknowledgedIsLost() async throws {
        let (database, merge, token) = try await openAccounts()
        let acknowledged = Acknowledged()
        async let merging: Void = {
            while acknowledged.all.count < 50 { try await Task.sleep(for: .milliseconds(1)) }
            _ = try await merge.merge(PresentedToken(token), into: target)
        }()
        try await atOnce(1...3 as ClosedRange<UInt64>) { device in
            // Nobody signs in to an account that is closing, so that a merge has few to catch up with; these go on.
            for number in 0..<Proofs.scale(gate: 300, proof: 10_000) as Range<UInt64> {
                let task = Identifier(high: device, low: number)
                let operation = SyncOperation(
                    opId: Identifier(high: 0xF0 + device, low: number), id: task,
                    at: HybridTime(.now(), device: Identifier(high: 0xD, low: device)),
                    fields: [JSONMember("title", "Kept")])
                let result = try await merge.ledger.push(Push(operations: [operation]), to: source)
                guard case .merged = result else { return }
                acknowledged.add(task)
            }
        }
        try await merging
        let there = Set(try await Rows(target, database).tasks.keys)
        let wanted = acknowledged.all
        #expect(wanted.count >= 50 && there == wanted)
    }

    /// Whoever erases a task had signed in before the merge began. What was told of it is erased, too.
    @Test func whatIsErasedOnTheWayIsErasedInTheTarget() async throws {
        let (database, merge, token) = try await openAccounts()
        let (task, device) = (Identifier(high: 0x7A5C, low: 1), Identifier(high: 0xD, low: 1))
        let operations = [
            [JSONMember("title", "zebra"), JSONMember("notes", "zebra")], [JSONMember("notes", "zebras")],
        ].enumerated().map { number, fields in
            SyncOperation(
                opId: Identifier(high: 0x0B, low: UInt64(number) + 1), id: task,
                at: HybridTime(.now(), counter: UInt16(number), device: device), fields: fields)
        }
        _ = try await merge.ledger.push(Push(operations: operations), to: source)
        let begun = try await merge.begin(
            PresentedToken(token), into: .somebody(of: target, in: database), now: .now())
        let journey = try #require(begun)
        let telling = try await database.transaction { transaction in
            // Its lines have been read and no erasure was there, and then they wait to be told.
            try await transaction.run("SELECT 1 FROM account_clock WHERE account_id = \(target) FOR UPDATE")
            let telling = Task { try await merge.tellAll(journey) { _ in } }
            try await database.somebodyWaitsForALock()
            try await erase(task, by: device, merge)
            return telling
        }
        try await telling.value
        let row = try #require(try await Rows(target, database).tasks[task])
        #expect(row.isErased && row.notes == nil)
        let words = try await database.read(
            of: target,
            """
            SELECT 1 FROM change WHERE account_id = \(target)
                AND (patch::text LIKE '%zebra%' OR prior::text LIKE '%zebra%' OR detail::text LIKE '%zebra%')
            """)
        #expect(words.isEmpty)
        let counted: Int32 = try await database.read(
            of: target, "SELECT erasures FROM account_clock WHERE account_id = \(target)")[0].decode(0)
        #expect(counted == 1)
        #expect(try await AccountCheck(merge.ledger, target).run() == [])
    }

    /// As the API does it.
    private func erase(_ task: Identifier, by device: Identifier, _ merge: AccountMerge) async throws {
        let erasure = Erasure(of: task, in: source, merge.database)
        let statements = erasure.beginning(try await erasure.traces(in: merge.ledger), by: device, now: .now())
        var needs = SliceNeeds()
        needs.tasks = [task]
        _ = try await merge.ledger.change(source, seeing: needs) { slice in
            let clock = try #require(slice.tasks[task]?.lastChange).successor(device: device)
            var decision = Decision(
                Push(operations: [SyncOperation(opId: .random(), id: task, at: clock, kind: .delete)]))
            (decision.erases, decision.alongside) = (task, statements)
            return decision
        }
        #expect(try await erasure.takeWordsOut())
        try await erasure.finish(now: .now())
    }

    @Test func accountsOnTheirWayGoOnWithTheirTarget() async throws {
        let (database, merge, token) = try await openAccounts()
        // An account that came into the source earlier is told where both are now.
        let earlier = Identifier(high: 0x51, low: 1)
        try await database.write(
            """
            INSERT INTO merged_account VALUES (\(earlier), \(source), \(earlier), \(earlier),
                \([UInt8](repeating: 1, count: 32)), now(), now(), 0, now())
            """)
        _ = try await merge.merge(PresentedToken(token), into: target)
        let rows = try await database.read("SELECT account_id FROM merged_account WHERE source_id = \(earlier)")
        #expect(try rows.decode(Identifier.self) == [target])
    }

    /// Nothing is deleted before everything is in the target, whichever process brings it there.
    @Test func aTargetIsNotDeletedWhileSomebodyIsOnTheWay() async throws {
        let (database, merge, token) = try await openAccounts()
        try await fill(merge.ledger, seed: 1, pushes: 20)
        let wanted = try await Rows(source, database)
        _ = try await merge.begin(
            PresentedToken(token), into: .somebody(of: target, in: database), now: .now())
        await #expect {
            _ = try await merge.deletion.delete(target)
        } throws: {
            ($0 as? Problem)?.type == .mergeUnderWay
        }
        let later = Instant.now().adding(milliseconds: AccountMerge.patience + 1000)
        let left = try #require(try await merge.takeUp(now: later))
        try await merge.tellAll(left) { _ in }
        #expect(try await Set(Rows(target, database).tasks.keys) == Set(wanted.tasks.keys))
        #expect(try await merge.deletion.delete(target) != nil)
    }
}

private final class Acknowledged: Sendable {
    private let tasks = Mutex<Set<Identifier>>([])

    func add(_ task: Identifier) { tasks.withLock { _ = $0.insert(task) } }
    var all: Set<Identifier> { tasks.withLock { $0 } }
}
