import DaybookClient
import DaybookCore
import Foundation
import Seeds
import TestPostgres
import TestWire
import Testing

/// The database comes back from a backup, and the devices come back one by one, in any order.
@Suite(.closing) struct ReturnTests {
    /// `DAYBOOK_SEED` replays.
    @Test(.timeLimit(.minutes(10))) func nothingIsLostThatADeviceStillHas() async throws {
        var random = RandomSeed.generator()
        for round in 0..<Proofs.scale(gate: 1, proof: 4) {
            let story = try await Story()
            try await story.tell(&random, "round \(round), \(RandomSeed.current)")
        }
    }

    /// Three devices of one account, and what they did before and after the backup.
    private struct Story {
        let desk: BackupDesk
        let url: String
        let port: UInt16
        let api: API
        let homes: [Home]
        let devices: [Notebook]

        init() async throws {
            desk = try BackupDesk()
            url = try await migratedDatabase.copy()
            port = try #require(freePort())
            api = try await API.serving(url, desk.settings(url).merging(["DAYBOOK_LISTEN": "127.0.0.1:\(port)"]) { $1 })
            let address = try #require(URL(string: "http://127.0.0.1:\(port)"))
            homes = try (0..<3).map { _ in try Home() }
            let first = try Notebook(folder: homes[0].notebook)
            try await first.begin(on: address, deviceName: "first", timeZone: "Europe/Berlin")
            var devices = [first]
            for home in homes.dropFirst() {
                devices.append(try await home.paired(with: first, on: address))
            }
            self.devices = devices
        }

        func tell(_ random: inout SeededRandom, _ comment: String) async throws {
            let backup = desk.path("some.backup")
            let moment = random.below(12)
            for step in 0..<24 {
                if step == moment { _ = try await desk.json(url, "backup", "create", backup) }
                try await act(devices[random.below(devices.count)], &random, step)
                if random.chance(60) {
                    #expect(await devices[random.below(devices.count)].sync().trouble == nil, "\(comment)")
                }
            }
            for device in devices + devices { #expect(await device.sync().trouble == nil, "\(comment)") }
            let before = await devices[0].everything
            for device in devices { #expect(await device.everything == before, "\(comment)") }

            api.program.signal(SIGKILL)
            _ = await api.program.end()
            let restored = try TestPostgres.shared.freshDatabase()
            _ = try await desk.json(restored, "backup", "restore", backup)
            let next = try await API.serving(
                restored, desk.settings(restored).merging(["DAYBOOK_LISTEN": "127.0.0.1:\(port)"]) { $1 })
            var order = devices
            order.shuffle(using: &random)
            for device in order + order { #expect(await device.sync().trouble == nil, "\(comment)") }
            for device in devices { #expect(await device.everything == before, "\(comment)") }
            #expect(try await desk.run(restored, ["check"]).code == 0, "\(comment)")
            #expect(await next.program.stop() == 0)
        }

        /// Makes, edits, completes, reopens or deletes, in what the device shows.
        private func act(_ device: Notebook, _ random: inout SeededRandom, _ step: Int) async throws {
            let tasks = await device.snapshot.inbox.sorted { $0.id < $1.id }
            guard let task = random.pick(tasks), random.below(10) > 3 else {
                return _ = try await device.add("Task \(step)")
            }
            switch random.below(4) {
            case 0: try await device.edit(task.id, [JSONMember("title", .string("Edit \(step)"))])
            case 1: try await device.edit(task.id, [JSONMember("notes", .string("Note \(step)"))])
            case 2: try await device.set(task.id, to: task.isCompleted ? .notStarted : .completed)
            default: try await device.delete(task.id)
            }
        }
    }
}

extension Notebook {
    /// What this device shows of each task, in words.
    var everything: Set<String> {
        Set(snapshot.inbox.map { "\($0.id) \($0.title) \($0.notes ?? "-") \($0.state) \($0.completedAt?.text ?? "-")" })
    }
}
