/// The clock of a change: a hybrid logical clock, compared by milliseconds, then counter, then device.
///
/// Two changes of one account never have equal clocks, because one device never gives the same (milliseconds, counter)
/// twice; the device makes the order total. The full text (`2026-11-21T09:15:00.123Z+0003@DEVICE`, counter in four
/// hexadecimal digits, always written) sorts byte-wise like the clock.
package struct HybridTime: Hashable, Comparable, Sendable {
    package var milliseconds: Int64
    package var counter: UInt16
    package var device: Identifier

    package init(milliseconds: Int64, counter: UInt16 = 0, device: Identifier) {
        self.milliseconds = milliseconds
        self.counter = counter
        self.device = device
    }

    package init(_ instant: Instant, counter: UInt16 = 0, device: Identifier) {
        self.init(milliseconds: instant.milliseconds, counter: counter, device: device)
    }

    package static func < (left: HybridTime, right: HybridTime) -> Bool {
        if left.milliseconds != right.milliseconds { return left.milliseconds < right.milliseconds }
        if left.counter != right.counter { return left.counter < right.counter }
        return left.device < right.device
    }

    package var instant: Instant { Instant(milliseconds: milliseconds) }

    /// The smallest clock above this one that `device` can give.
    package func successor(device: Identifier) -> HybridTime {
        counter == .max
            ? HybridTime(milliseconds: milliseconds + 1, device: device)
            : HybridTime(milliseconds: milliseconds, counter: counter + 1, device: device)
    }

    /// The greatest clock below this one with the same device.
    package var predecessor: HybridTime {
        counter > 0
            ? HybridTime(milliseconds: milliseconds, counter: counter - 1, device: device)
            : HybridTime(milliseconds: milliseconds - 1, counter: .max, device: device)
    }

    package func shifted(by milliseconds: Int64) -> HybridTime {
        HybridTime(instant.adding(milliseconds: milliseconds), counter: counter, device: device)
    }
}

extension HybridTime: CustomStringConvertible {
    /// The wire form of an operation's `at`: an instant with an optional `+0003`; the device is the pusher's.
    package init?(_ text: String, device: Identifier) {
        guard let read = text.withBytes({ HybridTime(utf8: $0, device: device) }) else { return nil }
        self = read
    }

    private init?(utf8 bytes: Span<UInt8>, device: Identifier) {
        guard let (instant, end) = Instant.parse(bytes) else { return nil }
        if end == bytes.count {
            self.init(instant, device: device)
            return
        }
        guard bytes.count == end + 5, let counter = Self.counter(bytes, end) else { return nil }
        self.init(instant, counter: counter, device: device)
    }

    /// The full form, with its device.
    package init?(_ text: String) {
        guard let read = text.withBytes({ HybridTime(utf8: $0) }) else { return nil }
        self = read
    }

    package init?(utf8 bytes: Span<UInt8>) {
        guard let (instant, end) = Instant.parse(bytes), bytes.count == end + 42,
            let counter = Self.counter(bytes, end), bytes[end + 5] == UInt8(ascii: "@"),
            let device = Identifier(utf8: bytes.extracting((end + 6)...))
        else { return nil }
        self.init(instant, counter: counter, device: device)
    }

    private static func counter(_ bytes: Span<UInt8>, _ start: Int) -> UInt16? {
        guard bytes[start] == UInt8(ascii: "+") else { return nil }
        var counter: UInt16 = 0
        for index in start + 1..<start + 5 {
            guard let digit = hexadecimalValue(of: bytes[index]) else { return nil }
            counter = counter << 4 | UInt16(digit)
        }
        return counter
    }

    private func appendCounter(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "+"))
        for shift in [12, 8, 4, 0] as [UInt64] { bytes.append(hexadecimalDigit(UInt64(counter) >> shift)) }
    }

    package func append(to bytes: inout [UInt8]) {
        instant.append(to: &bytes)
        appendCounter(to: &bytes)
        bytes.append(UInt8(ascii: "@"))
        device.append(to: &bytes)
    }

    /// `2026-11-21T09:15:00.123Z`, followed by `+0003` when the counter is not zero.
    package func appendAt(to bytes: inout [UInt8]) {
        instant.append(to: &bytes)
        if counter != 0 { appendCounter(to: &bytes) }
    }

    package var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(66)
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package var atText: String {
        var bytes: [UInt8] = []
        appendAt(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package var description: String { text }
}

/// The clock of one device: never gives a time twice, never goes back, stays above every time it was shown.
package struct HybridClock: Hashable, Sendable {
    package let device: Identifier
    package private(set) var last: HybridTime

    package init(device: Identifier, last: HybridTime? = nil) {
        self.device = device
        self.last = last ?? HybridTime(milliseconds: .min, device: device)
    }

    /// The time of an action that happens `now` by the device's wall clock.
    package mutating func tick(now: Instant) -> HybridTime {
        last =
            now.milliseconds > last.milliseconds
            ? HybridTime(now, device: device) : last.successor(device: device)
        return last
    }

    /// Moves above a time seen from elsewhere, so that the next local change counts as later than what the user saw.
    package mutating func witness(_ seen: HybridTime) {
        if seen > last { last = HybridTime(milliseconds: seen.milliseconds, counter: seen.counter, device: device) }
    }
}
