import DaybookCore
import Foundation
import Seeds
import Testing

@testable import DaybookClient

@Suite struct StoreTests {
    let folder = Folder()
    let standIn = StandIn()

    func notebook(_ name: String, _ time: TestTime) throws -> Notebook {
        try Notebook(folder: folder.at(name), transport: standIn, time: time.source)
    }

    /// What a change costs on the disk does not grow with the account.
    @Test func aChangeWritesItsOwnRows() async throws {
        func bytesOfAChange(among count: Int, _ name: String) async throws -> Int {
            let notebook = try notebook(name, TestTime())
            try await notebook.begin(on: server)
            try await notebook.perform(
                together: (0..<count).map { number in
                    var random = SeededRandom(seed: UInt64(number))
                    return Edit(id: .random(using: &random), [JSONMember("title", .string("task \(number)"))])
                })
            await notebook.sync()
            _ = try await notebook.onDisk("PRAGMA wal_checkpoint(TRUNCATE)")
            for number in 0..<20 { try await notebook.add("more \(number)") }
            let log = folder.at("\(name)/notebook.sqlite-wal")
            return try FileManager.default.attributesOfItem(atPath: log.path)[.size] as? Int ?? 0
        }
        let small = try await bytesOfAChange(among: 10, "small")
        let large = try await bytesOfAChange(among: 3000, "large")
        #expect(small > 0)
        #expect(large < small * 2, "\(large) bytes against \(small)")
    }

    @Test func aStoreOfANewerReleaseIsLeftAlone() async throws {
        let notebook = try notebook("new", TestTime())
        _ = try await notebook.onDisk("PRAGMA user_version = 99")
        #expect(throws: StoreError.self) { try self.notebook("new", TestTime()) }
    }

    /// Devices, a bad network and restarts over the real store: whatever happens, everybody ends with the same, every
    /// operation once.
    @Test(arguments: 0..<6)
    func devicesConvergeThroughFaultsAndRestarts(part: UInt64) async throws {
        let seed = RandomSeed.current.value &+ part &* 1_000_003
        let standIn = StandIn()
        var random = SeededRandom(seed: seed)
        var devices: [(folder: URL, time: TestTime, notebook: Notebook)] = []
        for number in 0..<3 {
            let home = folder.at("\(part)-\(number)")
            let time = TestTime(seed: seed &+ UInt64(number))
            let notebook = try Notebook(folder: home, transport: standIn, time: time.source)
            try await notebook.begin(on: server)
            devices.append((home, time, notebook))
        }
        var added = 0
        var backup: ServerAccount?
        for _ in 0..<120 {
            let index = Int(random.next() % 3)
            let (home, time, notebook) = devices[index]
            switch random.next() % 12 {
            case 0...3:
                try await notebook.add("task \(added)")
                added += 1
            case 4, 5:
                let tasks = await notebook.snapshot.allTasks
                guard !tasks.isEmpty else { continue }
                let task = tasks[Int(random.next() % UInt64(tasks.count))]
                if random.next() % 3 == 0 {
                    try await notebook.complete(task.id)
                } else {
                    try await notebook.edit(task.id, [JSONMember("notes", .string("\(random.next())"))])
                }
            case 6, 7:
                // The request or its answer is lost.
                if random.next() % 2 == 0 {
                    standIn.set(intercept: { _, _ in throw Unreachable("lost") })
                } else {
                    standIn.set(returning: { _ in throw Unreachable("lost") })
                }
                await notebook.sync()
                standIn.set(intercept: nil)
                standIn.set(returning: nil)
            case 8, 9: await notebook.sync()
            case 10:
                // As after a crash: nothing was closed, somebody opens the folder again.
                devices[index].notebook = try Notebook(folder: home, transport: standIn, time: time.source)
            default:
                if random.next() % 2 == 0 { backup = standIn.account } else if let backup { standIn.restore(backup) }
            }
        }
        for _ in 0..<3 { for device in devices { await device.notebook.sync() } }
        let truth = standIn.account
        for (_, _, notebook) in devices {
            #expect(await notebook.base.tasks == truth.slice.tasks, "\(RandomSeed.current), part \(part)")
            #expect(await notebook.view == notebook.base, "\(RandomSeed.current), part \(part)")
            #expect(await notebook.status.pending == 0, "\(RandomSeed.current), part \(part)")
        }
        #expect(truth.slice.tasks.count == added, "\(RandomSeed.current), part \(part)")
        #expect(
            Set(truth.ledger.map(\.operation.opId)).count == truth.ledger.count, "\(RandomSeed.current), part \(part)")
    }
}
