import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// Gives devices access. After a proof (creating an account, pairing, a login, an identity) the caller gets a device of
/// the account and its token here.
struct Sessions: Sendable {
    /// The most devices of one account; 0 means no limit.
    let deviceLimit: Int

    /// Gives the account a new device and that device a token, as part of a transaction under the account's scope.
    /// Throws the problem that the account has as many devices as it may, which undoes the transaction.
    func begin(
        _ account: Identifier, deviceName: DeviceName = .usual, now: Instant = .now(), in transaction: Transaction
    ) async throws -> Session {
        let session = Session.new(of: account, deviceName, now)
        let results = try await transaction.run(statements(session))
        guard results.allSatisfy({ $0.affected == 1 }) else { throw Problem.tooManyDevices(deviceLimit) }
        return session
    }

    /// Gives the account a new device without a token of its own yet.
    func begin(_ device: Device, of account: Identifier, in transaction: Transaction) async throws {
        guard try await transaction.run(statement(device, of: account)).affected == 1 else {
            throw Problem.tooManyDevices(deviceLimit)
        }
    }

    /// What `begin` runs, for transactions that send it along with their own. Each inserts one row, or none where the
    /// account has no room for the device. Two that begin at once may pass the limit by one; it bounds, it does not
    /// guard.
    func statements(_ session: Session) -> [Query] {
        let (account, device, token) = (session.token.account, session.device, session.token)
        return [
            statement(device, of: account),
            """
            INSERT INTO token (account_id, token_id, device_id, scope, secret_hash, created_at, last_used_at)
            SELECT account_id, \(token.token), device_id, 'full', \(token.secretHash), \(device.createdAt),
                \(device.createdAt)
            FROM device WHERE account_id = \(account) AND device_id = \(device.id)
            """,
        ]
    }

    private func statement(_ device: Device, of account: Identifier) -> Query {
        """
        INSERT INTO device (account_id, device_id, name, created_at, last_seen_at)
        SELECT account_id, \(device.id), \(device.name.text), \(device.createdAt), \(device.createdAt)
        FROM account WHERE account_id = \(account) AND (\(deviceLimit) = 0
            OR (SELECT count(*) FROM device WHERE account_id = \(account) AND revoked_at IS NULL) < \(deviceLimit))
        """
    }
}

/// A device that has just got access, and its token, which it is told only here.
package struct Session: Sendable {
    package let device: Device
    package let token: TokenText

    static func new(of account: Identifier, _ name: DeviceName, _ now: Instant) -> Session {
        Session(
            device: Device(id: .random(), name: name, createdAt: now),
            token: TokenText(account: account, token: .random()))
    }
}

extension Problem {
    static func tooManyDevices(_ limit: Int) -> Problem {
        Problem(.tooManyDevices, members: [Member("limit", .number(limit))])
    }
}

extension ProblemType {
    static let tooManyDevices = ProblemType(
        "too_many_devices", .conflict, "The account has reached its limit of devices; revoke one first")
}
