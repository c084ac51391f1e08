import Testing

@testable import DAV

@Suite struct MultistatusTests {
    @Test func anAnswerIsReadAsItWasMeant() throws {
        var document = Multistatus()
        document.beginResponse("/a&b")
        document.beginProperties()
        document.xml.element("D:getetag", "\"1\"")
        document.endProperties()
        document.properties([.dav("x"), Name(.other("urn:<y>"), "y")], 404)
        document.endResponse()
        document.response("/gone", 404)
        document.response("/", 507, condition: .dav("number-of-matches-within-limits"), "More")
        document.end()
        let responses = Array(try XMLReader.read(document.take()).children)
        #expect(document.count == 0)
        #expect(responses.map { $0.first(.dav("href"))?.text } == ["/a&b", "/gone", "/"])
        let found = responses[0].children.filter { $0.name == .dav("propstat") }
        #expect(found.map { $0.first(.dav("status"))?.text } == ["HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found"])
        let missing = found[1].first(.dav("prop"))?.children.map(\.name)
        #expect(missing == [.dav("x"), Name(.other("urn:<y>"), "y")])
        #expect(responses[1].first(.dav("status"))?.text == "HTTP/1.1 404 Not Found")
        #expect(
            responses[2].first(.dav("error"))?.children.first { _ in true }?.name.local
                == "number-of-matches-within-limits")
    }
}
