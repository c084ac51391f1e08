import DaybookCore
import DaybookFormats

/// Drafts as the fields of operations.
extension TaskDraft {
    /// What rides on a field goes behind it.
    private static let order = TaskField.allCases.filter { $0 != .deletedAt && $0.carrier == nil }.flatMap { field in
        [field] + TaskField.allCases.filter { $0.carrier == field }
    }
    /// Fields that only our own files have.
    private static let ofOurs: Set<TaskField> = [
        .sortOrder, .region, .enteredBacklogAt, .bucket, .carryCount, .sticky, .autoCarry, .parentRecurringId,
    ]

    /// Everything it says; what is as of every new task is left out.
    func fields(list: Identifier?, parent: Identifier?, order: OrderKey) -> [JSONMember] {
        let draft = placed(in: list, below: parent, order)
        let fields = Self.order.filter { field in
            !draft[field].saysNothing && (field != .completedAt || state == .completed)
                && (field != .enteredBacklogAt || region == .backlog)
        }
        return fields.map { JSONMember($0.name, draft[$0].json) } + unknown
    }

    /// The fields in which a later version differs. Fields that its source does not have stay as they are here.
    func differences(from task: TaskItem, list: Identifier?, parent: Identifier?) -> [JSONMember] {
        let draft = placed(in: list, below: parent, sortOrder)
        let isActiveHere = task.state == .active && state == .notStarted
        let isStateSaid = !(isActiveHere && unsaid.contains(.state))
        let isCompletedOtherwise = state == .completed && completedAt != nil && completedAt != task.completedAt
        let differing = Self.order.filter { field in
            switch field {
            case .createdAt: false
            case .state: isStateSaid && state != task.state || isCompletedOtherwise
            case .completedAt: isCompletedOtherwise || state == .completed && completedAt != nil && state != task.state
            case .enteredBacklogAt: region == .backlog && region != task.region && enteredBacklogAt != nil
            case .sortOrder: sortOrder != nil && sortOrder != task.sortOrder
            case .parentId: (parent ?? (name.isOwn ? nil : task.parentId)) != task.parentId
            case .category: (category ?? (name.isOwn ? nil : task.category)) != task.category
            case .tags: (tags ?? (name.isOwn ? [] : task.tags)) != task.tags
            case .priority: (priority ?? (name.isOwn ? 0 : task.priority)) != task.priority
            default: !unsaid.contains(field) && draft[field] != task.shownValue(of: field)
            }
        }
        func members(_ fields: [TaskField]) -> [JSONMember] { fields.map { JSONMember($0.name, draft[$0].json) } }
        let fields = members(differing.filter { !Self.ofOurs.contains($0) })
        guard case .own = name else { return fields }
        return fields + members(differing.filter(Self.ofOurs.contains))
            + unknown.filter { task.unknown[$0.name]?.value != $0.value }
    }

    private func placed(in list: Identifier?, below parent: Identifier?, _ order: OrderKey?) -> TaskDraft {
        var draft = self
        draft.parent = parent.map { .own($0) }
        draft.list = list.map { .own($0) }
        draft.sortOrder = order
        return draft
    }
}

extension ListDraft {
    func fields(order: OrderKey) -> [JSONMember] {
        var fields = [JSONMember("name", .string(title))]
        if let colorHex { fields.append(JSONMember("colorHex", .string(colorHex))) }
        if let createdAt { fields.append(JSONMember("createdAt", .string(createdAt.text))) }
        fields.append(JSONMember("sortOrder", .string(order.text)))
        if let filter { fields.append(JSONMember("filter", .string(filter))) }
        return fields + unknown
    }

    func differences(from list: TaskList) -> [JSONMember] {
        var fields: [JSONMember] = []
        if title != list.name { fields.append(JSONMember("name", .string(title))) }
        if let colorHex, colorHex != list.colorHex { fields.append(JSONMember("colorHex", .string(colorHex))) }
        if let sortOrder, sortOrder != list.sortOrder {
            fields.append(JSONMember("sortOrder", .string(sortOrder.text)))
        }
        if let filter, filter != list.filter { fields.append(JSONMember("filter", .string(filter))) }
        return fields + unknown.filter { list.unknown[$0.name]?.value != $0.value }
    }
}
