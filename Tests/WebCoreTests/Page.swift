import DaybookCore
import Seeds
import Testing

@testable import WebCore

/// A page with its core, on this machine.
struct Page {
    var core: Core
    static let book = "0b6c5f0e-7f6c-4a43-9a37-1f8f9a0f7c55"
    static let device = "1b6c5f0e-7f6c-4a43-9a37-1f8f9a0f7c55"
    /// Where somebody signs in, or what the first task begins.
    static let account = "2b6c5f0e-7f6c-4a43-9a37-1f8f9a0f7c55"
    /// 2026-11-24 09:00 in Berlin.
    static let morning: Int64 = 1_795_507_200_000
    var now = morning
    /// What lies on its disk.
    var disk = Disk()

    struct Disk {
        var book = Page.book
        var device = Page.device
        var chunks: [Int: [UInt8]] = [:]
        var paper: [UInt8] = []
        var journal: [[UInt8]] = []
    }

    let chance: Chance

    /// Draws as its name says, so pages that meet have names of their own.
    init(_ name: String = "a page") throws {
        let chance = Chance(RandomSeed.generator(name))
        self.chance = chance
        core = Core(random: { chance.random.next() })
        try open()
    }

    /// Outlives the core, so that one that begins again goes on where the other was.
    final class Chance {
        var random: SeededRandom
        init(_ random: SeededRandom) { self.random = random }
    }

    mutating func open() throws {
        let head = "{\"book\":\"\(disk.book)\",\"device\":\"\(disk.device)\",\"zone\":\"Europe/Berlin\"}"
        try ask("open", head)
    }

    @discardableResult
    mutating func ask(_ call: String, _ head: String, _ text: [UInt8] = []) throws -> JSONValue {
        try told(call, head, text).head
    }

    mutating func told(_ call: String, _ head: String, _ text: [UInt8] = []) throws -> (head: JSONValue, text: [UInt8])
    {
        let answer = core.answer(call, Array(head.utf8), text)
        return (try JSONValue(json: answer.head), answer.text)
    }

    mutating func begin() throws { try ask("begin", "{\"now\":\(now)}") }

    static func begun() throws -> Page {
        var page = try Page()
        try page.begin()
        return page
    }

    mutating func `do`(_ gesture: String) throws -> (head: JSONValue, text: [UInt8]) {
        now += 1000
        let done = try told("do", "{\"now\":\(now),\"gesture\":\(gesture)}")
        keep(done.text)
        return done
    }

    /// A line of the journal.
    mutating func keep(_ text: [UInt8]) { if !text.isEmpty { disk.journal.append(text) } }

    mutating func add(_ title: String, _ place: String = "{\"kind\":\"today\"}") throws -> String {
        let done = try self.do("{\"act\":\"add\",\"titles\":[\"\(title)\"],\"place\":\(place)}")
        guard case .string(let id)? = done.head.items("ids")?.first else { throw NoTask() }
        return id
    }

    /// Of the outline, by their names.
    mutating func counts(_ names: String...) throws -> [JSONValue?] {
        let counts = try ask("outline", "{\"now\":\(now)}")["counts"]
        return names.map { counts?[$0] }
    }

    mutating func titles(_ kind: String) throws -> [String] { try titles(in: "{\"kind\":\"\(kind)\"}") }

    mutating func titles(in view: String) throws -> [String] {
        let head = "{\"now\":\(now),\"view\":\(view),\"from\":0,\"count\":100}"
        return (try ask("look", head).items("rows") ?? []).compactMap { $0.text("title") }
    }
}

struct NoTask: Error {}
