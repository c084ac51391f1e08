import DaybookCore
import Glibc

/// The variables this program listens to.
struct Environment {
    let seconds: Int
    /// So many, however long they take.
    let schedules: UInt64?
    let seed: UInt64
    /// Schedules at once.
    let jobs: Int
    let single: Bool
    /// A row whose history is told when the single schedule fails.
    let row: Identifier?

    init() {
        seconds = Self.value("SECONDS").flatMap { Int($0) } ?? 10
        schedules = Self.value("SCHEDULES").flatMap { UInt64($0) }
        let given = Self.value("SEED") ?? Self.value("DAYBOOK_SEED")
        seed = given.flatMap { UInt64($0) } ?? UInt64.random(in: 1...1 << 40)
        row = Self.value("ROW").flatMap { Identifier($0) }
        jobs = max(1, Self.value("JOBS").flatMap { Int($0) } ?? 1)
        single = Self.value("ONLY") != nil
    }

    private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    func number(_ name: String) -> Int? { Self.value(name).flatMap { Int($0) } }

    func fraction(_ name: String) -> Double? { Self.value(name).flatMap { Double($0) } }

    func exit(_ code: Int32) -> Never { Glibc.exit(code) }
}
