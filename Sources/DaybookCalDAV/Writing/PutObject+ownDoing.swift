import DaybookCalendarIndex
import DaybookCore
import DaybookLedger

extension PutObject {
    /// Whether all that came after the state it was made from is its own device's doing, and what followed from that.
    ///
    /// A program that completes an occurrence by a copy of it sends the series behind the copy, moved on, under the tag
    /// that the series had before: that the copy moved it on here already is no reason to refuse what it says. What
    /// still tells of the occurrence before was written by somebody who has not seen that it is done.
    func isOwnDoing(_ named: Resource?, _ sight: AccountSight, _ mark: CalendarMark) throws -> Bool {
        guard let named, let revision = request.condition.revision(mark),
            let base = [object.base.flatMap { CalendarBase($0, mark) }, served].compactMap(\.self)
                .first(where: { $0.revision == revision && $0.task != named.task })
        else { return false }
        try see([base.task], sight)
        guard let before = sight.slice.tasks[base.task], before.series == named.series else { return false }
        let tasks = [base.task, named.task]
        guard tasks.allSatisfy(sight.seen.lines.contains) else {
            var needs = SliceNeeds()
            needs.lines = Set(tasks)
            throw UnseenRows(needs: needs)
        }
        let since = tasks.flatMap { sight.slice.lines[$0] ?? [] }.filter { $0.revision > revision }
        var own: Set<Identifier> = []
        for line in since.sorted(by: { $0.revision < $1.revision }) {
            let follows = line.operation.at.device == .zero && line.cause.map(own.contains) ?? false
            guard line.operation.at.device == request.device || follows else { return false }
            own.insert(line.operation.opId)
        }
        return try !own.isEmpty && put(on: named, sight, mark).tellsOfALaterDate(than: before)
    }
}
