import Reactor
import Synchronization

/// How much memory the server's answers take that are not processed yet. Statements are sent hundreds at a time and a
/// client may ask for many long pages at once, so the answers could arrive long before they are processed. Where
/// they are too much, no socket is read until some were used up: what is not read yet waits with PostgreSQL.
///
/// Whoever holds one answer and waits for the next must not wait for ever, so a connection that rests goes on after a
/// while in any case.
final class AnswerRoom: Sendable {
    /// The process's own.
    static let shared = AnswerRoom(most: 16 << 20)
    /// Answers below it are not worth counting.
    static let least = 16 << 10
    static let longestPauseInReading = Duration.milliseconds(50)

    private let most: Int
    private let held = Atomic<Int>(0)
    /// The pools whose connections are not being read.
    private let resting = Mutex<[Pool]>([])

    init(most: Int) { self.most = most }

    var bytes: Int { held.load(ordering: .relaxed) }
    var isFull: Bool { bytes >= most }

    func take(_ bytes: Int) { held.wrappingAdd(bytes, ordering: .relaxed) }

    func giveBack(_ bytes: Int) {
        let (old, new) = held.wrappingSubtract(bytes, ordering: .relaxed)
        if old >= most, new < most { wake() }
    }

    /// The pool is told when there is room.
    func rest(_ pool: Pool) {
        resting.withLock { if !$0.contains(where: { $0 === pool }) { $0.append(pool) } }
        if !isFull { wake() }
    }

    private func wake() {
        let pools = resting.withLock { pools in
            defer { pools.removeAll() }
            return pools
        }
        for pool in pools { pool.reactor.execute { pool.goOn() } }
    }
}

extension Connection {
    /// The events that its socket is watched for.
    func watch(writable: Bool) {
        guard let watch else { return }
        wantsToWrite = writable
        var interest: Interest = isResting ? [] : .readable
        if writable { interest.insert(.writable) }
        reactor.change(watch, to: interest)
    }

    /// Reads nothing until there is room for answers.
    func rest() {
        guard !isResting, let pool else { return }
        isResting = true
        watch(writable: wantsToWrite)
        AnswerRoom.shared.rest(pool)
        reactor.schedule(after: AnswerRoom.longestPauseInReading) { [weak self] in self?.goOn() }
    }

    func goOn() {
        guard isResting, phase != .closed else { return }
        isResting = false
        watch(writable: wantsToWrite)
    }
}

extension Pool {
    /// There is room for answers.
    func goOn() {
        for connection in connections { connection?.goOn() }
    }
}
