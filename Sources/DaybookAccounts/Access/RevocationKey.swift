import CSodium
import DaybookCore

/// Stands for a device, or for a whole account, where nothing may be left of it after it is gone.
struct RevocationKey: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    init(account: Identifier) { self.init(account: account, device: .zero) }

    init(account: Identifier, device: Identifier) {
        var text: [UInt8] = []
        account.append(to: &text)
        device.append(to: &text)
        var hash = [UInt8](repeating: 0, count: 16)
        crypto_generichash(&hash, hash.count, text, UInt64(text.count), nil, 0)
        self.init(hash)
    }

    /// As it is stored, 16 bytes.
    init(_ bytes: [UInt8]) {
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64(56 - $0 % 8 * 8)) }
    }
}
