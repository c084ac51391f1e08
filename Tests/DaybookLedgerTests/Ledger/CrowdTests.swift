import Testing

@testable import DaybookLedger

@Suite struct CrowdTests {
    @Test func fewWaitForNobody() {
        var crowd = Crowd(lanes: 3)
        #expect(crowd.share == 1)
        for count in 1...5 { crowd.meet(count) }
        #expect(crowd.share == 1)
    }

    @Test func manyGoInEqualShares() {
        var crowd = Crowd(lanes: 3)
        crowd.meet(6)
        #expect(crowd.share == 2)
        crowd.meet(16)
        #expect(crowd.share == 5)
        // Who was answered is about to come again.
        crowd.meet(3)
        #expect(crowd.share == 5)
    }

    @Test func noShareIsLargerThanATransaction() {
        var crowd = Crowd(lanes: 2)
        crowd.meet(10_000)
        #expect(crowd.share == WriteLanes.mostTogether)
    }

    @Test func aCrowdThatIsGoneIsForgotten() {
        var crowd = Crowd(lanes: 3)
        crowd.meet(64)
        var transactions = 0
        while crowd.share > 1, transactions < 100 {
            crowd.meet(2)
            crowd.leave()
            transactions += 1
        }
        #expect(crowd.share == 1)
        #expect(transactions > 10)
    }
}
