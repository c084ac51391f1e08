import Testing

@testable import HTTP

@Suite struct CrossOriginTests {
    private func policy(_ text: String) throws -> CrossOriginPolicy { try #require(CrossOriginPolicy(text)) }

    private func answer(
        _ policy: CrossOriginPolicy, method: String = "GET", _ fields: KeyValuePairs<String, String>
    ) async throws -> Response {
        try await crossOrigin(policy)(Request(method, "/", fields: fields)) { _ in .text("content") }
    }

    @Test func anAllowedOriginMayReadTheAnswer() async throws {
        let response = try await answer(
            policy("https://a.example, http://b.example:8080"), ["origin": "http://b.example:8080"])
        #expect(response.fields["access-control-allow-origin"] == "http://b.example:8080")
        let exposed = try #require(response.fields["access-control-expose-headers"])
        for name in ["etag", "location", "retry-after", "ratelimit", "ratelimit-policy"] {
            #expect(exposed.contains(name))
        }
        #expect(response.fields["access-control-allow-credentials"] == nil)
        #expect(response.fields["vary"] == "origin")
    }

    @Test(arguments: [
        "https://evil.example", "https://a.example.evil.example", "http://a.example", "https://a.example:444", "null",
        "",
    ])
    func anotherMayNot(origin: String) async throws {
        let response = try await answer(policy("https://a.example"), ["origin": origin])
        #expect(response.fields["access-control-allow-origin"] == nil)
        #expect(response.fields["vary"] == "origin")
        let preflight = try await answer(
            policy("https://a.example"), method: "OPTIONS", ["origin": origin, "access-control-request-method": "PUT"])
        #expect(preflight.status == .forbidden)
        #expect(preflight.fields["access-control-allow-methods"] == nil)
    }

    @Test func aRequestOfNoOriginVariesToo() async throws {
        #expect(try await answer(policy("https://a.example"), [:]).fields["vary"] == "origin")
        let open = try await answer(policy("*"), [:])
        #expect(open.fields["vary"] == nil)
        #expect(open.fields["access-control-allow-origin"] == nil)
    }

    @Test func aPreflightIsAnsweredWithoutTheHandler() async throws {
        let response = try await answer(
            policy("*"), method: "OPTIONS",
            [
                "origin": "https://any.example", "access-control-request-method": "DELETE",
                "access-control-request-headers": "authorization",
            ])
        #expect(response.status == .noContent)
        #expect(response.fields["access-control-allow-origin"] == "*")
        #expect(response.fields["access-control-allow-methods"]?.contains("DELETE") == true)
        // What rest.md and live.md recommend to send, a page may send.
        let allowed = try #require(response.fields["access-control-allow-headers"])
        for name in ["authorization", "content-encoding", "idempotency-key", "if-match", "last-event-id"] {
            #expect(allowed.contains(name))
        }
        #expect(response.fields["access-control-max-age"] == "86400")
        // Without the method it asks for, it is no preflight but an OPTIONS like any other.
        let plain = try await answer(policy("*"), method: "OPTIONS", ["origin": "https://any.example"])
        #expect(try await plain.collectBody() == Array("content".utf8))
    }

    @Test(arguments: [
        "", "a.example", "https://", "https://a.example/", "https://a.example, *", "ftp://a.example", "https://a b",
        "https://a.example,",
    ])
    func whatIsNoOriginStopsTheBoot(text: String) { #expect(CrossOriginPolicy(text) == nil) }
}

@Suite struct RequestIDTests {
    private let proxies = TrustedProxies([Network("10.0.0.0/8")].compactMap { $0 })

    private func answer(from peer: String, _ fields: KeyValuePairs<String, String>) async throws -> (
        own: RequestID, seen: String?
    ) {
        let peer = SocketAddress(address: try #require(IPAddress(peer)), port: 1)
        let request = Request("GET", "/", fields: fields, peer: peer)
        let response = try await requestIDs(trusting: proxies)(request) { request in .text(request.id.description) }
        #expect(try await response.collectBody() == Array((response.fields["x-request-id"] ?? "").utf8))
        return (request.id, response.fields["x-request-id"])
    }

    @Test(arguments: ["0123456789abcdef0123456789ABCDEF", "01234567-89ab-cdef-0123-456789abcdef"])
    func aTrustedProxyNamesTheRequest(given: String) async throws {
        #expect(try await answer(from: "10.1.2.3", ["x-request-id": given]).seen == "0123456789abcdef0123456789abcdef")
    }

    @Test func othersDoNot() async throws {
        let (own, seen) = try await answer(from: "192.0.2.1", ["x-request-id": "0123456789abcdef0123456789abcdef"])
        #expect(seen == own.description)
    }

    @Test(arguments: [
        "", "1", "0123456789abcdef0123456789abcdeg", "0123456789abcdef0123456789abcdef0",
        "0123456789abcdef-0123456789abcde",
        "01234567-89ab-cdef-0123456789abcdef-", "０１２３４５６７８９abcdef", "../../../../../../etc/passwd",
    ])
    func aNameThatIsNoneIsNotTaken(given: String) async throws {
        let (own, seen) = try await answer(from: "10.1.2.3", ["x-request-id": given])
        #expect(seen == own.description)
    }
}
