import Synchronization

/// Who memory is held for: an account, where one is known.
public struct Holder: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// How much memory clients cost by being slower than the server: answers that they have not taken yet, and bodies of which the rest is
/// still to come. Every reactor's connections have their share of it, and a holder a quarter, wherever its connections are. One
/// answer or body is always let in where there is no other.
///
/// It is asked only where a client did not take or send everything at once, so it may have a lock.
public final class HeldMemory: Sendable {
    private let most: Int
    private var mostOfOne: Int { most / 4 }
    private let state = Mutex(State())

    private struct State {
        var all = 0
        var byHolder: [Holder: Int] = [:]
    }

    public init(most: Int) { self.most = most }

    /// A share that is worth something on a machine of many cores, too.
    func most(of reactors: Int) -> Int { max(most / reactors, 4 << 20) }

    /// False where the holder has too much.
    ///
    /// - Parameter own: what the connection that asks has of it.
    func take(_ bytes: Int, for holder: Holder?, own: Int) -> Bool {
        state.withLock { state in
            if let holder {
                let held = state.byHolder[holder, default: 0]
                guard held == own || held + bytes <= mostOfOne else { return false }
                state.byHolder[holder] = held + bytes
            }
            state.all += bytes
            return true
        }
    }

    func giveBack(_ bytes: Int, of holder: Holder?) {
        state.withLock { state in
            state.all -= bytes
            guard let holder, let held = state.byHolder[holder] else { return }
            state.byHolder[holder] = held > bytes ? held - bytes : nil
        }
    }

    func share(of holder: Holder) -> Int { state.withLock { $0.byHolder[holder, default: 0] } }

    /// Whether a holder has so much waiting that it had better not ask for more.
    public func isFull(for holder: Holder) -> Bool { share(of: holder) >= mostOfOne }

    /// In bytes, of all.
    public var all: Int { state.withLock { $0.all } }
}
