import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// The second factors of accounts, and the devices that are not asked for a while.
package struct SecondFactors: Sendable {
    let database: Database
    let secret: SecretKey
    let guardian: LoginGuard

    /// How long a device that was let in with a code is not asked again.
    static let trust = Duration.seconds(30 * 86_400)

    /// What beginning to set one up came to.
    enum Beginning: Sendable {
        case begun(NewFactor)
        /// One is in force already.
        case isOn
    }

    /// Makes a secret, which asks nobody for anything until a code has confirmed it. One that was begun before and not
    /// confirmed is forgotten.
    func begin(
        of credential: Credentials.Credential, by owner: StandingOwner, now: Instant
    ) async throws -> Beginning {
        let factor = NewFactor(secret: Sodium.randomBytes(SealedFactor.secretLength), email: credential.email)
        let sealed = SealedFactor(factor.secret, of: credential.account, secret)
        let kept = try await database.transaction(of: credential.account) { transaction in
            try await owner.demand(in: transaction)
            return try await transaction.run(
                """
                INSERT INTO second_factor (account_id, secret_sealed, began_at, last_step)
                VALUES (\(credential.account), \(sealed.bytes), \(now), 0)
                ON CONFLICT (account_id) DO UPDATE
                    SET secret_sealed = excluded.secret_sealed, began_at = excluded.began_at, last_step = 0
                WHERE second_factor.confirmed_at IS NULL
                """)
        }
        return kept.affected == 1 ? .begun(factor) : .isOn
    }

    /// From now on the account asks for codes. The code that confirms it is used up by that.
    func confirm(_ asking: Principal, _ code: TimedCode, now: Instant) async throws {
        let account = asking.account
        let rows = try await database.read(
            of: account,
            "SELECT secret_sealed FROM second_factor WHERE account_id = \(account) AND confirmed_at IS NULL")
        guard let row = rows.first else { throw Problem(.secondFactorNotBegun) }
        let sealed = SealedFactor(stored: try row.decode(0))
        try await guardian.guarded(subject(account), now: now) {
            guard let step = sealed.open(of: account, secret).flatMap({ code.step(of: $0, at: now, after: -1) }) else {
                throw Problem(.proofFailed)
            }
            let confirmed = try await database.transaction(of: account) { transaction in
                try await asking.demandStanding(in: transaction)
                return try await transaction.run(
                    """
                    UPDATE second_factor SET confirmed_at = \(now), last_step = \(step)
                    WHERE account_id = \(account) AND confirmed_at IS NULL AND secret_sealed = \(sealed.bytes)
                    """)
            }
            guard confirmed.affected == 1 else { throw Problem(.proofFailed) }
        }
    }

    /// What a login proves beside its password or recovery code, where the account asks for more; throws the problem
    /// where it does not. Answers whether the device is asked again next time.
    ///
    /// Wrong codes are counted for themselves, so that neither a right password nor asking without a code forgets them.
    func demand(
        _ given: SecondProof, of credential: Credentials.Credential, _ known: KnownDevice?, under subject: [UInt8],
        accepts: [String] = ["code", "recoveryCode"], now: Instant
    ) async throws -> Trust? {
        guard let factor = credential.factor else { return nil }
        if let known, try await isTrusted(known, now: now) { return .goesOn(known.device) }
        guard let code = given.code else { throw Problem.secondFactorRequired(accepts) }
        return try await guardian.guarded(self.subject(subject), now: now, refusals: [.secondFactorFailed]) {
            guard try await use(code, of: credential.account, factor, now: now) else {
                throw Problem(.secondFactorFailed)
            }
            return given.trustsDevice ? .begins : nil
        }
    }

    /// Whether the code counts; it is used up by that, and with it those of every half minute before. Two who send the
    /// same at once are not both let in.
    func use(_ code: TimedCode, of account: Identifier, _ factor: SecondFactor, now: Instant) async throws -> Bool {
        guard let secret = factor.sealed.open(of: account, secret),
            let step = code.step(of: secret, at: now, after: factor.lastStep)
        else { return false }
        return try await database.write(
            of: account,
            """
            UPDATE second_factor SET last_step = \(step)
            WHERE account_id = \(account) AND confirmed_at IS NOT NULL AND last_step < \(step)
                AND secret_sealed = \(factor.sealed.bytes)
            """
        ).affected == 1
    }

    /// The account asks for its password alone, and trusts no device more than others. False where it had no second
    /// factor. The operator does it without its owner.
    package func remove(from account: Identifier, by owner: StandingOwner? = nil) async throws -> Bool {
        try await database.transaction(of: account) { transaction in
            try await owner?.demand(in: transaction)
            let removed = try await transaction.run([
                "DELETE FROM second_factor WHERE account_id = \(account) AND confirmed_at IS NOT NULL",
                "DELETE FROM trusted_device WHERE account_id = \(account)",
            ])
            return removed[0].affected == 1
        }
    }

    /// Whether the device was let in with a code not long ago, and nobody has taken its access away since.
    func isTrusted(_ device: KnownDevice, now: Instant) async throws -> Bool {
        let rows = try await database.read(
            of: device.account,
            """
            SELECT 1 FROM trusted_device
            WHERE account_id = \(device.account) AND device_id = \(device.device) AND expires_at > \(now)
            """)
        return !rows.isEmpty
    }

    /// What makes a device trusted that is let in now, as part of the transaction that does. One that was trusted
    /// before is a new device of the account after each login, and is trusted no longer by that.
    static func trust(_ device: Identifier, of account: Identifier, _ trust: Trust?, now: Instant) -> [Query] {
        switch trust {
        case nil: []
        case .begins:
            [
                "DELETE FROM trusted_device WHERE account_id = \(account) AND expires_at <= \(now)",
                """
                INSERT INTO trusted_device (account_id, device_id, expires_at)
                VALUES (\(account), \(device), \(now.adding(milliseconds: Self.trust.milliseconds)))
                ON CONFLICT (account_id, device_id) DO UPDATE SET expires_at = excluded.expires_at
                """,
            ]
        case .goesOn(let before):
            [
                """
                UPDATE trusted_device SET device_id = \(device)
                WHERE account_id = \(account) AND device_id = \(before) AND device_id <> \(device)
                """
            ]
        }
    }

    /// Under what wrong codes are counted: apart from wrong passwords, which a right one forgets.
    func subject(_ account: Identifier) -> [UInt8] { subject(Array(account.text.utf8)) }

    /// The same at a login, whose subject is an email or a device that was let in before.
    func subject(_ guarded: [UInt8]) -> [UInt8] {
        secret.derive(.throttle, from: Array("second factor\n".utf8) + guarded)
    }
}

/// Whether a device that is let in is asked for a code at its next login.
enum Trust: Equatable, Sendable {
    /// It gave one, and its owner trusts it from now on.
    case begins
    /// It was trusted as this device of the account.
    case goesOn(Identifier)
}
