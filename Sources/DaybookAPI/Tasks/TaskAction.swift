import DaybookCore
import DaybookHost
import HTTP

/// One gesture on one task, as simple clients make it.
enum TaskAction: RowAction {
    case create(Patch<TaskItem>)
    case update(Patch<TaskItem>)
    case delete
    case restore
    /// With the state, and a time where one is told.
    case complete(Patch<TaskItem>)
    case reopen(TaskState)
    case start
    case schedule(QuickAction)
    case move(Neighbours, Patch<TaskItem>)

    var creates: Bool { if case .create = self { true } else { false } }

    var deletes: Bool { if case .delete = self { true } else { false } }

    /// The rows it names.
    func needs(on task: Identifier) -> SliceNeeds {
        var needs = SliceNeeds()
        needs.tasks.insert(task)
        switch self {
        case .create(let fields), .update(let fields): needs.add(listOf: fields)
        case .move(let neighbours, let fields):
            needs.add(listOf: fields)
            needs.neighbours = neighbours.tasks
            needs.tasks.formUnion(neighbours.tasks)
        case .delete, .restore, .complete, .reopen, .start, .schedule: break
        }
        return needs
    }
}

extension JSONMember {
    /// An unknown name may be anything, even a user's text; the answer repeats it only if it looks like a field's name.
    fileprivate var shownName: String {
        let isWord = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2D
                || byte == 0x2E
        }
        return isWord && name.utf8.count <= 40 ? name : "?"
    }
}

extension [JSONMember] {
    subscript(name: String) -> JSONValue? { last { $0.name == name }?.value }
}

extension SliceNeeds {
    fileprivate mutating func add(listOf fields: Patch<TaskItem>) {
        if let list = fields[.listId]?.identifier { lists.insert(list) }
    }
}

extension ChangePlan {
    /// Does it as the operation of that place in the request. Throws the answer to the client if it cannot be done.
    mutating func perform(_ action: TaskAction, on id: Identifier, place: Int = 0) throws {
        let found = try task(id)
        if found == nil, slice.tasks[id] != nil { throw Problem(.notFound) }
        if erased.contains(id), !action.deletes { throw Problem(.erased) }
        if case .create(let fields) = action { return try create(id, fields, place) }
        guard let task = found else { throw Problem(.notFound) }
        switch action {
        case .restore:
            return task.isDeleted ? try perform(place, id, .restore) : try perform(nothing: place, id)
        case .delete:
            return task.isDeleted ? try perform(nothing: place, id) : try perform(place, id, .delete)
        default: break
        }
        guard !task.isDeleted else { throw Problem(.gone) }
        switch action {
        case .create, .restore, .delete: break
        case .update(let fields): try update(task, fields, place)
        case .complete(let fields):
            // The first completion counts; saying it again does not move it.
            if task.isCompleted { try perform(nothing: place, id) } else { try update(task, fields, place) }
        case .reopen(let state):
            if task.isCompleted { try setState(state, of: task, place) } else { try perform(nothing: place, id) }
        case .start: try setState(.active, of: task, place)
        case .schedule(let action): try move(task, action.patch(on: day, at: now), place)
        case .move(let neighbours, var fields):
            if let key = try orderKey(of: task, between: neighbours) { fields[.sortOrder] = .order(key) }
            try move(task, fields, place)
        }
    }

    /// With the times of the day it leaves. A change of single fields says all that it means, and leaves them.
    private mutating func move(_ task: TaskItem, _ fields: Patch<TaskItem>, _ place: Int) throws {
        let placed = fields + implied(by: fields, date: task.scheduledDate)
        try update(task, fields + placed.impliedTimes(of: task, on: day), place)
    }

    private mutating func setState(_ state: TaskState, of task: TaskItem, _ place: Int) throws {
        try update(task, [.state: .state(state)], place)
    }

    private mutating func create(_ id: Identifier, _ given: Patch<TaskItem>, _ place: Int) throws {
        try Self.requireKnown(given, beside: nil)
        try Self.requireSame(id, in: given)
        let fields = Self.withoutIdle(given.beginning(live: .deletedAt))
        guard fields.names(.title) else { throw Problem(invalid: "title", .required, "title must be given.") }
        try Self.requirePlace(fields)
        if let task = slice.tasks[id] {
            if task.isDeleted { throw Problem(.gone) }
            // Whoever asks for what is there already has it.
            guard fields.differing(from: task).isEmpty else { throw Problem(.alreadyExists) }
            return try perform(nothing: place, id)
        }
        try perform(place, id, .set, .task(fields + implied(by: fields, date: nil)))
    }

    /// Changes the fields that are to be other than they are.
    private mutating func update(_ task: TaskItem, _ given: Patch<TaskItem>, _ place: Int) throws {
        try Self.requireKnown(given, beside: task)
        try Self.requireSame(task.id, in: given)
        try Self.requirePlace(given)
        var fields = Self.withoutIdle(given.differing(from: task))
        // Who clears the time of a completion takes the completion back.
        if task.isCompleted, given[.completedAt] == .null, !given.names(.state) {
            fields[.completedAt] = nil
            fields[.state] = .state(.notStarted)
        }
        if fields.names(.carryCount) {
            throw Problem(
                invalid: "carryCount", .immutable,
                "carryCount is counted by the server, when a rollover carries the task.")
        }
        if fields.names(.createdAt) {
            throw Problem(invalid: "createdAt", .immutable, "createdAt is set once, when the task is created.")
        }
        guard !fields.isEmpty else { return try perform(nothing: place, task.id) }
        // A time of completion rides on the state, also where that stays as it is.
        if fields.names(.completedAt), !fields.names(.state), let state = given[.state] { fields[.state] = state }
        fields = fields + implied(by: given, date: task.scheduledDate)
        // The client sees the task as it is, so it says which completion it takes back.
        let isOpened = fields[.state].map { $0 != .state(.completed) } ?? false
        try perform(
            place, task.id, .set, .task(fields),
            reopens: task.isCompleted && isOpened ? task.completion?.clock : nil)
    }

    private func implied(by fields: Patch<TaskItem>, date: CalendarDate?) -> Patch<TaskItem> {
        fields.impliedPlace(date: date, on: day, at: now)
    }

    /// A request that contradicts itself is refused, because a client that waits for the answer can correct it.
    private static func requirePlace(_ fields: Patch<TaskItem>) throws {
        guard let wrong = fields.contradiction else { return }
        throw Problem(invalid: wrong.field, wrong.code, wrong.sentence)
    }

    /// Since when a task is in the backlog can be said only where it is put there; a whole row that comes back may say
    /// something else.
    private static func withoutIdle(_ fields: Patch<TaskItem>) -> Patch<TaskItem> {
        guard fields[.region] != .region(.backlog) else { return fields }
        var fields = fields
        fields[.enteredBacklogAt] = nil
        return fields
    }

    private static func requireKnown(_ fields: Patch<TaskItem>, beside task: TaskItem?) throws {
        try requireKnown(fields, beside: task, besides: ["id", "updatedAt", "revision"])
    }

    /// Refuses unknown members, except those that the row itself has.
    /// - Parameter derived: members that the server writes into a row. Clients may send whole rows back, so these are
    ///   passed over.
    static func requireKnown<Row>(_ fields: Patch<Row>, beside row: Row?, besides derived: Set<String>) throws {
        let known = fields.members.filter { Row.Field(name: $0.name) != nil }
        let strange = fields.members.filter { member in
            Row.Field(name: member.name) == nil && !derived.contains(member.name) && row?.unknown[member.name] == nil
        }
        try requireNone(strange + known.unread)
    }

    /// The address says which row is meant, and a row that is sent back whole must be that one.
    static func requireSame<Row>(_ id: Identifier, in fields: Patch<Row>) throws {
        guard let given = fields.members["id"] else { return }
        if case .string(let text) = given, Identifier(text) == id { return }
        throw Problem(invalid: "id", .immutable, "id is not that of the row; it never changes.")
    }

    static func requireNone(_ strange: [JSONMember]) throws {
        guard !strange.isEmpty else { return }
        throw Problem(
            invalid: strange.prefix(Problem.mostFields).map {
                FieldError(field: $0.shownName, code: .unknownField, sentence: "There is no field of this name.")
            }, more: max(0, strange.count - Problem.mostFields))
    }
}
