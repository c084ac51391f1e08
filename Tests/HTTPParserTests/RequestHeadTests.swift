import Testing

@testable import HTTPParser

/// What an accepted head is understood to say. What is refused, and that cuts change nothing, is the corpus' to show.
@Suite struct RequestHeadTests {
    private struct Reading {
        let text: String
        let progress: HeadProgress
        let head: RequestHead

        init(_ text: String, limits: HeadLimits = HeadLimits()) {
            self.text = text
            var parser = RequestHeadParser(limits: limits)
            let bytes = Array(text.utf8)
            progress = parser.resume(bytes.span)
            head = parser.head
        }

        func slice(_ place: ByteRange?) -> String? {
            place.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
        }
    }

    private func read(_ line: String, _ fields: String...) -> Reading {
        Reading(([line, "Host: day.example"] + fields + ["", ""]).joined(separator: "\r\n"))
    }

    @Test func thePartsOfAUsualRequest() {
        let text = "POST /v1/tasks?done=false HTTP/1.1\r\nHost: day.example:8420\r\nContent-Length:  12 \r\n\r\n"
        let reading = Reading(text + "{\"title\":\"x\"}GET")
        let head = reading.head
        #expect(reading.progress == .head(length: text.utf8.count))
        #expect(head.method == .post)
        #expect(head.form == .origin)
        #expect(reading.slice(head.methodRange) == "POST")
        #expect(reading.slice(head.target) == "/v1/tasks?done=false")
        #expect(reading.slice(head.path) == "/v1/tasks")
        #expect(reading.slice(head.query) == "done=false")
        #expect(reading.slice(head.host) == "day.example:8420")
        #expect(head.framing == .length(12))
        #expect(head.version == .http11)
        #expect(head.keepAlive)
        #expect(!head.expectsContinue)
        #expect(!head.pathHasEscapes)
        #expect(head.fields.count == 2)
        #expect(reading.slice(head.fields[1].name) == "Content-Length")
        #expect(reading.slice(head.fields[1].value) == "12")
    }

    @Test(arguments: [
        ("GET", Method.get), ("HEAD", .head), ("POST", .post), ("PUT", .put), ("PATCH", .patch), ("DELETE", .delete),
        ("OPTIONS", .options), ("TRACE", .trace), ("get", .other), ("GETS", .other), ("GE", .other),
        ("PROPFIND", .propfind), ("PROPPATCH", .proppatch), ("REPORT", .report), ("MKCALENDAR", .mkcalendar),
        ("MKCOL", .mkcol), ("COPY", .copy), ("MOVE", .move), ("LOCK", .lock), ("UNLOCK", .unlock), ("A", .other),
        ("XOPTIONS", .other), ("PROPPATCHE", .other), ("MKCALENDARS", .other), ("propfind", .other),
    ])
    func methodsAreCaseSensitive(name: String, expected: Method) {
        #expect(read("\(name) / HTTP/1.1").head.method == expected)
    }

    @Test func targets() {
        let absolute = read("GET HTTP://DAY.example/a%20b?c=d HTTP/1.1")
        #expect(absolute.head.form == .absolute)
        #expect(absolute.slice(absolute.head.path) == "/a%20b")
        #expect(absolute.slice(absolute.head.query) == "c=d")
        #expect(absolute.head.pathHasEscapes)
        let bare = read("GET http://day.example?c HTTP/1.1")
        #expect(bare.head.path.isEmpty)
        #expect(bare.slice(bare.head.query) == "c")
        let asterisk = read("OPTIONS * HTTP/1.1")
        #expect(asterisk.head.form == .asterisk)
        #expect(asterisk.head.path.isEmpty)
        let escapes = read("GET /a?b=%41 HTTP/1.1")
        #expect(!escapes.head.pathHasEscapes)
        #expect(read("GET /a? HTTP/1.1").head.query?.isEmpty == true)
        #expect(read("GET /a HTTP/1.1").head.query == nil)
        let ten = Reading("GET http://day.example/ HTTP/1.0\r\n\r\n")
        #expect(ten.slice(ten.head.host) == "day.example")
    }

    @Test func keepingTheConnection() {
        #expect(read("GET / HTTP/1.1").head.keepAlive)
        #expect(!read("GET / HTTP/1.1", "Connection: close").head.keepAlive)
        #expect(!read("GET / HTTP/1.1", "Connection: Upgrade,\tCLOSE").head.keepAlive)
        #expect(!read("GET / HTTP/1.1", "Connection: keep-alive", "Connection: close").head.keepAlive)
        #expect(read("GET / HTTP/1.1", "Connection: closed").head.keepAlive)
        #expect(!read("GET / HTTP/1.0").head.keepAlive)
        #expect(read("GET / HTTP/1.0", "Connection: Keep-Alive").head.keepAlive)
        #expect(!read("GET / HTTP/1.0", "Connection: keep-alive, close").head.keepAlive)
    }

    @Test func framings() {
        #expect(read("GET / HTTP/1.1").head.framing == .none)
        #expect(read("PUT / HTTP/1.1", "Content-Length: 0").head.framing == .length(0))
        #expect(read("PUT / HTTP/1.1", "Content-Length: 9223372036854775807").head.framing == .length(.max))
        #expect(read("PUT / HTTP/1.1", "Transfer-Encoding: CHUNKED").head.framing == .chunked)
        #expect(read("PUT / HTTP/1.0", "Content-Length: 7").head.framing == .length(7))
    }

    @Test func expectations() {
        let expect = "Expect: 100-continue"
        #expect(read("PUT / HTTP/1.1", expect, "Content-Length: 1").head.expectsContinue)
        #expect(read("PUT / HTTP/1.1", expect, "Transfer-Encoding: chunked").head.expectsContinue)
        #expect(!read("PUT / HTTP/1.1", expect, "Content-Length: 0").head.expectsContinue)
        #expect(!read("PUT / HTTP/1.1", expect).head.expectsContinue)
        #expect(!read("PUT / HTTP/1.0", expect, "Content-Length: 1").head.expectsContinue)
    }

    @Test func fieldsAreKeptHoweverManyThereAre() {
        let many = (0..<40).map { "X-\($0): \($0)" }
        let text = (["GET / HTTP/1.1", "Host: a", "Accept: b", "aCCept: c"] + many + ["", ""]).joined(separator: "\r\n")
        let reading = Reading(text)
        let fields = reading.head.fields
        #expect(
            (0..<fields.count).map { reading.slice(fields[$0].value) } == ["a", "b", "c"] + (0..<40).map { "\($0)" })
        #expect(reading.slice(fields[2].name) == "aCCept")
    }

    @Test func aParserIsUsedAgain() {
        let long = Array(("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 50) + "\r\n").utf8)
        let short = Array("GET /b HTTP/1.0\r\n\r\n".utf8)
        let bad = Array("GET /\n".utf8)
        var parser = RequestHeadParser()
        for _ in 0..<3 {
            var progress = parser.resume(long.span)
            #expect(progress == .head(length: long.count))
            #expect(parser.head.fields.count == 51)
            parser.reset()
            progress = parser.resume(short.span)
            #expect(progress == .head(length: short.count))
            #expect(parser.head.fields.count == 0)
            #expect(parser.head.host == nil)
            #expect(parser.head.framing == .none)
            parser.reset()
            progress = parser.resume(bad.span)
            #expect(progress == .refused(.bareLineFeed))
            progress = parser.resume(short.span)
            #expect(progress == .refused(.bareLineFeed))
            parser.reset()
        }
    }

    @Test func limitsAreExact() {
        let text = "PUT /123 HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n"
        let exact = HeadLimits(head: text.utf8.count, method: 3, target: 4, fields: 2)
        func progress(_ change: (inout HeadLimits) -> Void) -> HeadProgress {
            var limits = exact
            change(&limits)
            return Reading(text, limits: limits).progress
        }
        #expect(progress { _ in } == .head(length: text.utf8.count))
        #expect(progress { $0.head -= 1 } == .refused(.headTooLarge))
        #expect(progress { $0.method -= 1 } == .refused(.methodTooLong))
        #expect(progress { $0.target -= 1 } == .refused(.targetTooLong))
        #expect(progress { $0.fields -= 1 } == .refused(.tooManyFields))
    }
}
