import Reactor
import Synchronization

/// What one reactor's pool counts. Written by its thread alone, read from anywhere.
final class PoolStatistics: Sendable {
    let queries = Atomic<UInt64>(0)
    let openNow = Atomic<Int>(0)
    let leasedNow = Atomic<Int>(0)
    let waitingNow = Atomic<Int>(0)
    let connects = Atomic<UInt64>(0)
    let connectFailures = Atomic<UInt64>(0)
    let losses = Atomic<UInt64>(0)
    let retries = Atomic<UInt64>(0)
    let poolsWithoutNames = Atomic<UInt64>(0)
    let nanoseconds = Atomic<UInt64>(0)
    let latencies: [Counter] = (0...DatabaseStatistics.bounds.count).map { _ in Counter() }
    private let errors = Mutex<[String: UInt64]>([:])
    private let trouble = Mutex<String?>(nil)

    final class Counter: Sendable { let value = Atomic<UInt64>(0) }

    private static let bounds = DatabaseStatistics.bounds.map { Int64($0 * 1e9) }

    func answered(after latency: Duration) {
        let length = latency.nanoseconds
        // There is one writer, so a load and a store do what a locked addition would.
        Self.add(1, to: queries)
        Self.add(UInt64(max(0, length)), to: nanoseconds)
        var bucket = 0
        while bucket < Self.bounds.count, length > Self.bounds[bucket] { bucket += 1 }
        Self.add(1, to: latencies[bucket].value)
    }

    private static func add(_ count: UInt64, to counter: borrowing Atomic<UInt64>) {
        counter.store(counter.load(ordering: .relaxed) &+ count, ordering: .relaxed)
    }

    func failed(_ error: PostgresError) {
        let kind =
            switch error {
            case .unavailable: "unavailable"
            case .connectionLost: "connection_lost"
            case .timedOut: "timed_out"
            case .cancelled: "cancelled"
            case .server(let error): error.state.codeClass
            case .decoding: "decoding"
            case .nullCharacter, .misuse: "misuse"
            }
        errors.withLock { $0[kind, default: 0] += 1 }
    }

    func connected() {
        Self.add(1, to: connects)
        trouble.withLock { $0 = nil }
    }

    func connectFailed(because reason: String) {
        Self.add(1, to: connectFailures)
        trouble.withLock { $0 = reason }
    }

    func lost() { Self.add(1, to: losses) }
    func retried() { Self.add(1, to: retries) }
    func lostStatements() { Self.add(1, to: poolsWithoutNames) }

    func note(open: Int, leased: Int, waiting: Int) {
        openNow.store(open, ordering: .relaxed)
        leasedNow.store(leased, ordering: .relaxed)
        waitingNow.store(waiting, ordering: .relaxed)
    }

    var errorCounts: [String: UInt64] { errors.withLock { $0 } }
    var lastTrouble: String? { trouble.withLock { $0 } }
}

/// How the database fares, all reactors together, at one moment.
public struct DatabaseStatistics: Sendable {
    /// Upper bounds of the buckets of ``latencies``, in seconds; one more bucket holds what is longer.
    public static let bounds: [Double] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5]

    public var openConnections = 0
    /// The ones of those that a transaction has for itself.
    public var leasedConnections = 0
    /// Callers without a connection yet.
    public var waiting = 0
    /// The memory of answers that are not processed yet, in the whole process.
    public var answerBytes = 0
    /// Statements answered.
    public var queries: UInt64 = 0
    public var connects: UInt64 = 0
    public var connectFailures: UInt64 = 0
    /// Connections that broke.
    public var losses: UInt64 = 0
    /// Transactions run again after a lost race.
    public var retries: UInt64 = 0
    /// Reactors that have stopped to name statements, since a pooler lost those that they had prepared.
    public var poolsWithoutNames: UInt64 = 0
    /// From being asked to being answered: the number of statements per bucket.
    public var latencies: [UInt64] = Array(repeating: 0, count: bounds.count + 1)
    public var latencySeconds: Double = 0
    /// By class of SQLSTATE, or by a word of ours if the error is not the server's.
    public var errors: [String: UInt64] = [:]

    mutating func add(_ pool: PoolStatistics) {
        openConnections += pool.openNow.load(ordering: .relaxed)
        leasedConnections += pool.leasedNow.load(ordering: .relaxed)
        waiting += pool.waitingNow.load(ordering: .relaxed)
        queries += pool.queries.load(ordering: .relaxed)
        connects += pool.connects.load(ordering: .relaxed)
        connectFailures += pool.connectFailures.load(ordering: .relaxed)
        losses += pool.losses.load(ordering: .relaxed)
        retries += pool.retries.load(ordering: .relaxed)
        poolsWithoutNames += pool.poolsWithoutNames.load(ordering: .relaxed)
        latencySeconds += Double(pool.nanoseconds.load(ordering: .relaxed)) / 1e9
        for (index, counter) in pool.latencies.enumerated() {
            latencies[index] += counter.value.load(ordering: .relaxed)
        }
        errors.merge(pool.errorCounts, uniquingKeysWith: +)
    }
}
