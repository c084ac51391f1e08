import Foundation
import Testing

/// The ways from a route to the database, as docs/house/architecture.md tells them.
@Suite struct WayTests {
    private static let ways = Result {
        let page = House.root.appending(path: "docs/house/architecture.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { Way(line: String($0)) }
    }

    @Test func everyStepCallsTheNext() throws {
        let ways = try Self.ways.get()
        #expect(Set(ways.map(\.name)) == ["push", "put", "gesture", "view", "export", "day turn"])
        let sources = try House.sources()
        for way in ways {
            #expect(way.flaws(in: sources).isEmpty, "\(way.name)")
            #expect(way.frames == way.steps.count, "\(way.name)")
        }
    }

    @Test func changesAreShort() throws {
        for way in try Self.ways.get() where ["push", "put"].contains(way.name) { #expect(way.steps.count <= 9) }
        for way in try Self.ways.get() where way.name == "gesture" { #expect(way.steps.count <= 12) }
    }

    private static let house = [
        SourceFile(
            path: "A/Door.swift",
            text: """
                struct Door {
                    func open(_ key: Key) {
                        let hall = Hall()
                        hall.enter(key)
                    }

                    func pass(_ key: Key) {
                        guarded(by: key) { hall in
                            if hall.isLit { hall.enter(key) }
                        }
                    }

                    func close() { lock() }
                }
                """),
        SourceFile(
            path: "A/House.swift",
            text: """
                extension Hall {
                    func enter(_ key: Key) {}
                }

                extension Door {
                    func guarded(by key: Key, _ body: (Hall) -> Void) {
                        body(Hall())
                    }
                }
                """),
    ]

    private func flaws(_ steps: String) -> [String]? {
        Way(line: "- **way**, 9 frames: \(steps)")?.flaws(in: Self.house)
    }

    /// The check itself must be able to fail.
    @Test func aStepThatIsNotTakenIsFound() {
        #expect(flaws("`Door.open` → `Hall.enter`") == [])
        #expect(flaws("`Door.close` → `Hall.enter`") == ["Door.close does not call Hall.enter"])
        #expect(flaws("`Door.open` → `Hall.climb`") == ["Door.open does not call Hall.climb"])
    }

    @Test func aStepThatIsLeftOutIsFound() {
        #expect(flaws("`Door.pass` → `Door.guarded` → `Hall.enter`") == [])
        #expect(flaws("`Door.pass` → `Hall.enter`") == ["Door.pass does not call Hall.enter"])
        #expect(flaws("`Door.open` → `Door.guarded` → `Hall.enter`")?.count == 2)
    }
}
