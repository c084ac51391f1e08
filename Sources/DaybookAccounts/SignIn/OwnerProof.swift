import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// Asks again who it is, before something that a stolen token must not do: the password, or a recovery code.
struct OwnerProof: Sendable {
    let database: Database
    let secret: SecretKey
    let credentials: Credentials
    let passwords: Passwords
    let guardian: LoginGuard

    /// Throws the problem where it is not the owner, or was not for too often. A recovery code is used up by it.
    func demand(_ given: ReadProof, of account: Identifier, now: Instant = .now()) async throws
        -> Credentials.Credential
    {
        guard let credential = try await credentials.credential(of: account) else { throw Problem(.notClaimed) }
        guard given.password != nil || given.code != nil else { throw Problem(.proofRequired) }
        let subject = subject(account)
        guard given.code == nil else {
            // Not guessed, so not slowed down: who has guessed passwords with a stolen token keeps no code from its
            // owner.
            guard try await holds(given, credential, now) else { throw Problem(.proofFailed) }
            try await guardian.succeed(subject)
            return credential
        }
        return try await guardian.guarded(subject, now: now) {
            guard try await holds(given, credential, now) else { throw Problem(.proofFailed) }
            return credential
        }
    }

    /// Under what the failures of an account's own devices are counted.
    func subject(_ account: Identifier) -> [UInt8] {
        secret.derive(.throttle, from: Array("proof\n\(account.text)".utf8))
    }

    private func holds(_ given: ReadProof, _ credential: Credentials.Credential, _ now: Instant) async throws -> Bool {
        if let code = given.code {
            let used = RecoveryCodes.use(code, of: credential.account, now)
            return try await database.write(of: credential.account, used).affected == 1
        }
        guard let password = given.password else { return false }
        return try await passwords.check(password, against: credential.hash).isRight
    }
}
