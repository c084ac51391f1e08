/// A request and its answer, as they went over the wire.
struct Exchange: Sendable {
    var method: String
    var target: String
    var fields: [(name: String, value: String)]
    var body: [UInt8]
    var status: Int
    var tag: String?
    var answer: [UInt8]
}

/// What a calendar program and a server said, as text that Tests/CalDAV/transcripts.py replays. The first lines of that
/// file say what the text means.
struct Transcript: Sendable {
    private var names = TranscriptNames()
    private var count = 0
    /// Of an answer about very many resources the first are enough.
    private static let mostResources = 100

    /// The next part of the text.
    mutating func write(_ exchange: Exchange) -> String {
        count += 1
        names.seeAccount(in: exchange.target)
        var lines = ["### \(count)", "\(exchange.method) \(names.path(exchange.target))"]
        for (name, value) in exchange.fields where name != "authorization" {
            lines.append("\(Self.written(name)): \(told(value, of: name))")
        }
        lines.append("")
        if !exchange.body.isEmpty { lines.append(wordlessBody(exchange)) }
        lines.append("=> \(exchange.status)")
        if let tag = exchange.tag { lines.append("ETag: \(names.tag(tag))") }
        if exchange.status == 207 { lines += resources(exchange.answer) }
        return lines.joined(separator: "\n") + "\n\n"
    }

    private mutating func told(_ value: String, of name: String) -> String {
        switch name {
        case "if-match", "if-none-match": value == "*" ? value : names.tag(value)
        case "destination": names.path(value)
        default: value
        }
    }

    private mutating func wordlessBody(_ exchange: Exchange) -> String {
        let text = String(decoding: exchange.body, as: UTF8.self)
        let type = exchange.fields.first { $0.name == "content-type" }?.value ?? ""
        let told =
            type.contains("calendar")
            ? WordlessCalendar.text(text, &names) : WordlessXML.text(text, &names)
        return told.hasSuffix("\n") ? String(told.dropLast()) : told
    }

    /// Each resource of a multistatus with its status and its tag, and the token to go on with.
    private mutating func resources(_ answer: [UInt8]) -> [String] {
        var lines: [String] = []
        for resource in Multistatus(String(decoding: answer, as: UTF8.self)).resources.prefix(Self.mostResources) {
            let tag = resource.tag.map { " \(names.tag($0))" } ?? ""
            lines.append("@ \(names.path(resource.path)) \(resource.status)\(tag)")
        }
        if let token = Multistatus(String(decoding: answer, as: UTF8.self)).token {
            lines.append("@token \(names.token(token))")
        }
        return lines
    }

    /// `if-none-match` as `If-None-Match`.
    private static func written(_ name: String) -> String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }
}
