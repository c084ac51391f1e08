import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

extension Identities {
    /// Signs in the person whom the provider names: to the account linked to the identity, or to a new one if the
    /// server takes new accounts.
    func enter(_ voucher: Voucher, _ new: NewAccount, at address: IPAddress) async throws -> Response {
        // Of two devices that sign in for the first time at once, one begins the account and the other finds it.
        for _ in 0..<2 {
            if let account = try await links.account(of: voucher.identity) {
                return try await enter(account, voucher, new.deviceName)
            }
            do {
                let now = now
                let registered = try await registration.register(new, at: address, now: now) { transaction, account in
                    let linking = try await IdentityLinks.link(voucher, to: account, at: now, in: transaction)
                    guard case .linked = linking else { throw AnotherWasFaster() }
                }
                let begun = try registered.begun()
                return entered(.created, begun.account, begun.createdAt, isDemo: false, begun.session)
            } catch is AnotherWasFaster {
                continue
            }
        }
        throw Problem(.identityTaken)
    }

    private struct AnotherWasFaster: Error {}

    private func enter(_ account: Identifier, _ voucher: Voucher, _ name: DeviceName) async throws -> Response {
        let now = now
        return try await database.transaction(of: account) { transaction in
            let rows = try await transaction.run(
                """
                SELECT created_at, is_demo FROM account
                WHERE account_id = \(account) AND disabled_at IS NULL AND deleting_at IS NULL FOR SHARE
                """)
            guard let row = rows.first else { throw Problem(.accountDisabled) }
            let (createdAt, isDemo) = try row.decode((Instant, Bool).self)
            _ = try await IdentityLinks.link(voucher, to: account, at: now, in: transaction)
            let session = try await sessions.begin(account, deviceName: name, now: now, in: transaction)
            return entered(.ok, account, createdAt, isDemo: isDemo, session)
        }
    }

    /// The answer to every sign-in. An account with an identity can be entered without its devices.
    private func entered(
        _ status: Status, _ account: Identifier, _ createdAt: Instant, isDemo: Bool, _ session: Session
    ) -> Response {
        .secret(status) { $0.entryMembers(account, createdAt, isClaimed: true, isDemo: isDemo, session) }
    }

    /// The provider that the path names.
    func connection(of request: Request) throws(Problem) -> ProviderConnection {
        let connection = try Problem.require(
            vouching.connection(named: request.parameter("provider")), else: .identityProviderUnknown)
        return connection
    }

    /// Asking providers costs them and us, and a person who signs in does it only a few times.
    func throttled(_ request: Request) async throws {
        try await throttle.attempt(
            .identity, request.client.address.network, limit: 120, window: .seconds(600), now: now
        ).orThrow()
    }

    /// Who the provider says a native app's token is about.
    func voucher(forToken token: String, code: String?, at connection: ProviderConnection) async throws -> Voucher {
        try await asking {
            try await vouching.vouch(forToken: token, code: code, at: connection, in: database).get()
        }
    }

    /// Who the provider says came back, for the client that began and was shown the code.
    func finish(_ attempt: String, _ code: String, linkingTo account: Identifier?) async throws -> Voucher {
        let secrets = SignInSecrets(attempt: attempt, vouching.secret)
        guard secrets.accepts(code) else { throw Problem(.signInCodeWrong) }
        let voucher = try await Problem.require(
            attempts.finish(secrets, linkingTo: account, at: now), else: .signInOver)
        return voucher
    }

    /// What a provider was asked for, or the problem to answer.
    func asking<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
        do { return try await ask() } catch let trouble as ProviderTrouble {
            switch trouble {
            case .unreachable: log.warning("identity provider unreachable")
            case .unusable(let fault): log.warning("identity provider unusable", .reason(fault.sentence))
            case .refused: break
            }
            throw Problem(trouble)
        } catch let refusal as TokenRefusal {
            throw Problem(refusal)
        }
    }
}

extension Throttle.Kind {
    static let identity = Throttle.Kind("identity")
}
