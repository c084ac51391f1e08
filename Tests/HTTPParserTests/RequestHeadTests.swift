import Testing

@testable import HTTPParser

@Suite struct RequestHeadTests {
    @Test func aUsualRequestIsReadWhereverItIsCut() {
        let text = "POST /v1/tasks?done=false HTTP/1.1\r\nHost: day.example:8420\r\nContent-Length:  12 \r\n\r\n{"
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var parser = RequestHeadParser()
            let start = Array(bytes[..<cut])
            var progress = parser.resume(start.span)
            #expect(progress == (cut < bytes.count - 1 ? .needMore : .head(length: bytes.count - 1)))
            progress = parser.resume(bytes.span)
            #expect(progress == .head(length: bytes.count - 1))
            let head = parser.head
            #expect(head.method == .post)
            #expect(text.slice(head.path) == "/v1/tasks")
            #expect(head.query.map(text.slice) == "done=false")
            #expect(head.host.map(text.slice) == "day.example:8420")
            #expect(head.framing == .length(12))
            #expect(head.keepAlive)
            let length = head.fields.first("content-length", in: bytes.span)
            #expect(length.map(text.slice) == "12")
        }
    }
}

extension String {
    func slice(_ place: ByteRange) -> String {
        String(decoding: Array(utf8)[place.range], as: UTF8.self)
    }
}
