import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres
import Reactor

/// Compares what the streams know with what the database says: because of this slow check a lost notification only
/// delays.
struct Reconciliation: Sendable {
    let database: Database
    let hub: LiveHub
    let interval: Duration

    /// After so many checks the tokens are checked too.
    static let looksPerTokenLook = 10
    static let accountsPerStatement = 1_000

    /// Runs until its task is cancelled.
    func run() async {
        guard let reactor = Reactor.current else { return }
        var looks = 0
        while !Task.isCancelled {
            await reactor.sleep(for: interval)
            if Task.isCancelled { return }
            looks += 1
            await look(atTokens: looks % Self.looksPerTokenLook == 0)
        }
    }

    /// Fails silently, since the next check follows.
    func look(atTokens: Bool) async {
        guard hub.count > 0 else { return }
        let listeners = await hub.listeners
        do {
            try await lookAtRevisions(of: Array(Set(listeners.map(\.account))))
            if atTokens { try await lookAtTokens(of: Set(listeners)) }
        } catch {}
    }

    private func lookAtRevisions(of accounts: [Identifier]) async throws {
        if let epoch = try await Self.epoch(database) { hub.learn(epoch) }
        for start in stride(from: 0, to: accounts.count, by: Self.accountsPerStatement) {
            let asked = Array(accounts[start..<min(start + Self.accountsPerStatement, accounts.count)])
            let rows = try await database.read(
                "SELECT account_id, revision FROM account_clock WHERE account_id = ANY(\(asked))")
            var gone = Set(asked)
            for row in rows {
                let (account, revision) = try row.decode((Identifier, Int64).self)
                gone.remove(account)
                hub.tell(.reached(revision, in: account))
            }
            for account in gone { hub.tell(.ended(.account(account))) }
        }
    }

    /// Tokens expire without a notification, and the notification of a revocation may have been lost.
    private func lookAtTokens(of listeners: Set<Principal>) async throws {
        for listener in listeners {
            let rows = try await database.read(
                of: listener.account,
                """
                SELECT 1 FROM token JOIN device USING (account_id, device_id) JOIN account USING (account_id)
                WHERE token.account_id = \(listener.account) AND token.token_id = \(listener.token)
                    AND device.revoked_at IS NULL AND account.disabled_at IS NULL AND account.deleting_at IS NULL
                    AND (token.expires_at IS NULL OR token.expires_at > \(Instant.now()))
                """)
            if rows.isEmpty { hub.end([listener]) }
            if Task.isCancelled { return }
        }
    }

    static func revision(of account: Identifier, _ database: Database) async throws -> Int64? {
        try await database.read("SELECT revision FROM account_clock WHERE account_id = \(account)").first?.decode(
            0, as: Int64.self)
    }

    static func epoch(_ database: Database) async throws -> Identifier? {
        try await database.read("SELECT \(Epoch.current)").first?.decode(0, as: Identifier.self)
    }
}
