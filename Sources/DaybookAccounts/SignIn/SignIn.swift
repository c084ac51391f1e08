import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// Everything about the login that an account may have: what its routes and the operator's commands call.
package struct SignIn: Sendable {
    let database: Database
    let secret: SecretKey
    package let credentials: Credentials
    package let passwords: Passwords
    let login: Login
    let proof: OwnerProof
    package let factors: SecondFactors
    package let passkeys: Passkeys
    let throttle: Throttle
    let devices: Devices
    let tokens: Tokens

    init(
        _ database: Database, _ configuration: Configuration, secret: SecretKey, sessions: Sessions, throttle: Throttle,
        devices: Devices, tokens: Tokens
    ) {
        self.database = database
        self.secret = secret
        self.throttle = throttle
        self.devices = devices
        self.tokens = tokens
        credentials = Credentials(database: database, secret: secret)
        passwords = Passwords(
            cost: PasswordHash.Cost(memory: configuration.passwordMemory, passes: configuration.passwordPasses),
            threads: configuration.passwordThreads)
        passkeys = Passkeys(database: database, secret: secret, publicAddress: configuration.publicURL)
        let guardian = LoginGuard(database: database)
        factors = SecondFactors(database: database, secret: secret, guardian: guardian)
        login = Login(
            database: database, secret: secret, credentials: credentials, passwords: passwords, sessions: sessions,
            throttle: throttle, guardian: guardian, factors: factors,
            perAddress: configuration.loginsPerAddress)
        proof = OwnerProof(
            database: database, secret: secret, credentials: credentials, passwords: passwords, guardian: guardian)
    }

    /// Adds a login to an account. A caller with a token is told honestly when the email is taken, since one login
    /// would tell them anyway; so they may ask only a few times a day.
    func claim(
        _ asking: Principal, _ email: EmailAddress, _ password: String, at address: IPAddress, now: Instant = .now()
    ) async throws -> [RecoveryCode] {
        let account = asking.account
        if let weakness = Password.weakness(of: password, for: email) { throw Problem(weakness) }
        try await mayAskForEmail(account, address, now)
        let codes = RecoveryCode.sheet()
        let hash = try await hash(password)
        switch try await credentials.claim(account, email, hash, codes: codes, for: asking, now: now) {
        case .claimed: return codes
        case .emailTaken: throw Problem(.emailTaken)
        case .alreadyClaimed: throw Problem(.alreadyClaimed)
        }
    }

    /// Ten questions a day by account and thirty by address find out little about who has an account.
    private func mayAskForEmail(_ account: Identifier, _ address: IPAddress, _ now: Instant) async throws {
        let day = Duration.seconds(86_400)
        try await throttle.attempt(.claim, account.text, limit: 10, window: day, now: now).orThrow()
        try await throttle.attempt(.claim, address.network, limit: 30, window: day, now: now).orThrow()
    }

    func changeEmail(
        of asking: Principal, to email: EmailAddress, _ given: ReadProof, at address: IPAddress, now: Instant = .now()
    ) async throws {
        let owner = StandingOwner(asking, by: try await proof.demand(given, of: asking.account, now: now))
        try await mayAskForEmail(asking.account, address, now)
        guard try await credentials.change(asking.account, to: email, by: owner, now: now) else {
            throw Problem(.emailTaken)
        }
    }

    /// Changes the password. If that is asked for, all other devices are sent away, and all passkeys, feeds and
    /// recovery codes go.
    func changePassword(
        of principal: Principal, to password: String, _ given: ReadProof, endingOthers: Bool, now: Instant = .now()
    ) async throws {
        // Judged first, so that a recovery code is not used up for nothing.
        let credential = try await Problem.require(credentials.credential(of: principal.account), else: .notClaimed)
        if let weakness = Password.weakness(of: password, for: EmailAddress(credential.email)) {
            throw Problem(weakness)
        }
        // A recovery code stands for the password. With it alone a new password could be had, and with another of the
        // same sheet the second factor would be gone.
        if credential.factor != nil, given.code != nil {
            try await proof.demandTwo(given, credential, factors, now: now)
        } else {
            try await proof.demand(given, credential, now: now)
        }
        let owner = StandingOwner(principal, by: credential)
        try await Problem.require(
            credentials.change(principal.account, to: try await hash(password), by: owner, now: now),
            else: .notClaimed)
        if endingOthers { _ = try await sendOthersAway(than: principal.device, of: principal.account, now: now) }
    }

    /// A new sheet of recovery codes; those of the old one are good no more.
    func renewRecoveryCodes(
        of asking: Principal, _ given: ReadProof, now: Instant = .now()
    ) async throws -> [RecoveryCode] {
        let account = asking.account
        let credential = try await Problem.require(credentials.credential(of: account), else: .notClaimed)
        if credential.factor == nil {
            try await proof.demand(given, credential, now: now)
        } else {
            try await proof.demandTwo(given, credential, factors, now: now)
        }
        return try await replaceRecoveryCodes(by: StandingOwner(asking, by: credential), now: now)
    }

    func replaceRecoveryCodes(by owner: StandingOwner, now: Instant) async throws -> [RecoveryCode] {
        let account = owner.asking.account
        let codes = RecoveryCode.sheet()
        try await database.transaction(of: account) { transaction in
            try await owner.demand(in: transaction)
            try await transaction.run([
                // Two who renew at once get one sheet after the other, not two.
                "SELECT 1 FROM credential WHERE account_id = \(account) FOR UPDATE",
                RecoveryCodes.forget(account), RecoveryCodes.store(codes, of: account, now),
            ])
        }
        return codes
    }

    private func hash(_ password: String) async throws -> PasswordHash {
        guard let password = Password(claimed: password) else { throw Problem(Password.Weakness.tooLong) }
        return try await passwords.hash(password)
    }
}
