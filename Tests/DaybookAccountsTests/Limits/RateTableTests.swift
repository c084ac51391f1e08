import DaybookCore
import HTTP
import Reactor
import Seeds
import Testing

@testable import DaybookAccounts

@Suite struct RateTableTests {
    private let limit = RateLimit(.device, perMinute: 60)
    private let subject = RateSubject(kind: .device, high: 1, low: 2)

    private func second(_ number: Double) -> LoopTime { LoopTime(nanoseconds: Int64(number * 1e9)) }

    private func drawn(_ table: RateTable, at time: LoopTime, _ subject: RateSubject? = nil) -> Int {
        var count = 0
        while case .permitted = table.draw(subject ?? self.subject, limit, now: time) { count += 1 }
        return count
    }

    @Test func aMinutesRequestsAtOnceAndThenOneASecond() {
        let table = RateTable()
        #expect(table.draw(subject, limit, now: second(0)) == .permitted(left: 59))
        #expect(drawn(table, at: second(0)) == 59)
        #expect(table.draw(subject, limit, now: second(0)) == .refused(wait: .seconds(1)))
        #expect(drawn(table, at: second(0.5)) == 0)
        #expect(drawn(table, at: second(10)) == 10)
        #expect(drawn(table, at: second(1000)) == 60, "and never more than a minute's")
        #expect(drawn(table, at: second(1000), RateSubject(kind: .device, high: 1, low: 3)) == 60)
    }

    @Test func whatOthersLetThroughIsTakenOutAndMadeGoodWithinAMinute() {
        let table = RateTable()
        table.hear(40, of: subject, limit, now: second(0))
        #expect(drawn(table, at: second(0)) == 20)
        table.hear(1000, of: subject, limit, now: second(0))
        #expect(drawn(table, at: second(60)) == 0)
        #expect(drawn(table, at: second(62)) == 2)
    }

    @Test func onlyWhoMattersIsNewsAndNothingIsToldTwice() {
        let table = RateTable()
        for _ in 0..<2 { _ = table.draw(subject, limit, now: second(0)) }
        #expect(!table.hasNews)
        _ = table.draw(subject, limit, now: second(0))
        #expect(table.hasNews)
        #expect(table.takeNews() == [subject: 3])
        #expect(!table.hasNews)
        #expect(table.takeNews() == [:])
        #expect(drawn(table, at: second(0)) == 57)
        #expect(table.takeNews() == [subject: 57])
    }

    @Test func aFloodOfSubjectsDoesNotGrowIt() {
        let table = RateTable(room: 100)
        _ = drawn(table, at: second(0))
        for number in 0..<40 {
            _ = table.draw(RateSubject(kind: .address, high: UInt64(number), low: 0), limit, now: second(0))
        }
        #expect(drawn(table, at: second(0)) == 0, "a bucket in use outlives a turnover")
        for number in 0..<10_000 {
            _ = table.draw(RateSubject(kind: .address, high: UInt64(number), low: 1), limit, now: second(0))
            #expect(table.count <= 100)
        }
    }

    @Test func newsIsReadAsItWasWrittenAndNotByItsSender() {
        let (me, other) = (Identifier.random(), Identifier.random())
        var random = RandomSeed.generator()
        var news: [RateSubject: Int] = [:]
        for number in 0..<500 {
            let kind = RateLimit.Kind.allCases[number % 3]
            news[RateSubject(kind: kind, high: random.next(), low: random.next())] = number + 1
        }
        let payloads = RateNews.payloads(news, from: me)
        #expect(payloads.count > 1)
        #expect(payloads.allSatisfy { $0.utf8.count < 8000 })
        var read: [RateSubject: Int] = [:]
        for payload in payloads { read.merge(RateNews.read(payload, by: other) ?? [:]) { $1 } }
        #expect(read == news)
        #expect(RateNews.read(payloads[0], by: me) == nil)
        for broken in ["", "x", me.text + "\n1 2", me.text + "\n9 1 1 1", me.text + "\n1 1 1 -4"] {
            #expect(RateNews.read(broken, by: other) ?? [:] == [:], "\(broken)")
        }
    }

    @Test func whatIsToldFollowsTheDraft() {
        let fields = limit.fields(left: 45)
        #expect(fields["ratelimit-policy"] == "\"device\";q=60;w=60")
        #expect(fields["ratelimit"] == "\"device\";r=45;t=15")
        #expect(RateLimit(.account, perMinute: 9000).fields(left: 8000)["ratelimit"] == "\"account\";r=8000;t=7")
    }

    @Test func aHouseholdIsOneAddress() throws {
        let one = try #require(IPAddress("2001:db8:1:2:3:4:5:6"))
        let two = try #require(IPAddress("2001:db8:1:2:ffff::1"))
        let three = try #require(IPAddress("2001:db8:1:3::1"))
        #expect(RateSubject.address(one) == .address(two))
        #expect(RateSubject.address(one) != .address(three))
        #expect(one.network == two.network && one.network == "2001:db8:1:2::/64")
        #expect(RateSubject.address(IPAddress(v4: 1)) != .address(IPAddress(v4: 2)))
    }
}
