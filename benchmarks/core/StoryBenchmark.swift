import DaybookCore

/// What it costs that a change arrives out of its turn, so that its task's story is told again: the same push once behind all that its
/// tasks have been through, once before.
func runStoryBenchmarks() throws {
    let account = Identifier(high: 1, low: 1)
    let device = Identifier(high: 0xA, low: 1)
    let now = Instant(milliseconds: 1_780_000_000_000)
    let start = now.adding(seconds: -40_000)
    var number: UInt64 = 0
    func operation(_ task: UInt64, _ seconds: Int64, _ fields: [JSONMember]) -> SyncOperation {
        number += 1
        return SyncOperation(
            opId: Identifier(high: 9, low: number), id: Identifier(high: 0x7A5C, low: task),
            at: HybridTime(start.adding(seconds: seconds), device: device), fields: fields)
    }
    let context = MergeContext(now: now, isServer: true)
    let tasks: UInt64 = 100
    var built = Slice(account: account)
    built.settings.rollover = .backlog
    var lines: [Identifier: [LedgerEntry]] = [:]
    func push(_ fields: [JSONMember], at seconds: Int64) {
        let push = Push(operations: (0..<tasks).map { operation($0, seconds, fields) })
        guard case .merged(let merged) = built.merge(push, context) else { return }
        for entry in merged.entries { lines[entry.operation.id, default: []].append(entry) }
    }
    let daily = JSONValue.object([JSONMember("rrule", "FREQ=DAILY")])
    push(
        [
            JSONMember("title", "A task with a title of usual length"), JSONMember("region", "backlog"),
            JSONMember("recurrence", daily),
        ], at: 0)
    for round in 1...18 { push([JSONMember("notes", .string("Round \(round)"))], at: Int64(round) * 100) }

    let fields = [JSONMember("autoCarry", true)]
    let (inOrder, late) = (
        Push(operations: (0..<tasks).map { operation($0, 5000, fields) }),
        Push(operations: (0..<tasks).map { operation($0, 50, fields) })
    )
    var timings: [Benchmark.Timing] = []
    for (name, push, lines) in [("in their turn", inOrder, [:]), ("out of their turn", late, lines)] {
        var accounts = (0..<111).map { number in
            var copy = built
            copy.lines = lines
            copy.tasks[Identifier(high: 0x7A5C, low: 0)]?.carryCount = number
            return copy
        }
        timings.append(
            try Benchmark("changes \(name)", "push of 100 operations, 19 lines each", runs: 100) {
                guard var slice = accounts.popLast() else { return }
                keep(slice.merge(push, context))
            }.run())
    }
    print("  ratio \(ratio(timings[1].fastest, timings[0].fastest))")
}

private func ratio(_ left: Duration, _ right: Duration) -> Double {
    (microseconds(left) / max(0.1, microseconds(right)) * 10).rounded() / 10
}
