/// How the talk with the server stands: when to ask next, how much to send, and what is in the way. Pure: it is told
/// what happened; whoever holds it does the talking.
package struct SyncState: Hashable, Sendable {
    package private(set) var pace = SyncPace()
    /// How many operations a request carries; cut down while the server refuses to read one of them.
    package private(set) var batch = wholeBatch
    package private(set) var trouble: SyncTrouble?
    /// Whether the token may change anything.
    private var pushes = true
    /// Until then a server that has no room is not sent anything.
    private var heldBack: Instant?
    /// When what had no room in the account is tried again.
    private var heldUntil: Instant?
    /// How far the server is, as was told while a request was on its way.
    private var heard: Int64 = 0

    package static let wholeBatch = 500

    package init() {}

    // MARK: What others want

    /// A new token: what was in the way is not any more.
    package mutating func beginAnew() {
        (trouble, pushes, batch) = (nil, true, Self.wholeBatch)
        pace.hope()
    }

    /// Something is to be sent or read.
    package mutating func want() { pace.want() }

    /// The server is further than what is here. The word of one's own push comes before its answer, which has it all:
    /// so while a request is on its way, its answer tells whether there is anything left to ask for.
    package mutating func hear(of revision: Int64) {
        if pace.isExchanging { heard = max(heard, revision) } else { pace.want() }
    }

    /// There is reason to try at once.
    package mutating func hope() { pace.hope() }

    /// Somebody asks by hand: everything is tried again.
    package mutating func insist() {
        pace.hope()
        heldBack = nil
    }

    /// Whether a live stream tells of changes; then there is less to ask for.
    package mutating func hearsLive(_ isLive: Bool) { pace.isLive = isLive }

    // MARK: One exchange

    package mutating func began() {
        heard = 0
        pace.began()
    }

    package func mayPush(at now: Instant) -> Bool { pushes && heldBack.map { $0 <= now } ?? true }

    /// Whether what had no room is to be tried again now.
    package mutating func triesHeldAgain(at now: Instant) -> Bool {
        guard let until = heldUntil, until <= now else { return false }
        heldUntil = nil
        return true
    }

    /// There is nobody to ask.
    package mutating func cannotAsk(_ trouble: SyncTrouble, at now: Instant) {
        stand(trouble, .halted, now, random: 0)
    }

    /// An answer was taken in.
    ///
    /// - Parameters:
    ///   - more: whether there is something left to send where the answer itself does not tell.
    ///   - reached: the revision that has been read up to.
    package mutating func took(
        _ received: Replica.Received, pushed: Bool, more: Bool, reached: Int64, at now: Instant, random: UInt64
    ) {
        let isBehind = heard > reached
        switch received {
        case .ignored:
            // The answer is dropped: another process has sent a later request, and reads what the server has.
            pace.ended(.exchanged(more: more || isBehind), now: now, random: random)
        case .startsOver, .wantsConfirmation:
            // What others did is still read.
            pace.ended(.exchanged(more: true), now: now, random: random)
        case .merged(let resolutions, let more):
            if pushed {
                batch = min(Self.wholeBatch, batch * 2)
                heldBack = nil
                trouble = full(resolutions, at: now)
            } else if pushes, heldBack == nil, heldUntil == nil {
                trouble = nil
            }
            pace.ended(.exchanged(more: more || isBehind), now: now, random: random)
        }
    }

    /// What there was no room for waits here, is tried again later, and holds nothing else up.
    private mutating func full(_ resolutions: [Replica.Resolution], at now: Instant) -> SyncTrouble? {
        for case .quota(let quota) in resolutions.lazy.map({ $0.outcome }) {
            heldUntil = now.adding(milliseconds: 2 * SyncPace.blindPoll)
            return .refused(code: quota.rawValue, sentence: quota.sentence)
        }
        return nil
    }

    // MARK: Failures

    /// A request did not bring an answer that could be taken in.
    ///
    /// - Parameter carrying: how many operations it had.
    /// - Returns: whether the one operation that it had is to be set aside.
    package mutating func failed(
        _ failure: SyncFailure, carrying count: Int, at now: Instant, random: UInt64
    ) -> Bool {
        switch failure {
        case .unreachable(let why): stand(.unreachable(why), .failed(retryAfter: nil), now, random: random)
        case .unreadable: stand(.unreadable, .failed(retryAfter: nil), now, random: random)
        case .problem(let problem): return refused(problem, carrying: count, at: now, random: random)
        }
        return false
    }

    private mutating func refused(
        _ problem: ServerProblem, carrying count: Int, at now: Instant, random: UInt64
    ) -> Bool {
        // Without a code it is the word of something that stands before the server, as of a proxy.
        let isDaybooks = !problem.code.isEmpty
        let refusal: SyncTrouble =
            isDaybooks ? .refused(code: problem.code, sentence: problem.sentence) : .unwell(status: problem.status)
        switch problem.status {
        case 401 where isDaybooks: stand(.revoked, .halted, now, random: random)
        case 403 where problem.code == "scope_insufficient" && pushes && count > 0:
            // It may still read what others do.
            pushes = false
            stand(.readOnly, .refused, now, random: random)
        case 507 where count > 0:
            // A quota: what is here waits until there is room, and what others did is still read.
            heldBack = now.adding(milliseconds: 2 * SyncPace.blindPoll)
            stand(refusal, .refused, now, random: random)
        case 429, 503: stand(.busy, .failed(retryAfter: problem.retryAfter), now, random: random)
        case 408, 500...:
            stand(.unwell(status: problem.status), .failed(retryAfter: problem.retryAfter), now, random: random)
        case 400, 413, 415, 422:
            guard count > 1 || isDaybooks && count > 0 else {
                stand(refusal, .failed(retryAfter: SyncPace.blindPoll), now, random: random)
                return false
            }
            // Half of it is tried, and again, until the one operation that the server cannot take stands alone; that
            // one is set aside, and everything else goes up.
            if count > 1 { batch = count / 2 }
            stand(trouble, .refused, now, random: random)
            return count == 1
        default:
            // A disabled account: nothing that cutting the queue would help.
            let wait = max(problem.retryAfter ?? 0, SyncPace.blindPoll)
            stand(refusal, .failed(retryAfter: wait), now, random: random)
        }
        return false
    }

    /// The disk does not take it; the server's answer comes again.
    package mutating func couldNotSave(_ why: String, at now: Instant, random: UInt64) {
        stand(.told(why), .failed(retryAfter: nil), now, random: random)
    }

    private mutating func stand(_ trouble: SyncTrouble?, _ ended: SyncPace.Ended, _ now: Instant, random: UInt64) {
        self.trouble = trouble
        pace.ended(ended, now: now, random: random)
    }
}
