import DaybookClient
import Foundation
import Synchronization
import Testing

/// The SDK and the terminal on a disk that is really full, and under a real limit on the size of files.
@Suite(.closing) struct FullDiskTests {
    static let notes = "Line one of the notes\nline two\n" + String(repeating: "and more ", count: 10_000)

    static func task() -> TaskDraft {
        var task = TaskDraft("Typed with care")
        task.notes = notes
        return task
    }

    final class Pauses: Sendable {
        private let count = Mutex(0)
        var all: Int { count.withLock { $0 } }
        func next() -> Int {
            count.withLock {
                $0 += 1
                return $0
            }
        }
    }

    @Test(.enabled(if: SmallDisk.canBeMounted, "mounting a small file system needs root; CI is root"))
    func aFullDiskGivesTheTextBackAndShowsNothing() async throws {
        let disk = try SmallDisk()
        let home = try Home(on: disk.folder)
        let pauses = Pauses()
        var time = TimeSource.system
        time.sleep = { _ in _ = pauses.next() }
        let notebook = try Notebook(folder: home.notebook, time: time)
        try await notebook.add("saved")
        try disk.fill()
        let unsaved = await #expect(throws: UnsavedChange.self) { try await notebook.add(Self.task()) }
        #expect(unsaved?.written == ["Typed with care", Self.notes])
        #expect(pauses.all == 3)
        #expect(await notebook.snapshot.inbox.map(\.title) == ["saved"])
        try disk.makeRoom()
        try await notebook.add(Self.task())
        let again = try Notebook(folder: home.notebook)
        #expect(await Set(again.snapshot.inbox.map(\.title)) == ["saved", "Typed with care"])
    }

    @Test(.enabled(if: SmallDisk.canBeMounted, "mounting a small file system needs root; CI is root"))
    func aDiskThatIsFullForTwoAttemptsTakesTheThird() async throws {
        let disk = try SmallDisk()
        let home = try Home(on: disk.folder)
        let pauses = Pauses()
        var time = TimeSource.system
        time.sleep = { _ in if pauses.next() == 2 { try? disk.makeRoom() } }
        let notebook = try Notebook(folder: home.notebook, time: time)
        try disk.fill()
        try await notebook.add(Self.task())
        #expect(pauses.all == 2)
        let again = try Notebook(folder: home.notebook)
        #expect(await again.snapshot.inbox.map(\.notes) == [Self.notes])
    }

    @Test(.enabled(if: SmallDisk.canBeMounted, "mounting a small file system needs root; CI is root"))
    func theTerminalGivesTheTextBackOnAFullDisk() async throws {
        let disk = try SmallDisk()
        let home = try Home(on: disk.folder)
        #expect(try await home.run("add", "saved").code == 0)
        try disk.fill()
        let told = try await home.run("add", "Typed", "with", "care", "--notes", Self.notes)
        #expect(told.code == 74 && told.output.isEmpty)
        #expect(told.complaints.contains("Nothing was changed. This is what you wrote:\n\nTyped with care\n"))
        #expect(told.complaints.contains(Self.notes.trimmingCharacters(in: .whitespaces)))
        let json = try await home.run("edit", "saved", "--notes", Self.notes, "--json")
        #expect(json.code == 74)
        #expect(JSON(json.complaints)["error"]["written"].list.compactMap(\.text) == [Self.notes])
        try disk.makeRoom()
        #expect(try await home.titles("inbox") == ["saved"])
        #expect(try await home.run("add", "Typed", "with", "care").code == 0)
        #expect(try await Set(home.titles("inbox")) == ["saved", "Typed with care"])
    }

    /// Every command that takes a text.
    @Test(.enabled(if: SmallDisk.canBeMounted, "mounting a small file system needs root; CI is root"))
    func noCommandLosesATextOnAFullDisk() async throws {
        let disk = try SmallDisk()
        let home = try Home(on: disk.folder)
        #expect(try await home.run("add", "saved", "--list", "Home", "--new").code == 0)
        // The disk is full once the editor is closed; its file lies on another one.
        let edited = try await home.edit(
            "saved",
            with: "sed -i 's/^Title:.*/Title: Typed with care/' $1; cat /dev/zero > \(disk.folder.path)/ballast; true")
        #expect(edited.code == 74, "\(edited)")
        #expect(
            edited.complaints.contains("This is what you wrote:\n") && edited.complaints.contains("Typed with care"))
        try disk.fill()
        for arguments in [
            ["add", "Typed with care"], ["add", "x", "--list", "Typed with care", "--new"],
            ["edit", "saved", "--title", "Typed with care"], ["edit", "saved", "--category", "Typed with care"],
            ["edit", "saved", "--tag", "Typed with care"], ["edit", "saved", "--list", "Typed with care", "--new"],
            ["lists", "--add", "Typed with care"], ["lists", "Home", "--rename", "Typed with care"],
            ["move", "saved", "Typed with care", "--new"],
        ] {
            let told = try await Program.run("daybook", arguments, home.settings)
            #expect(told.code == 74 && told.output.isEmpty, "\(arguments): \(told)")
            #expect(told.complaints.contains("Nothing was changed. This is what you wrote:\n"), "\(arguments)")
            #expect(told.complaints.contains("Typed with care"), "\(arguments)")
        }
        let lines = try await home.run(typing: "Typed with care\nline two\n", "add", "-")
        #expect(lines.code == 74 && lines.complaints.contains("Typed with care\nline two\n"), "\(lines)")
        try disk.makeRoom()
        #expect(try await home.titles("all") == ["saved"])
    }

    /// In blocks of 512 bytes: files of 512 bytes, with which the notebook cannot even be opened, and files of 40 KiB,
    /// with which it can and the long notes do not fit.
    @Test(arguments: [1, 80])
    func aLimitOnTheSizeOfFilesKillsNobody(blocks: Int) async throws {
        let home = try Home()
        #expect(try await home.run("add", "saved").code == 0)
        let told = try await Program.run(
            "daybook", ["add", "Typed with care", "--notes", Self.notes], home.settings,
            wrapper: ["sh", "-c", "ulimit -f \(blocks); exec \"$0\" \"$@\""])
        #expect(told.code == 74, "\(told.complaints.prefix(200))")
        #expect(told.complaints.contains("Typed with care\n"))
        #expect(told.complaints.contains("Line one of the notes\nline two\n"))
        #expect(try await home.titles("inbox") == ["saved"])
    }

    @Test func aFolderThatCannotBeMadeGivesTheTextBackToo() async throws {
        let home = try Home()
        // Where the folder should be is a file.
        try Data().write(to: home.notebook)
        let told = try await home.run("add", "Typed with care")
        #expect(told.code == 74, "\(told.complaints)")
        #expect(told.complaints.contains("This is what you wrote:\n\nTyped with care"))
    }
}
