import Foundation
import TestPostgres
import TestWire
import Testing

/// Rows that hold as much text as they may: what one request reads, makes and answers has a bound, and no text is lost
/// by it.
@Suite(.closing) struct LongTextTests {
    private let database: String
    private let api: API
    private var hand: Hand

    init() async throws {
        let url = try await migratedDatabase.copy()
        database = TestPostgres.shared.name(of: url)
        api = try await API.serving(url)
        hand = Hand(api, try await api.newAccount().token)
    }

    /// Nearly as long as one may be; nine of them are more than a request may read.
    private static let notes = String(repeating: "wörd ", count: 160_000)
    private static var title: String { #"{"title":"Long","notes":"\#(notes)"}"# }
    /// Where little is proven by more: as long as is told apart from what is short.
    private static let ample = String(notes.prefix(Proofs.scale(gate: 80_000, proof: notes.count)))

    /// What an operation lost to is told with it: a thousand little ones may come to a gigabyte.
    @Test mutating func littleOperationsThatComeToMuch() async throws {
        let task = Hand.name()
        try await hand.sync([hand.change(task, at: 0, #"{"title":"Long","notes":"\#(Self.ample)"}"#)])
        let lost = (0..<1000).map { hand.change(task, at: -9000, counter: $0, #"{"notes":"x"}"#) }
        let revision = try await hand.sync().json["revision"].number
        let idle = api.program.residentBytes
        #expect(try await hand.sync(lost).statusAndCode == "413 too_much_at_once")
        measured { #expect(api.program.residentBytes < idle + (64 << 20)) }
        #expect(try await hand.sync().json["revision"].number == revision, "nothing was done")
        // A few of them are not too much, and one never is.
        let answer = try await hand.sync(Array(lost.prefix(4)))
        #expect(answer.json["outcomes"].list.map { $0["outcome"].text } == Array(repeating: "superseded", count: 4))
    }

    @Test mutating func manyLongRowsAreChangedInSeveralRequests() async throws {
        let tasks = (0..<9).map { _ in Hand.name() }
        for task in tasks { try await hand.sync([hand.change(task, at: 0, Self.title)]) }
        let edits = tasks.map { hand.change($0, at: 1000, #"{"sticky":true}"#) }
        #expect(try await hand.sync(edits).code == "too_much_at_once")
        let batch = tasks.map { #"{"action":"update","id":"\#($0)","fields":{"sticky":true}}"# }
        let refused = try await api.ask(
            "POST", "/v1/tasks/batch", token: hand.token, #"{"tasks":[\#(batch.joined(separator: ","))]}"#)
        #expect(refused.code == "too_much_at_once")
        for half in [edits[..<6], edits[6...]] {
            #expect(
                try await hand.sync(Array(half)).json["outcomes"].list.allSatisfy {
                    $0["outcome"].text == "applied"
                })
        }
        #expect(try await hand.task(tasks[8])["notes"].text == Self.notes)
    }

    /// However often a batch names a task, its answer tells it once.
    @Test mutating func aTaskIsToldOnceHoweverOftenABatchNamesIt() async throws {
        let task = Hand.name()
        try await hand.sync([hand.change(task, at: 0, Self.title)])
        let starts = Array(repeating: #"{"action":"start","id":"\#(task)"}"#, count: 500).joined(separator: ",")
        let answer = try await api.ask("POST", "/v1/tasks/batch", token: hand.token, #"{"tasks":[\#(starts)]}"#)
        #expect(answer.status == 200 && answer.body.utf8.count < 2 << 20)
        let outcomes = answer.json["outcomes"].list
        #expect(outcomes.count == 500 && outcomes.count { !$0["task"].isNull } == 1)
        #expect(outcomes[0]["task"]["notes"].text == Self.notes)
    }

    /// What is too much is refused before it is read.
    @Test(.proof("it measures memory")) mutating func whatIsRefusedIsNotRead() async throws {
        let tasks = (0..<60).map { _ in Hand.name() }
        for task in tasks { try await hand.sync([hand.change(task, at: 0, Self.title)]) }
        let edits = tasks.map { hand.change($0, at: 1000, #"{"sticky":true}"#) }
        await eventually { api.program.residentBytes < 96 << 20 }
        let idle = api.program.residentBytes
        let peak = Peak(api.program)
        #expect(try await hand.sync(edits).code == "too_much_at_once")
        #expect(await peak.end() < idle + (16 << 20))
    }

    /// A task becomes a series again, and completed, by an undo that does not concern its notes: the next occurrence
    /// has them.
    @Test mutating func anUndoThatMakesASeriesTakesTheNotesAlong() async throws {
        let task = Hand.name()
        try await hand.sync([hand.change(task, at: 0, #"{"title":"Long","notes":"\#(Self.ample)"}"#)])
        let fields = #"{"recurrence":{"rrule":"FREQ=DAILY"},"scheduledDate":"2026-06-01","state":"completed"}"#
        let made = hand.change(task, at: 1000, fields)
        try await hand.sync([made])
        func undo(_ opId: String?) async throws -> Int {
            try await api.ask("POST", "/v1/history/\(try #require(opId))/undo", token: hand.token, "{}").status
        }
        func open() async throws -> [JSON] {
            try await api.ask("GET", "/v1/tasks", token: hand.token).json["tasks"].list.filter {
                $0["state"].text == "notStarted"
            }
        }
        let next = try await open().first?["id"].text
        #expect(try await undo(JSON(made)["opId"].text) == 200)
        #expect(try await open().map { $0["id"].text } == [task])
        let lines = try await api.ask("GET", "/v1/history?task=\(task)", token: hand.token).json["entries"].list
        let undoing = lines.first { $0["fields"]["recurrence"].any is NSNull }
        #expect(try await undo(undoing?["opId"].text) == 200)
        let again = try await open()
        #expect(again.map { $0["id"].text } == [next] && again.first?["notes"].text == Self.ample)
    }

    /// A list that goes touches its tasks and does not read their notes; they come back as they were, and are found.
    @Test mutating func aListOfLongNotesGoesAndComesBack() async throws {
        let list = Hand.name()
        try await hand.sync([hand.change(list, at: 0, #"{"name":"Home"}"#, entity: "list")])
        let tasks = (0..<9).map { _ in Hand.name() }
        for task in tasks {
            let fields = #"{"title":"Long","listId":"\#(list)","notes":"\#(Self.notes)"}"#
            try await hand.sync([hand.change(task, at: 1, fields)])
        }
        // Such notes are not folded in a moment.
        func found() async throws -> Int {
            while true {
                let page = try await api.ask("GET", "/v1/search?q=long", token: hand.token).json
                if page["isBehind"].flag == false { return page["hits"].list.count }
            }
        }
        #expect(try await found() == 9)
        let gone = hand.change(list, at: 5000, kind: "delete", entity: "list")
        let answer = try await hand.sync([gone])
        #expect(answer.json["outcomes"][0]["outcome"].text == "applied")
        #expect(try await found() == 0)
        let opId = try #require(JSON(gone)["opId"].text)
        let undone = try await api.ask("POST", "/v1/history/\(opId)/undo", token: hand.token, "{}")
        #expect(undone.status == 200 && undone.json["hasMore"].any as? Bool == true)
        #expect(undone.json["tasks"].list.isEmpty, "what is not here is not told as if there were none")
        for task in tasks {
            let row = try await hand.task(task)
            #expect(row["notes"].text == Self.notes && row["listId"].text == list)
        }
        #expect(try await found() == 9)
    }

    /// Who edits the text of a task that the same request touches has it whole.
    @Test mutating func anEditAmongWhatIsTouched() async throws {
        let (list, task) = (Hand.name(), Hand.name())
        try await hand.sync([
            hand.change(list, at: 0, #"{"name":"Home"}"#, entity: "list"),
            hand.change(task, at: 1, #"{"title":"Long","listId":"\#(list)","notes":"\#(Self.ample)"}"#),
        ])
        let edit = hand.change(task, at: 4000, #"{"notes":"short"}"#)
        try await hand.sync([hand.change(list, at: 3000, kind: "delete", entity: "list"), edit])
        #expect(try await hand.task(task)["notes"].text == "short")
        let opId = try #require(JSON(edit)["opId"].text)
        // Without the edit the task goes with its list, with all of its text.
        let undone = try await api.ask("POST", "/v1/history/\(opId)/undo", token: hand.token, "{}")
        let row = undone.json["tasks"][0]
        #expect(row["deletedAt"].text != nil && row["notes"].text == Self.ample)
    }

    /// Of a task whose history is longer than a push reads, the last writer of each field stands.
    @Test mutating func aHistoryThatIsTooLongIsNotTold() async throws {
        let task = Hand.name()
        try await hand.sync([hand.change(task, at: -90_000, #"{"title":"x","region":"morning","bucket":"misc"}"#)])
        for number in 0..<12 {
            let notes = "\(number)" + Self.notes
            try await hand.sync([hand.change(task, at: Int64(number) - 50_000, #"{"notes":"\#(notes)"}"#)])
        }
        let idle = api.program.residentBytes
        let late = try await hand.sync([hand.change(task, at: -80_000, #"{"region":"evening"}"#)])
        #expect(late.json["outcomes"][0]["outcome"].text == "applied")
        #expect(try await hand.task(task)["region"].text == "evening")
        measured { #expect(api.program.residentBytes < idle + (48 << 20)) }
    }

    /// What is only looked at stays where it is, also what repeats: a small change among 60 long tasks reads none of
    /// them, and what would need all of their text is refused or done without it.
    @Test(.proof("it measures memory")) mutating func aSmallChangeAmongLongTasksReadsLittle() async throws {
        let (list, small) = (Hand.name(), Hand.name())
        let date = Instant(milliseconds: hand.began).utcDate.text
        let place = #""region":"morning","bucket":"misc","scheduledDate":"\#(date)""#
        let limits = #"{"regionLimits":{"mustDo":1,"complementary":3,"misc":100}}"#
        #expect(try await api.ask("PATCH", "/v1/account/settings", token: hand.token, limits).status == 200)
        try await hand.sync([
            hand.change(list, at: 0, #"{"name":"Home"}"#, entity: "list"),
            hand.change(small, at: 1, #"{"title":"Small",\#(place)}"#),
        ])
        let tasks = (0..<60).map { _ in Hand.name() }
        for task in tasks {
            let fields = #"{"title":"Long","listId":"\#(list)",\#(place),"recurrence":{"rrule":"FREQ=DAILY"}}"#
            try await hand.sync([hand.change(task, at: 2, fields)])
            try await hand.sync([hand.change(task, at: 3, #"{"notes":"\#(Self.notes)"}"#)])
        }
        await eventually { api.program.residentBytes < 96 << 20 }
        let idle = api.program.residentBytes
        let peak = Peak(api.program)
        let moved = try await hand.sync([hand.change(small, at: 10, #"{"bucket":"complementary"}"#)])
        #expect(moved.outcomes == ["applied"])
        let gone = hand.change(list, at: 5000, kind: "delete", entity: "list")
        #expect(try await hand.sync([gone], isMeant: true).outcomes == ["applied"])
        let opId = try #require(JSON(gone)["opId"].text)
        let undone = try await api.ask("POST", "/v1/history/\(opId)/undo", token: hand.token, "{}")
        #expect(undone.status == 200)
        #expect(await peak.end() < idle + (48 << 20))
        for task in tasks { #expect(try await hand.task(task)["notes"].text == Self.notes) }
    }

    @Test mutating func fieldsThatNobodyKnowsAreBounded() async throws {
        let task = Hand.name()
        try await hand.sync([hand.change(task, at: 0, #"{"title":"x"}"#)])
        let long = String(repeating: "a", count: 150_000)
        var outcomes: [String?] = []
        for number in 0..<4 {
            let answer = try await hand.sync([hand.change(task, at: Int64(number), #"{"of\#(number)":"\#(long)"}"#)]
            )
            outcomes.append(answer.json["outcomes"][0]["code"].text ?? answer.json["outcomes"][0]["outcome"].text)
        }
        #expect(outcomes == ["applied", "applied", "too_many_unknown_fields", "too_many_unknown_fields"])
        // What is there may be replaced.
        let less = try await hand.sync([hand.change(task, at: 100, #"{"of0":"a","title":"y"}"#)])
        #expect(less.json["outcomes"][0]["outcome"].text == "applied")
    }

    /// So many tasks are no transaction. The list stays until some of them are gone, and its name can be changed.
    @Test mutating func aListOfVeryManyTasksIsNotDeletedAtOnce() async throws {
        let (list, other) = (Hand.name(), Hand.name())
        try await hand.sync([
            hand.change(list, at: 0, #"{"name":"Long"}"#, entity: "list"),
            hand.change(other, at: 0, #"{"name":"Short"}"#, entity: "list"),
            hand.change(Hand.name(), at: 1, #"{"title":"x","listId":"\#(list)"}"#),
        ])
        try multiply(by: 20_000)
        let deletion = hand.change(list, at: 10_000, kind: "delete", entity: "list")
        let both = [deletion, hand.change(other, at: 10_000, kind: "delete", entity: "list")]
        #expect(try await hand.sync(both).code == "too_much_at_once")
        let answer = try await hand.sync([deletion])
        #expect(answer.json["outcomes"][0]["code"].text == "list_too_large")
        let refused = try await api.ask("DELETE", "/v1/lists/\(list)?confirmMassDelete=true", token: hand.token)
        #expect(refused.status == 409 && refused.code == "list_too_large")
        let named = try await api.ask("PATCH", "/v1/lists/\(list)", token: hand.token, #"{"name":"Longer"}"#)
        #expect(named.status == 200 && named.json["name"].text == "Longer")
    }

    /// Each time takes all of its tasks along.
    @Test mutating func aListThatGoesAndComesAgainAndAgainIsTooMuch() async throws {
        let list = Hand.name()
        try await hand.sync([
            hand.change(list, at: 0, #"{"name":"Long"}"#, entity: "list"),
            hand.change(Hand.name(), at: 1, #"{"title":"x","listId":"\#(list)"}"#),
        ])
        try multiply(by: 1000)
        let turns = (0..<50).map {
            hand.change(list, at: 10_000 + $0, kind: $0.isMultiple(of: 2) ? "delete" : "restore", entity: "list")
        }
        let revision = try await hand.sync().json["revision"].number
        #expect(try await hand.sync(turns, isMeant: true).statusAndCode == "413 too_much_at_once")
        // Also where it brings the tasks itself.
        let made = Hand.name()
        let own =
            [hand.change(made, at: 9_000, #"{"name":"Own"}"#, entity: "list")]
            + (0..<450).map { _ in hand.change(Hand.name(), at: 9_001, #"{"title":"x","listId":"\#(made)"}"#) }
            + (0..<100).map {
                hand.change(made, at: 10_000 + $0, kind: $0.isMultiple(of: 2) ? "delete" : "restore", entity: "list")
            }
        #expect(try await hand.sync(own, isMeant: true).statusAndCode == "413 too_much_at_once")
        #expect(try await hand.sync().json["revision"].number == revision, "nothing was done")
        let few = try await hand.sync(Array(turns.prefix(4)), isMeant: true)
        #expect(few.json["outcomes"].list.map { $0["outcome"].text } == Array(repeating: "applied", count: 4))
    }

    /// Tasks like the one that is there: as many as need twenty requests, which are not what this is about.
    private func multiply(by count: Int) throws {
        try TestPostgres.shared.execute(
            """
            INSERT INTO task (task_id, account_id, title, list_id, state, created_at, updated_at, sort_order, bucket,
                carry_count, sticky, auto_carry, open_state, chosen_bucket, clocks, revision)
            SELECT gen_random_uuid(), account_id, title, list_id, state, created_at, updated_at, sort_order, bucket,
                carry_count, sticky, auto_carry, open_state, chosen_bucket, clocks, revision
            FROM task, generate_series(1, \(count));
            UPDATE account_clock SET live_tasks = live_tasks + \(count) WHERE live_tasks > 0
            """, database: database)
    }
}
