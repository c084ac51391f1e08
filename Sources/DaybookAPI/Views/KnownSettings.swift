import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres
import Synchronization

/// Accounts' settings as this process last read them. A view needs them before it can ask for its tasks, since they say
/// which day it is; what it asks also tells whether they still hold.
final class KnownSettings: Sendable {
    struct Entry: Sendable {
        let settings: AccountSettings
        let day: LocalDay
        let epoch: Identifier
        /// The account's revision at which they were seen to hold.
        var seenAt: Int64
    }

    private let entries: Mutex<RecentlyUsed<Identifier, Entry>>

    init(room: Int = 32_768) { entries = Mutex(RecentlyUsed(room: room)) }

    func find(_ account: Identifier) -> Entry? { entries.withLock { $0.find(account) } }

    /// The settings are still the same at a later revision.
    func note(_ entry: Entry, of account: Identifier, at revision: Int64) {
        guard entry.seenAt != revision else { return }
        var entry = entry
        entry.seenAt = revision
        entries.withLock { $0.insert(entry, for: account) }
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
        entries.withLock { $0.insert(entry, for: account) }
        return entry
    }
}
