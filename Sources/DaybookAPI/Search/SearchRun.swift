import DaybookCore
import Postgres
import Reactor

/// One search on its way through one snapshot: part by part, and in each part the best finds first, until a page is
/// full, nothing is left, or its time is over.
struct SearchRun {
    private let transaction: Transaction
    private let statements: SearchStatements
    private var begun = ContinuousClock.now
    /// The hits so far, each with the part it was found in; one more than the page shows, where there is one.
    private var hits: [(hit: SearchHit, before: Int64?)] = []
    /// Where the next request goes on, once the time is over.
    private var stop: SearchCursor?
    /// Something was looked at, so that the next request does not begin at the same place.
    private var hasGoneOn = false

    /// What was looked at last is a hit; or nothing was yet, since where the request began or the part does.
    private var isBehindHit = true

    private var filter: SearchFilter { statements.filter }
    private var missing: Int { filter.limit + 1 - hits.count }
    private var isOver: Bool { hasGoneOn && ContinuousClock.now >= begun + bounds.patience }
    /// Others are worth waiting for only where nothing is found yet.
    private var hasEnough: Bool { !hits.isEmpty && ContinuousClock.now >= begun + bounds.patienceWithHits }
    private var bounds: SearchBounds { statements.bounds }
    private var goesOn: Bool { missing > 0 && stop == nil }

    init(_ statements: SearchStatements, in transaction: Transaction) {
        self.statements = statements
        self.transaction = transaction
    }

    /// Nil where pages are to be made first.
    mutating func page(mayFold: Bool) async throws -> FoundPage? {
        // Nearly always so many finds fill the page; where they do not all of the part are asked for.
        let few = 4 * (filter.limit + 1)
        var place = filter.cursor
        let answers = try await transaction.run([
            statements.part(before: place.before, after: place.after, atMost: few), statements.unfolded,
        ])
        var part = try SearchPart(answers[0])
        let unfolded = try await UnfoldedHits(answers[1], since: part, filter)
        if unfolded.isBehind, mayFold { return nil }
        // A first look costs what it costs, on a new connection too; what comes behind it is what can be left.
        begun = .now

        while place.before != 0 {
            var beside = place.before == nil ? unfolded.spelt : []
            try await take(part.finds, beside: &beside, from: place)
            if part.finds.count == few, let last = part.finds.last, goesOn {
                place.after = last.place
                part = try await look(for: place, atMost: bounds.matches)
                try await take(part.finds, beside: &beside, from: place)
            }
            guard goesOn else { break }
            add(beside, from: place)
            place = SearchCursor(before: part.hasOlder ? part.ends : 0)
            (hasGoneOn, isBehindHit) = (true, true)
            guard goesOn else { break }
            if isOver || part.hasOlder && hasEnough {
                stop = place
            } else if place.before != 0 {
                part = try await look(for: place, atMost: few)
            }
            guard goesOn else { break }
        }
        if place.before == 0, goesOn, filter.query.forgives {
            var beside = unfolded.misspelt
            try await take(try await forgiven(), beside: &beside, from: place)
            if goesOn { add(beside, from: place) }
        }
        return FoundPage(
            hits: hits.prefix(filter.limit).map(\.hit), next: next, revision: part.revision, epoch: part.epoch,
            isBehind: unfolded.isBehind)
    }

    private var next: SearchCursor? {
        guard missing <= 0, let last = hits.dropLast().last else { return stop }
        return SearchCursor(after: last.hit.place, before: last.before)
    }

    private func look(for place: SearchCursor, atMost most: Int) async throws -> SearchPart {
        try SearchPart(
            try await transaction.run(statements.part(before: place.before, after: place.after, atMost: most)))
    }

    private mutating func add(_ found: [SearchHit], from place: SearchCursor) {
        hits += found.prefix(missing).map { ($0, place.before) }
    }

    /// Adds what of these still counts and passes the filters, in their order, and among it the hits beside it.
    private mutating func take(
        _ finds: [SearchFind], beside: inout [SearchHit], from place: SearchCursor
    ) async throws {
        var (start, count) = (0, missing)
        while start < finds.count, goesOn {
            if isOver, isBehindHit || !filter.endsWhereShown {
                stop = SearchCursor(after: start > 0 ? finds[start - 1].place : place.after, before: place.before)
                return
            }
            let some = finds[start..<min(start + count, finds.count)]
            start += some.count
            count = min(4 * count, bounds.tasks)
            var found = try await read(some)
            isBehindHit = found.contains { $0.place.id == some.last?.place.id }
            while let hit = beside.first, let last = some.last, hit.place < last.place {
                found.append(hit)
                beside.removeFirst()
            }
            add(found.sorted { $0.place < $1.place }, from: place)
            hasGoneOn = true
        }
    }

    private func read(_ finds: ArraySlice<SearchFind>) async throws -> [SearchHit] {
        let rows = try await transaction.run(statements.tasks(Array(finds)))
        let places = Dictionary(
            finds.map { ($0.place.id, $0) }, uniquingKeysWith: { $0.revision > $1.revision ? $0 : $1 })
        var budget = WorkBudget()
        var hits: [SearchHit] = []
        for row in rows {
            guard let find = places[try row.decode(0)] else { continue }
            hits.append(try await find.hit(row, of: filter.query))
            await budget.pause()
        }
        return hits
    }

    /// Tasks with a misspelt word, the best first.
    private func forgiven() async throws -> [SearchFind] {
        var found: [SearchFind] = []
        var budget = WorkBudget()
        for row in try await transaction.run(statements.forgiving) {
            let find = try SearchFind(forgiven: row, filter.query)
            await budget.pause()
            guard let find, filter.cursor.after.map({ $0 < find.place }) ?? true else { continue }
            found.append(find)
        }
        return found.sorted { $0.place < $1.place }
    }
}
