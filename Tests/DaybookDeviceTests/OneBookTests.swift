import DaybookClient
import DaybookCore
import DaybookDevice
import Foundation
import Seeds
import TestWire
import Testing

/// The same gestures, answers, restarts and faults through the SDK and the web app come to the same book.
@Suite struct OneBookTests {
    @Test(arguments: [1, 2, 3] + RandomSeed.kept(for: "OneBookTests/theSameComesToTheSameBook").map(\.value))
    func theSameComesToTheSameBook(seed: UInt64) async throws {
        try await Self.play(seed, steps: 120)
    }

    @Test(.proof("thousands of steps take minutes"), arguments: 0..<20 as Range<UInt64>)
    func theSameComesToTheSameBookForLong(part: UInt64) async throws {
        try await Self.play(RandomSeed.current.value &+ part &* 1_000_003, steps: 1500)
    }

    private static func play(_ seed: UInt64, steps: Int) async throws {
        var play = TwinPlay(twins: try await Twins(seed: seed), random: SeededRandom(seed: seed))
        var told: [String] = []
        for _ in 0..<steps {
            told.append(try await play.step())
            guard try await play.twins.areOneBook(after: "\(told.suffix(4)), seed \(seed), step \(told.count)") else {
                return
            }
        }
        #expect(Set(told.map { $0.prefix { $0 != " " } }).count > 12, "hardly anything was played")
    }
}

/// Draws what the twins do.
struct TwinPlay {
    let twins: Twins
    var random: SeededRandom
    private var hasAccount = false
    private static let words = [
        "Tea", "Milk & bread", "Café", "Straße", "日本語", "\u{1F469}\u{200D}\u{1F680}", "a \"b\"",
    ]

    init(twins: Twins, random: SeededRandom) {
        self.twins = twins
        self.random = random
    }

    /// Answers what was done.
    mutating func step() async throws -> String {
        twins.ether.begin(after: 1 + Int64(random.below(random.chance(5) ? 40_000_000 : 90_000)))
        switch random.below(100) {
        case ..<12: return try await add()
        case ..<24: return try await edit()
        case ..<34: return try await move()
        case ..<40: return try await arrange()
        case ..<46: return try await deleteOrRestore()
        case ..<53: return try await lists()
        case ..<56: return try await settings()
        case ..<64:
            try await twins.undo()
            return "undo"
        case ..<70:
            try await twins.redo()
            return "redo"
        case ..<74:
            try twins.restart(folding: random.chance(50))
            return "restart"
        case ..<76:
            hasAccount = true
            try await twins.join()
            return "join"
        case ..<82: return try await somebodyElse()
        default:
            if !hasAccount {
                hasAccount = true
                try await twins.join()
            }
            let fault = random.chance(60) ? .none : random.pick(Ether.Fault.allCases) ?? .none
            try await twins.exchange(fault)
            return "exchange \(fault)"
        }
    }

    // MARK: Rows

    private var view: Slice { get async { await twins.notebook.bookText.view } }

    private mutating func task(isDeleted: Bool = false) async -> TaskItem? {
        let tasks = await view.tasks.values.filter { $0.isDeleted == isDeleted }.sorted { $0.id < $1.id }
        return random.pick(tasks)
    }

    private mutating func list() async -> TaskList? {
        random.pick(await view.lists.values.filter { !$0.isDeleted }.sorted { $0.id < $1.id })
    }

    private mutating func title() -> String {
        // Now and then one that cannot be.
        random.chance(4) ? " " : "\(random.pick(Self.words) ?? "Tea") \(random.below(90))"
    }

    private func json(_ text: String) -> String { String(decoding: JSONValue.string(text).json, as: UTF8.self) }

    // MARK: Gestures

    private mutating func add() async throws -> String {
        let title = title()
        let isToday = random.chance(50)
        let list = isToday ? nil : await list()
        let place =
            isToday
            ? "{\"kind\":\"today\"}"
            : list.map { "{\"kind\":\"list\",\"id\":\"\($0.id.text)\"}" }
                ?? "{\"kind\":\"inbox\"}"
        let today = await twins.notebook.moment.today
        let isFull = random.chance(8)
        try await twins.act(
            "{\"act\":\"add\",\"titles\":[\(json(title))],\"place\":\(place)}", onFullDisk: isFull
        ) { notebook in
            try await notebook.add(title) { draft in
                if isToday { draft.scheduledDate = today }
                draft.list = list?.id
            }
        }
        return "add \(title) \(place) \(isFull)"
    }

    private mutating func edit() async throws -> String {
        guard let task = await task() else { return try await add() }
        var fields: [JSONMember] = []
        switch random.below(8) {
        case 6:
            // On the task's day or on another one.
            let today = await twins.notebook.moment.today
            let day = task.scheduledDate ?? today
            let time = JSONValue.string("\(day.adding(days: random.below(2)).text)T0\(random.below(10)):30:00.000Z")
            fields = [JSONMember(random.chance(50) ? "dueAt" : "reminderAt", time)]
        case 0: fields = [JSONMember("title", .string(title()))]
        case 1: fields = [JSONMember("notes", random.chance(50) ? .null : .string(title()))]
        case 2: fields = [JSONMember("priority", .integer(Int64(random.below(10))))]
        case 3: fields = [JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=DAILY")]))]
        default:
            let state = random.pick(["notStarted", "active", "completed", "completed"]) ?? ""
            fields = [JSONMember("state", .string(state))]
        }
        var writer = JSONWriter()
        writer.value(.object(fields))
        let text = String(decoding: writer.bytes, as: UTF8.self)
        let wanted = fields
        try await twins.act("{\"act\":\"edit\",\"ids\":[\"\(task.id.text)\"],\"fields\":\(text)}") { notebook in
            try await notebook.edit(task.id, wanted)
        }
        return "edit \(text)"
    }

    private mutating func move() async throws -> String {
        guard let task = await task() else { return try await add() }
        let (place, action): (String, QuickAction)
        switch random.below(4) {
        case 0: (place, action) = ("{\"kind\":\"today\"}", .toToday)
        case 1: (place, action) = ("{\"kind\":\"tomorrow\"}", .toTomorrow)
        case 2: (place, action) = ("{\"kind\":\"inbox\"}", .toInbox)
        default:
            let id = await list()?.id
            (place, action) = (
                "{\"kind\":\"list\",\"id\":\(id.map { "\"\($0.text)\"" } ?? "null")}", .toList(id)
            )
        }
        try await twins.act("{\"act\":\"move\",\"ids\":[\"\(task.id.text)\"],\"place\":\(place)}") { notebook in
            try await notebook.move(task.id, action)
        }
        return "move \(place)"
    }

    private mutating func arrange() async throws -> String {
        guard let task = await task() else { return try await add() }
        let others = await ViewOrder.sorted(view.tasks.values) { $0.state == task.state && $0.id != task.id }
        guard others.count > 1 else { return try await move() }
        let place = random.below(others.count - 1)
        let named = "\"above\":\"\(others[place].id.text)\",\"below\":\"\(others[place + 1].id.text)\""
        try await twins.act("{\"act\":\"arrange\",\"ids\":[\"\(task.id.text)\"],\(named)}") { notebook in
            try await notebook.place(task.id, after: others[place].id, in: others)
        }
        return "arrange"
    }

    private mutating func deleteOrRestore() async throws -> String {
        if random.chance(50), let task = await task(isDeleted: true) {
            try await twins.act("{\"act\":\"restore\",\"ids\":[\"\(task.id.text)\"]}") { try await $0.restore(task.id) }
            return "restore"
        }
        guard let task = await task() else { return try await add() }
        try await twins.act("{\"act\":\"delete\",\"ids\":[\"\(task.id.text)\"]}") { try await $0.delete(task.id) }
        return "delete"
    }

    private mutating func lists() async throws -> String {
        let name = title()
        guard random.chance(60), let list = await list() else {
            try await twins.act("{\"act\":\"addList\",\"name\":\(json(name))}") { _ = try await $0.addList(name) }
            return "addList"
        }
        if random.chance(30) {
            try await twins.act("{\"act\":\"deleteList\",\"id\":\"\(list.id.text)\"}") {
                try await $0.delete(list: list.id)
            }
            return "deleteList"
        }
        try await twins.act("{\"act\":\"editList\",\"id\":\"\(list.id.text)\",\"name\":\(json(name))}") {
            try await $0.rename(list: list.id, to: name)
        }
        return "editList"
    }

    private mutating func settings() async throws -> String {
        let rollover = random.pick(["past", "backlog", "nowhere"]) ?? ""
        let fields = [JSONMember("rollover", .string(rollover))]
        try await twins.act("{\"act\":\"settings\",\"fields\":{\"rollover\":\"\(rollover)\"}}") {
            try await $0.set(settings: fields)
        }
        return "settings \(rollover)"
    }

    /// Changes what both know, or something that they do not.
    private mutating func somebodyElse() async throws -> String {
        let known = await twins.notebook.bookText.base.tasks.keys.sorted()
        let id = random.chance(80) ? random.pick(known) ?? .random(using: &random) : .random(using: &random)
        let now = Instant(milliseconds: twins.now)
        twins.somebodyElse(
            SyncOperation(
                opId: .random(using: &random), entity: .task, id: id,
                at: HybridTime(now, device: .random(using: &random)), kind: random.chance(15) ? .delete : .set,
                fields: [JSONMember("title", .string("theirs \(random.below(90))"))]))
        return "somebodyElse"
    }
}
