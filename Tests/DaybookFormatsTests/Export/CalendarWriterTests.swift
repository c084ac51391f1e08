import DaybookFormats
import Foundation
import Seeds
import Testing

@Suite struct CalendarWriterTests {
    /// RFC 5545, 3.1: no line is longer than 75 bytes, and none is broken inside of a character.
    @Test func linesAreFoldedWhereTheyMayBe() throws {
        var random = RandomDrafts(seed: RandomSeed.current.value)
        let account = DraftedAccount(random: &random, tasks: 60)
        let bytes = account.file(.ics, date: "2026-11-21T09:15:00.000Z")
        var lines = 0
        for line in bytes.split(separator: 0x0A) {
            #expect(line.last == 0x0D && line.count <= 76, "\(RandomSeed.current)")
            #expect(String(validating: line, as: UTF8.self) != nil, "\(RandomSeed.current)")
            #expect(!line.dropLast().contains { $0 < 0x20 && $0 != 0x09 }, "\(RandomSeed.current)")
            lines += 1
        }
        #expect(lines > 500)
    }

    /// Whoever unfolds and unescapes gets the words that people wrote.
    @Test func textsComeBackWhereTheyCan() throws {
        var account = DraftedAccount()
        let title = "a;b,c\\d\nsecond " + String(repeating: "字😀", count: 50)
        account.tasks = [TaskDraft(.own(.zero), line: 0, title: title)]
        let text = String(decoding: account.file(.ics, date: "2026-11-21T09:15:00.000Z"), as: UTF8.self)
            .replacingOccurrences(of: "\r\n ", with: "")
        let summary = try #require(text.components(separatedBy: "\r\n").first { $0.hasPrefix("SUMMARY:") })
        #expect(
            summary == "SUMMARY:"
                + title.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: ";", with: "\\;")
                .replacingOccurrences(of: ",", with: "\\,").replacingOccurrences(of: "\n", with: "\\n"))
    }

    @Test func aStartAndADueDateAreNeverOfTwoTypes() {
        var task = TaskDraft(.own(.zero), line: 0, title: "x")
        task.scheduledDate = "2026-11-21"
        var account = DraftedAccount()
        account.tasks = [task]
        let dated = String(decoding: account.file(.ics, date: "2026-11-21T09:15:00.000Z"), as: UTF8.self)
        #expect(dated.contains("DTSTART;VALUE=DATE:20261121\r\n") && !dated.contains("DUE"))
        task.dueAt = "2026-11-21T18:00:00.000Z"
        account.tasks = [task]
        let due = String(decoding: account.file(.ics, date: "2026-11-21T09:15:00.000Z"), as: UTF8.self)
        #expect(due.contains("DUE:20261121T180000Z\r\n") && !due.contains("DTSTART"))
        #expect(due.contains("\"scheduledDate\":\"2026-11-21\""))
    }
}
