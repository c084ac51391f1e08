import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

/// How far the channels of programs were sent changes, and what is sent once more.
extension Channels {
    /// How far changes were sent, of the channels that want them.
    package func cursors(of account: Identifier) async throws -> [Identifier: ChangeCursor] {
        let rows = try await database.read(
            "SELECT \(ChangeCursor.columns) FROM change_cursor WHERE account_id = \(account)")
        let cursors = try rows.map { try ChangeCursor($0) }
        return Dictionary(cursors.map { ($0.channel, $0) }) { $1 }
    }

    package enum Replay: Hashable, Sendable {
        case begun
        case noSuchChannel
        /// It is not sent changes.
        case unwanted
        /// There is no such revision; up to this one there are.
        case beyond(Int64)
        /// What was changed then is no longer known.
        case tooLongAgo
    }

    /// Changes after a revision, or since an instant, are sent once more, or left out.
    package func replay(_ id: Identifier, of account: Identifier, since start: ReplayStart) async throws -> Replay {
        let outcome: Replay = try await database.transaction(of: account) { transaction in
            let rows = try await transaction.run([
                .lockClock(of: account), start.query(of: account),
                "SELECT coalesce((SELECT min(revision) FROM change WHERE account_id = \(account)), 1)",
                "SELECT 1 FROM channel WHERE account_id = \(account) AND channel_id = \(id)",
            ])
            guard let head = try rows[0].first?.decode(0, as: Int64.self),
                let revision = try rows[1].first?.decode(0, as: Int64.self),
                let oldest = try rows[2].first?.decode(0, as: Int64.self), !rows[3].isEmpty
            else { return .noSuchChannel }
            guard (0...head).contains(revision) else { return .beyond(head) }
            guard revision == head || revision + 1 >= oldest else { return .tooLongAgo }
            let set = try await transaction.commit(after: [
                .setCursor(of: account, id, to: revision, now: .now())
            ])
            return set[0].affected == 0 ? .unwanted : .begun
        }
        if case .begun = outcome { news(account) }
        return outcome
    }
}
