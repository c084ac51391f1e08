import DaybookCore
import Seeds
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

/// A day of an assistant among a person's.
@Suite(.closing) struct TakeBackDayTests {
    @Test func whatOnlyTheAssistantTouchedIsAsItWasAndNothingOfThePersonsIsLost() async throws {
        for round in 0..<Proofs.scale(gate: 1, proof: 12) {
            let house = try await TakeBackHouse()
            var day = Day(house: house, random: RandomSeed.generator("an assistant's day, round \(round)"))
            try await day.play(changes: Proofs.scale(gate: 400, proof: 1_000))
        }
    }
}

private struct Day {
    let house: TakeBackHouse
    var random: SeededRandom
    private var serial = 0
    private var tasks: [String] = []
    private var lists: [String] = []
    private var isPersons = true

    init(house: TakeBackHouse, random: SeededRandom) { (self.house, self.random) = (house, random) }

    mutating func play(changes: Int) async throws {
        while tasks.count < 60 { await act(house.person, onlyMaking: true) }
        let (start, before) = (await house.revision, await house.rows())
        var made = 0
        while made < changes {
            isPersons = random.chance(35)
            made += await act(isPersons ? house.person : house.assistant)
        }
        let (end, after) = (await house.revision, await house.rows())
        let told = await house.history(after: start)
        let rehearsal = await house.takeBack(since: start, #","dryRun":true"#)
        let answer = await house.takeBack(since: start, #","confirmMassDelete":true"#, key: "day")
        #expect(answer.status == 200 && rehearsal.status == 200, "\(RandomSeed.current) \(answer.text)")
        #expect(answer["lists"] == rehearsal["lists"], "\(RandomSeed.current)")
        let restored = await house.rows()
        let repeated = await house.takeBack(since: start, #","confirmMassDelete":true"#, key: "day")
        #expect(repeated.text == answer.text, "\(RandomSeed.current) \(repeated.text) after \(answer.text)")
        #expect(await house.rows() == restored)
        compare(before, restored, told, await newRows(after: end))
        #expect(try await house.isSound(), "\(RandomSeed.current)")
        // And all of it comes again.
        let undone = await house.undo(answer)
        #expect(undone.status == 200, "\(RandomSeed.current) \(undone.text)")
        let (again, all) = (await house.rows(), await house.history(after: start))
        // Since when a task has been in the backlog is told from when it first came there, and what a series makes may
        // have been made otherwise before.
        let ofSeries = Set(
            all.filter { $0["kind"]?.text == "create" && $0["device"]?.isNull == true }.compactMap { $0["id"]?.text })
        // And a list stays that such a task is in by now.
        let holding = Set(
            again.compactMap { id, row in
                ofSeries.contains(id) ? row.first { $0.name == "listId" }?.value.text : nil
            })
        for id in Set(after.keys).union(again.keys).subtracting(ofSeries).subtracting(holding) {
            let differences = names(after[id], again[id]).subtracting(
                takenMeanwhile(after[id], again, gone: [])
            ).subtracting(["enteredBacklogAt"])
            #expect(
                differences.isEmpty,
                "\(RandomSeed.current) \(id) after \(end): \(differences) \(story(of: id, all))")
        }
    }

    /// Rows that were not there.
    private func newRows(after revision: Int) async -> Set<String> {
        Set(
            await house.history(after: revision).filter { $0["kind"]?.text == "create" }.compactMap {
                $0["id"]?.text
            })
    }

    private func compare(
        _ before: [String: [JSONMember]], _ restored: [String: [JSONMember]], _ told: [JSONValue], _ anew: Set<String>
    ) {
        let persons = Dictionary(grouping: told.filter { $0["device"]?["name"]?.text == "Phone" }) {
            $0["id"]?.text ?? ""
        }
        let causes = Set(persons.values.joined().compactMap { $0["opId"]?.text })
        let followed = Set(
            told.filter { $0["cause"]?.text.map(causes.contains) ?? false }.compactMap { $0["id"]?.text })
        // A list that others use stays.
        let used = Set(restored.values.compactMap { row in row.first { $0.name == "listId" }?.value.text })
        for id in Set(before.keys).union(restored.keys) where persons[id] == nil && !followed.contains(id) {
            // What is completed again at another date than it was has another next one.
            if before[id] == nil, used.contains(id) || anew.contains(id) { continue }
            let differences = names(before[id], restored[id]).subtracting(
                takenMeanwhile(before[id], restored, gone: Set(persons.keys)))
            #expect(differences.isEmpty, "\(RandomSeed.current) \(id) \(differences): \(story(of: id, told))")
        }
        for (id, lines) in persons {
            guard lines.last?["kind"]?.text != "delete" else { continue }
            let row = restored[id].map { JSONValue.object($0) }
            #expect(row != nil, "\(RandomSeed.current) \(id): \(story(of: id, told))")
            for field in ["title", "notes", "priority", "category", "name", "state"] {
                let last = lines.reversed().lazy.compactMap { line -> JSONValue? in
                    guard case .array(let changes)? = line["changes"] else { return nil }
                    return changes.first { $0["field"]?.text == field }?["new"]
                }.first
                guard let last, let row else { continue }
                #expect(row[field] == last, "\(RandomSeed.current) \(id) \(field): \(story(of: id, told))")
            }
        }
    }

    private func names(_ row: [JSONMember]?, _ other: [JSONMember]?) -> Set<String> {
        Set(Set(row ?? []).symmetricDifference(other ?? []).map(\.name))
    }

    /// Where a task cannot be again as it was: others deleted its list, or have its place in a full region.
    private func takenMeanwhile(
        _ row: [JSONMember]?, _ now: [String: [JSONMember]], gone others: Set<String>
    ) -> Set<String> {
        guard let row else { return [] }
        func place(_ row: [JSONMember]) -> [JSONMember] {
            row.filter { ["scheduledDate", "region", "bucket"].contains($0.name) }
        }
        var taken: Set<String> = []
        if let list = row.first(where: { $0.name == "listId" })?.value.text, now[list] == nil, others.contains(list) {
            taken.insert("listId")
        }
        if now.values.contains(where: { place($0) == place(row) }) { taken.insert("bucket") }
        return taken
    }

    private func story(of id: String, _ told: [JSONValue]) -> String {
        told.filter { $0["id"]?.text == id }.map { String(decoding: $0.json, as: UTF8.self) }.joined(separator: "\n")
    }

    /// A third is the assistant's alone, a third the person's, and a third for both.
    private mutating func pick(_ rows: [String]) -> String? {
        let other = isPersons ? 0 : 1
        return random.pick(rows.indices.filter { $0 % 3 != other }.map { rows[$0] })
    }

    /// How many changes it came to.
    @discardableResult
    private mutating func act(_ caller: Caller, onlyMaking: Bool = false) async -> Int {
        if random.chance(10) { return await actOnList(caller, onlyMaking) }
        var items: [String] = []
        for _ in 0..<(1 + random.below(8)) { items.append(action(onlyMaking)) }
        let answer = await caller.post("/v1/tasks/batch", "{\"tasks\":[\(items.joined(separator: ","))]}")
        #expect(answer.status == 200, "\(RandomSeed.current) \(answer.text)")
        return items.count
    }

    private mutating func actOnList(_ caller: Caller, _ onlyMaking: Bool) async -> Int {
        serial += 1
        let list = pick(lists)
        switch onlyMaking ? 0 : random.below(6) {
        case 0, 1: lists.append(await house.make(caller, "/v1/lists", #"{"name":"list \#(serial)"}"#))
        case 2: if let list { _ = await caller.delete("/v1/lists/\(list)") }
        case 3:
            if let task = pick(tasks), let next = pick(tasks) {
                _ = await caller.post("/v1/tasks/\(task)/move", #"{"after":"\#(next)"}"#)
            }
        default: if let list { _ = await caller.call("PATCH", "/v1/lists/\(list)", #"{"name":"name \#(serial)"}"#) }
        }
        return 1
    }

    private mutating func action(_ onlyMaking: Bool) -> String {
        serial += 1
        guard !onlyMaking, !random.chance(15), let id = pick(tasks) else {
            let id = Identifier(high: random.next(), low: random.next()).text
            tasks.append(id)
            return #"{"action":"create","id":"\#(id)","fields":{"title":"task \#(serial)"\#(more(isNew: true))}}"#
        }
        switch random.below(12) {
        case 0: return #"{"action":"complete","id":"\#(id)"}"#
        case 1: return #"{"action":"reopen","id":"\#(id)"}"#
        case 2: return #"{"action":"delete","id":"\#(id)"}"#
        case 3: return #"{"action":"start","id":"\#(id)"}"#
        default: return #"{"action":"update","id":"\#(id)","fields":{"category":"c\#(serial)"\#(more())}}"#
        }
    }

    private mutating func more(isNew: Bool = false) -> String {
        var fields = ""
        if !isNew, random.chance(40) { fields += #","title":"title \#(serial)""# }
        if random.chance(30) { fields += #","notes":"\#(String(repeating: "n", count: random.below(40))) \#(serial)""# }
        if random.chance(20) { fields += #","priority":\#(random.below(10))"# }
        switch random.below(6) {
        case 0: fields += #","tags":["t\#(random.below(4))","t\#(random.below(4) + 4)"]"#
        case 1: fields += #","tags":{"add":["t\#(random.below(8))"],"remove":["t\#(8 + random.below(2))"]}"#
        default: break
        }
        if random.chance(20), let list = random.pick(lists) { fields += #","listId":"\#(list)""# }
        if random.chance(25) { fields += place() }
        if random.chance(10) { fields += #","dueAt":"2030-01-0\#(1 + random.below(9))T09:00:00Z""# }
        return fields
    }

    private mutating func place() -> String {
        let region = ["morning", "afternoon", "evening"][random.below(3)]
        let bucket = ["mustDo", "complementary", "misc"][random.below(3)]
        let date = "2030-02-\(10 + random.below(15))"
        switch random.below(4) {
        case 0: return #","region":"backlog""#
        case 1: return #","scheduledDate":"\#(date)","recurrence":{"rrule":"FREQ=DAILY"}"#
        default: return #","region":"\#(region)","bucket":"\#(bucket)","scheduledDate":"\#(date)""#
        }
    }
}
