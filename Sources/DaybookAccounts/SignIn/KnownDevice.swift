import DaybookCore
import DaybookHost

/// What a device keeps from a login: it proves that the device has logged in before, and nothing else. A stranger who
/// locks an email by guessing does not lock out its owner's devices, whose own failures are counted apart.
///
/// It holds account, device and the server's proof, so the server stores nothing. It gives no access.
struct KnownDevice: Hashable, Sendable {
    let account: Identifier
    let device: Identifier

    init(account: Identifier, device: Identifier) {
        self.account = account
        self.device = device
    }

    /// Nil where it is not one of ours.
    init?(_ text: String, _ secret: SecretKey) {
        guard let bytes = Base64URL.decode(text), bytes.count == 64 else { return nil }
        self.init(
            account: Identifier(high: bytes.word(0), low: bytes.word(8)),
            device: Identifier(high: bytes.word(16), low: bytes.word(24)))
        guard Sodium.equal(Array(bytes[32...]), proof(secret)) else { return nil }
    }

    func text(_ secret: SecretKey) -> String { Base64URL.encode(head + proof(secret)) }

    /// Under what its failures are counted.
    func subject(_ secret: SecretKey) -> [UInt8] { secret.derive(.knownDevice, from: Array("guard".utf8) + head) }

    private func proof(_ secret: SecretKey) -> [UInt8] { secret.derive(.knownDevice, from: head) }

    private var head: [UInt8] { [UInt8](words: account.high, account.low, device.high, device.low) }
}
