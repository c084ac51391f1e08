import DaybookCore

extension Desk {
    /// The filter of a view that is a saved one, as it is read now; nil for others.
    func filter(of view: View, at moment: Moment) throws(FilterError) -> TaskFilter? {
        guard case .list(let id?) = view, let text = replica.view.lists[id]?.filter else { return nil }
        return try TaskFilter(saved: text, at: moment, settings, lists: Array(replica.view.lists.values))
    }

    /// Until when a filter finds the same by itself. One that follows the clock is read again within a minute.
    func end(of filter: TaskFilter?, at moment: Moment, until: Instant) -> Instant {
        guard let filter,
            filter.followsClock(
                at: moment, lists: replica.view.lists.values, language: settings.captureLanguage ?? .english)
        else { return until }
        return min(until, moment.now.adding(milliseconds: 60_000))
    }
}
