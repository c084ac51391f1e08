import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres
import Synchronization

/// Accounts' settings as this process last read them. A view needs them before it can ask for its tasks, since they say
/// which day it is; what it asks also tells whether they still hold.
///
/// It holds a bounded number: what was used since the last turnover stays, the rest goes.
final class KnownSettings: Sendable {
    struct Entry: Sendable {
        let settings: AccountSettings
        let day: LocalDay
        let epoch: Identifier
        /// The account's revision at which they were seen to hold.
        var seenAt: Int64
    }

    private struct State {
        var young: [Identifier: Entry] = [:]
        var old: [Identifier: Entry] = [:]
    }

    private let state = Mutex(State())
    private let half: Int

    init(room: Int = 32_768) { half = max(1, room / 2) }

    func find(_ account: Identifier) -> Entry? {
        state.withLock { state in
            if let entry = state.young[account] { return entry }
            guard let entry = state.old[account] else { return nil }
            insert(entry, of: account, into: &state)
            return entry
        }
    }

    /// They still hold at a later revision.
    func note(_ entry: Entry, of account: Identifier, at revision: Int64) {
        guard entry.seenAt != revision else { return }
        var entry = entry
        entry.seenAt = revision
        state.withLock { insert(entry, of: account, into: &$0) }
    }

    /// As they are now.
    func read(_ account: Identifier, _ database: Database) async throws -> Entry {
        let rows = try await database.read(
            of: account,
            """
            SELECT \(AccountPosition.columns), \(AccountSettings.columns)
            FROM account_settings JOIN account_clock ON account_clock.account_id = account_settings.account_id
            WHERE account_settings.account_id = \(account)
            """)
        guard let row = rows.first else { throw NoAccount() }
        let position = try AccountPosition(row)
        var columns = AccountPosition.next(row)
        let settings = try AccountSettings(&columns)
        let day = LocalDay(of: settings)
        let entry = Entry(settings: settings, day: day, epoch: position.epoch, seenAt: position.revision)
        state.withLock { insert(entry, of: account, into: &$0) }
        return entry
    }

    private func insert(_ entry: Entry, of account: Identifier, into state: inout State) {
        if state.young.count >= half, state.young[account] == nil {
            state.old = state.young
            state.young = [:]
        }
        state.young[account] = entry
    }
}
