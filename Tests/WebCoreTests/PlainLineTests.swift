import DaybookCore
import Testing

@testable import WebCore

/// What the page is told of a line that somebody types.
struct PlainLineTests {
    private static let home = "3b6c5f0e-7f6c-4a43-9a37-1f8f9a0f7c55"
    private static let work = "4b6c5f0e-7f6c-4a43-9a37-1f8f9a0f7c55"

    /// On Tuesday, 2026-11-24, at nine in Berlin.
    private func read(
        _ text: String, language: String = "en", plain: String = "[]", lists: [String] = ["Home", "Work"],
        regions: Bool = false, isInRegion: Bool = false
    ) throws -> JSONValue {
        let ids = [Self.home, Self.work]
        let named = zip(lists, ids + ids).map { #"{"id":"\#($1)","name":"\#($0)"}"# }.joined(separator: ",")
        let head = """
            {"text":"\(text)","now":\(Page.morning),"zone":{"name":"Europe/Berlin"},"dayStart":"00:00","firstWeekday":1,
            "language":"\(language)","lists":[\(named)],"plain":\(plain),"regions":\(regions),
            "isInRegion":\(isInRegion)}
            """
        return try JSONValue(json: PlainLine.answer(Array(head.utf8)))
    }

    @Test func aLineIsATaskAndItsParts() throws {
        let line = try read("Call mum fri 9am +home !1h #family p1")
        #expect(line.text("title") == "Call mum")
        let fields = try #require(line["fields"])
        #expect(fields.text("scheduledDate") == "2026-11-27")
        #expect(fields.text("dueAt") == "2026-11-27T08:00:00.000Z")
        #expect(fields.text("reminderAt") == "2026-11-27T07:00:00.000Z")
        #expect(fields.text("listId") == Self.home)
        #expect(fields["tags"] == .array(["family"]))
        #expect(fields["priority"] == .integer(1))
        #expect(fields["title"] == nil)
        let spans = try #require(line.items("spans"))
        #expect(spans.map { $0.text("kind") } == ["when", "list", "reminder", "tag", "priority"])
        #expect(spans[0]["from"] == .integer(9) && spans[0]["to"] == .integer(16))
    }

    @Test func aPartThatIsTakenBackStaysInTheTitle() throws {
        let line = try read("Call mum fri 9am", plain: "[[9,16]]")
        #expect(line.text("title") == "Call mum fri 9am")
        #expect(line["fields"] == .object([]))
        #expect(line.items("spans")?.isEmpty == true)
        // What stood apart stays apart.
        #expect(try read("Call mum fri 9am +home !1h", plain: "[[9,16]]").text("title") == "Call mum fri 9am !1h")
        #expect(try read("Call mum tomorrow!").text("title") == "Call mum!")
    }

    @Test(arguments: [["Work", "Garden"], ["Home", "HOME"]]) func aListThatIsNotThereOrThereTwiceStaysInTheTitle(
        lists: [String]
    ) throws {
        let line = try read("Water +home tomorrow", lists: lists)
        #expect(line.text("title") == "Water +home")
        #expect(line["fields"]?["listId"] == nil)
        #expect(line["fields"]?.text("scheduledDate") == "2026-11-25")
    }

    @Test func partsOfTheDayAreReadWhereTheyAreShown() throws {
        #expect(try read("Call mum tomorrow morning !must").text("title") == "Call mum !must")
        let line = try read("Call mum tomorrow morning !must", regions: true)
        #expect(line.text("title") == "Call mum")
        let fields = try #require(line["fields"])
        #expect(fields.text("region") == "morning" && fields.text("bucket") == "mustDo")
        #expect(fields.text("scheduledDate") == "2026-11-25" && fields["dueAt"] == nil)
        #expect(line.items("spans")?.compactMap { $0.text("kind") } == ["when", "region", "bucket"])
    }

    @Test func aWeightCountsInAPartOfTheDayAlone() throws {
        #expect(try read("Call mum !must", regions: true).text("title") == "Call mum !must")
        let line = try read("Call mum !must", regions: true, isInRegion: true)
        #expect(line.text("title") == "Call mum" && line["fields"]?.text("bucket") == "mustDo")
    }

    @Test func germanIsReadWhereItIsWanted() throws {
        #expect(try read("Müll jeden Montag", language: "de")["fields"]?["recurrence"]?["days"] == .array([1]))
        #expect(try read("Müll jeden Montag")["fields"] == .object([]))
    }

    /// A day begins when the account says so: at one at night it is still Monday.
    @Test func daysAreTheAccounts() throws {
        let head = """
            {"text":"Sleep tomorrow","now":\(Page.morning - 8 * 3_600_000),"zone":{"name":"Europe/Berlin"},
            "dayStart":"04:00","language":"en"}
            """
        let line = try JSONValue(json: PlainLine.answer(Array(head.utf8)))
        #expect(line["fields"]?.text("scheduledDate") == "2026-11-24")
    }

    @Test(arguments: [
        "", "{}", #"{"text":"x"}"#, #"{"text":"x","now":1}"#, #"{"text":"x","now":1,"zone":{"name":"Mars"}}"#,
    ])
    func whatCannotBeReadIsRefused(head: String) throws {
        #expect(try JSONValue(json: PlainLine.answer(Array(head.utf8)))["refused"] != nil)
    }

    /// Without letters, digits or signs nothing would be left to be called.
    @Test(arguments: ["fri 9am", "fri 9am !!!", "fri ---"]) func aLineOfNothingElseIsATitle(text: String) throws {
        #expect(try read(text).text("title") == text)
    }
}
