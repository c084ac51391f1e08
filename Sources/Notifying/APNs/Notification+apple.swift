extension Notification {
    /// The id, if it is a UUID; else one that is made of it and is the same each time.
    var uuid: String {
        let text = id.lowercased()
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        let isOne = groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.joined().utf8.allSatisfy(Hex.isDigit)
        if isOne { return text }
        let digits = Hex.encode(Array(Digest.sha256(id).prefix(16)))
        var rest = digits[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }

    /// The tag, as Apple allows it.
    var collapseID: String { PlainName.of(key, upTo: 64) }

    /// At most 4,096 bytes.
    var appleJSON: JSON {
        fit(within: 4_096) { title, body in
            var alert: [(String, JSON)] = [("title", .text(title))]
            if !body.isEmpty { alert.append(("body", .text(body))) }
            let shown: [(String, JSON)] = [
                ("alert", .object(alert)), ("sound", .text("default")), ("category", .text("task")),
            ]
            return .object([("aps", .object(shown)), ("id", .text(id)), ("tag", .text(tag))] + ways)
        }
    }
}
