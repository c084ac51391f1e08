import Testing

@testable import DAV

@Suite struct XMLWriterTests {
    @Test func textIsEscapedAndWhatNoDocumentCanHoldIsMarked() {
        var xml = XMLWriter()
        xml.text("a<b>&\"\r\n\u{1}ü")
        #expect(String(decoding: xml.bytes, as: UTF8.self) == "a&lt;b&gt;&amp;\"&#13;\n?ü")
        let asString = xml.take()
        xml.text(Array("a<b>&\"\r\n".utf8))
        #expect(asString.starts(with: xml.bytes))
    }

    @Test func aSpecialLetterIsEscapedAtAnyPlaceOfATextOfAnyLength() {
        let escaped: [(UInt8, String)] = [
            (0x26, "&amp;"), (0x3C, "&lt;"), (0x3E, "&gt;"), (0x0D, "&#13;"), (0x01, "?"), (0x1F, "?"),
            (0x0A, "\n"), (0x09, "\t"), (0x7F, "\u{7F}"),
        ]
        for length in 1...26 {
            for place in 0..<length {
                for (letter, told) in escaped {
                    var text = Array(repeating: UInt8(ascii: "w"), count: length)
                    text[place] = letter
                    var xml = XMLWriter()
                    xml.text(text)
                    let (before, behind) = (text[..<place], text[(place + 1)...])
                    #expect(
                        xml.bytes == Array(before) + Array(told.utf8) + Array(behind), "\(letter) \(place) \(length)")
                }
            }
        }
    }

    @Test func bytesFrom128OnStayAsTheyAre() {
        for length in 1...18 {
            let text = (0..<length).map { UInt8(0x80 + $0 * 7 % 0x80) }
            var xml = XMLWriter()
            xml.text(text)
            #expect(xml.bytes == text)
        }
    }

    @Test func anErrorNamesItsCondition() {
        let text = String(
            decoding: Violation(409, .calDAV("no-uid-conflict"), hrefs: ["/dav/c/1/2/a&b.ics"], "No").document,
            as: UTF8.self)
        #expect(text.hasPrefix(#"<?xml version="1.0" encoding="utf-8"?><D:error xmlns:D="DAV:""#))
        #expect(
            text.hasSuffix(
                "><C:no-uid-conflict><D:href>/dav/c/1/2/a&amp;b.ics</D:href></C:no-uid-conflict>"
                    + "<D:responsedescription>No</D:responsedescription></D:error>"))
    }
}
