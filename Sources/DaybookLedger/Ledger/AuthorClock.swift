import DaybookCore
import Synchronization

/// The clock of changes that the server makes for a device: it never gives a time twice, and always one above
/// everything that the row has seen, so that a change made online wins over what it was made from.
///
/// One for all devices of the process: no two operations have the same time, whoever their authors are, and creations
/// sort in the order in which they came.
package final class AuthorClock: Sendable {
    private let last = Mutex(HybridTime(milliseconds: .min, device: .zero))

    /// Order keys of new tasks hold ten bits of the counter.
    private static let mostPerMillisecond: UInt16 = 1023

    package func tick(for device: Identifier, now: Instant, after seen: HybridTime?) -> HybridTime {
        let own = last.withLock { last in
            if now.milliseconds > last.milliseconds {
                last = HybridTime(now, device: .zero)
            } else if last.counter < Self.mostPerMillisecond {
                last.counter += 1
            } else {
                last = HybridTime(milliseconds: last.milliseconds + 1, device: .zero)
            }
            return last
        }
        let time = HybridTime(milliseconds: own.milliseconds, counter: own.counter, device: device)
        guard let seen, seen >= time else { return time }
        return seen.successor(device: device)
    }
}
