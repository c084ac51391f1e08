import DaybookCore
import Synchronization

/// What one device changed, all others of its account ask for, from the same cursor. So the last page of an account
/// that reached its present is kept as it was written. It is right for as long as the account has the page's revision,
/// which whoever asks has just read from the database: no change to an account's rows leaves its revision as it is.
final class RecentPages: Sendable {
    private struct Page {
        /// Where who is given it comes from, and the account's revision that it reaches.
        let cursor: SyncCursor
        let revision: Int64
        /// How many rows it has, and how they were written.
        let count: Int
        let rows: [UInt8]
    }

    private struct State {
        /// What was kept lately, and what was before it. When the first is full it takes the place of the second.
        var young: [Identifier: Page] = [:]
        var old: [Identifier: Page] = [:]
        var bytes = 0

        mutating func keep(_ page: Page, of account: Identifier) {
            bytes += page.rows.count - (young[account]?.rows.count ?? -RecentPages.overhead)
            young[account] = page
            guard bytes > RecentPages.most / 2 else { return }
            (old, young, bytes) = (young, [:], 0)
        }
    }

    /// All that is kept, in bytes, a page at most, and what the place of a page takes.
    private static let most = 8 << 20
    private static let longest = 128 << 10
    private static let overhead = 200

    private let state = Mutex(State())

    /// Keeps a page of some rows for others who come from the same cursor, unless it does not reach the present or says
    /// nothing new.
    func keep(
        _ page: SyncPage, of count: Int, as rows: ArraySlice<UInt8>, after cursor: SyncCursor?, of account: Identifier
    ) {
        guard let cursor, !page.hasMore, count > 0, rows.count <= Self.longest else { return }
        let kept = Page(cursor: cursor, revision: page.revision, count: count, rows: Array(rows))
        state.withLock { $0.keep(kept, of: account) }
    }

    /// The rows between a cursor and a revision, if they were written lately.
    func rows(of account: Identifier, after cursor: SyncCursor, upTo revision: Int64, atMost limit: Int) -> [UInt8]? {
        let page = state.withLock { $0.young[account] ?? $0.old[account] }
        guard let page, page.cursor == cursor, page.revision == revision, page.count <= limit else { return nil }
        return page.rows
    }
}
