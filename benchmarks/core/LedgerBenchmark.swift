import DaybookCore

/// The merge, and the comparison that it rests on.
func runLedgerBenchmarks() throws {
    let account = Identifier(high: 1, low: 1)
    let device = Identifier(high: 0xA, low: 1)
    let now = Instant(milliseconds: 1_780_000_000_000)
    let start = now.adding(seconds: -100_000)
    func id(_ number: Int) -> Identifier { Identifier(high: 0x7A5C, low: UInt64(number)) }
    func operation(_ number: Int, _ task: Int, _ fields: [JSONMember], _ kind: SyncOperation.Kind = .set)
        -> SyncOperation
    {
        SyncOperation(
            opId: Identifier(high: 9, low: UInt64(number)), id: id(task),
            at: HybridTime(start.adding(milliseconds: Int64(number) * 10), device: device), kind: kind, fields: fields)
    }
    let creations = (0..<1000).map { number in
        operation(
            number, number,
            [
                JSONMember("title", .string("Task number \(number) with a title of usual length")),
                JSONMember("notes", .string("Some notes")), JSONMember("scheduledDate", "2026-06-01"),
                JSONMember("region", number % 3 == 0 ? "morning" : "backlog"),
                JSONMember("dueAt", "2026-06-01T12:00:00.000Z"),
            ])
    }
    // What a device brings home from an afternoon offline: edits, completions, moves, reorders, creations, deletions.
    let changes = (0..<100).map { (number: Int) -> SyncOperation in
        let task = number * 7 % 1000
        return switch number % 8 {
        case 0: operation(2000 + number, task, [JSONMember("title", "Renamed"), JSONMember("notes", nil)])
        case 1, 2: operation(2000 + number, task, [JSONMember("state", "completed")])
        case 3:
            operation(
                2000 + number, task,
                [
                    JSONMember("region", "evening"), JSONMember("bucket", "mustDo"),
                    JSONMember("scheduledDate", "2026-06-02"),
                ])
        case 4: operation(2000 + number, task, [JSONMember("sortOrder", .string("h1234567\(number)"))])
        case 5: operation(2000 + number, 5000 + number, [JSONMember("title", "New"), JSONMember("region", "morning")])
        case 6: operation(2000 + number, task, [], .delete)
        default: operation(2000 + number, task, [JSONMember("dueAt", "2026-07-01T12:00:00.000Z")])
        }
    }
    var built = Slice(account: account)
    _ = built.merge(Push(operations: creations), MergeContext(now: now))

    // Each run gets an account of its own, so that only merging is measured and not the copying of tables.
    let runs = 100
    var accounts = (0..<runs + runs / 10 + 1).map { number in
        var copy = built
        copy.tasks[id(0)]?.carryCount = number
        return copy
    }
    try Benchmark("merge into an account of 1,000 tasks", "push of 100 operations", runs: runs) {
        guard var slice = accounts.popLast() else { return }
        keep(slice.merge(Push(operations: changes), MergeContext(now: now)))
    }.run()
    let known = Dictionary(uniqueKeysWithValues: changes.map { ($0.opId, Outcome.applied) })
    try Benchmark("replay of a push that is known", "push of 100 operations") {
        var slice = built
        keep(slice.merge(Push(operations: changes), MergeContext(now: now, known: known)))
    }.run()

    var random = SystemRandomNumberGenerator()
    var clocks = (0..<1001).map { _ in
        HybridTime(
            milliseconds: now.milliseconds + Int64.random(in: 0..<4, using: &random),
            counter: UInt16.random(in: 0..<4, using: &random), device: .random(using: &random))
    }
    // Counted and shown, or the optimizer would see that nobody wants to know.
    var smaller = 0
    try Benchmark("compare hybrid times", "1,000,000 comparisons", runs: 50) {
        for round in 0..<1000 {
            clocks[round].counter &+= 1
            for index in 0..<1000 where clocks[index] < clocks[index + 1] { smaller += 1 }
        }
    }.run()
    print("  (\(smaller) of them smaller)")
    try Benchmark("order key between neighbours", "1,000 keys") {
        var left = OrderKey.middle
        for _ in 0..<1000 {
            guard let key = OrderKey.between(left, nil, using: &random) else { return }
            left = key
        }
        keep(left)
    }.run()
}
