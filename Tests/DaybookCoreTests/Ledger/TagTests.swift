import Seeds
import Testing

@testable import DaybookCore

/// Tags are merged one by one.
@Suite struct TagTests {
    var desk = Desk()
    let one = Desk.task(1)

    private static func tags(_ tags: [String]) -> [JSONMember] {
        [JSONMember("tags", .array(tags.map { .string($0) }))]
    }

    private static func tags(add: [String] = [], remove: [String] = []) -> [JSONMember] {
        [JSONMember("tags", TagEdit(add: add, remove: remove.map { .init($0) }).json)]
    }

    @Test mutating func aTagOfEachOfTwoDevices() {
        desk.do(one, .title("x"), at: 1)
        #expect(desk.do(one, Self.tags(add: ["home"]), at: 3) == .applied)
        #expect(desk.do(one, Self.tags(add: ["work"]), at: 2, by: Desk.b) == .applied)
        #expect(desk[1].tags == ["home", "work"])
        #expect(desk[1].updatedAt == Desk.time(3).instant)
    }

    /// All of them named at once are no wish that somebody else's tag go, who put it on meanwhile.
    @Test mutating func allOfThemByTwoDevicesThatSawNone() {
        desk.do(one, .title("x"), at: 1)
        let seen = desk.slice.revision
        desk.do(one, Self.tags(["home"]), at: 2, base: seen)
        var late = desk.operation(one, Self.tags(["work"]), at: 3, by: Desk.b, base: seen)
        late.after = Desk.time(1)
        desk.push([late], from: Desk.b)
        #expect(desk[1].tags == ["home", "work"])
        // Who has seen both takes off what they do not name.
        desk.do(one, Self.tags(["work"]), at: 4, base: desk.slice.revision)
        #expect(desk[1].tags == ["work"])
        desk.do(one, [JSONMember("tags", .null)], at: 5)
        #expect(desk[1].tags == [])
    }

    /// It is an edit as any other, and brings a deleted task back.
    @Test mutating func sayingWhatIsSoAlreadyIsWorkOnTheTask() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, at: 2, kind: .delete)
        desk.do(one, Self.tags([]), at: 3)
        #expect(!desk[1].isDeleted && desk[1].updatedAt == Desk.time(3).instant)
    }

    @Test mutating func aRemovalTakesBackWhatWasSeen() {
        desk.do(one, .title("x") + Self.tags(["home"]), at: 1)
        // Another device puts it on once more; the first has not seen that.
        desk.do(one, Self.tags(add: ["home"]), at: 2, by: Desk.b)
        var removal = desk.operation(one, Self.tags(remove: ["home"]), at: 3)
        removal.after = Desk.time(1)
        let merged = desk.push([removal], from: Desk.a).merged
        #expect(desk[1].tags == ["home"])
        #expect(merged?.outcomes[0].conflicts.map(\.field) == ["tags"])
        #expect(desk.do(one, Self.tags(remove: ["home"]), at: 4) == .applied)
        #expect(desk[1].tags == [])
        // What arrives late and was put on before the removal was seen by it.
        #expect(desk.do(one, Self.tags(add: ["home"]), at: 1, by: Desk.b).name == "superseded")
        #expect(desk[1].tags == [])
    }

    /// A device knows its own tags, though nobody has told it that they arrived.
    @Test mutating func onesOwnTagOfAMomentAgo() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, .title("y"), at: 9, by: Desk.b)
        var operations = [
            desk.operation(one, Self.tags(add: ["home"]), at: 2), desk.operation(one, Self.tags([]), at: 3),
        ]
        for index in operations.indices { operations[index].after = Desk.time(1) }
        desk.push(operations, from: Desk.a)
        #expect(desk[1].tags == [])
    }

    /// In whatever order they arrive, and however often.
    @Test mutating func anyOrderComesToTheSame() {
        var random = SeededRandom(.current)
        for _ in 0..<200 {
            let edits = (0..<8).map { number -> (TagEdit, HybridTime) in
                let tag = ["a", "b", "c"].randomElement(using: &random)!
                let seen = Desk.time(Int64.random(in: 0...Int64(number), using: &random))
                let edit =
                    Bool.random(using: &random)
                    ? TagEdit(add: [tag])
                    : TagEdit(remove: [.init(tag, added: Bool.random(using: &random) ? seen : nil)])
                return (edit, Desk.time(Int64(number), [Desk.a, Desk.b].randomElement(using: &random)!))
            }
            var (ordered, mixed) = (TagSet(), TagSet())
            for (edit, clock) in edits { ordered.apply(edit, at: clock) }
            for (edit, clock) in (edits + edits.prefix(3)).shuffled(using: &random) { mixed.apply(edit, at: clock) }
            #expect(ordered == mixed, "\(RandomSeed.current)")
        }
    }

    @Test mutating func theWriterSaysWhatWasRead() throws {
        desk.do(one, .title("x") + Self.tags(["b", "a"]), at: 1)
        desk.do(one, Self.tags(add: ["c"], remove: ["a"]), at: 2)
        var writer = JSONWriter()
        desk[1].write(to: &writer, .replica)
        var reader = JSONReader(writer.bytes)
        #expect(try TaskItem(from: &reader) == desk[1])
        #expect(String(decoding: writer.bytes, as: UTF8.self).contains(#""tags":["b","c"]"#))
    }

    @Test(
        arguments: [
            (.array([""]), FieldError.Code.malformed), (.array(["a\nb"]), .malformed), (.array([1]), .wrongType),
            ("home", .wrongType), (.object([JSONMember("add", "home")]), .wrongType),
            (.array((0...100).map { .string("\($0)") }), .tooLong),
            (.array([.string(String(repeating: "x", count: 101))]), .malformed),
            (.object([JSONMember("add", .array(["a"])), JSONMember("remove", .array(["a"]))]), .malformed),
        ] as [(JSONValue, FieldError.Code)])
    mutating func whatIsNoTagIsRefused(_ value: JSONValue, _ code: FieldError.Code) throws {
        desk.do(one, .title("x"), at: 1)
        let rejection = try #require(desk.do(one, [JSONMember("tags", value)], at: 2).rejection, "\(value)")
        #expect(rejection.fields.map(\.field) == ["tags"] && rejection.fields.map(\.code) == [code])
    }

    @Test mutating func accentsAndSpacesAroundAreNoOtherTag() {
        desk.do(one, .title("x") + Self.tags([" caf\u{65}\u{301} ", "Home", "home"]), at: 1)
        #expect(desk[1].tags.map { Array($0.utf8) } == ["Home", "café", "home"].map { Array($0.utf8) })
    }

    /// A task has no more than so many, whichever way they come, and it remembers no more that are gone.
    @Test mutating func manyTags() {
        desk.do(one, .title("x") + Self.tags((0..<60).map { "a\($0)" }), at: 1)
        #expect(desk.do(one, Self.tags(add: (0..<40).map { "b\($0)" }), at: 2) == .applied)
        #expect(desk.do(one, Self.tags(add: ["c"]), at: 3).name == "rejected")
        #expect(desk.do(one, Self.tags(add: ["c"], remove: ["a0"]), at: 4) == .applied)
        for round in 0..<5 as Range<Int64> {
            desk.do(
                one, Self.tags(desk[1].tags.count > 50 ? ["d\(round)"] : (0..<100).map { "e\(round) \($0)" }),
                at: 10 + round)
        }
        #expect(desk[1].tagSet.marks.count <= 2 * TagSet.most)
        // What is older than all that is remembered does not come back.
        desk.do(one, Self.tags(add: ["a1"]), at: 2, by: Desk.b)
        #expect(!desk[1].tags.contains("a1"))
        // Told once more it comes to the same.
        let before = desk[1].tagSet
        for entry in desk.ledger { desk.slice.replay(entry) }
        #expect(desk[1].tagSet == before)
    }

    @Test mutating func takingBackTakesBackExactlyThat() {
        desk.do(one, .title("x") + Self.tags(["a", "b"]), at: 1)
        desk.do(one, Self.tags(["b", "c", "d"]), at: 2)
        let entry = desk.ledger.suffix(1)
        #expect(entry.first?.tagsChanged?.went == ["a"] && entry.first?.tagsChanged?.came == ["c", "d"])
        desk.do(one, Self.tags(add: ["e"]), at: 3, by: Desk.b)
        desk.do(one, Self.tags(remove: ["b", "d"]), at: 4, by: Desk.b)
        let plan = desk.slice.undo(Array(entry), at: Desk.time(5, Desk.c), request: .zero)
        desk.push(plan.operations)
        #expect(desk[1].tags == ["a", "e"] && plan.kept.isEmpty)
        // Whoever puts one on again wants it.
        desk.do(one, Self.tags(add: ["f"]), at: 6)
        let again = desk.ledger.suffix(1)
        desk.do(one, Self.tags(add: ["f"]), at: 7, by: Desk.b)
        #expect(desk.slice.undo(Array(again), at: Desk.time(8, Desk.c), request: .zero).kept.map(\.field) == ["tags"])
    }

    /// A field that this release has come to know was kept as it came.
    @Test func whatWasKeptForANewerReleaseBecomesItsField() {
        var task = TaskItem(id: one)
        task.unknown.set(.init(name: "tags", value: .array(["a"]), clock: Desk.time(1)))
        task.unknown.set(.init(name: "priority", value: 3, clock: Desk.time(2)))
        task.unknown.set(.init(name: "mood", value: "good", clock: Desk.time(3)))
        task.adoptKnownFields()
        #expect(task.tags == ["a"] && task.priority == 3 && task.unknown.entries.map(\.name) == ["mood"])
        #expect(task.clocks[.priority] == Desk.time(2))
        var settings = AccountSettings()
        settings.clocks[.weeklyReview] = Desk.time(2)
        settings.unknown.set(.init(name: "quietFrom", value: "22:00", clock: Desk.time(1)))
        settings.unknown.set(.init(name: "weeklyReview", value: true, clock: Desk.time(1)))
        settings.unknown.set(.init(name: "quietUntil", value: "late", clock: Desk.time(1)))
        settings.adoptKnownFields()
        #expect(settings.quietFrom == TimeOfDay("22:00") && settings.clocks[.quietFrom] == Desk.time(1))
        #expect(!settings.weeklyReview, "a later change holds")
        #expect(settings.unknown.entries.map(\.name) == ["quietUntil"])
    }
}
