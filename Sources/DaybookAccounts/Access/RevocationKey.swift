import DaybookCore
import DaybookHost

/// Stands for a device, or for a whole account, where nothing may be left of it after it is gone.
struct RevocationKey: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    init(account: Identifier) { self.init(account: account, device: .zero) }

    init(account: Identifier, device: Identifier) {
        var text: [UInt8] = []
        account.append(to: &text)
        device.append(to: &text)
        self.init(Sodium.hash(text, length: 16))
    }

    /// As it is stored, 16 bytes.
    init(_ bytes: [UInt8]) {
        (high, low) = (bytes.word(0), bytes.word(8))
    }

    var bytes: [UInt8] { [UInt8](words: high, low) }
}
