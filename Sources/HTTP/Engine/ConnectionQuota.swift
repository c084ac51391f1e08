import Synchronization

/// How many connections there may be, in all and of one address, over every reactor.
final class ConnectionQuota: Sendable {
    private let maximum: Int
    private let maximumPerAddress: Int?
    private let open = Atomic<Int>(0)
    // Taken once per connection, not per request.
    private let byAddress = Mutex<[IPAddress: Int]>([:])

    init(maximum: Int, perAddress: Int?) {
        self.maximum = maximum
        maximumPerAddress = perAddress
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
        guard let maximumPerAddress else { return true }
        return byAddress.withLock { counts in
            let count = counts[address, default: 0]
            guard count < maximumPerAddress else { return false }
            counts[address] = count + 1
            return true
        }
    }

    /// Gives back what was taken.
    func release(_ address: IPAddress?) {
        open.wrappingSubtract(1, ordering: .relaxed)
        guard maximumPerAddress != nil, let address else { return }
        byAddress.withLock { counts in
            guard let count = counts[address] else { return }
            counts[address] = count > 1 ? count - 1 : nil
        }
    }
}
