import DaybookAccounts
import DaybookCore

/// What one listener still has to be told. It holds at most one event, however slow its reader: what comes while one
/// waits takes its place, and says only how far the account is.
///
/// A state machine without I/O; it lives on its connection's reactor.
final class LiveStream {
    let id: UInt64
    let listener: Principal
    /// Where it stands among its reactor's streams.
    var place = 0
    /// Continues the task that writes.
    var waiting: CheckedContinuation<Void, Never>?

    /// Up to here the client has been told; nil until it is known where it stands.
    private var told: Int64?
    /// How far the account is.
    private var newest: Int64 = -1
    /// The whole event that leads from `told` to `newest`, where that is one small step.
    private var step: [UInt8]?
    private var hasEnded = false
    private var wantsSign = false
    private var wasSilent = true

    init(id: UInt64, _ listener: Principal) {
        self.id = id
        self.listener = listener
    }

    enum Next: Equatable {
        /// An event made elsewhere.
        case step([UInt8])
        case revision(Int64)
        /// Nothing new, and still there.
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

    /// Where the client stands when the stream begins; nil where it does not know, or knows something else than we do.
    func begin(at revision: Int64?, of current: Int64) {
        newest = max(newest, current)
        told = revision == newest ? revision : nil
    }

    /// A heartbeat is due, unless something has been said since the last.
    func beat() {
        defer { wasSilent = true }
        guard wasSilent, !wantsSign else { return }
        wantsSign = true
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

    var hasSomething: Bool { hasEnded || wantsSign || (newest >= 0 && told != newest) }
}
