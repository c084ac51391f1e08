import DaybookCore
import Notifying

extension Delivery {
    /// Tries of one delivery; the last comes about a day after the first.
    static let mostAttempts = 14
    /// After three quarters of an hour.
    static let manyAttempts = 10

    /// What it is after an attempt.
    func after(_ outcome: SendOutcome, at now: Instant) -> Delivery {
        var next = self
        next.attempts += 1
        next.tryAt = nil
        switch outcome {
        case .delivered: (next.state, next.endedAt, next.reason) = (.delivered, now, nil)
        case .gone(let reason), .refused(let reason): (next.state, next.endedAt, next.reason) = (.failed, now, reason)
        case .retry(let after, let reason):
            next.reason = reason
            if next.attempts >= Self.mostAttempts {
                (next.state, next.endedAt) = (.failed, now)
            } else {
                let wait = max(Self.wait(after: next.attempts), Int64(after ?? 0) * 1000)
                next.tryAt = now.adding(milliseconds: wait)
            }
        }
        return next
    }

    /// Not begun.
    func again(at now: Instant) -> Delivery {
        var next = self
        next.tryAt = now
        return next
    }

    func over(_ state: State, _ reason: String, at now: Instant) -> Delivery {
        var next = self
        (next.state, next.tryAt, next.endedAt, next.reason) = (state, nil, now, reason)
        return next
    }

    /// Five seconds, twice as long each time, and never longer than three hours; not all at the same moment.
    static func wait(after attempts: Int) -> Int64 {
        let wait = min(Int64(5_000) << Int64(min(attempts - 1, 20)), 3 * 3_600_000)
        return wait + .random(in: 0...wait / 5)
    }
}
