import DaybookCore

/// Where a task stands in a view: by the heading that it is under, its state, its key and its name; in a history by
/// when it came there, the latest first; in a search by how well it answers.
package struct Stand: Comparable {
    /// The number of its heading, as the view counts them; in a search the score.
    package var group: Int32
    package var isOpen: Bool
    var rank: UInt8
    var head: UInt64
    var key: OrderKey
    package var id: Identifier

    init(_ task: TaskItem, in view: View, _ context: ViewingContext) {
        id = task.id
        group = view.group(of: task, context)
        isOpen = !task.isCompleted
        rank = view.goesByState ? ViewOrder.rank(of: task.state) : 0
        if view.isHistory {
            let at = view == .logbook ? task.completedAt : task.deletion?.instant
            head = Self.latestFirst(at ?? Instant(milliseconds: 0))
            key = .middle
        } else {
            key = task.sortOrder
            head = key.head
        }
    }

    /// A task that was found by words.
    init(_ place: SearchPlace) {
        id = place.id
        group = Int32(clamping: place.score)
        isOpen = !place.isCompleted
        rank = isOpen ? 0 : 1
        head = Self.latestFirst(place.updatedAt)
        key = .middle
    }

    private static func latestFirst(_ at: Instant) -> UInt64 { UInt64(bitPattern: Int64.max &- at.milliseconds) }

    package static func < (left: Stand, right: Stand) -> Bool {
        if left.group != right.group { return left.group < right.group }
        if left.rank != right.rank { return left.rank < right.rank }
        if left.head != right.head { return left.head < right.head }
        if left.key != right.key { return left.key < right.key }
        return left.id < right.id
    }

    package static func == (left: Stand, right: Stand) -> Bool { !(left < right) && !(right < left) }
}
