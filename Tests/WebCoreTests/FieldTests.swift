import DaybookCore
import Testing

@testable import WebCore

/// What a page may write into a task, and what it is refused.
@Suite struct FieldTests {
    @Test(arguments: [
        "\"recurrence\":{\"days\":[1,3]}", "\"recurrence\":{\"rrule\":\"FREQ=WEEKLY\",\"onSchedule\":true}",
        "\"tags\":[\"a\",\"b\"]", "\"priority\":9", "\"category\":\"Home\"", "\"autoCarry\":true", "\"sticky\":true",
    ]) func isWrittenAndTakenBack(_ field: String) throws {
        var page = try Page.begun()
        let id = try page.add("Tea")
        let before = try row(id, of: &page)
        let deed = try page.edit(id, field)
        let wanted = try JSONValue(json: Array("{\(field)}".utf8))
        guard case .object(let members) = wanted else { return }
        for member in members { #expect(try row(id, of: &page)[member.name] == member.value) }
        try page.undo(deed)
        for member in members { #expect(try row(id, of: &page)[member.name] == before[member.name]) }
    }

    @Test(arguments: [
        "\"recurrence\":{\"days\":[8]}", "\"recurrence\":{\"rrule\":\"FREQ=SOMETIMES\"}", "\"tags\":[7]",
        "\"priority\":10", "\"category\":7", "\"autoCarry\":\"yes\"", "\"sticky\":null", "\"region\":\"noon\"",
        "\"bucket\":\"huge\"", "\"parentId\":\"x\"",
    ]) func isRefused(_ field: String) throws {
        var page = try Page.begun()
        let id = try page.add("Tea")
        let done = try page.do("{\"act\":\"edit\",\"ids\":[\"\(id)\"],\"fields\":{\(field)}}")
        #expect(done.head["refused"]?.text("code") == "invalid_fields")
        #expect(done.text.isEmpty)
    }

    private func row(_ id: String, of page: inout Page) throws -> JSONValue {
        let head = "{\"now\":\(page.now),\"view\":{\"kind\":\"task\",\"id\":\"\(id)\"}}"
        return try #require(page.ask("look", head).items("rows")?.first)
    }
}
