import DaybookCore
import DaybookFormats

/// Drafts as the fields of operations.
extension TaskDraft {
    /// Everything it says; what is as of every new task is left out.
    func fields(list: Identifier?, order: OrderKey) -> [JSONMember] {
        var fields: [JSONMember] = []
        fields.reserveCapacity(8)
        func set(_ field: TaskField, _ value: JSONValue?) {
            if let value { fields.append(JSONMember(field.name, value)) }
        }
        set(.title, .string(title))
        set(.notes, notes.map { .string($0) })
        if state != .notStarted { set(.state, .string(state.name)) }
        if state == .completed { set(.completedAt, completedAt.map { .string($0.text) }) }
        set(.createdAt, createdAt.map { .string($0.text) })
        set(.scheduledDate, scheduledDate.map { .string($0.text) })
        set(.dueAt, dueAt.map { .string($0.text) })
        set(.reminderAt, reminderAt.map { .string($0.text) })
        set(.listId, list.map { .string($0.text) })
        set(.sortOrder, .string(order.text))
        set(.region, region.map { .string($0.name) })
        if bucket != .none { set(.bucket, .string(bucket.name)) }
        if carryCount != 0 { set(.carryCount, .integer(Int64(carryCount))) }
        if sticky { set(.sticky, true) }
        if autoCarry { set(.autoCarry, true) }
        set(.category, category.map { .string($0) })
        set(.recurrence, recurrence?.field)
        set(.parentRecurringId, parentRecurringId.map { .string($0.text) })
        return fields + unknown
    }

    /// What a later version says otherwise. What its source has no word for stays as it is here.
    func differences(from task: TaskItem, list: Identifier?) -> [JSONMember] {
        var fields: [JSONMember] = []
        func set(_ field: TaskField, _ isOther: Bool, _ value: JSONValue?) {
            if isOther { fields.append(JSONMember(field.name, value ?? .null)) }
        }
        set(.title, title != task.title, .string(title))
        set(.notes, notes != task.notes, notes.map { .string($0) })
        let isCompletedOtherwise = state == .completed && completedAt != nil && completedAt != task.completedAt
        if state != task.state || isCompletedOtherwise {
            set(.state, true, .string(state.name))
            if state == .completed, let completedAt { set(.completedAt, true, .string(completedAt.text)) }
        }
        set(.scheduledDate, scheduledDate != task.scheduledDate, scheduledDate.map { .string($0.text) })
        set(.dueAt, dueAt != task.dueAt, dueAt.map { .string($0.text) })
        set(.reminderAt, reminderAt != task.reminderAt, reminderAt.map { .string($0.text) })
        set(.listId, list != task.listId, list.map { .string($0.text) })
        set(.category, category != task.category, category.map { .string($0) })
        set(.recurrence, recurrence != task.recurrence, recurrence?.field)
        guard case .own = name else { return fields }
        if let sortOrder { set(.sortOrder, sortOrder != task.sortOrder, .string(sortOrder.text)) }
        set(.region, region != task.region, region.map { .string($0.name) })
        set(.bucket, bucket != task.bucket, .string(bucket.name))
        set(.carryCount, carryCount != task.carryCount, .integer(Int64(carryCount)))
        set(.sticky, sticky != task.sticky, .bool(sticky))
        set(.autoCarry, autoCarry != task.autoCarry, .bool(autoCarry))
        set(
            .parentRecurringId, parentRecurringId != task.parentRecurringId,
            parentRecurringId.map { .string($0.text) })
        return fields + unknown.filter { task.unknown[$0.name]?.value != $0.value }
    }
}

extension ListDraft {
    func fields(order: OrderKey) -> [JSONMember] {
        var fields = [JSONMember("name", .string(title))]
        if let colorHex { fields.append(JSONMember("colorHex", .string(colorHex))) }
        if let createdAt { fields.append(JSONMember("createdAt", .string(createdAt.text))) }
        fields.append(JSONMember("sortOrder", .string(order.text)))
        return fields + unknown
    }

    func differences(from list: TaskList) -> [JSONMember] {
        var fields: [JSONMember] = []
        if title != list.name { fields.append(JSONMember("name", .string(title))) }
        if let colorHex, colorHex != list.colorHex { fields.append(JSONMember("colorHex", .string(colorHex))) }
        if let sortOrder, sortOrder != list.sortOrder {
            fields.append(JSONMember("sortOrder", .string(sortOrder.text)))
        }
        return fields + unknown.filter { list.unknown[$0.name]?.value != $0.value }
    }
}

extension Recurrence {
    /// As a field on the wire.
    fileprivate var field: JSONValue { FieldValue.recurrence(self).json }
}
