import DaybookCore

extension LocalBook {
    /// What a view shows now.
    ///
    /// - Parameter screens: what was looked at before; whoever holds it tells it of every change.
    package func look(at view: View, now: Instant, _ screens: inout Screens) -> Sight {
        let moment = moment(at: now)
        let settings = settings
        var sight = Sight(moment: moment, until: counts(at: moment, &screens).until)
        let tasks = replica.view.tasks
        let context = ViewingContext(view, moment, settings)
        let until = sight.until
        switch view {
        case .search(let text):
            let search = TypedSearch(text, at: moment, settings, lists: Array(replica.view.lists.values))
            sight.stands = screens.stands(of: view) { cached in
                if let filter = search.decidingFilter {
                    cached.find(filter, tasks, context)
                } else {
                    cached.find(search, tasks)
                }
            }
            sight.until = end(of: search.filter, at: moment, until: until)
            sight.search = search
            sight.trouble = search.trouble
        case .list(let id?) where replica.view.lists[id]?.filter != nil:
            do throws(FilterError) {
                let filter = try saved(id, at: moment)
                sight.stands = screens.stands(of: view) { cached in
                    if let filter { cached.find(filter, tasks, context) }
                }
                sight.until = end(of: filter, at: moment, until: until)
            } catch {
                sight.trouble = error
            }
        default: sight.stands = screens.stands(of: view) { $0.refresh(tasks, context, until: until) }
        }
        sight.groups = view.groups(
            of: sight.stands, settings.regionLimits, locks: settings.complementaryAfterMustDo)
        return sight
    }

    /// How many tasks each view, list and tag has now.
    package func counts(at moment: Moment, _ screens: inout Screens) -> Counts {
        screens.counts(replica.view.tasks, moment, settings)
    }

    // MARK: Filters

    /// A list's saved filter, as it is read now.
    private func saved(_ list: Identifier, at moment: Moment) throws(FilterError) -> TaskFilter? {
        guard let text = replica.view.lists[list]?.filter else { return nil }
        return try TaskFilter(saved: text, at: moment, settings, lists: Array(replica.view.lists.values))
    }

    /// Until when a filter finds the same by itself. One that follows the clock is read again within a minute.
    private func end(of filter: TaskFilter?, at moment: Moment, until: Instant) -> Instant {
        guard let filter,
            filter.followsClock(
                at: moment, lists: replica.view.lists.values, language: settings.captureLanguage ?? .english)
        else { return until }
        return min(until, moment.now.adding(milliseconds: 60_000))
    }
}
