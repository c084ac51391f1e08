import Synchronization

/// For whom memory is held: an account, if one is known.
public struct Holder: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// How much memory clients cost by being slower than the server: answers that they have not taken yet, and bodies of
/// which the rest is still to come. Every reactor's connections have their share of it, and a holder a quarter,
/// wherever its connections are. One answer or body is always let in where there is no other.
///
/// Something is taken only where a client did not take or send everything at once, so there may be a lock.
public final class HeldMemory: Sendable {
    private let most: Int
    private var mostOfOne: Int { most / 4 }
    private let total = Atomic<Int>(0)
    private let byHolder = Mutex<[Holder: Int]>([:])

    public init(most: Int) { self.most = most }

    /// A share that is worth something on a machine of many cores, too.
    func most(of reactors: Int) -> Int { max(most / reactors, 4 << 20) }

    /// False where the holder has too much.
    ///
    /// - Parameter own: what the connection that asks has of it.
    func take(_ bytes: Int, for holder: Holder?, own: Int) -> Bool {
        if let holder {
            let isTaken = byHolder.withLock { shares in
                let held = shares[holder, default: 0]
                guard held == own || held + bytes <= mostOfOne else { return false }
                shares[holder] = held + bytes
                return true
            }
            guard isTaken else { return false }
        }
        total.wrappingAdd(bytes, ordering: .relaxed)
        return true
    }

    func giveBack(_ bytes: Int, of holder: Holder?) {
        total.wrappingSubtract(bytes, ordering: .relaxed)
        guard let holder else { return }
        byHolder.withLock { shares in
            guard let held = shares[holder] else { return }
            shares[holder] = held > bytes ? held - bytes : nil
        }
    }

    func share(of holder: Holder) -> Int { byHolder.withLock { $0[holder, default: 0] } }

    /// Whether a holder has so much waiting, half of its share, that one more long answer may find no room. Asked
    /// before every request, so it looks at the whole first.
    public func isFull(for holder: Holder) -> Bool { all >= mostOfOne / 2 && share(of: holder) >= mostOfOne / 2 }

    /// The bytes held for all holders together.
    public var all: Int { total.load(ordering: .relaxed) }
}
