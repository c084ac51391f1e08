import DaybookCore
import Testing

@testable import DaybookLedger
@testable import DaybookReminders

@Suite struct ChangeNewsTests {
    private func account(_ number: Int) -> Identifier { Identifier(high: 0, low: UInt64(number)) }

    @Test func accountsComeInTheOrderInWhichTheyChanged() {
        let news = ChangeNews(Announcements())
        for number in [3, 1, 3, 2, 1] { news.note(account(number)) }
        #expect(news.take(atMost: 2).accounts == [account(3), account(1)])
        news.note(account(3))
        #expect(news.take(atMost: 10).accounts == [account(2), account(3)])
        #expect(news.isEmpty && !news.take(atMost: 10).isEverywhere)
    }

    /// However many there are, they take no more room than some.
    @Test func tooManyAreEverywhere() {
        let news = ChangeNews(Announcements())
        for number in 0...10_000 { news.note(account(number)) }
        #expect(!news.isEmpty)
        let everywhere = news.take(atMost: 10)
        #expect(everywhere.isEverywhere && everywhere.accounts.isEmpty)
        #expect(news.isEmpty)
    }
}
