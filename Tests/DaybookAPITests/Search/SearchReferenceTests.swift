import DaybookCore
import Foundation
import Seeds
import Testing

@testable import DaybookAPI
@testable import TestAccounts

/// The server's hits against those of the core's pure function, on random tasks of many scripts.
@Suite(.closing) struct SearchReferenceTests {
    private static let words = [
        "milk", "Milch", "market", "supermarket", "Crème", "brûlée", "Straße", "strasse", "receive", "dentist",
        "plants", "plans",
        "birthday", "don't", "2026", "v1.2", "牛奶", "買牛奶", "明天開會", "会議", "ミルク", "ガス", "ซื้อนม", "นม", "우유를", "молоко",
        "ёлка", "γάλα", "חלב",
        "שָׁלוֹם", "حليب", "🛒", "👨‍👩‍👧", "☕️", "%", "_", "\\", "İstanbul", "ΟΔΟΣ", "accommodation", "ﬁnance", "½", "Ⅳ",
    ]

    @Test(arguments: RandomSeed.all(for: "SearchReferenceTests/bothFindTheSameInTheSameOrder"))
    func bothFindTheSameInTheSameOrder(seed: RandomSeed) async throws {
        var random = SeededRandom(seed: seed.value)
        func pick(_ count: Int) -> String {
            (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }
                .joined(separator: [" ", ", ", ""].randomElement(using: &random) ?? " ")
        }
        var search = try await SearchHouse(.open())
        var operations: [SyncOperation] = []
        let device = search.house.devices[0]
        for number in 1...300 as ClosedRange<UInt64> {
            var fields = [JSONMember("title", .string("x" + pick(.random(in: 1...4, using: &random))))]
            if Bool.random(using: &random) {
                let title = Self.slip(pick(.random(in: 1...3, using: &random)), &random)
                fields[0] = JSONMember("title", .string(title + "."))
            }
            if number % 3 == 0 {
                fields.append(JSONMember("notes", .string(pick(.random(in: 1...9, using: &random)))))
            }
            if number % 41 == 0 {
                fields.append(JSONMember("notes", .string(pick(300))))
            }
            if number % 4 == 0 { fields.append(JSONMember("state", .string("completed"))) }
            let at = Instant(milliseconds: 1_780_000_000_000 + .random(in: 0...50, using: &random))
            operations.append(
                SyncOperation(
                    opId: Identifier(high: 0xA, low: number), id: Identifier(high: 0xB, low: number),
                    at: HybridTime(at, device: device), fields: fields))
            if number % 10 == 0 {
                operations.append(
                    SyncOperation(
                        opId: Identifier(high: 0xC, low: number), id: Identifier(high: 0xB, low: number),
                        at: HybridTime(at.adding(milliseconds: 60), device: device), kind: .delete))
            }
        }
        try await search.push(operations)
        try await SearchPages(database: search.house.database).fold(search.house.account)
        // Some change after the pages are made.
        try await search.push(
            (1...60 as ClosedRange<UInt64>).map { number in
                let fields =
                    number % 2 == 0
                    ? [JSONMember("state", .string("completed"))]
                    : [JSONMember("title", .string("y" + pick(2))), JSONMember("notes", .null)]
                return SyncOperation(
                    opId: Identifier(high: 0xD, low: number), id: Identifier(high: 0xB, low: number * 5 + 1),
                    at: HybridTime(Instant(milliseconds: 1_780_000_000_100), device: device), fields: fields)
            })
        let tasks = try await search.tasks()
        #expect(tasks.count == 300)
        var found = 0
        for _ in 0..<120 {
            let words = (0..<[1, 1, 1, 2, 2, 3].randomElement(using: &random)!).map { _ in Self.part(&random) }
            let query = words.joined(separator: " ")
            let expected = SearchQuery(query).hits(among: tasks).map(\.task.id.text)
            let limit = Int.random(in: 1...60, using: &random)
            let ids = try await search.ids(query, limit: max(limit, expected.count / 6 + 1))
            #expect(ids == expected, "'\(query)', pages of \(limit), \(seed)")
            found += expected.count
        }
        #expect(found > 500, "hardly anything was compared; \(seed)")
    }

    /// A word, its beginning, a piece of it, or a slip of the hand.
    private static func part(_ random: inout SeededRandom) -> String {
        let word = words.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return word
        case 1: return String(word.prefix(.random(in: 1...max(1, word.count), using: &random)))
        case 2: return String(word.suffix(.random(in: 1...max(1, word.count), using: &random)))
        default: return slip(word, &random)
        }
    }

    private static func slip(_ text: String, _ random: inout SeededRandom) -> String {
        var letters = Array(text)
        guard letters.count > 3 else { return text }
        let place = Int.random(in: 1..<letters.count - 1, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: letters.swapAt(place, place + 1)
        case 1: letters.remove(at: place)
        default: letters.insert("e", at: place)
        }
        return String(letters)
    }
}
