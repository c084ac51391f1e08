import DaybookCore
import DaybookStore

/// The body of `POST /v1/login`.
struct LoginAttempt: Sendable {
    enum Proof: Sendable {
        case password(Password)
        /// With the password to set instead of the forgotten one.
        case recoveryCode(RecoveryCode, newPassword: String?)
    }

    let email: EmailAddress
    let proof: Proof
    /// What came with it for an account with a second factor. With a recovery code, the password may be it.
    let second: SecondProof
    let deviceName: DeviceName
    /// What this device kept of an earlier login.
    let knownDevice: String?
    /// The account whose token came along goes into this one.
    let merges: Bool
}

extension LoginAttempt {
    init(_ reader: inout JSONReader) throws(WireError) {
        let start = reader.offset
        var email: EmailAddress?
        var proof = ReadProof()
        var newPassword: String?
        var name = DeviceName.usual
        var knownDevice: String?
        var (trusts, merges) = (false, false)
        try reader.readObject { reader, member throws(WireError) in
            switch member {
            case "email": email = try reader.readEmail()
            case "password": proof.password = try reader.takeNull() ? nil : reader.readClaimedPassword()
            case "code": proof.timed = try reader.takeNull() ? nil : reader.readTimedCode()
            case "trustDevice": trusts = try reader.takeNull() ? false : reader.readBool()
            case "recoveryCode": proof.code = try reader.takeNull() ? nil : reader.readRecoveryCode()
            case "newPassword": newPassword = try reader.takeNull() ? nil : reader.readString()
            case "deviceName": name = try reader.takeNull() ? .usual : reader.readDeviceName()
            case "knownDevice": knownDevice = try reader.takeNull() ? nil : reader.readString()
            case "merge": merges = try reader.takeNull() ? false : reader.readBool()
            default: return false
            }
            return true
        }
        guard let email else { throw reader.missing("email", ofObjectAt: start) }
        let given: Proof
        if let code = proof.code {
            given = .recoveryCode(code, newPassword: newPassword)
        } else if let password = proof.password {
            given = .password(password)
        } else {
            throw reader.missing("password", ofObjectAt: start)
        }
        self.init(
            email: email, proof: given,
            second: SecondProof(code: proof.timed, password: proof.password, trustsDevice: trusts), deviceName: name,
            knownDevice: knownDevice, merges: merges)
    }
}

extension JSONReader {
    mutating func readEmail() throws(WireError) -> EmailAddress {
        let start = offset
        guard let email = EmailAddress(try readString()) else {
            throw unacceptable(.form, at: start, expected: "an email address")
        }
        return email
    }

    /// A password that somebody says they have.
    mutating func readClaimedPassword() throws(WireError) -> Password {
        let start = offset
        guard let password = Password(claimed: try readString()) else {
            throw unacceptable(.form, at: start, expected: "at most \(Password.mostBytes) bytes")
        }
        return password
    }

    mutating func readRecoveryCode() throws(WireError) -> RecoveryCode {
        let start = offset
        guard let code = RecoveryCode(try readString()) else {
            throw unacceptable(.form, at: start, expected: "sixteen letters and digits such as 7KQ2-M9XD-4TVH-B0PC")
        }
        return code
    }
}

/// The proof that was given.
struct ReadProof {
    var password: Password?
    var code: RecoveryCode?
    /// What an authenticator app shows.
    var timed: TimedCode?
}

/// What was given for an account's second factor.
struct SecondProof: Sendable {
    var code: TimedCode?
    /// Beside a recovery code.
    var password: Password?
    var trustsDevice = false
}
