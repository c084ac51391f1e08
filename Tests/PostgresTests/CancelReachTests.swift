import Testing

@testable import Postgres

/// Whom a cancel request may have hit that was meant for another.
@Suite struct CancelReachTests {
    @Test func nobodyWhileNothingWasAsked() {
        var reach = CancelReach()
        reach.syncAnswered()
        #expect(!reach.isOpen && !reach.isUnderWay)
    }

    /// The server had answered the first and was at the second when the request came. Nobody had read that answer.
    @Test func everyStatementThatWasSentBeforeTheRequestWasThrough() {
        var reach = CancelReach()
        reach.requested()
        reach.returned(syncsUnderWay: 2)
        #expect(reach.isOpen && !reach.isUnderWay)
        reach.syncAnswered()
        #expect(reach.isOpen)
        reach.syncAnswered()
        #expect(!reach.isOpen)
    }

    /// Answers that are read while it is under way say nothing of what it will hit.
    @Test func answersBeforeItIsThroughDoNotCount() {
        var reach = CancelReach()
        reach.requested()
        reach.syncAnswered()
        #expect(reach.isOpen)
        reach.returned(syncsUnderWay: 1)
        #expect(reach.isOpen)
        reach.syncAnswered()
        #expect(!reach.isOpen)
    }

    @Test func aRequestThatFindsNothingUnderWayHitsNothing() {
        var reach = CancelReach()
        reach.requested()
        reach.returned(syncsUnderWay: 0)
        #expect(!reach.isOpen)
    }
}
