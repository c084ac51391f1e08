import Testing

@testable import DAV

@Suite struct RequestTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func propfindAsksForSomeAllOrNames() throws {
        #expect(try PropertyRequest(propfind: []) == .all(and: []))
        #expect(
            try PropertyRequest(propfind: bytes("<propfind xmlns=\"DAV:\"><prop><getetag/></prop></propfind>"))
                == .only([.init(.dav("getetag"))]))
        #expect(
            try PropertyRequest(propfind: bytes("<x:propfind xmlns:x=\"DAV:\"><x:propname/></x:propfind>")) == .names)
        let all = "<propfind xmlns=\"DAV:\"><allprop/><include><acl/></include></propfind>"
        #expect(try PropertyRequest(propfind: bytes(all)) == .all(and: [.dav("acl")]))
        #expect(throws: Violation.self) { try PropertyRequest(propfind: bytes("<propfind xmlns=\"DAV:\"/>")) }
        #expect(throws: Violation.self) { try PropertyRequest(propfind: bytes("<prop xmlns=\"DAV:\"/>")) }
    }

    /// Each is written once for each of hundreds of resources.
    @Test func aPropertyIsAskedForOnceAndNotManyAre() throws {
        func asked(_ names: [String]) throws -> PropertyRequest {
            let inside = names.map { "<\($0)/>" }.joined()
            return try PropertyRequest(propfind: bytes("<propfind xmlns=\"DAV:\"><prop>\(inside)</prop></propfind>"))
        }
        let twice = try asked(["getetag", "displayname", "getetag"])
        #expect(twice == .only([.init(.dav("getetag")), .init(.dav("displayname"))]))
        #expect(try asked(Array(repeating: "getetag", count: 20_000 - 2)) == .only([.init(.dav("getetag"))]))
        _ = try asked((1...100).map { "p\($0)" })
        #expect(throws: Violation.self) { try asked((1...101).map { "p\($0)" }) }
        #expect(throws: Violation.self) { try asked([String(repeating: "p", count: 9_000)]) }
    }

    @Test func aSynchronisationSaysFromWhere() throws {
        func report(_ inner: String) throws -> Report {
            try Report(bytes("<sync-collection xmlns=\"DAV:\">\(inner)</sync-collection>"))
        }
        #expect(
            try report("<sync-token> data:,1 </sync-token><limit><nresults>5</nresults></limit><prop><getetag/></prop>")
                == .syncCollection(token: "data:,1", limit: 5, .only([.init(.dav("getetag"))])))
        #expect(try report("<sync-token/>") == .syncCollection(token: "", limit: nil, .only([])))
        for (inner, condition) in [
            ("", nil), ("<sync-token/><sync-level>infinite</sync-level>", Name.dav("sync-traversal-supported")),
            ("<sync-token/><limit><nresults>0</nresults></limit>", nil),
            ("<sync-token/><sync-level>2</sync-level>", nil),
        ] {
            #expect { try report(inner) } throws: { ($0 as? Violation)?.condition == condition }
        }
    }

    @Test func aMultigetNamesAtMostTwoThousand() throws {
        func report(_ count: Int) throws -> Report {
            let hrefs = String(repeating: "<D:href> /a </D:href>", count: count)
            return try Report(
                bytes(
                    #"<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">"#
                        + "\(hrefs)</C:calendar-multiget>"))
        }
        #expect(try report(2) == .multiget(hrefs: ["/a", "/a"], .only([])))
        #expect(throws: Violation.self) { try report(0) }
        #expect(throws: Violation.self) { try report(2_001) }
    }

    @Test func anUnknownReportNamesItsCondition() {
        #expect { try Report(bytes("<version-tree xmlns=\"DAV:\"/>")) } throws: {
            ($0 as? Violation)?.condition == .dav("supported-report")
        }
    }

    @Test func updatesKeepTheirOrder() throws {
        let body = """
            <propertyupdate xmlns="DAV:"><set><prop><displayname>A</displayname></prop></set>\
            <remove><prop><x xmlns="urn:x"/></prop></remove></propertyupdate>
            """
        let changes = try PropertyUpdate(proppatch: bytes(body)).changes
        #expect(changes.map(\.name) == [.dav("displayname"), Name(.other("urn:x"), "x")])
    }

    @Test func atMostTwoHundredPropertiesAreSetAtOnce() throws {
        func update(_ count: Int) throws -> PropertyUpdate {
            let inside = (0..<count).map { "<p\($0)/>" }.joined()
            let body = "<propertyupdate xmlns=\"DAV:\"><set><prop>\(inside)</prop></set></propertyupdate>"
            return try PropertyUpdate(proppatch: bytes(body))
        }
        #expect(try update(200).changes.count == 200)
        #expect { try update(201) } throws: { ($0 as? Violation)?.status == 507 }
    }

    @Test func aPropertyIsWrittenAsItWasRead() throws {
        let body =
            "<a xmlns=\"urn:x\" q=\"1&amp;&quot;\"><b xmlns:p=\"urn:p\" p:c=\"2\">t<D:d xmlns:D=\"DAV:\"/>u</b></a>"
        let element = try XMLReader.read(bytes(body))
        var xml = XMLWriter()
        xml.begin("D:prop", declaring: true)
        xml.write(element)
        xml.end("D:prop")
        let again = try XMLReader.read(xml.bytes)
        #expect(again.children.first { _ in true } == element)
    }

    @Test func everyLetterIsWrittenWhereverItStands() {
        for letter in UInt8.min...UInt8.max {
            let written: [UInt8] =
                switch letter {
                case UInt8(ascii: "&"): Array("&amp;".utf8)
                case UInt8(ascii: "<"): Array("&lt;".utf8)
                case UInt8(ascii: ">"): Array("&gt;".utf8)
                case 0x0D: Array("&#13;".utf8)
                case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F: [UInt8(ascii: "?")]
                default: [letter]
                }
            for before in 0..<10 {
                let (start, end) = (bytes(String(repeating: "a", count: before)), bytes("é and 9 more"))
                var xml = XMLWriter()
                xml.text(start + [letter] + end)
                #expect(xml.bytes == start + written + end, "\(letter) behind \(before)")
            }
        }
    }

    @Test(
        arguments: [
            ("/dav/c/a%20b/x.ics", ["dav", "c", "a b", "x.ics"]), ("http://h/dav/", ["dav", ""]), ("http://h", [""]),
            ("/a/%2e%2e/b", nil), ("/a%zz", nil), ("relative", nil), ("/a?b", nil), ("/a/../b", nil), ("/%40", ["@"]),
        ] as [(String, [String]?)])
    func hrefs(text: String, segments: [String]?) {
        #expect(Href.segments(text) == segments)
        let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        for byte in UInt8(0)..<128 {
            let letter = String(Unicode.Scalar(byte))
            #expect((Href.encoded(letter) == letter) == unreserved.contains(letter), "\(byte)")
        }
        #expect(Href.encoded("a b@c/ü~") == "a%20b%40c%2F%C3%BC~")
    }
}
