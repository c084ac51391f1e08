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
