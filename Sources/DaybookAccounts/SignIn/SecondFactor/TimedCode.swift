import COpenSSL
import DaybookCore
import DaybookHost

/// What an authenticator app shows: six digits that follow from a shared secret and the half minute (RFC 6238, with
/// what every such app can do: HMAC-SHA1, thirty seconds).
struct TimedCode: Hashable, Sendable {
    static let digits = 6
    /// Seconds.
    static let period: Int64 = 30
    /// Codes of so many half minutes before and after this one count as well, for clocks that differ.
    static let drift: Int64 = 1

    let number: Int

    /// Reads it as people type it, spaces and hyphens between the digits left out.
    init?(_ text: String) {
        guard text.utf8.count <= 32 else { return nil }
        let symbols = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        guard symbols.count == Self.digits, symbols.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        number = symbols.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The half minute that an instant falls into.
    static func step(at now: Instant) -> Int64 { max(0, now.milliseconds) / (period * 1000) }

    /// The half minute whose code this is, the latest of those that count now; nil where it is none of theirs, or where
    /// that one is not after the one that counted last.
    func step(of secret: [UInt8], at now: Instant, after last: Int64) -> Int64? {
        let present = Self.step(at: now)
        // All are worked out, so that the time that it takes tells nothing.
        let fitting = (-Self.drift...Self.drift).map { present + $0 }.filter { step in
            step >= 0 && OneTimePassword.number(secret, UInt64(step), digits: Self.digits) == number
        }
        return fitting.last { $0 > last }
    }
}

/// HOTP (RFC 4226, 5.3), on which timed codes stand.
enum OneTimePassword {
    enum Digest { case sha1, sha256, sha512 }

    static func number(_ secret: [UInt8], _ counter: UInt64, digits: Int, _ digest: Digest = .sha1) -> Int {
        let code = authentication(of: [UInt8](words: counter), secret, digest)
        let offset = Int(code[code.count - 1] & 0x0F)
        let word = code[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return Int(word) % (0..<digits).reduce(1) { power, _ in power * 10 }
    }

    private static func authentication(of message: [UInt8], _ key: [UInt8], _ digest: Digest) -> [UInt8] {
        let method =
            switch digest {
            case .sha1: EVP_sha1()
            case .sha256: EVP_sha256()
            case .sha512: EVP_sha512()
            }
        var code = [UInt8](repeating: 0, count: 64)
        var length: UInt32 = 0
        let made = HMAC(method, key, Int32(key.count), message, message.count, &code, &length)
        precondition(made != nil, "OpenSSL makes no HMAC on this machine")
        return Array(code.prefix(Int(length)))
    }
}

/// Base32 as authenticator apps read secrets (RFC 4648, 6), without padding.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var symbols: [UInt8] = []
        var (held, bits) = (UInt32(0), 0)
        for byte in bytes {
            held = held << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                symbols.append(alphabet[Int(held >> UInt32(bits) & 31)])
            }
        }
        if bits > 0 { symbols.append(alphabet[Int(held << UInt32(5 - bits) & 31)]) }
        return String(decoding: symbols, as: UTF8.self)
    }
}

extension JSONReader {
    mutating func readTimedCode() throws(WireError) -> TimedCode {
        let start = offset
        guard let code = TimedCode(try readString()) else {
            throw unacceptable(.form, at: start, expected: "six digits, as an authenticator app shows them")
        }
        return code
    }
}
