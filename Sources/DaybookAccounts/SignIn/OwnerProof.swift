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
        try await demand(given, credential, now: now)
        return credential
    }

    /// The same where the login is known.
    func demand(_ given: ReadProof, _ credential: Credentials.Credential, now: Instant = .now()) async throws {
        guard given.password != nil || given.code != nil else { throw Problem(.proofRequired) }
        let subject = subject(credential.account)
        guard given.code == nil else {
            // Not guessed, so not slowed down: who has guessed passwords with a stolen token keeps no code from its
            // owner.
            guard try await holds(given, credential, now) else { throw Problem(.proofFailed) }
            try await guardian.succeed(subject)
            return
        }
        try await guardian.guarded(subject, now: now) {
            guard try await holds(given, credential, now) else { throw Problem(.proofFailed) }
        }
    }

    /// Asks for two of three where a password alone would let in nobody either: the password, a code, a recovery code.
    /// So neither who knows the password nor who found the codes takes the second factor away, or makes new ones.
    func demandTwo(
        _ given: ReadProof, _ credential: Credentials.Credential, _ factors: SecondFactors, now: Instant
    ) async throws {
        let account = credential.account
        let count = [given.password != nil, given.timed != nil, given.code != nil].count { $0 }
        guard count >= 2, let factor = credential.factor else {
            throw Problem(.proofRequired, members: [Problem.accepting(["password", "code", "recoveryCode"])])
        }
        if let code = given.code {
            let found = try await database.read(of: account, RecoveryCodes.find(code, of: account))
            guard !found.isEmpty else { throw Problem(.proofFailed) }
        }
        // Counted apart from the passwords that are asked for elsewhere: a right one there forgets no wrong code here.
        try await guardian.guarded(factors.subject(account), now: now) {
            if let password = given.password {
                let verdict = try await passwords.check(password, against: credential.hash)
                guard verdict.isRight else { throw Problem(.proofFailed) }
            }
            if let timed = given.timed {
                guard try await factors.use(timed, of: account, factor, now: now) else { throw Problem(.proofFailed) }
            }
            if let code = given.code {
                let used = try await database.write(of: account, RecoveryCodes.use(code, of: account, now))
                guard used.affected == 1 else { throw Problem(.proofFailed) }
            }
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
