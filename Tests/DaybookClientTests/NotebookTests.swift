import DaybookCore
import Foundation
import Testing

@testable import DaybookClient

@Suite struct NotebookTests: Household {
    let folder = Folder()
    let standIn = StandIn()
    let time = TestTime()

    @Test func workBeforeThereIsAnAccountGoesAlong() async throws {
        let phone = try notebook("phone")
        let task = try await phone.add("first")
        try await phone.complete(task)
        #expect(await phone.status.trouble == .alone)
        try await phone.begin(on: server)
        let status = await phone.sync()
        #expect(status.pending == 0 && status.trouble == nil && status.lastSync != nil)
        #expect(standIn.account.slice.tasks[task]?.isCompleted == true)
        #expect(await phone.view == phone.base)
    }

    @Test func settingsAreSeenAtOnceAndSharedFieldByField() async throws {
        let phone = try await begun("phone")
        let laptop = try await begun("laptop")
        // Both offline, each with a setting of its own.
        let seen = try await phone.changeSettings { $0.rollover = .backlog }
        #expect(seen.rollover == .backlog)
        #expect(await phone.outbox.count == 1)
        #expect(try await phone.changeSettings { $0.rollover = .backlog } == seen, "nothing is other than before")
        #expect(await phone.outbox.count == 1)
        try await laptop.changeSettings { $0.reviewTime = nil }
        for notebook in [phone, laptop, phone] { await notebook.sync() }
        for notebook in [phone, laptop] {
            let settings = await notebook.settings
            #expect(settings.rollover == .backlog && settings.reviewTime == nil)
        }
        #expect(try await laptop.undo() != nil)
        for notebook in [laptop, phone] { await notebook.sync() }
        #expect(await phone.settings.reviewTime == AccountSettings().reviewTime)
        await #expect(throws: ImpossibleChange.self) { try await phone.changeSettings { $0.timeZone = "Mars" } }
        #expect(await phone.settings.timeZone != "Mars")
    }

    @Test func aZoneThatWasChosenBeforeThereWasAnAccountIsItsFirst() async throws {
        let phone = try notebook("phone")
        try await phone.changeSettings { $0.timeZone = "Asia/Tokyo" }
        try await phone.begin(on: server)
        await phone.sync()
        #expect(await phone.settings.timeZone == "Asia/Tokyo")
    }

    @Test func twoDevicesConverge() async throws {
        let phone = try await begun("phone")
        let laptop = try await begun("laptop")
        for number in 0..<5 { try await phone.add("phone \(number)") }
        for number in 0..<5 { try await laptop.add("laptop \(number)") }
        await phone.sync()
        await laptop.sync()
        await phone.sync()
        #expect(await phone.base.tasks == laptop.base.tasks)
        #expect(await phone.titles.count == 10)
    }

    @Test func whatWasDoneIsThereAfterARestart() async throws {
        var first: Notebook? = try await begun("phone")
        try await first?.add("synced")
        await first?.sync()
        let added = try await first?.add("unsynced")
        let task = try #require(added)
        try await first?.edit(task, [JSONMember("notes", "with notes")])
        let before = await first?.parts
        first = nil
        let again = try notebook("phone")
        #expect(await again.parts == before)
        #expect(await again.titles == ["synced", "unsynced"])
        await again.sync()
        #expect(standIn.account.slice.tasks[task]?.notes == "with notes")
        let parts = await again.parts
        #expect(try await notebook("phone").parts == parts)
    }

    @Test func aSnapshotIsKeptPageByPage() async throws {
        let phone = try await begun("phone")
        for number in 0..<30 { try await phone.add("task \(number)") }
        await phone.sync()
        // Small pages, and the connection breaks after the second.
        let laptop = try await begun("laptop")
        standIn.set(returning: { answer in
            struct Cut: Error {}
            throw Unreachable("cut")
        })
        await laptop.sync()
        standIn.set(returning: nil)
        let parts = await laptop.parts
        #expect(try await notebook("laptop").parts == parts)
        await laptop.sync()
        #expect(await laptop.titles.count == 30)
    }

    @Test func twoProcessesOnOneStore() async throws {
        let one = try await begun("home")
        let other = try notebook("home")
        let task = try await one.add("from one")
        try await other.edit(task, [JSONMember("notes", "from the other")])
        for number in 0..<20 {
            try await one.add("one \(number)")
            try await other.add("other \(number)")
        }
        try await one.refresh()
        let operations = await one.outbox
        #expect(operations.count == 42)
        // Every change has a clock of its own, in the order in which they were made.
        #expect(Set(operations.map(\.at)).count == 42)
        #expect(operations.map(\.at) == operations.map(\.at).sorted())
        await one.sync()
        try await other.refresh()
        #expect(await other.parts == one.parts)
        #expect(await other.status.pending == 0)
        #expect(standIn.account.slice.tasks[task]?.notes == "from the other")
        #expect(standIn.account.ledger.count == 42)
    }

    @Test func twoProcessesThatSyncAtOnceSendOnce() async throws {
        let one = try await begun("home")
        let other = try notebook("home")
        for number in 0..<50 { try await (number % 2 == 0 ? one : other).add("task \(number)") }
        async let first = one.sync()
        async let second = other.sync()
        _ = await (first, second)
        await one.sync()
        await other.sync()
        try await one.refresh()
        #expect(standIn.account.ledger.count == 50)
        #expect(await one.parts == other.parts)
        #expect(await one.view == one.base)
    }

    @Test func aServerThatCameBackFromItsBackupGetsEverythingAgain() async throws {
        let phone = try await begun("phone")
        let kept = try await phone.add("in the backup")
        await phone.sync()
        let backup = standIn.account
        let lost = try await phone.add("after the backup")
        await phone.sync()
        // The device restarts in between: what it keeps for this day is on its disk.
        let again = try notebook("phone")
        try await again.edit(lost, [JSONMember("title", "resting on it")])
        standIn.restore(backup)
        await again.sync()
        #expect(standIn.account.slice.tasks[kept]?.title == "in the backup")
        #expect(standIn.account.slice.tasks[lost]?.title == "resting on it")
        #expect(standIn.account.ledger.count == 3)
        #expect(await again.status.pending == 0)
        #expect(await again.view == again.base)
        let parts = await again.parts
        #expect(try await notebook("phone").parts == parts)
    }

    @Test func aListTakesItsTasksAlongAndBack() async throws {
        let phone = try await begun("phone")
        let list = try await phone.addList("Shopping")
        var milk = TaskDraft("milk")
        milk.list = list
        let task = try await phone.add(milk)
        #expect(await phone.snapshot.tasks(in: list).map(\.id) == [task])
        try await phone.delete(list: list)
        #expect(await phone.snapshot.lists.isEmpty)
        #expect(await phone.view.tasks[task]?.isDeleted == true)
        _ = try await phone.undo()
        #expect(await phone.snapshot.tasks(in: list).map(\.id) == [task])
    }

    @Test func changesAreTold() async throws {
        let phone = try await begun("phone")
        let changes = await phone.changes()
        let task = try await phone.add("told")
        for await change in changes where change.rows.tasks.contains(task) {
            #expect(change.status.pending == 1)
            break
        }
    }

    @Test func theTokenIsClosedToOthers() async throws {
        _ = try await begun("phone")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.at("phone/token").path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let home = try FileManager.default.attributesOfItem(atPath: folder.at("phone").path)
        #expect(home[.posixPermissions] as? Int == 0o700)
    }

    @Test func aNotebookInAFolderThatIsOpenToOthersIsClosedToThem() async throws {
        let place = folder.at("open")
        try FileManager.default.createDirectory(
            at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let notebook = try Notebook(folder: place)
        try await notebook.add("Milk")
        for name in try FileManager.default.contentsOfDirectory(atPath: place.path)
        where name.hasPrefix("notebook.sqlite") {
            let attributes = try FileManager.default.attributesOfItem(atPath: place.appending(path: name).path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
    }
}

extension Notebook {
    var parts: ReplicaParts { replica.parts }
}
