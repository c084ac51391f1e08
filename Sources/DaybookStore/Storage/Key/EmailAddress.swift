import DaybookCore
import DaybookHost

/// An email as somebody typed it, and what it is found by. No letter is ever sent to it: it is a name that people
/// remember.
package struct EmailAddress: Hashable, Sendable {
    /// As typed, without the space around it.
    package let text: String
    /// In lower case on both sides of the sign, and composed: what is the same to people is the same login.
    package let lookup: String

    /// What SMTP allows (RFC 5321, 4.5.3.1.3).
    static let longest = 254

    /// Nil for what cannot be one. Only the mail server of the domain could say more.
    package init?(_ text: String) {
        let trimmed = text.trimmed
        guard trimmed.utf8.count <= Self.longest, let sign = trimmed.lastIndex(of: "@"), sign != trimmed.startIndex,
            trimmed.index(after: sign) != trimmed.endIndex,
            !trimmed.unicodeScalars.contains(where: {
                $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F
            })
        else { return nil }
        self.text = trimmed
        lookup = trimmed.composed.lowercased().composed
    }

    /// The part before the sign.
    package var localPart: Substring { lookup[..<(lookup.lastIndex(of: "@") ?? lookup.endIndex)] }

    /// The key of the directory of logins.
    package func hash(_ secret: SecretKey) -> [UInt8] { secret.derive(.email, from: Array(lookup.utf8)) }
}
