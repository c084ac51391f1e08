import DaybookCore
import DaybookHost
import HTTP

/// A token as a request brings it, taken apart without a string in between: this runs at every request.
struct PresentedToken: Equatable, Sendable {
    /// Nil for an app password, which does not name its account.
    let address: Address?
    /// For a token its secret, for an app password the hash that it is found by.
    let secret: Secret

    struct Address: Equatable, Sendable {
        let account: Identifier
        let token: Identifier
    }

    /// 32 bytes.
    struct Secret: Hashable, Sendable {
        let words: InlineArray<4, UInt64>

        init(_ words: InlineArray<4, UInt64>) { self.words = words }

        init?(_ bytes: [UInt8]) {
            guard bytes.count == 32 else { return nil }
            words = InlineArray { bytes.word($0 * 8) }
        }

        var bytes: [UInt8] { [UInt8](words: words[0], words[1], words[2], words[3]) }

        static func == (left: Secret, right: Secret) -> Bool {
            var difference: UInt64 = 0
            for index in 0..<4 { difference |= left.words[index] ^ right.words[index] }
            return difference == 0
        }

        func hash(into hasher: inout Hasher) { for index in 0..<4 { hasher.combine(words[index]) } }
    }

    init(_ token: TokenText) {
        address = Address(account: token.account, token: token.token)
        secret = Secret(token.secret) ?? Secret(InlineArray(repeating: 0))
    }

    init(_ password: AppPassword) {
        address = nil
        secret = Secret(password.hash) ?? Secret(InlineArray(repeating: 0))
    }

    /// `daybook_` and 86 characters of base64url, from a place in a field's value to its end.
    init?(_ value: Span<UInt8>, from start: Int) {
        guard value.count - start == Self.length, Self.hasPrefix(value, at: start) else { return nil }
        var words = InlineArray<8, UInt64>(repeating: 0)
        var place = 0
        var bits: UInt64 = 0
        var count = 0
        // Letters come in no order that a branch could be predicted by.
        let sextets = Self.sextets.span
        var seen: UInt8 = 0
        for index in start + 8..<value.count {
            let sextet = sextets[Int(value[index])]
            seen |= sextet
            bits = bits << 6 | UInt64(sextet)
            count += 6
            if count >= 8 {
                count -= 8
                words[place >> 3] = words[place >> 3] << 8 | bits >> UInt64(count) & 0xFF
                place += 1
            }
        }
        // One way to write a token: the bits beyond the last byte are zero.
        guard bits & 0xF == 0, seen < 64 else { return nil }
        address = Address(
            account: Identifier(high: words[0], low: words[1]), token: Identifier(high: words[2], low: words[3]))
        secret = Secret([words[4], words[5], words[6], words[7]])
    }

    private static let length = 8 + 86

    private static func hasPrefix(_ value: Span<UInt8>, at start: Int) -> Bool {
        let letters: StaticString = "daybook_"
        for index in 0..<8 where value[start + index] != letters.byte(index) { return false }
        return true
    }

    /// Indexed by byte; 64 for a byte that is not a letter of base64url.
    private static let sextets: [UInt8] = {
        var table = [UInt8](repeating: 64, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        for (value, letter) in alphabet.utf8.enumerated() { table[Int(letter)] = UInt8(value) }
        return table
    }()
}

extension Request {
    /// What the `Authorization` field brings after `Bearer`. Never taken from the URL, which is logged on the way, and
    /// never from `Basic`, which browsers send along by themselves once they have it.
    var presentedToken: PresentedToken? {
        let found = fields.withValue("authorization") { value -> PresentedToken? in
            guard let start = value.credentials(of: "bearer") else { return nil }
            return PresentedToken(value, from: start)
        }
        if case .some(.some(let token)) = found { return token }
        guard found != nil, let text = fields["authorization"] else { return nil }
        return PresentedToken(typed: text, takesBasic: false)
    }

    /// The same where programs ask that know names and passwords alone: also as the password of `Basic`, and the user's
    /// name does not matter.
    var presentedPassword: PresentedToken? {
        presentedToken ?? fields["authorization"].flatMap { PresentedToken(typed: $0, takesBasic: true) }
    }
}

extension Request {
    /// The text after `Authorization: Bearer`.
    var bearerToken: String? {
        guard let value = fields["authorization"], value.prefix(7).lowercased() == "bearer " else { return nil }
        return String(value.dropFirst(7).drop { $0 == " " })
    }
}

extension PresentedToken {
    /// The rare forms, which programs that know nothing of Daybook send.
    fileprivate init?(typed field: String, takesBasic: Bool) {
        guard let space = field.firstIndex(of: " ") else { return nil }
        let scheme = field[..<space].lowercased()
        var text = String(field[space...].trimmingSpaces())
        if scheme == "basic", takesBasic {
            guard let bytes = Base64.decode(text), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
                return nil
            }
            text = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        } else if scheme != "bearer" {
            return nil
        }
        if let token = TokenText(text) {
            self.init(token)
        } else if let password = AppPassword(text) {
            self.init(password)
        } else {
            return nil
        }
    }
}

extension Span<UInt8> {
    /// Where the credentials begin after the scheme and its spaces; nil for another scheme.
    fileprivate func credentials(of scheme: StaticString) -> Int? {
        let length = scheme.utf8CodeUnitCount
        guard count > length, self[length] == 0x20 else { return nil }
        for index in 0..<length where self[index] | 0x20 != scheme.byte(index) { return nil }
        var start = length
        while start < count, self[start] == 0x20 { start += 1 }
        return start
    }
}

extension StaticString {
    /// A byte of a literal of ASCII.
    @inline(__always)
    fileprivate func byte(_ index: Int) -> UInt8 { withUTF8Buffer { $0[index] } }
}
