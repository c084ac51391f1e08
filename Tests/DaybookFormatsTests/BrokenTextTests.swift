import DaybookFormats
import Testing

@testable import DaybookCore

/// Files of which a part is not UTF-8: an older program's, or one that broke on its way.
@Suite struct BrokenTextTests {
    private static let latin: [UInt8] = [0x62, 0xFC, 0x72, 0x6F]

    @Test(arguments: [
        (Format.csv, "id,text\n00000000-0000-4000-8000-000000000001,Milk\n00000000-0000-4000-8000-000000000002,", 3),
        (.todoTxt, "Milk\n", 2),
        (.todoistCSV, "TYPE,CONTENT\ntask,Milk\ntask,", 3),
        (.ics, "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:", 4),
    ])
    func theReportSaysWhere(format: Format, head: String, line: Int) {
        let end = format == .ics ? "\nEND:VTODO\nEND:VCALENDAR\n" : "\n"
        let file = ReadFile(Array(head.utf8) + Self.latin + Array(end.utf8), as: format)
        #expect(file.tasks.last?.title == "b\u{FFFD}ro")
        #expect(file.report.remarks.map(\.code) == [.notUnderstood])
        #expect(file.report.remarks.map(\.line) == [line])
    }

    /// The sign itself is a text as any other.
    @Test(arguments: [
        (Format.csv, "id,text\n00000000-0000-4000-8000-000000000001,a\u{FFFD}\n"), (.todoTxt, "a\u{FFFD}\n"),
        (.todoistCSV, "TYPE,CONTENT\ntask,a\u{FFFD}\n"),
    ])
    func theSignItselfIsNoFault(format: Format, text: String) {
        let file = ReadFile(text, as: format)
        #expect(file.tasks.map(\.title) == ["a\u{FFFD}"] && file.report.remarks.isEmpty)
    }
}
