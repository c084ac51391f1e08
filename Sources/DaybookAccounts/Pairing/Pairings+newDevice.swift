import CSodium
import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres
import Reactor

/// The device that wants to be in.
extension Pairings {
    /// Wrong codes from one address in an hour, and from all addresses together in ten minutes. docs/build/pairing.md
    /// has the arithmetic that these two make.
    static let guessesPerAddress = 20
    static let guessesAnywhere = 1000

    struct Claim: Sendable {
        /// What the new device shows.
        let number: Int
        /// What the new device identifies itself with in later requests.
        let secret: [UInt8]
        let expiresAt: Instant
    }

    enum Claiming: Sendable {
        case claimed(Claim)
        /// Unknown, expired, used or cancelled; the answer does not say which.
        case unknown
        /// Another device came first. The owner of the code should cancel it.
        case alreadyClaimed
    }

    func claim(
        _ code: PairingCode, _ name: DeviceName, at address: IPAddress, now: Instant = .now()
    ) async throws -> Claiming {
        // Right ones count too: whoever has an account of their own could else buy themselves more guesses.
        try await throttle.attempt(
            .pairingClaim, address.network, limit: Self.guessesPerAddress, window: .seconds(3600), now: now
        ).orThrow()
        try await throttle.attempt(
            .pairingClaimAnywhere, "", limit: Self.guessesAnywhere, window: .seconds(600), now: now
        ).orThrow()
        let secret = Sodium.randomBytes(32)
        let number = Int.random(in: 1000...9999)
        let hash = code.hash(self.secret)
        let rows = try await database.write(
            """
            UPDATE pairing SET device_name = \(name.text), number = \(Int16(number)), poll_hash = \(Sodium.sha256(secret))
            WHERE code_hash = \(hash) AND poll_hash IS NULL AND expires_at > \(now)
            RETURNING expires_at
            """)
        if let expiresAt = try rows.first?.decode(0, as: Instant.self) {
            return .claimed(Claim(number: number, secret: secret, expiresAt: expiresAt))
        }
        let others = try await database.read(
            "SELECT 1 FROM pairing WHERE code_hash = \(hash) AND expires_at > \(now)")
        return others.isEmpty ? .unknown : .alreadyClaimed
    }

    enum Arrival: Sendable {
        case entered(EnteredAccount)
        /// Not confirmed yet.
        case waiting
        case over
    }

    /// Waits up to so long for the confirmation. The session is told only once: the row is deleted in the transaction
    /// that begins it.
    func arrive(_ code: PairingCode, _ secret: [UInt8], waiting patience: Duration) async throws -> Arrival {
        switch try await confirmation(of: code, secret, waiting: patience) {
        case .confirmed(let account): try await enter(account, code.hash(self.secret))
        case .waiting: .waiting
        case .over: .over
        }
    }

    private enum Question {
        /// Whose device has confirmed.
        case confirmed(Identifier)
        case waiting
        case over
    }

    /// The same where nobody comes in by it, but something else is allowed, once. Nil while nobody has confirmed;
    /// throws the problem where nobody will.
    func owner(_ code: PairingCode, _ secret: [UInt8]) async throws -> ProvenOwner? {
        switch try await confirmation(of: code, secret, waiting: .zero) {
        case .confirmed(let account): ProvenOwner(account: account, proof: .pairing(code.hash(self.secret)))
        case .waiting: nil
        case .over: throw Problem(.pairingOver)
        }
    }

    private func confirmation(
        of code: PairingCode, _ secret: [UInt8], waiting patience: Duration
    ) async throws -> Question {
        let deadline = LoopTime.current() + patience
        let hash = code.hash(self.secret)
        while true {
            let rows = try await database.read(
                """
                SELECT account_id, poll_hash, confirmed_at IS NOT NULL FROM pairing
                WHERE code_hash = \(hash) AND expires_at > \(Instant.now())
                    AND wrong_numbers < \(Int32(Self.wrongNumbers))
                """)
            guard let row = rows.first else { return .over }
            let (account, pollHash, isConfirmed) = try row.decode((Identifier, [UInt8]?, Bool).self)
            guard let pollHash, sodium_memcmp(pollHash, Sodium.sha256(secret), 32) == 0 else { return .over }
            if isConfirmed { return .confirmed(account) }
            if LoopTime.current() >= deadline { return .waiting }
            await Reactor.current?.sleep(for: .milliseconds(250))
            try Task.checkCancellation()
        }
    }

    private func enter(_ account: Identifier, _ hash: [UInt8]) async throws -> Arrival {
        let now = Instant.now()
        return try await database.transaction(of: account) { transaction in
            let used = try await transaction.run([
                // As whoever sends others away takes them: the account first.
                "SELECT 1 FROM account WHERE account_id = \(account) FOR SHARE",
                """
                DELETE FROM pairing WHERE code_hash = \(hash) AND confirmed_at IS NOT NULL AND expires_at > \(now)
                RETURNING device_name
                """,
            ])[1]
            guard let name = try used.first?.decode(0, as: String.self) else { return .over }
            let standing = try await EnteredAccount.Standing.load(account, in: transaction)
            let session = try await sessions.begin(
                account, deviceName: DeviceName(name) ?? .usual, now: now, in: transaction)
            return .entered(EnteredAccount(standing: standing, session: session))
        }
    }
}
