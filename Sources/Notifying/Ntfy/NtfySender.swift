import WebClient

public struct NtfyAddress: Sendable, Hashable {
    /// The topic's: `https://ntfy.example.org/topic`.
    public var url: String
    public var token: String?

    public init(url: String, token: String?) {
        self.url = url
        self.token = token
    }

    /// The server and the topic; nil where it names none.
    var parts: (server: String, topic: String)? {
        guard let scheme = url.firstRange(of: "://"), let slash = url[scheme.upperBound...].firstIndex(of: "/") else {
            return nil
        }
        let topic = url[slash...].dropFirst()
        guard PlainName.isPlain(topic, upTo: 64) else { return nil }
        return (String(url[..<slash]), String(topic))
    }
}

/// [ntfy](https://ntfy.sh): JSON to the server, with a button for each action (it shows three). From version 2.16 on
/// the server replaces messages of the same sequence and takes them back; older ones show each and take nothing back.
public struct NtfySender: Sender {
    public static let takesBack = true

    private let dispatch: Dispatch

    public init(_ client: WebClient, now: @escaping @Sendable () -> Int = WallClock.seconds) {
        dispatch = Dispatch(client: client, now: now)
    }

    public func send(_ notification: Notification, to address: NtfyAddress) async -> SendOutcome {
        guard let (server, topic) = address.parts else { return .refused(reason: "the address names no topic") }
        var fields = [(name: "content-type", value: "application/json")]
        if let token = address.token { fields.append(("authorization", "Bearer \(token)")) }
        if notification.isWithdrawal {
            return await dispatch.send(
                WebRequest("DELETE", "\(server)/\(topic)/\(notification.sequence)", fields: fields)
            ) { answer in
                // An older server knows no such address. There is nothing more to do there.
                [404, 405].contains(answer.status) ? .delivered : SendOutcome(answer, now: dispatch.now())
            }
        }
        return await dispatch.send(
            WebRequest("POST", server, fields: fields, body: notification.ntfyJSON(topic: topic).bytes))
    }
}

extension Notification {
    /// The tag, as ntfy allows it.
    fileprivate var sequence: String { PlainName.of(key, upTo: 64) }

    fileprivate func ntfyJSON(topic: String) -> JSON {
        // ntfy makes a file of a message of more than 4,096 bytes, and writes something of its own for an empty one.
        let text = body.isEmpty ? title : body
        var members: [(String, JSON)] = [
            ("topic", .text(topic)), ("message", .text(text.cut(toBytes: 3_000))), ("sequence_id", .text(sequence)),
            ("priority", .number(isUrgent ? 5 : 3)),
        ]
        if !body.isEmpty { members.append(("title", .text(title.cut(toBytes: 250)))) }
        if let link { members.append(("click", .text(link))) }
        if !actions.isEmpty {
            members.append(("actions", .list(actions.prefix(3).map(Self.button))))
        }
        return .object(members)
    }

    private static func button(_ action: Action) -> JSON {
        .object([
            ("action", .text("http")), ("label", .text(action.title)), ("url", .text(action.address)),
            ("method", .text("POST")), ("clear", .yes),
        ])
    }
}
