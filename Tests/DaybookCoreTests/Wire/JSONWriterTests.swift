import Seeds
import Testing

@testable import DaybookCore

@Suite struct JSONWriterTests {
    static func text(pretty: Bool = false, _ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(pretty: pretty)
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", #""""#), ("a", #""a""#), ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#),
        ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
        ("\u{0}\u{1}\u{1F}", #""\u0000\u0001\u001f""#), ("\u{7F}", "\"\u{7F}\""), ("é😀", #""é😀""#),
        ("\u{2028}", "\"\u{2028}\""),
    ])
    func strings(_ value: String, _ json: String) { #expect(Self.text { $0.string(value) } == json) }

    @Test(arguments: [
        (0, "0"), (-1, "-1"), (10, "10"), (Int64.max, "9223372036854775807"), (.min, "-9223372036854775808"),
    ])
    func integers(_ value: Int64, _ json: String) { #expect(Self.text { $0.integer(value) } == json) }

    static let value: JSONValue = .object([
        JSONMember("a", 1), JSONMember("b", .array([true, nil, .array([]), .object([])])), JSONMember("c d", "x "),
        JSONMember("e", .object([JSONMember("f", .array([.array([1])]))])),
    ])

    @Test func compact() {
        #expect(Self.text { $0.value(Self.value) } == #"{"a":1,"b":[true,null,[],{}],"c d":"x ","e":{"f":[[1]]}}"#)
    }

    /// Requirements 9: the export is pretty-printed.
    @Test func pretty() throws {
        let expected = """
            {
              "a": 1,
              "b": [
                true,
                null,
                [],
                {}
              ],
              "c d": "x ",
              "e": {
                "f": [
                  [
                    1
                  ]
                ]
              }
            }
            """
        #expect(Self.text(pretty: true) { $0.value(Self.value) } == expected)
        #expect(Self.text(pretty: true) { $0.value([]) } == "[]")
        #expect(Self.text(pretty: true) { $0.string("a ") } == "\"a \"")
        var random = SeededRandom(.current)
        for _ in 0..<200 {
            let value = JSONValue.random(depth: 4, using: &random)
            var writer = JSONWriter(pretty: true)
            writer.value(value)
            #expect(try JSONValue(json: writer.bytes) == value, "\(RandomSeed.current)")
        }
    }

    @Test func aWriterIsUsedAgain() {
        var writer = JSONWriter(reserving: 100)
        writer.value(Self.value)
        writer.reset()
        writer.value([1])
        #expect(writer.bytes == Array("[1]".utf8))
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
