import DaybookCore
import Foundation
import Synchronization
import Testing

@testable import DaybookClient

/// A disk that does not take a change: for a moment, or for good.
@Suite struct FailingDiskTests {
    let folder = Folder()
    let standIn = StandIn()
    let time = TestTime()
    let notes = String(repeating: "typed with care ", count: 2000)

    /// A notebook for which something happens in the middle of its pauses.
    func begun(
        _ name: String = "phone", atPause: Int = 0,
        _ happens: @escaping @Sendable (Notebook) async throws -> Void = { _ in }
    ) async throws -> Notebook {
        let box = Mutex<Notebook?>(nil)
        var source = time.source
        let (sleep, time) = (source.sleep, time)
        source.sleep = { milliseconds in
            await sleep(milliseconds)
            guard time.slept.count == atPause, let notebook = box.withLock({ $0 }) else { return }
            do { try await happens(notebook) } catch { Issue.record(error) }
        }
        let notebook = try Notebook(folder: folder.at(name), transport: standIn, time: source)
        box.withLock { $0 = notebook }
        try await notebook.begin(on: server)
        return notebook
    }

    func task(_ title: String) -> TaskDraft {
        var task = TaskDraft(title)
        task.notes = notes
        return task
    }

    @Test func aFullDiskIsTriedThreeTimesMoreAndTheTextComesBack() async throws {
        let phone = try await begun()
        try await phone.add("saved")
        try await phone.fill(true)
        let unsaved = try await #require(throws: UnsavedChange.self) { try await phone.add(task("not saved")) }
        #expect(unsaved.written == ["not saved", notes])
        #expect((unsaved.cause as? StoreError)?.isFull == true)
        let pauses = time.slept
        #expect(pauses.count == 3 && pauses[0] < pauses[1] && pauses[1] < pauses[2])
        // What is not on the disk is neither shown nor sent, here or after the next start.
        #expect(await phone.titles == ["saved"])
        #expect(await phone.outbox.count == 1)
        #expect(try await phone.deeds().count == 1)
        #expect(
            try await Notebook(folder: folder.at("phone"), transport: standIn, time: time.source).titles == ["saved"])
        try await phone.fill(false)
        try await phone.add(task("not saved"))
        await phone.sync()
        #expect(Set(standIn.account.slice.tasks.values.map(\.title)) == ["saved", "not saved"])
    }

    @Test func aDiskThatFailsTwiceTakesTheChangeAtTheThirdAttempt() async throws {
        let phone = try await begun(atPause: 2) { try await $0.fill(false) }
        try await phone.fill(true)
        try await phone.add(task("patient"))
        #expect(time.slept.count == 2)
        #expect(await phone.titles == ["patient"])
        #expect(await phone.outbox.count == 1)
        let again = try Notebook(folder: folder.at("phone"), transport: standIn, time: time.source)
        #expect(await again.snapshot.allTasks.map(\.notes) == [notes])
    }

    @Test(arguments: [true, false])
    func aLockedNotebookIsTriedAgainToo(isLasting: Bool) async throws {
        let other = Mutex<Connection?>(nil)
        let phone = try await begun(atPause: isLasting ? 99 : 2) { _ in try other.withLock { try $0?.execute("COMMIT") }
        }
        // SQLite's own patience is real time.
        try await phone.execute("PRAGMA busy_timeout = 0")
        try other.withLock { held in
            held = try Connection(path: folder.at("phone/notebook.sqlite").path)
            try held?.execute("BEGIN IMMEDIATE")
        }
        if isLasting {
            let unsaved = await #expect(throws: UnsavedChange.self) { try await phone.add("short") }
            #expect(unsaved?.written == ["short"])
            #expect(await phone.titles.isEmpty)
        } else {
            try await phone.add("short")
            #expect(await phone.titles == ["short"])
        }
        #expect(time.slept.count == (isLasting ? 3 : 2))
    }

    @Test func whatWasWantedTogetherComesBackTogether() async throws {
        let phone = try await begun()
        try await phone.fill(true)
        let wishes = ["one", "two"].map { title in Edit(id: time.source.identifier(), task(title).fields) }
        let unsaved = await #expect(throws: UnsavedChange.self) { try await phone.perform(together: wishes) }
        #expect(unsaved?.written == ["one", notes, "two", notes])
        #expect(await phone.outbox.isEmpty)
    }

    @Test func anUndoingIsSavedWholeOrNotAtAll() async throws {
        let phone = try await begun(atPause: 1) { try await $0.execute("DROP TRIGGER refuse") }
        let task = try await phone.add("first")
        try await phone.edit(task, [JSONMember("title", "second")])
        // The last write of an undoing fails once.
        try await phone.execute(
            "CREATE TRIGGER refuse BEFORE UPDATE OF undone_by ON deed BEGIN SELECT RAISE(ABORT, 'refused'); END")
        let undone = try #require(try await phone.undo())
        #expect(time.slept.count == 1)
        #expect(undone.kept.isEmpty)
        #expect(await phone.titles == ["first"])
        #expect(await phone.outbox.count == 3)
        // The next undo goes one further back.
        _ = try #require(try await phone.undo())
        #expect(await phone.titles.isEmpty)
    }

    @Test func anAnswerThatCannotBeWrittenComesAgain() async throws {
        let phone = try await begun()
        try await phone.add(task("task"))
        try await phone.fill(true)
        // The request is noted within the file's room; the answer's rows are not.
        await phone.sync()
        #expect(standIn.account.ledger.count == 1)
        #expect(await phone.status.pending == 1)
        #expect(await phone.base.tasks.isEmpty)
        try await phone.fill(false)
        await phone.sync()
        #expect(await phone.status.pending == 0)
        #expect(standIn.account.ledger.count == 1)
    }

    /// The folder is there and the file cannot be opened yet: another process is at it.
    @Test func openingIsTriedAgain() async throws {
        let home = folder.at("laptop")
        _ = try Notebook(folder: home, transport: standIn, time: time.source)
        let file = home.appending(path: "notebook.sqlite")
        let aside = home.appending(path: "aside")
        try FileManager.default.moveItem(at: file, to: aside)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        var source = time.source
        let (sleep, time) = (source.sleep, time)
        source.sleep = { milliseconds in
            await sleep(milliseconds)
            guard time.slept.count == 2 else { return }
            try? FileManager.default.removeItem(at: file)
            try? FileManager.default.moveItem(at: aside, to: file)
        }
        _ = try await Notebook.opened(in: home, transport: standIn, time: source)
        #expect(time.slept.count == 2)
    }
}
