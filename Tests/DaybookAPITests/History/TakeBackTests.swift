import DaybookCore
import Testing

@testable import DaybookAPI
@testable import DaybookStore
@testable import TestService

/// `POST /v1/history/takeback`: what one device did goes, and nothing else.
@Suite(.closing) struct TakeBackTests {
    private let house: TakeBackHouse

    init() async throws { house = try await TakeBackHouse() }

    private var person: Caller { house.person }
    private var assistant: Caller { house.assistant }

    @Test func everyKindOfChangeGoesAndComesAgain() async throws {
        let (home, work) = (
            await house.make(person, "/v1/lists", #"{"name":"Home"}"#),
            await house.make(person, "/v1/lists", #"{"name":"Work"}"#)
        )
        let notes = String(repeating: "n", count: 5_000)
        let full = await house.make(
            person, "/v1/tasks",
            #"{"title":"A","notes":"\#(notes)","tags":["red","green"],"listId":"\#(home)","priority":3}"#)
        let gone = await house.make(person, "/v1/tasks", #"{"title":"B","listId":"\#(work)"}"#)
        let moved = await house.make(
            person, "/v1/tasks", #"{"title":"C","region":"morning","bucket":"mustDo","scheduledDate":"2030-01-02"}"#)
        let done = await house.make(person, "/v1/tasks", #"{"title":"D"}"#)
        #expect(await person.post("/v1/tasks/\(done)/complete").status == 200)
        let start = await house.revision
        let before = await house.rows()

        #expect(
            await assistant.call("PATCH", "/v1/tasks/\(full)", #"{"title":"A2","notes":null,"priority":0}"#).status
                == 200)
        let tags = #"{"tags":{"add":["blue"],"remove":["red"]},"listId":null,"dueAt":"2030-05-01T09:00:00Z"}"#
        #expect(await assistant.call("PATCH", "/v1/tasks/\(full)", tags).status == 200)
        #expect(await assistant.post("/v1/tasks/\(full)/move", #"{"after":"\#(done)"}"#).status == 200)
        #expect(await assistant.delete("/v1/lists/\(work)").status == 204)
        #expect(await assistant.call("PATCH", "/v1/tasks/\(moved)", #"{"region":"backlog"}"#).status == 200)
        #expect(await assistant.post("/v1/tasks/\(done)/reopen").status == 200)
        let list = await house.make(assistant, "/v1/lists", #"{"name":"New"}"#)
        _ = await house.make(assistant, "/v1/tasks", #"{"title":"E","listId":"\#(list)"}"#)
        #expect(await assistant.call("PATCH", "/v1/lists/\(home)", #"{"name":"House"}"#).status == 200)
        #expect(await assistant.call("PATCH", "/v1/account/settings", #"{"quickAdd":"today"}"#).status == 200)
        #expect(await house.rows()[gone] == nil)
        let after = await house.rows()

        let rehearsal = await house.takeBack(since: start, #","dryRun":true"#)
        #expect(rehearsal.status == 200 && rehearsal["undo"] == .null, "\(rehearsal.text)")
        #expect(await house.rows() == after)
        let answer = await house.takeBack(since: start)
        for counted in ["tasks", "lists", "settings", "kept"] {
            #expect(answer[counted] == rehearsal[counted], "\(answer.text) \(rehearsal.text)")
        }
        #expect(answer.text.contains(#""tasks":{"restored":1,"deleted":1,"changed":3}"#), "\(answer.text)")
        #expect(answer.text.contains(#""lists":{"restored":1,"deleted":1,"changed":1}"#), "\(answer.text)")
        #expect(answer.text.contains(#""settings":true,"erased":0,"kept":[]"#), "\(answer.text)")
        #expect(answer.string("device.name") == "Assistant")
        let restored = await house.rows()
        for id in Set(before.keys).union(restored.keys) { #expect(restored[id] == before[id], "\(id)") }
        #expect(await person.get("/v1/account/settings").string("quickAdd") == "inbox")

        let undone = await house.undo(answer)
        #expect(undone.status == 200 && undone["kept"] == .array([]), "\(undone.text)")
        #expect(await house.rows() == after)
        #expect(try await house.isSound())
    }

    @Test func theLastWordOfAnybodyElseStays() async throws {
        let id = await house.make(person, "/v1/tasks", #"{"title":"A","notes":"n","tags":["x"]}"#)
        let start = await house.revision
        func set(_ caller: Caller, _ id: String, _ fields: String) async {
            #expect(await caller.call("PATCH", "/v1/tasks/\(id)", fields).status == 200)
        }
        await set(assistant, id, #"{"title":"B","notes":"m","tags":{"add":["y"]}}"#)
        await set(person, id, #"{"title":"C","tags":{"remove":["x"],"add":["z"]}}"#)
        await set(assistant, id, #"{"title":"D","category":"shop","tags":{"add":["x"],"remove":["z"]}}"#)
        let made = await house.make(assistant, "/v1/tasks", #"{"title":"E"}"#)
        await set(person, made, #"{"notes":"mine"}"#)
        await set(assistant, made, #"{"title":"F"}"#)
        #expect(await assistant.delete("/v1/tasks/\(made)").status == 204)
        let list = await house.make(assistant, "/v1/lists", #"{"name":"L"}"#)
        let mine = await house.make(person, "/v1/tasks", #"{"title":"In their list","listId":"\#(list)"}"#)
        let rehearsal = await house.takeBack(since: start, #","dryRun":true"#)
        let answer = await house.takeBack(since: start, key: "k")
        #expect(answer["kept"] == rehearsal["kept"], "\(answer.text) \(rehearsal.text)")
        let task = await person.get("/v1/tasks/\(id)")
        #expect(task.string("title") == "C" && task.string("notes") == "n" && task["category"] == .null)
        #expect(task.strings("tags") == ["z"], "\(task.text)")
        let kept = await person.get("/v1/tasks/\(made)")
        #expect(kept.string("title") == "E" && kept.string("notes") == "mine", "\(kept.text)")
        #expect(await person.get("/v1/tasks/\(mine)").string("listId") == list)
        for field in [
            "\(id)\",\"field\":\"title", "\(made)\",\"field\":\"deletedAt", "\(list)\",\"field\":\"deletedAt",
        ] {
            #expect(answer.text.contains(field), "\(answer.text)")
        }
        let again = await house.takeBack(since: start, key: "k")
        #expect(again.text == answer.text)
    }

    @Test func whatCompletionsMadeOfSeriesGoes() async throws {
        let series = #"{"title":"Run","scheduledDate":"2026-06-01","recurrence":{"rrule":"FREQ=DAILY"}}"#
        let run = await house.make(person, "/v1/tasks", series)
        _ = await house.make(person, "/v1/tasks", #"{"title":"Shoes","parentId":"\#(run)"}"#)
        let start = await house.revision
        let before = await house.rows()
        #expect(await assistant.post("/v1/tasks/\(run)/complete").status == 200)
        let next = await house.rows().first { before[$0.key] == nil && $0.value.contains(.init("title", "Run")) }
        #expect(await assistant.post("/v1/tasks/\(try #require(next).key)/complete").status == 200)
        let own = await house.make(assistant, "/v1/tasks", series)
        #expect(await assistant.post("/v1/tasks/\(own)/complete").status == 200)
        let (head, device) = (Int64(await house.revision), try #require(Identifier(house.device)))
        // Read line by line or at once.
        var deeds: [DeviceDeeds] = []
        for count in [1, head] {
            deeds.append(
                try await DeviceDeeds(
                    of: device, in: house.account, after: Int64(start), through: head, asOf: head, atOnce: count,
                    from: house.house.database))
        }
        #expect(deeds[0] == deeds[1] && deeds[0].rows.count > 3)
        let answer = await house.takeBack(since: start)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(await house.rows() == before)
        // The person goes on as if nothing had been.
        #expect(await person.post("/v1/tasks/\(run)/complete").status == 200)
        let open = await house.rows().values.filter {
            $0.contains(.init("title", "Run")) && $0.contains(.init("state", "notStarted"))
        }
        #expect(open.count == 1)
    }

    @Test func betweenTwoMomentsAndForNobodyElse() async throws {
        let start = await house.revision
        let first = await house.make(assistant, "/v1/tasks", #"{"title":"First"}"#)
        let middle = await house.revision
        let second = await house.make(assistant, "/v1/tasks", #"{"title":"Second"}"#)
        #expect(await assistant.call("PATCH", "/v1/tasks/\(first)", #"{"notes":"later"}"#).status == 200)
        // A later change of the same device is not asked for, so it stays.
        let early = await house.takeBack(since: start, ",\"until\":\(middle)")
        #expect(early.text.contains("\(first)\",\"field\":\"deletedAt"), "\(early.text)")
        let late = await house.takeBack(since: middle)
        #expect(late.status == 200)
        #expect(await person.get("/v1/tasks/\(first)")["notes"] == .null)
        #expect(await person.get("/v1/tasks/\(second)").status == 410)

        // Whoever has no access any more can be taken back, too; by their token, as long as it is there.
        let byToken = "{\"token\":\"\(house.token)\",\"since\":\(start),\"dryRun\":true}"
        #expect(await person.post("/v1/history/takeback", byToken).string("device.id") == house.device)
        #expect(await person.delete("/v1/devices/\(house.device)").status == 204)
        #expect(await house.takeBack(since: start).status == 200)
        #expect(await person.get("/v1/tasks/\(first)").status == 410)
        #expect(await person.post("/v1/history/takeback", byToken).statusAndCode == "404 not_found")
    }

    @Test func whoMayNotAndWhatIsWrong() async throws {
        let start = await house.revision
        _ = await house.make(assistant, "/v1/tasks", #"{"title":"A"}"#)
        let stranger = await house.house.newcomer()
        #expect(await house.takeBack(since: 0, by: stranger).statusAndCode == "404 not_found")
        let reader = await person.post("/v1/tokens", #"{"label":"Reader","scope":"read"}"#).string("token")
        #expect(await house.takeBack(since: start, by: house.house.caller.with(reader)).status == 403)
        let refused = [
            ("{}", "device"), ("{\"device\":\"\(house.device)\"}", "since"),
            ("{\"device\":\"\(house.device)\",\"token\":\"\(house.token)\",\"since\":0}", "token"),
            ("{\"device\":\"\(house.device)\",\"since\":1000}", "since"),
            ("{\"device\":\"\(house.device)\",\"since\":\"yesterday\"}", "since"),
            ("{\"device\":\"\(house.device)\",\"since\":1,\"until\":0}", "until"),
            ("{\"device\":\"\(house.device)\",\"since\":0,\"all\":true}", "all"),
        ]
        for (body, field) in refused {
            let answer = await person.post("/v1/history/takeback", body)
            #expect(answer.status == 422 && answer.text.contains("\"field\":\"\(field)\""), "\(body) \(answer.text)")
        }
        try await house.house.database.write(
            of: house.account,
            "DELETE FROM change WHERE account_id = \(house.account) AND revision <= \(Int64(start) + 1)")
        _ = await house.make(assistant, "/v1/tasks", #"{"title":"B"}"#)
        #expect(await house.takeBack(since: 0).statusAndCode == "409 history_too_short")
    }

    @Test func manyDeletionsAreConfirmedAndErasedTasksStaySo() async throws {
        let start = await house.revision
        let items = (0..<60).map { #"{"action":"create","fields":{"title":"\#($0)"}}"# }
        #expect(await assistant.post("/v1/tasks/batch", "{\"tasks\":[\(items.joined(separator: ","))]}").status == 200)
        let erased = await house.make(assistant, "/v1/tasks", #"{"title":"Secret"}"#)
        #expect(await person.post("/v1/tasks/\(erased)/erasure").status == 200)
        let refused = await house.takeBack(since: start, key: "k")
        #expect(refused.statusAndCode == "409 mass_delete_unconfirmed" && refused.number("deletions") == 60)
        let answer = await house.takeBack(since: start, #","confirmMassDelete":true"#, key: "l")
        #expect(answer.number("tasks.deleted") == 60 && answer.number("erased") == 1, "\(answer.text)")
        #expect(await house.rows().isEmpty)
        #expect(await house.undo(answer).number("tasks.restored") == 60)
        #expect(await person.get("/v1/tasks/\(erased)").statusAndCode == "410 erased")
    }

    /// A list that others use stays, and nothing else of the device's stays with it.
    @Test func aListInUseHasTheNameThatOthersGaveIt() async throws {
        func rename(_ caller: Caller, _ list: String, _ name: String) async {
            #expect(await caller.call("PATCH", "/v1/lists/\(list)", #"{"name":"\#(name)"}"#).status == 200)
        }
        let own = await house.make(person, "/v1/lists", #"{"name":"Own"}"#)
        let start = await house.revision
        await rename(assistant, own, "Not theirs")
        await rename(person, own, "Own again")
        #expect(await assistant.delete("/v1/lists/\(own)").status == 204)
        var lists: [String] = []
        for number in 0..<3 {
            let list = await house.make(assistant, "/v1/lists", #"{"name":"L\#(number)"}"#)
            lists.append(list)
            _ = await house.make(person, "/v1/tasks", #"{"title":"In their list","listId":"\#(list)"}"#)
        }
        await rename(assistant, lists[0], "First")
        await rename(person, lists[1], "Ours")
        await rename(assistant, lists[1], "Theirs")
        // Where a task comes back to is in use as well, and where it was brought to is not.
        let task = await house.make(person, "/v1/tasks", #"{"title":"Moved"}"#)
        for (caller, name) in [(person, "Mine"), (assistant, "L4")] {
            let list = await house.make(assistant, "/v1/lists", #"{"name":"\#(name)"}"#)
            #expect(await caller.call("PATCH", "/v1/tasks/\(task)", #"{"listId":"\#(list)"}"#).status == 200)
            if name == "Mine" { lists.append(list) }
        }
        let rehearsal = await house.takeBack(since: start, #","dryRun":true"#)
        let answer = await house.takeBack(since: start, key: "k")
        #expect(answer["kept"] == rehearsal["kept"], "\(answer.text) \(rehearsal.text)")
        #expect(answer["lists"] == rehearsal["lists"] && answer.number("lists.deleted") == 1, "\(answer.text)")
        var names: [String] = []
        for list in lists + [own] { names.append(await person.get("/v1/lists/\(list)").string("name")) }
        #expect(names == ["L0", "Ours", "L2", "Mine", "Own again"])
        for list in lists { #expect(answer.text.contains("\(list)\",\"field\":\"deletedAt"), "\(answer.text)") }
        #expect(await house.takeBack(since: start, key: "k").text == answer.text)
    }

    /// What came into a region is still there when that which it had a place for comes home.
    @Test(arguments: [false, true]) func aPlaceThatIsLeftInALaterBatchIsGivenBack(isFull: Bool) async throws {
        func id(_ number: Int) -> String { Identifier(high: 0x7000_8000, low: 0x8000 << 48 | UInt64(number)).text }
        func create(_ number: Int, _ more: String) -> String {
            #"{"action":"create","id":"\#(id(number))","fields":{"title":"\#(number)"\#(more)}}"#
        }
        func place(_ bucket: String, on day: Int = 11) -> String {
            #","region":"morning","bucket":"\#(bucket)","scheduledDate":"2030-02-\#(day)""#
        }
        func run(_ caller: Caller, _ items: [String]) async {
            let answer = await caller.post("/v1/tasks/batch", #"{"tasks":[\#(items.joined(separator: ","))]}"#)
            #expect(answer.status == 200, "\(answer.text)")
        }
        // The first of all goes away, and the last takes its place.
        let last = Restoration.rowsPerBatch + 20
        var made = [create(1, place("mustDo"))] + (2..<last).map { create($0, "") } + [create(last, "")]
        if isFull {
            made += (0..<8).map { create(last + 1 + $0, place($0 < 3 ? "complementary" : "misc")) }
        }
        await run(person, made)
        let (start, before) = (await house.revision, await house.rows())
        func update(_ number: Int, _ fields: String) -> String {
            #"{"action":"update","id":"\#(id(number))","fields":{"category":"c"\#(fields)}}"#
        }
        await run(assistant, [update(1, place("mustDo", on: 12))] + (2..<last).map { update($0, "") })
        await run(assistant, [update(last, place("mustDo"))])
        let after = await house.rows()
        let answer = await house.takeBack(since: start, key: isFull ? "key" : nil)
        #expect(answer.status == 200 && answer["kept"] == .array([]), "\(answer.text)")
        let restored = await house.rows()
        #expect(before.keys.filter { restored[$0] != before[$0] } == [], "\(restored[id(1)] ?? [])")
        #expect(try await house.isSound())
        #expect(await house.undo(answer).status == 200)
        let again = await house.rows()
        #expect(after.keys.filter { again[$0] != after[$0] } == [])
    }

    /// Lists come before what was put in the place of their tasks goes.
    @Test(arguments: ["key", nil]) func whatComesHomeWithItsListHasItsPlaceAgain(key: String?) async throws {
        let place = #""region":"morning","bucket":"mustDo","scheduledDate":"2030-02-11""#
        let list = await house.make(person, "/v1/lists", #"{"name":"Home"}"#)
        let mine = await house.make(person, "/v1/tasks", #"{"title":"A","listId":"\#(list)",\#(place)}"#)
        let other = await house.make(person, "/v1/tasks", #"{"title":"B"}"#)
        let start = await house.revision
        let before = await house.rows()
        func set(_ id: String, _ fields: String) async {
            #expect(await assistant.call("PATCH", "/v1/tasks/\(id)", "{\(fields)}").status == 200)
        }
        if key == nil { await set(mine, #""bucket":"misc""#) }
        #expect(await assistant.delete("/v1/lists/\(list)").status == 204)
        await set(other, place)
        let after = await house.rows()
        let answer = await house.takeBack(since: start, key: key)
        #expect(answer.status == 200 && answer["kept"] == .array([]), "\(answer.text)")
        let restored = await house.rows()
        for id in Set(before.keys).union(restored.keys) { #expect(restored[id] == before[id], "\(id)") }
        if let key { #expect(await house.takeBack(since: start, key: key).text == answer.text) }
        #expect(try await house.isSound())
        #expect(await house.undo(answer).status == 200)
        #expect(await house.rows() == after)
    }

    /// Whoever asked went away after some of it was done.
    @Test(arguments: ["k", nil]) func whatWasInterruptedIsGoneOnWith(key: String?) async throws {
        let count = 3 * Restoration.rowsPerBatch
        let made = (0..<count).map { #"{"action":"create","fields":{"title":"\#($0)"}}"# }
        #expect(await person.post("/v1/tasks/batch", "{\"tasks\":[\(made.joined(separator: ","))]}").status == 200)
        let (start, before) = (await house.revision, await house.rows())
        let ids = before.keys.sorted()
        let renamed = ids.map { #"{"action":"update","id":"\#($0)","fields":{"title":"x"}}"# }
        #expect(
            await assistant.post("/v1/tasks/batch", "{\"tasks\":[\(renamed.joined(separator: ","))]}").status == 200)
        let changed = await house.revision
        // The last batch meets a row that cannot be written, and the request fails.
        let database = house.house.database
        let last = try #require(Identifier(ids[ids.count - 1]))
        try await database.write(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF NEW.entity_id = '\(unsafeSQL: last.text)' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$
            """)
        try await database.write(
            "CREATE TRIGGER refuse BEFORE INSERT ON change FOR EACH ROW EXECUTE FUNCTION refuse()")
        #expect(await house.takeBack(since: start, key: key).status == 500)
        #expect(await house.revision >= changed + count - Restoration.rowsPerBatch)
        try await database.write("DROP TRIGGER refuse ON change")
        let answer = await house.takeBack(since: start, key: key)
        // Without a key nobody knows that both are one.
        let told = key == nil ? Restoration.rowsPerBatch : count
        #expect(answer.number("tasks.changed") == told && answer["kept"] == .array([]), "\(answer.text)")
        #expect(await house.rows() == before)
        let revision = await house.revision
        let again = await house.takeBack(since: start, key: key)
        #expect(key == nil ? again.number("tasks.changed") == 0 : again.text == answer.text, "\(again.text)")
        #expect(await house.revision == revision)
    }
}
