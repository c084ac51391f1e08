/// The order of tasks inside a view: active, then not started, then completed; inside each by order key, then by id, so
/// that two devices with equal tasks show equal views.
package enum ViewOrder {
    /// The tasks that a view holds, in its order. Deleted tasks are in no view.
    package static func sorted(
        _ tasks: some Sequence<TaskItem>, where belongs: (TaskItem) -> Bool = { _ in true }
    ) -> [TaskItem] {
        // A task is a large value; sorting moves only its key.
        var held: [TaskItem] = []
        var places: [(rank: UInt8, head: UInt64, key: OrderKey, id: Identifier, index: Int)] = []
        for task in tasks where !task.isDeleted && belongs(task) {
            places.append((rank(of: task.state), task.sortOrder.head, task.sortOrder, task.id, held.count))
            held.append(task)
        }
        places.sort { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.head != right.head { return left.head < right.head }
            if left.key != right.key { return left.key < right.key }
            return left.id < right.id
        }
        return places.map { held[$0.index] }
    }

    package static func rank(of state: TaskState) -> UInt8 {
        switch state {
        case .active: 0
        case .notStarted: 1
        case .completed: 2
        }
    }
}
