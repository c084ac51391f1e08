import DaybookClient
import DaybookCore
import Foundation
import Seeds
import Synchronization
import TestPostgres
import TestWire
import Testing

@testable import DaybookStore

/// A primary dies whose standby lacks what was acknowledged last, while devices of the SDK write through a balancer to
/// three server processes: what any of them still holds is on all of them afterwards, and nobody lifts a hand.
@Suite(.closing) struct LostTailTests {
    /// A notebook, and all that was written down in it.
    private struct Device {
        let notebook: Notebook
        let home: Home
        let name: String
    }

    private final class Written: Sendable {
        private let titles = Mutex<Set<String>>([])
        func note(_ title: String) { titles.withLock { _ = $0.insert(title) } }
        var all: Set<String> { titles.withLock { $0 } }
    }

    private func epoch(_ town: Town) async throws -> Identifier {
        try await town.database.read("SELECT \(Epoch.current)")[0].decode(0)
    }

    private static let (accounts, devices, rounds) = (4, 3, 12)

    @Test(.proof("it is long, and PromotionTests has its small twin"), .timeLimit(.minutes(30)))
    func whatAnyDeviceStillHoldsIsBackOnAll() async throws {
        let pair = try FailoverPair(isSynchronous: false)
        let town = try await Town(servers: 3, on: pair)
        let balancer = try #require(Balancer(before: town.ports))
        let address = try #require(URL(string: "http://127.0.0.1:\(balancer.port)"))
        var moved: [(devices: [Device], written: Written)] = []
        for account in 0..<Self.accounts {
            var devices: [Device] = []
            for number in 0..<Self.devices {
                let home = try Home()
                let notebook: Notebook
                if let first = devices.first?.notebook {
                    notebook = try await home.paired(with: first, on: address)
                } else {
                    notebook = try Notebook(folder: home.notebook)
                    try await notebook.begin(on: address, deviceName: "first", timeZone: "Europe/Berlin")
                }
                devices.append(Device(notebook: notebook, home: home, name: "\(account).\(number)"))
            }
            moved.append((devices, Written()))
        }
        let households = moved

        let before = try await epoch(town)
        let (isOver, synced) = (Flag(), Counter())
        async let lives: Void = withThrowingTaskGroup(of: Void.self) { group in
            for (devices, written) in households {
                for device in devices {
                    group.addTask {
                        var number = 0
                        while !isOver.value {
                            let title = "\(device.name) \(number)"
                            try await device.notebook.add(title)
                            written.note(title)
                            if await device.notebook.sync().trouble == nil { synced.add() }
                            number += 1
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for _ in 0..<Self.rounds {
            try await onThread { try pair.cutStandby() }
            // A tail that the standby lacks, of each device more than one change.
            let known = synced.value
            await eventually { synced.value > known + 3 * Self.accounts * Self.devices }
            try await onThread { try pair.killPrimary() }
            let after = synced.value
            await eventually { synced.value > after + Self.accounts * Self.devices }
        }
        isOver.set()
        try await lives
        #expect(try await epoch(town) != before, "nobody noticed that a tail is missing")

        for (devices, written) in households {
            // Whoever is first hears of what the last one still holds the next time.
            for device in devices + devices { await eventually { await device.notebook.sync().trouble == nil } }
            for device in devices {
                let shown = Set(await device.notebook.snapshot.inbox.map(\.title))
                #expect(
                    shown == written.all, "\(device.name) lacks \(written.all.subtracting(shown).sorted().prefix(5))")
            }
        }
        print("written: \(households.map(\.written.all.count)), syncs: \(synced.value)")
        balancer.close()
        let (codes, complaints) = await town.close()
        #expect(codes.allSatisfy { $0 == 0 })
        #expect(!complaints.contains("Fatal error") && !complaints.contains("request failed"))
    }
}

/// Counts from several tasks.
private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func add() { count.wrappingAdd(1, ordering: .relaxed) }
    var value: Int { count.load(ordering: .relaxed) }
}
