import Testing

@testable import HTTP

@Suite struct ResponseFieldsTests {
    @Test func keepOrderAndCompareNamesWithoutCase() {
        var fields: ResponseFields = ["Vary": "Origin", "set-cookie": "a=1"]
        fields.add("Set-Cookie", "b=2")
        #expect(fields["VARY"] == "Origin")
        #expect(fields.values("set-cookie") == ["a=1", "b=2"])
        fields["vary"] = "Accept"
        #expect(
            String(decoding: fields.lines, as: UTF8.self) == "set-cookie: a=1\r\nSet-Cookie: b=2\r\nvary: Accept\r\n")
        fields["set-cookie"] = nil
        #expect(fields.values("set-cookie").isEmpty)
    }

    @Test func aValueCannotWriteFieldsOfItsOwn() {
        let fields: ResponseFields = ["location": "/a\r\nset-cookie: x=1\0"]
        #expect(String(decoding: fields.lines, as: UTF8.self) == "location: /a  set-cookie: x=1 \r\n")
    }
}

@Suite struct IPAddressTests {
    @Test(arguments: ["127.0.0.1", "203.0.113.255", "::1", "2001:db8::42", "fe80::1"])
    func readsWhatItWrites(_ text: String) { #expect(IPAddress(text)?.description == text) }

    @Test func mappedIPv4IsIPv4() { #expect(IPAddress("::ffff:192.0.2.1") == IPAddress("192.0.2.1")) }

    @Test(arguments: ["", "1.2.3", "1.2.3.4.5", "[::1]", "localhost", "1.2.3.4 "])
    func refusesWhatIsNone(_ text: String) { #expect(IPAddress(text) == nil) }
}

@Suite struct RequestTests {
    @Test func splitsTheTargetAndFindsFields() {
        let request = Request("POST", "/v1/tasks?limit=5", fields: ["Content-Type": "application/json", "x-a": "1"])
        #expect(request.method == .post)
        #expect(request.path == "/v1/tasks")
        #expect(request.query == "limit=5")
        #expect(request.fields["content-type"] == "application/json")
        #expect(request.fields.withValue("X-A") { $0.count } == 1)
        #expect(Request("get", "/").method == .other)
    }

    @Test func collectsNoMoreThanTheLimit() async throws {
        let request = Request("POST", "/", body: RequestBody(Array("hello".utf8)))
        #expect(try await request.body.collect(upTo: 5).count == 5)
        await #expect(throws: RequestBodyError.tooLarge(limit: 4)) { try await request.body.collect(upTo: 4) }
    }

    @Test func identifiersDifferAndHave32Digits() {
        var sequence = RequestIDSequence()
        let names = Set((0..<1000).map { _ in sequence.next().description })
        #expect(names.count == 1000)
        #expect(names.allSatisfy { $0.utf8.count == 32 })
    }
}
