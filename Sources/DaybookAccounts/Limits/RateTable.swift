import DaybookHost
import Reactor

/// The token buckets of one reactor. Touched on that reactor's thread alone.
///
/// A bucket that nobody drew from for a minute is full, so forgetting it changes nothing: only a flood of subjects
/// within a minute makes the table forgetful.
final class RateTable {
    private var buckets: RecentlyUsed<RateSubject, Bucket>
    /// Subjects whose requests the others should hear of.
    private var noticeable: [RateSubject] = []

    init(room: Int = 65_536) { buckets = RecentlyUsed(room: room) }

    /// An object, so that a draw finds it once and works on it in place.
    final class Bucket {
        /// Requests left; below zero where others let through more than there were.
        var level: Double
        var at: LoopTime
        /// Requests let through here that the others have not been told of.
        var untold = 0
        var isNoticeable = false

        init(level: Double, at: LoopTime) {
            self.level = level
            self.at = at
        }

        func fill(_ limit: RateLimit, _ now: LoopTime) {
            let quota = Double(limit.perMinute)
            let elapsed = Double((now - at).nanoseconds)
            level = min(quota, level + elapsed * quota / 60e9)
            at = now
        }
    }

    enum Draw: Equatable {
        case permitted(left: Int)
        case refused(wait: Duration)
    }

    var count: Int { buckets.count }

    /// Takes one request out of the subject's bucket, if there is one in it.
    func draw(_ subject: RateSubject, _ limit: RateLimit, now: LoopTime) -> Draw {
        let bucket = bucket(of: subject, limit, now)
        bucket.fill(limit, now)
        guard bucket.level >= 1 else {
            return .refused(wait: .nanoseconds(Int64((1 - bucket.level) * 60e9 / Double(limit.perMinute))))
        }
        bucket.level -= 1
        bucket.untold += 1
        if !bucket.isNoticeable, bucket.untold >= Self.notice(limit) {
            bucket.isNoticeable = true
            noticeable.append(subject)
        }
        return .permitted(left: Int(bucket.level))
    }

    /// How many requests need not be told: a sixteenth of a minute's. The others do not hear of a subject below it.
    private static func notice(_ limit: RateLimit) -> Int { max(1, limit.perMinute / 16) }

    private func bucket(of subject: RateSubject, _ limit: RateLimit, _ now: LoopTime) -> Bucket {
        if let bucket = buckets.find(subject) { return bucket }
        let bucket = Bucket(level: Double(limit.perMinute), at: now)
        buckets.insert(bucket, for: subject)
        return bucket
    }

    // MARK: Others

    var hasNews: Bool { !noticeable.isEmpty }

    /// The requests let through here since the last call, for subjects that have reached that number.
    func takeNews() -> [RateSubject: Int] {
        var news: [RateSubject: Int] = [:]
        for subject in noticeable {
            guard let bucket = buckets.find(subject) else { continue }
            news[subject] = bucket.untold
            bucket.untold = 0
            bucket.isNoticeable = false
        }
        noticeable = []
        return news
    }

    /// Takes out what others let through. The level may go below zero, as far as a minute's refill makes good again.
    func hear(_ count: Int, of subject: RateSubject, _ limit: RateLimit, now: LoopTime) {
        let bucket = bucket(of: subject, limit, now)
        bucket.fill(limit, now)
        bucket.level = max(-Double(limit.perMinute), bucket.level - Double(count))
    }
}
