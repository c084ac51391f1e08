import Seeds
import Testing

@testable import DaybookCore

/// What must hold of every merge, tried on random operations. `DAYBOOK_SEED` replays.
@Suite struct MergePropertyTests {
    var random = SeededRandom(.current)

    /// Changes of a few tasks and lists by three devices, each at a time of its own.
    mutating func operations(_ count: Int, _ desk: inout Desk, settles: Bool) -> [SyncOperation] {
        var clocks = Set<Int64>()
        return (0..<count).map { _ in
            var seconds = Int64(random.next() % 9000) + 100
            while !clocks.insert(seconds).inserted { seconds += 1 }
            let device = [Desk.a, Desk.b, Desk.c][Int(random.next() % 3)]
            let id = Desk.task(random.next() % 4)
            let word = JSONValue.string("w\(random.next() % 1000)")
            switch random.next() % (settles ? 12 : 9) {
            case 0: return desk.operation(id, [JSONMember("title", word)], at: seconds, by: device)
            case 1:
                return desk.operation(
                    id, [JSONMember("notes", word), JSONMember("category", word)], at: seconds, by: device)
            case 2: return desk.operation(id, .state("completed"), at: seconds, by: device)
            case 3:
                return desk.operation(
                    id, .state(random.next() % 2 == 0 ? "active" : "notStarted"), at: seconds, by: device)
            case 4:
                let seen = Desk.time(
                    Int64(random.next() % 9000) + 100, [Desk.a, Desk.b, Desk.c][Int(random.next() % 3)])
                return desk.operation(id, .state("active"), at: seconds, by: device, reopens: seen)
            case 5: return desk.operation(id, at: seconds, by: device, kind: .delete)
            case 6: return desk.operation(id, at: seconds, by: device, kind: .restore)
            case 7: return desk.operation(id, [JSONMember("newer", word)], at: seconds, by: device)
            case 8:
                return desk.operation(
                    id, [JSONMember("carryCount", 4), JSONMember("sticky", true)], at: seconds, by: device)
            case 9: return desk.operation(id, .place("morning", "mustDo"), at: seconds, by: device)
            case 10: return desk.operation(id, .list(Desk.list(random.next() % 2)), at: seconds, by: device)
            default:
                return desk.operation(
                    Desk.list(random.next() % 2), at: seconds, by: device,
                    kind: random.next() % 2 == 0 ? .delete : .restore, entity: .list)
            }
        }
    }

    func begin() -> Desk {
        var desk = Desk()
        for number in 0..<4 as Range<UInt64> { desk.do(Desk.task(number), .title("t\(number)"), at: Int64(number)) }
        for number in 0..<2 as Range<UInt64> {
            desk.do(Desk.list(number), [JSONMember("name", "l")], at: Int64(number), entity: .list)
        }
        return desk
    }

    func rows(_ slice: Slice) -> [Identifier: TaskItem] {
        slice.tasks.mapValues { task in
            var task = task
            task.revision = 0
            return task
        }
    }

    @Test mutating func theOrderOfArrivalDoesNotMatter() {
        for _ in 0..<300 {
            var desk = begin()
            let operations = operations(12, &desk, settles: false)
            var first = desk
            var second = desk
            var third = desk
            first.push(operations)
            for operation in operations.shuffled(using: &random) { second.push([operation]) }
            let shuffled = operations.shuffled(using: &random)
            third.push(Array(shuffled[..<5]))
            third.push(Array(shuffled[5...]))
            #expect(rows(first.slice) == rows(second.slice), "\(RandomSeed.current)")
            #expect(rows(first.slice) == rows(third.slice), "\(RandomSeed.current)")
        }
    }

    @Test mutating func mergingTwiceIsMergingOnce() {
        for _ in 0..<200 {
            var desk = begin()
            let operations = operations(12, &desk, settles: true)
            guard case .merged(let first) = desk.push(operations) else { continue }
            let once = desk.slice
            guard case .merged(let again) = desk.push(operations.shuffled(using: &random)) else { continue }
            #expect(desk.slice == once && again.entries.isEmpty, "\(RandomSeed.current)")
            #expect(Set(again.outcomes) == Set(first.outcomes))
            // Even an author that forgets its identities changes nothing by saying everything again.
            var renamed = operations
            for index in renamed.indices { renamed[index].opId = .random(using: &random) }
            var blind = desk
            blind.push(
                renamed.filter {
                    $0.entity == .task && $0.fields.allSatisfy { $0.name != "listId" && $0.name != "region" }
                })
            #expect(
                blind.slice.tasks.mapValues(\.title) == desk.slice.tasks.mapValues(\.title), "\(RandomSeed.current)")
            #expect(
                blind.slice.tasks.mapValues(\.state) == desk.slice.tasks.mapValues(\.state), "\(RandomSeed.current)")
        }
    }

    @Test mutating func mergingIsDeterministic() {
        for _ in 0..<100 {
            var desk = begin()
            let operations = operations(15, &desk, settles: true)
            var other = desk
            #expect(desk.push(operations) == other.push(operations) && desk.slice == other.slice)
        }
    }

    @Test mutating func aCompletionStandsUntilSomebodyWhoSawItTakesItBack() {
        for _ in 0..<300 {
            var desk = begin()
            let operations = operations(12, &desk, settles: true)
            desk.push(operations)
            for number in 0..<4 as Range<UInt64> {
                let own = operations.filter { $0.id == Desk.task(number) && $0.entity == .task }
                let completions = own.filter { $0.fields == .state("completed") }.map(\.at)
                // The plain rule, without the merge: some completion that no reopening reaches.
                let taken = own.compactMap(\.reopens).max()
                let stands = completions.contains { completion in taken.map { $0 < completion } ?? true }
                #expect(desk[number].isCompleted == stands, "\(RandomSeed.current)")
            }
        }
    }

    @Test mutating func regionsAreNeverOverfull() {
        for _ in 0..<200 {
            var desk = Desk()
            let count = 5 + random.next() % 20
            for number in 0..<count {
                let bucket = ["mustDo", "complementary", "misc", "none"][Int(random.next() % 4)]
                let fields: [JSONMember] = .title("t") + .place("morning", bucket)
                desk.do(
                    Desk.task(number), fields, at: Int64(random.next() % 50),
                    by: random.next() % 2 == 0 ? Desk.a : Desk.b)
                let there = desk.slice.tasks.values.filter { $0.place != nil }
                for bucket in [Bucket.mustDo, .complementary, .misc] {
                    #expect(there.count { $0.bucket == bucket } <= RegionLimits()[bucket], "\(RandomSeed.current)")
                }
            }
            #expect(desk.slice.liveTasks == Int(count))
        }
    }

    /// Nothing vanishes: whatever was there is there, unless an entry of the ledger says that it was deleted.
    @Test mutating func nothingVanishesUnsaid() {
        for _ in 0..<200 {
            var desk = begin()
            let operations = operations(15, &desk, settles: true)
            desk.push(operations)
            for task in desk.slice.tasks.values where task.isDeleted {
                #expect(
                    desk.ledger.contains { $0.operation.kind == .delete && $0.operation.id == task.id },
                    "\(RandomSeed.current)")
            }
            #expect(desk.slice.tasks.count == 4)
            #expect(Set(desk.ledger.map(\.operation.opId)).isSuperset(of: operations.map(\.opId)))
        }
    }

    /// Undoing one operation restores exactly what it changed, where nobody changed it since.
    @Test mutating func undoingRestoresWhatWasChanged() {
        for _ in 0..<400 {
            var desk = begin()
            desk.push(operations(6, &desk, settles: true))
            let before = desk.slice
            var probe = operations(1, &desk, settles: true)[0]
            probe.at.milliseconds += 20_000_000
            desk.now = desk.now.adding(seconds: 86_400)
            if probe.reopens != nil { probe.reopens = desk.slice.tasks[probe.id]?.completion?.clock }
            guard case .merged(let merged) = desk.push([probe]) else { continue }
            let plan = desk.slice.undo(
                merged.entries, at: HybridTime(milliseconds: probe.at.milliseconds + 1000, device: Desk.c),
                request: .random(using: &random))
            desk.push(plan.operations)
            #expect(plan.kept.isEmpty, "\(RandomSeed.current)")
            for (id, was) in before.tasks {
                guard let row = desk.slice.tasks[id] else { continue }
                #expect(row.isDeleted == was.isDeleted, "\(probe), \(RandomSeed.current)")
                for field in TaskField.allCases where field != .deletedAt {
                    // What was alive for a moment in a list that is gone lies in the Inbox when it is deleted again.
                    if field == .listId, was.isDeleted { continue }
                    // A demotion of somebody else stays theirs; everything of the operation's own goes back.
                    #expect(row.value(of: field) == was.value(of: field), "\(field) \(probe), \(RandomSeed.current)")
                }
            }
            for (id, was) in before.lists {
                #expect(desk.slice.lists[id]?.isDeleted == was.isDeleted, "\(RandomSeed.current)")
            }
        }
    }

    /// The server loads by `needs`: merging into that slice gives what merging into the whole account gives.
    @Test mutating func aSliceIsEnough() {
        for _ in 0..<200 {
            var desk = begin()
            let rule = JSONValue.object([JSONMember("days", .array([1, 2, 3, 4, 5, 6, 7]))])
            desk.do(Desk.task(0), [JSONMember("recurrence", rule), JSONMember("scheduledDate", "2026-06-01")], at: 10)
            for number in 10..<40 as Range<UInt64> {
                let fields: [JSONMember] =
                    .title("t")
                    + .place(["morning", "evening"][Int(number % 2)], "mustDo", "2026-06-0\(1 + number % 3)")
                    + .list(Desk.list(number % 2))
                desk.do(Desk.task(number), fields, at: Int64(number))
            }
            let push = Push(operations: operations(6, &desk, settles: true))
            let context = MergeContext(now: desk.now)
            var slice = Slice(account: desk.slice.account)
            slice.settings = desk.slice.settings
            slice.revision = desk.slice.revision
            slice.liveTasks = desk.slice.liveTasks
            for _ in 0..<3 {
                let needs = slice.needs(for: push, context)
                for task in desk.slice.tasks.values
                where needs.tasks.contains(task.id) || task.place.map(needs.places.contains) ?? false
                    || task.listId.map(needs.tasksOfLists.contains) ?? false
                {
                    slice.tasks[task.id] = task
                }
                for list in needs.lists { slice.lists[list] = desk.slice.lists[list] }
            }
            var whole = desk.slice
            #expect(whole.merge(push, context) == slice.merge(push, context), "\(RandomSeed.current)")
            for (id, task) in slice.tasks { #expect(whole.tasks[id] == task, "\(RandomSeed.current)") }
            #expect(whole.liveTasks == slice.liveTasks)
        }
    }
}
