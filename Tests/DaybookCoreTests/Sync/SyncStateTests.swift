import Testing

@testable import DaybookCore

/// What a failure means for what is sent next, without a server, a store or time.
@Suite struct SyncStateTests {
    private var state = SyncState()

    private static let now = Instant(milliseconds: 1_780_000_000_000)

    private static func problem(_ status: Int, _ code: String = "", retryAfter: Int64? = nil) -> SyncFailure {
        var problem = ServerProblem(status: status, code: code, sentence: "No")
        problem.retryAfter = retryAfter
        return .problem(problem)
    }

    private mutating func fail(_ failure: SyncFailure, carrying count: Int) -> Bool {
        state.began()
        return state.failed(failure, carrying: count, at: Self.now, random: 0)
    }

    /// The live stream is often faster than the answer to the push that it tells of.
    @Test func theWordOfOnesOwnPushAsksForNothing() {
        var state = SyncState()
        state.began()
        state.hear(of: 7)
        state.took(.merged([], more: false), pushed: true, more: false, reached: 7, at: Self.now, random: 0)
        #expect(state.pace.next(now: Self.now) != .exchange)
        // What somebody else did meanwhile is asked for, once.
        state.began()
        state.hear(of: 9)
        state.took(.merged([], more: false), pushed: true, more: false, reached: 8, at: Self.now, random: 0)
        #expect(state.pace.next(now: Self.now) == .exchange)
        state.began()
        state.took(.merged([], more: false), pushed: false, more: false, reached: 8, at: Self.now, random: 0)
        #expect(state.pace.next(now: Self.now) != .exchange)
        state.hear(of: 9)
        #expect(state.pace.next(now: Self.now) == .exchange)
    }

    @Test mutating func aRequestThatIsNotReadIsHalvedUntilOneOperationStandsAlone() {
        var sizes: [Int] = []
        while sizes.count < 20 {
            sizes.append(state.batch)
            if fail(Self.problem(413, "too_much_at_once"), carrying: state.batch) { break }
            #expect(state.pace.next(now: Self.now) == .exchange && state.trouble == nil)
        }
        #expect(sizes == [500, 250, 125, 62, 31, 15, 7, 3, 1])
        // What is read makes it grow again.
        state.took(.merged([], more: false), pushed: true, more: false, reached: 1, at: Self.now, random: 0)
        #expect(state.batch == 2)
    }

    /// A proxy before the server may refuse large requests, or all of them.
    @Test(arguments: [400, 413, 415, 422])
    mutating func nothingIsSetAsideOnTheWordOfWhatStandsBeforeTheServer(status: Int) {
        for _ in 0..<8 {
            #expect(!fail(Self.problem(status), carrying: state.batch))
            #expect(state.pace.next(now: Self.now) == .exchange)
        }
        for count in [1, 0] {
            #expect(!fail(Self.problem(status), carrying: count))
            #expect(state.batch == 1 && state.trouble == .unwell(status: status))
            #expect(state.pace.next(now: Self.now) == .wait(until: Self.now.adding(milliseconds: SyncPace.blindPoll)))
        }
    }

    @Test mutating func aProxyThatLetsNobodyInSaysNothingOfTheToken() {
        #expect(!fail(Self.problem(401), carrying: 3))
        #expect(state.trouble == .unwell(status: 401))
        #expect(state.pace.next(now: Self.now) == .wait(until: Self.now.adding(milliseconds: SyncPace.blindPoll)))
    }

    @Test mutating func aTokenThatMayOnlyReadIsNotAskedToChangeAgain() {
        #expect(!fail(Self.problem(403, "scope_insufficient"), carrying: 1))
        #expect(state.trouble == .readOnly && !state.mayPush(at: Self.now))
        #expect(state.pace.next(now: Self.now) == .exchange, "it goes on reading")
        state.beginAnew()
        #expect(state.trouble == nil && state.mayPush(at: Self.now))
    }

    @Test mutating func aServerWithoutRoomIsSpared() {
        #expect(!fail(Self.problem(507, "quota_exceeded"), carrying: 1))
        #expect(!state.mayPush(at: Self.now))
        #expect(state.mayPush(at: Self.now.adding(milliseconds: 60_000)))
        state.insist()
        #expect(state.mayPush(at: Self.now), "somebody asks by hand")
    }

    @Test mutating func whatHadNoRoomIsTriedAgainOnceAfterAMinute() {
        let operation = SyncOperation(opId: .zero, id: .zero, at: HybridTime(Self.now, device: .zero))
        let resolution = Replica.Resolution(operation: operation, outcome: .quota(.tasks), given: nil)
        state.began()
        state.took(.merged([resolution], more: false), pushed: true, more: false, reached: 1, at: Self.now, random: 0)
        #expect(state.trouble == .refused(code: "task_quota_exceeded", sentence: Outcome.Quota.tasks.sentence))
        let later = Self.now.adding(milliseconds: 60_000)
        let tries = [Self.now, later, later].map { state.triesHeldAgain(at: $0) }
        #expect(tries == [false, true, false])
    }

    @Test(arguments: [429, 503]) mutating func aServersWishIsWaitedFor(status: Int) {
        #expect(!fail(Self.problem(status, retryAfter: 90_000), carrying: 0))
        #expect(state.trouble == .busy)
        #expect(state.pace.next(now: Self.now) == .wait(until: Self.now.adding(milliseconds: 90_000)))
    }

    @Test mutating func aTokenThatDoesNotCountEndsTheAsking() {
        #expect(!fail(Self.problem(401, "unauthenticated"), carrying: 3))
        #expect(state.trouble == .revoked && state.pace.next(now: Self.now) == .halt)
        state.beginAnew()
        #expect(state.pace.next(now: Self.now) == .exchange)
    }
}
