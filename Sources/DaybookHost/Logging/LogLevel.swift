/// How important an event is.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// For finding a fault.
    case debug
    /// Events that an operator wants to find in the log afterwards.
    case info
    /// Something is wrong and the service copes.
    case warning
    /// Something failed for a user.
    case error

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}
