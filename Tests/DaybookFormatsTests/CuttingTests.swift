import Testing

@testable import DaybookFormats

@Suite struct CuttingTests {
    private func lines(_ text: String, longest: Int = 1000, size: Int) -> [String] {
        var cutter = LineCutter(longest: longest)
        var lines: [String] = []
        func take(_ line: LineCutter.Line) {
            switch line {
            case .text(let bytes, let number): lines.append("\(number) \(String(decoding: bytes, as: UTF8.self))")
            case .tooLong(let number): lines.append("\(number) too long")
            }
        }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            cutter.cut(Array(bytes[start..<min(start + size, bytes.count)]), take)
        }
        cutter.finish(take)
        return lines
    }

    @Test(arguments: [1, 2, 3, 5, 100]) func linesEndInEitherWayAndKnowTheirNumber(size: Int) {
        #expect(lines("\u{FEFF}a\r\nb\n\nc", size: size) == ["1 a", "2 b", "3 ", "4 c"])
        #expect(lines("", size: size) == [])
    }

    @Test(arguments: [1, 4, 100]) func aLineThatIsTooLongIsPassedOverAlone(size: Int) {
        #expect(lines("ab\n0123456789\ncd", longest: 5, size: size).last == "3 cd")
        #expect(lines("ab\n0123456789\ncd", longest: 5, size: 1) == ["1 ab", "2 too long", "3 cd"])
        #expect(lines("ab\n0123456789", longest: 5, size: 1) == ["1 ab", "2 too long"])
    }

    private func pieces(
        _ text: String, opensObjects: Bool = true, longest: Int = 1000, size: Int
    ) throws(UnreadableSource) -> [String] {
        var cutter = JSONPieces(opensObjects: opensObjects, longest: longest)
        var pieces: [String] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try cutter.cut(Array(bytes[start..<min(start + size, bytes.count)])) { piece in
                let content = piece.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "?"
                pieces.append("\(piece.line) \(piece.member)\(piece.isElement ? "[]" : "") \(content)")
            }
        }
        try cutter.finish()
        return pieces
    }

    @Test(arguments: [1, 2, 3, 7, 1000]) func aDocumentFallsIntoItsMembersAndTheirElements(size: Int) throws {
        let text = """
            \u{FEFF}{ "at": "a\\"]}", "n": 12,
              "tasks": [ {"a": [1, "]"]},
                {"b": {}} ], "empty": [], "last": {"c": 1} }
            """
        #expect(
            try pieces(text, size: size) == [
                "1 at \"a\\\"]}\"", "1 n 12", "2 tasks[] {\"a\": [1, \"]\"]}", "3 tasks[] {\"b\": {}}",
                "3 last {\"c\": 1}",
            ])
    }

    @Test(arguments: [1, 3, 1000]) func anArrayFallsIntoItsElements(size: Int) throws {
        #expect(
            try pieces("[1, \"two\" , [3]]", size: size)
                == ["1 [] 1", "1 [] \"two\" ", "1 [] [3]"].map {
                    $0.replacing("\"two\" ", with: "\"two\"")
                })
        #expect(
            try pieces("{\"a\":1}\n{\"b\":2}\n", opensObjects: false, size: size) == [
                "1 [] {\"a\":1}", "2 [] {\"b\":2}",
            ])
    }

    @Test func whatIsTooLongIsPassedOverAlone() throws {
        #expect(
            try pieces("[[[[[[[[1]]]]]]],{},\"0123456789\",2]", longest: 5, size: 1) == [
                "1 [] ?", "1 [] {}", "1 [] ?", "1 [] 2",
            ])
    }

    @Test(arguments: [
        "", "{", "[", "[1", "{\"a\"", "{\"a\":", "{\"a\":[1", "x", "[1]]", "[1] 2", "{1:2}", "[}", "[1}", "{\"a\":}",
        "{\"a\":,1}", "{\"a\":[}}",
    ])
    func aDocumentThatIsBrokenIsSaidToBe(text: String) {
        #expect(throws: UnreadableSource.self) { try pieces(text, size: 3) }
    }
}
