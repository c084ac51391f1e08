import DaybookCore
import Testing

/// The clocks of devices as they really are: off, set by hand, drifting, on slow lines.
@Suite struct DeviceClockTests {
    private var clock = DeviceClock()

    let device = Identifier(high: 5, low: 6)
    let start = Instant(milliseconds: 1_780_000_000_000)

    mutating func time(_ milliseconds: Int64, counter: UInt16 = 0) -> HybridTime {
        HybridTime(start.adding(milliseconds: milliseconds), counter: counter, device: device)
    }

    /// Two hours behind; the first upload takes three seconds, the second a tenth of one.
    @Test mutating func theTimeOfAnUploadIsNoSkew() {
        let behind: Int64 = 7_200_000
        clock.sample(sentAt: start.adding(milliseconds: -behind), now: start.adding(milliseconds: 3_000))
        let first = clock.correct(time(-behind - 100), now: start.adding(milliseconds: 3_000))
        clock.sample(sentAt: start.adding(milliseconds: 4_000 - behind), now: start.adding(milliseconds: 4_100))
        let second = clock.correct(time(1_000 - behind), now: start.adding(milliseconds: 4_100))
        #expect(first < second)
        #expect(clock.offset == behind + 100)
        // A slow upload later changes nothing.
        clock.sample(sentAt: start.adding(milliseconds: 10_000 - behind), now: start.adding(milliseconds: 19_000))
        #expect(clock.shift <= behind + 110)
    }

    @Test mutating func equalInstantsFollowEachOtherOverPushes() {
        var last: HybridTime?
        for push in 0..<20 as Range<Int64> {
            let now = start.adding(milliseconds: 900 + push)
            clock.sample(sentAt: start.adding(milliseconds: 800 + push), now: now)
            for _ in 0..<3 {
                let given = clock.correct(time(500), now: now)
                if let last { #expect(given > last) }
                last = given
            }
        }
    }

    @Test mutating func aFullCounterGoesOnWithTheNextMillisecond() {
        let given = (0..<3).map { _ in
            clock.correct(time(0, counter: .max), now: start.adding(milliseconds: 1000))
        }
        #expect(given[0] < given[1] && given[1] < given[2])
    }

    /// Set back by two hours, and forward again by three.
    @Test mutating func aClockThatWasSetBeginsANewEstimate() {
        var last: HybridTime?
        var offset: Int64 = 0
        for (step, setTo) in [0, 7_200_000, 7_200_000, -3_600_000, -3_600_000, 0].enumerated() {
            offset = Int64(setTo)
            let now = start.adding(milliseconds: Int64(step) * 10_000)
            let wall = now.adding(milliseconds: -offset)
            clock.sample(sentAt: wall, now: now.adding(milliseconds: 50))
            let given = clock.correct(HybridTime(wall, device: device), now: now.adding(milliseconds: 50))
            if let last { #expect(given > last) }
            #expect(abs(given.milliseconds - now.milliseconds) <= 60)
            last = given
        }
    }

    @Test mutating func whatWasOvertakenOnItsWayKeepsItsPlace() {
        let now = start.adding(milliseconds: 60_000)
        let later = clock.correct(time(20_000), now: now)
        let earlier = clock.correct(time(10_000), now: now)
        #expect(earlier < later)
        // Also where both lie in the future.
        let cut = clock.correct(time(900_000), now: now)
        #expect(clock.correct(time(800_000), now: now) < cut)
        #expect(cut.milliseconds <= now.milliseconds + 1)
    }

    @Test(arguments: [
        (Instant.earliest, Instant.latest), (.latest, .earliest), (.earliest, .earliest), (.latest, .latest),
    ])
    mutating func theEndsOfTimeAreBounded(sentAt: Instant, at: Instant) {
        clock.sample(sentAt: sentAt, now: start)
        var last: HybridTime?
        for _ in 0..<3 {
            let given = clock.correct(HybridTime(at, device: device), now: start)
            #expect(given.instant >= .earliest && given.milliseconds <= start.milliseconds)
            if let last { #expect(given > last) }
            last = given
        }
    }

    /// Its clock is ahead, and it tells the first two moments that there are in the wrong order.
    @Test mutating func nothingIsBeforeTheEarliest() {
        clock.sample(sentAt: start.adding(milliseconds: 3_600_000), now: start)
        for ahead in [30_000, 10_000, 20_000, 5_000] as [Int64] {
            let told = HybridTime(Instant.earliest.adding(milliseconds: ahead), device: device)
            let given = clock.correct(told, now: start)
            #expect(given.instant >= .earliest && HybridTime(given.text) == given)
        }
    }

    /// A clock that runs slow by a second a day is followed, though every sample is greater than the one before.
    @Test mutating func driftIsFollowed() {
        for day in 0..<60 as Range<Int64> {
            let now = start.adding(milliseconds: day * Instant.dayLength)
            clock.sample(sentAt: now.adding(milliseconds: -day * 1000), now: now)
        }
        #expect(clock.offset == 59_000)
    }

    /// Once it told a time that cannot be, and said nothing of its clock.
    @Test(arguments: [3_600_000, 250_000_000_000_000] as [Int64])
    mutating func aTimeOfTheFutureIsForgotten(_ ahead: Int64) {
        let wrong = clock.correct(time(ahead), now: start)
        let next = clock.correct(time(72_000), now: start.adding(milliseconds: 72_100))
        #expect(wrong.milliseconds <= start.milliseconds)
        #expect(next == time(72_000))
        #expect(clock.correct(time(73_000), now: start.adding(milliseconds: 73_100)) == time(73_000))
    }
}
