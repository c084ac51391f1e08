import Foundation
import Testing

/// Imports from the terminal: each is taken back as a whole and brought again, and tells where it stopped.
@Suite(.closing) struct ImportCommandTests {
    private let api: API

    init() async throws { api = try await API.serving() }

    private func homeWithAServer() async throws -> Home {
        let home = try Home()
        #expect(try await home.run("login", "http://127.0.0.1:\(api.port)").code == 0)
        return home
    }

    /// As a whole, before what was done here earlier, and without what others did since.
    @Test func anImportIsUndone() async throws {
        let home = try await homeWithAServer()
        #expect(try await home.run("lists", "--add", "Work").code == 0)
        let file = home.folder.appending(path: "todo.txt").path
        for isAlone in [true, false] {
            try "(A) Tea +Kitchen\nMilk \(isAlone)\n".write(toFile: file, atomically: true, encoding: .utf8)
            let made = try await home.run("import", file)
            #expect(made.code == 0 && made.output.contains("'daybook undo' takes all of it back."), "\(made)")
            if !isAlone {
                #expect(try await home.run("add", "Bread", "--plain").code == 0)
                #expect(try await home.run("undo").output == "Undone: added 'Bread'\n")
            }
            let away = try await home.run("undo", "--offline")
            #expect(away.code == 1 && away.complaints.contains("leave --offline away"), "\(away)")
            #expect(try await home.run("undo").output == "Undone: the import of 'todo.txt'\n")
            #expect(try await home.json("all")["tasks"].list.isEmpty)
            #expect(try await home.json("lists")["lists"].list.compactMap { $0["name"].text } == ["Work"])
        }
        #expect(try await home.run("undo").output == "Undone: added the list 'Work'\n")
        // The same file brings it again, and once that stands there is nothing to take back.
        let again = try await home.run("import", file)
        #expect(again.code == 0 && again.output.contains("daybook undo"), "\(again)")
        #expect(try await Set(home.json("all")["tasks"].list.compactMap { $0["title"].text }) == ["Tea", "Milk false"])
        let unchanged = try await home.run("import", file)
        #expect(unchanged.code == 0 && !unchanged.output.contains("daybook undo"), "\(unchanged)")
    }

    /// The clock was ahead when the file came, and was put right before the next change.
    @Test func aChangeAfterAnImportIsUndoneFirstWhateverTheClockSays() async throws {
        let home = try await homeWithAServer()
        let file = home.folder.appending(path: "todo.txt").path
        try "Tea\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await home.run("import", file).code == 0)
        let kept = home.notebook.appending(path: "last-imports.json")
        let written = try String(contentsOf: kept, encoding: .utf8)
        let ahead = written.replacing("\"at\":\"2", with: "\"at\":\"3")
        #expect(ahead != written)
        try ahead.write(to: kept, atomically: true, encoding: .utf8)
        #expect(try await home.run("add", "Bread", "--plain").code == 0)
        #expect(try await home.run("undo").output == "Undone: added 'Bread'\n")
        #expect(try await home.run("undo").output == "Undone: the import of 'todo.txt'\n")
    }

    /// In the order in which it all was undone, and not after something else was done.
    @Test func anImportThatWasUndoneIsDoneAgain() async throws {
        let home = try await homeWithAServer()
        let file = home.folder.appending(path: "todo.txt").path
        try "Tea\nMilk\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await home.run("add", "Bread", "--plain").code == 0)
        #expect(try await home.run("import", file).code == 0)
        let done = "the import of 'todo.txt'\n"
        #expect(try await home.run("undo").output == "Undone: \(done)")
        #expect(try await home.run("undo").output == "Undone: added 'Bread'\n")
        #expect(try await home.titles("inbox").isEmpty)
        #expect(try await home.run("redo").output == "Done again: added 'Bread'\n")
        let away = try await home.run("redo", "--offline")
        #expect(away.code == 1 && away.complaints.contains("leave --offline away"), "\(away)")
        #expect(try await home.run("redo").output == "Done again: \(done)")
        #expect(Set(try await home.titles("inbox")) == ["Bread", "Tea", "Milk"])
        #expect(try await home.run("redo").code == 1)
        #expect(try await home.run("undo").output == "Undone: \(done)")
        #expect(try await home.titles("inbox") == ["Bread"])
        #expect(try await home.run("add", "Salt", "--plain").code == 0)
        #expect(try await home.run("redo").complaints.contains("nothing to do again"))
    }

    @Test func importsAreUndoneOneAfterTheOther() async throws {
        let home = try await homeWithAServer()
        #expect(try await home.run("add", "Mine", "--plain").code == 0)
        for name in ["a", "b"] {
            let folder = home.folder.appending(path: name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let file = folder.appending(path: "todo.txt").path
            try "Of \(name)\n".write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try await home.run("import", file).code == 0)
        }
        #expect(try await home.run("undo").output == "Undone: the import of 'todo.txt'\n")
        #expect(Set(try await home.titles("inbox")) == ["Mine", "Of a"])
        #expect(try await home.run("undo").output == "Undone: the import of 'todo.txt'\n")
        #expect(try await home.titles("inbox") == ["Mine"])
        #expect(try await home.run("undo").output == "Undone: added 'Mine'\n")
    }

    /// As one deed of the server's, whatever its size, and without what was done since.
    @Test func anImportThatIsLargeIsUndoneByItself() async throws {
        let home = try await homeWithAServer()
        let file = home.folder.appending(path: "todo.txt").path
        try (0..<601).map { "Task \($0)\n" }.joined().write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await home.run("import", file).code == 0)
        #expect(try await home.run("add", "Bread", "--plain").code == 0)
        #expect(try await home.run("undo").output == "Undone: added 'Bread'\n")
        #expect(try await home.run("undo").output == "Undone: the import of 'todo.txt'\n")
        #expect(try await home.json("all")["tasks"].list.isEmpty)
    }

    @Test func anImportThatStopsTellsWhatItDid() async throws {
        let home = try await homeWithAServer()
        let file = home.folder.appending(path: "broken.json").path
        let row =
            #"{"description":"Milk","uuid":"00000000-0000-4000-8000-000000000001","entry":"20260101T000000Z","status":"pending"}"#
        try "[\(row),\n{\"description\":".write(toFile: file, atomically: true, encoding: .utf8)
        let told = try await home.run("import", file, "--format", "taskwarrior")
        #expect(told.code == 1 && told.output.contains("Made 1 task"), "\(told)")
        #expect(told.complaints.hasPrefix("daybook: The server refuses: "), "\(told)")
        #expect(try await home.titles("inbox") == ["Milk"])
        let json = try await home.run("import", file, "--format", "taskwarrior", "--json")
        #expect(json.code == 1 && JSON(json.output)["unchanged"]["tasks"].number == 1, "\(json)")
        #expect(JSON(json.complaints)["error"]["code"].text == "import_unreadable")
    }
}
