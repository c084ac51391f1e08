import DaybookCore
import Postgres

/// Ways into an account that nobody has come by yet: the pairings that some of its devices have offered, and codes that
/// assistants have not exchanged.
///
/// Whoever sends these devices away takes them along, since a device may have opened one for itself. They go first, so
/// that what comes in meanwhile is seen and sent away as well.
enum PendingEntries {
    static func removal(of account: Identifier, openedBy devices: DeviceChoice) -> [Query] {
        [
            "DELETE FROM pairing WHERE account_id = \(account) AND \(devices.isMet(by: "offered_by"))",
            codes(of: account),
        ]
    }

    /// The codes alone, which may have been got by a password that is none any more.
    static func codes(of account: Identifier) -> Query {
        "DELETE FROM assistant_grant WHERE account_id = \(account) AND device_id IS NULL"
    }
}

/// Devices of an account.
enum DeviceChoice: Sendable {
    case one(Identifier)
    case all(but: Identifier)

    func isMet(by column: Query) -> Query {
        switch self {
        case .one(let device): "\(column) = \(device)"
        case .all(let device): "\(column) <> \(device)"
        }
    }
}
