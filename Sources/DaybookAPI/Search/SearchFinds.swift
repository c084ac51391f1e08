import DaybookAccounts
import DaybookCore
import DaybookLedger
import HTTP
import Postgres
import Reactor

/// What one statement found in the pages of one part.
struct SearchPart {
    let revision: Int64
    /// How far the pages reach.
    let through: Int64
    let epoch: Identifier
    /// The next part has the pages that begin before this revision.
    let ends: Int64?
    let hasOlder: Bool
    private(set) var finds: [SearchFind] = []

    init(_ rows: Rows) throws {
        guard let first = rows.first else { throw Problem.unauthenticated }
        (revision, through, epoch, ends, hasOlder) = try first.decode(
            (Int64, Int64, Identifier, Int64?, Bool).self)
        finds = try rows.compactMap { try SearchFind(spelt: $0) }
    }
}

/// An entry of a page that holds every word; it counts if its task still says so.
struct SearchFind {
    let place: SearchPlace
    /// At which it was folded.
    let revision: Int64
    /// Where its page begins.
    let page: Int64
    var misspelt: [SearchWord] = []
    /// The word in its notes that was forgiven, if one was.
    var misspellingInNotes: String?
}

extension SearchFind {
    /// Nil for the one row of a part without any.
    init?(spelt row: Row) throws(PostgresError) {
        guard let id = try row.decode(5, as: Identifier?.self) else { return nil }
        var columns = StoredColumns(row, from: 6)
        revision = try columns.next()
        let (updatedAt, isCompleted): (Instant, Bool) = try (columns.next(), columns.next())
        let score = Int(try columns.next(Int32.self))
        page = try columns.next()
        place = SearchPlace(score: score, isCompleted: isCompleted, updatedAt: updatedAt, id: id)
    }

    /// Nil if a word is missing, or if all are spelt right, since such tasks were found before.
    init?(forgiven row: Row, _ query: SearchQuery) throws(PostgresError) {
        let (id, updatedAt, isCompleted, scores, beginning, revision, page) = try row.decode(
            (Identifier, Instant, Bool, [Int32], String, Int64, Int64).self)
        self.revision = revision
        self.page = page
        let text = SearchText(beginning: beginning)
        var sum = 0
        for (word, score) in zip(query.words, scores) {
            if score >= 0 {
                sum += Int(score)
            } else if let found = text.misspelling(of: word) {
                sum += found.score
                misspelt.append(word)
                if found.isInNotes, misspellingInNotes == nil { misspellingInNotes = found.text }
            } else {
                return nil
            }
        }
        guard !misspelt.isEmpty else { return nil }
        place = SearchPlace(score: sum, isCompleted: isCompleted, updatedAt: updatedAt, id: id)
    }

    /// With its task, as `SearchStatements.tasks` reads it.
    func hit(_ row: Row, of query: SearchQuery) async throws -> SearchHit {
        var columns = StoredColumns(row)
        let task = try TaskItem(&columns)
        let hasLongNotes = try columns.next(Bool?.self) ?? false
        let (window, folded): (String?, String?) = (try columns.next(), try columns.next())
        return await aside(if: task.title.utf8.count > Self.longTitle) {
            guard hasLongNotes else { return SearchHit(task, score: place.score, of: query) }
            let part = window.flatMap { window in folded.map { PartOfNotes(window: window, folded: $0) } }
            return SearchHit(task, score: place.score, partOfNotes: part, misspelt: misspelt, of: query)
        }
    }

    /// Bytes in which finds are marked in a millisecond or two.
    private static let longTitle = 10_000
}

/// Hits among tasks that no page has yet, in their order.
struct UnfoldedHits {
    private(set) var spelt: [SearchHit] = []
    private(set) var misspelt: [SearchHit] = []
    /// There are more than were looked at, or some have long notes: pages are to be made of them.
    let isBehind: Bool

    init(_ rows: Rows, since part: SearchPart, _ filter: SearchFilter) async throws {
        var (bytes, hasLongNotes) = (0, false)
        var hits: [SearchHit] = []
        var budget = WorkBudget()
        for row in rows {
            let task = try TaskItem(row)
            bytes += (task.notes?.utf8.count ?? 0) + task.title.utf8.count
            let (fits, isLong): (Bool, Bool) = try (
                row.decode(row.columnCount - 2), row.decode(row.columnCount - 1)
            )
            hasLongNotes = hasLongNotes || isLong
            guard fits, !isLong, let hit = filter.query.hits(among: CollectionOfOne(task)).first,
                filter.cursor.after.map({ $0 < hit.place }) ?? true
            else { continue }
            hits.append(hit)
            await budget.pause()
        }
        hits.sort { $0.place < $1.place }
        spelt = hits.filter { !$0.place.needsForgiving }
        misspelt = hits.filter(\.place.needsForgiving)
        isBehind =
            hasLongNotes || rows.count > SearchPages.mostUnfolded || bytes >= PageBound.bytes
            || part.revision - part.through > SearchPages.mostChanges
    }
}
