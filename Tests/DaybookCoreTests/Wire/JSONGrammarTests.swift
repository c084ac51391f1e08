import Testing

@testable import DaybookCore

/// RFC 8259 case by case: what must be taken, what must be refused and with which code at which byte.
@Suite struct JSONGrammarTests {
    static let accepted: [String] = [
        "null", "true", "false", "0", "-0", "1", "-1", "10", "0.0", "1.5", "-1.5e10", "1E5", "1e+5", "1e-5", "0e0",
        "123456789012345678901234567890", "1e400", "\"\"", "\"a\"", "\" \"", "\"\\\"\"", "\"\\\\\"", "\"\\/\"",
        "\"\\b\\f\\n\\r\\t\"", "\"\\u0000\"", "\"\\u00e9\"", "\"\\u00E9\"", "\"\\ud83d\\ude00\"", "\"\\uD834\\uDD1E\"",
        "\"\\uFFFF\"", "\"é\"", "\"😀\"", "\"\u{7F}\"", "\"\u{2028}\u{2029}\"", "[]", "[ ]", "[1]", "[1,2]", "[ 1 , 2 ]",
        "[[]]", "[[],[]]", "[{}]", "[null,true,false]", "{}", "{ }", "{\"a\":1}", "{ \"a\" : 1 }", "{\"a\":1,\"b\":2}",
        "{\"\":0}", "{\"a\":{\"b\":[1,{\"c\":null}]}}", " 1 ", "\t1\n", "\r\n[]\r\n", "{\"a\":\"b\"}\n", "[-0.0]",
        "[1e1,0.1e-1]", "{\"\\u0061\":1}", "[\"\\uDBFF\\uDFFF\"]",
    ]

    static let refused: [(String, WireError.Code, Int)] = [
        ("", .truncated, 0), (" ", .truncated, 1), ("nul", .truncated, 3), ("nulL", .syntax, 3), ("True", .syntax, 0),
        ("tru ", .syntax, 3), ("NaN", .syntax, 0), ("Infinity", .syntax, 0), ("-Infinity", .number, 1),
        ("undefined", .syntax, 0), ("'a'", .syntax, 0), ("a", .syntax, 0), ("+1", .syntax, 0), (".5", .syntax, 0),
        ("-", .truncated, 1), ("-a", .number, 1), ("01", .number, 1), ("-01", .number, 2), ("00", .number, 1),
        ("1.", .truncated, 2), ("1.e5", .number, 2), ("1e", .truncated, 2), ("1e+", .truncated, 3),
        ("1eE5", .number, 2),
        ("0x10", .number, 1), ("1_000", .number, 1), ("1a", .number, 1), ("1 2", .trailing, 2), ("[] []", .trailing, 3),
        ("\"", .truncated, 1), ("\"a", .truncated, 2), ("\"\\", .truncated, 2), ("\"\\x41\"", .escape, 2),
        ("\"\\'\"", .escape, 2), ("\"\\u12\"", .escape, 5), ("\"\\u12G4\"", .escape, 5), ("\"\\u", .truncated, 3),
        ("\"\\U0041\"", .escape, 2), ("\"\\ud800\"", .surrogate, 1), ("\"\\udc00\"", .surrogate, 1),
        ("\"\\ud800\\u0041\"", .surrogate, 1), ("\"\\ud800\\ud800\"", .surrogate, 1), ("\"\\ud800a\"", .surrogate, 1),
        ("\"\n\"", .control, 1), ("\"\t\"", .control, 1), ("\"a\u{0}b\"", .control, 2), ("\"\u{1F}\"", .control, 1),
        ("[", .truncated, 1), ("[1", .truncated, 2), ("[1,", .truncated, 3), ("[1,]", .syntax, 3), ("[,1]", .syntax, 1),
        ("[1 2]", .syntax, 3), ("[1,,2]", .syntax, 3), ("[1}", .syntax, 2), ("]", .syntax, 0), ("[]]", .trailing, 2),
        ("{", .truncated, 1), ("{\"a\"", .truncated, 4), ("{\"a\":", .truncated, 5), ("{\"a\":1", .truncated, 6),
        ("{\"a\":1,", .truncated, 7), ("{\"a\":1,}", .syntax, 7), ("{,}", .syntax, 1), ("{a:1}", .syntax, 1),
        ("{'a':1}", .syntax, 1), ("{\"a\" 1}", .syntax, 5), ("{\"a\"=1}", .syntax, 4), ("{\"a\":}", .syntax, 5),
        ("{1:1}", .syntax, 1), ("{\"a\":1]", .syntax, 6), ("{\"a\":1 \"b\":2}", .syntax, 7), ("{null:1}", .syntax, 1),
        ("// c\n1", .syntax, 0), ("/* c */1", .syntax, 0), ("[1]#", .trailing, 3), ("\u{FEFF}1", .syntax, 0),
        ("\u{A0}1", .syntax, 0), ("\u{B}1", .syntax, 0), ("\u{C}1", .syntax, 0), ("[1\u{C}]", .number, 2),
    ]

    static let badUTF8: [([UInt8], Int)] = [
        ([0x22, 0x80, 0x22], 1), ([0x22, 0xC0, 0xAF, 0x22], 1), ([0x22, 0xC1, 0x81, 0x22], 1),
        ([0x22, 0xE0, 0x80, 0xAF, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
        ([0x22, 0xF0, 0x80, 0x80, 0xAF, 0x22], 1),
        ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1), ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], 1), ([0x22, 0xFF, 0x22], 1),
        ([0x22, 0x61, 0xC3, 0x22], 2), ([0x22, 0x61, 0xE2, 0x82, 0x22], 2), ([0x22, 0xC3, 0x28, 0x22], 1),
    ]

    static func skim(_ bytes: [UInt8], depthLimit: Int = 64) throws(WireError) {
        var reader = JSONReader(bytes, depthLimit: depthLimit)
        try reader.skipValue()
        try reader.end()
    }

    @Test(arguments: accepted) func takes(_ document: String) throws { try Self.skim(Array(document.utf8)) }

    @Test(arguments: refused) func refuses(_ document: String, _ code: WireError.Code, _ offset: Int) {
        let error = #expect(throws: WireError.self) { try Self.skim(Array(document.utf8)) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    @Test(arguments: badUTF8) func refusesBadUTF8(_ document: [UInt8], _ offset: Int) {
        let error = #expect(throws: WireError.self) { try Self.skim(document) }
        #expect(error?.code == .encoding)
        #expect(error?.offset == offset)
    }

    @Test func boundsDepth() throws {
        let nested = { (depth: Int) in
            Array(String(repeating: "[", count: depth).utf8) + Array(repeating: 0x5D, count: depth)
        }
        try Self.skim(nested(64))
        let error = #expect(throws: WireError.self) { try Self.skim(nested(65)) }
        #expect(error?.code == .depth)
        #expect(error?.offset == 64)
        // A depth that would overflow any stack is refused just as early.
        #expect(throws: WireError.self) { try Self.skim(Array(repeating: 0x5B, count: 1_000_000)) }
        try Self.skim(nested(3), depthLimit: 3)
        #expect(throws: WireError.self) { try Self.skim(nested(4), depthLimit: 3) }
    }

    @Test(arguments: [
        ("[1,[2,x]]", "[1][1]"), ("{\"ops\":[{\"fields\":{\"title\":tru}}]}", "ops[0].fields.title"),
        ("{\"ops\":[{},{},{\"at\":\"\\q\"}]}", "ops[2].at"), ("{\"a\":{\"b\":1},\"c\":-}", "c"),
        ("{\"a\":[1,2,3],\"b\":[[],x]}", "b[1]"),
        ("x", ""), ("{\"Buy milk for Jana\":x}", "?"), ("{\"a\\\"b\":x}", "?"), ("{\"k\":\"[{,\",\"l\":x}", "l"),
    ])
    func namesThePath(_ document: String, _ path: String) {
        let error = #expect(throws: WireError.self) { try Self.skim(Array(document.utf8)) }
        #expect(error?.path == path)
    }
}
