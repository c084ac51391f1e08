import DaybookCore
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookLedger

@Suite struct LiveStreamTests {
    private func stream() -> LiveStream {
        let id = Identifier(high: 1, low: 1)
        return LiveStream(id: 1, Principal(account: id, device: id, token: id, scope: .full))
    }

    @Test func aStepIsToldToWhoStandsBeforeIt() {
        let stream = stream()
        stream.begin(at: 5, of: 5)
        #expect(stream.next() == .nothing)
        stream.reach(6, after: 5, step: [6])
        #expect(stream.next() == .step([6]))
        stream.reach(9, after: 8, step: [9])
        #expect(stream.next() == .revision(9))
        stream.reach(10, after: 9, step: [10])
        #expect(stream.next() == .step([10]))
        #expect(stream.next() == .nothing)
    }

    @Test func whatComesWhileAnEventWaitsTakesItsPlace() {
        let stream = stream()
        stream.begin(at: 5, of: 5)
        for revision in 6...1000 { stream.reach(Int64(revision), after: Int64(revision) - 1, step: [1]) }
        #expect(stream.next() == .revision(1000))
        #expect(stream.next() == .nothing)
    }

    @Test func oldNewsIsNoNews() {
        let stream = stream()
        stream.begin(at: 5, of: 5)
        stream.reach(7, after: 6)
        #expect(stream.next() == .revision(7))
        stream.reach(6, after: 5, step: [6])
        stream.reach(7)
        #expect(stream.next() == .nothing)
    }

    @Test func whereTheClientStandsDecidesWhetherThereIsSomethingToSay() {
        for (seen, news) in [(5, false), (4, true), (6, true), (nil, true)] as [(Int64?, Bool)] {
            let stream = stream()
            stream.begin(at: seen, of: 5)
            #expect(stream.next() == (news ? .revision(5) : .nothing))
            #expect(stream.next() == .nothing)
        }
    }

    @Test func newsThatComesBeforeTheBeginningIsNotLost() {
        let stream = stream()
        stream.reach(6, after: 5, step: [6])
        stream.begin(at: 5, of: 5)
        #expect(stream.next() == .revision(6))
    }

    @Test func aHeartbeatFollowsSilenceOnly() {
        let stream = stream()
        stream.begin(at: 5, of: 5)
        stream.beat()
        stream.beat()
        #expect(stream.next() == .sign)
        #expect(stream.next() == .nothing)
        stream.reach(6)
        #expect(stream.next() == .revision(6))
        stream.beat()
        #expect(stream.next() == .nothing)
        stream.beat()
        #expect(stream.next() == .sign)
    }

    @Test func theEndComesBeforeEverythingElse() {
        let stream = stream()
        stream.begin(at: nil, of: 5)
        stream.end()
        #expect(stream.next() == .end)
        #expect(!stream.isAt(5))
    }
}

@Suite struct NotificationTextTests {
    private func identifier(_ low: UInt64) -> Identifier { Identifier(high: 1, low: low) }

    @Test func whatIsWrittenIsReadAgain() throws {
        var text = NotificationText(sender: identifier(1))
        for account in 1...1000 { text.add(.reached(Int64(account) * 1_000_000, in: identifier(UInt64(account)))) }
        text.add(.reached(1, in: identifier(7)))
        text.add(.ended(.device(identifier(3), of: identifier(4))))
        text.add(.ended(.account(identifier(5))))
        text.add(.ended(.unknown))
        let payloads = text.payloads
        #expect(payloads.allSatisfy { $0.utf8.count < 8000 })
        #expect(payloads.count < 10)
        var read = NotificationText(sender: identifier(1))
        for payload in payloads { read.add(try #require(NotificationText(payload))) }
        text.revocations.remove(.unknown)
        #expect(read == text)
        #expect(read.revisions[identifier(7)] == 7_000_000)
    }

    @Test(arguments: [
        "", "nobody", "00000000-0000-0001-0000-000000000001 ?what +x:1 +00000000-0000-0001-0000-000000000001:x -x",
    ])
    func whatIsNotUnderstoodIsPassedOver(payload: String) {
        let text = NotificationText(payload)
        #expect(text?.isEmpty ?? true)
    }
}
