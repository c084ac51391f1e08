import DaybookCalendarIndex
import DaybookCore
import DaybookLedger
import Synchronization

/// What each device was last served of each resource: what it knew when it writes without saying so. In memory, for as
/// many as fit: where nothing is known, what is there now counts.
final class ServedBases: Sendable {
    private struct Key: Hashable {
        let device: Identifier
        let address: Resource.Address
    }

    private static let most = 16_384
    private let bases = Mutex<(young: [Key: CalendarBase], old: [Key: CalendarBase])>(([:], [:]))

    func note(_ base: CalendarBase, of address: Resource.Address, to device: Identifier) {
        bases.withLock { bases in
            if bases.young.count >= Self.most / 2 {
                // The room of those that go is there for those that come.
                swap(&bases.young, &bases.old)
                bases.young.removeAll(keepingCapacity: true)
            }
            bases.young[Key(device: device, address: address)] = base
        }
    }

    func base(of address: Resource.Address, for device: Identifier) -> CalendarBase? {
        let key = Key(device: device, address: address)
        return bases.withLock { $0.young[key] ?? $0.old[key] }
    }
}
