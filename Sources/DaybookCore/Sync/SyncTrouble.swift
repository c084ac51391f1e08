/// Why nothing moves, in words for the person.
public enum SyncTrouble: Hashable, Sendable {
    /// There is no server yet.
    case alone
    /// No server answered; why, in words.
    case unreachable(String)
    /// The server answers, but not with what was asked for.
    case unwell(status: Int)
    /// The server asked to come back later.
    case busy
    /// The token does not count any more.
    case revoked
    /// The token may read, but not change.
    case readOnly
    /// More than fifty deletions, and more than half of the account.
    case wantsConfirmation(deletions: Int, of: Int)
    /// A refusal of the whole device, such as a quota, with the server's words.
    case refused(code: String, sentence: String)
    /// An answer came that no Daybook server gives.
    case unreadable
    /// What another process on this store ran into.
    case told(String)

    /// What to show the person.
    public var sentence: String {
        switch self {
        case .alone: "This notebook is on this device alone; it has no server yet."
        case .unreachable(let why): "The server cannot be reached (\(why)). Changes are kept and sent later."
        case .unwell(let status): "The server answered with an error (\(status)). Changes are kept and sent later."
        case .busy: "The server asked to come back later. Changes are kept."
        case .revoked: "This device was signed out by the server. Log in again; changes made here are kept."
        case .readOnly: "This device may read but not change anything at the server; changes made here stay here."
        case .wantsConfirmation(let deletions, let total):
            "This would delete \(deletions) of \(total) tasks. Confirm it, or take the deletions back."
        case .refused(_, let sentence): "The server refuses: \(sentence). Changes are kept."
        case .unreadable: "The server's answer cannot be understood. Changes are kept and sent later."
        case .told(let sentence): sentence
        }
    }

    /// Whether it goes away by itself.
    public var passes: Bool {
        switch self {
        case .unreachable, .unwell, .busy, .unreadable, .told: true
        case .alone, .revoked, .readOnly, .wantsConfirmation, .refused: false
        }
    }
}
