import DaybookCore
import DaybookFormats
import Foundation
import Seeds
import Testing

/// What is written is read back as it was, whatever is in it.
@Suite struct RoundTripTests {
    @Test(arguments: [ExportFormat.json, .ndjson, .csv])
    func everyOwnFormatIsReadAsItWasWritten(_ format: ExportFormat) throws {
        var random = RandomDrafts(seed: RandomSeed.current.value)
        let reading = try #require(Format(rawValue: format.rawValue))
        for round in 0..<40 {
            let account = DraftedAccount(random: &random, tasks: round)
            let bytes = account.file(format, date: "2026-11-21T09:15:00.000Z")
            #expect(Format.detect(bytes) == reading)
            let whole = ReadFile(bytes, as: reading)
            #expect(whole.failure == nil && whole.report.refused == 0, "\(whole.report.remarks)")
            #expect(DraftedAccount(whole.drafts) == account, "\(RandomSeed.current), round \(round)")
            // Cut anywhere, and written in parts.
            let size = 1 + random.random.below(500)
            #expect(DraftedAccount(ReadFile(bytes, as: reading, cutting: size).drafts) == account)
            #expect(account.file(format, date: "2026-11-21T09:15:00.000Z", takingParts: true) == bytes)
            // And again.
            #expect(DraftedAccount(whole.drafts).file(format, date: "2026-11-21T09:15:00.000Z") == bytes)
        }
    }

    /// A file that was cut off is never taken for a whole one; a table has no end of its own, so only its quotes tell.
    @Test(arguments: [ExportFormat.json, .ndjson])
    func aFileThatWasCutOffSaysSo(_ format: ExportFormat) throws {
        var random = RandomDrafts(seed: 7)
        let account = DraftedAccount(random: &random, tasks: 5)
        let bytes = account.file(format, date: "2026-11-21T09:15:00.000Z")
        let reading = try #require(Format(rawValue: format.rawValue))
        for length in stride(from: 1, to: bytes.count - 2, by: 97) {
            #expect(ReadFile(Array(bytes[..<length]), as: reading).failure != nil, "\(length) of \(bytes.count)")
        }
    }

    @Test func oneBrokenTaskIsRefusedAndTheOthersAreRead() throws {
        let text = """
            {"exportDate":"2026-02-11T15:30:00Z","appVersion":"1.0.0","tasks":[
            {"id":"550e8400-e29b-41d4-a716-446655440000","text":"One","state":"active","sortOrder":0},
            {"id":"no uuid","text":"Two"},
            {"id":"550e8400-e29b-41d4-a716-446655440001","text":"Three","state":"notStarted","sortOrder":2,"effort":3}
            ],"form":1,"surprise":[1]}
            """
        let file = ReadFile(text, as: .json)
        #expect(file.failure == nil)
        #expect(file.tasks.map(\.title) == ["One", "Three"])
        #expect(file.tasks[1].unknown == [JSONMember("effort", 3)])
        #expect(file.report.refused == 2)
        #expect(file.report.remarks.first?.line == 3)
        let first = try #require(file.tasks[0].sortOrder)
        #expect(first < (try #require(file.tasks[1].sortOrder)))
    }

    @Test func aNewerFormIsLeftAlone() {
        #expect(ReadFile(#"{"exportDate":"","form":2,"tasks":[]}"#, as: .json).failure?.code == .otherFormat)
        #expect(ReadFile(#"{"type":"export","form":9}"#, as: .ndjson).failure?.code == .otherFormat)
        #expect(ReadFile("name,age\r\n", as: .csv).failure?.code == .otherFormat)
    }

    /// A spreadsheet writes other separators, drops quotes and columns, and knows lists by their names.
    @Test func aTableThatASpreadsheetSavedIsRead() throws {
        let text = "text;id;list;sticky\n'=1+1;550e8400-e29b-41d4-a716-446655440000;Home;TRUE\n"
        let file = ReadFile(text, as: .csv)
        #expect(file.failure == nil && file.report.refused == 0)
        let task = try #require(file.tasks.first)
        #expect(task.title == "=1+1" && task.sticky && task.list == .named("Home"))
        #expect(file.lists.map(\.title) == ["Home"])
    }
}
