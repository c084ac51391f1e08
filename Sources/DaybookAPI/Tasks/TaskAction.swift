import DaybookCore
import DaybookHost
import HTTP

/// One gesture on one task, as simple clients make it.
enum TaskAction: Sendable {
    case create([JSONMember])
    case update([JSONMember])
    case delete
    case restore
    case complete(at: JSONValue?)
    case reopen(TaskState)
    case start
    case schedule(QuickAction)
    case move(Neighbours, [JSONMember])

    var creates: Bool { if case .create = self { true } else { false } }

    /// The rows it names.
    func needs(on task: Identifier) -> SliceNeeds {
        var needs = SliceNeeds()
        needs.tasks.insert(task)
        switch self {
        case .create(let fields), .update(let fields): needs.lists = fields.lists
        case .move(let neighbours, let fields):
            needs.lists = fields.lists
            needs.neighbours = neighbours.tasks
            needs.tasks.formUnion(neighbours.tasks)
        case .delete, .restore, .complete, .reopen, .start, .schedule: break
        }
        return needs
    }
}

extension JSONMember {
    /// A name that nobody knows may be anything, a user's text too; it is told where it looks like a field's.
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

    /// The lists that they name.
    fileprivate var lists: Set<Identifier> {
        guard case .string(let text)? = self["listId"], let list = Identifier(text) else { return [] }
        return [list]
    }
}

extension ChangePlan {
    /// Does it as the operation of that place in the request. Throws what is to be answered where it cannot be done.
    mutating func perform(_ action: TaskAction, on id: Identifier, place: Int = 0) throws {
        if case .create(let fields) = action { return try create(id, fields, place) }
        guard let task = slice.tasks[id] else { throw Problem(.notFound) }
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
        case .complete(let time):
            // The first completion counts; saying it again does not move it.
            if task.isCompleted { return try perform(nothing: place, id) }
            let fields = [JSONMember("state", .string(TaskState.completed.name))]
            try update(task, fields + (time.map { [JSONMember("completedAt", $0)] } ?? []), place)
        case .reopen(let state):
            if task.isCompleted { try setState(state, of: task, place) } else { try perform(nothing: place, id) }
        case .start: try setState(.active, of: task, place)
        case .schedule(let action): try update(task, action.fields(on: day, at: now), place)
        case .move(let neighbours, let fields):
            let key = try orderKey(of: task, between: neighbours)
            try update(task, fields + (key.map { [JSONMember("sortOrder", .string($0.text))] } ?? []), place)
        }
    }

    private mutating func setState(_ state: TaskState, of task: TaskItem, _ place: Int) throws {
        try update(task, [JSONMember("state", .string(state.name))], place)
    }

    private mutating func create(_ id: Identifier, _ given: [JSONMember], _ place: Int) throws {
        try Self.requireKnown(given, beside: nil)
        try Self.requireSame(id, in: given)
        var fields = given.filter { !Self.derived.contains($0.name) && !($0.name == "deletedAt" && $0.value.isNull) }
        if fields["title"] == nil {
            throw Problem(invalid: [FieldError(field: "title", code: .required, sentence: "title must be given.")])
        }
        try Self.requirePlace(fields)
        if let task = slice.tasks[id] {
            if task.isDeleted { throw Problem(.gone) }
            // Whoever asks for what is there already has it.
            guard task.differing(from: fields).isEmpty else { throw Problem(.alreadyExists) }
            return try perform(nothing: place, id)
        }
        fields += implied(by: fields, date: nil)
        try perform(place, id, .set, fields)
    }

    /// Changes the fields that are to be other than they are.
    private mutating func update(_ task: TaskItem, _ given: [JSONMember], _ place: Int) throws {
        try Self.requireKnown(given, beside: task)
        try Self.requireSame(task.id, in: given)
        try Self.requirePlace(given)
        var fields = task.differing(from: given)
        // Who clears the time of a completion takes the completion back.
        if task.isCompleted, given["completedAt"] == .null, given["state"] == nil {
            fields.removeAll { $0.name == "completedAt" }
            fields.append(JSONMember("state", .string(TaskState.notStarted.name)))
        }
        if fields["carryCount"] != nil {
            throw Problem(invalid: [
                FieldError(
                    field: "carryCount", code: .immutable,
                    sentence: "carryCount is counted by the server, when a rollover carries the task.")
            ])
        }
        if fields["createdAt"] != nil {
            throw Problem(invalid: [
                FieldError(
                    field: "createdAt", code: .immutable, sentence: "createdAt is set once, when the task is created.")
            ])
        }
        guard !fields.isEmpty else { return try perform(nothing: place, task.id) }
        // A time of completion rides on the state, also where that stays as it is.
        if fields["completedAt"] != nil, fields["state"] == nil, let state = given["state"] {
            fields.append(JSONMember("state", state))
        }
        fields += implied(by: given, date: task.scheduledDate)
        var reopens: HybridTime?
        if task.isCompleted, case .string(let state)? = fields["state"], state != TaskState.completed.name {
            // The client sees the task as it is, so it says which completion it takes back.
            reopens = task.completion?.clock
        }
        try perform(place, task.id, .set, fields, reopens: reopens)
    }

    /// A region of the day without a date is today's; the backlog has neither date nor bucket.
    private func implied(by fields: [JSONMember], date: CalendarDate?) -> [JSONMember] {
        guard case .string(let name)? = fields["region"], let region = Region(name: name) else { return [] }
        let implied =
            region == .backlog
            ? QuickAction.toRegion(.backlog, .none).fields(on: day, at: now)
            : date == nil ? QuickAction.toToday.fields(on: day, at: now) : []
        return implied.filter { fields[$0.name] == nil }
    }

    /// What the server says of a row. Clients may send whole rows back, so it is passed over.
    private static let derived: Set<String> = ["id", "updatedAt", "revision"]

    /// What contradicts itself is refused: whoever waits for an answer can say what they mean.
    private static func requirePlace(_ fields: [JSONMember]) throws {
        guard fields["region"] == .string(Region.backlog.name), let date = fields["scheduledDate"], !date.isNull else {
            return
        }
        throw Problem(invalid: [
            FieldError(
                field: "scheduledDate", code: .unknownValue, sentence: "A task in the backlog has no scheduledDate.")
        ])
    }

    private static func requireKnown(_ fields: [JSONMember], beside task: TaskItem?) throws {
        let strange = fields.filter { member in
            TaskField(name: member.name) == nil && !derived.contains(member.name) && task?.unknown[member.name] == nil
        }
        try requireNone(strange + fields.unread)
    }

    /// The address says which row is meant, and a row that is sent back whole must be that one.
    static func requireSame(_ id: Identifier, in fields: [JSONMember]) throws {
        guard let given = fields["id"] else { return }
        if case .string(let text) = given, Identifier(text) == id { return }
        throw Problem(invalid: [
            FieldError(field: "id", code: .immutable, sentence: "id is not that of the row; it never changes.")
        ])
    }

    static func requireNone(_ strange: [JSONMember]) throws {
        guard !strange.isEmpty else { return }
        throw Problem(
            invalid: strange.prefix(Problem.mostFields).map {
                FieldError(field: $0.shownName, code: .unknownField, sentence: "There is no field of this name.")
            }, more: max(0, strange.count - Problem.mostFields))
    }
}

extension TaskItem {
    /// Of these fields those that the task does not show already.
    func differing(from fields: [JSONMember]) -> [JSONMember] {
        var writer = JSONWriter()
        write(to: &writer)
        guard let shown = try? JSONValue(json: writer.bytes) else { return fields }
        return fields.filter { !["id", "updatedAt", "revision"].contains($0.name) && shown[$0.name] != $0.value }
    }
}
