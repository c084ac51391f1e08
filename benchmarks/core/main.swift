// The pure core's speed, without server and database: swift run -c release daybook-core-bench [words of names].
let wanted = CommandLine.arguments.dropFirst()
let groups: [(name: String, run: () throws -> Void)] = [
    ("ledger", runLedgerBenchmarks),
    ("stories", runStoryBenchmarks),
    ("wire", runWireBenchmarks),
    ("views", runViewBenchmarks),
    ("time", runTimeBenchmarks),
    ("words", runWordsBenchmarks),
    ("calendar", runCalendarBenchmarks),
]

for group in groups where wanted.isEmpty || wanted.contains(group.name) {
    print("== \(group.name)")
    try group.run()
}
