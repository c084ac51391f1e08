import DaybookCore
import Foundation
import Seeds
import Simulation
import Synchronization

@testable import DaybookHost

/// A device over real sockets: a replica, the paper it is written on, and somebody who uses it. On a thread of its own.
final class ChaosDevice {
    let name: String
    let account: Identifier
    let token: String
    /// How wrong its clock is, in milliseconds.
    let skew: Int64
    private(set) var replica: Replica
    private var written: Paper
    private var person: Person
    private let records: Records
    private let line = Line()
    /// Requests it has sent before, which may come again.
    private var old: [[UInt8]] = []

    init(_ name: String, _ account: Identifier, _ id: Identifier, token: String, seed: UInt64, records: Records) {
        self.name = name
        self.account = account
        self.token = token
        self.records = records
        var random = SeededRandom(seed: seed)
        skew =
            switch random.below(4) {
            // Years ahead or behind, hours, or hardly at all.
            case 0: Int64(random.below(7300) - 3650) * Instant.dayLength
            case 1: Int64(random.below(7_200_000)) - 3_600_000
            default: Int64(random.below(2000)) - 1000
            }
        replica = Replica(account: account, device: id)
        written = Paper(replica)
        person = Person(
            account: account, now: .now(), random: random,
            serial: Int(truncatingIfNeeded: id.low % 1_000_000) * 1_000_000)
    }

    private var local: Instant { Instant.now().adding(milliseconds: skew) }

    /// One day's worth of somebody's life.
    func live(_ ports: [UInt16]) {
        for _ in 0..<person.random.below(4) { act() }
        switch person.random.below(100) {
        case 0..<70: exchange(ports)
        case 70..<75: startAgain()
        case 75..<80: repeatSomething(ports)
        case 80..<85: line.hangUp()
        default: usleep(UInt32(person.random.below(20)) * 1000)
        }
    }

    func act() {
        person.now = .now()
        guard let wish = person.wish(replica.view) else { return }
        let before = replica
        let performed = replica.perform(
            wish.kind, wish.entity, id: wish.id, wish.fields, reopens: wish.reopens, opId: wish.opId, now: local)
        if case .rejected = performed.outcome { return }
        // Its process may end before it is written down: nobody was told that it is safe.
        guard !person.random.chance(3) else {
            replica = before
            return startAgain()
        }
        keep()
        if let kept = replica.outbox.last, kept.opId == wish.opId {
            records.shadow.withLock { $0.note(kept, device: 0, before: before.view.tasks[wish.id], view: replica.view) }
        }
    }

    private func keep() { written.write(replica.takeEdits(), replica.standing) }

    private func startAgain() {
        replica = written.replica(now: local)
        line.hangUp()
    }

    /// One round trip. Whether there is more to say or to hear at once; nil where none came about.
    @discardableResult
    func exchange(_ ports: [UInt16]) -> Bool? {
        guard let port = person.random.pick(ports) else { return nil }
        let operations = person.random.chance(30) ? 1 + person.random.below(3) : 500
        let (number, request) = replica.request(
            now: local, operations: operations, rows: person.random.chance(20) ? 1 + person.random.below(5) : 1000)
        keep()
        var writer = JSONWriter()
        request.write(to: &writer)
        if old.count < 50 { old.append(writer.bytes) } else { old[person.random.below(50)] = writer.bytes }
        guard let answer = line.post("/v1/sync", writer.bytes, token: token, port: port),
            let said = read(answer, answering: number.operations)
        else { return nil }
        if person.random.chance(3) {
            startAgain()
            return nil
        }
        let received: Replica.Received = replica.receive(said, to: number, now: local)
        if case .wantsConfirmation = received { replica.confirmMassDelete() }
        keep()
        if replica.parts != written.parts { records.note("\(name) has not written down what it is") }
        switch received {
        case .merged(_, let more): return more
        case .startsOver, .wantsConfirmation: return true
        case .ignored:
            records.note("\(name) was answered something it did not ask")
            return nil
        }
    }

    /// A request of long ago comes again. It is answered as it was.
    private func repeatSomething(_ ports: [UInt16]) {
        guard let body = person.random.pick(old), let port = person.random.pick(ports),
            let answer = line.post("/v1/sync", body, token: token, port: port)
        else { return }
        _ = read(answer, answering: nil)
    }

    private func read(_ answer: (status: Int, body: [UInt8]), answering operations: [Identifier]?) -> SyncAnswer? {
        switch answer.status {
        case 200:
            guard let read = try? SyncPage.read(answer.body) else {
                records.note("\(name) cannot read: \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
                return nil
            }
            if let operations, read.answered != operations {
                records.note("\(name) asked \(operations) and was answered \(read.answered)")
                return nil
            }
            records.acknowledge(read.answered, read.page.outcomes, by: name)
            return .page(read.page)
        case 410: return .gone
        case 409:
            let problem = JSON(String(decoding: answer.body, as: UTF8.self))
            if problem["code"].text == MergeResult.massDeleteCode { return .massDeleteRefused(deletions: 1, of: 1) }
            records.note("\(name) got 409: \(problem["code"].text ?? "")")
            return nil
        // No room on the database's disk; nobody was there; or a balancer heard the answer's beginning and not its end.
        case 502, 503, 507:
            records.unavailable.withLock { $0 += 1 }
            return nil
        default:
            records.note("\(name) got \(answer.status): \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
            return nil
        }
    }

    /// Talks to the server until neither has anything to say.
    func comeToRest(_ ports: [UInt16]) {
        var tries = 0
        while true {
            tries += 1
            if tries > 500 { return records.note("\(name) never comes to rest") }
            switch exchange(ports) {
            case true?: continue
            case false?: return
            case nil: usleep(50_000)
            }
        }
    }
}

/// What everybody saw, for the judge.
final class Records: Sendable {
    let shadow = Mutex(Shadow())
    let acknowledged = Mutex<[Identifier: Outcome]>([:])
    let flaws = Mutex<[String]>([])
    let unavailable = Mutex(0)
    /// One for all households of a town.
    let gaps: Gaps

    init(_ gaps: Gaps) { self.gaps = gaps }

    func note(_ flaw: String) { flaws.withLock { if $0.count < 20 { $0.append(flaw) } } }

    func acknowledge(_ operations: [Identifier], _ outcomes: [Outcome], by name: String) {
        if !operations.isEmpty { gaps.noteAnswer() }
        let told = acknowledged.withLock { acknowledged -> [(Identifier, Outcome, Outcome)] in
            var others: [(Identifier, Outcome, Outcome)] = []
            for (opId, outcome) in zip(operations, outcomes) {
                if let known = acknowledged[opId], known != outcome { others.append((opId, known, outcome)) }
                acknowledged[opId] = outcome
            }
            return others
        }
        for (opId, first, second) in told { note("\(name) was told \(second) of \(opId), and before \(first)") }
    }
}
