import DaybookCore
import DaybookStore
import Postgres

extension SignIn {
    /// The operator knows the owner and has given them a new password. So failures of before make nobody wait any
    /// longer: at the email, on a device that was let in, or where a password is asked for once more.
    package func forgetFailures(of account: Identifier, _ email: EmailAddress) async throws {
        let devices = try await database.read(
            of: account, "SELECT device_id FROM device WHERE account_id = \(account)")
        var subjects = [
            email.hash(secret), proof.subject(account), factors.subject(account), login.subjectBeside(account),
        ]
        for row in devices {
            let device = try row.decode(0, as: Identifier.self)
            subjects.append(KnownDevice(account: account, device: device).subject(secret))
        }
        subjects += subjects.map { factors.subject($0) }
        try await database.write("DELETE FROM login_guard WHERE subject = ANY(\(subjects))")
    }
}
