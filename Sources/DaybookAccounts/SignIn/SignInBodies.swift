import DaybookCore
import DaybookStore

/// Bodies of the routes about an account's login.
struct PasswordChange: Sendable {
    var proof = ReadProof()
    var newPassword: String
    var endsOtherSessions = false
}

struct EmailChange: Sendable {
    var proof = ReadProof()
    var email: EmailAddress
}

extension JSONReader {
    mutating func readPasswordChange() throws(WireError) -> PasswordChange {
        let start = offset
        let read = try readLoginMembers()
        guard let new = read.newPassword else { throw missing("newPassword", ofObjectAt: start) }
        return PasswordChange(
            proof: try read.proof(self, start), newPassword: new, endsOtherSessions: read.endsOtherSessions)
    }

    mutating func readEmailChange() throws(WireError) -> EmailChange {
        let start = offset
        let read = try readLoginMembers()
        guard let email = read.email else { throw missing("email", ofObjectAt: start) }
        return EmailChange(proof: try read.proof(self, start), email: email)
    }

    mutating func readOwnerProof() throws(WireError) -> ReadProof {
        let start = offset
        return try readLoginMembers().proof(self, start)
    }

    private mutating func readLoginMembers() throws(WireError) -> LoginMembers {
        try beginObject()
        var members = JSONMembers()
        var read = LoginMembers()
        while true {
            switch try nextMember(of: Member.names, &members) {
            case .field(.email): read.email = try readEmail()
            case .field(.password): read.password = try takeNull() ? nil : readString()
            case .field(.recoveryCode): read.code = try takeNull() ? nil : readRecoveryCode()
            case .field(.newPassword): read.newPassword = try takeNull() ? nil : readString()
            case .field(.endOtherSessions): read.endsOtherSessions = try takeNull() ? false : readBool()
            case .unknown: try passUnknown()
            case .end: return read
            }
        }
    }
}

/// Each body takes some of these.
private struct LoginMembers {
    var email: EmailAddress?
    var password: String?
    var code: RecoveryCode?
    var newPassword: String?
    var endsOtherSessions = false

    func proof(_ reader: JSONReader, _ start: Int) throws(WireError) -> ReadProof {
        guard let password else { return ReadProof(password: nil, code: code) }
        guard let claimed = Password(claimed: password) else {
            throw reader.unacceptable(.form, at: start, expected: "a password of at most \(Password.mostBytes) bytes")
        }
        return ReadProof(password: claimed, code: code)
    }
}

private enum Member: Int, CaseIterable {
    case email, password, recoveryCode, newPassword, endOtherSessions
    static let names = JSONNames<Member>("email password recoveryCode newPassword endOtherSessions")
}
