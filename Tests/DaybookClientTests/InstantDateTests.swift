import DaybookCore
import Foundation
import Testing

@Suite struct InstantDateTests {
    /// Seconds as a fraction hold no millisecond exactly, and every one comes back.
    @Test func everyMillisecondComesBack() {
        for start: Int64 in [-62_135_596_800_000, -1000, 0, 1_780_000_000_000, 253_402_300_799_000] {
            for millisecond in 0..<1000 {
                let instant = Instant(milliseconds: start + Int64(millisecond))
                #expect(Instant(instant.date) == instant)
            }
        }
        #expect(Instant(milliseconds: 1500).date == Date(timeIntervalSince1970: 1.5))
    }

    @Test func aDateBeyondAllInstantsIsTheLast() {
        #expect(Instant(Date(timeIntervalSince1970: .infinity)).milliseconds == .max)
        #expect(Instant(Date(timeIntervalSince1970: -1e300)).milliseconds == .min)
    }
}
