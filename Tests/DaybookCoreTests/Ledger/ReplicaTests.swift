import Seeds
import Testing

@testable import DaybookCore

@Suite struct ReplicaTests {
    var random = SeededRandom(seed: 3)
    var now = Instant(milliseconds: 1_780_000_000_000)
    var server = ServerAccount(account: Identifier(high: 1, low: 1), epoch: Identifier(high: 2, low: 1))
    var phone = Replica(account: Identifier(high: 1, low: 1), device: Desk.a)
    var spare = Replica(account: Identifier(high: 1, low: 1), device: Desk.c)
    var laptop = Replica(account: Identifier(high: 1, low: 1), device: Desk.b)

    mutating func opId() -> Identifier { .random(using: &random) }

    mutating func create(_ replica: WritableKeyPath<Self, Replica>, _ number: UInt64, _ title: String) {
        now = now.adding(seconds: 1)
        let opId = opId()
        _ = self[keyPath: replica].perform(id: Desk.task(number), .title(title), opId: opId, now: now)
    }

    mutating func change(
        _ replica: WritableKeyPath<Self, Replica>, _ number: UInt64, _ fields: [JSONMember],
        _ kind: SyncOperation.Kind = .set
    ) {
        now = now.adding(seconds: 1)
        let opId = opId()
        _ = self[keyPath: replica].perform(kind, id: Desk.task(number), fields, opId: opId, now: now)
    }

    @discardableResult
    mutating func exchange(_ replica: WritableKeyPath<Self, Replica>, rows: Int = 1000) -> Replica.Received {
        now = now.adding(seconds: 1)
        let (number, request) = self[keyPath: replica].request(now: now, rows: rows)
        return self[keyPath: replica].receive(server.sync(request, now: now), to: number, now: now)
    }

    @Test mutating func offlineWorkMeets() {
        create(\.phone, 1, "from the phone")
        create(\.laptop, 2, "from the laptop")
        #expect(phone.view.tasks.count == 1 && phone.outbox.count == 1)
        exchange(\.phone)
        exchange(\.laptop)
        exchange(\.phone)
        #expect(
            phone.view == phone.base && phone.base.tasks == laptop.base.tasks && phone.base.tasks == server.slice.tasks)
        #expect(phone.outbox.isEmpty)
    }

    @Test mutating func aChangeThatCannotBeIsRefusedAtOnce() {
        let performed = phone.perform(id: Desk.task(1), .title(" "), opId: .random(using: &random), now: now)
        #expect(performed.outcome.name == "rejected" && phone.outbox.isEmpty && phone.view.tasks.isEmpty)
    }

    @Test mutating func aLateOrDoubledAnswerChangesNothing() {
        create(\.phone, 1, "x")
        let (number, request) = phone.request(now: now)
        let answer = server.sync(request, now: now)
        let (again, repeated) = phone.request(now: now)
        #expect(phone.receive(answer, to: number, now: now) == .ignored)
        #expect(phone.outbox.count == 1)
        let second = server.sync(repeated, now: now)
        #expect(phone.receive(second, to: again, now: now).outcomes == [.applied])
        #expect(phone.receive(second, to: again, now: now) == .ignored)
        #expect(server.ledger.count == 1)
    }

    @Test mutating func ownWorkStaysInViewWhilePagesArrive() {
        for number in 10..<20 as Range<UInt64> { create(\.laptop, number, "t") }
        exchange(\.laptop)
        create(\.phone, 1, "mine")
        var exchanges = 0
        while exchanges < 20 {
            exchanges += 1
            let received = exchange(\.phone, rows: 3)
            #expect(phone.view.tasks[Desk.task(1)]?.title == "mine")
            if case .merged(_, more: false) = received { break }
        }
        #expect(phone.base.tasks == server.slice.tasks)
    }

    @Test mutating func aTaskDeletedDuringASnapshotDoesNotStay() {
        for number in 1...6 as ClosedRange<UInt64> { create(\.laptop, number, "t") }
        exchange(\.laptop)
        exchange(\.phone, rows: 4)
        change(\.laptop, 1, [], .delete)
        exchange(\.laptop)
        exchange(\.phone, rows: 4)
        #expect(phone.base.tasks[Desk.task(1)]?.isDeleted ?? true)
        #expect(phone.base.liveTasks == 5)
    }

    @Test mutating func awayForTooLong() {
        create(\.phone, 1, "gone soon")
        create(\.phone, 2, "stays")
        exchange(\.phone)
        exchange(\.laptop)
        exchange(\.laptop)
        create(\.laptop, 3, "unsent")
        change(\.phone, 1, [], .delete)
        exchange(\.phone)
        exchange(\.phone)
        now = now.adding(seconds: 86_400 * 60)
        exchange(\.phone)
        server.purge(now: now)
        #expect(server.slice.tasks[Desk.task(1)] == nil && server.minRevision > 0)
        #expect(exchange(\.laptop) == .startsOver)
        #expect(laptop.view.tasks[Desk.task(3)]?.title == "unsent")
        // It asks what there is before it sends what is new.
        exchange(\.laptop)
        #expect(laptop.outbox.count == 1)
        exchange(\.laptop)
        #expect(laptop.base.tasks[Desk.task(1)] == nil && laptop.base.tasks == server.slice.tasks)
        #expect(server.slice.tasks[Desk.task(3)]?.title == "unsent")
    }

    @Test mutating func tombstonesWaitForActiveDevices() {
        create(\.phone, 1, "x")
        exchange(\.phone)
        exchange(\.laptop)
        change(\.phone, 1, [], .delete)
        exchange(\.phone)
        now = now.adding(seconds: 86_400 * 31)
        exchange(\.phone)
        // The laptop was here within 45 days and has not read it.
        server.purge(now: now)
        #expect(server.slice.tasks[Desk.task(1)]?.isDeleted == true)
        exchange(\.laptop)
        exchange(\.laptop)
        exchange(\.phone)
        server.purge(now: now)
        #expect(server.slice.tasks[Desk.task(1)] == nil)
    }

    @Test mutating func aRestoredServerGetsBackWhatItForgot() {
        create(\.phone, 1, "in the backup")
        exchange(\.phone)
        let backup = server
        create(\.phone, 2, "after it")
        exchange(\.phone)
        change(\.phone, 2, .title("unsent, and resting on what is lost"))
        server = backup.restored(epoch: Identifier(high: 2, low: 2))
        #expect(exchange(\.phone) == .startsOver)
        #expect(phone.view.tasks[Desk.task(2)]?.title == "unsent, and resting on what is lost")
        exchange(\.phone)
        #expect(exchange(\.phone).outcomes == [.applied, .applied, .applied])
        // The first of them the backup knew.
        #expect(server.ledger.count == 3)
        #expect(phone.view.tasks == server.slice.tasks && phone.view == phone.base)
        #expect(server.slice.tasks[Desk.task(2)]?.title == "unsent, and resting on what is lost")
    }

    @Test mutating func whatIsKeptForARestoredServerIsBounded() {
        for number in 1...3 as ClosedRange<UInt64> { create(\.phone, number, "t") }
        exchange(\.phone)
        exchange(\.phone)
        #expect(phone.answered.count == 3)
        now = now.adding(milliseconds: (Replica.keptDays + 1) * Instant.dayLength)
        exchange(\.phone)
        #expect(phone.answered.isEmpty)
    }

    @Test mutating func aReplicaIsWhatWasWrittenDown() {
        create(\.phone, 1, "answered")
        exchange(\.phone)
        create(\.phone, 2, "waiting")
        change(\.phone, 1, .title("again"))
        let copy = Replica(phone.parts, now: now)
        #expect(copy.view == phone.view && copy.parts == phone.parts)
    }

    @Test mutating func whatCannotBeKeptIsTakenBack() {
        create(\.phone, 1, "kept")
        create(\.phone, 2, "not kept")
        let rows = phone.withdraw(phone.outbox[1].opId, now: now)
        #expect(rows.tasks.contains(Desk.task(2)))
        #expect(Set(phone.view.tasks.keys) == [Desk.task(1)] && phone.view.liveTasks == 1)
    }

    @Test mutating func massDeletionIsConfirmedOrWithdrawn() {
        for number in 1...60 as ClosedRange<UInt64> { create(\.phone, number, "t") }
        exchange(\.phone)
        exchange(\.phone)
        for number in 1...60 as ClosedRange<UInt64> { change(\.phone, number, [], .delete) }
        spare = phone
        #expect(exchange(\.spare) == .wantsConfirmation)
        #expect(server.slice.liveTasks == 60)
        spare.withdrawDeletions(now: now)
        #expect(spare.view.liveTasks == 60 && spare.outbox.isEmpty)
        #expect(exchange(\.phone) == .wantsConfirmation)
        phone.confirmMassDelete()
        exchange(\.phone)
        #expect(server.slice.liveTasks == 0 && phone.view.liveTasks == 0)
    }

    @Test mutating func deletionsThatWereTakenBackHoldNothingUp() {
        for number in 1...60 as ClosedRange<UInt64> { create(\.phone, number, "t") }
        exchange(\.phone)
        exchange(\.phone)
        for number in 1...60 as ClosedRange<UInt64> { change(\.phone, number, [], .delete) }
        #expect(exchange(\.phone) == .wantsConfirmation)
        // 51 of 60 are still too many, 50 are not.
        for number in 1...9 as ClosedRange<UInt64> { change(\.phone, number, [], .restore) }
        #expect(phone.massDelete == .wantsConfirmation(deletions: 60, of: 60))
        change(\.phone, 10, [], .restore)
        #expect(phone.massDelete == .confirmed)
        exchange(\.phone)
        #expect(server.slice.liveTasks == 10 && phone.outbox.isEmpty && phone.massDelete == .unasked)
    }

    /// A request that would delete them, and leave to the next one what brings them back, is not sent unasked.
    @Test mutating func deletionsGoNotWithoutWhatBringsThemBack() {
        let all = 1...UInt64(Replica.mostInRequest / 2 + 1)
        for number in all { create(\.phone, number, "t") }
        while !phone.outbox.isEmpty { exchange(\.phone) }
        for number in all { change(\.phone, number, [], .delete) }
        #expect(exchange(\.phone) == .wantsConfirmation)
        for number in all.dropLast() { change(\.phone, number, [], .restore) }
        exchange(\.phone)
        #expect(server.slice.liveTasks == all.count && phone.outbox.count == 2 * all.count - 1)
        phone.confirmMassDelete()
        while !phone.outbox.isEmpty { exchange(\.phone) }
        #expect(server.slice.liveTasks == all.count - 1)
    }

    @Test mutating func aDeletedListIsTheServersToCount() {
        let list = Desk.list(1)
        _ = phone.perform(.set, .list, id: list, [JSONMember("name", "l")], opId: opId(), now: now)
        for number in 1...60 as ClosedRange<UInt64> {
            create(\.phone, number, "t")
            change(\.phone, number, .list(list))
        }
        exchange(\.phone)
        exchange(\.phone)
        now = now.adding(seconds: 1)
        _ = phone.perform(.delete, .list, id: list, opId: opId(), now: now)
        #expect(exchange(\.phone) == .wantsConfirmation)
        for number in 1...60 as ClosedRange<UInt64> {
            change(\.phone, number, .list(nil))
            change(\.phone, number, [], .restore)
        }
        #expect(phone.view.liveTasks == 60 && phone.massDelete != .confirmed)
        now = now.adding(seconds: 1)
        _ = phone.perform(.restore, .list, id: list, opId: opId(), now: now)
        #expect(phone.massDelete == .confirmed)
        exchange(\.phone)
        #expect(server.slice.liveTasks == 60 && phone.outbox.isEmpty)
    }
}

extension Replica.Received {
    /// Those of an exchange after which none is due.
    fileprivate var outcomes: [Outcome]? {
        if case .merged(let resolutions, more: false) = self { resolutions.map(\.outcome) } else { nil }
    }
}
