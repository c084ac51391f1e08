import DaybookCore
import DaybookHost

/// What an account asks for beside its password, once it is confirmed: codes made from a secret that the owner's
/// authenticator app has, too.
package struct SecondFactor: Sendable {
    let sealed: SealedFactor
    /// The half minute whose code counted last.
    let lastStep: Int64
}

/// The secret as the database has it, for its account alone.
package struct SealedFactor: Hashable, Sendable {
    package let bytes: [UInt8]

    /// As long as RFC 4226 recommends for HMAC-SHA1.
    static let secretLength = 20

    package init(stored bytes: [UInt8]) { self.bytes = bytes }

    package init(_ secret: [UInt8], of account: Identifier, _ key: SecretKey) {
        bytes = key.seal(secret, for: .secondFactor, at: Array(account.text.utf8))
    }

    package func open(of account: Identifier, _ key: SecretKey) -> [UInt8]? {
        key.open(bytes, for: .secondFactor, at: Array(account.text.utf8))
    }

    /// The same secret sealed with another key; nil where this one did not seal it.
    package func sealedAgain(of account: Identifier, _ old: SecretKey, with next: SecretKey) -> SealedFactor? {
        open(of: account, old).map { SealedFactor($0, of: account, next) }
    }
}

/// A secret that was just made, as an authenticator app takes it: typed, or scanned as an address
/// (https://github.com/google/google-authenticator/wiki/Key-Uri-Format).
struct NewFactor: Sendable {
    let secret: [UInt8]
    let email: String

    var text: String { Base32.encode(secret) }

    var address: String {
        "otpauth://totp/Daybook:\(Self.escaped(email))?secret=\(text)&issuer=Daybook&algorithm=SHA1"
            + "&digits=\(TimedCode.digits)&period=\(TimedCode.period)"
    }

    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                escaped.append(byte)
            default: escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
