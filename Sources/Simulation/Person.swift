import DaybookCore
import Seeds

/// Somebody at a device. What they do follows from their random numbers and from what they see.
package struct Person: Sendable {
    let account: Identifier
    package var now: Instant
    package var random: SeededRandom
    /// Numbers their titles.
    package var serial: Int

    package init(account: Identifier, now: Instant, random: SeededRandom, serial: Int = 0) {
        self.account = account
        self.now = now
        self.random = random
        self.serial = serial
    }

    /// What they do next, looking at what their device shows; nil for nothing. The device gives it its clock.
    package mutating func wish(_ view: Slice) -> SyncOperation? {
        let opId = Identifier.random(using: &random)
        let nobody = HybridTime(milliseconds: 0, device: .zero)
        func change(
            _ id: Identifier, _ fields: [JSONMember], kind: SyncOperation.Kind = .set, reopens: HybridTime? = nil,
            entity: SyncOperation.Entity = .task
        ) -> SyncOperation {
            SyncOperation(opId: opId, entity: entity, id: id, at: nobody, kind: kind, fields: fields, reopens: reopens)
        }
        // Sorted, because a table's order is not part of the seed.
        let tasks = view.tasks.values.filter { !$0.isDeleted }.sorted { $0.id < $1.id }
        let lists = view.lists.values.filter { !$0.isDeleted }.sorted { $0.id < $1.id }
        serial += 1
        let title = "title \(serial)"
        let choice = random.below(100)
        if choice < 30 || tasks.isEmpty {
            return change(.random(using: &random), newTask(title, lists))
        }
        guard let task = random.pick(tasks) else { return nil }
        switch choice {
        case 30..<36: return change(task.id, [JSONMember("title", .string(title))])
        case 36..<39: return change(task.id, [JSONMember("notes", random.chance(30) ? .null : .string(title))])
        case 39..<55:
            if task.isCompleted {
                return change(
                    task.id, [JSONMember("state", random.chance(50) ? "active" : "notStarted")],
                    reopens: random.chance(85) ? task.completion?.clock : nil)
            }
            return change(task.id, [JSONMember("state", random.chance(75) ? "completed" : "active")])
        case 55..<62: return change(task.id, [], kind: .delete)
        case 62..<65:
            let gone = view.tasks.values.filter(\.isDeleted).sorted { $0.id < $1.id }
            return random.pick(gone).map { change($0.id, [], kind: .restore) }
        case 65..<69:
            return change(
                .random(using: &random),
                [JSONMember("name", .string(title)), JSONMember("colorHex", "#FFAA00")]
                    + (random.chance(20) ? [JSONMember("filter", "open due < +3d")] : []),
                entity: .list)
        case 69..<75:
            guard let list = random.pick(lists) else { return nil }
            return change(task.id, [JSONMember("listId", random.chance(20) ? .null : .string(list.id.text))])
        case 75..<78: return random.pick(lists).map { change($0.id, [], kind: .delete, entity: .list) }
        case 78..<80:
            return random.pick(lists).map { change($0.id, [JSONMember("name", .string(title))], entity: .list) }
        case 80..<90: return change(task.id, place())
        case 90..<92: return change(task.id, [tags(task)])
        case 92..<94:
            let keys = tasks.map(\.sortOrder).sorted()
            let at = random.below(keys.count)
            let key = OrderKey.between(at > 0 ? keys[at - 1] : nil, keys[at], using: &random)
            return key.map { change(task.id, [JSONMember("sortOrder", .string($0.text))]) }
        case 94: return change(task.id, [JSONMember("newerField", .integer(Int64(serial)))])
        case 95:
            if random.chance(50) { return change(task.id, [JSONMember("priority", .integer(Int64(random.below(10))))]) }
            let parent = random.chance(80) ? random.pick(tasks) : nil
            return change(task.id, [JSONMember("parentId", parent.map { .string($0.id.text) } ?? .null)])
        case 96..<98:
            return change(account, [settings()], entity: .settings)
        default: return change(task.id, [JSONMember("sticky", .bool(random.chance(50)))])
        }
    }

    private mutating func newTask(_ title: String, _ lists: [TaskList]) -> [JSONMember] {
        var fields = [JSONMember("title", .string(title)), JSONMember("category", "life")]
        if random.chance(40) { fields += place() }
        if random.chance(30), let list = random.pick(lists) {
            fields.append(JSONMember("listId", .string(list.id.text)))
        }
        if random.chance(10) {
            let days = JSONMember("days", .array([1, 3, 5]))
            let rule = random.chance(50) ? [days, JSONMember("onSchedule", true)] : [days]
            fields.append(JSONMember("recurrence", .object(rule)))
        }
        if random.chance(10) { fields.append(JSONMember("autoCarry", true)) }
        if random.chance(10) { fields.append(JSONMember("tags", .array(["home"]))) }
        return fields
    }

    /// One comes or goes, or somebody says which there are to be.
    private mutating func tags(_ task: TaskItem) -> JSONMember {
        let tag = random.pick(["home", "work", "urgent"]) ?? "home"
        let edit =
            if random.chance(30) {
                TagEdit(whole: random.chance(30) ? [] : [tag])
            } else if task.tags.contains(tag) {
                TagEdit(remove: [.init(tag)])
            } else {
                TagEdit(add: [tag])
            }
        return JSONMember("tags", edit.json)
    }

    private mutating func settings() -> JSONMember {
        switch random.below(4) {
        case 0: JSONMember("timeZone", random.pick(["UTC", "Pacific/Kiritimati", "America/Los_Angeles"]) ?? "UTC")
        case 1: JSONMember("dayStart", random.chance(50) ? "05:00" : "00:00")
        default: JSONMember("rollover", random.chance(70) ? "backlog" : "off")
        }
    }

    /// Few regions and few days, so that they overflow.
    private mutating func place() -> [JSONMember] {
        let day = (now.utcDate).adding(days: random.below(2)).text
        let region = random.pick(["morning", "morning", "evening", "backlog"]) ?? "morning"
        let bucket = random.pick(["mustDo", "mustDo", "complementary", "misc"]) ?? "misc"
        return [
            JSONMember("region", .string(region)), JSONMember("bucket", .string(bucket)),
            JSONMember("scheduledDate", .string(day)),
        ]
    }
}
