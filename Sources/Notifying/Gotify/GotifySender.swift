import WebClient

public struct GotifyAddress: Sendable, Hashable {
    /// The server's, with the path that it is under, if any.
    public var url: String
    /// An application's.
    public var token: String

    public init(url: String, token: String) {
        self.url = url
        self.token = token
    }
}

/// [Gotify](https://gotify.net). It has no buttons, so actions are links below the text, and an application cannot take
/// its messages back.
public struct GotifySender: Sender {
    public static let takesBack = false

    private let dispatch: Dispatch

    public init(_ client: WebClient, now: @escaping @Sendable () -> Int = WallClock.seconds) {
        dispatch = Dispatch(client: client, now: now)
    }

    public func send(_ notification: Notification, to address: GotifyAddress) async -> SendOutcome {
        guard !notification.isWithdrawal else { return .nothingToTakeBack }
        var server = address.url[...]
        while server.last == "/" { server.removeLast() }
        return await dispatch.send(
            WebRequest(
                "POST", "\(server)/message",
                fields: [("content-type", "application/json"), ("x-gotify-key", address.token)],
                body: notification.gotifyJSON.bytes))
    }
}

extension Notification {
    fileprivate var gotifyJSON: JSON {
        // It takes no message without a text.
        var lines = [body.isEmpty ? title : body]
        lines += actions.map { "\($0.title): \($0.address)" }
        var members: [(String, JSON)] = [
            ("message", .text(lines.joined(separator: "\n"))), ("priority", .number(isUrgent ? 8 : 5)),
        ]
        if !body.isEmpty { members.append(("title", .text(title))) }
        if let link {
            let click = JSON.object([("click", .object([("url", .text(link))]))])
            members.append(("extras", .object([("client::notification", click)])))
        }
        return .object(members)
    }
}
