import DaybookCore

/// What has to be looked up of the calendar index.
struct CalendarIndexNeeds: Hashable, Sendable {
    /// Tasks of which the name is not known yet.
    var tasks: [Identifier] = []
    /// Addresses of which it is not known yet what stands there.
    var addressesToLookUp: [Resource.Address] = []
    /// Series of which the tasks are not known yet, with how many of each are wanted, those made last.
    var series: [Identifier: Int] = [:]
    /// Tasks that are called otherwise now, of which it is not known yet what is part of them.
    var parents: [Identifier] = []

    var count: Int { tasks.count + addressesToLookUp.count + series.values.reduce(0, +) + parents.count }
    var isEmpty: Bool { tasks.isEmpty && addressesToLookUp.isEmpty && series.isEmpty && parents.isEmpty }

    mutating func add(_ others: CalendarIndexNeeds) {
        tasks += others.tasks
        addressesToLookUp += others.addressesToLookUp
        series.merge(others.series, uniquingKeysWith: max)
        parents += others.parents
    }
}
