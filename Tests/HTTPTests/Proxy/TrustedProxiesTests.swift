import Testing

@testable import HTTP

@Suite struct TrustedProxiesTests {
    private let networks = ["10.0.0.0/8", "2001:db8:aaaa::/48"].compactMap { Network($0) }

    /// Who is believed to ask, and whether the connection is believed to be secure.
    private func client(
        _ source: TrustedProxies.Source, from peer: String = "10.0.0.1", _ fields: KeyValuePairs<String, String>
    ) async throws -> String {
        let peer = SocketAddress(address: try #require(IPAddress(peer)), port: 7)
        let response = try await forwardedClients(TrustedProxies(networks, source: source))(
            Request("GET", "/", fields: fields, peer: peer)
        ) { request in
            #expect(request.peer == peer)
            return .text("\(request.client)\(request.isSecure ? " secure" : "")")
        }
        return String(decoding: try await response.collectBody(), as: UTF8.self)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1:0"), ("198.51.100.9, 192.0.2.1", "192.0.2.1:0"),
        ("192.0.2.1, 10.2.2.2", "192.0.2.1:0"),
        ("198.51.100.9, 192.0.2.1, 10.3.3.3,10.2.2.2", "192.0.2.1:0"), ("10.4.4.4, 10.2.2.2", "10.4.4.4:0"),
        ("192.0.2.1:4711", "192.0.2.1:4711"), ("[2001:db8::1]:443", "[2001:db8::1]:443"),
        ("2001:db8::1", "[2001:db8::1]:0"),
        ("192.0.2.1, 2001:db8:aaaa::1", "192.0.2.1:0"),
        // What makes no sense ends the search; the last hop that did counts.
        ("192.0.2.1, unknown", "10.0.0.1:7"), ("192.0.2.1, unknown, 10.2.2.2", "10.2.2.2:0"), ("", "10.0.0.1:7"),
        ("192.0.2.1,", "10.0.0.1:7"), ("1.2.3.4.5", "10.0.0.1:7"), ("192.0.2.1:99999", "10.0.0.1:7"),
        ("[192.0.2.1]", "10.0.0.1:7"),
    ])
    func theListIsReadFromTheRight(field: String, expected: String) async throws {
        #expect(try await client(.xForwardedFor, ["x-forwarded-for": field]) == expected)
    }

    @Test func severalLinesAreOneList() async throws {
        let fields: KeyValuePairs = ["x-forwarded-for": "192.0.2.1", "X-Forwarded-For": "10.2.2.2"]
        #expect(try await client(.xForwardedFor, fields) == "192.0.2.1:0")
    }

    @Test func strangersAreNotBelieved() async throws {
        let fields: KeyValuePairs = [
            "x-forwarded-for": "192.0.2.1", "forwarded": "for=192.0.2.1", "x-forwarded-proto": "https",
        ]
        #expect(try await client(.xForwardedFor, from: "203.0.113.5", fields) == "203.0.113.5:7")
        #expect(try await client(.forwarded, from: "203.0.113.5", fields) == "203.0.113.5:7")
    }

    @Test func theOtherFieldIsTheClientsOwnWord() async throws {
        #expect(try await client(.xForwardedFor, ["forwarded": "for=192.0.2.66"]) == "10.0.0.1:7")
        #expect(try await client(.forwarded, ["x-forwarded-for": "192.0.2.66"]) == "10.0.0.1:7")
    }

    @Test func theSchemeIsThatOfTheClientsHop() async throws {
        #expect(
            try await client(.xForwardedFor, ["x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https"])
                == "192.0.2.1:0 secure")
        #expect(
            try await client(
                .xForwardedFor, ["x-forwarded-for": "192.0.2.1, 10.2.2.2", "x-forwarded-proto": "https, http"])
                == "192.0.2.1:0 secure")
        #expect(
            try await client(.xForwardedFor, ["x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "http"])
                == "192.0.2.1:0")
    }

    @Test(arguments: [
        ("for=192.0.2.60;proto=https;by=203.0.113.43", "192.0.2.60:0 secure"),
        ("For=\"[2001:db8:cafe::17]:4711\"", "[2001:db8:cafe::17]:4711"),
        ("for=198.51.100.9, for=192.0.2.43, for=\"10.1.1.1\"", "192.0.2.43:0"),
        ("for=192.0.2.43;proto=HTTPS , for=10.1.1.1;proto=http", "192.0.2.43:0 secure"),
        ("for=\"192.0.2.43:47011\"", "192.0.2.43:47011"), ("for=192.0.2.1;host=\"a,b;c\"", "192.0.2.1:0"),
        ("for=\"192.0.2\\.1\"", "192.0.2.1:0"),
        ("for=unknown", "10.0.0.1:7"), ("for=_hidden, for=10.1.1.1", "10.1.1.1:0"), ("proto=https", "10.0.0.1:7"),
        ("for=192.0.2.1, for=", "10.0.0.1:7"), ("for=192.0.2.1;for=192.0.2.2", "10.0.0.1:7"),
        ("for=\"192.0.2.1", "10.0.0.1:7"), ("nonsense", "10.0.0.1:7"),
    ])
    func theStandardFieldIsReadByItsGrammar(field: String, expected: String) async throws {
        #expect(try await client(.forwarded, ["forwarded": field]) == expected)
    }

    @Test func aMalformedLineHidesWhatIsLeftOfIt() async throws {
        let fields: KeyValuePairs = ["forwarded": "for=192.0.2.1", "Forwarded": "for=;;", "FORWARDED": "for=10.1.1.1"]
        #expect(try await client(.forwarded, fields) == "10.1.1.1:0")
    }
}
