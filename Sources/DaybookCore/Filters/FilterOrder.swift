/// One key of an order: a field, and which way.
package struct FilterOrder: Hashable, Sendable {
    enum Key: String, Hashable, Sendable, CaseIterable {
        case order, date, due, reminder, created, updated, completed, priority, title, state, carried
    }

    let key: Key
    let isDescending: Bool

    /// More keys than these say nothing more.
    static let most = 8
    static let names = Key.allCases.map { $0.rawValue }.joined(separator: ", ") + ", each with '-' for the other way"

    /// `due`, `-priority`
    init?(_ text: String) {
        isDescending = text.hasPrefix("-")
        guard let key = Key(rawValue: isDescending ? String(text.dropFirst()) : text) else { return nil }
        self.key = key
    }

    /// What tasks are compared by. What has no value comes last, whichever way.
    private enum Value: Hashable {
        case number(Int64), text(String), none

        /// Nil for equal ones.
        func isBefore(_ other: Value, descending: Bool) -> Bool? {
            switch (self, other) {
            case (.none, .none): nil
            case (.none, _): false
            case (_, .none): true
            case (.number(let one), .number(let two)): one == two ? nil : (one < two) != descending
            case (.text(let one), .text(let two)): one == two ? nil : (one < two) != descending
            default: nil
            }
        }
    }

    private func value(of task: TaskItem) -> Value {
        func number(_ value: Int64?) -> Value { value.map { .number($0) } ?? .none }
        return switch key {
        case .order: .text(task.sortOrder.text)
        case .date: number(task.scheduledDate.map { Int64($0.dayNumber) })
        case .due: number(task.dueAt?.milliseconds)
        case .reminder: number(task.reminderAt?.milliseconds)
        case .created: number(task.createdAt.milliseconds)
        case .updated: number(task.updatedAt.milliseconds)
        case .completed: number(task.completedAt?.milliseconds)
        case .priority: number(task.filterPriority == 0 ? nil : Int64(task.filterPriority))
        case .title: .text(task.title.lowercased())
        case .state: number(Int64(task.state == .active ? 0 : task.state == .notStarted ? 1 : 2))
        case .carried: number(Int64(task.carryCount))
        }
    }

    /// The first tasks in an order, and where it leaves them equal in the user's own.
    @_specialize(where Tasks == [TaskItem])
    @_specialize(where Tasks == Dictionary<Identifier, TaskItem>.Values)
    package static func sorted<Tasks: Collection<TaskItem>>(
        _ tasks: Tasks, where belongs: (TaskItem) -> Bool = { _ in true }, by order: [FilterOrder],
        limit: Int = .max
    ) -> [TaskItem] {
        // A task is a large value: it is looked at in its place and copied once, and sorting moves only numbers.
        var places: [Place] = []
        var compared = Compared(order: order)
        var indices: [Tasks.Index] = []
        for index in tasks.indices {
            let task = tasks[index]
            guard belongs(task) else { continue }
            places.append(Place(head: task.sortOrder.head, number: indices.count))
            compared.append(task)
            indices.append(index)
        }
        compared.sort(&places)
        return places.prefix(limit).map { tasks[indices[$0.number]] }
    }

    private struct Place {
        let head: UInt64
        let number: Int
    }

    /// By itself, so that it is compiled for its values, whatever the tasks come from.
    private struct Compared {
        let order: [FilterOrder]
        /// Task by task, as many as the order has keys.
        private var values: [Value] = []
        private var last: [(key: OrderKey, id: Identifier)] = []

        init(order: [FilterOrder]) { self.order = order }

        mutating func append(_ task: TaskItem) {
            for key in order { values.append(key.value(of: task)) }
            last.append((task.sortOrder, task.id))
        }

        func sort(_ places: inout [Place]) {
            places.sort { left, right in
                for (index, key) in order.enumerated() {
                    let (one, other) = (left.number * order.count + index, right.number * order.count + index)
                    if let isBefore = values[one].isBefore(values[other], descending: key.isDescending) {
                        return isBefore
                    }
                }
                if left.head != right.head { return left.head < right.head }
                let (one, other) = (last[left.number], last[right.number])
                return one.key != other.key ? one.key < other.key : one.id < other.id
            }
        }
    }
}
