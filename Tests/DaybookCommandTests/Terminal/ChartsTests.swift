import DaybookCore
import Testing

@testable import daybook

/// The pictures in letters, as somebody sees them.
@Suite struct ChartsTests {
    private let signs = Charts(style: TerminalStyle(colours: false, environment: ["LANG": "C.UTF-8"]))
    private let plain = Charts(style: TerminalStyle(colours: false, environment: ["LANG": "C"]))

    private func series(_ first: String, _ counts: [Int]) throws -> DailySeries {
        let from = try #require(CalendarDate(first))
        return DailySeries(from...from.adding(days: counts.count - 1), counts: counts)
    }

    @Test func barsStandOnTheirDates() throws {
        let quiet = [Int](repeating: 0, count: 16)
        let gap = String(repeating: " ", count: 16)
        let lines = signs.bars(try series("2026-11-01", [0, 1, 2, 4, 8, 16, 3] + quiet + [5]), height: 2)
        #expect(
            lines == [
                "16      █ \(gap) ", "    ▁▂▄██▃\(gap)▅", "   " + String(repeating: "▔", count: 24),
                "   2026-11-01    2026-11-24",
            ])
    }

    @Test func plainTerminalsGetLetters() throws {
        let lines = plain.bars(try series("2026-11-01", [0, 1, 2]), height: 6)
        #expect(lines == ["2   #", "   ##", "  ---", "  2026-11-01 to 2026-11-03"])
    }

    @Test func aWeekWithoutAnythingIsEmpty() throws {
        let lines = signs.bars(try series("2026-11-01", [0, 0, 0]))
        #expect(lines == ["0    ", "  ▔▔▔", "  2026-11-01 to 2026-11-03"])
    }

    @Test func aMapHasAColumnAWeek() throws {
        // 2026-11-01 is a Sunday.
        let lines = signs.map(try series("2026-11-01", [1, 2, 3, 4, 0, 0, 0, 4]), firstWeekday: 7)
        #expect(lines.count == 9)
        #expect(lines[1] == "Sun ░█")
        #expect(lines[2] == "    ▒ ")
        #expect(lines[3] == "Tue ▓ ")
        #expect(lines[0].hasPrefix("    Nov"))
        let monday = signs.map(try series("2026-11-01", [1, 2, 3, 4, 0, 0, 0, 4]), firstWeekday: 1)
        #expect(monday[1] == "Mon  ▒")
        #expect(monday[7] == "Sun ░█")
    }

    @Test func sharesHaveNamesAndPercents() throws {
        let shares = Distribution(["a": 3, nil: 1]).shares
        let lines = signs.balance(shares, width: 8) { $0 == nil ? "Inbox" : "Home\u{1B}[31m" }
        #expect(lines == ["Home\u{FFFD}[31m  ██████░░  75 %  3", "Inbox      ██░░░░░░  25 %  1"])
        #expect("日本語".aligned(left: 8) == "日本語  " && "日本語のリスト".shortened(to: 8) == "日本語…")
        let many = Distribution(Dictionary(uniqueKeysWithValues: (0..<20).map { ("k\($0)", 1) })).shares
        #expect(plain.balance(many) { $0 }.last?.hasPrefix("Everything else") == true)
    }
}
