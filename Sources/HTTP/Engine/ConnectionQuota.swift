import Synchronization

/// How many connections there may be, in all and of one address, over every reactor.
final class ConnectionQuota: Sendable {
    private let maximum: Int
    private let maximumPerAddress: Int?
    private let sparesLoopback: Bool
    private let open = Atomic<Int>(0)
    // Taken once per connection, not per request.
    private let byAddress = Mutex<[IPAddress: Int]>([:])

    init(maximum: Int, perAddress: Int?, sparesLoopback: Bool = false) {
        self.maximum = maximum
        maximumPerAddress = perAddress
        self.sparesLoopback = sparesLoopback
    }

    enum Admission {
        case admitted, tooMany, tooManyOfAddress
    }

    /// Takes a place; without an address, one in all only.
    func admit(_ address: IPAddress?) -> Admission {
        guard open.wrappingAdd(1, ordering: .relaxed).newValue <= maximum else {
            open.wrappingSubtract(1, ordering: .relaxed)
            return .tooMany
        }
        guard let address, !admitAddress(address) else { return .admitted }
        open.wrappingSubtract(1, ordering: .relaxed)
        return .tooManyOfAddress
    }

    /// Takes a place of this address, for a connection that has one in all.
    func admitAddress(_ address: IPAddress) -> Bool {
        guard let maximumPerAddress, let place = place(of: address) else { return true }
        return byAddress.withLock { counts in
            let count = counts[place, default: 0]
            guard count < maximumPerAddress else { return false }
            counts[place] = count + 1
            return true
        }
    }

    /// Gives back what was taken.
    func release(_ address: IPAddress?) {
        open.wrappingSubtract(1, ordering: .relaxed)
        guard maximumPerAddress != nil, let address, let place = place(of: address) else { return }
        byAddress.withLock { counts in
            guard let count = counts[place] else { return }
            counts[place] = count > 1 ? count - 1 : nil
        }
    }

    /// Under what an address is counted; nil where it is not.
    private func place(of address: IPAddress) -> IPAddress? {
        if sparesLoopback, address.isLoopback { return nil }
        return address.isV4 ? address : IPAddress(high: address.high, low: 0)
    }
}
