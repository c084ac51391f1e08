import Reactor

/// Sends text that is worth it as zstd or gzip to clients that ask for it.
///
/// Left alone are answers below the minimum, answers coded already, types that do not shrink, event streams and others
/// without an end (a coding would hold events back), and what says `no-transform`. Content of more than a slice is
/// coded while it is being sent, and other requests of the reactor go on in between: at gzip's 60 MB/s a slice of
/// 64 KiB takes a millisecond.
public func compressedAnswers(minimum: Int = 512) -> Filter {
    Filter(leave: { request, response in
        guard response.isWorthCoding(minimum: minimum) else { return }
        response.fields.add("vary", "accept-encoding")
        guard let coding = request.fields.withValue("accept-encoding", AcceptEncoding.preferred) ?? nil,
            let coder = coding.coder
        else { return }
        switch response.body {
        case .empty: return
        case .bytes(let bytes):
            response.body = bytes.count > slice ? .stream(coder.coding(bytes)) : .bytes(coder.coded(bytes))
        case .stream(let stream): response.body = .stream(coder.coding(stream))
        }
        response.fields.add("content-encoding", coding.rawValue)
        if let tag = response.fields["etag"].flatMap({ EntityTag(field: $0) }) {
            response.fields["etag"] = tag.coded(in: coding).description
        }
    })
}

extension Response {
    fileprivate func isWorthCoding(minimum: Int) -> Bool {
        switch body {
        case .empty: return false
        case .bytes(let bytes): if bytes.count < minimum { return false }
        case .stream(let stream):
            if let length = stream.length, length < minimum { return false }
            if stream.isOpenEnded { return false }
        }
        // A part of something (206) is counted in bytes of the whole as it is.
        guard status.permitsContent, status.code != 206, let type = fields["content-type"], Self.shrinks(type) else {
            return false
        }
        guard fields["content-encoding"] == nil else { return false }
        let directives = fields["cache-control"]?.split(separator: ",") ?? []
        return !directives.contains { $0.trimmingBlanks == "no-transform" }
    }

    private static func shrinks(_ type: String) -> Bool {
        // What most answers are is told without a look at its parts.
        if type == "application/json" { return true }
        let essence = (type.split(separator: ";").first ?? "").trimmingBlanks.lowercased()
        if essence == "text/event-stream" { return false }
        if essence.hasPrefix("text/") || essence.hasSuffix("+json") || essence.hasSuffix("+xml") { return true }
        return ["application/json", "application/x-ndjson", "application/javascript", "application/xml"]
            .contains(essence)
    }
}

private let slice = 65_536

extension ContentCoder {
    fileprivate func coded(_ bytes: [UInt8]) -> [UInt8] {
        var coded: [UInt8] = []
        coded.reserveCapacity(bytes.count / 4)
        add(bytes[...], last: true, to: &coded)
        return coded
    }

    fileprivate func coding(_ bytes: [UInt8]) -> StreamedBody {
        coding(
            StreamedBody(held: bytes.count) { writer in
                var budget = WorkBudget()
                for start in stride(from: 0, to: bytes.count, by: slice) {
                    try await writer.write(Array(bytes[start..<min(start + slice, bytes.count)]))
                    await budget.pause()
                }
            })
    }

    fileprivate func coding(_ stream: StreamedBody) -> StreamedBody {
        StreamedBody(held: stream.held + Self.memory) { writer in
            let sink = CodingSink(writer, self)
            try await stream.produce(BodyWriter(sink))
            try await sink.finish()
        }
    }
}

/// Codes what is written and passes it on.
///
/// `@unchecked Sendable` is safe because the one task that produces the answer writes to it, in order.
private final class CodingSink: BodySink, @unchecked Sendable {
    private let writer: BodyWriter
    private let coder: any ContentCoder

    init(_ writer: BodyWriter, _ coder: any ContentCoder) {
        self.writer = writer
        self.coder = coder
    }

    func write(_ bytes: [UInt8]) async throws {
        var coded: [UInt8] = []
        coder.add(bytes[...], last: false, to: &coded)
        try await writer.write(coded)
    }

    func finish() async throws {
        var coded: [UInt8] = []
        coder.add([], last: true, to: &coded)
        try await writer.write(coded)
    }
}
