import DaybookCore
import Seeds
import Testing

@testable import DaybookDevice

/// Which days a device counts by before it knows those of its account.
@Suite struct FirstDaysTests {
    @Test func untilTheServerHasToldTheZoneDaysAreTheDevices() throws {
        var random = RandomSeed.generator("FirstDaysTests")
        let now = Instant(milliseconds: 1_780_000_000_000)
        let parts = ReplicaParts(account: .random(using: &random), device: .random(using: &random))
        var chance = random
        var book = LocalBook(
            parts, deeds: Deeds(), troubles: Troubles(), zone: { "Pacific/Kiritimati" },
            chance: Chance { chance.next() }, now: now)
        _ = try book.act(at: now) { gesture throws(Refused) in
            try gesture.set(settings: [JSONMember("firstWeekday", .integer(7))])
        }
        #expect(book.settings.timeZone == "Pacific/Kiritimati" && book.settings.clocks[.firstWeekday] != nil)

        // The account began elsewhere, and what it holds comes piece by piece.
        var server = ServerAccount(account: parts.base.account, epoch: .random(using: &random))
        let other = Identifier.random(using: &random)
        func write(
            _ entity: SyncOperation.Entity, _ id: Identifier, _ field: JSONMember, _ step: Int64
        ) -> SyncOperation {
            SyncOperation(
                opId: Identifier(high: 7, low: UInt64(step)), entity: entity, id: id,
                at: HybridTime(now.adding(milliseconds: step - 10), device: other), kind: .set, fields: [field])
        }
        let begun = Push(operations: [
            write(.settings, parts.base.account, JSONMember("timeZone", "America/Los_Angeles"), 1),
            write(.task, Identifier(high: 8, low: 1), JSONMember("title", "Tea"), 2),
            write(.task, Identifier(high: 8, low: 2), JSONMember("title", "Milk"), 3),
        ])
        _ = server.sync(SyncRequest(device: other, cursor: nil, push: begun, limit: 10), now: now)
        var pieces = 0
        var hasMore = true
        while hasMore, pieces < 10 {
            #expect(book.settings.timeZone == "Pacific/Kiritimati", "after \(pieces) pieces")
            var (exchange, request, _) = book.request(at: now)
            request.limit = 1
            let answer = server.sync(request, now: now)
            hasMore = if case .page(let page) = answer { page.hasMore } else { true }
            _ = book.take(answer, to: exchange, at: now)
            pieces += 1
        }
        #expect(pieces > 2 && book.settings.timeZone == "America/Los_Angeles")
    }
}
