import DaybookCore
import Foundation
import Testing

@testable import WebCore

/// What the keepers of earlier releases left on their disks is read without loss.
@Suite struct OldDiskTests {
    private static let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/keeper/schema-1.json")

    /// Of the day on which it was written.
    private static let afternoon: Int64 = 1_795_874_400_000

    private func page() throws -> Page {
        let disk = try JSONValue(json: Array(try Data(contentsOf: Self.fixture)))
        var page = try Page()
        page.now = Self.afternoon
        page.disk.book = try #require(disk["own"]?.text("book"))
        page.disk.device = try #require(disk["own"]?.text("device"))
        guard case .object(let chunks)? = disk["chunks"] else { throw NoTask() }
        for chunk in chunks {
            guard case .string(let text) = chunk.value else { throw NoTask() }
            page.disk.chunks[try #require(Int(chunk.name))] = Array(text.utf8)
        }
        page.disk.paper = Array(try #require(disk.text("paper")).utf8)
        page.disk.journal = (disk.items("journal") ?? []).compactMap {
            if case .string(let text) = $0 { Array(text.utf8) } else { nil }
        }
        try page.beginAgain()
        return page
    }

    @Test func everythingIsThere() throws {
        var page = try page()
        #expect(try page.titles("today") == ["Renamed here", "Water the plants", "Only here", "Read there"])
        // The other one is the next of its series, which went with the completion that made it.
        #expect(try page.titles("deleted") == ["Pack", "Water the plants"])
        let outline = try page.ask("outline", "{\"now\":\(page.now)}")
        #expect(outline.items("lists")?.map { $0.text("name") } == ["Books"])
        #expect(outline["settings"]?.text("rollover") == "backlog")
        let standing = try #require(try page.ask("decide", "{\"now\":\(page.now),\"deletes\":true}")["standing"])
        #expect(standing["waiting"] == 7)
        #expect(standing["revision"] == 13)
        #expect(standing["unfolded"] == 7)
        let refused = try page.items("notAccepted")
        #expect(refused.map { $0.text("code") } == ["validation_failed"])
        #expect(refused.first?.text("sentence") == "The title is too long")
        let lost = try page.items("gaveWay")
        #expect(lost.map { $0.items("conflicts")?.map { $0.text("mine") } } == [["Read here", "mine"]])
    }

    /// The last deeds were a renaming, its undoing, that it was done again, and a move.
    @Test(arguments: [false, true]) func whatWasDoneCanBeTakenBack(whenFolded: Bool) throws {
        var page = try page()
        if whenFolded {
            try page.fold()
            try page.beginAgain()
        }
        let deeds = try page.deeds()
        #expect(deeds.count == 15)
        let (again, move) = (deeds[13], deeds[14])
        try page.undo(move)
        #expect(try page.titles("today") == ["Renamed here", "Water the plants", "Only here"])
        try page.undo(again)
        #expect(try page.titles("today") == ["Before the account", "Water the plants", "Only here"])
        let twice = try page.ask("undo", "{\"now\":\(page.now),\"deed\":\"\(again)\"}")
        #expect(twice["refused"]?.text("code") == "nothing_to_undo")
    }

    /// What waits goes up, in its order.
    @Test func whatWaitsIsSent() throws {
        var page = try page()
        let asked = try page.told("request", "{\"now\":\(page.now),\"book\":\"\(page.disk.book)\"}")
        #expect(asked.head["operations"] == 7)
        let request = try JSONValue(json: asked.text)
        #expect(request.items("ops")?.first?["fields"]?.text("title") == "Only here")
        #expect(request.text("cursor")?.hasSuffix(":13") == true)
    }
}

extension Page {
    fileprivate mutating func items(_ kind: String) throws -> [JSONValue] {
        let head = "{\"now\":\(now),\"view\":{\"kind\":\"\(kind)\"},\"from\":0,\"count\":9}"
        return try ask("look", head).items("items") ?? []
    }

    /// Of the paper.
    fileprivate mutating func deeds() throws -> [String] {
        let paper = try JSONValue(json: try told("fold", "{\"whole\":false}").text)
        return (paper.items("deeds") ?? []).compactMap { $0.text("opId") }
    }
}
