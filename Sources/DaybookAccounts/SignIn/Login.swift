import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// Logs in a person who knows an account's email and its password, or one of its recovery codes.
struct Login: Sendable {
    let database: Database
    let secret: SecretKey
    let credentials: Credentials
    let passwords: Passwords
    let sessions: Sessions
    let throttle: Throttle
    let guardian: LoginGuard
    let factors: SecondFactors
    /// The most attempts from one address in ten minutes; 0 means no limit.
    let perAddress: Int

    /// Whose account it is, once that is proven; throws the problem where it is not. What it tells and how long it
    /// takes does not depend on whether anybody has the email.
    func owner(_ attempt: LoginAttempt, at address: IPAddress, now: Instant = .now()) async throws -> ProvenOwner {
        try await throttle.attempt(.login, address.network, limit: perAddress, window: .seconds(600), now: now)
            .orThrow()
        let known = attempt.knownDevice.flatMap { KnownDevice($0, secret) }
        let credential = try await credentials.credential(of: attempt.email)
        // A device that was let in to this very account counts its failures apart.
        let isKnown = known != nil && known?.account == credential?.account
        let subject = (isKnown ? known?.subject(secret) : nil) ?? attempt.email.hash(secret)
        guard case .password = attempt.proof else {
            // 80 random bits are not guessed, so nobody has to wait; a stranger's wrong passwords, or wrong codes, must
            // not keep out the owner who has nothing else left.
            let entry = try await prove(attempt, credential, isKnown ? known : nil, subject, now)
            try await guardian.succeed(subject)
            return entry
        }
        return try await guardian.guarded(subject, now: now) {
            try await prove(attempt, credential, isKnown ? known : nil, subject, now)
        }
    }

    private func prove(
        _ attempt: LoginAttempt, _ credential: Credentials.Credential?, _ known: KnownDevice?, _ subject: [UInt8],
        _ now: Instant
    ) async throws -> ProvenOwner {
        switch attempt.proof {
        case .password(let password):
            let verdict = try await passwords.check(password, against: credential?.hash)
            guard let credential, case .right(let renewed) = verdict else { throw Problem(.loginFailed) }
            if let renewed { try await credentials.renew(credential, with: renewed) }
            let trust = try await factors.demand(attempt.second, of: credential, known, under: subject, now: now)
            return ProvenOwner(account: credential.account, proof: .login(since: credential.changedAt), trust: trust)
        case .recoveryCode(let code, let newPassword):
            if let newPassword, let weakness = Password.weakness(of: newPassword, for: attempt.email) {
                throw Problem(weakness)
            }
            var hash: PasswordHash?
            if let password = newPassword.flatMap({ Password(claimed: $0) }) {
                hash = try await passwords.hash(password)
            }
            let account = credential?.account ?? .random()
            var trust: Trust?
            if let credential, credential.factor != nil {
                trust = try await besides(code, attempt.second, credential, known, now)
            }
            let isUsed = try await database.transaction(of: account) { [hash] transaction in
                let isUsed = try await transaction.run(RecoveryCodes.use(code, of: account, now)).affected == 1
                if isUsed, let hash { try await transaction.run(Credentials.change(account, to: hash, now)) }
                return isUsed
            }
            guard let credential, isUsed else { throw Problem(.loginFailed) }
            let since = hash == nil ? credential.changedAt : now
            return ProvenOwner(account: credential.account, proof: .login(since: since), trust: trust)
        }
    }

    /// A recovery code takes the place of the password or of the second factor, not of both, so the other has to come
    /// with it. Who has no recovery code is told nothing of that, and who has one does not wait for strangers.
    private func besides(
        _ code: RecoveryCode, _ second: SecondProof, _ credential: Credentials.Credential, _ known: KnownDevice?,
        _ now: Instant
    ) async throws -> Trust? {
        guard
            try await database.read(of: credential.account, RecoveryCodes.find(code, of: credential.account)).count == 1
        else { throw Problem(.loginFailed) }
        let subject = subjectBeside(credential.account)
        guard let password = second.password else {
            return try await factors.demand(
                second, of: credential, known, under: subject, accepts: ["code", "password"], now: now)
        }
        return try await guardian.guarded(subject, now: now) {
            guard try await passwords.check(password, against: credential.hash).isRight else {
                throw Problem(.loginFailed)
            }
            return second.trustsDevice ? .begins : nil
        }
    }

    /// Under what is counted what came with a good recovery code.
    func subjectBeside(_ account: Identifier) -> [UInt8] {
        secret.derive(.throttle, from: Array("beside a recovery code\n\(account.text)".utf8))
    }

    /// What a device that came along with its account is trusted with.
    func trust(_ device: Identifier, _ entry: ProvenOwner, now: Instant = .now()) async throws {
        let statements = SecondFactors.trust(device, of: entry.account, entry.trust, now: now)
        guard !statements.isEmpty else { return }
        try await database.transaction(of: entry.account) { _ = try await $0.run(statements) }
    }

    /// A new device of the account, for a person who has proven that the account is theirs.
    func enter(_ entry: ProvenOwner, _ name: DeviceName, now: Instant = .now()) async throws -> EnteredAccount {
        try await database.transaction(of: entry.account) { transaction in
            let account = try await EnteredAccount.Standing.load(entry.account, in: transaction)
            try await entry.demand(in: transaction)
            let session = try await sessions.begin(entry.account, deviceName: name, now: now, in: transaction)
            let trust = SecondFactors.trust(session.device.id, of: entry.account, entry.trust, now: now)
            if !trust.isEmpty { try await transaction.run(trust) }
            return EnteredAccount(standing: account, session: session)
        }
    }
}

/// An account that a device has logged in to.
struct EnteredAccount: Sendable {
    let standing: Standing
    let session: Session

    struct Standing: Sendable {
        let account: Identifier
        let createdAt: Instant
        let isClaimed: Bool
        let isDemo: Bool

        /// Throws the problem if nobody may log in at the moment.
        static func load(_ account: Identifier, in transaction: Transaction) async throws -> Standing {
            let rows = try await transaction.run(
                """
                SELECT created_at, claimed_at IS NOT NULL, is_demo, disabled_at IS NOT NULL, deleting_at IS NOT NULL
                FROM account WHERE account_id = \(account) FOR SHARE
                """)
            guard let row = rows.first else { throw Problem(.loginFailed) }
            let (createdAt, isClaimed, isDemo, isDisabled, isGoing) = try row.decode(
                (Instant, Bool, Bool, Bool, Bool).self)
            if isGoing { throw Problem(.loginFailed) }
            if isDisabled { throw Problem(.accountDisabled) }
            return Standing(account: account, createdAt: createdAt, isClaimed: isClaimed, isDemo: isDemo)
        }
    }
}

extension Throttle.Kind {
    static let login = Throttle.Kind("login")
    static let claim = Throttle.Kind("claim")
}
