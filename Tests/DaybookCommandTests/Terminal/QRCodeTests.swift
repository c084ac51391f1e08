import Testing

@testable import daybook

@Suite struct QRCodeTests {
    static let link = "daybook://pair?server=https%3A%2F%2Ftasks.example.org&code=7KQ2-M9XD"

    @Test func aPictureHasTheThreeCornersThatReadersLookFor() throws {
        let code = try #require(QRCode(Self.link))
        let size = code.modules.count
        #expect(size >= 21 && (size - 17) % 4 == 0)
        #expect(code.modules.allSatisfy { $0.count == size })
        for (row, column) in [(0, 0), (0, size - 7), (size - 7, 0)] {
            for offset in 0..<7 {
                #expect(code.modules[row][column + offset] && code.modules[row + 6][column + offset])
                #expect(code.modules[row + offset][column] && code.modules[row + offset][column + 6])
            }
            #expect(!code.modules[row + 1][column + 1] && code.modules[row + 3][column + 3])
        }
    }

    /// What is drawn is the picture again, whichever half of a block a row is in.
    @Test func halfBlocksShowEveryModule() throws {
        let code = try #require(QRCode(Self.link))
        let lines = code.drawing(within: 80)
        var rows: [[Bool]] = []
        for line in lines {
            let blocks = line.filter { " ▀▄█".contains($0) }
            rows.append(blocks.map { "▀█".contains($0) })
            rows.append(blocks.map { "▄█".contains($0) })
        }
        for (row, modules) in code.modules.enumerated() {
            #expect(Array(rows[row + 2].dropFirst(2).dropLast(2)) == modules)
        }
        #expect(rows[0].allSatisfy { !$0 } && rows[1].allSatisfy { !$0 })
        #expect(code.drawing(within: 20).isEmpty)
        #expect(QRCode(String(repeating: "x", count: 10_000)) == nil)
    }
}
