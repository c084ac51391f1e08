import DaybookCore

/// What has been looked up of the index. Nil stands for nothing there, and a missing key for not looked up.
struct KnownResources: Sendable {
    /// Under which name each task is seen now.
    private(set) var ofTask: [Identifier: Resource?] = [:]
    private(set) var at: [Resource.Address: Resource?] = [:]
    /// The tasks of a series that were made last and are seen, and how many of them were asked for.
    private(set) var ofSeries: [Identifier: [TaskItem]] = [:]
    private(set) var askedOfSeries: [Identifier: Int] = [:]
    /// Under which names the parts of a task are seen.
    private(set) var partsOf: [Identifier: [Resource]] = [:]

    init() {}

    /// All that is asked for is looked up, so what the answer lacks does not exist.
    mutating func ask(_ needs: CalendarIndexNeeds) {
        for task in needs.tasks { ofTask[task] = .some(nil) }
        for address in needs.addressesToLookUp { at[address] = .some(nil) }
        for (series, count) in needs.series {
            askedOfSeries[series] = count
            ofSeries[series] = []
        }
        for parent in needs.parents { partsOf[parent] = [] }
    }

    mutating func take(_ resource: Resource) {
        at[resource.address] = resource
        if !resource.isGone { ofTask[resource.task] = resource }
    }

    mutating func take(_ resource: Resource, of task: TaskItem) {
        take(resource)
        ofSeries[resource.series, default: []].append(task)
    }

    mutating func take(_ resource: Resource, partOf parent: Identifier) {
        take(resource)
        partsOf[parent, default: []].append(resource)
    }
}
