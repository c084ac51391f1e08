import WebClient

public struct EmailRecipient: Sendable, Hashable {
    public var address: EmailAddress
    /// Where a POST ends these messages.
    public var unsubscribe: String?

    public init(address: EmailAddress, unsubscribe: String?) {
        self.address = address
        self.unsubscribe = unsubscribe
    }
}

/// The operator's mail server.
public struct MailServer: Sendable, Hashable {
    /// `smtp://mail.example.org:587`, or `smtps://mail.example.org:465`.
    public var address: String
    public var user: String?
    public var password: String?
    /// False only for a server on the same machine that has no TLS.
    public var needsTLS: Bool
    public var from: EmailAddress
    public var fromName: String

    public init(
        address: String, user: String? = nil, password: String? = nil, needsTLS: Bool = true, from: EmailAddress,
        fromName: String
    ) {
        self.address = address
        self.user = user
        self.password = password
        self.needsTLS = needsTLS
        self.from = from
        self.fromName = fromName
    }
}

/// Email over the operator's server. It wants a client of its own: libcurl takes leave of a mail server while others
/// wait.
public struct EmailSender: Sender {
    public static let takesBack = false

    private let client: WebClient
    private let server: MailServer
    private let now: @Sendable () -> Int

    public init(_ client: WebClient, server: MailServer, now: @escaping @Sendable () -> Int = WallClock.seconds) {
        self.client = client
        self.server = server
        self.now = now
    }

    public func send(_ notification: Notification, to recipient: EmailRecipient) async -> SendOutcome {
        guard !notification.isWithdrawal else { return .nothingToTakeBack }
        let message = EmailMessage(
            notification: notification, from: server.from, fromName: server.fromName, recipient: recipient, now: now())
        let mail = WebMail(
            server: server.address, user: server.user, password: server.password, needsTLS: server.needsTLS,
            sender: server.from.text, recipient: recipient.address.text, content: message.bytes)
        do { return SendOutcome(try await client.ask(mail)) } catch { return SendOutcome(error) }
    }
}

extension SendOutcome {
    /// What a mail server's answer means.
    init(_ answer: MailAnswer) {
        let code = answer.code
        let detail = answer.detail ?? ""
        switch (code, answer.step) {
        case (200...299, _): self = .delivered
        // A full mailbox, a rule of the server, a sender that it does not like: neither the address's fault nor the
        // message's.
        case (500...599, .hello), (500...599, .login), (500...599, .sender):
            self = .retry(after: nil, reason: "the mail server does not accept who we are (\(code))")
        case (500...599, .recipient) where detail.hasPrefix("5.7.") || detail == "5.2.2":
            self = .retry(after: nil, reason: "the mail server does not take mail for this address now (\(code))")
        case (500...599, .recipient): self = .gone(reason: "the mail server does not know this address (\(code))")
        case (500...599, .content): self = .refused(reason: "the mail server refuses the message (\(code))")
        default: self = .retry(after: nil, reason: "the mail server asks to try later (\(code))")
        }
    }
}
