import Testing

@testable import HTTPParser

/// The masks against the lists of RFC 9110 and RFC 3986, for every byte there is.
@Suite struct ByteClassTests {
    private let alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    private func check(_ listed: String, _ isIn: (UInt8) -> Bool) {
        let listed = Set(listed.utf8)
        for byte in UInt8.min...UInt8.max { #expect(isIn(byte) == listed.contains(byte), "byte \(byte)") }
    }

    @Test func classesAreWhatTheStandardsList() {
        check("!#$%&'*+-.^_`|~" + alphanumeric) { ByteClass.isToken($0) }
        check("-._~!$&'()*+,;=:@/" + alphanumeric) { ByteClass.isPath($0) }
        check("-._~!$&'()*+,;=:@/?[]{}|^`" + alphanumeric) { ByteClass.isQuery($0) }
        check("-._~" + alphanumeric) { ByteClass.isHostName($0) }
        check("0123456789") { ByteClass.isDigit($0) }
        check("0123456789abcdefABCDEF") { ByteClass.hexValue($0) != nil }
        check(" \t") { ByteClass.isBlank($0) }
        for byte in UInt8.min...UInt8.max {
            #expect(ByteClass.isFieldValue(byte) == (byte == 9 || (byte >= 32 && byte != 127)))
        }
    }

    @Test func hexDigitsHaveTheirValues() {
        for value in UInt8(0)..<16 {
            let digit = String(value, radix: 16)
            #expect(digit.utf8.first.flatMap { ByteClass.hexValue($0) } == value)
            #expect(digit.uppercased().utf8.first.flatMap { ByteClass.hexValue($0) } == value)
        }
    }
}

@Suite struct EscapesTests {
    private func text(_ escaped: String, plusIsSpace: Bool = false) -> String? {
        let bytes = Array(escaped.utf8)
        return Escapes.text(bytes.span, 0..<bytes.count, plusIsSpace: plusIsSpace)
    }

    private func fault(_ bytes: [UInt8]) -> Refusal? { Escapes.fault(bytes.span, 0..<bytes.count) }

    @Test func textIsDecoded() {
        #expect(text("") == "")
        #expect(text("caf%C3%a9%2F+%25") == "café/+%")
        #expect(text("a+b", plusIsSpace: true) == "a b")
        #expect(text("%F0%9F%8D%9E") == "🍞")
        for bad in ["%", "%4", "%zz", "%00", "%ff", "%c3", "%e2%82", "a%"] { #expect(text(bad) == nil) }
    }

    /// Every sequence of one to three bytes at the borders of the table of RFC 3629 is judged as the standard library
    /// does.
    @Test func utf8IsJudgedAsTheStandardLibraryDoes() {
        let edges: [UInt8] = [
            0x01, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
            0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        var sequences: [[UInt8]] = edges.map { [$0] }
        for _ in 0..<3 {
            sequences += sequences.filter { $0.count < 4 }.flatMap { one in edges.map { one + [$0] } }.prefix(40_000)
        }
        for sequence in Set(sequences) {
            let expected = String(validating: sequence, as: UTF8.self) != nil
            let escaped = sequence.flatMap { Array(("%" + ($0 < 16 ? "0" : "") + String($0, radix: 16)).utf8) }
            if (fault(escaped) == nil) != expected { Issue.record("\(sequence)") }
        }
    }
}
