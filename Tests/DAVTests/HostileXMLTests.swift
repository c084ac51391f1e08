import TestWire
import Testing

@testable import DAV

/// Bodies made to hurt a reader. Each is refused, soon.
@Suite struct HostileXMLTests {
    private func violation(_ body: String) -> Violation? {
        do {
            _ = try XMLReader.read(Array(body.utf8))
            return nil
        } catch { return error }
    }

    @Test func aDocumentTypeIsRefusedAtItsFirstByte() throws {
        let bomb =
            "<?xml version=\"1.0\"?><!DOCTYPE b [<!ENTITY a0 \"lol\">"
            + (1..<12).map { n in "<!ENTITY a\(n) \"\(String(repeating: "&a\(n - 1);", count: 10))\">" }.joined()
            + "]><propfind xmlns=\"DAV:\"><prop><b>&a11;</b></prop></propfind>"
        let attributes =
            "<!DOCTYPE b [<!ATTLIST b " + (0..<60_000).map { "a\($0) CDATA \"x\" " }.joined() + ">]><b/>"
        for body in [
            bomb, attributes, "<!DOCTYPE b><b/>", "<!DOCTYPE b SYSTEM \"file:///etc/passwd\"><b/>",
            "<!DOCTYPE b [<!ENTITY % p SYSTEM \"http://127.0.0.1/\">%p;]><b/>",
        ] {
            measured {
                // The shortest of three: a machine under ours may take its time in between.
                let took = (0..<3).map { _ in
                    let start = ownTime()
                    _ = self.violation(body)
                    return ownTime() - start
                }
                #expect(took.min() ?? .zero < .milliseconds(10))
            }
            let violation = violation(body)
            #expect(violation?.status == 403)
            #expect(violation?.condition == .dav("no-external-entities"))
        }
    }

    @Test func depthCountAndLengthHaveBounds() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(violation(nested(32)) == nil)
        #expect(violation(nested(33))?.status == 400)
        func wide(_ count: Int) -> String { "<a>" + String(repeating: "<b/>", count: count - 1) + "</a>" }
        #expect(violation(wide(20_000)) == nil)
        #expect(violation(wide(20_001))?.status == 400)
        func long(_ count: Int) -> String { String(repeating: "x", count: count) }
        #expect(violation("<a>\(long(65_536))</a>") == nil)
        #expect(violation("<a>\(long(65_537))</a>")?.status == 400)
        #expect(violation("<a b=\"\(long(65_537))\"/>")?.status == 400)
    }

    @Test(arguments: [
        "", " ", "<", "<a>", "<a></b>", "</a>", "<a/><b/>", "<a b=1/>", "<a>&undefined;</a>", "<a>\u{0}</a>",
        "<a xmlns:p=\"\"/>", "<p:a/>", "<a b=\"1\" b=\"2\"/>", "<?xml version=\"1.0\" encoding=\"windows-1252\"?><a/>",
        "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a/>", "<a>]]></a>", "not xml", "{}",
    ])
    func whatIsNoDocumentIsRefused(body: String) {
        #expect(violation(body)?.status == 400)
    }

    @Test func bytesThatAreNoTextAreRefused() {
        let bodies: [[UInt8]] = [[0xFF], [0x3C, 0x61, 0xC3, 0x28, 0x3E], Array("<a>".utf8) + [0xED, 0xA0, 0x80]]
        for body in bodies {
            #expect(throws: Violation.self) { try XMLReader.read(body) }
        }
    }

    @Test func aParserThatStoppedReadsTheNextBody() throws {
        for _ in 0..<20 {
            #expect(violation("<!DOCTYPE b><b/>") != nil)
            #expect(violation("<a><b>") != nil)
            let element = try XMLReader.read(Array("<a xmlns=\"DAV:\" b=\"1\">x<c/>y</a>".utf8))
            #expect(element.name == .dav("a") && element.text == "xy" && element.attribute("b") == "1")
            #expect(element.children.map(\.name) == [.dav("c")])
        }
    }

    @Test func utf16IsRead() throws {
        let text = "<?xml version=\"1.0\" encoding=\"utf-16\"?><a>ü</a>"
        let letters: [[UInt8]] = text.utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let bytes: [UInt8] = [0xFF, 0xFE] + letters.joined()
        #expect(try XMLReader.read(bytes).text == "ü")
    }
}
