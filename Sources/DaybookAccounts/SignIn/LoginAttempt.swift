import DaybookCore
import DaybookStore
import HTTP

/// The body of `POST /v1/login`.
struct LoginAttempt: Sendable {
    enum Proof: Sendable {
        case password(Password)
        /// With the password to set instead of the forgotten one.
        case recoveryCode(RecoveryCode, newPassword: String?)
    }

    let email: EmailAddress
    let proof: Proof
    let deviceName: DeviceName
    /// What this device kept of an earlier login.
    let knownDevice: String?
    /// The account whose token came along goes into this one.
    let merges: Bool
}

extension JSONReader {
    mutating func readLoginAttempt() throws(WireError) -> LoginAttempt {
        let start = offset
        try beginObject()
        var members = JSONMembers()
        var email: EmailAddress?
        var proof = ReadProof()
        var newPassword: String?
        var name = DeviceName.usual
        var knownDevice: String?
        var merges = false
        reading: while true {
            switch try nextMember(of: Member.names, &members) {
            case .field(.email): email = try readEmail()
            case .field(.password): proof.password = try takeNull() ? nil : readClaimedPassword()
            case .field(.recoveryCode): proof.code = try takeNull() ? nil : readRecoveryCode()
            case .field(.newPassword): newPassword = try takeNull() ? nil : readString()
            case .field(.deviceName): name = try takeNull() ? .usual : readDeviceName()
            case .field(.knownDevice): knownDevice = try takeNull() ? nil : readString()
            case .field(.merge): merges = try takeNull() ? false : readBool()
            case .unknown: try passUnknown()
            case .end: break reading
            }
        }
        guard let email else { throw missing("email", ofObjectAt: start) }
        let given: LoginAttempt.Proof
        if let code = proof.code {
            given = .recoveryCode(code, newPassword: newPassword)
        } else if let password = proof.password {
            given = .password(password)
        } else {
            throw missing("password", ofObjectAt: start)
        }
        return LoginAttempt(email: email, proof: given, deviceName: name, knownDevice: knownDevice, merges: merges)
    }

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

/// What was given of a proof.
struct ReadProof {
    var password: Password?
    var code: RecoveryCode?
}

private enum Member: Int, CaseIterable {
    case email, password, recoveryCode, newPassword, deviceName, knownDevice, merge
    static let names = JSONNames<Member>("email password recoveryCode newPassword deviceName knownDevice merge")
}
