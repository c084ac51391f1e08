/// What became of one attempt to send. Reasons are our own words, never text of an answer.
public enum SendOutcome: Sendable, Hashable {
    case delivered
    /// It may work later: not before so many seconds, where the receiver said so.
    case retry(after: Int?, reason: String)
    /// The address is dead for good.
    case gone(reason: String)
    /// This message will never be taken.
    case refused(reason: String)
}

/// Carries notifications over one kind of channel.
public protocol Sender: Sendable {
    associatedtype Address: Sendable
    /// Whether it can take away what was shown. Where it cannot, a withdrawal is refused without a request.
    static var takesBack: Bool { get }
    func send(_ notification: Notification, to address: Address) async -> SendOutcome
}

extension SendOutcome {
    static let nothingToTakeBack = refused(reason: "this kind of channel cannot take a message back")
}
