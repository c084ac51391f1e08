import DaybookCore
import Testing

@testable import WebCore

/// The board, its regions and the backlog.
@Suite struct PlanningViewTests {
    private var page: Page
    private static let morning = "{\"kind\":\"region\",\"region\":\"morning\"}"
    private static func morning(_ bucket: String) -> String {
        "{\"kind\":\"region\",\"region\":\"morning\",\"bucket\":\"\(bucket)\"}"
    }

    init() throws { page = try .begun() }

    private mutating func look(_ view: String) throws -> JSONValue {
        try page.ask("look", "{\"now\":\(page.now),\"view\":\(view),\"from\":0,\"count\":99}")
    }

    @Test mutating func aRegionShowsTodayBySize() throws {
        _ = try page.add("Mail", Self.morning)
        let report = try page.add("Report", Self.morning("mustDo"))
        _ = try page.add("Call", Self.morning("complementary"))
        _ = try page.add("Run", "{\"kind\":\"region\",\"region\":\"evening\"}")
        let look = try look(Self.morning)
        #expect(look.items("rows")?.map { $0.text("title") } == ["Report", "Call", "Mail"])
        #expect(look.items("rows")?.map { $0.text("bucket") } == ["mustDo", "complementary", "misc"])
        #expect(look.items("rows")?.map { $0.text("region") } == ["morning", "morning", "morning"])
        #expect(look.items("rows")?.first?.text("scheduledDate") == "2026-11-24")
        let groups = look.items("groups") ?? []
        #expect(groups.map { $0.text("bucket") } == ["mustDo", "complementary", "misc"])
        #expect(groups.map { $0["first"] } == [0, 1, 2])
        #expect(groups.map { $0.text("text") } == ["1/1", "1/3", "1/5"])
        _ = try page.edit(report, "\"state\":\"completed\"")
        #expect(try self.look(Self.morning).items("groups")?.map { $0.text("text") } == ["0/1", "1/3", "1/5"])
        #expect(try self.look(Self.morning).items("groups")?.map { $0["count"] } == [1, 1, 1])
    }

    @Test mutating func anEmptyRegionHasItsSizes() throws {
        let groups = try look(Self.morning).items("groups") ?? []
        #expect(groups.map { $0.text("bucket") } == ["mustDo", "complementary", "misc"])
        #expect(groups.map { $0["count"] } == [0, 0, 0])
    }

    @Test mutating func aFullSizeIsRefused() throws {
        _ = try page.add("Report", Self.morning("mustDo"))
        let mail = try page.add("Mail", "{\"kind\":\"inbox\"}")
        let place = Self.morning("mustDo")
        for gesture in [
            "{\"act\":\"add\",\"titles\":[\"Letter\"],\"place\":\(place)}",
            "{\"act\":\"move\",\"ids\":[\"\(mail)\"],\"place\":\(place)}",
            "{\"act\":\"arrange\",\"ids\":[\"\(mail)\"],\"above\":null,\"below\":null,\"place\":\(place)}",
            "{\"act\":\"edit\",\"ids\":[\"\(mail)\"],\"fields\":{\"region\":\"morning\",\"bucket\":\"mustDo\"}}",
        ] {
            #expect(try page.do(gesture).head["refused"]?.text("code") == "region_full")
        }
        #expect(try page.titles(in: Self.morning) == ["Report"])
        #expect(try page.titles("inbox") == ["Mail"])
    }

    @Test mutating func aRegionAndTheBacklogAreTakenBack() throws {
        let id = try page.add("Mail", "{\"kind\":\"inbox\"}")
        let placed = try page.do("{\"act\":\"move\",\"ids\":[\"\(id)\"],\"place\":\(Self.morning("complementary"))}")
        #expect(try page.titles(in: Self.morning) == ["Mail"])
        let undoing = try page.undo(try #require(placed.head.text("deed")))
        #expect(try page.titles(in: Self.morning) == [])
        #expect(try page.titles("inbox") == ["Mail"])
        try page.undo(undoing)
        #expect(try look(Self.morning).items("rows")?.map { $0.text("bucket") } == ["complementary"])
        let left = try page.do("{\"act\":\"move\",\"ids\":[\"\(id)\"],\"place\":{\"kind\":\"backlog\"}}")
        #expect(try page.titles("backlog") == ["Mail"])
        #expect(try look("{\"kind\":\"backlog\"}").items("rows")?.map { $0["bucket"] } == [.null])
        try page.undo(try #require(left.head.text("deed")))
        #expect(try look(Self.morning).items("rows")?.map { $0.text("bucket") } == ["complementary"])
    }

    @Test mutating func theBacklogGoesByAge() throws {
        _ = try page.add("Old", "{\"kind\":\"backlog\"}")
        page.now += 86_400_000
        _ = try page.add("Young", "{\"kind\":\"backlog\"}")
        let backlog = try look("{\"kind\":\"backlog\"}")
        #expect(backlog.items("rows")?.map { $0.text("title") } == ["Young", "Old"])
        #expect(backlog.items("groups")?.map { $0.text("age") } == ["today", "yesterday", "thisWeek", "older"])
        #expect(backlog.items("groups")?.map { $0["count"] } == [1, 1, 0, 0])
        #expect(backlog.items("rows")?.allSatisfy { $0.text("enteredBacklogAt") != nil } == true)
        page.now += 30 * 86_400_000
        #expect(try look("{\"kind\":\"backlog\"}").items("groups")?.map { $0["count"] } == [0, 0, 0, 2])
        #expect(try page.counts("backlog") == [2])
    }

    @Test mutating func theBoardShowsTheDay() throws {
        let report = try page.add("Report", Self.morning("mustDo"))
        _ = try page.add("Call", Self.morning("complementary"))
        _ = try page.add("Later", "{\"kind\":\"backlog\"}")
        _ = try page.do("{\"act\":\"settings\",\"fields\":{\"complementaryAfterMustDo\":true,\"backlogLimit\":7}}")
        var board = try #require(look("{\"kind\":\"board\"}")["board"])
        #expect(board["backlog"] == 1)
        #expect(board["backlogLimit"] == 7)
        let cells = board.items("regions") ?? []
        #expect(cells.map { $0.text("region") } == ["morning", "afternoon", "evening"])
        #expect(cells.map { $0["mustDo"]?.text("title") } == ["Report", nil, nil])
        #expect(cells.map { $0["fills"]?["mustDo"]?.text("text") } == ["1/1", "0/1", "0/1"])
        #expect(cells.map { $0["fills"]?["complementary"]?.text("text") } == ["1/3", "0/3", "0/3"])
        #expect(cells.map { $0["locked"] } == [true, false, false])
        #expect(board["overall"]?.text("text") == "0/2")
        #expect(try page.counts("board", "backlog", "today") == [2, 1, 2])
        _ = try page.edit(report, "\"state\":\"completed\"")
        board = try #require(look("{\"kind\":\"board\"}")["board"])
        #expect(board["overall"]?["percent"] == 50)
        #expect(board.items("regions")?.first?["locked"] == false)
        #expect(board.items("regions")?.first?["mustDo"]?.text("state") == "completed")
    }

    @Test mutating func whatTheMustDoLocksIsRefused() throws {
        _ = try page.do("{\"act\":\"settings\",\"fields\":{\"complementaryAfterMustDo\":true}}")
        _ = try page.add("Report", Self.morning("mustDo"))
        let call = try page.add("Call", Self.morning("complementary"))
        let done = try page.do("{\"act\":\"edit\",\"ids\":[\"\(call)\"],\"fields\":{\"state\":\"completed\"}}")
        #expect(done.head["refused"]?.text("code") == "complementary_locked")
    }

    @Test mutating func aDateInTheBacklogIsRefused() throws {
        let id = try page.add("Mail")
        let done = try page.do(
            "{\"act\":\"edit\",\"ids\":[\"\(id)\"],\"fields\":{\"region\":\"backlog\",\"scheduledDate\":\"2026-11-25\"}}"
        )
        #expect(done.head["refused"]?.text("code") == "invalid_fields")
        #expect(done.head["refused"]?.items("fields")?.first?.text("field") == "scheduledDate")
    }
}
