/// A message on its way to a mail server.
public struct WebMail: Sendable {
    /// `smtp://mail.example.org:587`, or `smtps:` where the connection begins with TLS.
    public var server: String
    public var user: String?
    public var password: String?
    /// Nothing is said before there is TLS. Without, there is none, but for `smtps:`.
    public var needsTLS: Bool
    public var sender: String
    public var recipient: String
    /// With its head, its lines ended as mail ends them.
    public var content: [UInt8]

    public init(
        server: String, user: String?, password: String?, needsTLS: Bool, sender: String, recipient: String,
        content: [UInt8]
    ) {
        self.server = server
        self.user = user
        self.password = password
        self.needsTLS = needsTLS
        self.sender = sender
        self.recipient = recipient
        self.content = content
    }

    /// No value can add another command.
    var isOneLine: Bool {
        [server, user ?? "", password ?? "", sender, recipient].allSatisfy { text in
            text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        }
    }
}

/// What a mail server said last.
public struct MailAnswer: Sendable, Hashable {
    /// What it was said to, in the order of the conversation.
    public enum Step: Sendable { case hello, login, sender, recipient, content }

    public var step: Step
    public var code: Int
    /// The class, subject and detail of RFC 3463, where it says them.
    public var detail: String?
}
