import Testing

@testable import DaybookCore

/// A device whose account went into another one.
@Suite struct MoverTests {
    private let home = Identifier(high: 0xA, low: 1)
    private let next = Identifier(high: 0xA, low: 2)
    private let device = Identifier(high: 0xD, low: 1)
    private let task = Identifier(high: 0x7A5C, low: 1)
    private let now = Instant(milliseconds: 1_780_000_000_000)

    /// Its clock is two hours behind, and its first upload took three seconds.
    @Test func itsOwnOrderGoesOn() {
        var source = ServerAccount(account: home, epoch: Identifier(high: 0xE, low: 1))
        var target = ServerAccount(account: next, epoch: source.epoch)
        func push(_ title: JSONValue, _ number: UInt64, made: Int64) -> Push {
            let wrong = now.adding(milliseconds: made - 7_200_000)
            let operation = SyncOperation(
                opId: Identifier(high: 0x0F, low: number), id: task, at: HybridTime(wrong, device: device),
                fields: [JSONMember("title", title)])
            return Push(operations: [operation], from: device, sentAt: wrong)
        }
        _ = source.push(push("First", 1, made: 0), now: now.adding(milliseconds: 3000))
        _ = target.push(
            Push(operations: source.ledger.map(\.operation), isRetold: true), now: now.adding(milliseconds: 3500))
        target.letIn(device, from: source)
        _ = target.push(push("Second", 2, made: 1000), now: now.adding(milliseconds: 1000))
        #expect(target.slice.tasks[task]?.title == "Second")
    }

    /// The other account forgot what it had been told, since its database was restored.
    @Test func itStillHasWhatTheFirstAccountHadAnswered() {
        var source = ServerAccount(account: home, epoch: Identifier(high: 0xE, low: 1))
        var target = ServerAccount(account: next, epoch: Identifier(high: 0xE, low: 2))
        var replica = Replica(account: home, device: device)
        _ = replica.perform(
            .set, .task, id: task, [JSONMember("title", "Tea")], opId: Identifier(high: 0x0F, low: 1), now: now)
        _ = replica.perform(
            .set, .settings, id: home, [JSONMember("rollover", "backlog")], opId: Identifier(high: 0x0F, low: 2),
            now: now)
        func exchange(_ server: inout ServerAccount) {
            for _ in 0..<4 {
                let (number, request) = replica.request(now: now)
                let answer = server.sync(request, now: now)
                let _: Replica.Received = replica.receive(answer, to: number, now: now)
            }
        }
        exchange(&source)
        #expect(replica.outbox.isEmpty)
        replica = Replica(replica.parts.moved(to: next, device: device), now: now)
        exchange(&target)
        #expect(target.slice.tasks[task]?.title == "Tea")
        // Settings stay with the account that they were made in.
        #expect(target.ledger.allSatisfy { $0.operation.entity == .task })
    }
}
