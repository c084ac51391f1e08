import DaybookCore
import Foundation
import Seeds
import Simulation
import TestPostgres
import TestWire
import Testing

@testable import DaybookHost
@testable import DaybookServer

/// Real processes, real sockets, a real PostgreSQL, all of which end at random moments, and devices that must not
/// notice: whatever was acknowledged is there exactly once, every device ends up the same, and the ledger alone gives
/// the tables.
///
/// `make chaos SECONDS=600` runs them for long. DAYBOOK_SEED repeats what people do, what the network does to them and
/// when something is killed; how the machine shares its time among threads is not repeated with it.
@Suite(.serialized, .closing) struct ChaosTests {
    private static let given = ProcessInfo.processInfo.environment["DAYBOOK_CHAOS_SECONDS"].flatMap { Double($0) }
    static let seconds = given ?? Proofs.scale(gate: 6, proof: 20)
    /// Of the proofs that are to be long, unless a length is given.
    static let tenMinutes = given ?? 600

    /// Households live for a while on a network, calamities happen, and then everything comes to rest and is judged.
    ///
    /// - Parameter isBalanced: a balancer stands before the servers, and no device knows how many there are.
    @discardableResult
    func chaos(
        _ name: String = #function, on ground: any Ground, households sizes: [Int], servers: Int, seconds: Double,
        isCrooked: Bool, isBalanced: Bool = false,
        wasPurged: Bool = false, pause: ClosedRange<Int> = 100...1_000,
        _ calamity: ((Town, [Town.Household], Int) async throws -> Void)? = nil
    ) async throws -> Gaps {
        let town = try await Town(servers: servers, on: ground)
        var random = RandomSeed.generator(name)
        var households: [Town.Household] = []
        for size in sizes { households.append(try await town.move(in: size)) }
        let gaps = Gaps()
        let records = households.map { _ in Records(gaps) }
        let proxy = isCrooked ? CrookedProxy(town.ports, seed: random.next()) : nil
        let balancer = isBalanced ? Balancer(before: town.ports) : nil
        if isBalanced, balancer == nil { throw Flaw("there is no balancer") }
        let ports = (proxy?.port ?? balancer?.port).map { [$0] } ?? town.ports
        let end = Date.now.addingTimeInterval(seconds)

        let devices = await withTaskGroup(of: Kept.self) { group in
            for (number, household) in households.enumerated() {
                for (index, device) in household.devices.enumerated() {
                    let seed = random.next()
                    group.addTask {
                        await onThread {
                            let device = ChaosDevice(
                                "device \(number).\(index)", household.account, device.id, token: device.token,
                                seed: seed, records: records[number])
                            while Date.now < end { device.live(ports) }
                            return Kept(device)
                        }
                    }
                }
            }
            if let calamity {
                var round = 0
                while Date.now < end {
                    try? await Task.sleep(for: .milliseconds(pause.lowerBound + random.below(pause.count)))
                    gaps.noteCalamity()
                    do { try await calamity(town, households, round) } catch { records[0].note("\(error)") }
                    round += 1
                }
                print("calamities: \(round); nobody was told anything: \(gaps.text)")
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        proxy?.close()

        func rest() async {
            let ports = isBalanced ? ports : town.ports
            await atOnce(devices) { kept in await onThread { kept.device.comeToRest(ports) } }
        }
        // Three times round, since what one says last another has to hear; and once more what the servers do of
        // themselves: a day that somebody's new zone left behind is turned some seconds later.
        for _ in 0..<3 { await rest() }
        try await eventually { try await town.allDaysAreTurned() }
        await rest()
        for (household, records) in zip(households, records) {
            let mine = devices.map(\.device).filter { $0.account == household.account }
            try await judge(household, town, mine, records, wasPurged: wasPurged)
        }
        balancer?.close()
        let (codes, complaints) = await town.close()
        #expect(codes.allSatisfy { $0 == 0 })
        for word in ["Fatal error", "request failed", "refused a statement"] {
            // That there was no room is said, and is no fault of the statement.
            let line = complaints.split(separator: "\n").first { $0.contains(word) && !$0.contains("\"53100\"") }
            #expect(line == nil)
        }
        for flaw in records.flatMap({ $0.flaws.withLock { $0 } }) { Issue.record("\(flaw); \(RandomSeed.current)") }
        let acknowledged = records.reduce(0) { $0 + $1.acknowledged.withLock { $0.count } }
        let waits = records.reduce(0) { $0 + $1.unavailable.withLock { $0 } }
        print("acknowledged: \(acknowledged), told to wait: \(waits)")
        #expect(acknowledged > 0, "nothing happened")
        return gaps
    }

    private func judge(
        _ household: Town.Household, _ town: Town, _ devices: [ChaosDevice], _ records: Records, wasPurged: Bool
    ) async throws {
        var evidence = try await town.evidence(of: household.account)
        var written: [Identifier: LedgerEntry] = [:]
        for entry in evidence.ledger { written[entry.operation.opId] = entry }
        for (opId, outcome) in records.acknowledged.withLock({ $0 }) {
            guard let entry = written[opId] else {
                records.note("\(opId) was acknowledged and is not there")
                continue
            }
            if entry.outcome != outcome { records.note("\(opId) is \(entry.outcome), and \(outcome) was told") }
        }
        let shadow = records.shadow.withLock { $0 }
        if wasPurged {
            evidence.wasPurged = true
            evidence.purged = Set(evidence.ledger.map(\.operation.id).filter(shadow.mayBeDeleted))
        }
        do {
            for device in devices {
                do { try evidence.compare(device.replica, device.name) } catch {
                    let heard = device.replica.cursor?.revision ?? 0
                    throw Flaw("\(error); it has heard of revision \(heard) of \(evidence.slice.revision)")
                }
            }
            try evidence.check(against: shadow)
        } catch {
            records.note("\(error)")
        }
    }

    // MARK: What happens to them

    /// Two server processes on one database, and devices that talk now to one and now to the other.
    @Test func everythingIsKilledOverAndOver() async throws {
        let postgres = try OneServer()
        try await chaos(
            on: postgres, households: [6, 3], servers: 2,
            seconds: Self.seconds, isCrooked: true
        ) { town, _, round in
            switch round % 6 {
            case 0, 3: try await town.killServer(round % 2)
            case 1, 4: try await postgres.kill()
            case 2: try await postgres.freeze(for: .seconds(1))
            default: try await town.killEverything(postgres.kill)
            }
        }
    }

    /// Three server processes behind a balancer, before a primary with a synchronous standby, all through poolers, and
    /// one of these killed every five seconds: nobody is told anything that the next primary does not know, and nobody
    /// waits for long.
    @Test(.timeLimit(.minutes(30))) func thePairFailsOverOverAndOver() async throws {
        let pair = try FailoverPair()
        let gaps = try await chaos(
            on: pair, households: [4, 4, 4], servers: 3,
            seconds: Proofs.scale(gate: Self.seconds, proof: Self.tenMinutes),
            isCrooked: false, isBalanced: true, pause: 4_500...5_500
        ) { town, _, round in
            switch round % 5 {
            case 0, 3: try await onThread { try pair.killPrimary() }
            case 2: try await onThread { try pair.killPooler() }
            default: try await town.killServer(round % 3)
            }
        }
        measured { #expect(gaps.p99 < 2_000, "\(gaps.text)") }
    }

    @Test func fiftyDevicesOfOneAccountAtOnce() async throws {
        try await chaos(
            on: OneServer(), households: [50], servers: 2,
            seconds: Self.seconds / 2, isCrooked: false)
    }

    @Test func aCrookedNetworkAlone() async throws {
        try await chaos(
            on: OneServer(), households: [4, 4, 4], servers: 2,
            seconds: Self.seconds / 2, isCrooked: true)
    }

    /// What housekeeping drops after months goes while devices still speak of it: they begin anew with a snapshot and
    /// lose nothing of their own.
    @Test func tombstonesGoUnderTheirFeet() async throws {
        try await chaos(
            on: OneServer(), households: [5, 3], servers: 1,
            seconds: Self.seconds / 2, isCrooked: true, wasPurged: true, pause: 100...300
        ) { town, households, _ in
            var sweep = AccountSweep(database: town.database, retention: Retention())
            sweep.batch = 3
            for household in households {
                try await sweep.run(household.account, now: Instant.now().adding(milliseconds: 100 * Instant.dayLength))
            }
        }
    }

    private final class Kept: @unchecked Sendable {
        let device: ChaosDevice
        init(_ device: ChaosDevice) { self.device = device }
    }
}
