/// The head of a request as it came: its bytes, once, and where in them things lie. Strings are made when asked for.
final class RequestHead: Sendable {
    struct Line {
        let nameStart: UInt32
        let nameEnd: UInt32
        let valueStart: UInt32
        let valueEnd: UInt32

        var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }

        init(name: Range<Int>, value: Range<Int>) {
            nameStart = UInt32(truncatingIfNeeded: name.lowerBound)
            nameEnd = UInt32(truncatingIfNeeded: name.upperBound)
            valueStart = UInt32(truncatingIfNeeded: value.lowerBound)
            valueEnd = UInt32(truncatingIfNeeded: value.upperBound)
        }
    }

    let bytes: [UInt8]
    let method: Method
    let methodRange: Range<Int>
    let path: Range<Int>
    /// Without its question mark; nil where the target has none.
    let query: Range<Int>?
    let lines: [Line]

    init(bytes: [UInt8], methodRange: Range<Int>, path: Range<Int>, query: Range<Int>?, lines: [Line]) {
        self.bytes = bytes
        self.methodRange = methodRange
        self.path = path
        self.query = query
        self.lines = lines
        method = Method(bytes.span.extracting(methodRange))
    }

    /// A head that never was on a wire, for tests and for requests the process makes to itself.
    convenience init(method: String, target: String, fields: KeyValuePairs<String, String>) {
        var bytes = Array(method.utf8)
        let methodRange = 0..<bytes.count
        let start = bytes.count
        bytes.append(contentsOf: target.utf8)
        let question = bytes[start...].firstIndex(of: 0x3F)
        let path = start..<(question ?? bytes.count)
        let query = question.map { $0 + 1..<bytes.count }
        var lines: [Line] = []
        for (name, value) in fields {
            let nameStart = bytes.count
            bytes.append(contentsOf: name.utf8)
            let valueStart = bytes.count
            bytes.append(contentsOf: value.utf8)
            lines.append(Line(name: nameStart..<valueStart, value: valueStart..<bytes.count))
        }
        self.init(bytes: bytes, methodRange: methodRange, path: path, query: query, lines: lines)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
