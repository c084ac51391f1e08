import DaybookClient
import DaybookCore
import Foundation
import Synchronization
import TestPostgres
import TestWire
import Testing

/// The drill: the machine is lost, the backup is not, and neither is anything that a device still has.
@Suite(.closing) struct DrillTests {
    /// Somebody who writes as fast as the server answers, until told to stop.
    private func writer(_ api: API, _ token: String, until isOver: Flag) -> Task<Int, Never> {
        Task {
            var count = 0
            while !isOver.value {
                let answer = try? await api.ask("POST", "/v1/tasks", token: token, "{\"title\":\"Load \(count)\"}")
                if answer?.status == 201 { count += 1 }
            }
            return count
        }
    }

    @Test(.timeLimit(.minutes(10))) func theMachineIsLostAndNothingThatADeviceStillHas() async throws {
        let desk = try BackupDesk()
        let port = try #require(freePort())
        let address = try #require(URL(string: "http://127.0.0.1:\(port)"))
        let first = TestPostgres.shared
        let url = try first.freshDatabase()
        let settings = desk.settings(url).merging(["DAYBOOK_LISTEN": "127.0.0.1:\(port)"]) { $1 }
        let api = try await API.serving(url, settings)

        // One account on two devices, and others that are only there to write.
        let phone = try Notebook(folder: Home().notebook)
        try await phone.add("before the backup")
        try await phone.begin(on: address, deviceName: "phone", timeZone: "Europe/Berlin")
        #expect(await phone.sync().trouble == nil)
        let home = try Home()
        let laptop = try await home.paired(with: phone, on: address)
        #expect(await laptop.sync().trouble == nil)
        try await phone.add("on the phone, never sent before the loss")
        let isOver = Flag()
        var others: [String] = []
        for _ in 0..<3 { others.append(try await api.newAccount().token) }
        let writers = others.map { writer(api, $0, until: isOver) }

        let made = try await desk.json(url, "backup", "create", desk.path("drill.backup"))
        #expect(made["accounts"].number == 4)
        let late = try await laptop.add("on the laptop, acknowledged after the backup")
        #expect(await laptop.sync().trouble == nil)
        try await laptop.complete(try #require(await laptop.snapshot.inbox.first { $0.id != late }).id)
        #expect(await laptop.sync().trouble == nil)
        isOver.set()
        for writer in writers { #expect(await writer.value > 0, "there was no load") }
        api.program.signal(SIGKILL)
        _ = await api.program.end()

        // A fresh cluster.
        let second = try await onThread { try TestPostgres() }
        let restoredURL = try second.freshDatabase()
        let restored = try await desk.json(restoredURL, "backup", "restore", desk.path("drill.backup"))
        #expect(restored["accounts"].number == 4)
        // Every ledger is the lost one's up to where the snapshot was taken, and not a row differs.
        let revisions = try second.revisions(restoredURL)
        let lost = try first.revisions(url)
        #expect(Set(revisions.keys) == Set(lost.keys) && revisions.count == 4)
        #expect(revisions.contains { lost[$0.key] != $0.value }, "nothing was written after the snapshot")
        #expect(try second.ledgers(restoredURL) == (try first.ledgers(url, upTo: revisions)))
        // And the tables are what the ledger alone gives.
        try await desk.look(restoredURL) { database in
            for account in revisions.keys.compactMap({ Identifier($0) }) {
                let evidence = try await Town.evidence(of: account, in: database)
                #expect(evidence.slice.tasks == evidence.replayed.tasks && !evidence.slice.tasks.isEmpty)
                #expect(evidence.slice.lists == evidence.replayed.lists)
                #expect(evidence.slice.liveTasks == evidence.replayed.liveTasks)
            }
        }

        let next = try await API.serving(
            restoredURL, desk.settings(restoredURL).merging(["DAYBOOK_LISTEN": "127.0.0.1:\(port)"]) { $1 })
        for notebook in [laptop, phone, laptop, phone] { #expect(await notebook.sync().trouble == nil) }
        let expected: Set = [
            "before the backup", "on the phone, never sent before the loss",
            "on the laptop, acknowledged after the backup",
        ]
        for notebook in [phone, laptop] {
            let tasks = await notebook.snapshot.inbox
            #expect(Set(tasks.map(\.title)) == expected)
            #expect(tasks.first { $0.title == "before the backup" }?.state == .completed)
        }
        #expect(await next.program.stop() == 0)
        second.stop()
    }
}

/// A flag that several tasks look at.
final class Flag: Sendable {
    private let flag = Atomic<Bool>(false)
    var value: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}
