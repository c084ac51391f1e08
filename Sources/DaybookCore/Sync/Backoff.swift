/// How long to wait after each failure in a row: doubled from the first wait to the longest, and of each half by
/// chance, so that devices that lost the same server do not all come back in the same moment.
package struct Backoff: Hashable, Sendable {
    let first: Int64
    let longest: Int64
    package private(set) var failures = 0

    package init(first: Int64, longest: Int64) {
        self.first = first
        self.longest = longest
    }

    /// Of a save on this device: it is tried three times more.
    package static let save = Backoff(first: 50, longest: 1000)
    /// Of the network: whatever happened, the next attempt is within 40 seconds, since changes have to be up within a
    /// minute after the network is back.
    package static let network = Backoff(first: 1000, longest: 40_000)

    /// Milliseconds until the next attempt.
    package mutating func afterFailure(_ random: UInt64) -> Int64 {
        let doubled = failures >= 20 ? longest : min(longest, first << Int64(failures))
        failures += 1
        return doubled / 2 + Int64(random % UInt64(doubled / 2 + 1))
    }

    package mutating func succeed() { failures = 0 }
}
