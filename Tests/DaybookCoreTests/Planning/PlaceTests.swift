import Testing

@testable import DaybookCore

/// Region, bucket and date tell one thing together.
@Suite struct PlaceTests {
    let one = Desk.task(1)
    var desk = Desk()

    @Test mutating func aRegionWithoutADateBelongsToTheDayItWasMadeOn() {
        #expect(desk.do(one, .title("x") + [JSONMember("region", "morning")], at: 1) == .applied)
        #expect(desk[1].scheduledDate == CalendarDate("2026-05-28"))
        // In the account's zone.
        desk.slice.settings.timeZone = "Asia/Tokyo"
        desk.do(Desk.task(2), .title("y") + [JSONMember("region", "evening")], at: 1)
        #expect(desk[2].scheduledDate == CalendarDate("2026-05-29"))
        desk.slice.settings.rollover = .backlog
        let turn = desk.slice.rollover(to: CalendarDate("2026-05-30")!, boundary: Desk.time(90_000).instant)
        #expect(turn.map(\.id) == [one, Desk.task(2)])
    }

    @Test mutating func whoClearsTheDateLeavesTheRegion() {
        desk.do(one, .title("x") + .place("morning", "mustDo"), at: 1)
        desk.do(one, QuickAction.toInbox.fields(on: LocalDay(zone: .utc), at: desk.now), at: 2)
        #expect(desk[1].region == nil && desk[1].scheduledDate == nil && desk[1].bucket == .none)
        #expect(desk.do(Desk.task(2), .title("y") + .place("morning", "mustDo"), at: 3) == .applied)
        #expect(desk[2].bucket == .mustDo)
    }

    @Test mutating func theBacklogHasNoDateHoweverATaskCameThere() {
        let told = desk.do(one, .title("x") + .place("backlog", "mustDo"), at: 1)
        #expect(desk[1].region == .backlog && desk[1].scheduledDate == nil && desk[1].bucket == .none)
        #expect(Set(told.conflicts.map(\.field)) == ["scheduledDate", "bucket"])
        #expect(told.conflicts.allSatisfy { $0.reason == .place })
        desk.do(Desk.task(2), .title("y") + .place("morning", "misc"), at: 1)
        desk.do(Desk.task(2), [JSONMember("region", "backlog")], at: 2)
        #expect(desk[2].scheduledDate == nil)
        // Who schedules it takes it out.
        desk.do(Desk.task(2), [JSONMember("scheduledDate", "2026-06-03")], at: 3)
        #expect(desk[2].region == nil && desk[2].scheduledDate == CalendarDate("2026-06-03"))
    }

    /// It stands in no history and never comes back.
    @Test mutating func aBucketThatIsGivenWithTheBacklogIsDropped() {
        let told = desk.do(one, .title("x") + [JSONMember("region", "backlog"), JSONMember("bucket", "mustDo")], at: 1)
        #expect(
            told == .merged([Conflict(field: "bucket", mine: "mustDo", theirs: "none", reason: .place)]), "\(told)")
        #expect(desk.ledger.last?.operation.fields.map(\.name) == ["title", "region"])
        desk.do(one, [JSONMember("region", "morning")], at: 2)
        #expect(desk[1].bucket == .misc)
    }

    @Test mutating func aSettlementNamesAllThatItChanged() {
        desk.slice.settings.regionLimits = RegionLimits(mustDo: 0, complementary: 0, misc: 1)
        desk.do(one, .title("first") + .place("morning", "misc"), at: 1)
        let told = desk.do(Desk.task(2), .title("second") + .place("morning", "misc"), at: 2)
        #expect(desk[2].region == .backlog && desk[2].scheduledDate == nil && desk[2].bucket == .none)
        #expect(told.conflicts.map(\.field) == ["region", "bucket", "scheduledDate"])
        #expect(told.conflicts.allSatisfy { $0.reason == .regionFull && $0.by?.device == .zero })
    }

    @Test mutating func aBucketWithoutARegionIsKeptForOne() {
        let told = desk.do(one, .title("x") + [JSONMember("bucket", "mustDo")], at: 1)
        #expect(told.conflicts.map(\.field) == ["bucket"] && told.conflicts.map(\.theirs) == ["none"])
        desk.do(one, [JSONMember("region", "morning")], at: 2)
        #expect(desk[1].bucket == .mustDo)
    }
}
