import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// Lets a second device in by a code that the first one shows.
///
/// A pairing is offered by one device, claimed once by another, confirmed by the first with the number that the second
/// shows, and used once. Each step is one conditional statement on its row, so of two who do the same only one finds it
/// undone.
struct Pairings: Sendable {
    let database: Database
    let secret: SecretKey
    let sessions: Sessions
    let throttle: Throttle

    static let lifetime: Int64 = 600_000
    /// Wrong numbers after which a pairing is over.
    static let wrongNumbers = 3

    // MARK: The device that is in

    struct Offer: Sendable {
        let id: Identifier
        let code: PairingCode
        let expiresAt: Instant
    }

    /// An account has one offer at a time: a new one ends those before it.
    func offer(by principal: Principal, now: Instant = .now()) async throws -> Offer {
        try await throttle.attempt(
            .pairingOffer, principal.account.text, limit: 30, window: .seconds(3600), now: now
        ).orThrow()
        let offer = Offer(id: .random(), code: PairingCode(), expiresAt: now.adding(milliseconds: Self.lifetime))
        try await database.transaction(of: principal.account) { transaction in
            try await principal.demandStanding(in: transaction)
            try await transaction.run([
                "DELETE FROM pairing WHERE account_id = \(principal.account)",
                """
                INSERT INTO pairing (code_hash, account_id, pairing_id, offered_by, created_at, expires_at, wrong_numbers)
                VALUES (\(offer.code.hash(secret)), \(principal.account), \(offer.id), \(principal.device), \(now),
                    \(offer.expiresAt), 0)
                """,
            ])
        }
        return offer
    }

    enum Progress: Sendable {
        case offered(expiresAt: Instant)
        /// Somebody has come, and calls their device so.
        case claimed(deviceName: String, expiresAt: Instant)
        case confirmed(deviceName: String, expiresAt: Instant)
    }

    /// Nil once it has been used, cancelled or has expired.
    func progress(of pairing: Identifier, in account: Identifier, now: Instant = .now()) async throws -> Progress? {
        let rows = try await database.read(
            """
            SELECT device_name, confirmed_at IS NOT NULL, expires_at FROM pairing
            WHERE account_id = \(account) AND pairing_id = \(pairing) AND expires_at > \(now)
                AND wrong_numbers < \(Int32(Self.wrongNumbers))
            """)
        guard let row = rows.first else { return nil }
        let (name, isConfirmed, expiresAt) = try row.decode((String?, Bool, Instant).self)
        guard let name else { return .offered(expiresAt: expiresAt) }
        return isConfirmed
            ? .confirmed(deviceName: name, expiresAt: expiresAt) : .claimed(deviceName: name, expiresAt: expiresAt)
    }

    enum Confirmation: Equatable, Sendable {
        case confirmed
        case wrongNumber(triesLeft: Int)
        /// No device has claimed the code yet.
        case unclaimed
        case over
    }

    /// The number is counted as wrong unless it is right, in one statement: no storm of guesses gets more of them.
    func confirm(
        _ pairing: Identifier, in account: Identifier, number: Int, now: Instant = .now()
    ) async throws -> Confirmation {
        let rows = try await database.write(
            """
            UPDATE pairing SET
                confirmed_at = CASE WHEN number = \(Int32(number)) THEN coalesce(confirmed_at, \(now)) ELSE confirmed_at END,
                wrong_numbers = CASE WHEN number = \(Int32(number)) THEN wrong_numbers ELSE wrong_numbers + 1 END
            WHERE account_id = \(account) AND pairing_id = \(pairing) AND expires_at > \(now)
                AND wrong_numbers < \(Int32(Self.wrongNumbers)) AND number IS NOT NULL
            RETURNING number = \(Int32(number)), wrong_numbers
            """)
        guard let row = rows.first else {
            return try await progress(of: pairing, in: account, now: now) == nil ? .over : .unclaimed
        }
        let (isRight, wrong) = try row.decode((Bool, Int16).self)
        return isRight ? .confirmed : .wrongNumber(triesLeft: Self.wrongNumbers - Int(wrong))
    }

    /// False where there was nothing to cancel any more.
    func cancel(_ pairing: Identifier, in account: Identifier) async throws -> Bool {
        try await database.write(
            "DELETE FROM pairing WHERE account_id = \(account) AND pairing_id = \(pairing)"
        ).affected > 0
    }
}

extension Throttle.Kind {
    static let pairingOffer = Throttle.Kind("pairing offer")
    static let pairingClaim = Throttle.Kind("pairing claim")
    static let pairingClaimAnywhere = Throttle.Kind("pairing claim anywhere")
}
