import DaybookCore
import DaybookStore

/// Bodies of the routes that change an account's login.
struct PasswordChange: Sendable {
    let proof: ReadProof
    let newPassword: String
    let endsOtherSessions: Bool

    init(_ reader: inout JSONReader) throws(WireError) {
        let members = try LoginMembers(&reader)
        guard let new = members.newPassword else { throw reader.missing("newPassword", ofObjectAt: members.start) }
        newPassword = new
        proof = try members.proof(reader)
        endsOtherSessions = members.endsOtherSessions
    }
}

struct EmailChange: Sendable {
    let proof: ReadProof
    let email: EmailAddress

    init(_ reader: inout JSONReader) throws(WireError) {
        let members = try LoginMembers(&reader)
        guard let new = members.email else { throw reader.missing("email", ofObjectAt: members.start) }
        email = new
        proof = try members.proof(reader)
    }
}

extension ReadProof {
    init(_ reader: inout JSONReader) throws(WireError) { self = try LoginMembers(&reader).proof(reader) }
}

/// Each body takes some of these.
private struct LoginMembers {
    let start: Int
    private(set) var email: EmailAddress?
    private var password: String?
    private var code: RecoveryCode?
    private var timed: TimedCode?
    private(set) var newPassword: String?
    private(set) var endsOtherSessions = false

    init(_ reader: inout JSONReader) throws(WireError) {
        start = reader.offset
        try reader.readObject { reader, name throws(WireError) in
            switch name {
            case "email": email = try reader.readEmail()
            case "password": password = try reader.takeNull() ? nil : reader.readString()
            case "recoveryCode": code = try reader.takeNull() ? nil : reader.readRecoveryCode()
            case "code": timed = try reader.takeNull() ? nil : reader.readTimedCode()
            case "newPassword": newPassword = try reader.takeNull() ? nil : reader.readString()
            case "endOtherSessions": endsOtherSessions = try reader.takeNull() ? false : reader.readBool()
            default: return false
            }
            return true
        }
    }

    func proof(_ reader: JSONReader) throws(WireError) -> ReadProof {
        guard let password else { return ReadProof(password: nil, code: code, timed: timed) }
        guard let claimed = Password(claimed: password) else {
            throw reader.unacceptable(.form, at: start, expected: "a password of at most \(Password.mostBytes) bytes")
        }
        return ReadProof(password: claimed, code: code, timed: timed)
    }
}
