/// A row whose fields each have a clock: what tasks, lists and settings have in common when they merge.
package protocol LedgerRow: Hashable, Sendable {
    associatedtype Field: FieldName

    var clocks: FieldClocks<Field> { get set }
    var unknown: UnknownFields { get set }
    var revision: Int64 { get set }

    func value(of field: Field) -> FieldValue
    /// What a field shows, which may follow from others too.
    func shownValue(of field: Field) -> FieldValue
    mutating func assign(_ value: FieldValue, to field: Field)
    /// Takes a value that was kept as unknown.
    mutating func assignPreviouslyUnknown(_ value: FieldValue, to field: Field, at clock: HybridTime)
    /// Understands a value from the wire, or says what is wrong with it.
    static func read(_ field: Field, _ value: JSONValue) throws(FieldError) -> FieldValue
    /// Names on the wire that follow from other fields: a client may send whole rows back, they are passed over.
    static func isDerived(_ name: String) -> Bool
}

extension LedgerRow {
    package func shownValue(of field: Field) -> FieldValue { value(of: field) }
}

extension TaskItem: LedgerRow {
    package func value(of field: TaskField) -> FieldValue {
        switch field {
        case .title: .text(title)
        case .notes: notes.field(FieldValue.text)
        case .state: .state(state)
        case .createdAt: .instant(createdAt)
        case .completedAt: completedAt.field(FieldValue.instant)
        case .scheduledDate: scheduledDate.field(FieldValue.date)
        case .dueAt: dueAt.field(FieldValue.instant)
        case .reminderAt: reminderAt.field(FieldValue.instant)
        case .listId: listId.field(FieldValue.identifier)
        case .sortOrder: .order(sortOrder)
        case .region: region.field(FieldValue.region)
        case .bucket: .bucket(chosenBucket)
        case .carryCount: .number(carryCount)
        case .sticky: .flag(sticky)
        case .autoCarry: .flag(autoCarry)
        case .category: category.field(FieldValue.text)
        case .priority: .number(priority)
        case .tags: .tags(TagEdit(whole: tags))
        case .recurrence: recurrence.field(FieldValue.recurrence)
        case .parentRecurringId: parentRecurringId.field(FieldValue.identifier)
        case .parentId: parentId.field(FieldValue.identifier)
        case .deletedAt: deletedAt.field(FieldValue.instant)
        case .enteredBacklogAt: enteredBacklogAt.field(FieldValue.instant)
        }
    }

    package mutating func assign(_ value: FieldValue, to field: TaskField) {
        switch field {
        case .title: title = value.text ?? ""
        case .notes: notes = value.text
        case .state: openState = value.state ?? openState
        case .createdAt: createdAt = value.instant ?? createdAt
        case .scheduledDate: scheduledDate = value.date
        case .dueAt: dueAt = value.instant
        case .reminderAt: reminderAt = value.instant
        case .listId: listId = value.identifier
        case .sortOrder: sortOrder = value.order ?? sortOrder
        case .region: region = value.region
        case .bucket: chosenBucket = value.bucket
        case .carryCount: carryCount = value.number
        case .sticky: sticky = value.flag
        case .autoCarry: autoCarry = value.flag
        case .category: category = value.text
        case .priority: priority = value.number
        case .recurrence: recurrence = value.recurrence
        case .parentRecurringId: parentRecurringId = value.identifier
        case .parentId: parentId = value.identifier
        case .tags, .deletedAt, .completedAt, .enteredBacklogAt: break
        }
    }

    /// A title of 10,000 characters must pass whatever its script; a quarter of a million bytes holds 10,000 of the
    /// longest emoji.
    public static let longestTitle = 262_144
    /// How long notes may be, in bytes of UTF-8.
    public static let longestNotes = 1_048_576
    /// How long a category may be, in bytes of UTF-8.
    public static let longestCategory = 4096
    /// What a priority may be: none, or 1 (the highest) to 9.
    public static let priorities = 0...9

    package static func read(_ field: TaskField, _ value: JSONValue) throws(FieldError) -> FieldValue {
        let reading = FieldReading(name: field.name, value: value)
        switch field {
        case .title: return try reading.text(required: true, limit: longestTitle, trimmed: true)
        case .notes: return try reading.text(required: false, limit: longestNotes, trimmed: false)
        case .state: return .state(try reading.choice { TaskState(name: $0) })
        case .createdAt: return try reading.instant(clearable: false)
        case .completedAt, .dueAt, .reminderAt, .enteredBacklogAt: return try reading.instant()
        case .scheduledDate: return try reading.date()
        case .listId, .parentRecurringId, .parentId: return try reading.identifier()
        case .sortOrder: return try reading.order()
        case .region: return value.isNull ? .null : .region(try reading.choice { Region(name: $0) })
        case .bucket: return value.isNull ? .bucket(.none) : .bucket(try reading.choice { Bucket(name: $0) })
        case .carryCount: return try reading.number(in: 0...1_000_000)
        case .sticky, .autoCarry: return try reading.flag()
        case .category: return try reading.text(required: false, limit: longestCategory, trimmed: true)
        case .tags: return try reading.tags()
        case .priority: return value.isNull ? .number(0) : try reading.number(in: priorities)
        case .recurrence: return try reading.recurrence()
        case .deletedAt:
            throw reading.error(.immutable, "deletedAt is changed by the kinds delete and restore.")
        }
    }

    package static func isDerived(_ name: String) -> Bool {
        switch name {
        case "id", "updatedAt", "modifiedAt", "revision", "clocks", "openState", "chosenBucket", "completion",
            "reopenedThrough",
            "deletion", "tagClocks":
            true
        default: false
        }
    }
}

extension TaskField {
    package var kind: FieldKind {
        switch self {
        case .title, .notes, .category: .text
        case .createdAt, .completedAt, .dueAt, .reminderAt, .deletedAt, .enteredBacklogAt: .instant
        case .scheduledDate: .date
        case .listId, .parentRecurringId, .parentId: .identifier
        case .sortOrder: .order
        case .state: .state
        case .region: .region
        case .bucket: .bucket
        case .carryCount, .priority: .number
        case .sticky, .autoCarry: .flag
        case .recurrence: .recurrence
        case .tags: .tags
        }
    }
}
