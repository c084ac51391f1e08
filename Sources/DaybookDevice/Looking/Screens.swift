import DaybookCore

/// The views that were looked at, each in its order and kept through changes: only rows that changed are put anew.
package struct Screens {
    /// Goes up with every change.
    package private(set) var version: Int64 = 1
    private var cachedViews: [View: CachedView] = [:]
    /// The same views, the one looked at last at the end.
    private var recent: [View] = []
    private var counts: Counts?
    /// Where a task was put behind others last.
    package var end: PlaceEnd?

    /// The board alone looks at three.
    private static let most = 10

    package init() {}

    package mutating func change(_ rows: RowSet) {
        version += 1
        if rows.everything || rows.settings {
            cachedViews = [:]
            recent = []
            counts = nil
            end = nil
        } else {
            end?.stale.formUnion(rows.tasks)
            counts?.stale.formUnion(rows.tasks)
            for view in recent { cachedViews[view]?.stale.formUnion(rows.tasks) }
        }
    }

    mutating func stands(of view: View, _ body: (inout CachedView) -> Void) -> [Stand] {
        var cached = cachedViews.removeValue(forKey: view) ?? CachedView(view)
        body(&cached)
        // What is typed is a search for a moment: one of them is enough, and the views stay.
        recent.removeAll { other in
            guard other == view || view.isSearch && other.isSearch else { return false }
            cachedViews[other] = nil
            return true
        }
        recent.append(view)
        if recent.count > Self.most { cachedViews[recent.removeFirst()] = nil }
        cachedViews[view] = cached
        return cached.stands
    }

    mutating func counts(
        _ tasks: [Identifier: TaskItem], _ moment: Moment, _ settings: AccountSettings
    ) -> Counts {
        // Taken out of the property, so that this is the only reference and is changed in place, not copied.
        var counts = self.counts ?? Counts(tasks, moment, settings)
        self.counts = nil
        if counts.holds(at: moment) {
            counts.refresh(tasks, moment)
        } else {
            counts = Counts(tasks, moment, settings)
        }
        self.counts = counts
        return counts
    }
}
