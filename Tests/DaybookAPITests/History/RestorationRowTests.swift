import DaybookCore
import Postgres
import Testing

@testable import DaybookAPI
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestService

/// `POST /v1/account/restoration` and what became of single rows meanwhile.
@Suite(.closing) struct RestorationRowTests {
    private let house: TakeBackHouse

    init() async throws { house = try await TakeBackHouse() }

    private var person: Caller { house.person }

    private func restore(to revision: Int, key: String? = nil) async -> Caller.Answer {
        var person = house.person
        if let key { person.fields["Idempotency-Key"] = key }
        return await person.post("/v1/account/restoration", "{\"to\":\(revision)}")
    }

    /// It was there then and is there now, though housekeeping has dropped it for good in between.
    @Test func aTaskThatWasMadeAgainStays() async throws {
        let task = await house.make(person, "/v1/tasks", #"{"title":"A"}"#)
        let start = await house.revision
        #expect(await person.delete("/v1/tasks/\(task)").status == 204)
        try await house.house.database.write(
            of: house.account, "DELETE FROM task WHERE account_id = \(house.account) AND deleted_at IS NOT NULL")
        let again = await person.call("PUT", "/v1/tasks/\(task)", #"{"title":"A again"}"#)
        #expect(again.status == 201, "\(again.text)")
        let answer = await restore(to: start)
        #expect(answer.status == 200 && answer.number("deletions") == 0, "\(answer.text)")
        #expect(await house.rows()[task] != nil)
    }

    /// A restoration that ended in the middle goes on when the same request comes again. What somebody has put into a
    /// list meanwhile that was to go stays, and the list with it.
    @Test func whatIsPutIntoAListMeanwhileStays() async throws {
        let start = await house.revision
        let list = await house.make(person, "/v1/lists", #"{"name":"Home"}"#)
        let gone = await house.make(person, "/v1/tasks", "{\"title\":\"Made since\",\"listId\":\"\(list)\"}")
        // Lists go last, and this one cannot be written.
        let database = house.house.database
        let id = try #require(Identifier(list))
        try await database.write(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF NEW.entity_id = '\(unsafeSQL: id.text)' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$
            """)
        try await database.write(
            "CREATE TRIGGER refuse BEFORE INSERT ON change FOR EACH ROW EXECUTE FUNCTION refuse()")
        #expect(await restore(to: start, key: "k").status == 500)
        #expect(await house.rows()[gone] == nil)
        let task = await house.make(
            house.assistant, "/v1/tasks", "{\"title\":\"Call the lawyer\",\"listId\":\"\(list)\"}")
        try await database.write("DROP TRIGGER refuse ON change")
        let answer = await restore(to: start, key: "k")
        #expect(answer.status == 200 && answer.number("deletions") == 1, "\(answer.text)")
        #expect(
            answer.text.contains("{\"entity\":\"list\",\"id\":\"\(list)\",\"field\":\"deletedAt\"}"), "\(answer.text)")
        let rows = await house.rows()
        #expect(rows[list] != nil && rows[task]?.contains(JSONMember("listId", .string(list))) == true)
        #expect(await restore(to: start, key: "k").text == answer.text)
    }

    /// More lines of one task than are read at once.
    @Test func aLongHistoryIsTakenBackPieceByPiece() async throws {
        let task = await house.make(person, "/v1/tasks", #"{"title":"As it was"}"#)
        let id = try #require(Identifier(task))
        let start = await house.revision
        let ledger = Ledger(database: house.house.database, announcements: Announcements())
        let (now, device) = (Instant.now(), Identifier.random())
        for push in 0..<5 as Range<Int64> {
            let operations = (1...500 as ClosedRange<Int64>).map { number in
                let place = push * 500 + number
                return SyncOperation(
                    opId: .random(), id: id, at: HybridTime(now.adding(milliseconds: place), device: device),
                    fields: [JSONMember("title", .string("\(place)"))])
            }
            _ = try await ledger.push(Push(operations: operations), to: house.account)
        }
        #expect(await house.revision == start + 2_500)
        let answer = await restore(to: start, key: "k")
        #expect(answer.status == 200 && answer["kept"] == .array([]), "\(answer.text)")
        let row = await house.rows()[task]
        #expect(row?.contains(JSONMember("title", "As it was")) == true)
        #expect(await restore(to: start, key: "k").text == answer.text)
    }
}
