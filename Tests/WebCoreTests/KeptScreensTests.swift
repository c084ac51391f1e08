import DaybookCore
import Seeds
import Testing

@testable import WebCore

/// What is kept through changes is what a core that begins again makes anew: views, counts, tags.
@Suite struct KeptScreensTests {
    private static let views = [
        "{\"kind\":\"inbox\"}", "{\"kind\":\"today\"}", "{\"kind\":\"upcoming\"}", "{\"kind\":\"logbook\"}",
        "{\"kind\":\"backlog\"}", "{\"kind\":\"board\"}", "{\"kind\":\"region\",\"region\":\"morning\"}",
        "{\"kind\":\"tag\",\"tag\":\"shop\"}", "{\"kind\":\"search\",\"text\":\"milk\"}",
        "{\"kind\":\"search\",\"text\":\"#shop milk\"}", "{\"kind\":\"search\",\"text\":\"#shop sort:title\"}",
    ]

    @Test(arguments: [1, 2] as [UInt64]) func areThoseMadeAnew(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var page = try Page("a page that keeps \(seed)")
        try page.begin()
        var ids: [String] = []
        for step in 0..<60 {
            if random.chance(8) { page.now += 20_000_000 }
            if ids.isEmpty || random.chance(30) {
                ids.append(try page.add(random.pick(["Milk", "Oat milk", "Tea"]) ?? "", place(&random)))
            } else {
                let id = random.pick(ids) ?? ""
                _ = try page.do(gesture(id, parent: random.pick(ids) ?? "", &random))
            }
            var again = page
            try again.beginAgain()
            let outline = "{\"now\":\(page.now)}"
            guard try page.ask("outline", outline) == again.ask("outline", outline) else {
                Issue.record("the outline after step \(step) of seed \(seed)")
                return
            }
            for view in Self.views where try look(view, &page) != look(view, &again) {
                Issue.record("\(view) after step \(step) of seed \(seed)")
                return
            }
        }
    }

    /// Without its version, which counts changes since the core began.
    private func look(_ view: String, _ page: inout Page) throws -> [JSONMember] {
        let look = try page.ask("look", "{\"now\":\(page.now),\"view\":\(view),\"from\":0,\"count\":500}")
        guard case .object(let members) = look else { return [] }
        return members.filter { $0.name != "version" }
    }

    private func place(_ random: inout SeededRandom) -> String {
        let places = [
            "{\"kind\":\"today\"}", "{\"kind\":\"inbox\"}", "{\"kind\":\"tomorrow\"}", "{\"kind\":\"backlog\"}",
            "{\"kind\":\"date\",\"date\":\"2026-11-20\"}", "{\"kind\":\"date\",\"date\":\"2026-12-01\"}",
        ]
        return random.pick(places) ?? ""
    }

    private func gesture(_ id: String, parent: String, _ random: inout SeededRandom) -> String {
        let named = "\"ids\":[\"\(id)\"]"
        let fields = [
            "\"state\":\"completed\"", "\"state\":\"notStarted\"", "\"tags\":[\"shop\",\"cold\"]", "\"tags\":[]",
            "\"category\":\"Home\"", "\"dueAt\":\"2026-11-24T12:00:00Z\"", "\"title\":\"Milk again\"",
            "\"parentId\":\"\(parent)\"", "\"title\":\"Bread\"",
        ]
        switch random.below(10) {
        case 0: return "{\"act\":\"delete\",\(named)}"
        case 1: return "{\"act\":\"restore\",\(named)}"
        case 2...3: return "{\"act\":\"move\",\(named),\"place\":\(place(&random))}"
        case 4...5:
            let bucket = random.pick(["mustDo", "complementary", "misc"]) ?? ""
            let place = "{\"kind\":\"region\",\"region\":\"morning\",\"bucket\":\"\(bucket)\"}"
            return "{\"act\":\"move\",\(named),\"place\":\(place)}"
        default: return "{\"act\":\"edit\",\(named),\"fields\":{\(random.pick(fields) ?? "")}}"
        }
    }
}
