import DaybookCore

/// One view's rows in their order, kept through changes.
struct CachedView {
    let view: View
    private(set) var stands: [Stand] = []
    /// Rows that changed since.
    var stale: Set<Identifier> = []
    /// The date that it was made for; nil before the first.
    private var today: CalendarDate?
    /// It stays as it is until then without a change.
    private var until = Instant.earliest
    /// What found its rows; nil where they are the view's own.
    private var filter: TaskFilter?
    private var search: TypedSearch?

    init(_ view: View) { self.view = view }

    mutating func refresh(_ tasks: [Identifier: TaskItem], _ context: ViewingContext, until: Instant) {
        let view = view
        let isGood =
            today == context.moment.today && filter.isNone && (view != .overdue || context.moment.now < self.until)
        put(tasks, anew: !isGood) { view.holds($0, context) ? Stand($0, in: view, context) : nil }
        today = context.moment.today
        filter = nil
        self.until = until
    }

    /// A filter finds its rows, in its own order. Read at another moment it may be another one; the same one is asked
    /// only about what changed.
    mutating func find(_ filter: TaskFilter, _ tasks: [Identifier: TaskItem], _ context: ViewingContext) {
        if filter != self.filter {
            stands = filter.tasks(among: tasks.values).map { Stand($0, in: view, context) }
        } else if !stale.isEmpty {
            let asked = stands.map { $0.id }.filter { !stale.contains($0) } + stale
            stands = filter.tasks(among: asked.compactMap { tasks[$0] }).map { Stand($0, in: view, context) }
        }
        stale = []
        self.filter = filter
    }

    /// A search finds its rows, the best first.
    mutating func find(_ search: TypedSearch, _ tasks: [Identifier: TaskItem]) {
        put(tasks, anew: search != self.search) { search.place(of: $0).map { Stand($0) } }
        self.search = search
    }

    private mutating func put(
        _ tasks: [Identifier: TaskItem], anew: Bool, _ stand: (TaskItem) -> Stand?
    ) {
        if anew {
            stands = []
            for task in tasks.values {
                if let stand = stand(task) { stands.append(stand) }
            }
            stands = stands.ordered()
        } else if !stale.isEmpty {
            stands.removeAll { stale.contains($0.id) }
            for id in stale {
                guard let stand = tasks[id].flatMap(stand) else { continue }
                stands.insert(stand, at: place(of: stand))
            }
        }
        stale = []
    }

    private func place(of stand: Stand) -> Int {
        var low = 0
        var high = stands.count
        while low < high {
            let middle = (low + high) / 2
            if stands[middle] < stand { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
