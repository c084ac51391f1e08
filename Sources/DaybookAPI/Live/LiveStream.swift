import DaybookAccounts

/// The news that one listener still has to get. It holds at most one event, however slow its reader: a newer event
/// replaces a waiting one, and then only names the account's revision.
///
/// A state machine without I/O; it lives on its connection's reactor.
final class LiveStream {
    let id: UInt64
    let listener: Principal
    /// Where it stands among its reactor's streams.
    var place = 0
    /// Continues the task that writes.
    var waiting: CheckedContinuation<Void, Never>?

    /// The revision that the client has been told of; nil until its position is known.
    private var told: Int64?
    /// The account's revision.
    private var newest: Int64 = -1
    /// The whole event that leads from `told` to `newest`, where that is one small step.
    private var step: [UInt8]?
    private var hasEnded = false
    private var wantsSign = false
    /// There may be something for its device to fetch.
    private var wantsReminders = false
    private var wasSilent = true

    init(id: UInt64, _ listener: Principal) {
        self.id = id
        self.listener = listener
    }

    enum Next: Equatable {
        /// An event made elsewhere.
        case step([UInt8])
        case revision(Int64)
        /// What waits for the device is to be fetched.
        case reminders
        /// A heartbeat.
        case sign
        case nothing
        case end
    }

    // MARK: What it hears

    /// Whether a step from this revision could be told as it is.
    func isAt(_ revision: Int64) -> Bool { told == revision && newest == revision && !hasEnded }

    /// - Parameter step: the event for those who are at the revision before it.
    func reach(_ revision: Int64, after: Int64? = nil, step: [UInt8]? = nil) {
        guard revision > newest else { return }
        self.step = after.map(isAt) == true ? step : nil
        newest = revision
        wake()
    }

    /// The client's position when the stream begins; nil if it does not know, or names another epoch.
    func begin(at revision: Int64?, of current: Int64) {
        newest = max(newest, current)
        told = revision == newest ? revision : nil
    }

    /// A heartbeat is due, unless something has been sent since the last.
    func beat() {
        defer { wasSilent = true }
        guard wasSilent, !wantsSign else { return }
        wantsSign = true
        wake()
    }

    /// Something waits for devices of the account.
    func remind() {
        wantsReminders = true
        wake()
    }

    func end() {
        hasEnded = true
        wake()
    }

    func wake() {
        waiting?.resume()
        waiting = nil
    }

    // MARK: What it says

    func next() -> Next {
        if hasEnded { return .end }
        if wantsReminders {
            wantsReminders = false
            return .reminders
        }
        defer {
            step = nil
            wantsSign = false
        }
        if newest >= 0, told != newest {
            told = newest
            wasSilent = false
            return step.map { .step($0) } ?? .revision(newest)
        }
        return wantsSign ? .sign : .nothing
    }

    var hasSomething: Bool { hasEnded || wantsSign || wantsReminders || (newest >= 0 && told != newest) }
}
