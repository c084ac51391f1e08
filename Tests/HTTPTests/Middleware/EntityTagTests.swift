import Testing

@testable import HTTP

@Suite struct EntityTagTests {
    @Test(arguments: [
        (#""abc""#, "abc", false), (#"W/"abc""#, "abc", true), (#""""#, "", false), (#""a,b""#, "a,b", false),
    ])
    func aTagIsRead(field: String, opaque: String, isWeak: Bool) throws {
        let tag = try #require(EntityTag(field: field))
        #expect(tag.opaque == opaque)
        #expect(tag.isWeak == isWeak)
        #expect(tag.description == field)
    }

    @Test(arguments: ["", "abc", "\"", "w/\"abc\"", "\"a b\"", "\"a\u{1}\"", "\"a\"b\"", "W/abc", "\"abc"])
    func whatIsNoTagIsNotRead(field: String) { #expect(EntityTag(field: field) == nil) }

    @Test func listsAreReadAcrossLines() {
        func tags(_ lines: String...) -> EntityTagCondition? { EntityTagCondition(lines) }
        #expect(tags("*") == .any)
        #expect(tags(#""a", W/"b,c" ,"d""#, #""e""#).map(opaque) == ["a", "b,c", "d", "e"])
        #expect(tags(#",, "a",,"#).map(opaque) == ["a"])
        for malformed in ["", "*, \"a\"", "a", #""a" "b""#, #""a"#, ",", "\"a\", *"] {
            #expect(tags(malformed) == nil, "\(malformed)")
        }
    }

    private func opaque(_ condition: EntityTagCondition) -> [String] {
        if case .tags(let tags) = condition { tags.map(\.opaque) } else { ["*"] }
    }

    /// The table of RFC 9110, 8.8.3.2, and the gzip form.
    @Test func comparisons() throws {
        func compare(_ one: String, _ other: String) throws -> (strong: Bool, weak: Bool) {
            let one = try #require(EntityTag(field: one))
            let other = try #require(EntityTag(field: other))
            return (one.stronglyEquals(other), one.weaklyEquals(other))
        }
        #expect(try compare(#"W/"1""#, #"W/"1""#) == (false, true))
        #expect(try compare(#"W/"1""#, #"W/"2""#) == (false, false))
        #expect(try compare(#"W/"1""#, #""1""#) == (false, true))
        #expect(try compare(#""1""#, #""1""#) == (true, true))
        #expect(try compare(#""1""#, #""1-gzip""#) == (true, true))
        #expect(try compare(#""1""#, #""2-gzip""#) == (false, false))
    }

    @Test func writersAreHeldToWhatTheySaw() throws {
        let now = EntityTag(revision: 37, in: 36)
        func may(_ field: String?) -> Bool {
            let fields: KeyValuePairs<String, String> = ["if-match": field ?? ""]
            return Request("PUT", "/", fields: field == nil ? [:] : fields).mayChange(now)
        }
        #expect(now.description == #""11.10""#)
        #expect(may(nil))
        #expect(may("*"))
        #expect(may(#""x", "11.10""#))
        #expect(may(#""11.10-gzip""#))
        #expect(!may(#"W/"11.10""#))
        #expect(!may(#""12.10""#))
        // The same revision of another history.
        #expect(!may(#""11.11""#) && !may(#""11""#))
        #expect(!may("11.10"))
    }
}

@Suite struct ConditionalAnswerTests {
    private func answer(
        method: String = "GET", holding held: String? = nil, _ response: Response
    ) async throws -> Response {
        let fields: KeyValuePairs<String, String> = ["if-none-match": held ?? ""]
        return try await conditionalAnswers(hashing: 5)(Request(method, "/", fields: held == nil ? [:] : fields)) { _ in
            response
        }
    }

    private var tagged: Response {
        var response = Response.json(Array(#"{"a":1}"#.utf8))
        response.fields.add("etag", #""v1""#)
        response.fields.add("cache-control", "private")
        return response
    }

    @Test func aClientThatHoldsTheStateGetsNoContent() async throws {
        for held in [#""v1""#, #"W/"v1""#, #""v0", "v1""#, "*"] {
            for method in ["GET", "HEAD"] {
                let response = try await answer(method: method, holding: held, tagged)
                #expect(response.status == .notModified)
                #expect(try await response.collectBody().isEmpty)
                #expect(response.fields["etag"] == #""v1""#)
                #expect(response.fields["cache-control"] == "private")
                #expect(response.fields["content-type"] == nil)
            }
        }
    }

    @Test func everyoneElseGetsIt() async throws {
        for held in [nil, #""v2""#, "v1", #""v1" "v2""#] {
            let response = try await answer(holding: held, tagged)
            #expect(response.status == .ok)
            #expect(try await response.collectBody() == Array(#"{"a":1}"#.utf8))
        }
        #expect(try await answer(method: "POST", holding: #""v1""#, tagged).status == .ok)
        var created = tagged
        created.status = .created
        #expect(try await answer(holding: #""v1""#, created).status == .created)
    }

    @Test func contentWithoutATagIsNamedByItsHash() async throws {
        let first = try await answer(.text("hello"))
        // The first half of SHA-256("hello").
        #expect(first.fields["etag"] == #""2cf24dba5fb0a30e26e83b2ac5b9e29e""#)
        #expect(try await answer(holding: first.fields["etag"], .text("hello")).status == .notModified)
        #expect(try await answer(holding: first.fields["etag"], .text("hallo")).status == .ok)
        var secret = Response.text("hello")
        secret.fields.add("cache-control", "no-store")
        #expect(try await answer(secret).fields["etag"] == nil)
        #expect(try await answer(.stream { _ in }).fields["etag"] == nil)
        #expect(try await answer(.text("hell")).fields["etag"] == nil)
    }
}
