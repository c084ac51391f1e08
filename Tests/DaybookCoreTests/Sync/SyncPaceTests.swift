import DaybookCore
import Testing

@Suite struct SyncPaceTests {
    private var pace = SyncPace()

    let start = Instant(milliseconds: 1_780_000_000_000)

    func at(_ milliseconds: Int64) -> Instant { start.adding(milliseconds: milliseconds) }

    @Test mutating func itBeginsAtOnceAndThenRests() {
        #expect(pace.next(now: start) == .exchange)
        pace.began()
        pace.ended(.exchanged(more: true), now: start, random: 0)
        #expect(pace.next(now: start) == .exchange)
        pace.began()
        pace.ended(.exchanged(more: false), now: start, random: 0)
        #expect(pace.next(now: start) == .wait(until: at(30_000)))
        #expect(pace.next(now: at(30_000)) == .exchange)
    }

    @Test mutating func aLiveStreamMakesAskingRare() {
        pace.isLive = true
        pace.began()
        pace.ended(.exchanged(more: false), now: start, random: 0)
        #expect(pace.next(now: start) == .wait(until: at(300_000)))
        pace.want()
        #expect(pace.next(now: start) == .exchange)
    }

    @Test mutating func whatHappensDuringAnExchangeIsNotForgotten() {
        pace.began()
        pace.want()
        pace.ended(.exchanged(more: false), now: start, random: 0)
        #expect(pace.next(now: start) == .exchange)
    }

    @Test mutating func failuresAreSpacedOutWithinTheMinute() {
        var now = start
        var waits: [Int64] = []
        for _ in 0..<12 {
            pace.began()
            pace.ended(.failed(retryAfter: nil), now: now, random: .max)
            guard case .wait(let until) = pace.next(now: now) else { return _ = Issue.record("it does not wait") }
            waits.append(until.milliseconds - now.milliseconds)
            // A change does not make a failing server answer; it waits its turn.
            pace.want()
            #expect(pace.next(now: now) == .wait(until: until))
            now = until
        }
        #expect(waits[0] >= 500 && waits[0] <= 1000)
        #expect(zip(waits, waits.dropFirst()).prefix(5).allSatisfy { $0 < $1 })
        #expect(waits.allSatisfy { $0 <= 40_000 })
        pace.hope()
        #expect(pace.next(now: now) == .exchange)
    }

    @Test mutating func theServersWishCounts() {
        pace.began()
        pace.ended(.failed(retryAfter: 120_000), now: start, random: 0)
        #expect(pace.next(now: start) == .wait(until: at(120_000)))
    }

    @Test mutating func whatNeedsAPersonWaitsForOne() {
        pace.began()
        pace.ended(.halted, now: start, random: 0)
        pace.want()
        #expect(pace.next(now: at(1_000_000_000)) == .halt)
        pace.hope()
        #expect(pace.next(now: start) == .exchange)
    }

    @Test mutating func pausesDifferBetweenDevices() {
        let pauses = Set(
            (0..<20 as Range<UInt64>).map { seed in
                var backoff = Backoff.network
                _ = backoff.afterFailure(0)
                _ = backoff.afterFailure(0)
                return backoff.afterFailure(seed &* 0x9E37_79B9_7F4A_7C15)
            })
        #expect(pauses.count > 15)
    }
}
