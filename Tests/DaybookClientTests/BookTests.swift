import DaybookCore
import Foundation
import Testing

@testable import DaybookClient

/// What lies in the store belongs to a book, also where the store was made before there were any.
@Suite struct BookTests {
    let folder = Folder()
    let standIn = StandIn()
    let time = TestTime()

    private static let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/notebooks")

    /// A notebook as release 0.1.0 left it, or one before redo.
    private func oldNotebook(version: Int64) throws -> URL {
        let home = folder.at("old-\(version)-\(UUID())")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let connection = try Connection(path: home.appending(path: "notebook.sqlite").path)
        let fixture = Self.fixture.appending(path: version > 2 ? "version-5.sql" : "version-2.sql")
        try connection.execute(try String(contentsOf: fixture, encoding: .utf8))
        switch version {
        case 1: try connection.execute("ALTER TABLE standing DROP COLUMN shift; PRAGMA user_version = 1")
        case 3: try connection.execute("DROP TABLE shown_reminder; DROP TABLE outage; PRAGMA user_version = 3")
        case 4: try connection.execute("DROP TABLE outage; PRAGMA user_version = 4")
        default: break
        }
        return home
    }

    private static func schema(_ connection: Connection) throws -> [String] {
        var texts: [String] = []
        try connection.each("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name") {
            (row) throws(StoreError) in texts.append(row.text(0) ?? "")
        }
        return texts
    }

    @Test(arguments: [1, 2] as [Int64]) func aStoreOfBeforeHasEverythingInTheAccountsOwnBook(version: Int64)
        async throws
    {
        let home = try oldNotebook(version: version)
        let notebook = try Notebook(folder: home, transport: standIn, time: time.source)
        #expect(await notebook.titles == ["Read", "Water the plants", "Only here"])
        #expect(await notebook.snapshot.lists.map(\.name) == ["Home"])
        #expect(await notebook.settings.rollover == .backlog)
        let status = await notebook.status
        #expect(status.pending == 1 && status.refused == 1)
        #expect(status.account == Identifier("1b47a7ca-630b-4131-9e23-ebbf0afe2885"))
        #expect(await notebook.base.revision == 5)
        #expect(await notebook.replica.cursor?.revision == 5)
        #expect(try await notebook.deeds().count == 5)
        #expect(try await notebook.onDisk("SELECT count(*) FROM book") == 1)
        for table in ["row", "operation", "refusal", "deed"] {
            let strays = "SELECT count(*) FROM \(table) WHERE book <> (SELECT account FROM standing)"
            #expect(try await notebook.onDisk(strays) == 0)
        }
        // It goes on: what waits goes up, and an undo finds what was done before.
        #expect(try await notebook.undo() != nil)
        #expect(await notebook.titles == ["Read", "Water the plants"])
        let again = try Notebook(folder: home, transport: standIn, time: time.source)
        #expect(await again.titles == ["Read", "Water the plants"])
    }

    /// Rows of a server, five changes that wait, one that gave way in two fields, one that was refused, and what was
    /// undone before the server knew of it and after.
    @Test(arguments: [3, 4, 5] as [Int64]) func aStoreOfBeforeRedoHasEverything(version: Int64) async throws {
        let home = try oldNotebook(version: version)
        time.state.withLock { $0.now = Instant(milliseconds: 1_795_874_400_000) }
        var notebook = try Notebook(folder: home, transport: standIn, time: time.source)
        #expect(await notebook.titles == ["Water the plants", "Renamed again", "Read there", "Only here"])
        #expect(await notebook.snapshot.lists.map(\.name) == ["Books"])
        #expect(await notebook.settings.rollover == .backlog)
        let status = await notebook.status
        #expect(status.pending == 5 && status.refused == 1 && status.conflicts == 1)
        #expect(try await notebook.lostChanges().map { $0.conflicts.map(\.mine) } == [["Read here", "mine"]])
        #expect(try await notebook.refusedChanges().map(\.sentence) == ["The title is too long"])
        let deeds = try await notebook.deeds()
        #expect(
            deeds.map(\.wasUndone) == [false, true, true] + [false, false] + [true, true, true]
                + [false, false, false, false, false, false])
        // What was undone before is passed over, as it was, and nothing of it is done again.
        #expect(try await notebook.redo() == nil)
        for (title, isThere) in [("Renamed again", false), ("Pack", true), ("Only here", false)] {
            #expect(try await notebook.undo()?.kept == [])
            notebook = try Notebook(folder: home, transport: standIn, time: time.source)
            #expect(await notebook.titles.contains(title) == isThere)
        }
        #expect(await notebook.titles == ["Water the plants", "Before the account", "Read there", "Pack"])
        for _ in 0..<3 { #expect(try await notebook.redo()?.kept == []) }
        #expect(await notebook.titles == ["Water the plants", "Renamed again", "Read there", "Only here"])
        // An undoing of before is still taken back by its name.
        let undoing = try #require(deeds.first { $0.wasUndone })
        #expect(try await notebook.undo(undoing.opId) != nil)
    }

    @Test func aStoreThatGrewUpIsAsOneThatWasMadeToday() throws {
        let new = try StoredBook(folder: folder.at("new"), time: time.source)
        for version in [2, 3, 4, 5] as [Int64] {
            let old = try StoredBook(folder: oldNotebook(version: version), time: time.source)
            #expect(try Self.schema(old.store.connection) == Self.schema(new.store.connection))
            #expect(try old.store.connection.number("PRAGMA user_version") == Store.version)
        }
    }

    @Test func theRowsOfAnotherBookAreNotTheAccounts() async throws {
        let notebook = try Notebook(folder: folder.at("phone"), transport: standIn, time: time.source)
        try await notebook.begin(on: server)
        try await notebook.add("mine")
        await notebook.sync()
        // As a shared list will lie beside it.
        try await notebook.execute(
            """
            INSERT INTO book (id, revision, replaced) VALUES ('shared', 9, 0);
            INSERT INTO row SELECT 'shared', kind, 'x' || id, '{}', stamp + 1 FROM row;
            INSERT INTO operation (book, op_id, state, document) VALUES ('shared', 'x', 1, '{}');
            UPDATE standing SET generation = generation + 1;
            """)
        try await notebook.refresh()
        #expect(await notebook.titles == ["mine"])
        let again = try Notebook(folder: folder.at("phone"), transport: standIn, time: time.source)
        #expect(await again.titles == ["mine"])
        #expect(await again.status.pending == 0)
        // Another account's rows take the place of the account's own alone.
        try await again.add("also mine")
        await again.sync()
        #expect(try await again.onDisk("SELECT count(*) FROM operation WHERE book = 'shared' AND state = 1") == 1)
        #expect(try await again.onDisk("SELECT count(*) FROM row WHERE book = 'shared'") ?? 0 > 0)
    }
}
