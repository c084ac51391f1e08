import DaybookCore
import DaybookStore

/// A password as it is hashed: composed, so that every keyboard means the same by it. Nothing describes it in words.
package struct Password: Sendable {
    let bytes: [UInt8]

    static let fewestCharacters = 10
    static let mostBytes = 1024

    /// One that somebody says they have. Nil where it is longer than any may be.
    package init?(claimed text: String) {
        guard text.utf8.count <= Self.mostBytes else { return nil }
        bytes = Array(text.composed.utf8)
    }

    /// Why a password is not taken as a new one.
    package enum Weakness: String, CaseIterable, Sendable {
        case tooShort = "too_short"
        case tooLong = "too_long"
        /// Among those that are tried first.
        case common
        /// One or two characters over and over.
        case repetitive
        /// It is the email, or its part before the sign.
        case isEmail = "is_email"

        package var sentence: String {
            switch self {
            case .tooShort: "A password has at least \(Password.fewestCharacters) characters."
            case .tooLong: "A password has at most \(Password.mostBytes) bytes."
            case .common: "This password is among those that are tried first."
            case .repetitive: "A password is more than one or two characters repeated."
            case .isEmail: "A password is not the email."
            }
        }
    }

    /// What speaks against a new password; length is what counts, so no kinds of characters are asked for.
    package static func weakness(of text: String, for email: EmailAddress?) -> Weakness? {
        if text.utf8.count > mostBytes { return .tooLong }
        let composed = text.composed
        if composed.count < fewestCharacters { return .tooShort }
        let plain = composed.lowercased()
        if Set(plain).count <= 2 { return .repetitive }
        if let email, plain == email.lookup || plain == email.localPart { return .isEmail }
        return common.contains(plain) ? .common : nil
    }

    /// Those of ten characters and more that lead the published lists of leaked ones; shorter ones are refused as such.
    private static let common: Set<String> = [
        "0123456789", "0987654321", "1029384756", "1122334455", "123123123123", "1234512345", "123456789a",
        "1234567890",
        "12345678900", "1234567891", "12345678910", "123456789q", "1234567899", "123qwe123qwe", "1357924680",
        "147258369a",
        "1q2w3e4r5t", "1q2w3e4r5t6y", "1qaz2wsx3edc", "1qazxsw23edc", "9876543210", "a123456789", "aa12345678",
        "abc1234567", "abcd123456", "abcd1234567", "abcdefghij", "abcdefghijk", "administrator", "asdfasdfasdf",
        "asdfghjkl1", "asdfghjkl;", "changeme123", "daybookdaybook", "football123", "hello12345", "iloveyou12",
        "iloveyou123", "iloveyou1234", "letmein123", "letmeinletmein", "liverpool1", "manchester", "masterpassword",
        "michelle123", "monkey12345", "mynameis123", "naruto1234", "p@ssw0rd123", "p@ssword123", "passw0rd123",
        "password00", "password01", "password10", "password11", "password12", "password123", "password1234",
        "password12345", "passwordpassword", "princess12", "princess123", "q1w2e3r4t5", "q1w2e3r4t5y6", "qazwsxedcrfv",
        "qwaszxerdfcv", "qwe1234567", "qweasdzxc1", "qweasdzxc123", "qwerty1234", "qwerty12345", "qwerty123456",
        "qwertyqwerty", "qwertyuiop", "qwertyuiop1", "qwertyuiop123", "qwertyuiop[]", "samsung123", "sunshine12",
        "superman123", "unbelievable", "welcome123", "welcome1234", "zaq12wsxcde3", "zxcvbnm123", "zxcvbnmzxcvbnm",
    ]
}
